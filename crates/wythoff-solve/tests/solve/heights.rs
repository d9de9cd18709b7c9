//! Streams up to a height: by every way that has one, in pieces and saved in between, against the board of the definition.

use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_rules::Game;
use wythoff_solve::stream::Stream;
use wythoff_solve::{Method, Ways};

const COLUMNS: u64 = 18;

fn run(stream: &mut Stream, until: u64, found: &mut Vec<(u64, u64)>) {
    let run = stream.run(until, &Budget::default(), &mut |x, rows| {
        found.extend(rows.iter().map(|y| (x, *y)));
        ControlFlow::Continue(())
    });
    run.expect("small enough");
}

#[test]
fn every_way_lists_the_same_up_to_a_height() {
    let own = [
        ("fin", "move a: s + t = 1\nmove b: s = 2 and t = 3\nmove c: s = 3 and t = 2\nplay misere\n"),
        ("one", "move a: s = 0 and t mod 3 = 1\nmove b: s = t and x mod 2 = 0\nblock 1 of b\n"),
        ("imi", "move rook: s = 0 or t = 0\nmove bishop: s = t\nimitation 1 within 1\n"),
    ];
    let own = own.map(|(name, text)| Game::from_text(name, text, "").expect("rules"));
    let named = ["WN", "3WN", "W^4", "2x3WN_1", "W_2", "gdwn(1,2)", "beta(pi)", "IN"];
    let named = named.map(|name| Game::named(name).expect("a game"));
    for game in own.into_iter().chain(named) {
        let ways = Ways::without_proofs(game);
        for height in [0, 7, 40] {
            let board = ways.list_to(Method::Reference, height.max(COLUMNS as u32), &Budget::default());
            let pairs = board.expect("small enough").into_iter().filter_map(|p| p.as_small());
            let expected: Vec<(u64, u64)> = pairs
                .map(|p| (u64::from(p[0]), u64::from(p[1])))
                .filter(|(x, y)| *x < COLUMNS && *y <= u64::from(height))
                .collect();
            let mut ways_that_can = 0;
            for method in [Method::Auto, Method::Reference, Method::Board, Method::Columns, Method::Beatty] {
                let what = format!("{} by {method} up to {height}", ways.game().name());
                let open = || ways.stream_up_to(method, height.into());
                let Ok(mut stream) = open() else {
                    assert!(!matches!(method, Method::Auto | Method::Reference), "{what}");
                    continue;
                };
                ways_that_can += 1;
                let mut found = Vec::new();
                run(&mut stream, 7, &mut found);
                let saved = stream.save();
                let mut again = open().expect("as before");
                again.restore(&saved).expect("the same stream");
                assert_eq!(again.count(), found.len() as u64, "{what}");
                run(&mut again, COLUMNS, &mut found);
                assert_eq!(found, expected, "{what}");
                // Another height, or none, is another run.
                let other = ways.stream_up_to(method, u64::from(height) + 1);
                assert!(other.expect("as before").restore(&saved).is_err(), "{what}");
                if let Ok(mut whole) = ways.stream(method) {
                    assert!(whole.restore(&saved).is_err(), "{what}");
                }
            }
            assert!(ways_that_can >= 2);
        }
    }
}
