//! The papers, item by item: everything comes out as it is on record, and every helper check notices a claim that is broken.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::Mutex;
use wythoff_budget::{Budget, Limit};
use wythoff_papers::checks::*;
use wythoff_papers::{
    Bench, ItemResult, ItemVerdict, Paper, ReplicationReport, Thoroughness, Trouble, all_items, find, html,
    markdown, run, run_rest,
};

/// One paper at level quick. There is a test for each, so that they run at the same time.
fn as_recorded(paper: Paper) {
    let items = paper.items();
    let results = run(&items, Thoroughness::Quick, &Budget::default(), &|_| {}).unwrap();
    let wrong: Vec<&ItemResult> = results.iter().filter(|r| !r.as_recorded).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (item, result) in items.iter().zip(&results) {
        assert_eq!((item.name, item.recorded), (result.item.as_str(), result.verdict));
        assert!(!result.detail.is_empty() && !result.claim.is_empty());
        // Proved is the checker's word.
        assert!(result.verdict != ItemVerdict::Proved || !result.proofs.is_empty(), "{}", item.name);
    }
}

#[test]
fn beatty_extensions() {
    as_recorded(Paper::BeattyExtensions);
}

#[test]
fn imitation_nim() {
    as_recorded(Paper::ImitationNim);
}

#[test]
fn beta_wythoff() {
    as_recorded(Paper::BetaWythoff);
}

#[test]
fn invariant_games() {
    as_recorded(Paper::InvariantGames);
}

#[test]
fn blocking_wythoff() {
    as_recorded(Paper::BlockingWythoff);
}

