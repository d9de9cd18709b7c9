//! Every colouring against the definition of play.

use crate::read::{Pixels, embedded, layer, rectangles};
use crate::{budget, games, reference, square, ways};
use wythoff_draw::{Colour, Colouring, DrawError, Drawing, PaintKind, Palette, PictureFormat, Scene};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Formula, Play, Twist};
use wythoff_rules::{Game, Outcome, Position};
use wythoff_solve::surplus::surplus_budget;
use wythoff_solve::{Frame, Method};

fn png(scene: &Scene) -> Pixels {
    Pixels::read(&PictureFormat::Png.render(scene, &budget()).unwrap())
}

fn svg(scene: &Scene) -> String {
    String::from_utf8(PictureFormat::Svg.render(scene, &budget()).unwrap()).unwrap()
}

fn plain(ways: &Ways) -> Drawing<'_> {
    Drawing { plain: true, ..Drawing::of(ways) }
}

/// The pixel of a square in a plain picture of one pixel a square.
fn pixel(picture: &Pixels, x: u32, y: u32) -> Colour {
    picture.at(x, picture.height - 1 - y)
}

#[test]
fn plain_outcomes_are_one_pixel_a_square_black_on_white() {
    for game in games() {
        let ways = Ways::of(game);
        let to = 18;
        let picture = png(&plain(&ways).board(&square(to), Colouring::Outcome, &budget()).unwrap());
        assert_eq!((picture.width, picture.height), (to + 1, to + 1));
        assert_eq!(picture.kind, png::ColorType::Grayscale, "machines read shades");
        let pane = ways.window(Method::Reference, &square(to), &budget()).unwrap();
        for x in 0..=to {
            for y in 0..=to {
                let black = pane.outcome(x, y) == Some(Outcome::P);
                let expected = if black { Colour::BLACK } else { Colour::WHITE };
                assert_eq!(pixel(&picture, x, y), expected, "{} ({x}, {y})", ways.game().name());
            }
        }
        assert_eq!(picture.texts[0].0, "Title");
    }
}

#[test]
fn large_cells_repeat_their_pixel() {
    let ways = ways("W^4");
    let drawing = Drawing { cell: Some(3), ..plain(&ways) };
    let picture = png(&drawing.board(&Frame::small(2, 1, 9, 5), Colouring::Outcome, &budget()).unwrap());
    assert_eq!((picture.width, picture.height), (27, 15));
    let board = reference(ways.game(), 20).unwrap();
    for px in 0..27 {
        for py in 0..15 {
            let p = board.is_p(2 + px / 3, 1 + (14 - py) / 3);
            assert_eq!(picture.at(px, py) == Colour::BLACK, p);
        }
    }
}

/// The squares of a picture with grid and axes: marks of the SVG and pixels of the PNG.
#[test]
fn marks_of_decorated_boards_are_where_the_p_positions_are() {
    for game in games() {
        let ways = Ways::of(game);
        let to = 18;
        let scene = Drawing::of(&ways).board(&square(to), Colouring::Outcome, &budget()).unwrap();
        let (text, picture) = (svg(&scene), png(&scene));
        let pane = ways.window(Method::Reference, &square(to), &budget()).unwrap();
        let all = (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y)));
        let expected: std::collections::BTreeSet<_> =
            all.clone().filter(|(x, y)| pane.outcome(*x, *y) == Some(Outcome::P)).collect();
        let ((left, bottom), cell) = (board_corner(&text), 20);
        let place = |x: i64, y: i64| (((x - left) / cell) as u32, ((bottom - 1 - y) / cell) as u32);
        let found: std::collections::BTreeSet<_> =
            rectangles(&text, "squares").iter().map(|(x, y, ..)| place(*x, *y)).collect();
        assert_eq!(found, expected, "{}", ways.game().name());
        let missing: std::collections::BTreeSet<_> =
            rectangles(&text, "fills").iter().map(|(x, y, ..)| place(*x, *y)).collect();
        let holes = all.clone().filter(|(x, y)| pane.outcome(*x, *y).is_none()).collect();
        assert_eq!(missing, holes, "{}", ways.game().name());
        // Away from the middle, where the mark of a terminal square may be.
        for (x, y) in all {
            let corner = (left + i64::from(x) * cell + 3, bottom - i64::from(y) * cell - 5);
            let colour = picture.at((corner.0 * 2) as u32, (corner.1 * 2) as u32);
            let dark = u16::from(colour.red) < 60;
            assert_eq!(dark, expected.contains(&(x, y)), "{} ({x}, {y}) {colour}", ways.game().name());
        }
    }
}

