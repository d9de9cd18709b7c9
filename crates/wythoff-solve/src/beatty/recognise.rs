//! Which theorem describes a ruleset, by meaning.
//!
//! Parameters are read off by trying a few removals; the game of the paper with these parameters is taken from the
//! rulebook; and only if the two are proved to be the same game is the theorem used. A user's own text that states one
//! of these games is recognised like the rulebook's.
//!
//! There are two proofs. One refutes every difference of the formulas ([`Ruleset::is_certainly`]): it takes no longer for
//! k = 10^12 than for k = 2. The other compares the rays of the games ([`RayGame`], which are proved equal to the rules for
//! all removals): it sees through residues and through classes that are written quite differently, but needs a line for every
//! diagonal, so it is for small numbers.

use super::blocking::{BlockingNim, DoubledWythoff, TwoBeams};
use super::pairs::{BeattyPairs, ComplementaryPairs, ScaledPairs, ShiftedPairs};
use super::recursion::{MorphismPairs, RecursivePairs};
use super::{Lines, PSet, Theorem};
use crate::rays::{RayGame, RaySet};
use crate::recursive::PmWythoff;
use crate::sequence::Morphism;
use crate::{Ground, MethodUsed, SolveError};
use num_integer::gcd;
use std::sync::Arc;
use wythoff_number::{Integer, Nature, Real, RealExpr};
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::Game;
use wythoff_rules::{Atom, Formula, Play, Ruleset, Term, Twist, proved_same};

const EXTENSIONS: &str = "Larsson, \"Wythoff Nim extensions and certain Beatty sequences\"";
const IMITATION: &str = "Larsson, \"2-pile Nim with a restricted number of move-size imitations\"";
/// Known before any of the papers, so of none of them.
const BOUTON: &str = "Bouton's theorem";
const BLOCKING: &str = "Larsson, \"Blocking Wythoff Nim\"";
const BETA: &str = "Larsson, \"A variant beta-Wythoff Nim on Beatty's theorem\"";
const INVARIANT: &str = "Duchêne and Rigo, \"Invariant games\"";

/// Removals that are tried to read off parameters; larger than any number in a rule.
const FAR: u64 = 1 << 42;
/// Piles beside which such removals fit.
const PILE: u64 = 1 << 45;
/// Most numbers of a rule that are tried as parameters.
const MOST_TRIED: usize = 16;

/// A game of the rulebook to compare with, and what is known about it.
struct Candidate {
    /// Name and parameters in the rulebook.
    game: String,
    set: Result<Arc<dyn PSet>, SolveError>,
    lines: Lines,
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
        let ground = Ground::Theorem(match theorem {
            BOUTON => theorem.to_owned(),
            _ => format!("{theorem} of {paper}"),
        });
        let lines = Lines { band: None, stride: 1, singles: Vec::new() };
        Candidate { game, set, lines, complement: false, method: MethodUsed::Beatty, ground }
    }

    /// With a k-bishop.
    fn band(mut self, k: u64) -> Candidate {
        self.lines.band = k.checked_sub(1);
        self
    }

    fn stride(mut self, stride: u64) -> Candidate {
        self.lines.stride = stride;
        self
    }

    fn singles(mut self, singles: Vec<(u64, u64)>) -> Candidate {
        self.lines.singles = singles;
        self
    }

    /// The theorem for a ruleset, if the game of the paper is the same.
    fn describes(self, ruleset: &Ruleset, same: impl Fn(&Ruleset) -> bool) -> Option<Theorem> {
        let paper = Game::named(&self.game).ok()?;
        let rules = paper.ruleset()?;
        if !same(rules) {
            return None;
        }
        Some(Theorem {
            ruleset: Arc::new(ruleset.clone()),
            symmetric: rules.is_symmetric(),
            lines: self.lines,
            set: self.set.ok()?,
            complement: self.complement,
            method: self.method,
            ground: self.ground,
            paper: Arc::new(paper),
        })
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
        if beatty_in(ruleset).is_some() {
            return beta(ruleset);
        }
        let by_proof = |c: Candidate| c.describes(ruleset, |paper| ruleset.is_certainly(paper));
        let found = candidates(ruleset, &Shape::tried(ruleset)).into_iter().find_map(by_proof);
        if found.is_some() {
            return found;
        }
        let rays = RayGame::recognise(ruleset).ok()?;
        let by_rays = |c: Candidate| {
            c.describes(ruleset, |paper| {
                let theirs = RayGame::recognise(paper);
                theirs.is_ok_and(|theirs| same_game(&rays, &theirs)) && same_holes(ruleset, paper)
            })
        };
        candidates(ruleset, &Shape::of(&rays)?).into_iter().find_map(by_rays)
    }
}

