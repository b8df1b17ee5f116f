//! Windows of endless worlds as infinite maps of Tiled.

use mapwright_core::{BuilderMap, Grid, Plane, Sides, Size, Tile, Wrap};

use super::export::{Tiled, TiledPart};
use super::map::{TiledCells, TiledChunk, TiledContent, TiledLayer, TiledMap, TiledProperty};
use super::wang::{WangTiles, most_color};
use crate::ExportError;

/// How far from the origin cells may lie: Tiled counts pixels with 32 bits, and they must fit with room to spare.
const FAR: i64 = 1 << 30;

impl Tiled {
    /// Makes an infinite map of chunks of a plane of colors, [`Plane::Sides`] or [`Plane::Corners`]. A chunk is the
    /// column and row of its first cell, and its tiles. Chunks may have any size, and need not touch.
    ///
    /// ```
    /// use mapwright_core::{Grid, Plane, Sides, Size};
    /// use mapwright_export::Tiled;
    ///
    /// let chunk = |x, y| (x, y, Grid::new(Size::new(16, 16), Sides::CLOSED));
    /// let tiled = Tiled::default().world(Plane::Corners, 1, [chunk(-16, 0), chunk(0, 0)])?;
    /// assert_eq!((tiled.infinite, tiled.size), (true, (32, 16)));
    /// # Ok::<(), mapwright_export::ExportError>(())
    /// ```
    ///
    /// `most` is the highest color of the world, 1 to 3: the tiles must fit what other windows of it show.
    ///
    /// # Errors
    ///
    /// A color above `most`, a chunk that lies too far out, or what [`map`](Tiled::map) refuses.
    pub fn world(
        &self,
        plane: Plane,
        most: u8,
        chunks: impl IntoIterator<Item = (i64, i64, Grid<Sides>)>,
    ) -> Result<TiledMap, ExportError> {
        self.check_tileset(&[if plane == Plane::Corners { TiledPart::Corners } else { TiledPart::Sides }])?;
        let mut made = TiledMap { infinite: true, ..self.empty()? };
        let style = self.style_px();
        let tiles = match (plane, self.tileset_for(Some(plane))) {
            (_, Some(tileset)) => WangTiles::Tileset(Box::new(tileset.clone())),
            (Plane::Corners, None) => WangTiles::corners(most, style.scale)?,
            (_, None) => WangTiles::edges(most, &style)?,
        };
        let name = plane.name();
        let first = made.add_sheet(tiles.sheet(name, &style)?);
        let mut found = Vec::new();
        for (x, y, colors) in chunks {
            if most_color(&colors) > most {
                let (found, allowed) = (most_color(&colors).to_string(), format!("0 to {most}"));
                return Err(ExportError::Range { what: "a color of the world", found, allowed });
            }
            let numbers = tiles.numbers(&in_a_map(plane, colors))?;
            let (x, y) = (place(x, made.tile_size.0)?, place(y, made.tile_size.1)?);
            found.push(TiledChunk { x, y, tiles: numbers.map(|number| number - 1 + first) });
        }
        let cells = TiledCells::Chunks(found);
        let (left, top, w, h) = cells.bounds();
        made.size = (w, h);
        made.properties.extend([TiledProperty::int("left", left), TiledProperty::int("top", top)]);
        let content = TiledContent::Tiles(cells);
        made.layers.push(TiledLayer { name: name.to_owned(), visible: true, opacity: 100, content });
        Ok(made)
    }
}

/// A column or row as Tiled counts it.
fn place(at: i64, px: u32) -> Result<i32, ExportError> {
    let far = FAR / i64::from(px.max(1));
    let fits = i32::try_from(at).ok().filter(|_| at.checked_abs().is_some_and(|away| away <= far));
    fits.ok_or_else(|| {
        let allowed = format!("-{far} to {far}, with tiles of {px} pixels");
        ExportError::Range { what: "the column or row of a chunk", found: at.to_string(), allowed }
    })
}

fn in_a_map(plane: Plane, colors: Grid<Sides>) -> BuilderMap {
    let mut map = BuilderMap::filled(Size::new(0, 0), Wrap::None, Tile::FLOOR);
    map.tiles = Grid::new(colors.size(), Tile::FLOOR);
    if plane == Plane::Corners {
        map.corners = Some(colors)
    } else {
        map.sides = Some(colors)
    }
    map
}
