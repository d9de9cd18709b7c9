//! Rules that nothing satisfies, or that change nothing: not wrong, but surely not what was meant.
//!
//! A line is only warned of when it is certain that it has no effect: no piles and no removal satisfy it. That is decided
//! by automata, after a look at small piles, which settles it for every line that makes sense. Membership in a Beatty
//! sequence counts as possible, and what needs too many states is not decided: then there is no warning.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::warnings;
//! use wythoff_rules::Game;
//! let text = "move rook: s = 0 or t = 0\nmove odd: s = t and s mod 2 = 3\n";
//! let game = Game::from_text("my.game", text, "")?;
//! let found = warnings::of_game(&game, &Budget::default());
//! assert_eq!(found.warnings[0].message, "this move can never be made");
//! assert_eq!(found.place(&found.warnings[0]), (2, 11));
//! # Ok::<(), wythoff_rules::GameError>(())
//! ```

use crate::compile::require;
use crate::formula::{Form, Logic};
use wythoff_automata::{Numeration, Product, System};
use wythoff_budget::Budget;
use wythoff_rules::game::Game;
use wythoff_rules::{
    Atom, Clause, ClauseKind, Definition, Diagnostic, Formula, Move, RuleWarnings, Ruleset, Term, Twist, Var,
};

/// Piles and removals up to this are looked at first.
const SMALL: i64 = 5;

/// Automata with more states are not built: a warning is not worth waiting for.
const MOST_STATES: u64 = 20_000;

/// Formulas that unfold into more cases are not decided.
const MOST_CASES: u64 = 2_000;

/// Counts above this are not decided.
const MOST_COUNTED: u64 = 64;

/// So many of the numbers in a move are tried as removals.
const MOST_NUMBERS: usize = 12;

const NOWHERE: &str = "no x and y satisfy this";
const NEVER: &str = "this move can never be made";
const NOTHING: &str = "no removal satisfies this, whatever the piles";

/// What can be said about the rules of a game before it is played. Games on n piles have no text to warn of.
#[must_use]
pub fn of_game(game: &Game, budget: &Budget) -> RuleWarnings {
    let (Some(ruleset), Some((definition, values))) = (game.ruleset(), game.definition()) else {
        return RuleWarnings::new("", "", Vec::new());
    };
    let budget = budget.clone().with_states(MOST_STATES);
    let clauses = definition.clauses(values);
    let mut found = definition.impossible_conditions();
    if let Ok(numeration) = Numeration::new(System::base(2)) {
        let ends = clauses.iter().any(|clause| clause.kind == ClauseKind::Terminal);
        let judge = Judge { ends, ruleset, numeration: &numeration, budget: &budget };
        found.extend(judge.clauses(&clauses));
    }
    let never =
        |clause: &Clause| found.iter().any(|warning| warning.message == NEVER && warning.span == clause.span);
    let mut moves = clauses.iter().filter(|clause| matches!(clause.kind, ClauseKind::Move(_)));
    let unplayable = moves.all(never);
    RuleWarnings { unplayable, ..RuleWarnings::new(definition.file(), definition.text(), found) }
}

/// What can be said about a rule text alone, without values for its parameters. Errors of the text are not repeated here.
#[must_use]
pub fn of_text(file: &str, text: &str) -> RuleWarnings {
    let found = Definition::parse(file, text).map(|d| d.impossible_conditions());
    RuleWarnings::new(file, text, found.unwrap_or_default())
}

struct Judge<'a> {
    /// Does a line say where the game ends? Every move says it, too.
    ends: bool,
    ruleset: &'a Ruleset,
    numeration: &'a Numeration,
    budget: &'a Budget,
}

