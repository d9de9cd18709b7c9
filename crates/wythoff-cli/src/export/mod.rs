//! Lists of pairs as bytes while they are being found: one file per exporter.
//!
//! An exporter only makes bytes; where they go is the business of [`Sink`](crate::sink::Sink).

mod bfile;
mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod raw;

use crate::cli::{Format, Sequence};
use crate::output::{Failure, Message};

/// Turns columns of P-positions into bytes.
pub(crate) trait Exporter {
    /// What stands before the first position.
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    /// Goes on with a list of which so many positions are written.
    fn resume(&mut self, _positions: u64) {}

    /// The P-positions of a column.
    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), Failure>;

    /// What stands after the last position, wherever the list ends.
    fn end(&mut self, _out: &mut Vec<u8>) -> Result<(), Failure> {
        Ok(())
    }
}

/// The exporter of a format; `None` for formats that need the whole list at once.
pub(crate) fn exporter(format: Format, sequence: Sequence) -> Result<Option<Box<dyn Exporter>>, Failure> {
    Ok(Some(match format {
        Format::Csv => Box::new(csv::Csv),
        Format::Jsonl => Box::new(jsonl::Jsonl),
        Format::Raw => Box::new(raw::Raw),
        Format::Bfile => Box::new(bfile::Bfile::new(sequence)),
        Format::Parquet => return Ok(Some(parquet_exporter()?)),
        Format::Table | Format::Json | Format::Latex => return Ok(None),
    }))
}

#[cfg(feature = "parquet")]
fn parquet_exporter() -> Result<Box<dyn Exporter>, Failure> {
    Ok(Box::new(parquet::Parquet::new()?))
}

#[cfg(not(feature = "parquet"))]
fn parquet_exporter() -> Result<Box<dyn Exporter>, Failure> {
    Err(Message("this wythoff was built without the feature `parquet`; csv, jsonl and raw work".to_owned())
        .into())
}

/// The whole of a list that is known already. Only pairs that fit into 64 bits have such a form.
pub(crate) fn whole(
    mut exporter: Box<dyn Exporter>,
    positions: &[wythoff::Position],
) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    exporter.begin(&mut out);
    for position in positions {
        let piles: Option<Vec<u64>> = position.piles().iter().map(|n| u64::try_from(n).ok()).collect();
        let Some([x, y]) = piles.as_deref() else {
            let text = format!(
                "{} is no pair of 64-bit numbers; csv, jsonl and json can hold it",
                position.shortened()
            );
            return Err(Message(text).into());
        };
        exporter.column(*x, &[*y], &mut out)?;
    }
    exporter.end(&mut out)?;
    Ok(out)
}

/// Writes a number in decimal; several times faster than the machinery of `write!`.
fn decimal(mut n: u64, out: &mut Vec<u8>) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    #[test]
    fn decimals() {
        for n in [0, 7, 10, 99, 100, 12_345_678_901_234_567_890, u64::MAX] {
            let mut out = Vec::new();
            super::decimal(n, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), n.to_string());
        }
    }
}
