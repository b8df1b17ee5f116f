//! Puzzles for serde.

use mapwright_core::{Point, Size, Wrap};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game_id::{board_text, parse_board};
use crate::{PipePuzzle, PuzzleError};

/// A puzzle, field by field.
#[derive(Serialize, Deserialize)]
#[serde(rename = "PipePuzzle", deny_unknown_fields)]
struct Fields {
    width: u16,
    height: u16,
    wrap: Wrap,
    source: Point,
    /// As in game IDs, barriers too.
    tiles: String,
}

impl Serialize for PipePuzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Size { w, h } = self.size();
        let tiles = board_text(self);
        Fields { width: w, height: h, wrap: self.wrap(), source: self.source(), tiles }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PipePuzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { width, height, wrap, source, tiles } = Fields::deserialize(deserializer)?;
        let size = Size::new(width, height);
        PuzzleError::check(size, source).map_err(D::Error::custom)?;
        parse_board(&tiles, size, wrap, source).map_err(|error| D::Error::custom(format_args!("`tiles`: {error}")))
    }
}
