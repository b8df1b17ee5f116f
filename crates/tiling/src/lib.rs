//! Tiles that fit: Wang tiles as pure functions of a seed and a place, and polyominoes packed into boards.

mod pack;
mod wang;

pub use pack::{
    Answer, Board, CheckError, ColorRule, Count, Counted, Fillings, Listed, PackError, PackOptions, PackProblem,
    PackProgress, PackPuzzle, Packing, Piece, PieceError, PieceSet, Polyomino, PolyominoFill, PuzzleMaker, RegionDoors,
    Solved, Why,
};
pub use wang::{CornerWang, EdgeWang, WangCorners, WangEdges};
