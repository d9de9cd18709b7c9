//! `sweep`: one file for each task, whatever ends it; several at once; parts; tables that are the same however they came about; tasks that
//! fail; and what is typed wrong.

use crate::{Run, folder, output, refused, write, wythoff_in};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The files of a results folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let visible = all.filter(|path| !path.file_name().expect("a name").to_string_lossy().starts_with('.'));
    let read = |path: std::path::PathBuf| {
        (
            path.file_name().expect("a name").to_string_lossy().into_owned(),
            std::fs::read(&path).expect("bytes"),
        )
    };
    visible.map(read).collect()
}

fn sweep(there: &Path, arguments: &[&str]) -> Run {
    wythoff_in(there, &[&["sweep"], arguments].concat())
}

const COUNT: [&str; 7] = ["W^k", "--for", "k=1..12", "--do", "count", "--columns", "200"];

#[test]
fn one_file_for_each_task_and_one_table_of_them() {
    let there = folder();
    let run = sweep(there.path(), &[&COUNT[..], &["--into", "r", "--collect", "t.csv"]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "Blocking-k Wythoff Nim: 12 tasks: 12 done\n");
    assert_eq!(files(&there.path().join("r")).len(), 12);
    let table = std::fs::read_to_string(there.path().join("t.csv")).expect("a table");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "k,status,reason,columns,symmetric,count,id");
    // Numbers in their order, not that of their digits.
    assert!(
        rows[2].starts_with("2,done,,200,true,") && rows[10].starts_with("10,done,,200,true,"),
        "{table}"
    );
    for (name, bytes) in files(&there.path().join("r")) {
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.contains(&format!("\"id\": \"{}\"", name.trim_end_matches(".json"))), "{text}");
        assert!(!text.contains("time"), "results know no times: {text}");
    }
    // Once more: nothing is done, and nothing changes.
    let before = files(&there.path().join("r"));
    let again = sweep(there.path(), &[&COUNT[..], &["--into", "r"]].concat());
    assert_eq!(again.out, "Blocking-k Wythoff Nim: 12 tasks: 12 done (12 were there)\n");
    assert_eq!(files(&there.path().join("r")), before);
    // The folder alone gives the same table, as it is, whatever else is in it.
    write(&there.path().join("r"), "notes.txt", "not ours");
    write(&there.path().join("r"), ".wythoff-abc", "half a fi");
    let alone = sweep(there.path(), &["--into", "r", "--collect", "u.csv"]);
    assert_eq!((alone.code, alone.out.as_str(), alone.err.as_str()), (0, "", ""));
    assert_eq!(std::fs::read_to_string(there.path().join("u.csv")).expect("a table"), table);
    let status = sweep(there.path(), &["--into", "r", "--status"]);
    assert_eq!(
        status.out,
        "count (columns=200): 12 done\n1 unfinished files (.wythoff-…) of sweeps that are running or were killed\n"
    );
}

/// Killed again and again in the middle, it comes to the same files and the same table.
#[test]
#[cfg(unix)]
fn killed_in_the_middle_it_goes_on() {
    let there = folder();
    let command = ["W^k", "--for", "k=1..24", "--do", "beams", "--columns", "3000"];
    let whole = sweep(there.path(), &[&command[..], &["--into", "whole", "--collect", "whole.csv"]].concat());
    assert_eq!(whole.code, 0, "{}", whole.err);
    let killed = there.path().join("killed");
    let (mut kills, mut seen) = (0, 0);
    while kills < 4 {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("wythoff"))
            .args([&["sweep"], &command[..], &["--into", "killed"]].concat())
            .current_dir(there.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        // Until it has done something more than those before it.
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until && (!killed.is_dir() || files(&killed).len() <= seen) {
            std::thread::sleep(Duration::from_millis(2));
        }
        let ended = child.try_wait().expect("a status").is_some();
        child.kill().expect("SIGKILL");
        child.wait().expect("it ends");
        seen = files(&killed).len();
        kills += 1;
        if ended {
            break;
        }
    }
    assert!(kills > 0);
    let names: Vec<String> = files(&killed).into_keys().collect();
    assert!(names.iter().all(|name| name.ends_with(".json")), "whole files only: {names:?}");
    let last =
        sweep(there.path(), &[&command[..], &["--into", "killed", "--collect", "killed.csv"]].concat());
    assert_eq!(last.code, 0, "{}", last.err);
    assert!(last.out.contains(" were there)"), "{}", last.out);
    assert_eq!(files(&killed), files(&there.path().join("whole")));
    let read = |name: &str| std::fs::read(there.path().join(name)).expect("a table");
    assert_eq!(read("killed.csv"), read("whole.csv"));
}

