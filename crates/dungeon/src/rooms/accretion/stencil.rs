//! The shapes of rooms, drawn cell by cell.

use mapwright_core::{Dir, MapRng, Point, Rect, RoomShape, Template, Tile, threshold};
use mapwright_graph::lanes::{CountSet, around_eight, bernoulli, low_bits, sum_triples};

use super::shape::{AccretionShape, ShapeKind};
use crate::rooms::row_spans::RowSpans;

/// One connected shape of up to 62 × 62 cells, in bits 1 to 62 of its rows. The first and the last row are empty.
#[derive(Clone, Debug)]
pub(super) struct Stencil {
    pub(super) rows: Vec<u64>,
    /// For each direction, a cell beside the shape where a door may lead to the shape from there: one side of it touches
    /// the shape, and the shape lies in that direction.
    pub(super) sites: [Option<(u32, u32)>; 4],
    /// What it is drawn from, if that is a template.
    pub(super) drawn: Option<Drawn>,
}

/// A template without choices, and where it lies in a stencil.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) template: Template,
    pub(super) left: i32,
    pub(super) top: i32,
    /// The cells of the stencil that may be doors; any, if there are none.
    pub(super) exits: Vec<(u32, u32)>,
}

/// Columns and rows of a cell, from anywhere.
type Cell = (i32, i32);

impl Stencil {
    /// The most columns, and the most rows, of a shape.
    pub(super) const SIDE: u32 = 62;

    /// How often a shape is drawn anew when it has too few or too many cells.
    const TRIES: u32 = 20;

    /// Whether drawings have as many cells as wanted. Few do where the range is narrow: no box, say, has eleven.
    pub(super) fn can_draw(shape: &AccretionShape) -> bool {
        let is_narrow = shape.template.is_none() && shape.max_cells < shape.min_cells.saturating_mul(3);
        let mut rng = MapRng::new(0);
        !is_narrow || (0..20).any(|_| Stencil::draw(shape, &mut rng).is_some())
    }

    /// A random shape; none if those drawn had too few or too many cells.
    pub(super) fn draw(shape: &AccretionShape, rng: &mut MapRng) -> Option<Stencil> {
        if let Some(template) = &shape.template {
            return (0..Self::TRIES).find_map(|_| Stencil::of_template(template, rng));
        }
        (0..Self::TRIES).find_map(|_| {
            let cells = rng.range(shape.min_cells, shape.max_cells);
            let drawn = match shape.shape {
                ShapeKind::Box => a_box(cells, rng),
                ShapeKind::Cross => cross(cells, rng),
                ShapeKind::Circle => disc((0, 0), (cells * 14 / 11).isqrt()),
                ShapeKind::Chunky => chunky(cells, rng),
                ShapeKind::Cave => cave(cells, rng),
            };
            let mut stencil = Stencil::of(&drawn)?;
            stencil.sites = Dir::ALL.map(|dir| stencil.site(dir, rng));
            (shape.min_cells..=shape.max_cells).contains(&stencil.area()).then_some(stencil)
        })
    }

