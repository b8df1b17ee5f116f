//! How a flat map becomes blocks: the column of blocks for each kind of tile.

use std::collections::BTreeMap;

use mapwright_core::{Palette, Tile};
use serde::{Deserialize, Serialize};

use super::Block;
use super::version::WORLD_HEIGHT;

/// How a flat map becomes blocks. From the bottom up: the base, the ground, `height` blocks of walls and air,
/// the ceiling.
///
/// North is -z: the map's x is the world's x, its y the world's z.
///
/// ```
/// use mapwright_minecraft::{Blocks, Extrusion, Version};
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
///
/// let extrusion: Extrusion = serde_json::from_str(r#"{
///     "height": 2,
///     "columns": { "wall": ["oak_planks", "bookshelf"], "132": ["stone", "glass"] }
/// }"#)?;
/// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::WALL);
/// let blocks = Blocks::from_map(&map, &extrusion, Version::V1_21)?;
/// assert_eq!(blocks.size(), [3, 4, 2]);
/// assert_eq!(blocks.get([0, 1, 0]).map(ToString::to_string).as_deref(), Some("minecraft:oak_planks"));
/// assert_eq!(blocks.get([0, 3, 0]).map(ToString::to_string).as_deref(), Some("minecraft:bookshelf"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Extrusion {
    /// The height of walls above the ground, in blocks: 1 or more.
    pub height: u16,
    /// The width of passages in a maze, in blocks: 1 to 63. Maps without sides have one block for each cell.
    pub cell: u8,
    /// The layer below everything, which keeps water and sand in place; `null` for none. Floors above each other always have
    /// one.
    pub base: Option<Block>,
    /// The layer above everything; `null` for the open sky.
    pub ceiling: Option<Block>,
    /// The ground at the start; `null` for the ground of its tile.
    pub start: Option<Block>,
    /// The ground at the exit; `null` for the ground of its tile.
    pub exit: Option<Block>,
    /// The ground at spawns; `null` for the ground of their tiles.
    pub spawn: Option<Block>,
    /// Columns by the name of a tile, such as `deep water`, or by its number: the ground, then upward. The last block
    /// continues to the top. Other tiles have default columns, or those of floor or wall.
    pub columns: BTreeMap<String, Vec<Block>>,
}

impl Default for Extrusion {
    /// Stone brick walls of three blocks, cells two blocks wide, open to the sky, a lantern at the start and gold at
    /// the exit.
    fn default() -> Self {
        Extrusion {
            height: 3,
            cell: 2,
            base: Some(Block::own("stone", &[])),
            ceiling: None,
            start: Some(Block::own("sea_lantern", &[])),
            exit: Some(Block::own("gold_block", &[])),
            spawn: None,
            columns: BTreeMap::new(),
        }
    }
}

