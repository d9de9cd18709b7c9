//! Checkpoints: a run that is killed goes on from the last one with the same bytes.
//!
//! A checkpoint says how long the output was, what its end looked like, and how the solver goes on. It is written to a
//! temporary file, synchronised and renamed, after the output has been synchronised: whenever the run dies, the output is at
//! least as long as the checkpoint says, and what is longer is cut off.
//!
//! Layout, little-endian: magic, version, checksum of all that follows; column, positions, length of the output, checksum
//! of its end, length of the label, length of the state; label (game and format, a line each), state.

use crate::output::{Failure, Message};
use crate::sink::{cannot_write, checksum, folder_of, temporary_for};
use std::io::Write as _;
use std::path::Path;

const MAGIC: [u8; 8] = *b"WYTHSAVE";
const VERSION: u64 = 1;
const WORDS: usize = 9;

/// How far a run had come.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    pub(crate) game: String,
    pub(crate) format: String,
    pub(crate) column: u64,
    pub(crate) positions: u64,
    /// Length and end of the output, see [`Sink::settle`](crate::sink::Sink::settle).
    pub(crate) output: (u64, u64),
    pub(crate) state: Vec<u8>,
}

impl Checkpoint {
    fn to_bytes(&self) -> Vec<u8> {
        let label = format!("{}\n{}", self.game, self.format);
        let (length, tail) = self.output;
        let mut rest = Vec::with_capacity(48 + label.len() + self.state.len());
        let numbers =
            [self.column, self.positions, length, tail, label.len() as u64, self.state.len() as u64];
        numbers.iter().for_each(|n| rest.extend_from_slice(&n.to_le_bytes()));
        rest.extend_from_slice(label.as_bytes());
        rest.extend_from_slice(&self.state);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&checksum(&rest).to_le_bytes());
        bytes.append(&mut rest);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, &'static str> {
        if bytes.get(..8) != Some(&MAGIC[..]) {
            return Err("it is not a checkpoint");
        }
        let (words, _) = bytes.as_chunks::<8>();
        let word = |i: usize| words.get(i).map(|w| u64::from_le_bytes(*w)).ok_or("it is damaged");
        if word(1)? != VERSION {
            return Err("it was saved by another version");
        }
        let (head, rest) = bytes.split_at_checked(8 * WORDS).ok_or("it is damaged")?;
        let sum = checksum(&bytes[24..]);
        let (label, state) = (word(7)?, word(8)?);
        if word(2)? != sum || head.len() != 8 * WORDS || label.checked_add(state) != Some(rest.len() as u64) {
            return Err("it is damaged");
        }
        let (label, state) = rest.split_at(label as usize);
        let label = std::str::from_utf8(label).map_err(|_| "it is damaged")?;
        let (game, format) = label.rsplit_once('\n').ok_or("it is damaged")?;
        Ok(Checkpoint {
            game: game.to_owned(),
            format: format.to_owned(),
            column: word(3)?,
            positions: word(4)?,
            output: (word(5)?, word(6)?),
            state: state.to_vec(),
        })
    }

    /// Reads a checkpoint; `None` if there is no file.
    pub(crate) fn load(path: &Path) -> Result<Option<Checkpoint>, Failure> {
        let bytes = match std::fs::read(path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Message(format!("cannot read {}: {e}", path.display())).into()),
            Ok(bytes) => bytes,
        };
        match Checkpoint::from_bytes(&bytes) {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err(why) => Err(unusable(path, why)),
        }
    }

    /// Replaces the checkpoint in one step.
    pub(crate) fn save(&self, path: &Path) -> Result<(), Failure> {
        let mut file = temporary_for(path)?;
        file.write_all(&self.to_bytes()).map_err(|e| cannot_write(path, &e))?;
        file.as_file().sync_all().map_err(|e| cannot_write(path, &e))?;
        file.persist(path).map_err(|e| cannot_write(path, &e.error))?;
        // The renaming, too, has to reach the disk; where folders cannot be synchronised it does so later.
        #[cfg(unix)]
        let _ = std::fs::File::open(folder_of(path)).and_then(|folder| folder.sync_all());
        #[cfg(not(unix))]
        let _ = folder_of(path);
        Ok(())
    }
}

/// The checkpoint cannot be continued.
pub(crate) fn unusable(path: &Path, why: &str) -> Failure {
    Message(format!("cannot go on from {}: {why}; nothing was changed", path.display())).into()
}

#[cfg(test)]
mod tests {
    use super::Checkpoint;

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let saved = Checkpoint {
            game: "W^4".to_owned(),
            format: "csv".to_owned(),
            column: 12,
            positions: 34,
            output: (56, 78),
            state: vec![1, 2, 3, 4, 5],
        };
        let bytes = saved.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(saved));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(Checkpoint::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Checkpoint::from_bytes(&bytes[..at]).is_err(), "length {at}");
        }
    }
}
