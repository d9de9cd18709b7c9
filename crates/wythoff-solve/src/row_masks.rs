//! From which rows of a column a square can be moved to, 64 rows at a time.
//!
//! For one column x and one removal s, a condition speaks of the row y, of t = y − v, where v is the row moved to, or of both. Its
//! rows are bits of words, a *mask*:
//!
//! - what speaks of y alone has one mask for all v;
//! - what speaks of t alone has one mask, shifted by v;
//! - what speaks of both, but of t only in remainders, has one mask for each residue of v;
//! - anything else is evaluated for each v.
//!
//! Conditions of one kind are joined first, and a mask is made only as often as x or s, whichever it speaks of, changes. So a square
//! costs a few operations for 64 rows, however many stretches these rows are. Right for all formulas: masks are made by evaluating
//! them.

use super::predicate::{Linear, Part, Predicate};
use super::rays::lcm;
use super::rows::set_rows;
use std::sync::Arc;
use wythoff_rules::ruleset::Var;

/// With more residues than this a condition is evaluated for each v.
const MOST_RESIDUES: u64 = 64;

/// Bits of rows, and between which words any are set.
#[derive(Clone, Debug)]
pub(crate) struct Mask {
    words: Vec<u64>,
    range: (usize, usize),
}

impl Mask {
    fn of(words: Vec<u64>) -> Mask {
        let first = words.iter().position(|word| *word != 0).unwrap_or(words.len());
        let last = words.iter().rposition(|word| *word != 0).map_or(first, |last| last + 1);
        Mask { words, range: (first, last) }
    }

    fn joined(&self, other: &Mask, join: Join) -> Mask {
        let mut words = self.words.clone();
        words.iter_mut().zip(&other.words).for_each(|(own, other)| join.word(own, *other));
        Mask::of(words)
    }
}

/// One mask, or one for each residue of v.
type Masks = Arc<Vec<Mask>>;

/// How a condition comes to those that are there already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    Set,
    And,
    Or,
}

impl Join {
    #[inline(always)]
    fn word(self, own: &mut u64, other: u64) {
        match self {
            Join::Set => *own = other,
            Join::And => *own &= other,
            Join::Or => *own |= other,
        }
    }
}

/// What a condition speaks of, besides x and s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Neither y nor t.
    Fixed,
    /// y; and t only so that it is the same for all v of one residue by this number.
    Rows(u64),
    /// t alone.
    Taken,
    /// y and t.
    Both,
}

impl Kind {
    fn of(predicate: &Predicate) -> Kind {
        match (predicate.mentions(Var::Y), predicate.mentions(Var::T)) {
            (false, false) => Kind::Fixed,
            (true, false) => Kind::Rows(1),
            (false, true) => Kind::Taken,
            (true, true) => {
                let mut residues = Some(1);
                predicate.atoms(&mut |linear, member| {
                    let own = if member && linear.mentions(Var::T) { None } else { repeats(linear) };
                    residues = residues.zip(own).map(|(all, own)| lcm(all, own));
                });
                residues.filter(|n| *n <= MOST_RESIDUES).map_or(Kind::Both, Kind::Rows)
            }
        }
    }

    /// Both at once, if they can be joined.
    fn with(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (Kind::Rows(a), Kind::Rows(b)) => Some(lcm(a, b)).filter(|n| *n <= MOST_RESIDUES).map(Kind::Rows),
            (Kind::Fixed, Kind::Fixed) | (Kind::Taken, Kind::Taken) => Some(self),
            _ => None,
        }
    }
}

/// The value of a form at rows y does not change when v gets so much larger.
fn repeats(linear: &Linear) -> Option<u64> {
    if linear.coefficients[Var::T as usize] == 0 { repeats_within(linear) } else { None }
}

fn repeats_within(linear: &Linear) -> Option<u64> {
    linear.parts.iter().try_fold(1, |all, (_, part)| {
        let own = match part {
            Part::Abs(inner) => repeats(inner)?,
            Part::Mod(inner, modulus) => {
                let (modulus, t) = (modulus.unsigned_abs(), inner.coefficients[Var::T as usize]);
                lcm(modulus / num_integer::gcd(modulus, t.unsigned_abs()).max(1), repeats_within(inner)?)
            }
        };
        Some(lcm(all, own))
    })
}

/// A condition whose mask is made as a whole.
#[derive(Clone, Debug)]
struct Leaf {
    predicate: Predicate,
    kind: Kind,
    of_x: bool,
    of_s: bool,
    /// Where it does not speak of x: the masks for each s, or for all of them.
    by_s: Vec<Masks>,
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(usize),
    All(Vec<Node>),
    Any(Vec<Node>),
}

