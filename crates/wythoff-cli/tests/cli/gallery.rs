//! The pictures of `docs/gallery.md` are those that its commands draw.
//!
//! `make gallery` draws them again.

use crate::{folder, wythoff_in};
use std::path::{Path, PathBuf};

const CERTIFICATES: &str = "crates/wythoff-prove/certificates/";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is between blanks, or between single quotes.
fn words(line: &str) -> Vec<&str> {
    let quoted = line.split('\'').enumerate();
    quoted
        .flat_map(|(n, part)| if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

#[test]
fn pictures_of_the_gallery_are_current() {
    let page = std::fs::read_to_string(root().join("docs/gallery.md")).expect("the gallery");
    let there = folder();
    std::fs::create_dir_all(there.path().join("docs/pictures")).expect("a folder");
    let mut drawn = Vec::new();
    for line in page.lines().filter_map(|line| line.strip_prefix("wythoff ")) {
        let arguments = words(line);
        for certificate in arguments.iter().filter(|word| word.starts_with(CERTIFICATES)) {
            std::fs::create_dir_all(there.path().join(CERTIFICATES)).expect("a folder");
            std::fs::copy(root().join(certificate), there.path().join(certificate)).expect("a certificate");
        }
        let run = wythoff_in(there.path(), &arguments);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        let file = *arguments.last().expect("a file");
        let new = std::fs::read(there.path().join(file)).expect("the picture");
        assert!(new.len() <= 150_000, "{file} has {} bytes, which is much for a repository", new.len());
        if std::env::var_os("UPDATE_GALLERY").is_some() {
            std::fs::write(root().join(file), &new).expect("the picture is written");
        }
        let old = std::fs::read(root().join(file)).unwrap_or_default();
        assert!(old == new, "{file} is out of date: run `make gallery`");
        let shown = file.strip_prefix("docs/").expect("in docs");
        assert!(page.contains(&format!("]({shown})")), "{file} is drawn and not shown");
        drawn.push(file.to_owned());
    }
    assert!(drawn.len() >= 10);
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    for entry in std::fs::read_dir(root().join("docs/pictures")).expect("a folder") {
        let name = format!("docs/pictures/{}", entry.expect("a file").file_name().to_string_lossy());
        // Pictures of the lab are taken in a browser; the README shows them.
        let of_the_lab = name.starts_with("docs/pictures/lab-") && readme.contains(&format!("({name})"));
        assert!(of_the_lab || drawn.contains(&name), "{name} is drawn by no command of the gallery");
    }
}
