//! The table of operations: their names, their fields, and who answers them. Requests are checked against it, and the description of
//! the interface is made from it.

use super::request::Fields;
use super::{Desk, Refusal, RefusalKind, Reply};
use super::{answer, explore, games, lists, papers, picture, play, proof, tile, window};
use wythoff_budget::Budget;
use wythoff_rules::nearest::nearest;

type Run = fn(&Desk, &Fields<'_>, &Budget) -> Result<Reply, Refusal>;

/// A field of a request.
#[derive(Clone, Copy, Debug)]
pub struct FieldNote {
    /// Its name.
    pub name: &'static str,
    /// Does it have to be there?
    pub required: bool,
    /// What it takes, in the words of JSON Schema, such as `string`.
    pub kind: &'static str,
    /// What it says.
    pub words: &'static str,
}

const fn must(name: &'static str, kind: &'static str, words: &'static str) -> FieldNote {
    FieldNote { name, required: true, kind, words }
}

const fn may(name: &'static str, kind: &'static str, words: &'static str) -> FieldNote {
    FieldNote { name, required: false, kind, words }
}

/// An operation.
#[derive(Clone, Copy)]
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// What it answers.
    pub words: &'static str,
    /// Is it about a game, which is said by `game`, or by `text`, with `parameters` and `name`?
    pub of_a_game: bool,
    /// Its other fields.
    pub fields: &'static [FieldNote],
    /// May it take long, so that it is better done as a job?
    pub long: bool,
    pub(super) run: Run,
}

impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operation").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How a game is said.
pub(super) const OF_A_GAME: [FieldNote; 4] = [
    may("game", "string", "the game by notation or name, such as W^4 or blocking(k=4)"),
    may("text", "string", "or its rules as a text"),
    may("parameters", "object", "values of its parameters, such as {\"k\": \"3\"}; in a query k=3,m=2"),
    may("name", "string", "what a game that is said by a text is called"),
];

const AT: FieldNote = must("at", "position", "the position");
const HISTORY: FieldNote =
    may("history", "positions", "the positions before it, oldest first, in games with memory");
const METHOD: FieldNote =
    may("method", "string", "the way of solving: auto, reference, board, columns, beatty or automaton");
const ALL: FieldNote = may("all", "boolean", "every order of the piles; else of symmetric games only x <= y");
const PALETTE: FieldNote = may("palette", "string", "usual, safe or grey");
const COLOURING: FieldNote = may("colouring", "string", "outcome, surplus, grundy, residue or strip");
const MODULUS: FieldNote = may("modulus", "integer", "of residues");
const STRIP: FieldNote = may("strip", "integer", "the largest Grundy value of strips");

const fn at_once(
    name: &'static str,
    words: &'static str,
    of_a_game: bool,
    fields: &'static [FieldNote],
    run: Run,
) -> Operation {
    Operation { name, words, of_a_game, fields, long: false, run }
}

const fn long(
    name: &'static str,
    words: &'static str,
    of_a_game: bool,
    fields: &'static [FieldNote],
    run: Run,
) -> Operation {
    Operation { name, words, of_a_game, fields, long: true, run }
}

const TO: FieldNote = may("to", "integer", "all piles at most this");
const FIRST: FieldNote = may("first", "integer", "so many positions");
const FROM: FieldNote = may("from", "number", "from this index on, counted from 0");
const COLUMNS: FieldNote = may("columns", "integer", "all columns before this one");
const HEIGHT: FieldNote = may("height", "integer", "only up to this row");
const NUMERATION: FieldNote = may("numeration", "string", "the numeration, such as fib");
const CERTIFICATE: FieldNote = must("certificate", "string", "the text of a certificate");
const TIME: FieldNote = may("time", "string", "how long it may take, such as 30s; for engines with a clock");

const DRAW: Operation = at_once(
    "draw",
    "A picture.",
    true,
    &[
        may("as", "string", "svg, png, pdf or tikz"),
        TO,
        COLUMNS,
        may("window", "string", "a window such as 10^30,5:60x40"),
        may("size", "integer", "at most so many units wide, a unit being several squares"),
        may("at", "position", "a position with its options"),
        may("against", "game", "another game beside it, said like `other` of compare"),
        COLOURING,
        MODULUS,
        STRIP,
        PALETTE,
        METHOD,
        may("plain", "boolean", "only the squares"),
        may("no_title", "boolean", "without the title"),
        may("no_caption", "boolean", "without the caption"),
        may("no_legend", "boolean", "without the legend"),
        may("width", "string", "how wide it is printed, such as 8cm, 80mm or 3.1in"),
        may("cell", "integer", "units to a square"),
        may("sequence", "string", "a, b, delta or several of them: plotted over n"),
        may("first", "integer", "so many terms of the sequences"),
        may("differences", "boolean", "of neighbouring terms"),
        may("slope", "string", "of a line to compare with, such as (2+sqrt(29))/5"),
        may("residual", "boolean", "the distances from that line"),
        may("range", "string", "which distances are shown, such as -60:10"),
        may("log", "boolean", "a logarithmic axis across"),
        may("paper", "string", "a figure of this paper instead of a game"),
        may("figure", "string", "which figure"),
        may("family", "boolean", "the family of games instead of a game"),
    ],
    picture::draw,
);