/// Items that go farther at level full, and still take seconds.
fn at_level_full(paper: Paper, names: &[&str]) {
    let all = paper.items();
    let find = |name: &&str| *all.iter().find(|item| item.name == *name).unwrap();
    let items: Vec<_> = names.iter().map(find).collect();
    let results = run(&items, Thoroughness::Full, &Budget::default(), &|_| {}).unwrap();
    let wrong: Vec<&ItemResult> = results.iter().filter(|r| !r.as_recorded).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn blocking_wythoff_farther() {
    let names = [
        "Section 2.1 (Case 1)",
        "Section 2.1 (Case 2)",
        "Section 2.1 (Case 3)",
        "Section 2.1 (Case 4)",
        "Section 2.1 (W^3)",
        "Proposition 1.2 (ii)",
        "Notation 3",
        "Proposition 1.3",
        "Proposition 1.4",
        "Definition 8",
        "Definition 10",
        "Proposition 3.1",
        "Proposition 3.2",
    ];
    at_level_full(Paper::BlockingWythoff, &names);
}

#[test]
fn beatty_extensions_farther() {
    let names = [
        "Section 4 (kWN^m)",
        "Section 4 (kWN^(m))",
        "Section 4 (kxmWN_l)",
        "Theorem 5.2 (I)",
        "Proposition 6.1 (Algorithm I)",
        "Proposition 6.1 (Algorithm II)",
        "Proposition 6.1 (Algorithm III)",
    ];
    at_level_full(Paper::BeattyExtensions, &names);
}

#[test]
fn invariant_games_farther() {
    let names = [
        "Definition 1",
        "Introduction (counterexample)",
        "Remark 3",
        "Definition 3",
        "Theorem 3",
        "Theorem 4",
    ];
    at_level_full(Paper::InvariantGames, &names);
}

#[test]
fn imitation_nim_farther() {
    at_level_full(Paper::ImitationNim, &["Section 4.1.1"]);
}

#[test]
fn names_are_unique_and_all_misprints_are_there() {
    let items = all_items();
    let names: BTreeSet<(Paper, &str)> = items.iter().map(|i| (i.paper, i.name)).collect();
    assert_eq!(names.len(), items.len());
    for n in 1..=24 {
        let found = find(&format!("T{n}")).unwrap();
        assert_eq!(found.len(), 1, "T{n}");
    }
    let verdicts: BTreeSet<ItemVerdict> = items.iter().map(|i| i.recorded).collect();
    assert_eq!(verdicts.len(), 5);
}

/// A theorem about all parameters is not proved by proofs for some of them: what is on record as proved is about single games.
#[test]
fn proved_is_only_what_is_proved_as_stated() {
    let items = all_items();
    let proved: Vec<String> = items
        .iter()
        .filter(|i| i.recorded == ItemVerdict::Proved)
        .map(|i| format!("{}:{}", i.paper, i.name))
        .collect();
    let expected = [
        "beatty-extensions:Section 1",
        "beatty-extensions:Example 1 (WN^(3))",
        "imitation-nim:Section 1.1",
        "blocking-wythoff:Theorem 1.1",
        "blocking-wythoff:Remark 1",
    ];
    assert_eq!(proved, expected);
    let budget = Budget::default();
    for name in ["beta-wythoff:Main Theorem", "imitation-nim:(1)", "imitation-nim:Section 1.3 (p | m)"] {
        let [mut item] = find(name).unwrap()[..] else { panic!("{name}") };
        let result = item.run(Thoroughness::Quick, &budget).unwrap();
        assert_eq!((result.verdict, result.as_recorded), (ItemVerdict::Agrees, true), "{name}");
        assert!(result.detail.starts_with("proved at all sizes for "), "{}", result.detail);
        assert!(!result.proofs.is_empty());
        // Were it on record as proved, the proofs of instances would not do.
        item.recorded = ItemVerdict::Proved;
        let result = item.run(Thoroughness::Quick, &budget).unwrap();
        assert_eq!((result.verdict, result.as_recorded), (ItemVerdict::Agrees, false), "{name}");
    }
}

/// Statements between the numbered ones, and the misprint of Case 2.
#[test]
fn statements_in_running_text_have_items() {
    let budget = Budget::default();
    for (name, verdict, said) in [
        ("imitation-nim:Section 4.2.2 (A and Nim)", ItemVerdict::Agrees, "[0, 1, 2] → [0, 1, 1]"),
        ("imitation-nim:Section 4.2.2 (B and Nim)", ItemVerdict::Agrees, "[0, 1, 2] → [0, 1, 1]"),
        ("blocking-wythoff:Definition 2 (draws)", ItemVerdict::FalseAsPrinted, "in G both are N"),
        ("invariant-games:Question (Example 2)", ItemVerdict::Open, "(⌊3n/2⌋, 3n − 1)"),
        ("T24", ItemVerdict::FalseAsPrinted, "n = 0 gives 0"),
    ] {
        let [item] = find(name).unwrap()[..] else { panic!("{name}") };
        let result = item.run(Thoroughness::Quick, &budget).unwrap();
        assert_eq!((result.verdict, result.as_recorded), (verdict, true), "{name}: {}", result.detail);
        assert!(result.detail.contains(said), "{name}: {}", result.detail);
    }
}

/// What each paper numbers, as its text has it.
#[test]
fn everything_that_the_papers_number_is_an_item() {
    let numbered: [(Paper, &[(&str, u32)]); 5] = [
        (Paper::BeattyExtensions, &[("Definition", 2), ("Example", 6), ("Table", 3), ("Figure", 5)]),
        (
            Paper::ImitationNim,
            &[("Definition", 1), ("Remark", 5), ("Lemma", 1), ("Proposition", 1), ("Question", 4)],
        ),
        (Paper::BetaWythoff, &[("Example", 1)]),
        (
            Paper::InvariantGames,
            &[("Definition", 3), ("Example", 2), ("Lemma", 9), ("Remark", 3), ("Figure", 3), ("Table", 1)],
        ),
        (
            Paper::BlockingWythoff,
            &[("Definition", 10), ("Notation", 4), ("Table", 4), ("Figure", 2), ("Remark", 1)],
        ),
    ];
    for (paper, kinds) in numbered {
        for (kind, last) in kinds {
            for n in 1..=*last {
                let name = format!("{paper}:{kind} {n}");
                assert!(find(&name).is_ok_and(|items| !items.is_empty()), "{name}");
            }
        }
    }
    for name in [
        "beatty-extensions:Theorem 1.1",
        "beatty-extensions:Theorem 2.1",
        "beatty-extensions:Theorem 3.1",
        "beatty-extensions:Corollary 3.2",
        "beatty-extensions:Lemma 3.3",
        "beatty-extensions:Lemma 5.1",
        "beatty-extensions:Theorem 5.2",
        "beatty-extensions:Proposition 6.1",
        "beatty-extensions:Remark 1",
        "imitation-nim:Proposition 0",
        "imitation-nim:Main Theorem",
        "imitation-nim:Appendix, Theorem",
        "imitation-nim:Appendix, Proposition",
        "imitation-nim:Appendix, Lemma 1",
        "imitation-nim:Appendix, Main Theorem",
        "imitation-nim:Appendix, Corollary",
        "beta-wythoff:Main Theorem",
        "invariant-games:Conjecture 1",
        "invariant-games:Corollary 2",
        "invariant-games:Theorem 3",
        "invariant-games:Theorem 4",
        "blocking-wythoff:Theorem 1.1",
        "blocking-wythoff:Proposition 1.2",
        "blocking-wythoff:Proposition 1.3",
        "blocking-wythoff:Proposition 1.4",
        "blocking-wythoff:Proposition 3.1",
        "blocking-wythoff:Proposition 3.2",
    ] {
        assert!(find(name).is_ok(), "{name}");
    }
}

fn contradicts<T: std::fmt::Debug>(found: Result<T, Trouble>) -> String {
    match found {
        Err(Trouble::Contradiction(text)) => text,
        other => panic!("{other:?}"),
    }
}

/// Every helper check, given a claim that is a little wrong.
#[test]
fn broken_claims_are_noticed() {
    let budget = Budget::default();
    let bench = Bench { budget: &budget, level: Thoroughness::Quick };
    // P-positions by definition against a formula, one pair of which is wrong.
    let found = by_definition(&bench, "WN", 40).unwrap();
    let stated = |wrong: i128| {
        mirrored((0..).map(move |n| (floor_phi(n), floor_phi2(n) + i128::from(n == wrong))), 40)
    };
    same_positions("WN", &found, &stated(-1)).unwrap();
    assert_eq!(
        contradicts(same_positions("WN", &found, &stated(3))),
        "WN: (4, 7) is P by definition and not by the statement"
    );
    // "They differ", of sets that do not.
    assert_eq!(different_positions("WN", &found, &stated(3)).unwrap(), (4, 7));
    contradicts(different_positions("WN", &found, &stated(-1)));
    // Rules in words against the rule text: one move too many.
    let words = |extra: (i64, i64)| {
        direct(
            20,
            |_, _| true,
            |_, _, s, t| (s == 0 || t == 0 || s == t || (s, t) == extra).then_some(0),
            no_option_is_p,
        )
    };
    let small = by_definition(&bench, "WN", 20).unwrap();
    same_positions("WN", &small, &words((0, 1))).unwrap();
    contradicts(same_positions("WN", &small, &words((1, 2))));
    // Lists and tables.
    assert_eq!(contradicts(same_list("list", &[1, 2, 3], &[1, 5, 3])), "list: entry 1 is 2, and 5 is stated");
    contradicts(same_list("list", &[1, 2], &[1]));
    let table = "n,a,b\n0,0,0\n1,1,2\n2,3,5\n";
    assert_eq!(same_table(&bench, table, &["WN"], Some(&|n| (floor_phi(n), floor_phi2(n)))).unwrap(), 3);
    contradicts(same_table(&bench, "n,a,b\n0,0,0\n1,1,3\n", &["WN"], None));
    contradicts(same_table(&bench, table, &[], Some(&|n| (n, 2 * n))));
    contradicts(same_table(&bench, "n,a,b,d\n0,0,0,1\n", &[], None));
    // Proofs: a wrong formula is refuted by the checker, with a shortest position.
    let golden = [("A", [1, 1, 5, 2]), ("B", [3, 1, 5, 2])];
    let both = "En ($A(n,x) & $B(n,y)) | ($A(n,y) & $B(n,x))";
    proved_formula(&bench, "WN", &[1], &golden, both).unwrap();
    let refuted = contradicts(proved_formula(&bench, "WN", &[1], &golden, "En ($A(n,x) & $B(n,y))"));
    assert!(refuted.contains("refuted"), "{refuted}");
    contradicts(proved_formula(&bench, "2WN", &[1], &golden, both));
    contradicts(proved_certificate(&bench, "W^5", "blocking-4"));
    let (_, proved) = proved_certificate(&bench, "2WN^(2)", "modular-2-2").unwrap();
    decided(&bench, &proved, &[], "Ax,y $P(x,y) => $P(y,x)").unwrap();
    contradicts(decided(&bench, &proved, &[], "Ax,y $P(x,y) => x <= y"));
    // Grundy values of an asymmetric game.
    symmetric_grundy(&bench, &named_rules("WN").unwrap(), 20).unwrap();
    contradicts(symmetric_grundy(
        &bench,
        &text_rules("move one: s = 1 and t = 0\nmove two: t = 2 and s = 0").unwrap(),
        9,
    ));
}

/// An item whose claim is broken comes out otherwise than recorded, whatever is on record.
#[test]
fn items_that_are_contradicted_are_not_as_recorded() {
    let mut item = find("beatty-extensions:Table 1").unwrap()[0];
    let budget = Budget::default();
    for (recorded, verdict) in [
        (ItemVerdict::Agrees, ItemVerdict::FalseAsPrinted),
        (ItemVerdict::Proved, ItemVerdict::FalseAsPrinted),
        (ItemVerdict::FalseAsPrinted, ItemVerdict::Agrees),
        (ItemVerdict::Open, ItemVerdict::Open),
    ] {
        item.recorded = recorded;
        item.check = |_| Err(Trouble::Contradiction("at (1, 2)".to_owned()));
        let result = item.run(Thoroughness::Quick, &budget).unwrap();
        assert_eq!(
            (result.verdict, result.as_recorded, result.detail.as_str()),
            (verdict, false, "at (1, 2)")
        );
    }
    // Without a proof nothing is proved.
    let mut item = find("beatty-extensions:Table 1").unwrap()[0];
    item.recorded = ItemVerdict::Proved;
    let result = item.run(Thoroughness::Quick, &budget).unwrap();
    assert_eq!((result.verdict, result.as_recorded), (ItemVerdict::Agrees, false));
    item.check = |bench| Err(Trouble::Undecided(format!("{}", bench.level)));
    assert_eq!(item.run(Thoroughness::Quick, &budget).unwrap().verdict, ItemVerdict::Untestable);
}

#[test]
fn runs_are_cancelled_and_go_on() {
    let items = find("beta-wythoff").unwrap();
    let budget = Budget::default();
    budget.canceller().cancel();
    assert_eq!(run(&items, Thoroughness::Quick, &budget, &|_| {}), Err(Limit::Cancelled));
    let budget = Budget::default();
    let some = run(&items[..3], Thoroughness::Quick, &budget, &|_| {}).unwrap();
    let ran = Mutex::new(Vec::new());
    let all = run_rest(&items[..5], &some, Thoroughness::Quick, &budget, &|r| {
        ran.lock().unwrap().push(r.item.clone())
    })
    .unwrap();
    assert_eq!(all.len(), 5);
    assert_eq!(all[..3], some[..]);
    assert_eq!(ran.into_inner().unwrap(), [items[3].name, items[4].name]);
    // A result from before the verdict on record changed is computed again.
    let mut old = all;
    old[3].verdict = ItemVerdict::Proved;
    let again = Mutex::new(Vec::new());
    let ran = |r: &ItemResult| again.lock().unwrap().push(r.item.clone());
    run_rest(&items[..5], &old, Thoroughness::Quick, &budget, &ran).unwrap();
    assert_eq!(again.into_inner().unwrap(), [items[3].name]);
}

#[test]
fn reports_have_every_item_and_need_nothing_else() {
    let items: Vec<_> =
        find("T4").unwrap().into_iter().chain(find("beatty-extensions:Example 2").unwrap()).collect();
    let results = run(&items, Thoroughness::Quick, &Budget::default(), &|_| {}).unwrap();
    let page = html(&results, Thoroughness::Quick, &|r| format!("again {}", r.item));
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("again T4") && page.contains("false as printed"));
    assert!(!page.contains("<script") && !page.contains("http"), "the page asks for something else");
    for tag in ["table", "tr", "td", "html", "body"] {
        let (open, close) =
            (page.matches(&format!("<{tag}")).count(), page.matches(&format!("</{tag}>")).count());
        assert_eq!(open, close, "{tag}");
    }
    let text = markdown(&results, Thoroughness::Quick);
    assert!(
        text.contains("| T4 |") && text.contains("| beatty-extensions | 0 | 1 | 1 | 0 | 0 | 2 |"),
        "{text}"
    );
    let report = ReplicationReport::new(Thoroughness::Quick, results);
    let json = serde_json::to_string(&report).unwrap();
    assert!(
        json.contains(r#""paper":"beatty-extensions","item":"T4","claim":"#)
            && json.contains(r#""verdict":"false as printed""#)
    );
    assert_eq!(serde_json::from_str::<ReplicationReport>(&json).unwrap(), report);
}

/// Every figure that the drawing room knows stands beside its item.
#[test]
fn figures_are_drawn_into_the_page() {
    let of = |paper: Paper| paper.items().into_iter().filter(|i| i.name.starts_with("Figure "));
    let items: Vec<_> = Paper::ALL.into_iter().flat_map(of).collect();
    let budget = Budget::default();
    let results = run(&items, Thoroughness::Quick, &budget, &|_| {}).unwrap();
    let mut report = ReplicationReport::new(Thoroughness::Quick, results);
    report.draw_figures(&budget).unwrap();
    assert_eq!(report.items.len(), 10);
    assert!(report.items.iter().all(|i| i.picture.as_ref().is_some_and(|svg| svg.contains("<svg"))));
    let page = html(&report.items, Thoroughness::Quick, &|r| r.item.clone());
    assert_eq!(page.matches("<figure>").count(), 10);
}

/// The table in README.md is the one on record.
#[test]
fn readme_has_the_counts() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let items = all_items();
    let count = |paper: Option<Paper>, verdict: Option<ItemVerdict>| {
        items
            .iter()
            .filter(|i| paper.is_none_or(|p| i.paper == p) && verdict.is_none_or(|v| i.recorded == v))
            .count()
    };
    for paper in Paper::ALL.map(Some).into_iter().chain([None]) {
        let cells: Vec<String> =
            ItemVerdict::ALL.iter().map(|v| count(paper, Some(*v)).to_string()).collect();
        let row = format!(
            "| {} | {} | {} |",
            paper.map_or("all", Paper::name),
            cells.join(" | "),
            count(paper, None)
        );
        assert!(readme.contains(&row), "README.md should have the row\n{row}");
    }
}
