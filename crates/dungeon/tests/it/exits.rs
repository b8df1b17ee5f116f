//! Start, exit and portals: in rooms, near parts of the map, in reach of each other.

use crate::common::{KINDS, apply, drawn, map, reach};
use mapwright_core::{
    BuildErrorKind, BuilderChain, BuilderMap, Grid, MapRng, MetaMapBuilder, Plane, Point, Portal, Rect, Room, Size,
    Spawn,
};
use mapwright_core::{Tile, Wrap};
use mapwright_dungeon::{
    Arena, CullUnreachable, Exit, ExitTile, FromMap, Place, PortalRule, Portals, Start, StartComponent,
};
use mapwright_graph::{Components, distances};

const ROOMS: [Place; 4] = [Place::FirstRoom, Place::LastRoom, Place::LargestRoom, Place::RandomRoom];

/// All places, those on the map first: the columns and rows of their cells, as halves of a side.
const PLACES: [(Place, Option<(u16, u16)>); 15] = [
    (Place::TopLeft, Some((0, 0))),
    (Place::Top, Some((1, 0))),
    (Place::TopRight, Some((2, 0))),
    (Place::Left, Some((0, 1))),
    (Place::Center, Some((1, 1))),
    (Place::Right, Some((2, 1))),
    (Place::BottomLeft, Some((0, 2))),
    (Place::Bottom, Some((1, 2))),
    (Place::BottomRight, Some((2, 2))),
    (Place::Farthest, None),
    (Place::Random, None),
    (Place::FirstRoom, None),
    (Place::LastRoom, None),
    (Place::LargestRoom, None),
    (Place::RandomRoom, None),
];

fn pick<T: Copy>(items: &[T], rng: &mut MapRng) -> T {
    *rng.pick(items).unwrap()
}

/// Whether a start or an exit may be put in a cell where none stands yet.
fn is_footing(map: &BuilderMap, p: Point) -> bool {
    let dry = map.is_open(p) && ![Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP, Tile::WATER].contains(&map.tiles[p]);
    let taken =
        map.spawns.iter().any(|spawn| spawn.at == p) || map.portals.iter().any(|portal| portal.ends().contains(&p));
    dry && !taken && map.start != Some(p) && map.exit != Some(p)
}

/// The cells that are right at a place, of those that come into question, by the definition. `other` is the exit for a
/// start and the start for an exit, `steps` are those from it.
fn right(
    map: &BuilderMap,
    (place, halves): (Place, Option<(u16, u16)>),
    other: Option<Point>,
    steps: &Grid<u32>,
    cells: &[Point],
) -> Vec<Point> {
    let size = map.size();
    let nearest = |at: Point, wrap: Wrap, cells: &[Point]| {
        let least = cells.iter().map(|&p| wrap.square_distance(p, at, size)).min();
        cells.iter().copied().find(|&p| Some(wrap.square_distance(p, at, size)) == least)
    };
    let most = |cells: &[Point]| cells.iter().map(|&p| steps[p]).max();
    if let Some((x, y)) = halves {
        let along = |halves, length: u16| [0, length / 2, length - 1][usize::from(halves)];
        return nearest(Point::new(along(x, size.w), along(y, size.h)), map.wrap, cells).into_iter().collect();
    }
    match place {
        Place::Farthest => cells.iter().copied().filter(|&p| Some(steps[p]) == most(cells)).collect(),
        Place::Random => cells.to_vec(),
        _ => {
            let mut rooms = map.rooms.clone().unwrap();
            if place == Place::LastRoom {
                rooms.reverse();
            }
            if place == Place::LargestRoom {
                rooms.sort_by_key(|room| std::cmp::Reverse(map.cells_of_room(room).count()));
            }
            let is_own = |room: &Room| other.is_some_and(|other| map.is_in_room(room, other));
            let (mut all, mut is_elsewhere) = (Vec::new(), false);
            for room in rooms.iter().filter(|room| !is_own(room)).chain(rooms.iter().filter(|room| is_own(room))) {
                let cells: Vec<Point> = map.cells_of_room(room).filter(|p| cells.contains(p)).collect();
                let last = cells.iter().copied().find(|&p| Some(steps[p]) == most(&cells));
                let best = if is_own(room) { last } else { nearest(room.rect.center(), Wrap::None, &cells) };
                // A drawn room may be any, but with the other end in it only if there is none else.
                if place != Place::RandomRoom && best.is_some() {
                    return best.into_iter().collect();
                }
                all.extend(best.filter(|_| !is_own(room) || !is_elsewhere));
                is_elsewhere |= !is_own(room) && best.is_some();
            }
            all
        }
    }
}

