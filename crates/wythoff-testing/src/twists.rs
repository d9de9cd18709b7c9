//! Games with every twist, and counts of options: for the definitions of who wins.

use wythoff_rules::{Definition, Ruleset};

/// A game for every twist of up to two lines with small numbers.
pub fn games() -> Vec<Ruleset> {
    let mut twists = vec![String::new()];
    for one in 0..3 {
        twists.push(format!("block {one} of a\n"));
        twists.push(format!("comply {one} of a\n"));
        for other in 0..3 {
            twists.push(format!("block {one} of a\nblock {other} of b\n"));
            twists.push(format!("comply {one} of a or {other} of b\n"));
        }
    }
    let plays = ["", "play misere\n"];
    let texts = twists.iter().flat_map(|twist| plays.map(|play| format!("{twist}{play}")));
    let text = |rest: String| format!("game \"g\"\nmove a: s = 0\nmove b: t = 0\n{rest}");
    let bound = |text: String| Definition::parse("g", &text).and_then(|d| d.bind_text(""));
    texts.map(|rest| bound(text(rest)).unwrap_or_else(|e| panic!("{e}"))).collect()
}

/// Calls `look` with all counts of options up to some number of each kind.
pub fn each_count(signatures: usize, most: u64, look: &mut dyn FnMut(Vec<u64>, Vec<u64>)) {
    let each = most + 1;
    for code in 0..each.pow(2 * signatures as u32) {
        let digit = |i: usize| code / each.pow(i as u32) % each;
        let p = (0..signatures).map(digit).collect();
        let n = (0..signatures).map(|i| digit(signatures + i)).collect();
        look(p, n);
    }
}
