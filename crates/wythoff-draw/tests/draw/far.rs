//! What lies far out, read back: densities, distances from a line, sequences.

use crate::read::{Pixels, embedded};
use crate::{budget, games, square, ways};
use std::ops::ControlFlow;
use wythoff_draw::{Colour, Drawing, FarLine, Item, PictureFormat, Raster, Scene, SequenceCurves, slope};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Outcome, Position};
use wythoff_solve::listing::Sequence;
use wythoff_solve::{Frame, Method};

fn png(scene: &Scene) -> Pixels {
    Pixels::read(&PictureFormat::Png.render(scene, &budget()).unwrap())
}

fn plain(ways: &Ways) -> Drawing<'_> {
    Drawing { plain: true, ..Drawing::of(ways) }
}

/// The smallest and largest number that a shade stands for, as the legend says.
fn meaning(text: &str) -> (u32, u32) {
    let numbers: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [] if text == "no P-position" => (0, 0),
        [one] => (*one, *one),
        [first, last] => (*first, *last),
        _ => panic!("{text}"),
    }
}

/// Every tile's shade means the number of P-positions that the definition of play finds in it.
#[test]
fn densities_are_counts() {
    for game in games() {
        let ways = Ways::of(game);
        let (to, size) = (29, 10);
        let pane = ways.window(Method::Reference, &square(to), &budget()).unwrap();
        let scene = plain(&ways).density(&square(to), size, &budget()).unwrap();
        let picture = png(&scene);
        assert_eq!((picture.width, picture.height), (size, size));
        for i in 0..size {
            for j in 0..size {
                let tile = (0..9).map(|n| (3 * i + n % 3, 3 * j + n / 3));
                let count = tile.filter(|(x, y)| pane.outcome(*x, *y) == Some(Outcome::P)).count() as u32;
                let shade = picture.at(i, size - 1 - j);
                let entry = scene.legend.iter().find(|entry| entry.colour == shade).expect("in the legend");
                let (first, last) = meaning(&entry.text);
                assert!((first..=last).contains(&count), "{} ({i}, {j}): {count}", ways.game().name());
            }
        }
    }
}

#[test]
fn all_ways_count_the_same() {
    let ways = ways("W^4");
    let frame = Frame::small(7, 3, 500, 321);
    let by = |method| Drawing { method, ..plain(&ways) }.density(&frame, 50, &budget()).unwrap();
    let board = by(Method::Board);
    for method in [Method::Auto, Method::Columns, Method::Beatty, Method::Automaton] {
        match (Drawing { method, ..plain(&ways) }).density(&frame, 50, &budget()) {
            Ok(scene) => assert_eq!(scene, board, "{method}"),
            Err(error) => assert!(matches!(method, Method::Beatty | Method::Automaton), "{error}"),
        }
    }
    let total: usize = {
        let all = ways.list_to(Method::Reference, 520, &budget()).unwrap();
        let inside = |x: u64, y: u64| (7..507).contains(&x) && (3..324).contains(&y);
        let pair = |p: &Position| [0, 1].map(|i| u64::try_from(&p.piles()[i]).unwrap());
        let images =
            all.iter().map(pair).flat_map(|[x, y]| if x == y { vec![(x, y)] } else { vec![(x, y), (y, x)] });
        images.filter(|(x, y)| inside(*x, *y)).count()
    };
    assert!(board.caption.ends_with(&format!("among them, {total} in all.")), "{}", board.caption);
}

#[test]
fn boards_with_too_many_squares_become_densities() {
    let ways = ways("W^4");
    let scene =
        Drawing::of(&ways).board(&square(19_999), wythoff_draw::Colouring::Outcome, &budget()).unwrap();
    assert_eq!(scene.title, "Blocking-k Wythoff Nim, W⁴: density of P-positions");
    assert!(scene.caption.contains("A unit is 20 × 20 squares"), "{}", scene.caption);
    let svg = String::from_utf8(PictureFormat::Svg.render(&scene, &budget()).unwrap()).unwrap();
    assert!(embedded(&svg).is_some() && svg.contains(">10000</text>"), "a raster, with squares on the axes");
}

