//! A claim about Grundy values: for every `g` up to some level, an automaton for the positions of value `g`.
//!
//! Let `L_0, …, L_{g-1}` be the positions of value 0, …, `g - 1`. A position is worth `g` if it is in none of them, which says that it has an option of every
//! value below `g`, and has no option of value `g`. So `L_g` is the set of P-positions of the same game *without the squares of `L_0, …, L_{g-1}`*,
//! by induction on `x + y`. Each level is therefore an ordinary claim about an automaton, on the board that the levels below it leave, and all of them are checked:
//! nothing is said about a level whose lower levels are not right.
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_check::Verdict;
//! use wythoff_check::grundy::{GrundyCertificate, verify};
//! use wythoff_check::table::Table;
//! use wythoff_rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let dead = u32::MAX;
//! // Value 0: equal digits. Value 1: equal digits but the last.
//! let zero = Table::new(2, vec![0, dead, dead, 0], vec![true], vec![0]).unwrap();
//! let one = Table::new(2, vec![0, 1, 1, 0, dead, dead, dead, dead], vec![false, true], vec![0]).unwrap();
//! let claim = GrundyCertificate::new(nim.clone(), base2.clone(), vec![zero.clone(), one.clone()]).unwrap();
//! assert_eq!(verify(&claim, &Budget::default()).unwrap(), Verdict::Proved);
//! let swapped = GrundyCertificate::new(nim, base2, vec![one, zero]).unwrap();
//! assert!(matches!(verify(&swapped, &Budget::default()).unwrap(), Verdict::Refuted { .. }));
//! ```

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::Value;

use super::certificate::{
    BadCertificate, Certificate, Fields, head, quote, read_table, with_digest, write_table,
};
use super::squares;
use super::table::Table;
use super::{Undecided, Verdict};
use wythoff_automata::numeration::{Numeration, System};
use wythoff_budget::Budget;
use wythoff_rules::regular::{RegularSet, SetTable};
use wythoff_rules::{Atom, Formula, Play, Ruleset, Term, Twist, Var};

const KIND: &str = "grundy";
const CLAIM: &str =
    "for every g, the pairs that automaton g of levels accepts are the positions of Grundy value g";

/// Most levels of a claim.
pub const MOST_LEVELS: usize = 64;

/// A claim: automaton `g` of the list accepts exactly the positions of Grundy value `g`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyCertificate {
    rules: Ruleset,
    numeration: Numeration,
    levels: Vec<Table>,
}

/// Why there are no Grundy values: they belong to games whose players may choose any move, in normal play.
pub const NO_VALUES: Undecided =
    Undecided::Rules("Grundy values belong to games without blocking, comply, memory or misère play");

/// The same game without the squares of some sets of pairs, all in one numeration.
///
/// # Errors
/// If the game has no Grundy values, or a set is too large for a rule.
pub fn without(rules: &Ruleset, numeration: &Numeration, levels: &[Table]) -> Result<Ruleset, Undecided> {
    if rules.twist != Twist::None || rules.play != Play::Normal || rules.imitation.is_some() {
        return Err(NO_VALUES);
    }
    let variable = |v: Var| Term { constant: 0, parts: vec![(1, Atom::Var(v))] };
    let mut conditions: Vec<Formula> = rules.position.clone().into_iter().collect();
    for (value, table) in levels.iter().enumerate() {
        let accepting = (0..table.states() as u32).map(|s| table.accepts(s)).collect();
        let next = table.successors().to_vec();
        let set = SetTable { next, accepting, starts: table.starts().to_vec() };
        let set = RegularSet::new(&name(value), numeration.clone(), 2, set)
            .map_err(|_| Undecided::Rules("a level is too large, or no set of pairs of numbers"))?;
        let members = Formula::Regular(vec![variable(Var::X), variable(Var::Y)], Arc::new(set));
        conditions.push(Formula::Not(Box::new(members)));
    }
    let mut rest = rules.clone();
    rest.position = match conditions.len() {
        0 | 1 => conditions.pop(),
        _ => Some(Formula::And(conditions)),
    };
    Ok(rest)
}

