//! Which theorem describes a ruleset, by meaning.
//!
//! Parameters are read off the rays of the game ([`RayGame`], which is proved equal to the rules for all removals); the
//! game of the paper with these parameters is taken from the rulebook; and only if both have the same rays, budgets
//! and holes is the theorem used. A user's own text that states one of these games is recognised like the rulebook's.

use super::blocking::{BlockingNim, DoubledWythoff, TwoBeams};
use super::pairs::{BeattyPairs, ComplementaryPairs, ScaledPairs, ShiftedPairs};
use super::recursion::{MorphismPairs, RecursivePairs};
use super::{Lines, PSet, Theorem};
use crate::game::Game;
use crate::number::{Integer, Real, RealExpr};
use crate::rules::{Formula, Play, Ruleset, Twist, proved_same};
use crate::sequence::Morphism;
use crate::solve::rays::{RayGame, RaySet};
use crate::solve::recursive::PmWythoff;
use crate::solve::{Ground, MethodUsed, SolveError};
use num_integer::gcd;
use std::sync::Arc;

const EXTENSIONS: &str = "Larsson, \"Wythoff Nim extensions and certain Beatty sequences\"";
const IMITATION: &str = "Larsson, \"2-pile Nim with a restricted number of move-size imitations\"";
const BLOCKING: &str = "Larsson, \"Blocking Wythoff Nim\"";
const BETA: &str = "Larsson, \"A variant beta-Wythoff Nim on Beatty's theorem\"";
const INVARIANT: &str = "Duchêne and Rigo, \"Invariant games\"";

/// Parameters above this are left to other ways of solving.
const LARGEST: u64 = 1 << 20;

/// A game of the rulebook to compare with, and what is known about it.
struct Candidate {
    /// Name and parameters in the rulebook.
    game: String,
    set: Result<Arc<dyn PSet>, SolveError>,
    complement: bool,
    method: MethodUsed,
    ground: Ground,
}

impl Candidate {
    fn new<S: PSet + 'static>(
        game: String,
        set: Result<S, SolveError>,
        theorem: &str,
        paper: &str,
    ) -> Candidate {
        let set = set.map(|s| Arc::new(s) as Arc<dyn PSet>);
        let ground = Ground::Theorem(format!("{theorem} of {paper}"));
        Candidate { game, set, complement: false, method: MethodUsed::Beatty, ground }
    }

    fn complement(self, game: String, proposition: &str) -> Candidate {
        let ground = Ground::Theorem(format!("{proposition} of {BLOCKING}, with {}", self.ground.text()));
        Candidate { game, complement: true, ground, ..self }
    }

    fn method(self, method: MethodUsed) -> Candidate {
        Candidate { method, ..self }
    }
}

impl Theorem {
    /// The theorem that describes this game, if one does.
    #[must_use]
    pub fn recognise(ruleset: &Ruleset) -> Option<Theorem> {
        if ruleset.play == Play::Misere || ruleset.imitation.is_some() {
            return None;
        }
        match RayGame::recognise(ruleset) {
            Ok(rays) => {
                let shape = Shape::of(&rays)?;
                candidates(ruleset, &shape).into_iter().find_map(|c| confirm(ruleset, &rays, &shape, c))
            }
            Err(_) => beta(ruleset),
        }
    }
}

/// What the moves of a game of rays look like.
struct Shape {
    lines: Lines,
    /// How many diagonals there are: 2k − 1 for a k-bishop.
    diagonals: u64,
    /// The step of long single-pile moves: m where they are multiples of m, 0 if there are none.
    stride: u64,
}

impl Shape {
    /// The shape, or `None` if there are moves on other lines than rows, columns and diagonals.
    fn of(rays: &RayGame) -> Option<Shape> {
        let mut lines = Lines { band: None, singles: rays.moves().singles.clone() };
        let (mut offsets, mut stride) = (Vec::new(), 0);
        for tail in &rays.moves().tails {
            match (tail.start, tail.step) {
                ((_, 0), (step, 0)) | ((0, _), (0, step)) if step > 0 => {
                    stride = if stride == 0 { step } else { stride.min(step) };
                }
                ((s, t), (a, b)) if a == b && a > 0 => {
                    let offset = i128::from(s) - i128::from(t);
                    if !offsets.contains(&offset) {
                        offsets.push(offset);
                    }
                }
                _ => return None,
            }
        }
        let width = offsets.iter().map(|o| o.unsigned_abs()).max();
        if let Some(width) = width {
            lines.band = Some(u64::try_from(width).ok()?);
        }
        Some(Shape { lines, diagonals: offsets.len() as u64, stride })
    }

    /// The k of a k-bishop.
    fn k(&self) -> u64 {
        self.diagonals.div_ceil(2)
    }
}

