//! What was proved, refuted or left open: of a claim about a game, and of a formula.

use crate::check::{AnyCertificate, Proved};
use crate::logic::Sentence;
use crate::number::Natural;
use crate::position::Position;
use serde::{Deserialize, Serialize};

/// How a proof ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ProofEnd {
    /// The checker confirmed the claim.
    Proved,
    /// The claim contradicts the rules.
    Refuted,
    /// Neither, for a reason that is given.
    Undecided,
}

/// A claim about the P-positions of a game, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofReport {
    /// The rules, in normal form.
    pub rules: String,
    /// What is claimed; nothing if no claim was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    /// How the proof ended.
    pub verdict: ProofEnd,
    /// Where the claim contradicts the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Position>,
    /// Why it was not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a certificate claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ClaimReport {
    /// An automaton accepts exactly the P-positions.
    Automaton {
        /// The numeration in which it reads.
        numeration: String,
        /// How many states it has.
        states: usize,
    },
    /// The P-positions repeat from some column on.
    Tail {
        /// The first column of the tail.
        start: u64,
        /// How many columns it takes for everything to repeat.
        period: u64,
        /// The beams it consists of.
        beams: Vec<BeamReport>,
    },
}

/// A part of a tail: so many P-positions in a period of columns, all along one slope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeamReport {
    /// How many columns it takes for the beam to repeat.
    pub period: u64,
    /// What a period of columns adds to the row.
    pub rise: u64,
    /// How many P-positions it has in a period.
    pub positions: usize,
}

impl From<&AnyCertificate> for ClaimReport {
    fn from(certificate: &AnyCertificate) -> ClaimReport {
        match certificate {
            AnyCertificate::Automaton(certificate) => ClaimReport::Automaton {
                numeration: certificate.numeration().system().name(),
                states: certificate.table().states(),
            },
            AnyCertificate::Tail(tail) => ClaimReport::Tail {
                start: tail.start,
                period: tail.period(),
                beams: tail
                    .beams
                    .iter()
                    .map(|b| BeamReport { period: b.period, rise: b.rise, positions: b.points.len() })
                    .collect(),
            },
        }
    }
}

impl ProofReport {
    fn of(certificate: &AnyCertificate, verdict: ProofEnd) -> ProofReport {
        let claim = Some(ClaimReport::from(certificate));
        ProofReport { rules: certificate.rules().to_string(), claim, verdict, at: None, reason: None }
    }

    /// The checker confirmed it.
    #[must_use]
    pub fn proved(proved: &Proved) -> ProofReport {
        ProofReport::of(proved.certificate(), ProofEnd::Proved)
    }

    /// It contradicts the rules at a position.
    #[must_use]
    pub fn refuted(certificate: &AnyCertificate, x: &Natural, y: &Natural) -> ProofReport {
        let at = Some(Position::new(vec![x.clone(), y.clone()]));
        ProofReport { at, ..ProofReport::of(certificate, ProofEnd::Refuted) }
    }

    /// It was not decided, and why.
    #[must_use]
    pub fn undecided(certificate: &AnyCertificate, reason: &dyn std::error::Error) -> ProofReport {
        let reason = Some(reason.to_string());
        ProofReport { reason, ..ProofReport::of(certificate, ProofEnd::Undecided) }
    }
}

/// Whether a formula holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionReport {
    /// The formula as it was written.
    pub formula: String,
    /// The numeration in which it was decided.
    pub numeration: String,
    /// Whether it holds.
    pub truth: bool,
    /// Shortest values that show it, see [`Sentence::example`].
    pub example: Vec<ValueReport>,
}

/// A variable and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueReport {
    /// The variable.
    pub name: String,
    /// Its value: decimal, since it may be longer than any number type.
    pub value: String,
}

impl DecisionReport {
    /// What was decided about a formula.
    #[must_use]
    pub fn new(formula: &str, numeration: &str, sentence: &Sentence) -> DecisionReport {
        let value =
            |(name, value): &(String, Natural)| ValueReport { name: name.clone(), value: value.to_string() };
        DecisionReport {
            formula: formula.to_owned(),
            numeration: numeration.to_owned(),
            truth: sentence.truth,
            example: sentence.example.iter().map(value).collect(),
        }
    }
}
