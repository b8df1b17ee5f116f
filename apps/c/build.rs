//! The name by which programs look for the shared library: that of its version, as cargo-c has it.

use std::env::var;

fn main() {
    let [os, major, minor] = ["CARGO_CFG_TARGET_OS", "CARGO_PKG_VERSION_MAJOR", "CARGO_PKG_VERSION_MINOR"]
        .map(|name| var(name).unwrap_or_default());
    let version = if major == "0" { format!("0.{minor}") } else { major };
    match os.as_str() {
        "windows" => (),
        "macos" | "ios" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libmapwright.{version}.dylib")
        }
        _ => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libmapwright.so.{version}"),
    }
    println!("cargo::rerun-if-changed=build.rs");
}
