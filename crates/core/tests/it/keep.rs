//! Kept cells: whatever a stage does, the law holds after it.

use mapwright_core::*;

/// Writes random tiles, sides, corners and marks over the whole map, and forgets what is kept.
#[derive(Debug)]
struct Chaos;

impl Builder for Chaos {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("chaos")
    }
}

fn tile(rng: &mut MapRng) -> Tile {
    [Tile::FLOOR, Tile::WALL, Tile::GRASS, Tile::TREE, Tile::DOOR][rng.below(5) as usize]
}

impl MetaMapBuilder for Chaos {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let kept = map.kept.take();
        map.spawns.clear();
        (map.start, map.exit) = (None, None);
        for cell in 0..map.size().area() {
            map.tiles[cell] = tile(&mut cx.rng);
            for plane in [&mut map.sides, &mut map.corners].into_iter().flatten() {
                plane[cell] = Sides(cx.rng.below(256) as u8);
            }
        }
        // Marks stand on open cells, and some of them on kept ones. Those in rock that is put back are an error.
        let stays_open = |at: Point| map.is_open(at) && kept.as_ref().is_none_or(|kept| kept[at] != Keep::Shape);
        for at in map.size().points().filter(|&at| stays_open(at)).collect::<Vec<_>>() {
            if cx.rng.chance(0.2) {
                map.spawns.push(Spawn::new(at, "Rat"));
            }
        }
        Ok(())
    }
}

/// A map of random cells and planes, some of them kept.
#[derive(Debug)]
struct Drawn;

impl Builder for Drawn {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("drawn").effect(Effect::Keeps)
    }
}

impl InitialMapBuilder for Drawn {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let is_free = |at: Point| map.keep_at(at) == Keep::Free;
        let free: Vec<Point> = size.points().filter(|&at| is_free(at)).collect();
        map.tiles = Grid::from_fn(size, |_| tile(&mut cx.rng));
        let mut plane = || cx.rng.chance(0.5).then(|| Grid::from_fn(size, |_| Sides(cx.rng.below(256) as u8)));
        (map.sides, map.corners) = (plane(), plane());
        map.kept = Some(Grid::from_fn(size, |_| Keep::ALL[cx.rng.below(3) as usize]));
        let open: Vec<Point> = free.into_iter().filter(|&at| map.is_open(at)).collect();
        map.spawns = open.iter().filter(|_| cx.rng.chance(0.3)).map(|&at| Spawn::new(at, "Goblin")).collect();
        (map.start, map.exit) = (cx.rng.pick(&open).copied(), cx.rng.pick(&open).copied());
        map.list_doors();
        Ok(map)
    }
}

/// What the law says, cell by cell.
#[track_caller]
fn check_law(name: &str, before: &BuilderMap, after: &BuilderMap) {
    assert_eq!(after.kept, before.kept, "{name}");
    let fixed = |at: Point| before.keep_at(at) == Keep::Tile;
    for at in before.size().points() {
        let (old, new) = (before.tiles[at], after.tiles[at]);
        match before.keep_at(at) {
            Keep::Free => {}
            Keep::Shape => assert_eq!(old.is_solid(), new.is_solid(), "{name}: {at}"),
            Keep::Tile => {
                assert_eq!(old, new, "{name}: {at}");
                assert_eq!(
                    before.corners.as_ref().map(|it| it[at]),
                    after.corners.as_ref().map(|it| it[at]),
                    "{name}: {at}"
                );
                let Some((old, new)) = before.sides.as_ref().zip(after.sides.as_ref()) else { continue };
                assert_eq!(old[at], new[at], "{name}: {at}");
                for dir in Dir::ALL {
                    let (dx, dy) = dir.delta();
                    let next = before.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, before.size());
                    let Some(next) = next.filter(|&next| next != at) else { continue };
                    assert_eq!(
                        old[next].color(dir.opposite()),
                        new[next].color(dir.opposite()),
                        "{name}: {at} {dir:?}"
                    );
                }
            }
        }
    }
    let marks = |map: &BuilderMap| {
        let mut marks: Vec<Spawn> = map.spawns.iter().filter(|spawn| fixed(spawn.at)).cloned().collect();
        marks.sort_by_key(|spawn| spawn.at);
        marks
    };
    assert_eq!(marks(before), marks(after), "{name}");
    for (old, new) in [(before.start, after.start), (before.exit, after.exit)] {
        assert!(old.is_none_or(|old| !fixed(old)) || new.is_some(), "{name}");
    }
}

fn sizes() -> impl Iterator<Item = (Size, Wrap, u64)> {
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (5, 8), (13, 9)].map(|(w, h)| Size::new(w, h));
    sizes
        .into_iter()
        .flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap)))
        .flat_map(|(size, wrap)| (0..12).map(move |seed| (size, wrap, seed)))
}

#[test]
fn whatever_a_stage_writes_kept_cells_stay() {
    let mut kept = 0;
    for (size, wrap, seed) in sizes() {
        let chain = BuilderChain::start_with(size, Drawn).wrap(wrap);
        let Ok(before) = chain.build(seed) else { continue };
        kept += usize::from(before.kept.as_ref().is_some_and(|kept| kept.as_slice().contains(&Keep::Tile)));
        let after = chain.with(Chaos).with(Chaos).build(seed);
        match after {
            Ok(after) => check_law(&format!("{size} {wrap} {seed}"), &before, &after),
            Err(error) => panic!("{size} {wrap} {seed}: {error}"),
        }
    }
    assert!(kept > 100, "{kept}");
}

