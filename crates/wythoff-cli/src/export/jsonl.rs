//! One object a line: `{"x":1,"y":2}`.

use super::{Exporter, decimal};
use crate::output::Failure;

pub(super) struct Jsonl;

impl Exporter for Jsonl {
    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), Failure> {
        for &y in rows {
            out.extend_from_slice(b"{\"x\":");
            decimal(x, out);
            out.extend_from_slice(b",\"y\":");
            decimal(y, out);
            out.extend_from_slice(b"}\n");
        }
        Ok(())
    }
}