impl Judge<'_> {
    fn clauses(&self, clauses: &[Clause]) -> Vec<Diagnostic> {
        let position = clauses.iter().find(|c| c.kind == ClauseKind::Position);
        if let Some(clause) = position
            && !self.square_exists(&clause.formula)
        {
            // Everything else would be warned of for the same reason.
            let message = "no square exists";
            return vec![Diagnostic::new(clause.span.clone(), message, NOWHERE)];
        }
        let mut found = Vec::new();
        for (number, clause) in clauses.iter().enumerate() {
            match &clause.kind {
                ClauseKind::Move(name) => found.extend(self.move_line(clause, name, &clauses[..number])),
                ClauseKind::Position => {
                    found.extend(self.branches(clause, NOWHERE, |f| self.square_exists(f)));
                }
                ClauseKind::Terminal if self.square_exists(&clause.formula) => {
                    found.extend(self.branches(clause, NOWHERE, |f| self.square_exists(f)));
                }
                ClauseKind::Terminal => {
                    let message = "no position is such an end";
                    found.push(Diagnostic::new(clause.span.clone(), message, NOWHERE));
                }
                ClauseKind::Block if self.move_exists(&self.class(clause)) => {}
                ClauseKind::Block => {
                    let message = "no move is ever in this class, so nothing is blocked";
                    found.push(Diagnostic::new(clause.span.clone(), message, NOTHING));
                }
                ClauseKind::Comply(least) if self.so_many(&self.class(clause), *least) => {}
                ClauseKind::Comply(least) => {
                    let message = "this can never be proposed";
                    let label = match least {
                        1 => "nowhere is there such a move".to_owned(),
                        _ => format!("nowhere are there {least} such moves"),
                    };
                    found.push(Diagnostic::new(clause.span.clone(), message, label));
                }
                ClauseKind::Misere => found.extend(self.misere(clause)),
            }
        }
        found
    }

    /// Where an option always has to be proposed, the next player always has a move, and whether play is misère makes no difference.
    fn misere(&self, clause: &Clause) -> Option<Diagnostic> {
        let Twist::Comply(parts) = &self.ruleset.twist else { return None };
        parts.iter().all(|part| part.least > 0).then(|| {
            let message = "`play misere` changes nothing in this game";
            let label =
                "what is proposed leaves a move, and a player who cannot propose enough loses all the same";
            Diagnostic::new(clause.span.clone(), message, label)
        })
    }

    fn move_line(&self, clause: &Clause, name: &str, earlier: &[Clause]) -> Vec<Diagnostic> {
        if !self.move_exists(&clause.formula) {
            let label = if self.ends {
                "no removal satisfies this at a position that is no end"
            } else if self.ruleset.position.is_some() {
                "no removal satisfies this and leads from a square that exists to one that does"
            } else if takes_nothing(&clause.formula) {
                "moves only take tokens: s and t are not below 0, and not both 0"
            } else {
                match clause.formula {
                    Formula::Constant(_) => "no removal satisfies this: moves only take tokens",
                    _ => NOTHING,
                }
            };
            return vec![Diagnostic::new(clause.span.clone(), NEVER, label)];
        }
        let same = |c: &&Clause| {
            matches!(&c.kind, ClauseKind::Move(other) if other == name) && c.formula == clause.formula
        };
        if earlier.iter().any(|c| same(&c)) {
            let message = format!("this line says the same as an earlier one of `{name}`");
            return vec![Diagnostic::new(clause.span.clone(), message, "it adds no move")];
        }
        self.branches(clause, NOTHING, |f| self.move_exists(f))
    }

    fn branches(&self, clause: &Clause, label: &str, possible: impl Fn(&Formula) -> bool) -> Vec<Diagnostic> {
        let never = clause.branches.iter().filter(|(_, formula)| !possible(formula));
        never
            .map(|(span, _)| Diagnostic::new(span.clone(), "this part of the rule never holds", label))
            .collect()
    }

    /// The moves of a class.
    fn class(&self, clause: &Clause) -> Formula {
        let moves = &self.ruleset.moves;
        let any_move = Formula::any_of(moves.iter().map(|m: &Move| m.when.clone()).collect());
        Formula::all_of(vec![any_move, clause.formula.with_moves(moves)])
    }

    /// False only if certainly no square satisfies the formula.
    fn square_exists(&self, formula: &Formula) -> bool {
        let formula = relaxed(formula);
        let mut small = squares().map(|(x, y)| [x, y, 0, 0]);
        if small.any(|at| holds(&formula, &at)) {
            return true;
        }
        let Some(logic) = unfold(&formula) else { return true };
        let piles = [Form::track(0, 2), Form::track(1, 2), Form::zero(2), Form::zero(2)];
        self.satisfiable(2, &logic.substitute(&piles))
    }

    /// False only if certainly no removal from any piles satisfies the formula and leads to a square that exists.
    fn move_exists(&self, formula: &Formula) -> bool {
        let (formula, target) = (relaxed(formula), self.target());
        let small = squares().any(|(x, y)| {
            squares().any(|(s, t)| {
                (s, t) != (0, 0)
                    && holds(&formula, &[x + s, y + t, s, t])
                    && holds(&target, &[x, y, 0, 0])
                    && holds(&target, &[x + s, y + t, 0, 0])
            })
        });
        if small || removal_near_numbers(&formula, &target) {
            return true;
        }
        let Some((formula, target)) = unfold(&formula).zip(unfold(&target)) else { return true };
        // Over what is left of the piles and what is taken, so that nothing is taken that is not there.
        let sum = |a: usize, b: usize| Form::track(a, 4).plus(1, &Form::track(b, 4));
        let before = [sum(0, 2), sum(1, 3), Form::track(2, 4), Form::track(3, 4)];
        let after = [Form::track(0, 4), Form::track(1, 4), Form::zero(4), Form::zero(4)];
        let logic = Logic::and(vec![
            Logic::at_least(sum(2, 3), 1),
            formula.substitute(&before),
            target.substitute(&before),
            target.substitute(&after),
        ]);
        self.satisfiable(4, &logic)
    }

    /// False only if certainly no position has so many moves of a class.
    fn so_many(&self, class: &Formula, least: u64) -> bool {
        if least == 0 {
            return true;
        }
        if least == 1 || least > MOST_COUNTED {
            return self.move_exists(class);
        }
        let (class, target) = (relaxed(class), self.target());
        let is_option = |x: i64, y: i64, s: i64, t: i64| {
            (s, t) != (0, 0) && holds(&class, &[x, y, s, t]) && holds(&target, &[x - s, y - t, 0, 0])
        };
        let small = squares().any(|(x, y)| {
            let (x, y) = (2 * x, 2 * y);
            let options = (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t)));
            options.filter(|(s, t)| is_option(x, y, *s, *t)).count() >= least as usize
        });
        if small {
            return true;
        }
        let Some((class, target)) = unfold(&class).zip(unfold(&target)) else { return true };
        // Over the piles before and the removal.
        let left = |a: usize, b: usize| Form::track(a, 4).plus(-1, &Form::track(b, 4));
        let before = [Form::track(0, 4), Form::track(1, 4), Form::track(2, 4), Form::track(3, 4)];
        let after = [left(0, 2), left(1, 3), Form::zero(4), Form::zero(4)];
        let logic = Logic::and(vec![
            Logic::at_least(Form::track(2, 4).plus(1, &Form::track(3, 4)), 1),
            Logic::at_least(left(0, 2), 0),
            Logic::at_least(left(1, 3), 0),
            class.substitute(&before),
            target.substitute(&after),
        ]);
        let mut product = Product::new(self.numeration, 4);
        if require(&mut product, &logic, self.budget).is_err() {
            return true;
        }
        match product.count(2, least as u16, self.budget) {
            Ok(counts) => counts.outputs().iter().any(|o| u64::from(*o) >= least),
            Err(_) => true,
        }
    }

    /// Which squares exist.
    fn target(&self) -> Formula {
        self.ruleset.position.as_ref().map_or(Formula::Constant(true), relaxed)
    }

    /// False only if certainly no numbers satisfy the formula.
    fn satisfiable(&self, tracks: usize, logic: &Logic) -> bool {
        let mut product = Product::new(self.numeration, tracks);
        match require(&mut product, logic, self.budget) {
            Ok(()) => !matches!(product.shortest(self.budget), Ok(None)),
            Err(_) => true,
        }
    }
}

