//! Certificates: a claim as a small text file that a stranger can check.
//!
//! The text is JSON with a fixed order of fields and fixed spacing. Only that one spelling is accepted: what does not come out again
//! byte for byte when written is rejected, and so is an automaton that is not minimal or not numbered breadth first. So
//! every byte of the file means something, and equal claims are equal files. One exception: a file that names its numeration in another
//! way than [`System::name`] does (`ostrowski(1)` for `fib`, as older files do) is read, and written with the name that people use.
//!
//! ```
//! use wythoff::automaton::{Dfa, Numeration, System};
//! use wythoff::prove::certificate::Certificate;
//! use wythoff::rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! // In base 2 the pairs (x, x) are those with equal digits: one state, letters 00 and 11.
//! let dead = u32::MAX;
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let certificate = Certificate::new(nim, base2, diagonal);
//! let text = certificate.to_string();
//! assert_eq!(text.parse::<Certificate>().unwrap(), certificate);
//! assert!(text.replace("base(2)", "base(3)").parse::<Certificate>().is_err());
//! ```

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::automaton::dfa::letter_count;
use crate::automaton::numeration::{BadName, BadSystem};
use crate::automaton::{DEAD, Dfa, Numeration, System};
use crate::rules::{Definition, Ruleset};

const FORMAT: &str = "wythoff certificate";
const VERSION: u64 = 1;
const CLAIM: &str = "the accepted pairs are the P-positions";

/// A claim: this automaton, in this numeration, accepts exactly the P-positions of this game.
///
/// A certificate that has been read is well formed; whether it is true is for [`check`](super::check) to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    rules: Ruleset,
    numeration: Numeration,
    automaton: Dfa,
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCertificate {
    /// It is not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// A field is missing, unknown, of the wrong type or out of range.
    #[error("field {0:?} is missing, unknown or wrong")]
    Field(&'static str),
    /// The version is not one that is known here.
    #[error("version {0} is not known; this program knows version 1")]
    Version(u64),
    /// The rules do not parse.
    #[error("the rules are wrong: {0}")]
    Rules(String),
    /// The numeration has no known form.
    #[error("the numeration is wrong: {0}")]
    Name(#[from] BadName),
    /// The numeration is none.
    #[error("the numeration is wrong: {0}")]
    System(#[from] BadSystem),
    /// The automaton is not in canonical form, accepts words that are not valid, or cares about leading zeros.
    #[error("the automaton is not minimal, numbered breadth first, and a set of pairs of the numeration")]
    Automaton,
    /// It is a certificate, but spelt differently from how it is written.
    #[error("the text differs from its canonical spelling at byte {0}")]
    Spelling(usize),
}

impl Certificate {
    /// The claim about a game.
    #[must_use]
    pub fn new(rules: Ruleset, numeration: Numeration, automaton: Dfa) -> Certificate {
        Certificate { rules, numeration, automaton }
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The numeration in which the automaton reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The automaton.
    #[must_use]
    pub fn automaton(&self) -> &Dfa {
        &self.automaton
    }
}

impl std::fmt::Display for Certificate {
    /// Writes the canonical text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&with_digest(&self.body(&self.numeration.system().name())?))
    }
}

impl Certificate {
    /// Everything but the digest, with a given name of the numeration.
    fn body(&self, numeration: &str) -> Result<String, std::fmt::Error> {
        let list = |v: &[u32]| v.iter().map(|&s| number(s)).collect::<Vec<_>>().join(",");
        let dfa = &self.automaton;
        let mut body = head(&self.rules);
        writeln!(body, "  \"numeration\": {},", quote(numeration))?;
        writeln!(body, "  \"claim\": {},", quote(CLAIM))?;
        let accepting: Vec<u32> = (0..dfa.states() as u32).filter(|&s| dfa.output(s) != 0).collect();
        writeln!(body, "  \"starts\": [{}],", list(dfa.starts()))?;
        writeln!(body, "  \"accepting\": [{}],", list(&accepting))?;
        // For each state the successors in order of letters, runs of missing ones as negative counts.
        writeln!(body, "  \"states\": [")?;
        let letters = letter_count(2, dfa.digit_count());
        for (state, row) in dfa.table().chunks(letters).enumerate() {
            let comma = if state + 1 < dfa.states() { "," } else { "" };
            writeln!(
                body,
                "    [{}]{comma}",
                runs(row).iter().map(i64::to_string).collect::<Vec<_>>().join(",")
            )?;
        }
        writeln!(body, "  ],")?;
        Ok(body)
    }
}

impl std::str::FromStr for Certificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<Certificate, BadCertificate> {
        Certificate::read(&object(text)?, text)
    }
}

impl Certificate {
    /// From the fields of a text and the text itself.
    pub(super) fn read(fields: &Map<String, Value>, text: &str) -> Result<Certificate, BadCertificate> {
        expect_head(fields, CLAIM)?;
        let string = |name| string(fields, name);
        let system: System = string("numeration")?.parse()?;
        let numeration = Numeration::new(system)?;
        let digits = numeration.digit_count();
        let letters = letter_count(2, digits);
        let states = fields.get("states").and_then(Value::as_array).ok_or(BadCertificate::Field("states"))?;
        let mut next: Vec<u32> = vec![];
        for row in states {
            let row = row.as_array().ok_or(BadCertificate::Field("states"))?;
            let before = next.len();
            for entry in row {
                let entry = entry.as_i64().ok_or(BadCertificate::Field("states"))?;
                if entry >= 0 {
                    next.push(u32::try_from(entry).map_err(|_| BadCertificate::Field("states"))?);
                } else {
                    let missing = usize::try_from(entry.unsigned_abs()).ok().filter(|&m| m <= letters);
                    let missing = missing.ok_or(BadCertificate::Field("states"))?;
                    next.extend(std::iter::repeat_n(DEAD, missing));
                }
            }
            if next.len() - before != letters {
                return Err(BadCertificate::Field("states"));
            }
        }
        let numbers = |name: &'static str| -> Result<Vec<u32>, BadCertificate> {
            let bad = || BadCertificate::Field(name);
            let list = fields.get(name).and_then(Value::as_array).ok_or_else(bad)?;
            list.iter()
                .map(|v| match v.as_i64() {
                    Some(-1) => Ok(DEAD),
                    Some(n) => u32::try_from(n).map_err(|_| bad()),
                    None => Err(bad()),
                })
                .collect()
        };
        let mut output = vec![0; states.len()];
        for state in numbers("accepting")? {
            *output.get_mut(state as usize).ok_or(BadCertificate::Field("accepting"))? = 1;
        }
        let starts = numbers("starts")?;
        if starts.len() != numeration.phases() {
            return Err(BadCertificate::Field("starts"));
        }
        let automaton =
            Dfa::from_canonical(2, digits, &next, &output, &starts).map_err(|_| BadCertificate::Automaton)?;
        if !automaton.is_proper(&numeration) {
            return Err(BadCertificate::Automaton);
        }
        let certificate = Certificate { rules: rules(fields)?, numeration, automaton };
        // The name of the numeration may be any that means this one; everything else is spelt in one way.
        let body =
            certificate.body(string("numeration")?).map_err(|_| BadCertificate::Field("numeration"))?;
        expect_spelling(&with_digest(&body), text)?;
        Ok(certificate)
    }
}

/// The fields of a text.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, BadCertificate> {
    match serde_json::from_str(text).map_err(|e| BadCertificate::Json(e.to_string()))? {
        Value::Object(fields) => Ok(fields),
        _ => Err(BadCertificate::Field("format")),
    }
}

