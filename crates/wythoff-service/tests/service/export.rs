//! Lists and tables as bytes: whole or while they are found, the same bytes in every format.

use crate::common::Threads;
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_budget::{Budget, Limit};
use wythoff_number::{Natural, parse_natural};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Position};
use wythoff_service::export;
use wythoff_service::export::{Contents, ExportError, Exporter, Extent, Format, Listing};
use wythoff_service::report::GrundyReport;
use wythoff_solve::Method;
use wythoff_solve::grundy::Grundy;
use wythoff_solve::listing::Sequence;

const GAMES: [&str; 8] = ["WN", "W^4", "2WN^(3)", "2x3WN_1", "shifted(2,3,1)", "beta(pi)", "maharaja", "nim"];

/// The columns of a stream.
fn columns(game: &Game, until: u64) -> Vec<(u64, Vec<u64>)> {
    let mut found = Vec::new();
    let mut stream = Ways::of(game.clone()).stream(Method::Auto).expect("a stream");
    let run = stream.run(until, &Budget::default(), &mut |x, rows| {
        found.push((x, rows.to_vec()));
        ControlFlow::Continue(())
    });
    run.expect("solved");
    found
}

fn positions(columns: &[(u64, Vec<u64>)]) -> Vec<Position> {
    columns.iter().flat_map(|(x, rows)| rows.iter().map(|y| Position::small(&[*x, *y]))).collect()
}

#[test]
fn streamed_or_whole_every_format_gives_the_same_bytes() {
    let sequences = [Sequence::A, Sequence::B, Sequence::Delta];
    for name in GAMES {
        let game = Game::named(name).expect("a game");
        let columns = columns(&game, 40);
        let positions = positions(&columns);
        assert!(positions.len() > 10, "{name}");
        let half = Ways::of(game.clone()).is_symmetric();
        let listing = Listing { game: &game, half, extent: Extent::Columns(40), positions: &positions };
        for (format, sequence) in Format::ALL.iter().flat_map(|f| sequences.map(|s| (*f, s))) {
            let whole = export::list(&listing, format, sequence);
            let streamed =
                export::exporter(format, sequence, &listing.contents()).and_then(|mut exporter| {
                    let mut bytes = Vec::new();
                    exporter.begin(&mut bytes);
                    for (x, rows) in &columns {
                        exporter.column(*x, rows, &mut bytes)?;
                    }
                    exporter.end(&mut bytes)?;
                    Ok(bytes)
                });
            match (format, streamed) {
                (Format::Parquet, streamed) => {
                    assert_eq!(streamed, Err(ExportError::NoExporter(format)));
                    assert_eq!(whole, Err(ExportError::NoExporter(format)));
                }
                (_, Err(ExportError::NeedsWholeList(_))) => assert!(!format.streams(), "{format}"),
                (_, streamed) => assert_eq!(streamed, whole, "{name} {format}"),
            }
        }
    }
}

/// A list that breaks off after any number of columns and goes on is the same list.
#[test]
fn a_list_goes_on_where_it_ended() {
    let game = Game::named("W^3").expect("a game");
    let columns = columns(&game, 30);
    for format in Format::ALL.into_iter().filter(|f| f.resumes()) {
        let make =
            || export::exporter(format, Sequence::Delta, &Contents::of(&game, true)).expect("an exporter");
        let write = |exporter: &mut dyn Exporter, columns: &[(u64, Vec<u64>)], out: &mut Vec<u8>| {
            columns.iter().for_each(|(x, rows)| exporter.column(*x, rows, out).expect("written"));
        };
        let mut all = Vec::new();
        let mut exporter = make();
        exporter.begin(&mut all);
        write(&mut *exporter, &columns, &mut all);
        for cut in 0..columns.len() {
            let mut bytes = Vec::new();
            let mut first = make();
            first.begin(&mut bytes);
            write(&mut *first, &columns[..cut], &mut bytes);
            let mut second = make();
            second.resume(positions(&columns[..cut]).len() as u64);
            write(&mut *second, &columns[cut..], &mut bytes);
            assert_eq!(bytes, all, "{format} cut at {cut}");
        }
    }
}

