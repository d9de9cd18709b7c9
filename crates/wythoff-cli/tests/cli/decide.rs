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

/// A certificate of the repository.
fn certificate(name: &str) -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../wythoff-prove/certificates/").to_owned() + name
}

#[test]
fn the_numeration_is_taken_from_what_is_loaded() {
    let (pell, fib) = (certificate("blocking-4.json"), certificate("k-wythoff-1.json"));
    let (p, w) = (format!("P={pell}"), format!("W={fib}"));
    assert_eq!(output(&["decide", "--load", &p, "Ax E>=4 y P(x,y)"]), "true\n");
    assert_eq!(output(&["decide", "--load", &w, "Ax E>=1 y $W(x,y)"]), "true\n");
    assert_eq!(output(&["decide", "--load", &w, "?msd_fib Ax E>=1 y $W(x,y)"]), "true\n");
    let cases: [(&[&str], [&str; 2]); 3] = [
        (
            &["--load", &p, "--load", &w, "Ax $W(x,x) => P(x,x)"],
            ["blocking-4.json is in pell", "k-wythoff-1.json is in fib"],
        ),
        (&["--load", &p, "?msd_fib Ax P(x,x)"], ["the formula is in fib", "blocking-4.json is in pell"]),
        (
            &["--numeration", "fib", "--load", &p, "Ax P(x,x)"],
            ["blocking-4.json is in the numeration pell", "--numeration pell"],
        ),
    ];
    for (arguments, words) in cases {
        let run = wythoff(&[&["decide"], arguments].concat());
        assert_eq!((run.code, &run.out[..]), (2, ""), "{arguments:?}");
        assert!(words.iter().all(|w| run.err.contains(w)), "{arguments:?}: {}", run.err);
    }
    // What was exported says its numeration, too.
    let folder = folder();
    let run =
        wythoff_in(folder.path(), &["decide", "--numeration", "fib", "x + 1 = y", "--walnut", "next.txt"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = wythoff_in(folder.path(), &["decide", "--load", "next=next.txt", "Ax,y $next(x,y) => x < y"]);
    assert_eq!((run.code, &run.out[..]), (0, "true\n"), "{}", run.err);
}

#[test]
fn numbers_are_written_as_people_write_them() {
    assert_eq!(
        output(&["decide", "Ex x > 10^20 & x < 10^20 + 8 & x mod 7 = 2"]),
        "true: x = 100000000000000000007\n"
    );
    assert_eq!(output(&["decide", "Ax x <= 2*10^6 <=> x < 2_000_001"]), "true\n");
    let run = wythoff(&["decide", "x = 2^3 ^ 4 = y"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("parentheses: `^` is a power or"), "{}", run.err);
    for (written, plain) in
        [("W^(2^2)", "W^4"), ("blocking(k=2^5+1)", "W^33"), ("(2,1+1)WN", "(2,2)WN"), ("W^(1_0)", "W^10")]
    {
        assert_eq!(output(&["ask", written, "2*5", "1_3"]), output(&["ask", plain, "10", "13"]), "{written}");
    }
    let to = |n: &str| output(&["solve", "WN", "--to", n, "--format", "csv"]);
    assert_eq!(to("2*10^1"), to("20"));
    assert_eq!(output(&["grundy", "WN", "--to", "2^2"]), output(&["grundy", "WN", "--to", "4"]));
    let history = |h: &str| output(&["ask", "(2,1)IN", "7", "11", "--history", h]);
    assert_eq!(history("10,2*7 7,10+4"), history("10,14 7,14"));
    let run = wythoff(&["prove", "WN", "--states", "4*10^3"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("numeration: fib\n"), "{}", run.out);
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
