//! Drunkards and particles: what must be true of every map they make or dig into.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderChain, BuilderMap, Flow, Grid, History, Room,
};
use mapwright_core::{MapRng, MetaMapBuilder, Plane, Planes, Point, Portal, Rect, Sides, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{Dla, DlaRule, DrunkardsWalk, FromMap, Symmetry, WalkBegin};
use mapwright_graph::Components;

const WALKS: [fn() -> DrunkardsWalk; 5] = [
    DrunkardsWalk::open_area,
    DrunkardsWalk::open_halls,
    DrunkardsWalk::winding_passages,
    DrunkardsWalk::fat_passages,
    DrunkardsWalk::fearful_symmetry,
];
const DLAS: [fn() -> Dla; 5] =
    [Dla::walk_inwards, Dla::walk_outwards, Dla::central_attractor, Dla::insectoid, Dla::heavy_erosion];
const SYMMETRIES: [Symmetry; 4] = [Symmetry::None, Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Both];
const BEGINS: [WalkBegin; 3] = [WalkBegin::Center, WalkBegin::Random, WalkBegin::Spread];
const RULES: [DlaRule; 3] = [DlaRule::WalkInwards, DlaRule::WalkOutwards, DlaRule::CentralAttractor];

/// Either builder, with what both have.
#[derive(Clone, Debug)]
enum Digger {
    Walk(DrunkardsWalk),
    Dla(Dla),
}

impl Digger {
    fn presets() -> impl Iterator<Item = Digger> {
        WALKS.map(|walk| Digger::Walk(walk())).into_iter().chain(DLAS.map(|dla| Digger::Dla(dla())))
    }

    /// Random parameters.
    fn random(rng: &mut MapRng) -> Digger {
        let (share, brush) = (f64::from(1 + rng.below(60)) / 100.0, 1 + rng.below(rng.clone().below(6) + 1) as u8);
        let &symmetry = rng.pick(&SYMMETRIES).unwrap();
        if rng.chance(0.5) {
            let lifetime = rng.chance(0.7).then(|| 20 + rng.below(200));
            let &begin = rng.pick(&BEGINS).unwrap();
            Digger::Walk(DrunkardsWalk { begin, lifetime, share, brush, symmetry })
        } else {
            Digger::Dla(Dla { rule: *rng.pick(&RULES).unwrap(), share, brush, symmetry })
        }
    }

    fn build(&self, size: Size, wrap: Wrap, seed: u64) -> Result<BuilderMap, BuildError> {
        self.chain(size, wrap).build(seed)
    }

    fn chain(&self, size: Size, wrap: Wrap) -> BuilderChain {
        match self.clone() {
            Digger::Walk(walk) => BuilderChain::start_with(size, walk),
            Digger::Dla(dla) => BuilderChain::start_with(size, dla),
        }
        .wrap(wrap)
    }

    fn dig(&self, map: &mut BuilderMap, seed: u64) -> Result<(), BuildError> {
        let meta: &dyn MetaMapBuilder = match self {
            Digger::Walk(walk) => walk,
            Digger::Dla(dla) => dla,
        };
        meta.apply(map, &mut BuildCx::new(seed, meta.name(), 0))?;
        assert_eq!(map.validate(), Ok(()));
        Ok(())
    }

    fn paint(&self) -> (f64, u8, Symmetry) {
        match self {
            Digger::Walk(walk) => (walk.share, walk.brush, walk.symmetry),
            Digger::Dla(dla) => (dla.share, dla.brush, dla.symmetry),
        }
    }

    /// The fewest and the most cells that may be open.
    fn share(&self, size: Size) -> (usize, usize) {
        let (share, brush, symmetry) = self.paint();
        let least = (size.area() as usize * (share * 100.0).round() as usize).div_ceil(100);
        let images = match symmetry {
            Symmetry::None => 1,
            Symmetry::Both => 4,
            _ => 2,
        };
        (least, least - 1 + images * usize::from(brush) * usize::from(brush))
    }
}

fn open(map: &BuilderMap) -> usize {
    map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count()
}

fn is_border(p: Point, size: Size, wrap: Wrap) -> bool {
    !wrap.x() && (p.x == 0 || p.x == size.w - 1) || !wrap.y() && (p.y == 0 || p.y == size.h - 1)
}

fn parts(map: &BuilderMap) -> usize {
    Components::from_map(map, &map.passages()).sizes.len()
}

/// What holds for every map that walks and particles make.
#[track_caller]
fn check(digger: &Digger, size: Size, wrap: Wrap, map: &BuilderMap) {
    let context = || format!("{digger:?} {size} {wrap}");
    let (least, most) = digger.share(size);
    assert!((least..=most).contains(&open(map)), "{} of {least} to {most}: {}", open(map), context());
    assert_eq!(parts(map), 1, "{}", context());
    let border_is_wall = size.points().all(|p| !is_border(p, size, wrap) || map.tiles[p] == Tile::WALL);
    assert!(border_is_wall, "{}", context());
    let symmetry = digger.paint().2;
    for p in size.points() {
        let (x, y) = (size.w - 1 - p.x, size.h - 1 - p.y);
        let same = |x, y| map.tiles[Point::new(x, y)] == map.tiles[p];
        let left_right = matches!(symmetry, Symmetry::Horizontal | Symmetry::Both);
        let top_bottom = matches!(symmetry, Symmetry::Vertical | Symmetry::Both);
        assert!(!left_right || same(x, p.y), "{}", context());
        assert!(!top_bottom || same(p.x, y), "{}", context());
    }
    assert!(map.tiles.as_slice().iter().all(|&tile| tile == Tile::WALL || tile == Tile::FLOOR));
    assert_eq!(map.planes(), Planes::NONE);
}

#[test]
fn every_preset_makes_one_whole_of_the_share_asked_for() {
    for (seed, (w, h)) in (0..).zip([(80, 50), (31, 44), (50, 31), (33, 33), (64, 20)]) {
        for (digger, wrap) in Digger::presets().flat_map(|digger| Wrap::ALL.map(|wrap| (digger.clone(), wrap))) {
            let size = Size::new(w, h);
            check(&digger, size, wrap, &digger.build(size, wrap, seed).unwrap());
        }
    }
}

/// Whether the error says that no seed can help.
fn is_hopeless(error: &BuildError) -> bool {
    matches!(error.kind, BuildErrorKind::TooSmall { .. } | BuildErrorKind::Impossible { .. })
}

#[test]
fn random_parameters_make_one_whole_of_the_share_asked_for() {
    let mut rng = MapRng::new(1);
    let mut built = 0;
    for seed in 0..1500 {
        let digger = Digger::random(&mut rng);
        let size = Size::new(1 + rng.below(30) as u16, 1 + rng.below(30) as u16);
        let &wrap = rng.pick(&Wrap::ALL).unwrap();
        match digger.build(size, wrap, seed) {
            Ok(map) => check(&digger, size, wrap, &map),
            Err(error) => assert!(error.is_retryable() || is_hopeless(&error), "{digger:?} {size}: {error}"),
        }
        built += usize::from(digger.build(size, wrap, seed).is_ok());
    }
    assert!(built > 900, "{built}");
}

#[test]
fn tiny_maps_are_made_or_refused_at_once() {
    for (w, h) in (1..=12).flat_map(|w| (1..=12).map(move |h| (w, h))) {
        let size = Size::new(w, h);
        for (digger, wrap) in Digger::presets().flat_map(|digger| Wrap::ALL.map(|wrap| (digger.clone(), wrap))) {
            let (wanted, _) = digger.share(size);
            let inside = size.points().filter(|&p| !is_border(p, size, wrap)).count();
            match digger.build(size, wrap, 5) {
                Ok(map) => check(&digger, size, wrap, &map),
                // Nothing but too little room is in the way.
                Err(error) => assert!(wanted > inside, "{digger:?} {size} {wrap}: {error}"),
            }
        }
    }
}

#[test]
fn errors_say_what_is_missing() {
    let message = |digger: Digger, (w, h), wrap| {
        let error = digger.build(Size::new(w, h), wrap, 1).map(|map| open(&map)).unwrap_err();
        error.to_string()
    };
    let walk = || Digger::Walk(DrunkardsWalk::open_area());
    assert_eq!(
        message(walk(), (2, 9), Wrap::None),
        "initial drunkards-walk: a map of 2x9 is too small: at least 3x3 is needed"
    );
    assert_eq!(
        message(walk(), (2, 9), Wrap::Y),
        "initial drunkards-walk: a map of 2x9 is too small: at least 3x1 is needed"
    );
    assert_eq!(
        message(walk(), (5, 5), Wrap::None),
        "initial drunkards-walk: a share of 0.5 of 5x5 is 13 cells, and its border leaves 9 to be open"
    );
    let walk =
        |brush, share, lifetime| Digger::Walk(DrunkardsWalk { brush, share, lifetime, ..DrunkardsWalk::open_area() });
    let error = Digger::Walk(DrunkardsWalk::open_area()).build(Size::new(5, 5), Wrap::None, 1).unwrap_err();
    assert!(!error.is_retryable(), "no seed gives it more room");
    let wrong = |digger| message(digger, (9, 9), Wrap::None);
    assert_eq!(wrong(walk(0, 0.09, None)), "initial drunkards-walk: parameter `brush` is 0; expected 1 to 16");
    assert_eq!(wrong(walk(17, 0.09, None)), "initial drunkards-walk: parameter `brush` is 17; expected 1 to 16");
    assert_eq!(wrong(walk(1, 0.0, None)), "initial drunkards-walk: parameter `share` is 0; expected 0.01 to 1");
    assert_eq!(wrong(walk(1, 0.09, Some(0))), "initial drunkards-walk: parameter `lifetime` is 0; expected 1 or more");
    let dla = Digger::Dla(Dla { share: 1.01, ..Dla::default() });
    assert_eq!(wrong(dla), "initial dla: parameter `share` is 1.01; expected 0.01 to 1");
}

/// A map with scattered floor, or with little of it.
fn scattered(size: Size, wrap: Wrap, share: f64, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::TREE);
    map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
        if rng.chance(share) {
            *tile = Tile::GRASS;
        }
    });
    map
}