/// A formula made ready for boards of one height.
#[derive(Clone, Debug)]
pub(crate) struct RowMasks {
    root: Node,
    leaves: Vec<Leaf>,
    height: u64,
}

/// The masks for one column of what speaks of x and not of s.
#[derive(Clone, Debug)]
pub(crate) struct ColumnMasks {
    x: u64,
    masks: Vec<Option<Masks>>,
}

/// The formula for one column and one s.
#[derive(Clone, Debug)]
pub(crate) struct Ready<'a> {
    x: u64,
    s: u64,
    height: u64,
    rows: Rows<'a>,
}

#[derive(Clone, Debug)]
enum Rows<'a> {
    None,
    All,
    Same(Masks),
    Shifted(Masks),
    Each(&'a Predicate),
    And(Vec<Rows<'a>>),
    Or(Vec<Rows<'a>>),
}

impl RowMasks {
    /// Makes a formula ready; no mask is made yet.
    pub(crate) fn new(predicate: &Predicate, height: u64) -> RowMasks {
        let mut leaves = Vec::new();
        let root = node(positive(predicate, true), &mut leaves);
        RowMasks { root, leaves, height }
    }

    /// Bytes of the masks that [`RowMasks::prepare`] makes.
    pub(crate) fn bytes(&self, width: u64) -> u64 {
        let of_leaf = |leaf: &Leaf| match leaf.kind {
            _ if leaf.of_x => 0,
            Kind::Fixed | Kind::Both => 0,
            kind => residues(kind) * if leaf.of_s { width } else { 1 },
        };
        let masks = self.leaves.iter().map(of_leaf).fold(0, u64::saturating_add);
        masks.saturating_mul(self.height.div_ceil(64) * 8 + size_of::<Mask>() as u64)
    }

    /// Makes the masks of what does not speak of x.
    pub(crate) fn prepare(mut self, width: u64) -> RowMasks {
        for leaf in &mut self.leaves {
            if !leaf.of_x && !matches!(leaf.kind, Kind::Fixed | Kind::Both) {
                let all = if leaf.of_s { 0..width } else { 0..1 };
                leaf.by_s = all.map(|s| leaf.masks(0, s, self.height)).collect();
            }
        }
        self
    }

    /// The same for column x.
    pub(crate) fn in_column(&self, x: u64) -> ColumnMasks {
        let masks = |leaf: &Leaf| {
            let made = leaf.of_x && !leaf.of_s && !matches!(leaf.kind, Kind::Fixed | Kind::Both);
            made.then(|| leaf.masks(x, 0, self.height))
        };
        ColumnMasks { x, masks: self.leaves.iter().map(masks).collect() }
    }

    /// The same for a column and a removal s, to be asked for so many rows.
    pub(crate) fn ready(&self, column: &ColumnMasks, s: u64, asked: usize) -> Ready<'_> {
        let rows = self.rows(&self.root, column, s, asked as u64);
        Ready { x: column.x, s, height: self.height, rows }
    }

    fn rows(&self, node: &Node, column: &ColumnMasks, s: u64, asked: u64) -> Rows<'_> {
        let all = |list: &[Node]| list.iter().map(|n| self.rows(n, column, s, asked)).collect::<Vec<_>>();
        match node {
            Node::Leaf(index) => self.rows_of_leaf(*index, column, s, asked),
            Node::All(list) => joined(all(list), Join::And),
            Node::Any(list) => joined(all(list), Join::Or),
        }
    }

    fn rows_of_leaf(&self, index: usize, column: &ColumnMasks, s: u64, asked: u64) -> Rows<'_> {
        let leaf = &self.leaves[index];
        if leaf.kind == Kind::Fixed {
            let holds = leaf.predicate.at(&[column.x as i64, 0, s as i64, 0]);
            return if holds { Rows::All } else { Rows::None };
        }
        let masks = match (&column.masks[index], leaf.kind) {
            (_, Kind::Both) => return Rows::Each(&leaf.predicate),
            (Some(masks), _) => Arc::clone(masks),
            _ if !leaf.of_x => Arc::clone(&leaf.by_s[if leaf.of_s { s as usize } else { 0 }]),
            (_, kind) if residues(kind) > asked => return Rows::Each(&leaf.predicate),
            _ => leaf.masks(column.x, s, self.height),
        };
        Rows::of(masks, leaf.kind == Kind::Taken)
    }
}

/// How many masks there are.
fn residues(kind: Kind) -> u64 {
    if let Kind::Rows(residues) = kind { residues } else { 1 }
}

impl Leaf {
    fn masks(&self, x: u64, s: u64, height: u64) -> Masks {
        let mask = |v: u64| {
            let mut words = vec![0; height.div_ceil(64) as usize];
            set_rows(&self.predicate, (x, s, v), (v.min(height), height), &mut words);
            Mask::of(words)
        };
        Arc::new((0..residues(self.kind)).map(mask).collect())
    }
}

