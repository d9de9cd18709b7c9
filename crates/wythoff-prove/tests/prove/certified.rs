//! Proofs as solutions: answers, lists, streams and windows from automata and tails are those of the definition of play.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use wythoff_automata::Dfa;
use wythoff_budget::{Budget, Limit};
use wythoff_check::Proved;
use wythoff_number::{Natural, parse_natural};
use wythoff_prove::AllWays as Ways;
use wythoff_prove::accepted::Accepted;
use wythoff_prove::guess::{Effort, prove};
use wythoff_prove::library::ProvedGame;
use wythoff_prove::listed::Halt;
use wythoff_prove::load::{LoadError, Loaded, numeration};
use wythoff_prove::source::Solver;
use wythoff_prove::tail::guess::{Finding, find};
use wythoff_rules::{Game, Hint, Position};
use wythoff_solve::stream::StreamError;
use wythoff_solve::{Frame, Method, MethodUsed, SolveError};

/// Games that are proved in a moment: theorems, blocking by class, comply, misère, holes, no symmetry, endless columns.
const QUICK: [&str; 10] = [
    "move rook: s = 0 or t = 0\nmove bishop: s = t\n",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nplay misere\n",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1 of bishop\nblock 1 of rook\n",
    "move rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 2\n",
    "move rook: s = 0 or t = 0\nposition: x + y mod 3 != 1\n",
    "move down: s = 0\nmove pair: s = 1 and t = 2\nmove far: t = 0 and s mod 2 = 0\n",
    "move rook: s = 0 or t = 0\ncomply 2\n",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 3\n",
    "move bishop: s = t\n",
    "move rook: s = 0 and t <= 3 or t = 0 and s <= 3\nmove bishop: s = t\n",
];

fn game(text: &str) -> Game {
    Game::from_text("g.game", &format!("game \"g\"\n{text}"), "").unwrap()
}

fn budget() -> Budget {
    Budget::default()
}

fn natural(text: &str) -> Natural {
    parse_natural(text).unwrap()
}

/// The tail of a game as a solution.
fn tail(text: &str) -> (Proved, Ways) {
    let game = game(text);
    let rules = game.ruleset().unwrap().clone();
    let Finding::Tail(claim) = find(&rules, 3_000, &budget()).unwrap() else { panic!("{text}") };
    let proved = Proved::new(*claim, &budget()).unwrap();
    let solution = ProvedGame::new(&rules, &proved, "tail.json").unwrap();
    (proved, Ways::of(game).with_certificate(solution))
}

const TAIL: &str = "move rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 2\n";

fn solutions() -> Vec<(String, Ways)> {
    let quick = QUICK.iter().map(|text| ((*text).to_owned(), Ways::of(game(text))));
    quick.chain([("a tail".to_owned(), tail(TAIL).1)]).collect()
}

#[test]
fn answers_are_those_of_the_definition() {
    for (text, ways) in solutions() {
        for (x, y) in (0..13).flat_map(|x| (0..13).map(move |y| (x, y))) {
            let at = Position::small(&[x, y]);
            let own = ways.ask_by(Method::Automaton, &at, &[], &budget());
            match (own, ways.ask_by(Method::Reference, &at, &[], &budget())) {
                (Ok(own), Ok(reference)) => {
                    assert!(matches!(own.method, MethodUsed::Automaton | MethodUsed::Tail));
                    assert!(own.ground.to_string().starts_with("certificate: "), "{}", own.ground);
                    assert_eq!(own.outcome, reference.outcome, "{text} at {at}");
                    assert_eq!(own.winning_moves, reference.winning_moves, "{text} at {at}");
                    assert_eq!(own.block, reference.block, "{text} at {at}");
                    assert_eq!(own.propose, reference.propose, "{text} at {at}");
                    assert_eq!(own.terminal, reference.terminal, "{text} at {at}");
                    assert!(own.options.is_none_or(|n| reference.options == Some(n)), "{text} at {at}");
                }
                (Err(SolveError::NoSquare { .. }), Err(SolveError::NoSquare { .. })) => {}
                (own, reference) => panic!("{text} at {at}: {own:?}, {reference:?}"),
            }
        }
    }
}

