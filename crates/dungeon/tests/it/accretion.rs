//! Rooms attached to rooms: a tree of rooms that touch nowhere else, each at a place drawn uniformly.
#![allow(clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, InitialMapBuilder, Legend, Meaning, Point, Size, Template, Tile, Wrap,
};
use mapwright_dungeon::{Accretion, AccretionShape, ShapeKind};
use mapwright_graph::Components;

const WRAPS: [Wrap; 4] = [Wrap::None, Wrap::X, Wrap::Y, Wrap::Both];

fn build(size: Size, wrap: Wrap, accretion: &Accretion, seed: u64) -> BuilderMap {
    BuilderChain::start_with(size, accretion.clone()).wrap(wrap).build(seed).unwrap()
}

/// The cells around one, those beside it first.
fn around(map: &BuilderMap, p: Point) -> impl Iterator<Item = Point> {
    const ALL: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (-1, -1), (1, -1), (1, 1), (-1, 1)];
    let at = move |(dx, dy)| map.wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, map.size());
    ALL.into_iter().filter_map(at)
}

/// Without shortcuts: one part, a door fewer than rooms, each door beside two rooms, rooms apart even by corners.
fn check_tree(map: &BuilderMap) {
    let (rooms, regions) = (map.rooms.as_ref().unwrap(), map.regions.as_ref().unwrap());
    let doors: Vec<Point> = map.doors.iter().flatten().flat_map(|door| door.cells.clone()).collect();
    assert_eq!(doors.len(), rooms.len() - 1);
    assert_eq!(Components::from_map(map, &map.passages()).sizes.len(), 1);
    for (p, &tile) in map.tiles.iter() {
        let beside: BTreeSet<u16> = around(map, p).take(4).map(|next| regions[next]).filter(|&room| room > 0).collect();
        match tile {
            Tile::WALL => assert_eq!(regions[p], 0),
            Tile::DOOR => assert!(doors.contains(&p) && regions[p] == 0 && beside.len() == 2, "the door at {p}"),
            Tile::FLOOR => {
                let apart = around(map, p).all(|next| regions[next] == 0 || regions[next] == regions[p]);
                assert!(apart && regions[p] > 0, "the room at {p}");
                assert!(map.wrap.x() || p.x > 0 && p.x + 1 < map.size().w, "{p} is on the border");
                assert!(map.wrap.y() || p.y > 0 && p.y + 1 < map.size().h, "{p} is on the border");
            }
            other => panic!("{other:?} at {p}"),
        }
    }
}

#[test]
fn rooms_and_doors_are_a_tree_whose_rooms_touch_nowhere_else() {
    let sizes = [(3, 3), (4, 3), (3, 40), (5, 8), (9, 9), (31, 20), (64, 63), (79, 29), (130, 40)];
    for (seed, (w, h)) in (0..12).flat_map(|seed| sizes.map(|size| (seed, size))) {
        for wrap in WRAPS {
            let accretion = Accretion { max_loops: Some(0), hallway_chance: 0.4, ..Accretion::default() };
            check_tree(&build(Size::new(w, h), wrap, &accretion, seed));
        }
    }
    let small = |shape| AccretionShape { min_cells: 1, max_cells: 4, ..AccretionShape::new(shape, 1) };
    for (seed, shape) in
        (0..6).flat_map(|seed| [ShapeKind::Box, ShapeKind::Chunky, ShapeKind::Cave].map(|shape| (seed, shape)))
    {
        let accretion =
            Accretion { max_loops: Some(0), shapes: vec![small(shape)], tries: 300, ..Accretion::default() };
        for (wrap, (w, h)) in WRAPS.into_iter().flat_map(|wrap| [(3, 3), (5, 8), (17, 14)].map(|size| (wrap, size))) {
            check_tree(&build(Size::new(w, h), wrap, &accretion, seed));
        }
    }
}

