//! The maps from which the rows start that time a part: the same ones for
//! everybody. They are ours, each with its start.

use mapwright::builders::*;
use mapwright::graph::Components;
use mapwright::prelude::*;

/// A cave. It starts in its largest part, where there is most to do.
pub fn cave(size: Size, seed: u64) -> BuilderMap {
    let mut map = built(seed, &start_with(size, CellularAutomata::default()));
    let parts = Components::from_map(&map, &map.passages());
    let largest = parts.largest().map(|(label, _)| label);
    map.start = parts.label.iter().find(|&(_, label)| Some(*label) == largest).map(|(p, _)| p);
    map
}

/// A maze carved to tiles: of half as many rooms, so that it fills the size
/// up to a row and a column.
pub fn carved_maze(size: Size, seed: u64) -> BuilderMap {
    let rooms = Size::new((size.w - 1) / 2, (size.h - 1) / 2);
    built(seed, &start_with(rooms, Backtracker::default()).with(SidesToTiles::default()))
}

/// A maze with sides.
pub fn maze(size: Size, seed: u64) -> BuilderMap {
    built(seed, &start_with(size, Backtracker::default()))
}

pub fn start_with(size: Size, initial: impl InitialMapBuilder + 'static) -> BuilderChain {
    BuilderChain::start_with(size, initial)
}

/// No seed of these chains fails; if one did, the row should fail too.
pub fn built(seed: u64, chain: &BuilderChain) -> BuilderMap {
    chain.build(seed).expect("a level from any seed")
}

/// Where searches start on a prepared map.
pub fn start(map: &BuilderMap) -> Point {
    map.start.expect("a map with a start")
}

#[cfg(test)]
mod tests {
    use mapwright::graph::{UNREACHED, distances};

    use super::*;

    /// Nearly all of a cave and all of a maze can be reached from its start.
    #[test]
    fn prepared_maps_are_large_and_start_where_most_is_reached() {
        let size = Size::new(80, 50);
        for seed in 1..=5 {
            for (map, least) in [(cave(size, seed), 0.9), (carved_maze(size, seed), 1.0), (maze(size, seed), 1.0)] {
                let steps = distances(&map.passages(), [map.size().index(start(&map))]);
                let reached = steps.as_slice().iter().filter(|&&steps| steps != UNREACHED).count();
                let open = map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
                assert!(open * 3 > size.area() as usize, "{open} open");
                assert!(reached as f64 >= least * open as f64, "{reached} of {open}");
                assert!(size.w - map.size().w <= 1 && size.h - map.size().h <= 1);
            }
        }
    }
}
