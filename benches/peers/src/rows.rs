//! The table of rows, as data: each work, our function, the peers' functions
//! and the targets. A new peer, target or row is one more line here.

use mapwright::prelude::Size;

use crate::collapse;
use crate::ours;
use crate::packing;
use crate::peers::{chokes, dungeons, mazes, searches, worlds};
use crate::row::{Contestant, Row, Sizes, always, cells, faster, leaner, part, pixels, row, within_ns};
use crate::size::square;

/// Sizes of a maze, in rooms.
const ROOMS: [Size; 3] = [square(31), square(256), square(1024)];

const SMALL: [Size; 1] = [square(31)];
const MIDDLE: [Size; 1] = [square(256)];
const HUGE: [Size; 1] = [square(1024)];

/// The sizes whose peak memory is well above what can be told apart.
const LARGE: [Size; 2] = [square(256), square(1024)];

/// Sizes of a dungeon, in tiles.
const TILES: [Size; 3] = [Size::new(80, 50), square(256), square(1024)];

/// The sizes of most levels.
const PLAYED: [Size; 2] = [Size::new(80, 50), square(256)];

const MAZES: Sizes = Sizes { usual: &ROOMS, least: square(5) };

/// Smaller dungeons have no place for a peer's rooms, and caves may be without
/// a way.
const DUNGEONS: Sizes = Sizes { usual: &TILES, least: square(20) };

const N5: [Size; 1] = [square(5)];
const N9: [Size; 1] = [square(9)];
const N10: [Size; 1] = [square(10)];
const N35: [Size; 1] = [square(35)];
const N60: [Size; 1] = [square(60)];
const N120: [Size; 1] = [square(120)];

/// The cells of the pentominoes' board. What is called a size here is how many cells or boards there are.
const PENTOMINOES: Sizes = boards(&N60);

/// The boards of a game.
const GAME: Sizes = boards(&N35);

const fn boards(usual: &'static [Size]) -> Sizes {
    Sizes { usual, least: square(5) }
}

/// Sizes of a collapse, in tiles.
const COLLAPSED: Sizes = Sizes { usual: &[square(48), square(128), square(256)], least: square(20) };
const TILED: Sizes = Sizes { usual: &MIDDLE, least: square(20) };

/// Sizes of a cave whose cut cells are searched: one takes too long for a flood from each cell.
const CHOKES: Sizes = Sizes { usual: &[square(128), square(1024)], least: square(20) };
const CHOKED: [Size; 1] = [square(128)];
/// Windows of endless worlds, in tiles.
const WORLDS: Sizes = Sizes { usual: &HUGE, least: square(20) };

/// A millisecond, in nanoseconds.
const MS: u64 = 1_000_000;

