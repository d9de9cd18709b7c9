//! A header such as `x,y`, one position a line.

use super::{ExportError, Exporter, decimal, pile_names};
use wythoff_rules::position::Position;

pub(super) struct Csv {
    pub(super) piles: usize,
}

impl Exporter for Csv {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(pile_names(self.piles).join(",").as_bytes());
        out.push(b'\n');
    }

    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), ExportError> {
        for &y in rows {
            decimal(x, out);
            out.push(b',');
            decimal(y, out);
            out.push(b'\n');
        }
        Ok(())
    }

    fn position(&mut self, position: &Position, out: &mut Vec<u8>) -> Result<(), ExportError> {
        for (i, pile) in position.piles().iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            out.extend_from_slice(pile.to_string().as_bytes());
        }
        out.push(b'\n');
        Ok(())
    }
}
