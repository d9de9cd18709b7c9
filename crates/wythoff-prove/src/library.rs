//! Certificates that come with the library, and tails that are found when asked for, as solutions for piles of any
//! size.
//!
//! The certificates are the files of `certificates/` for games that no theorem of the papers covers
//! ([`shipped`](crate::shipped)). Each is checked in full by a test of this project, and the answer says so.
//!
//! For any other game a periodic [`tail`](super::tail) is looked for in its first columns. It counts only if it is
//! proved, which for most games that have one takes milliseconds; the work is bounded, and for a game without a tail
//! nothing is lost.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_number::parse_natural;
//! use wythoff_rules::{Game, Position};
//! use wythoff_prove::AllWays;
//! use wythoff_solve::MethodUsed;
//! let ways = AllWays::of(Game::named("W^4")?);
//! let position = Position::new(vec![parse_natural("10^500")?, parse_natural("3*10^500")?]);
//! let answer = ways.ask(&position, &[], &Budget::default())?;
//! assert_eq!(answer.method, MethodUsed::Automaton);
//! assert!(answer.winning_moves.len() >= 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::Undecided;
use super::answer::Answers;
use super::beams::answer::{BeamAnswers, NoBeamAnswer};
use super::listed::Listed;
use super::tail::TailCertificate;
use super::tail::answer::TailAnswers;
use super::tail::guess::{Finding, find};
use super::tail::listing::TailList;
use crate::shipped;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wythoff_budget::{Budget, Limit};
use wythoff_check::{AnyCertificate, Checked, Proved};
use wythoff_number::{Natural, counted};
use wythoff_rules::position::Outcome;
use wythoff_rules::{Play, Ruleset, Twist};
use wythoff_solve::Ground;
use wythoff_solve::beatty::same_rules;

/// A tail is looked for in this many columns; and in the second number of them, if the first repeat but not for long enough.
const COLUMNS: [u64; 2] = [4_096, 32_768];
/// How often the search and the proof of a tail may ask whether to go on, and the bytes they may take.
const PATIENCE: u32 = 200_000;
const BYTES: u64 = 1 << 28;

/// A proved game as a solution.
#[derive(Debug)]
pub struct ProvedGame {
    pub(super) solution: Solution,
    pub(super) ruleset: Ruleset,
    pub(super) ground: Ground,
}

#[derive(Debug)]
pub(super) enum Solution {
    Automaton(Box<Answers>),
    Tail(Box<TailAnswers>),
    Beams(Arc<BeamAnswers>),
}

/// Why a certificate cannot answer for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It is about other rules.
    #[error("it is about another game, {0:?}")]
    OtherGame(String),
    /// The same, with the title of this game: other values of its parameters, mostly.
    #[error("it is about another game, which is called {0:?} as well but has other rules")]
    OtherRules(String),
    /// The rules could not be made ready for questions.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// The beams could not be made ready for questions.
    #[error(transparent)]
    Beams(#[from] NoBeamAnswer),
    /// The start before a tail could not be solved again.
    #[error("the columns before the tail could not be solved")]
    Start,
}

impl ProvedGame {
    /// A proved claim as the solution of a game; `name` says where it is from.
    ///
    /// # Errors
    /// If it is not about this game, or the game is not one that certificates answer for.
    pub fn new(ruleset: &Ruleset, proved: &Proved, name: &str) -> Result<ProvedGame, Unusable> {
        let rules = proved.rules();
        let same_text = Ruleset { title: ruleset.title.clone(), ..rules.clone() } == *ruleset;
        if !same_text && !same_rules(ruleset, rules) {
            let title = rules.title.clone();
            let namesake = title == ruleset.title;
            return Err(if namesake { Unusable::OtherRules(title) } else { Unusable::OtherGame(title) });
        }
        let (solution, claim) = solution(proved)?;
        let checked = match proved.checked() {
            Checked::Here => "",
            Checked::InTests => ", checked when this program was tested",
        };
        let ground = Ground::Certificate(format!("{name}, proved for all sizes{checked}: {claim}"));
        Ok(ProvedGame { solution, ruleset: ruleset.clone(), ground })
    }

    /// A claim about these rules that was found and proved when it was asked for.
    pub(super) fn found(ruleset: &Ruleset, proved: &Proved) -> Result<ProvedGame, Unusable> {
        let (solution, claim) = solution(proved)?;
        let ground = Ground::Certificate(format!("found and proved for all sizes when asked for: {claim}"));
        Ok(ProvedGame { solution, ruleset: ruleset.clone(), ground })
    }

    /// The certificate of the library for this game, recognised by what the rules mean, or a tail that is found and
    /// proved now.
    #[must_use]
    pub fn find(ruleset: &Ruleset) -> Option<ProvedGame> {
        if ruleset.imitation.is_some()
            || ruleset.play == Play::Misere
            || matches!(ruleset.twist, Twist::Comply(_))
        {
            return None;
        }
        let same = |rules: &Ruleset| same_rules(ruleset, rules);
        if let Some((name, proved)) = shipped::find(same).or_else(|| shipped::find_beams(same)) {
            return ProvedGame::new(ruleset, &proved, &format!("certificates/{name}.json")).ok();
        }
        ProvedGame::found(ruleset, &quick_tail(ruleset)?).ok()
    }

