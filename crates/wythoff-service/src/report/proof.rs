//! What was proved, refuted or left open: of a claim about a game, and of a formula.

use serde::{Deserialize, Serialize};
use wythoff_check::table::Table;
use wythoff_check::tail::Beam;
use wythoff_check::{AnyCertificate, NotProved, Proved};
use wythoff_logic::Sentence;
use wythoff_number::Natural;
use wythoff_prove::agree::Settled;
use wythoff_prove::beams::{fraction, slope};
use wythoff_prove::guess::Proof;
use wythoff_prove::levels::LevelsProof;
use wythoff_prove::tries::{Attempt, BeamsAttempt, End, TailAttempt, TailEnd, Try};
use wythoff_rules::Ruleset;
use wythoff_rules::position::Position;

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
    /// The Grundy value whose positions the search was about when it ended, if Grundy values were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<usize>,
    /// How the proof ended.
    pub verdict: ProofEnd,
    /// Where the claim contradicts the rules. If nothing is decided, the planner says so and the checker did not come to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Position>,
    /// Why it was not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The limit that ended the search, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What a search tried, what came closest to a proof first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<TryReport>,
}

/// The same of a game that was asked about, with what can be kept of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameProofReport {
    /// The game.
    pub game: String,
    /// The claim, and what became of it.
    #[serde(flatten)]
    pub report: ProofReport,
    /// The certificate, if there is one: its text, or where that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// One try of a search, and how far it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum TryReport {
    /// An automaton in a numeration.
    Automaton {
        /// The numeration.
        numeration: String,
        /// The size of the board that was learnt from.
        board: u32,
        /// How many digits the learner looked ahead.
        depth: usize,
        /// The states of the last guess, or how many were found before learning stopped.
        states: usize,
        /// How far the last guess was compared; nothing if there was no guess.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        compared: Option<ComparedReport>,
        /// What came of it.
        end: TryEnd,
        /// Where the last guess is wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Position>,
        /// What stopped it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A periodic tail.
    Tail {
        /// How many columns were looked at.
        columns: u64,
        /// What came of it.
        end: TryEnd,
        /// From where on the last columns repeat, and with which period.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeats: Option<(u64, u64)>,
        /// Where the guess is wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Position>,
        /// What stopped it, or why nothing was looked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Beams with exact slopes.
    Beams {
        /// What came of it.
        end: TryEnd,
        /// Why there are none that can be proved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// How far a guess agrees with a solved board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedReport {
    /// It is right in all columns before this one.
    pub columns: u64,
    /// The size of the board, in rows and columns.
    pub board: u64,
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TryEnd {
    /// The checker has proved it.
    Proved,
    /// The planner finds no contradiction, and the checker was stopped.
    Unchecked,
    /// It agrees as far as it was compared, and was not decided.
    Undecided,
    /// It agrees with the board as far as it was compared, and contradicts the rules.
    Refuted,
    /// It agrees with the board, but is nearly as large as the data.
    Overfitted,
    /// It is wrong on the board.
    Wrong,
    /// It would have too many states.
    TooManyStates,
    /// The board ran out before there was a guess.
    BoardTooSmall,
    /// The search was stopped before there was a guess.
    Stopped,
    /// The last columns repeat, but not for long enough.
    Short,
    /// The columns do not repeat.
    NoPeriod,
    /// Nothing was looked for.
    NotTried,
    /// The planner and the checker contradict each other.
    Fault,
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
        /// Those with x > y, with the piles exchanged, if they are not the mirror images.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<Vec<BeamReport>>,
    },
    /// From some column on the P-positions are in beams with exact slopes.
    Beams {
        /// The first column.
        start: u64,
        /// The slope of the inner beam.
        slope: String,
        /// The inner beam is never farther than this from its line, in rows.
        distance: u64,
        /// So many rows more for each binary digit of the column's number, if it slips.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drift: Option<u64>,
        /// The slopes of the other beams, from the inside out.
        outer: Vec<String>,
        /// How many states the language of the inner beam has.
        states: usize,
    },
    /// Automata accept exactly the positions of the Grundy values from 0 to a level.
    Grundy {
        /// The greatest value.
        level: usize,
        /// The numeration in which they read.
        numeration: String,
        /// How many states the automaton of each value has.
        states: Vec<usize>,
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

impl From<&Beam> for BeamReport {
    fn from(beam: &Beam) -> BeamReport {
        BeamReport { period: beam.period, rise: beam.rise, positions: beam.points.len() }
    }
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
                beams: tail.beams.iter().map(BeamReport::from).collect(),
                below: tail.below.as_ref().map(|below| below.iter().map(BeamReport::from).collect()),
            },
            AnyCertificate::Beams(beams) => ClaimReport::Beams {
                start: beams.start,
                slope: slope(beams.law),
                distance: beams.distance,
                drift: beams.slips.map(|s| s.drift).filter(|&drift| drift > 0),
                outer: beams.outer.iter().map(|b| fraction(b.rise, b.period)).collect(),
                states: beams.language.states.len(),
            },
            AnyCertificate::Grundy(grundy) => ClaimReport::Grundy {
                level: grundy.level(),
                numeration: grundy.numeration().system().name(),
                states: grundy.levels().iter().map(Table::states).collect(),
            },
        }
    }
}

impl ProofReport {
    fn of(certificate: &AnyCertificate, verdict: ProofEnd) -> ProofReport {
        let claim = Some(ClaimReport::from(certificate));
        ProofReport { claim, ..ProofReport::empty(certificate.rules(), verdict) }
    }

    fn empty(rules: &Ruleset, verdict: ProofEnd) -> ProofReport {
        let rules = rules.to_string();
        let (claim, value, at, reason, stopped) = (None, None, None, None, None);
        ProofReport { rules, claim, value, verdict, at, reason, stopped, tries: Vec::new() }
    }

    /// What a search for automata of Grundy values found, or how far it came.
    #[must_use]
    pub fn of_levels(rules: &Ruleset, found: &LevelsProof) -> ProofReport {
        let undecided = || ProofReport::empty(rules, ProofEnd::Undecided);
        let report = match (&found.proved, found.last()) {
            (Some(proved), _) => ProofReport::proved(proved),
            (None, Some(last)) if last.proved.is_none() => ProofReport::of_search(rules, last),
            (None, _) => undecided(),
        };
        ProofReport { value: Some(found.reached()), ..report }
    }

    /// What a search for a proof found, or how far it came.
    #[must_use]
    pub fn of_search(rules: &Ruleset, proof: &Proof) -> ProofReport {
        let report = match &proof.proved {
            Some(proved) => ProofReport::proved(proved),
            None => ProofReport::empty(rules, ProofEnd::Undecided),
        };
        ProofReport {
            rules: rules.to_string(),
            reason: proof.refused.as_ref().map(ToString::to_string),
            stopped: proof.stopped.as_ref().filter(|_| proof.proved.is_none()).map(ToString::to_string),
            tries: proof.tries().all().iter().map(TryReport::from).collect(),
            ..report
        }
    }

    /// What became of a claim that the planner and the checker have looked at.
    #[must_use]
    pub fn settled(certificate: &AnyCertificate, settled: &Settled) -> ProofReport {
        match settled {
            Settled::Proved(proved) => ProofReport::proved(proved),
            Settled::Refuted { x, y } => ProofReport::refuted(certificate, x, y),
            Settled::Doubted { x, y, checker } => ProofReport {
                at: Some(Position::new(vec![x.clone(), y.clone()])),
                ..ProofReport::undecided(certificate, checker)
            },
            Settled::Undecided(reason) => ProofReport::undecided(certificate, reason),
        }
    }

    /// What the checker says about a certificate.
    #[must_use]
    pub fn checked(certificate: &AnyCertificate, checked: &Result<Proved, NotProved>) -> ProofReport {
        match checked {
            Ok(proved) => ProofReport::proved(proved),
            Err(NotProved::Refuted { x, y }) => ProofReport::refuted(certificate, x, y),
            Err(NotProved::Undecided(reason)) => ProofReport::undecided(certificate, reason),
        }
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

impl From<&Try> for TryReport {
    fn from(one: &Try) -> TryReport {
        match one {
            Try::Automaton(attempt) => TryReport::of_automaton(attempt),
            Try::Tail(attempt) => TryReport::of_tail(attempt),
            Try::Beams(attempt) => TryReport::of_beams(attempt),
        }
    }
}

impl TryReport {
    fn of_automaton(attempt: &Attempt) -> TryReport {
        let place = |x: &Natural, y: &Natural| Some(Position::new(vec![x.clone(), y.clone()]));
        let (end, at, reason) = match &attempt.end {
            End::Proved => (TryEnd::Proved, None, None),
            End::BoardTooSmall => (TryEnd::BoardTooSmall, None, None),
            End::TooManyStates => (TryEnd::TooManyStates, None, None),
            End::WrongAt(x, y) => (TryEnd::Wrong, Some(Position::small(&[*x, *y])), None),
            End::Overfitted => (TryEnd::Overfitted, None, None),
            End::Refuted(x, y) => (TryEnd::Refuted, place(x, y), None),
            End::Undecided(reason) => (TryEnd::Undecided, None, Some(reason.to_string())),
            End::Unchecked(reason) => (TryEnd::Unchecked, None, Some(reason.to_string())),
            End::Stopped(limit) => (TryEnd::Stopped, None, Some(limit.to_string())),
            End::Fault => (TryEnd::Fault, None, None),
        };
        TryReport::Automaton {
            numeration: attempt.system.name(),
            board: attempt.board,
            depth: attempt.depth,
            states: attempt.states,
            compared: attempt.compared.map(|c| ComparedReport { columns: c.columns, board: c.board }),
            end,
            at,
            reason,
        }
    }

    fn of_tail(attempt: &TailAttempt) -> TryReport {
        let mut repeats = None;
        let (end, at, reason) = match &attempt.end {
            TailEnd::Proved => (TryEnd::Proved, None, None),
            TailEnd::NoPeriod => (TryEnd::NoPeriod, None, None),
            TailEnd::Short(start, period) => {
                repeats = Some((*start, *period));
                (TryEnd::Short, None, None)
            }
            TailEnd::Refuted(x, y) => {
                (TryEnd::Refuted, Some(Position::new(vec![x.clone(), y.clone()])), None)
            }
            TailEnd::Undecided(reason) => (TryEnd::Undecided, None, Some(reason.to_string())),
            TailEnd::NotTried(reason) => (TryEnd::NotTried, None, Some(reason.to_string())),
        };
        TryReport::Tail { columns: attempt.columns, end, repeats, at, reason }
    }

    fn of_beams(attempt: &BeamsAttempt) -> TryReport {
        match &attempt.end {
            None => TryReport::Beams { end: TryEnd::Proved, reason: None },
            Some(reason) => TryReport::Beams { end: TryEnd::Undecided, reason: Some(reason.to_string()) },
        }
    }
}

/// The automaton of a formula with free variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationReport {
    /// The formula as it was written.
    pub formula: String,
    /// The numeration in which it reads.
    pub numeration: String,
    /// The variables that it reads, in this order.
    pub variables: Vec<String>,
    /// How many states it has.
    pub states: usize,
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
