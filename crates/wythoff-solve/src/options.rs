//! Which removals are moves, on a board of given size.
//!
//! Rules usually speak of removals only (`s = t`), sometimes of piles (`x in beatty(pi)`), rarely of both at once
//! (`x - s >= y`). So the removals are listed once for every combination of answers that the questions about piles
//! can have; what depends on both at once is asked again at each square. A board of a game whose rules do not mention
//! the piles has exactly one list.

use super::SolveError;
use super::twist::lines;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wythoff_number::{Integer, Natural, NumberError, Real};
use wythoff_rules::regular::RegularSet;
use wythoff_rules::{Formula, Relation, Ruleset, Term, Var};

/// A removal that is a move, at least for some piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Removal {
    pub(crate) s: u32,
    pub(crate) t: u32,
    /// In which classes of the twist it is. Valid only if `certain`.
    pub(crate) signature: u8,
    /// Is it a move, in these classes, whatever the piles?
    certain: bool,
}

/// The moves of a ruleset on a board.
pub(crate) struct Options {
    width: u32,
    height: u32,
    is_move: Node,
    classes: Vec<Node>,
    exists: Node,
    leaves: Vec<Leaf>,
    pile_leaves: Vec<usize>,
    lists: FxHashMap<Vec<bool>, Arc<[Removal]>>,
}

/// A formula over numbered leaves.
enum Node {
    Constant(bool),
    Leaf(usize),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
}

impl Node {
    /// Three-valued truth: `None` where it hangs on a leaf that is not known.
    fn value(&self, leaf: &dyn Fn(usize) -> Option<bool>) -> Option<bool> {
        match self {
            Node::Constant(b) => Some(*b),
            Node::Leaf(i) => leaf(*i),
            Node::Not(inner) => inner.value(leaf).map(|b| !b),
            Node::And(parts) => fold(parts, leaf, false),
            Node::Or(parts) => fold(parts, leaf, true),
        }
    }
}

/// `decisive` decides the whole: false for a conjunction, true for a disjunction.
fn fold(parts: &[Node], leaf: &dyn Fn(usize) -> Option<bool>, decisive: bool) -> Option<bool> {
    let mut result = Some(!decisive);
    for part in parts {
        match part.value(leaf) {
            Some(b) if b == decisive => return Some(decisive),
            Some(_) => {}
            None => result = None,
        }
    }
    result
}

enum Test {
    Compare(Term, Relation),
    Beatty(Term, BeattyTable),
    Regular(Vec<Term>, Arc<RegularSet>),
}

struct Leaf {
    test: Test,
    piles: bool,
    removal: bool,
}

impl Leaf {
    fn holds(&self, at: &[i64; 4]) -> bool {
        match &self.test {
            Test::Compare(term, relation) => relation.holds(term.value(at).cmp(&0)),
            Test::Beatty(term, table) => table.contains(term.value(at)),
            Test::Regular(terms, set) => {
                set.contains_small(&terms.iter().map(|term| term.value(at)).collect::<Vec<_>>())
            }
        }
    }
}

/// Members of (floor(n r)) up to a bound.
struct BeattyTable {
    members: Vec<bool>,
}

impl BeattyTable {
    const LARGEST: i128 = 20_000_000;

    fn new(real: &Real, bound: i128) -> Result<BeattyTable, SolveError> {
        if bound > Self::LARGEST {
            return Err(SolveError::TooLarge {
                wanted: format!("a Beatty sequence up to {bound}"),
                possible: format!("up to {}", Self::LARGEST),
            });
        }
        let size = usize::try_from(bound).unwrap_or(0) + 1;
        let one = Natural::from(1u8);
        if real.cmp_rational(&Integer::from(1), &one)?.is_lt() {
            // Steps below 1 leave nothing out.
            return Ok(BeattyTable { members: vec![true; size] });
        }
        let mut members = vec![false; size];
        let mut n = one.clone();
        loop {
            let value = real.floor_mul(&n)?;
            match usize::try_from(value) {
                Ok(v) if v < size => members[v] = true,
                _ => return Ok(BeattyTable { members }),
            }
            n += &one;
        }
    }

    fn contains(&self, value: i64) -> bool {
        usize::try_from(value).ok().and_then(|v| self.members.get(v)).copied().unwrap_or(false)
    }
}

impl From<NumberError> for SolveError {
    fn from(error: NumberError) -> Self {
        SolveError::Number(error)
    }
}

impl Options {
    /// The moves on the board of all squares up to `(width, height)`.
    pub(crate) fn new(ruleset: &Ruleset, width: u32, height: u32) -> Result<Options, SolveError> {
        let mut leaves = Vec::new();
        let size = (width, height);
        let any_move = Formula::Or(ruleset.moves.iter().map(|m| m.when.clone()).collect());
        let is_move = compile(&any_move, size, &mut leaves)?;
        let classes: Vec<&Formula> = ruleset.twist.classes();
        if lines(&ruleset.twist) > 8 {
            return Err(SolveError::TooLarge {
                wanted: format!("a game with {} block or comply lines", lines(&ruleset.twist)),
                possible: "at most 8".to_owned(),
            });
        }
        let classes: Result<Vec<Node>, SolveError> =
            classes.into_iter().map(|c| compile(&c.with_moves(&ruleset.moves), size, &mut leaves)).collect();
        let exists = match &ruleset.position {
            None => Node::Constant(true),
            Some(formula) => compile(formula, size, &mut leaves)?,
        };
        let only_piles = |l: &Leaf| l.piles && !l.removal;
        let pile_leaves = (0..leaves.len()).filter(|i| only_piles(&leaves[*i])).collect();
        Ok(Options {
            width,
            height,
            is_move,
            classes: classes?,
            exists,
            leaves,
            pile_leaves,
            lists: FxHashMap::default(),
        })
    }

