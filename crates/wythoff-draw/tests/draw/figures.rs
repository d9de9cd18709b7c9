//! The figures of the papers and the family of games, read back and compared with the definition of play.

use crate::{budget, reference, square, ways};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_draw::{Colour, Colouring, Drawing, Item, Palette, PictureFormat, Scene, family_tree, papers};
use wythoff_rules::rulebook::entries;
use wythoff_rules::{Game, Outcome};
use wythoff_solve::Frame;
use wythoff_solve::family::family;

fn scene(paper: &str, figure: &str) -> Scene {
    papers::find(paper, figure).unwrap().scene(Palette::Usual, &budget()).unwrap()
}

/// Where a board is: its left and lower edge. The first lines of the axes are its upper and its lower edge.
fn corner(scene: &Scene, layer: &str) -> (i32, i32) {
    let lines: Vec<_> = scene.layer(layer).unwrap().items.iter().take(2).collect();
    match lines.as_slice() {
        [Item::Line(_), Item::Line(lower)] => lower.from,
        other => panic!("{other:?}"),
    }
}

/// The squares on which patches of a layer lie, with their colours.
fn squares(scene: &Scene, panel: &str, cell: i32) -> BTreeMap<(u32, u32), Colour> {
    let (left, bottom) = corner(scene, &format!("{panel}axes"));
    let items = &scene.layer(&format!("{panel}squares")).unwrap().items;
    items
        .iter()
        .map(|item| match item {
            Item::Patch(patch) => {
                let place = (((patch.x - left) / cell) as u32, ((bottom - 1 - patch.y) / cell) as u32);
                (place, patch.fill)
            }
            other => panic!("{other:?}"),
        })
        .collect()
}

fn p_positions(name: &str, to: u32) -> BTreeSet<(u32, u32)> {
    let game = Game::named(name).unwrap();
    let rules = game.ruleset().unwrap();
    let pane = ways(name).window(wythoff_solve::Method::Reference, &square(to), &budget()).unwrap();
    assert!(!rules.moves.is_empty());
    let all = (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y)));
    all.filter(|(x, y)| pane.outcome(*x, *y) == Some(Outcome::P)).collect()
}

#[test]
fn ten_figures_say_what_they_show_and_what_is_not_known() {
    let all: Vec<_> = papers::figures().collect();
    let of_papers: Vec<_> = all.iter().filter(|figure| figure.paper != "literature").collect();
    assert_eq!(of_papers.len(), 10);
    for figure in of_papers {
        let scene = figure.scene(Palette::Usual, &budget()).unwrap();
        assert!(scene.title.contains(&format!("Figure {}", figure.number)), "{}", scene.title);
        assert!(scene.caption.contains("Not known of the printed figure: "), "{figure:?}");
        assert!(scene.alternative.len() > scene.caption.len(), "{figure:?}");
    }
    for figure in all {
        for palette in [Palette::Safe, Palette::Grey] {
            let scene = figure.scene(palette, &budget()).unwrap();
            assert!(!PictureFormat::Svg.render(&scene, &budget()).unwrap().is_empty(), "{figure:?}");
        }
    }
}

/// Figures 2 and 4 of beatty-extensions: every shade is a game, and together they are the whole.
#[test]
fn shades_are_the_shifted_games() {
    for (figure, whole, km, to) in [("2", "WN^(3)", "1x3", 34), ("4", "2WN^(3)", "2x3", 40)] {
        let scene = scene("beatty-extensions", figure);
        let found = squares(&scene, "", 14);
        assert_eq!(found.keys().copied().collect::<BTreeSet<_>>(), p_positions(whole, to), "{whole}");
        let mut union = BTreeSet::new();
        for l in 0..3 {
            let name = format!("{km}WN_{l}");
            let entry = scene.legend.iter().find(|e| e.text == format!("P in {name}")).unwrap();
            let shaded: BTreeSet<_> =
                found.iter().filter(|(_, colour)| **colour == entry.colour).map(|(at, _)| *at).collect();
            assert_eq!(shaded, p_positions(&name, to), "{name}");
            union.extend(shaded);
        }
        assert_eq!(union.len(), found.len());
        assert!(!scene.legend.iter().any(|e| e.text.contains("none")), "no P-position is left over");
        assert!(found.contains_key(&(0, 0)));
    }
    assert_eq!(p_positions("2WN^3", 40), p_positions("2WN^(3)", 40), "as the title of Figure 4 says");
    assert_eq!(p_positions("2x3WN_0", 40), p_positions("6WN", 40), "as its caption says");
}

