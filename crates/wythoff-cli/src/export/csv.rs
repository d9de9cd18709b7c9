//! Header `x,y`, one position a line.

use super::{Exporter, decimal};
use crate::output::Failure;

pub(super) struct Csv;

impl Exporter for Csv {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"x,y\n");
    }

    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), Failure> {
        for &y in rows {
            decimal(x, out);
            out.push(b',');
            decimal(y, out);
            out.push(b'\n');
        }
        Ok(())
    }
}
