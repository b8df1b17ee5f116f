//! Mapwright for JavaScript: the only code that knows it.
//!
//! Whatever has a shape crosses as JSON, pixels and files cross as bytes, and what can go wrong is thrown as an object, see
//! `fault.rs`. Everything else is done by the ordinary crates.

mod built;
mod catalogue;
mod endless;
mod exports;
mod fault;
mod files;
mod level;
mod measure;
mod picture;
mod pipes;
mod search;
mod visitor;

pub use built::*;
pub use catalogue::*;
pub use endless::*;
pub use exports::*;
pub use files::*;
pub use level::*;
pub use measure::*;
pub use picture::*;
pub use pipes::*;
pub use search::*;
pub use visitor::*;
