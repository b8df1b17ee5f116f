//! Many seeds on many threads: in order, each once, and no more maps at a time than threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use mapwright::core::{BuildCx, Builder, Facts, InitialMapBuilder, bands};
use mapwright::prelude::*;

const SIZE: Size = Size::new(600, 600);

/// The maps that are being built or looked at, and the most of them at a time.
static ALIVE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
static BUILT: AtomicUsize = AtomicUsize::new(0);

/// A map whose rows are work for all threads: one that waits for rows must not begin another map. Every fifth seed fails.
#[derive(Debug)]
struct Wide;

impl Builder for Wide {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("wide")
    }
}

impl InitialMapBuilder for Wide {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        BUILT.fetch_add(1, Ordering::SeqCst);
        MOST.fetch_max(1 + ALIVE.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        for _ in 0..4 {
            bands(map.tiles.as_mut_slice(), size.w.into(), |first, rows| rows.fill(Tile((first % 100) as u8)));
        }
        if cx.seed.is_multiple_of(5) { Err(BuildError::contradiction(None, "a multiple of five")) } else { Ok(map) }
    }
}

#[test]
fn there_are_no_more_maps_at_a_time_than_threads() {
    let chain = BuilderChain::start_with(SIZE, Wide);
    for threads in [1, 2, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        BUILT.store(0, Ordering::SeqCst);
        MOST.store(0, Ordering::SeqCst);
        let looked = AtomicUsize::new(0);
        let step = |seed, map: Result<BuilderMap, BuildError>| {
            looked.fetch_add(1, Ordering::SeqCst);
            let is_built = map.is_ok();
            drop(map);
            ALIVE.fetch_sub(1, Ordering::SeqCst);
            (seed, is_built)
        };
        let made: Vec<(u64, bool)> = pool.install(|| chain.each(3..200, step).collect());
        assert!(made.into_iter().eq((3..200).map(|seed| (seed, seed % 5 > 0))));
        let counts = [&looked, &BUILT, &ALIVE].map(|count| count.load(Ordering::SeqCst));
        assert_eq!(counts, [197, 197, 0]);
        let most = MOST.load(Ordering::SeqCst);
        assert!((1..=threads).contains(&most), "{most} maps on {threads} threads");
    }
    assert_eq!(chain.each(5..5, |seed, _| seed).next(), None);
}
