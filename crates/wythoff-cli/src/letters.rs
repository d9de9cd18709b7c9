//! The letters that a reader's terminal can show: the locale C or POSIX has ASCII only.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Does the locale that the environment names show ASCII only? Where it names none, UTF-8 is taken for granted.
pub(crate) fn in_ascii() -> bool {
    static ASCII: OnceLock<bool> = OnceLock::new();
    *ASCII.get_or_init(|| {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var_os(name).filter(|value| !value.is_empty()));
        named.is_some_and(|locale| is_ascii_locale(&locale.to_string_lossy()))
    })
}

fn is_ascii_locale(locale: &str) -> bool {
    let name = locale.split('@').next().unwrap_or(locale);
    match name.split_once('.') {
        // Nothing but UTF-8 shows all that is printed.
        Some((_, codes)) => !codes.replace('-', "").eq_ignore_ascii_case("utf8"),
        None => name == "C" || name == "POSIX",
    }
}

/// The text in ASCII.
pub(crate) fn spelled(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut raised = false;
    for c in text.chars() {
        let power = superscript(c);
        if power.is_some() && !raised {
            out.push('^');
        }
        raised = power.is_some();
        match (power, word(c)) {
            (Some(digit), _) => out.push(digit),
            (None, _) if c.is_ascii() => out.push(c),
            (None, Some(word)) => out.push_str(word),
            // A letter of a file's name, perhaps: nothing is lost.
            (None, None) => out.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(out)
}

fn superscript(c: char) -> Option<char> {
    let at = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c)?;
    char::from_digit(at as u32, 10)
}

/// How a letter is said in ASCII.
fn word(c: char) -> Option<&'static str> {
    const WORDS: &[(char, &str)] = &[
        ('−', "-"),
        ('–', "-"),
        ('—', "--"),
        ('×', "x"),
        ('·', "*"),
        ('⋅', "*"),
        ('≤', "<="),
        ('≥', ">="),
        ('≠', "!="),
        ('≈', "~"),
        ('≡', "="),
        ('∈', "in"),
        ('∞', "infinity"),
        ('→', "->"),
        ('←', "<-"),
        ('√', "sqrt"),
        ('⌊', "floor("),
        ('⌋', ")"),
        ('⌈', "ceil("),
        ('⌉', ")"),
        ('…', "..."),
        ('“', "\""),
        ('”', "\""),
        ('‘', "'"),
        ('’', "'"),
        ('•', "*"),
        ('α', "alpha"),
        ('β', "beta"),
        ('γ', "gamma"),
        ('δ', "delta"),
        ('ε', "epsilon"),
        ('π', "pi"),
        ('ρ', "rho"),
        ('σ', "sigma"),
        ('τ', "tau"),
        ('φ', "phi"),
        ('ϕ', "phi"),
        ('Φ', "Phi"),
        ('ψ', "psi"),
        ('ω', "omega"),
        ('Δ', "Delta"),
        ('Σ', "Sigma"),
        ('⁻', "^-"),
        ('ⁿ', "^n"),
        ('ₙ', "_n"),
        ('▀', "^"),
        ('▄', "."),
        ('█', "#"),
        ('░', "-"),
        ('│', "|"),
        ('─', "-"),
        ('\u{a0}', " "),
    ];
    const BASES: &[(&str, &str)] = &[
        ("àáâãäå", "a"),
        ("èéêë", "e"),
        ("ìíîï", "i"),
        ("òóôõöøő", "o"),
        ("ùúûüű", "u"),
        ("çč", "c"),
        ("ñ", "n"),
        ("ÀÁÂÄÅ", "A"),
        ("ÈÉÊË", "E"),
        ("ÒÓÔÖØ", "O"),
        ("ÙÚÛÜ", "U"),
        ("ß", "ss"),
        ("₀", "_0"),
        ("₁", "_1"),
        ("₂", "_2"),
        ("₃", "_3"),
        ("₄", "_4"),
        ("₅", "_5"),
        ("₆", "_6"),
        ("₇", "_7"),
        ("₈", "_8"),
        ("₉", "_9"),
    ];
    let word = WORDS.iter().find(|(letter, _)| *letter == c).map(|(_, word)| *word);
    word.or_else(|| BASES.iter().find(|(letters, _)| letters.contains(c)).map(|(_, word)| *word))
}

#[cfg(test)]
mod tests {
    use super::{is_ascii_locale, spelled};

    #[test]
    fn ascii_says_the_same() {
        for (text, ascii) in [
            ("plain", "plain"),
            ("x ≤ −1, W¹²", "x <= -1, W^12"),
            ("(⌊nφ⌋, ⌊nφ²⌋) …", "(floor(nphi), floor(nphi^2)) ..."),
            ("misère, Duchêne", "misere, Duchene"),
            ("5 × √5", "5 x sqrt5"),
            ("日", "\\u{65e5}"),
        ] {
            assert_eq!(spelled(text), ascii);
            assert!(spelled(text).is_ascii());
        }
    }

    #[test]
    fn locales_of_ascii() {
        for locale in ["C", "POSIX", "en_US.ISO-8859-1", "C.ANSI_X3.4-1968"] {
            assert!(is_ascii_locale(locale), "{locale}");
        }
        for locale in ["C.UTF-8", "C.utf8", "en_GB.UTF-8", "de_DE", "fr_BE.UTF-8@euro"] {
            assert!(!is_ascii_locale(locale), "{locale}");
        }
    }
}
