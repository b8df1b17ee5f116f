//! Files for Minecraft, Java Edition: packs of functions, structures, and what the game needs to find them.
//!
//! * [`Version`]: what differs between the versions of the game.
//! * [`Block`]: a block with its states, checked by name.
//! * [`Pack`]: functions and structures put into the folders of a version.
//! * [`PipePack`]: a pipe board to play on.

mod block;
mod error;
mod known;
mod pack;
mod pipe_pack;
mod version;

pub use block::{Block, BlockError};
pub use error::PackError;
pub use pack::Pack;
pub use pipe_pack::{PipeBlocks, PipePack, PipePackError};
pub use version::{PackFormat, Version};
