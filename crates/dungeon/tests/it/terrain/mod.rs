//! Painted terrain and scattered things, against their definitions.

mod tight_walls;

use std::collections::BTreeSet;

use crate::common;
use crate::common::{KINDS, apply, drawn, map};
use crate::odd;
use mapwright_core::{
    Area, Builder, BuilderMap, Dir, Door, Grid, Layer, LevelGraph, MapRng, Planes, Point, Portal, Proof, Rect, Room,
    Size, Spawn, Tile, Wrap,
};
use mapwright_dungeon::{
    DistanceRule, Landmark, Paint, Placement, PlacementGround, Scatter, Scattered, SpawnGroup, Steps,
};
use mapwright_graph::sight_through;

const MARK: Tile = Tile(77);

/// Paints all cells that fit some rules.
fn all(place: Placement) -> Paint {
    Paint { tile: MARK, share: 1.0, placement: place, ..Paint::default() }
}

fn painted(map: &BuilderMap, tile: Tile) -> BTreeSet<Point> {
    map.size().points().filter(|&p| map.tiles[p] == tile).collect()
}

fn text(map: &BuilderMap) -> Vec<String> {
    let glyph = |tile: &Tile| match *tile {
        Tile::DEEP_WATER => '≈',
        Tile::WATER => '~',
        MARK => '*',
        Tile::PILLAR => 'o',
        tile if tile.is_solid() => '#',
        _ => '.',
    };
    map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect()
}

/// The steps from some cells to all others, round by round: from a solid cell the first leads to any cell beside.
fn naive_steps(map: &BuilderMap, sources: &[Point]) -> Grid<Option<u32>> {
    let (size, passages) = (map.size(), map.passages());
    let mut steps: Grid<Option<u32>> = Grid::new(size, None);
    sources.iter().for_each(|&p| steps[p] = Some(0));
    for round in 0..size.area() {
        for cell in (0..size.area()).filter(|&cell| steps[cell] == Some(round)).collect::<Vec<u32>>() {
            let beside = Dir::ALL.into_iter().filter_map(|dir| passages.beside(cell, dir));
            let beside: Vec<u32> = beside.filter(|&next| map.is_open(size.point(next))).collect();
            let next: Vec<u32> = passages.neighbors(cell).collect();
            for next in if map.tiles[cell].is_solid() { beside } else { next } {
                steps[next].get_or_insert(round + 1);
            }
        }
    }
    steps
}

#[test]
fn distances_are_steps_of_a_walk() {
    let mut found = 0;
    for (kind, seed) in (0..KINDS).flat_map(|kind| (0..40).map(move |seed| (kind, seed))) {
        let mut map = map(kind, seed);
        let open: Vec<Point> = map.size().points().filter(|&p| map.is_open(p)).collect();
        map.start = open.get(open.len() / 2).copied();
        let solid: Vec<Point> = map.size().points().filter(|&p| !map.is_open(p)).collect();
        let start: Vec<Point> = map.start.into_iter().collect();
        for (to, sources) in [(Landmark::Start, start), (Landmark::Solid, solid), (Landmark::Tile(Tile(99)), vec![])] {
            let steps = naive_steps(&map, &sources);
            let (min, max) = (seed as u32 % 3, 2 + seed as u32 % 4);
            for (min, max) in [(min, max), (min, u32::MAX)] {
                let mut after = map.clone();
                let rule = DistanceRule { to: to.clone(), min, max, steps: Steps::Walk };
                if to == Landmark::Start && map.start.is_none() {
                    continue;
                }
                apply(&all(Placement { distances: vec![rule.clone()], ..Placement::default() }), &mut after, 1)
                    .unwrap();
                let fits = |p: &Point| match steps[*p] {
                    Some(steps) => (min..=max).contains(&steps),
                    None => max == u32::MAX,
                };
                let expected = map.size().points().filter(|p| map.tiles[*p] == Tile::FLOOR && fits(p)).collect();
                assert_eq!(painted(&after, MARK), expected, "{rule:?} {kind} {seed}");
                found += painted(&after, MARK).len();
            }
        }
    }
    assert!(found > 5000, "{found}");
}

