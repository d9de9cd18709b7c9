//! Pairs of little-endian 64-bit numbers, nothing else: `numpy.fromfile(f, '<u8').reshape(-1, 2)` reads it.

use super::{ExportError, Exporter};

pub(super) struct Raw;

impl Exporter for Raw {
    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), ExportError> {
        for &y in rows {
            out.extend_from_slice(&x.to_le_bytes());
            out.extend_from_slice(&y.to_le_bytes());
        }
        Ok(())
    }
}