/// What the positions of a value are called in rules.
fn name(value: usize) -> String {
    format!("V{value}")
}

/// Checks a claim about Grundy values, level by level.
///
/// # Errors
/// If a limit is reached or the rules cannot be read in this numeration.
pub fn verify(certificate: &GrundyCertificate, budget: &Budget) -> Result<Verdict, Undecided> {
    let GrundyCertificate { rules, numeration, levels } = certificate;
    for (value, table) in levels.iter().enumerate() {
        let rest = without(rules, numeration, &levels[..value])?;
        let claim = Certificate::from_table(rest, numeration.clone(), table.clone());
        match squares::verify(&claim, &budget.named(&format!("value {value}")))? {
            Verdict::Proved => {}
            refuted @ Verdict::Refuted { .. } => return Ok(refuted),
        }
    }
    Ok(Verdict::Proved)
}

impl GrundyCertificate {
    /// The claim about a game.
    ///
    /// # Errors
    /// If there is no level, or more than [`MOST_LEVELS`].
    pub fn new(
        rules: Ruleset,
        numeration: Numeration,
        levels: Vec<Table>,
    ) -> Result<GrundyCertificate, BadCertificate> {
        if levels.is_empty() || levels.len() > MOST_LEVELS {
            return Err(BadCertificate::Field("levels"));
        }
        Ok(GrundyCertificate { rules, numeration, levels })
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The numeration in which the automata read.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The automata for the values 0, 1, ….
    #[must_use]
    pub fn levels(&self) -> &[Table] {
        &self.levels
    }

    /// The greatest value that is claimed.
    #[must_use]
    pub fn level(&self) -> usize {
        self.levels.len() - 1
    }

    /// The part that is about P-positions, the positions of value 0.
    #[must_use]
    pub fn of_p_positions(&self) -> Certificate {
        Certificate::from_table(self.rules.clone(), self.numeration.clone(), self.levels[0].clone())
    }

    /// The positions of the greatest value, as a claim about P-positions on the board that the other levels leave.
    #[must_use]
    pub fn of_last_level(&self) -> Certificate {
        let rest = without(&self.rules, &self.numeration, &self.levels[..self.level()]);
        let rules = rest.unwrap_or_else(|_| self.rules.clone());
        Certificate::from_table(rules, self.numeration.clone(), self.levels[self.level()].clone())
    }

    pub(super) fn from_fields(
        fields: &Fields<'_>,
        budget: &Budget,
    ) -> Result<GrundyCertificate, BadCertificate> {
        fields.expect_head(CLAIM)?;
        let system: System = fields.string("numeration")?.parse()?;
        let numeration = Numeration::new(system)?;
        let read = |level: &Value| match level {
            Value::Object(object) => read_table(object, &numeration, budget),
            _ => Err(BadCertificate::Field("levels")),
        };
        let levels = fields.list("levels")?.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let certificate = GrundyCertificate::new(fields.rules()?, numeration, levels)?;
        fields.expect_spelling(&certificate.to_string())?;
        Ok(certificate)
    }
}

impl std::fmt::Display for GrundyCertificate {
    /// Writes the canonical text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut body = head(&self.rules);
        writeln!(body, "  \"kind\": {},", quote(KIND))?;
        writeln!(body, "  \"numeration\": {},", quote(&self.numeration.system().name()))?;
        writeln!(body, "  \"claim\": {},", quote(CLAIM))?;
        writeln!(body, "  \"levels\": [")?;
        for (value, table) in self.levels.iter().enumerate() {
            writeln!(body, "    {{")?;
            write_table(&mut body, table, "      ")?;
            writeln!(body, "\n    }}{}", if value < self.level() { "," } else { "" })?;
        }
        writeln!(body, "  ],")?;
        f.write_str(&with_digest(&body))
    }
}

impl std::str::FromStr for GrundyCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<GrundyCertificate, BadCertificate> {
        let budget = Budget::default();
        GrundyCertificate::from_fields(&Fields::read(text, &budget)?, &budget)
    }
}
