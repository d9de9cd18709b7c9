//! Files that appear complete or not at all.

use std::io::Write as _;
use std::path::Path;

/// A file that cannot be written, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write {path}: {why}")]
pub struct CannotWrite {
    /// The file.
    pub path: String,
    /// What the file system says.
    pub why: String,
}

impl CannotWrite {
    /// Why a file cannot be written.
    #[must_use]
    pub fn new(path: &Path, why: &dyn std::fmt::Display) -> CannotWrite {
        CannotWrite { path: path.display().to_string(), why: why.to_string() }
    }
}

/// The folder of a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// What unfinished files begin with.
pub(crate) const UNFINISHED: &str = ".wythoff-";

/// A temporary file next to a file. It is as readable for others as the umask allows, like any file.
///
/// # Errors
/// What the file system says.
pub fn temporary_for(path: &Path) -> Result<tempfile::NamedTempFile, CannotWrite> {
    let folder = folder_of(path);
    folder.metadata().map_err(|e| CannotWrite::new(path, &e))?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The whole error would name the temporary file, which nobody asked for.
    builder.tempfile_in(folder).map_err(|e| CannotWrite::new(path, &e.kind()))
}

/// Writes a file beside, lets it reach the disk, and renames it.
///
/// # Errors
/// What the file system says; nothing is left behind.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CannotWrite> {
    write_beside(path, bytes, true)
}

/// The same, but it need not reach the disk before it is renamed: after a power cut it may be empty or cut off.
pub(crate) fn write_beside(path: &Path, bytes: &[u8], synchronised: bool) -> Result<(), CannotWrite> {
    let mut file = temporary_for(path)?;
    let cannot = |e: std::io::Error| CannotWrite::new(path, &e);
    file.write_all(bytes).map_err(cannot)?;
    if synchronised {
        file.as_file().sync_all().map_err(cannot)?;
    }
    file.persist(path).map_err(|e| cannot(e.error))?;
    Ok(())
}
