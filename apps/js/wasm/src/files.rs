//! Files of the visitor, by name: recipes find them as the program finds files beside a recipe.

use std::cell::RefCell;

use js_sys::Uint8Array;
use mapwright::recipe::Files;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static FILES: RefCell<Files> = RefCell::new(Files::in_memory([]));
}

/// Replaces all files.
#[wasm_bindgen]
pub fn give_files(names: Vec<String>, contents: Vec<Uint8Array>) {
    let contents = contents.iter().map(Uint8Array::to_vec);
    FILES.set(Files::in_memory(names.into_iter().zip(contents)));
}

/// Calls with all files.
pub(crate) fn with_files<T>(call: impl FnOnce(&Files) -> T) -> T {
    FILES.with_borrow(call)
}
