//! Certificates: a claim as a small text file that a stranger can check.
//!
//! The text is JSON with a fixed order of fields and fixed spacing. Only that one spelling is accepted: what does not come out again
//! byte for byte when written is rejected, and so is an automaton that is not minimal or not numbered breadth first. So
//! every byte of the file means something, and equal claims are equal files. One exception: a file that names its numeration in another
//! way than [`System::name`] does (`ostrowski(1)` for `fib`, as older files do) is read, and written with the name that people use. Lengths are tested before anything is expanded, so
//! a text takes no more memory than its budget allows.
//!
//! Certificates are of several *kinds*: an automaton for all positions ([`Certificate`]), an explicit start with a
//! periodic tail ([`TailCertificate`]), beams with exact slopes ([`BeamsCertificate`]), or automata for the positions of small Grundy values
//! ([`GrundyCertificate`]). Kinds since the third name themselves in a field `kind`; a reader that does not know one
//! says so.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, System};
//! use wythoff_check::Certificate;
//! use wythoff_rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! // In base 2 the pairs (x, x) are those with equal digits: one state, letters 00 and 11.
//! let dead = u32::MAX;
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let certificate = Certificate::new(nim, base2, &diagonal).unwrap();
//! let text = certificate.to_string();
//! assert_eq!(text.parse::<Certificate>().unwrap(), certificate);
//! assert!(text.replace("base(2)", "base(3)").parse::<Certificate>().is_err());
//! ```

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::beams::BeamsCertificate;
use super::grundy::GrundyCertificate;
use super::table::Table;
use super::tail::TailCertificate;
use wythoff_automata::numeration::{BadName, BadSystem, DEAD, Numeration, System};
use wythoff_budget::{Budget, Limit};
use wythoff_rules::{Definition, Ruleset};

const FORMAT: &str = "wythoff certificate";
const VERSION: u64 = 1;
const CLAIM: &str = "the accepted pairs are the P-positions";

/// A claim: this automaton, in this numeration, accepts exactly the P-positions of this game.
///
/// A certificate that has been read is well formed; whether it is true is for [`verify`](super::verify) to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    rules: Ruleset,
    numeration: Numeration,
    table: Table,
}

/// A certificate of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyCertificate {
    /// An automaton for all positions.
    Automaton(Box<Certificate>),
    /// An explicit start with a periodic tail.
    Tail(Box<TailCertificate>),
    /// Beams with exact slopes.
    Beams(Box<BeamsCertificate>),
    /// Automata for the positions of small Grundy values.
    Grundy(Box<GrundyCertificate>),
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// It is of a kind that is not known here.
    #[error("a certificate of kind '{0}', which this version does not know")]
    Kind(String),
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
    /// Reading it would take more than allowed.
    #[error("it cannot be read within the limits: {0}")]
    Limit(#[from] Limit),
}

