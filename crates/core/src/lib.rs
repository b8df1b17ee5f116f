//! The core of Mapwright: one map type, one chain of stages, and what all stages share.
//!
//! Coordinates count cells from the top left corner, planes are row-major, and directions and
//! corners go clockwise from north. Nothing here knows a builder.
//!
//! * The map: [`BuilderMap`] with a [`Grid`] of [`Tile`]s, [`Sides`], [`Room`]s, [`Flow`], [`Layer`]s, and what makes it a level
//!   ([`Spawn`], [`Door`], [`Portal`], [`Floor`], [`LevelGraph`], [`Proof`]). [`Plane`] names its optional parts, [`BuilderMap::repair`] drops what no
//!   longer fits.
//! * Where things are: [`Size`], [`Point`], [`Rect`], [`Dir`], [`Wrap`], and [`Passages`], the one notion of neighbors.
//! * The chain: [`BuilderChain`] of an [`InitialMapBuilder`] and [`MetaMapBuilder`]s, each with its [`Facts`]; [`Progress`] watches
//!   it, [`History`] records it, [`BuildError`] says what failed where.
//! * Drawn by hand: [`Template`], whose [`Legend`] says what each glyph means.
//! * A stage: [`BuildCx`] with its random numbers ([`MapRng`], [`CellBits`]), and its parameters under [`macro@params`].
//! * Maps as text and files: [`text`], [`Palette`], `MapFile` with the feature `serde`.

extern crate self as mapwright_core;

mod bands;
mod build_cx;
mod builder;
mod cell_set;
mod chain;
mod cp437;
mod d4;
mod dir;
mod error;
mod facts;
mod fault;
mod floors;
mod flow;
mod gather;
mod geometry;
mod grid;
pub mod history;
mod keep;
mod key_name;
mod layer;
mod level;
#[doc(hidden)]
pub mod lines;
mod map;
#[cfg(feature = "serde")]
mod map_file;
mod palette;
pub mod params;
mod passages;
mod plane_table;
mod planes;
mod portal;
mod progress;
mod reach;
mod rng;
mod room;
mod secrets;
mod settle;
mod sides;
mod template;
pub mod text;
mod text_rows;
mod tile;
mod wrap;

pub use build_cx::BuildCx;
pub use builder::{Builder, InitialMapBuilder, MetaMapBuilder};
pub use chain::{BuilderChain, first_ok};
pub use d4::D4;
pub use dir::{Corner, Dir, Dirs};
pub use error::{BuildError, BuildErrorKind, Need, Stage};
pub use facts::{Effect, Facts};
pub use fault::{Dropped, InvalidMap, MapPart};
pub use floors::{Floor, FloorWay};
pub use flow::Flow;
pub use geometry::{Point, Rect, Size};
pub use grid::Grid;
pub use history::{CellPlane, Frame, FrameKind, History, PlaneCell, PlaneView, Replay};
pub use keep::Keep;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use keep::keep_word;
pub use key_name::KeyName;
pub use layer::Layer;
pub use level::{Area, Door, DoorKind, Join, JoinKind, LevelGraph, Proof, Spawn};
pub use map::BuilderMap;
#[cfg(feature = "serde")]
pub use map_file::{MapFile, MapFileError};
#[doc(hidden)]
pub use mapwright_macros::ErrorDebug;
pub use mapwright_macros::params;
pub use palette::{Color, Palette, ParseColorError, TileLook};
pub use passages::{Passages, join_sides};
pub use planes::{Plane, Planes};
pub use portal::Portal;
pub use progress::{BuildOptions, Progress};
pub use reach::Reach;
pub use rng::{CellBits, MapRng, RowBits, mix};
pub use room::{Room, RoomShape};
pub use secrets::Secrets;
pub use sides::Sides;
pub use template::{GlyphChoice, Legend, Meaning, Template, TemplateError};
pub use text_rows::{TextError, TextRows};
pub use tile::Tile;
pub use wrap::Wrap;

// Shared by the crates of Mapwright, and not for others.
#[doc(hidden)]
pub use bands::bands;
#[doc(hidden)]
pub use cell_set::CellSet;
#[doc(hidden)]
pub use cp437::{cp437_char, cp437_code};
#[doc(hidden)]
pub use rng::{share, threshold};

/// The code in the README is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