#[test]
fn as_metas_they_dig_on_from_what_is_open() {
    let mut rng = MapRng::new(2);
    let mut dug = 0;
    for seed in 0..600 {
        let digger = Digger::random(&mut rng);
        let size = Size::new(3 + rng.below(30) as u16, 3 + rng.below(30) as u16);
        let &wrap = rng.pick(&Wrap::ALL).unwrap();
        let before = scattered(size, wrap, 0.05, &mut rng);
        let mut map = before.clone();
        if digger.dig(&mut map, seed).is_err() {
            continue;
        }
        let (least, most) = digger.share(size);
        assert!((least..=most.max(open(&before))).contains(&open(&map)));
        let inside = |p: &Point| !is_border(*p, size, wrap);
        let is_new = |p: &Point| map.is_open(*p) && !before.is_open(*p);
        // What was open is as it was, what is dug is floor, and the border stays.
        assert!(size.points().all(|p| is_new(&p) || map.tiles[p] == before.tiles[p]));
        assert!(size.points().filter(is_new).all(|p| inside(&p) && map.tiles[p] == Tile::FLOOR));
        if digger.paint().2 != Symmetry::None || open(&map) == open(&before) {
            continue;
        }
        dug += 1;
        // Every part with something new in it has something old, or is what grew from the center.
        let label = Components::from_map(&map, &map.passages()).label;
        let nothing_inside = !size.points().any(|p| inside(&p) && before.is_open(p));
        for new in size.points().filter(is_new) {
            let attached = size.points().any(|p| label[p] == label[new] && inside(&p) && before.is_open(p));
            let from_center = nothing_inside && label[size.center()] == label[new];
            assert!(attached || from_center, "{digger:?} {size} {wrap} {new}");
        }
    }
    assert!(dug > 100, "{dug}");
}

