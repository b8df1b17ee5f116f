//! An endless world whose chunks are asked for by several threads: a renderer, a path finder, a server.

use std::error::Error;
use std::sync::Arc;
use std::thread;

use mapwright::core::{Dir, Grid, Sides, Size};
use mapwright::wang::{ChunkPos, ChunkStore, WangWorld, WorldRect};

/// Grassland with lakes, in chunks of 16 by 16.
fn world() -> Result<WangWorld, Box<dyn Error>> {
    Ok(WangWorld::corners(7, 2)?.with_weights(&[3, 1])?.with_chunk_size(Size::from((16, 16)))?)
}

/// The chunks around a player, row by row, from west of the origin to east of it.
fn around() -> Vec<ChunkPos> {
    (-3..4).flat_map(|y| (-3..4).map(move |x| ChunkPos::new(x, y))).collect()
}

/// All tiles as bytes.
fn bytes(chunks: &[Arc<Grid<Sides>>]) -> Vec<u8> {
    chunks.iter().flat_map(|chunk| chunk.as_slice()).map(|tile| tile.0).collect()
}

#[test]
fn threads_share_one_store_and_see_the_same_world() -> Result<(), Box<dyn Error>> {
    let mut store = ChunkStore::new(world()?, 20)?;
    // The player has dug: a lake is drained at its eastern side.
    let before = store.tile(-5, 3);
    store.set_tile(-5, 3, before.with_color(Dir::E, 1 - before.color(Dir::E)))?;

    let alone: Vec<Arc<Grid<Sides>>> = around().into_iter().map(|at| store.get(at)).collect();
    let shared = &ChunkStore::new(world()?, 20)?;
    let edited = &store;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                scope.spawn(move || {
                    // Each begins somewhere else and goes round; 20 chunks are fewer than the 49 asked for.
                    let mut order = around();
                    order.rotate_left(12 * worker);
                    let mut chunks: Vec<_> = order.iter().map(|&at| (at, edited.get(at), shared.get(at))).collect();
                    chunks.sort_by_key(|(at, ..)| around().iter().position(|other| other == at));
                    chunks
                })
            })
            .collect();
        for worker in workers {
            let chunks = worker.join().map_err(|_| "a thread panicked")?;
            let (edited, plain): (Vec<_>, Vec<_>) =
                chunks.into_iter().map(|(_, edited, plain)| (edited, plain)).unzip();
            assert_eq!(bytes(&edited), bytes(&alone));
            let changed = bytes(&plain).iter().zip(bytes(&alone)).filter(|(a, b)| **a != *b).count();
            assert_eq!(changed, 1, "the edited tile alone");
        }
        Ok::<(), Box<dyn Error>>(())
    })?;
    assert!(store.kept() <= 20 && store.capacity() == 20);
    Ok(())
}

#[test]
fn chunks_are_windows_of_one_plane() -> Result<(), Box<dyn Error>> {
    let store = ChunkStore::new(world()?, 4)?;
    for at in around() {
        let (x, y) = store.world().chunk_origin(at);
        assert_eq!(*store.get(at), store.window(WorldRect::new(x, y, 16, 16))?);
    }
    // Any window is a map, to draw or to walk on.
    let map = store.map(WorldRect::new(-20, -10, 40, 20))?;
    assert_eq!(map.size(), Size::new(40, 20));
    assert!(map.corners.is_some());
    Ok(())
}