#[test]
fn boards_of_blocking_wythoff_are_the_definition() {
    let first = scene("blocking-wythoff", "1");
    let games = ["WN", "WN", "W^2", "W^2", "W^3", "W^3"];
    for (n, game) in games.iter().enumerate() {
        let found = squares(&first, &format!("panel {} ", n + 1), 16);
        assert_eq!(found.into_keys().collect::<BTreeSet<_>>(), p_positions(game, 18), "panel {}", n + 1);
        let title = &first.layer(&format!("panel {} title", n + 1)).unwrap().items[0];
        let Item::Label(title) = title else { panic!("{title:?}") };
        assert!(title.text.ends_with(if n % 2 == 0 { "is N" } else { "is P" }), "{}", title.text);
    }
    let second = scene("blocking-wythoff", "2");
    for (n, game) in ["W^4", "W^5", "W^6"].iter().enumerate() {
        let found = squares(&second, &format!("panel {} ", n + 1), 9);
        assert_eq!(found.into_keys().collect::<BTreeSet<_>>(), p_positions(game, 40), "{game}");
    }
}

/// The caption of Figure 1 corrects the printed one.
#[test]
fn what_the_caption_says_of_two_positions_is_so() {
    let ways = ways("W^2");
    let ask = |x, y| ways.ask(&wythoff_rules::Position::small(&[x, y]), &[], &budget()).unwrap();
    let (n, p) = (ask(11, 15), ask(8, 12));
    assert_eq!((n.outcome, n.winning_moves.len() + n.block.len()), (Outcome::N, 4));
    assert_eq!((p.outcome, p.winning_moves.len() + p.block.len()), (Outcome::P, 1));
}

#[test]
fn curves_are_the_functions() {
    let root = |k: f64| (k * k + 4.0 * k).sqrt();
    let alpha = move |k: f64| 1.0 + (root(k) - k) / 2.0;
    let beta = move |k: f64| 1.5 + root(k) / (2.0 * k);
    let f = move |k: f64| k * (root(k) - k) / 2.0;
    type Function = Box<dyn Fn(f64) -> f64>;
    let functions: [Vec<Function>; 3] = [
        vec![Box::new(beta), Box::new(alpha)],
        vec![
            Box::new(move |k| k * alpha(k) - 2.0 * k + 1.0),
            Box::new(move |k| (k + 1.0) * beta(k) - 2.0 * k - 3.0),
        ],
        vec![Box::new(move |k| f(k) - k + 1.0)],
    ];
    for (n, functions) in functions.iter().enumerate() {
        let scene = scene("invariant-games", &(n + 1).to_string());
        let ticks: Vec<(f64, f64)> = scene.layer("axes").unwrap().items.iter().filter_map(tick).collect();
        let ((low, y_low), (high, y_high)) = (ticks[0], ticks[ticks.len() - 1]);
        let dots: Vec<_> = scene.layer("points").unwrap().items.iter().collect();
        assert_eq!(dots.len(), 20 * functions.len());
        for (i, dot) in dots.iter().enumerate() {
            let Item::Dot(dot) = dot else { panic!("{dot:?}") };
            let middle = f64::from(dot.y) + (f64::from(dot.size) - 1.0) / 2.0;
            let value = low + (middle - y_low) * (high - low) / (y_high - y_low);
            let expected = functions[i / 20]((i % 20 + 1) as f64);
            let unit = (high - low) / (y_low - y_high);
            assert!((value - expected).abs() <= unit, "figure {}: {value} {expected}", n + 1);
            assert!(expected > 0.0);
        }
        assert_eq!(scene.layer("lines").unwrap().items.len(), functions.len());
    }
}

/// A label of the upright axis, and where it is.
fn tick(item: &Item) -> Option<(f64, f64)> {
    match item {
        Item::Label(label) if label.text.contains('.') => {
            Some((label.text.parse().ok()?, f64::from(label.y - 4)))
        }
        _ => None,
    }
}

