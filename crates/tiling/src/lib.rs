//! Tiles that fit: Wang tiles as pure functions of a seed and a place, and polyominoes packed into boards.
//!
//! * [`WangEdges`] and [`WangCorners`]: a color on every side, or on every corner, of a cell.
//! * [`HerringboneWang`]: pieces of many cells, two units by one, with colors on their edges.
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
pub use world::{ChunkPos, ChunkStore, Place, PlacePart, World, WorldKind, WorldRect};