/// The games of the rulebook that this one could be.
fn candidates(ruleset: &Ruleset, shape: &Shape) -> Vec<Candidate> {
    let (k, m) = (shape.k(), shape.stride);
    if k > LARGEST || m > LARGEST {
        return Vec::new();
    }
    match &ruleset.twist {
        Twist::None if ruleset.position.is_some() => shifted(ruleset, k).into_iter().collect(),
        Twist::None => {
            let mut list = Vec::new();
            if k == 0 {
                list.push(Candidate::new(
                    "nim".into(),
                    Ok(BlockingNim::new(1)),
                    "Bouton's theorem",
                    BLOCKING,
                ));
            }
            list.extend(unblocked(k, m));
            list.extend(invariant(shape));
            list
        }
        Twist::Block(blocks) => {
            let limit = blocks.iter().map(|b| b.limit).fold(0, u64::saturating_add);
            if limit >= LARGEST { Vec::new() } else { blocked(k, limit + 1) }
        }
        Twist::Comply(parts) => {
            let least = parts.iter().map(|p| p.least).max().unwrap_or(1);
            if least >= LARGEST { Vec::new() } else { comply(least) }
        }
    }
}

fn unblocked(k: u64, m: u64) -> Option<Candidate> {
    if k == 0 || m == 0 {
        return None;
    }
    if m == 1 {
        let game = format!("k-wythoff(k={k})");
        return Some(Candidate::new(game, BeattyPairs::new(k, 1), "Theorem 2.1", EXTENSIONS));
    }
    let game = format!("modular(k={k},m={m})");
    if gcd(k, m) == 1 {
        return Some(Candidate::new(game, BeattyPairs::new(k, m), "Theorem 5.2 (II)", EXTENSIONS));
    }
    if m != 2 {
        return None;
    }
    // k is even: the open question of the paper.
    let pairs = Morphism::new(u32::try_from(k).ok()?).ok()?;
    let ground = Ground::Conjecture(Morphism::GROUND.trim_start_matches("conjecture: ").to_owned());
    let set: Arc<dyn PSet> = Arc::new(MorphismPairs::new(pairs));
    Some(Candidate { game, set: Ok(set), complement: false, method: MethodUsed::Morphism, ground })
}

fn invariant(shape: &Shape) -> Option<Candidate> {
    // The extra moves (2k+1, 2k+2) give k away.
    let k = shape
        .lines
        .singles
        .iter()
        .filter(|(s, t)| t.checked_sub(*s) == Some(1))
        .filter_map(|(s, _)| Some(s.checked_sub(1)? / 2))
        .max()?;
    if k == 0 || k > LARGEST {
        return None;
    }
    // β_k = 3/2 + √(k² + 4k)/(2k)
    let int = |n: u64| RealExpr::Integer(Integer::from(n));
    let beta = (int(3 * k) + int(k * k + 4 * k).sqrt()) / int(2 * k);
    let set = Real::new(beta).map_err(SolveError::from).and_then(ComplementaryPairs::new);
    Some(Candidate::new(format!("invariant(k={k})"), set, "Theorem 4", INVARIANT))
}

/// The hole gives the parameters away: k l squares of the first row and k (m − l) of the first column are missing.
fn shifted(ruleset: &Ruleset, band: u64) -> Option<Candidate> {
    use crate::rules::evaluate::Point;
    let missing =
        |square: &dyn Fn(u64) -> Point| (0..=band).find(|i| ruleset.exists(&square(*i)).unwrap_or(false));
    let across = missing(&|x| Point::small(x, 0, 0, 0))?;
    let up = missing(&|y| Point::small(0, y, 0, 0))?;
    if across == 0 || up == 0 || across + up != band {
        return None;
    }
    let k = gcd(across, up);
    let (m, l) = (band / k, across / k);
    let game = format!("shifted(k={k},m={m},l={l})");
    let theorem = "Theorem 5.2 (III), with the coordinates of Example 6,";
    Some(Candidate::new(game, ShiftedPairs::new(k, m, l), theorem, EXTENSIONS))
}

fn diagonal_blocking(p: u64, m: u64) -> Option<Candidate> {
    let game = format!("diagonal-blocking(p={p},m={m})");
    if m.is_multiple_of(p) {
        return Some(Candidate::new(game, ScaledPairs::new(p, m), "Proposition 1, with p | m,", IMITATION));
    }
    let pairs = PmWythoff::new(u32::try_from(p).ok()?, u32::try_from(m).ok()?).ok()?;
    let set = Ok(RecursivePairs::new(pairs));
    Some(Candidate::new(game, set, "Proposition 1", IMITATION).method(MethodUsed::Recursive))
}

fn blocking(k: u64) -> Option<Candidate> {
    let game = format!("blocking(k={k})");
    match k {
        1 => Some(Candidate::new(game, BeattyPairs::new(1, 1), "Theorem 1.1", BLOCKING)),
        2 => Some(Candidate::new(game, DoubledWythoff::new(), "Theorem 1.1", BLOCKING)),
        3 => Some(Candidate::new(game, Ok(TwoBeams), "Theorem 1.1", BLOCKING)),
        _ => None,
    }
}

