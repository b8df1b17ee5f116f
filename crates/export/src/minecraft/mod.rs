//! Files for Minecraft, Java Edition: packs of functions, structures, and what the game needs to find them.
//!
//! * [`Version`]: what differs between the versions of the game.
//! * [`Block`]: a block with its states, checked by name.
//! * [`Extrusion`], [`Blocks`]: a flat map as a box of blocks.
//! * [`Pack`]: functions and structures put into the folders of a version.

mod block;
mod blocks;
mod error;
mod extrusion;
mod known;
mod nbt;
mod pack;
mod schem;
mod structure;
mod version;

pub use block::{Block, BlockError};
pub use blocks::Blocks;
pub use error::PackError;
pub use extrusion::{BlocksError, Extrusion};
pub use pack::Pack;
pub use version::{PackFormat, Version};
