//! How far a solver may go, and how it says where it stopped.

use std::ops::ControlFlow;

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most memory, in bytes, that the solver's own tables may take.
    pub memory_bytes: u64,
}

impl Default for Limits {
    /// 4 GiB.
    fn default() -> Limits {
        Limits { memory_bytes: 4 << 30 }
    }
}

/// How far a solver has come: `done` of `total` columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Columns finished.
    pub done: u64,
    /// Columns asked for.
    pub total: u64,
}

/// Called from time to time by a solver; [`ControlFlow::Break`] stops it.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Why a solver stopped before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// It would need more memory than allowed.
    #[error("stopped at column {column}: {needed} bytes of memory are needed and {allowed} are allowed")]
    Memory {
        /// The first column that is not finished.
        column: u64,
        /// The memory that would be needed, in bytes.
        needed: u64,
        /// The memory that is allowed, in bytes.
        allowed: u64,
    },
    /// The caller asked it to stop.
    #[error("stopped at column {column} as asked")]
    Asked {
        /// The first column that is not finished.
        column: u64,
    },
}