fn roob_blocking(k: u64, m: u64) -> Candidate {
    let game = format!("roob-blocking(k={k},m={m})");
    Candidate::new(game, BeattyPairs::new(k, m), "Theorem 5.2 (I)", EXTENSIONS)
}

fn blocked(k: u64, budget: u64) -> Vec<Candidate> {
    if k == 0 {
        let set =
            if budget <= BlockingNim::LARGEST { Ok(BlockingNim::new(budget)) } else { return Vec::new() };
        return vec![Candidate::new(format!("blocking-nim(k={budget})"), set, "Proposition 1.4", BLOCKING)];
    }
    let mut list = vec![roob_blocking(k, budget)];
    list.extend(diagonal_blocking(budget, k));
    list.extend(if k == 1 { blocking(budget) } else { None });
    list
}

fn comply(k: u64) -> Vec<Candidate> {
    let mut list = Vec::new();
    let complement =
        |c: Candidate, name: &str, proposition: &str| c.complement(format!("{name}(k={k})"), proposition);
    list.extend(blocking(k).map(|c| complement(c, "comply", "Proposition 3.1")));
    list.extend(diagonal_blocking(k, 1).map(|c| complement(c, "comply-diagonal", "Proposition 3.2")));
    list.push(complement(roob_blocking(1, k), "comply-rook", "Proposition 3.2"));
    list
}

/// β-Wythoff Nim: the only game with a theorem whose moves depend on the piles.
fn beta(ruleset: &Ruleset) -> Option<Theorem> {
    let mut real = None;
    for kind in &ruleset.moves {
        find_beatty(&kind.when, &mut real);
    }
    let beta = real?;
    if !beta.is_irrational() || ruleset.twist != Twist::None || ruleset.position.is_some() {
        return None;
    }
    let paper = Game::named(&format!("beta(beta={beta})")).ok()?;
    if !same_moves(ruleset, paper.ruleset()?) {
        return None;
    }
    let width = u64::try_from(beta.floor().ok()?).ok()?.checked_sub(1)?;
    Some(Theorem {
        ruleset: ruleset.clone(),
        lines: Lines { band: Some(width), singles: Vec::new() },
        set: Arc::new(ComplementaryPairs::new(beta).ok()?),
        complement: false,
        symmetric: true,
        method: MethodUsed::Beatty,
        ground: Ground::Theorem(format!("the Main Theorem of {BETA}")),
    })
}

fn find_beatty(formula: &Formula, found: &mut Option<Real>) {
    match formula {
        Formula::Beatty(_, real) => *found = Some(real.clone()),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| find_beatty(p, found)),
        Formula::Not(inner) => find_beatty(inner, found),
        Formula::Constant(_) | Formula::Compare(..) | Formula::Move(_) => {}
    }
}

fn same_moves(a: &Ruleset, b: &Ruleset) -> bool {
    let union = |r: &Ruleset| Formula::any_of(r.moves.iter().map(|m| m.when.clone()).collect());
    proved_same(&union(a), &union(b))
}

/// The explicit check that this is the game of the paper.
fn confirm(ruleset: &Ruleset, rays: &RayGame, shape: &Shape, candidate: Candidate) -> Option<Theorem> {
    let paper = Game::named(&candidate.game).ok()?;
    let paper = paper.ruleset()?;
    let their_rays = RayGame::recognise(paper).ok()?;
    if !same_game(rays, &their_rays) || !same_holes(ruleset, paper) {
        return None;
    }
    Some(Theorem {
        ruleset: ruleset.clone(),
        lines: shape.lines.clone(),
        set: candidate.set.ok()?,
        complement: candidate.complement,
        symmetric: rays.is_symmetric(),
        method: candidate.method,
        ground: candidate.ground,
    })
}

/// Are these certainly the same game, as far as games of rays are concerned?
pub(crate) fn same_rules(a: &Ruleset, b: &Ruleset) -> bool {
    match (RayGame::recognise(a), RayGame::recognise(b)) {
        (Ok(ours), Ok(theirs)) => same_game(&ours, &theirs) && same_holes(a, b),
        _ => false,
    }
}

fn same_game(a: &RayGame, b: &RayGame) -> bool {
    let same_set = |x: &RaySet, y: &RaySet| x.is_subset_of(y) && y.is_subset_of(x);
    let includes = |x: &RayGame, y: &RayGame| {
        let matched = |c: &crate::solve::rays::Counter| {
            y.counters().iter().any(|d| c.limit == d.limit && same_set(&c.set, &d.set))
        };
        x.counters().iter().all(matched)
    };
    a.marks() == b.marks()
        && a.misere() == b.misere()
        && a.never_marked() == b.never_marked()
        && same_set(a.moves(), b.moves())
        && includes(a, b)
        && includes(b, a)
}

fn same_holes(a: &Ruleset, b: &Ruleset) -> bool {
    match (&a.position, &b.position) {
        (None, None) => true,
        (Some(a), Some(b)) => proved_same(a, b),
        _ => false,
    }
}
