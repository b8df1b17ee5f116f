//! Symmetries of a problem: rotations and reflections of the board that map every filling to a filling.

use mapwright_core::{D4, Grid, Point, Size};

use super::budget::{Halt, Quota};
use super::frontier::Stop;
use super::kinds::Kinds;
use super::packing::Packing;
use super::problem::PackProblem;

/// A symmetry of a problem, other than the identity.
#[derive(Clone, Debug)]
pub(super) struct ProblemSymmetry {
    motion: D4,
    /// Which kind each kind becomes.
    kinds: Vec<usize>,
}

impl ProblemSymmetry {
    pub(super) fn all(problem: &PackProblem, kinds: &Kinds) -> Vec<ProblemSymmetry> {
        let (board, size) = (&problem.board, problem.board.size());
        let keeps_board =
            |motion: &D4| motion.size(size) == size && board.cells().all(|p| board.is_free(motion.point(p, size)));
        let with_kinds = |motion: D4| {
            let kinds = (0..kinds.kinds.len()).map(|kind| image_of(kinds, kind, motion)).collect::<Option<_>>()?;
            Some(ProblemSymmetry { motion, kinds })
        };
        D4::all().skip(1).filter(keeps_board).filter_map(with_kinds).collect()
    }

    /// Whether no image of a filling comes before it, by the numbers of its cells.
    pub(super) fn is_first<'a>(symmetries: impl IntoIterator<Item = &'a ProblemSymmetry>, packing: &Packing) -> bool {
        symmetries.into_iter().all(|symmetry| {
            let size = packing.ids.size();
            let mut image = Grid::new(size, 0);
            packing.ids.iter().for_each(|(p, &id)| image[symmetry.motion.point(p, size)] = id);
            let numbered = Packing::numbered(image, &vec![0; packing.pieces.len()]);
            packing.ids.as_slice() <= numbered.ids.as_slice()
        })
    }

    /// A kind with a single piece, in every filling, that each symmetry maps to itself: trying one of each class of
    /// symmetric places is enough to find a filling of each class. The kind with the fewest orientations makes the
    /// search smallest.
    pub(super) fn pivot(symmetries: &[ProblemSymmetry], problem: &PackProblem, kinds: &Kinds) -> Option<usize> {
        let suits = |&kind: &usize| {
            kinds.kinds[kind].count == 1 && symmetries.iter().all(|symmetry| symmetry.kinds[kind] == kind)
        };
        let many = !symmetries.is_empty() && !problem.spares;
        (0..kinds.kinds.len()).filter(|_| many).filter(suits).min_by_key(|&kind| kinds.kinds[kind].orientations.len())
    }

    /// Whether a kind may cover some cells, if the [`pivot`](Self::pivot) uses the first place of each class of
    /// symmetric ones.
    pub(super) fn allowed(
        symmetries: &[ProblemSymmetry],
        problem: &PackProblem,
        kinds: &Kinds,
    ) -> impl Fn(usize, &mut dyn Iterator<Item = Point>) -> bool {
        let (pivot, size) = (ProblemSymmetry::pivot(symmetries, problem, kinds), problem.board.size());
        move |kind, cells| Some(kind) != pivot || ProblemSymmetry::is_first_place(symmetries, size, cells)
    }

    /// Whether no image of some cells comes before them.
    fn is_first_place(symmetries: &[ProblemSymmetry], size: Size, cells: &mut dyn Iterator<Item = Point>) -> bool {
        let place = sorted(cells);
        symmetries.iter().all(|symmetry| place <= symmetry.image(&place, size))
    }

    /// The symmetries that leave some cells unchanged.
    pub(super) fn fixing<'a>(
        symmetries: &'a [ProblemSymmetry],
        size: Size,
        cells: &mut dyn Iterator<Item = Point>,
    ) -> impl Iterator<Item = &'a ProblemSymmetry> {
        let place = sorted(cells);
        symmetries.iter().filter(move |symmetry| place == symmetry.image(&place, size))
    }

    fn image(&self, place: &[(u16, u16)], size: Size) -> Vec<(u16, u16)> {
        sorted(&mut place.iter().map(|&(y, x)| self.motion.point(Point::new(x, y), size)))
    }

    /// The number of fillings that the symmetry leaves unchanged.
    ///
    /// Such a filling is made of orbits: a piece with all its images, which are the same piece or do not touch it. So
    /// search for fillings by orbits. There are about as many as the root of the number of all fillings.
    pub(super) fn count_fixed(
        &self,
        problem: &PackProblem,
        kinds: &Kinds,
        quota: &mut Quota<'_, '_>,
    ) -> Result<u128, Stop> {
        Ok(Orbits::of(self, problem, kinds).count(problem.spares, quota)?)
    }
}

/// Rows and columns of cells, in order.
fn sorted(cells: &mut dyn Iterator<Item = Point>) -> Vec<(u16, u16)> {
    let mut place: Vec<(u16, u16)> = cells.map(|p| (p.y, p.x)).collect();
    place.sort_unstable();
    place
}

/// The kind whose orientations are all images of a kind's, if there are as many pieces of it.
fn image_of(kinds: &Kinds, kind: usize, motion: D4) -> Option<usize> {
    let own = &kinds.kinds[kind];
    let image = kinds.of_shape(&own.orientations.first()?.image(motion))?;
    let other = &kinds.kinds[image];
    let same = own.count == other.count
        && own.orientations.len() == other.orientations.len()
        && own.orientations.iter().all(|orientation| other.orientations.contains(&orientation.image(motion)));
    same.then_some(image)
}

