//! The checker: what is called proved has been through this crate, and nothing in it comes from the prover.
//!
//! A [`Certificate`], a [`TailCertificate`](tail::TailCertificate), a [`BeamsCertificate`](beams::BeamsCertificate) or a
//! [`GrundyCertificate`](grundy::GrundyCertificate) is a claim about all positions of a game.
//! [`verify`] decides it with procedures of its own, slower and plainer than those that find claims. Only this crate makes a
//! [`Proved`], and whatever answers from a proof asks for one.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_check::{Certificate, Verdict, check};
//! use wythoff_rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! let dead = u32::MAX;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let text = Certificate::new(nim.clone(), base2.clone(), &diagonal).unwrap().to_string();
//! assert_eq!(check(&text, &Budget::default()).unwrap(), Verdict::Proved);
//! let origin = Dfa::from_table(2, 2, &[0, dead, dead, dead], &[1], &[0]);
//! let text = Certificate::new(nim, base2, &origin).unwrap().to_string();
//! assert_eq!(check(&text, &Budget::default()).unwrap(), Verdict::Refuted { x: 1u32.into(), y: 1u32.into() });
//! ```
//!
//! # What is trusted
//!
//! To believe a verdict one has to believe this crate, numeration systems and linear forms of `wythoff-automata`, rule texts
//! (`wythoff-rules`; the checker never reads families of them) and numbers (`wythoff-number`). No other part of the library can be named
//! here, and a test fails if another part of `wythoff-automata` is.
//!
//! | what | why it is needed |
//! |---|---|
//! | [`certificate`], [`table`], `tail/text` | what the file says: text to claim, in one spelling |
//! | `read`, `leaf` | what the rules say: conditions over linear forms of piles and options |
//! | `beatty` | membership in Beatty sequences, by a theorem about one number of the numeration |
//! | `regular` | membership in automata that the rules have loaded: their digits are guessed |
//! | [`play`] | who wins, by counts of options: blocking, comply, misère |
//! | `options`, `squares` | options of all positions counted at once; every position compared with the claim |
//! | `chain` | the same where all kinds of options at once are too many: one kind after the other |
//! | [`grundy`] | the positions of small Grundy values: automata, each about the squares that the ones before it leave |
//! | [`tail`] | the other kind of claim: its proof, the start solved square by square, regions beyond it |
//! | [`beams`] | the third kind: beams with exact slopes; the first columns played by the definition, the closure of the inner beam |
//! | `automaton` | claims from and to the automata of the planner; it proves nothing |
//! | `wythoff_automata::{numeration, name, pisot}` | which words stand for which numbers, and what systems are called; imported |
//! | `wythoff_automata::linear` | linear forms of digits against thresholds, and their remainders; imported |
//! | `wythoff_rules` | rule texts: a certificate states its game in them, and proofs are about what they mean; imported |
//! | `wythoff_number` | integers and quadratic irrationals as data; imported |
//! | `wythoff_budget` | limits, which can end a check and never decide one; imported |
//!
//! Numeration systems and linear forms are shared with the planner: a mistake there could deceive both. Everything
//! else that the planner uses (products, projections, minimising, its reading of rules, its Beatty automata, the solvers'
//! definition of play) is not used here. The other direction does occur: the search for beams runs the code of [`beams`], and that for
//! Grundy values some of [`grundy`], so that for these kinds of claims the planner is no second opinion; `check.py`, beside the certificates, is.

mod automaton;
pub mod beams;
mod beatty;
pub mod certificate;
mod chain;
pub mod grundy;
mod leaf;
mod options;
pub mod play;
pub mod read;
mod regular;
mod small;
mod squares;
pub mod table;
pub mod tail;

pub use certificate::{AnyCertificate, BadCertificate, Certificate};
pub use squares::{verify, verify_by_kinds};

use wythoff_budget::{Budget, Limit};
use wythoff_number::Natural;
use wythoff_rules::Ruleset;

/// What the checker found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is true.
    Proved,
    /// The claim contradicts the rules at this position, a shortest one.
    Refuted {
        /// The first pile.
        x: Natural,
        /// The second pile.
        y: Natural,
    },
}

