//! Maps of every kind, made by hand, and a chain that records them.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Dir, Dirs, Facts, Flow, Grid, History, InitialMapBuilder,
    MapRng, MetaMapBuilder, Passages, Point, Portal, Sides, Size, Spawn, Tile, Wrap, join_sides,
};

/// Sizes that are nobody's favorite.
pub(crate) fn sizes() -> Vec<Size> {
    [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (5, 8)].map(|(w, h)| Size::new(w, h)).to_vec()
}

/// Pixels of three bytes as pixels of four.
pub(crate) fn opaque(rgb: &[u8]) -> Vec<u8> {
    rgb.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect()
}

/// Walks into unseen cells until stuck, then steps back; now and then one more side is opened.
pub(crate) fn maze(size: Size, wrap: Wrap, seed: u64, loops: f64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let mut sides = Grid::new(size, Sides::CLOSED);
    let lattice = Passages::lattice(size, wrap);
    carve(&lattice, &mut rng, |cell, dir, next| join_sides(&mut sides, cell, dir, next));
    for cell in 0..size.area() {
        for dir in lattice.dirs(cell).iter() {
            if rng.chance(loops) {
                join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
            }
        }
    }
    map.sides = Some(sides);
    map.start = Some(size.center());
    map.exit = Some(Point::new(size.w - 1, size.h - 1));
    map.spawns.push(Spawn::new(size.point(rng.below(size.area())), "Goblin"));
    map.portals.push(Portal::new((0, 0), size.center()));
    map
}

fn carve(lattice: &Passages, rng: &mut MapRng, mut join: impl FnMut(u32, Dir, u32)) {
    let root = lattice.index(lattice.size().center());
    let mut seen = Grid::new(lattice.size(), false);
    seen[root] = true;
    let mut path = vec![root];
    while let Some(&here) = path.last() {
        let unseen: Dirs = lattice.dirs(here).iter().filter(|&dir| !seen[lattice.step(here, dir)]).collect();
        let Some(dir) = rng.pick_dir(unseen) else {
            path.pop();
            continue;
        };
        let next = lattice.step(here, dir);
        join(here, dir, next);
        seen[next] = true;
        path.push(next);
    }
}

/// A maze with some tiles turned, and what flows through it.
pub(crate) fn pipes(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let mut map = maze(size, wrap, seed, 0.15);
    map.solution = map.sides.clone();
    shuffle(&mut map, &mut MapRng::new(seed), 0.4);
    map.flow = Some(flow(&map));
    map
}

fn shuffle(map: &mut BuilderMap, rng: &mut MapRng, p: f64) {
    let tiles = map.sides.as_mut().unwrap().as_mut_slice();
    tiles.iter_mut().filter(|_| rng.chance(p)).for_each(|tile| *tile = tile.turned(1));
}

/// Wet cells by a flood; a cell is on a ring when one of its sides is no bridge.
fn flow(map: &BuilderMap) -> Flow {
    let passages = map.passages();
    let mut flow = Flow::dry(map.size(), map.start.unwrap());
    flow.wet = mapwright_graph::reachable(&passages, map.size().index(flow.source));
    for cell in 0..passages.area() {
        for dir in passages.dirs(cell).iter() {
            let mut without = passages.clone();
            without.part(cell, dir);
            if mapwright_graph::reachable(&without, cell)[passages.step(cell, dir)] {
                flow.on_ring[cell] = true;
                flow.rings[cell] = u32::from(flow.wet[cell]);
            }
        }
    }
    flow
}

/// Scattered tiles of every kind.
pub(crate) fn cave(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let palette = mapwright_core::Palette::default();
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| rng.pick(palette.looks()).unwrap().tile);
    map
}

