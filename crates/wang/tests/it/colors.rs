//! Colors of planes: as likely as their weights say, independent of their neighbors', and without stripes.

use crate::common;
use mapwright_core::{Dir, Sides};
use mapwright_wang::{MatchOn, WangPlane};

/// The parts of tiles that name one place each: all of them are a lattice.
fn parts(plane: &WangPlane) -> &'static [Dir] {
    // On corners the north-west one.
    if plane.on() == MatchOn::Edges { &[Dir::N, Dir::W] } else { &[Dir::W] }
}

/// The colors of a square of the lattice, row by row.
fn colors(plane: &WangPlane, part: Dir, x: i64, y: i64, side: u32) -> Vec<u8> {
    let mut tiles = vec![Sides::CLOSED; (side * side) as usize];
    let rows = tiles.chunks_mut(side as usize).zip(0..);
    rows.for_each(|(row, down)| plane.row(x, y.wrapping_add(down), row));
    tiles.into_iter().map(|tile| tile.color(part)).collect()
}

fn edges(seed: u64) -> WangPlane {
    WangPlane::new(MatchOn::Edges, seed, 2).unwrap()
}

fn corners(seed: u64) -> WangPlane {
    WangPlane::new(MatchOn::Corners, seed, 2).unwrap()
}

/// Pearson's statistic, in standard deviations above its mean.
fn surprise(counts: &[u32], expected: &[f64]) -> f64 {
    let likely = || counts.iter().zip(expected).filter(|&(_, &expected)| expected > 0.0);
    assert!(counts.iter().zip(expected).all(|(&n, &expected)| expected > 0.0 || n == 0));
    let chi_square: f64 = likely().map(|(&n, &mean)| (f64::from(n) - mean).powi(2) / mean).sum();
    let free = likely().count() as f64 - 1.0;
    (chi_square - free) / (2.0 * free).sqrt()
}

/// Pairs of colors, next to each other, across the borders of chunks and of the words that 64 columns share. Each place
/// is counted in one pair, so that pairs are independent. Five standard deviations are allowed; the seeds are fixed.
#[test]
fn pairs_of_colors_are_as_likely_as_their_weights_say() {
    let side = 512usize;
    for (tiles, weights) in common::planes(2027) {
        let (k, total) = (weights.len(), f64::from(weights.iter().sum::<u32>()));
        let shares: Vec<f64> = weights.into_iter().map(|weight| f64::from(weight) / total).collect();
        for &part in parts(&tiles) {
            let plane = colors(&tiles, part, -256, -256, side as u32);
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (7, 0), (8, 0), (0, 8), (8, 8), (64, 0), (0, 64)] {
                let mut pairs = vec![0; k * k];
                let step = dx.max(dy);
                for (x, y) in (0..side - dy).flat_map(|y| (0..side - dx).map(move |x| (x, y))) {
                    let along = if dx > 0 { x } else { y };
                    if along / step % 2 == 0 {
                        let (a, b) = (plane[y * side + x], plane[(y + dy) * side + x + dx]);
                        pairs[usize::from(a) * k + usize::from(b)] += 1;
                    }
                }
                let n = f64::from(pairs.iter().sum::<u32>());
                let expected: Vec<f64> = (0..k * k).map(|i| n * shares[i / k] * shares[i % k]).collect();
                let surprise = surprise(&pairs, &expected);
                assert!(surprise < 5.0, "{tiles:?} {part:?} ({dx}, {dy}): {surprise} {pairs:?}");
            }
        }
    }
}

/// The two lattices of edges, and the two lattices of other kinds or seeds, know nothing of each other.
#[test]
fn lattices_are_independent() {
    let planes = [
        colors(&edges(5), Dir::N, -128, -128, 256),
        colors(&edges(5), Dir::W, -128, -128, 256),
        colors(&corners(5), Dir::W, -128, -128, 256),
        colors(&edges(6), Dir::N, -128, -128, 256),
    ];
    for (i, j) in (0..4).flat_map(|i| (0..i).map(move |j| (i, j))) {
        let mut pairs = vec![0; 4];
        planes[i].iter().zip(&planes[j]).for_each(|(&a, &b)| pairs[usize::from(2 * a + b)] += 1);
        let surprise = surprise(&pairs, &[16384.0; 4]);
        assert!(surprise < 5.0, "{i} {j}: {pairs:?}");
    }
}

