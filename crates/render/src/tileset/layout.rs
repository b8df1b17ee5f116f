//! How the tiles lie on a picture: a grid, cut by its measures or by guessing them.

use super::error::TilesetError;
use super::kind::TilesetKind;
use super::order::TilesetOrder;
use super::set::{Tileset, checked_size};

/// How the tiles of a picture lie on it. What is `None` is found from the picture's size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesetLayout {
    /// What the tiles are; `None` for what their number says.
    pub kind: Option<TilesetKind>,
    /// Width and height of a tile in pixels; `None` for squares that make a grid of as many tiles as the kind
    /// has; if several would do, those that can be halved most often. Without a kind too, only squares of 8, 12, 16 … 64
    /// pixels are tried.
    pub tile: Option<(u32, u32)>,
    /// Tiles a row.
    pub columns: Option<u32>,
    /// Pixels round all tiles.
    pub margin: u32,
    /// Pixels between tiles.
    pub spacing: u32,
    /// The order of the tiles.
    pub order: TilesetOrder,
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
            order: TilesetOrder::Ascending,
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
    /// Whether a listed order lacks a tile of two opposite corners, which is then put together of its
    /// [`halves`](TilesetKind::halves).
    pub fn joins_halves(&self) -> bool {
        let (Some(kind), order @ [_, ..]) = (self.kind, self.order.listed()) else { return false };
        let is_missing = |index: u16| order.iter().flatten().all(|&listed| u16::from(listed) != index);
        (0..kind.count()).any(|index| kind.halves(index).is_some() && is_missing(index))
    }

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
                let cuts = self.square_cuts((w, h));
                let is_usual = |cut: &&Cut| {
                    self.kind.is_some()
                        || !self.order.is_ascending()
                        || (8..=64).contains(&cut.tile.0) && cut.tile.0.is_multiple_of(4)
                };
                // A square of 81 tiles may be one of 16 larger ones too. Nearly all tiles are 8, 16, 24, 32 … pixels
                // wide, and those others then have less of the factor two.
                let best = cuts.iter().filter(is_usual).max_by_key(|cut| (cut.tile.0.trailing_zeros(), cut.tile.0));
                if let Some(&cut) = best {
                    return Ok(cut);
                }
                self.in_words(&squares_in_words(self.kind, &cuts))
            }
        };
        Err(TilesetError::GridSize { w, h, expected })
    }

    /// The ways to cut a picture into squares that are as many as the tiles of a kind, or as the listed places.
    fn square_cuts(&self, (w, h): (u32, u32)) -> Vec<Cut> {
        let cuts = (1..=w.min(h).min(Tileset::MAX_TILE_PX)).filter_map(|px| self.cut_as((w, h), (px, px)));
        cuts.filter(|cut| self.fits(cut.places())).collect()
    }

    fn fits(&self, places: u32) -> bool {
        if let TilesetOrder::Listed(order) = &self.order {
            return usize::try_from(places).is_ok_and(|places| places == order.len());
        }
        let mut kinds = TilesetKind::ALL.into_iter().filter(|&kind| self.kind.is_none_or(|wanted| wanted == kind));
        kinds.any(|kind| (kind.count().into()..=kind.most_places()).contains(&places))
    }

    /// Cuts into the rows and columns that are listed in `order`. Pixels left over at the right and at the bottom are ignored.
    fn cut_loosely(&self, (w, h): (u32, u32), tile: (u32, u32)) -> Option<Cut> {
        let columns = self.columns.filter(|&columns| columns > 0 && matches!(self.order, TilesetOrder::Listed(_)))?;
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

/// What was expected of a picture whose tiles have no given size, and the sizes that would fit.
fn squares_in_words(kind: Option<TilesetKind>, cuts: &[Cut]) -> String {
    let mut words = match kind {
        Some(kind) => format!("{} square tiles", kind.count()),
        None => "16, 33, 47 to 49 or 81 square tiles of 8, 12, 16 … 64 pixels".to_owned(),
    };
    let fitting = cuts.iter().rev().take(4).map(|cut| format!("{0}x{0}", cut.tile.0)).collect::<Vec<_>>();
    if !fitting.is_empty() {
        words += &format!("; if the size of a tile is given, {} would fit", fitting.join(" or "));
    }
    words
}
