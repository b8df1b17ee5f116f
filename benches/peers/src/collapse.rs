//! Wave function collapse: ours and the crates'.
//!
//! Overlapping: every window of 3×3 tiles of the result is one of a sample, turned or mirrored or as it is. The sample
//! is taken to repeat, as `wfc` knows nothing else; the result is not wrapped. Tiled: Wang tiles with a color on each
//! side, next to each other where the colors agree.
//!
//! Every contestant gets one call a seed: ours with its own budget of undoing, the crates without retries. A run
//! that ends with a contradiction, or leaves a cell undecided, has failed: its checksum is 0.

use std::num::NonZeroU32;

use coord_2d::{Coord, Size as WfcSize};
use direction::{CardinalDirection, CardinalDirectionTable, CardinalDirections};
use ghx_grid::cartesian::{coordinates::Cartesian2D, grid::CartesianGrid};
use ghx_proc_gen::generator::RngMode;
use ghx_proc_gen::generator::builder::GeneratorBuilder;
use ghx_proc_gen::generator::model::ModelCollection;
use ghx_proc_gen::generator::node_heuristic::NodeSelectionHeuristic;
use ghx_proc_gen::generator::rules::RulesBuilder;
use ghx_proc_gen::generator::socket::{SocketCollection, SocketsCartesian2D};
use mapwright::core::{Grid, Size, Tile, Wrap};
use mapwright::wfc::{AdjacencyRules, Limits, Model, OverlappingModel, Symmetries, Wave, collapse};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use wfc::orientation::ALL;
use wfc::overlapping::OverlappingPatterns;
use wfc::wrap::WrapNone;
use wfc::{ForbidNothing, GlobalStats, PatternDescription, PatternTable, RunOwn};
use wfc_image::retry::NumTimes;

use crate::row::{Build, Work};

/// Rooms, corridors and doors: 196 patterns.
const DUNGEON: &str = include_str!("../../../tests/data/dungeon-sample.txt");
/// A braided maze carved into tiles: 113 patterns, among which contradictions are common.
const MAZE: &str = include_str!("../../../tests/data/maze-sample.txt");

/// Ours on the dungeon.
pub const DUNGEON_OURS: Option<Work> = Some(Work::Whole(|size, seed| sum(ours(DUNGEON, size, seed))));
/// Ours on the maze.
pub const MAZE_OURS: Option<Work> = Some(Work::Whole(|size, seed| sum(ours(MAZE, size, seed))));
/// Ours with pipe tiles.
pub const PIPES_OURS: Option<Work> = Some(Work::Whole(|size, seed| sum(ours_tiled(&pipes(), size, seed))));
/// Ours with all Wang tiles in two colors.
pub const WANG_2_OURS: Option<Work> = Some(Work::Whole(|size, seed| sum(ours_tiled(&wang_2(), size, seed))));
/// Ours with some Wang tiles in three colors.
pub const WANG_3_OURS: Option<Work> = Some(Work::Whole(|size, seed| sum(ours_tiled(&wang_3(), size, seed))));

pub const WFC_DUNGEON: Build = |size, seed| sum(wfc(DUNGEON, size, seed, false));
pub const WFC_DUNGEON_EVEN: Build = |size, seed| sum(wfc(DUNGEON, size, seed, true));
pub const WFC_IMAGE_DUNGEON: Build = |size, seed| sum(wfc_image(DUNGEON, size, seed));
pub const WFC_MAZE: Build = |size, seed| sum(wfc(MAZE, size, seed, false));
pub const WFC_MAZE_EVEN: Build = |size, seed| sum(wfc(MAZE, size, seed, true));
pub const WFC_PIPES: Build = |size, seed| sum(wfc_tiled(&pipes(), size, seed));
pub const WFC_WANG_2: Build = |size, seed| sum(wfc_tiled(&wang_2(), size, seed));
pub const WFC_WANG_3: Build = |size, seed| sum(wfc_tiled(&wang_3(), size, seed));
pub const GHX_PIPES: Build = |size, seed| sum(ghx(&pipes(), size, seed));
pub const GHX_WANG_2: Build = |size, seed| sum(ghx(&wang_2(), size, seed));
pub const GHX_WANG_3: Build = |size, seed| sum(ghx(&wang_3(), size, seed));