/// What the moves of a game look like.
struct Shape {
    /// The k of a k-bishop; 0 if there are no diagonal moves.
    k: u64,
    /// The step of long single-pile moves: m where they are multiples of m, 0 if there are none.
    stride: u64,
    /// The k of an invariant game, if there are moves like its extra ones.
    extra: Option<u64>,
}

impl Shape {
    /// The shape that a few removals show. It may be wrong: what follows from it is proved.
    fn tried(ruleset: &Ruleset) -> Shape {
        let is_move = |s: u64, t: u64| ruleset.is_move(&Point::small(PILE, PILE, s, t)).unwrap_or(false);
        // The diagonals of a k-bishop end once, so the end is found by bisection.
        let k = first_without(|d| is_move(FAR + d, FAR), FAR);
        let numbers = Numbers::of(ruleset);
        let stride = if is_move(0, FAR) && is_move(0, FAR + 1) {
            1
        } else {
            let fits = |m: &&u64| is_move(0, FAR / **m * **m) && !is_move(0, FAR / **m * **m + 1);
            numbers.moduli.iter().find(fits).copied().unwrap_or(0)
        };
        let extra = numbers.constants.iter().flat_map(|c| [c / 2, c.saturating_sub(1) / 2]).find(|k| {
            let (s, t) = (2 * k + 1, 2 * k + 2);
            *k > 0 && is_move(s, t) && is_move(t, s)
        });
        Shape { k, stride, extra }
    }

    /// The shape, or `None` if there are moves on other lines than rows, columns and diagonals.
    fn of(rays: &RayGame) -> Option<Shape> {
        let (mut offsets, mut stride) = (Vec::new(), 0);
        for tail in &rays.moves().tails {
            match (tail.start, tail.step) {
                ((_, 0), (step, 0)) | ((0, _), (0, step)) if step > 0 => {
                    stride = if stride == 0 { step } else { stride.min(step) };
                }
                ((s, t), (a, b)) if a == b && a > 0 => offsets.push(i128::from(s) - i128::from(t)),
                _ => return None,
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        // The extra moves (2k+1, 2k+2) give k away.
        let beside = rays.moves().singles.iter().filter(|(s, t)| t.checked_sub(*s) == Some(1));
        let extra = beside.filter_map(|(s, _)| Some(s.checked_sub(1)? / 2)).max();
        Some(Shape { k: (offsets.len() as u64).div_ceil(2), stride, extra })
    }
}

/// The k of the k-bishop and the stride of the rook that a few removals show.
pub fn shape(ruleset: &Ruleset) -> (u64, u64) {
    let shape = Shape::tried(ruleset);
    (shape.k, shape.stride)
}

/// Why a theorem about games like this one is not used, if the game fails one of its hypotheses.
pub fn obstacle(ruleset: &Ruleset) -> Option<String> {
    let is = |name: String| {
        let paper = Game::named(&name).ok();
        paper.is_some_and(|paper| paper.ruleset().is_some_and(|rules| ruleset.is_certainly(rules)))
    };
    if let Some(beta) = beatty_in(ruleset) {
        let theorem = format!("the Main Theorem of {BETA} is not used");
        return match beta.nature() {
            Nature::Irrational(_) => None,
            _ if !is(format!("beta(beta={beta})")) => None,
            _ => Some(format!("nothing known here tells whether {beta} is irrational, so {theorem}")),
        };
    }
    match &ruleset.twist {
        Twist::None => {
            let Shape { k, stride: m, .. } = Shape::tried(ruleset);
            let common = gcd(k, m);
            (common > 1 && m > 1 && is(format!("modular(k={k},m={m})"))).then(|| {
                format!("gcd({k}, {m}) = {common} is not 1, so Theorem 5.2 (II) of {EXTENSIONS} is not used")
            })
        }
        Twist::Block(blocks) => {
            let k = blocks.iter().map(|b| b.limit).fold(1, u64::saturating_add);
            (k > BlockingNim::LARGEST && is(format!("blocking-nim(k={k})"))).then(|| {
                let most = BlockingNim::LARGEST;
                format!("every column holds {k} P-positions; Proposition 1.4 of {BLOCKING} is used for k up to {most}")
            })
        }
        Twist::Comply(_) => None,
    }
}

/// The first number up to `most` at which this no longer holds, if it ends only once.
fn first_without(holds: impl Fn(u64) -> bool, most: u64) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// Numbers that occur in the moves of a ruleset, the first few of each kind.
#[derive(Default)]
struct Numbers {
    constants: Vec<u64>,
    moduli: Vec<u64>,
}

impl Numbers {
    fn of(ruleset: &Ruleset) -> Numbers {
        let mut numbers = Numbers::default();
        ruleset.moves.iter().for_each(|kind| numbers.formula(&kind.when));
        for list in [&mut numbers.constants, &mut numbers.moduli] {
            list.sort_unstable();
            list.dedup();
            list.truncate(MOST_TRIED);
        }
        numbers
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(_) | Formula::Move(_) | Formula::Beatty(..) | Formula::Regular(..) => {}
            Formula::Compare(term, _) => self.term(term),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| self.formula(p)),
            Formula::Not(inner) => self.formula(inner),
        }
    }

