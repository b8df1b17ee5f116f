//! A box of blocks, made from a flat map.

use mapwright_core::{BuilderMap, Dir, Grid, Palette, Point, Tile, Wrap};

use super::shafts::{Shaft, landing, scaffolding};
use super::version::WORLD_HEIGHT;
use super::{Block, BlocksError, Extrusion, Version};
use mapwright_graph::{Flat, TooLargeError};

/// A box of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    size: [u16; 3],
    palette: Vec<Block>,
    /// Numbers in the palette, layer by layer from the bottom, each row by row from the north:
    /// `(y·length + z)·width + x`.
    cells: Vec<u16>,
    version: Version,
}

impl Blocks {
    /// The most blocks along one axis: sides are 16-bit numbers, which some readers treat as signed.
    pub const MOST_A_SIDE: u16 = 32_767;
    /// The most blocks in all.
    pub const MOST: u64 = 1 << 27;

    /// Builds a map of blocks.
    ///
    /// Doors and gates without a `facing` stand across the passage through them. Floors lie below each other: stairs are
    /// scaffolding through the ground, pits are holes. Other portals are left out.
    ///
    /// # Errors
    ///
    /// What [`Extrusion::check`] rejects, a map without cells or with a fault, or one that becomes too large.
    pub fn from_map(map: &BuilderMap, extrusion: &Extrusion, version: Version) -> Result<Blocks, BlocksError> {
        extrusion.check()?;
        if let Err(invalid) = map.validate() {
            return Err(BlocksError::Map { why: invalid.why });
        }
        if map.size().area() == 0 {
            return Err(BlocksError::Empty { w: map.size().w, h: map.size().h });
        }
        if map.n_floors() == 1 {
            return Blocks::of_floors(map, std::slice::from_ref(map), extrusion, version);
        }
        let floors = (0..map.n_floors()).filter_map(|floor| map.floor(floor)).map(|floor| floor.map);
        // Water and sand must not fall to the floor below.
        Blocks::of_floors(map, &floors.collect::<Vec<_>>(), &extrusion.with_base(), version)
    }

    /// The floors above each other, the first at the top, and the shafts between them.
    fn of_floors(
        map: &BuilderMap,
        floors: &[BuilderMap],
        extrusion: &Extrusion,
        version: Version,
    ) -> Result<Blocks, BlocksError> {
        let layers = extrusion.layers() * u32::from(map.n_floors());
        if layers > WORLD_HEIGHT {
            return Err(BlocksError::TooHigh { found: layers, most: WORLD_HEIGHT });
        }
        let flats = floors.iter().map(|floor| flatten(floor, extrusion, layers)).collect::<Result<Vec<Flat>, _>>()?;
        let top = flats.first().ok_or(BlocksError::Empty { w: 0, h: 0 })?;
        let size = top.tiles.size();
        let mut book = BlockNumbers { extrusion, palette: Palette::default(), blocks: Vec::new() };
        let mut cells = Vec::with_capacity(size.area() as usize * layers as usize);
        for (floor, flat) in floors.iter().zip(&flats).rev() {
            let (columns, bottom) = (book.columns(&flat.tiles)?, cells.len());
            raise(&flat.tiles, &columns, extrusion.layers(), &mut cells);
            for (place, block) in marks(floor, extrusion) {
                // The ground is the first layer, or the second on a base.
                let number = book.number(block)?;
                let at = flat.place(place);
                let layer = if extrusion.base.is_some() { flat.tiles.as_slice().len() } else { 0 };
                if let Some(cell) = cells.get_mut(bottom + layer + flat.tiles.size().index(at) as usize) {
                    *cell = number;
                }
            }
        }
        let height = u16::try_from(layers).unwrap_or(u16::MAX);
        let mut blocks = Blocks { size: [size.w, height, size.h], palette: Vec::new(), cells, version };
        for shaft in Shaft::all(map) {
            let place = top.place(Point::new(shaft.upper.x, shaft.upper.y - map.floor_rows(shaft.floor).start));
            blocks.dig(&mut book, shaft, place, map.n_floors())?;
        }
        Ok(Blocks { palette: book.blocks, ..blocks })
    }

