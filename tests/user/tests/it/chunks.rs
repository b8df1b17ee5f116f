//! An endless world whose chunks are asked for by several threads: a renderer, a path finder, a server.

use std::error::Error;
use std::thread;

use mapwright::builders::{MatchOn, WangPart, WangPin, WangTiles};
use mapwright::core::{BuilderChain, BuilderMap, Corner, Point, Size, Tile};
use mapwright::world::{ChainWorld, ChunkPos, WorldRect};

/// Grassland with lakes and a pond where the game begins, in chunks of 16 by 16.
fn world() -> Result<ChainWorld, Box<dyn Error>> {
    let pond = WangPin { x: -5, y: 3, part: WangPart::Nw, color: 1 };
    let lakes = WangTiles { on: MatchOn::Corners, weights: vec![3, 1], pins: vec![pond], ..WangTiles::default() };
    Ok(ChainWorld::new(BuilderChain::start_with(Size::from((16, 16)), lakes), 7)?)
}

/// The chunks around a player, row by row, from west of the origin to east of it.
fn around() -> Vec<ChunkPos> {
    (-3..4).flat_map(|y| (-3..4).map(move |x| ChunkPos::new(x, y))).collect()
}

#[test]
fn threads_share_one_world_and_see_the_same_chunks() -> Result<(), Box<dyn Error>> {
    // So little memory that nearly every chunk is made anew.
    let (plain, edited) = (world()?.with_cache(2000), world()?.with_cache(2000));
    // The player has built a bridge.
    edited.set_tile(-5, 3, Tile::BRIDGE)?;
    let alone: Vec<BuilderMap> = around().into_iter().map(|at| edited.chunk(at)).collect::<Result<_, _>>()?;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                let (plain, edited) = (&plain, &edited);
                scope.spawn(move || {
                    // Each begins somewhere else and goes round.
                    let mut order: Vec<usize> = (0..49).collect();
                    order.rotate_left(12 * worker);
                    let chunk = |nth: usize| Ok((nth, edited.chunk(around()[nth])?, plain.chunk(around()[nth])?));
                    order.into_iter().map(chunk).collect::<Result<Vec<_>, mapwright::core::BuildError>>()
                })
            })
            .collect();
        for worker in workers {
            let chunks = worker.join().map_err(|_| "a thread panicked")??;
            let mut changed = 0;
            for (nth, edited, plain) in chunks {
                assert_eq!(edited, alone[nth]);
                changed += plain.tiles.iter().filter(|&(p, &tile)| edited.tiles[p] != tile).count();
            }
            assert_eq!(changed, 1, "the edited tile alone");
        }
        Ok::<(), Box<dyn Error>>(())
    })
}

#[test]
fn chunks_are_windows_of_one_plane() -> Result<(), Box<dyn Error>> {
    let world = world()?;
    for at in around() {
        let (x, y) = at.origin(world.chunk_size());
        assert_eq!(world.chunk(at)?, world.window(WorldRect::new(x, y, 16, 16))?);
    }
    // Any window is a map, to draw or to walk on. The pond is where it was put.
    let map = world.window(WorldRect::new(-20, -10, 40, 20))?;
    let tile = map.corners.as_ref().map(|corners| corners[Point::new(15, 13)]);
    assert_eq!(tile.map(|tile| tile.corner(Corner::NW)), Some(1));
    Ok(())
}
