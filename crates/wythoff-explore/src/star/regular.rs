//! Stars at all sizes: M with some stars as a game whose rules carry the automaton of its moves.
//!
//! Every star is a proof: M⋆ are the P-positions of the invariant game with the moves M, and what is taken for them is what the checker
//! has proved. Where no automaton is found, there is no game at all sizes, and boards have to do.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::star::RegularStar;
//! use wythoff_rules::Game;
//! let nim = Game::named("nim")?;
//! let double = RegularStar::of_game(&nim, 2, &Budget::default())?;
//! assert!(double.notes.last().is_some_and(|note| note == "M** = M at all sizes"));
//! // Its text is a game like any other.
//! let game = Game::from_text("double.game", &double.text(), "")?;
//! assert_eq!(game.ruleset(), Some(&double.rules));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::proof::pair_set;
use super::{BeattyNumbers, is_invariant, star_name};
use crate::compare::{patient, proved, what};
use std::sync::Arc;
use wythoff_automata::{Dfa, Numeration, Product, System};
use wythoff_budget::{Budget, Limit};
use wythoff_check::AnyCertificate;
use wythoff_prove::Undecided;
use wythoff_prove::compile::require;
use wythoff_prove::formula::{Form, Logic};
use wythoff_prove::load::{LoadError, Loaded};
use wythoff_prove::tail::automaton::of_tail;
use wythoff_rules::game::Game;
use wythoff_rules::ruleset::{Atom, Move, Term, Var};
use wythoff_rules::{Formula, Play, Ruleset, Twist};

/// How often the search for one automaton may ask whether to go on.
const PATIENCE: u32 = 200_000;
/// Stars are taken at most so often.
const MOST_STARS: usize = 20;

/// Why M with some stars has no rules for all sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRegularStar {
    /// Games on more piles, or with memory.
    #[error("stars at all sizes are taken of games on two piles without memory")]
    Game,
    /// Too many stars.
    #[error("at most {MOST_STARS} stars are taken")]
    Stars,
    /// No automaton was found for these P-positions.
    #[error("no automaton was found and proved for the P-positions of {0}")]
    NoProof(String),
    /// The numbers of the pair have no numeration.
    #[error(
        "the pairs of {0} are known to have an automaton only if it is a quadratic irrational such as sqrt(2)"
    )]
    Pair(String),
    /// An automaton that rules cannot use.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A comparison that was not decided.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// M with some stars, at all sizes. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegularStar {
    /// The invariant game whose moves they are.
    pub rules: Ruleset,
    /// On what it rests, in sentences.
    pub notes: Vec<String>,
}

/// A set of pairs.
struct Pairs {
    numeration: Numeration,
    automaton: Dfa,
}

impl RegularStar {
    /// Of the moves of a game, if they are the same everywhere, else of its P-positions.
    ///
    /// # Errors
    /// [`NoRegularStar`].
    pub fn of_game(game: &Game, stars: usize, budget: &Budget) -> Result<RegularStar, NoRegularStar> {
        let Some(rules) = game.ruleset().filter(|rules| rules.imitation.is_none()) else {
            return Err(NoRegularStar::Game);
        };
        let name = game.label();
        if is_invariant(rules) {
            let notes = vec![format!("M: the moves of {name}, which are the same everywhere")];
            return climb(name, rules.clone(), notes, stars, budget);
        }
        let (set, ground) = p_positions(rules, name, budget)?;
        let notes = vec![format!("M: the P-positions of {name} without (0, 0): {ground}")];
        climb(name, with_moves(name, &set)?, notes, stars, budget)
    }

    /// Of a pair of Beatty sequences of quadratic irrationals.
    ///
    /// # Errors
    /// [`NoRegularStar`].
    pub fn of_pair(
        pair: &BeattyNumbers,
        stars: usize,
        budget: &Budget,
    ) -> Result<RegularStar, NoRegularStar> {
        let name = pair.name();
        let found = pair_set(pair, &patient(budget, PATIENCE));
        budget.poll()?;
        let (numeration, automaton) = found.ok_or_else(|| NoRegularStar::Pair(pair.alpha.to_string()))?;
        let set = Pairs { numeration, automaton };
        let notes = vec![format!("M: the pairs {name}, both orders, n >= 1")];
        climb(&name, with_moves(&name, &set)?, notes, stars, budget)
    }