#[test]
fn a_room_is_attached_uniformly_to_all_places_where_it_fits() {
    let square = AccretionShape { min_cells: 9, max_cells: 9, ..AccretionShape::new(ShapeKind::Box, 1) };
    let two = Accretion { tries: 1, hallway_chance: 0.0, shapes: vec![square], ..Accretion::default() };
    let mut counts = BTreeMap::new();
    for seed in 0..10_000 {
        let map = build(Size::new(13, 13), Wrap::None, &two, seed);
        let rooms: Vec<_> = map.room_rects().collect();
        assert_eq!(rooms[0], mapwright_core::Rect::new(5, 5, 3, 3));
        // A box of nine cells is drawn anew when it is no square, and hardly ever given up.
        let Some(door) = map.doors.iter().flatten().next().map(|door| door.cells[0]) else { continue };
        *counts.entry((rooms[1], door)).or_insert(0) += 1;
    }
    // Three cells for the door on each of four sides, and three places for the room behind each.
    assert_eq!(counts.len(), 36);
    let all: u32 = counts.values().sum();
    assert!(all > 9_900, "{all}");
    let expected = f64::from(all) / 36.0;
    let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    // 35 degrees of freedom: 66.6 is exceeded once in a thousand times.
    assert!(chi < 66.6, "{chi}");
}

#[test]
fn every_shape_has_as_many_cells_as_asked_and_appears_at_its_depths() {
    let kinds = [ShapeKind::Box, ShapeKind::Cross, ShapeKind::Circle, ShapeKind::Chunky, ShapeKind::Cave];
    for (kind, (min, max)) in kinds.into_iter().flat_map(|kind| [(9, 60), (4, 13), (80, 200)].map(|size| (kind, size)))
    {
        let shape =
            AccretionShape { min_cells: min, max_cells: max, min_depth: Some(3), ..AccretionShape::new(kind, 2) };
        let other =
            AccretionShape { min_cells: 1, max_cells: 1, max_depth: Some(2), ..AccretionShape::new(ShapeKind::Box, 1) };
        let shapes = vec![shape, other];
        let rooms = |depth| Accretion { shapes: shapes.clone(), hallway_chance: 0.0, depth, ..Accretion::default() };
        let sizes = |depth| {
            let map = build(Size::new(90, 60), Wrap::None, &rooms(depth), 5);
            let cells = |room| map.cells_of_room(room).count() as u32;
            map.rooms.as_ref().unwrap().iter().map(cells).collect::<Vec<u32>>()
        };
        assert!(sizes(2).iter().all(|&cells| cells == 1), "{kind:?}");
        let deep = sizes(3);
        assert!(
            deep.len() > 4 && deep.iter().all(|cells| (min..=max).contains(cells)),
            "{kind:?} {min} {max}: {deep:?}"
        );
    }
}

#[test]
fn shortcuts_and_doorways_without_doors_can_be_chosen() {
    let doors = |accretion: &Accretion| {
        let map = build(Size::new(80, 50), Wrap::None, accretion, 7);
        (map.rooms.unwrap().len(), map.doors.unwrap_or_default().len())
    };
    let (rooms, all) = doors(&Accretion::default());
    assert!(all > rooms + 5);
    assert_eq!(doors(&Accretion { max_loops: Some(4), ..Accretion::default() }), (rooms, rooms + 3));
    assert_eq!(doors(&Accretion { door_chance: 0.0, ..Accretion::default() }), (rooms, 0));
    let some = doors(&Accretion { door_chance: 0.5, ..Accretion::default() });
    // Five standard deviations of a fair coin.
    assert!((some.1 as f64 - all as f64 / 2.0).abs() < 2.5 * (all as f64).sqrt(), "{some:?} of {all}");
}

#[test]
fn what_cannot_be_is_refused() {
    let error = |w, h, accretion: &Accretion| {
        let mut cx = BuildCx::new(1, "accretion", 0);
        accretion.build(Size::new(w, h), &mut cx).unwrap_err().to_string()
    };
    let shapes = |shapes: Vec<AccretionShape>| Accretion { shapes, ..Accretion::default() };
    let one = AccretionShape::default();
    let few = AccretionShape { min_cells: 7, max_cells: 6, ..one.clone() };
    let deep = AccretionShape { min_depth: Some(2), ..one.clone() };
    let rows = [
        (error(2, 9, &Accretion::default()), "a map of 2x9 is too small: at least 3x3 is needed"),
        (error(9, 9, &shapes(vec![])), "parameter `shapes` is a list of 0; expected a list of 1 to 100"),
        (
            error(9, 9, &shapes(vec![one.clone(), few])),
            "parameter `shapes[1].max_cells` is 6; expected at least `min_cells`, which is 7",
        ),
        (
            error(9, 9, &shapes(vec![deep])),
            "parameter `shapes` is a list of 1; expected one shape or more with a weight that appears at depth 1",
        ),
        (
            error(9, 9, &shapes(vec![one.clone(); 101])),
            "parameter `shapes` is a list of 101; expected a list of 1 to 100",
        ),
        (
            error(9, 9, &shapes(vec![AccretionShape { weight: 0, ..one.clone() }])),
            "parameter `shapes` is a list of 1; expected one shape or more with a weight that appears at depth 1",
        ),
        (
            error(9, 9, &shapes(vec![AccretionShape { max_cells: 1001, ..one.clone() }])),
            "parameter `shapes[0].max_cells` is 1001; expected 1 to 1000",
        ),
    ];
    for (message, expected) in rows {
        assert_eq!(message, expected);
    }
}

