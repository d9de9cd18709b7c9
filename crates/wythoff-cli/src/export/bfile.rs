//! An OEIS b-file of one sequence: lines `n a(n)`.

use super::{Exporter, decimal};
use crate::cli::Sequence;
use crate::output::Failure;

pub(super) struct Bfile {
    sequence: Sequence,
    n: u64,
}

impl Bfile {
    pub(super) fn new(sequence: Sequence) -> Bfile {
        Bfile { sequence, n: 0 }
    }
}

impl Exporter for Bfile {
    fn resume(&mut self, positions: u64) {
        self.n = positions;
    }

    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), Failure> {
        for &y in rows {
            decimal(self.n, out);
            self.n += 1;
            out.push(b' ');
            match self.sequence {
                Sequence::A => decimal(x, out),
                Sequence::B => decimal(y, out),
                Sequence::Delta => {
                    if y < x {
                        out.push(b'-');
                    }
                    decimal(y.abs_diff(x), out);
                }
            }
            out.push(b'\n');
        }
        Ok(())
    }
}