    fn term(&mut self, term: &Term) {
        self.constants.push(term.constant.unsigned_abs());
        for (_, atom) in &term.parts {
            match atom {
                Atom::Var(_) => {}
                Atom::Abs(inner) => self.term(inner),
                Atom::Mod(inner, modulus) => {
                    self.term(inner);
                    self.moduli.push(modulus.unsigned_abs());
                }
            }
        }
    }
}

/// The games of the rulebook that this one could be.
fn candidates(ruleset: &Ruleset, shape: &Shape) -> Vec<Candidate> {
    let (k, m) = (shape.k, shape.stride);
    match &ruleset.twist {
        Twist::None if ruleset.position.is_some() => shifted(ruleset, k).into_iter().collect(),
        Twist::None => {
            let mut list = Vec::new();
            if k == 0 {
                let set = Ok(BlockingNim::new(1));
                let nim = Candidate::new("nim".into(), set, BOUTON, BLOCKING);
                list.push(nim);
            }
            list.extend(unblocked(k, m));
            list.extend(shape.extra.and_then(invariant));
            list
        }
        Twist::Block(blocks) => {
            let limit = blocks.iter().map(|b| b.limit).fold(0, u64::saturating_add);
            blocked(k, limit.saturating_add(1))
        }
        Twist::Comply(parts) => comply(parts.iter().map(|p| p.least).max().unwrap_or(1)),
    }
}

fn unblocked(k: u64, m: u64) -> Option<Candidate> {
    if k == 0 || m == 0 {
        return None;
    }
    if m == 1 {
        let game = format!("k-wythoff(k={k})");
        return Some(Candidate::new(game, BeattyPairs::new(k, 1), "Theorem 2.1", EXTENSIONS).band(k));
    }
    let game = format!("modular(k={k},m={m})");
    if gcd(k, m) == 1 {
        let pairs = BeattyPairs::new(k, m);
        return Some(Candidate::new(game, pairs, "Theorem 5.2 (II)", EXTENSIONS).band(k).stride(m));
    }
    if m != 2 {
        return None;
    }
    // k is even: the open question of the paper.
    let pairs = Morphism::new(u32::try_from(k).ok()?).ok()?;
    let ground = Ground::Conjecture(Morphism::GROUND.trim_start_matches("conjecture: ").to_owned());
    let set = Ok(MorphismPairs::new(pairs));
    let candidate = Candidate::new(game, set, "", EXTENSIONS).band(k).stride(m).method(MethodUsed::Morphism);
    Some(Candidate { ground, ..candidate })
}

fn invariant(k: u64) -> Option<Candidate> {
    if k == 0 {
        return None;
    }
    // β_k = 3/2 + √(k² + 4k)/(2k)
    let big = Integer::from(k);
    let int = |n: Integer| RealExpr::Integer(n);
    let root = int(&big * &big + &big * Integer::from(4)).sqrt();
    let beta = (int(&big * Integer::from(3)) + root) / int(big * Integer::from(2));
    let set = Real::new(beta).map_err(SolveError::from).and_then(ComplementaryPairs::new);
    let (s, t) = (2 * k + 1, 2 * k + 2);
    let candidate = Candidate::new(format!("invariant(k={k})"), set, "Theorem 4", INVARIANT).band(1);
    Some(candidate.singles(vec![(s, t), (t, s)]))
}

