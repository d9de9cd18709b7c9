//! Checks that many items share. Each can fail, and says where: the first square, index or row that speaks against the claim.
//!
//! Sets of squares are ordered pairs, both orders of a symmetric game. "By definition" is [`Reference`]; what papers define in words is written
//! down once more in [`direct`], which shares nothing with the rule language. Formulas are computed with integers only.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_papers::{Bench, Thoroughness};
//! use wythoff_papers::checks::{by_definition, mirrored, same_positions};
//! let bench = Bench { budget: &Budget::default(), level: Thoroughness::Quick };
//! let nim = by_definition(&bench, "N", 20).unwrap();
//! assert!(same_positions("Nim", &nim, &mirrored((0..99).map(|n| (n, n)), 20)).is_ok());
//! let wrong = same_positions("Nim", &nim, &mirrored((0..99).map(|n| (n, n + 1)), 20));
//! assert_eq!(wrong.unwrap_err().to_string(), "Nim: (0, 0) is P by definition and not by the statement");
//! ```

use super::{Bench, Trouble};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wythoff_automata::beatty::graph;
use wythoff_automata::{Dfa, Numeration, System};
use wythoff_check::{AnyCertificate, Certificate, Proved};
use wythoff_logic::{Defined, decide, parse, relation};
use wythoff_number::{Natural, Quadratic, Real, RealExpr};
use wythoff_prove::shipped;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::{Game, GameKind};
use wythoff_rules::piles::PileGame;
use wythoff_rules::position::Position;
use wythoff_rules::{Definition, ParameterValue, Ruleset, read_values};
use wythoff_solve::Answer;
use wythoff_solve::columns::Columns;
use wythoff_solve::grundy::Grundy;
use wythoff_solve::pile_reference::PileReference;
use wythoff_solve::reference::Reference;
use wythoff_solve::way::Method;

/// Squares as ordered pairs.
pub type PilePairs = BTreeSet<(u32, u32)>;

/// Ends a check with a contradiction unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($words:tt)+) => {
        if !$condition {
            return Err($crate::Trouble::Contradiction(format!($($words)+)));
        }
    };
}
pub(super) use ensure;

/// The error for something that cannot be computed here.
pub(super) fn undecided(why: impl std::fmt::Display) -> Trouble {
    Trouble::Undecided(why.to_string())
}

/// The two-pile rules of a game of the rulebook.
///
/// # Errors
/// An unknown name.
pub fn named_rules(name: &str) -> Result<Ruleset, Trouble> {
    let game = Game::named(name)?;
    game.ruleset().cloned().ok_or_else(|| undecided(format!("{name} is no game on two piles")))
}

/// The rules of a text without parameters; the line with its title is added.
///
/// # Errors
/// Problems in the text.
pub fn text_rules(text: &str) -> Result<Ruleset, Trouble> {
    Ok(Definition::parse("text", &format!("game \"text\"\n{text}\n"))?.bind_text("")?)
}

/// A board by definition, with its options.
///
/// # Errors
/// A board beyond the budget.
pub fn board(bench: &Bench<'_>, rules: &Ruleset, to: u32) -> Result<Reference, Trouble> {
    Ok(Reference::solve(rules, to, to, bench.budget)?)
}

/// The P-positions of a game of the rulebook with piles up to `to`, by definition.
///
/// # Errors
/// An unknown name, or a board beyond the budget.
pub fn by_definition(bench: &Bench<'_>, name: &str, to: u32) -> Result<PilePairs, Trouble> {
    Ok(board(bench, &named_rules(name)?, to)?.p_positions(false).collect())
}

/// The P-positions of a rule text with piles up to `to`, by definition.
///
/// # Errors
/// Problems in the text, or a board beyond the budget.
pub fn text_by_definition(bench: &Bench<'_>, text: &str, to: u32) -> Result<PilePairs, Trouble> {
    Ok(board(bench, &text_rules(text)?, to)?.p_positions(false).collect())
}

/// Everything about a position, by definition.
///
/// # Errors
/// A square that does not exist.
pub fn ask(bench: &Bench<'_>, name: &str, x: u64, y: u64) -> Result<Answer, Trouble> {
    let ways = Ways::of(Game::named(name)?);
    Ok(ways.ask_by(Method::Reference, &Position::small(&[x, y]), &[], bench.budget)?)
}