impl Certificate {
    /// The claim about a game, from a table.
    #[must_use]
    pub fn from_table(rules: Ruleset, numeration: Numeration, table: Table) -> Certificate {
        Certificate { rules, numeration, table }
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

    /// The automaton as a table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Reads a text.
    ///
    /// # Errors
    /// If it is not a certificate of this kind in its one spelling, or too large for the budget.
    pub fn read(text: &str, budget: &Budget) -> Result<Certificate, BadCertificate> {
        let fields = Fields::read(text, budget)?;
        Certificate::from_fields(&fields, budget)
    }

    /// From the fields of a text.
    fn from_fields(fields: &Fields<'_>, budget: &Budget) -> Result<Certificate, BadCertificate> {
        fields.expect_head(CLAIM)?;
        let system: System = fields.string("numeration")?.parse()?;
        let numeration = Numeration::new(system)?;
        let table = read_table(&fields.map, &numeration, budget)?;
        let certificate = Certificate { rules: fields.rules()?, numeration, table };
        // The name of the numeration may be any that means this one; everything else is spelt in one way.
        let body = certificate.body(fields.string("numeration")?);
        fields.expect_spelling(&with_digest(&body.map_err(|_| BadCertificate::Field("numeration"))?))?;
        Ok(certificate)
    }

    /// Everything but the digest, with a given name of the numeration.
    fn body(&self, numeration: &str) -> Result<String, std::fmt::Error> {
        let mut body = head(&self.rules);
        writeln!(body, "  \"numeration\": {},", quote(numeration))?;
        writeln!(body, "  \"claim\": {},", quote(CLAIM))?;
        write_table(&mut body, &self.table, "  ")?;
        body.push_str(",\n");
        Ok(body)
    }
}

/// The automaton of a claim, from the fields of an object. It must be in canonical form, and a set of pairs of numbers.
pub(super) fn read_table(
    object: &Map<String, Value>,
    numeration: &Numeration,
    budget: &Budget,
) -> Result<Table, BadCertificate> {
    let digits = numeration.digit_count();
    let letters = (digits as usize).pow(2);
    let rows = list_in(object, "states")?;
    // The table, what it takes to compare it with others of its kind, and the text once more.
    budget.check(rows.len(), rows.len().saturating_mul(letters).saturating_mul(24))?;
    let mut next: Vec<u32> = Vec::with_capacity(rows.len() * letters);
    for row in rows {
        expand(row, letters, &mut next).ok_or(BadCertificate::Field("states"))?;
    }
    let mut accepting = vec![false; rows.len()];
    for state in states_in(object, "accepting")? {
        *accepting.get_mut(state as usize).ok_or(BadCertificate::Field("accepting"))? = true;
    }
    let starts = states_in(object, "starts")?;
    if starts.len() != numeration.phases() {
        return Err(BadCertificate::Field("starts"));
    }
    let table = Table::new(digits, next, accepting, starts).map_err(|_| BadCertificate::Automaton)?;
    if !table.is_canonical(budget)? || !table.is_set_of_pairs(numeration, budget)? {
        return Err(BadCertificate::Automaton);
    }
    Ok(table)
}

/// The fields of an automaton, without a comma or a new line at the end.
pub(super) fn write_table(body: &mut String, table: &Table, indent: &str) -> std::fmt::Result {
    let list = |v: &[u32]| v.iter().map(|&s| number(s)).collect::<Vec<_>>().join(",");
    let accepting: Vec<u32> = (0..table.states() as u32).filter(|&s| table.accepts(s)).collect();
    writeln!(body, "{indent}\"starts\": [{}],", list(table.starts()))?;
    writeln!(body, "{indent}\"accepting\": [{}],", list(&accepting))?;
    // For each state the successors in order of letters, runs of missing ones as negative counts.
    if table.states() == 0 {
        return write!(body, "{indent}\"states\": []");
    }
    writeln!(body, "{indent}\"states\": [")?;
    for (state, row) in table.successors().chunks(table.letters()).enumerate() {
        let comma = if state + 1 < table.states() { "," } else { "" };
        let row: Vec<String> = runs(row).iter().map(i64::to_string).collect();
        writeln!(body, "{indent}  [{}]{comma}", row.join(","))?;
    }
    write!(body, "{indent}]")
}

/// A field that is a list.
fn list_in<'m>(object: &'m Map<String, Value>, name: &'static str) -> Result<&'m [Value], BadCertificate> {
    object.get(name).and_then(Value::as_array).map(|l| &l[..]).ok_or(BadCertificate::Field(name))
}

/// A field that is a list of states, -1 for the dead one.
fn states_in(object: &Map<String, Value>, name: &'static str) -> Result<Vec<u32>, BadCertificate> {
    let state = |v: &Value| match v.as_i64()? {
        -1 => Some(DEAD),
        n => u32::try_from(n).ok(),
    };
    list_in(object, name)?.iter().map(state).collect::<Option<_>>().ok_or(BadCertificate::Field(name))
}

/// Appends the successors of a state: numbers of states, and runs of missing ones as negative counts.
fn expand(row: &Value, letters: usize, next: &mut Vec<u32>) -> Option<()> {
    let row = row.as_array()?;
    let mut left = letters;
    for entry in row {
        let entry = entry.as_i64()?;
        let (state, count) = match u32::try_from(entry) {
            Ok(state) if state != DEAD => (state, 1),
            Ok(_) => return None,
            Err(_) => (DEAD, usize::try_from(entry.checked_neg()?).ok()?),
        };
        left = left.checked_sub(count)?;
        next.extend(std::iter::repeat_n(state, count));
    }
    (left == 0).then_some(())
}

impl std::fmt::Display for Certificate {
    /// Writes the canonical text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&with_digest(&self.body(&self.numeration.system().name())?))
    }
}

impl std::str::FromStr for Certificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<Certificate, BadCertificate> {
        Certificate::read(text, &Budget::default())
    }
}

impl AnyCertificate {
    /// Reads a text.
    ///
    /// # Errors
    /// If it is not a certificate of a known kind in its one spelling, or too large for the budget.
    pub fn read(text: &str, budget: &Budget) -> Result<AnyCertificate, BadCertificate> {
        let fields = Fields::read(text, budget)?;
        if let Some(kind) = fields.map.get("kind") {
            let kind = kind.as_str().ok_or(BadCertificate::Field("kind"))?;
            return match kind {
                "beams" => BeamsCertificate::from_fields(&fields).map(|c| AnyCertificate::Beams(Box::new(c))),
                "grundy" => GrundyCertificate::from_fields(&fields, budget)
                    .map(|c| AnyCertificate::Grundy(Box::new(c))),
                other => Err(BadCertificate::Kind(other.chars().take(40).collect())),
            };
        }
        // The two oldest kinds have no name; a field that only one of them has tells them apart.
        if fields.map.contains_key("beams") {
            TailCertificate::from_fields(&fields).map(|c| AnyCertificate::Tail(Box::new(c)))
        } else {
            Certificate::from_fields(&fields, budget).map(|c| AnyCertificate::Automaton(Box::new(c)))
        }
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        match self {
            AnyCertificate::Automaton(certificate) => certificate.rules(),
            AnyCertificate::Tail(certificate) => &certificate.rules,
            AnyCertificate::Beams(certificate) => &certificate.rules,
            AnyCertificate::Grundy(certificate) => certificate.rules(),
        }
    }