/// The colour of every square of an SVG with shapes, compared with what was painted; that is compared with the definition elsewhere.
#[test]
fn marks_of_coloured_boards_have_the_colours_that_were_painted() {
    let of = |name: &'static str, colouring| (ways(name), colouring);
    for (ways, colouring) in [
        of("W^4", Colouring::Surplus),
        of("W^40", Colouring::Surplus),
        of("WN", Colouring::Grundy),
        of("maharaja", Colouring::Grundy),
        of("2WN^(3)", Colouring::Residue(5)),
    ] {
        let frame = Frame::small(1, 3, 22, 25);
        let scene = Drawing::of(&ways).board(&frame, colouring, &budget()).unwrap();
        let painting = Drawing::of(&ways).paint(&frame, colouring, &budget()).unwrap();
        let text = svg(&scene);
        let ((left, bottom), cell) = (board_corner(&text), 20);
        let mut found = vec![Colour::WHITE.to_string(); 22 * 25];
        for (x, y, width, fill) in rectangles(&text, "fills").into_iter().chain(rectangles(&text, "squares"))
        {
            let (first, row) = ((x - left) / cell, (bottom - 1 - y) / cell);
            for column in first..=first + (width - 1) / cell {
                found[(row * 22 + column) as usize] = fill.clone();
            }
        }
        for i in 0..22 {
            for j in 0..25 {
                let colour = painting.kind(i, j).unwrap().colour.to_string();
                assert_eq!(found[(j * 22 + i) as usize], colour, "{} ({i}, {j})", ways.game().name());
            }
        }
    }
}

/// The lower left corner of a board, from its axes.
fn board_corner(text: &str) -> (i64, i64) {
    let number =
        |line: &str, name: &str| -> i64 { crate::read::attribute(line, name).unwrap().parse().unwrap() };
    let lines = layer(text, "axes");
    let bottom = lines.iter().filter(|l| l.starts_with("<line")).nth(1).unwrap();
    (number(bottom, "x1"), number(bottom, "y1"))
}

#[test]
fn terminal_squares_are_marked() {
    for game in games().into_iter().filter(|game| !game.has_memory()) {
        let ways = Ways::of(game);
        let scene = Drawing::of(&ways).board(&square(12), Colouring::Outcome, &budget()).unwrap();
        let terminal = |x: u64, y: u64| {
            ways.ask_by(Method::Reference, &Position::small(&[x, y]), &[], &budget())
                .is_ok_and(|answer| answer.terminal)
        };
        let expected =
            (0..=12).flat_map(|x| (0..=12).map(move |y| (x, y))).filter(|(x, y)| terminal(*x, *y)).count();
        let found = layer(&svg(&scene), "marks").iter().filter(|line| line.starts_with("<circle")).count();
        assert_eq!(found, expected, "{}", ways.game().name());
        let said = scene.legend.iter().any(|entry| entry.text == "the game is over");
        assert_eq!(said, expected > 0, "{}", ways.game().name());
    }
}

/// Does the definition say that the number of P-options tells who wins?
fn has_surplus(game: &Game) -> Option<u64> {
    let rules = game.ruleset()?;
    if rules.play == Play::Misere || rules.imitation.is_some() {
        return None;
    }
    match &rules.twist {
        Twist::None => Some(0),
        Twist::Block(blocks) if blocks.len() == 1 && blocks[0].class == Formula::Constant(true) => {
            Some(blocks[0].limit)
        }
        _ => None,
    }
}

/// The surplus that a text of the legend speaks of.
fn speaks_of(text: &str, value: i64) -> bool {
    let number = |word: &str| word.replace('−', "-").parse::<i64>().ok();
    let words: Vec<&str> = text.split(' ').collect();
    let first = number(words[0]).unwrap();
    match words.as_slice() {
        [_, "or", "less"] => value <= first,
        [_, "or", "more"] => value >= first,
        [_, "to", last] => (first..=number(last).unwrap()).contains(&value),
        _ => value == first,
    }
}

