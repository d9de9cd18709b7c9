//! `decide`: texts with two readings, numerations by their names, and files that go to Walnut and come back.

use crate::{folder, output, write, wythoff, wythoff_in};

/// Walnut says that these are false. They used to be true here, in silence.
#[test]
fn texts_that_walnut_reads_differently_are_refused() {
    let cases = [
        (
            "Ex x=3 | x=4 & x>5",
            "error: at character 13: Walnut would read this differently\n\
             \x20 here:   Ex (x = 3 | (x = 4 & x > 5))\n\
             \x20 Walnut: Ex ((x = 3 | x = 4) & x > 5)\n\
             In Walnut `&`, `|` and `^` have one rank and are taken from the left. Write the one that is meant.\n",
        ),
        (
            "Ex (x=1 => x=2 => x=3) & x=0",
            "error: at character 15: Walnut would read this differently\n\
             \x20 here:   Ex ((x = 1 => (x = 2 => x = 3)) & x = 0)\n\
             \x20 Walnut: Ex (((x = 1 => x = 2) => x = 3) & x = 0)\n\
             In Walnut `=>` is taken from the left. Write the one that is meant.\n",
        ),
        (
            "Ex x-1<5 & x=0",
            "error: at character 3: Walnut would read this differently\n\
             \x20 here:   Ex (x < 5 + 1 & x = 0)\n\
             \x20 Walnut: Ex ((x >= 1 & x < 5 + 1) & x = 0)\n\
             In Walnut a subtraction below 0 makes its comparison or automaton false. Write the one that is meant.\n",
        ),
    ];
    for (text, message) in cases {
        let run = wythoff(&["decide", text]);
        assert_eq!((run.code, &run.out[..], &run.err[..]), (2, "", message), "{text}");
        // Each of the readings is a text that is decided, and they differ.
        let shown = |head: &str| -> String {
            let line = run.err.lines().find_map(|l| l.strip_prefix(head));
            line.expect("a reading").to_owned()
        };
        assert_eq!(wythoff(&["decide", &shown("  here:   ")]).code, 0, "{text}");
        assert_eq!(wythoff(&["decide", &shown("  Walnut: ")]).code, 1, "{text}");
    }
    for text in ["Ex x=3 & x>2 | x=4", "Ex x >= 1 & x - 1 < 5", "Ex x = 100000000000000000000"] {
        assert!(output(&["decide", text]).starts_with("true"), "{text}");
    }
}

#[test]
fn numerations_have_names_and_may_stand_in_front() {
    assert_eq!(output(&["decide", "?msd_pell Ax Ey y > x"]), "true\n");
    assert_eq!(output(&["decide", "--numeration", "pell", "?msd_pell Ax Ey y > x"]), "true\n");
    assert_eq!(output(&["decide", "--numeration", "msd_trib", "Ax Ey y > x"]), "true\n");
    let cases: [(&[&str], &str); 5] = [
        (&["--numeration", "fib", "?msd_pell x = x"], "--numeration says fib, the formula says pell"),
        (&["?lsd_fib x = x"], "least significant digit first"),
        (&["--numeration", "lsd_2", "x = x"], "least significant digit first"),
        (&["?msd_kim x = x"], "not known here"),
        (&["?msd_1 x = x"], "is not a numeration"),
    ];
    for (arguments, message) in cases {
        let run = wythoff(&[&["decide"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.out);
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn exports_come_back() {
    let folder = folder();
    let cases = [
        ("fib", "a + b + c = d + e", "a,b,c,d,e", "msd_fib msd_fib msd_fib msd_fib msd_fib"),
        ("pell", "x + 1 = y", "x,y", "msd_pell msd_pell"),
        ("msd_trib", "x + 1 = y", "x,y", "msd_trib msd_trib"),
        ("ostrowski(1,2)", "2*x = y", "x,y", "{0,1,2} {0,1,2}"),
        ("base(3)", "d + y >= y", "d,y", "msd_3 msd_3"),
        ("ostrowski(2,1)", "x = x", "x", "{0,1,2}"),
    ];
    for (numeration, formula, names, header) in cases {
        let decide = ["decide", "--numeration", numeration];
        let run = wythoff_in(
            folder.path(),
            &[&decide[..], &[formula, "--walnut", "set.txt", "--dot", "set.gv"]].concat(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains(&format!("that reads {}\n", names.replace(',', ", "))), "{}", run.out);
        let text = std::fs::read_to_string(folder.path().join("set.txt")).expect("written");
        assert_eq!(text.lines().next(), Some(header), "{numeration}");
        let same = format!("A{names} $set({names}) <=> {formula}");
        let run = wythoff_in(folder.path(), &[&decide[..], &["--load", "set=set.txt", &same]].concat());
        assert_eq!((run.code, &run.out[..]), (0, "true\n"), "{same}: {}", run.err);
    }
    // The last one is in ostrowski(2,1) and says so, though the digits are those of pell.
    let arguments = ["decide", "--numeration", "pell", "--load", "set=set.txt", "Ax $set(x)"];
    let run = wythoff_in(folder.path(), &arguments);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("set.txt: the automaton is in the numeration ostrowski(2,1), not in pell"),
        "{}",
        run.err
    );
    // A word automaton with a negative output: it accepts, as in Walnut.
    write(folder.path(), "minus.txt", "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 -1\n0 -> 1\n1 -> 1\n");
    let run = wythoff_in(folder.path(), &["decide", "--load", "M=minus.txt", "Ax $M(x) <=> x > 0"]);
    assert_eq!((run.code, &run.out[..]), (0, "true\n"), "{}", run.err);
}
