//! `solve --columns`: every format, limits, Ctrl-C, and checkpoints that survive being killed at any moment.

use crate::{folder, output, wythoff, wythoff_in};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn path() -> &'static str {
    env!("CARGO_BIN_EXE_wythoff")
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).expect("the file is there")
}

#[test]
fn counts_of_the_facts() {
    let count = |game: &str, n: &str| output(&["solve", game, "--columns", n, "--count"]);
    assert_eq!(count("W^1", "10^5"), "61804 with x <= y\n");
    assert_eq!(count("WN", "0"), "0 with x <= y\n");
    assert_eq!(count("W^4", "5"), "15 with x <= y\n");
    assert_eq!(output(&["solve", "W^4", "--to", "20", "--count"]), "25 with x <= y\n");
}

#[test]
fn all_formats_hold_the_same_list() {
    let list = |format: &str| output(&["solve", "W^3", "--columns", "3", "--format", format]);
    assert_eq!(list("csv"), "x,y\n0,0\n0,1\n0,2\n1,3\n1,4\n2,5\n2,6\n");
    assert!(list("jsonl").starts_with("{\"x\":0,\"y\":0}\n{\"x\":0,\"y\":1}\n"));
    assert_eq!(list("bfile"), "# P-positions of W^3 with x <= y\n0 0\n1 0\n2 0\n3 1\n4 1\n5 2\n6 2\n");
    assert!(list("table").starts_with("n  a_n  b_n  δ_n   with x <= y\n0    0    0    0\n"));
    let object: Value = serde_json::from_str(&list("json")).expect("JSON");
    assert_eq!(object["board"], json!({"columns": 3}));
    assert_eq!(object["positions"][6], json!(["2", "6"]));
    assert!(list("latex").contains("\\end{document}"));
    let there = folder();
    let run = wythoff_in(there.path(), &["solve", "W^3", "--columns", "3", "--format", "raw", "-o", "w"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let words: Vec<u64> =
        read(there.path(), "w").as_chunks::<8>().0.iter().map(|w| u64::from_le_bytes(*w)).collect();
    assert_eq!(words, [0, 0, 0, 1, 0, 2, 1, 3, 1, 4, 2, 5, 2, 6]);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read_back() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;
    let there = folder();
    for (game, n) in [("W^4", "3000"), ("2x3WN_1", "500")] {
        let csv = output(&["solve", game, "--columns", n, "--format", "csv"]);
        let run =
            wythoff_in(there.path(), &["solve", game, "--columns", n, "--format", "parquet", "-o", "p"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let file = std::fs::File::open(there.path().join("p")).expect("a file");
        let reader = SerializedFileReader::new(file).expect("a parquet file");
        let mut text = "x,y\n".to_owned();
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            text += &format!("{},{}\n", row.get_ulong(0).expect("x"), row.get_ulong(1).expect("y"));
        }
        assert_eq!(text, csv, "{game}");
    }
    // From a list, too.
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "9", "--format", "parquet", "-o", "p"]);
    assert_eq!(run.code, 0);
    // The file says of which game it is, and which orders of the piles it holds.
    for (game, more, orders) in
        [("WN", &[][..], "x <= y"), ("WN", &["--all"], "all"), ("2x3WN_1", &[], "all")]
    {
        for extent in [["--to", "9"], ["--columns", "9"]] {
            let command = [&["solve", game, "--format", "parquet", "-o", "p"], &extent[..], more].concat();
            assert_eq!(wythoff_in(there.path(), &command).code, 0, "{command:?}");
            let file = std::fs::File::open(there.path().join("p")).expect("a file");
            let reader = SerializedFileReader::new(file).expect("a parquet file");
            let said = reader.metadata().file_metadata().key_value_metadata().expect("metadata").clone();
            let said: Vec<(&str, &str)> =
                said.iter().map(|pair| (pair.key.as_str(), pair.value.as_deref().unwrap_or(""))).collect();
            assert_eq!(said, [("wythoff.game", game), ("wythoff.orders", orders)], "{command:?}");
        }
    }
}

/// `--all` gives both orders of every position, in order, in every mode; without it the lists and numbers of symmetric games say
/// that only x <= y is in them.
#[test]
fn all_orders_of_the_piles() {
    let there = folder();
    let solve = |more: &[&str]| output(&[&["solve"], more].concat());
    for (game, symmetric) in [("WN", true), ("W^4", true), ("10WN", true), ("2x3WN_1", false)] {
        let half = solve(&[game, "--to", "30", "--format", "csv"]);
        let all = solve(&[game, "--to", "30", "--format", "csv", "--all"]);
        let mut both: Vec<(u32, u32)> = Vec::new();
        for line in half.lines().skip(1) {
            let (x, y) = line.split_once(',').expect("a pair");
            let (x, y) = (x.parse().expect("x"), y.parse().expect("y"));
            both.extend(if symmetric { vec![(x, y), (y, x)] } else { vec![(x, y)] });
        }
        both.sort_unstable();
        both.dedup();
        let lines: String = both.iter().map(|(x, y)| format!("{x},{y}\n")).collect();
        assert_eq!(all, format!("x,y\n{lines}"), "{game}");
        // Numbers, and what they are numbers of.
        let note = if symmetric { " with x <= y" } else { "" };
        let count = half.lines().count() - 1;
        assert_eq!(solve(&[game, "--to", "30", "--count"]), format!("{count}{note}\n"));
        assert_eq!(solve(&[game, "--to", "30", "--count", "--all"]), format!("{}\n", both.len()));
        assert_eq!(solve(&[game, "--to", "30"]).lines().next().map(|l| l.ends_with(note)), Some(true));
        assert!(!solve(&[game, "--to", "30", "--all"]).contains("<="), "{game}");
        for (more, orders) in [(&[][..], if symmetric { "x <= y" } else { "all" }), (&["--all"], "all")] {
            for mode in
                [&["--to", "30"][..], &["--to", "30", "--count"], &["--columns", "9"], &["--first", "3"]]
            {
                let text = solve(&[&[game, "--json"], mode, more].concat());
                let object: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(object["orders"], orders, "{game} {mode:?}");
                assert_eq!(object["symmetric"], orders != "all", "{game} {mode:?}");
            }
        }
        // Column by column; the first ones; from an index on.
        let columns = solve(&[game, "--columns", "9", "--format", "csv", "--all"]);
        let first = solve(&[game, "--first", "9", "--format", "csv", "--all"]);
        assert!(columns.starts_with(&first) || first.starts_with(&columns), "{columns}{first}");
        let rest = solve(&[game, "--from", "4", "--first", "5", "--format", "csv", "--all"]);
        assert_eq!(rest.lines().skip(1).collect::<Vec<_>>(), first.lines().skip(5).collect::<Vec<_>>());
        let counted = solve(&[game, "--columns", "9", "--count", "--all"]);
        assert_eq!(counted, format!("{}\n", columns.lines().count() - 1));
    }
    // A run that is saved is a run with --all, or without.
    for format in ["csv", "bfile"] {
        let run = |n: &str, more: &[&str]| {
            let command =
                ["solve", "W^4", "--columns", n, "--format", format, "-o", "out", "--checkpoint", "save"];
            wythoff_in(there.path(), &[&command[..], more].concat())
        };
        let _ = std::fs::remove_file(there.path().join("save"));
        for n in ["100", "100", "250"] {
            assert_eq!(run(n, &["--all"]).err, "");
            let whole = solve(&["W^4", "--columns", n, "--format", format, "--all"]);
            assert_eq!(String::from_utf8(read(there.path(), "out")).expect("text"), whole);
        }
        let other = run("300", &[]);
        assert!(other.code == 2 && other.err.contains("with --all, not "), "{}", other.err);
    }
    let board = wythoff(&["solve", "WN", "--to", "9", "--format", "board", "--all"]);
    assert!(board.code == 2 && board.err.contains("leave --all out"), "{}", board.err);
}

/// Columns against the board of the definition: below a height that holds whole columns the lists agree.
#[test]
fn the_list_agrees_with_a_board() {
    for game in ["WN", "W^2", "W^5", "2WN^(2)", "2x3WN_1", "gdwn(1,2)", "(3,2)WN", "maharaja", "beta(pi)"] {
        let columns = output(&["solve", game, "--columns", "40", "--format", "csv"]);
        let board = output(&["solve", game, "--to", "300", "--method", "reference", "--format", "csv"]);
        let x =
            |line: &&str| line.split(',').next().and_then(|x| x.parse::<u32>().ok()).is_none_or(|x| x < 40);
        let board: String = board.lines().filter(x).map(|line| format!("{line}\n")).collect();
        assert_eq!(columns, board, "{game}");
    }
}

#[test]
fn what_has_no_finite_columns_says_so() {
    for (game, why) in [
        ("W_2", "the P-positions of a comply game fill the board"),
        ("nim(piles=3)", "columns are listed of games on two piles only"),
    ] {
        let run = wythoff(&["solve", game, "--columns", "10"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{game}");
        assert!(run.err.contains(why) && run.err.lines().count() == 1, "{}", run.err);
    }
}

/// Games whose columns have no end: with a height they are listed, streamed, counted and continued.
#[test]
fn a_height_ends_columns_that_have_no_end() {
    let there = folder();
    for (name, rules) in RULES {
        crate::write(there.path(), name, rules);
    }
    for (game, _) in RULES.into_iter().chain([("W_2", ""), ("WN", ""), ("2x3WN_1", "")]) {
        let solve = |rest: &[&str]| {
            let run = wythoff_in(there.path(), &[&["solve", game], rest].concat());
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{game} {rest:?}");
            run.out
        };
        let csv = solve(&["--columns", "8", "--height", "20", "--format", "csv"]);
        let board = solve(&["--to", "20", "--method", "reference", "--format", "csv"]);
        let few =
            |line: &&str| line.split(',').next().and_then(|x| x.parse::<u32>().ok()).is_none_or(|x| x < 8);
        assert_eq!(
            csv,
            board.lines().filter(few).map(|line| format!("{line}\n")).collect::<String>(),
            "{game}"
        );
        let count = solve(&["--columns", "8", "--height", "20", "--count"]);
        let number = count.split_whitespace().next().expect("a number");
        assert_eq!(number, (csv.lines().count() - 1).to_string(), "{game}");
        let object: Value =
            serde_json::from_str(&solve(&["--columns", "8", "--height", "20", "--json"])).expect("JSON");
        assert_eq!(object["board"], json!({"columns": 8, "height": 20}));
        solve(&["--columns", "3", "--height", "20", "-o", "list.csv", "--checkpoint", "list.save"]);
        let more = ["--columns", "8", "-o", "list.csv", "--checkpoint", "list.save"];
        let other = wythoff_in(there.path(), &[&["solve", game], &more[..], &["--height", "19"]].concat());
        assert_eq!(other.code, 2, "{game}");
        assert!(
            other.err.contains("with --height 20, not ") && other.err.contains("nothing was changed"),
            "{}",
            other.err
        );
        solve(&[&more[..], &["--height", "20"]].concat());
        assert_eq!(String::from_utf8_lossy(&read(there.path(), "list.csv")), csv, "{game}");
        std::fs::remove_file(there.path().join("list.save")).expect("the checkpoint is there");
    }
}

/// Rules that bound no column.
const RULES: [(&str, &str); 3] = [
    (
        "fin.game",
        "move a: s = 1 and t = 0 or s = 0 and t = 1\nmove b: s = 2 and t = 3\nmove c: s = 3 and t = 2\nplay misere\n",
    ),
    ("imi.game", "move rook: s = 0 or t = 0\nmove bishop: s = t\nimitation 1 within 1\n"),
    (
        "odd.game",
        "move a: s = 1 and t = 0 and x + y mod 3 != 1\nmove b: s = t and x > 3\nmove c: t = 2 and s <= y\n",
    ),
];

#[test]
fn a_list_without_an_end_names_the_option_that_helps() {
    let there = folder();
    for (name, rules) in RULES {
        crate::write(there.path(), name, rules);
        for method in [&[][..], &["--method", "reference"]] {
            let run = wythoff_in(there.path(), &[&["solve", name, "--columns", "100"], method].concat());
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{name}");
            assert!(
                run.err.contains(&format!("the columns of {name} may have no end"))
                    && run.err.contains("--height M lists")
                    && run.err.lines().count() == 1,
                "{}",
                run.err
            );
        }
        let run = wythoff_in(there.path(), &["solve", name, "--first", "4", "--format", "csv"]);
        assert!(run.code == 0 || run.err.contains("--to N lists a board"), "{name}: {}", run.err);
    }
}

#[test]
fn limits_are_respected() {
    let there = folder();
    let command = ["solve", "W^4", "--columns", "10^7", "--memory", "64K", "--format", "csv", "-o", "w.csv"];
    let run = wythoff_in(there.path(), &command);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(
        run.err.starts_with("error: stopped at column ") && run.err.contains("see --memory"),
        "{}",
        run.err
    );
    // What was found before is there.
    let rows = read(there.path(), "w.csv").iter().filter(|b| **b == b'\n').count() - 1;
    assert!(run.err.ends_with(&format!("; {rows} positions written to w.csv\n")), "{}", run.err);
    for wrong in
        [&["--memory", "much"][..], &["--memory", "1.5G"], &["--threads", "0"], &["--threads", "two"]]
    {
        let run = wythoff(&[&["solve", "WN", "--columns", "9"], wrong].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong:?}");
    }
    assert_eq!(
        output(&["solve", "WN", "--columns", "9", "--count", "--threads", "1", "--memory", "1G"]),
        "6 with x <= y\n"
    );
    let wrong = wythoff(&["solve", "WN", "--columns", "10^20"]);
    assert_eq!(wrong.err, "error: --columns can be at most 1099511627776, and 10^20 is more\n");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_one_line() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for arguments in [
        &["solve", "W^4", "--columns", "10^6", "--format", "csv", "-o", "/dev/full"][..],
        &["solve", "WN", "--to", "10", "-o", "/dev/full"],
    ] {
        let run = wythoff(arguments);
        assert_eq!(run.code, 2);
        assert_eq!(run.err, "error: cannot write /dev/full: No space left on device (os error 28)\n");
    }
    use std::os::unix::fs::FileTypeExt as _;
    assert!(Path::new("/dev/full").metadata().expect("a device").file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let line =
        format!("{{ {} solve W^4 --columns 10^9 --format csv; echo \"code $?\" >&2; }} | head -n 3", path());
    let output = Command::new("sh").args(["-c", &line]).output().expect("sh");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "x,y\n0,0\n0,1\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "code 0\n");
}

/// Ctrl-C: the file is readable, and the message says where it ends.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_whole_file() {
    let there = folder();
    let mut command = Command::new(path());
    command.args(["solve", "W^4", "--columns", "10^10", "--format", "csv", "-o", "w.csv"]);
    command.current_dir(there.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("runs");
    std::thread::sleep(Duration::from_millis(700));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    let result = child.wait_with_output().expect("ends");
    let err = String::from_utf8_lossy(&result.stderr).into_owned();
    assert_eq!(result.status.code(), Some(2), "{err}");
    let text = String::from_utf8(read(there.path(), "w.csv")).expect("text");
    let rows = text.lines().count() - 1;
    assert!(err.starts_with("error: stopped at column "), "{err}");
    assert!(err.ends_with(&format!("; {rows} positions written to w.csv\n")), "{err}");
    let column: u64 =
        err["error: stopped at column ".len()..].split(';').next().unwrap_or("").parse().expect("a number");
    let last: u64 =
        text.lines().last().and_then(|l| l.split(',').next()).unwrap_or("").parse().expect("a row");
    assert_eq!(last + 1, column, "every column of W^4 holds a position");
    assert!(text.ends_with('\n'));
}

const N: &str = "60000";

fn checkpointed(there: &Path, format: &str) -> Command {
    let mut command = Command::new(path());
    command.args(["solve", "W^4", "--columns", N, "--format", format, "-o", "out", "--checkpoint", "save"]);
    command.args(["--every", "0"]).current_dir(there).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Killed at one moment after the other, at random, and always continued: the bytes are the same in the end.
#[test]
fn a_killed_run_goes_on_with_the_same_bytes() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    for format in ["csv", "bfile", "raw"] {
        let (there, plain) = (folder(), folder());
        let run =
            wythoff_in(plain.path(), &["solve", "W^4", "--columns", N, "--format", format, "-o", "out"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        // How long a whole run takes here, so that kills fall into it.
        let begun = Instant::now();
        assert!(checkpointed(there.path(), format).status().expect("runs").success());
        let whole = begun.elapsed().as_micros() as u64;
        assert_eq!(read(there.path(), "out"), read(plain.path(), "out"), "{format}, not killed");
        let (mut kills, mut finished) = (0, 0);
        while kills < 12 || finished < 2 {
            if random(4) == 0 || finished == 0 {
                let _ = std::fs::remove_file(there.path().join("save"));
                finished = finished.max(1);
            }
            let mut child = checkpointed(there.path(), format).spawn().expect("runs");
            std::thread::sleep(Duration::from_micros(random(whole)));
            let killed = child.try_wait().expect("waits").is_none();
            child.kill().expect("killed");
            child.wait().expect("ends");
            kills += u32::from(killed);
            finished += u32::from(!killed || kills > 40);
        }
        let last = checkpointed(there.path(), format).output().expect("runs");
        assert_eq!(last.status.code(), Some(0), "{}", String::from_utf8_lossy(&last.stderr));
        assert!(read(there.path(), "out") == read(plain.path(), "out"), "{format}, killed {kills} times");
    }
}

#[test]
fn a_finished_run_can_be_continued_further() {
    let there = folder();
    let run = |n: &str, game: &str| {
        wythoff_in(
            there.path(),
            &["solve", game, "--columns", n, "--format", "csv", "-o", "out", "--checkpoint", "save"],
        )
    };
    for game in ["W^2", "2x3WN_1", "beta(pi)"] {
        let _ = std::fs::remove_file(there.path().join("save"));
        for n in ["100", "100", "250"] {
            assert_eq!(run(n, game).err, "");
            let whole = output(&["solve", game, "--columns", n, "--format", "csv"]);
            assert_eq!(String::from_utf8(read(there.path(), "out")).expect("text"), whole, "{game}");
        }
    }
}

/// Whatever is wrong with a checkpoint: one line, exit 2, and no file is changed.
#[test]
fn bad_checkpoints() {
    let there = folder();
    let file = |name: &str| there.path().join(name);
    let solve = |more: &[&str]| {
        let line =
            [&["solve", "W^4", "--columns", "5000", "-o", "out", "--checkpoint", "save"], more].concat();
        wythoff_in(there.path(), &line)
    };
    assert_eq!(solve(&["--format", "csv"]).err, "");
    let (good, list) = (read(there.path(), "save"), read(there.path(), "out"));
    let refuse = |what: &str, run: crate::Run, why: &str| {
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{what}");
        assert!(run.err.lines().count() == 1 && run.err.contains(why), "{what}: {}", run.err);
    };
    let unchanged = |what: &str, save: &[u8], out: &[u8]| {
        assert!(read(there.path(), "save") == save && read(there.path(), "out") == out, "{what}");
        assert_eq!(std::fs::read_dir(there.path()).expect("a folder").count(), 2, "{what}");
    };
    for (what, bytes, why) in [
        ("text", b"not a checkpoint".to_vec(), "it is not a checkpoint"),
        ("empty", Vec::new(), "it is not a checkpoint"),
        ("cut off", good[..good.len() - 1].to_vec(), "it is damaged"),
        ("cut short", good[..20].to_vec(), "it is damaged"),
    ] {
        std::fs::write(file("save"), &bytes).expect("written");
        refuse(what, solve(&["--format", "csv"]), why);
        unchanged(what, &bytes, &list);
    }
    for at in [30, 70, 200, good.len() - 9] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        std::fs::write(file("save"), &bytes).expect("written");
        refuse("flipped", solve(&["--format", "csv"]), "it is damaged");
        unchanged("flipped", &bytes, &list);
    }
    std::fs::write(file("save"), &good).expect("written");
    refuse("format", solve(&["--format", "raw"]), "it belongs to a run with --format csv");
    let other = ["solve", "W^5", "--columns", "5000", "--format", "csv", "-o", "out", "--checkpoint", "save"];
    refuse("game", wythoff_in(there.path(), &other), "it belongs to blocking(k=4), not to blocking(k=5)");
    let fewer = ["solve", "W^4", "--columns", "4000", "--format", "csv", "-o", "out", "--checkpoint", "save"];
    refuse("fewer", wythoff_in(there.path(), &fewer), "it is at column 5000 already");
    unchanged("foreign", &good, &list);
    std::fs::write(file("out"), &list[..list.len() - 5]).expect("written");
    refuse("short", solve(&["--format", "csv"]), "and the checkpoint needs");
    unchanged("short", &good, &list[..list.len() - 5]);
    let mut changed = list.clone();
    let end = changed.len() - 2;
    changed[end] ^= 1;
    std::fs::write(file("out"), &changed).expect("written");
    refuse("changed", solve(&["--format", "csv"]), "is not the file that the checkpoint belongs to");
    unchanged("changed", &good, &changed);
    std::fs::remove_file(file("out")).expect("removed");
    refuse("missing", solve(&["--format", "csv"]), "cannot write out: No such file");
}

/// Every saved run carries the rules it is a run of: edited rules are refused by every kind of stream, and nothing changes.
/// A new title or a comment does not make it another game.
#[test]
fn a_run_with_edited_rules_is_not_continued() {
    let rules = |title: &str, width: u32| {
        format!("game \"{title}\" # text\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < {width}\n")
    };
    for method in ["columns", "board", "reference", "beatty", "auto"] {
        let there = folder();
        let solve = |n: &str| {
            let line = ["solve", "my.game", "--columns", n, "--format", "csv", "-o", "out"];
            wythoff_in(there.path(), &[&line[..], &["--checkpoint", "save", "--method", method]].concat())
        };
        crate::write(there.path(), "my.game", &rules("old", 1));
        assert_eq!(solve("20").err, "", "{method}");
        let (save, out) = (read(there.path(), "save"), read(there.path(), "out"));
        crate::write(there.path(), "my.game", &rules("old", 2));
        let run = solve("40");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{method}");
        assert!(run.err.contains("it was saved for other rules"), "{method}: {}", run.err);
        assert!(read(there.path(), "save") == save && read(there.path(), "out") == out, "{method}");
        crate::write(there.path(), "my.game", &rules("new", 1));
        assert_eq!(solve("40").err, "", "{method}");
        let whole = output(&["solve", "WN", "--columns", "40", "--format", "csv"]);
        assert_eq!(String::from_utf8(read(there.path(), "out")).expect("text"), whole, "{method}");
    }
}

#[test]
fn checkpoints_that_cannot_be() {
    let there = folder();
    crate::write(there.path(), "out", "old");
    let solve = |format: &str, checkpoint: &str, output: &str| {
        let line =
            ["solve", "W^4", "--columns", "50", "--format", format, "-o", output, "--checkpoint", checkpoint];
        wythoff_in(there.path(), &line)
    };
    for (format, checkpoint, output, why) in [
        ("parquet", "save", "out", "--checkpoint cannot be used with --format parquet"),
        ("table", "save", "out", "--checkpoint cannot be used with --format table"),
        ("csv", "nowhere/save", "out", "cannot write nowhere/save"),
        ("csv", ".", "out", "cannot read ."),
        ("csv", "out", "out", "must be two different files"),
        ("csv", "save", "nowhere/out", "cannot write nowhere/out"),
        ("csv", "save", "/dev/full", "needs an ordinary file"),
        ("csv", "nowhere/save", "new", "cannot write nowhere/save"),
    ] {
        let run = solve(format, checkpoint, output);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{format} {checkpoint} {output}");
        assert!(run.err.lines().count() == 1 && run.err.contains(why), "{}", run.err);
        assert_eq!(read(there.path(), "out"), b"old");
        assert_eq!(
            std::fs::read_dir(there.path()).expect("a folder").count(),
            1,
            "{format} {checkpoint} {output}"
        );
    }
    let run = wythoff(&["solve", "W^4", "--columns", "50", "--checkpoint", "save"]);
    assert!(run.err.contains("--output"), "{}", run.err);
}