/// The predicate, or its negation, with `not` before memberships only.
fn positive(predicate: &Predicate, holds: bool) -> Predicate {
    let all = |list: &[Predicate], conjunction: bool| {
        let mut parts = Vec::new();
        for part in list {
            match positive(part, holds) {
                Predicate::And(inner) if conjunction => parts.extend(inner),
                Predicate::Or(inner) if !conjunction => parts.extend(inner),
                other => parts.push(other),
            }
        }
        let whole = if conjunction { Predicate::And(parts) } else { Predicate::Or(parts) };
        whole.simplified()
    };
    match predicate {
        Predicate::Constant(value) => Predicate::Constant(*value == holds),
        Predicate::Not(inner) => positive(inner, !holds),
        Predicate::Compare(linear, relation) => {
            Predicate::Compare(linear.clone(), if holds { *relation } else { relation.negated() })
        }
        Predicate::Member(..) | Predicate::Regular(..) if holds => predicate.clone(),
        Predicate::Member(..) | Predicate::Regular(..) => Predicate::Not(Box::new(predicate.clone())),
        Predicate::And(list) => all(list, holds),
        Predicate::Or(list) => all(list, !holds),
    }
}

/// A positive predicate as a tree of leaves, those of one kind together.
fn node(predicate: Predicate, leaves: &mut Vec<Leaf>) -> Node {
    let kind = Kind::of(&predicate);
    let (conjunction, list) = match predicate {
        Predicate::And(list) if kind == Kind::Both => (true, list),
        Predicate::Or(list) if kind == Kind::Both => (false, list),
        whole => return leaf(whole, kind, leaves),
    };
    let mut groups: Vec<(Kind, (bool, bool), Vec<Predicate>)> = Vec::new();
    let mut nodes = Vec::new();
    for part in list {
        let kind = Kind::of(&part);
        if kind == Kind::Both {
            nodes.push(node(part, leaves));
            continue;
        }
        let speaks = (part.mentions(Var::X), part.mentions(Var::S));
        let known = groups.iter_mut().find_map(|(own, of, parts)| {
            let both = own.with(kind).filter(|_| *of == speaks)?;
            *own = both;
            Some(parts)
        });
        match known {
            Some(parts) => parts.push(part),
            None => groups.push((kind, speaks, vec![part])),
        }
    }
    let joined = |parts: Vec<Predicate>| match conjunction {
        true => Predicate::And(parts),
        false => Predicate::Or(parts),
    };
    nodes.splice(0..0, groups.into_iter().map(|(kind, _, parts)| leaf(joined(parts), kind, leaves)));
    if conjunction { Node::All(nodes) } else { Node::Any(nodes) }
}

fn leaf(predicate: Predicate, kind: Kind, leaves: &mut Vec<Leaf>) -> Node {
    // A single part needs no conjunction around it.
    let predicate = match predicate {
        Predicate::And(mut list) | Predicate::Or(mut list) if list.len() == 1 => list.swap_remove(0),
        other => other,
    };
    let (of_x, of_s) = (predicate.mentions(Var::X), predicate.mentions(Var::S));
    leaves.push(Leaf { predicate, kind, of_x, of_s, by_s: Vec::new() });
    Node::Leaf(leaves.len() - 1)
}

impl<'a> Rows<'a> {
    fn of(masks: Masks, shifted: bool) -> Rows<'a> {
        if masks.iter().all(|mask| mask.range.0 >= mask.range.1) {
            return Rows::None;
        }
        if shifted { Rows::Shifted(masks) } else { Rows::Same(masks) }
    }

    /// Between which words there can be rows.
    fn range(&self, v: u64, words: usize) -> (usize, usize) {
        match self {
            Rows::None => (0, 0),
            Rows::All | Rows::Each(_) => (0, words),
            Rows::Same(masks) => masks[(v % masks.len() as u64) as usize].range,
            Rows::Shifted(masks) => {
                let ((first, last), skip) = (masks[0].range, (v / 64) as usize);
                (first + skip, (last + skip + 1).min(words))
            }
            Rows::And(list) => list.iter().fold((0, words), |(first, last), part| {
                let (from, to) = part.range(v, words);
                (first.max(from), last.min(to))
            }),
            Rows::Or(list) => list.iter().fold((words, 0), |(first, last), part| {
                let (from, to) = part.range(v, words);
                (first.min(from), last.max(to))
            }),
        }
    }
}

