//! One page about a game: what it equals, and every form that fits its P-positions, each with its evidence or its proof.
//!
//! A form is offered only if all data agree with it, by exact arithmetic; it is called proved only if the checker has confirmed it for
//! all sizes, or a theorem or the rules say so. Readable forms come first, and an automaton is left out where a readable form is
//! proved.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::describe::{FormKind, describe};
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! let even = Game::from_text("own.game", "move one: s + t = 1\n", "")?;
//! let page = describe(&AllWays::of(even), &Budget::default())?;
//! assert_eq!(page.forms[0].kind, FormKind::Residues);
//! assert_eq!(page.forms[0].claim, "(x, y) is P exactly if x + y is even");
//! assert!(page.forms[0].proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod forms;
mod pairs;
mod steps;
mod words;

pub use pairs::{PairForm, pair_form};

use crate::beams::{self, BeamList, Drift, decimal};
use crate::compare::{patient, proved, what};
use wythoff_budget::Budget;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;
use wythoff_rules::{Play, Ruleset, Symmetry, Twist};
use wythoff_solve::SolveError;
use wythoff_solve::grundy::Grundy;
use wythoff_solve::memory_theorem::MemoryTheorem;
use wythoff_solve::way::Method;

/// What kind of form a set of P-positions has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormKind {
    /// There are only finitely many.
    Finite,
    /// Membership depends on residues.
    Residues,
    /// The difference of the piles decides.
    Differences,
    /// A start and progressions.
    Tail,
    /// Floors of multiples of two numbers.
    BeattyPair,
    /// The same, where every number occurs m times.
    ComplementaryPair,
    /// Floors of multiples of two fractions.
    RationalPair,
    /// The steps from one P-position to the next repeat.
    PeriodicSteps,
    /// The steps from one P-position to the next follow a substitution.
    MorphicWord,
    /// Lengths satisfy a linear recurrence.
    Recurrence,
    /// P-positions stay near to lines.
    BoundedDistance,
    /// An automaton reads the piles.
    Automaton,
    /// The set belongs to a game whose moves do not depend on the position, or does not.
    Invariance,
    /// Rows of Grundy values repeat, but for an increment.
    GrundyRows,
}

impl FormKind {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FormKind::Finite => "finite",
            FormKind::Residues => "residues",
            FormKind::Differences => "differences",
            FormKind::Tail => "periodic tail",
            FormKind::BeattyPair => "Beatty pair",
            FormKind::ComplementaryPair => "m-complementary pair",
            FormKind::RationalPair => "rational Beatty pair",
            FormKind::PeriodicSteps => "periodic steps",
            FormKind::MorphicWord => "morphic word",
            FormKind::Recurrence => "linear recurrence",
            FormKind::BoundedDistance => "bounded distance",
            FormKind::Automaton => "automaton",
            FormKind::Invariance => "invariance",
            FormKind::GrundyRows => "Grundy rows",
        }
    }
}

/// A form that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittingForm {
    /// Its kind.
    pub kind: FormKind,
    /// What is claimed.
    pub claim: String,
    /// On what that rests, or how far it was seen.
    pub evidence: String,
    /// Whether it is proved for all sizes.
    pub proved: bool,
}

/// A page about a game.
#[derive(Clone, Debug)]
pub struct Description {
    /// The game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// What is known before looking: what it equals, symmetry, terminal positions, counts.
    pub facts: Vec<String>,
    /// Every form that fits, readable ones first.
    pub forms: Vec<FittingForm>,
    /// The beams, where there are columns to look at.
    pub beams: Option<BeamList>,
}

/// The board that readable forms are tried on.
const BOARD: u32 = 120;
/// How often the search for a proof may ask whether to go on.
const PATIENCE: u32 = 3_000;
/// Rows of Grundy values, and how many values of each.
const GRUNDY: (u64, u64) = (4_096, 8);

/// Describes a game on two piles.
///
/// # Errors
/// Games on more piles, boards that are too large, and limits.
pub fn describe(ways: &Ways, budget: &Budget) -> Result<Description, SolveError> {
    let game = ways.game();
    let Some(rules) = game.ruleset() else {
        let why = "only games on two piles are described";
        return Err(wythoff_solve::way::cannot(game, Method::Auto, why));
    };
    let board = forms::Board::of(ways, BOARD, budget)?;
    // What starts in a game with memory has no columns of its own; by a theorem it is the set of a game without.
    let twin = MemoryTheorem::recognise(rules).and_then(|theorem| theorem.starts());
    let without = twin.as_ref().map(|game| Ways::of(game.clone()));
    let plain = without.as_ref().unwrap_or(ways);
    let set = plain.game().ruleset().unwrap_or(rules);
    // What cannot be listed by columns is described without beams.
    let beams = match beams::of(plain, None, budget) {
        Err(SolveError::Limit(limit)) => return Err(limit.into()),
        found => found.ok(),
    };
    let quick = patient(budget, PATIENCE);
    let mut forms: Vec<FittingForm> = board.readable(set, &quick);
    let mut readable = forms.iter().any(|form| form.proved);
    if let Some(list) = &beams {
        forms.extend(pairs::beatty(plain, list, budget)?);
        forms.extend(bounded(list));
        if list.beams.len() == 1 && list.symmetric && list.height.is_none() {
            let pairs = pairs::pairs(plain, budget)?;
            budget.poll()?;
            if !readable {
                let periodic = steps::periodic(set, &pairs, pairs::COLUMNS, &quick);
                readable = periodic.iter().any(|form| form.proved);
                forms.extend(periodic);
            }
            forms.extend(words::morphic(&pairs));
        }
    }
    if !readable && set.imitation.is_none() {
        forms.extend(automaton(set, &quick));
    }
    forms.push(board.invariance(set));
    if let Some(twin) = &twin {
        forms.iter_mut().for_each(|form| form.evidence += &format!(" (of {}, by the theorem)", twin.label()));
    }
    forms.extend(grundy_rows(rules, budget));
    budget.poll()?;
    let facts = facts(ways, twin.as_ref(), &board, beams.as_ref());
    Ok(Description { game: game.label().to_owned(), title: game.title().to_owned(), facts, forms, beams })
}

