//! What the chain promises: checks before work, streams of their own, sound maps after each stage.

use std::sync::atomic::{AtomicU32, Ordering};

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderChain, BuilderMap, Door, Facts, Grid, InitialMapBuilder,
};
use mapwright_core::{MetaMapBuilder, Plane, Planes, Point, Sides, Size, Spawn, Tile, Wrap};

#[derive(Debug)]
struct Field;

impl Builder for Field {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("field")
    }
}

impl InitialMapBuilder for Field {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        cx.new_map(size, Tile::FLOOR)
    }
}

/// A meta that does what the test says.
struct Meta<F> {
    name: &'static str,
    planes: [Planes; 3],
    apply: F,
}

impl<F> std::fmt::Debug for Meta<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl<F> Builder for Meta<F>
where
    F: Fn(&mut BuilderMap, &mut BuildCx<'_>) -> Result<(), BuildError> + Send + Sync,
{
    fn facts(&self, _: Size) -> Facts {
        Facts::new(self.name)
            .needs(self.planes[0])
            .gives(self.planes[1])
            .keeps(Planes::DERIVED)
            .also_drops(self.planes[2])
    }
}

impl<F> MetaMapBuilder for Meta<F>
where
    F: Fn(&mut BuilderMap, &mut BuildCx<'_>) -> Result<(), BuildError> + Send + Sync,
{
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        (self.apply)(map, cx)
    }
}

fn meta<F>(name: &'static str, planes: [Planes; 3], apply: F) -> Meta<F>
where
    F: Fn(&mut BuilderMap, &mut BuildCx<'_>) -> Result<(), BuildError> + Send + Sync,
{
    Meta { name, planes, apply }
}

const NONE: [Planes; 3] = [Planes::NONE; 3];

fn field() -> BuilderChain {
    BuilderChain::start_with(Size::new(6, 4), Field)
}

/// A stage that writes its random numbers into the regions.
fn scribble(name: &'static str) -> impl MetaMapBuilder {
    meta(name, [Planes::NONE, Planes::of(&[Plane::Regions]), Planes::NONE], |map, cx| {
        map.regions = Some(Grid::from_fn(map.size(), |_| cx.rng.below(1000) as u16));
        Ok(())
    })
}

fn quiet(name: &'static str) -> impl MetaMapBuilder {
    meta(name, NONE, |_, cx| {
        cx.rng.bits();
        Ok(())
    })
}

#[test]
fn other_stages_never_change_a_stages_numbers() {
    let regions = |chain: BuilderChain| chain.build(9).unwrap().regions;
    let alone = regions(field().with(scribble("scribble")));
    assert_eq!(regions(field().with(quiet("other")).with(scribble("scribble")).with(quiet("more"))), alone);
    assert_ne!(regions(field().with(scribble("scribble")).with(scribble("scribble"))), alone);
    assert_ne!(regions(field().with(scribble("scrabble"))), alone);
    assert_ne!(field().with(scribble("scribble")).build(10).unwrap().regions, alone);
}

#[test]
fn many_seeds_are_built_in_order_and_alike() {
    let picky = meta("picky", NONE, |_, cx| {
        if cx.seed % 7 > 0 { Ok(()) } else { Err(BuildError::contradiction(None, "a multiple of seven")) }
    });
    let chain = field().with(scribble("scribble")).with(picky);
    for seeds in [3..300, 0..64, 5..70, 5..5, u64::MAX - 70..u64::MAX] {
        let many: Vec<_> = chain.each(seeds.clone(), |seed, map| (seed, map)).collect();
        let one_by_one: Vec<_> = seeds.map(|seed| (seed, chain.build(seed))).collect();
        assert_eq!(many, one_by_one);
    }
}

#[test]
fn missing_planes_are_found_before_any_work() {
    static WORK: AtomicU32 = AtomicU32::new(0);
    let sides = Planes::of(&[Plane::Sides]);
    let maker = || {
        meta("maker", [Planes::NONE, sides, Planes::NONE], |map, _| {
            WORK.fetch_add(1, Ordering::Relaxed);
            map.sides = Some(Grid::new(map.size(), Sides::OPEN));
            Ok(())
        })
    };
    let user = || meta("user", [sides, Planes::NONE, Planes::NONE], |_, _| Ok(()));
    let eraser = || {
        meta("eraser", [Planes::NONE, Planes::NONE, sides], |map, _| {
            map.sides = None;
            Ok(())
        })
    };
    assert_eq!(field().with(maker()).with(user()).check(), Ok(()));
    let message = |chain: BuilderChain| chain.build(0).unwrap_err().to_string();
    assert_eq!(message(field().with(user())), "metas[0] user: needs `sides`, which no earlier stage provides");
    assert_eq!(
        message(field().with(maker()).with(eraser()).with(user())),
        "metas[2] user: needs `sides`, which no earlier stage provides"
    );
    assert_eq!(WORK.load(Ordering::Relaxed), 0);
    assert!(field().with(maker()).with(user()).build(0).is_ok());
    assert_eq!(WORK.load(Ordering::Relaxed), 1);
}

#[test]
fn a_broken_map_is_the_fault_of_the_stage_that_left_it() {
    let message = |planes: [Planes; 3], spoil: fn(&mut BuilderMap)| {
        let chain = field().with(quiet("fine")).with(meta("spoiler", planes, move |map, _| {
            spoil(map);
            Ok(())
        }));
        let error = chain.build(0).unwrap_err();
        assert!(!error.is_retryable());
        error.to_string()
    };
    let promise = [Planes::NONE, Planes::of(&[Plane::Exit]), Planes::NONE];
    assert_eq!(
        message(promise, |_| ()),
        "metas[1] spoiler: the stage left a broken map: `exit` was promised and is missing"
    );
    assert_eq!(
        message(NONE, |map| map.exit = Some(Point::new(6, 0))),
        "metas[1] spoiler: the stage left a broken map: `exit` is at (6, 0), which is not an open cell"
    );
    assert_eq!(
        message(NONE, |map| map.spawns.push(Spawn::new(Point::new(0, 9), "Bat"))),
        "metas[1] spoiler: the stage left a broken map: `Bat` is at (0, 9), which is not an open cell"
    );
    assert_eq!(
        message(NONE, |map| map.corners = Some(Grid::new(Size::new(1, 1), Sides::CLOSED))),
        "metas[1] spoiler: the stage left a broken map: `corners` has 1x1 cells, `tiles` has 6x4"
    );
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    let message = |w, h| BuilderChain::start_with(Size::new(w, h), Field).check().unwrap_err().to_string();
    assert_eq!(message(0, 5), "initial field: a map of 0x5 is too small: at least 1x1 is needed");
    assert_eq!(message(5, 0), "initial field: a map of 5x0 is too small: at least 1x1 is needed");
    let too_large = "initial field: a map of 65535x65535 would take up to 206152138800 bytes; \
                     expected at most 4294967296 bytes and 65535 cells a side";
    assert_eq!(message(65535, 65535), too_large);
    let tight = BuilderChain::start_with(Size::new(10, 10), Field).memory_limit(4799);
    assert!(matches!(tight.check().unwrap_err().kind, BuildErrorKind::TooLarge { bytes: 4800, limit: 4799, .. }));
    assert!(BuilderChain::start_with(Size::new(10, 10), Field).memory_limit(4800).build(0).is_ok());
}

#[test]
fn the_first_seed_that_succeeds_is_taken() {
    let picky = |least: u64| {
        field().with(meta("picky", NONE, move |_, cx| {
            if cx.seed >= least { Ok(()) } else { Err(BuildError::contradiction(None, "too small a seed")) }
        }))
    };
    assert_eq!(picky(12).build_first_ok(5, 100).unwrap().0, 12);
    assert_eq!(picky(12).build_first_ok(5, 7).unwrap_err().to_string(), "metas[0] picky: too small a seed");
    assert_eq!(
        picky(0).build_first_ok(5, 0).unwrap_err().to_string(),
        "gave up on a seed that builds after 0 tries (budget 0)"
    );
    assert_eq!(picky(1).build_first_ok(u64::MAX, 2).unwrap().0, u64::MAX);
    let hopeless = field().with(meta("hopeless", NONE, |_, _| Err(BuildError::parameter("p", 2, "0 to 1"))));
    assert_eq!(
        hopeless.build_first_ok(0, u64::MAX).unwrap_err().to_string(),
        "metas[0] hopeless: parameter `p` is 2; expected 0 to 1"
    );
}

#[test]
fn the_wrap_of_the_chain_is_the_wrap_of_the_map() {
    for wrap in Wrap::ALL {
        assert_eq!(field().wrap(wrap).build(0).unwrap().wrap, wrap);
    }
}

#[test]
fn every_door_tile_has_a_door_after_each_stage() {
    let door = |x| {
        meta("door", NONE, move |map, _| {
            map.tiles[Point::new(x, 0)] = Tile::DOOR;
            map.tiles[Point::new(x, 1)] = Tile::WALL;
            Ok(())
        })
    };
    let lock = meta("lock", NONE, |map, _| {
        assert_eq!(map.doors, Some(vec![Door::new([Point::new(2, 0)])]));
        map.doors = Some(vec![Door::locked([Point::new(2, 0)], 1)]);
        Ok(())
    });
    let map = field().with(door(2)).with(lock).with(door(4)).build(0).unwrap();
    assert_eq!(map.doors, Some(vec![Door::locked([Point::new(2, 0)], 1), Door::new([Point::new(4, 0)])]));
    assert_eq!(field().build(0).unwrap().doors, None);
}

#[test]
fn the_context_of_a_build_prints_what_it_draws_from() {
    let printed = format!("{:?}", BuildCx::new(7, "arena", 2));
    assert!(printed.starts_with("BuildCx { seed: ") && printed.contains("wrap: None"), "{printed}");
    assert_ne!(printed, format!("{:?}", BuildCx::new(8, "arena", 2)));
}
