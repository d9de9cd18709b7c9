//! `replicate`: items by name, reports, going on after an end, exit codes.

use crate::{folder, wythoff};

#[test]
fn items_by_name_as_words_and_as_json() {
    let run = wythoff(&["replicate", "beatty-extensions:table-2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Table 2: agrees") && run.out.contains("1 item at level quick"), "{}", run.out);
    let run = wythoff(&["replicate", "T4", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let item = &report["items"][0];
    assert_eq!((item["paper"].as_str(), item["item"].as_str()), (Some("beatty-extensions"), Some("T4")));
    assert_eq!(item["verdict"], "false as printed");
    assert!(item["claim"].is_string() && item["detail"].is_string());
}

#[test]
fn what_is_no_item_or_report_is_said() {
    for (arguments, said) in [
        (&["replicate", "beatty"][..], "no paper is called \"beatty\""),
        (&["replicate", "beta-wythoff:Theorm"][..], "no item is called"),
        (&["replicate", "T4", "--report", "out.pdf"][..], ".html, .md or .json"),
    ] {
        let run = wythoff(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn reports_in_three_formats() {
    let folder = folder();
    for (name, start) in [("r.html", "<!DOCTYPE html>"), ("r.md", "# The papers"), ("r.json", "{")] {
        let path = folder.path().join(name);
        let run = wythoff(&["replicate", "T11", "--report", path.to_str().expect("a path")]);
        assert_eq!(run.code, 0, "{}", run.err);
        let text = std::fs::read_to_string(&path).expect("the report");
        assert!(text.starts_with(start) && text.contains("T11"), "{text}");
    }
}

#[test]
fn a_run_goes_on_where_it_ended() {
    let folder = folder();
    let path = folder.path().join("kept.jsonl");
    let file = path.to_str().expect("a path");
    assert_eq!(wythoff(&["replicate", "T11", "--resume", file]).code, 0);
    // A line that was cut off is forgotten; a result that is there is taken as it is.
    let kept = std::fs::read_to_string(&path).expect("kept").replace("taking 2 from two piles", "REMEMBERED");
    std::fs::write(&path, kept + "{\"paper\":\"beatty-ext").expect("written");
    let run = wythoff(&["replicate", "T11", "--resume", file]);
    assert!(run.code == 0 && run.out.contains("REMEMBERED"), "{}{}", run.out, run.err);
    assert_eq!(std::fs::read_to_string(&path).expect("kept").lines().count(), 2);
    let run = wythoff(&["replicate", "T11", "--level", "full", "--resume", file]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("give another file"), "{}", run.err);
}
