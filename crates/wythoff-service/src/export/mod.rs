//! Lists of P-positions and tables as bytes, one file per format.
//!
//! A list that is known is written by [`list`]. A list that is being found goes through an [`Exporter`], column by column
//! or position by position, into bytes that the caller takes away; both give the same bytes. Where bytes go is not the
//! business of this room.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::Game;
//! use wythoff_service::export;
//! use wythoff_service::export::{Extent, Format, Listing, Sequence};
//! use wythoff_prove::AllWays;
//! use wythoff_solve::Method;
//! let ways = AllWays::of(Game::named("WN")?);
//! let positions = ways.list_to(Method::Auto, 5, &Budget::default())?;
//! let listing = Listing { game: ways.game(), half: true, extent: Extent::To(5), positions: &positions };
//! assert_eq!(export::list(&listing, Format::Csv, Sequence::A)?, b"x,y\n0,0\n1,2\n3,5\n");
//!
//! let mut exporter = export::exporter(Format::Csv, Sequence::A, &listing.contents())?;
//! let mut bytes = Vec::new();
//! exporter.begin(&mut bytes);
//! exporter.column(0, &[0], &mut bytes)?;
//! exporter.column(1, &[2], &mut bytes)?;
//! exporter.end(&mut bytes)?;
//! assert_eq!(bytes, b"x,y\n0,0\n1,2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bfile;
mod csv;
mod format;
pub mod grundy;
mod json;
mod jsonl;
mod latex;
mod plain;
mod raw;

pub use format::{Format, UnknownExtension, UnknownFormat};

pub use wythoff_solve::listing::{Contents, Extent, Listing, Sequence};

use wythoff_budget::Limit;
use wythoff_number::Natural;
use wythoff_rules::position::Position;
use wythoff_solve::listing::pile_names;

/// Why a list could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A position that the format has no room for.
    #[error("{} is no pair of 64-bit numbers; csv, jsonl and json can hold it", .0.shortened())]
    NotAPair(Position),
    /// A format that cannot be written before the list is complete.
    #[error("{0} needs the whole list at once")]
    NeedsWholeList(Format),
    /// A format whose exporter comes from outside the library, see [`Format::Parquet`].
    #[error("no exporter for {0} is here")]
    NoExporter(Format),
    /// A format that tables of this kind do not have.
    #[error("tables of Grundy values can be table, csv or json, not {0}")]
    NoTable(Format),
    /// It was ended before it was complete.
    #[error(transparent)]
    Stopped(#[from] Limit),
    /// The exporter failed.
    #[error("cannot write {format}: {why}")]
    Failed {
        /// What was being written.
        format: Format,
        /// What went wrong.
        why: String,
    },
}

/// Turns P-positions into bytes, in the order in which they are given.
pub trait Exporter: Send {
    /// What stands before the first position.
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    /// Goes on with a list of which so many positions are written.
    fn resume(&mut self, _positions: u64) {}

    /// The P-positions `(x, y)` of a column of a game on two piles.
    ///
    /// # Errors
    /// [`ExportError::Failed`] if the format cannot be made.
    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), ExportError>;

    /// One position. Formats that know more than pairs of machine words say so here.
    ///
    /// # Errors
    /// [`ExportError::NotAPair`] if the format has no room for it; as for [`Exporter::column`].
    fn position(&mut self, position: &Position, out: &mut Vec<u8>) -> Result<(), ExportError> {
        let piles: Option<Vec<u64>> = position.piles().iter().map(|n| u64::try_from(n).ok()).collect();
        match piles.as_deref() {
            Some([x, y]) => self.column(*x, &[*y], out),
            _ => Err(ExportError::NotAPair(position.clone())),
        }
    }

    /// What stands after the last position, wherever the list ends.
    ///
    /// # Errors
    /// As for [`Exporter::column`].
    fn end(&mut self, _out: &mut Vec<u8>) -> Result<(), ExportError> {
        Ok(())
    }
}

/// The exporter of a format, for a list from the first position on.
///
/// # Errors
/// [`ExportError::NeedsWholeList`] or [`ExportError::NoExporter`].
pub fn exporter(
    format: Format,
    sequence: Sequence,
    contents: &Contents,
) -> Result<Box<dyn Exporter>, ExportError> {
    exporter_from(format, sequence, contents, &Natural::from(0_u8))
}

/// The same for a list from an index on.
fn exporter_from(
    format: Format,
    sequence: Sequence,
    contents: &Contents,
    start: &Natural,
) -> Result<Box<dyn Exporter>, ExportError> {
    Ok(match format {
        Format::Csv => Box::new(csv::Csv { piles: contents.piles }),
        Format::Jsonl => Box::new(jsonl::Jsonl::new(contents.piles)),
        Format::Bfile => Box::new(bfile::Bfile::new(sequence, start, contents)),
        Format::Raw => Box::new(raw::Raw),
        Format::Parquet => return Err(ExportError::NoExporter(format)),
        Format::Table | Format::Json | Format::Latex => return Err(ExportError::NeedsWholeList(format)),
    })
}

/// The whole of a list that is known already.
///
/// # Errors
/// [`ExportError`] if the format is not made here or cannot hold the list.
pub fn list(listing: &Listing<'_>, format: Format, sequence: Sequence) -> Result<Vec<u8>, ExportError> {
    let mut out = Vec::new();
    match format {
        Format::Table => plain::write(listing, &mut out),
        Format::Latex => latex::write(listing, &mut out),
        Format::Json => json::write(listing, &mut out)?,
        _ => {
            let mut exporter = exporter_from(format, sequence, &listing.contents(), &listing.start())?;
            return all(&mut *exporter, listing.positions);
        }
    }
    Ok(out)
}

/// All of these positions through an exporter, from beginning to end.
///
/// # Errors
/// What the exporter reports.
pub fn all(exporter: &mut dyn Exporter, positions: &[Position]) -> Result<Vec<u8>, ExportError> {
    let mut out = Vec::new();
    exporter.begin(&mut out);
    for position in positions {
        exporter.position(position, &mut out)?;
    }
    exporter.end(&mut out)?;
    Ok(out)
}

/// The rows of a table, with n first and, for two piles, the difference last.
fn rows<'a>(listing: &'a Listing<'_>) -> impl Iterator<Item = Vec<String>> + 'a {
    let start = listing.start();
    listing.positions.iter().enumerate().map(move |(i, position)| {
        let mut row = vec![(&start + i).to_string()];
        row.extend(position.piles().iter().map(ToString::to_string));
        if position.piles().len() == 2 {
            row.push(Sequence::Delta.term(position).to_string());
        }
        row
    })
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
