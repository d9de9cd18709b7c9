//! What cannot be drawn, and what is said then.

use crate::{budget, square, ways};
use wythoff_budget::Budget;
use wythoff_draw::{Colouring, Drawing, PictureFormat};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Position};
use wythoff_solve::Frame;

fn error(name: &str, colouring: Colouring) -> String {
    Drawing::of(&ways(name)).board(&square(10), colouring, &budget()).unwrap_err().to_string()
}

#[test]
fn a_colouring_that_the_game_has_not_says_why() {
    assert_eq!(
        error("W^4", Colouring::Grundy),
        "blocking(k=4) cannot be coloured by Grundy value: Grundy values belong to games without blocking, comply and memory, in \
         normal play"
    );
    assert_eq!(
        error("IN", Colouring::Surplus),
        "imitation(p=1,m=1) cannot be coloured by surplus: who wins depends on the moves before"
    );
    assert_eq!(error("WN", Colouring::Residue(1)), "residues need a modulus of at least 2");
    assert_eq!(error("WN", Colouring::Residue(65)), "residues are told apart modulo at most 64");
    assert_eq!(
        error("nim(piles=3)", Colouring::Outcome),
        "nim(piles=3) is played on 3 piles, and this position has 2"
    );
}

#[test]
fn what_is_too_large_says_what_is_possible() {
    let ways = ways("W^4");
    let drawing = Drawing::of(&ways);
    let text = |frame: &Frame| drawing.board(frame, Colouring::Surplus, &budget()).unwrap_err().to_string();
    assert_eq!(
        text(&Frame::small(0, 0, 40_000, 4)),
        "a board of 40000 x 4 squares, 1 to a square, is too large to draw; one of 7500 units a side is possible"
    );
    assert_eq!(text(&Frame::small(0, 0, 0, 4)), "a window has at least one square");
    let tiny = Drawing { cell: Some(0), ..drawing };
    let found = tiny.board(&square(3), Colouring::Outcome, &budget()).unwrap_err();
    assert_eq!(found.to_string(), "a square is 1 to 64 units large");
    let scene = drawing.board(&square(500), Colouring::Outcome, &budget()).unwrap();
    let poor = Budget::default().with_memory(1000);
    let found = PictureFormat::Png.render(&scene, &poor).unwrap_err();
    assert_eq!(found.to_string(), "stopped: more than 1000 bytes are needed");
}

#[test]
fn a_cancelled_picture_stops() {
    let budget = Budget::default();
    budget.canceller().cancel();
    let ways = ways("W^4");
    let found = Drawing::of(&ways).board(&square(2_000), Colouring::Surplus, &budget).unwrap_err();
    assert_eq!(found.to_string(), "stopped: it was asked to stop");
}

#[test]
fn a_position_outside_the_window_or_the_game_is_refused() {
    let holes = "game \"H\"\nmove rook: s = 0 or t = 0\nposition: x + y != 7\n";
    let ways = Ways::of(Game::from_text("h.game", holes, "").unwrap());
    let drawing = Drawing::of(&ways);
    let at = |x, y| {
        drawing.position(&Position::small(&[x, y]), Some(&square(10)), &budget()).unwrap_err().to_string()
    };
    assert_eq!(at(3, 4), "the square (3, 4) does not exist in h.game");
    assert_eq!(at(3, 40), "the position (3, 40) lies outside the window");
}

#[test]
fn titles_of_games_cannot_break_a_picture() {
    let text = "game \"<b> & \\\"q\\\" ]]> ζ\"\nmove rook: s = 0 or t = 0\n";
    let ways = Ways::of(Game::from_text("<&>.game", text, "").unwrap());
    let scene = Drawing::of(&ways).board(&square(3), Colouring::Outcome, &budget()).unwrap();
    let svg = String::from_utf8(PictureFormat::Svg.render(&scene, &budget()).unwrap()).unwrap();
    assert!(
        svg.contains(
            "<title>&lt;b&gt; &amp; &quot;q&quot; ]]&gt; ζ, &lt;&amp;&gt;.game: P-positions</title>"
        )
    );
    assert!(!PictureFormat::Png.render(&scene, &budget()).unwrap().is_empty());
}