    /// An outcome of a template in a random orientation; none if its floor is not connected, or no door would lead there.
    pub(super) fn of_template(template: &Template, rng: &mut MapRng) -> Option<Stencil> {
        let drawn = template.draw(rng).turned(rng.below(4));
        let template = if rng.below(2) == 1 { drawn.mirrored() } else { drawn };
        let is_floor = |tile: Tile| !tile.is_solid() && tile != Tile::DOOR;
        let tiles = |is: &dyn Fn(Tile) -> bool| -> Vec<Cell> {
            let tiles = template.tiles().iter().filter(|(_, tile)| tile.is_some_and(is));
            tiles.map(|(Point { x, y }, _)| (x.into(), y.into())).collect()
        };
        let cells = tiles(&is_floor);
        let mut stencil = Stencil::of(&cells).filter(|_| template.floor_components() == 1)?;
        let (left, top) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.1).min()?);
        let within = |(x, y): Cell| Some((u32::try_from(x - left + 1).ok()?, u32::try_from(y - top + 1).ok()?));
        let exits: Vec<(u32, u32)> = tiles(&|tile| tile == Tile::DOOR).into_iter().filter_map(within).collect();
        let other = tiles(&|tile| tile.is_solid() && tile != Tile::WALL);
        let other: Vec<(u32, u32)> = other.into_iter().filter_map(within).collect();
        stencil.sites = Dir::ALL.map(|dir| {
            stencil.site_where(
                dir,
                |cell| if exits.is_empty() { !other.contains(&cell) } else { exits.contains(&cell) },
                rng,
            )
        });
        stencil.drawn = Some(Drawn { template, left: 1 - left, top: 1 - top, exits });
        stencil.sites.iter().any(Option::is_some).then_some(stencil)
    }

    /// The smallest stencil: a single cell.
    pub(super) fn dot() -> Stencil {
        Stencil { rows: vec![0, 2, 0], sites: [None; 4], drawn: None }
    }

    /// The shape of some cells; none if they span too many columns or rows.
    fn of(cells: &[Cell]) -> Option<Stencil> {
        let (left, top) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.1).min()?);
        let mut rows = vec![0];
        for &(x, y) in cells {
            let (x, y) = (x.abs_diff(left), y.abs_diff(top));
            if x.max(y) >= Self::SIDE {
                return None;
            }
            rows.resize(rows.len().max(y as usize + 2), 0);
            rows[y as usize + 1] |= 2 << x;
        }
        rows.push(0);
        Some(Stencil { rows, sites: [None; 4], drawn: None })
    }

    /// The columns that have a cell; at least one.
    pub(super) fn columns(&self) -> u64 {
        self.rows.iter().fold(0, |all, row| all | row)
    }

    fn area(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        bits(&self.rows)
    }

    /// For each cell, whether the next cell in a direction belongs to the shape.
    fn beside(&self, dir: Dir) -> impl Iterator<Item = u64> {
        let row = |y: usize| self.rows.get(y).copied().unwrap_or(0);
        (0..self.rows.len()).map(move |y| match dir {
            Dir::N => row(y.wrapping_sub(1)),
            Dir::E => row(y) >> 1,
            Dir::S => row(y + 1),
            Dir::W => row(y) << 1,
        })
    }

    /// A random cell beside the shape that touches it in this direction alone.
    fn site(&self, dir: Dir, rng: &mut MapRng) -> Option<(u32, u32)> {
        let free = self.free(dir);
        let count = free.iter().map(|row| row.count_ones()).sum();
        if count == 0 { None } else { bits(&free).nth(rng.below(count) as usize) }
    }

    /// A random one of those cells that a template allows.
    fn site_where(&self, dir: Dir, is: impl Fn((u32, u32)) -> bool, rng: &mut MapRng) -> Option<(u32, u32)> {
        let cells: Vec<(u32, u32)> = bits(&self.free(dir)).filter(|&cell| is(cell)).collect();
        rng.pick(&cells).copied()
    }

    /// The cells beside the shape that touch it in this direction alone.
    fn free(&self, dir: Dir) -> Vec<u64> {
        let mut free: Vec<u64> = self.beside(dir).zip(&self.rows).map(|(beside, own)| beside & !own).collect();
        for other in [1, 2, 3].map(|turn| dir.turned(turn)) {
            free.iter_mut().zip(self.beside(other)).for_each(|(free, beside)| *free &= !beside);
        }
        free
    }

    /// The shape with a hallway that starts at one of its sites, through whose far end it is then entered; none if the
    /// hallway would meet the shape again, or be too long.
    pub(super) fn with_hallway(&self, rng: &mut MapRng) -> Option<Stencil> {
        let towards = *rng.pick(&Dir::ALL)?;
        let (x, y) = self.sites[towards as usize]?;
        let (dx, dy) = towards.opposite().delta();
        let (sx, sy) = towards.turned(1).delta();
        let length = if dx == 0 { rng.range(2, 6) } else { rng.range(3, 12) } as i32;
        let hallway: Vec<Cell> = (0..=length).map(|i| (x as i32 + i * dx, y as i32 + i * dy)).collect();
        let is_shape = |x: i32, y: i32| {
            usize::try_from(y)
                .ok()
                .and_then(|y| self.rows.get(y))
                .is_some_and(|row| (0..64).contains(&x) && row >> x & 1 == 1)
        };
        let meets = |&(x, y): &Cell| is_shape(x, y) || is_shape(x + sx, y + sy) || is_shape(x - sx, y - sy);
        if hallway.iter().any(meets) {
            return None;
        }
        // The last cell is where the door may be.
        let (&end, hallway) = hallway.split_last()?;
        let cells: Vec<Cell> = self.cells().map(|(x, y)| (x as i32, y as i32)).chain(hallway.iter().copied()).collect();
        let mut stencil = Stencil::of(&cells)?;
        let (left, top) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.1).min()?);
        let site = ((end.0 - left + 1) as u32, (end.1 - top + 1) as u32);
        stencil.sites[towards as usize] = Some(site);
        stencil.drawn = self.drawn.clone().map(|drawn| Drawn {
            left: drawn.left + 1 - left,
            top: drawn.top + 1 - top,
            // Where the hallway begins is floor now.
            exits: drawn
                .exits
                .iter()
                .map(|&(x, y)| ((x as i32 + 1 - left) as u32, (y as i32 + 1 - top) as u32))
                .collect(),
            ..drawn
        });
        Some(stencil)
    }
}

/// The set bits of rows, as columns and rows.
fn bits(rows: &[u64]) -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(rows).flat_map(|(y, &row)| ones(row).map(move |x| (x, y)))
}

/// The set bits of a word, the lowest first.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(lowest)
    })
}

fn rectangle(left: u32, top: u32, w: u32, h: u32) -> Vec<Cell> {
    (0..h).flat_map(|y| (0..w).map(move |x| ((left + x) as i32, (top + y) as i32))).collect()
}

