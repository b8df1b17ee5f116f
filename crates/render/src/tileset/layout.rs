//! How the tiles lie on a picture: a grid, cut by its measures or by guessing them.

use super::error::TilesetError;
use super::kind::TilesetKind;
use super::set::{Tileset, checked_size};

/// How the tiles of a picture lie on it. What is `None` is found from the picture's size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesetLayout {
    /// What the tiles are; `None` for what their number says.
    pub kind: Option<TilesetKind>,
    /// Width and height of a tile in pixels; `None` for squares that make a grid of as many tiles as the kind
    /// has; if several kinds would do, those that can be halved most often.
    pub tile: Option<(u32, u32)>,
    /// Tiles a row.
    pub columns: Option<u32>,
    /// Pixels round all tiles.
    pub margin: u32,
    /// Pixels between tiles.
    pub spacing: u32,
    /// The index of the tile in each place, row by row; empty for ascending indexes. A place that holds no tile, such
    /// as an empty one, has `None`. Tile 0 may be left out, and is transparent; so may one of two opposite
    /// [`halves`](TilesetKind::halves), which is put together of these.
    pub order: Vec<Option<u8>>,
    /// The most pixels that the picture may have; checked before memory is taken.
    pub max_pixels: u64,
}

impl Default for TilesetLayout {
    /// A bare grid in ascending order, at most 2²⁴ pixels.
    fn default() -> Self {
        TilesetLayout {
            kind: None,
            tile: None,
            columns: None,
            margin: 0,
            spacing: 0,
            order: Vec::new(),
            max_pixels: 1 << 24,
        }
    }
}

/// A picture cut into places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) tile: (u32, u32),
    pub(super) columns: u32,
    pub(super) rows: u32,
    step: (u32, u32),
    margin: u32,
}

impl Cut {
    /// Where a place begins.
    pub(super) const fn corner(&self, place: u32) -> (u32, u32) {
        let (column, row) = (place % self.columns, place / self.columns);
        (self.margin + column * self.step.0, self.margin + row * self.step.1)
    }

    pub(super) const fn places(&self) -> u32 {
        self.columns * self.rows
    }
}

impl TilesetLayout {
    /// Cuts a picture, whose pixels were counted before.
    pub(super) fn cut(&self, (w, h): (u32, u32)) -> Result<Cut, TilesetError> {
        let expected = match self.tile {
            Some(tile) => {
                checked_size(tile)?;
                if let Some(cut) = self.cut_loosely((w, h), tile) {
                    return Ok(cut);
                }
                if let Some(cut) = self.cut_as((w, h), tile) {
                    return Ok(cut);
                }
                self.in_words(&format!("{}x{} pixels", tile.0, tile.1))
            }
            None => {
                let largest = w.min(h).min(Tileset::MAX_TILE_PX);
                let cuts = (1..=largest).filter_map(|px| self.cut_as((w, h), (px, px)));
                // A square of 81 tiles may be one of 16 larger ones too. Nearly all tiles are 8, 16, 24, 32 … pixels
                // wide, and those others then have less of the factor two.
                let fitting = cuts.filter(|cut| self.fits(cut.places()));
                if let Some(cut) = fitting.max_by_key(|cut| (cut.tile.0.trailing_zeros(), cut.tile.0)) {
                    return Ok(cut);
                }
                let count = self.kind.map_or("any kind's number of".to_owned(), |kind| kind.count().to_string());
                self.in_words(&format!("{count} square tiles"))
            }
        };
        Err(TilesetError::GridSize { w, h, expected })
    }

    fn fits(&self, places: u32) -> bool {
        let kinds = TilesetKind::ALL.into_iter().filter(|&kind| self.kind.is_none_or(|wanted| wanted == kind));
        let mut counts = kinds.map(|kind| u32::from(kind.count())..=u32::from(kind.most()));
        // Whoever lists an order says how many places there are.
        if self.order.is_empty() { counts.any(|count| count.contains(&places)) } else { self.has_as_many(places) }
    }

    fn has_as_many(&self, places: u32) -> bool {
        usize::try_from(places).is_ok_and(|places| places == self.order.len())
    }

    /// Cuts into the rows and columns that are listed in `order`. Pixels left over at the right and at the bottom are ignored.
    fn cut_loosely(&self, (w, h): (u32, u32), tile: (u32, u32)) -> Option<Cut> {
        let columns = self.columns.filter(|&columns| columns > 0 && !self.order.is_empty())?;
        let step = (tile.0.checked_add(self.spacing)?, tile.1.checked_add(self.spacing)?);
        let fit = |length: u32, step: u32| Some(length.checked_sub(self.margin)?.checked_add(self.spacing)? / step);
        let rows = fit(h, step.1)?;
        (fit(w, step.0)? >= columns && rows > 0).then_some(Cut { tile, columns, rows, step, margin: self.margin })
    }

    /// A whole number of tiles in both directions.
    fn cut_as(&self, (w, h): (u32, u32), tile: (u32, u32)) -> Option<Cut> {
        let along = |length: u32, px: u32| {
            let step = px.checked_add(self.spacing)?;
            let inner = u64::from(length).checked_sub(2 * u64::from(self.margin))? + u64::from(self.spacing);
            let count = u32::try_from(inner / u64::from(step)).ok()?;
            (count > 0 && inner % u64::from(step) == 0).then_some((count, step))
        };
        let ((columns, across), (rows, down)) = (along(w, tile.0)?, along(h, tile.1)?);
        let is_wanted = self.columns.is_none_or(|wanted| wanted == columns);
        is_wanted.then_some(Cut { tile, columns, rows, step: (across, down), margin: self.margin })
    }

    fn in_words(&self, tiles: &str) -> String {
        let mut words = format!("a grid of {tiles}");
        if self.tile.is_some() {
            words = format!("tiles of {tiles}");
        }
        if let Some(columns) = self.columns {
            words += &format!(" in rows of {columns}");
        }
        if self.margin > 0 || self.spacing > 0 {
            words += &format!(" with a margin of {} and a spacing of {}", self.margin, self.spacing);
        }
        words
    }
}
