//! A level for a roguelike: build it, turn it into the game's own tiles, and ask what a game asks every turn.

use std::error::Error;

use mapwright::builders::*;
use mapwright::core::Spawn;
use mapwright::graph::{astar, path};
use mapwright::prelude::*;

/// What stands in a cell of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MyTile {
    Floor,
    Wall,
    Door,
    StairsDown,
}

impl From<Tile> for MyTile {
    fn from(tile: Tile) -> MyTile {
        match tile {
            Tile::DOOR => MyTile::Door,
            Tile::STAIRS_DOWN => MyTile::StairsDown,
            tile if tile.is_solid() => MyTile::Wall,
            _ => MyTile::Floor,
        }
    }
}

/// Rooms with corridors, a start, stairs down in the last room, monsters, and doors.
fn level(seed: u64) -> Result<BuilderMap, BuildError> {
    BuilderChain::start_with(Size::new(60, 40), RandomRooms::default())
        .with(Start::at(Place::FirstRoom))
        .with(Exit { at: Place::LastRoom, tile: ExitTile::StairsDown })
        .with(Spawns::default())
        .with(Doors::default())
        .build(seed)
}

#[test]
fn tiles_of_the_game() -> Result<(), Box<dyn Error>> {
    let map = level(7)?;
    let tiles: Vec<MyTile> = map.tiles.as_slice().iter().map(|&tile| tile.into()).collect();
    assert_eq!(tiles.len(), 60 * 40);
    let exit = map.exit.ok_or("the level has an exit")?;
    assert_eq!(tiles[map.size().index(exit) as usize], MyTile::StairsDown);
    assert_eq!(tiles.iter().filter(|&&tile| tile == MyTile::StairsDown).count(), 1);
    assert!(tiles.contains(&MyTile::Door) && tiles[0] == MyTile::Wall);
    // A grid stays a grid.
    let grid: Grid<MyTile> = map.tiles.map(|&tile| tile.into());
    assert_eq!(grid[map.start.ok_or("the level has a start")?], MyTile::Floor);
    Ok(())
}

#[test]
fn the_room_where_the_player_stands() -> Result<(), Box<dyn Error>> {
    let map = level(7)?;
    let player = map.start.ok_or("the level has a start")?;
    let room = map.room_at(player).ok_or("the player starts in a room")?;
    assert!(room.rect.contains(player));
    assert_eq!(map.room(room.id), Some(room), "a room is found again by its id");
    assert_eq!(map.room_at((0, 0)), None, "rock is no room");

    // Its cells have its number in `regions`.
    let region = map.region_of(room).ok_or("rooms have regions")?;
    let regions = map.regions.as_ref().ok_or("the level has regions")?;
    assert_eq!(regions[player], region);
    assert_eq!(regions.iter().filter(|&(_, &of)| of == region).count(), room.rect.points().count());

    // Corridors lead to other rooms, and back.
    let neighbors = map.neighbors_of(room);
    assert!(!neighbors.is_empty());
    assert!(neighbors.iter().all(|other| map.neighbors_of(other).contains(&room)));
    Ok(())
}

#[test]
fn monsters_stand_on_free_floor() -> Result<(), Box<dyn Error>> {
    let map = level(7)?;
    assert!(!map.spawns.is_empty());
    for Spawn { at, what, .. } in &map.spawns {
        assert!(map.is_open(*at) && !what.is_empty());
        assert!(map.room_at(*at).is_some(), "{what} at {at}");
    }
    Ok(())
}

#[test]
fn the_way_to_the_stairs() -> Result<(), Box<dyn Error>> {
    let map = level(7)?;
    let (start, exit) = (map.start.ok_or("a start")?, map.exit.ok_or("an exit")?);
    let passages = map.passages();
    let points = path(&passages, start, exit).ok_or("the exit can be reached")?;
    assert_eq!((points.first(), points.last()), (Some(&start), Some(&exit)));
    assert!(points.windows(2).all(|step| step[0].manhattan(step[1]) == 1));
    assert!(points.iter().all(|&p| map.is_open(p)));

    // A* with steps of one cost finds a path as short.
    let steps = points.len() - 1;
    let (cost, way) = astar(&passages, start, exit, |_, _| Some(1)).ok_or("the exit can be reached")?;
    assert_eq!((cost, way.len() - 1), (steps as u64, steps));

    // A monster for which doors are slow takes no more of them than it must, and one that keeps out of the room never
    // gets to the player.
    let slow = |_, next| Some(if map.tiles[next] == Tile::DOOR { 20 } else { 1 });
    let doors = |way: &[Point]| way.iter().filter(|&&p| map.tiles[p] == Tile::DOOR).count();
    let (_, around) = astar(&passages, start, exit, slow).ok_or("the exit can be reached")?;
    assert!(doors(&around) <= doors(&points));
    let room = map.room_at(start).ok_or("a room")?.rect;
    let outside = |_, next| (!room.contains(next)).then_some(1);
    assert_eq!(astar(&passages, exit, start, outside), None, "the start is in the room");
    Ok(())
}