#[test]
fn surplus_counts_p_options_and_is_negative_exactly_for_p() {
    let (mut with, mut without) = (0, 0);
    for game in games() {
        let to = 24;
        let ways = Ways::of(game);
        let drawn = plain(&ways).board(&square(to), Colouring::Surplus, &budget());
        let Some(limit) = has_surplus(ways.game()) else {
            assert!(matches!(drawn, Err(DrawError::NoColouring { .. })), "{}", ways.game().name());
            assert!(surplus_budget(ways.game()).is_err());
            without += 1;
            continue;
        };
        with += 1;
        let picture = png(&drawn.unwrap());
        let painting = plain(&ways).paint(&square(to), Colouring::Surplus, &budget()).unwrap();
        let mut board = reference(ways.game(), to).unwrap();
        for x in 0..=to {
            for y in 0..=to {
                let kind = painting.kind(x, y).unwrap();
                let at = format!("{} ({x}, {y})", ways.game().name());
                assert_eq!(pixel(&picture, x, y), kind.colour, "{at}");
                let Some(outcome) = board.outcome(x, y) else {
                    assert_eq!(kind.text, "no square", "{at}");
                    continue;
                };
                let options = board.options(x, y).iter().filter(|o| o.outcome == Outcome::P).count();
                let value = options as i64 - (limit as i64 + 1);
                assert_eq!(value < 0, outcome == Outcome::P, "{at}");
                assert!(speaks_of(&kind.text, value), "{at}: {value} is {}", kind.text);
            }
        }
    }
    assert!(with >= 12 && without >= 6, "{with} {without}");
}

#[test]
fn surplus_has_the_colours_of_the_literature() {
    let ways = ways("W^9");
    let painting = Drawing::of(&ways).paint(&square(40), Colouring::Surplus, &budget()).unwrap();
    let of = |text: &str| {
        let found = painting.counts().into_iter().find(|(kind, _)| kind.text.split(' ').next() == Some(text));
        let Colour { red, green, blue } = found.unwrap().0.colour;
        [red, green, blue].map(i32::from)
    };
    let [r, g, b] = of("−2");
    assert!(r > 150 && g > 150 && b < 130, "light olive");
    let [r, g, b] = of("−1");
    assert!(r > 220 && g > 200 && b < 60, "yellow");
    assert_eq!(of("0"), [0, 0, 0]);
    let [r, g, b] = of("1");
    assert!(b > 200 && r < 100 && g < 150, "blue");
    assert_eq!(of("2"), [0x4b, 0, 0x82], "indigo");
}

/// Counting along rays, counting options one by one, and asking about each square agree far from the corner, too.
#[test]
fn surplus_in_windows_is_that_of_the_board() {
    for name in ["W^4", "WN", "2WN", "W^6", "(1,2)GDWN"] {
        let ways = ways(name);
        let frame = Frame::small(90, 150, 25, 30);
        let counted = plain(&ways).paint(&frame, Colouring::Surplus, &budget()).unwrap();
        let drawing = Drawing { method: Method::Reference, ..plain(&ways) };
        let asked = drawing.paint(&Frame::small(100, 170, 3, 3), Colouring::Surplus, &budget()).unwrap();
        let mut board = reference(ways.game(), 180).unwrap();
        let limit = has_surplus(ways.game()).unwrap() as i64 + 1;
        for i in 0..25 {
            for j in 0..30 {
                let options = board.options(90 + i, 150 + j);
                let value = options.iter().filter(|o| o.outcome == Outcome::P).count() as i64 - limit;
                assert!(speaks_of(&counted.kind(i, j).unwrap().text, value), "{name}");
            }
        }
        for i in 0..3 {
            for j in 0..3 {
                assert_eq!(asked.kind(i, j), counted.kind(10 + i, 20 + j), "{name}");
            }
        }
    }
}

/// Where a certificate answers, a window can be anywhere; the squares repeat what asking says.
#[test]
fn windows_far_out_show_what_asking_says() {
    let ways = ways("W^4");
    let corner = wythoff_number::parse_natural("2414213562373095048801688724195").unwrap();
    let frame = Frame { x: wythoff_number::parse_natural("10^30").unwrap(), y: corner, width: 6, height: 24 };
    let outcomes = png(&plain(&ways).board(&frame, Colouring::Outcome, &budget()).unwrap());
    let surplus = plain(&ways).paint(&frame, Colouring::Surplus, &budget()).unwrap();
    let mut p = 0;
    for i in 0..frame.width {
        for j in 0..frame.height {
            let at = Position::new(vec![
                &frame.x + wythoff_number::Natural::from(i),
                &frame.y + wythoff_number::Natural::from(j),
            ]);
            let answer = ways.ask(&at, &[], &budget()).unwrap();
            let black = pixel(&outcomes, i, j) == Colour::BLACK;
            assert_eq!(black, answer.outcome.is_p());
            let text = &surplus.kind(i, j).unwrap().text;
            assert_eq!(text.starts_with('−'), black, "{text}");
            p += usize::from(black);
        }
    }
    assert!(p > 5);
}