#[test]
fn piles_beyond_machine_words_and_more_than_two() {
    let game = Game::named("WN").expect("a game");
    let from = parse_natural("10^30").expect("a number");
    let positions =
        Ways::of(game.clone()).list_from(Method::Auto, &from, 2, &Budget::default()).expect("a list");
    let listing =
        Listing { game: &game, half: true, extent: Extent::From(from.clone(), 2), positions: &positions };
    let text = |format: Format| {
        String::from_utf8(export::list(&listing, format, Sequence::Delta).expect("bytes")).expect("text")
    };
    let [a, b] = positions[0].piles() else { panic!("a pair") };
    assert!(*a > Natural::from(u64::MAX));
    assert!(text(Format::Csv).starts_with(&format!("x,y\n{a},{b}\n")));
    assert!(text(Format::Jsonl).starts_with(&format!("{{\"x\":{a},\"y\":{b}}}\n")));
    assert!(
        text(Format::Bfile).starts_with(&format!("# P-positions of WN with x <= y\n{from} {from}\n")),
        "the n-th difference is n"
    );
    let raw = export::list(&listing, Format::Raw, Sequence::A);
    assert_eq!(raw, Err(ExportError::NotAPair(positions[0].clone())));
    assert!(raw.expect_err("too long").to_string().contains("csv, jsonl and json can hold it"));

    let game = Game::named("nim(piles=4)").expect("a game");
    let positions = [Position::small(&[0, 0, 3, 3])];
    let listing = Listing { game: &game, half: true, extent: Extent::To(3), positions: &positions };
    assert_eq!(export::list(&listing, Format::Csv, Sequence::A).expect("bytes"), b"x1,x2,x3,x4\n0,0,3,3\n");
}

#[test]
fn names_of_formats_read_back() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    assert_eq!("xml".parse::<Format>().map_err(|e| e.to_string()), Err("no format is called \"xml\"".into()));
    assert_eq!(Format::from_extension("parquet"), Some(Format::Parquet));
    assert_eq!(Format::from_extension("txt"), None);
}

/// Tables of Grundy values are made in parts: whoever makes them and however many parts there are, together they are the same table.
#[test]
fn tables_of_grundy_values_are_the_same_with_threads() {
    let (one, three) = (Budget::default(), Budget::default().with_crew(Arc::new(Threads(3))));
    // Squares that do not exist; more than a few parts; more rows than columns, and a board without squares.
    for (name, width, height) in [("2x3WN_1", 40, 40), ("WN", 700, 900), ("nim", 3, 20_000), ("WN", 0, 5)] {
        let game = Game::named(name).expect("a game");
        let values = Grundy::solve(game.ruleset().expect("two piles"), width, height, &one).expect("values");
        let text = |format: Format, budget: &Budget| {
            let mut bytes = Vec::new();
            let written = export::grundy::values(&game, &values, format, budget, &mut |part| {
                bytes.extend_from_slice(part);
                ControlFlow::Continue(())
            });
            written.expect("a table");
            String::from_utf8(bytes).expect("text")
        };
        for format in [Format::Table, Format::Csv, Format::Json] {
            assert!(text(format, &one) == text(format, &three), "{name} as {format}");
        }
        let json = serde_json::to_string(&GrundyReport::new(&game, &values)).expect("JSON");
        assert!(text(Format::Json, &one) == json + "\n", "{name}");
        let squares = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let lines = squares.filter_map(|(x, y)| values.value(x, y).map(|g| format!("{x},{y},{g}\n")));
        assert!(text(Format::Csv, &one) == format!("x,y,value\n{}", lines.collect::<String>()), "{name}");
        let cell = |x: u64, y: u64| values.value(x, y).map_or_else(|| ".".into(), |g| g.to_string());
        let table = text(Format::Table, &one);
        for (y, line) in table.lines().skip(1).enumerate().step_by(7) {
            let expected = std::iter::once(y.to_string()).chain((0..width).map(|x| cell(x, y as u64)));
            assert!(line.split_whitespace().eq(expected), "{name}, row {y}");
        }
        let long = table.lines().next().map(str::len);
        assert!(table.lines().all(|line| Some(line.len()) == long), "{name}: columns are aligned");
        assert_eq!(table.lines().count() as u64, height + 1);
    }
}

#[test]
fn whoever_takes_a_table_may_break_off() {
    let game = Game::named("WN").expect("a game");
    for budget in [Budget::default(), Budget::default().with_crew(Arc::new(Threads(2)))] {
        let values = Grundy::solve(game.ruleset().expect("two piles"), 600, 600, &budget).expect("values");
        let mut parts = 0;
        let written = export::grundy::values(&game, &values, Format::Csv, &budget, &mut |_| {
            parts += 1;
            if parts == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((written, parts), (Err(ExportError::Stopped(Limit::Cancelled)), 3));
        budget.canceller().cancel();
        let written =
            export::grundy::values(&game, &values, Format::Json, &budget, &mut |_| ControlFlow::Continue(()));
        assert_eq!(written, Err(ExportError::Stopped(Limit::Cancelled)));
    }
}
