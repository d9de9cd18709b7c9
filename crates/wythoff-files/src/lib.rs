//! Files that more than one face of `wythoff` writes: results of sweeps in a folder, and tables of them.
//!
//! The library knows no files, and the command line and the Python package must not each have their own idea of a results folder. So it is
//! here: a file per task that appears complete or not at all ([`ResultsFolder`]), and tables as comma-separated values or Parquet
//! ([`write_table`]). And the threads that the library is given, since it starts none itself ([`Threads`], [`AllCores`]).
//!
//! ```
//! use wythoff::survey::{Chore, ChoreOptions, Survey, TaskLimits};
//! use wythoff::{Budget, sweep::of_rulebook};
//! use wythoff_files::{ResultsFolder, table_bytes};
//! let (family, entry) = of_rulebook("W^k")?.ok_or("in the rulebook")?;
//! let chore = Chore::new("count", &ChoreOptions::default(), &str::to_owned)?;
//! let survey = Survey::new(&family.with_values("k", "k=1..3")?, Some(entry), &chore)?;
//! let there = tempfile::tempdir()?;
//! let folder = ResultsFolder::create(&there.path().join("results"))?;
//! let report = survey.run(0, &folder, &TaskLimits::default(), &Budget::default());
//! assert_eq!(report.words(), "3 tasks: 3 done");
//! let table = folder.table(None, None)?;
//! assert!(table_bytes(&table, "table.csv".as_ref())?.starts_with(b"k,status,reason,columns,symmetric,count,id\n1,done,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folder;
#[cfg(feature = "parquet")]
mod parquet;
mod threads;
mod whole;

pub use folder::{FolderGroup, FolderStatus, NoCollection, ResultsFolder};
pub use threads::{AllCores, Threads};
pub use whole::{CannotWrite, folder_of, temporary_for, write_whole};

use std::path::Path;
use wythoff::survey::SurveyTable;

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// A name that says no format.
    #[error("{0} does not say how the table is to be written: a name ends in .csv or .parquet")]
    Name(String),
    /// The format is not part of this program.
    #[error("this wythoff was built without the feature `parquet`; .csv works")]
    NoParquet,
    /// What the format says.
    #[error("the table cannot be written as Parquet: {0}")]
    Parquet(String),
    /// What the file system says.
    #[error(transparent)]
    File(#[from] CannotWrite),
}

/// A table as bytes, in the format that a name asks for.
///
/// # Errors
/// Names that end neither in `.csv` nor in `.parquet`.
pub fn table_bytes(table: &SurveyTable, name: &Path) -> Result<Vec<u8>, NotWritten> {
    match name.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => Ok(table.csv().into_bytes()),
        Some("parquet") => as_parquet(table),
        _ => Err(NotWritten::Name(name.display().to_string())),
    }
}

/// Writes a table into a file, which appears complete or not at all.
///
/// # Errors
/// As for [`table_bytes`], and what the file system says.
pub fn write_table(table: &SurveyTable, path: &Path) -> Result<(), NotWritten> {
    Ok(write_whole(path, &table_bytes(table, path)?)?)
}

#[cfg(feature = "parquet")]
fn as_parquet(table: &SurveyTable) -> Result<Vec<u8>, NotWritten> {
    parquet::bytes(table).map_err(|error| NotWritten::Parquet(error.to_string()))
}

#[cfg(not(feature = "parquet"))]
fn as_parquet(_: &SurveyTable) -> Result<Vec<u8>, NotWritten> {
    Err(NotWritten::NoParquet)
}