#[test]
fn straight_and_diagonal_steps_go_through_anything() {
    for (kind, seed) in (0..KINDS).flat_map(|kind| (0..30).map(move |seed| (kind, seed))) {
        let before = map(kind, seed);
        let (size, wrap) = (before.size(), before.wrap);
        let walls: Vec<Point> = size.points().filter(|&p| !before.is_open(p)).collect();
        for steps in [Steps::Straight, Steps::Diagonal] {
            let apart = |a: Point, b: Point| {
                let (x, y) = wrap.apart(a, b, size);
                if steps == Steps::Straight { x + y } else { x.max(y) }
            };
            let rule = DistanceRule { to: Landmark::Solid, min: 0, max: 2, steps };
            let mut map = before.clone();
            apply(&all(Placement { distances: vec![rule], ..Placement::default() }), &mut map, 1).unwrap();
            let near = |p: &Point| walls.iter().any(|&wall| apart(*p, wall) <= 2);
            let expected = painted(&before, Tile::FLOOR).into_iter().filter(near).collect();
            assert_eq!(painted(&map, MARK), expected, "{steps:?} {kind} {seed}");
        }
    }
}

/// Sight by the definition of a rule: over windows and water, not through doors, by the straight line from any cell of
/// the landmark that sees the cell.
#[test]
fn what_is_in_sight_is_as_far_as_the_straight_line() {
    let mut rng = MapRng::new(5);
    let (mut found, mut hidden) = (0, 0);
    for round in 0..600_u16 {
        let size = Size::new(1 + round % 12, 1 + round / 12 % 11);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        for tile in map.tiles.as_mut_slice() {
            let others = [Tile::WALL, Tile::WALL, Tile::WINDOW, Tile::DEEP_WATER, Tile::CHASM, Tile::DOOR];
            *tile = if rng.chance(0.4) { Tile::FLOOR } else { *rng.pick(&others).unwrap() };
        }
        let open: Vec<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
        let eyes: Vec<Point> = (0..rng.below(4)).filter_map(|_| rng.pick(&open).copied()).collect();
        map.spawns = eyes.iter().map(|&at| Spawn::new(at, "Eye")).collect();
        let lock = rng.pick(&open).copied();
        map.doors = lock.map(|lock| vec![Door::locked([lock], 0)]);
        let is_clear = |at: Point| {
            let tile = map.tiles[at];
            Some(at) != lock && [Tile::FLOOR, Tile::WINDOW, Tile::DEEP_WATER, Tile::CHASM].contains(&tile)
        };
        let length = |at: Point| {
            let sees = |eye: &&Point| sight_through(size, **eye, 50, is_clear)[at];
            let lines = eyes.iter().filter(sees).map(|eye| (eye.euclidean_squared(at) as f64).sqrt().ceil() as u32);
            lines.min().unwrap_or(u32::MAX)
        };
        for (min, max) in [(0, 4), (3, u32::MAX), (2, 7), (0, u32::MAX)] {
            let rule = DistanceRule { to: Landmark::Spawn("Eye".into()), min, max, steps: Steps::Sight };
            let mut after = map.clone();
            apply(&all(Placement { distances: vec![rule], ..Placement::default() }), &mut after, 1).unwrap();
            let expected: BTreeSet<Point> =
                painted(&map, Tile::FLOOR).into_iter().filter(|&at| (min..=max).contains(&length(at))).collect();
            assert_eq!(painted(&after, MARK), expected, "{eyes:?} {min} {max} {map}");
            found += expected.len();
            hidden += painted(&map, Tile::FLOOR).len() - expected.len();
        }
    }
    assert!(found > 10_000 && hidden > 10_000, "{found} {hidden}");
}

#[test]
fn looking_from_many_cells_needs_an_end() {
    let mut map = BuilderMap::filled(Size::new(40, 30), Wrap::None, Tile::FLOOR);
    let rule = DistanceRule { to: Landmark::Tile(Tile::FLOOR), min: 3, max: u32::MAX, steps: Steps::Sight };
    let place = |rule: &DistanceRule| all(Placement { distances: vec![rule.clone()], ..Placement::default() });
    assert_eq!(
        apply(&place(&rule), &mut map, 1).unwrap_err().to_string(),
        "parameter `placement.distances` is a rule by sight without `max`, from 1200 cells; expected a `max`, or a landmark of at most 100 \
         cells"
    );
    apply(&place(&DistanceRule { max: 5, ..rule }), &mut map, 1).unwrap();
}

