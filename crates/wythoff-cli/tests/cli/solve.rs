//! `solve`: every format, and files that appear complete or not at all.

use crate::{folder, output, wythoff, wythoff_in};
use serde_json::{Value, json};

#[test]
fn the_table_has_the_columns_of_the_papers() {
    insta::assert_snapshot!("table_of_w4", output(&["solve", "W^4", "--to", "20"]));
    let raleigh = output(&["solve", "raleigh", "--to", "8"]);
    assert!(raleigh.starts_with("n  x  y  z   with x <= y <= z\n0  0  0  0\n1  1  2  3\n"), "{raleigh}");
}

#[test]
fn csv_of_a_symmetric_game_lists_x_up_to_y() {
    let text = output(&["solve", "WN", "--to", "10", "--format", "csv"]);
    assert_eq!(text, "x,y\n0,0\n1,2\n3,5\n4,7\n6,10\n");
}

#[test]
fn csv_of_other_games_lists_every_ordered_pair() {
    let text = output(&["solve", "2x3WN_1", "--first", "6", "--format", "csv"]);
    assert_eq!(text, "x,y\n0,4\n1,11\n2,0\n3,19\n4,26\n5,33\n");
    let piles = output(&["solve", "nim(piles=4)", "--to", "1", "--format", "csv"]);
    assert_eq!(piles, "x1,x2,x3,x4\n0,0,0,0\n0,0,1,1\n1,1,1,1\n");
}

#[test]
fn bfile_to_the_byte() {
    let text = output(&["solve", "3WN", "--first", "5", "--format", "bfile", "--sequence", "b"]);
    assert_eq!(text, "# P-positions of 3WN with x <= y\n0 0\n1 4\n2 8\n3 12\n4 17\n");
    assert!(text.is_ascii() && !text.contains('\r'));
    let a = output(&["solve", "WN", "--first", "4", "--format", "bfile"]);
    assert_eq!(a, "# P-positions of WN with x <= y\n0 0\n1 1\n2 3\n3 4\n");
    let delta = output(&["solve", "2x3WN_1", "--first", "3", "--format", "bfile", "--sequence", "delta"]);
    assert_eq!(delta, "0 4\n1 10\n2 -2\n");
}

#[test]
fn json_holds_the_game_the_board_and_the_list() {
    let read = |arguments: &[&str]| -> Value { serde_json::from_str(&output(arguments)).expect("JSON") };
    let list = read(&["solve", "WN", "--to", "5", "--format", "json"]);
    assert_eq!(list["game"], "WN");
    assert_eq!(list["board"], json!({"to": 5}));
    assert_eq!(list["positions"], json!([["0", "0"], ["1", "2"], ["3", "5"]]));
    assert_eq!(list["symmetric"], true);
    let first = read(&["solve", "shifted(2,3,1)", "--first", "2", "--format", "json"]);
    assert_eq!(first["board"], json!({"first": 2}));
    assert_eq!(first["symmetric"], false);
}