const SIDE: usize = 256;

/// The highest wave number looked at: waves of 32 cells and longer.
const WAVES: i32 = 8;

/// The strongest of the longest waves of a plane of 256 × 256 colors, by the discrete Fourier transform: its power
/// where 1 is the mean of independent colors. The first one is `(0, 0)`, which is the mean color and left out.
fn strongest_wave(plane: &[u8]) -> f64 {
    let colors = plane.iter().max().map_or(0, |&most| most + 1);
    (0..colors)
        .map(|color| strongest(&plane.iter().map(|&c| f64::from(u8::from(c == color))).collect::<Vec<_>>()))
        .fold(0.0, f64::max)
}

fn strongest(plane: &[f64]) -> f64 {
    let cells = (SIDE * SIDE) as f64;
    let mean = plane.iter().sum::<f64>() / cells;
    let variance = mean * (1.0 - mean);
    if variance == 0.0 {
        return 0.0;
    }
    let turn: Vec<(f64, f64)> = (0..SIDE).map(|i| (i as f64 / SIDE as f64 * std::f64::consts::TAU).sin_cos()).collect();
    let angle = |at: usize, wave: i32| turn[(at as i32 * wave).rem_euclid(SIDE as i32) as usize];
    let mut most = 0.0f64;
    for kx in 0..=WAVES {
        // Along each row first, then along the columns of what comes out.
        let rows: Vec<(f64, f64)> = plane
            .chunks(SIDE)
            .map(|row| {
                row.iter().enumerate().fold((0.0, 0.0), |(re, im), (x, &value)| {
                    let (sin, cos) = angle(x, kx);
                    (re + (value - mean) * cos, im - (value - mean) * sin)
                })
            })
            .collect();
        for ky in (-WAVES..=WAVES).filter(|&ky| (kx, ky) != (0, 0)) {
            let (re, im) = rows.iter().enumerate().fold((0.0, 0.0), |(re, im), (y, &(a, b))| {
                let (sin, cos) = angle(y, ky);
                (re + a * cos + b * sin, im + b * cos - a * sin)
            });
            most = most.max((re * re + im * im) / (cells * variance));
        }
    }
    most
}

/// Of independent colors each bin is a draw from the exponential distribution with mean 1. There are 144 bins a color
/// that differ, so some 13,000 in this test; that one of them is above 16 has a chance of 13,000 e⁻¹⁶, which is 1 in
/// 700.
const BOUND: f64 = 16.0;

#[test]
fn there_are_no_stripes() {
    for (plane, _) in common::planes(31) {
        for (x, y) in [(-128, -128), (1 << 40, -77), (i64::MAX - 99, i64::MIN + 5)] {
            for &part in parts(&plane) {
                let strongest = strongest_wave(&colors(&plane, part, x, y, SIDE as u32));
                assert!(strongest < BOUND, "{plane:?} {part:?} ({x}, {y}): {strongest}");
            }
        }
    }
}

/// Stripes that the eye does not see are found: a tenth of the cells of every other stripe of 16 columns, or of every
/// other one of 32 rows, or of a slanted one, has its color replaced.
#[test]
fn the_spectrum_test_finds_faint_stripes() {
    let plane = colors(&corners(31), Dir::W, -128, -128, SIDE as u32);
    let replaced = colors(&WangPlane::weighted(MatchOn::Corners, 77, &[9, 1]).unwrap(), Dir::W, 0, 0, SIDE as u32);
    let stripes: [fn(usize, usize) -> bool; 4] = [
        |x, _| x / 16 % 2 == 0,
        |_, y| y / 32 % 2 == 0,
        |x, y| (x + y) / 64 % 2 == 0,
        |x, y| (x / 64 + y / 64) % 2 == 0,
    ];
    for (i, stripe) in stripes.into_iter().enumerate() {
        let striped: Vec<u8> = (0..SIDE * SIDE)
            .map(|at| plane[at] | if stripe(at % SIDE, at / SIDE) { replaced[at] } else { 0 })
            .collect();
        let strongest = strongest_wave(&striped);
        assert!(strongest > 1.5 * BOUND, "{i}: {strongest}");
    }
    assert!(strongest_wave(&plane) < BOUND);
}
