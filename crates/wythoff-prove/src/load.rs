//! Automata from texts: the one of a certificate, or one in Walnut's text format; and those that rules load.
//!
//! A certificate says in which numeration its automaton reads; Walnut's text has to be told.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::load::{LoadError, Loaded, numeration};
//! let fib = numeration("fib")?;
//! // The numbers whose last digit is 0: the letters 0 and 1 lead to states 0 and 1.
//! let text = "msd_fib\n0 1\n0 -> 0\n1 -> 1\n1 0\n0 -> 0\n";
//! let loaded = Loaded::from_text(text, Some(&fib), &Budget::default())?;
//! assert_eq!((loaded.automaton.tracks(), loaded.automaton.states()), (1, 2));
//! assert_eq!(Loaded::from_text(text, None, &Budget::default()).err(), Some(LoadError::NoNumeration));
//! # Ok::<(), LoadError>(())
//! ```

use super::tail::automaton::{NoAutomaton, of_tail};
use crate::shipped;
use wythoff_automata::walnut::{self, BadText};
use wythoff_automata::{Dfa, Numeration, System};
use wythoff_budget::{Budget, Limit};
use wythoff_check::{AnyCertificate, BadCertificate};
use wythoff_logic::{BadReal, Statement, numeration_of_reals};
use wythoff_rules::regular::{BadSet, RegularSet, SetTable};

/// An automaton, and the numeration in which it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The numeration.
    pub numeration: Numeration,
    /// The automaton. It accepts a set of tuples of numbers, whatever zeros are in front of them.
    pub automaton: Dfa,
}

