//! Automata, read back: arrows and rings against the transitions, the highlighted way against the run.

use crate::{budget, reference};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_automata::DEAD;
use wythoff_draw::{AutomatonDrawing, Item, Palette, PictureFormat, READABLE_STATES, Scene};
use wythoff_rules::Position;

pub(crate) fn certificate(name: &str) -> AutomatonDrawing {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../wythoff-prove/certificates");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    AutomatonDrawing::read(&text, name, None, &budget()).unwrap()
}

const SMALL: [&str; 6] =
    ["wythoff", "invariant-1", "blocking-4", "k-wythoff-3", "modular-1-2", "shifted-1-2-1"];

/// The middles of states, by their numbers.
fn states(scene: &Scene) -> BTreeMap<u32, (i32, i32)> {
    let items = &scene.layer("states").unwrap().items;
    let names = items.iter().filter_map(|item| match item {
        Item::Label(label) => Some((label.text.parse().unwrap(), (label.x, label.y - 4))),
        _ => None,
    });
    names.collect()
}

/// The ends of all arrows, by the states they touch, and how wide they are.
fn arrows(scene: &Scene) -> Vec<((u32, u32), u32)> {
    let places = states(scene);
    let touched = |point: (i32, i32)| {
        let far = |(x, y): (i32, i32)| (x - point.0).pow(2) + (y - point.1).pow(2);
        let (state, place) = places.iter().min_by_key(|(_, place)| far(**place)).unwrap();
        assert!(far(*place) < 21 * 21, "an arrow ends nowhere, at {point:?}");
        *state
    };
    let items = &scene.layer("arrows").unwrap().items;
    items
        .iter()
        .map(|item| match item {
            Item::Path(path) => {
                assert!(path.arrow);
                let ends = (touched(path.points[0]), touched(*path.points.last().unwrap()));
                (ends, path.stroke)
            }
            other => panic!("{other:?}"),
        })
        .collect()
}

/// All letters that a term such as `[0-2],1` stands for.
fn letters(term: &str) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for part in term.split(',') {
        let (first, last) = match part.strip_prefix('[').and_then(|p| p.strip_suffix(']')) {
            Some(range) => {
                let (a, b) = range.split_once('-').unwrap();
                (a.parse().unwrap(), b.parse().unwrap())
            }
            None => (part.parse::<u32>().unwrap(), part.parse::<u32>().unwrap()),
        };
        all = all.iter().flat_map(|w| (first..=last).map(move |d| [w.clone(), vec![d]].concat())).collect();
    }
    all
}

#[test]
fn arrows_labels_and_rings_are_the_automaton() {
    for name in SMALL {
        let drawing = certificate(name);
        let dfa = drawing.automaton();
        let scene = drawing.scene(None, Palette::Usual, &budget()).unwrap();
        let base = dfa.digit_count();
        let mut expected = BTreeMap::new();
        for state in 0..dfa.states() as u32 {
            for letter in 0..(base * base) as usize {
                let target = dfa.step(state, letter);
                if target != DEAD {
                    expected.insert((state, vec![letter as u32 / base, letter as u32 % base]), target);
                }
            }
        }
        let ends: BTreeSet<(u32, u32)> = expected.iter().map(|((from, _), to)| (*from, *to)).collect();
        let drawn: Vec<(u32, u32)> = arrows(&scene).into_iter().map(|(ends, _)| ends).collect();
        assert_eq!(drawn.len(), ends.len(), "{name}: one arrow for each pair of states");
        assert_eq!(drawn.into_iter().collect::<BTreeSet<_>>(), ends, "{name}");
        // The words say which letters each arrow has, and the labels hold the same terms.
        let (_, listed) = scene.alternative.split_once("Transitions: ").unwrap();
        let mut said = BTreeMap::new();
        let mut terms = Vec::new();
        for arrow in listed.trim_end_matches('.').split("; ") {
            let (ends, words) = arrow.split_once(" with ").unwrap();
            let (from, to) = ends.split_once(" to ").unwrap();
            for term in words.split("  ") {
                terms.push(term.to_owned());
                for letter in letters(term) {
                    let before = said.insert((from.parse().unwrap(), letter), to.parse().unwrap());
                    assert_eq!(before, None, "{name}: {term} is said twice");
                }
            }
        }
        assert_eq!(said, expected, "{name}");
        let labels = scene.layer("labels").unwrap().items.iter().filter_map(|item| match item {
            Item::Label(label) => Some(label.text.split("  ").map(str::to_owned).collect::<Vec<_>>()),
            _ => None,
        });
        let mut labels: Vec<String> = labels.flatten().collect();
        labels.sort();
        terms.sort();
        assert_eq!(labels, terms, "{name}");
        let rings = scene.layer("states").unwrap().items.iter();
        let rings = rings.filter(|item| matches!(item, Item::Dot(dot) if dot.ring.is_some())).count();
        let accepting = dfa.outputs().iter().filter(|output| **output != 0).count();
        assert_eq!(rings, dfa.states() + accepting, "{name}: accepting states have two rings");
    }
}

#[test]
fn no_two_states_touch() {
    for name in SMALL {
        let scene = certificate(name).scene(None, Palette::Usual, &budget()).unwrap();
        let places: Vec<_> = states(&scene).into_values().collect();
        for (i, a) in places.iter().enumerate() {
            for b in &places[..i] {
                assert!((a.0 - b.0).pow(2) + (a.1 - b.1).pow(2) > 40 * 40, "{name}: {a:?} {b:?}");
            }
            assert!(a.0 > 17 && a.1 > 17 && a.0 < scene.width as i32 - 17, "{name}: {a:?}");
        }
    }
}

