//! Windows by every way of solving are those of the definition, wherever they begin and however they lie to words and blocks of a board.
#![allow(clippy::unwrap_used)]

use wythoff_budget::Budget;
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Outcome};
use wythoff_solve::{Frame, Method, Pane, SolveError};

const SIDE: u32 = 135;

fn games() -> Vec<(&'static str, Game)> {
    let named = ["WN", "W^4", "W^5", "2WN^(3)", "beta(pi)"].map(|name| (name, Game::named(name).unwrap()));
    let texts = [
        "move rook: s = 0 or t = 0\nmove bishop: s = t\nposition: x + y mod 3 != 1\n",
        "move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 3\n",
        "move rook: s = 0 or t = 0\nmove bishop: s = t and x mod 2 = 0\n",
        "move near: s + 2*t <= y and s + t >= 1\n",
    ];
    let own =
        texts.map(|text| (text, Game::from_text("g.game", &format!("game \"g\"\n{text}"), "").unwrap()));
    named.into_iter().chain(own).collect()
}

fn window(ways: &Ways, method: Method, frame: &Frame) -> Option<Pane> {
    match ways.window(method, frame, &Budget::default()) {
        Ok(pane) => Some(pane),
        Err(SolveError::Method { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_way_agrees_with_the_definition() {
    // From the corner, across words of 64 rows, and narrow ones below and above the diagonal.
    let frames = [(0, 0, SIDE, SIDE), (61, 60, 70, 72), (130, 3, 5, 130), (2, 63, 130, 2), (64, 64, 64, 64)];
    let mut tried = 0;
    for (name, game) in games() {
        let ways = Ways::of(game);
        let all =
            ways.window(Method::Reference, &Frame::small(0, 0, SIDE, SIDE), &Budget::default()).unwrap();
        let mut methods = vec![Method::Auto, Method::Board, Method::Columns, Method::Beatty];
        if ["WN", "W^4", "W^5"].contains(&name) {
            methods.push(Method::Automaton);
        }
        for method in methods {
            for (x, y, w, h) in frames {
                let Some(pane) = window(&ways, method, &Frame::small(x, y, w, h)) else { continue };
                let flat = pane.clone().into_p_squares();
                for (j, i) in (0..h).flat_map(|j| (0..w).map(move |i| (j, i))) {
                    let expected = all.outcome(x as u32 + i, y as u32 + j);
                    assert_eq!(pane.outcome(i, j), expected, "{name} by {method}: ({x} + {i}, {y} + {j})");
                    assert_eq!(
                        flat[(j * w + i) as usize],
                        expected == Some(Outcome::P),
                        "{name} by {method}"
                    );
                }
                tried += 1;
            }
        }
    }
    assert!(tried >= 100, "{tried} windows were tried");
}

#[test]
fn windows_without_squares_are_empty() {
    let ways = Ways::of(Game::named("W^4").unwrap());
    for method in
        [Method::Auto, Method::Reference, Method::Board, Method::Columns, Method::Beatty, Method::Automaton]
    {
        for (w, h) in [(0, 4), (4, 0), (0, 0)] {
            let Some(pane) = window(&ways, method, &Frame::small(3, 8, w, h)) else { continue };
            assert_eq!(pane.into_p_squares(), [] as [bool; 0], "{method} {w} x {h}");
        }
    }
}
