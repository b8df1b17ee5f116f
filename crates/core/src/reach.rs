//! How far a stage looks: whether it can run on an endless plane, chunk by chunk.

/// How far around a cell a stage looks, and so whether it can run in an endless world.
///
/// In a world, every stage works on windows of the plane. A cell of the result is right if the window contains everything
/// that it depends on. So a window is extended by the reach, and cropped afterwards.
///
/// The plane is also divided into *blocks* of the size of the chain. A maze of 31×31 becomes a block of 31×31 cells next
/// to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Each cell is a function of its place and of the cells within this distance, where diagonal steps count as one.
    /// All random numbers come from [`BuildCx::cell_bits`](crate::BuildCx::cell_bits), so windows agree where they
    /// overlap. For an initial builder, the cells are places with such numbers, not cells of a map.
    Cells(u16),
    /// Each block is a function of its place, its cells and a margin around it. The stage gets the block with the
    /// margin, and only the block is kept. The random stream is that of the block.
    Block {
        /// The width of the margin, in cells.
        around: u16,
    },
    /// A cell may depend on any other. The text says why, and what to use instead; it is part of the error message.
    Global(&'static str),
}

impl Reach {
    /// The reach of a builder that does not declare one.
    pub const UNDECLARED: Reach = Reach::Global(
        "it does not declare how far it looks; say so in `Builder::facts` if it is not over the whole map",
    );

    /// A block without a margin. Every builder of maps can run like that.
    pub const BLOCK: Reach = Reach::Block { around: 0 };
}
