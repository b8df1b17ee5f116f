//! The solver agrees with a search through all arrangements.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Board, Mix, random_board};
use mapwright_core::{Dirs, Grid, MapRng, Point, Size, Wrap};
use mapwright_pipes::{Grade, PipePuzzle, SolveLimits, Verdict, solve};

/// Compares one board; gives the verdict in a word.
#[track_caller]
fn check(board: &Board) -> &'static str {
    let expected = board.brute_force(2);
    let solved = solve(&board.puzzle(), &SolveLimits::default());
    let context = || format!("{board:?}\n{solved:?}\nexpected {expected:?}");
    match (&solved.verdict, expected.len()) {
        (Verdict::None, 0) => (),
        (Verdict::Unique(solution), 1) => assert_eq!(solution, &expected[0], "{}", context()),
        (Verdict::Several(one, other), 2) => {
            assert_ne!(one, other, "{}", context());
            for solution in [one, other] {
                assert!(board.is_solved(solution), "{}", context());
                assert!(is_turned(board, solution), "{}", context());
            }
        }
        _ => panic!("{}", context()),
    }
    solved.verdict.name()
}

/// Whether an arrangement is made of the board's tiles.
fn is_turned(board: &Board, tiles: &Grid<Dirs>) -> bool {
    let mut points = board.size.points();
    points.all(|p| (0..4).any(|quarters| mapwright_pipes::turned(board.tiles[p], quarters) == tiles[p]))
}

const SIZES: [(u16, u16); 12] =
    [(1, 1), (1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 3), (3, 4), (4, 4)];

/// Many boards of one mix on every size and wrap; gives how many were unique, several and none.
fn sweep(mix: Mix, rounds: u32, seed: u64) -> [u32; 3] {
    let mut rng = MapRng::new(seed);
    let mut verdicts = [0; 3];
    for (w, h) in SIZES {
        for wrap in Wrap::ALL {
            for _ in 0..rounds {
                let board = random_board(Size::new(w, h), wrap, mix, &mut rng);
                let verdict = check(&board);
                let words = ["unique", "several", "none"];
                verdicts[words.iter().position(|&word| word == verdict).unwrap()] += 1;
            }
        }
    }
    verdicts
}

#[test]
fn trees_are_solved_like_by_brute_force() {
    let mix = Mix { holes: 0.0, barriers: 0.0, loops: 0.0, noise: 0.0 };
    let [unique, several, none] = sweep(mix, 60, 1);
    assert!(unique > 500 && several > 500 && none == 0, "{unique} {several} {none}");
}

#[test]
fn trees_with_holes_and_barriers_are_solved_like_by_brute_force() {
    let mix = Mix { holes: 0.15, barriers: 0.15, loops: 0.0, noise: 0.0 };
    let [unique, several, none] = sweep(mix, 60, 2);
    assert!(unique > 500 && several > 500 && none == 0, "{unique} {several} {none}");
}

#[test]
fn boards_with_rings_are_solved_like_by_brute_force() {
    let mix = Mix { holes: 0.1, barriers: 0.1, loops: 0.1, noise: 0.0 };
    let [unique, several, none] = sweep(mix, 60, 3);
    assert!(unique > 100 && several > 500 && none == 0, "{unique} {several} {none}");
}

#[test]
fn boards_with_noise_are_solved_like_by_brute_force() {
    let mix = Mix { holes: 0.1, barriers: 0.1, loops: 0.05, noise: 0.1 };
    let [unique, several, none] = sweep(mix, 60, 4);
    assert!(unique > 100 && several > 200 && none > 300, "{unique} {several} {none}");
}

#[test]
fn random_tiles_are_solved_like_by_brute_force() {
    let mix = Mix { holes: 0.0, barriers: 0.1, loops: 0.0, noise: 1.0 };
    let [unique, several, none] = sweep(mix, 60, 5);
    assert!(unique > 50 && several > 200 && none > 1000, "{unique} {several} {none}");
}