/// The rooms of a level whose only shape is a template, each found again in the drawing, in one of its orientations.
#[test]
fn rooms_from_templates_are_the_template_in_some_orientation() {
    let legend = Legend::default().with('g', Meaning::spawn("Goblin")).with('%', Meaning::any([('o', 1), ('~', 1)]));
    let drawings = ["#####+#\n#..%..#\n#.g...#\n###...+\n  #####", "#####\n#...#\n#.%.#\n#g..#\n#####"];
    let mut placed = 0;
    for (seed, drawing) in (0..20).flat_map(|seed| drawings.map(|drawing| (seed, drawing))) {
        let template = Template::from_text(drawing, &legend).unwrap();
        let shape = AccretionShape { template: Some(template.clone()), ..AccretionShape::default() };
        let accretion =
            Accretion { shapes: vec![shape], hallway_chance: 0.0, max_loops: Some(0), ..Accretion::default() };
        for (wrap, size) in
            WRAPS.into_iter().zip([Size::new(60, 40), Size::new(41, 33), Size::new(30, 50), Size::new(40, 40)])
        {
            let map = build(size, wrap, &accretion, seed);
            let (rooms, regions) = (map.rooms.as_ref().unwrap(), map.regions.as_ref().unwrap());
            let doors: Vec<Point> = map.doors.iter().flatten().flat_map(|door| door.cells.clone()).collect();
            assert_eq!((doors.len(), map.validate()), (rooms.len() - 1, Ok(())));
            assert_eq!(Components::from_map(&map, &map.passages()).sizes.len(), 1);
            assert_eq!(map.spawns.len(), rooms.len());
            let outcomes: Vec<Template> = ['o', '~']
                .into_iter()
                .flat_map(|glyph| {
                    Template::from_text(&drawing.replace('%', &glyph.to_string()), &legend)
                        .unwrap()
                        .orientations(true, true)
                })
                .collect();
            for number in 1..=rooms.len() as u16 {
                // Over a border the cells of a room have no corner of their own.
                let cells: Vec<Point> = regions.iter().filter(|&(_, &at)| at == number).map(|(p, _)| p).collect();
                if wrap != Wrap::None {
                    continue;
                }
                let corner =
                    Point::new(cells.iter().map(|p| p.x).min().unwrap(), cells.iter().map(|p| p.y).min().unwrap());
                let is_floor = |tile: Option<Tile>| tile.is_some_and(|tile| !tile.is_solid() && tile != Tile::DOOR);
                let is_room = |one: &Template| {
                    let floor: Vec<Point> =
                        one.tiles().iter().filter(|(_, tile)| is_floor(**tile)).map(|(p, _)| p).collect();
                    let (left, top) =
                        (floor.iter().map(|p| p.x).min().unwrap(), floor.iter().map(|p| p.y).min().unwrap());
                    let to = |p: Point| Point::new(corner.x + p.x - left, corner.y + p.y - top);
                    let same =
                        one.tiles().iter().filter_map(|(p, tile)| Some((p, (*tile)?))).all(|(p, tile)| match tile {
                            Tile::DOOR | Tile::WALL => map.tiles[to(p)].is_solid() || doors.contains(&to(p)),
                            tile => map.tiles[to(p)] == tile,
                        });
                    // Where it draws doors, only those lead out.
                    let exits: Vec<Point> =
                        one.tiles().iter().filter(|(_, tile)| **tile == Some(Tile::DOOR)).map(|(p, _)| to(p)).collect();
                    let own = doors.iter().filter(|door| around(&map, **door).take(4).any(|p| regions[p] == number));
                    same && floor.len() == cells.len()
                        && own.into_iter().all(|door| exits.is_empty() || exits.contains(door))
                };
                assert!(outcomes.iter().any(is_room), "room {number} at {corner}:\n{map}");
                placed += 1;
            }
        }
    }
    assert!(placed > 200, "{placed}");
}