/// Random colors on the corners, or on the sides, that match between neighbors.
pub(crate) fn wang(size: Size, on_corners: bool, colors: u32, seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let more = Size::new(size.w + 1, size.h + 1);
    let [a, b] = [(); 2].map(|()| Grid::from_fn(more, |_| u8::try_from(rng.below(colors)).unwrap()));
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    let (right, down) = (|p: Point| Point::new(p.x + 1, p.y), |p: Point| Point::new(p.x, p.y + 1));
    if on_corners {
        let colors = |p| Sides::from_colors([a[right(p)], a[right(down(p))], a[down(p)], a[p]]);
        map.corners = Some(Grid::from_fn(size, colors));
    } else {
        map.sides = Some(Grid::from_fn(size, |p| Sides::from_colors([a[p], b[right(p)], a[down(p)], b[p]])));
    }
    map
}

/// A few regions, 0 among them.
pub(crate) fn regions(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    map.regions = Some(Grid::from_fn(size, |_| u16::try_from(rng.below(4)).unwrap()));
    map
}

/// One map of each kind.
pub(crate) fn all(size: Size, wrap: Wrap) -> Vec<BuilderMap> {
    vec![
        maze(size, wrap, 1, 0.1),
        pipes(size, wrap, 2),
        cave(size, wrap, 3),
        wang(size, true, 4, 4),
        wang(size, false, 3, 5),
        regions(size, wrap, 6),
    ]
}

/// A maze, its tiles turned, what flows, then the maze as tiles on a map of more than twice the size.
pub(crate) fn recorded(size: Size, every: u32) -> History {
    let mut history = History::every(every);
    let chain = BuilderChain::start_with(size, Walk).with(Turn).with(Water).with(Blocks).wrap(Wrap::X);
    chain.build_with(5, &mut history).unwrap();
    history
}

#[derive(Debug)]
struct Walk;

impl Builder for Walk {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("walk")
    }
}

impl InitialMapBuilder for Walk {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let mut sides = Grid::new(size, Sides::CLOSED);
        map.sides = Some(sides.clone());
        map.start = Some(size.center());
        cx.before_steps(&map);
        let mut rng = MapRng::new(cx.seed);
        carve(&Passages::lattice(size, cx.wrap), &mut rng, |cell, dir, next| {
            join_sides(&mut sides, cell, dir, next);
            cx.step(&sides, [cell, next]);
        });
        map.sides = Some(sides);
        Ok(map)
    }
}

#[derive(Debug)]
struct Turn;

impl Builder for Turn {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("turn")
    }
}

impl MetaMapBuilder for Turn {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.solution = map.sides.clone();
        shuffle(map, &mut cx.rng, 0.5);
        cx.snapshot(map, "half way");
        // Twice the same picture: nothing changes in a frame.
        cx.snapshot(map, "still half way");
        shuffle(map, &mut cx.rng, 0.1);
        Ok(())
    }
}

#[derive(Debug)]
struct Water;

impl Builder for Water {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("water")
    }
}

impl MetaMapBuilder for Water {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.flow = Some(flow(map));
        cx.snapshot(map, "all that flows");
        Ok(())
    }
}

#[derive(Debug)]
struct Blocks;

impl Builder for Blocks {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("blocks")
    }
}

impl MetaMapBuilder for Blocks {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let (size, passages) = (map.size(), map.passages());
        let mut blocks = BuilderMap::filled(Size::new(2 * size.w + 1, 2 * size.h + 1), Wrap::None, Tile::WALL);
        for p in size.points() {
            let at = Point::new(2 * p.x + 1, 2 * p.y + 1);
            blocks.tiles[at] = Tile::FLOOR;
            for dir in passages.dirs(size.index(p)).iter() {
                let (dx, dy) = dir.delta();
                let beside = Point::new(at.x.saturating_add_signed(dx as i16), at.y.saturating_add_signed(dy as i16));
                blocks.tiles[beside] = Tile::FLOOR;
            }
        }
        blocks.start = Some(Point::new(1, 1));
        *map = blocks;
        Ok(())
    }
}
