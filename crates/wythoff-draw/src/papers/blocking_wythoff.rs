//! U. Larsson, "Blocking Wythoff Nim".

use super::{Board, Content, Figure};
use crate::Colouring;

const PAPER: &str = "blocking-wythoff";

const fn options(game: &'static str, at: (u64, u64)) -> Board {
    Board { game, to: 18, at: Some(at), colouring: Colouring::Outcome, cell: 16 }
}

const fn board(game: &'static str) -> Board {
    Board { game, to: 40, at: None, colouring: Colouring::Outcome, cell: 9 }
}

pub(super) static FIGURES: [Figure; 2] = [
    Figure {
        paper: PAPER,
        number: "1",
        shows: "options and first P-positions of Wythoff Nim, W² and W³",
        caption: "Left an N-position with its options, right a P-position. In W² the position (8, 12) has one P-option, which is forbidden; \
                  (11, 15) has four, and one may be forbidden (the printed caption speaks of two).",
        unknown: "the positions of the upper and the lower pair, which the text does not name and which are chosen here, and how far the \
                  boards went. Of (11, 15) and (8, 12) the text does speak.",
        content: Content::Boards {
            columns: 2,
            boards: &[
                options("WN", (11, 15)),
                options("WN", (8, 13)),
                options("W^2", (11, 15)),
                options("W^2", (8, 12)),
                options("W^3", (11, 15)),
                options("W^3", (7, 15)),
            ],
        },
    },
    Figure {
        paper: PAPER,
        number: "2",
        shows: "first P-positions of W⁴, W⁵ and W⁶",
        caption: "The continuation of Figure 1 to the next three games. Tables 2, 3 and 4 of the paper list the same positions.",
        unknown: "how far the boards went, and whether options of a position were shown, too.",
        content: Content::Boards { columns: 3, boards: &[board("W^4"), board("W^5"), board("W^6")] },
    },
];
