//! Ways of solving, one file each; every file says for which games it is right, and why.

pub mod imitation;
pub mod recursive;
