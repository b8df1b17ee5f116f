//! Floors one above the other, and what leads from one to the next.

mod chains;
mod stairs;

pub use chains::{FloorChain, Floors};
pub use stairs::Stairs;
