//! Doors: where they stand, and how they close corridors.

use super::*;

#[test]
fn doors_stand_in_gaps_that_lead_into_rooms() {
    let mut rng = MapRng::new(7);
    let (mut n_doors, mut n_wide) = (0, 0);
    for seed in 0..3000 {
        let mut map = odd_map(&mut rng);
        if rng.chance(0.7) {
            apply(rng.pick(&corridors(1, Some(0))).unwrap(), &mut map, seed).unwrap();
        }
        let before = map.clone();
        apply(&Doors::default(), &mut map, seed).unwrap();
        let passages = map.passages();
        assert_eq!(passages, before.passages());
        let marks = map.start.iter().chain(&map.exit).chain(map.spawns.iter().map(|spawn| &spawn.at));
        let marks: Vec<Point> = marks.copied().chain(map.portals.iter().flat_map(|portal| portal.ends())).collect();
        for p in map.size().points().filter(|&p| map.tiles[p] != before.tiles[p]) {
            n_doors += 1;
            assert_eq!((before.tiles[p], map.tiles[p]), (Tile::FLOOR, Tile::DOOR));
            assert!(!marks.contains(&p));
            let next = |cell, dir| passages.next(cell, dir);
            let (cell, is_door) = (passages.index(p), |cell: u32| map.tiles[cell] == Tile::DOOR);
            let is_gap = |dir: mapwright_core::Dir| {
                let aside = |quarters| {
                    let dir = dir.turned(quarters);
                    std::iter::successors(next(cell, dir), move |&at| next(at, dir)).take(4).collect::<Vec<u32>>()
                };
                let row = [vec![cell], aside(1), aside(3)].concat();
                let ahead = row.iter().map(|&at| next(at, dir));
                let behind = row.iter().map(|&at| next(at, dir.opposite()));
                let is_room = |at: u32| map.room_rects().any(|room| room.contains(passages.point(at)));
                row.len() <= 3
                    && row.iter().all(|&at| is_door(at))
                    && ahead.clone().chain(behind).all(|at| at.is_some_and(|at| !is_door(at)))
                    && ahead.flatten().any(is_room)
            };
            assert!(mapwright_core::Dir::ALL.into_iter().any(is_gap), "{seed} {p}\n{}", text(&map).join("\n"));
        }
        // Each gap is one door: cells side by side, those of no other door.
        let new = &map.doors.as_deref().unwrap_or_default()[before.doors.as_ref().map_or(0, Vec::len)..];
        let mut cells: Vec<Point> = new.iter().flat_map(|door| door.cells.iter().copied()).collect();
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        let changed = map.size().points().filter(|&p| map.tiles[p] != before.tiles[p]);
        assert_eq!(cells, changed.collect::<Vec<_>>());
        for door in new {
            let is_row =
                |pair: &[Point]| passages.neighbors(passages.index(pair[0])).any(|at| passages.point(at) == pair[1]);
            assert!(map.wrap != Wrap::None || door.cells.windows(2).all(is_row), "{door:?}");
            n_wide += usize::from(door.cells.len() > 1);
        }
        let mut none = before.clone();
        apply(&Doors { chance: 0.0 }, &mut none, seed).unwrap();
        assert_eq!(none, before);
    }
    assert!(n_doors > 500 && n_wide > 20, "{n_doors}, {n_wide} wide");
}

#[test]
fn doors_are_where_one_expects_them() {
    let put = |rows: &[&str], rooms: &[[u16; 4]], change: &dyn Fn(&mut BuilderMap)| {
        let mut map = drawn(rows, rooms);
        change(&mut map);
        apply(&Doors::default(), &mut map, 0).unwrap();
        text(&map)
    };
    let rows = ["###########", "#..#####..#", "#.........#", "#..##.##..#", "#####.#####"];
    let rooms = [[1, 1, 2, 3], [8, 1, 2, 3]];
    let both = ["###########", "#..#####..#", "#..+...+..#", "#..##.##..#", "#####.#####"];
    let path = |cells: &[(u16, u16)]| cells.iter().copied().map(Point::from).collect::<Vec<_>>();
    // Without corridors every gap counts, with them their ends do.
    assert_eq!(put(&rows, &rooms, &|_| ()), both);
    let corridor = path(&[(3, 2), (4, 2), (5, 2), (6, 2), (7, 2)]);
    assert_eq!(put(&rows, &rooms, &|map| map.corridors = Some(vec![corridor.clone()])), both);
    assert_eq!(put(&rows, &rooms, &|map| map.corridors = Some(vec![path(&[(5, 3), (5, 4)])])), rows);
    // Not where something stands.
    let marked = put(&rows, &rooms, &|map| {
        map.start = Some(Point::new(3, 2));
        map.spawns = vec![Spawn::new(Point::new(7, 2), "Mimic")];
    });
    assert_eq!(marked, rows);
    // Of two gaps in a row only one gets a door. Gaps of up to three cells get doors in all, wider ones none.
    assert_eq!(
        put(&["#######", "#.....#", "#######"], &[[1, 1, 1, 1], [4, 1, 2, 1]], &|_| ()),
        ["#######", "#.+...#", "#######"]
    );
    assert_eq!(
        put(&["####", "....", "....", "####"], &[[0, 1, 1, 2], [2, 1, 2, 2]], &|_| ()),
        ["####", ".+..", ".+..", "####"]
    );
    let rows = ["####", "....", "....", "....", "....", "####"];
    assert_eq!(put(&rows, &[[0, 1, 1, 4], [2, 1, 2, 4]], &|_| ()), rows);
}

#[test]
fn doors_close_corridors_of_any_width() {
    let rows = ["###########", "#..#####..#", "#..#####..#", "#..#####..#", "#..#####..#", "###########"];
    let joined = |width: u8| {
        let mut map = drawn(&rows, &[[1, 1, 2, 4], [8, 1, 2, 4]]);
        apply(&Corridors { width, max_loops: Some(0), ..Corridors::default() }, &mut map, 2).unwrap();
        apply(&Doors::default(), &mut map, 2).unwrap();
        text(&map).iter().map(|row| row.matches('+').count()).sum::<usize>()
    };
    assert_eq!([1, 2, 3].map(joined), [2, 4, 6]);
}

#[test]
fn the_entrance_of_the_tests_is_that_of_the_stages() {
    // A room whose open cells are in two parts: the one nearer to the center is joined.
    let rows = ["##########", "#..#.###.#", "##########"];
    let mut map = drawn(&rows, &[[1, 1, 4, 1], [8, 1, 1, 1]]);
    assert_eq!(entrance(&map, Rect::new(1, 1, 4, 1)), Some(Point::new(2, 1)));
    apply(&slanting(), &mut map, 0).unwrap();
    assert_eq!(text(&map), ["##########", "#........#", "##########"]);
}