/// Every row there is; laid out by hand to keep a row, and a peer, in a line.
#[rustfmt::skip]
pub fn all() -> Vec<Row> {
    vec![
        row("prim", MAZES, ours::PRIM, [
            cells("amaze", mazes::amaze_prim),
            cells("knossos", mazes::knossos_prim),
        ], [faster(3.0, &["amaze"], &ROOMS), leaner(5.0, &["amaze"], &LARGE)]),
        row("kruskal", MAZES, ours::KRUSKAL, [
            cells("amaze", mazes::amaze_kruskal),
            cells("knossos", mazes::knossos_kruskal),
        ], [faster(3.0, &["amaze"], &ROOMS), leaner(5.0, &["amaze"], &LARGE)]),
        row("backtracker", MAZES, ours::BACKTRACKER, [
            pixels("irrgarten", mazes::irrgarten_backtracker),
            pixels("terrain-forge", mazes::terrain_forge_backtracker),
            cells("amaze", mazes::amaze_backtracker),
            cells("knossos", mazes::knossos_backtracker),
            cells("knossos-list", mazes::knossos_backtracker_list),
        ], [
            faster(2.5, &["terrain-forge", "irrgarten", "amaze"], &ROOMS),
            leaner(5.0, &["amaze"], &LARGE),
        ]),
        row("wilson", MAZES, ours::WILSON, [cells("amaze", mazes::amaze_wilson)], []),
        row("aldous-broder", MAZES, ours::ALDOUS_BRODER, [cells("knossos", mazes::knossos_aldous_broder)], []),
        row("hunt-and-kill", MAZES, ours::HUNT_AND_KILL, [
            cells("amaze", mazes::amaze_hunt_and_kill),
            cells("knossos", mazes::knossos_hunt_and_kill),
        ], []),
        row("growing-tree", MAZES, ours::GROWING_TREE, [
            cells("amaze", mazes::amaze_growing_tree),
            cells("knossos", mazes::knossos_growing_tree),
        ], []),
        row("eller", MAZES, ours::ELLER, [
            cells("amaze", mazes::amaze_eller),
            cells("knossos", mazes::knossos_eller),
        ], []),
        row("sidewinder", MAZES, ours::SIDEWINDER, [
            cells("amaze", mazes::amaze_sidewinder),
            cells("knossos", mazes::knossos_sidewinder),
        ], []),
        row("binary-tree", MAZES, ours::BINARY_TREE, [
            cells("amaze", mazes::amaze_binary_tree),
            cells("knossos", mazes::knossos_binary_tree),
        ], []),
        row("recursive-division", MAZES, ours::RECURSIVE_DIVISION, [
            cells("knossos", mazes::knossos_recursive_division),
        ], []),
        row("cellular", MAZES, ours::CELLULAR, [
            cells("mapgen", dungeons::mapgen_cellular),
            cells("terrain-forge", dungeons::terrain_forge_cellular),
        ], [faster(60.0, &["mapgen"], &HUGE)]),
        row("drunkards-walk, area", DUNGEONS, ours::OPEN_AREA, [
            cells("mapgen", dungeons::mapgen_open_area),
            cells("terrain-forge", dungeons::terrain_forge_walk),
        ], [within_ns(1000 * MS, &HUGE)]),
        row("drunkards-walk, halls", DUNGEONS, ours::OPEN_HALLS, [
            cells("mapgen", dungeons::mapgen_open_halls),
        ], [within_ns(1000 * MS, &HUGE)]),
        row("dla", DUNGEONS, ours::DLA, [
            cells("terrain-forge", dungeons::terrain_forge_dla),
        ], [within_ns(1000 * MS, &HUGE)]),
        row("voronoi-cells", DUNGEONS, ours::VORONOI_CELLS, [
            cells("mapgen", dungeons::mapgen_voronoi),
            cells("terrain-forge", dungeons::terrain_forge_voronoi),
        ], [faster(3.0, &["terrain-forge"], &MIDDLE)]),
        row("random-rooms", DUNGEONS, ours::RANDOM_ROOMS, [
            cells("mapgen", dungeons::mapgen_rooms),
            cells("terrain-forge", dungeons::terrain_forge_rooms),
        ], [faster(1.0, &["mapgen"], &TILES)]),
        row("random-rooms, ten in a row", DUNGEONS, ours::TEN_ROOMS, [
            cells("terrain-forge", dungeons::terrain_forge_rooms),
        ], [faster(1.0, &["terrain-forge"], &PLAYED)]),
        row("rooms and roads, endless", WORLDS, ours::ROOMS_AND_ROADS, [
            cells("layer-proc-gen", worlds::layer_proc_gen_roads),
        ], [faster(1.0, &["layer-proc-gen"], &HUGE)]),
        row("bsp-dungeon", DUNGEONS, ours::BSP_DUNGEON, [
            cells("mapgen", dungeons::mapgen_bsp_rooms),
            cells("terrain-forge", dungeons::terrain_forge_bsp_rooms),
        ], [faster(1.0, &["mapgen"], &TILES)]),
        row("bsp-dungeon, sixteen in a row", DUNGEONS, ours::SIXTEEN_ROOMS, [
            cells("terrain-forge", dungeons::terrain_forge_bsp_rooms),
        ], [faster(1.0, &["terrain-forge"], &PLAYED)]),
        row("bsp-interior", DUNGEONS, ours::BSP_INTERIOR, [
            cells("mapgen", dungeons::mapgen_bsp_interior),
            cells("terrain-forge", dungeons::terrain_forge_bsp_interior),
        ], [faster(1.0, &["terrain-forge"], &PLAYED)]),
        row("bsp-interior, in a row", DUNGEONS, ours::INTERIOR_IN_A_ROW, [
            cells("mapgen", dungeons::mapgen_bsp_interior),
            cells("terrain-forge", dungeons::terrain_forge_bsp_interior),
        ], [faster(1.0, &["mapgen", "terrain-forge"], &PLAYED)]),
        row("distance field", DUNGEONS, ours::DISTANCE_FIELD, [
            part("bracket", searches::bracket_distances),
            part("terrain-forge", searches::terrain_forge_distances),
        ], [faster(3.0, &["bracket"], &TILES)]),
        row("cut cells, cave", CHOKES, ours::CUT_CELLS, [
            part("rustworkx", chokes::rustworkx_chokes),
            part("terrain-forge", chokes::terrain_forge_chokes),
        ], [faster(1.5, &["rustworkx"], CHOKES.usual), faster(1000.0, &["terrain-forge"], &CHOKED), within_ns(60 * MS, &HUGE)]),
        row("cull + exit, cave", DUNGEONS, ours::CULL_CAVE, [
            part("mapgen", searches::mapgen_cull_cave),
            part("terrain-forge", searches::terrain_forge_cull_cave),
        ], [within_ns(15 * MS, &HUGE)]),
        row("cull + exit, carved", DUNGEONS, ours::CULL_CARVED, [
            part("mapgen", searches::mapgen_cull_carved),
            part("terrain-forge", searches::terrain_forge_cull_carved),
        ], [within_ns(15 * MS, &HUGE)]),
        row("cull, carved", DUNGEONS, ours::CULL_ONLY, [
            part("terrain-forge", searches::terrain_forge_cull_carved),
        ], [faster(1.0, &["terrain-forge"], &TILES)]),
        row("cull + exit, sides", DUNGEONS, ours::CULL_SIDES, [], [within_ns(15 * MS, &HUGE)]),
        row("pipe puzzle", MAZES, ours::PUZZLE, [], [within_ns(MS / 10, &SMALL)]),
        row("pack 6x10 pentominoes", PENTOMINOES, packing::PENTOMINOES, [
            cells("naive", packing::naive_pentominoes),
            cells("dancing-links", packing::dancing_links_pentominoes),
            cells("xcov", packing::xcov_pentominoes),
            cells("dlx-rs", packing::dlx_rs_pentominoes),
        ], [within_ns(60 * MS, &N60)]),
        row("pack game boards, first", GAME, packing::GAME_FIRST, [
            cells("naive", packing::naive_first),
            cells("dancing-links", packing::dancing_links_first),
            cells("xcov", packing::xcov_first),
            cells("dlx-rs", packing::dlx_rs_first),
        ], [within_ns(5 * MS, &N35)]),
        row("pack game boards, count", GAME, packing::GAME_COUNT, [
            cells("naive", packing::naive_count),
        ], [within_ns(100 * MS, &N35)]),
        row("pack hard 10x12", boards(&N120), packing::HARD, [], [within_ns(200 * MS, &N120)]),
        row("pack big boards", boards(&N9), packing::BIG, [], [within_ns(20 * MS, &N9)]),
        row("pack 48x48 boards", boards(&N10), packing::HUGE, [], [within_ns(1000 * MS, &N10)]),
        row("wfc overlapping, dungeon", COLLAPSED, collapse::DUNGEON_OURS, [
            cells("wfc", collapse::WFC_DUNGEON),
            cells("wfc-image", collapse::WFC_IMAGE_DUNGEON),
            cells("wfc even", collapse::WFC_DUNGEON_EVEN),
        ], [always(COLLAPSED.usual), faster(1.0, &["wfc", "wfc-image"], COLLAPSED.usual), leaner(3.0, &["wfc"], &MIDDLE)]).tried(20),
        row("wfc overlapping, maze", COLLAPSED, collapse::MAZE_OURS, [
            cells("wfc", collapse::WFC_MAZE),
            cells("wfc even", collapse::WFC_MAZE_EVEN),
        ], [always(COLLAPSED.usual), faster(1.0, &["wfc"], COLLAPSED.usual), leaner(3.0, &["wfc"], &MIDDLE)]).tried(20),
        row("wfc tiled, pipes", TILED, collapse::PIPES_OURS, [
            cells("wfc", collapse::WFC_PIPES),
            cells("ghx_proc_gen", collapse::GHX_PIPES),
        ], [always(&MIDDLE), faster(1.0, &["wfc", "ghx_proc_gen"], &MIDDLE), leaner(3.0, &["wfc"], &MIDDLE)]).tried(20),
        row("wfc tiled, wang 2", TILED, collapse::WANG_2_OURS, [
            cells("wfc", collapse::WFC_WANG_2),
            cells("ghx_proc_gen", collapse::GHX_WANG_2),
        ], [always(&MIDDLE), faster(1.0, &["wfc", "ghx_proc_gen"], &MIDDLE), leaner(3.0, &["wfc"], &MIDDLE)]).tried(20),
        row("wfc tiled, wang 3", TILED, collapse::WANG_3_OURS, [
            cells("wfc", collapse::WFC_WANG_3),
            cells("ghx_proc_gen", collapse::GHX_WANG_3),
        ], [always(&MIDDLE), faster(1.0, &["wfc", "ghx_proc_gen"], &MIDDLE), leaner(3.0, &["wfc"], &MIDDLE)]).tried(20),
        row("pack refuted", boards(&N5), packing::REFUTED, [], [within_ns(MS / 10, &N5)]),
    ]
}

