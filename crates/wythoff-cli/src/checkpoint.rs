//! Checkpoints: a run that is killed goes on from the last one with the same bytes.
//!
//! A checkpoint is a [`SavedRun`] in a file. It is written to a temporary file, synchronised and renamed, after the output
//! has been synchronised: whenever the run dies, the output is at least as long as the checkpoint says, and what is
//! longer is cut off.

use crate::output::{Failure, Message};
use crate::sink::cannot_write;
use std::io::Write as _;
use std::path::Path;
use wythoff::SavedRun;
use wythoff_files::{folder_of, temporary_for};

/// Reads a checkpoint; `None` if there is no file.
pub(crate) fn load(path: &Path) -> Result<Option<SavedRun>, Failure> {
    let bytes = match std::fs::read(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(Message(format!("cannot read {}: {e}", path.display())).into()),
        Ok(bytes) => bytes,
    };
    SavedRun::from_bytes(&bytes).map(Some).map_err(|why| unusable(path, &why.to_string()))
}

/// Replaces the checkpoint in one step.
pub(crate) fn save(run: &SavedRun, path: &Path) -> Result<(), Failure> {
    let mut file = temporary_for(path)?;
    file.write_all(&run.to_bytes()).map_err(|e| cannot_write(path, &e))?;
    file.as_file().sync_all().map_err(|e| cannot_write(path, &e))?;
    file.persist(path).map_err(|e| cannot_write(path, &e.error))?;
    // The renaming, too, has to reach the disk; where folders cannot be synchronised it does so later.
    #[cfg(unix)]
    let _ = std::fs::File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder_of(path);
    Ok(())
}

/// The checkpoint cannot be continued.
pub(crate) fn unusable(path: &Path, why: &str) -> Failure {
    Message(format!("cannot go on from {}: {why}; nothing was changed", path.display())).into()
}
