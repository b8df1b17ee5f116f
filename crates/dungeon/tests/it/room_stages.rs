//! Stages that change rooms: whatever the map, they cut nothing off.

use crate::odd::{apply, assert_nothing_cut, assert_one_part, drawn, odd_map, text};
use mapwright_core::{
    BuilderChain, BuilderMap, MapRng, Plane, Planes, Point, Rect, Room, RoomShape, Size, Spawn, Tile, Wrap,
};
use mapwright_dungeon::{
    BspDungeon, FromMap, RandomRooms, RoomCornerRounder, RoomDrawer, RoomExploder, RoomOrder, RoomSorter,
};

#[test]
fn without_rooms_there_is_an_error_and_no_panic() {
    // Reference fault 7: underflow and index panics without rooms.
    let metas: [Box<dyn mapwright_core::MetaMapBuilder>; 4] = [
        Box::new(RoomSorter::default()),
        Box::new(RoomDrawer::default()),
        Box::new(RoomCornerRounder::default()),
        Box::new(RoomExploder::default()),
    ];
    for meta in metas {
        let name = meta.name();
        assert!(meta.facts(Size::new(1, 1)).needs == Planes::of(&[Plane::Rooms]));
        let bare = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::FLOOR);
        // No list of rooms: found before any work, and by the stage itself.
        let mut map = bare.clone();
        let error = meta.apply(&mut map, &mut mapwright_core::BuildCx::new(0, name, 0)).unwrap_err();
        assert_eq!(error.to_string(), "needs `rooms`, which no earlier stage provides");
        // An empty list: nothing to do.
        map.rooms = Some(vec![]);
        apply(&*meta, &mut map, 0).unwrap();
        assert_eq!(map.tiles, bare.tiles);
        // Rooms off the map.
        map.rooms = Some(Room::numbered([Rect::new(3, 3, 3, 3)]));
        let error = meta.apply(&mut map, &mut mapwright_core::BuildCx::new(0, name, 0));
        if name != "room-sorter" {
            let expected =
                "the stage left a broken map: a room Rect { x: 3, y: 3, w: 3, h: 3 } extends over the border of 5x5";
            assert_eq!(error.unwrap_err().to_string(), expected);
        }
        let chain = BuilderChain::start_with(bare.size(), FromMap::new(bare)).with(meta);
        let error = chain.check().unwrap_err().to_string();
        assert_eq!(error, format!("metas[0] {name}: needs `rooms`, which no earlier stage provides"));
    }
}

#[test]
fn sorted_rooms_are_in_order() {
    let mut rng = MapRng::new(4);
    let orders = [
        RoomOrder::Left,
        RoomOrder::Right,
        RoomOrder::Top,
        RoomOrder::Bottom,
        RoomOrder::Center,
        RoomOrder::Largest,
        RoomOrder::Smallest,
    ];
    for _ in 0..200 {
        let map = odd_map(&mut rng);
        let size = map.size();
        for by in orders {
            let mut sorted = map.clone();
            apply(&RoomSorter { by }, &mut sorted, 0).unwrap();
            let open = |room: &Room| map.cells_of_room(room).filter(|&at| map.is_open(at)).count() as f64;
            let key = |room: &Room| {
                let [x, y, w, h] = [room.rect.x, room.rect.y, room.rect.w, room.rect.h].map(f64::from);
                match by {
                    RoomOrder::Left => x,
                    RoomOrder::Right => -(x + w),
                    RoomOrder::Top => y,
                    RoomOrder::Bottom => -(y + h),
                    RoomOrder::Largest => -open(room),
                    RoomOrder::Smallest => open(room),
                    _ => {
                        (x + w / 2.0 - f64::from(size.w) / 2.0).powi(2)
                            + (y + h / 2.0 - f64::from(size.h) / 2.0).powi(2)
                    }
                }
            };
            let rooms = sorted.rooms.clone().unwrap();
            assert!(rooms.iter().map(key).is_sorted(), "{by:?} {rooms:?}");
            // What is in order already stays as it is.
            apply(&RoomSorter { by }, &mut sorted, 0).unwrap();
            assert_eq!(sorted.rooms.unwrap(), rooms);
        }
    }
    let mut map = BuilderChain::start_with(Size::new(80, 50), BspDungeon::default()).build(1).unwrap();
    let rooms = map.rooms.clone();
    apply(&RoomSorter { by: RoomOrder::Random }, &mut map, 0).unwrap();
    assert_ne!(map.rooms, rooms);
}

