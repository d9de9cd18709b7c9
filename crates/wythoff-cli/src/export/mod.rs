//! Exporters that only the binary has: formats that need more than the library may use.
//!
//! All others, and what an exporter is, live in [`wythoff::export`].

#[cfg(feature = "parquet")]
mod parquet;

use crate::output::Failure;
use wythoff::export::{self, Exporter, Format, Sequence};

/// The exporter of a format that can be written while the list is found.
pub(crate) fn exporter(
    format: Format,
    sequence: Sequence,
    piles: usize,
) -> Result<Box<dyn Exporter>, Failure> {
    match format {
        Format::Parquet => parquet_exporter(),
        other => Ok(export::exporter(other, sequence, piles)?),
    }
}

#[cfg(feature = "parquet")]
fn parquet_exporter() -> Result<Box<dyn Exporter>, Failure> {
    Ok(Box::new(parquet::Parquet::new()?))
}

#[cfg(not(feature = "parquet"))]
fn parquet_exporter() -> Result<Box<dyn Exporter>, Failure> {
    let text = "this wythoff was built without the feature `parquet`; csv, jsonl and raw work";
    Err(crate::output::Message(text.to_owned()).into())
}
