//! Recipes are written as Rust code, and `tests/it/rust/` is up to date. `tests/it/rust.rs` compiles it.
//!
//! `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests rust_files` writes the files anew.

use std::fmt::Write;

use crate::root;
use mapwright::prelude::*;
use mapwright::recipe::{Files, builders, rust_function, rust_program, template, templates};

fn recipe(name: &str) -> Recipe {
    template(name).unwrap().parse().unwrap()
}

/// A map is data.
const NO_CODE: [&str; 1] = ["from-map"];

/// Every bundled recipe, and every builder with its defaults.
fn names() -> impl Iterator<Item = &'static str> {
    templates().chain(builders().iter().map(|info| info.name)).filter(|name| !NO_CODE.contains(name))
}

#[track_caller]
fn is_up_to_date(file: &str, content: &str) {
    let path = root().join("tests/it/rust").join(file);
    if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
        std::fs::write(&path, content).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == content, "{file} is not what the recipes give");
}

#[test]
fn the_files_are_what_the_recipes_give() {
    let mut text = String::from(
        "//! Every bundled recipe and every builder, written by `tests/it/rust_files.rs`.\n\n\
         use mapwright::builders::*;\nuse mapwright::prelude::*;\nuse mapwright::{rewrite, wang, wfc};\n\n",
    );
    let mut list = String::new();
    for name in names() {
        let function = name.replace('-', "_");
        writeln!(text, "{}", rust_function(&recipe(name), &Files::default(), &function).unwrap()).unwrap();
        writeln!(list, "    (\"{name}\", {function}),").unwrap();
    }
    text += "pub(crate) type Chain = fn() -> Result<BuilderChain, Box<dyn std::error::Error>>;\n\n";
    writeln!(text, "pub(crate) const ALL: &[(&str, Chain)] = &[\n{list}];").unwrap();
    is_up_to_date("chains.rs", &text);
    is_up_to_date("program.rs", &rust_program(&recipe("castle-keys"), &Files::default()).unwrap());
}

#[test]
fn what_is_data_is_no_code() {
    let fails = |stages: &str, expected: &str| {
        let json = format!(r#"{{ "version": 1, "width": 31, "height": 21, {stages} }}"#);
        let error = rust_function(&json.parse().unwrap(), &Files::default(), "chain").unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let map = mapwright::recipe::map_to_json(&recipe("arena").chain().unwrap().build(0).unwrap());
    fails(
        &format!(r#""initial": {{ "use": "from-map", "map": {map} }}"#),
        "initial from-map: it cannot be written as Rust code: a map is data; read it and use `FromMap::new(map)`",
    );
}