    /// Who wins; `None` if there is no such square.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn outcome(
        &self,
        x: &Natural,
        y: &Natural,
        budget: &Budget,
    ) -> Result<Option<Outcome>, NoBeamAnswer> {
        Ok(match &self.solution {
            Solution::Automaton(answers) if !answers.exists(x, y) => None,
            Solution::Automaton(answers) => Some(Outcome::p_if(answers.is_p(x, y))),
            Solution::Tail(answers) => Some(Outcome::p_if(answers.is_p(x, y))),
            Solution::Beams(answers) if !answers.exists(x, y) => None,
            Solution::Beams(answers) => Some(Outcome::p_if(answers.is_p(x, y, budget)?)),
        })
    }

    /// Calls `look` with all squares of a window that are no N-positions, with `None` where there is no square; `false` if that is not told at once.
    pub(super) fn each_but_n(
        &self,
        columns: &[Natural],
        rows: &[Natural],
        budget: &Budget,
        mut look: impl FnMut(usize, usize, Option<Outcome>),
    ) -> Result<bool, Limit> {
        match &self.solution {
            Solution::Automaton(answers) if answers.has_all_squares() => {
                answers.each_p(columns, rows, budget, |i, j| look(i, j, Some(Outcome::P))).map(|()| true)
            }
            Solution::Beams(answers) => match answers.window(columns, rows, budget) {
                Ok(p) => {
                    p.into_iter().for_each(|(i, j)| look(i, j, Some(Outcome::P)));
                    let is_missing = |n: &Natural| !answers.exists(n, n);
                    let missing: Vec<bool> = rows.iter().map(is_missing).collect();
                    for (i, column) in columns.iter().map(is_missing).enumerate() {
                        let gone = missing.iter().enumerate().filter(|(_, row)| column || **row);
                        gone.for_each(|(j, _)| look(i, j, None));
                    }
                    Ok(true)
                }
                Err(NoBeamAnswer::Limit(limit)) => Err(limit),
                Err(_) => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// The P-positions in order; with `half` only those with `x <= y`. Beams are known on that half only.
    pub(super) fn listed(&self, half: bool, budget: &Budget) -> Result<Option<Listed>, Limit> {
        Ok(match &self.solution {
            Solution::Automaton(answers) => Some(Listed::of_automaton(answers, half, budget)?),
            Solution::Tail(answers) => Some(Listed::Tail(Box::new(TailList::new(answers, half)))),
            Solution::Beams(answers) => half.then(|| Listed::Beams(Arc::clone(answers))),
        })
    }
}

/// A tail of a game that can be found and proved with little work.
fn quick_tail(ruleset: &Ruleset) -> Option<Proved> {
    let asked = AtomicU32::new(0);
    let budget = Budget::default()
        .with_memory(BYTES)
        .with_guard(move || (asked.fetch_add(1, Ordering::Relaxed) > PATIENCE).then_some(Limit::Time));
    for columns in COLUMNS {
        match find(ruleset, columns, &budget) {
            Ok(Finding::Tail(claim)) => return Proved::new(*claim, &budget).ok(),
            Ok(Finding::Short { .. }) => {}
            _ => return None,
        }
    }
    None
}

/// A claim ready for questions, and what it says in a few words.
fn solution(proved: &Proved) -> Result<(Solution, String), Unusable> {
    Ok(match proved.certificate() {
        AnyCertificate::Grundy(_) => solution(&proved.of_p_positions())?,
        AnyCertificate::Automaton(certificate) => {
            let numeration = certificate.numeration().system().name();
            let claim =
                format!("an automaton of {} in {numeration}", counted(certificate.table().states(), "state"));
            (Solution::Automaton(Box::new(Answers::new(proved, &Budget::default())?)), claim)
        }
        AnyCertificate::Tail(tail) => {
            let answers = TailAnswers::new(proved).ok_or(Unusable::Start)?;
            (Solution::Tail(Box::new(answers)), describe(tail))
        }
        AnyCertificate::Beams(beams) => {
            let answers = BeamAnswers::new(proved, &Budget::default())?;
            let number = match beams.outer.len() {
                0 => "one beam".to_owned(),
                outer => format!("{} beams", outer + 1),
            };
            let claim = format!(
                "from column {} on, all P-positions are in {number}; windows of columns down to the start",
                beams.start
            );
            (Solution::Beams(Arc::new(answers)), claim)
        }
    })
}

fn describe(claim: &TailCertificate) -> String {
    let (start, period) = (claim.start, claim.period());
    let from = if claim.below.is_some() { "column and row" } else { "column" };
    format!("from {from} {start} on, the P-positions repeat with period {period}")
}
