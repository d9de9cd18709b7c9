//! The limits of every command that can take long, under one name each.

use clap::Args;

/// Time and memory.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct SpendArguments {
    /// Stop after this time in all, such as 30s or 5m, with exit code 2. [default: none]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,

    /// The most memory, such as 512M or 2G; what needs more stops before. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
}

/// Time, memory and threads.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArguments {
    #[command(flatten)]
    pub(crate) spend: SpendArguments,

    /// The most threads; the result is the same, bit by bit. [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<String>,
}

/// The help of `--time` and `--memory` where proofs are looked for.
pub(crate) const PROOF_TIME: &str = "Give up after this time, such as 30s or 5m. [default: 2m]";
/// The same where a proof is checked.
pub(crate) const CHECK_TIME: &str = "Give up after this time, such as 30s or 5m. [default: 10m]";
pub(crate) const PROOF_MEMORY: &str =
    "The most memory of any one construction, and of the program. [default: 4G]";
