//! Which kind of picture fits a map.

use mapwright_core::{BuilderMap, Dir, History, Sides};

use super::style::{Kind, Style};

/// The requested kind or, for `Auto`, the one that shows most of the map.
pub(crate) fn fitting(map: &BuilderMap, style: &Style) -> Kind {
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
    let alike = |tiles: &[_]| tiles.windows(2).all(|pair: &[mapwright_core::Tile]| pair[0] == pair[1]);
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
    fitting(map, &Style { kind: if has { asked } else { Kind::Auto }, ..style.clone() })
}

/// The requested kind or, for `Auto`, pipes if any stage makes pipes of the map, so that it does not look
/// like another one before and after.
pub(crate) fn of_history(history: &History, style: &Style) -> Kind {
    let mut replay = history.replay();
    while style.kind == Kind::Auto && replay.next_stage().is_some() {
        if fitting(replay.map(), style) == Kind::Pipes {
            return Kind::Pipes;
        }
    }
    style.kind
}

impl Kind {
    /// Whether cells have lines between them, and a last line on the right and at the bottom.
    pub(crate) const fn is_lined(self) -> bool {
        matches!(self, Kind::Regions)
    }
}
