//! A game that can be asked about: of the rulebook, or from a rule text.

use crate::budget::Budget;
use crate::number::Natural;
use crate::piles::{PileGame, PileReference};
use crate::position::Position;
use crate::prove::library::ProvedGame;
use crate::rulebook::{self, Entry, EntryKind, PileEntry};
use crate::rules::{
    Atom, Block, Definition, Formula, ParameterValue, Relation, RuleErrors, Ruleset, Term, Twist, Var,
    class_is_possible, read_values,
};
use crate::solve::beatty::Theorem;
use crate::solve::exhaustive::{Exhaustive, State};
use crate::solve::memory_theorem::MemoryTheorem;
use crate::solve::rays::RayGame;
use crate::solve::{Answer, SolveError};
use std::sync::{Arc, OnceLock};

/// Why a game could not be had, or not be asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GameError {
    /// No game of this name.
    #[error("no game is called {name:?}{}", suggest(.suggestion.as_deref()))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        suggestion: Option<String>,
    },
    /// The rule text, or the parameters, are wrong.
    #[error("{0}")]
    Rules(#[from] RuleErrors),
    /// The question cannot be answered.
    #[error("{0}")]
    Solve(#[from] SolveError),
}

fn suggest(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(near) => format!("; did you mean {near:?}? `wythoff games` lists all"),
        None => "; `wythoff games` lists all".to_owned(),
    }
}

/// What a game consists of.
#[derive(Clone, Debug)]
pub enum GameKind {
    /// A two-pile ruleset.
    TwoPile(Box<Ruleset>),
    /// A game on n piles.
    Piles(PileGame),
}

/// A game with all its parameters.
///
/// ```
/// use wythoff::{Game, Position};
/// let game = Game::named("modular(k=2, m=3)")?;
/// assert_eq!(game.notation(), Some("2WN^(3)"));
/// assert_eq!(game.p_positions_to(7)?.len(), 4);
/// # Ok::<(), wythoff::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    name: String,
    notation: Option<String>,
    title: String,
    kind: GameKind,
    entry: Option<&'static Entry>,
    text: Option<String>,
    /// Looked for when first asked for.
    theorem: OnceLock<Option<Arc<Theorem>>>,
    memory_theorem: OnceLock<Option<MemoryTheorem>>,
    symmetric: OnceLock<bool>,
    proved: OnceLock<Option<Arc<ProvedGame>>>,
}

impl Game {
    /// A game of the rulebook, by notation (`W^4`) or by name with parameters (`blocking(k=4)`).
    ///
    /// # Errors
    /// An unknown name, or parameters that the game does not take.
    pub fn named(text: &str) -> Result<Game, GameError> {
        let Some(rulebook::Reference { entry, arguments }) = rulebook::find(text) else {
            let suggestion = rulebook::suggestion(text);
            return Err(GameError::Unknown { name: text.to_owned(), suggestion });
        };
        match &entry.kind {
            EntryKind::Text(rules) => {
                let definition = Definition::parse(&format!("rulebook/{}.game", entry.name), rules)?;
                Game::bound(&definition, entry.name, &arguments, Some(entry))
            }
            EntryKind::Piles(piles) => Game::on_piles(entry, piles, &arguments),
        }
    }

    /// A game from a rule text. `file` is what errors and answers call it; `arguments` gives values to its parameters.
    ///
    /// # Errors
    /// Problems in the text or with the parameters.
    pub fn from_text(file: &str, text: &str, arguments: &str) -> Result<Game, GameError> {
        let definition = Definition::parse(file, text)?;
        Game::bound(&definition, file, arguments, None)
    }

    fn bound(
        definition: &Definition,
        name: &str,
        arguments: &str,
        entry: Option<&'static Entry>,
    ) -> Result<Game, GameError> {
        let values = definition.values(arguments)?;
        let ruleset = definition.bind(&values)?;
        let in_order: Vec<(String, String)> = definition
            .parameters()
            .iter()
            .filter_map(|p| Some((p.name.clone(), values.get(&p.name)?.to_string())))
            .collect();
        let notation = entry.and_then(|e| rulebook::write_notation(e, &in_order));
        let pairs: Vec<String> = in_order.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let name = if pairs.is_empty() { name.to_owned() } else { format!("{name}({})", pairs.join(",")) };
        Ok(Game {
            name,
            notation,
            title: ruleset.title.clone(),
            kind: GameKind::TwoPile(Box::new(ruleset)),
            entry,
            text: Some(definition.text().to_owned()),
            theorem: OnceLock::new(),
            memory_theorem: OnceLock::new(),
            symmetric: OnceLock::new(),
            proved: OnceLock::new(),
        })
    }

