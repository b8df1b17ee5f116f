//! Any text is a recipe whose files may hold anything, or an error; one that was read is written and read again the same.
//! The input is the recipe, a zero byte, and the content of the files `f`, `f.txt`, `f.png` and `f.json`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_recipe::{Files, Recipe, Registry};

fuzz_target!(|input: &[u8]| {
    let at = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let (text, file) = (&input[..at], input.get(at + 1..).unwrap_or_default());
    let Ok(recipe) = String::from_utf8_lossy(text).parse::<Recipe>() else { return };
    let again: Recipe = recipe.to_json().parse().expect("what was written can be read");
    assert_eq!(again.to_json(), recipe.to_json());
    let files = ["f", "f.txt", "f.png", "f.json"].map(|name| (name.to_owned(), file.to_vec()));
    let _ = Registry::shipped().chain(&recipe, &Files::in_memory(files));
});
