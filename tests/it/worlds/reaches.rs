//! Declared reaches: a window built alone equals its part of a larger one, and a smaller reach would be too small.

use super::*;

/// The last stage of a chain, run on one window of what the stages before have made.
fn last_stage(make: &dyn Fn() -> BuilderChain, seed: u64, rect: WorldRect) -> BuilderMap {
    let chain = make();
    let last = chain.stages().count() - 1;
    let (place, size) = ((rect.x, rect.y), rect.size().unwrap());
    if last == 0 {
        return chain.start_window(seed, place, size).unwrap();
    }
    // The world of the chain without its last stage, by a twin of the chain that stops before.
    let mut map = before_last(make, seed, rect);
    chain.continue_window(last, seed, (place, chain.size()), &mut map).unwrap();
    map
}

/// Makes the stages before the last in one large window, by the reach that is tested for each of them alone.
fn before_last(make: &dyn Fn() -> BuilderChain, seed: u64, rect: WorldRect) -> BuilderMap {
    let chain = make();
    let last = chain.stages().count() - 1;
    let more = 96;
    let large = WorldRect::new(rect.x - more, rect.y - more, rect.w + 192, rect.h + 192);
    let place = (large.x, large.y);
    let mut map = chain.start_window(seed, place, large.size().unwrap()).unwrap();
    for stage in 1..last {
        chain.continue_window(stage, seed, (place, chain.size()), &mut map).unwrap();
    }
    part(&map, (more as u16, more as u16), rect.size().unwrap())
}

/// Whether two windows that overlap agree where both are at least `crop` cells inside.
fn windows_agree(make: &dyn Fn() -> BuilderChain, seed: u64, (dx, dy): (i64, i64), side: u32, crop: u32) -> bool {
    let scale: u16 = make().builders().last().map_or(1, |last| last.facts(Size::new(1, 1)).scale);
    let (a, b) = (WorldRect::new(-31, 12, side, side), WorldRect::new(-31 + dx, 12 + dy, side, side));
    let [first, second] = [a, b].map(|rect| last_stage(make, seed, rect));
    let inner = |rect: WorldRect| {
        let (scale, crop) = (i64::from(scale), i64::from(crop));
        let side = i64::from(side);
        [
            (rect.x + crop) * scale,
            (rect.y + crop) * scale,
            (rect.x + side - crop) * scale,
            (rect.y + side - crop) * scale,
        ]
    };
    let (ia, ib) = (inner(a), inner(b));
    let (left, top) = (ia[0].max(ib[0]), ia[1].max(ib[1]));
    let size = Size::try_from((ia[2].min(ib[2]) - left, ia[3].min(ib[3]) - top)).unwrap();
    let shown = |map: &BuilderMap, rect: WorldRect| {
        let scale = i64::from(scale);
        part(map, ((left - rect.x * scale) as u16, (top - rect.y * scale) as u16), size)
    };
    shown(&first, a) == shown(&second, b)
}

/// The shift property, and that one cell less is too little.
#[test]
fn a_declared_reach_is_true_and_tight() {
    let block = Size::new(40, 40);
    for i in 0..chains_of_cells(block).len() {
        let make = || chains_of_cells(block).swap_remove(i);
        let Some(Reach::Cells(reach)) = make().builders().last().map(|last| last.facts(block).reach) else {
            panic!("{}", names(&make()))
        };
        let side = 2 * u32::from(reach) + 24;
        let shifts = [(1, 0), (0, 1), (-1, -1), (3, -7), (10, 2)];
        let agree =
            |seed: u64, crop: u16| shifts.iter().all(|&shift| windows_agree(&make, seed, shift, side, crop.into()));
        assert!((0..12).all(|seed| agree(seed, reach)), "{} with {reach}", names(&make()));
        // What scatters, and small patches, rarely use all they may.
        let is_rare = ["scatter", "paint"].contains(&make().stages().last().unwrap().name);
        let less = if is_rare { reach / 2 } else { reach - 1 };
        assert!((0..400).any(|seed| !agree(seed, less)), "{} with {less}", names(&make()));
    }
    for i in 0..chains_of_single_cells(block).len() {
        let make = || chains_of_single_cells(block).swap_remove(i);
        assert_eq!(
            make().builders().last().map(|last| last.facts(block).reach),
            Some(Reach::Cells(0)),
            "{}",
            names(&make())
        );
        assert!((0..8).all(|seed| windows_agree(&make, seed, (3, -7), 40, 0)), "{}", names(&make()));
    }
}

/// No builder that declares a reach in cells is left out above.
#[test]
fn every_builder_with_a_reach_in_cells_is_tested() {
    let block = Size::new(40, 40);
    let tested: BTreeSet<&str> = chains_of_cells(block)
        .iter()
        .chain(&chains_of_single_cells(block))
        .map(|chain| chain.stages().last().unwrap().name)
        .collect();
    for info in builders() {
        let stage = StageRecipe::new(info.name);
        let reach = match (stage.initial(), stage.meta()) {
            (Ok(initial), _) => initial.facts(block).reach,
            (_, Ok(meta)) => meta.facts(block).reach,
            _ => continue,
        };
        assert!(!matches!(reach, Reach::Cells(_)) || tested.contains(info.name), "{}: {reach:?}", info.name);
    }
}

/// Roads look at rooms, of which a window shows those that lie in it as a whole.
#[test]
fn the_reach_of_roads_is_true_and_a_fourth_of_it_is_not() {
    let block = Size::new(12, 9);
    let rooms = RandomRooms { min_side: 3, max_side: 6, max_rooms: Some(1), corridors: None, ..RandomRooms::default() };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: Some(0), ..Corridors::default() };
    let both = BuilderChain::start_with(block, rooms.clone()).with(roads);
    let Some(Reach::Cells(reach)) = both.builders().last().map(|last| last.facts(block).reach) else { panic!() };
    let dug = |rooms: &ChainWorld, rect: WorldRect| {
        let mut map = rooms.window(rect).unwrap();
        both.continue_window(1, rooms.seed(), ((rect.x, rect.y), block), &mut map).unwrap();
        map
    };
    let agree = |seed: u64, (dx, dy): (u16, u16), crop: u16| {
        let rooms = ChainWorld::new(BuilderChain::start_with(block, rooms.clone()), seed).unwrap();
        let side = 2 * reach + 40;
        let [a, b] = [(-31, 12), (i64::from(dx) - 31, i64::from(dy) + 12)]
            .map(|(x, y)| dug(&rooms, WorldRect::new(x, y, side.into(), side.into())));
        let shown = Size::new(side - 2 * crop - dx, side - 2 * crop - dy);
        part(&a, (crop + dx, crop + dy), shown) == part(&b, (crop, crop), shown)
    };
    assert!((0..12).all(|seed| agree(seed, (3, 7), reach) && agree(seed, (10, 1), reach)));
    assert!((0..12).any(|seed| !agree(seed, (10, 1), reach / 4)));
}
