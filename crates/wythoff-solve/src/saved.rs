//! Saved runs: what a list that is being written needs to go on after a kill, as bytes.
//!
//! Where the bytes are kept is a face's business. A saved run says what it is a run of (the game as it was called, the format),
//! how much of the output was safe and what its end looked like, and how the stream goes on; the stream's part carries the identity of
//! the rules and the way of solving ([`Stream::save`](crate::stream::Stream::save)), so that no other run can be continued from it.
//!
//! Layout, little-endian: magic, version, checksum of all that follows; length of the output, checksum of its end, lengths
//! of the two labels; label of the game, label of the format, stream.
//!
//! ```
//! use wythoff_rules::Game;
//! use wythoff_solve::{Method, SavedRun, Ways};
//! let mut stream = Ways::without_proofs(Game::named("W^4")?).stream(Method::Columns)?;
//! let saved = SavedRun { game: "W^4".into(), format: "csv".into(), output: (0, 0), stream: stream.save() };
//! let again = SavedRun::from_bytes(&saved.to_bytes()).unwrap();
//! assert_eq!(again, saved);
//! assert!(stream.restore(&again.stream).is_ok());
//! let mut other = Ways::without_proofs(Game::named("W^5")?).stream(Method::Columns)?;
//! assert!(other.restore(&again.stream).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use wythoff_rules::identity::checksum;

const MAGIC: [u8; 8] = *b"WYTHSAVE";
const VERSION: u64 = 2;
const WORDS: usize = 7;

/// How far a run had come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRun {
    /// The game as it was called.
    pub game: String,
    /// What is being written.
    pub format: String,
    /// The length of the output that is safe, and a checksum of its end.
    pub output: (u64, u64),
    /// How the stream goes on.
    pub stream: Vec<u8>,
}

/// Why bytes are not a saved run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotSaved {
    /// They are something else.
    #[error("it is not a checkpoint")]
    Other,
    /// They were saved by another version of the program.
    #[error("it was saved by another version")]
    Version,
    /// They are incomplete or damaged.
    #[error("it is damaged")]
    Damaged,
}

impl SavedRun {
    /// The run as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let lengths = [self.output.0, self.output.1, self.game.len() as u64, self.format.len() as u64];
        let mut rest: Vec<u8> = lengths.iter().flat_map(|n| n.to_le_bytes()).collect();
        rest.extend_from_slice(self.game.as_bytes());
        rest.extend_from_slice(self.format.as_bytes());
        rest.extend_from_slice(&self.stream);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&checksum(&rest).to_le_bytes());
        bytes.append(&mut rest);
        bytes
    }

    /// The run that bytes stand for.
    ///
    /// # Errors
    /// If they are not what [`SavedRun::to_bytes`] gave, to the last bit.
    pub fn from_bytes(bytes: &[u8]) -> Result<SavedRun, NotSaved> {
        if bytes.get(..8) != Some(&MAGIC[..]) {
            return Err(NotSaved::Other);
        }
        let (words, _) = bytes.as_chunks::<8>();
        let word = |i: usize| words.get(i).map(|w| u64::from_le_bytes(*w)).ok_or(NotSaved::Damaged);
        if word(1)? != VERSION {
            return Err(NotSaved::Version);
        }
        let (_, rest) = bytes.split_at_checked(8 * WORDS).ok_or(NotSaved::Damaged)?;
        if word(2)? != checksum(&bytes[24..]) {
            return Err(NotSaved::Damaged);
        }
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| NotSaved::Damaged);
        let split = |bytes: &'_ [u8], length: u64| -> Result<usize, NotSaved> {
            usize::try_from(length).ok().filter(|n| *n <= bytes.len()).ok_or(NotSaved::Damaged)
        };
        let (game, rest) = rest.split_at(split(rest, word(5)?)?);
        let (format, stream) = rest.split_at(split(rest, word(6)?)?);
        Ok(SavedRun {
            game: text(game)?,
            format: text(format)?,
            output: (word(3)?, word(4)?),
            stream: stream.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SavedRun;

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let saved = SavedRun {
            game: "W^4".to_owned(),
            format: "csv".to_owned(),
            output: (56, 78),
            stream: vec![1, 2, 3, 4, 5],
        };
        let bytes = saved.to_bytes();
        assert_eq!(SavedRun::from_bytes(&bytes), Ok(saved));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(SavedRun::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(SavedRun::from_bytes(&bytes[..at]).is_err(), "length {at}");
        }
    }
}
