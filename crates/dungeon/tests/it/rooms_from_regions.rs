//! Rooms made of regions, against lists of cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::common;
use crate::common::{KINDS, apply, drawn, map};
use mapwright_core::{Area, BuilderMap, Grid, Join, LevelGraph, Plane, Point, Rect, RoomShape};
use mapwright_dungeon::{Corridors, Exit, Place, RegionSource, RoomsFromRegions, Start};
use mapwright_graph::{Components, reachable};

/// The open cells of each number, from the definition.
fn cells_of(map: &BuilderMap, number: impl Fn(Point) -> u32) -> BTreeMap<u32, BTreeSet<Point>> {
    let mut cells: BTreeMap<u32, BTreeSet<Point>> = BTreeMap::new();
    for p in map.size().points().filter(|&p| map.is_open(p) && number(p) != 0) {
        cells.entry(number(p)).or_default().insert(p);
    }
    cells
}

#[track_caller]
fn check(before: &BuilderMap, stage: &RoomsFromRegions, regions: BTreeMap<u32, BTreeSet<Point>>) -> usize {
    let mut map = before.clone();
    apply(stage, &mut map, 1).unwrap();
    let rooms = map.rooms.as_ref().unwrap();
    let large: Vec<&BTreeSet<Point>> =
        regions.values().filter(|cells| cells.len() >= stage.min_cells as usize).collect();
    assert_eq!(rooms.len(), large.len(), "{stage:?}");
    for (id, (room, expected)) in (0..).zip(rooms.iter().zip(large)) {
        let cells: BTreeSet<Point> = map.cells_of_room(room).collect();
        assert_eq!((room.id, room.shape, &cells), (id, RoomShape::Region, expected));
        let ends =
            |side: fn(&Point) -> u16| (cells.iter().map(side).min().unwrap(), cells.iter().map(side).max().unwrap());
        let ((x, right), (y, bottom)) = (ends(|p| p.x), ends(|p| p.y));
        assert_eq!(room.rect, Rect::new(x, y, right - x + 1, bottom - y + 1));
    }
    (map.rooms, map.regions) = (before.rooms.clone(), before.regions.clone());
    assert_eq!(&map, before, "nothing else changes");
    large_enough(&regions, stage)
}

fn large_enough(regions: &BTreeMap<u32, BTreeSet<Point>>, stage: &RoomsFromRegions) -> usize {
    regions.values().filter(|cells| cells.len() >= stage.min_cells as usize).count()
}

#[test]
fn every_region_that_is_large_enough_becomes_a_room() {
    let mut found = 0;
    for (kind, seed) in (0..KINDS).flat_map(|kind| (0..60).map(move |seed| (kind, seed))) {
        let mut map = map(kind, seed);
        let stage = |from| RoomsFromRegions { from, min_cells: 1 + seed as u32 % 4 };
        let parts = Components::from_map(&map, &map.passages());
        found += check(&map, &stage(RegionSource::Components), cells_of(&map, |p| parts.label[p]));
        let regions = Grid::from_fn(map.size(), |p| p.x / 3 % 4 + p.y / 5);
        map.regions = Some(regions.clone());
        for from in [RegionSource::Auto, RegionSource::Regions] {
            found += check(&map, &stage(from), cells_of(&map, |p| regions[p].into()));
        }
        map.graph = Some(LevelGraph::new(regions.clone(), vec![Area::default(); 40], vec![]));
        found += check(&map, &stage(RegionSource::Areas), cells_of(&map, |p| regions[p].into()));
        map.regions = None;
        found += check(&map, &stage(RegionSource::Auto), cells_of(&map, |p| regions[p].into()));
    }
    assert!(found > 2000, "{found}");
}

#[test]
fn rooms_of_areas_have_their_roles_and_tags() {
    let mut map = drawn(&["...#..."]);
    let mut areas = vec![Area::new((0, 0)), Area::new((6, 0))];
    (areas[1].role, areas[1].tags) = (Some("exit".to_owned()), vec!["vault".to_owned()]);
    let area = Grid::from_vec(map.size(), vec![1, 1, 1, 0, 2, 2, 2]).unwrap();
    map.graph = Some(LevelGraph::new(area, areas, Vec::<Join>::new()));
    apply(&RoomsFromRegions { min_cells: 3, ..RoomsFromRegions::default() }, &mut map, 1).unwrap();
    let tags: Vec<_> = map.rooms.as_ref().unwrap().iter().map(|room| room.tags.join(" ")).collect();
    assert_eq!(tags, ["", "exit vault"]);
    for (from, plane) in [(RegionSource::Regions, Plane::Regions), (RegionSource::Areas, Plane::Graph)] {
        let error = apply(&RoomsFromRegions { from, min_cells: 1 }, &mut drawn(&["."]), 1).unwrap_err();
        assert_eq!(error.to_string(), format!("needs `{plane}`, which no earlier stage provides"));
    }
    let error = apply(&RoomsFromRegions { min_cells: 0, ..RoomsFromRegions::default() }, &mut map, 1).unwrap_err();
    assert_eq!(error.to_string(), "parameter `min_cells` is 0; expected 1 to 1000000");
}

/// One cave lies in the bounding box of another: each is met in its own cells.
#[test]
fn corridors_and_marks_speak_of_caves() {
    let rows =
        ["...........", ".#########.", ".#########.", ".####.####.", ".#########.", ".#########.", "..........."];
    let mut map = drawn(&rows);
    apply(&RoomsFromRegions { min_cells: 1, ..RoomsFromRegions::default() }, &mut map, 1).unwrap();
    apply(&Start::at(Place::FirstRoom), &mut map, 1).unwrap();
    assert_eq!(map.start, Some(Point::new(5, 0)), "the cell of the ring that is nearest to its center");
    apply(&Corridors::default(), &mut map, 1).unwrap();
    apply(&Exit::at(Place::LastRoom), &mut map, 1).unwrap();
    assert_eq!(map.exit, Some(Point::new(5, 3)));
    for (kind, seed) in (0..KINDS).flat_map(|kind| (0..40).map(move |seed| (kind, seed))) {
        let mut map = common::map(kind, seed);
        (map.portals, map.rooms) = (vec![], None);
        let stage = RoomsFromRegions { from: RegionSource::Components, min_cells: 3 };
        apply(&stage, &mut map, seed).unwrap();
        apply(&Corridors::default(), &mut map, seed).unwrap();
        let mut rooms = map.rooms.iter().flatten().filter_map(|room| map.cells_of_room(room).next());
        let Some(first) = rooms.next() else { continue };
        let reached = reachable(&map.passages(), map.size().index(first));
        assert!(rooms.all(|p| reached[p]), "{kind} {seed}");
    }
}
