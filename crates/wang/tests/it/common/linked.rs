//! The classic way to endless Wang tiles, as a naive twin: scan lines, and chunks linked after the fact.
//!
//! A chunk is made when it is first visited, row by row. Each tile is chosen at random among those that fit the tiles
//! that are there on its four sides, in its own chunk or in chunks made before. Where two of those ask for different
//! colors of one corner, no tile fits both, and the last one has its way.

use std::collections::BTreeMap;

use mapwright_core::{Corner, Dir, Grid, MapRng, Point, Sides, Size, mix};
use mapwright_wang::MatchOn;

/// Chunks in the order in which they are visited.
#[derive(Debug)]
pub struct Linked {
    on: MatchOn,
    seed: u64,
    colors: u8,
    size: Size,
    made: BTreeMap<(i32, i32), Grid<Sides>>,
}

impl Linked {
    /// No chunk yet.
    pub fn new(on: MatchOn, seed: u64, colors: u8, size: Size) -> Linked {
        Linked { on, seed, colors, size, made: BTreeMap::new() }
    }

    /// Makes a chunk.
    pub fn visit(&mut self, (cx, cy): (i32, i32)) {
        let place = u64::from(cx.cast_unsigned()) << 32 | u64::from(cy.cast_unsigned());
        let mut rng = MapRng::new(mix(self.seed, place));
        self.made.insert((cx, cy), Grid::new(self.size, Sides::CLOSED));
        for at in self.size.points() {
            let mut wanted = [None; 4];
            for side in Dir::ALL {
                let Some(tile) = self.neighbor((cx, cy), at, side) else { continue };
                for (own, other) in self.shared(side) {
                    wanted[own as usize] = Some(tile.color(other));
                }
            }
            // Four draws in any case, so that a tile's own choice does not depend on what was there before.
            let own = [(); 4].map(|()| rng.below(self.colors.into()) as u8);
            let colors = [0, 1, 2, 3].map(|part| wanted[part].unwrap_or(own[part]));
            self.made.get_mut(&(cx, cy)).unwrap()[at] = Sides::from_colors(colors);
        }
    }

    /// The tile beside a tile, if it is there: in the same chunk those of the rows above and the one to the west.
    fn neighbor(&self, (cx, cy): (i32, i32), at: Point, side: Dir) -> Option<Sides> {
        let (w, h) = (self.size.w, self.size.h);
        let (chunk, beside, is_own) = match side {
            Dir::N if at.y == 0 => ((cx, cy - 1), Point::new(at.x, h - 1), false),
            Dir::N => ((cx, cy), Point::new(at.x, at.y - 1), true),
            Dir::E if at.x == w - 1 => ((cx + 1, cy), Point::new(0, at.y), false),
            Dir::S if at.y == h - 1 => ((cx, cy + 1), Point::new(at.x, 0), false),
            Dir::W if at.x == 0 => ((cx - 1, cy), Point::new(w - 1, at.y), false),
            Dir::W => ((cx, cy), Point::new(at.x - 1, at.y), true),
            Dir::E | Dir::S => return None,
        };
        assert!(is_own || chunk != (cx, cy));
        self.made.get(&chunk).map(|tiles| tiles[beside])
    }

    /// What a tile shares with the one on a side, each as its own part and the other's. A corner is where its byte has
    /// the direction of the same number.
    fn shared(&self, side: Dir) -> Vec<(Dir, Dir)> {
        let corner = |corner: Corner| Dir::from_index(corner as u32);
        let [ne, se, sw, nw] = Corner::ALL.map(corner);
        match (self.on, side) {
            (MatchOn::Corners, Dir::N) => vec![(nw, sw), (ne, se)],
            (MatchOn::Corners, Dir::E) => vec![(ne, nw), (se, sw)],
            (MatchOn::Corners, Dir::S) => vec![(sw, nw), (se, ne)],
            (MatchOn::Corners, Dir::W) => vec![(nw, ne), (sw, se)],
            (_, side) => vec![(side, side.opposite())],
        }
    }

    /// The tiles of `columns` by `rows` chunks from chunk (0, 0) on, all of which were visited, row by row.
    pub fn plane(&self, columns: i32, rows: i32) -> Vec<Sides> {
        let (w, h) = (self.size.w, self.size.h);
        let row = |cy: i32, y: u16| {
            (0..columns).flat_map(move |cx| (0..w).map(move |x| self.made[&(cx, cy)][Point::new(x, y)]))
        };
        (0..rows).flat_map(|cy| (0..h).flat_map(move |y| row(cy, y))).collect()
    }
}

/// Visits `columns` by `rows` chunks in a random order.
pub fn visit_at_random(linked: &mut Linked, columns: i32, rows: i32, order: u64) {
    let mut chunks: Vec<(i32, i32)> = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect();
    MapRng::new(order).shuffle(&mut chunks);
    chunks.into_iter().for_each(|chunk| linked.visit(chunk));
}
