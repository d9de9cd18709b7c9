//! `wythoff lab` over real HTTP: it says what the command line says, refuses who may not ask, ends what nobody waits for, and lives.

mod client;
mod hostile;
mod jobs;
mod same;
mod visitors;
