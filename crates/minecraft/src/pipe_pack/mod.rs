//! A pipe puzzle to be played in Minecraft.
//!
//! A cell is 3×3 blocks of the floor: the middle and an arm for each open side, in the color of what the tile is, dry,
//! wet or on a ring. In the middle lies an item frame. A right click turns its item by an eighth, as the game does by
//! itself; the pack notices, turns the tile by a quarter, and searches the whole board from the source again.
//!
//! * `board.rs`: the board that a map is, and what lies in the frames.
//! * `place.rs`: the board is placed and cleared.
//! * `click.rs`: clicks are noticed, tiles turned.
//! * `search.rs`: one depth-first search from the source finds what is wet and what is on a ring.
//! * `check.rs`: runs the search, colors the cells, and announces a solved board.
//!
//! **How clicks are noticed.** Twenty times a second each frame within eight blocks of a player is asked for its
//! `ItemRotation`, and a frame whose number is not the one it was left with was clicked. This works the same in all
//! versions, and does not cost more on a larger board. `interaction` entities record clicks too, but must be polled just
//! as often, and are a second entity in each cell. An advancement for `player_interacted_with_entity` needs no polling,
//! but its folder and conditions changed between these versions, and it tells who clicked, not what.
//!
//! The commands below are written as they go into the files, with `NS` in place of the namespace.

mod board;
mod check;
mod click;
mod error;
mod place;
mod search;

pub use error::PipePackError;

use mapwright_core::BuilderMap;
use serde::{Deserialize, Serialize};

use super::{Block, Pack, Version};
use board::Puzzle;
use mapwright_files::Folder;

/// A data pack with a pipe board to play on.
///
/// The map must have sides and a start, the source. A player who runs `/function NAMESPACE:place` gets the board at
/// their feet, to the east and south; `NAMESPACE:clear` removes it. There is one board at a time.
///
/// ```
/// use mapwright_core::{BuilderMap, Dir, Grid, Point, Sides, Size, Tile, Wrap};
/// use mapwright_minecraft::{PipePack, Version};
///
/// // Two dead ends that look away from each other. The source is on the left.
/// let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
/// let end = |dir| Sides::CLOSED.with_color(dir, 1);
/// map.sides = Some(Grid::from_fn(map.size(), |p| end(if p.x == 0 { Dir::W } else { Dir::E })));
/// map.start = Some(Point::new(0, 0));
///
/// let pack = PipePack { minecraft: Version::V1_20_4, ..PipePack::default() };
/// let folder = pack.folder(&map)?;
/// assert!(folder.files.contains_key("data/pipes/functions/place.mcfunction"));
///
/// map.start = None;
/// let error = pack.folder(&map).unwrap_err();
/// assert_eq!(error.to_string(), "the map has no `start`, so the board has no source");
/// # Ok::<(), mapwright_minecraft::PipePackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PipePack {
    /// The prefix of all functions, tags and scores.
    pub namespace: String,
    /// The version of the game.
    pub minecraft: Version,
    /// The blocks of the board.
    pub blocks: PipeBlocks,
}

/// The blocks of a pipe board. All but `source` must differ from each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PipeBlocks {
    /// The floor.
    pub base: Block,
    /// A dry tile.
    pub dry: Block,
    /// A wet tile.
    pub wet: Block,
    /// A dry tile on a ring.
    pub dry_ring: Block,
    /// A wet tile on a ring.
    pub wet_ring: Block,
    /// The four corners of the source's cell.
    pub source: Block,
}

impl Default for PipePack {
    fn default() -> Self {
        PipePack { namespace: "pipes".to_owned(), minecraft: Version::default(), blocks: PipeBlocks::default() }
    }
}

impl Default for PipeBlocks {
    fn default() -> Self {
        let concrete = |color: &str| Block::own(&format!("{color}_concrete"), &[]);
        PipeBlocks {
            base: concrete("white"),
            dry: concrete("gray"),
            wet: concrete("light_blue"),
            dry_ring: concrete("orange"),
            wet_ring: concrete("red"),
            source: Block::own("sea_lantern", &[]),
        }
    }
}

impl PipeBlocks {
    /// Those that tell what a cell is, with their names.
    fn telling(&self) -> [(&'static str, &Block); 5] {
        let PipeBlocks { base, dry, wet, dry_ring, wet_ring, .. } = self;
        [("base", base), ("dry", dry), ("wet", wet), ("dry-ring", dry_ring), ("wet-ring", wet_ring)]
    }

    fn check(&self) -> Result<(), PipePackError> {
        let telling = self.telling();
        for (nth, &(one, block)) in telling.iter().enumerate() {
            let twin = telling[nth + 1..].iter().find(|(_, other)| *other == block);
            twin.map_or(Ok(()), |&(other, _)| Err(PipePackError::SameBlock { one, other }))?;
        }
        Ok(())
    }
}

impl PipePack {
    /// Refuses what no map can become a pack with, before there is a map.
    ///
    /// # Errors
    ///
    /// An invalid namespace, or one block for two things.
    pub fn check(&self) -> Result<(), PipePackError> {
        self.blocks.check()?;
        Pack::new(self.minecraft, &self.namespace, "")?;
        Ok(())
    }

    /// The pack as files.
    ///
    /// # Errors
    ///
    /// A map without sides or start, with portals, or with more than 1024 cells or 128 along a side; an invalid
    /// namespace or block; or one block for two things.
    pub fn folder(&self, map: &BuilderMap) -> Result<Folder, PipePackError> {
        self.check()?;
        let board = Puzzle::of(map)?;
        let description = format!("A pipe puzzle of {} tiles", board.size());
        let mut writer =
            Writer { pack: Pack::new(self.minecraft, &self.namespace, &description)?, blocks: &self.blocks };
        place::write(&mut writer, &board)?;
        click::write(&mut writer)?;
        search::write(&mut writer, &board)?;
        check::write(&mut writer)?;
        writer.pack.on_load("load")?;
        writer.pack.on_tick("tick")?;
        Ok(writer.pack.into_folder())
    }
}

/// A pack that is being written.
struct Writer<'a> {
    pack: Pack,
    blocks: &'a PipeBlocks,
}

impl Writer<'_> {
    /// Adds a function; `NS` stands for the namespace.
    fn function(&mut self, path: &str, commands: &str) -> Result<(), PipePackError> {
        let commands = commands.replace("NS", self.pack.namespace());
        Ok(self.pack.function(path, commands)?)
    }
}
