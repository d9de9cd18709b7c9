//! What makes a game this game and no other, and short fingerprints of it.
//!
//! A ruleset's identity is its canonical text (as it is printed, without its title: what a game is called does not change
//! how it is played) and the automata that it loads stand in that text. Fingerprints, addresses, pickles and file names of
//! results all come from here.
//!
//! ```
//! use wythoff_rules::Game;
//! let a = Game::from_text("a.game", "game \"A\"\nmove rook: s = 0 or t = 0 # take from one pile\n", "")?;
//! let b = Game::from_text("b.game", "move rook: s=0 or (t = 0)\n", "")?;
//! let c = Game::from_text("c.game", "move rook: s = 0 or t = 1\n", "")?;
//! assert_eq!(a.identity(), b.identity());
//! assert_eq!(a.identity().fingerprint().len(), 32);
//! assert_ne!(a.identity().fingerprint(), c.identity().fingerprint());
//! # Ok::<(), wythoff_rules::GameError>(())
//! ```

use crate::Ruleset;
use sha2::{Digest as _, Sha256};

/// The identity of a game. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    text: String,
}

impl Identity {
    /// Of a two-pile game: its canonical text without the title.
    #[must_use]
    pub fn of_rules(ruleset: &Ruleset) -> Identity {
        Identity { text: Ruleset { title: String::new(), ..ruleset.clone() }.to_string() }
    }

    /// Of a game whose rules are code: its full name.
    pub(crate) fn of_name(name: &str) -> Identity {
        Identity { text: format!("game on n piles {name}\n") }
    }

    /// The text that it consists of.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first 128 bits of the SHA-256 of the text, in hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        digest(&self.text)
    }
}

/// The first 128 bits of the SHA-256 of a text, in hexadecimal.
pub fn digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// A checksum of bytes against damage, not against intent: FNV-1a, 64 bits.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