#[test]
fn starts_and_exits_are_where_they_should_be_on_1000_seeds_of_every_kind() {
    let mut rng = MapRng::new(61);
    let mut found = [[0; 15]; 2];
    for (seed, kind) in (0..1000).flat_map(|seed| (0..KINDS).map(move |kind| (seed, kind))) {
        let mut map = map(kind, seed);
        let part = pick(&[StartComponent::Largest, StartComponent::Any], &mut rng);
        let tile = pick(&[ExitTile::Keep, ExitTile::StairsDown, ExitTile::StairsUp], &mut rng);
        for is_exit in [false, true, false, true] {
            let nth = rng.below(15) as usize;
            let (at, before) = (PLACES[nth].0, map.clone());
            let stage: &dyn MetaMapBuilder = if is_exit { &Exit { at, tile } } else { &Start { at, component: part } };
            let planes = before.planes();
            if stage.facts(map.size()).needs.minus(planes).first().is_some() {
                continue;
            }
            let (own, other) = if is_exit { (map.exit, map.start) } else { (map.start, map.exit) };
            let built = apply(stage, &mut map, seed);
            if ROOMS.contains(&at) && before.rooms == Some(vec![]) {
                assert_eq!(built.unwrap_err().to_string(), "the map has no room");
                continue;
            }
            let parts = Components::from_map(&before, &before.passages());
            let most = parts.sizes.iter().copied().max();
            let largest = (1..).zip(&parts.sizes).find(|&(_, &size)| Some(size) == most).map(|(label, _)| label);
            let steps = distances(&before.passages(), other);
            let is_anywhere = part == StartComponent::Any || ROOMS.contains(&at);
            let comes_into_question = |&p: &Point| match is_exit || at == Place::Farthest {
                true => steps[p] != u32::MAX,
                false => is_anywhere || Some(parts.label[p]) == largest,
            };
            let is_free = |p: &Point| is_footing(&before, *p) || own == Some(*p) && before.start != before.exit;
            let cells: Vec<Point> = map.size().points().filter(is_free).filter(comes_into_question).collect();
            let known = if is_exit { other } else { None };
            let right = right(&before, PLACES[nth], known, &steps, &cells);
            match built {
                Ok(()) => {
                    let put = if is_exit { map.exit } else { map.start }.unwrap();
                    assert!(right.contains(&put), "{stage:?} at {put}, not at {right:?}, on {before:?}");
                    assert_ne!(map.start, map.exit);
                    found[usize::from(is_exit)][nth] += 1;
                }
                Err(error) => {
                    assert!(error.is_retryable());
                    assert_eq!(right, [], "{error}: {stage:?} on {before:?}");
                }
            }
        }
    }
    assert!(found.iter().flatten().all(|&n| n > 100), "{found:?}");
}

#[test]
fn a_random_place_is_drawn_fairly() {
    let map = drawn(&["S...#.", "######"]);
    let mut n = [0; 6];
    for seed in 0..3000 {
        let mut map = map.clone();
        apply(&Exit::at(Place::Random), &mut map, seed).unwrap();
        n[usize::from(map.exit.unwrap().x)] += 1;
    }
    assert!(n[1..4].iter().all(|n| (900..1100).contains(n)) && [n[0], n[4], n[5]] == [0; 3], "{n:?}");
}

