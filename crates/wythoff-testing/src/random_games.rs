//! Small games at random, with every twist and with squares missing: what every way of solving has to agree on.
//!
//! Few moves and budgets that are as large as the number of options, or larger, are frequent, because that is where everything
//! can be forbidden and nothing can be proposed.

use super::random::Numbers;

/// Moves of a few tokens, and rays; none of them depends on the position.
const PLAIN: [&str; 22] = [
    "s = 1 and t = 0 or s = 0 and t = 1",
    "s in {1, 2, 4} and t = 0",
    "s = 0 and t in {2, 3, 5}",
    "s <= 2 and t <= 1",
    "s = t and s in {1, 3}",
    "s + t <= 2",
    "s = 0",
    "t = 0",
    "s = 0 or t = 0",
    "s = t",
    "t = 2*s",
    "s = 2*t",
    "2*s = 3*t",
    "s = 0 and t mod 2 = 0",
    "t = 0 and s mod 3 = 1",
    "s = t + 1",
    "|s - t| <= 1",
    "t = 0 and s >= 3",
    "s = t and s >= 2",
    "s = 2 and t >= 1",
    "s = 0 and t mod 3 != 0 or t = 0 and s mod 3 != 0",
    "|s - t| <= 1 and s mod 2 = 0",
];

/// Moves that depend on the position, and moves that fill areas.
const ODD: [&str; 14] = [
    "s = 0 and 2*t <= y",
    "t = 0 and x mod 2 = 0",
    "s = t and (x + y) mod 3 = 0",
    "s = 1 and t = 1 and x < y",
    "t = 0 and s <= y",
    "s + t <= 3 and (s + y) mod 2 = 0",
    "s < t",
    "s <= 2*t and t <= 2*s",
    "s mod 2 = 1 and t mod 2 = 1",
    "s = 0 and t > 0 and x >= 3",
    "s = t and 2*s <= x and 2*t <= y",
    "min(s, t) = 0 and max(s, t) mod 2 = 1",
    "s = 0 or t = 0 and x > y",
    "|s - t| < 2 and y - x mod 3 = 0",
];

const POSITIONS: [&str; 8] = [
    "x + y mod 3 != 1",
    "x != 2 or y != 3",
    "x <= 2*y",
    "x + y > 2",
    "x mod 2 = 0 or y mod 2 = 0",
    "x not in {1, 2} or y not in {0, 1, 2}",
    "|x - y| < 4",
    "x != y or x > 5",
];

/// The text of a game. A few of them are refused, because no move is in a class.
pub fn text(numbers: &mut Numbers) -> String {
    let kinds = 1 + numbers.below(4).min(numbers.below(4));
    let odd = numbers.below(3) == 0;
    let mut text = String::new();
    for name in &["a", "b", "c", "d"][..kinds] {
        let when = match numbers.below(4) {
            0 => step(numbers),
            1 if odd => numbers.of(&ODD).to_owned(),
            _ => numbers.of(&PLAIN).to_owned(),
        };
        text += &format!("move {name}: {when}\n");
    }
    if numbers.below(4) == 0 {
        text += &format!("position: {}\n", numbers.of(&POSITIONS));
    }
    text += &twist(numbers, kinds);
    if numbers.below(2) == 0 {
        text += "play misere\n";
    }
    text
}

/// Taking a fixed number from each pile, or the same with the piles exchanged as well.
fn step(numbers: &mut Numbers) -> String {
    let (s, t) = (numbers.below(5), numbers.below(4));
    let (s, t) = if s + t == 0 { (5, 5) } else { (s, t) };
    match numbers.below(2) {
        0 => format!("s = {s} and t = {t}"),
        _ => format!("s = {s} and t = {t} or s = {t} and t = {s}"),
    }
}

fn class(numbers: &mut Numbers, kinds: usize) -> String {
    let kind = |numbers: &mut Numbers| ["a", "b", "c", "d"][numbers.below(kinds)];
    let (one, other) = (kind(numbers), kind(numbers));
    match numbers.below(8) {
        0 => "s = 0".to_owned(),
        1 => "s + t < 3".to_owned(),
        2 => format!("not {one}"),
        3 => format!("{one} and s <= t"),
        4 => format!("({one} or {other})"),
        _ => one.to_owned(),
    }
}

fn quota(numbers: &mut Numbers, kinds: usize, counts: &[&str]) -> String {
    let count = numbers.of(counts);
    match numbers.below(3) {
        0 => count.to_owned(),
        _ => format!("{count} of {}", class(numbers, kinds)),
    }
}

/// Forbidding some, all or none of the options; proposing some or none of them; or no twist.
fn twist(numbers: &mut Numbers, kinds: usize) -> String {
    const BLOCKED: [&str; 8] = ["1", "1", "2", "2", "3", "4", "9", "0"];
    const PROPOSED: [&str; 6] = ["1", "1", "2", "3", "0", "4"];
    let lines = [1, 1, 2, 2, 3][numbers.below(5)];
    match numbers.below(10) {
        0 | 1 => String::new(),
        2 | 3 => format!("block {}\n", numbers.of(&BLOCKED)),
        4 => format!("comply {}\n", numbers.of(&PROPOSED)),
        5 => "comply 3 or 0 of a\n".to_owned(),
        6 | 7 => {
            let parts: Vec<String> = (0..lines).map(|_| quota(numbers, kinds, &BLOCKED)).collect();
            parts.iter().map(|part| format!("block {part}\n")).collect()
        }
        _ => {
            let parts: Vec<String> = (0..lines).map(|_| quota(numbers, kinds, &PROPOSED)).collect();
            format!("comply {}\n", parts.join(" or "))
        }
    }
}
