//! PDF rendered by poppler, and TikZ compiled by pdflatex, are the same pictures as the PNG.

use crate::automata::certificate;
use crate::read::Pixels;
use crate::{budget, square, ways};
use std::io::Write as _;
use std::path::{Path as File, PathBuf};
use std::process::Command;
use wythoff_draw::{
    AutomatonDrawing, Colour, Colouring, Drawing, Item, Layer, Palette, Path, PictureFormat, Scene,
};
use wythoff_rules::Position;
use wythoff_solve::Frame;

/// A program, or a loud word that the test does nothing without it.
fn installed(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        let _ = writeln!(std::io::stderr(), "LEFT OUT: {program} is not installed, so nothing is compared");
    }
    there
}

fn folder(name: &str) -> PathBuf {
    let folder = File::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A PDF as pixels, as many as the PNG of the scene has.
fn rendered(pdf: &File, pixels: u32) -> Pixels {
    let out = pdf.with_extension("");
    let dots = (96 * pixels).to_string();
    let run = Command::new("pdftoppm").args(["-png", "-singlefile", "-r", &dots]).args([pdf, &out]).output();
    let run = run.unwrap();
    assert!(run.status.success() && run.stderr.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
    Pixels::read(&std::fs::read(out.with_extension("png")).unwrap())
}

/// Every kind of thing that can be drawn.
fn scenes() -> Vec<(&'static str, Scene)> {
    let (w2, w4, holes) = (ways("W^2"), ways("W^4"), ways("2x3WN_1"));
    let drawing = |ways| Drawing::of(ways);
    let frame = Frame::small(0, 0, 120, 90);
    let mut paths = Scene::empty(120, 80);
    let red = Colour::new(200, 30, 30);
    let items = vec![
        Path { arrow: true, ..Path::curve(vec![(10, 10), (60, 10), (60, 40), (100, 70)], 2, Colour::BLACK) },
        Path { dash: Some(6), ..Path::through(vec![(5, 70), (30, 20), (60, 70)], 3, red) },
        Path { closed: true, fill: Some(red), ..Path::through(vec![(80, 10), (110, 10), (95, 40)], 2, red) },
    ];
    paths.layers.push(Layer::new("paths", items.into_iter().map(Item::Path).collect()));
    paths.pixels = 2;
    vec![
        ("board", drawing(&w4).board(&square(20), Colouring::Outcome, &budget()).unwrap()),
        ("surplus", drawing(&w2).board(&square(12), Colouring::Surplus, &budget()).unwrap()),
        ("raster", drawing(&w4).board(&frame, Colouring::Surplus, &budget()).unwrap()),
        ("missing", drawing(&holes).board(&square(15), Colouring::Outcome, &budget()).unwrap()),
        ("position", drawing(&w4).position(&Position::small(&[11, 28]), None, &budget()).unwrap()),
        ("against", drawing(&w4).against(&w2, &square(25), &budget()).unwrap()),
        ("paths", paths),
    ]
}

/// Letters differ between the formats; everything else must not.
fn without_labels(mut scene: Scene) -> Scene {
    for layer in &mut scene.layers {
        layer.items.retain(|item| !matches!(item, Item::Label(_)));
    }
    scene
}

/// How many pixels of one picture are like none of their neighbours in the other.
fn unlike(one: &Pixels, other: &Pixels) -> usize {
    let close = |a: Colour, b: Colour| {
        let pairs = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)];
        pairs.iter().all(|(a, b)| a.abs_diff(*b) <= 70)
    };
    let around = |n: u32, most: u32| n.saturating_sub(1)..=(n + 1).min(most - 1);
    let all = (0..one.height).flat_map(|y| (0..one.width).map(move |x| (x, y)));
    let found = |x: u32, y: u32| {
        let mut near = around(y, other.height).flat_map(|v| around(x, other.width).map(move |u| (u, v)));
        near.any(|(u, v)| close(one.at(x, y), other.at(u, v)))
    };
    all.filter(|(x, y)| !found(*x, *y)).count()
}

fn compare(name: &str, scene: &Scene, other: &Pixels) {
    let png = Pixels::read(&PictureFormat::Png.render(scene, &budget()).unwrap());
    assert_eq!((png.width, png.height), (other.width, other.height), "{name}");
    let wrong = unlike(&png, other).max(unlike(other, &png));
    let all = (png.width * png.height) as usize;
    assert!(wrong * 2_000 <= all, "{name}: {wrong} of {all} pixels differ");
}

#[test]
fn pdf_is_what_the_png_is() {
    if !installed("pdftoppm") {
        return;
    }
    let folder = folder("printed-pdf");
    for (name, scene) in scenes() {
        let scene = without_labels(scene);
        let file = folder.join(format!("{name}.pdf"));
        let bytes = PictureFormat::Pdf.render(&scene, &budget()).unwrap();
        assert_eq!(bytes, PictureFormat::Pdf.render(&scene, &budget()).unwrap(), "the same bytes");
        std::fs::write(&file, bytes).unwrap();
        compare(name, &scene, &rendered(&file, scene.pixels));
    }
}