#[test]
fn lists_windows_and_streams_are_those_of_the_definition() {
    for (text, ways) in solutions() {
        let frame = Frame::small(0, 0, 30, 30);
        let window = |method| ways.window(method, &frame, &budget()).unwrap().to_string();
        assert_eq!(window(Method::Automaton), window(Method::Reference), "{text}");
        let to = |method| ways.list_to(method, 60, &budget()).unwrap();
        let list = to(Method::Automaton);
        assert_eq!(list, to(Method::Reference), "{text}");
        for to in [0u8, 1, 7, 60] {
            let counted = ways.count_to(Method::Automaton, &to.into(), &budget()).unwrap();
            let inside = list.iter().filter(|p| p.piles().iter().all(|n| *n <= Natural::from(to))).count();
            assert_eq!(counted, Natural::from(inside), "{text} to {to}");
        }
        // From every index: a part of one list, which begins as the board does.
        let first = ways.first(Method::Automaton, 40, &budget()).unwrap();
        assert_eq!(first.len(), 40, "{text}");
        assert!(first.is_sorted() && first.windows(2).all(|w| w[0] != w[1]), "{text}: {first:?}");
        let inside = |p: &&Position| p.piles().iter().all(|n| *n <= Natural::from(60u8));
        let last = first.last().unwrap();
        let both: Vec<&Position> = list.iter().filter(|p| *p <= last).collect();
        assert_eq!(first.iter().filter(inside).collect::<Vec<_>>(), both, "{text}");
        for from in [1u8, 2, 7, 23] {
            let part = ways.list_from(Method::Automaton, &from.into(), 9, &budget()).unwrap();
            assert_eq!(part, first[usize::from(from)..usize::from(from) + 9], "{text} from {from}");
        }
        let mut stream = ways.stream(Method::Automaton).unwrap();
        let mut found = Vec::new();
        let run = stream.run(20, &budget(), &mut |x, rows| {
            found.extend(rows.iter().map(|y| Position::small(&[x, *y])));
            ControlFlow::Continue(())
        });
        match run {
            Ok(()) => {
                let counted = ways.count_before(Method::Automaton, &20u8.into(), &budget()).unwrap();
                assert_eq!(counted, Some(Natural::from(found.len())), "{text}");
                let own: Vec<_> = found.iter().filter(inside).collect();
                let before = |p: &&Position| p.piles()[0] < Natural::from(20u8);
                assert_eq!(own, list.iter().filter(before).collect::<Vec<_>>(), "{text}");
            }
            Err(StreamError::Solve(error)) => {
                assert_eq!(error.hint(), Some(Hint::Board), "{text}");
                assert!(error.to_string().contains("infinitely many P-positions"), "{text}: {error}");
            }
            Err(other) => panic!("{text}: {other}"),
        }
    }
}