    /// Does the square exist?
    pub(crate) fn exists(&self, x: u32, y: u32) -> bool {
        let at = [i64::from(x), i64::from(y), 0, 0];
        self.exists.value(&|leaf| Some(self.leaves[leaf].holds(&at))).unwrap_or(false)
    }

    /// All removals that may be moves at this square, in increasing order of `s`, then `t`. Those with too many
    /// tokens, and those that are not [`confirmed`](Options::confirmed), have to be left out by the caller.
    pub(crate) fn removals(&mut self, x: u32, y: u32) -> Arc<[Removal]> {
        let at = [i64::from(x), i64::from(y), 0, 0];
        let key: Vec<bool> = self.pile_leaves.iter().map(|l| self.leaves[*l].holds(&at)).collect();
        if let Some(list) = self.lists.get(&key) {
            return Arc::clone(list);
        }
        let list: Arc<[Removal]> = self.list(&key).into();
        self.lists.insert(key, Arc::clone(&list));
        list
    }

    fn list(&self, key: &[bool]) -> Vec<Removal> {
        let mut known = vec![None; self.leaves.len()];
        for (leaf, value) in self.pile_leaves.iter().zip(key) {
            known[*leaf] = Some(*value);
        }
        let mut removals = Vec::new();
        for s in 0..=self.width {
            for t in 0..=self.height {
                if (s, t) == (0, 0) {
                    continue;
                }
                let at = [0, 0, i64::from(s), i64::from(t)];
                let leaf = |i: usize| match known[i] {
                    None if !self.leaves[i].piles => Some(self.leaves[i].holds(&at)),
                    answer => answer,
                };
                let is_move = self.is_move.value(&leaf);
                if is_move == Some(false) {
                    continue;
                }
                let signature = signature(&self.classes, &leaf);
                let certain = is_move.is_some() && signature.is_some();
                removals.push(Removal { s, t, signature: signature.unwrap_or(0), certain });
            }
        }
        removals
    }

    /// The removal with its signature at these piles, if it is a move there and leaves the piles non-negative.
    pub(crate) fn confirmed(&self, removal: Removal, x: u32, y: u32) -> Option<Removal> {
        if removal.s > x || removal.t > y {
            return None;
        }
        if removal.certain {
            return Some(removal);
        }
        let at = [x, y, removal.s, removal.t].map(i64::from);
        let leaf = |i: usize| Some(self.leaves[i].holds(&at));
        if self.is_move.value(&leaf) != Some(true) {
            return None;
        }
        let signature = signature(&self.classes, &leaf).unwrap_or(0);
        Some(Removal { signature, certain: true, ..removal })
    }
}

fn signature(classes: &[Node], leaf: &dyn Fn(usize) -> Option<bool>) -> Option<u8> {
    let mut signature = 0;
    for (line, class) in classes.iter().enumerate() {
        signature |= u8::from(class.value(leaf)?) << line;
    }
    Some(signature)
}

fn compile(formula: &Formula, size: (u32, u32), leaves: &mut Vec<Leaf>) -> Result<Node, SolveError> {
    let mut leaf = |test: Test| {
        let piles = formula.mentions(Var::X) || formula.mentions(Var::Y);
        let removal = formula.mentions(Var::S) || formula.mentions(Var::T);
        leaves.push(Leaf { test, piles, removal });
        Node::Leaf(leaves.len() - 1)
    };
    Ok(match formula {
        Formula::Constant(b) => Node::Constant(*b),
        Formula::Move(_) => Node::Constant(false),
        Formula::Compare(term, relation) => leaf(Test::Compare(term.clone(), *relation)),
        Formula::Beatty(term, real) => {
            let table = BeattyTable::new(real, largest(term, size))?;
            leaf(Test::Beatty(term.clone(), table))
        }
        Formula::Regular(terms, set) => leaf(Test::Regular(terms.clone(), Arc::clone(set))),
        Formula::Not(inner) => Node::Not(Box::new(compile(inner, size, leaves)?)),
        Formula::And(parts) => Node::And(compile_all(parts, size, leaves)?),
        Formula::Or(parts) => Node::Or(compile_all(parts, size, leaves)?),
    })
}

fn compile_all(parts: &[Formula], size: (u32, u32), leaves: &mut Vec<Leaf>) -> Result<Vec<Node>, SolveError> {
    parts.iter().map(|p| compile(p, size, leaves)).collect()
}

/// No value of the term on the board is larger.
fn largest(term: &Term, size: (u32, u32)) -> i128 {
    use wythoff_rules::Atom;
    let part = |(c, atom): &(i64, Atom)| {
        let value = match atom {
            Atom::Var(Var::X | Var::S) => i128::from(size.0),
            Atom::Var(Var::Y | Var::T) => i128::from(size.1),
            Atom::Abs(inner) => largest(inner, size),
            Atom::Mod(_, modulus) => i128::from(*modulus),
        };
        value.saturating_mul(i128::from(*c).abs())
    };
    term.parts.iter().map(part).fold(i128::from(term.constant).abs(), i128::saturating_add)
}
