//! Files for Minecraft, Java Edition: packs of functions, structures, and the folders where the game finds them.
//!
//! * [`Version`]: what differs between the versions of the game.
//! * [`Block`]: a block with its states, checked by name.
//! * [`Extrusion`], [`Blocks`]: a flat map as a box of blocks.
//! * [`Pack`]: functions and structures put into the folders of a version.
//! * [`MazePack`]: a map as functions that build it, each cell a room in a [`RoomStyle`].
//! * [`PipePack`]: a pipe board to play on.

mod block;
mod blocks;
mod control;
mod error;
mod extrusion;
mod fittings;
mod maze_pack;
mod mobs;
mod nbt;
mod pack;
mod pipe_pack;
mod plot_functions;
mod plots;
mod room;
mod room_parts;
mod schem;
mod script;
mod shafts;
mod structure;
mod teleports;
mod version;
mod words;

pub use block::{Block, BlockError};
pub use blocks::Blocks;
pub use error::DatapackError;
pub use extrusion::{BlocksError, Extrusion};
pub use maze_pack::MazePack;
pub use pack::Pack;
pub use pipe_pack::{PipeBlocks, PipePack, PipePackError};
pub use room::RoomStyle;
pub use version::{PackFormat, Version};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
