//! A walk through a level: doors, keys, and what is in sight.

use mapwright::core::{Dir, Point};
use mapwright::graph::sight;
use mapwright::levels::Explorer;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::level::Level;

/// A visitor in a level.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Visitor {
    explorer: Explorer,
}

#[wasm_bindgen]
impl Visitor {
    /// A visitor at the start.
    #[wasm_bindgen(constructor)]
    pub fn new(level: &Level) -> Result<Visitor, Fault> {
        Ok(Visitor { explorer: Explorer::new(level.map.clone()).map_err(Fault::of)? })
    }

    /// A step to the north (0), east, south or west, or through a portal (4). What it led to is in `state`; what is in
    /// the way is thrown.
    pub fn step(&mut self, way: u32) -> Result<(), Fault> {
        let done = if way == 4 { self.explorer.enter_portal() } else { self.explorer.step(Dir::from_index(way)) };
        done.map_err(Fault::of)
    }

    /// `{ at, keys, found, steps, won }`.
    pub fn state(&self) -> String {
        let at = |at: Point| [at.x, at.y];
        let here = self.explorer.map().spawns.iter().filter(|spawn| spawn.at == self.explorer.at());
        json!({
            "at": at(self.explorer.at()),
            "keys": self.explorer.keys(),
            "here": here.map(|spawn| spawn.what.as_str()).collect::<Vec<_>>(),
            "steps": self.explorer.steps(),
            "won": self.explorer.map().exit == Some(self.explorer.at()),
        })
        .to_string()
    }

    /// A byte a cell, 1 for what is in sight from here.
    pub fn sight(&self, radius: u16) -> Vec<u8> {
        let seen = sight(self.explorer.map(), self.explorer.at(), radius);
        seen.as_slice().iter().map(|&seen| u8::from(seen)).collect()
    }
}