#[test]
fn two_at_once_into_one_folder() {
    let there = folder();
    let command = [&["sweep"], &COUNT[..], &["--into", "both", "--threads", "2"]].concat();
    let start = || {
        std::process::Command::new(assert_cmd::cargo::cargo_bin!("wythoff"))
            .args(&command)
            .current_dir(there.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    };
    for child in [start(), start()] {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("12 tasks: 12 done"), "{output:?}");
    }
    sweep(there.path(), &[&COUNT[..], &["--into", "one"]].concat());
    assert_eq!(files(&there.path().join("both")), files(&there.path().join("one")));
}

#[test]
fn the_parts_are_the_whole() {
    let there = folder();
    for part in ["1/3", "2/3", "3/3"] {
        let run = sweep(there.path(), &[&COUNT[..], &["--into", "parts", "--shard", part]].concat());
        assert_eq!(run.out, "Blocking-k Wythoff Nim: 4 tasks: 4 done\n");
    }
    sweep(there.path(), &[&COUNT[..], &["--into", "whole"]].concat());
    assert_eq!(files(&there.path().join("parts")), files(&there.path().join("whole")));
    let bytes = |from: &str, name: &str| {
        let run = sweep(there.path(), &["--into", from, "--collect", name]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        std::fs::read(there.path().join(name)).expect("a table")
    };
    assert_eq!(bytes("parts", "p.csv"), bytes("whole", "w.csv"));
    let parquet = bytes("parts", "p.parquet");
    assert_eq!(parquet, bytes("whole", "w.parquet"));
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let file = std::fs::File::open(there.path().join("w.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let rows: Vec<String> =
        reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").to_string()).collect();
    assert_eq!(rows.len(), 12);
    assert!(
        rows[9].starts_with("{k: 10, status: \"done\", reason: null, columns: 200, symmetric: true, count: "),
        "{}",
        rows[9]
    );
}

/// Every task that can be done has its table, and there is nothing that depends on the order or the threads.
#[test]
fn what_can_be_done() {
    let there = folder();
    let table = |arguments: &[&str]| {
        let one = sweep(
            there.path(),
            &[arguments, &["--into", "a", "--collect", "a.csv", "--threads", "1"]].concat(),
        );
        let two = sweep(
            there.path(),
            &[arguments, &["--into", "b", "--collect", "b.csv", "--threads", "2"]].concat(),
        );
        assert_eq!((one.err.as_str(), two.err.as_str()), ("", ""));
        let read = |name: &str| std::fs::read_to_string(there.path().join(name)).expect("a table");
        assert_eq!(read("a.csv"), read("b.csv"));
        read("a.csv")
    };
    let pairs = ["kWN^(m)", "--for", "k=1..2", "--for", "m=1,2"];
    let compared = table(&[&pairs[..], &["--do", "compare", "--with", "WN", "--to", "40"]].concat());
    assert!(
        compared.starts_with("k,m,status,reason,memory,to,work,equal,ground,first_difference,p_in_member,"),
        "{compared}"
    );
    assert!(compared.contains("1,1,done,,1073741824,40,20000,proved,the rules say the same,"), "{compared}");
    assert!(compared.contains("2,1,done,,1073741824,40,20000,no,boards with piles up to 40,"), "{compared}");
    let proved = table(&["W^k", "--for", "k=1..2", "--do", "prove", "--to", "2500"]);
    assert!(proved.contains(",proved,automaton,fib,7,"), "{proved}");
    let periods = table(&["kWN", "--for", "k=1..2", "--do", "grundy", "--to", "1", "--length", "300"]);
    assert!(periods.lines().nth(1).is_some_and(|row| row.starts_with("1,done,,300,1,0,1,0,1,")), "{periods}");
    assert_eq!(periods.lines().count(), 5, "{periods}");
    let columns = table(&["W^k", "--for", "k=1..2", "--do", "columns", "--columns", "0..1,5"]);
    let squares: Vec<String> = columns
        .lines()
        .skip(1)
        .map(|row| row.split(',').skip(4).take(2).collect::<Vec<_>>().join(","))
        .collect();
    assert_eq!(squares, ["0,0", "1,2", "0,0", "0,1", "1,3", "5,11"], "{columns}");
    let described = table(&["W^k", "--for", "k=3", "--do", "describe"]);
    assert!(described.contains("periodic tail") || described.contains("bounded distance"), "{described}");
    let counted = table(&["W^k", "--for", "k=1..2", "--do", "count", "--to", "10"]);
    assert!(counted.starts_with("k,status,reason,to,symmetric,count,id\n1,done,,10,true,5,"), "{counted}");
}

/// What fails or takes too long is recorded with its reason, is not tried again for nothing, and never takes the place of a result.
#[test]
fn failed_and_stopped_tasks_are_recorded() {
    let there = folder();
    let own = "for k in 1..3\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k\nswitch memory\ncase no\ncase yes: imitation 1 within 1\n";
    write(there.path(), "own.family", own);
    let beams = ["own.family", "--do", "beams", "--columns", "600", "--into", "r"];
    let run = sweep(there.path(), &[&beams[..], &["--collect", "t.csv"]].concat());
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    assert!(
        run.out.starts_with("untitled: 6 tasks: 3 done, 3 failed\n  k=1,memory=yes: failed: "),
        "{}",
        run.out
    );
    let table = std::fs::read_to_string(there.path().join("t.csv")).expect("a table");
    assert!(table.contains("\n1,yes,failed,") && table.contains("memory,"), "{table}");
    let names: Vec<String> = files(&there.path().join("r")).into_keys().collect();
    assert_eq!(names.iter().filter(|name| name.ends_with(".failed.json")).count(), 3, "{names:?}");
    let again = sweep(there.path(), &beams);
    assert_eq!((again.code, again.out.contains("(6 were there)")), (1, true), "{}", again.out);
    // Too little time: recorded; the same time again: not tried; more time: done, and the failure is gone.
    let slow = ["W^k", "--for", "k=2..3", "--do", "beams", "--columns", "2000", "--into", "slow"];
    let stopped = sweep(there.path(), &[&slow[..], &["--task-time", "0"]].concat());
    assert_eq!(
        (stopped.code, stopped.out.as_str()),
        (
            1,
            "Blocking-k Wythoff Nim: 2 tasks: 0 done, 2 stopped\n  k=2: stopped: the time is up\n  k=3: stopped: the time is up\n"
        )
    );
    let same = sweep(there.path(), &[&slow[..], &["--task-time", "0"]].concat());
    assert!(
        same.out.starts_with("Blocking-k Wythoff Nim: 2 tasks: 0 done, 2 stopped (2 were there)\n"),
        "{}",
        same.out
    );
    let json = sweep(there.path(), &[&slow[..], &["--status", "--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&report["stopped"], &report["without_result"][0]["member"]), (&2.into(), &"k=2".into()));
    let more = sweep(there.path(), &[&slow[..], &["--task-time", "100s"]].concat());
    assert_eq!((more.code, more.out.as_str()), (0, "Blocking-k Wythoff Nim: 2 tasks: 2 done\n"));
    let done = files(&there.path().join("slow"));
    assert!(done.keys().all(|name| !name.contains("failed")) && done.len() == 2, "{done:?}");
    // Less time, and even asked to try again: results stay.
    let less = sweep(there.path(), &[&slow[..], &["--task-time", "0", "--retry"]].concat());
    assert_eq!((less.code, files(&there.path().join("slow"))), (0, done));
    // No memory at all is a reason, too, and more of it is worth another try.
    let tight = ["W^k", "--for", "k=4", "--do", "count", "--columns", "3000", "--into", "tight"];
    let none = sweep(there.path(), &[&tight[..], &["--memory", "1K"]].concat());
    assert_eq!(none.code, 1, "{}", none.out);
    assert_eq!(sweep(there.path(), &tight).code, 0);
}

/// A file that cannot be written is the misfortune of its task: the others are kept, and the next run does what is missing.
#[test]
#[cfg(unix)]
fn a_full_disk_in_one_task() {
    let there = folder();
    sweep(there.path(), &[&COUNT[..], &["--into", "whole"]].concat());
    // A folder is where the file of one task has to go.
    let whole = files(&there.path().join("whole"));
    let blocked = whole.keys().nth(5).expect("a name");
    std::fs::create_dir_all(there.path().join("full").join(blocked).join("in the way")).expect("a folder");
    let run = sweep(there.path(), &[&COUNT[..], &["--into", "full"]].concat());
    assert_eq!(run.code, 2);
    assert!(run.out.contains("12 tasks: 11 done, 1 not kept"), "{}", run.out);
    assert!(run.err.starts_with("error: the outcome of k=") && run.err.contains(blocked), "{}", run.err);
    std::fs::remove_dir_all(there.path().join("full").join(blocked)).expect("removed");
    assert_eq!(sweep(there.path(), &[&COUNT[..], &["--into", "full"]].concat()).code, 0);
    assert_eq!(files(&there.path().join("full")), whole);
    // The limit on sizes of files stands for a disk without space: large results do not fit, small ones do.
    let script = "trap '' XFSZ; ulimit -f 150; exec \"$0\" sweep 'W^k' --for k=1,60 --do columns --columns 0..1000 --into limited";
    let mut limited = std::process::Command::new("bash");
    limited.args(["-c", script]).arg(assert_cmd::cargo::cargo_bin!("wythoff")).current_dir(there.path());
    let output = limited.output().expect("bash");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    assert!(out.contains("2 tasks: 1 done, 1 not kept"), "{out}{err}");
    assert!(err.contains("File too large"), "{err}");
    assert_eq!(files(&there.path().join("limited")).len(), 1, "nothing half written");
}

#[test]
fn a_damaged_file_is_done_again() {
    let there = folder();
    sweep(there.path(), &[&COUNT[..], &["--into", "r"]].concat());
    let before = files(&there.path().join("r"));
    let name = before.keys().next().expect("a name");
    let texts: Vec<String> = before.values().map(|b| String::from_utf8_lossy(b).into_owned()).collect();
    // What a power cut can leave of a file that had not reached the disk, and a whole file under the name of another.
    let zeros = "\0".repeat(texts[0].len());
    for damage in ["", "{ \"format\": 1", &texts[0][..texts[0].len() - 2], &zeros, &texts[1]] {
        write(&there.path().join("r"), name, damage);
        assert!(
            sweep(there.path(), &["--into", "r", "--status"]).out.contains("1 damaged files"),
            "{damage}"
        );
        sweep(there.path(), &[&COUNT[..], &["--into", "r"]].concat());
        assert_eq!(files(&there.path().join("r")), before, "{damage}");
    }
}

#[test]
fn conditions_and_lists_choose_members() {
    let there = folder();
    let run = sweep(
        there.path(),
        &[
            "kWN^(m)",
            "--for",
            "k=2..4",
            "--for",
            "m=2,3",
            "--where",
            "gcd(k,m) > 1",
            "--do",
            "count",
            "--columns",
            "9",
            "--into",
            "r",
            "--collect",
            "t.csv",
        ],
    );
    assert_eq!(run.out, "k-Wythoff Modulo-m Nim: 3 tasks: 3 done; 3 choices left out by conditions\n");
    let table = std::fs::read_to_string(there.path().join("t.csv")).expect("a table");
    let members: Vec<&str> = table.lines().skip(1).filter_map(|row| row.get(..3)).collect();
    assert_eq!(members, ["2,2", "3,3", "4,2"]);
    // Other limits are other tasks, and both are in the table; a family chooses its own.
    sweep(
        there.path(),
        &["kWN^(m)", "--for", "k=2", "--for", "m=2", "--do", "count", "--columns", "8", "--into", "r"],
    );
    sweep(there.path(), &["--into", "r", "--collect", "all.csv"]);
    assert_eq!(std::fs::read_to_string(there.path().join("all.csv")).expect("a table").lines().count(), 5);
    let own = [
        "kWN^(m)",
        "--for",
        "k=2",
        "--for",
        "m=2",
        "--do",
        "count",
        "--columns",
        "8",
        "--into",
        "r",
        "--collect",
        "own.csv",
    ];
    sweep(there.path(), &own);
    assert_eq!(std::fs::read_to_string(there.path().join("own.csv")).expect("a table").lines().count(), 2);
}

#[test]
fn what_is_typed_wrong_is_explained() {
    let say = |arguments: &[&str]| refused(&[&["sweep"], arguments].concat());
    let family = ["W^k", "--for", "k=1..2", "--into", "r"];
    let with = |more: &[&str]| say(&[&family[..], more].concat());
    assert_eq!(
        with(&[]),
        "--do says what is done for each member: count, beams, describe, prove, compare, grundy, columns"
    );
    assert_eq!(with(&["--do", "beems"]), "nothing called \"beems\" can be done; did you mean beams?");
    assert_eq!(
        with(&["--do", "beams", "--to", "9"]),
        "--to has no effect on beams; it is for count, prove, compare, grundy, columns"
    );
    assert_eq!(with(&["--do", "compare"]), "--with says with which game to compare");
    assert_eq!(
        with(&["--do", "compare", "--with", "nimm"]),
        "no game is called \"nimm\"; did you mean \"nim\"?; `wythoff games` lists all".replace("?;", "?")
    );
    assert_eq!(with(&["--do", "columns"]), "--columns says which columns to list, as in 0..20,1000");
    assert_eq!(with(&["--do", "columns", "--columns", "5..2"]), "the range 5..2 of --columns is empty");
    assert_eq!(
        with(&["--do", "count", "--columns", "5", "--to", "5"]),
        "--columns and --to exclude each other: count one of them"
    );
    assert_eq!(
        with(&["--do", "count", "--shard", "0/3"]),
        "\"0/3\" is no part: write I/N with I from 1 to N, such as 3/100"
    );
    assert_eq!(
        with(&["--do", "count", "--shard", "4/3"]),
        "\"4/3\" is no part: write I/N with I from 1 to N, such as 3/100"
    );
    assert_eq!(
        with(&["--do", "count", "--collect", "table.txt"]),
        "table.txt does not say how the table is to be written: a name ends in .csv or .parquet"
    );
    assert_eq!(
        with(&["--do", "count", "--memory", "much"]),
        "\"much\" is not a size of memory: write 512M or 2G"
    );
    assert_eq!(
        say(&["W^k", "--for", "k=1..2", "--where", "k > 2", "--do", "count", "--into", "r"]),
        "the family has no members: its conditions leave out all choices"
    );
    assert_eq!(
        say(&["--into", "r"]),
        "name a family to do something, or see what is in the folder with --status or -o table.csv"
    );
    assert_eq!(say(&["--into", "r", "--status"]), "cannot read r: No such file or directory (os error 2)");
    let there = folder();
    for arguments in [&["--do", "count"][..], &["--do", "columns", "--columns", "1"]] {
        sweep(there.path(), &[&family[..], arguments].concat());
    }
    let run = sweep(there.path(), &["--into", "r", "--collect", "t.csv"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (2, "error: r: there are results of columns, count: choose one of them with --do\n")
    );
    let run = sweep(there.path(), &["--into", "r", "--collect", "t.csv", "--do", "count"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

/// Ctrl-C ends it within a moment, and says what to do.
#[test]
#[cfg(unix)]
fn interrupted_it_says_how_to_go_on() {
    let there = folder();
    let long = ["sweep", "W^k", "--for", "k=50..53", "--do", "beams", "--columns", "10^7", "--into", "r"];
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("wythoff"))
        .args(long)
        .current_dir(there.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(Duration::from_millis(700));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let began = Instant::now();
    while child.try_wait().expect("a status").is_none() && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err == "error: it was asked to stop: 4 of 4 tasks left to do, and the same command goes on from here\n",
        "{err}"
    );
    assert_eq!(files(&there.path().join("r")).len(), 0);
}

#[test]
fn the_help_says_what_can_be_done() {
    let help = output(&["sweep", "--help"]);
    for word in [
        "count", "beams", "describe", "prove", "compare", "grundy", "columns", "--shard", "--output",
        "--status", "--retry",
    ] {
        assert!(help.contains(word), "{word}");
    }
}
