//! Saved states: a run that is killed goes on from the last one as if nothing had happened.
//!
//! Layout, little-endian: magic, version, fingerprint of the game (with the height), number of payload bytes, checksum of the payload;
//! then the payload, 64-bit words all through. The least counts are not saved but found again from the counts.

use super::Columns;
use super::engine::Engine;
use wythoff_rules::identity::checksum;

const MAGIC: [u8; 8] = *b"WYTHCOLS";
const VERSION: u64 = 2;
const HEADER: usize = 40;

/// Why bytes are not a saved state that can be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadState {
    /// They are not a saved state at all.
    #[error("not a saved state of the columns solver")]
    NotAState,
    /// They were saved by another version of the program.
    #[error("saved by another version of the columns solver (format {found}, this is {VERSION})")]
    Version {
        /// The version found.
        found: u64,
    },
    /// They were saved for another game, or another height.
    #[error("it was saved for other rules or another way of solving")]
    OtherGame,
    /// They are incomplete or damaged.
    #[error("the saved state is damaged")]
    Damaged,
}

impl Columns {
    /// The state between two columns, to be continued by [`Columns::from_bytes`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let engine = &self.engine;
        let words: usize = engine.lanes.iter().flat_map(|lane| &lane.strands).map(|s| s.words().len()).sum();
        let mut bytes = Vec::with_capacity(HEADER + 8 * (words + 64));
        bytes.resize(HEADER, 0);
        let mut put = |word: u64| bytes.extend_from_slice(&word.to_le_bytes());
        put(engine.x);
        put(engine.listed);
        put(engine.recent.len() as u64);
        for column in &engine.recent {
            put(column.len() as u64);
            column.iter().for_each(|row| put(*row));
        }
        put(engine.lanes.len() as u64);
        for lane in &engine.lanes {
            put(lane.bias as u64);
            put(lane.high as u64);
            put(lane.strands.len() as u64);
            for strand in &lane.strands {
                put(strand.words().len() as u64);
                strand.words().iter().for_each(|word| put(*word));
            }
        }
        let header = [VERSION, self.identity(), (bytes.len() - HEADER) as u64, checksum(&bytes[HEADER..])];
        bytes[..8].copy_from_slice(&MAGIC);
        for (place, word) in bytes[8..HEADER].chunks_exact_mut(8).zip(header) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Goes on from a saved state. `self` is the same game, freshly begun or not: it is left as it was on failure.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are not a state of this game saved by this version, whole and undamaged.
    pub fn from_bytes(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        if bytes.get(..8) != Some(&MAGIC[..]) {
            return Err(BadState::NotAState);
        }
        let mut header = Words(bytes.get(8..HEADER).ok_or(BadState::Damaged)?);
        let found = header.next()?;
        if found != VERSION {
            return Err(BadState::Version { found });
        }
        let (identity, length, sum) = (header.next()?, header.next()?, header.next()?);
        let payload = &bytes[HEADER..];
        if payload.len() as u64 != length || checksum(payload) != sum {
            return Err(BadState::Damaged);
        }
        if identity != self.identity() {
            return Err(BadState::OtherGame);
        }
        let fresh = Engine::new(self.engine.game.clone(), self.engine.height);
        let mut engine = fresh.map_err(|_| BadState::OtherGame)?;
        let mut words = Words(payload);
        engine.x = words.next()?;
        engine.listed = words.next()?;
        if words.next()? != engine.recent.len() as u64 || engine.x > 1 << 40 {
            return Err(BadState::Damaged);
        }
        for column in &mut engine.recent {
            *column = words.list()?;
            if !column.is_sorted_by(|a, b| a < b) {
                return Err(BadState::Damaged);
            }
        }
        if words.next()? != engine.lanes.len() as u64 {
            return Err(BadState::Damaged);
        }
        for lane in &mut engine.lanes {
            let (bias, high, strands) = (words.next()?, words.next()?, words.next()?);
            let strands = (0..strands).map(|_| words.list()).collect::<Result<Vec<_>, _>>()?;
            if bias > 1 << 50 || high > 1 << 50 || !lane.restore(bias as i64, high as i64, strands) {
                return Err(BadState::Damaged);
            }
            lane.seek(engine.x);
        }
        if !words.0.is_empty() {
            return Err(BadState::Damaged);
        }
        self.engine = engine;
        Ok(())
    }

    fn identity(&self) -> u64 {
        let height = self.engine.height.map_or(0, |height| height.wrapping_mul(2) | 1);
        self.engine.game.fingerprint() ^ height.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Reads words one after the other.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn next(&mut self) -> Result<u64, BadState> {
        let (word, rest) = self.0.split_first_chunk::<8>().ok_or(BadState::Damaged)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*word))
    }

    fn list(&mut self) -> Result<Vec<u64>, BadState> {
        let length = self.next()?;
        if length > self.0.len() as u64 / 8 {
            return Err(BadState::Damaged);
        }
        (0..length).map(|_| self.next()).collect()
    }
}
