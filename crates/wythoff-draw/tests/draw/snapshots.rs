//! Small pictures as they are.

use crate::{budget, ways};
use wythoff_draw::{Colouring, Drawing, PictureFormat, Scene};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Position};
use wythoff_solve::Frame;

fn svg(scene: &Scene) -> String {
    String::from_utf8(PictureFormat::Svg.render(scene, &budget()).unwrap()).unwrap()
}

#[test]
fn small_pictures() {
    let (w2, wn) = (ways("W^2"), ways("WN"));
    let small = Frame::small(0, 0, 4, 3);
    insta::assert_snapshot!(
        "board",
        svg(&Drawing::of(&w2).board(&small, Colouring::Outcome, &budget()).unwrap())
    );
    insta::assert_snapshot!(
        "surplus",
        svg(&Drawing::of(&w2).board(&small, Colouring::Surplus, &budget()).unwrap())
    );
    insta::assert_snapshot!(
        "grundy",
        svg(&Drawing::of(&wn).board(&small, Colouring::Grundy, &budget()).unwrap())
    );
    let plain = Drawing { plain: true, cell: Some(4), ..Drawing::of(&wn) };
    insta::assert_snapshot!("plain", svg(&plain.board(&small, Colouring::Outcome, &budget()).unwrap()));
    let at = Position::small(&[2, 3]);
    insta::assert_snapshot!("position", svg(&Drawing::of(&w2).position(&at, None, &budget()).unwrap()));
    insta::assert_snapshot!("against", svg(&Drawing::of(&w2).against(&wn, &small, &budget()).unwrap()));
    let holes = "game \"Holes\"\nmove rook: s = 0 or t = 0\nposition: x + y != 2\n";
    let holes = Ways::of(Game::from_text("holes.game", holes, "").unwrap());
    insta::assert_snapshot!(
        "holes",
        svg(&Drawing::of(&holes).board(&small, Colouring::Outcome, &budget()).unwrap())
    );
}