/// A rectangle at most twice as long as wide, rounded.
fn a_box(cells: u32, rng: &mut MapRng) -> Vec<Cell> {
    let w = rng.range((cells / 2).isqrt().max(1), (2 * cells).isqrt());
    rectangle(0, 0, w, (cells / w).max(1))
}

/// A wide bar and a tall one that overlap: a cross, a T or an L.
fn cross(cells: u32, rng: &mut MapRng) -> Vec<Cell> {
    let mut bar = |cells: u32| {
        let across = (cells / rng.range(2, 4)).isqrt().clamp(1, 8);
        ((cells / across).clamp(1, Stencil::SIDE), across)
    };
    let wide = cells * 11 / 20;
    let (w, thickness) = bar(wide);
    let (h, width) = bar(cells - wide + thickness * thickness.min(4));
    let (x, y) = (rng.range(0, w.saturating_sub(width)), rng.range(0, h.saturating_sub(thickness)));
    let mut drawn = rectangle(0, y, w, thickness);
    drawn.extend(rectangle(x, 0, width, h));
    drawn
}

/// A disc around a cell.
fn disc((x, y): Cell, diameter: u32) -> Vec<Cell> {
    let d = u16::try_from(diameter.clamp(1, Stencil::SIDE)).unwrap_or(1);
    let (shape, half) = (RowSpans::new(RoomShape::Circle, Rect::new(0, 0, d, d)), i32::from(d / 2));
    let row = |dy: u16| {
        let (first, length) = shape.row(dy);
        (first..first + length).map(move |dx| (x - half + i32::from(dx), y - half + i32::from(dy)))
    };
    (0..d).flat_map(row).collect()
}

/// Discs, each around a cell of those before.
fn chunky(cells: u32, rng: &mut MapRng) -> Vec<Cell> {
    let most = cells.isqrt().min(5);
    let mut drawn: Vec<Cell> = Vec::new();
    // Each disc adds a cell or is drawn in vain, and discs drawn in vain are few: the budget is ample.
    for _ in 0..cells {
        let around = rng.pick(&drawn).copied().unwrap_or((0, 0));
        let new = disc(around, rng.range(3.min(most), most));
        drawn.extend(new);
        drawn.sort_unstable();
        drawn.dedup();
        if drawn.len() >= cells as usize {
            break;
        }
    }
    drawn
}

/// The largest part of a small cave: noise of which each cell five times joins the majority of the nine around it.
fn cave(cells: u32, rng: &mut MapRng) -> Vec<Cell> {
    let area = 2 * cells;
    let w = rng.range((area * 2 / 3).isqrt().max(1), (area * 5 / 2).isqrt()).min(Stencil::SIDE);
    let h = area.div_ceil(w).min(Stencil::SIDE);
    let noise = (0..h).map(|_| bernoulli(threshold(0.56), low_bits(w) << 1, rng));
    let mut rows: Vec<u64> = [0, 0].into_iter().chain(noise).chain([0, 0]).collect();
    let (five, four) = (CountSet::new(0b1_1110_0000), CountSet::new(0b1_1111_0000));
    let (mut ones, mut twos) = (vec![0; rows.len() - 2], vec![0; rows.len() - 2]);
    for _ in 0..5 {
        sum_triples(&rows, &mut ones, &mut twos);
        let sums: Vec<(u64, u64)> = ones.iter().copied().zip(twos.iter().copied()).collect();
        for (row, sums) in rows[2..].iter_mut().zip(sums.windows(3)) {
            let count = around_eight(*row, sums[0], sums[1], sums[2]);
            *row = (five.has(count) | *row & four.has(count)) & low_bits(w) << 1;
        }
    }
    let part = largest_part(rows);
    bits(&part).map(|(x, y)| (x as i32, y as i32)).collect()
}

/// The largest connected part of rows; the first of those.
fn largest_part(mut rows: Vec<u64>) -> Vec<u64> {
    let mut largest = (0, vec![0; rows.len()]);
    while let Some(first) = rows.iter().position(|&row| row != 0) {
        let mut part = vec![0; rows.len()];
        part[first] = rows[first] & rows[first].wrapping_neg();
        // Down and up again until nothing changes: a row takes what its neighbors reach, and what is beside it.
        let mut changes = true;
        while changes {
            changes = false;
            for y in (1..rows.len() - 1).chain((1..rows.len() - 1).rev()) {
                let grown = (part[y] | part[y] << 1 | part[y] >> 1 | part[y - 1] | part[y + 1]) & rows[y];
                changes |= grown != part[y];
                part[y] = grown;
            }
        }
        rows.iter_mut().zip(&part).for_each(|(row, part)| *row &= !part);
        let area: u32 = part.iter().map(|row| row.count_ones()).sum();
        if area > largest.0 {
            largest = (area, part);
        }
    }
    largest.1
}
