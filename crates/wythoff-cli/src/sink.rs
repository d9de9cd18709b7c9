//! Where bytes go: standard output, a file that appears when it is complete, or a file that grows.

use crate::output::{Failure, Message};
use crate::progress::interrupted;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use wythoff::checksum;
use wythoff_files::{CannotWrite, temporary_for};

/// Bytes go here.
pub(crate) enum Sink {
    /// Standard output.
    Standard,
    /// A temporary file next to the one that it will become.
    Temporary(tempfile::NamedTempFile, PathBuf),
    /// A file that is written as it is: a device or pipe, or the output of a run with a checkpoint.
    Direct(File, PathBuf),
}

/// How many bytes before the end of a growing file are recognised when it is continued.
const TAIL: u64 = 1 << 16;

pub(crate) fn cannot_write(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    CannotWrite::new(path, why).into()
}

/// Does this stand for standard output, or standard input? A file of that name is written `./-`.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

impl Sink {
    /// Standard output, or a file that appears complete or not at all.
    pub(crate) fn open(path: Option<&Path>) -> Result<Sink, Failure> {
        let Some(path) = path.filter(|path| !is_standard(path)) else { return Ok(Sink::Standard) };
        // Devices and pipes are written to; only files are replaced.
        if path.metadata().is_ok_and(|m| !m.is_file()) {
            let file = File::options().write(true).open(path).map_err(|e| cannot_write(path, &e))?;
            return Ok(Sink::Direct(file, path.to_owned()));
        }
        // From here on Ctrl-C must not end the program before the temporary file is gone.
        interrupted();
        Ok(Sink::Temporary(temporary_for(path)?, path.to_owned()))
    }

    /// A file that grows; what is in it stays for now.
    pub(crate) fn growing(path: &Path, create: bool) -> Result<Sink, Failure> {
        let mut options = File::options();
        options.read(true).write(true).create(create).truncate(false);
        let file = options.open(path).map_err(|e| cannot_write(path, &e))?;
        if !file.metadata().is_ok_and(|m| m.is_file()) {
            return Err(cannot_write(path, &"a run with a checkpoint needs an ordinary file"));
        }
        Ok(Sink::Direct(file, path.to_owned()))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Standard => Ok(io::stdout().lock().write_all(bytes)?),
            Sink::Temporary(file, path) => file.write_all(bytes).map_err(|e| cannot_write(path, &e)),
            Sink::Direct(file, path) => file.write_all(bytes).map_err(|e| cannot_write(path, &e)),
        }
    }

    /// The file is complete: lets it appear.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Sink::Standard => Ok(io::stdout().lock().flush()?),
            Sink::Temporary(file, path) => {
                file.as_file().sync_all().map_err(|e| cannot_write(&path, &e))?;
                file.persist(&path).map_err(|e| cannot_write(&path, &e.error))?;
                Ok(())
            }
            Sink::Direct(file, path) => match file.sync_all() {
                // Devices and pipes cannot be synchronised.
                Err(e) if file.metadata().is_ok_and(|m| m.is_file()) => Err(cannot_write(&path, &e)),
                _ => Ok(()),
            },
        }
    }

    /// What is written so far is safe on the disk: its length, and what its end looks like.
    pub(crate) fn settle(&mut self) -> Result<(u64, u64), Failure> {
        let Sink::Direct(file, path) = self else { return Ok((0, 0)) };
        let mut settle = || -> io::Result<(u64, u64)> {
            file.sync_data()?;
            let length = file.stream_position()?;
            Ok((length, tail(file, length)?))
        };
        settle().map_err(|e| cannot_write(path, &e))
    }

    /// Goes back to a length at which the end of the file looked like this, unless it was changed since.
    pub(crate) fn rewind(&mut self, length: u64, mark: u64) -> Result<(), Failure> {
        let Sink::Direct(file, path) = self else { return Ok(()) };
        let found = file.metadata().map_err(|e| cannot_write(path, &e))?.len();
        if found < length {
            let text = format!("{} has {found} bytes, and the checkpoint needs {length}", path.display());
            return Err(Message(text).into());
        }
        if tail(file, length).map_err(|e| cannot_write(path, &e))? != mark {
            let text = format!("{} is not the file that the checkpoint belongs to", path.display());
            return Err(Message(text).into());
        }
        let mut cut = || -> io::Result<()> {
            file.set_len(length)?;
            file.seek(SeekFrom::Start(length))?;
            Ok(())
        };
        cut().map_err(|e| cannot_write(path, &e))
    }
}

/// A number for the last bytes before a place; the file goes on from that place.
fn tail(file: &mut File, length: u64) -> io::Result<u64> {
    let start = length.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    (&*file).take(length - start).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(length))?;
    Ok(checksum(&bytes))
}
