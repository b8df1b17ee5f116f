//! What a stage changed: the cells, and a summary in numbers.

use mapwright_core::{BuilderMap, Grid, Point, Sides, Size};

/// The difference between two maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The changed cells; `None` if the sizes differ.
    pub(crate) cells: Option<Grid<bool>>,
    /// A summary, such as `+12 openings`.
    pub(crate) words: String,
}

impl Changes {
    /// What a stage made of the result of the previous one.
    pub(crate) fn since(before: Option<&BuilderMap>, map: &BuilderMap) -> Changes {
        before.map_or_else(|| Changes::first(map), |before| Changes::between(before, map))
    }

    /// What the first stage of a build made.
    fn first(map: &BuilderMap) -> Changes {
        let open = map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
        let mut words = vec![count(open, "open cell")];
        words.extend(map.sides.as_ref().map(|_| count(openings(map), "opening")));
        words.extend(map.rooms.as_ref().map(|rooms| count(rooms.len(), "room")));
        words.extend(map.regions.as_ref().map(|regions| count(region_count(regions), "region")));
        // The openings already say that the grid is open.
        if map.sides.is_some() {
            words.remove(0);
        }
        Changes { cells: None, words: words.join(", ") }
    }

    pub(crate) fn between(old: &BuilderMap, new: &BuilderMap) -> Changes {
        if old.size() != new.size() {
            return Changes { cells: None, words: format!("{} to {}", old.size(), new.size()) };
        }
        let mut words = Vec::new();
        terrain(old, new, &mut words);
        sides(old, new, &mut words);
        things(old, new, &mut words);
        if words.is_empty() {
            words.push(if old == new { "nothing changed" } else { "no cell changed" }.to_owned());
        }
        Changes { cells: Some(changed(old, new)), words: words.join(", ") }
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Tiles that were opened, filled, or replaced by others of their sort.
fn terrain(old: &BuilderMap, new: &BuilderMap, words: &mut Vec<String>) {
    let pairs = || old.tiles.as_slice().iter().zip(new.tiles.as_slice()).filter(|(old, new)| old != new);
    let solid =
        |was: bool, is: bool| pairs().filter(|(old, new)| (old.is_solid(), new.is_solid()) == (was, is)).count();
    let (opened, filled) = (solid(true, false), solid(false, true));
    let others = pairs().count() - opened - filled;
    let figures = [(opened, "cell", " opened"), (filled, "cell", " filled"), (others, "tile", " changed")];
    words.extend(figures.into_iter().filter(|figure| figure.0 > 0).map(|(n, what, did)| count(n, what) + did));
}

/// Joined pairs of neighbors, and tiles that were turned.
fn sides(old: &BuilderMap, new: &BuilderMap, words: &mut Vec<String>) {
    let (Some(before), Some(after)) = (&old.sides, &new.sides) else {
        if new.sides.is_some() {
            words.push(count(openings(new), "opening"));
        }
        return;
    };
    let pairs = before.as_slice().iter().zip(after.as_slice()).filter(|(old, new)| old != new);
    let is_turn = |(old, new): &(&Sides, &Sides)| old.dirs().len() == new.dirs().len();
    let turned = pairs.clone().filter(is_turn).count();
    if turned > 0 && turned == pairs.count() {
        words.push(count(turned, "tile") + " turned");
        return;
    }
    let (was, is) = (openings(old), openings(new));
    match is.cmp(&was) {
        std::cmp::Ordering::Greater => words.push(format!("+{}", count(is - was, "opening"))),
        std::cmp::Ordering::Less => words.push(format!("-{}", count(was - is, "opening"))),
        std::cmp::Ordering::Equal => {}
    }
}

/// The number of joined pairs of neighbors.
fn openings(map: &BuilderMap) -> usize {
    let passages = map.passages();
    (0..map.size().area()).map(|cell| usize::try_from(passages.dirs(cell).len()).unwrap_or(0)).sum::<usize>() / 2
}

/// What was added and removed besides terrain.
fn things(old: &BuilderMap, new: &BuilderMap, words: &mut Vec<String>) {
    let length = |list: Option<usize>| list.unwrap_or(0);
    let lists = [
        ("room", length(old.rooms.as_ref().map(Vec::len)), length(new.rooms.as_ref().map(Vec::len))),
        ("corridor", length(old.corridors.as_ref().map(Vec::len)), length(new.corridors.as_ref().map(Vec::len))),
        ("door", length(old.doors.as_ref().map(Vec::len)), length(new.doors.as_ref().map(Vec::len))),
        ("portal", old.portals.len(), new.portals.len()),
        ("spawn", old.spawns.len(), new.spawns.len()),
        ("area", length(old.graph.as_ref().map(|g| g.areas.len())), length(new.graph.as_ref().map(|g| g.areas.len()))),
        ("layer", old.layers.len(), new.layers.len()),
        ("region", length(old.regions.as_ref().map(region_count)), length(new.regions.as_ref().map(region_count))),
    ];
    for (what, was, is) in lists {
        if is > was {
            words.push(format!("+{}", count(is - was, what)));
        } else if was > is {
            words.push(format!("-{}", count(was - is, what)));
        }
    }
    for (what, was, is) in [("start", old.start, new.start), ("exit", old.exit, new.exit)] {
        match (was, is) {
            (None, Some(at)) => words.push(format!("{what} at {at}")),
            (Some(_), None) => words.push(format!("no {what}")),
            (Some(was), Some(is)) if was != is => words.push(format!("{what} moved to {is}")),
            _ => {}
        }
    }
    if let (Some(flow), true) = (&new.flow, old.flow != new.flow) {
        let on_ring = flow.on_ring.as_slice().iter().filter(|&&on| on).count();
        words.push(format!("{} on rings", count(on_ring, "cell")));
    }
    if let (Some(proof), true) = (&new.proof, old.proof != new.proof) {
        words.push(format!("won in {}", count(proof.walk.len().saturating_sub(1), "step")));
    }
}

fn region_count(regions: &Grid<u16>) -> usize {
    let mut seen = vec![false; usize::from(u16::MAX) + 1];
    regions.as_slice().iter().for_each(|&region| seen[usize::from(region)] = true);
    seen.iter().skip(1).filter(|&&seen| seen).count()
}

/// The cells where anything visible in a picture differs.
fn changed(old: &BuilderMap, new: &BuilderMap) -> Grid<bool> {
    let size: Size = new.size();
    let mut cells = Grid::from_fn(size, |at| {
        old.tiles[at] != new.tiles[at]
            || differs(&old.sides, &new.sides, at)
            || differs(&old.corners, &new.corners, at)
            || differs(&old.regions, &new.regions, at)
    });
    let mut mark = |at: Point| {
        if size.contains(at) {
            cells[at] = true;
        }
    };
    let places = |map: &BuilderMap| {
        let doors = map.doors.iter().flatten().flat_map(|door| door.cells.iter().map(|&at| (at, "door".to_owned())));
        let spawns = map.spawns.iter().map(|spawn| (spawn.at, spawn.what.clone()));
        let marks = [(map.start, "start"), (map.exit, "exit")];
        let marks = marks.into_iter().filter_map(|(at, what)| Some((at?, what.to_owned())));
        let portals = map.portals.iter().flat_map(|portal| portal.ends()).map(|at| (at, "portal".to_owned()));
        doors.chain(spawns).chain(marks).chain(portals).collect::<std::collections::BTreeSet<_>>()
    };
    places(old).symmetric_difference(&places(new)).for_each(|&(at, _)| mark(at));
    cells
}

/// Whether a plane of both maps differs in a cell. A plane that only one of them has would mark every cell.
fn differs<T: PartialEq>(old: &Option<Grid<T>>, new: &Option<Grid<T>>, at: Point) -> bool {
    old.as_ref().zip(new.as_ref()).is_some_and(|(old, new)| old[at] != new[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Dir, Spawn, Tile, Wrap, join_sides};

    #[test]
    fn figures_say_what_a_stage_did() {
        let mut old = BuilderMap::filled(Size::new(5, 3), Wrap::None, Tile::FLOOR);
        old.sides = Some(Grid::new(old.size(), Sides::CLOSED));
        let check = |change: &dyn Fn(&mut BuilderMap), words: &str, cells: usize| {
            let mut new = old.clone();
            change(&mut new);
            let changes = Changes::between(&old, &new);
            assert_eq!(changes.words, words);
            let marked = changes.cells.unwrap().as_slice().iter().filter(|&&is| is).count();
            assert_eq!(marked, cells, "{words}");
        };
        check(&|_| {}, "nothing changed", 0);
        check(&|map| map.tiles[3] = Tile::WALL, "1 cell filled", 1);
        check(&|map| (map.tiles[3], map.tiles[4]) = (Tile::GRASS, Tile::WALL), "1 cell filled, 1 tile changed", 2);
        check(
            &|map| {
                if let Some(sides) = &mut map.sides {
                    join_sides(sides, 0, Dir::E, 1);
                }
            },
            "+1 opening",
            2,
        );
        check(&|map| map.start = Some(Point::new(1, 2)), "start at (1, 2)", 1);
        check(&|map| map.spawns.extend([(0, 0), (2, 2)].map(|at| Spawn::new(at, "Rat"))), "+2 spawns", 2);
        check(&|map| map.regions = Some(Grid::new(map.size(), 7)), "+1 region", 0);
        check(&|map| map.corridors = Some(Vec::new()), "no cell changed", 0);
        let large = BuilderMap::filled(Size::new(11, 7), Wrap::None, Tile::FLOOR);
        assert_eq!(Changes::between(&old, &large).words, "5x3 to 11x7");
        assert_eq!(Changes::first(&large).words, "77 open cells");
        assert_eq!(Changes::first(&old).words, "0 openings");
    }
}