/// Positions on two small piles as pairs.
#[must_use]
pub fn pairs(positions: &[Position]) -> Vec<(u32, u32)> {
    let pair = |p: &Position| p.as_small().and_then(|piles| Some((*piles.first()?, *piles.get(1)?)));
    positions.iter().filter_map(pair).collect()
}

/// The first P-positions x ≤ y, column by column, as the columns solver lists them.
///
/// # Errors
/// A game that is not for columns.
pub fn first_pairs(bench: &Bench<'_>, name: &str, count: usize) -> Result<Vec<(u64, u64)>, Trouble> {
    let mut found = Vec::new();
    let mut columns = Columns::new(&named_rules(name)?, None).map_err(undecided)?;
    while found.len() < count {
        let until = columns.column() + 64;
        columns.run(until, bench.budget, &mut |x, rows| {
            found.extend(rows.iter().map(|y| (x, *y)));
            ControlFlow::Continue(())
        })?;
    }
    found.truncate(count);
    Ok(found)
}

/// All P-positions x ≤ y of a game with x below `until`, by columns.
///
/// # Errors
/// A game that is not for columns, or a limit.
pub fn columns_until(bench: &Bench<'_>, name: &str, until: u64) -> Result<Vec<(u64, u64)>, Trouble> {
    let mut found = Vec::new();
    Columns::new(&named_rules(name)?, None).map_err(undecided)?.run(
        until,
        bench.budget,
        &mut |x, rows| {
            found.extend(rows.iter().map(|y| (x, *y)));
            ControlFlow::Continue(())
        },
    )?;
    Ok(found)
}

/// Both orders of every pair with entries up to `to`. The first entries must not fall, and must go beyond `to` or the pairs end.
pub fn mirrored(pairs: impl IntoIterator<Item = (i128, i128)>, to: u32) -> PilePairs {
    let mut all = PilePairs::new();
    for (a, b) in pairs.into_iter().take_while(|(a, _)| *a <= i128::from(to)) {
        if let (Ok(a), Ok(b)) = (u32::try_from(a), u32::try_from(b))
            && a.max(b) <= to
        {
            all.extend([(a, b), (b, a)]);
        }
    }
    all
}

/// The P-positions by definition are those of the statement.
///
/// # Errors
/// The first square where they are not.
pub fn same_positions(what: &str, found: &PilePairs, stated: &PilePairs) -> Result<(), Trouble> {
    let Some((x, y)) = found.symmetric_difference(stated).min_by_key(|(x, y)| (x + y, *x)) else {
        return Ok(());
    };
    let (is, is_not) = match found.contains(&(*x, *y)) {
        true => ("by definition", "by the statement"),
        false => ("by the statement", "by definition"),
    };
    Err(Trouble::Contradiction(format!("{what}: ({x}, {y}) is P {is} and not {is_not}")))
}

/// They are not: the first square where they differ.
///
/// # Errors
/// If they are the same, the claim that they differ is contradicted.
pub fn different_positions(what: &str, found: &PilePairs, stated: &PilePairs) -> Result<(u32, u32), Trouble> {
    let first = found.symmetric_difference(stated).min_by_key(|(x, y)| (x + y, *x));
    first.copied().ok_or_else(|| Trouble::Contradiction(format!("{what}: no difference was found")))
}

/// Lists that should be equal, entry by entry.
///
/// # Errors
/// The first index where they are not.
pub fn same_list<T: PartialEq + std::fmt::Debug>(
    what: &str,
    found: &[T],
    stated: &[T],
) -> Result<(), Trouble> {
    if let Some(n) = (0..found.len().min(stated.len())).find(|n| found[*n] != stated[*n]) {
        ensure!(false, "{what}: entry {n} is {:?}, and {:?} is stated", found[n], stated[n]);
    }
    ensure!(found.len() == stated.len(), "{what}: {} entries, and {} are stated", found.len(), stated.len());
    Ok(())
}

/// The rows of a table, without comments and header.
///
/// # Errors
/// A cell that is no number.
pub fn table_rows(text: &str) -> Result<Vec<Vec<i128>>, Trouble> {
    let lines = text.lines().filter(|l| !l.starts_with('#')).skip(1);
    let row = |line: &str| line.split(',').map(|cell| cell.trim().parse().map_err(undecided)).collect();
    lines.map(row).collect()
}