/// Format, version and claim must be what they should be.
pub(super) fn expect_head(fields: &Map<String, Value>, claim: &str) -> Result<(), BadCertificate> {
    if string(fields, "format")? != FORMAT {
        return Err(BadCertificate::Field("format"));
    }
    match fields.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(other) => return Err(BadCertificate::Version(other)),
        None => return Err(BadCertificate::Field("version")),
    }
    if string(fields, "claim")? != claim {
        return Err(BadCertificate::Field("claim"));
    }
    Ok(())
}

/// A field that is a text.
pub(super) fn string<'f>(
    fields: &'f Map<String, Value>,
    name: &'static str,
) -> Result<&'f str, BadCertificate> {
    fields.get(name).and_then(Value::as_str).ok_or(BadCertificate::Field(name))
}

/// The game that a certificate is about.
pub(super) fn rules(fields: &Map<String, Value>) -> Result<Ruleset, BadCertificate> {
    Definition::parse("certificate", string(fields, "rules")?)
        .and_then(|d| d.bind_text(""))
        .map_err(|e| BadCertificate::Rules(e.to_string()))
}

/// The certificate, if the text is the one that it is written as.
pub(super) fn canonical<C: std::fmt::Display>(certificate: C, text: &str) -> Result<C, BadCertificate> {
    expect_spelling(&certificate.to_string(), text)?;
    Ok(certificate)
}

fn expect_spelling(canonical: &str, text: &str) -> Result<(), BadCertificate> {
    if canonical == text {
        return Ok(());
    }
    let at = canonical.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    Err(BadCertificate::Spelling(at))
}

/// The whole text of a certificate.
fn with_digest(body: &str) -> String {
    format!("{{\n{body}  \"digest\": \"{:016x}\"\n}}\n", digest(body))
}

/// The fields that every certificate begins with.
pub(super) fn head(rules: &Ruleset) -> String {
    let rules = quote(&rules.to_string());
    format!("  \"format\": {},\n  \"version\": {VERSION},\n  \"rules\": {rules},\n", quote(FORMAT))
}

fn number(state: u32) -> String {
    if state == DEAD { "-1".to_owned() } else { state.to_string() }
}

pub(super) fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

/// A row with runs of missing successors written as their negative length.
fn runs(row: &[u32]) -> Vec<i64> {
    let mut out: Vec<i64> = vec![];
    for &target in row {
        match out.last_mut() {
            Some(last) if target == DEAD && *last < 0 => *last -= 1,
            _ if target == DEAD => out.push(-1),
            _ => out.push(i64::from(target)),
        }
    }
    out
}

/// FNV-1a over the body. It catches a changed title or comment-like text, which no proof depends on; it is no substitute for
/// checking.
pub(super) fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}
