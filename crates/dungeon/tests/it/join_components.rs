//! Parts of drawn, random and odd maps, joined by tunnels.

use crate::common;
use crate::odd;
use mapwright_core::{
    BuildCx, Builder, BuilderChain, BuilderMap, Flow, Grid, History, MapRng, MetaMapBuilder, Plane, Point, Portal, Room,
};
use mapwright_core::{Rect, Sides, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{CellularAutomata, FromMap, JoinComponents, TunnelShape};
use mapwright_graph::Components;

fn sizes(map: &BuilderMap) -> Vec<u32> {
    Components::from_map(map, &map.passages()).sizes
}

fn straight(min_size: u32) -> JoinComponents {
    JoinComponents { min_cells: min_size, line: TunnelShape::Straight, ..JoinComponents::default() }
}

#[test]
fn small_parts_are_filled_and_large_ones_joined() {
    let rows = [
        "######################",
        "#....####.....########",
        "#......##......#######",
        "#.....####....####.###",
        "###.########.#####..##",
        "################...###",
        "####.#########.....###",
        "######################",
    ];
    let mut map = common::drawn(&rows);
    common::apply(&straight(4), &mut map, 0).unwrap();
    let expected = [
        "######################",
        "#....####.....########",
        "#..............#######",
        "#.....####.....###.###",
        "###.########.#.###..##",
        "##############.#...###",
        "##############.....###",
        "######################",
    ];
    assert_eq!(odd::text(&map), expected);
    let path = |cells: &[(u16, u16)]| cells.iter().map(|&p| Point::from(p)).collect::<Vec<Point>>();
    assert_eq!(map.corridors, Some(vec![path(&[(7, 2), (8, 2)]), path(&[(14, 5), (14, 4), (14, 3)])]));
}

#[test]
fn start_exit_and_spawns_are_kept_and_all_else_goes_with_its_part() {
    let mut map = common::drawn(&["S.#....#X#.#.#.", "###############"]);
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 2, 1), Rect::new(14, 0, 1, 1)]));
    map.spawns = vec![Spawn::new(Point::new(4, 0), "Kept"), Spawn::new(Point::new(12, 0), "Kept too")];
    map.regions = Some(Grid::new(map.size(), 4));
    map.flow = Some(Flow::dry(map.size(), Point::new(0, 0)));
    common::apply(&straight(3), &mut map, 0).unwrap();
    map.settle(straight(3).facts(map.size()).effect);
    assert_eq!(odd::text(&map), [".............##", "###############"]);
    assert_eq!((map.start, map.exit), (Some(Point::new(0, 0)), Some(Point::new(8, 0))));
    assert_eq!((map.rooms, map.flow, map.spawns.len()), (Some(Room::numbered([Rect::new(0, 0, 2, 1)])), None, 2));
    assert_eq!(map.regions.unwrap().as_slice()[10..15], [0, 4, 4, 4, 0]);
}

#[test]
fn tunnels_are_as_wide_and_of_what_is_asked_for() {
    let rows = ["#########", "#.######.", "#.######.", "#########", "#########"];
    let check = |width: u8, expected: [&str; 5]| {
        let mut map = common::drawn(&rows);
        let tile = Tile::GRAVEL;
        common::apply(&JoinComponents { width, tile, ..straight(1) }, &mut map, 0).unwrap();
        let glyph = |tile: &Tile| match *tile {
            Tile::GRAVEL => 'o',
            tile if tile.is_solid() => '#',
            _ => '.',
        };
        let text: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
        assert_eq!(text, expected);
    };
    check(1, ["#########", "#.oooooo.", "#.######.", "#########", "#########"]);
    check(2, ["#########", "#.oooooo.", "#.oooooo.", "#########", "#########"]);
    // The border stays whole.
    check(3, ["#########", "#.oooooo.", "#.oooooo.", "#########", "#########"]);
}

