//! The text of a claim about a tail: JSON of the same family as that of an automaton.
//!
//! There is one spelling, and what differs from it is rejected.

use std::fmt::Write as _;

use serde_json::Value;

use super::{Beam, Ray, TailCertificate};
use crate::certificate::{BadCertificate, Fields, head, quote, with_digest};
use wythoff_budget::Budget;

const CLAIM: &str = "from column start on, the P-positions with x <= y are the points of the beams, each moved by all \
                     multiples of its beam's (period, rise)";
/// With beams of their own below the diagonal.
const CLAIM_OF_BOTH: &str = "from column start on, the P-positions with x <= y are the points of the beams, each moved by all \
                             multiples of its beam's (period, rise); and from row start on, those with x > y are in the same \
                             way the points of the beams below, with the piles exchanged";

impl std::fmt::Display for TailCertificate {
    /// Writes the canonical text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut body = head(&self.rules);
        writeln!(body, "  \"claim\": {},", quote(claim(self.below.is_some())))?;
        // A ray is its first removal and its step.
        let rays: Vec<String> = self
            .rays
            .iter()
            .map(|r| format!("[{},{},{},{}]", r.start.0, r.start.1, r.step.0, r.step.1))
            .collect();
        writeln!(body, "  \"rays\": [{}],", rays.join(","))?;
        if let Some(blocks) = &self.blocks {
            // The numbers of the lines.
            let of_ray = |lines: &u16| {
                let lines: Vec<String> =
                    (0..16).filter(|i| lines >> i & 1 == 1).map(|i: u32| i.to_string()).collect();
                format!("[{}]", lines.join(","))
            };
            let blocks: Vec<String> = blocks.iter().map(of_ray).collect();
            writeln!(body, "  \"blocks\": [{}],", blocks.join(","))?;
        }
        writeln!(body, "  \"start\": {},", self.start)?;
        write_beams(&mut body, "beams", &self.beams)?;
        if let Some(below) = &self.below {
            write_beams(&mut body, "below", below)?;
        }
        f.write_str(&with_digest(&body))
    }
}

fn claim(both: bool) -> &'static str {
    if both { CLAIM_OF_BOTH } else { CLAIM }
}

fn write_beams(body: &mut String, name: &str, beams: &[Beam]) -> std::fmt::Result {
    if beams.is_empty() {
        return writeln!(body, "  \"{name}\": [],");
    }
    writeln!(body, "  \"{name}\": [")?;
    for (i, beam) in beams.iter().enumerate() {
        let comma = if i + 1 < beams.len() { "," } else { "" };
        let points: Vec<String> = beam.points.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
        let (period, rise, points) = (beam.period, beam.rise, points.join(","));
        writeln!(body, "    {{\"period\": {period}, \"rise\": {rise}, \"points\": [{points}]}}{comma}")?;
    }
    writeln!(body, "  ],")
}

/// The lines that can forbid a ray, from their numbers.
fn lines(numbers: &Value) -> Option<u16> {
    numbers.as_array()?.iter().try_fold(0u16, |lines, number| {
        let line = 1u16.checked_shl(u32::try_from(number.as_u64()?).ok()?)?;
        Some(lines | line)
    })
}

impl std::str::FromStr for TailCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<TailCertificate, BadCertificate> {
        TailCertificate::from_fields(&Fields::read(text, &Budget::default())?)
    }
}

impl TailCertificate {
    /// From the fields of a text.
    pub(crate) fn from_fields(fields: &Fields<'_>) -> Result<TailCertificate, BadCertificate> {
        let both = fields.map.contains_key("below");
        fields.expect_head(claim(both))?;
        let rows = |rows: &[Value], name, length: usize| -> Result<Vec<Vec<u64>>, BadCertificate> {
            let row = |row: &Value| {
                let row: Option<Vec<u64>> = row.as_array()?.iter().map(Value::as_u64).collect();
                row.filter(|r| r.len() == length)
            };
            rows.iter().map(row).collect::<Option<_>>().ok_or(BadCertificate::Field(name))
        };
        let rays = rows(fields.list("rays")?, "rays", 4)?
            .iter()
            .map(|r| Ray { start: (r[0], r[1]), step: (r[2], r[3]) })
            .collect();
        let beams = |name: &'static str| -> Result<Vec<Beam>, BadCertificate> {
            let beam = |b: &Value| {
                let wrong = BadCertificate::Field(name);
                let number = |name: &str| b.get(name).and_then(Value::as_u64);
                let (Some(period), Some(rise)) = (number("period"), number("rise")) else {
                    return Err(wrong);
                };
                let points = b.get("points").and_then(Value::as_array).ok_or(wrong)?;
                let points = rows(points, name, 2)?;
                Ok(Beam { period, rise, points: points.iter().map(|p| (p[0], p[1])).collect() })
            };
            fields.list(name)?.iter().map(beam).collect()
        };
        let blocks = match fields.map.contains_key("blocks") {
            true => {
                let blocks: Option<Vec<u16>> = fields.list("blocks")?.iter().map(lines).collect();
                Some(blocks.ok_or(BadCertificate::Field("blocks"))?)
            }
            false => None,
        };
        let start = fields.map.get("start").and_then(Value::as_u64).ok_or(BadCertificate::Field("start"))?;
        let (rules, below) = (fields.rules()?, if both { Some(beams("below")?) } else { None });
        let certificate = TailCertificate { rules, rays, blocks, start, beams: beams("beams")?, below };
        if !certificate.is_well_formed() {
            return Err(BadCertificate::Field("beams"));
        }
        fields.expect_spelling(&certificate.to_string())?;
        Ok(certificate)
    }
}
