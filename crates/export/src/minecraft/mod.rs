//! Packs for Minecraft, Java Edition: functions, structures and what the game needs to find them.
//!
//! * [`Version`]: what differs between the versions of the game.
//! * [`Pack`]: functions and structures put into the folders of a version.

mod error;
mod pack;
mod version;

pub use error::PackError;
pub use pack::Pack;
pub use version::{PackFormat, Version};
