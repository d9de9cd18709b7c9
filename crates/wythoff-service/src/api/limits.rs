//! How much a request may ask for, where it is answered.

use serde::Serialize;

/// Where requests are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// In a program with threads and memory.
    Server,
    /// In a page.
    Browser,
    /// In a script of whoever owns the machine: only what cannot be held is refused.
    Script,
}

impl EngineKind {
    /// How it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Server => "server",
            EngineKind::Browser => "browser",
            EngineKind::Script => "script",
        }
    }

    /// What is usual there.
    #[must_use]
    pub fn limits(self) -> DeskLimits {
        let server = DeskLimits {
            memory: 256 << 20,
            text: 1 << 16,
            window: 512,
            tile: 256,
            columns: 1 << 24,
            board: 1 << 14,
            kept: 1 << 22,
            list: 100_000,
            download: 2_000_000,
            grundy: 1_000,
            picture: 2_000,
            games: 16,
            regions: 4,
        };
        match self {
            EngineKind::Server => server,
            EngineKind::Browser => DeskLimits {
                columns: 1 << 21,
                board: 1 << 12,
                kept: 1 << 20,
                list: 20_000,
                download: 200_000,
                grundy: 400,
                games: 8,
                regions: 2,
                ..server
            },
            EngineKind::Script => DeskLimits {
                memory: 4 << 30,
                text: 1 << 24,
                window: 1 << 14,
                list: u32::MAX,
                download: u32::MAX,
                grundy: 20_000,
                picture: 20_000,
                games: 64,
                ..server
            },
        }
    }
}

/// How much a request may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DeskLimits {
    /// Bytes of memory to a computation.
    pub memory: u64,
    /// Characters of a rule text.
    pub text: usize,
    /// Columns and rows of a window.
    pub window: u32,
    /// Columns and rows of a tile, in pixels.
    pub tile: u32,
    /// Columns that tiles reach to, where P-positions are listed.
    pub columns: u64,
    /// Columns and rows that tiles reach to, where whole boards are solved.
    pub board: u64,
    /// P-positions that are kept of a region.
    pub kept: usize,
    /// Positions of a list.
    pub list: u32,
    /// Positions of a list that is downloaded.
    pub download: u32,
    /// The largest pile of a table of Grundy values.
    pub grundy: u32,
    /// Squares to a side of a picture that shows each of them.
    pub picture: u32,
    /// Games that are kept.
    pub games: usize,
    /// Regions that are kept.
    pub regions: usize,
}
