//! Crossings, start and exits.
//!
//! Each border between two chunks has one crossing: the first pair of cells, from a hashed offset on, that a walk can cross.
//! The crossing belongs to the border, so both chunks know the same one.

use mapwright_core::{BuildError, CellBits, Dir, Point, share};

use crate::{ChainWorld, ChunkPos, WorldRect};

/// Where a walk crosses the border between two chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// Column and row of the cell in the chunk that was asked for.
    pub inside: (i64, i64),
    /// Column and row of the cell beside it, in the next chunk.
    pub outside: (i64, i64),
}

/// The most chunks from the origin to look for the start in.
const START_RING: u32 = 8;
/// Salts of the hashes that belong to the world and to no stage.
const CROSSINGS: u64 = 1;
const EXITS: u64 = 2;

impl ChainWorld {
    /// The crossing of a chunk in a direction; `None` if no walk crosses that border.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window).
    pub fn crossing(&self, chunk: ChunkPos, dir: Dir) -> Result<Option<Crossing>, BuildError> {
        let (size, (x, y)) = (self.chunk_size(), chunk.origin(self.chunk_size()));
        let (w, h) = (i64::from(size.w), i64::from(size.h));
        let (left, top) = match dir {
            Dir::N => (x, y - 1),
            Dir::E => (x + w - 1, y),
            Dir::S => (x, y + h - 1),
            Dir::W => (x - 1, y),
        };
        let across = matches!(dir, Dir::N | Dir::S);
        let (columns, rows) = if across { (size.w, 2) } else { (2, size.h) };
        let strip = self.window(WorldRect::new(left, top, columns.into(), rows.into()))?;
        let passages = strip.passages();
        let (length, step) = if across { (size.w, Dir::S) } else { (size.h, Dir::E) };
        let at = |i: u16| if across { Point::new(i, 0) } else { Point::new(0, i) };
        let offset = share(CellBits::new(self.seed(), CROSSINGS).at(left, top), length.into());
        let found = (0..u32::from(length)).find_map(|i| {
            let first = at(u16::try_from((offset + i) % u32::from(length)).ok()?);
            let second = passages.next(passages.index(first), step)?;
            Some((first, passages.point(second)))
        });
        let place = |p: Point| (left + i64::from(p.x), top + i64::from(p.y));
        let inner_first = matches!(dir, Dir::E | Dir::S);
        Ok(found.map(|(first, second)| {
            let (inside, outside) = if inner_first { (first, second) } else { (second, first) };
            Crossing { inside: place(inside), outside: place(outside) }
        }))
    }

    /// All four crossings of a chunk.
    fn crossings(&self, chunk: ChunkPos) -> Result<[Option<Crossing>; 4], BuildError> {
        let [n, e, s, w] = Dir::ALL.map(|dir| self.crossing(chunk, dir));
        Ok([n?, e?, s?, w?])
    }

    /// The cell where a game begins: the inner cell of the first crossing of the chunk at the origin, or of the nearest chunk
    /// that has one.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window), and a contradiction if there is no crossing around.
    pub fn start(&self) -> Result<(i64, i64), BuildError> {
        for distance in 0..=START_RING {
            for i in 0..ring_length(distance) {
                if let Some(crossing) = self.crossings(on_ring(distance, i))?.into_iter().flatten().next() {
                    return Ok(crossing.inside);
                }
            }
        }
        Err(BuildError::contradiction(None, "no chunk around the origin has a way into the next one"))
    }

    /// A cell for an exit, `distance` chunks away from the origin, up to 2³⁰: the first crossing of a hashed chunk. In a
    /// connected world it can be reached from the start.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window), a distance that is too large, and a contradiction if that chunk has no crossing.
    pub fn exit(&self, distance: u32) -> Result<(i64, i64), BuildError> {
        mapwright_core::params::in_range("distance", &distance, &(0..=1 << 30))?;
        let i = share(CellBits::new(self.seed(), EXITS).at(distance.into(), 0), ring_length(distance));
        let chunk = on_ring(distance, i);
        let crossing = self.crossings(chunk)?.into_iter().flatten().next();
        let why = || format!("the chunk {chunk} has no way into the next one");
        crossing.map(|crossing| crossing.inside).ok_or_else(|| BuildError::contradiction(None, why()))
    }
}

/// How many chunks are so far from the origin, counting diagonal steps as one.
const fn ring_length(distance: u32) -> u32 {
    if distance == 0 { 1 } else { distance.saturating_mul(8) }
}

/// The `i`-th of these chunks, clockwise.
fn on_ring(distance: u32, i: u32) -> ChunkPos {
    let Ok(d) = i32::try_from(distance) else { return ChunkPos::default() };
    let along = i32::try_from(i % (2 * distance).max(1)).unwrap_or(0);
    match i / (2 * distance).max(1) {
        0 => ChunkPos::new(along - d, -d),
        1 => ChunkPos::new(d, along - d),
        2 => ChunkPos::new(d - along, d),
        _ => ChunkPos::new(-d, d - along),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_has_every_chunk_at_its_distance_once() {
        for distance in 0..9_u32 {
            let mut ring: Vec<ChunkPos> = (0..ring_length(distance)).map(|i| on_ring(distance, i)).collect();
            ring.sort_unstable();
            let d = distance as i32;
            let all = ChunkPos::new(-d, -d).to(ChunkPos::new(d, d));
            let mut expected: Vec<ChunkPos> = all.filter(|at| at.x.abs().max(at.y.abs()) == d).collect();
            expected.sort_unstable();
            assert_eq!(ring, expected, "{distance}");
        }
        assert_eq!(on_ring(1 << 30, 0), ChunkPos::new(-(1 << 30), -(1 << 30)));
    }
}