/// A board is never wider than a screen unless that is asked for.
#[test]
fn boards_are_no_larger_than_can_be_looked_at() {
    let ways = ways("W^4");
    let whole =
        |to| Drawing::of(&ways).board(&square(to), wythoff_draw::Colouring::Outcome, &budget()).unwrap();
    for to in [999, 1_000, 1_001, 3_000, 7_000] {
        let scene = whole(to);
        let squares = raster(&scene);
        assert!(
            squares.columns * squares.cell <= 1_001 && squares.columns >= 500,
            "{to}: {}",
            squares.columns
        );
        assert_eq!(scene.title.ends_with("density of P-positions"), to > 1_000);
        let svg = PictureFormat::Svg.render(&scene, &budget()).unwrap();
        assert!(svg.len() < 150_000, "{to}: {} bytes", svg.len());
    }
    let large = Drawing { cell: Some(1), ..Drawing::of(&ways) };
    let large = large.board(&square(2_000), wythoff_draw::Colouring::Outcome, &budget()).unwrap();
    assert_eq!(raster(&large).columns, 2_001);
}

fn raster(scene: &Scene) -> &Raster {
    scene.raster().expect("pixels")
}

/// Where a plot's tick with this text stands: from the left, or from below.
fn tick(scene: &Scene, text: &str, level: bool) -> i32 {
    let raster = raster(scene);
    let bottom = raster.y + raster.rows as i32;
    let mut labels = scene.layer("axes").unwrap().items.iter().filter_map(|item| match item {
        Item::Label(label) if label.text == text => Some((label.x, label.y)),
        _ => None,
    });
    let wanted = |(x, y): &(i32, i32)| if level { *x < raster.x } else { *y > bottom };
    let (x, y) = labels.rfind(wanted).unwrap_or_else(|| panic!("no tick {text}"));
    if level { bottom - (y - 4) } else { x - raster.x }
}