#[test]
fn a_start_can_be_far_from_the_exit() {
    let start = |rows: &[&str]| {
        let mut map = drawn(rows);
        apply(&Start::at(Place::Farthest), &mut map, 0).map(|()| map.start.unwrap())
    };
    assert_eq!(start(&[".#....", ".#.##.", ".#..X."]), Ok(Point::new(3, 0)));
    assert_eq!(
        start(&[".#X"]).unwrap_err().to_string(),
        "no free floor for a start can be reached from the exit at (2, 0)"
    );
    let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(Start::at(Place::Farthest));
    assert_eq!(chain.check().unwrap_err().kind, BuildErrorKind::MissingPlane { plane: Plane::Exit, providers: vec![] });
}

#[test]
fn stairs_of_a_map_of_one_room_are_never_on_the_start() {
    for size in Size::new(12, 9).points().map(|p| Size::new(p.x + 1, p.y + 1)) {
        for (wrap, at) in Wrap::ALL.into_iter().flat_map(|wrap| ROOMS.map(|room| (wrap, room))) {
            let chain = BuilderChain::start_with(size, Arena::default()).wrap(wrap).with(Start::at(at));
            let started = chain.build(1);
            let built = chain.with(Exit::at(at)).build(1);
            let Ok(started) = started else {
                assert_eq!(built.unwrap_err().to_string(), "metas[0] start: the map has no room");
                continue;
            };
            let n_open = started.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
            match built {
                Ok(map) => assert!(n_open > 1 && map.exit != map.start && map.is_open(map.exit.unwrap())),
                Err(error) => {
                    let why = "no free floor of a room for an exit can be reached from the start";
                    let at = started.start.unwrap();
                    assert_eq!((error.to_string(), n_open), (format!("metas[1] exit: {why} at {at}"), 1));
                }
            }
        }
    }
}

#[test]
fn stairs_go_to_the_last_room_that_can_be_reached() {
    let halls = drawn(&[
        "S..####...#..", //
        "...#..#...#..",
        "#.......###..",
        "##.######.#..",
    ]);
    let rooms = [Rect::new(0, 0, 3, 2), Rect::new(4, 1, 2, 1), Rect::new(7, 0, 3, 2), Rect::new(11, 0, 2, 4)];
    let exit = |rooms: &[Rect], at| {
        let mut map = halls.clone();
        map.rooms = Some(Room::numbered(rooms.iter().copied()));
        apply(&Exit::at(at), &mut map, 0).map(|()| map.exit.unwrap())
    };
    // The fourth room is walled off; the third is reached.
    assert_eq!(exit(&rooms, Place::LastRoom), Ok(Point::new(8, 1)));
    assert_eq!(exit(&rooms[..2], Place::LastRoom), Ok(Point::new(5, 1)));
    assert_eq!(exit(&rooms, Place::FirstRoom), Ok(Point::new(5, 1)), "the start's own room comes last");
    assert_eq!(exit(&rooms, Place::LargestRoom), Ok(Point::new(8, 1)), "the largest cannot be reached");
    assert_eq!(exit(&[rooms[0], rooms[3]], Place::LastRoom), Ok(Point::new(2, 1)), "far off in the same room");
    let error = exit(&rooms[3..], Place::LastRoom).unwrap_err();
    assert_eq!(error.to_string(), "no free floor of a room for an exit can be reached from the start at (0, 0)");
    assert!(error.is_retryable());
}

#[test]
fn rooms_that_are_not_there_are_errors_before_or_at_work() {
    let bare = |meta: Box<dyn MetaMapBuilder>| {
        let map = drawn(&["S..", "..."]);
        BuilderChain::start_with(map.size(), FromMap::new(map)).with(meta)
    };
    let missing = |meta: Box<dyn MetaMapBuilder>| bare(meta).check().unwrap_err().kind;
    let metas: [fn() -> Box<dyn MetaMapBuilder>; 2] =
        [|| Box::new(Start::at(Place::FirstRoom)), || Box::new(Exit::at(Place::LastRoom))];
    for meta in metas {
        assert_eq!(missing(meta()), BuildErrorKind::MissingPlane { plane: Plane::Rooms, providers: vec![] });
        let mut map = drawn(&["S..", "..."]);
        map.rooms = Some(vec![]);
        let error = apply(&*meta(), &mut map, 0).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.is_retryable()), ("the map has no room", true));
    }
    let no_start = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(Exit::at(Place::LastRoom));
    assert_eq!(
        no_start.check().unwrap_err().kind,
        BuildErrorKind::MissingPlane { plane: Plane::Start, providers: vec![] }
    );
}