    /// Makes way from the ground of a shaft's upper floor down to that of the lower.
    fn dig(&mut self, book: &mut BlockNumbers<'_>, shaft: Shaft, place: Point, floors: u16) -> Result<(), BlocksError> {
        let pitch = book.extrusion.layers();
        let lower = u32::from(floors - 2 - shaft.floor) * pitch + u32::from(book.extrusion.base.is_some());
        let (way, ground) = match shaft.is_pit {
            true => (Block::air(), Some(landing())),
            false => (scaffolding(), None),
        };
        let column = ground.map(|ground| (lower, ground)).into_iter();
        for (layer, block) in column.chain((lower + 1..=lower + pitch).map(|layer| (layer, way.clone()))) {
            let number = book.number(&block)?;
            let index = self.index([place.x, layer as u16, place.y]);
            if let Some(cell) = self.cells.get_mut(index) {
                *cell = number;
            }
        }
        Ok(())
    }

    /// Blocks from west to east, from bottom to top, and from north to south.
    pub const fn size(&self) -> [u16; 3] {
        self.size
    }

    /// The target version of the game.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Every kind of block in the box, in an unspecified but fixed order.
    pub fn palette(&self) -> &[Block] {
        &self.palette
    }

    /// The numbers of the blocks in the palette: `(y·length + z)·width + x`.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The block at a place, counted from the lower north-west corner.
    pub fn get(&self, [x, y, z]: [u16; 3]) -> Option<&Block> {
        let [w, h, l] = self.size;
        if x >= w || y >= h || z >= l {
            return None;
        }
        self.palette.get(usize::from(*self.cells.get(self.index([x, y, z]))?))
    }

    /// The data version that files of blocks contain.
    pub(super) fn data_version(&self) -> i32 {
        i32::try_from(self.version.data_version()).unwrap_or(i32::MAX)
    }

    pub(super) fn index(&self, at: [u16; 3]) -> usize {
        let ([w, _, l], [x, y, z]) = (self.size.map(usize::from), at.map(usize::from));
        (y * l + z) * w + x
    }
}

/// A floor as tiles, if the blocks of all layers are not too many.
fn flatten(map: &BuilderMap, extrusion: &Extrusion, layers: u32) -> Result<Flat, BlocksError> {
    let layers = u64::from(layers);
    let too_large = |TooLargeError(x, z)| {
        let side = u64::from(Blocks::MOST_A_SIDE);
        BlocksError::TooLarge { x, y: layers, z, side, most: Blocks::MOST }
    };
    let flat = Flat::from_map(map, extrusion.cell, Blocks::MOST / layers).map_err(too_large)?;
    let size = flat.tiles.size();
    match size.w.max(size.h) <= Blocks::MOST_A_SIDE {
        true => Ok(flat),
        false => Err(too_large(TooLargeError(size.w.into(), size.h.into()))),
    }
}

/// The cells with another block as ground.
fn marks<'a>(map: &BuilderMap, extrusion: &'a Extrusion) -> Vec<(Point, &'a Block)> {
    let spawns = map.spawns.iter().map(|spawn| (Some(spawn.at), &extrusion.spawn));
    // Where two marks meet the last one stays.
    let places = spawns.chain([(map.exit, &extrusion.exit), (map.start, &extrusion.start)]);
    places.filter_map(|(at, block)| Some((at?, block.as_ref()?))).collect()
}

/// The columns of one kind of tile, in numbers: where the way leads from north to south, and from east to west.
type Column = [Vec<u16>; 2];

/// The blocks met so far, by number.
struct BlockNumbers<'a> {
    extrusion: &'a Extrusion,
    palette: Palette,
    blocks: Vec<Block>,
}