#[test]
fn sorting_moves_rooms_and_keeps_their_ids() {
    let map = BuilderChain::start_with(Size::new(80, 50), BspDungeon::default()).build(1).unwrap();
    let rooms = map.rooms.clone().unwrap();
    for by in [RoomOrder::Largest, RoomOrder::Random] {
        let mut sorted = map.clone();
        apply(&RoomSorter { by }, &mut sorted, 0).unwrap();
        let mut sorted = sorted.rooms.unwrap();
        assert_ne!(sorted, rooms, "{by:?}");
        sorted.sort_by_key(|room| room.id);
        assert_eq!(sorted, rooms, "{by:?}: each id stays with its room");
    }
}

#[test]
fn drawing_and_rounding_cut_nothing_off() {
    let mut rng = MapRng::new(5);
    for seed in 0..4000 {
        let map = odd_map(&mut rng);
        let shape = [RoomShape::Rectangle, RoomShape::Ellipse, RoomShape::Circle][rng.below(3) as usize];
        let drawer = RoomDrawer { shape, chance: f64::from(rng.below(3)) / 2.0 };
        let rounder = RoomCornerRounder { radius: 1 + rng.below(4) as u16 };
        let (mut drawn, mut rounded) = (map.clone(), map.clone());
        apply(&drawer, &mut drawn, seed).unwrap();
        assert_nothing_cut(&map, &drawn, &(seed, &drawer));
        apply(&rounder, &mut rounded, seed).unwrap();
        assert_nothing_cut(&map, &rounded, &(seed, &rounder));
        for changed in [drawn, rounded] {
            assert!(changed.solution.is_none() && changed.flow.is_none());
            let outside = |p: Point| !map.room_rects().any(|room| room.contains(p));
            assert!(map.size().points().filter(|&p| outside(p)).all(|p| changed.tiles[p] == map.tiles[p]));
        }
    }
}

#[test]
fn filled_cells_are_closed_all_around_and_in_no_region() {
    let mut rng = MapRng::new(6);
    let mut filled = 0;
    for seed in 0..2000 {
        let before = odd_map(&mut rng);
        let mut map = before.clone();
        apply(&RoomDrawer { shape: RoomShape::Circle, chance: 1.0 }, &mut map, seed).unwrap();
        let lattice = mapwright_core::Passages::lattice(map.size(), map.wrap);
        for p in map.size().points().filter(|&p| before.is_open(p) && !map.is_open(p)) {
            filled += 1;
            assert!(map.regions.as_ref().is_none_or(|regions| regions[p] == 0));
            let Some(sides) = &map.sides else { continue };
            assert_eq!(sides[p].code(), 0);
            let cell = map.size().index(p);
            for dir in mapwright_core::Dir::ALL {
                let next = lattice.beside(cell, dir);
                assert!(next.is_none_or(|next| !sides[next].is_open(dir.opposite())));
            }
        }
    }
    assert!(filled > 1000, "{filled}");
}