#[test]
fn a_winding_corridor_of_thousands_of_cells_is_kept_whole_and_has_its_exit_at_the_end() {
    // One cell wide: whole rows, joined at their ends in turn. 40 × 101 + 39 cells, far from any cap.
    let size = Size::new(103, 81);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    for y in (1..80).step_by(2) {
        (1..102).for_each(|x| map.tiles[Point::new(x, y)] = Tile::FLOOR);
        if y < 79 {
            map.tiles[Point::new(if y % 4 == 1 { 101 } else { 1 }, y + 1)] = Tile::FLOOR;
        }
    }
    let end = Point::new(1, 79);
    map.rooms = Some(Room::numbered([Rect::new(1, 1, 1, 1), Rect::new(50, 41, 3, 1), Rect::new(1, 79, 1, 1)]));
    apply(&Start::at(Place::FirstRoom), &mut map, 0).unwrap();
    assert_eq!(map.start, Some(Point::new(1, 1)));
    let before = map.clone();
    apply(&CullUnreachable::default(), &mut map, 0).unwrap();
    assert_eq!(map, before);
    assert_eq!(map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count(), 4079);
    let exits: [&dyn MetaMapBuilder; 3] = [&Exit::default(), &Exit::at(Place::BottomLeft), &Exit::at(Place::LastRoom)];
    for exit in exits {
        map.exit = None;
        apply(exit, &mut map, 0).unwrap();
        assert_eq!(map.exit, Some(end), "{exit:?}");
    }
    assert_eq!(distances(&map.passages(), [size.index(Point::new(1, 1))])[end], 4078);
}

#[test]
fn the_exit_is_the_cell_in_reach_nearest_to_its_area() {
    let exit = |rows: &[&str], wrap, at| {
        let mut map = drawn(rows);
        map.wrap = wrap;
        apply(&Exit::at(at), &mut map, 0).map(|()| map.exit.unwrap())
    };
    let cave = ["....#.", "S##.#.", "......", "##..##"];
    assert_eq!(exit(&cave, Wrap::None, Place::TopRight), Ok(Point::new(5, 0)));
    assert_eq!(exit(&cave, Wrap::None, Place::BottomRight), Ok(Point::new(5, 2)));
    assert_eq!(exit(&cave, Wrap::None, Place::Left), Ok(Point::new(0, 2)));
    assert_eq!(exit(&["S.#."], Wrap::None, Place::TopRight), Ok(Point::new(1, 0)));
    assert_eq!(exit(&["S.#."], Wrap::X, Place::TopRight), Ok(Point::new(3, 0)));
    let error = exit(&["S#.."], Wrap::None, Place::TopRight).unwrap_err();
    assert_eq!(error.to_string(), "no free floor for an exit can be reached from the start at (0, 0)");
}

