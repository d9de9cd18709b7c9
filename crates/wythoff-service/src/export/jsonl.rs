//! One object a line: `{"x":1,"y":2}`. Numbers are written in full, however long.

use super::{ExportError, Exporter, decimal, pile_names};
use wythoff_rules::position::Position;

pub(super) struct Jsonl {
    /// The names of the piles.
    names: Vec<String>,
}

impl Jsonl {
    pub(super) fn new(piles: usize) -> Jsonl {
        Jsonl { names: pile_names(piles) }
    }
}

impl Exporter for Jsonl {
    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), ExportError> {
        for &y in rows {
            out.extend_from_slice(b"{\"x\":");
            decimal(x, out);
            out.extend_from_slice(b",\"y\":");
            decimal(y, out);
            out.extend_from_slice(b"}\n");
        }
        Ok(())
    }

    fn position(&mut self, position: &Position, out: &mut Vec<u8>) -> Result<(), ExportError> {
        let fields: Vec<String> = self
            .names
            .iter()
            .zip(position.piles())
            .map(|(name, pile)| format!("\"{name}\":{pile}"))
            .collect();
        out.extend_from_slice(format!("{{{}}}\n", fields.join(",")).as_bytes());
        Ok(())
    }
}
