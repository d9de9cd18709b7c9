//! What is left out of a picture leaves no gap, and its width on paper is in every format.

use crate::read::{Pixels, attribute};
use crate::{budget, square, ways};
use wythoff_draw::{
    Colouring, Drawing, Fitting, Item, Palette, PictureFormat, PrintWidth, Scene, family_tree, papers,
};
use wythoff_rules::Position;

fn board() -> Scene {
    Drawing::of(&ways("W^4")).board(&square(20), Colouring::Outcome, &budget()).unwrap()
}

fn texts(scene: &Scene) -> Vec<&str> {
    let items = scene.layers.iter().flat_map(|layer| &layer.items);
    items
        .filter_map(|item| if let Item::Label(label) = item { Some(label.text.as_str()) } else { None })
        .collect()
}

/// Every kind of picture, without each of title, caption and legend: that is gone, what remains is on the page, and the page is smaller.
#[test]
fn title_caption_and_legend_can_be_left_out() {
    let at = Position::small(&[11, 28]);
    let pictures = [
        board(),
        Drawing::of(&ways("W^4")).position(&at, None, &budget()).unwrap(),
        Drawing::of(&ways("W^20")).density(&square(999), 200, &budget()).unwrap(),
        papers::find("blocking-wythoff", "2").unwrap().scene(Palette::Usual, &budget()).unwrap(),
        family_tree(Palette::Usual, &budget()).unwrap(),
    ];
    for whole in pictures {
        let without = [
            ("title", Fitting { no_title: true, ..Fitting::default() }),
            ("caption", Fitting { no_caption: true, ..Fitting::default() }),
            ("legend", Fitting { no_legend: true, ..Fitting::default() }),
        ];
        for (name, fitting) in without {
            let there = whole.layer(name).is_some();
            let fitted = fitting.applied(whole.clone());
            assert!(fitted.layer(name).is_none());
            if !there {
                assert_eq!(fitted, whole);
                continue;
            }
            assert!(fitted.height < whole.height || name == "legend", "{}: {name}", whole.title);
            assert!(fitted.width < whole.width || name != "legend", "{}: {name}", whole.title);
            let others =
                |layer: &&wythoff_draw::Layer| !["title", "caption", "legend"].contains(&layer.name.as_str());
            let kept =
                |scene: &Scene| scene.layers.iter().filter(others).map(|l| l.items.len()).collect::<Vec<_>>();
            assert_eq!(kept(&fitted), kept(&whole));
            for item in fitted.layers.iter().flat_map(|layer| &layer.items) {
                if let Item::Label(label) = item {
                    assert!((0..=fitted.width as i32).contains(&label.x), "{label:?}");
                    assert!((0..=fitted.height as i32).contains(&label.y), "{label:?}");
                }
            }
            // What programs read aloud is said all the same.
            assert_eq!((&fitted.title, &fitted.alternative), (&whole.title, &whole.alternative));
        }
        assert_eq!(Fitting::default().applied(whole.clone()), whole);
    }
    let bare = Fitting { no_title: true, no_caption: true, no_legend: true, width: None }.applied(board());
    let numbers = texts(&bare).iter().filter(|text| text.parse::<u32>().is_ok()).count();
    assert_eq!(texts(&bare).len(), numbers + 2, "only the axes: {:?}", texts(&bare));
}

#[test]
fn widths_are_those_of_paper() {
    let width = PrintWidth::read("8cm", "the width").unwrap();
    let scene = Fitting { width: Some(width), ..Fitting::default() }.applied(board());
    let bytes = |format: PictureFormat| format.render(&scene, &budget()).unwrap();
    let svg = String::from_utf8(bytes(PictureFormat::Svg)).unwrap();
    assert_eq!(attribute(&svg, "width"), Some("80mm"));
    let high = attribute(&svg, "height").unwrap().trim_end_matches("mm").parse::<f64>().unwrap();
    assert!((high - 80.0 * f64::from(scene.height) / f64::from(scene.width)).abs() < 0.01, "{high}");
    assert!(svg.contains(&format!("viewBox=\"0 0 {} {}\"", scene.width, scene.height)));
    let pdf = bytes(PictureFormat::Pdf);
    let pdf = String::from_utf8_lossy(&pdf);
    // 8 cm are 226.77 points.
    assert!(pdf.contains("/MediaBox [0 0 226.77"), "{:?}", pdf.find("/MediaBox").map(|at| &pdf[at..at + 40]));
    let tex = String::from_utf8(bytes(PictureFormat::Tex)).unwrap();
    assert!(
        tex.contains("\\resizebox{80mm}{!}{%\n\\begin{tikzpicture}") && tex.contains("\\end{tikzpicture}}\n")
    );
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes(PictureFormat::Png)));
    let reader = decoder.read_info().unwrap();
    let (dims, pixels) = (reader.info().pixel_dims.unwrap(), reader.info().width);
    assert!(matches!(dims.unit, png::Unit::Meter) && dims.xppu == dims.yppu);
    let (metres, inches) = (f64::from(pixels) / f64::from(dims.xppu), 8.0 / 2.54);
    assert!((metres - 0.08).abs() < 0.0001, "{metres} m");
    assert!(f64::from(pixels) >= 300.0 * inches, "{pixels} pixels");
    // Plain pictures keep a pixel to a square.
    let ways = ways("W^4");
    let plain = Drawing { plain: true, ..Drawing::of(&ways) };
    let plain = plain.board(&square(20), Colouring::Outcome, &budget()).unwrap();
    let plain = Fitting { width: Some(width), ..Fitting::default() }.applied(plain);
    let plain = Pixels::read(&PictureFormat::Png.render(&plain, &budget()).unwrap());
    assert_eq!((plain.width, plain.height), (21, 21));
}

/// Counts of squares have plurals, and kinds without one are named first.
#[test]
fn descriptions_count_as_people_do() {
    let said = board().alternative;
    assert!(said.contains("441 squares from (0, 0) on: 393 N-positions; 48 P-positions."), "{said}");
    let one = Drawing::of(&ways("WN")).board(&square(0), Colouring::Outcome, &budget()).unwrap().alternative;
    assert!(one.contains("1 x 1 = 1 square from (0, 0) on: 1 P-position."), "{one}");
    let at = Position::small(&[2, 3]);
    let options = Drawing::of(&ways("WN")).position(&at, None, &budget()).unwrap().alternative;
    assert!(options.contains("1 P-option by rook") && options.contains("rook: "), "{options}");
    let holes = Drawing::of(&ways("2x3WN_1")).board(&square(15), Colouring::Outcome, &budget()).unwrap();
    assert!(holes.alternative.contains("no square: "), "{}", holes.alternative);
}