/// The tiles of a result, row-major, as characters or as numbers; `None` where there is none.
type Outcome = Option<Vec<u8>>;

/// Colors of the sides N, E, S, W, and how often the tile is wanted.
type Tiles = Vec<([u8; 4], u32)>;

/// Not 0 for a result.
fn sum(outcome: Outcome) -> u64 {
    let add = |sum: u64, cell: &u8| sum.rotate_left(7) ^ u64::from(*cell);
    outcome.map_or(0, |cells| cells.iter().fold(1, add) | 1)
}

fn rows(sample: &str) -> Vec<&[u8]> {
    sample.lines().map(str::as_bytes).collect()
}

/// Pipes without dead ends.
fn pipes() -> Tiles {
    let codes = [(0, 10), (5, 4), (10, 4), (3, 2), (6, 2), (12, 2), (9, 2), (7, 1), (14, 1), (13, 1), (11, 1)];
    codes.map(|(code, weight): (u8, u32)| ([0, 1, 2, 3].map(|side| code >> side & 1), weight)).into()
}

/// All sixteen.
fn wang_2() -> Tiles {
    (0..16).map(|code: u8| ([0, 1, 2, 3].map(|side| code >> side & 1), 1)).collect()
}

/// 24 of the 81: those for which a sum without a meaning is small. Half of the runs end in a contradiction.
fn wang_3() -> Tiles {
    let all = (0..81u8).map(|i| [i % 3, i / 3 % 3, i / 9 % 3, i / 27]);
    all.filter(|[n, e, s, w]| (n + 3 * e + 5 * s + 7 * w + n * e + s * w) % 11 < 3).map(|tile| (tile, 1)).collect()
}

fn ours(sample: &str, size: Size, seed: u64) -> Outcome {
    let rows = rows(sample);
    let of = Size::new(u16::try_from(rows[0].len()).ok()?, u16::try_from(rows.len()).ok()?);
    let sample = Grid::from_fn(of, |p| Tile(rows[usize::from(p.y)][usize::from(p.x)]));
    let model = OverlappingModel::new(&sample, Wrap::Both, 3, Symmetries::ALL).ok()?;
    let board = model.wave(size, Wrap::None)?;
    let solved = collapse(model.rules(), &board, seed, Limits::default(), &mut ()).ok()?;
    Some(model.tiles(&board, &solved.patterns).as_slice().iter().map(|tile| tile.0).collect())
}

fn ours_tiled(tiles: &Tiles, size: Size, seed: u64) -> Outcome {
    let weights: Vec<u32> = tiles.iter().map(|tile| tile.1).collect();
    let labels: Vec<[u64; 4]> = tiles.iter().map(|tile| tile.0.map(u64::from)).collect();
    let rules = AdjacencyRules::from_labels(&weights, &labels).ok()?;
    let solved = collapse(&rules, &Wave::full(&rules, size, Wrap::None), seed, Limits::default(), &mut ()).ok()?;
    Some(solved.patterns.as_slice().iter().map(|&tile| tile as u8).collect())
}

/// `even`: all patterns equally likely. With weights as different as those of the samples, the crate may call a
/// wave complete that has undecided cells.
fn wfc(sample: &str, size: Size, seed: u64, even: bool) -> Outcome {
    let rows = rows(sample);
    let of = WfcSize::new(rows[0].len() as u32, rows.len() as u32);
    let sample = grid_2d::Grid::new_fn(of, |at| rows[at.y as usize][at.x as usize]);
    let patterns = OverlappingPatterns::new(sample, NonZeroU32::new(3)?, &ALL);
    let mut described = patterns.pattern_descriptions();
    if even {
        described.iter_mut().for_each(|pattern| pattern.weight = NonZeroU32::new(1));
    }
    let ids = wfc_run(&GlobalStats::new(described), size, seed)?;
    Some(ids.into_iter().map(|id| *patterns.pattern_top_left_value(id)).collect())
}

