//! How long it takes to look at a game, against solving it. Every answer is found right before a figure is printed.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;
use wythoff_budget::Budget;
use wythoff_explore::beams;
use wythoff_explore::describe::describe;
use wythoff_papers::{Thoroughness, all_items, run};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Game;
use wythoff_solve::columns::Columns;

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed().as_secs_f64())
}

fn main() {
    let game = Game::named("W^4").unwrap();
    let (count, solved) = timed(|| {
        let mut columns = Columns::new(game.ruleset().unwrap(), None).unwrap();
        columns.count_until(1_000_000, &Budget::default()).unwrap()
    });
    assert_eq!(count, 2_828_428);
    let (found, looked) =
        timed(|| beams::of(&Ways::of(game.clone()), Some(1_000_000), &Budget::default()).unwrap());
    assert_eq!(found.beams[0].exact.as_ref().unwrap().expr().to_string(), "1 + sqrt(2)");
    let ratio = looked / solved;
    println!("beams    W^4   10^6 columns        {looked:8.3} s   {ratio:.2} times the columns solver");
    assert!(ratio < 3.0);
    let (page, looked) =
        timed(|| describe(&Ways::of(Game::named("WN").unwrap()), &Budget::default()).unwrap());
    assert!(page.forms.iter().any(|form| form.claim.contains("sqrt(5)")), "{:?}", page.forms);
    println!("describe WN                        {looked:8.3} s   (wanted: about a second)");
    let (results, taken) =
        timed(|| run(&all_items(), Thoroughness::Quick, &Budget::default(), &|_| {}).unwrap());
    assert!(results.iter().all(|result| result.as_recorded));
    println!("replicate --level quick, one thread{taken:8.3} s   (wanted: about twenty)");
}
