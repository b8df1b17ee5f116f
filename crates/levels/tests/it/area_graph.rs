//! Areas and gates against their definition.

use crate::common::{level, random_map};
use mapwright_core::{BuilderMap, Door, JoinKind, MapRng, Point, Size, Wrap};
use mapwright_graph::Components;
use mapwright_levels::AreaGraph;

/// Areas are the components without the gates, a gate touches just its two areas, and no two gates touch.
fn check(map: &BuilderMap, stage: &AreaGraph) -> usize {
    let graph = stage.graph(map).unwrap();
    let passages = map.passages();
    let mut gate_of = vec![None; passages.area() as usize];
    for (i, join) in graph.joins.iter().enumerate() {
        assert!((1..=usize::from(stage.max_width)).contains(&join.gate.len()), "{join:?}");
        for &at in &join.gate {
            assert_eq!(gate_of[map.size().index(at) as usize].replace(i), None, "two gates in {at}");
            assert_eq!(graph.area[at], 0, "a gate in an area");
        }
    }
    for cell in 0..passages.area() {
        let (area, gate) = (graph.area[cell], gate_of[cell as usize]);
        let is_open = !map.tiles[cell].is_solid();
        assert_eq!(is_open, area > 0 || gate.is_some(), "{} of {map:?}", map.size().point(cell));
        for next in passages.neighbors(cell) {
            match (gate, gate_of[next as usize]) {
                (None, None) => assert_eq!(area, graph.area[next], "no gate between {cell} and {next} of {map:?}"),
                (Some(a), Some(b)) => assert_eq!(a, b, "two gates touch at {cell} of {map:?}"),
                (Some(gate), None) => {
                    let join = &graph.joins[gate];
                    assert!([join.a + 1, join.b + 1].contains(&graph.area[next]), "{join:?} of {map:?}");
                }
                (None, Some(_)) => {}
            }
        }
    }
    // Cells of one area are connected without the gates.
    let mut cut = map.clone();
    for join in &graph.joins {
        join.gate.iter().for_each(|&at| cut.tiles[at] = mapwright_core::Tile::WALL);
        assert!(join.a < join.b && usize::from(join.b) < graph.areas.len());
    }
    let components = Components::from_map(&cut, &cut.passages());
    assert_eq!(components.sizes.len(), graph.areas.len(), "{map:?}");
    for (i, area) in (1..).zip(&graph.areas) {
        assert_eq!(graph.area[area.anchor], i);
    }
    graph.joins.len()
}

#[test]
fn areas_are_what_is_left_without_the_gates() {
    let mut rng = MapRng::new(5);
    let mut n_joins = 0;
    for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (5, 8), (13, 7), (30, 20)] {
        for wrap in Wrap::ALL {
            for _ in 0..60 {
                let map = random_map(Size::new(w, h), wrap, &mut rng);
                let stage = AreaGraph {
                    max_width: rng.range(1, 8) as u8,
                    min_cells: rng.range(1, 9) as u16,
                    diagonal: rng.chance(0.3),
                };
                n_joins += check(&map, &stage);
            }
        }
    }
    assert!(n_joins > 1000, "{n_joins}");
}

/// All maps of 4×4 tiles.
#[test]
fn every_tiny_map() {
    for set in 0u32..1 << 16 {
        let mut map = level(&["....", "....", "....", "...."]);
        let size = map.size();
        for cell in (0..16).filter(|&cell| set >> cell & 1 == 1) {
            map.tiles[size.point(cell)] = mapwright_core::Tile::WALL;
        }
        let stage = AreaGraph { max_width: 1 + (set % 3) as u8, min_cells: 1 + (set % 2) as u16, diagonal: false };
        check(&map, &stage);
    }
}

#[test]
fn rooms_are_areas_and_doorways_are_gates() {
    let map = level(&[
        "###############",
        "#@...###.....##",
        "#....###.....##",
        "#............##",
        "#....###.....##",
        "####.###.######",
        "####.###.######",
        "#........#...X#",
        "#........#....#",
        "#.............#",
        "###############",
    ]);
    let graph = AreaGraph { max_width: 1, min_cells: 6, diagonal: false }.graph(&map).unwrap();
    let gates: Vec<(u16, u16, (u16, u16))> =
        graph.joins.iter().map(|join| (join.a, join.b, join.gate[0].into())).collect();
    assert_eq!(gates.len(), 4, "{gates:?}");
    assert_eq!(graph.areas.len(), 4);
    let roles: Vec<&str> = graph.areas.iter().map(|area| area.role.as_deref().unwrap_or_default()).collect();
    assert_eq!(roles.iter().filter(|&&role| role == "start").count(), 1);
    assert_eq!(graph.areas[0].depth, 0);
    assert_eq!(graph.area[Point::new(1, 1)], 1);
}

