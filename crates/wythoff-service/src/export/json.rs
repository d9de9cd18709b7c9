//! One object with the game, the board and the list.

use super::{ExportError, Format, Listing};
use crate::report::ListReport;
use serde::Serialize;

pub(super) fn write(listing: &Listing<'_>, out: &mut Vec<u8>) -> Result<(), ExportError> {
    line(&ListReport::new(listing), out)
}

/// A value on a line of its own.
pub(super) fn line(value: &impl Serialize, out: &mut Vec<u8>) -> Result<(), ExportError> {
    serde_json::to_writer(&mut *out, value)
        .map_err(|error| ExportError::Failed { format: Format::Json, why: error.to_string() })?;
    out.push(b'\n');
    Ok(())
}