/// Would a pass satisfy this, or a move that adds tokens?
fn takes_nothing(formula: &Formula) -> bool {
    let formula = relaxed(formula);
    let mut few = (-SMALL..=SMALL).flat_map(|s| (-SMALL..=SMALL).map(move |t| (s, t)));
    few.any(|(s, t)| {
        (s.min(t) < 0 || (s, t) == (0, 0)) && squares().any(|(x, y)| holds(&formula, &[x, y, s, t]))
    })
}

/// All squares of a small board.
fn squares() -> impl Iterator<Item = (i64, i64)> {
    (0..=SMALL).flat_map(|x| (0..=SMALL).map(move |y| (x, y)))
}

/// All pairs of some numbers.
fn pairs(numbers: &[i64]) -> impl Iterator<Item = (i64, i64)> + '_ {
    numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b)))
}

/// Is there a removal that satisfies some alternative, among the numbers that stand in it? An automaton for each of a thousand
/// moves would take longer than to read them.
fn removal_near_numbers(formula: &Formula, target: &Formula) -> bool {
    if let Formula::Or(parts) = formula {
        return parts.iter().any(|part| removal_near_numbers(part, target));
    }
    let numbers = formula.numbers(MOST_NUMBERS);
    let any_piles = !formula.mentions_piles() && *target == Formula::Constant(true);
    let left: &[i64] = if any_piles { &[0] } else { &[0, 1, SMALL] };
    pairs(&numbers).filter(|removal| *removal != (0, 0)).any(|(s, t)| {
        pairs(left).any(|(x, y)| {
            holds(formula, &[x + s, y + t, s, t])
                && holds(target, &[x, y, 0, 0])
                && holds(target, &[x + s, y + t, 0, 0])
        })
    })
}