/// A piece with all its images under a symmetry.
#[derive(Clone, Debug)]
struct Orbit {
    /// All their cells, as numbers of free cells.
    cells: Vec<u32>,
    /// How many pieces of each kind.
    uses: Vec<(usize, u32)>,
}

/// A cell to be covered, the next orbit to try there, and the one that covers it now.
#[derive(Clone, Copy)]
struct OrbitStep {
    cell: usize,
    next: usize,
    put: Option<usize>,
}

/// A search for fillings by orbits.
struct Orbits {
    /// The orbits by their first cells.
    starting: Vec<Vec<Orbit>>,
    filled: Vec<bool>,
    counts: Vec<u32>,
}

impl Orbits {
    fn of(symmetry: &ProblemSymmetry, problem: &PackProblem, kinds: &Kinds) -> Orbits {
        let board = &problem.board;
        let size = board.size();
        let points: Vec<Point> = board.cells().collect();
        let mut numbers = Grid::new(size, u32::MAX);
        points.iter().zip(0..).for_each(|(&p, number)| numbers[p] = number);
        let image: Vec<u32> = points.iter().map(|&p| numbers[symmetry.motion.point(p, size)]).collect();
        let mut starting = vec![Vec::new(); points.len()];
        for (kind, orientations) in kinds.kinds.iter().map(|kind| &kind.orientations).enumerate() {
            for orientation in orientations {
                for p in size.points() {
                    let number = |q: &Point| {
                        let (x, y) = (p.x.checked_add(q.x)?, p.y.checked_add(q.y)?);
                        numbers.get(Point::new(x, y)).copied().filter(|&number| number != u32::MAX)
                    };
                    let cells: Option<Vec<u32>> = orientation.cells().iter().map(number).collect();
                    let orbit = cells.and_then(|cells| orbit(symmetry, &image, kind, cells));
                    if let Some((first, orbit)) = orbit {
                        starting[first as usize].push(orbit);
                    }
                }
            }
        }
        let counts = kinds.kinds.iter().map(|kind| kind.count).collect();
        Orbits { starting, filled: vec![false; points.len()], counts }
    }

    /// The number of ways to fill the board.
    fn count(&mut self, spares: bool, quota: &mut Quota<'_, '_>) -> Result<u128, Halt> {
        let mut number = 0;
        let mut steps = vec![OrbitStep { cell: 0, next: 0, put: None }];
        while let Some(&OrbitStep { cell, next, put }) = steps.last() {
            if let Some(nth) = put {
                self.undo(cell, nth);
            }
            let fitting = (next..self.starting[cell].len()).find(|&nth| self.put(cell, nth));
            let Some(nth) = fitting else {
                steps.pop();
                continue;
            };
            quota.node(steps.len())?;
            steps.pop();
            steps.push(OrbitStep { cell, next: nth + 1, put: Some(nth) });
            match self.filled[cell..].iter().position(|&filled| !filled) {
                Some(after) => steps.push(OrbitStep { cell: cell + after, next: 0, put: None }),
                None => number += u128::from(spares || self.counts.iter().all(|&count| count == 0)),
            }
        }
        Ok(number)
    }

    /// Puts an orbit on the board, if it fits.
    fn put(&mut self, cell: usize, nth: usize) -> bool {
        let orbit = &self.starting[cell][nth];
        let fits = orbit.cells.iter().all(|&cell| !self.filled[cell as usize])
            && orbit.uses.iter().all(|&(kind, n)| self.counts[kind] >= n);
        if fits {
            orbit.cells.iter().for_each(|&cell| self.filled[cell as usize] = true);
            orbit.uses.iter().for_each(|&(kind, n)| self.counts[kind] -= n);
        }
        fits
    }

    fn undo(&mut self, cell: usize, nth: usize) {
        let orbit = &self.starting[cell][nth];
        orbit.cells.iter().for_each(|&cell| self.filled[cell as usize] = false);
        orbit.uses.iter().for_each(|&(kind, n)| self.counts[kind] += n);
    }
}

/// The orbit of a piece with its first cell, if the first cell is the piece's own, and if the images are the same
/// piece or apart.
fn orbit(symmetry: &ProblemSymmetry, image: &[u32], kind: usize, mut cells: Vec<u32>) -> Option<(u32, Orbit)> {
    cells.sort_unstable();
    let (mut all, mut uses) = (cells.clone(), vec![(kind, 1)]);
    let (mut here, mut own) = (cells.clone(), kind);
    loop {
        here = here.iter().map(|&cell| image[cell as usize]).collect();
        here.sort_unstable();
        own = symmetry.kinds[own];
        if here == cells {
            break;
        }
        if here.iter().any(|cell| all.contains(cell)) {
            return None;
        }
        all.extend(&here);
        match uses.iter_mut().find(|(kind, _)| *kind == own) {
            Some((_, n)) => *n += 1,
            None => uses.push((own, 1)),
        }
    }
    let first = all.iter().copied().min()?;
    // Otherwise the image with the first cell represents the orbit.
    cells.contains(&first).then_some((first, Orbit { cells: all, uses }))
}
