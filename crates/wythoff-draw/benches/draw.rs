//! How long pictures take beside what they show. Every figure is printed only after the answer has been found right.
//!
//! `cargo bench --bench draw`
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;
use wythoff_budget::Budget;
use wythoff_draw::{Colouring, Drawing, PictureFormat};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Game;
use wythoff_solve::board::Board;
use wythoff_solve::columns::Columns;
use wythoff_solve::{Frame, Method};

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed().as_secs_f64())
}

/// The picture of a board, reduced; and whether its caption knows how many P-positions there are.
fn reduced(ways: &Ways, method: Method, side: u32, size: u32, count: u64) -> f64 {
    let (bytes, seconds) = timed(|| {
        let drawing = Drawing { method, ..Drawing::of(ways) };
        let scene = drawing.density(&Frame::small(0, 0, side, side), size, &Budget::default()).unwrap();
        assert!(scene.caption.contains(&format!("{count} in all")), "{}", scene.caption);
        PictureFormat::Png.render(&scene, &Budget::default()).unwrap()
    });
    assert!(bytes.starts_with(b"\x89PNG"));
    seconds
}

fn ratio(what: &str, drawing: f64, solving: f64) {
    let times = drawing / solving;
    println!("{what:44} {drawing:8.3} s, solving {solving:8.3} s: {times:5.2} times (at most 3)");
}

fn main() {
    let ways = Ways::of(Game::named("W^4").unwrap());
    let rules = ways.game().ruleset().unwrap().clone();

    let (board, solving) = timed(|| Board::solve(&rules, 40_000, 40_000, &Budget::default()).unwrap());
    let count = board.count();
    assert_eq!(count, 93_726);
    drop(board);
    let drawing = reduced(&ways, Method::Board, 40_000, 4_000, count);
    ratio("board W^4 40000 x 40000 to a PNG of 4000 x 4000", drawing, solving);

    let mut listed = 0;
    let (_, solving) = timed(|| {
        let mut columns = Columns::new(&rules, None).unwrap();
        columns
            .run(1_000_000, &Budget::default(), &mut |x, rows| {
                let below = rows.iter().filter(|y| **y < 1_000_000);
                listed += below.map(|y| if *y == x { 1 } else { 2 }).sum::<u64>();
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
    });
    let drawing = reduced(&ways, Method::Columns, 1_000_000, 1_000, listed);
    ratio("10^6 columns of W^4 to a density PNG", drawing, solving);

    let figure = || {
        let frame = Frame::small(0, 0, 60, 60);
        let scene = Drawing::of(&ways).board(&frame, Colouring::Outcome, &Budget::default()).unwrap();
        PictureFormat::Svg.render(&scene, &Budget::default()).unwrap()
    };
    let svg = String::from_utf8(figure()).unwrap();
    let marks = svg.split("<g class=\"squares\">\n").nth(1).unwrap().split("</g>").next().unwrap();
    let board = Board::solve(&rules, 60, 60, &Budget::default()).unwrap();
    assert_eq!(marks.lines().count() as u64, board.count());
    let (_, seconds) = timed(|| (0..20).for_each(|_| drop(figure())));
    println!("60 x 60 figure of W^4 as SVG                 {:8.3} ms", seconds * 1000.0 / 20.0);
}
