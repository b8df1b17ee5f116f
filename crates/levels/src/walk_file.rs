//! Saves the walk of an [`Explorer`] through serde: the map as in map files, the cell, the keys in hand and the steps.

use std::borrow::Cow;

use mapwright_core::{BuilderMap, Point};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Explorer;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WalkFile<'a> {
    map: Cow<'a, BuilderMap>,
    at: Point,
    keys: Vec<u8>,
    steps: u32,
}

/// As `{ "map": …, "at": [x, y], "keys": [0], "steps": 9 }`.
impl Serialize for Explorer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let map = Cow::Borrowed(self.map());
        WalkFile { map, at: self.at(), keys: self.keys(), steps: self.steps() }.serialize(serializer)
    }
}

/// As [`Explorer::resume`] goes on. What no longer fits the map is dropped.
impl<'de> Deserialize<'de> for Explorer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WalkFile { map, at, keys, steps } = WalkFile::deserialize(deserializer)?;
        Explorer::resume(map.into_owned(), at, keys, steps).map_err(D::Error::custom)
    }
}