#[test]
fn the_family_is_what_play_says() {
    let family = family(&budget()).unwrap();
    let said: BTreeSet<String> = family.iter().map(ToString::to_string).collect();
    for expected in [
        "k-wythoff with k = 1 is wythoff",
        "connell with m = 1 is wythoff",
        "modular with m = 1 is k-wythoff",
        "modular with k = 1 is connell",
        "roob-blocking with m = 1 is k-wythoff",
        "shifted with l = 0, k is k·m is k-wythoff",
        "diagonal-blocking with p = 1, k is m is k-wythoff",
        "blocking with k = 1 is wythoff",
        "gdwn with p = 1, q = 1 is wythoff",
        "blocking-nim with k = 1 is nim",
    ] {
        assert!(said.contains(expected), "{expected} is missing: {said:#?}");
    }
    assert!(!said.contains("modular with k = 1, m = 1 is wythoff"), "that follows from two steps");
    for kin in &family {
        for open in [[2, 3, 2], [4, 2, 3]] {
            let (general, special) = kin.names(&open);
            let [a, b] = [&general, &special].map(|name| {
                let game = Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}"));
                let board = reference(&game, 14).unwrap();
                let all = (0..=14).flat_map(|x| (0..=14).map(move |y| (x, y)));
                all.filter(|(x, y)| board.is_p(*x, *y)).collect::<Vec<(u32, u32)>>()
            });
            assert_eq!(a, b, "{general} and {special}");
        }
    }
    let scene = family_tree(Palette::Usual, &budget()).unwrap();
    assert_eq!(scene.layer("arrows").unwrap().items.len(), family.len());
    let texts = |layer: &str| -> Vec<String> {
        let items = &scene.layer(layer).unwrap().items;
        let text = |item: &Item| match item {
            Item::Label(label) => Some(label.text.clone()),
            _ => None,
        };
        items.iter().filter_map(text).collect()
    };
    let conditions: Vec<String> = family.iter().map(|kin| kin.condition()).collect();
    assert_eq!(texts("labels"), conditions);
    for entry in entries().filter(|entry| !entry.has_many_piles()) {
        assert!(texts("games").contains(&entry.title()), "{}", entry.name);
    }
}

#[test]
fn the_family_tree_of_the_paper_and_the_sketches_have_their_boxes() {
    let tree = scene("beatty-extensions", "3");
    assert_eq!(tree.layer("arrows").unwrap().items.len(), 6, "{}", tree.alternative);
    for (figure, boxes, arrows) in [("1", 6, 11), ("5", 7, 7)] {
        let sketch = scene("beatty-extensions", figure);
        let patches = sketch.layer("boxes").unwrap().items.iter();
        let patches: Vec<_> = patches
            .filter_map(|item| match item {
                Item::Patch(patch) => Some(*patch),
                _ => None,
            })
            .collect();
        assert_eq!(patches.len(), 2 * boxes, "frames and what is in them");
        let steps: Vec<_> = sketch.layer("arrows").unwrap().items.iter().collect();
        assert_eq!(steps.len(), arrows);
        // Every arrow leaves a box at its lower edge and arrives at the upper edge of another.
        for step in steps {
            let Item::Path(path) = step else { panic!("{step:?}") };
            let (start, end) = (path.points[0], path.points[path.points.len() - 1]);
            let leaves = patches
                .iter()
                .any(|p| p.y + p.height as i32 == start.1 && (p.x..p.x + p.width as i32).contains(&start.0));
            let arrives =
                patches.iter().any(|p| p.y == end.1 + 1 && (p.x..p.x + p.width as i32).contains(&end.0));
            assert!(leaves && arrives, "figure {figure}: {start:?} {end:?}");
        }
    }
    let first = scene("beatty-extensions", "1");
    let dotted = first.layer("arrows").unwrap().items.iter();
    assert_eq!(dotted.filter(|item| matches!(item, Item::Path(path) if path.dash.is_some())).count(), 3);
}

