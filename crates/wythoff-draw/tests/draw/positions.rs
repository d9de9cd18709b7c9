//! Positions with their options: the signs on the picture are those of the answer.

use crate::read::{Pixels, layer};
use crate::{budget, games, square, ways};
use wythoff_draw::{Drawing, PictureFormat, Sign};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Position;
use wythoff_solve::{Frame, Method};

#[test]
fn signs_stand_where_the_answer_says() {
    for game in games() {
        let ways = Ways::of(game);
        for (x, y) in [(5_u64, 9_u64), (7, 7), (0, 4), (11, 6)] {
            let at = Position::small(&[x, y]);
            let Ok(answer) = ways.ask_by(Method::Reference, &at, &[], &budget()) else { continue };
            let scene = Drawing::of(&ways).position(&at, Some(&square(14)), &budget()).unwrap();
            let text = String::from_utf8(PictureFormat::Svg.render(&scene, &budget()).unwrap()).unwrap();
            let marks = layer(&text, "marks");
            let crosses = marks.iter().filter(|line| line.starts_with("<path")).count();
            let rings = marks.iter().filter(|line| line.contains("fill=\"none\"")).count();
            let name = ways.game().name();
            assert_eq!(crosses, answer.block.len(), "{name} {at}");
            assert_eq!(rings, answer.propose.len() + answer.winning_moves.len(), "{name} {at}");
            assert!(scene.caption.contains(&at.to_string()), "{name} {at}");
        }
    }
}

/// In the tints of the picture: the options by kind of move, and which of them are P-positions.
#[test]
fn options_have_the_tint_of_their_kind() {
    let ways = ways("W^4");
    let at = Position::small(&[11, 28]);
    let frame = Frame::small(0, 0, 14, 31);
    let scene = Drawing::of(&ways).position(&at, Some(&frame), &budget()).unwrap();
    let colour = |text: &str| scene.legend.iter().find(|e| e.text == text).unwrap().colour;
    let (rook, bishop) = (colour("rook"), colour("bishop"));
    let picture = Pixels::read(&PictureFormat::Png.render(&scene, &budget()).unwrap());
    // The frame of the board is found by its first tinted pixel: the option (0, 28), three rows from the top.
    let left =
        (0..picture.width).find(|px| (0..picture.height).any(|py| picture.at(*px, py) == rook)).unwrap();
    let top = (0..picture.height).find(|py| picture.at(left + 2, *py) == rook).unwrap();
    let cell = 40;
    let pixel = |x: u32, y: u32| picture.at(left + x * cell + 3, top + (28 - y) * cell + 3);
    for x in 0..14 {
        for y in 0..=28 {
            let found = pixel(x, y);
            let is_rook = (x < 11 && y == 28) || (x == 11 && y < 28);
            let is_bishop = x < 11 && y + 11 == x + 28;
            assert_eq!(found == rook, is_rook, "({x}, {y})");
            assert_eq!(found == bishop, is_bishop, "({x}, {y})");
        }
    }
    let here = scene.legend.iter().find(|e| e.text == "(11, 28)").unwrap();
    assert_eq!(here.sign, Sign::Dot);
    assert!(scene.legend.iter().any(|e| e.text == "to forbid" && e.sign == Sign::Cross));
}

#[test]
fn a_position_of_any_size_is_shown_with_what_is_around_it() {
    let ways = ways("W^4");
    let x = wythoff_number::parse_natural("10^30").unwrap();
    let y = wythoff_number::parse_natural("2414213562373095048801688724210").unwrap();
    let scene = Drawing::of(&ways).position(&Position::new(vec![x, y]), None, &budget()).unwrap();
    assert!(scene.title.contains("100000…000000 [31 digits]"), "{}", scene.title);
    assert!(scene.alternative.contains("(999999999999999999999999999943, "), "{}", scene.alternative);
}