/// The hole gives the parameters away: k l squares of the first row and k (m − l) of the first column are missing.
fn shifted(ruleset: &Ruleset, band: u64) -> Option<Candidate> {
    let missing = |x: u64, y: u64| !ruleset.exists(&Point::small(x, y, 0, 0)).unwrap_or(true);
    let across = first_without(|x| missing(x, 0), FAR);
    let up = first_without(|y| missing(0, y), FAR);
    if across == 0 || up == 0 || across + up != band {
        return None;
    }
    let k = gcd(across, up);
    let (m, l) = (band / k, across / k);
    let game = format!("shifted(k={k},m={m},l={l})");
    let theorem = "Theorem 5.2 (III), with the coordinates of Example 6,";
    Some(Candidate::new(game, ShiftedPairs::new(k, m, l), theorem, EXTENSIONS).band(band))
}

fn diagonal_blocking(p: u64, m: u64) -> Option<Candidate> {
    let game = format!("diagonal-blocking(p={p},m={m})");
    if m.is_multiple_of(p) {
        let set = ScaledPairs::new(p, m);
        return Some(Candidate::new(game, set, "Proposition 1, with p | m,", IMITATION).band(m));
    }
    let pairs = PmWythoff::new(u32::try_from(p).ok()?, u32::try_from(m).ok()?).ok()?;
    let set = Ok(RecursivePairs::new(pairs));
    Some(Candidate::new(game, set, "Proposition 1", IMITATION).band(m).method(MethodUsed::Recursive))
}

fn blocking(k: u64) -> Option<Candidate> {
    let game = format!("blocking(k={k})");
    let theorem = "Theorem 1.1";
    Some(match k {
        1 => Candidate::new(game, BeattyPairs::new(1, 1), theorem, BLOCKING).band(1),
        2 => Candidate::new(game, DoubledWythoff::new(), theorem, BLOCKING).band(1),
        3 => Candidate::new(game, Ok(TwoBeams), theorem, BLOCKING).band(1),
        _ => return None,
    })
}

fn roob_blocking(k: u64, m: u64) -> Candidate {
    let game = format!("roob-blocking(k={k},m={m})");
    Candidate::new(game, BeattyPairs::new(k, m), "Theorem 5.2 (I)", EXTENSIONS).band(k)
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

/// The real number of the Beatty sequences in the moves of a game.
fn beatty_in(ruleset: &Ruleset) -> Option<Real> {
    let mut real = None;
    ruleset.moves.iter().for_each(|kind| find_beatty(&kind.when, &mut real));
    real
}

/// β-Wythoff Nim: the only game with a theorem whose moves depend on the piles.
fn beta(ruleset: &Ruleset) -> Option<Theorem> {
    let beta = beatty_in(ruleset)?;
    if !beta.is_irrational() {
        return None;
    }
    let paper = Game::named(&format!("beta(beta={beta})")).ok()?;
    if !ruleset.is_certainly(paper.ruleset()?) {
        return None;
    }
    let width = u64::try_from(beta.floor().ok()?).ok()?.checked_sub(1)?;
    Some(Theorem {
        ruleset: Arc::new(ruleset.clone()),
        lines: Lines { band: Some(width), stride: 1, singles: Vec::new() },
        set: Arc::new(ComplementaryPairs::new(beta).ok()?),
        complement: false,
        symmetric: true,
        method: MethodUsed::Beatty,
        ground: Ground::Theorem(format!("the Main Theorem of {BETA}")),
        paper: Arc::new(paper),
    })
}

fn find_beatty(formula: &Formula, found: &mut Option<Real>) {
    match formula {
        Formula::Beatty(_, real) => *found = Some(real.clone()),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| find_beatty(p, found)),
        Formula::Not(inner) => find_beatty(inner, found),
        Formula::Constant(_) | Formula::Compare(..) | Formula::Regular(..) | Formula::Move(_) => {}
    }
}

/// Are these certainly the same game, as far as games of rays are concerned?
pub fn same_rules(a: &Ruleset, b: &Ruleset) -> bool {
    if a.is_certainly(b) {
        return true;
    }
    match (RayGame::recognise(a), RayGame::recognise(b)) {
        (Ok(ours), Ok(theirs)) => same_game(&ours, &theirs) && same_holes(a, b),
        _ => false,
    }
}

fn same_game(a: &RayGame, b: &RayGame) -> bool {
    let same_set = |x: &RaySet, y: &RaySet| x.is_subset_of(y) && y.is_subset_of(x);
    let includes = |x: &RayGame, y: &RayGame| {
        let matched = |c: &crate::rays::Counter| {
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