    fn on_piles(entry: &'static Entry, piles: &PileEntry, arguments: &str) -> Result<Game, GameError> {
        let names: &[&str] = if piles.fixed.is_some() { &[] } else { &["piles"] };
        let values = read_values(names, piles.title, arguments)?;
        let count = match (piles.fixed, values.get("piles")) {
            (Some(count), _) => count,
            (None, Some(ParameterValue::Integer(n))) => usize::try_from(n.clone()).unwrap_or(usize::MAX),
            (None, Some(ParameterValue::Real(_)) | None) => {
                let text = format!("{} needs a number of piles: {}(piles=3)", entry.name, entry.name);
                return Err(SolveError::NumberOfPiles(text).into());
            }
        };
        let game = PileGame::new(piles.rule, count)?;
        let name = match piles.fixed {
            Some(_) => entry.name.to_owned(),
            None => format!("{}(piles={count})", entry.name),
        };
        Ok(Game {
            name,
            notation: None,
            title: piles.title.to_owned(),
            kind: GameKind::Piles(game),
            entry: Some(entry),
            text: None,
            theorem: OnceLock::new(),
            memory_theorem: OnceLock::new(),
            symmetric: OnceLock::new(),
            proved: OnceLock::new(),
        })
    }

    /// Its name with parameters, such as `modular(k=2,m=3)`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How papers write it.
    #[must_use]
    pub fn notation(&self) -> Option<&str> {
        self.notation.as_deref()
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its entry in the rulebook, if it has one.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        self.entry
    }

    /// The rule text as written, with its parameters; `None` for games on n piles.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What it consists of.
    #[must_use]
    pub fn kind(&self) -> &GameKind {
        &self.kind
    }

    /// The two-pile ruleset, if it is one.
    #[must_use]
    pub fn ruleset(&self) -> Option<&Ruleset> {
        match &self.kind {
            GameKind::TwoPile(ruleset) => Some(ruleset),
            GameKind::Piles(_) => None,
        }
    }

    /// How many piles it is played on.
    #[must_use]
    pub fn piles(&self) -> usize {
        match &self.kind {
            GameKind::TwoPile(_) => 2,
            GameKind::Piles(game) => game.piles,
        }
    }

    /// Does it matter how a position came about?
    #[must_use]
    pub fn has_memory(&self) -> bool {
        match &self.kind {
            GameKind::TwoPile(ruleset) => ruleset.imitation.is_some(),
            GameKind::Piles(game) => game.rule.has_memory(),
        }
    }

