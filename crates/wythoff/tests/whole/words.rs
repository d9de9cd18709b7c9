//! The library never speaks of the command line: what it says, every face can say.

use crate::names::sources;

/// The string literals of a source text, with the line on which each begins. Comments and characters are skipped.
fn literals(text: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut line, mut found) = (0, 1, Vec::new());
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        match c {
            '/' if next == Some('/') => {
                while chars.get(at).is_some_and(|c| *c != '\n') {
                    at += 1;
                }
                continue;
            }
            // A quoted character, unlike a lifetime, ends with a quote.
            '\'' if next == Some('\\') => at += 2,
            '\'' if chars.get(at + 2) == Some(&'\'') => at += 2,
            '"' => {
                let hashes = chars[..at].iter().rev().take_while(|c| **c == '#').count();
                let raw = chars[..at - hashes].last() == Some(&'r');
                let begin = line;
                let mut literal = String::new();
                at += 1;
                while let Some(&c) = chars.get(at) {
                    line += usize::from(c == '\n');
                    let closing = chars[at + 1..].iter().take_while(|c| **c == '#').count();
                    if c == '"' && (!raw || closing >= hashes) {
                        break;
                    }
                    literal.push(c);
                    if c == '\\' && !raw {
                        at += 1;
                        literal.extend(chars.get(at));
                        line += usize::from(chars.get(at) == Some(&'\n'));
                    }
                    at += 1;
                }
                found.push((begin, literal));
            }
            _ => line += usize::from(c == '\n'),
        }
        at += 1;
    }
    found
}

/// Does a text speak of flags such as `--to`, or of commands such as `wythoff games`?
fn speaks_of_the_command_line(text: &str) -> bool {
    let flag = text.match_indices("--").any(|(at, _)| {
        let before = text[..at].chars().last();
        let after = text[at + 2..].chars().next();
        before.is_none_or(|c| !c.is_alphanumeric() && c != '-')
            && after.is_some_and(|c| c.is_ascii_lowercase())
    });
    flag || text.contains("`wythoff ")
}

#[test]
fn no_string_of_the_library_speaks_of_flags() {
    let mut count = 0;
    for file in sources() {
        for (line, literal) in literals(&std::fs::read_to_string(&file).expect("a text")) {
            count += 1;
            assert!(!speaks_of_the_command_line(&literal), "{}:{line}: {literal:?}", file.display());
        }
    }
    assert!(count > 1000, "{count} strings");
}

#[test]
fn flags_and_commands_would_be_found() {
    let source = "// \"--not\"\nlet c = '\"'; f(\"a; --to N\", r#\"x\"y --first\"#,\n \"\\\"--columns\", \"`wythoff games` lists\", \"a -- b\", \"x--y\");";
    let found: Vec<(usize, bool)> =
        literals(source).iter().map(|(line, text)| (*line, speaks_of_the_command_line(text))).collect();
    assert_eq!(found, [(2, true), (2, true), (3, true), (3, true), (3, false), (3, false)]);
}
