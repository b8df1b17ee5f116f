//! Maps of many kinds, and what must be true of a level on any of them.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, Grid, InitialMapBuilder, MapRng, MetaMapBuilder,
    Room,
};
use mapwright_core::{Plane, Point, Portal, Rect, Sides, Size, Tile, Wrap};
use mapwright_dungeon::{Arena, CellularAutomata};

/// Applies a stage as the chain would: with its own numbers, and a look at the map before and after.
pub(crate) fn apply(meta: &dyn MetaMapBuilder, map: &mut BuilderMap, seed: u64) -> Result<(), BuildError> {
    assert_eq!(map.validate(), Ok(()));
    meta.apply(map, &mut BuildCx::new(seed, meta.name(), 0))?;
    assert_eq!(map.validate(), Ok(()), "after {meta:?}");
    assert!(meta.facts(map.size()).gives.minus(map.planes()).first().is_none(), "{meta:?} gives less than it says");
    Ok(())
}

/// `#` wall, `+` door, `S` start, `X` exit, all else floor.
pub(crate) fn drawn(rows: &[&str]) -> BuilderMap {
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    for p in size.points() {
        match rows[usize::from(p.y)].as_bytes()[usize::from(p.x)] {
            b'#' => map.tiles[p] = Tile::WALL,
            b'+' => map.tiles[p] = Tile::DOOR,
            b'S' => map.start = Some(p),
            b'X' => map.exit = Some(p),
            _ => (),
        }
    }
    map
}

/// Rooms that are carved and joined one after the other by corridors with one bend. Some may stay apart.
#[derive(Debug)]
pub(crate) struct Halls {
    pub(crate) apart: f64,
}

impl Builder for Halls {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("halls").gives([Plane::Rooms, Plane::Corridors])
    }
}

impl InitialMapBuilder for Halls {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        let (mut rooms, mut corridors): (Vec<Rect>, Vec<Vec<Point>>) = Default::default();
        for _ in 0..12 {
            let (w, h) = (1 + cx.rng.below(6) as u16, 1 + cx.rng.below(4) as u16);
            let span = |length: u16, room: u16| u32::from(length.saturating_sub(room + 1)).max(1);
            let at = |rng: &mut MapRng, span| rng.below(span) as u16;
            let room = Rect::new(at(&mut cx.rng, span(size.w, w)), at(&mut cx.rng, span(size.h, h)), w, h);
            let grown = Rect::new(room.x.saturating_sub(1), room.y.saturating_sub(1), w + 2, h + 2);
            if room.fits(size) && !rooms.iter().any(|other| other.intersects(grown)) {
                room.points().for_each(|p| map.tiles[p] = Tile::FLOOR);
                if let Some(last) = rooms.last().filter(|_| !cx.rng.chance(self.apart)) {
                    corridors.push(bend(last.center(), room.center()));
                }
                rooms.push(room);
            }
        }
        corridors.iter().flatten().for_each(|&p| map.tiles[p] = Tile::FLOOR);
        (map.rooms, map.corridors) = (Some(Room::numbered(rooms)), Some(corridors));
        Ok(map)
    }
}

fn bend(a: Point, b: Point) -> Vec<Point> {
    let across = (a.x.min(b.x)..=a.x.max(b.x)).map(|x| Point::new(x, a.y));
    let down = (a.y.min(b.y)..=a.y.max(b.y)).map(|y| Point::new(b.x, y));
    across.chain(down).collect()
}

/// How many kinds of maps there are.
pub(crate) const KINDS: u64 = 6;

