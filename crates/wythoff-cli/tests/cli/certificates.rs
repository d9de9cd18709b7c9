//! Certificates as strangers may write them: bombs, cut files, odd tables; and claims that must not pass.

use crate::{folder, write, wythoff_in};
use std::path::Path;
use std::process::Command;

fn certificate(name: &str) -> String {
    let path = format!("{}/../wythoff-prove/certificates/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("read")
}

/// A certificate whose fields are right as far as they are looked at before the table.
fn with_table(numeration: &str, starts: &str, states: &str) -> String {
    format!(
        "{{\n  \"format\": \"wythoff certificate\",\n  \"version\": 1,\n  \"rules\": \"game \\\"n\\\"\\nmove m: s = 0\\n\",\n  \
         \"numeration\": \"{numeration}\",\n  \"claim\": \"the accepted pairs are the P-positions\",\n  \
         \"starts\": {starts},\n  \"accepting\": [0],\n  \"states\": {states},\n  \"digest\": \"0\"\n}}\n"
    )
}

/// Runs with so many kilobytes of address space: whoever wants more is killed.
fn confined(folder: &Path, kilobytes: u32, arguments: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {kilobytes}; exec {} {arguments}", env!("CARGO_BIN_EXE_wythoff"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().expect("sh runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_certificate_bomb_stays_within_the_memory_it_is_given() {
    let folder = folder();
    // 65,536 successors in nine bytes each: 56 kB of text that would be 1.6 GB of table.
    let rows = vec!["[-65536]"; 6_200].join(",");
    write(folder.path(), "bomb.json", &with_table("base(256)", "[0]", &format!("[{rows}]")));
    for command in [
        "check bomb.json",
        "prove WN --claim bomb.json",
        "decide --numeration 'base(256)' --load P=bomb.json 'Ax P(x,x)'",
    ] {
        let (code, err) = confined(folder.path(), 400_000, &format!("{command} --memory 100M"));
        assert_eq!(code, Some(2), "{command}: {err}");
        assert!(
            err.contains(
                "bomb.json: it cannot be read within the limits: more than 104857600 bytes are needed"
            ),
            "{err}"
        );
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    // A text that is itself too long: two bytes of it become a value of thirty-two.
    let long = format!("[[{}0]]", "0,".repeat(4_000_000));
    write(folder.path(), "long.json", &with_table("base(2)", "[0]", &long));
    let (code, err) = confined(folder.path(), 400_000, "check long.json --memory 100M");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("long.json: it cannot be read within the limits"), "{err}");
    // More pairs of rays and progressions than fit.
    let rays: Vec<String> = (1..6_000).map(|n| format!("[{n},{n},0,0]")).collect();
    let points: Vec<String> = (0..6_000).map(|n| format!("[{n},{n}]")).collect();
    let text = format!(
        "{{\n  \"format\": \"wythoff certificate\",\n  \"version\": 1,\n  \"rules\": \"game \\\"n\\\"\\nmove m: s = t and s < 6000\\n\",\n  \
         \"claim\": \"from column start on, the P-positions with x <= y are the points of the beams, each moved by all multiples of its beam's (period, rise)\",\n  \
         \"rays\": [{}],\n  \"start\": 0,\n  \"beams\": [\n    {{\"period\": 6000, \"rise\": 6000, \"points\": [{}]}}\n  ],\n  \"digest\": \"0\"\n}}\n",
        rays.join(","),
        points.join(",")
    );
    write(folder.path(), "rays.json", &text);
    let (code, err) = confined(folder.path(), 400_000, "check rays.json --memory 100M");
    assert_eq!(code, Some(2), "{err}");
}

#[test]
fn odd_certificates_end_with_a_line_and_exit_2() {
    let folder = folder();
    let small = certificate("wythoff");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases = [
        ("three tracks", with_table("base(2)", "[0]", "[[0,-7]]"), "field \"states\""),
        ("one track", with_table("base(2)", "[0]", "[[0,-1]]"), "field \"states\""),
        (
            "a run that is too long",
            with_table("base(2)", "[0]", "[[-9223372036854775808]]"),
            "field \"states\"",
        ),
        ("a run that is a bit too long", with_table("base(2)", "[0]", "[[0,-4]]"), "field \"states\""),
        ("no run", with_table("base(2)", "[0]", "[[0,-3,-0.5]]"), "field \"states\""),
        ("a huge state", with_table("base(2)", "[0]", "[[0,99999999999999999999,-2]]"), "field \"states\""),
        ("the state of the dead", with_table("base(2)", "[0]", "[[0,4294967295,-2]]"), "field \"states\""),
        (
            "a state that is not there",
            with_table("base(2)", "[0]", "[[0,7,-2]]"),
            "the automaton is not minimal",
        ),
        (
            "a start that is not there",
            with_table("base(2)", "[3]", "[[0,-3]]"),
            "the automaton is not minimal",
        ),
        ("two starts", with_table("base(2)", "[0,0]", "[[0,-3]]"), "field \"starts\""),
        ("starts that are none", with_table("base(2)", "{}", "[[0,-3]]"), "field \"starts\""),
        ("a huge numeration", with_table("base(4294967295)", "[0]", "[[0,-3]]"), "not supported"),
        ("an odd numeration", with_table("parry(;;)", "[0]", "[[0,-3]]"), "the numeration is wrong"),
        ("no rules", small.replace("move", "mvoe"), "the rules are wrong"),
        ("nested", deep.clone(), "not JSON"),
        ("nested inside", with_table("base(2)", "[0]", &deep), "not JSON"),
        ("nothing", String::new(), "not JSON"),
        ("a list", "[]".to_owned(), "field \"format\""),
        (
            "a new kind",
            small.replace("  \"rules\"", "  \"kind\": \"rings\",\n  \"rules\""),
            "a certificate of kind 'rings', which this version does not know",
        ),
        (
            "a kind without a name",
            small.replace("  \"rules\"", "  \"kind\": 7,\n  \"rules\""),
            "field \"kind\"",
        ),
    ];
    for (what, text, message) in cases {
        write(folder.path(), "odd.json", &text);
        let run = wythoff_in(folder.path(), &["check", "odd.json"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{what}: {}", run.err);
        assert!(run.err.starts_with("error: odd.json: ") && run.err.contains(message), "{what}: {}", run.err);
    }
    for part in 1..8 {
        write(folder.path(), "cut.json", &small[..small.len() * part / 8]);
        let run = wythoff_in(folder.path(), &["check", "cut.json"]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

/// The planner once dropped the word of (1, 1) and called this proved.
#[test]
fn the_false_claim_of_the_hole_is_refuted() {
    let folder = folder();
    let hole = "move m: s = 0 and (x >= 1 or t >= 3) and ((x = 5 or y >= 1) and t <= 2 or t mod 5 = 4)\n";
    write(folder.path(), "hole.game", hole);
    write(folder.path(), "five.game", "move m: s = 0 and t mod 5 = 4\n");
    let run = wythoff_in(folder.path(), &["prove", "five.game", "--certificate", "five.json"]);
    assert_eq!(run.code, 0, "{} {}", run.out, run.err);
    let run = wythoff_in(folder.path(), &["prove", "hole.game", "--claim", "five.json"]);
    let expected = "hole.game: refuted: the claim contradicts the rules at (1, 1)\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, expected, ""));
}

/// Comply and misère games: what is proved is small enough to be checked, in the plainest numeration.
#[test]
fn what_is_proved_can_be_checked() {
    let folder = folder();
    let games = [
        ("move m: s + t mod 3 != 0\ncomply 1\n", "base(3), states: 2"),
        ("move m: s mod 2 = 1 and t = 0 or s = 0\ncomply 2\n", ""),
        ("move a: s = 0\nmove b: t = 0\ncomply 1 of a or 2 of b\n", ""),
        ("move m: s = t or s = 0 and t <= 2\ncomply 1\nplay misere\n", ""),
        ("move m: s + t mod 2 = 1\nblock 1\nplay misere\n", ""),
        ("move m: s + t <= 3\ncomply 3\n", ""),
    ];
    for (text, expected) in games {
        write(folder.path(), "c.game", text);
        let run = wythoff_in(folder.path(), &["prove", "c.game", "--certificate", "c.json", "--time", "60s"]);
        assert_eq!(run.code, 0, "{text}: {} {}", run.out, run.err);
        let run = wythoff_in(folder.path(), &["check", "c.json", "--time", "60s", "--memory", "1G"]);
        assert_eq!(run.code, 0, "{text}: {} {}", run.out, run.err);
        assert!(run.out.contains(expected), "{text}: {}", run.out);
    }
}