const REPLICATE: Operation = long(
    "replicate",
    "Checks the papers' statements now.",
    false,
    &[
        may("item", "string", "only these, such as blocking-wythoff or blocking-wythoff:Theorem 2"),
        may("level", "string", "quick or full"),
        TIME,
    ],
    papers::replicate,
);

/// What every engine answers.
const COMMON: [Operation; 22] = [
    at_once("about", "Which version answers, where, and within which limits.", false, &[], games::about),
    at_once("games", "The games of the rulebook.", false, &[], games::games),
    at_once("rules", "The rules of a game.", true, &[], games::rules),
    at_once(
        "read",
        "Is a rule text understood, and if not, what is wrong where?",
        false,
        &[
            must("text", "string", "the rules"),
            may("parameters", "object", "values of its parameters"),
            may("name", "string", "what it is called"),
        ],
        games::read,
    ),
    at_once("ask", "Who wins a position, how, and why.", true, &[AT, HISTORY, METHOD], answer::ask),
    at_once(
        "options",
        "The options of a position by kind of move, with their outcomes.",
        true,
        &[AT, HISTORY],
        answer::options,
    ),
    at_once(
        "window",
        "Squares near each other, at any size.",
        true,
        &[
            must("x", "number", "the first column"),
            must("y", "number", "the first row"),
            must("width", "integer", "how many columns"),
            must("height", "integer", "how many rows"),
            COLOURING,
            MODULUS,
            STRIP,
            PALETTE,
        ],
        window::window,
    ),
    at_once(
        "tile",
        "How many P-positions there are in squares of the board, as shades of pixels.",
        true,
        &[
            must("x", "number", "the first column, a multiple of scale times size"),
            must("y", "number", "the first row, a multiple of scale times size"),
            may("scale", "integer", "how many squares to a pixel, a power of two"),
            may("size", "integer", "how many pixels to a side, 256 or a smaller power of two"),
        ],
        tile::tile,
    ),
    at_once(
        "play",
        "A game being played: its record, or how it begins, and what is to be done.",
        true,
        &[
            may("record", "record", "the game so far; else `game`, `at` and the like say how it begins"),
            may("at", "position", "where it begins"),
            HISTORY,
            may("begins", "string", "who moves first: one or two"),
            may("one", "string", "who decides for player one: person or machine"),
            may("two", "string", "who decides for player two: person or machine"),
            may("level", "string", "how well the machine plays: beginner, medium, hard or perfect"),
            may("seed", "integer", "from what its mistakes are drawn"),
            may("undo", "integer", "take back so many decisions of a person, first of all"),
            may("act", "act", "then decide this for whoever is asked"),
            may("machine", "boolean", "then let the machine decide as long as it is its turn"),
            may("hint", "integer", "1: is there a winning decision? 2: of which kind? 3: which?"),
            may("why", "boolean", "who wins here, and why"),
            may("review", "boolean", "which decisions were mistakes"),
            may("reveal", "boolean", "who wins here and at the options"),
        ],
        play::play,
    ),
    at_once(
        "list",
        "P-positions in order.",
        true,
        &[TO, FIRST, FROM, COLUMNS, HEIGHT, ALL, METHOD],
        lists::list,
    ),
    at_once(
        "download",
        "P-positions in order, as a file.",
        true,
        &[
            TO,
            FIRST,
            FROM,
            COLUMNS,
            HEIGHT,
            ALL,
            METHOD,
            must("format", "string", "table, csv, json, jsonl, bfile, latex or raw"),
            may("sequence", "string", "of a b-file: a, b or delta"),
        ],
        lists::download,
    ),
    at_once(
        "grundy",
        "Grundy values, or the periods of their rows.",
        true,
        &[
            TO,
            may("periods", "boolean", "the periods of the rows instead"),
            may("length", "integer", "so many squares of each row are looked at for its period"),
        ],
        lists::grundy,
    ),
    long("beams", "The lines at which P-positions gather.", true, &[COLUMNS], explore::beams),
    long(
        "describe",
        "What a game equals, and every form that fits its P-positions.",
        true,
        &[],
        explore::describe,
    ),
    long(
        "compare",
        "Are the P-positions of two games the same?",
        true,
        &[
            must(
                "other",
                "game",
                "the other game: by name, or as an object with `text`, `parameters` and `name`",
            ),
            TO,
        ],
        explore::compare,
    ),
    long(
        "star",
        "The star operator: is a set of pairs the P-positions of an invariant game?",
        true,
        &[may("pair", "string", "instead of a game, the Beatty pair of a number such as sqrt(2)"), TO],
        explore::star,
    ),
    long(
        "learn",
        "What a learner sees of P-positions in games against one who knows them.",
        true,
        &[
            may("games", "integer", "so many games"),
            may("seeds", "integer", "with so many seeds"),
            may("size", "integer", "piles up to this"),
            may("winner", "string", "concealing or careless"),
            may("learner", "string", "plain or forbidding"),
        ],
        explore::learn,
    ),
    at_once(
        "automaton",
        "The automaton of a certificate, drawn, and the way of a position through it.",
        false,
        &[CERTIFICATE, NUMERATION, PALETTE, may("at", "position", "whose digits walk through it")],
        picture::automaton,
    ),
    long(
        "prove",
        "Looks for a proof of all P-positions, or decides a formula that claims to be one.",
        true,
        &[
            TIME,
            may("formula", "string", "a claim about x and y to decide"),
            NUMERATION,
            may("states", "integer", "the largest automaton that is looked for"),
            may("grundy", "integer", "prove all Grundy values up to this one, instead of P-positions"),
        ],
        proof::prove,
    ),
    long("check", "Verifies a certificate, whoever made it.", false, &[CERTIFICATE, TIME], proof::check),
    long(
        "decide",
        "Decides a statement about addition and order.",
        false,
        &[
            must("formula", "string", "the statement"),
            NUMERATION,
            may(
                "certificates",
                "object",
                "texts of automata by the name that the statement uses, such as {\"P\": …}",
            ),
            TIME,
        ],
        proof::decide,
    ),
    at_once(
        "papers",
        "The papers' statements and what came of checking them.",
        false,
        &[may("item", "string", "only these, such as blocking-wythoff or blocking-wythoff:Theorem 2")],
        papers::papers,
    ),
];

