//! The text of a claim about a tail: JSON of the same family as that of an automaton.
//!
//! There is one spelling, and what differs from it is rejected.

use std::fmt::Write as _;

use serde_json::Value;

use super::{Beam, Ray, TailCertificate};
use crate::budget::Budget;
use crate::check::certificate::{BadCertificate, Fields, head, quote, with_digest};

const CLAIM: &str = "from column start on, the P-positions with x <= y are the points of the beams, each moved by all \
                     multiples of its beam's (period, rise)";

impl std::fmt::Display for TailCertificate {
    /// Writes the canonical text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut body = head(&self.rules);
        writeln!(body, "  \"claim\": {},", quote(CLAIM))?;
        // A ray is its first removal and its step.
        let rays: Vec<String> = self
            .rays
            .iter()
            .map(|r| format!("[{},{},{},{}]", r.start.0, r.start.1, r.step.0, r.step.1))
            .collect();
        writeln!(body, "  \"rays\": [{}],", rays.join(","))?;
        writeln!(body, "  \"start\": {},", self.start)?;
        writeln!(body, "  \"beams\": [")?;
        for (i, beam) in self.beams.iter().enumerate() {
            let comma = if i + 1 < self.beams.len() { "," } else { "" };
            let points: Vec<String> = beam.points.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
            let (period, rise, points) = (beam.period, beam.rise, points.join(","));
            writeln!(body, "    {{\"period\": {period}, \"rise\": {rise}, \"points\": [{points}]}}{comma}")?;
        }
        writeln!(body, "  ],")?;
        f.write_str(&with_digest(&body))
    }
}

impl std::str::FromStr for TailCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<TailCertificate, BadCertificate> {
        TailCertificate::from_fields(&Fields::read(text, &Budget::default())?)
    }
}

impl TailCertificate {
    /// From the fields of a text.
    pub(in crate::check) fn from_fields(fields: &Fields<'_>) -> Result<TailCertificate, BadCertificate> {
        fields.expect_head(CLAIM)?;
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
        let beam = |b: &Value| {
            let wrong = BadCertificate::Field("beams");
            let number = |name: &str| b.get(name).and_then(Value::as_u64);
            let (Some(period), Some(rise)) = (number("period"), number("rise")) else { return Err(wrong) };
            let points = b.get("points").and_then(Value::as_array).ok_or(wrong)?;
            let points = rows(points, "beams", 2)?;
            Ok(Beam { period, rise, points: points.iter().map(|p| (p[0], p[1])).collect() })
        };
        let beams = fields.list("beams")?.iter().map(beam).collect::<Result<Vec<_>, BadCertificate>>()?;
        let start = fields.map.get("start").and_then(Value::as_u64).ok_or(BadCertificate::Field("start"))?;
        let certificate = TailCertificate { rules: fields.rules()?, rays, start, beams };
        if !certificate.is_well_formed() {
            return Err(BadCertificate::Field("beams"));
        }
        fields.expect_spelling(&certificate.to_string())?;
        Ok(certificate)
    }
}
