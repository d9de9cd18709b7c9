//! What a search tried, how far each try came, and which came closest to a proof.
//!
//! A try that never made a guess is not one that fits: what is said about a guess is how far it was compared with solved
//! boards, column by column, and where it is wrong.
//!
//! ```
//! use wythoff_automata::System;
//! use wythoff_prove::tries::{Attempt, Compared, End, Try};
//! let mut attempt = Attempt::new(System::fibonacci(), 2_500);
//! attempt.end = End::WrongAt(700, 1133);
//! (attempt.depth, attempt.states) = (6, 12);
//! attempt.compared = Some(Compared { columns: 700, board: 2_500 });
//! let stopped = Try::Automaton(Attempt::new(System::base(2), 2_500));
//! let wrong = Try::Automaton(attempt);
//! assert_eq!(wrong.to_string(), "fib, board 2500, depth 6: a guess of 12 states is wrong at (700, 1133)");
//! assert!(wrong.promise() > stopped.promise());
//! ```

use super::Undecided;
use super::beams::NoBeams;
use super::tail::guess::NotTried;
use dashu_int::UBig;
use std::collections::BTreeMap;
use std::fmt;
use wythoff_automata::System;
use wythoff_budget::Limit;
use wythoff_number::counted;

/// How far one numeration came on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The numeration.
    pub system: System,
    /// The size of the board.
    pub board: u32,
    /// How deep the learner looked.
    pub depth: usize,
    /// The states of the last guess, or how many were found before learning stopped.
    pub states: usize,
    /// How far the last guess was compared with a solved board; nothing if there was no guess.
    pub compared: Option<Compared>,
    /// What came of it.
    pub end: End,
}

/// How far a guess agrees with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// It is right in all columns before this one.
    pub columns: u64,
    /// The size of the board: so many rows were compared.
    pub board: u64,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The sentence holds, and the checker has confirmed it.
    Proved,
    /// The board ran out before the automaton was complete.
    BoardTooSmall,
    /// The guess would have more states than allowed.
    TooManyStates,
    /// The last guess is wrong at this position of the board.
    WrongAt(u64, u64),
    /// The last guess fits the board, but it has nearly as many transitions as the board has P-positions.
    Overfitted,
    /// The last guess fits the board as far as it was compared, and the sentence fails at this position.
    Refuted(UBig, UBig),
    /// The last guess agrees with the board as far as it was compared, and the sentence was not decided.
    Undecided(Undecided),
    /// The planner has proved the last guess, and the checker was stopped.
    Unchecked(Undecided),
    /// The search was stopped before there was a guess.
    Stopped(Limit),
    /// The planner and the checker contradict each other about the last guess.
    Fault,
}

/// How far the search for a periodic tail came on some number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TailAttempt {
    /// How many columns were solved.
    pub columns: u64,
    /// What came of it.
    pub end: TailEnd,
}

/// How the search for beams ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamsAttempt {
    /// Why there are none; nothing if they are proved.
    pub end: Option<NoBeams>,
}

/// What came of the search for a tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TailEnd {
    /// The tail is proved.
    Proved,
    /// No period was found.
    NoPeriod,
    /// The last columns repeat from this one on with this period, but not yet for long enough.
    Short(u64, u64),
    /// The claim fits the columns and is wrong at this position.
    Refuted(UBig, UBig),
    /// The claim fits the columns and was not decided.
    Undecided(Undecided),
    /// Nothing was looked for.
    NotTried(NotTried),
}

impl Attempt {
    /// An attempt that has not begun.
    #[must_use]
    pub fn new(system: System, board: u32) -> Attempt {
        Attempt { system, board, depth: 0, states: 0, compared: None, end: End::BoardTooSmall }
    }

    /// Was there a guess?
    #[must_use]
    pub fn has_guess(&self) -> bool {
        self.compared.is_some()
    }

    /// Is this one of the squares that the last guess was compared on?
    fn is_on_board(&self, x: &UBig, y: &UBig) -> bool {
        self.compared.is_some_and(|c| *x < UBig::from(c.columns) && *y < UBig::from(c.board))
    }

    /// Was the last guess compared with a board to its end?
    #[must_use]
    pub fn is_compared(&self) -> bool {
        self.compared.is_some_and(|c| c.columns == c.board)
    }
}

