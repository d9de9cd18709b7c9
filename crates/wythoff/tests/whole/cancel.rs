//! Everything long can be stopped from another thread, soon, and says that it was.
//!
//! Each operation here would take from many seconds to hours. It is started in a thread of its own, cancelled from this one once it has
//! reported progress or a moment has passed, and has to come back with [`Limit::Cancelled`]. How soon is printed (`--nocapture`); the
//! assertion leaves room for a machine that is busy with other things.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff::automaton::{Dfa, Numeration};
use wythoff::check::{Unchecked, Undecided, check};
use wythoff::logic::{Failed, decide, parse};
use wythoff::prove::guess::{Effort, prove};
use wythoff::prove::source::Solver;
use wythoff::solve::grundy::{Grundy, GrundyError};
use wythoff::solve::stopped::Stopped;
use wythoff::solve::stream::StreamError;
use wythoff::{Budget, Frame, Game, Limit, Method, Position, SolveError, Ways};

const PATIENCE: Duration = Duration::from_secs(5);

/// What the operation ended with; `None` if it came to its end.
fn cancelled(what: &str, run: impl FnOnce(&Budget) -> Option<Limit> + Send + 'static) {
    let reports = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&reports);
    let budget = Budget::default().with_progress(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let canceller = budget.canceller();
    let thread = std::thread::spawn(move || run(&budget));
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    assert!(!thread.is_finished(), "{what} was over before it could be cancelled");
    canceller.cancel();
    let end = thread.join().unwrap();
    let took = asked.elapsed();
    println!("{what}: stopped {} ms after it was cancelled", took.as_millis());
    assert_eq!(end, Some(Limit::Cancelled), "{what}");
    assert!(took < PATIENCE, "{what} took {took:?} to stop");
    assert!(reports.load(Ordering::Relaxed) > 0, "{what} never said how far it was");
}

fn limit<T>(result: Result<T, SolveError>) -> Option<Limit> {
    match result {
        Err(SolveError::Limit(limit)) => Some(limit),
        Err(other) => panic!("{other}"),
        Ok(_) => None,
    }
}

fn ways(name: &str) -> Ways {
    Ways::of(Game::named(name).unwrap())
}

/// Rules that name x and y: no rays, slow Grundy values.
fn parity() -> Game {
    let text = "move rook: s = 0 or t = 0\nmove bishop: s = t and x + y mod 2 = 0\n";
    Game::from_text("parity.game", text, "").unwrap()
}

/// Moves that fill an area whose bounds depend on x and y: the slowest of boards.
fn area() -> Game {
    let text = "move rook: s = 0 or t = 0\nmove area: s + t <= y and t < s and 2*s <= t + x\n";
    Game::from_text("area.game", text, "").unwrap()
}

#[test]
fn questions() {
    let far = Position::small(&[19_000_000, 19_500_000]);
    cancelled("ask by columns", move |b| limit(ways("W^10").ask_by(Method::Columns, &far, &[], b)));
    let far = Position::small(&[39_000, 39_000]);
    cancelled("ask by board", move |b| limit(Ways::of(area()).ask_by(Method::Board, &far, &[], b)));
    let far = Position::small(&[1_400, 1_400]);
    cancelled("ask by definition", move |b| limit(ways("W^4").ask_by(Method::Reference, &far, &[], b)));
    let huge = Position::new(vec![wythoff::number::parse_natural("10^330").unwrap(); 2]);
    cancelled("ask by recursion", move |b| limit(ways("(200,3)WN").ask_by(Method::Beatty, &huge, &[], b)));
}

