//! What is kept of a map.

use mapwright_core::{
    BuildCx, Builder, BuilderMap, Grid, MetaMapBuilder, Plane, Point, Rect, Room, RoomShape, Size, Tile, Wrap,
};
use mapwright_wfc::{KeptPart, WaveFunctionCollapse};

/// A cave that fills half of its rectangle, and a plain room.
fn cave() -> BuilderMap {
    let size = Size::new(16, 12);
    let is_cave = |p: Point| (1..7).contains(&p.x) && (1..9).contains(&p.y) && p.x + p.y < 9;
    let is_room = |p: Point| Rect::new(9, 2, 5, 4).contains(p);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    map.tiles = Grid::from_fn(size, |p| if is_cave(p) || is_room(p) { Tile::FLOOR } else { Tile::WALL });
    // The region of the cave has more cells than the cave, as those of Voronoi cells do.
    map.regions = Some(Grid::from_fn(size, |p| if p.x < 8 { 5 } else { 9 }));
    let mut of_region = Room::new(0, Rect::new(1, 1, 6, 8));
    (of_region.shape, of_region.region) = (RoomShape::Region, Some(5));
    map.rooms = Some(vec![of_region, Room::new(1, Rect::new(9, 2, 5, 4))]);
    map
}

#[test]
fn kept_rooms_keep_their_cells_and_nothing_else() {
    let stage = WaveFunctionCollapse { keep: vec![KeptPart::Rooms], ..WaveFunctionCollapse::default() };
    let drops = stage.facts(Size::new(1, 1)).drops();
    assert!(!drops.contains(Plane::Rooms) && !drops.contains(Plane::Regions));
    let before = cave();
    let mut freed = 0;
    for seed in 0..10 {
        let mut map = before.clone();
        stage.apply(&mut map, &mut BuildCx::new(seed, stage.name(), 0)).unwrap();
        assert_eq!(map.rooms, before.rooms);
        for (old, new) in before.rooms.iter().flatten().zip(map.rooms.iter().flatten()) {
            assert!(map.cells_of_room(new).eq(before.cells_of_room(old)), "seed {seed}, room {}", new.id);
            assert!(map.cells_of_room(new).all(|at| map.tiles[at] == before.tiles[at]), "seed {seed}");
        }
        freed += before.size().points().filter(|&at| map.is_open(at) && !before.is_open(at)).count();
    }
    assert!(freed > 0, "the rest of the map is new");
    let plain = WaveFunctionCollapse::default();
    let mut map = before.clone();
    plain.apply(&mut map, &mut BuildCx::new(0, plain.name(), 0)).unwrap();
    assert!(map.rooms.is_none() && map.regions.is_none());
}
