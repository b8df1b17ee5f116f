//! What stages promise not to do.

/// What a stage never does to the ways of a map, so that a search can tell early what a map cannot become any more.
///
/// A stage that promises anything also keeps the size of the map, and its start and exit unless it
/// [provides](crate::Builder::provides) or [clears](crate::Builder::clears) them. A stage that keeps all ways also keeps
/// the number of rooms, and the flow unless it provides or clears it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Promises {
    /// No solid cell becomes open, and no two cells become neighbors.
    pub opens_nothing: bool,
    /// No open cell becomes solid, and all neighbors stay neighbors.
    pub closes_nothing: bool,
}

impl Promises {
    /// Anything may happen.
    pub const NONE: Promises = Promises { opens_nothing: false, closes_nothing: false };
    /// Ways are only lost.
    pub const OPENS_NOTHING: Promises = Promises { opens_nothing: true, closes_nothing: false };
    /// Ways are only gained.
    pub const CLOSES_NOTHING: Promises = Promises { opens_nothing: false, closes_nothing: true };
    /// All ways stay as they are.
    pub const KEEPS_WAYS: Promises = Promises { opens_nothing: true, closes_nothing: true };
}