#[test]
fn stairs_move_with_the_exit_and_nothing_stands_on_start_or_exit() {
    let mut map = drawn(&["S......"]);
    map.rooms = Some(Room::numbered([Rect::new(3, 0, 1, 1)]));
    map.spawns = [1, 2, 5].map(|x| Spawn::new(Point::new(x, 0), "Newt")).into();
    apply(&Exit { tile: ExitTile::StairsDown, ..Exit::default() }, &mut map, 0).unwrap();
    assert_eq!((map.exit, map.tiles[Point::new(6, 0)]), (Some(Point::new(6, 0)), Tile::STAIRS_DOWN));
    apply(&Exit { at: Place::LastRoom, tile: ExitTile::StairsUp }, &mut map, 0).unwrap();
    assert_eq!(map.tiles[Point::new(6, 0)], Tile::FLOOR);
    assert_eq!((map.exit, map.tiles[Point::new(3, 0)]), (Some(Point::new(3, 0)), Tile::STAIRS_UP));
    // A room that is all exit has no place for a start; the exit stays where it is.
    let error = apply(&Start::at(Place::FirstRoom), &mut map, 0).unwrap_err();
    assert_eq!(error.to_string(), "no room has free floor for a start");
    map.rooms = Some(Room::numbered([Rect::new(3, 0, 2, 1)]));
    apply(&Start::at(Place::FirstRoom), &mut map, 0).unwrap();
    assert_eq!((map.start, map.exit), (Some(Point::new(4, 0)), Some(Point::new(3, 0))));
    apply(&Start::at(Place::TopRight), &mut map, 0).unwrap();
    assert_eq!(map.spawns.iter().map(|spawn| spawn.at.x).collect::<Vec<_>>(), [1, 2, 5]);
    // Where the exit stays, so do its stairs.
    apply(&Exit::at(Place::Bottom), &mut map, 0).unwrap();
    assert_eq!(map.tiles[Point::new(3, 0)], Tile::STAIRS_UP);
}

#[test]
fn exits_stand_on_free_dry_floor_and_nothing_gives_way() {
    // A row of seven; from the far end: a door, water, stairs, a portal, a spawn, then free floor.
    let mut row = drawn(&["S......"]);
    row.rooms = Some(Room::numbered([Rect::new(1, 0, 6, 1)]));
    row.tiles[Point::new(6, 0)] = Tile::DOOR;
    row.tiles[Point::new(5, 0)] = Tile::WATER;
    row.tiles[Point::new(4, 0)] = Tile::STAIRS_UP;
    row.portals = vec![Portal::new((3, 0), (0, 0))];
    row.spawns = vec![Spawn::new(Point::new(2, 0), "Newt")];
    let tile = ExitTile::StairsDown;
    let exits: [&dyn MetaMapBuilder; 3] = [
        &Exit { at: Place::Farthest, tile },
        &Exit { at: Place::BottomRight, tile },
        &Exit { at: Place::LastRoom, tile },
    ];
    for exit in exits {
        let mut map = row.clone();
        apply(exit, &mut map, 0).unwrap();
        assert_eq!(map.exit, Some(Point::new(1, 0)), "{exit:?}");
        map.tiles[Point::new(1, 0)] = Tile::FLOOR;
        map.exit = None;
        assert_eq!(map, row, "{exit:?}: nothing else changes");
        // Without that floor there is no place for an exit.
        map.tiles[Point::new(1, 0)] = Tile::DOOR;
        let error = apply(exit, &mut map, 0).unwrap_err();
        assert!(error.to_string().ends_with("can be reached from the start at (0, 0)"), "{error}");
    }
}

/// Both ends of every new portal are free cells of their own, in reach of the start.
fn check_portals(before: &BuilderMap, after: &BuilderMap) {
    let mut ends: Vec<Point> = before.portals.iter().flat_map(|portal| portal.ends()).collect();
    let reached = reach(after);
    for at in after.portals[before.portals.len()..].iter().flat_map(|portal| portal.ends()) {
        assert!(after.is_open(at) && reached[at] && !ends.contains(&at), "{at} of {after:?}");
        assert!(after.start != Some(at) && after.exit != Some(at) && after.spawns.iter().all(|spawn| spawn.at != at));
        ends.push(at);
    }
}