/// At any size: the theorem and the automaton give the same list, from any index on and column by column.
#[test]
fn lists_far_out_are_those_of_the_theorem() {
    let ways = Ways::of(Game::named("2WN").unwrap());
    for from in ["0", "1", "999", "10^30", "10^200+12345"] {
        let list = |method| ways.list_from(method, &natural(from), 70, &budget()).unwrap();
        assert_eq!(list(Method::Automaton), list(Method::Beatty), "{from}");
    }
    let count = |method| {
        let mut stream = ways.stream(method).unwrap();
        stream.run(30_000, &budget(), &mut |_, _| ControlFlow::Continue(())).unwrap();
        stream.count()
    };
    assert_eq!(count(Method::Automaton), count(Method::Beatty));
    for size in ["10^9", "10^40"] {
        let to = |method| ways.count_to(method, &natural(size), &budget()).unwrap();
        assert_eq!(to(Method::Automaton), to(Method::Beatty), "{size}");
        let before = |method| ways.count_before(method, &natural(size), &budget()).unwrap().unwrap();
        assert_eq!(before(Method::Automaton), before(Method::Beatty), "{size}");
    }
    // A stream is saved and goes on.
    let mut stream = ways.stream(Method::Automaton).unwrap();
    stream.run(500, &budget(), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let mut other = ways.stream(Method::Automaton).unwrap();
    other.restore(&stream.save()).unwrap();
    assert_eq!((other.column(), other.count()), (500, stream.count()));
    // A tail counts, too: index and column go together.
    let (_, ways) = tail(TAIL);
    let far = ways.list_from(Method::Automaton, &natural("10^40"), 50, &budget()).unwrap();
    for position in &far {
        assert!(ways.ask_by(Method::Automaton, position, &[], &budget()).unwrap().outcome.is_p());
    }
    let near = ways.list_from(Method::Automaton, &50u8.into(), 20, &budget()).unwrap();
    let theirs = ways.list_from(Method::Columns, &50u8.into(), 20, &budget()).unwrap();
    assert_eq!(near, theirs);
}

/// Sets with few pairs, with endless columns, with several phases: against a plain search.
#[test]
fn accepted_pairs_are_counted_and_listed() {
    let dead = u32::MAX;
    let base2 = numeration("base(2)").unwrap();
    // Letters are 00, 01, 10, 11: (1, 2) is 01 10, and (3, 2) is 11 10.
    let table = [[0, 1, dead, 2], [dead, dead, 3, dead], [dead, dead, 3, dead], [dead; 4]].concat();
    let few = Dfa::from_table(2, 2, &table, &[0, 0, 0, 1], &[0]);
    let pairs = Accepted::new(base2, few);
    let pair = |x: u8, y: u8| (Natural::from(x), Natural::from(y));
    let all = pairs.list_from(&0u8.into(), 2, &budget()).unwrap();
    assert_eq!(all, [pair(1, 2), pair(3, 2)]);
    assert_eq!(pairs.list_from(&1u8.into(), 2, &budget()), Err(Halt::Few { total: 2u8.into() }));
    for (until, count) in [(0u8, 0u8), (1, 0), (2, 1), (3, 1), (4, 2), (200, 2)] {
        assert_eq!(pairs.count_before(&until.into(), &budget()), Ok(Natural::from(count)), "{until}");
    }
}

#[test]
fn comply_at_any_size() {
    let ways = Ways::of(game("move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 3\n"));
    let at = |x: &str, y: &str| {
        let position = Position::new(vec![natural(x), natural(y)]);
        ways.ask_by(Method::Automaton, &position, &[], &budget()).unwrap()
    };
    let mut seen = [false; 2];
    for y in ["10^30", "2*10^30", "2*10^30+1", "2*10^30+2"] {
        let answer = at("10^30", y);
        seen[usize::from(answer.outcome.is_p())] = true;
        if answer.outcome.is_p() {
            assert!(answer.propose.len() >= 3 && answer.winning_moves.is_empty(), "{answer:?}");
            for option in &answer.propose {
                let outcome = ways.ask_by(Method::Automaton, option, &[], &budget()).unwrap().outcome;
                assert!(!outcome.is_p(), "{option}");
            }
        } else {
            assert!(answer.all_but.as_ref().is_some_and(|few| few.len() < 3), "{answer:?}");
        }
        assert!(!answer.terminal);
    }
    assert_eq!(seen, [true, true]);
}

#[test]
fn what_is_not_proved_quickly_says_so_and_what_helps() {
    let error = |name: &str| {
        let ways = Ways::of(Game::named(name).unwrap());
        let piles = vec![3; ways.game().piles()];
        ways.ask_by(Method::Automaton, &Position::small(&piles), &[], &budget()).unwrap_err()
    };
    let memory = error("IN");
    assert!(memory.to_string().contains("games with memory have no sentence"), "{memory}");
    assert_eq!(memory.hint(), None);
    assert!(error("nim(piles=3)").to_string().contains("it is played on n piles"));
    let open = error("(1,2)GDWN");
    assert_eq!(open.hint(), Some(Hint::Prove));
    let said = "no certificate that comes with the program is about it, and a short search for a proof ";
    assert!(open.to_string().contains(said), "{open}");
    // Nobody else looks for a proof: the list of ways is made at once.
    let ways = Ways::of(Game::named("(1,2)GDWN").unwrap());
    assert!(ways.possible().iter().all(|(method, _)| *method != Method::Automaton));
    // The caller's own limit is the answer, and is not remembered.
    let ways = Ways::of(Game::named("WN").unwrap());
    let stopped = Budget::default();
    stopped.canceller().cancel();
    let at = Position::small(&[3, 5]);
    let error = ways.ask_by(Method::Automaton, &at, &[], &stopped).unwrap_err();
    assert!(matches!(error, SolveError::Limit(Limit::Cancelled)), "{error}");
    assert!(ways.ask_by(Method::Automaton, &at, &[], &budget()).unwrap().outcome.is_p());
}

#[test]
fn a_tail_is_an_automaton_in_any_numeration() {
    let (proved, own) = tail(TAIL);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates/blocking-50.json");
    let shipped = (std::fs::read_to_string(path).unwrap(), Ways::of(Game::named("W^50").unwrap()));
    let systems = ["base(2)", "base(3)", "fib", "ostrowski(1,2)"];
    let cases = [
        (proved.certificate().to_string(), own, 90, &systems[..]),
        (shipped.0, shipped.1, 130, &systems[..1]),
    ];
    for (certificate, ways, end, systems) in cases {
        let text = ways.game().name();
        for system in systems {
            let own = numeration(system).unwrap();
            let Loaded { numeration, automaton } =
                Loaded::from_text(&certificate, Some(&own), &budget()).unwrap();
            assert_eq!(numeration.system(), own.system());
            let near = ways.window(Method::Board, &Frame::small(0, 0, end, end), &budget()).unwrap();
            for (i, j) in (0..end).flat_map(|i| (0..end).map(move |j| (i, j))) {
                let inside = automaton.run(&numeration, &[i.into(), j.into()]) != 0;
                assert_eq!(inside, near.outcome(i, j).unwrap().is_p(), "{text} in {system}: ({i}, {j})");
            }
            for position in ways.list_from(Method::Automaton, &natural("10^25"), 30, &budget()).unwrap() {
                let [x, y] = position.piles() else { panic!() };
                assert_eq!(automaton.run(&numeration, &[x.clone(), y.clone()]), 1, "{position}");
                assert_eq!(automaton.run(&numeration, &[y.clone(), x.clone()]), 1, "{position}");
            }
        }
    }
    // Without a numeration it is base 2; without room the reason is the real one.
    let (proved, _) = tail(TAIL);
    let certificate = proved.certificate().to_string();
    let loaded = Loaded::from_text(&certificate, None, &budget()).unwrap();
    assert_eq!(loaded.numeration.system().name(), "base(2)");
    let large = std::fs::read_to_string(path).unwrap();
    let error = Loaded::from_text(&large, None, &budget().with_states(1_000)).unwrap_err();
    assert!(matches!(error, LoadError::Tail(_)), "{error}");
    let said = "the automaton of a tail that begins at column 888 is too large: an automaton on the way would have more than 1000 states, \
         which are the most that are made";
    assert_eq!(error.to_string(), said);
}

/// A search that is stopped says of each guess how far it was compared, and never that nothing fits.
#[test]
fn tries_say_how_far_they_were_compared() {
    use std::sync::atomic::{AtomicU32, Ordering};
    use wythoff_prove::guess::{End, Try, WantBeams};
    let game = Game::named("W^7").unwrap();
    let rules = game.ruleset().unwrap();
    for patience in [50, 400, 3_000, 20_000, 60_000] {
        let asked = AtomicU32::new(0);
        let little = budget()
            .with_memory(1 << 28)
            .with_guard(move || (asked.fetch_add(1, Ordering::Relaxed) > patience).then_some(Limit::Time));
        let effort = Effort { beams: WantBeams::Never, ..Effort::default() };
        let proof = prove(rules, &mut Solver::new(rules), &effort, &little);
        assert!(proof.proved.is_none());
        let tries = proof.tries();
        assert!(tries.all().windows(2).all(|w| w[0].promise() >= w[1].promise()));
        for one in tries.all() {
            let words = one.to_string();
            assert!(!words.contains("fits the board"), "{words}");
            let Try::Automaton(attempt) = one else { continue };
            match &attempt.end {
                End::Stopped(_) => {
                    assert!(attempt.compared.is_none() && words.contains("no guess yet"), "{words}")
                }
                End::Undecided(_) => {
                    let compared = attempt.compared.unwrap();
                    assert!(attempt.states > 0 && compared.columns <= compared.board, "{words}");
                    assert!(
                        words.contains("compared") || words.contains("agrees with a board of"),
                        "{words}"
                    );
                }
                _ => {}
            }
        }
        let (best, rest) = tries.summary(5);
        assert!(best.len() <= 5);
        assert_eq!(rest.is_some(), tries.all().len() > best.len(), "{patience}");
    }
}
