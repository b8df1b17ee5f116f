//! The pieces of a problem for a search: one kind for each shape, with all its orientations.

use super::error::CheckError;
use super::piece::Polyomino;
use super::problem::PackProblem;

/// Pieces of one shape.
#[derive(Clone, Debug)]
pub(super) struct PieceKind {
    /// Its orientations.
    pub(super) orientations: Vec<Polyomino>,
    /// Its cells.
    pub(super) area: u32,
    /// How many there are, capped by how many fit on the board.
    pub(super) count: u32,
    /// The problem's pieces that have this shape, each with its number.
    members: Vec<(usize, u32)>,
}

/// The kinds of a problem, in the order of their first pieces. Kinds without pieces are left out.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    pub(super) kinds: Vec<PieceKind>,
}

impl Kinds {
    pub(super) fn of(problem: &PackProblem) -> Kinds {
        let mut kinds: Vec<PieceKind> = Vec::new();
        for (nth, piece) in problem.pieces.iter().enumerate().filter(|(_, piece)| piece.count > 0) {
            let same = kinds.iter_mut().find(|kind| kind.orientations.contains(&piece.shape));
            if let Some(kind) = same {
                kind.members.push((nth, piece.count));
                continue;
            }
            let orientations = piece.shape.orientations(problem.turn, problem.mirror);
            let area = u32::try_from(piece.shape.area()).unwrap_or(u32::MAX);
            kinds.push(PieceKind { orientations, area, count: 0, members: vec![(nth, piece.count)] });
        }
        for kind in &mut kinds {
            let count: u64 = kind.members.iter().map(|&(_, count)| u64::from(count)).sum();
            let room = problem.board.area() / kind.area;
            kind.count = u32::try_from(count).unwrap_or(u32::MAX).min(room);
            // Without spares the areas are equal, so no count was cut.
        }
        kinds.retain(|kind| kind.count > 0);
        Kinds { kinds }
    }

    /// The kind with this orientation.
    pub(super) fn of_shape(&self, shape: &Polyomino) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.orientations.contains(shape))
    }

    /// Maps a list of kinds to the problem's pieces: those given first are used first.
    pub(super) fn named(&self, kinds: &[usize]) -> Vec<usize> {
        let mut left: Vec<Vec<(usize, u32)>> = self.kinds.iter().map(|kind| kind.members.clone()).collect();
        let take = |&kind: &usize| {
            let member = left[kind].iter_mut().find(|(_, count)| *count > 0);
            member.map_or(0, |(nth, count)| {
                *count -= 1;
                *nth
            })
        };
        kinds.iter().map(take).collect()
    }

    /// Checks that a filling has the right numbers of pieces.
    pub(super) fn check_counts(&self, problem: &PackProblem, kinds: &[usize]) -> Result<(), CheckError> {
        for (nth, kind) in self.kinds.iter().enumerate() {
            let found = kinds.iter().filter(|&&kind| kind == nth).count() as u64;
            let count: u64 = kind.members.iter().map(|&(_, count)| u64::from(count)).sum();
            if found > count || found < count && !problem.spares {
                let name = kind.members.first().map(|&(nth, _)| problem.pieces[nth].name.clone()).unwrap_or_default();
                return Err(CheckError::Count { name, found, count });
            }
        }
        Ok(())
    }
}
