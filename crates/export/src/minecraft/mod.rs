//! Files for Minecraft, Java Edition.

mod block;
mod known;

pub use block::{Block, BlockError};
