//! The naive twin of the packing solver, and an independent check of its answers. Nothing here uses the library's
//! notion of turning, of placing or of checking: pieces are lists of cells, boards are lists of rows.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_packing::{PackProblem, Packing};

pub(crate) type Cells = Vec<(i32, i32)>;

/// Moved to the corner and sorted.
pub(crate) fn normal(cells: &[(i32, i32)]) -> Cells {
    let left = cells.iter().map(|c| c.0).min().unwrap();
    let top = cells.iter().map(|c| c.1).min().unwrap();
    let mut moved: Cells = cells.iter().map(|&(x, y)| (x - left, y - top)).collect();
    moved.sort_by_key(|&(x, y)| (y, x));
    moved
}

/// All ways in which a piece may lie.
pub(crate) fn orientations(cells: &[(i32, i32)], turn: bool, mirror: bool) -> BTreeSet<Cells> {
    let mut all = BTreeSet::new();
    for mirrored in [false, true].into_iter().filter(|&m| mirror || !m) {
        for quarters in (0..4).filter(|&q| turn || q == 0) {
            let moved: Cells = cells
                .iter()
                .map(|&(x, y)| if mirrored { (-x, y) } else { (x, y) })
                .map(|c| (0..quarters).fold(c, |(x, y), _| (-y, x)))
                .collect();
            all.insert(normal(&moved));
        }
    }
    all
}

/// A problem in plain data: the free cells, and for each kind its ways to lie and its count. Kinds of one shape are
/// one kind.
pub(crate) struct Plain {
    pub(crate) free: BTreeSet<(i32, i32)>,
    pub(crate) kinds: Vec<(BTreeSet<Cells>, u32)>,
    pub(crate) spares: bool,
}

pub(crate) fn plain(problem: &PackProblem) -> Plain {
    let size = problem.board.size();
    let at = |x: u16, y: u16| problem.board.is_free(mapwright_core::Point::new(x, y));
    let cells = (0..size.h).flat_map(|y| (0..size.w).map(move |x| (x, y)));
    let free = cells.filter(|&(x, y)| at(x, y)).map(|(x, y)| (i32::from(x), i32::from(y))).collect();
    let mut kinds: Vec<(BTreeSet<Cells>, u32)> = Vec::new();
    for piece in &problem.pieces {
        let cells: Cells = piece.shape.cells().iter().map(|p| (i32::from(p.x), i32::from(p.y))).collect();
        let lies = orientations(&cells, problem.turn, problem.mirror);
        match kinds.iter_mut().find(|kind| kind.0 == lies) {
            Some(kind) => kind.1 += piece.count,
            None => kinds.push((lies, piece.count)),
        }
    }
    Plain { free, kinds, spares: problem.spares }
}

/// Every filling, by trying everything on the first free cell; each as the set of its pieces.
pub(crate) fn all_fillings(problem: &PackProblem) -> BTreeSet<BTreeSet<Cells>> {
    let Plain { free, mut kinds, spares } = plain(problem);
    let mut found = BTreeSet::new();
    fill(free, &mut kinds, spares, &mut Vec::new(), &mut found);
    found
}

fn fill(
    free: BTreeSet<(i32, i32)>,
    kinds: &mut Vec<(BTreeSet<Cells>, u32)>,
    spares: bool,
    placed: &mut Vec<Cells>,
    found: &mut BTreeSet<BTreeSet<Cells>>,
) {
    let Some(&(x, y)) = free.iter().min_by_key(|&&(x, y)| (y, x)) else {
        if spares || kinds.iter().all(|kind| kind.1 == 0) {
            assert!(found.insert(placed.iter().cloned().collect()), "a filling was found twice");
        }
        return;
    };
    for kind in 0..kinds.len() {
        if kinds[kind].1 == 0 {
            continue;
        }
        for lie in kinds[kind].0.clone() {
            // The first cell of the piece, row by row, lies on the first free one.
            let (dx, dy) = lie[0];
            let cells: Cells = lie.iter().map(|&(cx, cy)| (x + cx - dx, y + cy - dy)).collect();
            if cells.iter().all(|cell| free.contains(cell)) {
                let mut rest = free.clone();
                cells.iter().for_each(|cell| assert!(rest.remove(cell)));
                kinds[kind].1 -= 1;
                placed.push(cells);
                fill(rest, kinds, spares, placed, found);
                placed.pop();
                kinds[kind].1 += 1;
            }
        }
    }
}

/// The pieces of a packing as sets of cells.
pub(crate) fn pieces_of(packing: &Packing) -> BTreeSet<Cells> {
    let mut pieces: BTreeMap<u32, Cells> = BTreeMap::new();
    for (p, &id) in packing.ids.iter().filter(|&(_, &id)| id != 0) {
        pieces.entry(id).or_default().push((p.x.into(), p.y.into()));
    }
    pieces.into_values().collect()
}

/// Panics unless the packing fills the board with the problem's pieces, each named rightly.
#[track_caller]
pub(crate) fn verify(problem: &PackProblem, packing: &Packing) {
    assert_eq!(packing.ids.size(), problem.board.size());
    let mut pieces: BTreeMap<u32, Cells> = BTreeMap::new();
    for (p, &id) in packing.ids.iter() {
        assert_eq!(id != 0, problem.board.is_free(p), "{p}");
        if id != 0 {
            pieces.entry(id).or_default().push((p.x.into(), p.y.into()));
        }
    }
    // Numbered from 1 on without gaps, by first cells.
    let ids: Vec<u32> = pieces.keys().copied().collect();
    assert_eq!(ids, (1..=u32::try_from(packing.pieces.len()).unwrap()).collect::<Vec<u32>>());
    let firsts: Vec<(i32, i32)> = pieces.values().map(|cells| (cells[0].1, cells[0].0)).collect();
    assert!(firsts.is_sorted());
    let mut used = vec![0; problem.pieces.len()];
    for (cells, &nth) in pieces.values().zip(&packing.pieces) {
        used[nth] += 1;
        let piece = &problem.pieces[nth];
        let shape: Cells = piece.shape.cells().iter().map(|p| (i32::from(p.x), i32::from(p.y))).collect();
        assert!(orientations(&shape, problem.turn, problem.mirror).contains(&normal(cells)), "{}", piece.name);
    }
    for (piece, used) in problem.pieces.iter().zip(used) {
        assert!(used == piece.count || problem.spares && used < piece.count, "{} of {}", used, piece.name);
    }
}
