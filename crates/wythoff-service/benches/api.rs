//! Tiles of a region that is solved, one after the other on one core. Printed only after their counts have been found right.
//!
//! `cargo bench --bench api`
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use serde_json::{Value, json};
use std::time::Instant;
use wythoff_budget::Budget;
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Outcome};
use wythoff_service::api::Desk;
use wythoff_solve::{Frame, Method};

fn tile(desk: &Desk, x: u64, y: u64, scale: u64) -> Value {
    let request = json!({"game": "W^4", "x": x.to_string(), "y": y.to_string(), "scale": scale, "size": 256});
    let reply = desk.reply("tile", &request, &Budget::default());
    assert_eq!(reply.status(), 200);
    reply.json().unwrap().clone()
}

fn main() {
    let desk = Desk::server();
    let begin = Instant::now();
    let whole = tile(&desk, 0, 0, 4096);
    assert!(whole["why"].is_null());
    println!("{:44} {:8.3} s", "W^4 solved to 2^20 columns, and its tile", begin.elapsed().as_secs_f64());

    // The fullest pixel of a tile against the squares themselves.
    let pane = Ways::of(Game::named("W^4").unwrap())
        .window(Method::Auto, &Frame::small(0, 1024, 1024, 1024), &Budget::default())
        .unwrap();
    let counts = (0..256 * 256).map(|at| {
        let (i, j) = (at % 256 * 4, at / 256 * 4);
        (0..16).filter(|n| pane.outcome(i + n % 4, j + n / 4) == Some(Outcome::P)).count()
    });
    assert_eq!(tile(&desk, 0, 1024, 4)["most"], json!(counts.max().unwrap()));

    for scale in [1_u64, 16, 256, 2048] {
        let side = 256 * scale;
        let places: Vec<u64> = (0..8).map(|n| n * side).filter(|at| at + side <= 1 << 20).collect();
        let begin = Instant::now();
        let mut count = 0;
        while begin.elapsed().as_secs_f64() < 1.0 {
            for x in &places {
                for y in &places {
                    tile(&desk, *x, *y, scale);
                    count += 1;
                }
            }
        }
        let rate = f64::from(count) / begin.elapsed().as_secs_f64();
        println!(
            "{:44} {rate:8.0} tiles a second (at least 200)",
            format!("W^4, {scale} squares to a pixel")
        );
    }
}
