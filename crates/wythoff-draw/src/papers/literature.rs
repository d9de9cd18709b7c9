//! Pictures that the literature is known for, by name.

use super::{Board, Content, Figure};
use crate::Colouring;

const PAPER: &str = "literature";

const fn surplus(game: &'static str, to: u32, cell: u32) -> Board {
    Board { game, to, at: None, colouring: Colouring::Surplus, cell }
}

const fn beams(game: &'static str) -> Board {
    Board { game, to: 299, at: None, colouring: Colouring::Outcome, cell: 2 }
}

const SURPLUS: &str = "The number of P-options less k, as in the literature on blocking queens (Cook, Larsson, Neary; Peter's thesis): negative \
                       exactly for P-positions.";

pub(super) static FIGURES: [Figure; 5] = [
    Figure {
        paper: PAPER,
        number: "surplus-5",
        shows: "W⁵ by surplus",
        caption: SURPLUS,
        unknown: "",
        content: Content::Boards { columns: 1, boards: &[surplus("W^5", 79, 8)] },
    },
    Figure {
        paper: PAPER,
        number: "surplus-68",
        shows: "W⁶⁸ by surplus",
        caption: SURPLUS,
        unknown: "",
        content: Content::Boards { columns: 1, boards: &[surplus("W^68", 599, 1)] },
    },
    Figure {
        paper: PAPER,
        number: "surplus-100",
        shows: "W¹⁰⁰ by surplus",
        caption: SURPLUS,
        unknown: "",
        content: Content::Boards { columns: 1, boards: &[surplus("W^100", 599, 1)] },
    },
    Figure {
        paper: PAPER,
        number: "beams",
        shows: "beams of Generalized Diagonal Wythoff Nim",
        caption: "P-positions of Wythoff Nim with further diagonals. For (1, 2) and (2, 3) the two beams split in two each; for (1, 3) and \
                  (2, 4) no split is seen, though some P-positions of the latter lie apart. For (1, 2) it is proved in the literature, the \
                  rest is what boards show.",
        unknown: "",
        content: Content::Boards {
            columns: 2,
            boards: &[beams("(1,2)GDWN"), beams("(2,3)GDWN"), beams("(1,3)GDWN"), beams("(2,4)GDWN")],
        },
    },
    Figure {
        paper: PAPER,
        number: "g-strips",
        shows: "strips of small Grundy values of Wythoff Nim",
        caption: "The squares with Grundy values 0 to 9. Those of each value stay within a bounded distance of the P-positions (Nivasch 2009), \
                  so they form strips along two lines.",
        unknown: "",
        content: Content::Boards {
            columns: 1,
            boards: &[Board { game: "WN", to: 119, at: None, colouring: Colouring::Strip(9), cell: 5 }],
        },
    },
];