/// Why a map cannot become blocks. Nothing is written.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum BlocksError {
    /// A parameter is out of range.
    #[error("`{name}` is {value}; expected {allowed}")]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: u64,
        /// What is expected.
        allowed: &'static str,
    },
    /// A column is for a tile that does not exist.
    #[error("`columns` has `{key}`, which is not a tile; expected numbers from 0 to 255 and {}", .names.join(", "))]
    NoTile {
        /// The key.
        key: String,
        /// The names of tiles.
        names: Vec<String>,
    },
    /// A column with no blocks, or too many.
    #[error("the column of `{tile}` has {found} blocks; expected 1 to {most} with a height of {height}")]
    Column {
        /// The tile.
        tile: String,
        /// Its number of blocks.
        found: usize,
        /// The most blocks.
        most: u32,
        /// The height of walls.
        height: u16,
    },
    /// The map has a fault.
    #[error("{why}")]
    Map {
        /// The fault.
        why: String,
    },
    /// The map has no cell.
    #[error("a map of {w}x{h} has no cell to build")]
    Empty {
        /// Columns of the map.
        w: u16,
        /// Rows of the map.
        h: u16,
    },
    /// The map is higher than the world.
    #[error("the map becomes {found} blocks high; a world has room for {most}")]
    TooHigh {
        /// Layers of blocks.
        found: u32,
        /// Layers that fit.
        most: u32,
    },
    /// More blocks than a file can hold.
    #[error("the map becomes {x}x{y}x{z} blocks; expected at most {side} a side and {most} in all")]
    TooLarge {
        /// Blocks from west to east.
        x: u64,
        /// Blocks from bottom to top.
        y: u64,
        /// Blocks from north to south.
        z: u64,
        /// The most a side.
        side: u64,
        /// The most in all.
        most: u64,
    },
    /// More kinds of blocks than there are numbers for.
    #[error("the columns have more than 65536 kinds of blocks")]
    TooManyKinds,
    /// More blocks than a structure block can hold.
    #[error("the map becomes {}x{}x{} blocks; a structure block holds 48 a side: write it in pieces (`-O pieces=yes`)", .size[0], .size[1], .size[2])]
    NotOnePiece {
        /// Blocks from west to east, bottom to top, north to south.
        size: [u16; 3],
    },
    /// A pack that cannot be made.
    #[error(transparent)]
    Pack(#[from] super::DatapackError),
    /// The encoder failed.
    #[error("cannot write the blocks as NBT: {why}")]
    Nbt {
        /// Its message.
        why: String,
    },
}

impl Extrusion {
    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// The first that is wrong.
    pub fn check(&self) -> Result<(), BlocksError> {
        let parameter = |name, value: u16, allowed| BlocksError::Parameter { name, value: value.into(), allowed };
        if self.height == 0 {
            return Err(parameter("height", self.height, "1 or more"));
        }
        if !(1..64).contains(&self.cell) {
            return Err(parameter("cell", self.cell.into(), "1 to 63"));
        }
        let layers = self.layers();
        if layers > WORLD_HEIGHT {
            return Err(BlocksError::TooHigh { found: layers, most: WORLD_HEIGHT });
        }
        let palette = Palette::default();
        for (key, column) in &self.columns {
            tile_of(key, &palette)?;
            self.check_column(key, column)?;
        }
        Ok(())
    }

    /// The number of layers of blocks of a floor.
    pub fn layers(&self) -> u32 {
        1 + u32::from(self.height) + u32::from(self.base.is_some()) + u32::from(self.ceiling.is_some())
    }

    /// The same on a base.
    pub(super) fn with_base(&self) -> Extrusion {
        let base = self.base.clone().or_else(|| Extrusion::default().base);
        Extrusion { base, ..self.clone() }
    }

    /// The column of a tile, checked.
    pub(super) fn column(&self, tile: Tile, palette: &Palette) -> Result<Vec<Block>, BlocksError> {
        let name = &palette.look(tile).name;
        let own = self.columns.iter().find(|&(key, _)| key.parse() == Ok(tile.0));
        let own = own.map(|(_, column)| column).or_else(|| self.columns.get(name));
        let column = own.cloned().unwrap_or_else(|| house_column(name, tile));
        self.check_column(name, &column)?;
        Ok(column)
    }

    fn check_column(&self, tile: &str, column: &[Block]) -> Result<(), BlocksError> {
        let most = u32::from(self.height) + 1;
        if u32::try_from(column.len()).is_ok_and(|found| (1..=most).contains(&found)) {
            return Ok(());
        }
        Err(BlocksError::Column { tile: tile.to_owned(), found: column.len(), most, height: self.height })
    }
}

/// The tile of a key of `columns`.
fn tile_of(key: &str, palette: &Palette) -> Result<Tile, BlocksError> {
    let named = palette.looks().iter().find(|look| look.name == key).map(|look| look.tile);
    named.or_else(|| key.parse().ok().map(Tile)).ok_or_else(|| BlocksError::NoTile {
        key: key.to_owned(),
        names: palette.looks().iter().map(|look| format!("`{}`", look.name)).collect(),
    })
}

