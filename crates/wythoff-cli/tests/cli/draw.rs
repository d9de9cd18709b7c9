//! `wythoff draw`: formats, windows, and what goes wrong.

use crate::{folder, output, refused, wythoff, wythoff_in, wythoff_reading};

#[test]
fn the_extension_is_the_format() {
    let there = folder();
    let files = [
        ("a.svg", &b"<svg "[..]),
        ("a.png", b"\x89PNG"),
        ("b.SVG", b"<svg "),
        ("a.pdf", b"%PDF"),
        ("a.tex", b"% "),
    ];
    for (file, start) in files {
        let run = wythoff_in(there.path(), &["draw", "W^4", "--to", "9", "-o", file]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
        assert!(std::fs::read(there.path().join(file)).expect("the picture").starts_with(start), "{file}");
    }
    let text = output(&["draw", "W^4", "--to", "9", "--format", "svg", "-o", "-"]);
    assert_eq!(text.as_bytes(), std::fs::read(there.path().join("a.svg")).expect("the picture"));
}

#[test]
fn a_window_is_a_part_of_the_board() {
    let board = output(&["draw", "W^4", "--to", "5", "--plain", "--format", "svg", "-o", "-"]);
    let window = output(&["draw", "W^4", "--window", "0,0:6x6", "--plain", "--format", "svg", "-o", "-"]);
    assert_eq!(board, window);
    let far = output(&["draw", "3WN", "--window", "10^30,4*10^30:5x7", "--format", "svg", "-o", "-"]);
    assert!(far.contains("(1000000000000000000000000000004, 4000000000000000000000000000006)"), "{far}");
}

#[test]
fn parts_are_left_out_and_widths_are_said() {
    let draw = |more: &[&str]| {
        output(&[&["draw", "W^4", "--to", "9", "--format", "svg", "-o", "-"][..], more].concat())
    };
    let (whole, bare) = (draw(&[]), draw(&["--no-title", "--no-caption", "--no-legend", "--width", "8cm"]));
    for class in ["title", "caption", "legend"] {
        let group = format!("<g class=\"{class}\">");
        assert!(whole.contains(&group) && !bare.contains(&group), "{class}");
    }
    assert!(bare.contains("width=\"80mm\"") && bare.contains("N-positions; "), "{bare}");
    let figure = ["draw", "--paper", "blocking-wythoff", "--figure", "2", "--format", "svg", "-o", "-"];
    let figure = output(&[&figure[..], &["--no-legend", "--width", "0.12m"]].concat());
    assert!(figure.contains("width=\"120mm\"") && !figure.contains("<g class=\"legend\">"));
    assert_eq!(
        refused(&["draw", "W^4", "--width", "8", "-o", "a.svg"]),
        "--width is a length from 1mm to 5m, such as 8cm, 80mm or 3.1in, and \"8\" is none"
    );
    assert_eq!(
        refused(&["draw", "W^4", "--plain", "--no-title", "-o", "a.svg"]),
        "--plain leaves out everything but the squares: leave --no-title, --no-caption and --no-legend out"
    );
}

#[test]
fn rules_can_come_from_anywhere() {
    let rules = "game \"Mine\"\nmove rook: s = 0 or t = 0\nblock 1\n";
    let run = wythoff_reading(&["draw", "-", "--to", "4", "--format", "svg", "-o", "-"], rules);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("<title>Mine, standard input: P-positions</title>"), "{}", run.out);
}

