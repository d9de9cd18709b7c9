//! `search`: families from files and from the rulebook, tables, formats, results that are kept, and what is typed wrong.

use crate::{folder, output, refused, write, wythoff, wythoff_in, wythoff_reading};

const LEAP: &str = "family \"One more leap\"\nfor p in 1..2\nfor q in p..3\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n\
                    move leap: s = p and t = q or s = q and t = p\n";

#[test]
fn a_table_says_on_what_each_row_rests() {
    let there = folder();
    write(there.path(), "leap.family", LEAP);
    let run = wythoff_in(there.path(), &["search", "leap.family", "--like", "WN", "--to", "60"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let expected = "\
One more leap: 5 members; which have the P-positions of WN?
member   verdict  rests on
p=1,q=1  proved   the rules say the same
p=1,q=2  no       first difference at (1, 2), which is P in WN and not here
p=1,q=3  proved   the automaton with 7 states in fib of leap.family(p=1,q=3), found and proved now, is proved for WN, too
p=2,q=2  proved   the rules say the same
p=2,q=3  no       first difference at (3, 5), which is P in WN and not here
3 proved, 2 no
";
    assert_eq!(run.out, expected);
    let found = wythoff_in(there.path(), &["search", "leap.family", "--like", "WN", "--to", "60", "--found"]);
    assert_eq!((found.out.lines().count(), found.out.contains("p=2,q=3")), (6, false), "{}", found.out);
    let none = wythoff_in(there.path(), &["search", "leap.family", "--like", "N", "--to", "20"]);
    assert_eq!(none.code, 1, "{}", none.out);
    let read = wythoff_reading(&["search", "-", "--like", "WN", "--to", "60"], LEAP);
    assert_eq!(read.out.lines().last(), Some("3 proved, 2 no"));
}

#[test]
fn json_and_csv_have_the_same_rows() {
    let arguments = ["search", "W^k", "--for", "k=1..2", "--each-other", "--to", "30"];
    let run = wythoff(&[&arguments[..], &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["question"], &report["members"]), (&"each-other".into(), &2.into()));
    assert_eq!((&report["rows"][0]["game"], &report["rows"][0]["group"]), (&"W^1".into(), &1.into()));
    assert_eq!((&report["complete"], &report["rows"][1]["verdict"]), (&true.into(), &"no".into()));
    let run = wythoff(&[&arguments[..], &["--csv"]].concat());
    assert_eq!(run.code, 1, "no two are the same");
    let expected = "\
member,game,verdict,ground,form,first_difference,to,group
k=1,W^1,no,no other member has these P-positions with piles up to 30,,,30,1
k=2,W^2,no,no other member has these P-positions with piles up to 30,,,30,2
";
    assert_eq!(run.out, expected);
}

#[test]
fn results_are_kept_and_the_search_goes_on() {
    let there = folder();
    write(there.path(), "leap.family", LEAP);
    let command = ["search", "leap.family", "--like", "WN", "--to", "40", "--into", "results"];
    // No time at all: nothing is done, and the message says what to do.
    let stopped = wythoff_in(there.path(), &[&command[..], &["--time", "0"]].concat());
    assert_eq!(stopped.code, 2, "{}", stopped.out);
    assert_eq!(
        stopped.err,
        "error: the time is up (--time allows more): 0 of 5 members are done, and the same command goes on from here\n"
    );
    assert!(stopped.out.contains("p=1,q=1  not reached  the search ended before"), "{}", stopped.out);
    let whole = wythoff_in(there.path(), &command);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let files = || {
        let all = std::fs::read_dir(there.path().join("results")).expect("a folder");
        let mut names: Vec<_> = all.map(|entry| entry.expect("an entry").path()).collect();
        names.sort();
        names
    };
    assert_eq!(files().len(), 5);
    assert!(files().iter().all(|file| file.extension().is_some_and(|e| e == "json")), "nothing half written");
    // What is there is taken as it is; what is missing is found again.
    let is_same = |text: &str| text.contains("the rules say the same");
    let marked = files().into_iter().find(|file| is_same(&std::fs::read_to_string(file).expect("text")));
    let marked = marked.expect("a result");
    let text = std::fs::read_to_string(&marked).expect("text");
    std::fs::write(&marked, text.replace("the rules say the same", "REMEMBERED")).expect("written");
    let other = files().into_iter().find(|file| *file != marked).expect("another");
    let bytes = std::fs::read(&other).expect("bytes");
    std::fs::remove_file(&other).expect("removed");
    let again = wythoff_in(there.path(), &command);
    assert!(again.out.contains("REMEMBERED"), "{}", again.out);
    assert_eq!(std::fs::read(&other).expect("found again"), bytes);
    // Other limits are other tasks.
    assert_eq!(
        wythoff_in(
            there.path(),
            &["search", "leap.family", "--like", "WN", "--to", "41", "--into", "results"]
        )
        .code,
        0
    );
    assert_eq!(files().len(), 10);
}

#[test]
fn the_papers_question_about_the_modulus() {
    let text =
        output(&["search", "kWN^(m)", "--for", "k=2", "--for", "m={1,2}", "--beatty", "--columns", "2000"]);
    assert!(
        text.contains("2WN^(1)  proved     (floor(n*(sqrt(2))), floor(n*(2 + sqrt(2)))), n >= 0"),
        "{text}"
    );
    assert!(text.contains("2WN^(2)  not found") && text.ends_with("1 proved, 1 not found\n"), "{text}");
}

#[test]
fn what_is_typed_wrong_is_explained() {
    assert_eq!(
        refused(&["search", "nosuch", "--beatty"]),
        "no family is called \"nosuch\": write a path, or a name of the rulebook or its notation with letters, as in 'W^k' --for k=1..10"
    );
    assert_eq!(
        refused(&["search", "no.family", "--beatty"]),
        "cannot read no.family: No such file or directory (os error 2)"
    );
    assert_eq!(
        refused(&["search", "W^k", "--for", "k=1..2", "--where", "k > 2", "--beatty"]),
        "the family has no members: its conditions leave out all choices"
    );
    let said = |arguments: &[&str]| {
        let run = wythoff(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        run.err
    };
    let open = said(&["search", "W^k", "--beatty"]);
    assert!(open.contains("parameter k has no values") && open.contains("rulebook/blocking.game:"), "{open}");
    let wrong = said(&["search", "W^k", "--for", "j=1..2", "--beatty"]);
    assert!(wrong.contains("has no parameter `j`") && wrong.contains("--for:1:1"), "{wrong}");
    let range = said(&["search", "W^k", "--for", "k=1..", "--beatty"]);
    assert!(range.contains("--for:1:6"), "{range}");
    assert!(said(&["search", "W^k", "--for", "k=1..2"]).contains("required"), "a question is needed");
    assert!(
        said(&["search", "W^k", "--for", "k=1..2", "--automaton", "--to", "9"]).contains("cannot be used")
    );
}
