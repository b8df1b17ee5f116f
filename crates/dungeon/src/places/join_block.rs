//! Connects all open cells of an endless plane, block by block.
//!
//! Each border between two blocks has an *opening*: a pair of cells open on both sides. Where there is none, the pair at a hashed
//! offset is dug. Each block digs tunnels *inside itself* until all its open cells and openings
//! are connected. Cells are taken as connected if the terrain connects them, before any tunnel, in the block and a margin
//! around it. So cells that are joined just outside need no tunnel, and no line of tunnels betrays the borders of blocks.
//!
//! **Everything is connected.** Tunnels and gates only open cells, so what the terrain joins stays joined. In each block
//! all open cells and openings are connected, so each open cell reaches the openings of its block. An opening is open on both
//! sides, because both blocks dig the same one. The lattice of blocks is connected. So any two open cells are. ∎
//!
//! **Every block is a function of its place.** Components smaller than `min_cells` vanish first. One that touches the block
//! or the cells beside it is wholly inside the margin, or has at least as many cells as the margin is wide; so each block
//! that sees it decides alike.

use mapwright_core::{
    BuildCx, BuildError, BuilderMap, Dir, Grid, Passages, Planes, Point, Rect, Size, Wrap, join_sides, share,
};
use mapwright_graph::{Components, Tunneling, tunnels};

use super::join_components::{JoinComponents, TunnelShape};
use super::walling::wall_up;

/// The margin around a block, in cells. With a smaller one, tunnels join what is already joined just outside.
const MARGIN: u32 = 32;

impl JoinComponents {
    /// The margin around a block.
    pub(super) fn around(&self) -> u32 {
        self.min_cells.saturating_add(1).max(MARGIN)
    }

    /// Joins what is open in the block in the middle of a window.
    pub(super) fn join_block(
        &self,
        map: &mut BuilderMap,
        (left, top): (i64, i64),
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        map.clear(Planes::DERIVED);
        let around = u16::try_from(self.around()).unwrap_or(u16::MAX);
        let block = Rect::new(around, around, cx.block.w, cx.block.h);
        let place = (left + i64::from(around), top + i64::from(around));
        let mut passages = map.passages();
        let mut components = Components::from_map(map, &passages);
        let is_small = |label: u32| label.checked_sub(1).is_some_and(|i| components.sizes[i as usize] < self.min_cells);
        let small: Vec<u32> = (0..passages.area()).filter(|&cell| is_small(components.label[cell])).collect();
        if !small.is_empty() {
            wall_up(map, &passages, &small);
            passages = map.passages();
            small.iter().for_each(|&cell| components.label[cell] = 0);
        }
        let dug = Dir::ALL.map(|dir| self.open_border(map, &passages, BlockSide::new(block, place, dir, cx), dir));
        if dug.contains(&true) {
            passages = map.passages();
            components = Components::from_map(map, &passages);
        }
        self.join_components(map, &passages, &components, block, cx)
    }

    /// Digs the opening of a border that has none. Returns whether it did.
    fn open_border(&self, map: &mut BuilderMap, passages: &Passages, border: BlockSide, dir: Dir) -> bool {
        let is_open = |i: u32| passages.dirs(passages.index(border.cell(i))).contains(dir);
        if (0..border.length).any(is_open) {
            return false;
        }
        let inner = border.cell(border.offset);
        if let Some(outer) = inner.step(dir).filter(|&outer| map.size().contains(outer)) {
            for cell in [inner, outer] {
                map.tiles[cell] = if map.tiles[cell].is_solid() { self.tile } else { map.tiles[cell] };
            }
            if let Some(sides) = &mut map.sides {
                join_sides(sides, passages.index(inner), dir, passages.index(outer));
            }
        }
        true
    }

    /// Digs tunnels between the components of a block.
    fn join_components(
        &self,
        map: &mut BuilderMap,
        passages: &Passages,
        components: &Components,
        block: Rect,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let own = components_in(components, block);
        if own.sizes.len() <= 1 {
            return Ok(());
        }
        let part = cut(map, block);
        let how = Tunneling { winds: self.line == TunnelShape::Winding, ..Tunneling::default() };
        let mut found = tunnels(&part, &own, how, cx)?;
        for cell in found.iter_mut().flat_map(|tunnel| &mut tunnel.path) {
            let Point { x, y } = part.size().point(*cell);
            *cell = map.size().index(Point::new(x + block.x, y + block.y));
        }
        self.dig(map, passages, &found, cx)
    }
}

/// The border of a block in one direction, from west to east or from north to south.
#[derive(Clone, Copy, Debug)]
struct BlockSide {
    first: Point,
    is_horizontal: bool,
    length: u32,
    /// Where the opening is dug.
    offset: u32,
}

impl BlockSide {
    fn new(block: Rect, (left, top): (i64, i64), dir: Dir, cx: &BuildCx<'_>) -> BlockSide {
        let (w, h) = (block.w.saturating_sub(1), block.h.saturating_sub(1));
        let (dx, dy) = match dir {
            Dir::N | Dir::W => (0, 0),
            Dir::E => (w, 0),
            Dir::S => (0, h),
        };
        let is_horizontal = matches!(dir, Dir::N | Dir::S);
        let length = u32::from(if is_horizontal { block.w } else { block.h });
        // The border is named by the cell in the east or south of its beginning, which both blocks know.
        let beyond = i64::from(matches!(dir, Dir::E | Dir::S));
        let (x, y) =
            if is_horizontal { (left, top + i64::from(dy) + beyond) } else { (left + i64::from(dx) + beyond, top) };
        let offset = share(cx.bits_at((x, y), u64::from(is_horizontal)), length);
        BlockSide { first: Point::new(block.x + dx, block.y + dy), is_horizontal, length, offset }
    }

    /// The `i`-th cell of the block along it.
    fn cell(self, i: u32) -> Point {
        let i = u16::try_from(i).unwrap_or(0);
        let (dx, dy) = if self.is_horizontal { (i, 0) } else { (0, i) };
        Point::new(self.first.x + dx, self.first.y + dy)
    }
}

/// The components in a block, numbered anew.
fn components_in(components: &Components, block: Rect) -> Components {
    let (mut numbers, mut sizes) = (vec![0_u32; components.sizes.len() + 1], Vec::new());
    let label = Grid::from_fn(Size::new(block.w, block.h), |Point { x, y }| {
        let label = components.label[Point::new(x + block.x, y + block.y)];
        if label == 0 {
            return 0;
        }
        let number = &mut numbers[label as usize];
        if *number == 0 {
            sizes.push(0);
            *number = sizes.len() as u32;
        }
        sizes[*number as usize - 1] += 1;
        *number
    });
    Components { label, sizes }
}

/// The tiles and sides of a part of a map.
fn cut(map: &BuilderMap, part: Rect) -> BuilderMap {
    let size = Size::new(part.w, part.h);
    let from = |Point { x, y }: Point| Point::new(x + part.x, y + part.y);
    let mut cut = BuilderMap::filled(size, Wrap::None, mapwright_core::Tile::WALL);
    cut.tiles = Grid::from_fn(size, |p| map.tiles[from(p)]);
    cut.sides = map.sides.as_ref().map(|sides| Grid::from_fn(size, |p| sides[from(p)]));
    cut
}
