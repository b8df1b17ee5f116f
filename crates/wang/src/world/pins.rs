//! Places of the lattice whose color is given instead of hashed.

use mapwright_core::Sides;

use super::{Place, PlacePart};
use mapwright_world::Sparse;

/// Colors of places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pins(Sparse<PinsOfTile>);

/// The colors of the places named by one tile, by [`PlacePart`]. At least one has a color.
type PinsOfTile = [Option<u8>; 3];

impl Pins {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every pinned place with its color, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Place, u8)> {
        self.0.iter().flat_map(|(x, y, site)| colors(site).map(move |(part, color)| (Place { x, y, part }, color)))
    }

    /// Pins a place to a color, and returns its previous one.
    pub(super) fn insert(&mut self, place: Place, color: u8) -> Option<u8> {
        let mut site = self.0.get(place.x, place.y).copied().unwrap_or_default();
        let before = site[place.part as usize].replace(color);
        self.0.insert(place.x, place.y, site);
        before
    }

    /// Unpins a place, and returns its color.
    pub(super) fn remove(&mut self, place: Place) -> Option<u8> {
        let mut site = *self.0.get(place.x, place.y)?;
        let before = site[place.part as usize].take();
        if site == PinsOfTile::default() {
            self.0.remove(place.x, place.y);
        } else {
            self.0.insert(place.x, place.y, site);
        }
        before
    }

    /// Colors the tiles of a window, `width` columns and as many rows as `tiles` has, where they touch a pinned
    /// place.
    pub(super) fn paint(&self, x0: i64, y0: i64, width: usize, tiles: &mut [Sides]) {
        let height = tiles.len().div_ceil(width.max(1));
        // The lattice has a column and a row more than the tiles.
        for (x, y, site) in self.0.within(x0, width as u64 + 1, y0, height as u64 + 1) {
            for (place, color) in colors(site).map(|(part, color)| (Place { x, y, part }, color)) {
                for (x, y, part) in place.tiles() {
                    let column = usize::try_from(x.wrapping_sub(x0)).ok().filter(|&column| column < width);
                    let row = usize::try_from(y.wrapping_sub(y0)).ok();
                    let index = column.zip(row).and_then(|(column, row)| row.checked_mul(width)?.checked_add(column));
                    if let Some(tile) = index.and_then(|index| tiles.get_mut(index)) {
                        *tile = tile.with_color(part, color);
                    }
                }
            }
        }
    }
}

fn colors(site: &PinsOfTile) -> impl Iterator<Item = (PlacePart, u8)> {
    PlacePart::ALL.into_iter().zip(*site).filter_map(|(part, color)| Some((part, color?)))
}