/// A formula that holds wherever this one does: membership in Beatty sequences and loaded sets is left open. `not`
/// stands before those only.
fn relaxed(formula: &Formula) -> Formula {
    match formula {
        Formula::Constant(_) | Formula::Compare(..) => formula.clone(),
        Formula::Beatty(..) | Formula::Regular(..) | Formula::Not(_) | Formula::Move(_) => {
            Formula::Constant(true)
        }
        Formula::And(parts) => Formula::all_of(parts.iter().map(relaxed).collect()),
        Formula::Or(parts) => Formula::any_of(parts.iter().map(relaxed).collect()),
    }
}

/// The truth of a relaxed formula.
fn holds(formula: &Formula, at: &[i64; 4]) -> bool {
    match formula {
        Formula::Constant(truth) => *truth,
        Formula::Compare(term, relation) => relation.holds(term.value(at).cmp(&0)),
        Formula::And(parts) => parts.iter().all(|p| holds(p, at)),
        Formula::Or(parts) => parts.iter().any(|p| holds(p, at)),
        Formula::Beatty(..) | Formula::Regular(..) | Formula::Not(_) | Formula::Move(_) => true,
    }
}

/// The normal form of a relaxed formula, unless it gets too large.
fn unfold(formula: &Formula) -> Option<Logic> {
    (cases(formula) <= MOST_CASES).then(|| Logic::from_rules(formula, &[]))
}

fn cases(formula: &Formula) -> u64 {
    match formula {
        Formula::Compare(term, _) | Formula::Beatty(term, _) => cases_of_term(term),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(cases).fold(0, u64::saturating_add),
        Formula::Constant(_) | Formula::Regular(..) | Formula::Move(_) | Formula::Not(_) => 1,
    }
}

fn cases_of_term(term: &Term) -> u64 {
    term.parts.iter().fold(1, |product: u64, (_, atom)| {
        let own = match atom {
            Atom::Var(Var::X | Var::Y | Var::S | Var::T) => 1,
            // The inside is asked for its sign, and stands in both cases.
            Atom::Abs(inner) => cases_of_term(inner).saturating_mul(4),
            Atom::Mod(inner, modulus) => cases_of_term(inner).saturating_mul(modulus.unsigned_abs()),
        };
        product.saturating_mul(own)
    })
}
