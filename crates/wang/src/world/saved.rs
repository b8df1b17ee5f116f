//! Worlds and stores for serde. Inconsistent data is refused when it is read.

use std::collections::BTreeSet;

use mapwright_core::{Sides, Size};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ChunkStore, Place, PlacePart, WangKind, WangWorld};

/// A world, field by field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedWorld {
    kind: WangKind,
    #[serde(default)]
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    colors: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<u32>>,
    #[serde(default = "eight_by_eight")]
    chunk: (u16, u16),
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pins: Vec<SavedPin>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedPin {
    x: i64,
    y: i64,
    part: PlacePart,
    color: u8,
}

/// A store. Cached chunks are not saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedStore {
    world: WangWorld,
    capacity: usize,
    /// Column, row, tile.
    edits: Vec<(i64, i64, Sides)>,
}

const fn eight_by_eight() -> (u16, u16) {
    (WangWorld::CHUNK.w, WangWorld::CHUNK.h)
}

impl Serialize for WangWorld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pin = |(Place { x, y, part }, color)| SavedPin { x, y, part, color };
        let weights = self.weights().map(<[u32]>::to_vec);
        SavedWorld {
            kind: self.kind(),
            seed: self.seed(),
            colors: weights.is_none().then_some(self.colors()),
            weights,
            chunk: (self.chunk_size().w, self.chunk_size().h),
            pins: self.pins().map(pin).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WangWorld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SavedWorld::deserialize(deserializer)?.open().map_err(D::Error::custom)
    }
}

impl SavedWorld {
    fn open(self) -> Result<WangWorld, String> {
        let world = match (self.colors, self.weights) {
            (Some(_), Some(_)) => return Err("`colors` and `weights` exclude each other".into()),
            (colors, None) => WangWorld::new(self.kind, self.seed, colors.unwrap_or(2)),
            (None, Some(weights)) => {
                WangWorld::new(self.kind, self.seed, 2).and_then(|world| world.with_weights(&weights))
            }
        };
        let chunk = Size::new(self.chunk.0, self.chunk.1);
        let mut world = world.and_then(|world| world.with_chunk_size(chunk)).map_err(|error| error.to_string())?;
        for (i, SavedPin { x, y, part, color }) in self.pins.into_iter().enumerate() {
            let place = Place { x, y, part };
            let before = world.pin(place, color).map_err(|error| format!("`pins[{i}]`: {error}"))?;
            if before.is_some() {
                return Err(format!("`pins[{i}]` pins {place} twice"));
            }
        }
        Ok(world)
    }
}

impl Serialize for ChunkStore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (world, capacity) = (self.world().clone(), self.capacity());
        SavedStore { world, capacity, edits: self.edits().collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ChunkStore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SavedStore::deserialize(deserializer)?.open().map_err(D::Error::custom)
    }
}

impl SavedStore {
    fn open(self) -> Result<ChunkStore, String> {
        let mut store = ChunkStore::new(self.world, self.capacity).map_err(|error| error.to_string())?;
        let mut seen = BTreeSet::new();
        for (i, (x, y, tile)) in self.edits.into_iter().enumerate() {
            if !seen.insert((x, y)) {
                return Err(format!("`edits[{i}]` changes tile ({x}, {y}) twice"));
            }
            // If the world has changed to the same tile, there is nothing left to edit.
            store.set_tile(x, y, tile).map_err(|error| format!("`edits[{i}]`: {error}"))?;
        }
        Ok(store)
    }
}
