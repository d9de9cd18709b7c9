//! Every option acts or is refused with what to do instead; a file's name says its format; `-` is standard output.

use crate::{folder, output, wythoff, wythoff_in, wythoff_reading};
use std::path::Path;

/// Options that were once ignored, and what is said about them now.
#[test]
fn what_would_be_ignored_is_refused() {
    let there = folder();
    for (command, help) in [
        ("solve WN --to 5 --from 3", "--from needs --first"),
        ("solve WN --columns 5 --from 3", "--from needs --first"),
        ("solve WN --to 5 --sequence b", "add --format bfile"),
        ("solve WN --to 5 --sequence b --format csv", "add --format bfile"),
        ("solve WN --to 5 --sequence b -o x.csv", "add --format bfile"),
        ("solve WN --to 5 --count --format csv", "leave --format out"),
        ("solve WN --to 5 --count --sequence b", "leave --sequence out"),
        ("solve WN --to 5 --height 3", "--height needs --columns"),
        ("solve WN --first 5 --height 3", "--height needs --columns"),
        ("solve WN --to 5 --checkpoint c -o x.csv", "--checkpoint needs --columns"),
        ("solve WN --columns 5 --checkpoint c", "--checkpoint needs --output FILE"),
        ("solve WN --columns 5 --checkpoint c -o -", "--checkpoint needs --output FILE"),
        ("solve WN --columns 5 --checkpoint c --count -o x", "leave --checkpoint out"),
        ("solve WN --columns 5 --checkpoint c -o x.json", "csv, jsonl, bfile and raw"),
        ("solve WN --to 5 --every 3", "--every needs --checkpoint"),
        ("solve WN --columns 5 --every 3 -o x.csv", "--every needs --checkpoint"),
        ("solve WN --to 5 --json --format csv", "cannot be used with"),
        ("solve W^4 --first 5 --from 3 --method columns", "leave --method out"),
        ("grundy WN --to 5 --length 3", "--periods"),
        ("grundy WN --to 5 --json --format csv", "cannot be used with"),
        ("grundy WN --to 5 -o x.parquet", "--format table, csv or json"),
        ("grundy WN --to 5 -o x.xls", "no format goes with the extension .xls"),
        ("ask WN 3 5 --certificate c --method board", "cannot be used with"),
        ("ask WN 3 5 --certificate c --history 4,5", "cannot be used with"),
        ("ask --sum WN --method board", "cannot be used with"),
        ("ask --sum WN --history 3,4", "cannot be used with"),
        ("ask --sum WN --certificate c", "cannot be used with"),
        ("ask WN 3 5 --history 4,5", "has no memory: leave --history out"),
        ("ask WN 3 5 --batch", "cannot be used with"),
        ("ask WN --batch --sum", "cannot be used with"),
        ("ask (2,1)IN --batch --history 3,4", "cannot be used with"),
        ("ask - --batch", "save the rules in a .game file"),
        ("decide x<3 --dot - --walnut -", "cannot both go to standard output"),
        ("prove WN --claim c --states 5", "cannot be used with"),
        ("prove WN --json -o -", "cannot both go to standard output"),
        ("decide x<3 --json --dot -", "cannot both go to standard output"),
        ("solve WN --to 5 --certificate c --method board", "cannot be used with"),
        ("play WN 3 5 --record -", "give --output a file"),
        ("play --resume -", "give --resume a file"),
        ("prove - --claim -", "two arguments would be read from standard input"),
    ] {
        let mut run = crate::binary();
        run.args(command.split(' ')).current_dir(there.path()).write_stdin("move m: s = 0\n");
        let run = crate::finish(run);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        assert!(run.err.starts_with("error: ") && run.err.contains(help), "{command}: {}", run.err);
    }
    assert_eq!(std::fs::read_dir(there.path()).expect("a folder").count(), 0, "nothing was written");
}

fn text(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("the file is there")
}

