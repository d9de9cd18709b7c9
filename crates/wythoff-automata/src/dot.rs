//! Automata as Graphviz text.
//!
//! ```
//! use wythoff_automata::Dfa;
//! use wythoff_automata::dot::graphviz;
//! let dead = u32::MAX;
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! assert!(graphviz(&diagonal).contains("s0 -> s0 [label=\"0,0  1,1\"]"));
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::dfa::{Dfa, letter_count};
use super::numeration::DEAD;

/// The automaton as a `digraph`: accepting states are doubly circled, letters with the same ends share an arrow, and the
/// dead state is left out.
#[must_use]
pub fn graphviz(dfa: &Dfa) -> String {
    let mut text = String::from("digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
    let letters = letter_count(dfa.tracks(), dfa.digit_count());
    for (phase, &start) in dfa.starts().iter().enumerate() {
        if start != DEAD {
            let _ = writeln!(text, "  start{phase} [shape=point];\n  start{phase} -> s{start};");
        }
    }
    for state in 0..dfa.states() as u32 {
        let output = dfa.output(state);
        let shape = if output == 0 { "" } else { ", shape=doublecircle" };
        let label = if output > 1 { format!("{state}/{output}") } else { state.to_string() };
        let _ = writeln!(text, "  s{state} [label=\"{label}\"{shape}];");
        let mut arrows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for letter in 0..letters {
            let target = dfa.step(state, letter);
            if target != DEAD {
                arrows.entry(target).or_default().push(digits(letter, dfa, ","));
            }
        }
        for (target, labels) in arrows {
            let _ = writeln!(text, "  s{state} -> s{target} [label=\"{}\"];", labels.join("  "));
        }
    }
    text.push_str("}\n");
    text
}

/// The digits of a letter, first track first.
pub(super) fn digits(letter: usize, dfa: &Dfa, between: &str) -> String {
    let base = dfa.digit_count() as usize;
    let mut rest = letter;
    let mut digits = vec![];
    for _ in 0..dfa.tracks() {
        digits.push((rest % base).to_string());
        rest /= base;
    }
    digits.reverse();
    digits.join(between)
}