impl BlockNumbers<'_> {
    /// The number of a block. Kinds are few, and each is looked up once for each column.
    fn number(&mut self, block: &Block) -> Result<u16, BlocksError> {
        let known = self.blocks.iter().position(|known| known == block);
        let place = known.unwrap_or(self.blocks.len());
        let number = u16::try_from(place).map_err(|_| BlocksError::TooManyKinds)?;
        if known.is_none() {
            self.blocks.push(block.clone());
        }
        Ok(number)
    }

    /// The columns of all tiles that there are, by the tile's number.
    fn columns(&mut self, tiles: &Grid<Tile>) -> Result<Vec<Column>, BlocksError> {
        let mut is_there = [false; 256];
        tiles.as_slice().iter().for_each(|tile| is_there[usize::from(tile.0)] = true);
        let column = |number: u8| match is_there[usize::from(number)] {
            true => Ok([self.column(Tile(number), "north")?, self.column(Tile(number), "east")?]),
            false => Ok([Vec::new(), Vec::new()]),
        };
        (0..=u8::MAX).map(column).collect()
    }

    /// The column of a tile from the base to the ceiling, with doors that face a direction.
    fn column(&mut self, tile: Tile, facing: &str) -> Result<Vec<u16>, BlocksError> {
        let extrusion = self.extrusion;
        let own = extrusion.column(tile, &self.palette)?;
        let rest = own.last().cloned().unwrap_or_else(Block::air);
        let walls = own.into_iter().chain(std::iter::repeat(rest)).take(usize::from(extrusion.height) + 1);
        let all = extrusion.base.iter().cloned().chain(walls).chain(extrusion.ceiling.iter().cloned());
        all.map(|block| self.number(&block.facing(facing))).collect()
    }
}

/// Builds the layers of a floor on those below it.
fn raise(tiles: &Grid<Tile>, columns: &[Column], layers: u32, cells: &mut Vec<u16>) {
    for layer in 0..layers as usize {
        for (p, tile) in tiles.iter() {
            let [plain, turned] = &columns[usize::from(tile.0)];
            let column = if plain != turned && leads_east(tiles, p) { turned } else { plain };
            cells.push(column[layer]);
        }
    }
}

