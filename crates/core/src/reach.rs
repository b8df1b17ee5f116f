//! How far a stage looks, which decides whether it can run on an endless plane, chunk by chunk.

/// How far around a cell a stage looks, and so whether it can run in an endless world.
///
/// In a world every stage works on windows of the plane. A cell of the result is right if everything it depends on was in
/// the window; so a window is made larger by the reach, and cropped afterwards.
///
/// The plane is also cut into *blocks* of the size of the chain. A maze of 31×31, which has no natural end, becomes a
/// block of 31×31 cells, with the next one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Each cell is a function of its place and the cells at most so far around it, diagonal steps counting as one. All
    /// its randomness comes from [`BuildCx::place_bits`](crate::BuildCx::place_bits), so windows agree where they
    /// overlap. An initial builder reaches for the plane of hashed numbers, not for a map.
    Cells(u16),
    /// Each block is a function of its place, of the block, and of the cells at most so far around it. The stage gets
    /// the block with so many cells on each of its sides, and only the block is kept. Its random stream belongs to the
    /// block.
    Block {
        /// The cells on each side of the block.
        around: u16,
    },
    /// A cell may depend on any other. The text says why, and what can be used instead, for the error message.
    Global(&'static str),
}

impl Reach {
    /// What is said of a builder that does not declare its reach.
    pub const UNDECLARED: Reach = Reach::Global(
        "it does not declare how far it looks; implement `Builder::reach` if it is not over the whole map",
    );

    /// A block by itself: any builder that needs nothing but a map can run like that.
    pub const BLOCK: Reach = Reach::Block { around: 0 };
}
