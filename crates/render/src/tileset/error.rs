//! Why a tileset could not be had.

use super::kind::TilesetKind;

/// A tileset that could not be read or made.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum TilesetError {
    /// The file is no PNG, or a damaged one.
    #[error("the tileset is not a valid PNG: {0}")]
    Png(mapwright_files::PngError),
    /// More pixels than are allowed. Found before memory is taken.
    #[error("a tileset of {w}x{h} pixels is too large: expected at most {limit} pixels")]
    TooLarge {
        /// Pixels across.
        w: u32,
        /// Pixels down.
        h: u32,
        /// The most pixels allowed.
        limit: u64,
    },
    /// The picture is no whole number of tiles.
    #[error("a tileset of {w}x{h} pixels cannot be cut into tiles: expected {expected}")]
    GridSize {
        /// Pixels across.
        w: u32,
        /// Pixels down.
        h: u32,
        /// What would have been cut.
        expected: String,
    },
    /// The grid has too few places.
    #[error("tiles are missing: the grid has {found}, and `{kind}` needs {}", .kind.count())]
    MissingTiles {
        /// What was to be read.
        kind: TilesetKind,
        /// Places of the grid.
        found: u32,
    },
    /// There is something in a place where no tile belongs.
    #[error(
        "the grid has {found} tiles, and `{kind}` has {}; a place without a tile must be transparent or of one color",
        tiles(.kind)
    )]
    TooManyTiles {
        /// What was to be read.
        kind: TilesetKind,
        /// The number of the last place that is not empty, counted from 1.
        found: u32,
    },
    /// No kind has this many tiles, or several do and nothing tells which is meant.
    #[error("a grid of {found} tiles can be {}", kinds(.fits))]
    UnclearKind {
        /// Places of the grid.
        found: u32,
        /// The kinds with this many tiles.
        fits: Vec<TilesetKind>,
    },
    /// The declared order does not name every tile once.
    #[error("the order of the tiles is wrong: {why}")]
    Order {
        /// What is wrong.
        why: String,
    },
    /// A tile of a size that cannot be drawn.
    #[error("tiles of {w}x{h} pixels cannot be drawn; expected {allowed}")]
    TileSize {
        /// Pixels across.
        w: u32,
        /// Pixels down.
        h: u32,
        /// What is allowed.
        allowed: String,
    },
    /// A name that nothing has.
    #[error("no {what} is called `{name}`; there are {}", .known.join(", "))]
    UnknownName {
        /// What should have been named.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// All names there are.
        known: Vec<&'static str>,
    },
}

fn tiles(kind: &TilesetKind) -> String {
    match kind.most() - kind.count() {
        0 => kind.count().to_string(),
        _ => format!("{} or {}", kind.count(), kind.most()),
    }
}

fn kinds(fits: &[TilesetKind]) -> String {
    if fits.is_empty() {
        let all = TilesetKind::ALL.iter().map(|kind| format!("`{kind}` has {}", tiles(kind)));
        return format!("no tileset: {}", all.collect::<Vec<_>>().join(", "));
    }
    let names: Vec<String> = fits.iter().map(|kind| format!("`{kind}`")).collect();
    format!("{}: say which", names.join(" or "))
}
