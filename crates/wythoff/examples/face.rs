//! What a face is: answer, list with progress, cancel, prove, check and play, with the library alone.
//!
//! `cargo run -p wythoff --example face`. A web page, a notebook or a terminal does the same with other ways to show things.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use wythoff::check::{Verdict, check};
use wythoff::play::{Controller, Match, Player, Setup, Turn};
use wythoff::prove::guess::{Effort, prove};
use wythoff::prove::source::Solver;
use wythoff::report::AnswerReport;
use wythoff::solve::stream::StreamError;
use wythoff::{Budget, Game, Limit, Method, Position, Ways};

fn main() -> Result<(), Box<dyn Error>> {
    let ways = Ways::of(Game::named("W^4")?);
    answer(&ways)?;
    list_with_progress(&ways)?;
    cancel(&ways)?;
    prove_and_check(ways.game())?;
    play()
}

/// One question, and its answer as the JSON that every face hands out.
fn answer(ways: &Ways) -> Result<(), Box<dyn Error>> {
    let answer = ways.ask(&Position::small(&[11, 28]), &[], &Budget::default())?;
    println!("{}", serde_json::to_string_pretty(&AnswerReport::new(ways.game(), &answer))?);
    Ok(())
}

/// A list while it is being found. The library has no clock: the guard brings one, the listener draws.
fn list_with_progress(ways: &Ways) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let budget = Budget::default()
        .with_memory(1 << 28)
        .with_guard(move || (begun.elapsed() > Duration::from_secs(60)).then_some(Limit::Time))
        .with_progress(|p| {
            if p.done.is_multiple_of(16_384) {
                println!("{} {} of {:?}", p.done, p.stage, p.total);
            }
        });
    let mut stream = ways.stream(Method::Auto)?;
    stream.run(50_000, &budget, &mut |_, _| ControlFlow::Continue(()))?;
    println!("{} P-positions before column {}", stream.count(), stream.column());
    Ok(())
}

/// Somebody presses the button: another thread, or whoever holds the canceller.
fn cancel(ways: &Ways) -> Result<(), Box<dyn Error>> {
    let budget = Budget::default();
    let canceller = budget.canceller();
    let mut stream = ways.stream(Method::Auto)?;
    let worker =
        std::thread::spawn(move || stream.run(1 << 40, &budget, &mut |_, _| ControlFlow::Continue(())));
    std::thread::sleep(Duration::from_millis(50));
    canceller.cancel();
    match worker.join().map_err(|_| "the worker panicked")? {
        Err(StreamError::Stopped(stopped)) => println!("{stopped}"),
        other => println!("it was quicker than the button: {other:?}"),
    }
    Ok(())
}

/// The prover may be wrong; what the checker says counts. A certificate is text that a stranger checks again.
fn prove_and_check(game: &Game) -> Result<(), Box<dyn Error>> {
    let rules = game.ruleset().ok_or("a game on two piles")?;
    let proof = prove(rules, &mut Solver::new(rules), &Effort::default(), &Budget::default());
    let proved = proof.proved.ok_or("not decided")?;
    let text = proved.certificate().to_string();
    assert_eq!(check(&text, &Budget::default())?, Verdict::Proved);
    println!("{}: proved for all sizes, with a certificate of {} bytes", game.name(), text.len());
    Ok(())
}

/// The machine plays both sides here; a face shows the turn and hands back what a person decides.
fn play() -> Result<(), Box<dyn Error>> {
    let setup = Setup::new(Position::small(&[4, 7]))
        .with(Player::One, Controller::Machine)
        .with(Player::Two, Controller::Machine);
    let mut game = Match::new(Game::named("W^2")?, setup, &Budget::default())?;
    println!("{}", game.why()?);
    while let Some(act) = game.let_machine_decide()? {
        println!("{act}");
    }
    if let Turn::Over(ending) = game.turn() {
        println!("player {:?} wins", ending.winner);
    }
    Ok(())
}