/// A map of a kind, with rooms and corridors, drawn at random where the kind has none of its own.
pub(crate) fn map(kind: u64, seed: u64) -> BuilderMap {
    let mut rng = MapRng::for_stage(seed, "maps of many kinds", kind);
    let size = Size::new(1 + rng.below(30) as u16, 1 + rng.below(20) as u16);
    let wrap = Wrap::ALL[rng.below(4) as usize];
    let built =
        |initial: Box<dyn InitialMapBuilder>| BuilderChain::start_with(size, initial).wrap(wrap).build(seed).unwrap();
    let mut map = match kind {
        0 => built(Box::new(CellularAutomata { wall_chance: 0.45, rounds: 4, ..CellularAutomata::default() })),
        1 => maze(size, wrap, &mut rng),
        2 => built(Box::<Arena>::default()),
        3 => built(Box::new(Halls { apart: 0.0 })),
        4 => built(Box::new(Halls { apart: 0.4 })),
        _ => rubble(size, wrap, &mut rng),
    };
    if map.rooms.is_none() {
        let corner = |rng: &mut MapRng| size.point(rng.below(size.area()));
        let room = |rng: &mut MapRng| {
            let p = corner(rng);
            Rect::new(p.x, p.y, 1 + rng.below(6) as u16, 1 + rng.below(6) as u16)
        };
        map.rooms = Some(Room::numbered((0..6).map(|_| room(&mut rng)).filter(|room| room.fits(size))));
        map.corridors = Some((0..3).map(|_| bend(corner(&mut rng), corner(&mut rng))).collect());
    }
    map.corridors.get_or_insert_default();
    map
}

/// A spanning tree: each cell is joined to the one above or the one to its left.
fn maze(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let mut sides = Grid::new(size, Sides::CLOSED);
    for p in size.points().filter(|p| (p.x, p.y) != (0, 0)) {
        let up = p.x == 0 || p.y > 0 && rng.chance(0.5);
        let (dir, next) = match up {
            true => (mapwright_core::Dir::N, Point::new(p.x, p.y - 1)),
            false => (mapwright_core::Dir::W, Point::new(p.x - 1, p.y)),
        };
        mapwright_core::join_sides(&mut sides, size.index(p), dir, size.index(next));
    }
    map.sides = Some(sides);
    map
}

/// Walls, sides, portals, doors, regions and rooms anywhere.
fn rubble(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let tiles = [Tile::WALL, Tile::DOOR, Tile::STAIRS_UP, Tile::WATER, Tile::FLOOR, Tile::FLOOR];
    map.tiles = Grid::from_fn(size, |_| tiles[rng.below(6) as usize]);
    map.sides = rng.chance(0.5).then(|| Grid::from_fn(size, |_| Sides::from_code((rng.bits() | rng.bits()) as u8)));
    map.regions = Some(Grid::from_fn(size, |p| p.x / 5));
    for _ in 0..rng.below(3) {
        map.portals.push(Portal::new(size.point(rng.below(size.area())), size.point(rng.below(size.area()))));
    }
    map
}

/// Which cells can be reached from the start, cell by cell.
pub(crate) fn reach(map: &BuilderMap) -> Grid<bool> {
    let passages = map.passages();
    let mut reached = Grid::new(map.size(), false);
    let mut queue = Vec::from_iter(map.start.map(|start| map.size().index(start)));
    while let Some(here) = queue.pop() {
        if !std::mem::replace(&mut reached[here], true) {
            queue.extend(passages.neighbors(here));
        }
    }
    reached
}

/// Every spawn from `first` on has a cell of its own, where nothing else is.
pub(crate) fn assert_spawns(map: &BuilderMap, first: usize) {
    let mut seen = std::collections::BTreeSet::new();
    let portals: Vec<Point> = map.portals.iter().flat_map(|portal| portal.ends()).collect();
    for (i, spawn) in map.spawns.iter().enumerate() {
        let at = spawn.at;
        assert!(map.is_open(at), "{at} is solid");
        assert!(seen.insert(at), "two at {at}");
        assert!(map.start != Some(at) && map.exit != Some(at), "{at} is start or exit");
        let kept_clear = [Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(&map.tiles[at]);
        assert!(i < first || !portals.contains(&at) && !kept_clear, "{at} is to be kept clear");
    }
}