#[test]
fn drawn_rooms_have_their_shape() {
    let draw = |rows: &[&str], rooms: &[[u16; 4]], shape| {
        let mut map = drawn(rows, rooms);
        apply(&RoomDrawer { shape, chance: 1.0 }, &mut map, 0).unwrap();
        text(&map)
    };
    let rock = ["#########"; 7];
    assert_eq!(
        draw(&rock, &[[1, 1, 7, 5]], RoomShape::Ellipse),
        ["#########", "##.....##", "#.......#", "#.......#", "#.......#", "##.....##", "#########"]
    );
    assert_eq!(
        draw(&rock, &[[1, 1, 7, 5]], RoomShape::Circle),
        ["#########", "###...###", "##.....##", "##.....##", "##.....##", "###...###", "#########"]
    );
    assert_eq!(draw(&rock, &[[1, 1, 2, 1], [4, 5, 1, 2], [6, 2, 0, 4]], RoomShape::Ellipse)[1], "#..######");
    // Overlapping rooms are both drawn, and nothing of one is filled for the other.
    assert_eq!(
        draw(&rock, &[[0, 0, 5, 5], [3, 2, 5, 5]], RoomShape::Circle),
        ["#...#####", ".....####", ".......##", "........#", "#.......#", "###.....#", "####...##"]
    );
}

#[test]
fn what_leads_into_a_drawn_room_stays_open_and_straight() {
    let rows = [
        "#####.######",
        "#.........##",
        "#.........##",
        "#.........##",
        "#...........",
        "#.........##",
        "############",
    ];
    let mut map = drawn(&rows, &[[1, 1, 9, 5]]);
    // The corridor from the right ends at the lower right corner of the ellipse.
    map.corridors = Some(vec![vec![Point::new(11, 4), Point::new(10, 4)], vec![Point::new(5, 0)]]);
    map.start = Some(Point::new(1, 5));
    apply(&RoomDrawer { shape: RoomShape::Circle, chance: 1.0 }, &mut map, 0).unwrap();
    assert_eq!(
        text(&map),
        [
            "#####.######",
            "####...#####",
            "###.....####",
            "###.....####",
            "###.........",
            "#......#####",
            "############"
        ]
        .map(|row| row.to_owned())
    );
}

#[test]
fn exploded_rooms_grow_and_stay_joined() {
    for seed in 0..200 {
        let wrap = Wrap::ALL[seed as usize % 4];
        let rooms = BuilderChain::start_with(Size::new(50, 30), RandomRooms::default()).wrap(wrap);
        let before = rooms.build(seed).unwrap();
        let mut map = before.clone();
        apply(&RoomExploder { max_diggers: 40, lifetime: 60 }, &mut map, seed).unwrap();
        assert_one_part(&map, &seed);
        assert!(map.size().points().all(|p| map.is_open(p) || !before.is_open(p)));
        let dug = map.size().points().filter(|&p| map.is_open(p) && !before.is_open(p)).count();
        assert!(dug > 50, "{dug}");
        let on_ring = |p: Point| !wrap.x() && (p.x == 0 || p.x == 49) || !wrap.y() && (p.y == 0 || p.y == 29);
        assert!(map.size().points().filter(|&p| on_ring(p)).all(|p| !map.is_open(p)));
        let mut same = before.clone();
        apply(&RoomExploder { max_diggers: 0, ..RoomExploder::default() }, &mut same, seed).unwrap();
        assert_eq!(same.tiles, before.tiles);
    }
}

#[test]
fn no_pillar_is_left_for_the_sake_of_a_loop() {
    let mut map = drawn(
        &["###########", "#.........#", "#.........#", "#.........#", "#.........#", "#.........#"],
        &[[1, 1, 9, 5]],
    );
    let at = |x, y| Spawn::new(Point::new(x, y), "Torch");
    map.spawns = vec![at(8, 3), at(9, 3), at(9, 4)];
    apply(&RoomDrawer { shape: RoomShape::Circle, chance: 1.0 }, &mut map, 0).unwrap();
    // The cell at (8, 4) is looked at while one can walk all around it.
    let expected = ["###########", "####...####", "###.....###", "###.......#", "###.....#.#", "####...####"];
    assert_eq!(text(&map), expected);
}

