//! Lists and tables as bytes: whole or while they are found, the same bytes in every format.

use std::ops::ControlFlow;
use wythoff::export::{self, ExportError, Exporter, Extent, Format, Listing, Sequence};
use wythoff::number::{Natural, parse_natural};
use wythoff::{Budget, Game, Method, Position, Ways};

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
        let listing = Listing { game: &game, extent: Extent::Columns(40), positions: &positions };
        for (format, sequence) in Format::ALL.iter().flat_map(|f| sequences.map(|s| (*f, s))) {
            let whole = export::list(&listing, format, sequence);
            let streamed = export::exporter(format, sequence, 2).and_then(|mut exporter| {
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
        let make = || export::exporter(format, Sequence::Delta, 2).expect("an exporter");
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
    let listing = Listing { game: &game, extent: Extent::From(from.clone(), 2), positions: &positions };
    let text = |format: Format| {
        String::from_utf8(export::list(&listing, format, Sequence::Delta).expect("bytes")).expect("text")
    };
    let [a, b] = positions[0].piles() else { panic!("a pair") };
    assert!(*a > Natural::from(u64::MAX));
    assert!(text(Format::Csv).starts_with(&format!("x,y\n{a},{b}\n")));
    assert!(text(Format::Jsonl).starts_with(&format!("{{\"x\":{a},\"y\":{b}}}\n")));
    assert!(text(Format::Bfile).starts_with(&format!("{from} {from}\n")), "the n-th difference is n");
    let raw = export::list(&listing, Format::Raw, Sequence::A);
    assert_eq!(raw, Err(ExportError::NotAPair(positions[0].clone())));
    assert!(raw.expect_err("too long").to_string().contains("csv, jsonl and json can hold it"));

    let game = Game::named("nim(piles=4)").expect("a game");
    let positions = [Position::small(&[0, 0, 3, 3])];
    let listing = Listing { game: &game, extent: Extent::To(3), positions: &positions };
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
