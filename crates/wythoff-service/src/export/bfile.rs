//! An OEIS b-file of one sequence: lines `n a(n)`. Of a symmetric game a comment says which positions are listed.

use super::{Contents, ExportError, Exporter, Sequence, decimal};
use wythoff_number::Natural;
use wythoff_rules::position::Position;

pub(super) struct Bfile {
    sequence: Sequence,
    /// The index of the first term, where that is not 0: it may be longer than a machine word.
    start: Option<Natural>,
    /// The comment that stands before the first term.
    comment: Option<String>,
    /// Terms written.
    written: u64,
}

impl Bfile {
    pub(super) fn new(sequence: Sequence, start: &Natural, contents: &Contents) -> Bfile {
        let start = (*start != Natural::from(0_u8)).then(|| start.clone());
        let comment = contents.half.then(|| format!("# {}", contents.words()));
        Bfile { sequence, start, comment, written: 0 }
    }

    fn index(&mut self, out: &mut Vec<u8>) {
        match &self.start {
            None => decimal(self.written, out),
            Some(start) => out.extend_from_slice((start + self.written).to_string().as_bytes()),
        }
        self.written += 1;
        out.push(b' ');
    }
}

impl Exporter for Bfile {
    fn begin(&mut self, out: &mut Vec<u8>) {
        if let Some(comment) = &self.comment {
            out.extend_from_slice(comment.as_bytes());
            out.push(b'\n');
        }
    }

    fn resume(&mut self, positions: u64) {
        self.written = positions;
    }

    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), ExportError> {
        for &y in rows {
            self.index(out);
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

    fn position(&mut self, position: &Position, out: &mut Vec<u8>) -> Result<(), ExportError> {
        self.index(out);
        out.extend_from_slice(self.sequence.term(position).to_string().as_bytes());
        out.push(b'\n');
        Ok(())
    }
}
