//! The text of a claim about beams: JSON of the same family as that of an automaton.
//!
//! There is one spelling, and what differs from it is rejected.

use std::fmt::Write as _;

use serde_json::Value;

use super::{BeamWindow, BeamsCertificate, Language, OuterBeam, Slips};
use crate::certificate::{BadCertificate, Fields, head, quote, with_digest};
use wythoff_budget::Budget;

pub(crate) const KIND: &str = "beams";
const CLAIM: &str = "from column start on, the P-positions with x <= y are in beams: each outer one repeats after period columns, rise \
                     rows higher, and the inner one stays within distance of y = s*x, where s - 1/s is the fraction law";
const CLAIM_WITH_SLIPS: &str = "from column start on, the P-positions with x <= y are in beams: each outer one repeats after period columns, rise \
                                rows higher, and the inner one stays within distance, and drift more for each binary digit of x, of y = s*x, \
                                where s - 1/s is the fraction law";

fn sentence(slips: bool) -> &'static str {
    if slips { CLAIM_WITH_SLIPS } else { CLAIM }
}

impl std::fmt::Display for BeamsCertificate {
    /// Writes the canonical text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut body = head(&self.rules);
        writeln!(body, "  \"kind\": {},", quote(KIND))?;
        writeln!(body, "  \"claim\": {},", quote(sentence(self.slips.is_some())))?;
        writeln!(body, "  \"start\": {},", self.start)?;
        let window = |w: &BeamWindow| {
            format!(
                "\"lowest\": {}, \"row\": {}, \"column\": {}, \"patience\": {}",
                w.lowest, w.row, w.column, w.patience
            )
        };
        writeln!(body, "  \"inner\": {{{}}},", window(&self.inner))?;
        let outer = self.outer.iter().map(|b| {
            format!("    {{{}, \"period\": {}, \"rise\": {}}}", window(&b.window), b.period, b.rise)
        });
        let outer: Vec<String> = outer.collect();
        match outer.is_empty() {
            true => writeln!(body, "  \"outer\": [],")?,
            false => writeln!(body, "  \"outer\": [\n{}\n  ],", outer.join(",\n"))?,
        }
        writeln!(body, "  \"law\": [{},{}],", self.law.0, self.law.1)?;
        writeln!(body, "  \"height\": {},", self.height)?;
        writeln!(body, "  \"distance\": {},", self.distance)?;
        if let Some(Slips { fall, drift }) = self.slips {
            writeln!(body, "  \"slips\": {{\"fall\": {fall}, \"drift\": {drift}}},")?;
        }
        // For each state its successors, -1 for none; none at the end are left out. Ten states to a line.
        let state = |row: &Vec<Option<u32>>| {
            let row: Vec<String> = row.iter().map(|s| s.map_or(-1, i64::from).to_string()).collect();
            format!("[{}]", row.join(","))
        };
        let states: Vec<String> = self.language.states.iter().map(state).collect();
        let lines: Vec<String> = states.chunks(10).map(|c| format!("    {}", c.join(","))).collect();
        writeln!(body, "  \"language\": [\n{}\n  ],", lines.join(",\n"))?;
        f.write_str(&with_digest(&body))
    }
}

impl std::str::FromStr for BeamsCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<BeamsCertificate, BadCertificate> {
        BeamsCertificate::from_fields(&Fields::read(text, &Budget::default())?)
    }
}

fn window(value: &Value) -> Option<BeamWindow> {
    let number = |name: &str| value.get(name)?.as_u64();
    Some(BeamWindow {
        lowest: number("lowest")?,
        row: number("row")?,
        column: number("column")?,
        patience: number("patience")?,
    })
}

fn outer(value: &Value) -> Option<OuterBeam> {
    let number = |name: &str| value.get(name)?.as_u64();
    Some(OuterBeam { window: window(value)?, period: number("period")?, rise: number("rise")? })
}

fn slips(value: &Value) -> Option<Slips> {
    let number = |name: &str| value.get(name)?.as_u64();
    Some(Slips { fall: number("fall")?, drift: number("drift")? })
}

fn state(value: &Value) -> Option<Vec<Option<u32>>> {
    let successor = |v: &Value| match v.as_i64()? {
        -1 => Some(None),
        n => u32::try_from(n).ok().map(Some),
    };
    let row: Vec<Option<u32>> = value.as_array()?.iter().map(successor).collect::<Option<_>>()?;
    (row.last() != Some(&None) && row.len() < 256).then_some(row)
}

impl BeamsCertificate {
    /// From the fields of a text.
    pub(crate) fn from_fields(fields: &Fields<'_>) -> Result<BeamsCertificate, BadCertificate> {
        let slips = fields.map.get("slips");
        fields.expect_head(sentence(slips.is_some()))?;
        let number = |name: &'static str| {
            fields.map.get(name).and_then(Value::as_u64).ok_or(BadCertificate::Field(name))
        };
        let wrong = |name| move || BadCertificate::Field(name);
        let inner = fields.map.get("inner").and_then(window).ok_or_else(wrong("inner"))?;
        let beams: Option<Vec<OuterBeam>> = fields.list("outer")?.iter().map(outer).collect();
        let law: Option<Vec<u64>> = fields.list("law")?.iter().map(Value::as_u64).collect();
        let [above, below] = law.ok_or_else(wrong("law"))?[..] else {
            return Err(BadCertificate::Field("law"));
        };
        let slips = match slips.map(self::slips) {
            Some(None) => return Err(BadCertificate::Field("slips")),
            slips => slips.flatten(),
        };
        let states: Option<Vec<_>> = fields.list("language")?.iter().map(state).collect();
        let certificate = BeamsCertificate {
            rules: fields.rules()?,
            start: number("start")?,
            inner,
            outer: beams.ok_or_else(wrong("outer"))?,
            law: (above, below),
            height: number("height")?,
            distance: number("distance")?,
            slips,
            language: Language { states: states.ok_or_else(wrong("language"))? },
        };
        if !certificate.is_well_formed() {
            return Err(BadCertificate::Field("language"));
        }
        fields.expect_spelling(&certificate.to_string())?;
        Ok(certificate)
    }
}