fn wfc_image(sample: &str, size: Size, seed: u64) -> Outcome {
    let rows = rows(sample);
    let gray = |x: u32, y: u32| image::Luma([rows[y as usize][x as usize]]);
    let image = image::GrayImage::from_fn(rows[0].len() as u32, rows.len() as u32, gray);
    let (three, size) = (NonZeroU32::new(3)?, WfcSize::new(size.w.into(), size.h.into()));
    let mut rng = SmallRng::seed_from_u64(seed);
    let made = wfc_image::generate_image_with_rng(
        &image.into(),
        three,
        size,
        &ALL,
        WrapNone,
        ForbidNothing,
        NumTimes(0),
        &mut rng,
    );
    let made = made.ok()?.into_rgba8();
    // What is undecided is left transparent.
    made.pixels().map(|pixel| (pixel.0[3] == 255).then_some(pixel.0[0])).collect()
}

fn wfc_tiled(tiles: &Tiles, size: Size, seed: u64) -> Outcome {
    let side = |dir| match dir {
        CardinalDirection::North => 0,
        CardinalDirection::East => 1,
        CardinalDirection::South => 2,
        CardinalDirection::West => 3,
    };
    let describe = |&(tile, weight): &([u8; 4], u32)| {
        let mut allowed = CardinalDirectionTable::default();
        for dir in CardinalDirections {
            let fits = |other: &u32| tiles[*other as usize].0[(side(dir) + 2) % 4] == tile[side(dir)];
            allowed[dir] = (0..tiles.len() as u32).filter(fits).collect::<Vec<u32>>();
        }
        PatternDescription::new(NonZeroU32::new(weight), allowed)
    };
    let table = PatternTable::from_vec(tiles.iter().map(describe).collect());
    Some(wfc_run(&GlobalStats::new(table), size, seed)?.into_iter().map(|id| id as u8).collect())
}

/// The pattern of each cell.
fn wfc_run(stats: &GlobalStats, size: Size, seed: u64) -> Option<Vec<u32>> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut run = RunOwn::new_wrap(WfcSize::new(size.w.into(), size.h.into()), stats, WrapNone, &mut rng);
    run.collapse(&mut rng).ok()?;
    let wave = run.into_wave();
    let at = |p: mapwright::core::Point| wave.grid().get_checked(Coord::new(p.x.into(), p.y.into()));
    size.points().map(|p| at(p).chosen_pattern_id().ok()).collect()
}

