//! Manual pages: one for the program and one for every command, with every option, in a form that groff takes.

use crate::{folder, output, wythoff_in};
use std::process::Command;

/// The options that a help text names.
fn options(help: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.trim_start();
        let line = line.split_once(", ").filter(|(short, _)| short.len() == 2).map_or(line, |(_, long)| long);
        let end = line.find(|c: char| !(c == '-' || c.is_ascii_lowercase())).unwrap_or(line.len());
        line.starts_with("--").then(|| line[..end].to_owned())
    };
    let listed = |line: &&str| line.starts_with("  ") && line.trim_start().starts_with('-');
    help.lines().filter(listed).filter_map(name).collect()
}

#[test]
fn every_command_has_a_page_with_all_its_options() {
    let there = folder();
    let run = wythoff_in(there.path(), &["man", "pages/man1"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let page = |name: &str| std::fs::read_to_string(there.path().join("pages/man1").join(name));
    let whole = page("wythoff.1").expect("the page of the program");
    let help = output(&["--help"]);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names =
        commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| *name != "help");
    let mut seen = 0;
    for name in names.filter(|name| !name.is_empty()) {
        assert!(whole.contains(&format!("\\fBwythoff {name}\\fR")), "{name} in wythoff.1");
        let text = page(&format!("wythoff-{name}.1")).unwrap_or_else(|e| panic!("{name}: {e}"));
        for option in options(&output(&[name, "--help"])).iter().filter(|option| *option != "--help") {
            let spelled = option.replace('-', "\\-");
            assert!(text.contains(&format!("\\fB{spelled}\\fR")), "{name} {option}");
        }
        assert!(text.is_ascii() && text.contains(".SH EXIT STATUS"), "{name}");
        seen += 1;
    }
    assert!(seen >= 20, "{seen}");
    // They render, where there is something that renders them.
    for entry in std::fs::read_dir(there.path().join("pages/man1")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let Ok(run) = Command::new("groff").args(["-man", "-Tascii", "-ww", "-z"]).arg(&path).output() else {
            return;
        };
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success() && said.is_empty(), "{}: {said}", path.display());
    }
}
