//! A game on two piles as a picture, in data: the squares of a window and what each of them is at this turn.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_play::{Match, Setup, SquareRole};
//! use wythoff_rules::{Game, Position};
//! let game = Match::new(Game::named("WN")?, Setup::new(Position::small(&[2, 3])), &Budget::default())?;
//! let board = game.board(&game.window(10, 10).unwrap(), false)?;
//! assert_eq!((board.width, board.height), (3, 4));
//! assert_eq!(board.square(2, 3).unwrap().role, SquareRole::Here);
//! let square = board.square(1, 2).unwrap();
//! assert_eq!((square.role, square.kinds.as_slice(), square.outcome), (SquareRole::Open, &[1][..], None));
//! assert_eq!(board.kinds, ["rook", "bishop"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::act::Illegal;
use super::facts::Facts;
use super::far::is_legal;
use super::place::Place;
use super::stage::{Now, Stage};
use super::turn::Standing;
use serde::Serialize;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::Twist;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::SolveError;
use wythoff_solve::way::{Frame, Method, Pane};

/// What a square is at this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SquareRole {
    /// Where the game stands.
    Here,
    /// An option that can be chosen: moved to, forbidden or proposed, whatever the turn is for.
    Open,
    /// An option that the opponent proposed, and that can be moved to.
    Proposed,
    /// An option that the opponent has forbidden.
    Forbidden,
    /// An option that the opponent has not proposed.
    NotProposed,
    /// It is asked what to forbid, and this option is in no class that may be.
    Protected,
    /// A move by the rules, but just now it would imitate the last one.
    Imitates,
    /// The rules have no such square.
    Missing,
    /// Any other square.
    Other,
}

impl SquareRole {
    fn of(standing: Standing, proposed: bool) -> SquareRole {
        match standing {
            Standing::Open if proposed => SquareRole::Proposed,
            Standing::Open => SquareRole::Open,
            Standing::Forbidden => SquareRole::Forbidden,
            Standing::NotProposed => SquareRole::NotProposed,
            Standing::Protected => SquareRole::Protected,
        }
    }
}

/// A square of a board that is being played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardSquare {
    /// What it is at this turn.
    pub role: SquareRole,
    /// The kinds of move that lead there, by their place in [`BoardView::kinds`].
    pub kinds: Vec<usize>,
    /// Who wins there, where that was asked for and is known.
    pub outcome: Option<Outcome>,
}

/// A window of the board at this turn. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardView {
    /// Where the game stands.
    pub here: Position,
    /// The lower left square.
    pub corner: Position,
    /// How many columns: the first pile grows to the right.
    pub width: u32,
    /// How many rows: the second pile grows upwards.
    pub height: u32,
    /// What the rules call their moves.
    pub kinds: Vec<String>,
    /// All squares, row by row from the lowest.
    pub squares: Vec<BoardSquare>,
}

impl BoardView {
    /// The i-th square from the left in the j-th row from below.
    #[must_use]
    pub fn square(&self, i: u32, j: u32) -> Option<&BoardSquare> {
        let at = j as usize * self.width as usize + i as usize;
        if i < self.width { self.squares.get(at) } else { None }
    }
}

/// The largest window with the position at its upper right, and the whole board below it where that fits; `None` for
/// games that are not on two piles.
pub(crate) fn window(position: &Position, columns: u32, rows: u32) -> Option<Frame> {
    let [x, y] = position.piles() else { return None };
    let side = |pile: &Natural, most: u32| {
        let whole = u32::try_from(pile).ok().and_then(|n| n.checked_add(1)).unwrap_or(u32::MAX);
        let shown = whole.min(most.max(1));
        (pile - Natural::from(shown - 1), shown)
    };
    let ((x, width), (y, height)) = (side(x, columns), side(y, rows));
    Some(Frame { x, y, width, height })
}