#[test]
fn shortcuts_join_cells_that_are_far_apart_without_them() {
    let (mut pairs, mut given_up) = (0, 0);
    for (seed, kind) in (0..150).flat_map(|seed| (0..KINDS).map(move |kind| (seed, kind))) {
        let mut map = map(kind, seed);
        if apply(&Start::default(), &mut map, seed).is_err() {
            continue;
        }
        let portals = Portals { max: 3, min_distance: 2 + (seed % 20) as u32, ..Portals::default() };
        let before = map.clone();
        match apply(&portals, &mut map, seed) {
            Ok(()) => check_portals(&before, &map),
            Err(error) => {
                assert!(matches!(error.kind, BuildErrorKind::GaveUp { budget: 19, .. }), "{error}");
                given_up += 1;
                continue;
            }
        }
        let n_new = map.portals.len() - before.portals.len();
        assert!((1..=3).contains(&n_new));
        for last in before.portals.len()..map.portals.len() {
            let mut without = map.clone();
            without.portals.truncate(last);
            let [a, b] = map.portals[last].ends();
            let steps = distances(&without.passages(), [map.size().index(a)])[b];
            assert!(steps != u32::MAX && steps >= portals.min_distance, "{steps}: {map:?}");
            pairs += 1;
        }
    }
    assert!(pairs > 500 && given_up > 50, "{pairs} pairs, {given_up} given up");
}

#[test]
fn the_ends_of_a_long_corridor_are_found() {
    // Only the two outermost free cells are far enough apart, so hardly any random cell will do at once.
    let mut map = drawn(&["S".repeat(500).as_str()]);
    map.start = Some(Point::new(200, 0));
    apply(&Portals { max: 5, min_distance: 499, ..Portals::default() }, &mut map, 3).unwrap();
    let [a, b] = map.portals[0].ends();
    assert_eq!((map.portals.len(), a.x.min(b.x), a.x.max(b.x)), (1, 0, 499));
    let error = apply(&Portals { min_distance: 500, ..Portals::default() }, &mut map, 3).unwrap_err();
    assert_eq!(error.to_string(), "gave up on two free cells far enough apart after 19 tries (budget 19)");
}

#[test]
fn portals_join_the_largest_parts_that_are_out_of_reach() {
    for (seed, kind) in (0..150).flat_map(|seed| (0..KINDS).map(move |kind| (seed, kind))) {
        let mut map = map(kind, seed);
        if apply(&Start::default(), &mut map, seed).is_err() {
            continue;
        }
        let before = map.clone();
        let rule = PortalRule::Join;
        match apply(&Portals { max: 2, rule, ..Portals::default() }, &mut map, seed) {
            Ok(()) => check_portals(&before, &map),
            Err(error) => {
                assert!(error.to_string().starts_with("no free cell for a portal can be reached from the start at"));
                continue;
            }
        }
        let parts = Components::from_map(&before, &before.passages());
        let home = parts.label[before.start.unwrap()];
        // A part with a free cell: no door, no stairs, no portal.
        let kept_clear = |p: Point| {
            let portals = before.portals.iter().any(|portal| portal.ends().contains(&p));
            portals || [Tile::DOOR, Tile::STAIRS_UP].contains(&before.tiles[p])
        };
        let has_room = |part: u32| parts.label.iter().any(|(p, &label)| label == part && !kept_clear(p));
        let others = (1..=parts.sizes.len() as u32).filter(|&part| part != home && has_room(part));
        let mut sizes: Vec<u32> = others.map(|part| parts.sizes[part as usize - 1]).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let joined: u32 = sizes.iter().take(2).sum();
        let count = |map: &BuilderMap| reach(map).as_slice().iter().filter(|&&reached| reached).count() as u32;
        assert_eq!(count(&map), count(&before) + joined, "{before:?}");
        assert_eq!(map.portals.len() - before.portals.len(), sizes.len().min(2));
    }
}

#[test]
fn portal_parameters_are_checked() {
    let check = |portals: Portals, message: &str| assert_eq!(portals.check().unwrap_err().to_string(), message);
    check(Portals { max: 0, ..Portals::default() }, "parameter `max` is 0; expected 1 to 100");
    check(Portals { max: 101, ..Portals::default() }, "parameter `max` is 101; expected 1 to 100");
    check(Portals { min_distance: 1, ..Portals::default() }, "parameter `min_distance` is 1; expected 2 to 1000000");
}