#[test]
fn latex_is_a_whole_document_with_every_row() {
    let text = output(&["solve", "W^4", "--to", "12", "--format", "latex"]);
    for part in ["\\documentclass{article}", "\\begin{document}", "\\end{longtable}", "\\end{document}"] {
        assert_eq!(text.matches(part).count(), 1, "{part}");
    }
    assert!(text.contains("\\texttt{W\\textasciicircum{}4}"));
    assert_eq!(text.matches(" \\\\\n").count(), 16, "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

/// Really compiles the document where LaTeX is installed; elsewhere the test above has to do.
#[test]
fn latex_compiles() {
    let there = folder();
    let title = "game \"100% of $x_1$ & {y} #1 ~ ^ \\\\ \\\" ö ≤ \"\nmove rook: s = 0 or t = 0\n";
    crate::write(there.path(), "odd_name.game", title);
    for (name, game) in [("a.tex", "2x3WN_1"), ("b.tex", "odd_name.game"), ("c.tex", "nim(piles=4)")] {
        let run = wythoff_in(there.path(), &["solve", game, "--to", "9", "--format", "latex", "-o", name]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let mut latex = std::process::Command::new("pdflatex");
        latex.args(["-interaction=nonstopmode", "-halt-on-error", name]).current_dir(there.path());
        let Ok(result) = latex.output() else { return };
        assert!(result.status.success(), "{game}: {}", String::from_utf8_lossy(&result.stdout));
    }
}

#[test]
fn first_and_to_agree() {
    for game in ["WN", "W^4", "2WN^(2)", "(3,2)WN", "maharaja", "W_2", "IN", "gdwn(1,2)"] {
        let to = output(&["solve", game, "--to", "60", "--format", "csv"]);
        let first = output(&["solve", game, "--first", "12", "--format", "csv"]);
        // Rows of the board that come first may have further positions beyond it, so compare columns it holds whole.
        let small = |text: &str| -> Vec<String> {
            let fits = |l: &&str| l.split(',').all(|n| n.parse::<u32>().is_ok_and(|n| n <= 60));
            text.lines().skip(1).filter(fits).map(str::to_owned).collect()
        };
        let (to, first) = (small(&to), small(&first));
        assert_eq!(to[..first.len()], first[..], "{game}");
    }
}

/// Columns may hold fewer P-positions than could be forbidden, or none at all.
#[test]
fn columns_that_never_fill_up_do_not_keep_the_list_waiting() {
    let rook = "move rook: s = 0 or t = 0\nmove bishop: s > 0 and s = t\nmove knight: s = 1 and t = 2\n";
    for line in ["block 2 of bishop", "position: x != 3", "block 1 of rook and t > 50", "position: x + y > 4"]
    {
        let rules = format!("{rook}{line}\n");
        let list = |extent: &[&str]| {
            let arguments: Vec<&str> =
                ["solve", "-", "--format", "csv"].iter().chain(extent).copied().collect();
            let run = crate::wythoff_reading(&arguments, &rules);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
            run.out
        };
        let first = list(&["--first", "9"]);
        assert_eq!(first.lines().count(), 10);
        assert!(list(&["--to", "150"]).starts_with(&first), "{line}");
    }
}

#[test]
fn nothing_is_a_list_too() {
    assert_eq!(output(&["solve", "WN", "--first", "0", "--format", "csv"]), "x,y\n");
    assert_eq!(output(&["solve", "WN", "--to", "0", "--format", "csv"]), "x,y\n0,0\n");
    assert_eq!(
        output(&["solve", "W_2", "--to", "0", "--format", "bfile"]),
        "# P-positions of W_2 with x <= y\n"
    );
}

#[test]
fn output_goes_to_a_file() {
    let there = folder();
    let run =
        wythoff_in(there.path(), &["solve", "WN", "--to", "5", "--format", "csv", "--output", "wn.csv"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let text = std::fs::read_to_string(there.path().join("wn.csv")).expect("the file is there");
    assert_eq!(text, "x,y\n0,0\n1,2\n3,5\n");
    // Again, over the old file.
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "2", "--format", "csv", "-o", "wn.csv"]);
    assert_eq!(run.code, 0);
    let text = std::fs::read_to_string(there.path().join("wn.csv")).expect("the file is there");
    assert_eq!(text, "x,y\n0,0\n1,2\n");
    assert_eq!(std::fs::read_dir(there.path()).expect("a folder").count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn others_may_read_the_file_as_far_as_the_umask_allows() {
    use std::os::unix::fs::PermissionsExt as _;
    let there = folder();
    wythoff_in(there.path(), &["solve", "WN", "--to", "5", "-o", "ours"]);
    crate::write(there.path(), "theirs", "");
    let mode = |name: &str| there.path().join(name).metadata().expect("a file").permissions().mode();
    assert_eq!(mode("ours"), mode("theirs"));
}

#[test]
fn a_failure_leaves_the_old_file_alone() {
    let there = folder();
    crate::write(there.path(), "old.csv", "old");
    let run = wythoff_in(there.path(), &["solve", "gdwn(1,2)", "--to", "3000000000", "-o", "old.csv"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(std::fs::read_to_string(there.path().join("old.csv")).expect("still there"), "old");
}

#[test]
fn an_impossible_file_is_an_error() {
    let there = folder();
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "5", "-o", "nowhere/x.csv"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.err, "error: cannot write nowhere/x.csv: No such file or directory (os error 2)\n");
    let run = wythoff_in(there.path(), &["solve", "WN", "--to", "5", "-o", "."]);
    assert_eq!(run.code, 2);
    assert_eq!(std::fs::read_dir(there.path()).expect("a folder").count(), 0, "nothing was written");
    assert_eq!(wythoff(&["solve", "WN", "--to", "5", "-o", "/proc/x"]).code, 2);
}

#[test]
fn theorems_count_at_once() {
    assert_eq!(output(&["solve", "WN", "--to", "10^9", "--count"]), "381966012 with x <= y\n");
    assert_eq!(output(&["solve", "WN", "--columns", "10^12", "--count"]), "618033988750 with x <= y\n");
    assert!(
        output(&["solve", "WN", "--to", "10^100", "--count"]).starts_with("38196601125010515179541316563436")
    );
    let run = wythoff(&["solve", "W^7", "--to", "10^30", "--count"]);
    assert!(run.code == 2 && run.err.contains("no formula is known"), "{}", run.err);
}

/// Far out nobody has to name the certificate.
#[test]
fn certificates_count_and_list_at_once() {
    for game in ["W^4", "W^5"] {
        for extent in [["--to", "10^30"], ["--columns", "10^50"]] {
            let count = ["solve", game, extent[0], extent[1], "--count"];
            assert_eq!(output(&count), output(&[&count[..], &["--method", "automaton"]].concat()));
        }
    }
    let list = output(&["solve", "W^5", "--from", "10^30", "--first", "2", "--format", "csv"]);
    assert_eq!(list.lines().count(), 3);
}
