//! The definition of play, once more and independently of the library's solvers: what the fast ones are compared with.
use wythoff_number::Natural;
use wythoff_rules::Definition;
use wythoff_rules::ruleset::{Formula, Play, Relation, Ruleset, Twist};

/// A ruleset from a text with no parameters.
pub fn rules(text: &str) -> Ruleset {
    let text = if text.contains("game \"") { text.to_owned() } else { format!("game \"G\"\n{text}\n") };
    Definition::parse("test", &text).unwrap().bind_text("").unwrap()
}

/// The same, unless the text is refused.
pub fn parsed(text: &str) -> Option<Ruleset> {
    Definition::parse("test", &format!("game \"G\"\n{text}\n")).ok()?.bind_text("").ok()
}

/// A game of the rulebook.
pub fn named(name: &str) -> Ruleset {
    wythoff_rules::Game::named(name).unwrap().ruleset().unwrap().clone()
}

pub fn holds(formula: &Formula, rules: &Ruleset, at: &[i64; 4]) -> bool {
    match formula {
        Formula::Constant(value) => *value,
        Formula::Compare(term, relation) => {
            let value = term.value(at);
            match relation {
                Relation::Equal => value == 0,
                Relation::NotEqual => value != 0,
                Relation::Less => value < 0,
                Relation::LessEqual => value <= 0,
                Relation::Greater => value > 0,
                Relation::GreaterEqual => value >= 0,
            }
        }
        Formula::Beatty(term, real) => {
            let value = term.value(at);
            value >= 0
                && real
                    .beatty_index(&Natural::from(value as u64))
                    .unwrap()
                    .is_some_and(|n| n >= Natural::from(1u8))
        }
        Formula::Regular(terms, set) => {
            set.contains_small(&terms.iter().map(|term| term.value(at)).collect::<Vec<_>>())
        }
        Formula::Move(index) => holds(&rules.moves[*index].when, rules, at),
        Formula::And(list) => list.iter().all(|f| holds(f, rules, at)),
        Formula::Or(list) => list.iter().any(|f| holds(f, rules, at)),
        Formula::Not(inner) => !holds(inner, rules, at),
    }
}

/// `board[x][y]`: P (`Some(true)`), N (`Some(false)`), or no square.
pub fn board(rules: &Ruleset, width: usize, height: usize) -> Vec<Vec<Option<bool>>> {
    let classes: Vec<&Formula> = match &rules.twist {
        Twist::None => Vec::new(),
        Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
    };
    let look = |at: [i64; 4]| -> Option<u32> {
        (at[2..] != [0, 0] && rules.moves.iter().any(|m| holds(&m.when, rules, &at)))
            .then(|| classes.iter().enumerate().map(|(i, c)| u32::from(holds(c, rules, &at)) << i).sum())
    };
    // Where the rules do not speak of the piles, the moves are listed once.
    let text = format!("{:?}", (&rules.moves, &rules.twist));
    let invariant = !text.contains("Var(X)") && !text.contains("Var(Y)");
    let removals = |x: i64, y: i64| -> Vec<(usize, usize, u32)> {
        let mut list = Vec::new();
        for s in 0..=x {
            for t in 0..=y {
                if let Some(mask) = look([x, y, s, t]) {
                    list.push((s as usize, t as usize, mask));
                }
            }
        }
        list
    };
    let once = if invariant { removals(width as i64 - 1, height as i64 - 1) } else { Vec::new() };
    let mut result = vec![vec![None; height]; width];
    for x in 0..width {
        for y in 0..height {
            let at = [x as i64, y as i64, 0, 0];
            if rules.position.as_ref().is_some_and(|p| !holds(p, rules, &at)) {
                continue;
            }
            let here;
            let list = if invariant {
                &once
            } else {
                here = removals(x as i64, y as i64);
                &here
            };
            let options: Vec<(bool, u32)> = list
                .iter()
                .filter(|(s, t, _)| *s <= x && *t <= y)
                .filter_map(|(s, t, mask)| result[x - s][y - t].map(|p| (p, *mask)))
                .collect();
            result[x][y] = Some(is_p(rules, &options));
        }
    }
    result
}

/// An option of a square: where it leads, by which lines' classes, and whether that is P.
pub struct Reached {
    pub to: (usize, usize),
    pub classes: u32,
    pub is_p: bool,
}

/// The options of a square of a solved board.
pub fn options(rules: &Ruleset, board: &[Vec<Option<bool>>], x: usize, y: usize) -> Vec<Reached> {
    let classes: Vec<&Formula> = match &rules.twist {
        Twist::None => Vec::new(),
        Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
    };
    let squares = (0..=x).flat_map(|u| (0..=y).map(move |v| (u, v))).filter(|square| *square != (x, y));
    let option = |(u, v): (usize, usize)| {
        let at = [x as i64, y as i64, (x - u) as i64, (y - v) as i64];
        let is_p = board[u][v].filter(|_| rules.moves.iter().any(|m| holds(&m.when, rules, &at)))?;
        let inside = classes.iter().enumerate().map(|(i, c)| u32::from(holds(c, rules, &at)) << i);
        Some(Reached { to: (u, v), classes: inside.sum(), is_p })
    };
    squares.filter_map(option).collect()
}

