//! The command line of wythoff.
fn main() {}