#[test]
fn every_landmark_is_where_it_is_said_to_be() {
    let mut map = drawn(&["S....+....X", ".#########.", "..........."]);
    map.spawns = vec![Spawn::new((2, 2), "Bat"), Spawn::key((4, 2), "Key A", 0)];
    map.doors = Some(vec![Door::new([Point::new(6, 2)])]);
    map.corridors = Some(vec![vec![Point::new(8, 2), Point::new(9, 2)]]);
    let at = |to: Landmark| {
        let mut map = map.clone();
        let stage = Paint { over: vec![Tile::FLOOR, Tile::DOOR], ..all(Placement::default()) };
        let place = Placement { distances: vec![DistanceRule::near(to, 0)], ..Placement::default() };
        apply(&Paint { placement: place, ..stage }, &mut map, 1).unwrap();
        painted(&map, MARK).into_iter().map(|p| (p.x, p.y)).collect::<Vec<_>>()
    };
    assert_eq!(at(Landmark::Start), [(0, 0)]);
    assert_eq!(at(Landmark::Exit), [(10, 0)]);
    assert_eq!(at(Landmark::Spawns), [(2, 2)]);
    assert_eq!(at(Landmark::Keys), [(4, 2)]);
    assert_eq!(at("key A".parse().unwrap()), [(4, 2)]);
    assert_eq!(at("key B".parse().unwrap()), []);
    assert_eq!(at("spawn Bat".parse().unwrap()), [(2, 2)]);
    assert_eq!(at(Landmark::Doors), [(5, 0), (6, 2)]);
    assert_eq!(at(Landmark::Corridors), [(8, 2), (9, 2)]);
    assert_eq!(at(Landmark::Solid), []);
    assert_eq!(at(Landmark::Walk), (0..11).map(|x| (x, 0)).collect::<Vec<_>>());
    map.proof = Some(Proof::new((0..3).map(|y| Point::new(0, y)).collect(), vec![], vec![]));
    let mut with_proof = map.clone();
    let place = Placement { distances: vec![DistanceRule::near(Landmark::Walk, 0)], ..Placement::default() };
    apply(&all(place), &mut with_proof, 1).unwrap();
    assert_eq!(painted(&with_proof, MARK).len(), 3);
    assert_eq!(with_proof.planes(), map.planes(), "open ground over open ground changes no way");
}

#[test]
fn rules_ask_for_rooms_areas_and_width() {
    let rows = ["#######", "#..#..#", "#.....#", "#..#..#", "#######"];
    let check = |place: Placement, expected: [&str; 3]| {
        let mut map = drawn(&rows);
        map.rooms = Some(Room::numbered([Rect::new(1, 1, 2, 3), Rect::new(4, 1, 2, 3)]));
        map.rooms.as_mut().unwrap()[1].tags = vec!["boss".to_owned()];
        let area = map.tiles.map(|_| 0);
        let area = Grid::from_fn(area.size(), |p| [0, 1, 1, 0, 2, 2, 0][usize::from(p.x)]);
        let mut areas = vec![Area::new((1, 1)), Area::new((5, 1))];
        (areas[1].depth, areas[1].role) = (1, Some("exit".to_owned()));
        areas[0].tags = vec!["den".to_owned()];
        map.graph = Some(LevelGraph::new(area, areas, vec![]));
        apply(&all(place), &mut map, 1).unwrap();
        assert_eq!(text(&map)[1..4], expected);
    };
    let rules = Placement::default;
    let (left, right, gap) =
        (["#**#..#", "#**...#", "#**#..#"], ["#..#**#", "#...**#", "#..#**#"], ["#..#..#", "#..*..#", "#..#..#"]);
    check(Placement { ground: PlacementGround::Corridor, ..rules() }, gap);
    check(Placement { ground: PlacementGround::Narrow, ..rules() }, gap);
    check(Placement { ground: PlacementGround::Room, ..rules() }, ["#**#**#", "#**.**#", "#**#**#"]);
    check(Placement { ground: PlacementGround::Wide, ..rules() }, ["#**#**#", "#**.**#", "#**#**#"]);
    check(Placement { tag: Some("boss".to_owned()), ..rules() }, right);
    check(Placement { tag: Some("den".to_owned()), ..rules() }, left);
    check(Placement { role: Some("exit".to_owned()), ..rules() }, right);
    check(Placement { max_depth: 0, ..rules() }, left);
    check(Placement { min_depth: 1, ..rules() }, right);
    check(Placement { tag: Some("nowhere".to_owned()), ..rules() }, ["#..#..#", "#.....#", "#..#..#"]);
    check(rules(), ["#**#**#", "#*****#", "#**#**#"]);
}