#[test]
fn the_highlighted_way_is_the_run_and_ends_as_the_game_does() {
    let drawing = certificate("blocking-4");
    let game = wythoff_rules::Game::named("W^4").unwrap();
    let board = reference(&game, 30).unwrap();
    for (x, y) in [(0, 0), (11, 28), (10, 28), (7, 7), (30, 12), (29, 30), (4, 6)] {
        let at = Position::small(&[u64::from(x), u64::from(y)]);
        let run = drawing.run(&at).unwrap();
        assert_eq!(run.accepted, board.is_p(x, y), "({x}, {y})");
        assert_eq!(u16::from(run.accepted), drawing.automaton().run(drawing.numeration(), at.piles()));
        let scene = drawing.scene(Some(&at), Palette::Usual, &budget()).unwrap();
        let wide: BTreeSet<_> = arrows(&scene).into_iter().filter(|(_, w)| *w == 3).map(|(e, _)| e).collect();
        let steps: BTreeSet<_> = run.states.windows(2).map(|pair| (pair[0], pair[1])).collect();
        assert_eq!(wide, steps, "({x}, {y})");
        let said = if run.accepted { "accepted: a P-position." } else { "not accepted, an N-position." };
        assert!(scene.caption.contains(said), "{}", scene.caption);
    }
}

#[test]
fn a_large_automaton_is_a_summary_that_says_so() {
    let drawing = certificate("blocking-10");
    assert!(drawing.automaton().states() > READABLE_STATES && !drawing.is_readable());
    let at = Position::small(&[3, 4]);
    let scene = drawing.scene(Some(&at), Palette::Usual, &budget()).unwrap();
    assert_eq!(scene.title, "Blocking-k Wythoff Nim, W¹⁰: the automaton of its P-positions, a summary");
    assert!(scene.caption.contains("too much to draw state by state"), "{}", scene.caption);
    assert!(scene.caption.starts_with("(3, 4) is "), "{}", scene.caption);
    let (_, counts) = scene.alternative.split_once("States by distance: ").unwrap();
    let counts = counts.trim_end_matches('.').split("; ").map(|part| part.split_once(": ").unwrap().1);
    let total: usize = counts.map(|count| count.parse::<usize>().unwrap()).sum();
    assert_eq!(total, drawing.automaton().states());
    assert!(scene.layer("states").is_none() && scene.layer("bars").is_some());
}

#[test]
fn a_tail_and_walnuts_text_are_drawn_as_well() {
    let tail = certificate("blocking-50");
    assert!(!tail.is_readable());
    assert!(tail.run(&Position::small(&[0, 49])).unwrap().accepted);
    let text = "msd_fib msd_fib\n0 1\n0 0 -> 0\n1 1 -> 1\n1 0\n0 0 -> 0\n";
    let drawing = AutomatonDrawing::read(text, "even.txt", None, &budget()).unwrap();
    let scene = drawing.scene(None, Palette::Grey, &budget()).unwrap();
    assert_eq!((scene.title.as_str(), arrows(&scene).len()), ("even.txt: the automaton", 3));
    let missing = AutomatonDrawing::read("0 1\n0 -> 0\n", "x.txt", None, &budget()).unwrap_err();
    assert!(missing.to_string().contains("needs a numeration"), "{missing}");
    let wrong = drawing.run(&Position::small(&[1, 2, 3])).unwrap_err();
    assert_eq!(wrong.to_string(), "the automaton reads 2 numbers, and the position has 3");
}

#[test]
fn tikz_has_a_node_for_every_state_and_an_arrow_for_every_pair() {
    let drawing = certificate("blocking-4");
    let at = Position::small(&[11, 28]);
    let bytes = drawing.render(Some(&at), (PictureFormat::Tex, Palette::Usual), &budget()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("\\usetikzlibrary{automata,arrows.meta}"));
    assert_eq!(text.matches("\\node[state").count(), drawing.automaton().states());
    let scene = drawing.scene(None, Palette::Usual, &budget()).unwrap();
    let drawn = text.matches("\\draw[->").count() + text.matches("\\path[->").count();
    assert_eq!(drawn, arrows(&scene).len());
    assert_eq!(text.matches("[state, initial").count(), 1);
    let way: BTreeSet<u32> = drawing.run(&at).unwrap().states.into_iter().collect();
    assert_eq!(text.matches("fill=way!20").count(), way.len());
}

#[test]
fn a_small_automaton_as_it_is() {
    let text = "msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 0\n0 1 -> 1\n1 0\n0 0 -> 1\n1 0 -> 0\n";
    let drawing = AutomatonDrawing::read(text, "small.txt", None, &budget()).unwrap();
    let at = Position::small(&[2, 5]);
    let svg = drawing.render(Some(&at), (PictureFormat::Svg, Palette::Usual), &budget()).unwrap();
    insta::assert_snapshot!("automaton", String::from_utf8(svg).unwrap());
    let tex = drawing.render(Some(&at), (PictureFormat::Tex, Palette::Usual), &budget()).unwrap();
    insta::assert_snapshot!("automaton_tikz", String::from_utf8(tex).unwrap());
}