/// The squares of a window at this turn.
pub(crate) fn view(
    facts: &Facts,
    now: &Now,
    steps: &[Position],
    frame: &Frame,
    solution: bool,
    budget: &Budget,
) -> Result<BoardView, SolveError> {
    let here = now.place.position();
    let kinds = facts.all_kinds();
    // With memory a square alone does not tell who wins there.
    let solved = solution && !facts.game.has_memory();
    let pane = if solved { Some(facts.ways.window(Method::Auto, frame, budget)?) } else { None };
    let eye = Eye { facts, now, steps, listed: listed(&now.place), kinds: &kinds, budget };
    let mut squares = Vec::new();
    for j in 0..frame.height {
        for i in 0..frame.width {
            let at = Position::new(vec![&frame.x + Natural::from(i), &frame.y + Natural::from(j)]);
            let mut square = eye.square(&here, &at);
            square.outcome = match &pane {
                Some(pane) => Pane::outcome(pane, i, j),
                None if solution => eye.outcome(&at),
                None => None,
            };
            squares.push(square);
            budget.poll()?;
        }
    }
    let corner = Position::new(vec![frame.x.clone(), frame.y.clone()]);
    Ok(BoardView { here, corner, width: frame.width, height: frame.height, kinds, squares })
}

/// All options, and the outcomes of those that have one; `None` if they are not listed.
type Listed = Option<Vec<(Position, Option<Outcome>)>>;

fn listed(place: &Place) -> Listed {
    match place {
        Place::Board { choices, .. } => {
            Some(choices.iter().map(|c| (c.state.position(), Some(c.outcome))).collect())
        }
        Place::Far { .. } => Some(place.options()?.into_iter().map(|(to, _)| (to, None)).collect()),
    }
}

/// What is looked at.
struct Eye<'a> {
    facts: &'a Facts,
    now: &'a Now,
    steps: &'a [Position],
    listed: Listed,
    kinds: &'a [String],
    budget: &'a Budget,
}

impl Eye<'_> {
    fn square(&self, here: &Position, at: &Position) -> BoardSquare {
        let plain = |role| BoardSquare { role, kinds: Vec::new(), outcome: None };
        if here == at {
            return plain(SquareRole::Here);
        }
        let signature = match self.facts.signature(here, at) {
            Ok(signature) => signature,
            Err(Illegal::NoSquare { .. }) => return plain(SquareRole::Missing),
            Err(_) => return plain(SquareRole::Other),
        };
        let remembered = match &self.listed {
            Some(list) => list.iter().any(|(to, _)| to == at),
            None => is_legal(self.facts, self.steps, at, self.budget),
        };
        let role = match remembered {
            true => self.role(at, signature),
            false => SquareRole::Imitates,
        };
        let names = self.facts.kinds(here, at);
        let kinds = (0..self.kinds.len()).filter(|k| names.contains(&self.kinds[*k])).collect();
        BoardSquare { role, kinds, outcome: None }
    }

    fn role(&self, at: &Position, signature: u8) -> SquareRole {
        match (&self.now.stage, &self.facts.twist) {
            (Stage::Move { forbidden, proposed }, _) => {
                SquareRole::of(standing_to_move(at, forbidden, proposed.as_deref()), proposed.is_some())
            }
            (Stage::Twist, Twist::Block(_)) if !self.facts.can_forbid(&[signature]) => SquareRole::Protected,
            (Stage::Twist, _) => SquareRole::Open,
            // All that would be an option was forbidden.
            (Stage::Over(_), _) => SquareRole::Forbidden,
        }
    }

    /// Who wins at an option or here, with what is remembered.
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if *at == self.now.place.position() {
            return self.now.place.answer().ok().map(|answer| answer.outcome);
        }
        self.listed.as_ref()?.iter().find(|(to, _)| to == at).and_then(|(_, outcome)| *outcome)
    }
}

/// What can be done with an option by the player to move.
pub(crate) fn standing_to_move(
    to: &Position,
    forbidden: &[Position],
    proposed: Option<&[Position]>,
) -> Standing {
    match proposed {
        Some(list) if !list.contains(to) => Standing::NotProposed,
        _ if forbidden.contains(to) => Standing::Forbidden,
        _ => Standing::Open,
    }
}