/// The pictures of the literature are boards, and boards are compared with the definition elsewhere.
#[test]
fn pictures_of_the_literature_are_boards() {
    let cases = [
        ("surplus-5", "panel 1 ", "W^5", 79, Colouring::Surplus, 8),
        ("surplus-68", "panel 1 ", "W^68", 599, Colouring::Surplus, 1),
        ("surplus-100", "panel 1 ", "W^100", 599, Colouring::Surplus, 1),
        ("beams", "panel 1 ", "(1,2)GDWN", 299, Colouring::Outcome, 2),
        ("beams", "panel 3 ", "(1,3)GDWN", 299, Colouring::Outcome, 2),
        ("g-strips", "panel 1 ", "WN", 119, Colouring::Strip(9), 5),
    ];
    for (figure, panel, game, to, colouring, cell) in cases {
        let picture = scene("literature", figure);
        let ways = ways(game);
        let drawing = Drawing { cell: Some(cell), ..Drawing::of(&ways) };
        let board = drawing.board(&Frame::small(0, 0, to + 1, to + 1), colouring, &budget()).unwrap();
        for layer in ["fills", "squares", "marks"] {
            let ours = picture.layer(&format!("{panel}{layer}")).map(|l| relative(&l.items));
            let theirs = board.layer(layer).map(|l| relative(&l.items));
            assert!(ours == theirs, "{figure}: {layer} differ");
        }
    }
}

/// Things, with places counted from the first of them.
fn relative(items: &[Item]) -> Vec<String> {
    let place = |item: &Item| match item {
        Item::Patch(p) => (p.x, p.y, format!("{} {} {}", p.width, p.height, p.fill)),
        Item::Dot(d) => (d.x, d.y, format!("{} {}", d.size, d.colour)),
        Item::Raster(r) => (r.x, r.y, format!("{} {} {:?} {:?}", r.columns, r.cell, r.palette, r.squares)),
        other => panic!("{other:?}"),
    };
    let first = items.first().map(place).map_or((0, 0), |(x, y, _)| (x, y));
    items.iter().map(place).map(|(x, y, rest)| format!("{} {} {rest}", x - first.0, y - first.1)).collect()
}

/// Small Grundy values against the definition: the least that no option has.
#[test]
fn strips_are_small_grundy_values() {
    let ways = ways("WN");
    let (to, most) = (24_u32, 5);
    let painting = Drawing::of(&ways).paint(&square(to), Colouring::Strip(most), &budget()).unwrap();
    let mut values = BTreeMap::new();
    for x in 0..=to {
        for y in 0..=to {
            let mut seen: BTreeSet<u32> = (0..x).map(|u| values[&(u, y)]).collect();
            seen.extend((0..y).map(|v| values[&(x, v)]));
            seen.extend((1..=x.min(y)).map(|s| values[&(x - s, y - s)]));
            let value = (0..).find(|n| !seen.contains(n)).unwrap();
            values.insert((x, y), value);
            let text = &painting.kind(x, y).unwrap().text;
            let expected = match value {
                0 => "0 (P-position)".to_owned(),
                1..=5 => value.to_string(),
                _ => "more than 5".to_owned(),
            };
            assert_eq!(*text, expected, "({x}, {y})");
        }
    }
    let error = Drawing::of(&ways).paint(&square(3), Colouring::Strip(21), &budget()).unwrap_err();
    assert_eq!(error.to_string(), "strips are shown of values up to at most 20");
}

#[test]
fn a_few_rows_are_wide_and_can_be_read() {
    let ways = ways("WN");
    let scene = Drawing::of(&ways).board(&Frame::small(0, 0, 80, 4), Colouring::Grundy, &budget()).unwrap();
    assert!(scene.width > 1_600, "{}", scene.width);
    let numbers = scene.layer("numbers").map_or(0, |layer| layer.items.len());
    assert_eq!(numbers, 320, "every value is written");
}

#[test]
fn what_is_not_there_is_said() {
    let text = |paper: &str, figure: &str| papers::find(paper, figure).unwrap_err().to_string();
    assert_eq!(
        text("blocking-wythof", "1"),
        "no paper with figures is called \"blocking-wythof\": there are beatty-extensions, blocking-wythoff, invariant-games, literature; \
         did you mean blocking-wythoff?"
    );
    assert_eq!(text("blocking-wythoff", "3"), "blocking-wythoff has no figure \"3\": there are 1, 2");
}

#[test]
fn a_small_figure_as_it_is() {
    let svg = |paper, figure| {
        let bytes = PictureFormat::Svg.render(&scene(paper, figure), &budget()).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    insta::assert_snapshot!("sketch", svg("beatty-extensions", "5"));
    insta::assert_snapshot!("family_of_the_paper", svg("beatty-extensions", "3"));
}
