//! Mapwright for JavaScript: the only code that knows it.
//!
//! Whatever has a shape crosses as JSON, pixels and files cross as bytes, and what can go wrong is thrown as an object, see
//! `fault.rs`. Everything else is done by the ordinary crates.

mod built;
mod catalogue;
mod exports;
mod fault;
mod files;
mod hunt;
mod land;
mod level;
mod picture;
mod pipes;
mod spread;
mod stroll;

pub use built::*;
pub use catalogue::*;
pub use exports::*;
pub use files::*;
pub use hunt::*;
pub use land::*;
pub use level::*;
pub use picture::*;
pub use pipes::*;
pub use spread::*;
pub use stroll::*;