/// A printed table of pairs against a formula and against the first P-positions of games. Rows are n, a, b and maybe b − a.
///
/// # Errors
/// The first row that differs.
pub fn same_table(
    bench: &Bench<'_>,
    text: &str,
    games: &[&str],
    formula: Option<&dyn Fn(i128) -> (i128, i128)>,
) -> Result<usize, Trouble> {
    let rows = table_rows(text)?;
    for game in games {
        let found = first_pairs(bench, game, rows.len())?;
        for (row, (a, b)) in rows.iter().zip(&found) {
            let pair = [i128::from(*a), i128::from(*b)];
            ensure!(row.get(1..3) == Some(&pair), "{game}, row {}: the game has ({a}, {b})", row[0]);
        }
    }
    for (n, row) in (0..).zip(&rows) {
        ensure!(row.first() == Some(&n), "row {n} has another number");
        if let Some(formula) = formula {
            let (a, b) = formula(n);
            ensure!(row.get(1..3) == Some(&[a, b]), "row {n}: the formula has ({a}, {b})");
        }
        if let Some(difference) = row.get(3) {
            ensure!(row[2] - row[1] == *difference, "row {n}: the difference is another");
        }
    }
    Ok(rows.len())
}

/// What a move is, for [`direct`]: no move, or in one of four classes.
pub type MoveClass = Option<usize>;

/// How many options of each class are P, and how many N.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionCounts {
    /// P-positions, by class.
    pub p: [usize; 4],
    /// N-positions, by class.
    pub n: [usize; 4],
}

/// The P-positions of a game that is written down here and not in the rule language: which squares exist, which removals `(x, y, s, t)` are
/// moves of which class, and when the previous player wins.
pub fn direct(
    to: u32,
    exists: impl Fn(i64, i64) -> bool,
    class: impl Fn(i64, i64, i64, i64) -> MoveClass,
    previous_wins: impl Fn(&OptionCounts) -> bool,
) -> PilePairs {
    let size = to as usize + 1;
    let mut outcome: Vec<Option<bool>> = vec![None; size * size];
    let mut found = PilePairs::new();
    for x in 0..size {
        for y in 0..size {
            if !exists(x as i64, y as i64) {
                continue;
            }
            let mut counts = OptionCounts::default();
            for s in 0..=x {
                for t in 0..=y {
                    if (s, t) == (0, 0) {
                        continue;
                    }
                    let Some(is_p) = outcome[(x - s) * size + y - t] else { continue };
                    if let Some(class) = class(x as i64, y as i64, s as i64, t as i64) {
                        let side = if is_p { &mut counts.p } else { &mut counts.n };
                        side[class] += 1;
                    }
                }
            }
            let is_p = previous_wins(&counts);
            outcome[x * size + y] = Some(is_p);
            if is_p {
                found.insert((x as u32, y as u32));
            }
        }
    }
    found
}

/// Without a twist: P iff no option is P.
#[must_use]
pub fn no_option_is_p(counts: &OptionCounts) -> bool {
    counts.p.iter().sum::<usize>() == 0
}

/// ⌊(p + n·√d)/r⌋ for n ≥ 0, r > 0. Exact: ⌊(p + z)/r⌋ = ⌊(p + ⌊z⌋)/r⌋ for integers p and r.
#[must_use]
pub fn floor_with_root(p: i128, n: i128, d: i128, r: i128) -> i128 {
    let square = n.unsigned_abs() * n.unsigned_abs() * d.unsigned_abs();
    (p + square.isqrt() as i128).div_euclid(r)
}

/// ⌊nφ⌋.
#[must_use]
pub fn floor_phi(n: i128) -> i128 {
    floor_with_root(n, n, 5, 2)
}

/// ⌊nφ²⌋.
#[must_use]
pub fn floor_phi2(n: i128) -> i128 {
    floor_with_root(3 * n, n, 5, 2)
}

/// A real number from an expression of the rule language, such as `sqrt(2)`.
///
/// # Errors
/// An expression that is none.
pub fn real(text: &str) -> Result<Real, Trouble> {
    match read_values(&["r"], "a number", &format!("r={text}"))?.get("r") {
        Some(ParameterValue::Real(expression)) => Ok(Real::new(expression.expr().clone())?),
        Some(ParameterValue::Integer(n)) => Ok(Real::new(RealExpr::integer(n.clone()))?),
        None => Err(undecided(format!("{text} is no number"))),
    }
}

