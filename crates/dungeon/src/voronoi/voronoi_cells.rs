//! Voronoi cells with walls between them.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, InitialMapBuilder, MapRng, Plane, Point, Reach, Size, Tile,
    Wrap, bands, params, share,
};

use super::metric::DistanceMetric;
use super::nearest::nearest_seeds;

/// Rooms of all shapes: each cell belongs to its nearest seed.
///
/// Rooms of all shapes: each cell of the map belongs to the nearest of some random cells, the seeds. [`CellWalls`] says
/// where walls separate them.
///
/// On an axis that does not wrap, the outermost cells are wall. Each cell's `region` is the number of its seed, walls
/// included: seeds are numbered from 1 in row-major order, and among equally near seeds the lowest has the cell.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::VoronoiCells;
///
/// let map = BuilderChain::start_with(Size::new(48, 14), VoronoiCells { sites: 12, ..Default::default() }).build(4)?;
/// let glyph = |tile: &mapwright_core::Tile| if tile.is_solid() { '#' } else { '.' };
/// let picture: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
/// assert_eq!(picture, [
///     "################################################",
///     "#......#...............#.......................#",
///     "##....##...............###.....................#",
///     "#..######.............#...##...................#",
///     "#...##..##....#.......#.....##.................#",
///     "#...#....##...#...............##...............#",
///     "#####.....#..........##........###.............#",
///     "#..##.....##........###.............##.........#",
///     "#...#.......##....##..##................##.....#",
///     "#............###.##.....##..................##.#",
///     "#.............###........#...##................#",
///     "#..............#.........#........##...........#",
///     "#........................#.............##......#",
///     "################################################",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// Some rooms may be unreachable; with full walls, no two rooms are connected.
#[derive(Eq)]
#[params]
pub struct VoronoiCells {
    /// How many seeds, each with its own room.
    ///
    /// On a map with fewer cells, every cell is a seed.
    #[param(default = 64, range = 1..)]
    pub sites: u16,
    /// How distance is measured.
    #[param(default = DistanceMetric::Euclidean)]
    pub metric: DistanceMetric,
    /// Whether the walls between rooms have gaps.
    #[param(default = CellWalls::Gaps)]
    pub walls: CellWalls,
}

/// Where walls stand between [`VoronoiCells`].
#[params]
pub enum CellWalls {
    /// In cells with two or more of their four neighbors in other rooms. That leaves gaps where a border runs straight
    /// along a row or column, and these gaps are the ways from room to room, walking in four directions or in
    /// eight. With the Manhattan and Chebyshev metrics many borders are straight, and few walls are left.
    #[default]
    Gaps,
    /// In cells whose eastern, southern or southeastern neighbor belongs to another room: thin walls without gaps, for
    /// stages that add doors or tunnels. They stop walking in four directions and in eight.
    Full,
}

impl Builder for VoronoiCells {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("voronoi-cells")
            .memory(
                6 + (64 * u64::from(self.sites))
                    .min(64 * u64::from(block.area()))
                    .div_ceil(u64::from(block.area()).max(1)),
            )
            .title("Cells around seeds")
            .gives(Plane::Regions)
            .reach(self.reach_in(block))
    }
}

impl InitialMapBuilder for VoronoiCells {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut map = cx.new_map(size, Tile::WALL)?;
        let regions = match cx.origin {
            Some(place) => self.regions_at(size, place, cx)?,
            None => {
                let seeds = sample(size.area(), u32::from(self.sites).min(size.area()), &mut cx.rng);
                nearest_seeds(size, map.wrap, self.metric, &seeds)
            }
        };
        cx.keep_going()?;
        match self.walls {
            CellWalls::Gaps => open_rooms(&regions, map.wrap, &mut map.tiles, gaps),
            CellWalls::Full => open_rooms(&regions, map.wrap, &mut map.tiles, full),
        }
        map.regions = Some(regions);
        Ok(map)
    }
}

impl VoronoiCells {
    /// The side of the squares of an endless plane that have one seed each: about as many as there are seeds in a block.
    fn square(&self, block: Size) -> i64 {
        let side = (block.area() / u32::from(self.sites).max(1)).isqrt().max(1);
        side.into()
    }

    /// The nearest seed is no farther than the one of the cell's own square, and a wall depends on the cells beside it.
    fn reach_in(&self, block: Size) -> Reach {
        let apart = (self.square(block) - 1).unsigned_abs();
        let farthest = match self.metric {
            DistanceMetric::Euclidean => (2 * apart * apart).isqrt(),
            DistanceMetric::Manhattan => 2 * apart,
            DistanceMetric::Chebyshev => apart,
        };
        u16::try_from(farthest + 1)
            .map_or(Reach::Global("such large cells reach farther than any window"), Reach::Cells)
    }