#[test]
fn a_wide_gate_needs_more_behind_it() {
    let map =
        level(&["##########", "#....#...#", "#........#", "#........#", "#........#", "#....#...#", "##########"]);
    let joins = |max_width| AreaGraph { max_width, min_cells: 1, diagonal: false }.graph(&map).unwrap().joins.len();
    // Three cells wide, and 15 of 18 cells needed behind it.
    assert_eq!((joins(2), joins(3)), (0, 0));
    let map = level(&[
        "############",
        "#.....#....#",
        "#.....#....#",
        "#..........#",
        "#..........#",
        "#.....#....#",
        "#.....#....#",
        "############",
    ]);
    let joins = |max_width| AreaGraph { max_width, min_cells: 1, diagonal: false }.graph(&map).unwrap().joins.len();
    assert_eq!((joins(1), joins(2)), (0, 1));
}

/// Where steps may be diagonal, gates are straight rows.
#[test]
fn gates_hold_diagonal_steps() {
    let mut diagonal = 0;
    for seed in 0..60 {
        let size = mapwright_core::Size::new(40, 24);
        let mut rng = mapwright_core::MapRng::new(seed);
        let mut map = mapwright_core::BuilderMap::filled(size, mapwright_core::Wrap::None, mapwright_core::Tile::FLOOR);
        for p in size.points().filter(|_| rng.chance(0.25)).collect::<Vec<_>>() {
            map.tiles[p] = mapwright_core::Tile::WALL;
        }
        for is_diagonal in [false, true] {
            let graph = AreaGraph { max_width: 6, min_cells: 4, diagonal: is_diagonal }.graph(&map).unwrap();
            for join in &graph.joins {
                let straight =
                    |of: fn(&mapwright_core::Point) -> u16| join.gate.iter().all(|p| of(p) == of(&join.gate[0]));
                let is_straight = straight(|p| p.x) || straight(|p| p.y);
                assert!(is_straight || !is_diagonal, "{join:?}");
                diagonal += u32::from(!is_straight);
            }
        }
    }
    assert!(diagonal > 10, "{diagonal}");
}

#[test]
fn joins_say_what_their_doors_ask_for() {
    let stage = AreaGraph { max_width: 2, min_cells: 3, diagonal: false };
    let kinds =
        |map: &BuilderMap| stage.graph(map).unwrap().joins.into_iter().map(|join| join.kind).collect::<Vec<_>>();
    let mut two = level(&["#######", "#..C..#", "#..#..#", "#######"]);
    assert_eq!(kinds(&two), [JoinKind::Locked(vec![2])]);
    two.doors.as_mut().unwrap().push(Door::locked([Point::new(3, 1)], 1));
    assert_eq!(kinds(&two), [JoinKind::Locked(vec![1, 2])]);
    two.doors = Some(vec![Door::new([Point::new(3, 1)])]);
    assert_eq!(kinds(&two), [JoinKind::Open]);
    for (door, y) in [("##v##", 1), ("##^##", 3)] {
        let map = level(&["#####", "#...#", door, "#...#", "#####"]);
        let from = stage.graph(&map).unwrap().area_at((1, y)).unwrap();
        assert_eq!(kinds(&map), [JoinKind::OneWay { from }]);
    }
    // Both cells of the gate have the lock, or a walk goes by.
    let mut wide = level(&["#########", "#...#...#", "#...A...#", "#...A...#", "#...#...#", "#########"]);
    assert_eq!(kinds(&wide), [JoinKind::Locked(vec![0])]);
    wide.doors.as_mut().unwrap().pop();
    assert_eq!(kinds(&wide), [JoinKind::Open]);
}

/// What the start does not reach is no safer than what lies deepest.
#[test]
fn unreachable_areas_are_as_deep_as_the_deepest() {
    let map = level(&["###########", "#@..#...#.#", "#.......#.#", "#...#...#.#", "###########"]);
    let graph = AreaGraph { min_cells: 3, ..AreaGraph::default() }.graph(&map).unwrap();
    let depth = |x, y| graph.areas[usize::from(graph.area_at((x, y)).unwrap())].depth;
    assert_eq!([depth(1, 1), depth(6, 1), depth(9, 1)], [0, 1, 1]);
}