#[test]
fn templates_that_are_no_rooms_are_refused() {
    let check = |rows: &str, message: &str| {
        let legend = Legend::default().with('%', Meaning::any([('#', 1), ('.', 1)])).with('A', Meaning::lock(0));
        let template = Some(Template::from_text(rows, &legend).unwrap());
        let shapes = vec![AccretionShape { template, ..AccretionShape::default() }];
        let error = Accretion { shapes, ..Accretion::default() }.check(Size::new(30, 20)).unwrap_err().to_string();
        assert_eq!(error, format!("parameter `shapes[0].template` is {message}"));
    };
    check("..%..", "wrong; expected connected floor; with `%` solid, the floor has 2 components; expected 1");
    check("##", "wrong; expected connected floor; the floor has 0 components; expected 1");
    let marked = "expected tiles, choices, slots, spawns and marks: other stages place the start, the exit and keys, and lock \
                  doors";
    check(".>", &format!("one with `>`; {marked}"));
    check(".A", &format!("one with `A`; {marked}"));
    check("..+..\n.....", "one that no door can lead into; expected floor at its outline, at `+` if it has any");
    check(&".".repeat(63), "63x1 cells; expected at most 62 cells a side");
}

#[test]
fn a_shape_has_neither_too_few_rooms_nor_too_many() {
    let marked = |who: &str| {
        let template = Template::from_text("...\n.g.\n...", &Legend::default().with('g', Meaning::spawn(who))).ok();
        AccretionShape { template, weight: 0, ..AccretionShape::default() }
    };
    let shapes = |min, max| {
        let mut shapes = vec![AccretionShape { weight: 1, min, max, ..marked("Vault") }, marked("Cell")];
        shapes[1].weight = 3;
        shapes
    };
    let mut regions = BTreeSet::new();
    for seed in 0..60 {
        for (min, max) in [(0, Some(0)), (1, Some(1)), (2, Some(3)), (9, Some(9)), (5, None)] {
            let accretion = Accretion { shapes: shapes(min, max), ..Accretion::default() };
            let map = build(Size::new(60, 40), Wrap::None, &accretion, seed);
            let vaults: Vec<Point> =
                map.spawns.iter().filter(|spawn| spawn.what == "Vault").map(|spawn| spawn.at).collect();
            let found = u16::try_from(vaults.len()).unwrap();
            assert!(found >= min && max.is_none_or(|max| found <= max), "{found} of {min} to {max:?}");
            if min == 1 {
                regions.extend(vaults.iter().map(|&at| map.regions.as_ref().unwrap()[at]));
            }
        }
        let once = Accretion {
            shapes: vec![AccretionShape { min: 1, max: Some(1), ..marked("Vault") }],
            ..Accretion::default()
        };
        assert_eq!(
            build(Size::new(60, 40), Wrap::None, &once, seed).spawns.len(),
            1,
            "of no weight: only what is asked for"
        );
    }
    assert!(regions.len() > 10, "not always one of the first rooms: {regions:?}");
}

#[test]
fn too_many_wanted_rooms_are_named() {
    let shape = |min, max| AccretionShape { min, max, ..AccretionShape::new(ShapeKind::Box, 1) };
    let refused = |shapes: Vec<AccretionShape>, message: &str| {
        let accretion = Accretion { shapes, tries: 20, ..Accretion::default() };
        assert_eq!(InitialMapBuilder::check(&accretion, Size::new(20, 20)).unwrap_err().to_string(), message);
    };
    refused(vec![shape(3, Some(2))], "parameter `shapes[0].max` is 2; expected at least `min`, which is 3");
    refused(vec![shape(1001, None)], "parameter `shapes[0].min` is 1001; expected 0 to 1000");
    refused(
        vec![shape(11, None), shape(10, None)],
        "parameter `shapes` is a list whose `min` are 21 together; expected at most `tries`, 20",
    );
    let full = Accretion { shapes: vec![shape(20, None)], tries: 20, ..Accretion::default() };
    let error = BuilderChain::start_with(Size::new(12, 12), full).build(1).unwrap_err();
    assert!(error.is_retryable());
    assert!(error.to_string().contains("of 20 rooms of shapes with `min` fit"), "{error}");
}