/// Why a claim was neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// A Beatty sequence of a number that belongs to no numeration.
    #[error(
        "no numeration here can handle beatty({0}): that takes a quadratic irrational such as sqrt(2) (a rational number can be stated with `mod`)"
    )]
    Real(String),
    /// A Beatty sequence is not known to be regular in the numeration.
    #[error("beatty({0}) is not regular in this numeration, as far as is known: {1}")]
    Beatty(String, &'static str),
    /// A set that the rules have loaded is an automaton in another numeration: which set, and in which.
    #[error(
        "the automaton {0} of the rules reads digits in {1}, and only a claim in {1} can be about these rules"
    )]
    Numeration(String, String),
    /// The rules are outside what sentences can say.
    #[error("{0}")]
    Rules(&'static str),
    /// A claim about beams does not follow from what is explored; that does not make it false.
    #[error("the claim about beams does not follow: {0}")]
    Beams(&'static str),
}

/// Why a certificate was neither confirmed nor refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// It is not a certificate.
    #[error(transparent)]
    Bad(#[from] BadCertificate),
    /// The question was not decided.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

/// Checks the text of a certificate.
///
/// # Errors
/// If the text is not a certificate in canonical form, or a limit is reached.
pub fn check(text: &str, budget: &Budget) -> Result<Verdict, Unchecked> {
    let certificate = AnyCertificate::read(text, budget)?;
    Ok(verify_any(&certificate, budget)?)
}

/// Checks a claim of any kind.
///
/// # Errors
/// As for [`verify`] and [`tail::verify`].
pub fn verify_any(certificate: &AnyCertificate, budget: &Budget) -> Result<Verdict, Undecided> {
    match certificate {
        AnyCertificate::Automaton(certificate) => verify(certificate, budget),
        AnyCertificate::Tail(certificate) => tail::verify(certificate, budget),
        AnyCertificate::Beams(certificate) => beams::verify(certificate, budget),
        AnyCertificate::Grundy(certificate) => grundy::verify(certificate, budget),
    }
}

/// Where a claim was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// In this process.
    Here,
    /// When this project was tested: it came with the library.
    InTests,
}

/// A claim that the checker has proved. Only this crate can make one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    certificate: AnyCertificate,
    checked: Checked,
}

/// Why there is no [`Proved`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProved {
    /// The claim is false.
    #[error("refuted: the claim contradicts the rules at ({x}, {y})")]
    Refuted {
        /// The first pile.
        x: Natural,
        /// The second pile.
        y: Natural,
    },
    /// The question was not decided.
    #[error("not decided: {0}")]
    Undecided(#[from] Undecided),
}

impl Proved {
    /// Checks a claim.
    ///
    /// # Errors
    /// If it is false, or not decided.
    pub fn new(certificate: impl Into<AnyCertificate>, budget: &Budget) -> Result<Proved, NotProved> {
        let certificate = certificate.into();
        Proved::by(verify_any(&certificate, budget)?, certificate)
    }

    /// Checks a claim that was compared with a board: small squares, where most wrong claims end, are not looked at first.
    ///
    /// # Errors
    /// If it is false, or not decided.
    pub fn of_compared(certificate: Certificate, budget: &Budget) -> Result<Proved, NotProved> {
        Proved::by(squares::verify_beyond_small(&certificate, budget)?, certificate.into())
    }

    /// A claim that was checked when this project was tested, and is not checked here: this rests on the word of the caller, who embeds
    /// certificates that a test checks in full. [`Proved::checked`] tells it from all others.
    #[must_use]
    pub fn checked_in_tests(certificate: AnyCertificate) -> Proved {
        Proved { certificate, checked: Checked::InTests }
    }

    fn by(verdict: Verdict, certificate: AnyCertificate) -> Result<Proved, NotProved> {
        match verdict {
            Verdict::Proved => Ok(Proved { certificate, checked: Checked::Here }),
            Verdict::Refuted { x, y } => Err(NotProved::Refuted { x, y }),
        }
    }

    /// The claim.
    #[must_use]
    pub fn certificate(&self) -> &AnyCertificate {
        &self.certificate
    }

    /// The claim, without its proof.
    #[must_use]
    pub fn into_certificate(self) -> AnyCertificate {
        self.certificate
    }

    /// The claim, if it is about an automaton.
    #[must_use]
    pub fn automaton(&self) -> Option<&Certificate> {
        match &self.certificate {
            AnyCertificate::Automaton(certificate) => Some(certificate),
            _ => None,
        }
    }

    /// The claim, if it is about a tail.
    #[must_use]
    pub fn tail(&self) -> Option<&tail::TailCertificate> {
        match &self.certificate {
            AnyCertificate::Tail(certificate) => Some(certificate),
            _ => None,
        }
    }

    /// The claim, if it is about beams.
    #[must_use]
    pub fn beams(&self) -> Option<&beams::BeamsCertificate> {
        match &self.certificate {
            AnyCertificate::Beams(certificate) => Some(certificate),
            _ => None,
        }
    }

    /// The claim, if it is about Grundy values.
    #[must_use]
    pub fn grundy(&self) -> Option<&grundy::GrundyCertificate> {
        match &self.certificate {
            AnyCertificate::Grundy(certificate) => Some(certificate),
            _ => None,
        }
    }

    /// What is proved of P-positions alone: for Grundy values, that about value 0.
    #[must_use]
    pub fn of_p_positions(&self) -> Proved {
        let certificate = match &self.certificate {
            AnyCertificate::Grundy(certificate) => certificate.of_p_positions().into(),
            other => other.clone(),
        };
        Proved { certificate, checked: self.checked }
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        self.certificate.rules()
    }

    /// Where it was checked.
    #[must_use]
    pub fn checked(&self) -> Checked {
        self.checked
    }
}
