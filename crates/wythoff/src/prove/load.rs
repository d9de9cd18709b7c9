//! Automata from texts: the one of a certificate, or one in Walnut's text format.
//!
//! A certificate says in which numeration its automaton reads; Walnut's text has to be told.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::prove::load::{LoadError, Loaded, numeration};
//! let fib = numeration("fib")?;
//! // The numbers whose last digit is 0: the letters 0 and 1 lead to states 0 and 1.
//! let text = "msd_fib\n0 1\n0 -> 0\n1 -> 1\n1 0\n0 -> 0\n";
//! let loaded = Loaded::from_text(text, Some(&fib), &Budget::default())?;
//! assert_eq!((loaded.automaton.tracks(), loaded.automaton.states()), (1, 2));
//! assert_eq!(Loaded::from_text(text, None, &Budget::default()).err(), Some(LoadError::NoNumeration));
//! # Ok::<(), LoadError>(())
//! ```

use super::tail::automaton::{NoAutomaton, of_tail};
use crate::automaton::walnut::{self, BadText};
use crate::automaton::{Dfa, Numeration, System};
use crate::budget::{Budget, Limit};
use crate::check::{AnyCertificate, BadCertificate};

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
    /// The automaton reads another number of numbers than two.
    #[error("the automaton is not a set of pairs: it reads {0} numbers")]
    NotPairs(usize),
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
        AnyCertificate::Tail(_) => None,
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

/// The numeration in which a statement is decided: the one that is asked for; else the one in front of the statement and of the texts
/// that go with it, each with what it is called; else that of the statement's real numbers; else base 2, as in Walnut.
///
/// # Errors
/// What is wrong, and with which of the texts, if with one of them.
pub fn chosen_numeration(
    asked: Option<Numeration>,
    (written, of_reals): (Option<System>, Option<System>),
    texts: &[(&str, &str)],
    budget: &Budget,
) -> Result<Numeration, (Option<usize>, LoadError)> {
    let new = |system: System| {
        let name = system.name();
        Numeration::new(system).map_err(|e| (None, LoadError::Name { name, why: e.to_string() }))
    };
    let written = written.map(new).transpose()?;
    match (asked, written) {
        (Some(asked), Some(written)) if asked.system() != written.system() => {
            let one = format!("{} is asked for", asked.system().name());
            let other = format!("the formula says {}", written.system().name());
            Err((None, LoadError::Disagreement { one, other }))
        }
        (Some(asked), _) => Ok(asked),
        (None, written) => {
            let mut wishes: Vec<_> = written.map(|n| ("the formula".to_owned(), n)).into_iter().collect();
            for (i, (name, text)) in texts.iter().enumerate() {
                let stated = stated_numeration(text, budget).map_err(|error| (Some(i), error))?;
                wishes.extend(stated.map(|n| ((*name).to_owned(), n)));
            }
            match (agreed_numeration(&wishes).map_err(|error| (None, error))?, of_reals) {
                (Some(agreed), _) => Ok(agreed),
                (None, Some(system)) => new(system),
                (None, None) => numeration("base(2)").map_err(|error| (None, error)),
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
            AnyCertificate::Tail(tail) => {
                let numeration = match numeration {
                    Some(numeration) => numeration.clone(),
                    None => self::numeration("base(2)")?,
                };
                let automaton = of_tail(&tail, &numeration, budget)?;
                return Ok(Loaded { numeration, automaton });
            }
        };
        let theirs = certificate.numeration();
        if numeration.is_some_and(|ours| ours.system() != theirs.system()) {
            return Err(LoadError::OtherNumeration(theirs.system().name()));
        }
        Ok(Loaded { numeration: theirs.clone(), automaton: certificate.automaton() })
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

/// A certificate is an object; Walnut's text may begin with a set of digits in braces.
fn is_json(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}