#[test]
fn the_share_is_exact_and_groups_are_whole() {
    for (kind, seed) in (0..KINDS).flat_map(|kind| (0..40).map(move |seed| (kind, seed))) {
        let before = map(kind, seed);
        let floor = painted(&before, Tile::FLOOR).len();
        for share in [0.0, 0.25, 0.5, 1.0] {
            let mut map = before.clone();
            let scale = 1 + seed as u16 % 12;
            apply(&Paint { tile: MARK, share, scale, ..Paint::default() }, &mut map, seed).unwrap();
            assert_eq!(painted(&map, MARK).len(), (share * floor as f64 + 0.5) as usize);
            let mut map = before.clone();
            let regions = Grid::from_fn(map.size(), |p| p.x / 4 + 1);
            map.regions = Some(regions.clone());
            apply(&Paint { tile: MARK, share, by: Some(SpawnGroup::Region), ..Paint::default() }, &mut map, seed)
                .unwrap();
            let of = |tile: Tile| painted(&map, tile).iter().map(|&p| regions[p]).collect::<BTreeSet<u16>>();
            assert!(of(MARK).is_disjoint(&of(Tile::FLOOR)));
            let n = of(MARK).len() + of(Tile::FLOOR).len();
            assert_eq!(of(MARK).len(), (share * n as f64 + 0.5) as usize);
        }
    }
}

/// Solid paint never parts what was joined, whatever the map, and covers all else that it was to cover.
#[test]
fn lakes_never_cut_the_way() {
    let mut rng = MapRng::new(5);
    let (mut fords, mut lakes) = (0, 0);
    for seed in 0..1500 {
        let mut before = odd::odd_map(&mut rng);
        before.sides = None;
        let share = f64::from(1 + rng.below(4)) / 4.0;
        let stage = Paint { tile: Tile::DEEP_WATER, share, scale: 1 + rng.below(6) as u16, ..Paint::default() };
        let mut map = before.clone();
        apply(&stage, &mut map, seed).unwrap();
        // A part may be all lake.
        odd::assert_still_joined(&before, &map, &seed);
        let mut cut = before.clone();
        apply(&Paint { cut: true, ..stage.clone() }, &mut cut, seed).unwrap();
        let (kept, wanted) = (painted(&map, Tile::DEEP_WATER), painted(&cut, Tile::DEEP_WATER));
        assert!(kept.is_subset(&wanted), "{seed}");
        let mut forded = before.clone();
        apply(&Paint { ford: Some(Tile::WATER), ..stage }, &mut forded, seed).unwrap();
        assert_eq!(painted(&forded, Tile::WATER), &wanted - &kept, "{seed}");
        assert_eq!(painted(&forded, Tile::DEEP_WATER), kept, "{seed}");
        fords += usize::from(kept != wanted);
        lakes += usize::from(!kept.is_empty());
    }
    assert!(fords > 100 && lakes > 500, "{fords} {lakes}");
}

/// On small boards: a spanning tree of shortest crossings has at most twice the steps of the best tree. One that joins
/// `parts` parts by `fords` cells has `fords + parts - 1` steps.
#[test]
fn fords_are_few() {
    let mut rng = MapRng::new(8);
    let mut worst = (0, 0);
    for _ in 0..300 {
        let size = Size::new(1 + rng.below(6) as u16, 1 + rng.below(5) as u16);
        let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
        map.tiles = Grid::from_fn(size, |_| [Tile::WALL, Tile::FLOOR, Tile::GRASS][rng.below(3) as usize]);
        let mut lake = map.clone();
        let stage = Paint { tile: Tile::DEEP_WATER, share: 1.0, ..Paint::default() };
        apply(&stage, &mut lake, 1).unwrap();
        let wet: Vec<Point> = painted(&map, Tile::FLOOR).into_iter().collect();
        let fords = wet.iter().filter(|&&p| lake.is_open(p)).count();
        let grass: Vec<Point> = painted(&map, Tile::GRASS).into_iter().collect();
        let all_joined = |dry: u32| {
            let mut map = map.clone();
            (0..).zip(&wet).filter(|(i, _)| dry >> i & 1 == 0).for_each(|(_, &p)| map.tiles[p] = Tile::DEEP_WATER);
            map
        };
        let joined = |map: &BuilderMap| {
            let parts = mapwright_graph::Components::from_map(map, &map.passages());
            grass.iter().map(|&p| parts.label[p]).collect::<Vec<u32>>()
        };
        let pairs = |labels: &[u32]| labels.iter().map(|a| labels.iter().position(|b| a == b)).collect::<Vec<_>>();
        let wanted = pairs(&joined(&map));
        if wet.len() > 10 {
            continue;
        }
        let least = (0..1u32 << wet.len()).filter(|&dry| pairs(&joined(&all_joined(dry))) == wanted);
        let least = least.map(|dry| dry.count_ones() as usize).min().unwrap();
        let count = |labels: Vec<u32>| labels.into_iter().collect::<BTreeSet<u32>>().len();
        let joins = count(joined(&all_joined(0))) - count(joined(&map));
        assert!(fords <= 2 * least + joins, "{:?}: {fords} instead of {least}", text(&map));
        worst = worst.max((fords - least, least));
    }
    assert!(worst.1 > 0, "{worst:?}");
}