fn ghx(tiles: &Tiles, size: Size, seed: u64) -> Outcome {
    let mut sockets = SocketCollection::new();
    let colors: Vec<_> = (0..3).map(|_| sockets.create()).collect();
    for &color in &colors {
        sockets.add_connection(color, [color]);
    }
    let mut models = ModelCollection::<Cartesian2D>::new();
    for &(tile, weight) in tiles {
        let [n, e, s, w] = tile.map(|color| colors[usize::from(color)]);
        // Its y grows upwards, ours downwards: what we call north is its negative side.
        let sides = SocketsCartesian2D::Simple { x_pos: e, x_neg: w, y_pos: s, y_neg: n };
        models.create(sides.to_template().with_weight(weight as f32));
    }
    let rules = RulesBuilder::new_cartesian_2d(models, sockets).build().ok()?;
    let grid = CartesianGrid::new_cartesian_2d(size.w.into(), size.h.into(), false, false);
    let generator = GeneratorBuilder::new().with_rules(rules).with_grid(grid).with_max_retry_count(0);
    // Half as slow as its other heuristics, or less.
    let generator = generator.with_node_heuristic(NodeSelectionHeuristic::MinimumEntropy);
    let (_, made) = generator.with_rng(RngMode::Seeded(seed)).build().ok()?.generate_grid().ok()?;
    Some(size.points().map(|p| made.get_2d(p.x.into(), p.y.into()).model_index as u8).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    type Window = Vec<u8>;

    fn turned(window: &[u8]) -> Window {
        (0..9).map(|i| window[(2 - i % 3) * 3 + i / 3]).collect()
    }

    fn mirrored(window: &[u8]) -> Window {
        (0..9).map(|i| window[i / 3 * 3 + 2 - i % 3]).collect()
    }

    /// Every window of a sample that repeats, and its seven images.
    fn windows(sample: &str) -> HashSet<Window> {
        let rows = rows(sample);
        let (w, h) = (rows[0].len(), rows.len());
        let mut windows = HashSet::new();
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            let mut window: Window = (0..9).map(|i| rows[(y + i / 3) % h][(x + i % 3) % w]).collect();
            for _ in 0..4 {
                windows.insert(mirrored(&window));
                windows.insert(window.clone());
                window = turned(&window);
            }
        }
        windows
    }

    fn check_windows(sample: &str, size: Size, made: &[u8], name: &str) {
        let windows = windows(sample);
        let (w, h) = (usize::from(size.w), usize::from(size.h));
        for (x, y) in (0..h - 2).flat_map(|y| (0..w - 2).map(move |x| (x, y))) {
            let window: Window = (0..9).map(|i| made[(y + i / 3) * w + x + i % 3]).collect();
            assert!(windows.contains(&window), "{name}: {x}, {y}");
        }
    }

    fn check_sides(tiles: &Tiles, size: Size, made: &[u8], name: &str) {
        let (w, h) = (usize::from(size.w), usize::from(size.h));
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            let tile = |x, y| tiles[usize::from(made[y * w + x])].0;
            assert!(x + 1 == w || tile(x, y)[1] == tile(x + 1, y)[3], "{name}: {x}, {y}");
            assert!(y + 1 == h || tile(x, y)[2] == tile(x, y + 1)[0], "{name}: {x}, {y}");
        }
    }

    #[test]
    fn samples_have_as_many_patterns_as_they_are_said_to_have() {
        assert_eq!([DUNGEON, MAZE].map(|sample| windows(sample).len()), [196, 113]);
        assert_eq!([pipes(), wang_2(), wang_3()].map(|tiles| tiles.len()), [11, 16, 24]);
    }

    #[test]
    fn what_all_make_has_windows_of_the_sample_alone() {
        let size = Size::new(40, 31);
        for (seed, sample) in (0..6).flat_map(|seed| [(seed, DUNGEON), (seed, MAZE)]) {
            let made = [
                ("ours", ours(sample, size, seed)),
                ("wfc", wfc(sample, size, seed, false)),
                ("wfc even", wfc(sample, size, seed, true)),
                ("wfc image", wfc_image(sample, size, seed)),
            ];
            assert!(made[0].1.is_some(), "{seed}");
            for (name, made) in made.into_iter().filter_map(|(name, made)| Some((name, made?))) {
                check_windows(sample, size, &made, name);
            }
        }
    }

    #[test]
    fn what_all_make_has_sides_that_agree() {
        let size = Size::new(40, 31);
        for (seed, tiles) in (0..6).flat_map(|seed| [pipes(), wang_2(), wang_3()].map(|tiles| (seed, tiles))) {
            let made = [
                ("ours", ours_tiled(&tiles, size, seed)),
                ("wfc", wfc_tiled(&tiles, size, seed)),
                ("ghx", ghx(&tiles, size, seed)),
            ];
            assert!(made[0].1.is_some(), "{seed}");
            for (name, made) in made.into_iter().filter_map(|(name, made)| Some((name, made?))) {
                check_sides(&tiles, size, &made, name);
            }
        }
    }
}