#[test]
fn the_border_is_dug_only_where_it_must_be() {
    let ends = |rows: &[&str], spare_border| {
        let mut map = common::drawn(rows);
        common::apply(&JoinComponents { spare_border, ..straight(1) }, &mut map, 0).unwrap();
        odd::text(&map)
    };
    let rows = [".#.", "###", "###"];
    assert_eq!(ends(&rows, false), ["...", "###", "###"]);
    assert_eq!(ends(&rows, true), ["...", "###", "###"], "unavoidable");
    let rows = [".#..", "..#.", "####"];
    assert_eq!(ends(&rows, true), [".#..", "....", "####"]);
    let rows = [".#.#", "####", "#.##", "####"];
    assert_eq!(ends(&rows, false)[0], "...#");
}

#[test]
fn any_map_is_one_part_afterwards() {
    let mut rng = MapRng::new(12);
    for round in 0..600 {
        let mut map = odd::odd_map(&mut rng);
        let before = sizes(&map);
        let stage = JoinComponents {
            min_cells: 1 + rng.below(6),
            width: 1 + rng.below(3) as u8,
            line: [TunnelShape::Winding, TunnelShape::Straight][rng.below(2) as usize],
            tile: Tile::FLOOR,
            spare_border: rng.chance(0.5),
        };
        let untouched = map.clone();
        common::apply(&stage, &mut map, round).unwrap();
        assert!(sizes(&map).len() <= 1, "{stage:?} {untouched:?}");
        assert_eq!(sizes(&map).is_empty(), before.is_empty());
        assert_eq!((map.start, map.exit), (untouched.start, untouched.exit));
        if before.len() <= 1 {
            assert_eq!(map.tiles, untouched.tiles, "nothing to do");
            assert_eq!(map.sides, untouched.sides);
        }
    }
}

#[test]
fn a_torus_is_joined_over_its_border() {
    let mut map = common::drawn(&[".#######.#", "##########"]);
    map.wrap = Wrap::X;
    common::apply(&straight(1), &mut map, 0).unwrap();
    assert_eq!(odd::text(&map), [".#######..", "##########"]);
    let mut map = common::drawn(&["....", "####", "...."]);
    map.sides = Some(Grid::new(map.size(), Sides::OPEN));
    map.portals = vec![Portal::new((0, 0), (3, 2))];
    let before = map.tiles.clone();
    common::apply(&straight(1), &mut map, 0).unwrap();
    assert_eq!(map.tiles, before, "a portal joins them already");
}

#[test]
fn caves_are_joined_the_same_recorded_or_not() {
    for seed in 0..20 {
        let caves = BuilderChain::start_with(Size::new(80, 50), CellularAutomata::default());
        let chain = caves.with(JoinComponents { min_cells: 8, ..JoinComponents::default() });
        let mut history = History::every(1);
        let map = chain.build_with(seed, &mut history).unwrap();
        assert_eq!(map, chain.build(seed).unwrap());
        assert_eq!(sizes(&map).len(), 1);
        let size = map.size();
        let border = |p: &Point| p.x == 0 || p.y == 0 || p.x + 1 == size.w || p.y + 1 == size.h;
        assert!(size.points().filter(border).all(|p| map.tiles[p].is_solid()));
    }
}

#[test]
fn bad_parameters_and_broken_maps_are_refused() {
    let map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
    let check = |stage: JoinComponents, message: &str| {
        let chain = BuilderChain::start_with(Size::new(3, 3), FromMap::new(map.clone())).with(stage);
        assert_eq!(chain.check().unwrap_err().to_string(), format!("metas[0] join-components: {message}"));
    };
    let ok = JoinComponents::default;
    check(JoinComponents { min_cells: 0, ..ok() }, "parameter `min_cells` is 0; expected 1 to 1000000");
    check(JoinComponents { width: 4, ..ok() }, "parameter `width` is 4; expected 1 to 3");
    check(JoinComponents { tile: Tile::WALL, ..ok() }, "parameter `tile` is wall; expected an open tile, 0 to 127");
    let mut broken = map.clone();
    broken.sides = Some(Grid::new(Size::new(2, 3), Sides::OPEN));
    let error = ok().apply(&mut broken, &mut BuildCx::new(0, "join-components", 0)).unwrap_err();
    assert_eq!(error.to_string(), "the stage left a broken map: `sides` has 2x3 cells, `tiles` has 3x3");
    assert!(ok().facts(Size::new(1, 1)).gives.contains(Plane::Corridors));
}
