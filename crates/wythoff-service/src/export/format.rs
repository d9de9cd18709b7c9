//! The names of formats, spelled once.

use std::fmt;
use std::str::FromStr;

/// A format that lists or tables can be written in.
///
/// ```
/// use wythoff_service::export::Format;
/// assert_eq!("bfile".parse(), Ok(Format::Bfile));
/// assert_eq!(Format::Latex.to_string(), "latex");
/// assert_eq!(Format::from_extension("TEX"), Some(Format::Latex));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Aligned columns, as in the papers.
    Table,
    /// A header and one position a line, commas between the piles.
    Csv,
    /// One object with the game, the board and the list.
    Json,
    /// One object a line.
    Jsonl,
    /// An OEIS b-file of one sequence.
    Bfile,
    /// A LaTeX document with the table.
    Latex,
    /// Pairs of little-endian unsigned 64-bit numbers.
    Raw,
    /// Apache Parquet with columns x and y. Only its name is here: it is compressed by C code, which the library does
    /// without, so whoever writes it brings an [`Exporter`](super::Exporter).
    Parquet,
}

/// No format of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no format is called {0:?}")]
pub struct UnknownFormat(pub String);

/// No format goes with files of this extension.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no format goes with the extension .{0}; known are .{known}", known = Format::EXTENSIONS.join(", ."))]
pub struct UnknownExtension(pub String);

impl Format {
    /// All formats.
    pub const ALL: [Format; 8] = [
        Format::Table,
        Format::Csv,
        Format::Json,
        Format::Jsonl,
        Format::Bfile,
        Format::Latex,
        Format::Raw,
        Format::Parquet,
    ];

    /// How it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Bfile => "bfile",
            Format::Latex => "latex",
            Format::Raw => "raw",
            Format::Parquet => "parquet",
        }
    }

    /// The format that files with this extension (without the dot) are in. Case does not matter.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Some(Format::Csv),
            "json" => Some(Format::Json),
            "jsonl" | "ndjson" => Some(Format::Jsonl),
            "tex" => Some(Format::Latex),
            "raw" | "bin" => Some(Format::Raw),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }

    /// Extensions of files that [`Format::of_file`] knows.
    pub const EXTENSIONS: [&'static str; 9] =
        ["csv", "json", "jsonl", "ndjson", "tex", "raw", "bin", "parquet", "txt"];

    /// The format that a file of this name is expected to be in: by its extension, a table if it has none, and a b-file if it is
    /// called as the OEIS calls them.
    ///
    /// ```
    /// use wythoff_service::export::Format;
    /// assert_eq!(Format::of_file("w4.parquet"), Ok(Format::Parquet));
    /// assert_eq!(Format::of_file("b072061.txt"), Ok(Format::Bfile));
    /// assert_eq!(Format::of_file("list"), Ok(Format::Table));
    /// assert!(Format::of_file("list.xls").is_err());
    /// ```
    ///
    /// # Errors
    /// [`UnknownExtension`].
    pub fn of_file(name: &str) -> Result<Format, UnknownExtension> {
        // A name that only begins with a dot has no extension.
        let Some((stem, extension)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
            return Ok(Format::Table);
        };
        let number = stem.strip_prefix('b').filter(|rest| !rest.is_empty());
        let is_bfile = number.is_some_and(|rest| rest.bytes().all(|c| c.is_ascii_digit()));
        if extension.eq_ignore_ascii_case("txt") {
            return Ok(if is_bfile { Format::Bfile } else { Format::Table });
        }
        Format::from_extension(extension).ok_or_else(|| UnknownExtension(extension.to_owned()))
    }

    /// Can it be written while the list is being found, or does it need the whole list at once?
    #[must_use]
    pub fn streams(self) -> bool {
        match self {
            Format::Csv | Format::Jsonl | Format::Bfile | Format::Raw | Format::Parquet => true,
            Format::Table | Format::Json | Format::Latex => false,
        }
    }

    /// Can a list that broke off be continued where it ended? Then its exporter obeys [`Exporter::resume`](super::Exporter::resume).
    #[must_use]
    pub fn resumes(self) -> bool {
        self.streams() && self != Format::Parquet
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let found = Format::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}