/// Conditions that hold together, or one of which holds; masks of one kind become one.
fn joined(list: Vec<Rows<'_>>, join: Join) -> Rows<'_> {
    let conjunction = join == Join::And;
    let mut parts: Vec<Rows<'_>> = Vec::new();
    for part in list {
        match (&part, conjunction) {
            (Rows::None, true) => return Rows::None,
            (Rows::All, false) => return Rows::All,
            (Rows::None, false) | (Rows::All, true) => continue,
            _ => {}
        }
        let together = parts.iter_mut().find_map(|own| {
            let (shifted, a, b) = match (&*own, &part) {
                (Rows::Same(a), Rows::Same(b)) if a.len() == 1 && b.len() == 1 => (false, a, b),
                (Rows::Shifted(a), Rows::Shifted(b)) => (true, a, b),
                _ => return None,
            };
            let both = Rows::of(Arc::new(vec![a[0].joined(&b[0], join)]), shifted);
            *own = both;
            Some(matches!(own, Rows::None))
        });
        match together {
            Some(true) => return Rows::None,
            Some(false) => {}
            None => parts.push(part),
        }
    }
    match (parts.len(), conjunction) {
        (0, true) => Rows::All,
        (0, false) => Rows::None,
        (1, _) => parts.swap_remove(0),
        (_, true) => Rows::And(parts),
        (_, false) => Rows::Or(parts),
    }
}

impl Ready<'_> {
    /// Whether no row at all can be visited.
    pub(crate) fn is_never(&self) -> bool {
        matches!(self.rows, Rows::None)
    }

    /// Calls `visit` with the words, and the bits in them, of the rows from which taking s and ending in row v is allowed.
    pub(crate) fn visit(&self, v: u64, buffer: &mut Vec<u64>, mut visit: impl FnMut(usize, u64)) {
        let from = v + u64::from(self.s == 0);
        let words = self.height.div_ceil(64) as usize;
        let (first, last) = self.rows.range(v, words);
        let (begin, last) = ((from / 64) as usize, last.min(words));
        let first = first.max(begin);
        if first >= last {
            return;
        }
        buffer.clear();
        buffer.resize(last - first, 0);
        self.apply(&self.rows, v, first, buffer, Join::Set);
        if first == begin {
            buffer[0] &= u64::MAX << (from % 64);
        }
        for (index, word) in buffer.iter().enumerate() {
            if *word != 0 {
                visit(first + index, *word);
            }
        }
    }

    /// Joins the rows of the words from the first on.
    fn apply(&self, rows: &Rows<'_>, v: u64, first: usize, out: &mut [u64], join: Join) {
        let apart = |out: &mut [u64]| {
            let mut own = vec![0; out.len()];
            self.apply(rows, v, first, &mut own, Join::Set);
            out.iter_mut().zip(own).for_each(|(out, word)| join.word(out, word));
        };
        match rows {
            Rows::None => out.iter_mut().for_each(|out| join.word(out, 0)),
            Rows::All => out.iter_mut().for_each(|out| join.word(out, u64::MAX)),
            Rows::Same(masks) => {
                let mask = &masks[(v % masks.len() as u64) as usize];
                out.iter_mut().zip(&mask.words[first..]).for_each(|(out, word)| join.word(out, *word));
            }
            Rows::Shifted(masks) => shifted(&masks[0].words, v, first, out, join),
            Rows::Each(predicate) => {
                let end = first + out.len();
                let mut own = vec![0; end];
                let range = (v.max(first as u64 * 64), self.height.min(end as u64 * 64));
                set_rows(predicate, (self.x, self.s, v), range, &mut own);
                out.iter_mut().zip(&own[first..]).for_each(|(out, word)| join.word(out, *word));
            }
            Rows::And(_) if join == Join::Or => apart(out),
            Rows::Or(_) if join == Join::And => apart(out),
            Rows::And(list) | Rows::Or(list) => {
                let own = if matches!(rows, Rows::And(_)) { Join::And } else { Join::Or };
                for (number, part) in list.iter().enumerate() {
                    let join = if number == 0 { join } else { own };
                    self.apply(part, v, first, out, join);
                }
            }
        }
    }
}

/// Joins words with a mask, from its word `first` on, that is moved up by v rows.
fn shifted(mask: &[u64], v: u64, first: usize, out: &mut [u64], join: Join) {
    let (skip, shift) = ((v / 64) as usize, v % 64);
    // No word before that of row v is asked for.
    let begin = first - skip;
    if shift == 0 {
        out.iter_mut().zip(&mask[begin..]).for_each(|(out, word)| join.word(out, *word));
        return;
    }
    let mut below = begin.checked_sub(1).map_or(0, |below| mask[below]);
    for (out, word) in out.iter_mut().zip(&mask[begin..]) {
        join.word(out, word << shift | below >> (64 - shift));
        below = *word;
    }
}