/// Something that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Try {
    /// An automaton in a numeration.
    Automaton(Attempt),
    /// A periodic tail.
    Tail(TailAttempt),
    /// Beams with exact slopes.
    Beams(BeamsAttempt),
}

/// How close a try came to a proof: a kind, and how far it came within that kind. Greater is closer.
pub type Promise = (u8, u64, std::cmp::Reverse<usize>);

impl Try {
    /// How close it came to a proof.
    #[must_use]
    pub fn promise(&self) -> Promise {
        let far = |x: &UBig, y: &UBig| u64::try_from(x.max(y)).unwrap_or(u64::MAX);
        let (rank, far, states) = match self {
            Try::Beams(BeamsAttempt { end: None }) => (9, 0, 0),
            Try::Beams(_) => (2, 0, 0),
            Try::Tail(tail) => match &tail.end {
                TailEnd::Proved => (9, 0, 0),
                TailEnd::Undecided(_) => (6, tail.columns, 0),
                TailEnd::Refuted(x, y) => (5, far(x, y), 0),
                TailEnd::Short(start, _) => (4, tail.columns.saturating_sub(*start), 0),
                TailEnd::NoPeriod => (1, tail.columns, 0),
                TailEnd::NotTried(_) => (0, 0, 0),
            },
            Try::Automaton(attempt) => {
                let states = attempt.states;
                let compared = attempt.compared.map_or(0, |c| c.columns);
                match &attempt.end {
                    End::Proved => (9, 0, states),
                    End::Fault => (8, 0, states),
                    End::Unchecked(_) => (7, compared, states),
                    End::Undecided(_) if attempt.is_compared() => (6, compared, states),
                    // Compared with a part of the board, or with nothing: no more than a guess that is wrong somewhere.
                    End::Undecided(_) if compared > 0 => (2, compared, states),
                    End::Undecided(_) => (0, u64::from(attempt.board), states),
                    End::Refuted(x, y) => (5, far(x, y), states),
                    End::Overfitted => (3, compared, states),
                    End::WrongAt(x, y) => (2, *x.max(y), states),
                    End::TooManyStates | End::BoardTooSmall => (1, u64::from(attempt.board), states),
                    End::Stopped(_) => (0, u64::from(attempt.board), states),
                }
            }
        };
        (rank, far, std::cmp::Reverse(states))
    }

    /// What it tried, without how far it came: tries of one subject are told apart by their boards.
    fn subject(&self) -> String {
        match self {
            Try::Automaton(attempt) => attempt.system.name(),
            Try::Tail(_) => "periodic tail".to_owned(),
            Try::Beams(_) => "beams".to_owned(),
        }
    }

    /// What came of it in a few words, the same for all of a kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Try::Beams(BeamsAttempt { end: None }) => "proved",
            Try::Beams(_) => "beams not closed",
            Try::Tail(tail) => match tail.end {
                TailEnd::Proved => "proved",
                TailEnd::Undecided(_) => "not decided",
                TailEnd::Refuted(..) => "guesses fit the columns and are wrong farther out",
                TailEnd::Short(..) => "columns repeat, but not for long enough",
                TailEnd::NoPeriod => "columns do not repeat",
                TailEnd::NotTried(_) => "not looked for",
            },
            Try::Automaton(attempt) => match attempt.end {
                End::Proved => "proved",
                End::Fault => "contradictions of planner and checker",
                End::Unchecked(_) => "not checked to the end",
                End::Undecided(_) if attempt.is_compared() => "not decided",
                End::Undecided(_) => "stopped before a guess was compared",
                End::Refuted(ref x, ref y) if attempt.is_on_board(x, y) => {
                    "guesses fit the board, and the rules contradict them on it"
                }
                End::Refuted(..) => "guesses fit the board and are wrong farther out",
                End::Overfitted => "guesses nearly as large as the data",
                End::WrongAt(..) => "guesses wrong on the board",
                End::TooManyStates => "too many states",
                End::BoardTooSmall => "the board too small for a guess",
                End::Stopped(_) => "stopped before a guess",
            },
        }
    }
}