#[test]
fn the_last_open_cell_of_a_room_is_not_rounded_away() {
    let mut map = drawn(&["##.####", "#..####", "#######", "#######", "#######", "#######"], &[[1, 1, 5, 5]]);
    apply(&RoomCornerRounder::default(), &mut map, 0).unwrap();
    assert_eq!(text(&map), ["##.####", "##.####", "#######", "#######", "#######", "#######"]);
}

#[test]
fn diggers_begin_where_the_room_is_open() {
    let rows = ["#########", "#.#######", "#########", "#########", "#########", "#########", "#########"];
    for seed in 0..50 {
        let mut map = drawn(&rows, &[[1, 1, 5, 5]]);
        apply(&RoomExploder { max_diggers: 9, lifetime: 9 }, &mut map, seed).unwrap();
        assert_one_part(&map, &seed);
    }
    let mut solid = drawn(&["#####", "#####", "#####"], &[[1, 1, 3, 1]]);
    apply(&RoomExploder { max_diggers: 9, lifetime: 9 }, &mut solid, 1).unwrap();
    assert_eq!(text(&solid), ["#####"; 3]);
}

#[test]
fn exploders_that_would_never_end_are_refused() {
    let mut map = drawn(&["...", "...", "..."], &[]);
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 1, 1); 2000]));
    let exploder = RoomExploder { max_diggers: 100, lifetime: 1000 };
    let error = apply(&exploder, &mut map, 1).unwrap_err();
    let expected = "parameter `lifetime` is 1000; expected 0 to 5 with up to 100 diggers in each of 2000 rooms";
    assert_eq!(error.to_string(), expected);
    apply(&RoomExploder { max_diggers: 100, lifetime: 5 }, &mut map, 1).unwrap();
}

/// Most rooms have no region, and would be empty in its shape.
#[test]
fn rooms_are_not_drawn_as_regions() {
    use mapwright_core::MetaMapBuilder;
    let error = RoomDrawer { shape: RoomShape::Region, chance: 1.0 }.check().unwrap_err();
    assert_eq!(error.to_string(), "parameter `shape` is region; expected rectangle, ellipse or circle");
}

/// A room around another one, with a corner of a third room in its rectangle: the rectangle's center and corner are not its own.
fn region_around_another() -> (BuilderMap, Vec<Point>) {
    let rows =
        ["###########", "#########.#", "#.....###.#", "#.###.#####", "#.#.#.#####", "#.###.#####", "#.....#####"];
    let mut map = drawn(&[&rows[..], &["###########"]].concat(), &[]);
    let ring = |p: Point| p.x <= 5 && p != Point::new(3, 4);
    let regions = map.tiles.iter().map(|(p, tile)| if tile.is_solid() { 0 } else { 1 + u16::from(!ring(p)) });
    map.regions = Some(mapwright_core::Grid::from_vec(map.size(), regions.collect()).unwrap());
    let mut room = Room::new(0, Rect::new(1, 1, 9, 6));
    (room.shape, room.region) = (RoomShape::Region, Some(1));
    let cells = map.cells_of_room(&room).collect();
    map.rooms = Some(vec![room]);
    (map, cells)
}

#[test]
fn rooms_that_are_regions_change_in_their_cells() {
    let (before, cells) = region_around_another();
    let mut n_dug = 0;
    for seed in 0..40 {
        let mut map = before.clone();
        apply(&RoomExploder { max_diggers: 20, lifetime: 1 }, &mut map, seed).unwrap();
        for at in map.size().points().filter(|&at| map.is_open(at) && !before.is_open(at)) {
            assert!(cells.iter().any(|cell| cell.manhattan(at) == 1), "{seed}: {at}");
            n_dug += 1;
        }
        let mut round = before.clone();
        apply(&RoomCornerRounder { radius: 3 }, &mut round, seed).unwrap();
        assert!(
            before.size().points().all(|at| before.is_open(at) == round.is_open(at) || cells.contains(&at)),
            "{seed}"
        );
    }
    assert!(n_dug > 40, "{n_dug}");
}
