//! Which kind of picture fits a map.

use mapwright_core::{BuilderMap, Dir, History, Sides, Tile};

use crate::moments::Moments;
use crate::picture::{Kind, Sprites, Style};
use crate::tileset::Tileset;

/// Returns what a picture in a style shows of a map: the requested kind or, for `Auto`, the one that shows most of it.
pub fn kind_of(map: &BuilderMap, style: &Style) -> Kind {
    match style.kind {
        Kind::Auto if style.sprites.as_ref().is_some_and(|sprites| sprites.show_cells(map)) => Kind::Sprites,
        Kind::Auto => automatic(map),
        asked => asked,
    }
}

fn automatic(map: &BuilderMap) -> Kind {
    let colorful = |sides: &Sides| Dir::ALL.into_iter().any(|dir| sides.color(dir) > 1);
    if map.corners.is_some() {
        return Kind::WangCorners;
    }
    match &map.sides {
        Some(sides) if sides.as_slice().iter().any(colorful) => Kind::WangEdges,
        Some(_) if map.solution.is_some() || map.flow.is_some() => Kind::Pipes,
        Some(_) => Kind::Maze,
        None if only_regions(map) => Kind::Regions,
        None => Kind::Tiles,
    }
}

/// Whether there are regions and nothing to see of the tiles.
fn only_regions(map: &BuilderMap) -> bool {
    let alike = |tiles: &[_]| tiles.windows(2).all(|pair: &[Tile]| pair[0] == pair[1]);
    map.regions.as_ref().is_some_and(|regions| regions.as_slice().iter().any(|&region| region != 0))
        && alike(map.tiles.as_slice())
}

/// The requested kind if the map has its plane, otherwise a fitting one: in a history a plane may come
/// late.
pub(crate) fn possible(map: &BuilderMap, asked: Kind, style: &Style) -> Kind {
    let has = match asked {
        Kind::Auto | Kind::Tiles => true,
        Kind::Sprites => style.sprites.as_ref().is_some_and(|sprites| sprites.show_cells(map)),
        Kind::Maze | Kind::Pipes | Kind::WangEdges => map.sides.is_some(),
        Kind::WangCorners => map.corners.is_some(),
        Kind::Regions => map.regions.is_some(),
    };
    kind_of(map, &Style { kind: if has { asked } else { Kind::Auto }, ..style.clone() })
}

/// The requested kind or, for `Auto`, pipes if any stage makes pipes of the map, so that it does not look
/// like another one before and after.
pub(crate) fn of_history(history: &History, style: &Style) -> Kind {
    let mut moments = Moments::of(history, style.secrets);
    let mut kinds = std::iter::from_fn(|| moments.next_stage().map(|moment| kind_of(&moment.map, style)));
    if style.kind == Kind::Auto && kinds.any(|kind| kind == Kind::Pipes) { Kind::Pipes } else { style.kind }
}

impl Sprites {
    /// Whether the cells of a map look different with them: there are pictures of tiles, or a tileset for a plane that
    /// the map has.
    pub(crate) fn show_cells(&self, map: &BuilderMap) -> bool {
        self.fitting(map).is_some() || !self.tiles.is_empty()
    }

    /// The tileset, if the map has the plane that it shows.
    pub(crate) fn fitting(&self, map: &BuilderMap) -> Option<&Tileset> {
        let has = |tileset: &&Tileset| tileset.kind().plane().is_none_or(|plane| map.planes().contains(plane));
        self.tileset.as_ref().filter(has)
    }

    /// The map with floor in place of the tiles that have pictures.
    pub(super) fn ground(&self, map: &BuilderMap) -> BuilderMap {
        let is_drawn = |tile: &Tile| self.tiles.contains_key(tile);
        let mut ground = map.clone();
        ground.tiles = map.tiles.map(|tile| if is_drawn(tile) { Tile::FLOOR } else { *tile });
        ground
    }
}

impl Kind {
    /// Whether cells have lines between them, and a last line on the right and at the bottom.
    pub(crate) const fn is_lined(self) -> bool {
        matches!(self, Kind::Regions)
    }
}

/// Whether cells of so many pixels are of one color. Cells that are larger than any picture needs are, too.
pub(crate) const fn is_flat(scale: u32) -> bool {
    scale < 4 || scale > 512
}