impl fmt::Display for Try {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Try::Automaton(attempt) => attempt.fmt(f),
            Try::Tail(attempt) => attempt.fmt(f),
            Try::Beams(BeamsAttempt { end: None }) => f.write_str("beams: proved"),
            Try::Beams(BeamsAttempt { end: Some(why) }) => write!(f, "beams: {why}"),
        }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attempt { system, board, depth, states, compared, end } = self;
        write!(f, "{}, board {board}, depth {depth}: ", system.name())?;
        let agrees = match compared {
            Some(Compared { columns, board }) if columns == board => {
                format!("agrees with a board of {board}")
            }
            Some(Compared { columns: 0, .. }) => "was not compared with the board any more".to_owned(),
            Some(Compared { columns, board }) => {
                format!(
                    "agrees with a board of {board} before column {columns}, and was not compared further"
                )
            }
            None => "was not compared with a board".to_owned(),
        };
        let guess = || format!("a guess of {}", counted(states, "state"));
        match end {
            End::Proved => write!(f, "{} is proved", guess()),
            End::BoardTooSmall => {
                write!(f, "the board ran out after {}, before there was a guess", counted(states, "state"))
            }
            End::TooManyStates => write!(f, "too many states: a guess would have more than {states}"),
            End::WrongAt(x, y) => write!(f, "{} is wrong at ({x}, {y})", guess()),
            End::Overfitted => {
                write!(f, "{} {agrees}, but is nearly as large as the data", guess())
            }
            End::Refuted(x, y) => {
                write!(f, "{} {agrees}, ", guess())?;
                match self.is_on_board(x, y) {
                    false => write!(f, "and is wrong farther out: the rules contradict it at ({x}, {y})"),
                    // Only a wrong board makes this possible.
                    true => write!(
                        f,
                        "but the rules contradict it at ({x}, {y}), which is on that board: please report this"
                    ),
                }
            }
            End::Undecided(reason) => write!(f, "{} {agrees}; not decided: {reason}", guess()),
            End::Unchecked(reason) => write!(
                f,
                "{} {agrees} and the planner finds no contradiction; not checked to the end: {reason}",
                guess()
            ),
            End::Stopped(limit) => write!(f, "no guess yet when it stopped: {limit}"),
            End::Fault => write!(f, "the planner and the checker contradict each other about {}", guess()),
        }
    }
}

impl fmt::Display for TailAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns;
        write!(f, "periodic tail, {}: ", counted(columns, "column"))?;
        match &self.end {
            TailEnd::Proved => write!(f, "proved"),
            TailEnd::NoPeriod => write!(f, "the columns do not repeat"),
            TailEnd::Short(start, period) => {
                write!(f, "the last columns repeat with period {period}, but only from column {start} on")
            }
            TailEnd::Refuted(x, y) => write!(f, "a guess fits the columns and is wrong at ({x}, {y})"),
            TailEnd::Undecided(reason) => write!(f, "a guess fits the columns; not decided: {reason}"),
            TailEnd::NotTried(reason) => write!(f, "not tried: {reason}"),
        }
    }
}

/// The tries of a search, those that came closest to a proof first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tries(Vec<Try>);

impl Tries {
    /// Sorts them.
    #[must_use]
    pub fn new(mut tries: Vec<Try>) -> Tries {
        tries.sort_by_key(|t| std::cmp::Reverse(t.promise()));
        Tries(tries)
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Try] {
        &self.0
    }

    /// The best few, one of each numeration, and the others in a line: how many there are of each kind.
    #[must_use]
    pub fn summary(&self, few: usize) -> (Vec<&Try>, Option<String>) {
        let (mut best, mut seen): (Vec<&Try>, Vec<String>) = (vec![], vec![]);
        let mut rest: BTreeMap<&'static str, usize> = BTreeMap::new();
        for one in &self.0 {
            if best.len() < few && !seen.contains(&one.subject()) {
                seen.push(one.subject());
                best.push(one);
            } else {
                *rest.entry(one.kind()).or_default() += 1;
            }
        }
        let total: usize = rest.values().sum();
        if total == 0 {
            return (best, None);
        }
        let mut kinds: Vec<(&str, usize)> = rest.into_iter().collect();
        kinds.sort_by_key(|&(kind, n)| (std::cmp::Reverse(n), kind));
        let kinds: Vec<String> = kinds.into_iter().map(|(kind, n)| format!("{kind} ({n})")).collect();
        let tries = if total == 1 { "try" } else { "tries" };
        (best, Some(format!("and {total} more {tries}: {}", kinds.join(", "))))
    }
}
