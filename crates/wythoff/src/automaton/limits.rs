//! Limits as values: how many states, how many bytes, and a callback that says when time is up.
//!
//! The library has no clock, and does not know what else the process holds. Whoever calls hands in a closure that does; it is
//! asked every few thousand steps.
//!
//! ```
//! use wythoff::automaton::{Limit, Limits};
//! let limits = Limits { states: 10, ..Limits::default() };
//! assert_eq!(limits.check(11, 0), Err(Limit::States(10)));
//! let never = Limits { stop: Some(&|| Some(Limit::Time)), ..Limits::default() };
//! assert_eq!(never.check(0, 0), Err(Limit::Time));
//! ```

/// A limit that was reached. The question stays open: this is never evidence for either answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Limit {
    /// An automaton needed more states than this.
    #[error("more than {0} states are needed")]
    States(usize),
    /// The tables needed more bytes than this.
    #[error("more than {0} bytes are needed")]
    Memory(usize),
    /// The caller's clock said stop.
    #[error("the time is up")]
    Time,
}

/// What a construction may spend.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// States of any one automaton, intermediate ones included.
    pub states: usize,
    /// Bytes of the tables of any one construction (an estimate from below, within a factor of two).
    pub bytes: usize,
    /// Asked now and then; a limit means stop.
    pub stop: Option<&'a dyn Fn() -> Option<Limit>>,
}

impl Default for Limits<'_> {
    /// Four million states, four gibibytes, no clock.
    fn default() -> Self {
        Limits { states: 4_000_000, bytes: 4 << 30, stop: None }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits")
            .field("states", &self.states)
            .field("bytes", &self.bytes)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

impl Limits<'_> {
    /// Fails if `states` or `bytes` exceed the limit, or if the caller's clock says stop.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self, states: usize, bytes: usize) -> Result<(), Limit> {
        if states > self.states {
            return Err(Limit::States(self.states));
        }
        if bytes > self.bytes {
            return Err(Limit::Memory(self.bytes));
        }
        match self.stop.and_then(|stop| stop()) {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }
}