#[test]
fn a_map_that_is_kept_is_there_before_the_first_stage() {
    for (size, wrap, seed) in sizes() {
        let Ok(before) = BuilderChain::start_with(size, Drawn).wrap(wrap).build(seed) else { continue };
        let after = BuilderChain::start_with(size, Drawn).wrap(wrap).keep(before.clone()).build(seed + 100);
        // The stage has planes of its own.
        let after = after.unwrap_or_else(|error| panic!("{size} {wrap} {seed}: {error}"));
        for at in size.points().filter(|&at| before.keep_at(at) == Keep::Tile) {
            assert_eq!(before.tiles[at], after.tiles[at]);
        }
        assert_eq!(before.kept, after.kept);
    }
    let chain = |base: BuilderMap| {
        BuilderChain::start_with(Size::new(3, 2), Drawn).keep(base).check().map_err(|error| error.to_string())
    };
    let map = |w, wrap| BuilderMap::filled(Size::new(w, 2), wrap, Tile::FLOOR);
    let large = "parameter `keep` is 4x2; expected at most 3x2, the size of the map".to_owned();
    assert_eq!(chain(map(4, Wrap::None)), Err(large));
    assert!(chain(map(3, Wrap::None)).is_err_and(|error| error.contains("kept")));
}

/// Floors keep the rows between them without any plane.
#[test]
fn rows_between_floors_stay_solid() {
    let floor = BuilderMap::filled(Size::new(6, 3), Wrap::None, Tile::FLOOR);
    let map = BuilderMap::stack([floor.clone(), floor.clone(), floor]).unwrap();

    #[derive(Debug)]
    struct Stack(BuilderMap);
    impl Builder for Stack {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("stack").gives(Plane::Floors)
        }
    }
    impl InitialMapBuilder for Stack {
        fn build(&self, _: Size, _: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
            Ok(self.0.clone())
        }
    }
    #[derive(Debug)]
    struct Dig;
    impl Builder for Dig {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("dig")
        }
    }
    impl MetaMapBuilder for Dig {
        fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
            map.tiles.as_mut_slice().fill(Tile::GRASS);
            Ok(())
        }
    }
    let dug = BuilderChain::start_with(map.size(), Stack(map.clone())).with(Dig).build(1).unwrap();
    assert_eq!(dug.kept, None);
    for at in map.size().points() {
        assert_eq!(dug.tiles[at], if map.floor_of(at).is_some() { Tile::GRASS } else { Tile::WALL }, "{at}");
    }
    assert!(!map.may_put((2, 3), Tile::FLOOR) && map.may_put((2, 3), Tile::TREE) && map.may_put((2, 2), Tile::WALL));
}

#[test]
fn what_cannot_keep_says_so() {
    #[derive(Debug)]
    struct Proud;
    impl Builder for Proud {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("proud").refuses_kept("every cell counts")
        }
    }
    impl MetaMapBuilder for Proud {
        fn apply(&self, _: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
            Ok(())
        }
    }
    #[derive(Debug)]
    struct Double;
    impl Builder for Double {
        fn facts(&self, size: Size) -> Facts {
            Facts::new("double").size(Size::new(size.w * 2, size.h))
        }
    }
    impl MetaMapBuilder for Double {
        fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
            *map = BuilderMap::filled(Size::new(map.width() * 2, map.height()), map.wrap, Tile::FLOOR);
            Ok(())
        }
    }
    let size = Size::new(3, 2);
    let warnings = |chain: &BuilderChain| -> Vec<String> {
        chain.warnings().into_iter().map(|(stage, text)| format!("{stage}: {text}")).collect()
    };
    let mut base = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    base.kept = Some(Grid::new(size, Keep::Tile));
    let chain = || BuilderChain::start_with(size, Drawn);
    assert!(chain().with(Proud).build(1).is_ok());
    let error = chain().keep(base.clone()).with(Proud).check().unwrap_err().to_string();
    assert_eq!(error, "metas[0] proud: it cannot leave kept cells as they are: every cell counts");
    #[derive(Debug)]
    struct Join;
    impl Builder for Join {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("join").spares_kept().joins()
        }
    }
    impl MetaMapBuilder for Join {
        fn apply(&self, _: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
            Ok(())
        }
    }
    assert_eq!(warnings(&chain().with(Chaos)), [""; 0]);
    let parts = "metas[0] chaos: kept cells that it changes are put back, which may part the map; add `join-components` after it";
    assert_eq!(warnings(&chain().keep(base.clone()).with(Chaos)), [parts]);
    assert_eq!(warnings(&chain().keep(base.clone()).with(Chaos).with(Join)), [""; 0]);
    let error = chain().keep(base).with(Double).build(1).unwrap_err().to_string();
    assert!(error.starts_with("metas[0] double: the stage makes a map of 6x2 from one of 3x2"), "{error}");
}