/// The letters are the same in both, so whole pictures agree; edges of letters are smoothed by each in its way.
#[test]
fn letters_of_a_pdf_are_those_of_the_png() {
    if !installed("pdftoppm") {
        return;
    }
    let folder = folder("printed-letters");
    for (name, scene) in scenes() {
        let file = folder.join(format!("{name}.pdf"));
        std::fs::write(&file, PictureFormat::Pdf.render(&scene, &budget()).unwrap()).unwrap();
        compare(name, &scene, &rendered(&file, scene.pixels));
    }
}

/// A paper may have no font that is not embedded.
#[test]
fn fonts_of_a_pdf_are_embedded() {
    if !installed("pdffonts") {
        return;
    }
    let file = folder("printed-fonts").join("fonts.pdf");
    for (name, scene) in scenes() {
        let labels = scene.layers.iter().flat_map(|l| &l.items).any(|item| matches!(item, Item::Label(_)));
        let bytes = PictureFormat::Pdf.render(&scene, &budget()).unwrap();
        assert!(bytes.len() < 200_000, "{name}: {} bytes", bytes.len());
        std::fs::write(&file, bytes).unwrap();
        let run = Command::new("pdffonts").arg(&file).output().unwrap();
        assert!(run.status.success() && run.stderr.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
        let listed = String::from_utf8(run.stdout).unwrap();
        let fonts: Vec<&str> = listed.lines().skip(2).collect();
        assert_eq!(fonts.is_empty(), !labels, "{name}");
        for font in fonts {
            // Embedded, a subset, with the characters that the glyphs stand for.
            let marks: Vec<&str> =
                font.split_whitespace().filter(|word| matches!(*word, "yes" | "no")).collect();
            assert!(font.contains("DejaVu") && marks == ["yes", "yes", "yes"], "{name}: {font}");
        }
    }
}

#[test]
fn text_of_a_pdf_is_text() {
    if !installed("pdftotext") {
        return;
    }
    let file = folder("printed-text").join("text.pdf");
    for (name, scene) in scenes() {
        std::fs::write(&file, PictureFormat::Pdf.render(&scene, &budget()).unwrap()).unwrap();
        let run =
            Command::new("pdftotext").args(["-raw", "-enc", "UTF-8"]).arg(&file).arg("-").output().unwrap();
        let found = String::from_utf8(run.stdout).unwrap();
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let all = plain(&found);
        for item in scene.layers.iter().flat_map(|layer| &layer.items) {
            if let Item::Label(label) = item {
                assert!(all.contains(&plain(&label.text)), "{name}: {:?} in {found}", label.text);
            }
        }
    }
}

/// Writes a document and compiles it.
fn compiled(file: &File, tex: &[u8]) {
    std::fs::write(file, tex).unwrap();
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"])
        .arg(file)
        .current_dir(file.parent().unwrap())
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{}: {log}", file.display());
    assert!(!log.contains("Missing character"), "{}: {log}", file.display());
}

/// One with a way through it, one with a start per phase of its words, one whose name and numeration have signs that TeX reads as
/// commands.
#[test]
#[ignore = "slow: needs pdflatex, the class standalone and TikZ"]
fn tikz_of_automata_compiles() {
    if !installed("pdflatex") {
        return;
    }
    let folder = folder("printed-automata");
    let odd = "msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 0\n0 1 -> 1\n1 0\n0 0 -> 1\n1 0 -> 0\n";
    let odd = AutomatonDrawing::read(odd, "50% of_{W⁴} & ^~#\\ “α” → β.txt", None, &budget()).unwrap();
    let drawings = [("blocking-4", certificate("blocking-4")), ("odd", odd)];
    for (name, drawing) in drawings {
        for at in [None, Some(Position::small(&[11, 28]))] {
            let bytes = drawing.render(at.as_ref(), (PictureFormat::Tex, Palette::Usual), &budget()).unwrap();
            let file = folder.join(format!("{name}-{}.tex", at.is_some()));
            compiled(&file, &bytes);
        }
    }
}

#[test]
#[ignore = "slow: needs pdflatex, the class standalone and TikZ"]
fn tikz_is_what_the_png_is() {
    if !installed("pdflatex") || !installed("pdftoppm") {
        return;
    }
    let folder = folder("printed-tex");
    for (name, scene) in scenes() {
        for (kind, scene) in [("labels", scene.clone()), ("bare", without_labels(scene))] {
            let file = folder.join(format!("{name}-{kind}.tex"));
            compiled(&file, &PictureFormat::Tex.render(&scene, &budget()).unwrap());
            if kind == "bare" {
                compare(name, &scene, &rendered(&file.with_extension("pdf"), scene.pixels));
            }
        }
    }
}

#[test]
fn boards_that_are_too_much_for_tex_are_refused() {
    let ways = ways("W^4");
    let scene = Drawing::of(&ways).board(&square(600), Colouring::Surplus, &budget()).unwrap();
    let error = PictureFormat::Tex.render(&scene, &budget()).unwrap_err().to_string();
    assert!(error.starts_with("a board of 601 x 601 squares as "), "{error}");
    assert!(
        error.ends_with(
            "rectangles for TeX is too large to draw; one of 20000 rectangles, or any board as .pdf, is possible"
        ),
        "{error}"
    );
}