    /// Only the game that a text is a certificate of: whether the rest is well formed is not looked at.
    ///
    /// # Errors
    /// If the text has no rules that can be read.
    pub fn only_rules(text: &str, budget: &Budget) -> Result<Ruleset, BadCertificate> {
        Fields::read(text, budget)?.rules()
    }
}

impl std::str::FromStr for AnyCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<AnyCertificate, BadCertificate> {
        AnyCertificate::read(text, &Budget::default())
    }
}

impl std::fmt::Display for AnyCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnyCertificate::Automaton(certificate) => certificate.fmt(f),
            AnyCertificate::Tail(certificate) => certificate.fmt(f),
            AnyCertificate::Beams(certificate) => certificate.fmt(f),
            AnyCertificate::Grundy(certificate) => certificate.fmt(f),
        }
    }
}

impl From<Certificate> for AnyCertificate {
    fn from(certificate: Certificate) -> AnyCertificate {
        AnyCertificate::Automaton(Box::new(certificate))
    }
}

impl From<TailCertificate> for AnyCertificate {
    fn from(certificate: TailCertificate) -> AnyCertificate {
        AnyCertificate::Tail(Box::new(certificate))
    }
}

impl From<BeamsCertificate> for AnyCertificate {
    fn from(certificate: BeamsCertificate) -> AnyCertificate {
        AnyCertificate::Beams(Box::new(certificate))
    }
}

impl From<GrundyCertificate> for AnyCertificate {
    fn from(certificate: GrundyCertificate) -> AnyCertificate {
        AnyCertificate::Grundy(Box::new(certificate))
    }
}

/// The fields of a text.
pub(super) struct Fields<'t> {
    text: &'t str,
    pub(super) map: Map<String, Value>,
}

impl<'t> Fields<'t> {
    /// A value takes at most so many times the bytes of its text: lists of one-digit numbers are the worst.
    const EXPANSION: usize = 32;

    pub(super) fn read(text: &'t str, budget: &Budget) -> Result<Fields<'t>, BadCertificate> {
        budget.check(0, text.len().saturating_mul(Self::EXPANSION))?;
        match serde_json::from_str(text).map_err(|e| BadCertificate::Json(e.to_string()))? {
            Value::Object(map) => Ok(Fields { text, map }),
            _ => Err(BadCertificate::Field("format")),
        }
    }

    /// Format, version and claim must be what they should be.
    pub(super) fn expect_head(&self, claim: &str) -> Result<(), BadCertificate> {
        if self.string("format")? != FORMAT {
            return Err(BadCertificate::Field("format"));
        }
        match self.map.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(other) => return Err(BadCertificate::Version(other)),
            None => return Err(BadCertificate::Field("version")),
        }
        if self.string("claim")? != claim {
            return Err(BadCertificate::Field("claim"));
        }
        Ok(())
    }

    /// A field that is a text.
    pub(super) fn string(&self, name: &'static str) -> Result<&str, BadCertificate> {
        self.map.get(name).and_then(Value::as_str).ok_or(BadCertificate::Field(name))
    }

    /// A field that is a list.
    pub(super) fn list(&self, name: &'static str) -> Result<&[Value], BadCertificate> {
        list_in(&self.map, name)
    }

    /// The game that a certificate is about.
    pub(super) fn rules(&self) -> Result<Ruleset, BadCertificate> {
        Definition::parse("certificate", self.string("rules")?)
            .and_then(|d| d.bind_text(""))
            .map_err(|e| BadCertificate::Rules(e.to_string()))
    }

    /// The text must be this one.
    pub(super) fn expect_spelling(&self, canonical: &str) -> Result<(), BadCertificate> {
        if canonical == self.text {
            return Ok(());
        }
        let at = canonical.bytes().zip(self.text.bytes()).take_while(|(a, b)| a == b).count();
        Err(BadCertificate::Spelling(at))
    }
}

/// The fields that every certificate begins with.
pub(super) fn head(rules: &Ruleset) -> String {
    let rules = quote(&rules.to_string());
    format!("  \"format\": {},\n  \"version\": {VERSION},\n  \"rules\": {rules},\n", quote(FORMAT))
}

/// The whole text, with a digest of the fields (FNV-1a). It catches a changed title or comment-like text, which no proof depends on;
/// it is no substitute for checking.
pub(super) fn with_digest(body: &str) -> String {
    let mix = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
    let digest = body.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
    format!("{{\n{body}  \"digest\": \"{digest:016x}\"\n}}\n")
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