/// Whether the way through a cell leads from west to east: there are walls to the north and south, but not on both
/// other sides.
fn leads_east(tiles: &Grid<Tile>, p: Point) -> bool {
    let is_solid = |dir: Dir| {
        let (dx, dy) = dir.delta();
        let beside = Wrap::None.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, tiles.size());
        beside.is_none_or(|beside| tiles[beside].is_solid())
    };
    is_solid(Dir::N) && is_solid(Dir::S) && !(is_solid(Dir::E) && is_solid(Dir::W))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::text::read_tiles;
    use mapwright_core::{Sides, Size, Spawn};

    fn map(text: &str) -> BuilderMap {
        BuilderMap::from_tiles(read_tiles(text, &Palette::default()).unwrap(), Wrap::None)
    }

    fn at(blocks: &Blocks, x: u16, y: u16, z: u16) -> String {
        blocks.get([x, y, z]).unwrap().to_string().replace("minecraft:", "")
    }

    #[test]
    fn columns_stand_on_their_tiles() {
        let mut map = map("####\n#~.+\n##+#\n");
        map.start = Some(Point::new(2, 1));
        map.spawns.push(Spawn::new(Point::new(1, 1), "Frog"));
        let extrusion = Extrusion { ceiling: Some(Block::own("glass", &[])), ..Extrusion::default() };
        let blocks = Blocks::from_map(&map, &extrusion, Version::V1_21).unwrap();
        assert_eq!(blocks.size(), [4, 6, 3]);
        let column = |x, z| [0, 1, 2, 3, 4, 5].map(|y| at(&blocks, x, y, z));
        let wall = "stone_bricks";
        assert_eq!(column(0, 0), ["stone", wall, wall, wall, wall, "glass"]);
        let water = "smooth_stone_slab[type=bottom,waterlogged=true]";
        assert_eq!(column(1, 1), ["stone", water, "air", "air", "air", "glass"]);
        assert_eq!(column(2, 1), ["stone", "sea_lantern", "air", "air", "air", "glass"]);
        let (low, high) = ("oak_door[facing=north,half=lower]", "oak_door[facing=north,half=upper]");
        assert_eq!(column(2, 2), ["stone", "smooth_stone", low, high, wall, "glass"]);
        let (low, high) = ("oak_door[facing=east,half=lower]", "oak_door[facing=east,half=upper]");
        assert_eq!(column(3, 1), ["stone", "smooth_stone", low, high, wall, "glass"]);
        assert_eq!(blocks.get([4, 0, 0]), None);
        assert_eq!(blocks.get([0, 6, 0]), None);
    }

    #[test]
    fn own_columns_go_before_those_of_the_house() {
        let mut map = map(".#\n");
        map.tiles[Point::new(0, 0)] = Tile(77);
        let with = |json: &str| {
            let extrusion: Extrusion = serde_json::from_str(json).unwrap();
            let blocks = Blocks::from_map(&map, &extrusion, Version::V1_21).unwrap();
            [at(&blocks, 0, 1, 0), at(&blocks, 0, 2, 0), at(&blocks, 1, 1, 0), at(&blocks, 1, 4, 0)]
        };
        assert_eq!(with("{}"), ["smooth_stone", "air", "stone_bricks", "stone_bricks"]);
        assert_eq!(with(r#"{"columns": {"floor": ["dirt"]}}"#), ["dirt", "dirt", "stone_bricks", "stone_bricks"]);
        let number = r#"{"columns": {"floor": ["dirt"], "77": ["ice", "air"], "128": ["tuff"]}}"#;
        assert_eq!(with(number), ["ice", "air", "tuff", "tuff"]);
    }

    #[test]
    fn mazes_have_walls_between_cells() {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.sides = Grid::from_vec(map.size(), vec![Sides::from_code(2), Sides::from_code(8)]);
        map.exit = Some(Point::new(1, 0));
        let blocks = Blocks::from_map(&map, &Extrusion { cell: 3, ..Extrusion::default() }, Version::V1_21).unwrap();
        assert_eq!(blocks.size(), [9, 5, 5]);
        let rows: Vec<String> =
            (0..5).map(|z| (0..9).map(|x| if at(&blocks, x, 2, z) == "air" { '.' } else { '#' }).collect()).collect();
        assert_eq!(rows, ["#########", "#.......#", "#.......#", "#.......#", "#########"]);
        assert_eq!(at(&blocks, 6, 1, 2), "gold_block");
        assert_eq!(
            blocks
                .cells()
                .iter()
                .filter(|&&cell| blocks.palette()[usize::from(cell)].name() == "minecraft:gold_block")
                .count(),
            1
        );
    }

    #[test]
    fn what_cannot_be_built_is_told_before() {
        let fails = |map: &BuilderMap, extrusion: &Extrusion, version, message: &str| {
            let error = Blocks::from_map(map, extrusion, version).unwrap_err();
            assert_eq!(error.to_string(), message);
        };
        let (v, house) = (Version::V1_21, Extrusion::default());
        let filled = |w, h| BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR);
        fails(&filled(0, 4), &house, v, "a map of 0x4 has no cell to build");
        let most = "expected at most 32767 a side and 134217728 in all";
        fails(&filled(32768, 1), &house, v, &format!("the map becomes 32768x5x1 blocks; {most}"));
        let mut maze = filled(11000, 1);
        maze.sides = Some(Grid::new(maze.size(), Sides::OPEN));
        fails(&maze, &house, v, &format!("the map becomes 33001x5x4 blocks; {most}"));
        let high = Extrusion { height: 382, ..Extrusion::default() };
        fails(&filled(1000, 1000), &high, v, &format!("the map becomes 1000x384x1000 blocks; {most}"));
        let mut broken = filled(2, 2);
        broken.sides = Some(Grid::new(Size::new(1, 2), Sides::OPEN));
        fails(&broken, &house, v, "`sides` has 1x2 cells, `tiles` has 2x2");
        let low = Extrusion { height: 2, ..Extrusion::default() };
        fails(&map("+\n"), &low, v, "the column of `door` has 4 blocks; expected 1 to 3 with a height of 2");
    }
}