#[test]
fn the_format_follows_the_extension() {
    let there = folder();
    for (name, format) in [
        ("list.csv", "csv"),
        ("LIST.CSV", "csv"),
        ("list.json", "json"),
        ("list.jsonl", "jsonl"),
        ("list.ndjson", "jsonl"),
        ("list.tex", "latex"),
        ("list.txt", "table"),
        ("list", "table"),
        (".hidden", "table"),
        ("b072061.txt", "bfile"),
        ("list.raw", "raw"),
        ("list.bin", "raw"),
    ] {
        for extent in ["--to", "--columns"] {
            let plain = output(&["solve", "WN", extent, "9", "--format", format]);
            let run = wythoff_in(there.path(), &["solve", "WN", extent, "9", "-o", name]);
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{name}");
            assert_eq!(text(there.path(), name), plain, "{name}");
        }
        // What is asked for wins.
        let run = wythoff_in(there.path(), &["solve", "WN", "--to", "9", "--format", "csv", "-o", name]);
        assert_eq!((run.code, text(there.path(), name).lines().next()), (0, Some("x,y")), "{name}");
    }
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "9", "-o", "list.xls"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "error: no format goes with the extension .xls; known are .csv, .json, .jsonl, .ndjson, .tex, .raw, .bin, .parquet, .txt; \
         another name can be used with --format\n"
    );
    assert!(!there.path().join("list.xls").exists());
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "9", "--format", "csv", "-o", "list.xls"]);
    assert_eq!(run.code, 0, "{}", run.err);
    // Counting writes a number, whatever the file is called.
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "9", "--count", "-o", "n.dat"]);
    assert_eq!((run.code, text(there.path(), "n.dat").as_str()), (0, "4 with x <= y\n"), "{}", run.err);
    for (name, format) in [("g.csv", "csv"), ("g.json", "json"), ("g.txt", "table"), ("g", "table")] {
        for periods in [&[][..], &["--periods"]] {
            let command = [&["grundy", "WN", "--to", "5"], periods].concat();
            let run = wythoff_in(there.path(), &[&command[..], &["-o", name]].concat());
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{name}");
            assert_eq!(
                text(there.path(), name),
                output(&[&command[..], &["--format", format]].concat()),
                "{name}"
            );
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_follows_its_extension_too() {
    let there = folder();
    let run = wythoff_in(there.path(), &["solve", "WN", "--columns", "9", "-o", "list.parquet"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(std::fs::read(there.path().join("list.parquet")).expect("a file").starts_with(b"PAR1"));
}

#[test]
fn a_dash_is_standard_output() {
    let there = folder();
    for command in [
        &["solve", "WN", "--to", "5"][..],
        &["solve", "WN", "--to", "5", "--count"],
        &["solve", "WN", "--columns", "5", "--format", "csv"],
        &["solve", "WN", "--columns", "5", "--count"],
        &["grundy", "WN", "--to", "5"],
        &["grundy", "WN", "--to", "5", "--periods", "--json"],
    ] {
        let run = wythoff_in(there.path(), &[command, &["-o", "-"]].concat());
        assert_eq!((run.code, run.out, run.err.as_str()), (0, output(command), ""), "{command:?}");
    }
    // Certificates and automata alone go to standard output, and the words about them elsewhere.
    let proved = wythoff_in(there.path(), &["prove", "WN", "--numeration", "fib", "--certificate", "-"]);
    assert_eq!(proved.code, 0, "{}", proved.err);
    assert!(serde_json::from_str::<serde_json::Value>(&proved.out).is_ok(), "{}", proved.out);
    assert!(
        proved.err.contains("proved for all x and y") && !proved.err.contains("check it"),
        "{}",
        proved.err
    );
    let checked = wythoff_reading(&["check", "-"], &proved.out);
    assert_eq!((checked.code, checked.err.as_str()), (0, ""));
    let asked = wythoff_reading(&["ask", "WN", "3", "5", "--certificate", "-"], &proved.out);
    assert!(asked.out.contains("ground: certificate: standard input, proved"), "{}{}", asked.out, asked.err);
    let dot = wythoff_in(there.path(), &["decide", "x < 3", "--dot", "-"]);
    assert!(
        dot.out.starts_with("digraph") && dot.err.starts_with("an automaton of "),
        "{}{}",
        dot.out,
        dot.err
    );
    let saved = wythoff_in(there.path(), &["decide", "x < y", "--walnut", "-"]);
    assert!(saved.out.starts_with("msd_2 msd_2"), "{}", saved.out);
    let loaded = wythoff_reading(&["decide", "--load", "L=-", "Ax L(x,x+1)"], &saved.out);
    assert_eq!((loaded.code, loaded.out.as_str()), (0, "true\n"), "{}", loaded.err);
    assert_eq!(std::fs::read_dir(there.path()).expect("a folder").count(), 0, "no file called -");
    let file = wythoff_in(there.path(), &["solve", "WN", "--to", "5", "-o", "./-"]);
    assert_eq!((file.code, there.path().join("-").is_file()), (0, true));
    assert_eq!(wythoff(&["check", "no-such-file"]).code, 2);
}

/// Names that options had before still work, do the same, and are not shown.
#[test]
fn old_names_of_options_work_and_are_hidden() {
    let cases: &[(&str, &str, &str, &str)] = &[
        // The command, the old way, the new one, and the file that is written.
        ("prove WN --numeration fib", "--certificate f.json", "-o f.json", "f.json"),
        ("prove WN --numeration fib", "--certificate f.json", "--output f.json", "f.json"),
        ("describe W^1", "--html f.html", "-o f.html", "f.html"),
        ("describe W^1", "--html f", "-o f --format html", "f"),
        ("decide x<3", "--dot f.dot", "-o f.dot", "f.dot"),
        ("decide x<3", "--walnut f.txt", "-o f.txt", "f.txt"),
        ("decide x<3", "--walnut f.x", "-o f.x --format walnut", "f.x"),
        ("replicate T4", "--report f.md", "-o f.md", "f.md"),
        ("replicate T4", "--resume f.jsonl", "--checkpoint f.jsonl", "f.jsonl"),
        ("search W^k --for k=1..3 --to 20", "--like WN", "--with WN", ""),
        ("search W^k --for k=1..3 --to 20 --with WN", "--csv", "--format csv", ""),
        ("sweep W^k --for k=1..3 --do count --to 20 --into kept", "--collect f.csv", "-o f.csv", "f.csv"),
        ("draw WN --to 9", "--against W^2 -o f.svg", "--with W^2 -o f.svg", "f.svg"),
        ("compare WN", "W^1 --to 9", "--with W^1 --to 9", ""),
        ("learn WN --games 3 --seeds 2", "--size 9", "--to 9", ""),
        ("play WN 3 5", "--record f.json", "-o f.json", "f.json"),
    ];
    let seconds = |text: &str| {
        let timed = |line: &&str| !line.starts_with("  time: ") && !line.starts_with("  memory: ");
        text.lines().filter(timed).map(|line| format!("{line}\n")).collect::<String>()
    };
    for (command, old, new, file) in cases {
        let done = |way: &str| {
            let there = folder();
            let mut run = crate::binary();
            run.args(command.split(' ')).args(way.split(' ')).current_dir(there.path()).write_stdin("quit\n");
            let run = crate::finish(run);
            let written =
                if file.is_empty() { Vec::new() } else { std::fs::read(there.path().join(file)).expect(way) };
            (run.code, seconds(&run.out), run.err, written)
        };
        assert_eq!(done(old), done(new), "{command} {old}");
        let name = old.split(' ').next().filter(|name| name.starts_with("--"));
        let help = output(&[command.split(' ').next().unwrap_or_default(), "--help"]);
        let shown = name
            .is_some_and(|name| help.contains(&format!("{name} ")) || help.contains(&format!("{name}\n")));
        assert!(!shown, "{command}: {old} is still shown");
    }
}

/// The same option means the same in every command that has it.
#[test]
fn one_name_for_one_thing() {
    let every = [
        "games",
        "rules",
        "solve",
        "ask",
        "grundy",
        "draw",
        "beams",
        "compare",
        "describe",
        "search",
        "sweep",
        "star",
        "learn",
        "play",
        "prove",
        "check",
        "decide",
        "replicate",
    ];
    let mut seen: Vec<(String, String)> = Vec::new();
    for command in every {
        let help = output(&[command, "--help"]);
        for (name, value) in [
            ("--output", "<FILE>"),
            ("--time", "<TIME>"),
            ("--task-time", "<TIME>"),
            ("--memory", "<SIZE>"),
            ("--threads", "<N>"),
            ("--with", "<GAME>"),
            ("--certificate", "<FILE>"),
            ("--checkpoint", "<FILE>"),
            ("--into", "<FOLDER>"),
        ] {
            // Examples have options, too.
            let listed = |line: &&str| line.starts_with("      --") || line.starts_with("  -o, --");
            let is_it =
                |line: &&str| line.trim_start().trim_start_matches("-o, ").starts_with(&format!("{name} "));
            for line in help.lines().filter(listed).filter(is_it) {
                assert!(line.contains(&format!("{name} {value}")), "{command}: {line}");
                seen.push((command.to_owned(), name.to_owned()));
            }
        }
        let long = !matches!(command, "games" | "rules" | "play");
        for limit in ["--time", "--memory"] {
            assert_eq!(seen.contains(&(command.to_owned(), limit.to_owned())), long, "{command} {limit}");
        }
    }
    for command in
        ["solve", "grundy", "draw", "describe", "search", "sweep", "play", "prove", "decide", "replicate"]
    {
        assert!(seen.contains(&(command.to_owned(), "--output".to_owned())), "{command}");
    }
}
