//! Lists that agree with the cells.

use mapwright_core::{BuilderMap, Dir, Door, Effect, Point, Rect, Room, Size, Tile, Wrap};

/// All surroundings of a door, by the definition: two ways on opposite sides, to no door.
#[test]
fn a_single_cell_is_a_gap_by_the_definition() {
    let mut n_gaps = 0;
    for kind in 0..3_u32.pow(8) {
        let mut map = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::WALL);
        let at = Point::new(2, 2);
        let around = Rect::new(1, 1, 3, 3).points().filter(|&p| p != at);
        for (nth, p) in (0..).zip(around) {
            map.tiles[p] = [Tile::WALL, Tile::FLOOR, Tile::DOOR][(kind / 3_u32.pow(nth) % 3) as usize];
        }
        map.tiles[at] = Tile::DOOR;
        let next = Dir::ALL.map(|dir| map.next(at, dir).map(|next| map.tiles[next]));
        let ways = next.map(|next| next.is_some());
        let is_row = ways == [true, false, true, false] || ways == [false, true, false, true];
        let is_gap = is_row && !next.contains(&Some(Tile::DOOR));
        assert_eq!(map.is_gap(&[at]), is_gap, "{kind}");
        n_gaps += u32::from(is_gap);
    }
    // Open to the north and south, or to the east and west; each corner is one of three.
    assert_eq!(n_gaps, 2 * 3_u32.pow(4));
}

#[test]
fn rows_and_diagonals_of_doors_are_one_door() {
    let drawn = |rows: &[&str], wrap| {
        let size = Size::new(rows[0].len() as u16, rows.len() as u16);
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                let tile = match glyph {
                    '+' => Tile::DOOR,
                    '.' => Tile::FLOOR,
                    _ => continue,
                };
                map.tiles[Point::new(x, y)] = tile;
            }
        }
        map.settle(Effect::Digs);
        let mut doors: Vec<usize> = map.doors.iter().flatten().map(|door| door.cells.len()).collect();
        doors.sort_unstable();
        doors
    };
    assert_eq!(drawn(&["......", "#++#+#", "......"], Wrap::None), [1, 2]);
    // Over the border.
    assert_eq!(drawn(&["......", "+.##.+", "......"], Wrap::X), Vec::<usize>::new());
    assert_eq!(drawn(&["......", "+####+", "......"], Wrap::X), [2]);
    // In the middle of a hall, before another door, before a wall: none.
    assert_eq!(drawn(&[".....", "..+..", "....."], Wrap::None), Vec::<usize>::new());
    assert_eq!(drawn(&["#####", ".++..", "#####"], Wrap::None), [1]);
    assert_eq!(drawn(&["#####", "..+##", "#####"], Wrap::None), Vec::<usize>::new());
    // Out of the map.
    assert_eq!(drawn(&["#####", "+....", "#####"], Wrap::None), [1]);
}

#[test]
fn what_is_solid_leaves_corridors_and_rooms() {
    let mut map = BuilderMap::filled(Size::new(7, 1), Wrap::None, Tile::FLOOR);
    let path = |from: u16, to: u16| (from..=to).map(|x| Point::new(x, 0)).collect::<Vec<Point>>();
    map.corridors = Some(vec![path(0, 6), path(3, 3)]);
    map.rooms = Some(Room::numbered([Rect::new(2, 0, 3, 1), Rect::new(3, 0, 1, 1)]));
    map.tiles[3] = Tile::WALL;
    let mut kept = map.clone();
    kept.settle(Effect::Opens);
    assert_eq!(kept, map, "a stage that closes nothing left it so");
    map.settle(Effect::Closes);
    assert_eq!(map.corridors, Some(vec![path(0, 2), path(4, 6)]));
    assert_eq!(map.rooms.map(|rooms| rooms.len()), Some(1));
}

#[test]
fn a_door_is_listed_once_or_once_for_each_lock() {
    let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    map.tiles[1] = Tile::DOOR;
    let at = vec![Point::new(1, 0)];
    let locked = [Door::locked(at.clone(), 0), Door::locked(at.clone(), 1)];
    map.doors = Some(vec![Door::new(at.clone()), locked[0].clone(), Door::new(at.clone()), locked[1].clone()]);
    map.settle(Effect::Keeps);
    assert_eq!(map.doors, Some(locked.to_vec()));
    map.doors = Some(vec![Door::new(at.clone()), Door::new(at.clone())]);
    map.settle(Effect::Keeps);
    assert_eq!(map.doors, Some(vec![Door::new(at)]));
}

#[test]
fn a_gap_may_be_a_diagonal() {
    let cells = vec![Point::new(1, 1), Point::new(2, 2)];
    for shut in [true, false] {
        let mut map = BuilderMap::filled(Size::new(4, 4), Wrap::None, Tile::FLOOR);
        let corner = if shut { Tile::WALL } else { Tile::FLOOR };
        (map.tiles[0], map.tiles[15]) = (corner, corner);
        cells.iter().for_each(|&at| map.tiles[at] = Tile::DOOR);
        map.doors = Some(vec![Door::new(cells.clone())]);
        map.settle(Effect::Digs);
        assert_eq!(map.doors, Some(if shut { vec![Door::new(cells.clone())] } else { Vec::new() }), "{shut}");
    }
}

/// Each row of door tiles is followed once, however long: followed anew from each of its cells, this takes minutes.
#[test]
fn a_map_of_doors_is_settled_in_one_pass_over_its_rows() {
    let mut map = BuilderMap::filled(Size::new(u16::MAX, 2), Wrap::None, Tile::DOOR);
    map.settle(Effect::Digs);
    assert_eq!(map.doors.map(|doors| doors.len()), Some(0));
    assert!(map.tiles.as_slice().iter().all(|&tile| tile == Tile::FLOOR));
}

/// A door off the map is an error of the stage, not something to drop without a word.
#[test]
fn a_door_off_the_map_stays_a_fault() {
    let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    map.doors = Some(vec![Door::new([Point::new(9, 9)])]);
    map.settle(Effect::Digs);
    assert_eq!(
        map.validate().err().map(|invalid| invalid.why).as_deref(),
        Some("a door has (9, 9), which is outside the map of 3x1")
    );
}