    /// The rules, after comments that say on what they rest.
    #[must_use]
    pub fn text(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!("# {note}\n")).collect();
        format!("{notes}{}", self.rules)
    }
}

/// Takes stars one by one.
fn climb(
    name: &str,
    rules: Ruleset,
    mut notes: Vec<String>,
    stars: usize,
    budget: &Budget,
) -> Result<RegularStar, NoRegularStar> {
    if stars > MOST_STARS {
        return Err(NoRegularStar::Stars);
    }
    let mut games = vec![rules];
    for taken in 0..stars {
        let last = &games[games.len() - 1];
        let whose = format!("the invariant game with the moves {}", star_name(taken));
        let (set, ground) = p_positions(last, &whose, budget)?;
        notes.push(format!("{}: the P-positions of {whose} without (0, 0): {ground}", star_name(taken + 1)));
        games.push(with_moves(&format!("{} of {name}", star_name(taken + 1)), &set)?);
    }
    if let [.., before, _, last] = games.as_slice()
        && let Some(set) = last.loads().first()
    {
        let numeration = set.numeration().clone();
        let (ours, theirs) = (moves(last, &numeration, budget)?, moves(before, &numeration, budget));
        let names = (star_name(stars), star_name(stars - 2));
        match theirs {
            Ok(theirs) if theirs == ours => notes.push(format!("{} = {} at all sizes", names.0, names.1)),
            Ok(_) => notes.push(format!("{} differs from {}", names.0, names.1)),
            // They are in different numerations, and nothing is known.
            Err(Undecided::Numeration(..)) => {}
            Err(other) => return Err(other.into()),
        }
    }
    let rules = games.pop().ok_or(NoRegularStar::Game)?;
    Ok(RegularStar { rules, notes })
}

/// The P-positions of a game that a proof knows, and what it is.
fn p_positions(rules: &Ruleset, whose: &str, budget: &Budget) -> Result<(Pairs, String), NoRegularStar> {
    let quick = patient(budget, PATIENCE);
    let found = proved(rules, &quick);
    budget.poll()?;
    let Some((claim, from)) = found else { return Err(NoRegularStar::NoProof(whose.to_owned())) };
    let ground = format!("{}, {from}", what(claim.certificate()));
    let set = match claim.certificate() {
        AnyCertificate::Automaton(claim) => {
            Pairs { numeration: claim.numeration().clone(), automaton: claim.automaton() }
        }
        AnyCertificate::Tail(tail) => {
            let numeration = Numeration::new(System::base(2)).map_err(|_| NoRegularStar::Game)?;
            let automaton = of_tail(tail, &numeration, budget).map_err(LoadError::from)?;
            Pairs { numeration, automaton }
        }
        AnyCertificate::Beams(_) | AnyCertificate::Grundy(_) => {
            return Err(NoRegularStar::NoProof(whose.to_owned()));
        }
    };
    Ok((set, ground))
}

/// The invariant game whose moves are the pairs of a set; that (0, 0) is among them does not matter.
fn with_moves(title: &str, set: &Pairs) -> Result<Ruleset, NoRegularStar> {
    let loaded = Loaded { numeration: set.numeration.clone(), automaton: set.automaton.clone() };
    let terms = [Var::S, Var::T].map(|var| Term::atom(Atom::Var(var))).to_vec();
    let when = Formula::Regular(terms, Arc::new(loaded.as_set("Z")?));
    Ok(Ruleset {
        title: title.to_owned(),
        moves: vec![Move { name: "m".to_owned(), when }],
        position: None,
        twist: Twist::None,
        imitation: None,
        play: Play::Normal,
    })
}

/// The automaton of the moves of an invariant game, without (0, 0). Equal sets have equal automata.
fn moves(rules: &Ruleset, numeration: &Numeration, budget: &Budget) -> Result<Dfa, Undecided> {
    let any = Formula::any_of(rules.moves.iter().map(|kind| kind.when.clone()).collect());
    let (s, t) = (Form::track(0, 2), Form::track(1, 2));
    let takes = Logic::at_least(s.plus(1, &t), 1);
    let by = [Form::zero(2), Form::zero(2), s, t];
    let mut product = Product::new(numeration, 2);
    require(
        &mut product,
        &Logic::and(vec![Logic::from_rules(&any, &rules.moves).substitute(&by), takes]),
        budget,
    )?;
    Ok(product.build(budget)?)
}