#[test]
fn distances_from_a_line_are_exact() {
    for (name, line) in
        [("WN", "phi"), ("W^4", "1+sqrt(2)"), ("N", "1"), ("3WN", "10/3"), ("W^2", "(1+sqrt(17))/4")]
    {
        let ways = ways(name);
        let slope = slope(line).unwrap();
        let range = Some((-20, 20));
        let far = FarLine { slope: slope.clone(), logarithmic: false, range };
        let columns = 641;
        let scene = Drawing::of(&ways).residuals(columns, &far, &budget()).unwrap();
        let picture = raster(&scene);
        let mut expected = std::collections::BTreeSet::new();
        let mut stream = ways.stream(Method::Auto).unwrap();
        stream
            .run(columns, &budget(), &mut |x, rows| {
                for y in rows {
                    // y − s·x, in eighths, by comparing s with fractions.
                    let eighths = (-160..160_i64).rev().find(|e| {
                        let (top, bottom) = ((8 * *y as i64 - e).into(), (8 * x).into());
                        match x {
                            0 => 8 * *y as i64 >= *e,
                            _ => slope.cmp_rational(&top, &bottom).unwrap().is_le(),
                        }
                    });
                    let above = x == 0 && *y >= 20
                        || x > 0 && slope.cmp_rational(&(*y as i64 - 20).into(), &x.into()).unwrap().is_le();
                    if let (Some(e), false) = (eighths, above) {
                        expected.insert((x * 639 / 640, e + 160));
                    }
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(picture.rows, 320, "one row for an eighth");
        let mut found = std::collections::BTreeSet::new();
        for (n, square) in (0_u64..).zip(&picture.squares) {
            if *square > 0 {
                found.insert((n % 640, 319 - (n / 640) as i64));
            }
        }
        assert_eq!(found, expected, "{name} {line}");
        assert!((tick(&scene, "−5", true) - 15 * 8).abs() <= 1);
        assert_eq!(tick(&scene, "400", false), 399);
    }
}

/// The two lower beams of W^7 slip down; the three upper ones stay at 3, 4 and 5 above the line.
#[test]
fn the_drift_of_w7_is_visible() {
    let ways = ways("W^7");
    let far = FarLine { slope: slope("5/2").unwrap(), logarithmic: true, range: None };
    let scene = Drawing::of(&ways).residuals(150_000, &far, &budget()).unwrap();
    let picture = raster(&scene);
    let rows = |x: &str| {
        let i = tick(&scene, x, false) as usize;
        let ink = |j: &usize| (0..3).any(|d| picture.squares[j * 640 + i - d] > 0);
        (0..picture.rows as usize).filter(ink).collect::<Vec<_>>()
    };
    let (early, late) = (rows("10000"), rows("100000"));
    let lowest = |rows: &[usize]| *rows.last().unwrap();
    assert!(lowest(&late) > lowest(&early) + 20, "{early:?} {late:?}");
    assert_eq!(early[0], late[0], "the uppermost stays");
}

#[test]
fn points_of_sequences_are_terms() {
    let odd =
        Game::from_text("odd.game", "game \"Odd\"\nmove any: s <= 2 and t <= 3 or s = t\n", "").unwrap();
    for ways in [ways("WN"), ways("W^4"), ways("2WN^(3)"), ways("(1,2)GDWN"), Ways::of(odd)] {
        let name = ways.game().name().to_owned();
        let Ok(list) = ways.first(Method::Auto, 60, &budget()) else { continue };
        let wanted = [Sequence::A, Sequence::B, Sequence::Delta];
        let curves = SequenceCurves {
            sequences: wanted.to_vec(),
            count: 60,
            differences: false,
            slope: None,
            residual: false,
            logarithmic: false,
        };
        let scene = Drawing::of(&ways).sequences(&curves, &budget()).unwrap();
        let values: Vec<i64> =
            wanted.iter().flat_map(|s| list.iter().map(|p| i64::try_from(&s.term(p)).unwrap())).collect();
        let (low, high) = (values.iter().min().unwrap().min(&0), values.iter().max().unwrap() + 1);
        let dots = scene.layer("points").unwrap().items.iter().filter_map(|item| match item {
            Item::Dot(dot) => Some((dot.x, dot.y, dot.colour)),
            _ => None,
        });
        let dots: Vec<_> = dots.collect();
        assert_eq!(dots.len(), 180, "{name}");
        let (left, bottom) = (dots[0].0, {
            let first = (values[0] - low) * 399 / (high - low);
            dots[0].1 + first as i32
        });
        let colours: Vec<Colour> = scene.legend.iter().map(|entry| entry.colour).collect();
        for (n, ((x, y, colour), value)) in dots.iter().zip(&values).enumerate() {
            let i = n as i32 % 60;
            assert_eq!(*x, left + i * 639 / 59, "{name} {n}");
            assert_eq!(i64::from(bottom - y), (value - low) * 399 / (high - low), "{name} {n}");
            assert_eq!(*colour, colours[n / 60]);
        }
    }
}

#[test]
fn small_plots() {
    let svg =
        |scene: Scene| String::from_utf8(PictureFormat::Svg.render(&scene, &budget()).unwrap()).unwrap();
    let ways = ways("WN");
    let curves = SequenceCurves {
        sequences: vec![Sequence::B],
        count: 5,
        differences: true,
        slope: Some(slope("phi").unwrap()),
        residual: false,
        logarithmic: false,
    };
    insta::assert_snapshot!("sequence", svg(Drawing::of(&ways).sequences(&curves, &budget()).unwrap()));
    insta::assert_snapshot!("density", svg(Drawing::of(&ways).density(&square(11), 4, &budget()).unwrap()));
}

#[test]
fn what_makes_no_plot_is_explained() {
    let ways = ways("W^4");
    let wrong = |text: &str| slope(text).unwrap_err().to_string();
    assert_eq!(wrong("0"), "\"0\" is not a slope: it is not positive");
    assert_eq!(wrong("1-phi"), "\"1-phi\" is not a slope: it is not positive");
    assert_eq!(wrong(""), "\"\" is not a slope: there is nothing");
    assert!(wrong("5/").starts_with("\"5/\" is not a slope: "), "{}", wrong("5/"));
    let far = |range| FarLine { slope: slope("5/2").unwrap(), logarithmic: false, range };
    let error = Drawing::of(&ways).residuals(100, &far(Some((5, 5))), &budget()).unwrap_err().to_string();
    assert!(error.starts_with("a range goes from a smaller to a larger number"), "{error}");
    let error = Drawing::of(&ways).residuals(1, &far(None), &budget()).unwrap_err().to_string();
    assert_eq!(error, "distances from a line need at least two columns");
    let cancelled = budget();
    cancelled.canceller().cancel();
    for found in [
        Drawing::of(&ways).residuals(1 << 30, &far(None), &cancelled),
        Drawing::of(&ways).density(&square(1 << 30), 100, &cancelled),
    ] {
        assert_eq!(found.unwrap_err().to_string(), "stopped: it was asked to stop");
    }
}
