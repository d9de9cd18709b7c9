//! U. Larsson, "Wythoff Nim extensions and certain Beatty sequences".

use super::{Content, Figure};
use crate::sketch::{Step, Thought};

const PAPER: &str = "beatty-extensions";

const fn thought(row: u32, lines: &'static [&'static str], grey: bool) -> Thought {
    Thought { row, aside: 0, lines, grey }
}

const fn step(from: usize, to: usize, dotted: bool, label: &'static str) -> Step {
    Step { from, to, dotted, label }
}

pub(super) static FIGURES: [Figure; 5] = [
    Figure {
        paper: PAPER,
        number: "1",
        shows: "from a Beatty pair to the rules of games",
        caption: "A rough sketch: the Beatty pair at the top, together with the theorem and the lemma, motivates the rules of the games (in \
                  grey); the formula is a winning strategy for each of them (the dotted lines).",
        unknown: "which theorem and which lemma it names, and where its boxes and lines are. Theorem 3.1 and Lemma 3.3 are those that the \
                  text builds the games on.",
        content: Content::Sketch {
            thoughts: &[
                thought(
                    0,
                    &["A Beatty pair", "⌊nΦ/m⌋ and ⌊n(Φ + km)/m⌋ with Φ = (2 − km + √(k²m² + 4))/2"],
                    false,
                ),
                thought(1, &["Theorem 3.1", "m-complementary sequences"], false),
                thought(1, &["Lemma 3.3", "aₙ, bₙ and their differences"], false),
                thought(2, &["kWN^m", "block m − 1 roob moves"], true),
                thought(2, &["kWN^(m)", "rook moves of multiples of m"], true),
                thought(2, &["k×mWN_l", "a rectangle cut out"], true),
            ],
            steps: &[
                step(0, 1, false, ""),
                step(0, 2, false, ""),
                step(1, 3, false, ""),
                step(1, 4, false, ""),
                step(1, 5, false, ""),
                step(2, 3, false, ""),
                step(2, 4, false, ""),
                step(2, 5, false, ""),
                step(0, 3, true, ""),
                step(0, 4, true, ""),
                step(0, 5, true, ""),
            ],
        },
    },
    Figure {
        paper: PAPER,
        number: "2",
        shows: "P-positions of Connell's game WN^(3)",
        caption: "The positions nearest the origin with precisely three in each row and column and one in each diagonal. The shades are the \
                  three games 1x3WN_l, whose P-positions together are those of WN^(3): the darkest, from (0, 0) on, are those of 3WN.",
        unknown: "how far the board went, and which of the lighter shades is which. The coordinates of the lighter ones follow the rules \
                  (Theorem 5.2 prints them exchanged).",
        content: Content::Shares { whole: "WN^(3)", parts: &["1x3WN_0", "1x3WN_1", "1x3WN_2"], to: 34 },
    },
    Figure {
        paper: PAPER,
        number: "3",
        shows: "a family tree of some extensions of Wythoff Nim",
        caption: "An arrow leads from a game to one that extends it; with the parameters on the arrow the rules of the right one are those of \
                  the left one, which is found equal from the rule texts for three choices of the parameters that stay open.",
        unknown: "where its boxes and lines are, and whether it had more games than the six of the text.",
        content: Content::Family(&["wythoff", "k-wythoff", "connell", "modular", "roob-blocking", "shifted"]),
    },
    Figure {
        paper: PAPER,
        number: "4",
        shows: "P-positions of 2WN^(3), of 2WN^3 and of 2x3WN_l",
        caption: "The positions nearest the origin with precisely three in each row and column and one in every second diagonal: the \
                  P-positions of 2WN^(3), which are those of 2WN^3, too. The shades are the three games 2x3WN_l; the darkest, l = 0, is 6WN.",
        unknown: "how far the board went, and which of the lighter shades is which. The coordinates of the lighter ones follow the rules \
                  (the text prints them exchanged).",
        content: Content::Shares { whole: "2WN^(3)", parts: &["2x3WN_0", "2x3WN_1", "2x3WN_2"], to: 40 },
    },
    Figure {
        paper: PAPER,
        number: "5",
        shows: "the structure of the proof",
        caption: "What the proof of Theorem 5.2 uses for each of the games. The solution of the blocking variation follows directly from Lemma \
                  3.3; for a solution of kWN^(m) of Beatty's kind gcd(k, m) = 1 is needed.",
        unknown: "its boxes and lines; these are what the proof in section 5 cites.",
        content: Content::Sketch {
            thoughts: &[
                thought(0, &["Theorem 3.1", "m-complementary sequences"], false),
                thought(1, &["Corollary 3.2", "complementary by residue of the index"], false),
                thought(1, &["Lemma 3.3", "aₙ, bₙ and their differences"], false),
                Thought { aside: 240, ..thought(2, &["Lemma 5.1", "the congruences of a row"], false) },
                thought(3, &["k×mWN_l", "Theorem 5.2 (III)"], true),
                thought(3, &["kWN^m", "Theorem 5.2 (I)"], true),
                thought(3, &["kWN^(m)", "Theorem 5.2 (II)"], true),
            ],
            steps: &[
                step(0, 1, false, ""),
                step(0, 2, false, ""),
                step(1, 4, false, ""),
                step(2, 4, false, ""),
                step(2, 5, false, ""),
                step(2, 3, false, ""),
                step(3, 6, false, "gcd(k, m) = 1"),
            ],
        },
    },
];