#[test]
fn lists() {
    cancelled("list by columns", |b| limit(ways("W^10").list_to(Method::Columns, 10_000_000, b)));
    cancelled("list by board", |b| limit(Ways::of(area()).list_to(Method::Board, 39_000, b)));
    cancelled("list by theorem", |b| limit(ways("3WN").list_to(Method::Beatty, u32::MAX, b)));
    cancelled("first by definition", |b| limit(ways("W^5").first(Method::Reference, 1_000_000, b)));
    cancelled("piles", |b| limit(ways("nimsum-wythoff(piles=4)").list_to(Method::Auto, 120, b)));
    let frame = Frame::small(9_000_000, 9_000_000, 20, 20);
    cancelled("window by columns", move |b| limit(ways("W^10").window(Method::Columns, &frame, b)));
}

#[test]
fn streams() {
    let named = |name: &str| Game::named(name).unwrap();
    for (game, method) in
        [(named("W^10"), Method::Columns), (named("3WN"), Method::Beatty), (area(), Method::Board)]
    {
        cancelled(&format!("stream by {method}"), move |b| {
            let mut stream = Ways::of(game).stream(method).unwrap();
            match stream.run(if method == Method::Board { 39_000 } else { 1 << 39 }, b, &mut |_, _| {
                ControlFlow::Continue(())
            }) {
                Err(StreamError::Stopped(Stopped { limit, .. })) => Some(limit),
                other => panic!("{other:?}"),
            }
        });
    }
}

#[test]
fn grundy_values() {
    for (what, game, size) in [("rays", Game::named("WN").unwrap(), 12_000), ("other rules", parity(), 3_000)]
    {
        cancelled(&format!("Grundy values, {what}"), move |b| {
            match Grundy::solve(game.ruleset().unwrap(), size, size, b) {
                Err(GrundyError::Stopped(Stopped { limit, .. })) => Some(limit),
                other => panic!("{:?}", other.map(|_| ())),
            }
        });
    }
}

#[test]
fn proofs() {
    cancelled("prove", |b| {
        let game = Game::named("W^5").unwrap();
        let rules = game.ruleset().unwrap();
        prove(rules, &mut Solver::new(rules), &Effort::default(), b).stopped
    });
}

/// A chain of states: each round of refining tells one more of them from the rest.
#[test]
fn minimising() {
    let states: u32 = 200_000;
    let next: Vec<u32> = (0..states).flat_map(|s| [s, (s + 1).min(states - 1)]).collect();
    let output: Vec<u16> = (0..states).map(|s| u16::from(s + 1 == states)).collect();
    cancelled("minimising", move |b| Dfa::minimized(1, 2, (&next, &output, &[0]), b).err());
}

/// Dense boards with many P-positions: what is learnt from them is large.
#[test]
fn learning() {
    cancelled("learning", |b| {
        let game = Game::named("WN_2").unwrap();
        let rules = game.ruleset().unwrap();
        prove(rules, &mut Solver::new(rules), &Effort::default(), b).stopped
    });
}

#[test]
fn lists_from_proofs() {
    cancelled("list by automaton", |b| limit(ways("WN").list_to(Method::Automaton, u32::MAX, b)));
    cancelled("stream by automaton", |b| {
        let mut stream = ways("WN").stream(Method::Automaton).unwrap();
        match stream.run(1 << 39, b, &mut |_, _| ControlFlow::Continue(())) {
            Err(StreamError::Stopped(Stopped { limit, .. })) => Some(limit),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn checks_and_decisions() {
    cancelled("check", |b| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../wythoff-prove/certificates/blocking-10.json");
        match check(&std::fs::read_to_string(path).unwrap(), b) {
            Err(Unchecked::Undecided(Undecided::Limit(limit))) => Some(limit),
            other => panic!("{other:?}"),
        }
    });
    cancelled("decide", |b| {
        let numeration = Numeration::new("trib".parse().unwrap()).unwrap();
        let formula = parse("Ax,y Ez,w 37*x + 29*y + 5 = 31*z + 41*w").unwrap();
        match decide(&formula, &numeration, &[], b) {
            Err(Failed::Limit(limit)) => Some(limit),
            other => panic!("{other:?}"),
        }
    });
}
