//! Pages are embedded when the binary is built: a page that changes has to build it again.

#![allow(clippy::print_stdout)] // That is how a build script speaks.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=web");
}