/// The default columns. Shallow water is on slabs, for wading; windows have a sill and a lintel.
fn house_column(name: &str, tile: Tile) -> Vec<Block> {
    let column: &[(&str, &[(&str, &str)])] = match name {
        "door" => &[
            ("smooth_stone", &[]),
            ("oak_door", &[("half", "lower")]),
            ("oak_door", &[("half", "upper")]),
            ("stone_bricks", &[]),
        ],
        "stairs down" => &[("oak_trapdoor", &[("half", "top")]), ("air", &[])],
        "stairs up" => &[("smooth_stone", &[]), ("scaffolding", &[("distance", "0")])],
        "water" => &[("smooth_stone_slab", &[("type", "bottom"), ("waterlogged", "true")]), ("air", &[])],
        "grass" => &[("grass_block", &[]), ("air", &[])],
        "road" => &[("cobblestone", &[]), ("air", &[])],
        "sand" => &[("sand", &[]), ("air", &[])],
        "bridge" => &[("oak_planks", &[]), ("air", &[])],
        "gravel" => &[("gravel", &[]), ("air", &[])],
        "tree" => &[
            ("grass_block", &[]),
            ("oak_log", &[("axis", "y")]),
            ("oak_log", &[("axis", "y")]),
            ("oak_leaves", &[("persistent", "true")]),
        ],
        "deep water" => &[("water", &[]), ("air", &[])],
        "chasm" => &[("black_concrete", &[]), ("barrier", &[])],
        "pillar" => &[("smooth_stone", &[]), ("quartz_pillar", &[("axis", "y")])],
        "window" => &[("stone_bricks", &[]), ("stone_bricks", &[]), ("glass", &[]), ("stone_bricks", &[])],
        _ if tile.is_solid() => &[("stone_bricks", &[])],
        _ => &[("smooth_stone", &[]), ("air", &[])],
    };
    column.iter().map(|(name, states)| Block::own(name, states)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_of_the_house_are_read_again() {
        let (extrusion, palette) = (Extrusion::default(), Palette::default());
        for look in palette.looks() {
            let column = extrusion.column(look.tile, &palette).unwrap();
            for block in column {
                assert_eq!(block.to_string().parse(), Ok(block.clone()));
            }
        }
        let json = serde_json::to_string(&extrusion).unwrap();
        assert_eq!(serde_json::from_str::<Extrusion>(&json).unwrap(), extrusion);
        assert_eq!(extrusion.check(), Ok(()));
    }

    #[test]
    fn wrong_parameters_are_told_with_what_is_allowed() {
        let check = |json: &str, message: &str| {
            let extrusion: Extrusion = serde_json::from_str(json).unwrap();
            assert_eq!(extrusion.check().map_err(|error| error.to_string()), Err(message.to_owned()));
        };
        check(r#"{"height": 0}"#, "`height` is 0; expected 1 or more");
        check(r#"{"cell": 64}"#, "`cell` is 64; expected 1 to 63");
        check(r#"{"height": 383}"#, "the map becomes 385 blocks high; a world has room for 384");
        let names = "`floor`, `wall`, `door`, `stairs down`, `stairs up`, `water`, `grass`, `road`, `sand`, `bridge`, \
                     `gravel`, `tree`, `deep water`, `pillar`, `window`, `chasm`";
        let no_tile = format!("`columns` has `lava`, which is not a tile; expected numbers from 0 to 255 and {names}");
        check(r#"{"columns": {"lava": ["lava"]}}"#, &no_tile);
        let column = "the column of `wall` has 3 blocks; expected 1 to 2 with a height of 1";
        check(r#"{"height": 1, "columns": {"wall": ["stone", "stone", "stone"]}}"#, column);
        check(r#"{"columns": {"wall": []}}"#, "the column of `wall` has 0 blocks; expected 1 to 4 with a height of 3");
        let field = serde_json::from_str::<Extrusion>(r#"{"hight": 3}"#).unwrap_err();
        assert!(field.to_string().starts_with("unknown field `hight`, expected one of `height`"), "{field}");
    }
}
