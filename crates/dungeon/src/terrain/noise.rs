//! Value noise in integers: random heights on a lattice, and smooth ground between them, in several octaves.
//!
//! Perlin, *An image synthesizer* (1985), has the idea; here the lattice is hashed, and the curve between two of its
//! points is 3t² − 2t³ in fixed point, so every machine finds the same numbers. On a wrapped axis the lattice is
//! stretched a little, so that a whole number of its cells fits and the noise has no seam.

use mapwright_core::{Point, Size, Wrap, mix};

/// Smooth random numbers for the cells of a map.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    x: LatticeAxis,
    y: LatticeAxis,
    octaves: u32,
    salt: u64,
}

/// The lattice along one axis: `cells` of it to `length` cells of the map.
#[derive(Clone, Copy, Debug)]
struct LatticeAxis {
    cells: u64,
    length: u64,
    wraps: bool,
    /// The first column or row, on an endless plane.
    from: i64,
}

/// A place on an axis: the lattice points before and behind it, and the way between them in 256ths.
#[derive(Clone, Copy, Debug)]
struct Position {
    before: u64,
    behind: u64,
    way: u64,
}

impl LatticeAxis {
    fn new(length: u16, scale: u16, wraps: bool) -> Self {
        let (length, scale) = (u64::from(length), u64::from(scale.max(1)));
        match wraps {
            true => LatticeAxis { cells: ((length + scale / 2) / scale).max(1), length, wraps, from: 0 },
            false => LatticeAxis { cells: 1, length: scale, wraps, from: 0 },
        }
    }

    fn place(&self, at: u16, octave: u32) -> Position {
        // Only one of both is more than 0: an endless plane has no borders to wrap.
        let scale = self.length.cast_signed().max(1);
        let at = i64::from(at) + self.from;
        let (far, at) = if self.wraps { (0, at) } else { (at.div_euclid(scale), at.rem_euclid(scale)) };
        let fine = ((at.cast_unsigned() * self.cells) << (8 + octave)) / self.length;
        let before = (far.cast_unsigned() << octave).wrapping_add(fine >> 8);
        let behind = if self.wraps { (before + 1) % (self.cells << octave) } else { before.wrapping_add(1) };
        Position { before, behind, way: fine & 255 }
    }
}

impl Noise {
    /// Noise whose broadest hills are about `scale` cells apart. Each octave more is twice as fine and half as high.
    pub(super) fn new(size: Size, wrap: Wrap, scale: u16, octaves: u32, salt: u64) -> Self {
        Noise {
            x: LatticeAxis::new(size.w, scale, wrap.x()),
            y: LatticeAxis::new(size.h, scale, wrap.y()),
            octaves,
            salt,
        }
    }

    /// The same on an endless plane: cell (0, 0) is at this place.
    #[must_use]
    pub(super) fn placed(mut self, (x, y): (i64, i64)) -> Self {
        (self.x.from, self.y.from) = (x, y);
        self
    }

    /// The height that a share of an endless plane exceeds, from 4,096 places of it.
    pub(super) fn exceeded_by(&self, share: u64) -> u64 {
        let all = self.clone().placed((0, 0));
        // Coprime to every scale up to 1000, so that all ways between lattice points are met alike.
        let place = |i: u16| Point::new((i % 64) * 1009, (i / 64) * 1013);
        let mut heights: Vec<u64> = (0..4096).map(|i| all.at(place(i))).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        let wanted = usize::try_from((share * 4096) >> 32).unwrap_or(usize::MAX);
        // All are higher than nothing, and none is higher than everything.
        if share >= 1 << 32 {
            0
        } else if wanted == 0 {
            u64::MAX
        } else {
            heights.get(wanted).map_or(0, |&height| height + 1)
        }
    }

    /// The height of a cell.
    pub(super) fn at(&self, p: Point) -> u64 {
        (0..self.octaves).map(|octave| self.octave(p, octave) >> octave).sum()
    }

    /// The height in one octave, below 2³².
    fn octave(&self, p: Point, octave: u32) -> u64 {
        let (x, y) = (self.x.place(p.x, octave), self.y.place(p.y, octave));
        let hash = |x: u64, y: u64| mix(mix(mix(self.salt, octave.into()), x), y) >> 48;
        let row = |row: u64| between(hash(x.before, row), hash(x.behind, row), x.way);
        between(row(y.before), row(y.behind), y.way)
    }
}

/// 256 times the height on the way from one to another.
const fn between(from: u64, to: u64, way: u64) -> u64 {
    let eased = (way * way * (3 * 256 - 2 * way)) >> 16;
    from * (256 - eased) + to * eased
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_smooth_and_has_no_seam() {
        for (size, scale) in [((40, 30), 8), ((37, 5), 10), ((9, 64), 16)] {
            let size = Size::new(size.0, size.1);
            let noise = Noise::new(size, Wrap::Both, scale, 1, 7);
            for p in size.points() {
                let next = Point::new((p.x + 1) % size.w, p.y);
                // The steepest slope of 3t² − 2t³ is 1.5.
                let most = 65_536 * 65_536 * 3 / 2 / u64::from(scale) * 3 / 2;
                assert!(noise.at(p).abs_diff(noise.at(next)) <= most, "{size} {p}");
            }
        }
    }

    #[test]
    fn any_size_and_scale_is_fine() {
        for (w, h) in [(1, 1), (1, 9), (65_535, 1), (1, 65_535)] {
            for (wrap, scale) in Wrap::ALL.into_iter().flat_map(|wrap| [1, 7, 1000].map(|scale| (wrap, scale))) {
                let noise = Noise::new(Size::new(w, h), wrap, scale, 6, u64::MAX);
                let heights = [Point::new(0, 0), Point::new(w - 1, h - 1)].map(|p| noise.at(p));
                assert!(heights.iter().all(|&height| height < 2 << 32));
            }
        }
    }

    /// The values come from a second implementation, in another language.
    #[test]
    fn heights_are_pinned() {
        let noise = Noise::new(Size::new(64, 64), Wrap::None, 8, 3, 1);
        let heights = [(0, 0), (3, 5), (40, 21)].map(|p| noise.at(Point::from(p)));
        assert_eq!(heights, [6358122496, 4328149679, 5893921536]);
    }
}