#[test]
fn grundy_values_have_the_colour_that_the_legend_says() {
    let (mut with, mut without) = (0, 0);
    for game in games() {
        let to = 20;
        let ways = Ways::of(game);
        let rules = ways.game().ruleset().unwrap();
        let impartial = rules.twist == Twist::None && rules.imitation.is_none() && rules.play == Play::Normal;
        let drawn = plain(&ways).board(&square(to), Colouring::Grundy, &budget());
        if !impartial {
            assert!(matches!(drawn, Err(DrawError::NoColouring { .. })), "{}", ways.game().name());
            without += 1;
            continue;
        }
        with += 1;
        let picture = png(&drawn.unwrap());
        let painting = plain(&ways).paint(&square(to), Colouring::Grundy, &budget()).unwrap();
        let mut board = reference(ways.game(), to).unwrap();
        // By the definition: the least number that no option has.
        let mut values = vec![None; (to as usize + 1) * (to as usize + 1)];
        let index = |x: u32, y: u32| x as usize * (to as usize + 1) + y as usize;
        for sum in 0..=2 * to {
            for x in sum.saturating_sub(to)..=sum.min(to) {
                let y = sum - x;
                let Some(outcome) = board.outcome(x, y) else { continue };
                let options: Vec<u32> =
                    board.options(x, y).iter().filter_map(|o| values[index(o.x, o.y)]).collect();
                let value = (0..).find(|n| !options.contains(n)).unwrap();
                values[index(x, y)] = Some(value);
                assert_eq!(value == 0, outcome == Outcome::P);
            }
        }
        for x in 0..=to {
            for y in 0..=to {
                let kind = painting.kind(x, y).unwrap();
                assert_eq!(pixel(&picture, x, y), kind.colour);
                match values[index(x, y)] {
                    None => assert_eq!(kind.text, "no square"),
                    Some(value) => assert!(speaks_of(&kind.text, i64::from(value)), "{value}: {}", kind.text),
                }
            }
        }
    }
    assert!(with >= 5 && without >= 10, "{with} {without}");
}

#[test]
fn residues_are_those_of_the_list() {
    let mut drawn = 0;
    for game in games() {
        let (to, modulus) = (20, 3);
        let ways = Ways::of(game);
        let name = ways.game().name().to_owned();
        let scene = match plain(&ways).board(&square(to), Colouring::Residue(modulus), &budget()) {
            Ok(scene) => scene,
            Err(error @ DrawError::NoColouring { .. }) => {
                assert!(error.to_string().ends_with("and so which one is the n-th"), "{error}");
                assert!(ways.stream(Method::Auto).is_err() || ways.game().has_memory(), "{name}");
                continue;
            }
            Err(other) => panic!("{name}: {other}"),
        };
        drawn += 1;
        let picture = png(&scene);
        let painting = plain(&ways).paint(&square(to), Colouring::Residue(modulus), &budget()).unwrap();
        let list = ways.first(Method::Auto, 2000, &budget()).unwrap();
        let index = |x: u32, y: u32| {
            let at = |x: u32, y: u32| list.iter().position(|p| *p == Position::small(&[x.into(), y.into()]));
            at(x, y).or_else(|| ways.is_symmetric().then(|| at(y, x))?)
        };
        let pane = ways.window(Method::Reference, &square(to), &budget()).unwrap();
        for x in 0..=to {
            for y in 0..=to {
                let kind = painting.kind(x, y).unwrap();
                match pane.outcome(x, y) {
                    Some(Outcome::P) => {
                        let index = index(x, y).unwrap_or_else(|| panic!("{name} ({x}, {y}) has no index"));
                        assert_eq!(kind.text, format!("n mod 3 = {}", index % 3), "{name} ({x}, {y})");
                        let ink = pixel(&picture, x, y) == Colour::BLACK;
                        assert!(ink == (index % 3 == 0), "{name} ({x}, {y})");
                    }
                    Some(Outcome::N) => assert_eq!(kind.text, "N-position"),
                    None => assert_eq!(kind.text, "no square"),
                }
            }
        }
    }
    assert!(drawn >= 15, "{drawn}");
}