#[test]
fn as_metas_on_solid_rock_they_are_what_they_are_as_initial_builders() {
    for (digger, wrap) in Digger::presets().flat_map(|digger| Wrap::ALL.map(|wrap| (digger.clone(), wrap))) {
        let size = Size::new(23, 18);
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        digger.dig(&mut map, 4).unwrap();
        assert_eq!(map, digger.build(size, wrap, 4).unwrap());
    }
}

#[test]
fn floor_goes_over_wrapped_borders() {
    for digger in Digger::presets().filter(|digger| digger.paint().2 == Symmetry::None) {
        // A cell at the border of the map, and no room but over it.
        let size = Size::new(21, 15);
        let mut map = BuilderMap::filled(size, Wrap::Both, Tile::WALL);
        map.tiles[Point::new(0, 0)] = Tile::FLOOR;
        digger.dig(&mut map, 1).unwrap();
        assert_eq!(parts(&map), 1, "{digger:?}");
        let corners = [(20, 0), (0, 14), (20, 14)].map(|(x, y)| map.is_open(Point::new(x, y)));
        assert!(corners.contains(&true), "{digger:?}");
        let mut flat = map;
        flat.wrap = Wrap::None;
        assert!(parts(&flat) > 1, "{digger:?}: it hangs together over the border only");
    }
}

#[test]
fn a_map_that_is_open_enough_is_left_alone() {
    let size = Size::new(9, 2);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::GRASS);
    map.sides = Some(Grid::new(size, Sides::OPEN));
    map.solution = map.sides.clone();
    map.flow = Some(Flow::dry(size, Point::new(0, 0)));
    for digger in Digger::presets() {
        let mut same = map.clone();
        digger.dig(&mut same, 0).unwrap();
        assert_eq!(same, map);
    }
}