    /// Are positions that differ only in the order of the piles alike? Then only x ≤ y (≤ z …) is listed.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        *self.symmetric.get_or_init(|| match &self.kind {
            GameKind::TwoPile(ruleset) => {
                ruleset.is_symmetric() || RayGame::recognise(ruleset).is_ok_and(|rays| rays.is_symmetric())
            }
            GameKind::Piles(_) => true,
        })
    }

    /// The theorem that describes its P-positions at any size, if one does.
    #[must_use]
    pub fn theorem(&self) -> Option<&Theorem> {
        self.theorem.get_or_init(|| self.ruleset().and_then(Theorem::recognise).map(Arc::new)).as_deref()
    }

    /// The automaton that is proved to describe its P-positions at any size, if one comes with the library.
    #[must_use]
    pub fn proved_game(&self) -> Option<&ProvedGame> {
        self.proved.get_or_init(|| self.ruleset().and_then(ProvedGame::find).map(Arc::new)).as_deref()
    }

    /// The theorem for games with memory, at any size.
    #[must_use]
    pub fn memory_theorem(&self) -> Option<&MemoryTheorem> {
        self.memory_theorem.get_or_init(|| self.ruleset().and_then(MemoryTheorem::recognise)).as_ref()
    }

    /// Everything about a position. `history` gives the positions before it, oldest first, for games with memory.
    ///
    /// A theorem answers where there is one, at any size; otherwise the definition of play, computed by the quickest
    /// solver that can do it (see [`methods`](crate::solve::methods)).
    ///
    /// # Errors
    /// The wrong number of piles, a square that does not exist, an illegal history, a computation that is too large.
    pub fn ask(&self, position: &Position, history: &[Position]) -> Result<Answer, GameError> {
        self.right_piles(history.iter().chain([position]))?;
        if let Some(theorem) = self.memory_theorem() {
            let steps: Vec<Position> = history.iter().chain([position]).cloned().collect();
            return Ok(theorem.answer(&steps)?);
        }
        let in_a_paper = self.theorem().is_some_and(Theorem::is_proved);
        if !in_a_paper
            && !is_small(position)
            && let Some(proved) = self.proved_game()
        {
            return Ok(proved.answer(position)?);
        }
        match self.theorem() {
            // What is not proved gives way to the definition as far as that reaches, and so does "all but these".
            Some(theorem) if !(theorem.rather_by_definition() && is_small(position)) => {
                Ok(theorem.answer(position)?)
            }
            _ => self.ask_by_computing(position, history),
        }
    }

    /// Everything about a position, by the definition of play alone.
    ///
    /// # Errors
    /// As for [`Game::ask`].
    pub fn ask_by_definition(&self, position: &Position, history: &[Position]) -> Result<Answer, GameError> {
        let (mut solved, state) = self.at(position, history)?;
        Ok(solved.answer(&state)?)
    }

    fn right_piles<'a>(&self, positions: impl Iterator<Item = &'a Position>) -> Result<(), SolveError> {
        for position in positions {
            let found = position.piles().len();
            if found != self.piles() {
                return Err(SolveError::Piles { game: self.name.clone(), expected: self.piles(), found });
            }
        }
        Ok(())
    }

    /// The game solved by definition as far as this position and history need, and the state there.
    ///
    /// # Errors
    /// As for [`Game::ask`].
    pub fn at(&self, position: &Position, history: &[Position]) -> Result<(Exhaustive, State), GameError> {
        let mut steps = Vec::new();
        for step in history.iter().chain([position]) {
            if step.piles().len() != self.piles() {
                let found = step.piles().len();
                return Err(
                    SolveError::Piles { game: self.name.clone(), expected: self.piles(), found }.into()
                );
            }
            steps.push(step.as_small().ok_or_else(|| self.too_large(step))?);
        }
        let largest: Vec<u32> =
            (0..self.piles()).map(|i| steps.iter().map(|s| s[i]).max().unwrap_or(0)).collect();
        let mut solved = Exhaustive::solve(self, &largest, &Budget::default())?;
        let state = solved.replay(&steps)?;
        Ok((solved, state))
    }

    fn too_large(&self, position: &Position) -> SolveError {
        SolveError::TooLarge {
            wanted: format!("the position {}", position.shortened()),
            possible: "by definition a position with piles of a few thousand tokens".to_owned(),
        }
    }

    /// All P-positions with every pile at most `to`, in lexicographic order; of symmetric games only x ≤ y (≤ z …).
    ///
    /// # Errors
    /// A board that is too large.
    pub fn p_positions_to(&self, to: u32) -> Result<Vec<Position>, GameError> {
        let by_theorem = |t: &&Theorem| !t.is_complement() && (t.is_proved() || to > DEFINITION_REACH);
        if let Some(theorem) = self.theorem().filter(by_theorem) {
            return Ok(theorem.listed_to(&Natural::from(to))?);
        }
        self.p_positions_by_definition(to)
    }

    /// The same, by the definition of play alone.
    pub(crate) fn p_positions_by_definition(&self, to: u32) -> Result<Vec<Position>, GameError> {
        match &self.kind {
            GameKind::TwoPile(_) => {
                let solved = Exhaustive::solve(self, &[to, to], &Budget::default())?;
                Ok(self
                    .listed(&solved)
                    .into_iter()
                    .map(|(x, y)| Position::small(&[x.into(), y.into()]))
                    .collect())
            }
            GameKind::Piles(game) => {
                self.few_enough(game.piles, to)?;
                let mut reference = PileReference::new(*game);
                let mut found = Vec::new();
                let mut piles = vec![0_u32; game.piles];
                loop {
                    if reference.is_p(&piles)? {
                        found.push(Position::small(&piles.iter().map(|p| u64::from(*p)).collect::<Vec<_>>()));
                    }
                    // The next tuple with x ≤ y ≤ z … in lexicographic order.
                    let Some(i) = (0..piles.len()).rev().find(|i| piles[*i] < to) else { return Ok(found) };
                    let next = piles[i] + 1;
                    piles[i..].fill(next);
                }
            }
        }
    }

    /// Refuses boards of n piles with more positions than can be looked at.
    fn few_enough(&self, piles: usize, to: u32) -> Result<(), SolveError> {
        const MOST: u128 = 20_000_000;
        // Positions x ≤ y ≤ z … with piles up to `to`: one binomial coefficient, exact at every step.
        let positions = |to: u32| {
            (1..=piles as u128).try_fold(1_u128, |n, i| Some(n.checked_mul(u128::from(to) + i)? / i))
        };
        if positions(to).is_some_and(|n| n <= MOST) {
            return Ok(());
        }
        Err(SolveError::TooLarge {
            wanted: format!("all positions of {} up to {to}", self.name),
            possible: format!("a board of at most {MOST} positions"),
        })
    }

    /// The P-positions of a board as they are listed: of symmetric games only x ≤ y.
    fn listed(&self, solved: &Exhaustive) -> Vec<(u32, u32)> {
        let all = solved.p_positions(false);
        // Symmetry of the rules may rest on trying small cases; the board has the last word.
        let mirrored = |p: &(u32, u32)| all.binary_search(&(p.1, p.0)).is_ok();
        if self.is_symmetric() && all.iter().all(mirrored) {
            return all.into_iter().filter(|(x, y)| x <= y).collect();
        }
        all
    }

    /// The first `count` P-positions in lexicographic order; of symmetric games only x ≤ y.
    ///
    /// The board grows until the list is certain: every column before the last one of the list holds as many
    /// P-positions as single-pile moves leave room for.
    ///
    /// # Errors
    /// A board that is too large; rules that leave open how far up a column has P-positions.
    pub fn first_p_positions(&self, count: usize) -> Result<Vec<Position>, GameError> {
        if self.theorem().is_some_and(|t| !t.is_complement()) {
            return self.p_positions_from(&Natural::from(0u8), count);
        }
        if let Some(theorem) = self.memory_theorem() {
            return Ok(theorem.first_p_positions(count)?);
        }
        let Some(ruleset) = self.ruleset() else { return self.first_on_piles(count) };
        let capacity = column_capacity(ruleset);
        let mut to = 16_u32;
        loop {
            let (list, certain) = self.prefix(to, count, capacity)?;
            if certain {
                return Ok(list);
            }
            if capacity.is_none() && to >= 256 {
                return Err(self.uncertain().into());
            }
            to = to.saturating_mul(2);
        }
    }

    fn uncertain(&self) -> SolveError {
        SolveError::Stopped(format!(
            "which P-positions of {} come first is not certain: its rules leave open how large a pile can be beside a \
             small one; --to N lists a board",
            self.name
        ))
    }

    /// On n piles: beside given other piles at most one last pile makes a P-position, where it can be made smaller
    /// freely. So each is looked for, as far as it can be found.
    fn first_on_piles(&self, count: usize) -> Result<Vec<Position>, GameError> {
        let GameKind::Piles(game) = &self.kind else { return Err(self.uncertain().into()) };
        if game.rule.has_memory() {
            return Err(self.uncertain().into());
        }
        let mut reference = PileReference::new(*game);
        let mut found = Vec::new();
        let mut piles = vec![0_u32; game.piles];
        let last = game.piles - 1;
        while found.len() < count {
            let mut partner = None;
            for size in 0..=LARGEST_LAST_PILE {
                piles[last] = size;
                if reference.is_p(&piles)? {
                    partner = Some(size);
                    break;
                }
            }
            let Some(size) = partner else { return Err(self.uncertain().into()) };
            if size >= piles[last - 1] {
                found.push(Position::small(&piles.iter().map(|p| u64::from(*p)).collect::<Vec<_>>()));
            }
            piles[last - 1] += 1;
        }
        Ok(found)
    }

    /// `count` P-positions from the n-th on, in lexicographic order; of symmetric games only x ≤ y.
    ///
    /// # Errors
    /// A game without a theorem and an index that is too large to count up to.
    pub fn p_positions_from(&self, from: &Natural, count: usize) -> Result<Vec<Position>, GameError> {
        if let Some(theorem) = self.theorem().filter(|t| !t.is_complement()) {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            return Ok(theorem.listed_from(from, count)?);
        }
        let Some(start) = usize::try_from(from).ok().filter(|n| *n <= 1_000_000) else {
            let wanted = format!("a list of P-positions of {} from a huge index", self.name);
            let possible = "no formula is known for this game, so an index up to 1000000".to_owned();
            return Err(SolveError::TooLarge { wanted, possible }.into());
        };
        Ok(self.first_p_positions(start + count)?.split_off(start))
    }

    /// The first positions of a board, and whether they are certainly the first of all.
    fn prefix(
        &self,
        to: u32,
        count: usize,
        capacity: Option<u64>,
    ) -> Result<(Vec<Position>, bool), GameError> {
        let solved = Exhaustive::solve(self, &[to, to], &Budget::default())?;
        let listed = self.listed(&solved);
        let list: Vec<(u32, u32)> = listed.into_iter().take(count).collect();
        let last = list.last().map_or(0, |(x, _)| *x);
        // Columns before the last must be full; the last one counts only as far as the list goes.
        let mut columns = vec![0_u64; last as usize];
        for (x, _) in solved.p_positions(false) {
            if let Some(column) = columns.get_mut(x as usize) {
                *column += 1;
            }
        }
        let full = |held: &u64| capacity.is_some_and(|capacity| *held >= capacity);
        let certain = list.len() == count && columns.iter().all(full);
        let list = list.into_iter().map(|(x, y)| Position::small(&[x.into(), y.into()])).collect();
        Ok((list, certain))
    }
}