#[test]
fn two_games_are_told_apart_square_by_square() {
    let all = games();
    for (first, second) in all.iter().zip(all.iter().skip(1)) {
        let (first, second) = (Ways::of(first.clone()), Ways::of(second.clone()));
        let scene = plain(&first).against(&second, &square(16), &budget()).unwrap();
        let picture = png(&scene);
        let panes =
            [&first, &second].map(|ways| ways.window(Method::Reference, &square(16), &budget()).unwrap());
        let colour = |text: &str| scene.legend.iter().find(|e| e.text.contains(text)).map(|e| e.colour);
        for x in 0..=16 {
            for y in 0..=16 {
                let p = panes.each_ref().map(|pane| pane.outcome(x, y) == Some(Outcome::P));
                let found = pixel(&picture, x, y);
                let exists = panes.iter().any(|pane| pane.outcome(x, y).is_some());
                let [one, other] = [Colour::new(0, 0x72, 0xb2), Colour::new(0xd5, 0x5e, 0)];
                match p {
                    [true, true] => assert_eq!(found, Colour::BLACK),
                    [true, false] => assert_eq!(found, one),
                    [false, true] => assert_eq!(found, other),
                    [false, false] if exists => assert_eq!(found, Colour::WHITE),
                    [false, false] => assert_eq!(Some(found), colour("no square")),
                }
            }
        }
    }
}

#[test]
fn two_games_have_a_colour_for_each_side() {
    let (first, second) = (ways("W^4"), ways("W^3"));
    let scene = plain(&first).against(&second, &square(30), &budget()).unwrap();
    let picture = png(&scene);
    let (a, b) = (reference(first.game(), 30).unwrap(), reference(second.game(), 30).unwrap());
    let colour = |text: &str| scene.legend.iter().find(|e| e.text == text).unwrap().colour;
    for x in 0..=30 {
        for y in 0..=30 {
            let expected = match (a.is_p(x, y), b.is_p(x, y)) {
                (true, true) => Colour::BLACK,
                (true, false) => colour("P in W⁴ only"),
                (false, true) => colour("P in W³ only"),
                (false, false) => Colour::WHITE,
            };
            assert_eq!(pixel(&picture, x, y), expected);
        }
    }
}

/// A large board is an embedded raster in SVG, with the colours of the PNG.
#[test]
fn large_boards_are_embedded_rasters() {
    let ways = ways("W^5");
    let scene = Drawing::of(&ways).board(&square(150), Colouring::Surplus, &budget()).unwrap();
    let text = svg(&scene);
    assert!(text.len() < 200_000, "{}", text.len());
    let (inner, [left, top, width]) = embedded(&text).unwrap();
    let picture = png(&scene);
    let painting = plain(&ways).paint(&square(150), Colouring::Surplus, &budget()).unwrap();
    let (zoom, cell) = (inner.width / 151, width / 151);
    assert_eq!((inner.width, inner.height), (151 * zoom, 151 * zoom));
    for x in 0..=150 {
        for y in 0..=150 {
            let colour = painting.kind(x, y).unwrap().colour;
            assert_eq!(inner.at(x * zoom + zoom / 2, (150 - y) * zoom + zoom / 2), colour);
            let outer = (left + i64::from(x) * cell + cell / 2, top + i64::from(150 - y) * cell + cell / 2);
            assert_eq!(picture.at(2 * outer.0 as u32, 2 * outer.1 as u32), colour, "({x}, {y})");
        }
    }
}

#[test]
fn no_two_kinds_look_alike_in_any_palette() {
    let colourings = [Colouring::Outcome, Colouring::Surplus, Colouring::Grundy, Colouring::Residue(8)];
    for palette in [Palette::Usual, Palette::Safe, Palette::Grey] {
        for (name, colouring) in ["W^9", "W^40", "WN", "WN"].into_iter().zip(colourings) {
            let ways = ways(name);
            let drawing = Drawing { palette, ..Drawing::of(&ways) };
            let painting = drawing.paint(&square(60), colouring, &budget()).unwrap();
            let kinds: Vec<&PaintKind> = painting.counts().into_iter().map(|(kind, _)| kind).collect();
            for (n, kind) in kinds.iter().enumerate() {
                for other in &kinds[..n] {
                    let same = (kind.colour, kind.sign) == (other.colour, other.sign);
                    assert!(!same, "{palette:?} {name}: {} and {}", kind.text, other.text);
                }
                assert!(palette != Palette::Grey || kind.colour.is_grey(), "{}", kind.text);
            }
        }
    }
}

#[test]
fn the_same_picture_has_the_same_bytes() {
    for format in PictureFormat::ALL {
        let bytes = || {
            let ways = ways("W^6");
            let scene = Drawing::of(&ways).board(&square(70), Colouring::Surplus, &budget()).unwrap();
            format.render(&scene, &budget()).unwrap()
        };
        assert_eq!(bytes(), bytes());
    }
}