/// What is known of a game before any form is tried.
fn facts(ways: &Ways, twin: Option<&Game>, board: &forms::Board, beams: Option<&BeamList>) -> Vec<String> {
    let kinship = ways.kinship();
    let mut facts = Vec::new();
    facts.extend(
        kinship.same_as.as_ref().map(|name| format!("the same game as {name}: the rules say the same")),
    );
    facts.extend(kinship.theorem.as_ref().map(|theorem| match theorem.strip_prefix("conjecture: ") {
        Some(conjecture) => format!("a description of its P-positions is conjectured: {conjecture}"),
        None => format!("its P-positions are known: {theorem}"),
    }));
    facts.extend(twin.map(|twin| {
        let ground = MemoryTheorem::ground();
        format!("at the beginning of play, its P-positions are those of {}: {}", twin.label(), ground.text())
    }));
    facts.extend(kinship.not_used.as_ref().map(|why| format!("no theorem answers for it: {why}")));
    facts.push(match ways.symmetry() {
        Symmetry::Yes => "symmetric: the piles may be exchanged".to_owned(),
        Symmetry::No => "not symmetric".to_owned(),
        Symmetry::NotSeen => "not seen to be symmetric".to_owned(),
    });
    facts.extend(board.terminal(ways));
    let first: Vec<String> = board.first(8).iter().map(Position::to_string).collect();
    let (to, first) = (board.to(), first.join(", "));
    facts.push(match first.is_empty() {
        true => format!("no P-positions with piles up to {to}"),
        false => format!("the first P-positions with piles up to {to}: {first}"),
    });
    if let Some(list) = beams {
        let slopes: Vec<String> = list.beams.iter().map(|beam| beam.lines()[0].clone()).collect();
        facts.push(format!("beams: {}", list.summary()));
        facts.extend(slopes.into_iter().map(|slope| format!("  {slope}")));
    }
    facts
}

/// P-positions that stay near to lines with exact slopes.
fn bounded(list: &BeamList) -> Option<FittingForm> {
    let straight = list.beams.iter().all(|beam| beam.exact.is_some() && beam.drift == Drift::None);
    if list.beams.is_empty() || !straight || list.strays > 0 || !list.areas.is_empty() {
        return None;
    }
    let lines: Vec<String> = list
        .beams
        .iter()
        .filter_map(|beam| {
            let (low, high) = beam.off.as_ref()?;
            let (low, high) = (decimal(low, 2, false), decimal(high, 2, true));
            let slope = beam.exact.as_ref()?.expr().to_string();
            let plain = slope.chars().all(|c| c.is_ascii_digit());
            let slope = if plain { slope } else { format!("({slope})") };
            Some(format!("y - {slope}*x from {low} to {high}"))
        })
        .collect();
    Some(FittingForm {
        kind: FormKind::BoundedDistance,
        claim: format!("the P-positions{} stay near to lines: {}", half(list.symmetric), lines.join("; or ")),
        evidence: format!("seen in windows of the columns x < {}", list.columns),
        proved: false,
    })
}

/// Which P-positions are meant.
fn half(symmetric: bool) -> &'static str {
    if symmetric { " with y >= x" } else { "" }
}

/// A tail or an automaton that is proved quickly, or comes with the library.
fn automaton(rules: &Ruleset, quick: &Budget) -> Option<FittingForm> {
    let (proved, from) = proved(rules, quick)?;
    let kind = if proved.tail().is_some() { FormKind::Tail } else { FormKind::Automaton };
    let claim = format!("{} accepts exactly the P-positions", what(proved.certificate()));
    let claim = match proved.tail() {
        Some(tail) => {
            let beam = |b: &wythoff_check::tail::Beam| {
                format!("{} on slope {}/{}", b.points.len(), b.rise, b.period)
            };
            let words = |beams: &[wythoff_check::tail::Beam]| {
                let number: usize = beams.iter().map(|b| b.points.len()).sum();
                let beams: Vec<String> = beams.iter().map(beam).collect();
                format!("{number} progressions: {}", beams.join(", "))
            };
            let below = tail.below.as_ref().map(|below| {
                format!("; and from row {} on, with the piles exchanged, {}", tail.start, words(below))
            });
            format!("from column {} on, {}{}", tail.start, words(&tail.beams), below.unwrap_or_default())
        }
        None => claim,
    };
    Some(FittingForm { kind, claim, evidence: format!("proved for all sizes: {from}"), proved: true })
}

/// The additive periods of the first rows of Grundy values.
fn grundy_rows(rules: &Ruleset, budget: &Budget) -> Option<FittingForm> {
    if rules.twist != Twist::None || rules.play != Play::Normal || rules.imitation.is_some() {
        return None;
    }
    let (length, rows) = GRUNDY;
    let values = Grundy::solve(rules, length, rows, budget).ok()?;
    let periods: Vec<String> =
        (0..rows).filter_map(|y| values.row_period(y).map(|p| format!("{y}: {}", p.period))).collect();
    (!periods.is_empty()).then(|| FittingForm {
        kind: FormKind::GrundyRows,
        claim: format!("the rows y of Grundy values have additive periods: {}", periods.join(", ")),
        evidence: format!("seen for x < {length}"),
        proved: false,
    })
}