#[test]
fn digging_keeps_places_and_joins_sides() {
    let size = Size::new(24, 19);
    for (seed, digger) in (0..).zip(Digger::presets()) {
        let mut rng = MapRng::new(seed);
        let mut map = scattered(size, Wrap::X, 0.1, &mut rng);
        let at = Point::new(11, 8);
        map.tiles[at] = Tile::DOOR;
        map.sides = Some(Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
        (map.solution, map.corners) = (map.sides.clone(), map.sides.clone());
        map.flow = Some(Flow::dry(size, at));
        map.regions = Some(Grid::new(size, 3));
        (map.rooms, map.corridors) = (Some(Room::numbered([Rect::new(1, 1, 4, 4)])), Some(vec![vec![at]]));
        (map.start, map.exit, map.portals) = (Some(at), Some(at), vec![Portal::new(at, (1, 1))]);
        map.spawns = vec![Spawn::new(at, "Goblin")];
        let before = map.clone();
        digger.dig(&mut map, seed).unwrap();
        assert!(open(&map) > open(&before));
        let gone = before.planes().minus(map.planes());
        assert_eq!(gone, Planes::of(&[Plane::Solution, Plane::Flow]));
        assert_eq!((map.solution.clone(), map.flow.clone()), (None, None));
        let (lattice, passages) = (mapwright_core::Passages::lattice(size, Wrap::X), map.passages());
        let is_new = |cell: u32| !map.tiles[cell].is_solid() && before.tiles[cell].is_solid();
        for (cell, dir) in (0..size.area()).flat_map(|cell| lattice.dirs(cell).iter().map(move |dir| (cell, dir))) {
            let beside = lattice.step(cell, dir);
            if (is_new(cell) || is_new(beside)) && !map.tiles[cell].is_solid() && !map.tiles[beside].is_solid() {
                assert!(passages.dirs(cell).contains(dir), "{digger:?}: dug cells are joined");
                let sides = map.sides.as_ref().unwrap();
                assert_eq!(sides[cell].color(dir), sides[beside].color(dir.opposite()), "in one color");
            } else if !is_new(cell) && !is_new(beside) {
                let color = |map: &BuilderMap| map.sides.as_ref().unwrap()[cell].color(dir);
                assert_eq!(color(&map), color(&before), "no other side has changed");
            }
        }
        let (sides, tiles) = (map.sides.take(), std::mem::replace(&mut map.tiles, before.tiles.clone()));
        assert!(sides.is_some() && tiles.size() == size);
        let mut expected = before;
        (expected.sides, expected.solution, expected.flow) = (None, None, None);
        assert_eq!(map, expected, "the rest is as it was");
    }
}

#[test]
fn a_broken_map_is_an_error_and_no_panic() {
    let mut map = BuilderMap::filled(Size::new(9, 9), Wrap::None, Tile::WALL);
    map.sides = Some(Grid::new(Size::new(2, 2), Sides::OPEN));
    for digger in Digger::presets() {
        let error = digger.dig(&mut map.clone(), 0).unwrap_err();
        assert_eq!(error.to_string(), "the stage left a broken map: `sides` has 2x2 cells, `tiles` has 9x9");
    }
}

#[test]
fn recording_takes_little_and_changes_nothing() {
    let size = Size::new(80, 50);
    for digger in Digger::presets() {
        let chain = digger.chain(size, Wrap::None);
        let mut history = History::every(1);
        let map = chain.build_with(3, &mut history).unwrap();
        assert_eq!(map, chain.build(3).unwrap());
        // A frame for each cell that was dug, and for the map before and after. A copy of the whole map for each
        // would be 4000 bytes a frame.
        assert!(history.frames().len() >= open(&map), "{} frames", history.frames().len());
        let a_frame = history.bytes() / history.frames().len();
        assert!(a_frame < 200, "{a_frame} bytes a frame");
        let mut history = History::every(40);
        chain.build_with(3, &mut history).unwrap();
        assert!(history.bytes() < 12_500, "{} bytes", history.bytes());
        let mut replay = history.replay();
        while replay.next_frame().is_some() {}
        assert_eq!(replay.map(), &map);
    }
}

#[test]
fn a_chain_may_begin_with_any_map() {
    let mut rng = MapRng::new(9);
    for seed in 0..60 {
        let size = Size::new(1 + rng.below(9) as u16, 1 + rng.below(9) as u16);
        let mut map = scattered(size, Wrap::ALL[rng.below(4) as usize], 0.3, &mut rng);
        // Rooms that overlap, and are wall.
        map.rooms = Some(Room::numbered([Rect::new(0, 0, size.w, size.h), Rect::new(0, 0, 1, 1)]));
        let walk = WALKS[rng.below(5) as usize]();
        let dla = DLAS[rng.below(5) as usize]();
        let chain = BuilderChain::start_with(size, FromMap::new(map)).with(walk).with(dla);
        if let Err(error) = chain.build(seed) {
            assert!(error.is_retryable() || is_hopeless(&error), "{error}");
        }
    }
    assert_eq!(Dla::default().name(), "dla");
}