/// The row of that name, and its contestant of that name.
pub fn find(row: &str, contestant: &str) -> Option<(Row, Contestant)> {
    let row = all().into_iter().find(|r| r.name == row)?;
    let contestant = row.contestants().into_iter().find(|c| c.name == contestant)?;
    Some((row, contestant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Goal;

    #[test]
    fn every_contestant_repeats_itself_from_its_seed() {
        for row in all() {
            for contestant in row.contestants() {
                for size in [row.sizes.least, Size::new(31, 24)] {
                    let sums = [1, 1].map(|seed| contestant.work.prepare(size, seed)());
                    assert_eq!(sums[0], sums[1], "{} {}", row.name, contestant.name);
                }
            }
        }
    }

    #[test]
    fn every_row_takes_its_own_sizes() {
        for row in all() {
            assert!(row.sizes.usual.iter().all(|&size| row.takes(size)), "{}", row.name);
        }
    }

    #[test]
    fn every_target_names_a_contestant_and_a_size() {
        for row in all() {
            for target in &row.targets {
                assert!(target.sizes.iter().all(|size| row.sizes.usual.contains(size)), "{}", row.name);
                let Goal::Below(_, against) = target.goal else { continue };
                for name in against {
                    assert!(find(row.name, name).is_some(), "{} {name}", row.name);
                }
            }
        }
    }

    #[test]
    fn no_two_rows_or_contestants_share_a_name() {
        let unique = |mut names: Vec<&str>| {
            names.sort_unstable();
            names.windows(2).all(|pair| pair[0] != pair[1])
        };
        assert!(unique(all().iter().map(|row| row.name).collect()));
        for row in all() {
            assert!(unique(row.contestants().iter().map(|c| c.name).collect()), "{}", row.name);
        }
    }
}
