//! Learning strategies of imitation-nim, sections 4.1.1–4.1.3: every move against the rules, and what the paper says of them.

use dashu_int::UBig;
use wythoff_budget::Budget;
use wythoff_explore::learn::{LearnerStyle, Lesson, LessonKind, NoLesson, WinnerStyle};
use wythoff_rules::Game;
use wythoff_rules::evaluate::Point;
use wythoff_solve::exhaustive::Exhaustive;
use wythoff_solve::imitation::ImitationNim;
use wythoff_solve::sequence::PmPairs;

fn lesson(kind: LessonKind, p: u32, m: u32, size: u32) -> Lesson {
    Lesson::new(kind, p, m).expect("p, m >= 1").with_size(size).expect("a size")
}

fn pairs(p: u32, m: u32, to: u32) -> Vec<(u32, u32)> {
    let all = PmPairs::new(p, m).expect("p, m >= 1").map(|(a, b)| (a as u32, b as u32));
    all.take_while(|(a, _)| *a <= to).collect()
}

fn big((x, y): (u32, u32)) -> (UBig, UBig) {
    (x.into(), y.into())
}

/// What a concealing winner would choose: a stable pair, the lowest one, the first of its positions.
fn preferred(p: u32, moves: impl Iterator<Item = (usize, (u32, u32))>) -> Option<(usize, (u32, u32))> {
    moves.min_by_key(|(pair, to)| (!(*pair as u32).is_multiple_of(p), *pair, *to))
}

#[test]
fn games_of_imitation_nim_are_played_by_its_rules_and_won() {
    for (p, m) in [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2), (2, 3)] {
        let nim = ImitationNim::new(p, m).expect("a game");
        let lesson = lesson(LessonKind::Imitation, p, m, 22);
        for (x, y) in (0..=22).flat_map(|x| (0..=22).map(move |y| (x, y))).filter(|at| lesson.is_won(*at)) {
            let game = lesson.game((x, y), 1, &[]);
            let mut history = vec![big(game.start)];
            for (i, to) in game.moves.iter().enumerate() {
                let state = nim.replay(&history).expect("legal so far");
                if i % 2 == 0 {
                    // All moves that win, by the solver, and which of them conceals best.
                    let wins = nim.winning_moves(&state).expect("small");
                    let wins = wins.into_iter().map(|w| {
                        let small = |n: UBig| u32::try_from(n).expect("small");
                        (usize::try_from(w.pair.index).expect("small"), (small(w.to.0), small(w.to.1)))
                    });
                    let (pair, at) = preferred(p, wins).expect("a position that is won");
                    assert_eq!(at, *to, "({p},{m}) from {:?}, move {i}", game.start);
                    assert!(game.shown.contains(&pair));
                }
                history.push(big(*to));
                nim.replay(&history).expect("a legal move");
            }
            // The learner made no move in the end because he had none.
            assert_eq!(game.moves.len() % 2, 1, "the winner moves last");
            let last = nim.replay(&history).expect("legal");
            let (a, b) = game.moves[game.moves.len() - 1];
            let stuck = (0..a).all(|x| nim.move_to(&last, &x.into(), &b.into()).is_err())
                && (0..b).all(|y| nim.move_to(&last, &a.into(), &y.into()).is_err());
            assert!(stuck, "({p},{m}) from {:?}: {:?}", game.start, game.moves);
        }
    }
}

#[test]
fn games_of_wythoff_nim_are_played_by_its_rules_and_won() {
    const TO: u32 = 20;
    for (p, m) in [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2), (2, 3)] {
        let game = Game::named(&format!("({p},{m})WN")).expect("a game");
        let rules = game.ruleset().expect("two piles");
        let solved = Exhaustive::solve(&game, &[TO, TO], &Budget::default()).expect("small");
        let lost = solved.p_positions(false);
        let list = pairs(p, m, TO);
        let lesson = lesson(LessonKind::Wythoff, p, m, TO);
        let index = |(x, y): (u32, u32)| list.iter().position(|pair| *pair == (x.min(y), x.max(y)));
        for start in (0..=TO).flat_map(|x| (0..=TO).map(move |y| (x, y))) {
            assert_eq!(lesson.is_won(start), lost.binary_search(&start).is_err(), "({p},{m}) {start:?}");
            let played = lesson.game(start, 1, &[]);
            let mut at = start;
            for (i, to) in played.moves.iter().enumerate() {
                let is_move = |to: (u32, u32)| {
                    let (s, t) = (u64::from(at.0 - to.0), u64::from(at.1 - to.1));
                    rules.is_move(&Point::small(at.0.into(), at.1.into(), s, t)).expect("small")
                };
                if i % 2 == 0 {
                    let below = lost.iter().filter(|(x, y)| *x <= at.0 && *y <= at.1 && (*x, *y) != at);
                    let wins = below.filter(|to| is_move(**to)).map(|to| (index(*to).expect("a pair"), *to));
                    assert_eq!(preferred(p, wins).map(|(_, to)| to), Some(*to), "({p},{m}) from {start:?}");
                } else {
                    assert!(is_move(*to), "({p},{m}) from {start:?}");
                }
                at = *to;
            }
            assert!(played.moves.is_empty() || at == (0, 0), "({p},{m}) from {start:?}");
        }
    }
}

