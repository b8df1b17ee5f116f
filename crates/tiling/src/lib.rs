//! Tiles that fit: Wang tiles as pure functions of a seed and a place, polyominoes packed into boards,
//! and maps from pieces of others.
//!
//! * [`WangEdges`] and [`WangCorners`]: a color on every side, or on every corner, of a cell.
//! * [`HerringboneWang`]: pieces of many cells, two units by one, with colors on their edges.
//! * [`WaveFunctionCollapse`]: a map anew from pieces of itself or of a sample; the solver is in [`wfc`].
//! * [`PolyominoFill`]: rooms in the shape of polyominoes, without gaps.

mod herringbone;
mod pack;
mod wang;
pub mod wfc;
mod world;

pub use herringbone::{
    Form, Herringbone, HerringboneTemplate, HerringboneWang, Laid, Piece as HerringbonePiece, TemplateError,
};
pub use pack::{
    Answer, Board, CheckError, ColorRule, Count, Counted, Fillings, Listed, PackError, PackOptions, PackProblem,
    PackProgress, PackPuzzle, Packing, Piece, PieceError, PieceSet, Polyomino, PolyominoFill, PuzzleMaker, RegionDoors,
    Solved, Why,
};
pub use wang::{CornerWang, EdgeWang, WangCorners, WangEdges};
pub use wfc::{CollapseModel, Connect, Keep, Pin, Symmetries, WaveFunctionCollapse};
pub use world::{ChunkPos, ChunkStore, Place, PlacePart, World, WorldKind, WorldRect};
