//! Exporters that only the binary has: formats that need more than the library may use.
//!
//! All others, and what an exporter is, live in [`wythoff::export`].

#[cfg(feature = "parquet")]
mod parquet;

use crate::output::{Failure, Message};
use crate::sink::is_standard;
use std::path::Path;
use wythoff::export::{self, Contents, ExportError, Exporter, Format, Sequence};

/// The format that was asked for, or that the name of the file asks for.
pub(crate) fn chosen(format: Option<Format>, json: bool, output: Option<&Path>) -> Result<Format, Failure> {
    if let Some(format) = format.or(json.then_some(Format::Json)) {
        return Ok(format);
    }
    // Pipes and devices have names, too, that say nothing.
    let file = output.filter(|path| !is_standard(path) && path.metadata().map_or(true, |m| m.is_file()));
    let name = file.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let format = name.map_or(Ok(Format::Table), |name| Format::of_file(&name));
    Ok(format.map_err(|unknown| Message(format!("{unknown}; another name can be used with --format")))?)
}

/// The exporter of a format that can be written while the list is found.
pub(crate) fn exporter(
    format: Format,
    sequence: Sequence,
    contents: &Contents,
) -> Result<Box<dyn Exporter>, Failure> {
    match format {
        Format::Parquet => Ok(parquet_exporter(contents)?),
        other => Ok(export::exporter(other, sequence, contents)?),
    }
}

/// The exporter of Parquet.
#[cfg(feature = "parquet")]
pub(crate) fn parquet_exporter(contents: &Contents) -> Result<Box<dyn Exporter>, ExportError> {
    Ok(Box::new(parquet::Parquet::new(contents)?))
}

/// Says that there is none.
#[cfg(not(feature = "parquet"))]
pub(crate) fn parquet_exporter(_: &Contents) -> Result<Box<dyn Exporter>, ExportError> {
    let why = "this wythoff was built without the feature `parquet`; csv, jsonl and raw work".to_owned();
    Err(ExportError::Failed { format: Format::Parquet, why })
}