/// 4.1.1: one game of Wythoff Nim shows every pair below the first one.
#[test]
fn one_game_of_wythoff_nim_shows_all_pairs_below() {
    for winner in [WinnerStyle::Concealing, WinnerStyle::Careless] {
        let mut lesson = lesson(LessonKind::Wythoff, 1, 1, 200);
        lesson.winner = winner;
        for start in (0..=200).step_by(7).flat_map(|x| (0..=200).step_by(11).map(move |y| (x, y))) {
            let game = lesson.game(start, 3, &[]);
            let expected: Vec<usize> = game.shown.first().map_or(vec![], |n| (0..=*n).rev().collect());
            assert_eq!(game.shown, expected, "{start:?}");
        }
    }
}

/// 4.1.2: with blocking, a winner who conceals shows stable pairs only, once she had a choice; the others stay hidden.
#[test]
fn blocking_conceals_all_but_stable_pairs() {
    for (p, m) in [(2, 1), (3, 1), (2, 2), (3, 2), (4, 1)] {
        let lesson = lesson(LessonKind::Wythoff, p, m, 150);
        for start in (0..=150).step_by(7).flat_map(|x| (0..=150).step_by(11).map(move |y| (x, y))) {
            let game = lesson.game(start, 3, &[]);
            assert!(
                game.shown.iter().skip(1).all(|pair| (*pair as u32).is_multiple_of(p)),
                "({p},{m}) from {start:?}: {:?}",
                game.shown
            );
        }
    }
}

#[test]
fn imitation_teaches_and_blocking_conceals() {
    let table = |kind, p, m| lesson(kind, p, m, 100).table(50, 6, &Budget::default()).expect("a table");
    for (p, m) in [(2, 1), (3, 1), (2, 2), (3, 2)] {
        let (blocking, imitation) = (table(LessonKind::Wythoff, p, m), table(LessonKind::Imitation, p, m));
        let last = |table: &wythoff_explore::learn::LearnTable| table.rows[table.rows.len() - 1];
        assert_eq!(blocking.pairs, imitation.pairs);
        assert!(last(&imitation).unbroken.least > last(&blocking).unbroken.most, "({p},{m})");
    }
}

#[test]
fn a_learner_who_forbids_what_he_knows_learns_more() {
    let mut plain = lesson(LessonKind::Wythoff, 3, 1, 100);
    let before = plain.table(50, 4, &Budget::default()).expect("a table");
    plain.learner = LearnerStyle::Forbidding;
    let after = plain.table(50, 4, &Budget::default()).expect("a table");
    let known = |table: &wythoff_explore::learn::LearnTable| table.rows[table.rows.len() - 1].known.sum;
    assert!(known(&after) > known(&before));
    // What he forbids is never the last pair that she could move to: every game is won all the same.
    let all: Vec<usize> = (0..60).collect();
    for start in (0..=60).flat_map(|x| (0..=60).map(move |y| (x, y))).filter(|at| plain.is_won(*at)) {
        let game = plain.game(start, 5, &all);
        assert_eq!(game.moves.last(), Some(&(0, 0)), "{start:?}");
    }
}

#[test]
fn tables_are_the_same_for_the_same_seeds() {
    let lesson = lesson(LessonKind::Imitation, 2, 1, 60);
    let table = lesson.table(20, 3, &Budget::default()).expect("a table");
    assert_eq!(table, lesson.table(20, 3, &Budget::default()).expect("a table"));
    assert_eq!(table.rows.iter().map(|row| row.games).collect::<Vec<_>>(), [1, 2, 5, 10, 20]);
    let budget = Budget::default();
    budget.canceller().cancel();
    assert!(matches!(lesson.table(20, 3, &budget), Err(NoLesson::Limit(_))));
    assert!(matches!(lesson.table(0, 3, &Budget::default()), Err(NoLesson::Range { .. })));
}

#[test]
fn games_are_recognised_by_what_they_say() {
    let family = |name: &str| Lesson::of_game(&Game::named(name).expect(name)).map(|l| l.family());
    assert_eq!(family("WN"), Ok((LessonKind::Wythoff, 1, 1)));
    assert_eq!(family("3WN"), Ok((LessonKind::Wythoff, 1, 3)));
    assert_eq!(family("(2,3)WN"), Ok((LessonKind::Wythoff, 2, 3)));
    assert_eq!(family("(2,3)IN"), Ok((LessonKind::Imitation, 2, 3)));
    for other in ["W^2", "maharaja", "N", "nim(piles=3)", "W_2"] {
        assert!(matches!(family(other), Err(NoLesson::Game(_))), "{other}");
    }
}
