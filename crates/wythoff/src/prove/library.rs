//! Certificates that come with the library, and tails that are found when asked for, as solutions for piles of any
//! size.
//!
//! The certificates are the files of `certificates/` for games that no theorem of the papers covers
//! ([`shipped`](crate::check::shipped)). Each is checked in full by a test of this project, and the answer says so.
//!
//! For any other game a periodic [`tail`](super::tail) is looked for in its first columns. It counts only if it is
//! proved, which for most games that have one takes milliseconds; the work is bounded, and for a game without a tail
//! nothing is lost.
//!
//! ```
//! use wythoff::{Budget, Game, MethodUsed, Position, Ways, number::parse_natural};
//! let ways = Ways::of(Game::named("W^4")?);
//! let position = Position::new(vec![parse_natural("10^500")?, parse_natural("3*10^500")?]);
//! let answer = ways.ask(&position, &[], &Budget::default())?;
//! assert_eq!(answer.method, MethodUsed::Automaton);
//! assert!(answer.winning_moves.len() >= 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::Undecided;
use super::answer::{Answers, Found};
use super::tail::TailCertificate;
use super::tail::answer::TailAnswers;
use super::tail::guess::{Finding, find};
use crate::budget::{Budget, Limit};
use crate::check::{AnyCertificate, Checked, Proved, shipped};
use crate::game::Game;
use crate::number::Natural;
use crate::position::{Outcome, Position};
use crate::rules::{Play, Ruleset, Twist};
use crate::solve::beatty::same_rules;
use crate::solve::stream::Stream;
use crate::solve::way::{Frame, Method, Pane, Reach, Solution as Solved, Way, cannot};
use crate::solve::{Answer, Ground, MethodUsed, SolveError};
use dashu_int::ops::BitTest as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Most P-options that are listed.
const MOST: usize = 10_000;

/// The time that an automaton needs grows with the square of the number of digits, because digits have to be found first; piles
/// have at most this many bits, about 10,000 decimal digits.
const LONGEST: usize = 33_220;

/// A tail is looked for in this many columns; and in the second number of them, if the first repeat but not for long enough.
const COLUMNS: [u64; 2] = [4_096, 32_768];
/// How often the search and the proof of a tail may ask whether to go on, and the bytes they may take.
const PATIENCE: u32 = 200_000;
const BYTES: u64 = 1 << 28;

/// A proved game as a solution.
#[derive(Debug)]
pub struct ProvedGame {
    solution: Solution,
    ruleset: Ruleset,
    ground: Ground,
}

#[derive(Debug)]
enum Solution {
    Automaton(Box<Answers>),
    Tail(Box<TailAnswers>),
}