/// Can the previous player leave no move where these are the options, or not propose enough of them?
pub fn is_over(rules: &Ruleset, options: &[Reached]) -> bool {
    options.is_empty()
        || match &rules.twist {
            Twist::None => false,
            Twist::Block(blocks) => {
                let must: Vec<u32> = options.iter().map(|option| option.classes).collect();
                let mut budgets: Vec<u64> = blocks.iter().map(|b| b.limit).collect();
                must.len() as u64 <= budgets.iter().sum() && pay(&must, &mut budgets)
            }
            Twist::Comply(_) => !is_enough(rules, &options.iter().collect::<Vec<_>>()),
        }
}

/// Are these enough to be proposed?
pub fn is_enough(rules: &Ruleset, proposed: &[&Reached]) -> bool {
    let Twist::Comply(parts) = &rules.twist else { return false };
    parts.iter().enumerate().any(|(i, part)| {
        proposed.iter().filter(|option| option.classes >> i & 1 == 1).count() as u64 >= part.least
    })
}

fn is_p(rules: &Ruleset, options: &[(bool, u32)]) -> bool {
    let some_n = options.iter().any(|(p, _)| !p);
    if rules.play == Play::Misere && !some_n {
        return false;
    }
    match &rules.twist {
        Twist::None => options.iter().all(|(p, _)| !p),
        Twist::Block(blocks) => {
            let must: Vec<u32> = options.iter().filter(|(p, _)| *p).map(|(_, mask)| *mask).collect();
            let mut budgets: Vec<u64> = blocks.iter().map(|b| b.limit).collect();
            // With more options to pay for than all budgets together there is nothing to try.
            must.len() as u64 <= budgets.iter().sum() && pay(&must, &mut budgets)
        }
        Twist::Comply(parts) => parts.iter().enumerate().any(|(i, part)| {
            options.iter().filter(|(p, mask)| !p && mask >> i & 1 == 1).count() as u64 >= part.least
        }),
    }
}

/// Can every option be paid for? Tries all ways.
fn pay(options: &[u32], budgets: &mut [u64]) -> bool {
    let Some((first, rest)) = options.split_first() else { return true };
    for i in 0..budgets.len() {
        if first >> i & 1 == 1 && budgets[i] > 0 {
            budgets[i] -= 1;
            let paid = pay(rest, budgets);
            budgets[i] += 1;
            if paid {
                return true;
            }
        }
    }
    false
}

/// Grundy values, by definition.
pub fn grundy(rules: &Ruleset, width: usize, height: usize) -> Vec<Vec<Option<u32>>> {
    let mut result = vec![vec![None; height]; width];
    for x in 0..width {
        for y in 0..height {
            let at = [x as i64, y as i64, 0, 0];
            if rules.position.as_ref().is_some_and(|p| !holds(p, rules, &at)) {
                continue;
            }
            let mut seen = vec![false; width * height + 1];
            for s in 0..=x {
                for t in 0..=y {
                    let at = [x as i64, y as i64, s as i64, t as i64];
                    let option: Option<u32> = result[x - s][y - t];
                    if let Some(value) = option
                        && (s, t) != (0, 0)
                        && rules.moves.iter().any(|m| holds(&m.when, rules, &at))
                    {
                        seen[value as usize] = true;
                    }
                }
            }
            result[x][y] = Some(seen.iter().position(|s| !s).unwrap() as u32);
        }
    }
    result
}

/// Every ray game of the rulebook with parameters up to `most`, by name.
pub fn ray_games(most: u32) -> Vec<String> {
    let mut names: Vec<String> =
        ["nim", "wythoff", "maharaja", "even-diagonal"].iter().map(|s| (*s).to_owned()).collect();
    for a in 1..=most {
        for (name, p) in [
            ("k-wythoff", "k"),
            ("connell", "m"),
            ("invariant", "k"),
            ("blocking", "k"),
            ("blocking-nim", "k"),
        ] {
            names.push(format!("{name}({p}={a})"));
        }
        for b in 1..=most {
            names.push(format!("roob-blocking(k={a},m={b})"));
            names.push(format!("modular(k={a},m={b})"));
            names.push(format!("diagonal-blocking(p={a},m={b})"));
            if a < b {
                names.push(format!("gdwn(p={a},q={b})"));
            }
            for l in 0..b.min(3) {
                if a <= 3 {
                    names.push(format!("shifted(k={a},m={b},l={l})"));
                }
            }
        }
    }
    names
}