/// Why a text is no automaton that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No numeration of this name.
    #[error("{name:?} is not a numeration: {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// It looks like a certificate and is none.
    #[error(transparent)]
    Certificate(#[from] BadCertificate),
    /// A certificate of beams has no automaton.
    #[error("it is a certificate of beams, and holds no automaton of P-positions")]
    Beams,
    /// It is no certificate, and no automaton in Walnut's text format.
    #[error(transparent)]
    Walnut(#[from] BadText),
    /// A certificate in another numeration than was asked for: in which.
    #[error("the automaton is in the numeration {0}")]
    OtherNumeration(String),
    /// It is no certificate, and nobody said in which numeration Walnut's text is.
    #[error("it is not a certificate, and Walnut's text format needs a numeration")]
    NoNumeration,
    /// Two numerations are asked for at once.
    #[error("{one}, but {other}: a statement is decided in one numeration")]
    Disagreement {
        /// Who asks for which.
        one: String,
        /// And who for which other.
        other: String,
    },
    /// A formula names another numeration than was asked for.
    #[error("the formula is in the numeration {formula}, and {wanted} was asked for")]
    OtherThanWanted {
        /// The one of the formula.
        formula: String,
        /// The one that was asked for.
        wanted: String,
    },
    /// A number in a formula cannot be used.
    #[error(transparent)]
    Real(#[from] BadReal),
    /// The automaton reads another number of numbers than two.
    #[error("the automaton is not a set of pairs: it reads {0} numbers")]
    NotPairs(usize),
    /// An automaton that rules cannot use.
    #[error(transparent)]
    Set(#[from] BadSet),
    /// A tail that cannot be made an automaton.
    #[error(transparent)]
    Tail(#[from] NoAutomaton),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// The numeration of a name such as `fib` or `base(2)`.
///
/// # Errors
/// [`LoadError::Name`].
pub fn numeration(name: &str) -> Result<Numeration, LoadError> {
    let bad = |why: String| LoadError::Name { name: name.to_owned(), why };
    let system: System =
        name.trim().parse().map_err(|e: <System as std::str::FromStr>::Err| bad(e.to_string()))?;
    Numeration::new(system).map_err(|e| bad(e.to_string()))
}

/// The numeration that a text names: a certificate of an automaton does, and so does Walnut's text if it begins with
/// `msd_fib` or the like. `None` for a text that does not say, or goes with any, as tails do.
///
/// # Errors
/// [`LoadError`] says what is wrong with the text.
pub fn stated_numeration(text: &str, budget: &Budget) -> Result<Option<Numeration>, LoadError> {
    if !is_json(text) {
        let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        let mut names = header.split_whitespace();
        let Some(first) = names.next().filter(|name| name.starts_with("msd_")) else { return Ok(None) };
        return Ok(if names.all(|name| name == first) { numeration(first).ok() } else { None });
    }
    Ok(match AnyCertificate::read(text, budget)? {
        AnyCertificate::Automaton(certificate) => Some(certificate.numeration().clone()),
        AnyCertificate::Grundy(certificate) => Some(certificate.numeration().clone()),
        AnyCertificate::Tail(_) | AnyCertificate::Beams(_) => None,
    })
}

/// The one numeration that all of these ask for; each comes with the words for who asks. `None` if nobody does.
///
/// # Errors
/// [`LoadError::Disagreement`] names the first two that differ.
pub fn agreed_numeration(wishes: &[(String, Numeration)]) -> Result<Option<Numeration>, LoadError> {
    let Some((who, first)) = wishes.first() else { return Ok(None) };
    match wishes.iter().find(|(_, n)| n.system() != first.system()) {
        None => Ok(Some(first.clone())),
        Some((other, theirs)) => Err(LoadError::Disagreement {
            one: format!("{who} is in {}", first.system().name()),
            other: format!("{other} is in {}", theirs.system().name()),
        }),
    }
}

/// The numeration in which a statement is decided: the one that was asked for; else the one that is written in front of it and that the
/// automata it uses are in, each of which comes with the words for what it is; else that of its first irrational number; else base 2,
/// as in Walnut.
///
/// ```
/// use wythoff_logic::parse_statement;
/// use wythoff_prove::load::{LoadError, numeration, numeration_for};
/// let name = |text: &str| numeration_for(&parse_statement(text).unwrap(), None, &[]).unwrap().system().name();
/// assert_eq!([name("?msd_pell x = x"), name("x in beatty(phi)"), name("x = x")], ["pell", "fib", "base(2)"]);
/// let (statement, fib) = (parse_statement("?msd_pell x = x").unwrap(), numeration("fib")?);
/// assert!(matches!(numeration_for(&statement, Some(&fib), &[]), Err(LoadError::OtherThanWanted { .. })));
/// # Ok::<(), LoadError>(())
/// ```
///
/// # Errors
/// Two that differ, and numbers that are in no numeration.
pub fn numeration_for(
    statement: &Statement,
    wanted: Option<&Numeration>,
    used: &[(String, Numeration)],
) -> Result<Numeration, LoadError> {
    let of = |system: &System| {
        let bad = |why: String| LoadError::Name { name: system.name(), why };
        Numeration::new(system.clone()).map_err(|e| bad(e.to_string()))
    };
    let written = statement.numeration.as_ref().map(of).transpose()?;
    match (wanted, written) {
        (Some(wanted), Some(written)) if wanted.system() != written.system() => {
            let (formula, wanted) = (written.system().name(), wanted.system().name());
            Err(LoadError::OtherThanWanted { formula, wanted })
        }
        (Some(wanted), _) => Ok(wanted.clone()),
        (None, written) => {
            let written = written.map(|numeration| ("the formula".to_owned(), numeration));
            let wishes: Vec<_> = written.into_iter().chain(used.iter().cloned()).collect();
            match agreed_numeration(&wishes)? {
                Some(agreed) => Ok(agreed),
                None => match numeration_of_reals(&statement.formula)? {
                    Some(system) => of(&system),
                    None => numeration("base(2)"),
                },
            }
        }
    }
}

impl Loaded {
    /// The automaton of a text. A certificate of an automaton has to be in this numeration, if one is given; a tail, which is in
    /// none, becomes an automaton in it, or in base 2.
    ///
    /// Nothing is known about the truth of a certificate that was only loaded.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the text.
    pub fn from_text(
        text: &str,
        numeration: Option<&Numeration>,
        budget: &Budget,
    ) -> Result<Loaded, LoadError> {
        budget.poll()?;
        if !is_json(text) {
            let numeration = numeration.ok_or(LoadError::NoNumeration)?.clone();
            let automaton = walnut::read_set(text, &numeration, budget)?;
            return Ok(Loaded { numeration, automaton });
        }
        let certificate = match AnyCertificate::read(text, budget)? {
            AnyCertificate::Automaton(certificate) => certificate,
            AnyCertificate::Grundy(certificate) => Box::new(certificate.of_last_level()),
            AnyCertificate::Tail(tail) => {
                let numeration = match numeration {
                    Some(numeration) => numeration.clone(),
                    None => self::numeration("base(2)")?,
                };
                let automaton = of_tail(&tail, &numeration, budget)?;
                return Ok(Loaded { numeration, automaton });
            }
            AnyCertificate::Beams(_) => return Err(LoadError::Beams),
        };
        let theirs = certificate.numeration();
        if numeration.is_some_and(|ours| ours.system() != theirs.system()) {
            return Err(LoadError::OtherNumeration(theirs.system().name()));
        }
        Ok(Loaded { numeration: theirs.clone(), automaton: certificate.automaton() })
    }

    /// The automaton as a set that rules can use under this name.
    ///
    /// # Errors
    /// [`LoadError::Set`], if it reads too many numbers at once or is too large.
    pub fn as_set(&self, name: &str) -> Result<RegularSet, LoadError> {
        let accepting = self.automaton.outputs().iter().map(|o| *o != 0).collect();
        let (next, starts) = (self.automaton.table(), self.automaton.starts().to_vec());
        let table = SetTable { next, accepting, starts };
        Ok(RegularSet::new(name, self.numeration.clone(), self.automaton.tracks(), table)?)
    }

    /// The automaton of a set that rules use.
    ///
    /// # Errors
    /// If the budget says stop.
    pub fn of_set(set: &RegularSet, budget: &Budget) -> Result<Loaded, LoadError> {
        let numeration = set.numeration().clone();
        let SetTable { next, accepting, starts } = set.table();
        let outputs: Vec<u16> = accepting.iter().map(|a| u16::from(*a)).collect();
        let table = (&next[..], &outputs[..], &starts[..]);
        let automaton = Dfa::minimized(set.tracks(), numeration.digit_count(), table, budget)?;
        Ok(Loaded { numeration, automaton })
    }

    /// The same, if it is a set of pairs: what a claim about P-positions has to be.
    ///
    /// # Errors
    /// [`LoadError::NotPairs`].
    pub fn of_pairs(self) -> Result<Loaded, LoadError> {
        match self.automaton.tracks() {
            2 => Ok(self),
            other => Err(LoadError::NotPairs(other)),
        }
    }
}

/// What a line `load Z = "NAME"` of a rule text means: a certificate that comes with the library, or what `read` gives for the
/// name: the text of a certificate, or of an automaton in Walnut's format that names its numeration in its first line. A certificate is taken
/// for the set that its automaton accepts; whether its claim is true is not asked.
///
/// ```
/// use wythoff_budget::Budget;
/// use wythoff_prove::load::for_rules;
/// let none = |_: &str| Err("no such file".to_owned());
/// let set = for_rules("blocking-4", &none, &Budget::default())?;
/// assert!(set.contains_small(&[11, 28]));
/// assert!(for_rules("w4.json", &none, &Budget::default()).is_err());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Why there is no such set.
pub fn for_rules(
    name: &str,
    read: &dyn Fn(&str) -> Result<String, String>,
    budget: &Budget,
) -> Result<RegularSet, String> {
    let known = shipped::CERTIFICATES.iter().find(|(known, _)| *known == name);
    let text = match known {
        Some((_, text)) => (*text).to_owned(),
        None => read(name).map_err(|why| {
            let names: Vec<&str> = shipped::CERTIFICATES.iter().map(|(name, _)| *name).collect();
            format!("{why} (these come with the program: {})", names.join(", "))
        })?,
    };
    let set = || {
        let numeration = stated_numeration(&text, budget)?;
        Loaded::from_text(&text, numeration.as_ref(), budget)?.as_set(name)
    };
    set().map_err(|error| match error {
        LoadError::NoNumeration => {
            "it is neither a certificate nor an automaton in Walnut's text format, whose first line names a numeration such as \
             msd_fib for each number"
                .to_owned()
        }
        other => other.to_string(),
    })
}

/// A certificate is an object; Walnut's text may begin with a set of digits in braces.
fn is_json(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}
