//! The planner and the checker about the same claim: both must say the same, or something is wrong with this library.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_prove::agree::{Settled, decide};
//! use wythoff_rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let dead = u32::MAX;
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let settled = decide(&nim, &base2, &diagonal, &Budget::default()).unwrap();
//! assert!(matches!(settled, Settled::Proved(proved) if *proved.rules() == nim));
//! let origin = Dfa::from_table(2, 2, &[0, dead, dead, dead], &[1], &[0]);
//! let refuted = decide(&nim, &base2, &origin, &Budget::default()).unwrap();
//! assert_eq!(refuted.to_string(), "refuted: the claim contradicts the rules at (1, 1)");
//! ```

use super::Undecided;
use super::sentence::{self, Decision};
use wythoff_automata::{Dfa, Numeration};
use wythoff_budget::Budget;
use wythoff_check::{Certificate, NotProved, Proved};
use wythoff_number::Natural;
use wythoff_rules::Ruleset;

/// Planner and checker contradict each other: an internal fault. Nothing is proved or refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal fault: the planner says {planner:?}, the checker says {checker:?} about the same claim")]
pub struct Disagreement {
    /// The game.
    pub rules: String,
    /// The claim, as a certificate.
    pub certificate: String,
    /// What the planner says.
    pub planner: String,
    /// What the checker says.
    pub checker: String,
}

impl Disagreement {
    /// Everything that is needed to look into it.
    #[must_use]
    pub fn report(&self) -> String {
        let Disagreement { rules, certificate, planner, checker } = self;
        format!("planner: {planner}\nchecker: {checker}\n\nrules:\n{rules}\ncertificate:\n{certificate}")
    }
}

/// What comes of a claim that the planner and the checker have looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The checker has proved it.
    Proved(Proved),
    /// The checker has refuted it at this position, a shortest one.
    Refuted {
        /// The first pile.
        x: Natural,
        /// The second pile.
        y: Natural,
    },
    /// The planner says that it is wrong at this position; the checker came to no end, so nothing is proved or refuted.
    Doubted {
        /// The first pile.
        x: Natural,
        /// The second pile.
        y: Natural,
        /// What stopped the checker.
        checker: Undecided,
    },
    /// Neither knows.
    Undecided(Undecided),
}

impl std::fmt::Display for Settled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Settled::Proved(_) => f.write_str("proved"),
            Settled::Refuted { x, y } => NotProved::Refuted { x: x.clone(), y: y.clone() }.fmt(f),
            Settled::Doubted { x, y, checker } => write!(
                f,
                "not decided: the planner finds that the claim contradicts the rules at ({x}, {y}), and the checker, whose \
                 word counts, was stopped: {checker}"
            ),
            Settled::Undecided(reason) => write!(f, "not decided: {reason}"),
        }
    }
}

/// Puts together what the planner and the checker say. The checker alone can prove or refute.
///
/// # Errors
/// If one says proved and the other refuted.
pub fn reconcile(
    claim: &Certificate,
    planner: Result<Decision, Undecided>,
    checker: Result<Proved, NotProved>,
) -> Result<Settled, Box<Disagreement>> {
    let fault = |planner: String, checker: String| {
        let (rules, certificate) = (claim.rules().to_string(), claim.to_string());
        Err(Box::new(Disagreement { rules, certificate, planner, checker }))
    };
    match (planner, checker) {
        (Ok(Decision::Proved), Err(refuted @ NotProved::Refuted { .. })) => {
            fault("proved".to_owned(), refuted.to_string())
        }
        (Ok(Decision::Refuted { x, y }), Ok(_)) => {
            fault(NotProved::Refuted { x, y }.to_string(), "proved".to_owned())
        }
        (Ok(Decision::Refuted { x, y }), Err(NotProved::Undecided(checker))) => {
            Ok(Settled::Doubted { x, y, checker })
        }
        (_, Ok(proved)) => Ok(Settled::Proved(proved)),
        (_, Err(NotProved::Refuted { x, y })) => Ok(Settled::Refuted { x, y }),
        (_, Err(NotProved::Undecided(reason))) => Ok(Settled::Undecided(reason)),
    }
}

/// Decides a claim by the planner, which is quick, and by the checker.
///
/// # Errors
/// If they contradict each other.
pub fn decide(
    rules: &Ruleset,
    numeration: &Numeration,
    dfa: &Dfa,
    budget: &Budget,
) -> Result<Settled, Box<Disagreement>> {
    let Ok(claim) = Certificate::new(rules.clone(), numeration.clone(), dfa) else {
        return Ok(Settled::Undecided(Undecided::Rules("the automaton is not a set of pairs of numbers")));
    };
    let planner = sentence::decide(rules, numeration, dfa, &budget.named("planning"));
    let checker = Proved::new(claim.clone(), &budget.named("checking"));
    reconcile(&claim, planner, checker)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff_automata::System;
    use wythoff_budget::Limit;
    use wythoff_rules::Definition;

    fn claim(table: &[u32]) -> Certificate {
        let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n")
            .expect("parses")
            .bind_text("")
            .expect("no parameters");
        let base2 = Numeration::new(System::base(2)).expect("a numeration");
        Certificate::new(nim, base2, &Dfa::from_table(2, 2, table, &[1], &[0])).expect("pairs")
    }

    /// A planner that says the opposite of the truth is found out both ways, and nothing is proved.
    #[test]
    fn a_wrong_planner_is_an_internal_fault() {
        const DEAD: u32 = u32::MAX;
        let budget = Budget::default();
        let (right, wrong) = (claim(&[0, DEAD, DEAD, 0]), claim(&[0, DEAD, DEAD, DEAD]));
        let check = |claim: &Certificate| Proved::new(claim.clone(), &budget);
        let at = Decision::Refuted { x: 1u8.into(), y: 1u8.into() };
        let fault = reconcile(&wrong, Ok(Decision::Proved), check(&wrong)).expect_err("a fault");
        assert_eq!(fault.planner, "proved");
        assert_eq!(fault.checker, "refuted: the claim contradicts the rules at (1, 1)");
        for part in ["move rook: s = 0 or t = 0", "\"numeration\": \"base(2)\"", "planner: proved"] {
            assert!(fault.report().contains(part), "{part}: {}", fault.report());
        }
        let fault = reconcile(&right, Ok(at.clone()), check(&right)).expect_err("a fault");
        assert_eq!(fault.checker, "proved");
        assert_eq!(fault.certificate, right.to_string());
        // Limits are no disagreement, and the planner's word alone proves nothing.
        let limit = || Undecided::Limit(Limit::Time);
        let settled = reconcile(&right, Err(limit()), check(&right)).expect("no fault");
        assert!(matches!(settled, Settled::Proved(_)));
        let unchecked = reconcile(&right, Ok(Decision::Proved), Err(limit().into())).expect("no fault");
        assert_eq!(unchecked, Settled::Undecided(limit()));
        // Nor does it refute anything.
        let doubted = reconcile(&wrong, Ok(at), Err(limit().into())).expect("no fault");
        assert!(matches!(doubted, Settled::Doubted { .. }));
        let words = "not decided: the planner finds that the claim contradicts the rules at (1, 1), and the checker, whose \
                     word counts, was stopped: the time is up";
        assert_eq!(doubted.to_string(), words);
    }
}