#[test]
fn lakes_look_as_expected() {
    let check = |rows: &[&str], stage: Paint, expected: &[&str]| {
        let mut map = drawn(rows);
        apply(&Paint { tile: Tile::DEEP_WATER, share: 1.0, ..stage }, &mut map, 1).unwrap();
        assert_eq!(text(&map), expected);
    };
    // From the start to the exit there is a ford, as short as can be.
    let hall = ["S....", ".....", "....X"];
    check(&hall, Paint::default(), &[".....", "≈≈≈≈.", "≈≈≈≈."]);
    check(&hall, Paint { ford: Some(Tile::WATER), ..Paint::default() }, &[".~~~~", "≈≈≈≈~", "≈≈≈≈."]);
    let inner = Placement { distances: vec![DistanceRule::far(Landmark::Solid, 2)], ..Placement::default() };
    let room = ["#######", "#S....#", "#.....#", "#.....#", "#######"];
    check(
        &room,
        Paint { placement: inner, ..Paint::default() },
        &["#######", "#.....#", "#.≈≈≈.#", "#.....#", "#######"],
    );
}

#[test]
fn small_patches_and_crumbs_are_no_litter() {
    let mut map = drawn(&["..#..........", "#############", "S............"]);
    let stage = Paint { tile: Tile::DEEP_WATER, share: 1.0, min_cells: 3, ..Paint::default() };
    apply(&stage, &mut map, 1).unwrap();
    assert_eq!(text(&map), ["..#≈≈≈≈≈≈≈≈≈≈", "#############", ".≈≈≈≈≈≈≈≈≈≈≈≈"]);
    // The two cells at the end would be dry, and need a ford.
    let mut map = drawn(&["S............"]);
    let place = Placement {
        distances: vec![DistanceRule { max: 10, ..DistanceRule::far(Landmark::Start, 5) }],
        ..Placement::default()
    };
    apply(&Paint { placement: place, ..stage }, &mut map, 1).unwrap();
    assert_eq!(text(&map), ["............."], "crumbs that do not fit the rules stay");
}

#[test]
fn water_spares_what_stands_there() {
    let mut map = drawn(&["S....X"]);
    map.spawns = vec![Spawn::new((2, 0), "Bat")];
    map.portals = vec![Portal::new((3, 0), (3, 0))];
    map.doors = Some(vec![Door::new([Point::new(4, 0)])]);
    let wet = |stage: Paint| {
        let mut map = map.clone();
        apply(&Paint { share: 1.0, ..stage }, &mut map, 1).unwrap();
        text(&map).concat()
    };
    assert_eq!(wet(Paint { tile: Tile::WATER, ..Paint::default() }), ".~....");
    assert_eq!(wet(Paint { tile: Tile::WATER, dry: false, ..Paint::default() }), "~~~~~~");
    assert_eq!(wet(Paint { tile: Tile::DEEP_WATER, cut: true, dry: false, ..Paint::default() }), ".≈....");
    assert_eq!(wet(Paint { tile: MARK, ..Paint::default() }), "******");
}

