//! Are the moves of a game the rays of a claim? Decided for all removals, in base 2.

use rustc_hash::FxHashSet;

use super::Ray;
use crate::Undecided;
use crate::read::{Condition, Reader, Sheet, Tree, Truth, classes, expressible};
use wythoff_automata::numeration::{Numeration, System};
use wythoff_budget::Budget;
use wythoff_rules::{Formula, Relation, Ruleset, Var};

/// Longer steps of rays are not tried: their automata would be too large.
const LONGEST_STEP: u64 = 4096;

/// Decides, for all removals, that the moves are the rays, that no two rays meet, and that each ray is in the classes of its
/// lines and in no other: bit `i` of its number in `lines` is for line `i` of `block`.
pub(crate) fn moves_are_rays(
    rules: &Ruleset,
    rays: &[Ray],
    lines: &[u16],
    budget: &Budget,
) -> Result<(), Undecided> {
    expressible(rules)?;
    if rays.iter().any(|r| r.step.0.max(r.step.1) > LONGEST_STEP) {
        return Err(Undecided::Rules("a ray of the claim has too long a step"));
    }
    let formulas = rules.moves.iter().map(|m| &m.when).chain(classes(rules));
    if formulas.clone().any(|f: &Formula| f.mentions(Var::X) || f.mentions(Var::Y)) {
        return Err(Undecided::Rules("which removals are moves depends on the position"));
    }
    let base = Numeration::new(System::base(2)).map_err(|_| Undecided::Rules("there is no base 2"))?;
    let decide = Decide { rules, rays, base, budget };
    if decide.differ()? {
        return Err(Undecided::Rules("the moves are not the rays of the claim"));
    }
    if lines.len() != rays.len() || decide.blocked_otherwise(lines)? {
        return Err(Undecided::Rules("the rays of the claim may be blocked in another way than it says"));
    }
    for (i, one) in rays.iter().enumerate() {
        for other in &rays[..i] {
            let meet = match (one.is_single(), other.is_single()) {
                (true, true) => one == other,
                _ => decide.satisfiable(&mut |reader| {
                    Ok(vec![Tree::And(vec![member(reader, one)?, member(reader, other)?])])
                })?,
            };
            if meet {
                return Err(Undecided::Rules("two rays of the claim meet"));
            }
        }
    }
    Ok(())
}

struct Decide<'d> {
    rules: &'d Ruleset,
    rays: &'d [Ray],
    base: Numeration,
    budget: &'d Budget,
}

/// Over the tracks s and t.
fn removal(v: Var) -> Vec<i64> {
    match v {
        Var::S => vec![1, 0],
        Var::T => vec![0, 1],
        _ => vec![0, 0],
    }
}

fn not(tree: Tree) -> Tree {
    Tree::Not(Box::new(tree))
}

impl Decide<'_> {
    /// Whether some removal is a move and on no ray, or on a ray and no move.
    fn differ(&self) -> Result<bool, Undecided> {
        self.satisfiable(&mut |reader| {
            let any = reader.any_move(&removal)?;
            let something = not(reader.takes_nothing(&removal)?);
            let members: Result<Vec<Tree>, Undecided> = self.rays.iter().map(|r| member(reader, r)).collect();
            let members = members?;
            let fine = Tree::Or(members.clone());
            let is_move = Tree::And(vec![any.clone(), something.clone()]);
            let moves = alternatives(any).into_iter();
            let mut differ: Vec<Tree> =
                moves.map(|one| Tree::And(vec![one, something.clone(), not(fine.clone())])).collect();
            let rays = members.into_iter();
            differ.extend(rays.map(|ray| Tree::And(vec![ray, not(is_move.clone())])));
            Ok(differ)
        })
    }

    /// Whether some removal of a ray is in a class that is not named for it, or not in one that is.
    fn blocked_otherwise(&self, lines: &[u16]) -> Result<bool, Undecided> {
        for (i, class) in classes(self.rules).into_iter().enumerate() {
            let differ = self.satisfiable(&mut |reader| {
                let class = reader.formula(class, &removal)?;
                let of_ray = |(ray, lines): (&Ray, &u16)| {
                    let other = if lines >> i & 1 == 1 { not(class.clone()) } else { class.clone() };
                    Ok(Tree::And(vec![member(reader, ray)?, other]))
                };
                self.rays.iter().zip(lines).map(of_ray).collect()
            })?;
            if differ {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some removal satisfies one of the conditions.
    fn satisfiable(
        &self,
        conditions: &mut dyn FnMut(&mut Reader<'_>) -> Result<Vec<Tree>, Undecided>,
    ) -> Result<bool, Undecided> {
        let mut reader = Reader::new(self.rules);
        let trees = conditions(&mut reader)?;
        let (sheet, conditions) = reader.finish(trees, &self.base, self.budget)?;
        for condition in &conditions {
            if self.reaches(&sheet, condition)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some word satisfies a condition. In base 2 every word is valid, and there is one phase.
    fn reaches(&self, sheet: &Sheet, condition: &Condition) -> Result<bool, Undecided> {
        let start: Box<[u32]> = sheet.starts(0).collect();
        let mut seen: FxHashSet<Box<[u32]>> = FxHashSet::default();
        let mut stack = vec![start.clone()];
        seen.insert(start);
        while let Some(states) = stack.pop() {
            self.budget.check(seen.len(), seen.len() * (states.len() * 8 + 64))?;
            if sheet.holds(condition, &states) {
                return Ok(true);
            }
            for letter in 0..4 {
                let next: Box<[u32]> = sheet.steps(&states, &[letter / 2, letter % 2]).collect();
                if sheet.truth(condition, &next) != Truth::No && seen.insert(next.clone()) {
                    stack.push(next);
                }
            }
        }
        Ok(false)
    }
}

/// The parts of a disjunction: one after the other they have far fewer states than together.
fn alternatives(tree: Tree) -> Vec<Tree> {
    match tree {
        Tree::Or(list) => list.into_iter().flat_map(alternatives).collect(),
        other => vec![other],
    }
}

/// `(s, t)` is on the ray.
fn member(reader: &mut Reader<'_>, ray: &Ray) -> Result<Tree, Undecided> {
    // Numbers of a claim are small: see LARGEST.
    let [a, b, p, q] = [ray.start.0, ray.start.1, ray.step.0, ray.step.1].map(|v| v as i64);
    let (s, t) = (vec![1, 0], vec![0, 1]);
    Ok(Tree::And(match (p, q) {
        (0, 0) => {
            vec![reader.compare_form(s, Relation::Equal, -a)?, reader.compare_form(t, Relation::Equal, -b)?]
        }
        (0, q) => vec![
            reader.compare_form(s, Relation::Equal, -a)?,
            reader.compare_form(t.clone(), Relation::GreaterEqual, -b)?,
            reader.remainder_form(t, q, b),
        ],
        // t - b is then n·q for the n with s - a = n·p.
        (p, q) => vec![
            reader.compare_form(s.clone(), Relation::GreaterEqual, -a)?,
            reader.remainder_form(s, p, a),
            reader.compare_form(vec![q, -p], Relation::Equal, p * b - q * a)?,
        ],
    }))
}