    /// The regions of a window of an endless plane. Their numbers tell squares apart that are near each other.
    ///
    /// # Errors
    ///
    /// The window has more seeds than there are numbers.
    fn regions_at(&self, size: Size, (left, top): (i64, i64), cx: &BuildCx<'_>) -> Result<Grid<u16>, BuildError> {
        let (side, bits) = (self.square(cx.block), cx.cell_bits(0));
        let squares = |from: i64, length: u16| from.div_euclid(side)..=(from + i64::from(length) - 1).div_euclid(side);
        let length = u32::try_from(side).unwrap_or(u32::MAX);
        let mut seeds: Vec<(u32, u16)> = Vec::new();
        for y in squares(top, size.h) {
            for x in squares(left, size.w) {
                let drawn = bits.at(x, y);
                let at = |square: i64, drawn: u64, from: i64| square * side + i64::from(share(drawn, length)) - from;
                let Ok(p) = Point::try_from((at(x, drawn, left), at(y, drawn << 32, top))) else { continue };
                if size.contains(p) {
                    let number = 1 + y.rem_euclid(255) * 257 + x.rem_euclid(257);
                    seeds.push((size.index(p), u16::try_from(number).unwrap_or(1)));
                }
            }
        }
        if seeds.len() > usize::from(u16::MAX) {
            let expected = "fewer, or smaller chunks: at most 65535 in a window of an endless world";
            return Err(BuildError::parameter("sites", self.sites, expected));
        }
        seeds.sort_unstable();
        let cells: Vec<u32> = seeds.iter().map(|&(cell, _)| cell).collect();
        if cells.is_empty() {
            return Ok(Grid::new(size, 1));
        }
        let nearest = nearest_seeds(size, Wrap::None, self.metric, &cells);
        Ok(nearest.map(|&seed| seeds.get(usize::from(seed).wrapping_sub(1)).map_or(0, |&(_, number)| number)))
    }
}

/// A uniformly random set of `n` numbers below `all`, in ascending order (Floyd's algorithm, Bentley 1987).
fn sample(all: u32, n: u32, rng: &mut MapRng) -> Vec<u32> {
    let mut chosen = BTreeSet::new();
    for last in all - n..all {
        if !chosen.insert(rng.below(last + 1)) {
            chosen.insert(last);
        }
    }
    chosen.into_iter().collect()
}

/// Sets every cell that is not on a border of the map by a rule: `tile(region, neighbors N E S W SE)`.
fn open_rooms(regions: &Grid<u16>, wrap: Wrap, tiles: &mut Grid<Tile>, tile: impl Fn(u16, [u16; 5]) -> Tile + Sync) {
    let (w, h) = (usize::from(regions.size().w), usize::from(regions.size().h));
    let row = |y: usize| &regions.as_slice()[y * w..][..w];
    let open_row = |y: usize, tiles: &mut [Tile]| {
        if !wrap.y() && (y == 0 || y == h - 1) {
            return;
        }
        let (north, here, south) = (row((y + h - 1) % h), row(y), row((y + 1) % h));
        let ends = [(w - 1, 0, 1 % w), ((2 * w - 2) % w, w - 1, 0)];
        for (west, x, east) in ends.into_iter().filter(|_| wrap.x()) {
            tiles[x] = tile(here[x], [north[x], here[east], south[x], here[west], south[east]]);
        }
        // Slices of one length, so that compilers produce vector code.
        let Some(inner) = w.checked_sub(2) else { return };
        let (west, middle, east) = (&here[..inner], &here[1..][..inner], &here[2..][..inner]);
        let (north, south, southeast) = (&north[1..][..inner], &south[1..][..inner], &south[2..][..inner]);
        let tiles = &mut tiles[1..][..inner];
        for x in 0..inner {
            tiles[x] = tile(middle[x], [north[x], east[x], south[x], west[x], southeast[x]]);
        }
    };
    bands(tiles.as_mut_slice(), w.max(1), |first, band| {
        band.chunks_mut(w.max(1)).zip(first..).for_each(|(row, y)| open_row(y, row));
    });
}

/// Wall where at least two neighbors are of another region.
#[inline]
fn gaps(region: u16, [north, east, south, west, _]: [u16; 5]) -> Tile {
    let others: u8 = [north, east, south, west].map(|neighbor| u8::from(neighbor != region)).into_iter().sum();
    if others >= 2 { Tile::WALL } else { Tile::FLOOR }
}

/// Wall where the eastern, southern or southeastern neighbor is of another region: of any two cells of different
/// regions that touch, at a side or a corner, at least one is wall.
///
/// Proof. If they touch at a side, or the one is southeast of the other, it is the northern or western one. If `b` is
/// southwest of `a`, look at the cell south of `a`, which is east of `b`: it is of another region than `a`, and `a` is
/// wall, or than `b`, and `b` is.
#[inline]
fn full(region: u16, [_, east, south, _, southeast]: [u16; 5]) -> Tile {
    if east != region || south != region || southeast != region { Tile::WALL } else { Tile::FLOOR }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_seeds_is_equally_likely() {
        let mut rng = MapRng::new(4);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..20_000 {
            *counts.entry(sample(6, 3, &mut rng)).or_insert(0_u32) += 1;
        }
        // Twenty sets, a thousand times each; six standard deviations of 31.
        assert_eq!(counts.len(), 20, "{counts:?}");
        assert!(counts.iter().all(|(set, &n)| set.is_sorted() && n.abs_diff(1000) < 186), "{counts:?}");
    }
}
