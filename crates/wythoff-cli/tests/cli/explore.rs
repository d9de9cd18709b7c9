//! `beams`, `compare` and `describe`.

use crate::{output, wythoff};

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).expect("JSON")
}

#[test]
fn beams_have_the_fields_that_scripts_rely_on() {
    let found = json(&["beams", "W^5", "--columns", "20000", "--json"]);
    assert_eq!((&found["game"], &found["columns"]), (&"W^5".into(), &20_000.into()));
    let outer = &found["beams"][1];
    assert_eq!(outer["slope"]["exact"], "5/2");
    assert_eq!(outer["slope"]["decimal"], "2.5000000000");
    for field in ["low", "high"] {
        let value: f64 = outer["slope"][field].as_str().expect("a string").parse().expect("a number");
        assert!((value - 2.5).abs() < 0.01, "{field}");
    }
    assert_eq!(
        (&outer["per_column"], &outer["per_row"], &outer["per_diagonal"]),
        (&3.0.into(), &1.2.into(), &2.0.into())
    );
    assert_eq!((&outer["width"], &outer["drift"]), (&2.5.into(), &"none".into()));
    assert_eq!(found["beams"][0]["slope"]["exact"], "(2 + sqrt(29))/5");
    let text = output(&["beams", "W^5", "--columns", "20000"]);
    assert!(
        text.contains("slope 5/2 = 2.5") && text.contains("per row: 1 to 2, mean 6/5, period 5"),
        "{text}"
    );
}

#[test]
fn comparisons_end_with_yes_or_no() {
    let found = json(&["compare", "WN", "W^1", "--json"]);
    assert_eq!((&found["equal"], &found["first_difference"]), (&"proved".into(), &serde_json::Value::Null));
    let run = wythoff(&["compare", "WN", "maharaja", "--to", "50", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &found["equal"]), (1, &"no".into()));
    assert_eq!(
        (&found["to"], &found["first_difference"][0], &found["first_difference"][1]),
        (&50.into(), &"1".into(), &"2".into())
    );
    let run = wythoff(&["compare", "WN", "nim(piles=3)"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("piles"), "{}", run.err);
    assert_eq!(wythoff(&["compare", "-", "-"]).code, 2);
}

#[test]
fn a_page_about_a_game() {
    let text = output(&["describe", "N"]);
    assert!(text.starts_with("N: Nim\n"), "{text}");
    assert!(text.contains("differences: (x, y) is P exactly if x = y\n  proved for all sizes"), "{text}");
    let run = wythoff(&["beams", "nim(piles=3)"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("two piles"), "{}", run.err);
    let run = wythoff(&["beams", "W^4", "--columns", "10"]);
    assert_eq!((run.code, run.err.contains("512 columns or more")), (2, true), "{}", run.err);
}

#[test]
fn the_page_with_pictures_needs_no_other_file() {
    let page = output(&["describe", "W^3", "--html", "-"]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(page.contains("<h2>Forms that fit</h2>") && page.contains("<h2>Beams</h2>"));
    for other in ["<script", "<link", "src=\"http", "<img"] {
        assert!(!page.contains(other), "{other}");
    }
    let run = wythoff(&["describe", "W^3", "--html", "/nowhere/page.html"]);
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
}