#[test]
fn wrong_files_are_refused_before_the_work() {
    let unknown = "pictures are written as .svg, .pdf, .png or .tex, and";
    assert_eq!(refused(&["draw", "W^4", "-o", "a.jpg"]), format!("{unknown} .jpg is none of them"));
    assert_eq!(
        refused(&["draw", "W^4", "-o", "picture"]),
        format!("{unknown} \"picture\" without an extension is none of them")
    );
    assert_eq!(
        refused(&["draw", "W^4", "-o", "-"]),
        "standard output has no name to tell the format: add --format svg, pdf, png or tex"
    );
    assert_eq!(
        refused(&["draw", "W^4", "-o", "no/such/folder/a.svg"]),
        "cannot write no/such/folder/a.svg: No such file or directory (os error 2)"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_line() {
    assert_eq!(
        refused(&["draw", "W^4", "--format", "png", "-o", "/dev/full"]),
        "cannot write /dev/full: No space left on device (os error 28)"
    );
}

#[test]
fn what_cannot_be_drawn_leaves_no_file() {
    assert_eq!(
        refused(&["draw", "W^4", "--colour", "grundy", "-o", "a.png"]),
        "blocking(k=4) cannot be coloured by Grundy value: Grundy values belong to games without blocking, comply and memory, in \
         normal play"
    );
    assert_eq!(
        refused(&["draw", "W_2", "--colour", "surplus", "-o", "a.svg"]),
        "comply(k=2) cannot be coloured by surplus: its options are proposed, not forbidden"
    );
    assert_eq!(
        refused(&["draw", "W^4", "--to", "50000", "--cell", "1", "-o", "a.png"]),
        "a board of 50001 x 50001 squares, 1 to a square, is too large to draw; one of 7500 units a side is possible"
    );
    assert_eq!(
        refused(&["draw", "W^7", "--window", "10^30,10^30:9x9", "-o", "a.png"]),
        "a window up to (100000…000008 [31 digits], 100000…000008 [31 digits]) is too large to compute; by definition one with piles \
         up to 2857142 is possible"
    );
    assert_eq!(
        refused(&["draw", "nim(piles=3)", "-o", "a.svg"]),
        "nim(piles=3) is played on 3 piles, and this position has 2"
    );
    assert_eq!(
        refused(&["draw", "W^4", "--at", "11,28,3", "-o", "a.svg"]),
        "blocking(k=4) is played on 2 piles, and this position has 3"
    );
}

#[test]
fn what_is_typed_wrong_is_explained() {
    let window = |text: &str| refused(&["draw", "W^4", "--window", text, "-o", "a.svg"]);
    for wrong in ["5", "1,2", "1,2:3", "1:3x3"] {
        assert_eq!(window(wrong), format!("{wrong:?} is not a window: write X,Y:WxH, such as 10^30,5:60x40"));
    }
    assert_eq!(window("-1,0:3x3"), "\"-1\" is not a pile: it cannot be negative");
    assert_eq!(window("0,0:0x3"), "a window has at least one square");
    assert_eq!(
        refused(&["draw", "W^4", "--at", "11", "-o", "a.svg"]),
        "\"11\" is not a position: write X,Y, such as 11,28"
    );
    assert_eq!(
        refused(&["draw", "WN", "--colour", "residue", "--modulus", "100", "-o", "a.svg"]),
        "--modulus can be at most 64, and 100 is more"
    );
    assert_eq!(
        refused(&["draw", "W^4", "--cell", "65", "-o", "a.svg"]),
        "--cell can be at most 64, and 65 is more"
    );
    assert_eq!(wythoff(&["draw", "W^4", "--at", "1,2", "--colour", "surplus", "-o", "a.svg"]).code, 2);
    assert_eq!(wythoff(&["draw", "W^4", "--to", "5"]).code, 2);
}

#[test]
fn far_out_is_drawn_in_every_format() {
    let there = folder();
    let commands: [&[&str]; 6] = [
        &["draw", "W^4", "--columns", "3000", "--size", "100", "-o"],
        &["draw", "W^4", "--to", "2999", "--method", "board", "--size", "100", "-o"],
        &["draw", "W^7", "--columns", "2000", "--residual", "--slope", "5/2", "--log", "-o"],
        &[
            "draw",
            "W^5",
            "--columns",
            "2000",
            "--residual",
            "--slope",
            "(2+sqrt(29))/5",
            "--range",
            "-5:8",
            "-o",
        ],
        &["draw", "WN", "--sequence", "a,b,delta", "--slope", "phi", "-o"],
        &["draw", "WN", "--sequence", "b", "--differences", "--first", "3000", "-o"],
    ];
    for command in commands {
        for file in ["a.svg", "a.pdf", "a.png", "a.tex"] {
            let run = wythoff_in(there.path(), &[command, &[file]].concat());
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{command:?} {file}");
        }
    }
    let by = |method: &str| {
        let size = ["--size", "50", "--plain", "--method", method, "--format", "svg", "-o", "-"];
        output(&[&["draw", "W^4", "--to", "999"], &size[..]].concat())
    };
    assert_eq!(by("columns"), by("board"));
}

#[test]
fn options_that_would_have_no_effect_are_refused() {
    let line = |options: &[&str]| refused(&[&["draw", "W^4"], options, &["-o", "a.svg"]].concat());
    let cases: [(&[&str], &str); 12] = [
        (&["--modulus", "5"], "--modulus is for --colour residue"),
        (&["--slope", "2"], "--slope needs --residual or --sequence: it is what they are compared with"),
        (&["--residual", "--columns", "99"], "--residual needs --slope: it is the distance from that line"),
        (
            &["--residual", "--slope", "2"],
            "--residual needs --columns, such as 10^6, or --sequence: what lies far out is compared with the line",
        ),
        (&["--log"], "--log needs --residual or --sequence: boards have the same scale on both axes"),
        (
            &["--sequence", "a", "--to", "9"],
            "--sequence takes its terms from n = 0 on: say how many by --first",
        ),
        (&["--first", "9"], "--first needs --sequence: it says how many terms are plotted"),
        (&["--differences"], "--differences needs --sequence: they are differences of its terms"),
        (
            &["--sequence", "a", "--plain"],
            "--residual and --sequence plot points: leave out what is about squares",
        ),
        (
            &["--size", "9", "--colour", "surplus"],
            "--size counts P-positions: leave --at, --against and --colour out",
        ),
        (&["--size", "9", "--cell", "2"], "--size says how many squares a unit has: leave --cell out"),
        (&["--range", "1:2"], "--range needs --residual with --columns: it says which distances are shown"),
    ];
    for (options, text) in cases {
        assert_eq!(line(options), text);
    }
    let residual = |slope: &str, range: &str| {
        line(&["--columns", "99", "--residual", "--slope", slope, "--range", range])
    };
    assert_eq!(residual("0", "1:2"), "\"0\" is not a slope: it is not positive");
    assert_eq!(residual("2", "1"), "\"1\" is not a range: write LOW:HIGH, such as -60:10");
    assert_eq!(
        residual("2", "3:1"),
        "a range goes from a smaller to a larger number, at most 1099511627776 away from 0"
    );
    assert_eq!(line(&["--size", "0"]), "a picture has at least one unit");
    assert_eq!(line(&["--size", "99999"]), "--size can be at most 30000, and 99999 is more");
    assert_eq!(
        refused(&["draw", "W^4", "--to", "599", "--colour", "surplus", "-o", "a.tex"]).split(" as ").next(),
        Some("a board of 600 x 600 squares")
    );
    assert_eq!(
        refused(&["draw", "W_2", "--columns", "9999", "--residual", "--slope", "2", "-o", "a.svg"])
            .lines()
            .count(),
        1
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_line_in_every_format() {
    for format in ["svg", "pdf", "png", "tex"] {
        assert_eq!(
            refused(&[
                "draw",
                "W^4",
                "--columns",
                "500",
                "--size",
                "50",
                "--format",
                format,
                "-o",
                "/dev/full"
            ]),
            "cannot write /dev/full: No space left on device (os error 28)"
        );
    }
}