#[test]
fn planes_are_dropped_when_ways_change() {
    let drops = |stage: &dyn Builder| stage.facts(Size::new(1, 1)).drops();
    assert_eq!(drops(&Paint::default()), Planes::NONE);
    assert_eq!(drops(&Paint { tile: Tile::DEEP_WATER, ..Paint::default() }), Planes::DERIVED);
    assert_eq!(drops(&Paint { over: vec![Tile::WALL], ..Paint::default() }), Planes::DERIVED);
    assert_eq!(drops(&Paint { tile: Tile::TREE, over: vec![Tile::WALL], ..Paint::default() }), Planes::NONE);
    let scatter = |what| Scatter { what, ..Scatter::default() };
    assert_eq!(drops(&scatter(Scattered::Tile(Tile::TREE))), Planes::DERIVED);
    assert_eq!(drops(&scatter(Scattered::Spawn("Chest".to_owned()))), Planes::NONE);
}

#[test]
fn scattered_things_keep_their_distance_and_fill_the_map() {
    let mut found = 0;
    for (kind, seed) in (0..KINDS).flat_map(|kind| (0..60).map(move |seed| (kind, seed))) {
        let before = map(kind, seed);
        let spacing = 1 + seed as u16 % 5;
        let stage = Scatter { what: Scattered::Spawn("Chest".to_owned()), spacing, ..Scatter::default() };
        let mut map = before.clone();
        apply(&stage, &mut map, seed).unwrap();
        common::assert_spawns(&map, 0);
        let near =
            |a: Point, b: Point| map.wrap.square_distance(a, b, map.size()) < u64::from(spacing) * u64::from(spacing);
        let chests: Vec<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
        let apart = |(i, &a): (usize, &Point)| chests[..i].iter().all(|&b| !near(a, b));
        assert!(chests.iter().enumerate().all(apart), "{kind} {seed}");
        let portals: Vec<Point> = map.portals.iter().flat_map(|portal| portal.ends()).collect();
        let mut free = painted(&before, Tile::FLOOR).into_iter().filter(|p| !portals.contains(p));
        assert!(free.all(|p| chests.iter().any(|&chest| near(p, chest))), "{kind} {seed}");
        found += chests.len();
        let half = Scatter { share: 0.5, spacing: 1, max: Some(20), ..stage.clone() };
        let mut map = before.clone();
        apply(&half, &mut map, seed).unwrap();
        let free = painted(&before, Tile::FLOOR).into_iter().filter(|p| !portals.contains(p)).count();
        assert_eq!(map.spawns.len(), free.div_ceil(2).min(20));
    }
    assert!(found > 2000, "{found}");
}

#[test]
fn pillars_never_cut_the_way() {
    let mut rng = MapRng::new(6);
    let mut found = 0;
    for seed in 0..1500 {
        let before = odd::odd_map(&mut rng);
        let stage =
            Scatter { what: Scattered::Tile(Tile::PILLAR), spacing: 1 + rng.below(3) as u16, ..Scatter::default() };
        let mut map = before.clone();
        apply(&stage, &mut map, seed).unwrap();
        odd::assert_nothing_cut(&before, &map, &seed);
        found += painted(&map, Tile::PILLAR).len();
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn one_a_room_and_no_fewer_than_asked_for() {
    let mut map = drawn(&["##########", "#...##...#", "#...##...#", "##########"]);
    map.rooms = Some(Room::numbered([Rect::new(1, 1, 3, 2), Rect::new(6, 1, 3, 2)]));
    let chest = Scatter { what: Scattered::Spawn("Chest".to_owned()), spacing: 1, ..Scatter::default() };
    let unique = Scatter { unique: Some(SpawnGroup::Room), ..chest.clone() };
    let mut one_each = map.clone();
    apply(&unique, &mut one_each, 3).unwrap();
    let rooms: BTreeSet<_> = one_each.spawns.iter().map(|chest| one_each.room_at(chest.at).unwrap().id).collect();
    assert_eq!((one_each.spawns.len(), rooms.len()), (2, 2));
    let error = apply(&Scatter { min: 3, ..unique }, &mut map.clone(), 3).unwrap_err();
    assert!(error.is_retryable() && error.to_string().contains("2 of 3"), "{error}");
    apply(&Scatter { min: 3, max: Some(2), ..chest.clone() }, &mut map.clone(), 3).unwrap();
    let mark = Scatter { what: Scattered::Mark("ambush".to_owned()), max: Some(2), ..chest };
    apply(&mark, &mut map, 3).unwrap();
    let Some(Layer::U8(layer)) = map.layers.get("ambush") else { panic!("no layer") };
    assert_eq!(layer.iter().filter(|&(p, &value)| value == 1 && map.is_open(p)).count(), 2);
}