/// Two tables one after the other.
const fn joined<const FIRST: usize, const LAST: usize, const ALL: usize>(
    first: [Operation; FIRST],
    last: [Operation; LAST],
) -> [Operation; ALL] {
    let mut all = [first[0]; ALL];
    let mut place = 0;
    while place < ALL {
        all[place] = if place < FIRST { first[place] } else { last[place - FIRST] };
        place += 1;
    }
    all
}

/// All operations.
pub static OPERATIONS: &[Operation] = &joined::<22, 2, 24>(COMMON, [DRAW, REPLICATE]);

/// The operations of an engine that is downloaded, where every kilobyte is waited for: what the others need, and nothing of the program,
/// is reachable from here.
pub(super) static SMALL_OPERATIONS: &[Operation] = &joined::<22, 2, 24>(
    COMMON,
    [
        Operation { run: picture::draw_svg, ..DRAW },
        Operation { run: papers::replicate_elsewhere, ..REPLICATE },
    ],
);

impl Operation {
    /// The operation of a name, in a table.
    pub(super) fn named(name: &str, table: &'static [Operation]) -> Result<&'static Operation, Refusal> {
        table.iter().find(|operation| operation.name == name).ok_or_else(|| {
            let name: String = name.chars().take(60).collect();
            let near = nearest(&name, table.iter().map(|operation| operation.name));
            let near = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
            Refusal::new(RefusalKind::Missing, format!("there is no operation {name:?}{near}"))
        })
    }

    /// All its fields.
    pub fn all_fields(&self) -> impl Iterator<Item = &'static FieldNote> {
        let game: &'static [FieldNote] = if self.of_a_game { &OF_A_GAME } else { &[] };
        game.iter().chain(self.fields)
    }

    /// Refuses fields that it does not have: whatever would be ignored is a mistake.
    pub(super) fn check<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> Result<(), Refusal> {
        let known = |name: &str| self.all_fields().any(|field| field.name == name);
        let Some(wrong) = names.find(|name| !known(name)) else { return Ok(()) };
        let wrong: String = wrong.chars().take(60).collect();
        let near = nearest(&wrong, self.all_fields().map(|field| field.name));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Err(Refusal::wrong(format!("{} has no field `{wrong}`{near}", self.name)))
    }
}
