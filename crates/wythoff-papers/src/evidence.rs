//! What a check is given, and what it comes back with.

use super::Thoroughness;
use wythoff_budget::{Budget, Limit};
use wythoff_check::{AnyCertificate, NotProved, Proved};
use wythoff_number::{NumberError, counted};
use wythoff_rules::RuleErrors;
use wythoff_rules::game::GameError;
use wythoff_solve::SolveError;
use wythoff_solve::sequence::ParameterError;
use wythoff_solve::stopped::Stopped;

/// What a check works with.
#[derive(Clone, Copy, Debug)]
pub struct Bench<'b> {
    /// What it may spend.
    pub budget: &'b Budget,
    /// How much to do.
    pub level: Thoroughness,
}

impl Bench<'_> {
    /// The range of this level.
    pub fn pick<T>(&self, quick: T, full: T, deep: T) -> T {
        match self.level {
            Thoroughness::Quick => quick,
            Thoroughness::Full => full,
            Thoroughness::Deep => deep,
        }
    }
}

/// What speaks for the verdict on record.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub(super) detail: String,
    pub(super) proofs: Vec<String>,
    pub(super) as_stated: bool,
}

impl Evidence {
    /// What was done, in words.
    #[must_use]
    pub fn new(detail: impl Into<String>) -> Evidence {
        Evidence { detail: detail.into(), proofs: Vec::new(), as_stated: false }
    }

    /// With a claim that the checker has proved in this process; `name` says which.
    #[must_use]
    pub fn proved(mut self, name: &str, proved: &Proved) -> Evidence {
        let claim = match proved.certificate() {
            AnyCertificate::Automaton(automaton) => {
                let (states, system) = (automaton.table().states(), automaton.numeration().system().name());
                format!("{name}: an automaton of {} in {system}", counted(states, "state"))
            }
            AnyCertificate::Tail(tail) => {
                format!("{name}: period {} from column {} on", tail.period(), tail.start)
            }
            AnyCertificate::Grundy(grundy) => {
                format!("{name}: automata for the Grundy values up to {}", grundy.level())
            }
            AnyCertificate::Beams(beams) => {
                format!("{name}: {} from column {} on", counted(beams.outer.len() + 1, "beam"), beams.start)
            }
        };
        self.proofs.push(claim);
        self
    }

    /// With several.
    #[must_use]
    pub fn with_proofs(self, proofs: &[(String, Proved)]) -> Evidence {
        proofs.iter().fold(self, |evidence, (name, proved)| evidence.proved(name, proved))
    }

    /// With claims that together are the statement, for all parameters that it speaks of: only this makes an item *proved*. Of a
    /// theorem about all k, proofs for some k are [`Evidence::with_proofs`], and the item *agrees*.
    #[must_use]
    pub fn proved_as_stated(self, proofs: &[(String, Proved)]) -> Evidence {
        Evidence { as_stated: !proofs.is_empty(), ..self.with_proofs(proofs) }
    }
}

/// Why a check does not confirm the verdict on record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It found something else.
    #[error("{0}")]
    Contradiction(String),
    /// It came to no end.
    #[error("not decided: {0}")]
    Undecided(String),
}

impl From<NotProved> for Trouble {
    fn from(reason: NotProved) -> Trouble {
        match reason {
            NotProved::Refuted { .. } => Trouble::Contradiction(reason.to_string()),
            NotProved::Undecided(_) => Trouble::Undecided(reason.to_string()),
        }
    }
}

macro_rules! undecided {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Trouble {
            fn from(error: $error) -> Trouble {
                Trouble::Undecided(error.to_string())
            }
        })*
    };
}

undecided![
    SolveError,
    GameError,
    RuleErrors,
    NumberError,
    ParameterError,
    Limit,
    Stopped,
    std::num::TryFromIntError
];