/// Most P-positions that a column can hold, if the rules bound it: from the topmost of them every other one is an
/// option by a move on the second pile, so no more can be there than such moves can be forbidden, and one.
pub(crate) fn column_capacity(ruleset: &Ruleset) -> Option<u64> {
    if ruleset.imitation.is_some() {
        return None;
    }
    let forbidden = match &ruleset.twist {
        Twist::None => 0,
        Twist::Block(blocks) => {
            let on_second_pile = Formula::compare(Term::atom(Atom::Var(Var::S)), Relation::Equal);
            let concerned = |b: &&Block| {
                let class = Formula::all_of(vec![b.class.clone(), on_second_pile.clone()]);
                class_is_possible(&class, &ruleset.moves)
            };
            blocks.iter().filter(concerned).map(|b| b.limit).sum()
        }
        Twist::Comply(_) => return None,
    };
    let is_rook = |f: &Formula| match f {
        f if f.is_zero_test(Var::S) => true,
        Formula::Or(parts) => parts.iter().any(|p| p.is_zero_test(Var::S)),
        _ => false,
    };
    if ruleset.moves.iter().any(|m| is_rook(&m.when)) {
        return Some(forbidden + 1);
    }
    // Moves of length c, 2c, 3c …: one class of squares for each remainder.
    let stride = ruleset.moves.iter().find_map(|m| match &m.when {
        Formula::Or(parts) => parts.iter().find_map(column_stride),
        other => column_stride(other),
    })?;
    Some((forbidden + 1).saturating_mul(stride))
}

/// The c of `s = 0 and t mod c = 0`.
fn column_stride(formula: &Formula) -> Option<u64> {
    let Formula::And(parts) = formula else { return None };
    let [zero, Formula::Compare(term, Relation::Equal)] = parts.as_slice() else { return None };
    match (zero.is_zero_test(Var::S), term.constant, term.parts.as_slice()) {
        (true, 0, [(1, Atom::Mod(inner, c))]) if inner.constant == 0 => match inner.parts.as_slice() {
            [(1, Atom::Var(Var::T))] => u64::try_from(*c).ok(),
            _ => None,
        },
        _ => None,
    }
}

/// The last pile of a position on n piles is looked for up to here.
const LARGEST_LAST_PILE: u32 = 200;

/// Boards up to here are solved by definition in a moment.
const DEFINITION_REACH: u32 = 1000;

/// Few enough options to list them all.
fn is_small(position: &Position) -> bool {
    position.as_small().is_some_and(|piles| piles.iter().all(|p| *p <= DEFINITION_REACH))
}