/// ⌊n·r⌋ for n = 0, 1, …, count − 1.
///
/// # Errors
/// If a floor cannot be decided.
pub fn floors(r: &Real, count: u32) -> Result<Vec<i128>, Trouble> {
    let floor = |n: u32| i128::try_from(r.floor_mul(&Natural::from(n))?).map_err(undecided);
    (0..count).map(floor).collect()
}

/// The least number that is not in the set.
#[must_use]
pub fn mex(set: &BTreeSet<i128>) -> i128 {
    (0..).zip(set).find(|(n, value)| n != *value).map_or(set.len() as i128, |(n, _)| n)
}

/// The greatest common divisor.
#[must_use]
pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Some floor functions `NAME(n, v)`, v = ⌊n·ρ⌋, for formulas: name and ρ = (p + q√d)/r.
pub type FloorNames<'f> = &'f [(&'f str, [i64; 4])];

/// The automaton of a formula over x and y in a numeration, with floor functions as predicates.
///
/// # Errors
/// A formula that is none, a number outside the numeration's field, or a limit.
pub fn compiled(
    bench: &Bench<'_>,
    numeration: &Numeration,
    floors: FloorNames<'_>,
    formula: &str,
) -> Result<Dfa, Trouble> {
    let mut named = Vec::new();
    for (name, [p, q, d, r]) in floors {
        let rho = Quadratic::new(*p, *q, d.unsigned_abs(), *r)?;
        named.push(((*name).to_owned(), graph(numeration, &rho, bench.budget).map_err(undecided)?));
    }
    match relation(&parse(formula).map_err(undecided)?, numeration, &named, bench.budget) {
        Ok(Defined::Set(tracks, dfa)) if tracks == ["x", "y"] => Ok(dfa),
        Ok(_) => Err(undecided(format!("{formula} is not about x and y"))),
        Err(error) => Err(undecided(error)),
    }
}

/// Proves that a formula gives the P-positions of a game, for all sizes: the formula becomes an automaton in the Ostrowski numeration of this
/// period (base 2 if it is empty), and the checker says whether that is right.
///
/// # Errors
/// A contradiction with the shortest position if the checker refutes it.
pub fn proved_formula(
    bench: &Bench<'_>,
    game: &str,
    period: &[u32],
    floors: FloorNames<'_>,
    formula: &str,
) -> Result<(String, Proved), Trouble> {
    let system = if period.is_empty() { System::base(2) } else { System::ostrowski(period) };
    proved_rules(bench, game, named_rules(game)?, system, floors, formula)
}

/// The same of any rules, in any numeration; `name` is what they are called.
///
/// # Errors
/// A contradiction with the shortest position if the checker refutes it.
pub fn proved_rules(
    bench: &Bench<'_>,
    name: &str,
    rules: Ruleset,
    system: System,
    floors: FloorNames<'_>,
    formula: &str,
) -> Result<(String, Proved), Trouble> {
    let numeration = Numeration::new(system).map_err(undecided)?;
    let dfa = compiled(bench, &numeration, floors, formula)?;
    let certificate = Certificate::new(rules, numeration, &dfa).map_err(undecided)?;
    Ok((name.to_owned(), Proved::new(certificate, bench.budget)?))
}

/// Of a statement about many games: for which of them it was proved in this run.
#[must_use]
pub fn proved_for(proofs: &[(String, Proved)]) -> String {
    let names: Vec<&str> = proofs.iter().map(|(name, _)| name.as_str()).collect();
    format!("proved at all sizes for {}", names.join(", "))
}

/// Checks a certificate that comes with the library, now; it must be about this game.
///
/// # Errors
/// A contradiction if the checker refutes it.
pub fn proved_certificate(bench: &Bench<'_>, game: &str, name: &str) -> Result<(String, Proved), Trouble> {
    let mut all = shipped::CERTIFICATES.iter().chain(&shipped::BEAMS).chain(&shipped::SLIPS);
    let text = all.find(|(n, _)| *n == name).map(|(_, text)| *text);
    let text = text.ok_or_else(|| undecided(format!("no certificate {name} comes with the library")))?;
    let certificate = AnyCertificate::read(text, bench.budget).map_err(undecided)?;
    ensure!(*certificate.rules() == named_rules(game)?, "certificates/{name}.json is not about {game}");
    Ok((format!("{game} (certificates/{name}.json)"), Proved::new(certificate, bench.budget)?))
}

/// Decides a sentence about a proved game, in which `P(x,y)` says that (x, y) is a P-position. The automaton is the checker's, the
/// decision is by [`logic`](wythoff_logic).
///
/// # Errors
/// A contradiction if the sentence is false.
pub fn decided(
    bench: &Bench<'_>,
    proved: &Proved,
    floors: FloorNames<'_>,
    sentence: &str,
) -> Result<(), Trouble> {
    let automaton = proved.automaton().ok_or_else(|| undecided("the claim is no automaton"))?;
    let numeration = automaton.numeration();
    let mut named = vec![("P".to_owned(), automaton.automaton())];
    for (name, [p, q, d, r]) in floors {
        let rho = Quadratic::new(*p, *q, d.unsigned_abs(), *r)?;
        named.push(((*name).to_owned(), graph(numeration, &rho, bench.budget).map_err(undecided)?));
    }
    let formula = parse(sentence).map_err(undecided)?;
    let answer = decide(&formula, numeration, &named, bench.budget).map_err(undecided)?;
    ensure!(answer.truth, "{sentence} is false: {:?}", answer.example);
    Ok(())
}

/// Positions that differ only in the order of the piles have the same Grundy value.
///
/// # Errors
/// The first position where it differs.
pub fn symmetric_grundy(bench: &Bench<'_>, rules: &Ruleset, to: u64) -> Result<(), Trouble> {
    let values = Grundy::solve(rules, to + 1, to + 1, bench.budget).map_err(undecided)?;
    for x in 0..=to {
        for y in 0..x {
            let (one, other) = (values.value(x, y), values.value(y, x));
            ensure!(one == other, "({x}, {y}) has the Grundy value {one:?}, ({y}, {x}) has {other:?}");
        }
    }
    Ok(())
}

/// The P-positions of a game on three piles, x ≤ y ≤ z ≤ to, by definition.
///
/// # Errors
/// An unknown name, or a limit.
pub fn triples(bench: &Bench<'_>, name: &str, to: u32) -> Result<BTreeSet<[u32; 3]>, Trouble> {
    let game = Game::named(name)?;
    let GameKind::Piles(piles) = game.kind() else { return Err(undecided(format!("{name} has two piles"))) };
    let mut solver =
        PileReference::within(PileGame::new(piles.rule, 3).map_err(undecided)?, bench.budget.clone());
    let mut found = BTreeSet::new();
    for x in 0..=to {
        for y in x..=to {
            for z in y..=to {
                if solver.is_p(&[x, y, z])? {
                    found.insert([x, y, z]);
                }
            }
        }
    }
    Ok(found)
}

/// Where the P-positions of a symmetric game gather near the columns `from..until`: for each cluster of ratios y/x that no gap wider than
/// `gap` parts, the mean ratio times 10^6 and the number of P-positions.
///
/// # Errors
/// A game that is not for columns, or a limit.
pub fn ratio_clusters(
    bench: &Bench<'_>,
    name: &str,
    (from, until): (u64, u64),
    gap: u64,
) -> Result<Vec<(u64, u64)>, Trouble> {
    let mut ratios: Vec<u64> = Vec::new();
    Columns::new(&named_rules(name)?, None).map_err(undecided)?.run(
        until,
        bench.budget,
        &mut |x, rows| {
            if x >= from {
                ratios.extend(rows.iter().map(|y| y * 1_000_000 / x));
            }
            ControlFlow::Continue(())
        },
    )?;
    ratios.sort_unstable();
    let mut clusters: Vec<(u64, u64, u64)> = Vec::new();
    for ratio in ratios {
        match clusters.last_mut() {
            Some((sum, count, last)) if ratio - *last <= gap => {
                (*sum, *count, *last) = (*sum + ratio, *count + 1, ratio);
            }
            _ => clusters.push((ratio, 1, ratio)),
        }
    }
    Ok(clusters.into_iter().map(|(sum, count, _)| (sum / count, count)).collect())
}