/// Why a certificate cannot answer for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It is about other rules.
    #[error("it is about another game, {0:?}")]
    OtherGame(String),
    /// What to propose in a comply game is not found by walking automata.
    #[error("answers from certificates are for games without comply")]
    Comply,
    /// The rules could not be made ready for questions.
    #[error(transparent)]
    Undecided(#[from] Undecided),
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
            return Err(Unusable::OtherGame(rules.title.clone()));
        }
        if matches!(ruleset.twist, Twist::Comply(_)) {
            return Err(Unusable::Comply);
        }
        let (solution, claim) = match proved.certificate() {
            AnyCertificate::Automaton(certificate) => {
                let numeration = certificate.numeration().system().name();
                let claim =
                    format!("an automaton of {} states in {numeration}", certificate.table().states());
                (Solution::Automaton(Box::new(Answers::new(proved, &Budget::default())?)), claim)
            }
            AnyCertificate::Tail(tail) => {
                let answers = TailAnswers::new(proved).ok_or(Unusable::Start)?;
                (Solution::Tail(Box::new(answers)), describe(tail))
            }
        };
        let checked = match proved.checked() {
            Checked::Here => "",
            Checked::InTests => ", checked when this program was tested",
        };
        let ground = Ground::Certificate(format!("{name}, proved for all sizes{checked}: {claim}"));
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
        if let Some((name, proved)) = shipped::find(|rules| same_rules(ruleset, rules)) {
            return ProvedGame::new(ruleset, &proved, &format!("certificates/{name}.json")).ok();
        }
        let proved = quick_tail(ruleset)?;
        let ground = format!("found and proved for all sizes when asked for: {}", describe(proved.tail()?));
        let solution = Solution::Tail(Box::new(TailAnswers::new(&proved)?));
        Some(ProvedGame { solution, ruleset: ruleset.clone(), ground: Ground::Certificate(ground) })
    }

    /// Everything about a position.
    ///
    /// # Errors
    /// A position of other than two piles, or a square that does not exist.
    pub fn answer(&self, position: &Position) -> Result<Answer, SolveError> {
        let [x, y] = position.piles() else {
            let (game, found) = (self.ruleset.title.clone(), position.piles().len());
            return Err(SolveError::Piles { game, expected: 2, found });
        };
        if let Solution::Automaton(_) = &self.solution
            && (x.bit_len() > LONGEST || y.bit_len() > LONGEST)
        {
            return Err(SolveError::TooLarge {
                wanted: format!("the position {}", position.shortened()),
                possible: "by automaton a position with piles of up to 10,000 digits".to_owned(),
            });
        }
        if let Solution::Automaton(answers) = &self.solution
            && !answers.exists(x, y)
        {
            return Err(SolveError::NoSquare {
                game: self.ruleset.title.clone(),
                position: position.clone(),
            });
        }
        let (is_p, options, method) = match &self.solution {
            Solution::Automaton(answers) => {
                let found = answers.options(x, y, true, MOST + 1).into_iter();
                (answers.is_p(x, y), found.map(|Found { x, y, .. }| (x, y)).collect(), MethodUsed::Automaton)
            }
            Solution::Tail(answers) => {
                (answers.is_p(x, y), answers.options(x, y, MOST + 1), MethodUsed::Tail)
            }
        };
        let outcome = Outcome::p_if(is_p);
        let mut squares: Vec<Position> =
            options.into_iter().map(|(x, y)| Position::new(vec![x, y])).collect();
        squares.sort();
        let reason = (squares.len() > MOST).then(|| {
            squares.truncate(MOST);
            format!("more than {MOST} P-positions are among the options; only the first {MOST} are listed")
        });
        let (winning_moves, block) = match outcome {
            Outcome::N => (squares, Vec::new()),
            Outcome::P => (Vec::new(), squares),
        };
        Ok(Answer {
            position: position.clone(),
            outcome,
            winning_moves,
            block,
            propose: Vec::new(),
            all_but: None,
            terminal: self.is_terminal(x, y)?,
            options: None,
            reason,
            method,
            ground: self.ground.clone(),
        })
    }

    /// Who wins; `None` if there is no such square.
    #[must_use]
    pub fn outcome(&self, x: &Natural, y: &Natural) -> Option<Outcome> {
        match &self.solution {
            Solution::Automaton(answers) if !answers.exists(x, y) => None,
            Solution::Automaton(answers) => Some(Outcome::p_if(answers.is_p(x, y))),
            Solution::Tail(answers) => Some(Outcome::p_if(answers.is_p(x, y))),
        }
    }

    /// Can the previous player leave no move? Only with few tokens.
    fn is_terminal(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x <= 100 && y <= 100 => {
                crate::solve::exhaustive::is_terminal(&self.ruleset, x, y)
            }
            _ => Ok(false),
        }
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

fn describe(claim: &TailCertificate) -> String {
    let (start, period) = (claim.start, claim.period());
    format!("from column {start} on, the P-positions repeat with period {period}")
}

/// Automata and tails that certificates prove, at any size.
#[derive(Clone, Copy, Debug)]
pub struct ByCertificate;

const NO_LISTS: &str = "automata answer questions about positions, not lists";

impl Way for ByCertificate {
    fn method(&self) -> Method {
        Method::Automaton
    }

    fn suits(&self, game: &Game, position: &Position) -> bool {
        game.ruleset().is_some() && !position.is_small()
    }

    fn suits_lists(&self, _: &Game) -> bool {
        false
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solved>, String> {
        let proved = game.ruleset().and_then(ProvedGame::find);
        let proved = proved.ok_or("no certificate that comes with the program is about it")?;
        Ok(Box::new(Certified { game: Arc::clone(game), proved }))
    }
}

#[derive(Debug)]
struct Certified {
    game: Arc<Game>,
    proved: ProvedGame,
}

impl Solved for Certified {
    fn reach(&self) -> Reach {
        Reach::AnySize
    }

    fn ask(&self, position: &Position, _: &[Position], _: &Budget) -> Result<Answer, SolveError> {
        self.proved.answer(position)
    }

    fn list_to(&self, _: u32, _: &Budget) -> Result<Vec<Position>, SolveError> {
        Err(cannot(&self.game, Method::Automaton, NO_LISTS))
    }

    fn list_from(&self, _: &Natural, _: usize, _: &Budget) -> Result<Vec<Position>, SolveError> {
        Err(cannot(&self.game, Method::Automaton, NO_LISTS))
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        Err(cannot(&self.game, Method::Automaton, NO_LISTS))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        Pane::fill(frame, budget, |i, j| {
            if i % 16 == 0 {
                budget.poll()?;
            }
            let (x, y) = (&frame.x + Natural::from(i), &frame.y + Natural::from(j));
            Ok(self.proved.outcome(&x, &y))
        })
    }
}
