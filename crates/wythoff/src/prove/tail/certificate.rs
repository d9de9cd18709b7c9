//! The text of a claim about a tail: JSON of the same family as [`certificate`](crate::prove::certificate).
//!
//! There is one spelling, and what differs from it is rejected. [`AnyCertificate`] reads certificates of both kinds.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::{Beam, Ray, TailCertificate};
use crate::prove::certificate::{
    BadCertificate, Certificate, canonical, digest, expect_head, head, object, quote, rules,
};
use crate::rules::Ruleset;

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
        writeln!(f, "{{\n{body}  \"digest\": \"{:016x}\"\n}}", digest(&body))
    }
}

impl std::str::FromStr for TailCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<TailCertificate, BadCertificate> {
        TailCertificate::read(&object(text)?, text)
    }
}

impl TailCertificate {
    /// From the fields of a text and the text itself.
    fn read(fields: &Map<String, Value>, text: &str) -> Result<TailCertificate, BadCertificate> {
        expect_head(fields, CLAIM)?;
        let number = |name| fields.get(name).and_then(Value::as_u64).ok_or(BadCertificate::Field(name));
        let list = |value: Option<&Value>, name, length: usize| -> Result<Vec<Vec<u64>>, BadCertificate> {
            let rows = value.and_then(Value::as_array).ok_or(BadCertificate::Field(name))?;
            rows.iter()
                .map(|row| {
                    let row: Option<Vec<u64>> = row.as_array()?.iter().map(Value::as_u64).collect();
                    row.filter(|r| r.len() == length)
                })
                .collect::<Option<_>>()
                .ok_or(BadCertificate::Field(name))
        };
        let rays = list(fields.get("rays"), "rays", 4)?
            .iter()
            .map(|r| Ray { start: (r[0], r[1]), step: (r[2], r[3]) })
            .collect();
        let beams = fields.get("beams").and_then(Value::as_array).ok_or(BadCertificate::Field("beams"))?;
        let beams = beams
            .iter()
            .map(|b| {
                let number = |name| b.get(name).and_then(Value::as_u64).ok_or(BadCertificate::Field("beams"));
                let (period, rise) = (number("period")?, number("rise")?);
                let points = list(b.get("points"), "beams", 2)?;
                Ok(Beam { period, rise, points: points.iter().map(|p| (p[0], p[1])).collect() })
            })
            .collect::<Result<Vec<_>, BadCertificate>>()?;
        let certificate = TailCertificate { rules: rules(fields)?, rays, start: number("start")?, beams };
        if !certificate.is_well_formed() {
            return Err(BadCertificate::Field("beams"));
        }
        canonical(certificate, text)
    }
}

/// A certificate of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyCertificate {
    /// An automaton for all positions.
    Automaton(Box<Certificate>),
    /// An explicit start with a periodic tail.
    Tail(Box<TailCertificate>),
}

impl AnyCertificate {
    /// The game.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        match self {
            AnyCertificate::Automaton(certificate) => certificate.rules(),
            AnyCertificate::Tail(certificate) => &certificate.rules,
        }
    }
}

impl std::str::FromStr for AnyCertificate {
    type Err = BadCertificate;

    fn from_str(text: &str) -> Result<AnyCertificate, BadCertificate> {
        // Which kind it is shows in a field that only one of them has; everything else is for that kind's reader.
        let fields = object(text)?;
        if fields.contains_key("beams") {
            TailCertificate::read(&fields, text).map(|c| AnyCertificate::Tail(Box::new(c)))
        } else {
            Certificate::read(&fields, text).map(|c| AnyCertificate::Automaton(Box::new(c)))
        }
    }
}

impl std::fmt::Display for AnyCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnyCertificate::Automaton(certificate) => certificate.fmt(f),
            AnyCertificate::Tail(certificate) => certificate.fmt(f),
        }
    }
}
