//! Lines through points, curves, outlines and arrows.

use crate::budget;
use crate::read::Pixels;
use wythoff_draw::{Colour, Item, Layer, Path, PictureFormat, Scene};

const RED: Colour = Colour::new(255, 0, 0);

fn scene(paths: Vec<Path>) -> Scene {
    let mut scene = Scene::empty(60, 40);
    scene.layers.push(Layer::new("paths", paths.into_iter().map(Item::Path).collect()));
    scene
}

fn png(paths: Vec<Path>) -> Pixels {
    Pixels::read(&PictureFormat::Png.render(&scene(paths), &budget()).unwrap())
}

#[test]
fn strokes_cover_what_lies_on_them_once() {
    let picture = png(vec![Path::through(vec![(5, 10), (45, 10), (45, 30)], 2, RED)]);
    for x in 0..60 {
        for y in 0..40 {
            let level = (5..46).contains(&x) && (9..11).contains(&y);
            let upright = (44..46).contains(&x) && (10..30).contains(&y);
            // The corner is round.
            if (x, y) != (45, 9) {
                assert_eq!(picture.at(x, y) == RED, level || upright, "({x}, {y})");
            }
        }
    }
}

#[test]
fn outlines_are_filled() {
    let square = Path {
        closed: true,
        fill: Some(RED),
        ..Path::through(vec![(10, 10), (20, 10), (20, 20), (10, 20)], 0, RED)
    };
    let picture = png(vec![square]);
    for x in 0..60 {
        for y in 0..40 {
            let inside = (10..20).contains(&x) && (10..20).contains(&y);
            assert_eq!(picture.at(x, y), if inside { RED } else { Colour::WHITE }, "({x}, {y})");
        }
    }
}

#[test]
fn dashes_leave_gaps() {
    let picture = png(vec![Path { dash: Some(5), ..Path::through(vec![(0, 20), (60, 20)], 2, RED) }]);
    for x in 0..60 {
        assert_eq!(picture.at(x, 20) == RED, x / 5 % 2 == 0, "{x}");
    }
}

#[test]
fn arrows_point_to_the_last_point() {
    let arrow = Path { arrow: true, ..Path::curve(vec![(5, 5), (30, 5), (30, 5), (50, 35)], 1, RED) };
    let picture = png(vec![arrow]);
    let ink = |x: u32, y: u32| picture.at(x, y) != Colour::WHITE;
    assert!(ink(49, 34) || ink(49, 33), "the tip");
    assert!(!ink(52, 38) && ink(5, 5), "no further");
    let wide = (40..50).filter(|x| ink(*x, 29)).count();
    assert!((4..=8).contains(&wide), "a head is wider than its line: {wide}");
}

#[test]
fn paths_as_svg() {
    let arrow = Path { arrow: true, ..Path::curve(vec![(5, 5), (30, 5), (30, 5), (50, 35)], 1, RED) };
    let dashed = Path { dash: Some(3), ..Path::through(vec![(1, 2), (3, 4), (5, 4)], 2, RED) };
    let filled =
        Path { closed: true, fill: Some(RED), ..Path::through(vec![(1, 2), (3, 4), (5, 4)], 0, RED) };
    let svg = PictureFormat::Svg.render(&scene(vec![arrow, dashed, filled]), &budget()).unwrap();
    insta::assert_snapshot!("paths", String::from_utf8(svg).unwrap());
}
