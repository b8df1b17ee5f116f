//! Caves from a life-like cellular automaton (Johnson, Yannakakis and Togelius 2010).
//!
//! Random walls, then rounds in which every cell checks its 8 neighbors. The noise is drawn and the
//! rounds are run 64 cells at a time, see `life.rs`.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, InitialMapBuilder, MetaMapBuilder, Reach, Size, Tile,
    Wrap, params,
};

use super::LifeRule;
use super::bitmap::{Bitmap, Border};
use super::life::Life;
use super::pins::Pins;

/// Caves grown by a cellular automaton.
///
/// Caves: random walls, smoothed by the rounds of a cellular automaton.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::CellularAutomata;
///
/// let map = BuilderChain::start_with(Size::new(48, 14), CellularAutomata::default()).build(5)?;
/// let glyph = |tile: &mapwright_core::Tile| if tile.is_solid() { '#' } else { '.' };
/// let picture: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
/// assert_eq!(picture, [
///     "################################################",
///     "##########################.##.....##############",
///     "########################......####..####.#######",
///     "######################.....##.####.####..#######",
///     "#############...####.....#..............#..#####",
///     "############.........###........#..........#####",
///     "###########..........###.#.#.......#.....#..####",
///     "##########........###......#.......#.......#####",
///     "########.....####...#..#...........##......#####",
///     "########....#...#.#.#.#######...#.###....#######",
///     "#######................######.....###...########",
///     "#########...#....##...#.#.#.#..........#########",
///     "#########.#.#.#######.#.#.#.#.#.#.#.#.##########",
///     "################################################",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// As a meta builder it runs its rounds on the solid tiles of the existing map and leaves plain wall and floor;
/// `wall_chance` then has no effect. The terrain is new, so everything else on the map is cleared.
///
/// Kept cells are as they are in every round, so the caves grow around them.
///
/// Neighbors are the 8 cells around a cell. On a wrapped axis their coordinates are taken modulo the
/// size: on a map one cell wide, a cell is its own west and east neighbor; on a map two cells wide,
/// both neighbors are the same cell, counted twice.
#[params]
pub struct CellularAutomata {
    /// The probability that a cell starts as wall.
    #[param(default = 0.55, range = 0.0..=1.0)]
    pub wall_chance: f64,
    /// How many times the rule is applied.
    #[param(default = 15, range = 0..=Self::MAX_ROUNDS)]
    pub rounds: u32,
    /// How many walls around a cell turn it into wall (B) or keep it wall (S).
    #[param(default = LifeRule::CAVES)]
    pub rule: LifeRule,
    /// `solid`: a ring of wall; `wall`, `open`: what cells see beyond the border.
    #[param(default = Border::Solid)]
    pub border: Border,
}

impl CellularAutomata {
    /// Far more than needed: caves stop changing after a few dozen rounds.
    const MAX_ROUNDS: u32 = 10_000;

    fn check_parameters(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    /// The probability of a wall in units of 2⁻³², rounded to the nearest.
    fn threshold(&self) -> u64 {
        (self.wall_chance * 4_294_967_296.0).round() as u64
    }

    /// Runs the rounds on `cells` and writes the result to the map. `pins` are the kept cells.
    fn run(
        &self,
        mut cells: Bitmap,
        pins: Option<Pins>,
        map: &mut BuilderMap,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let mut life = Life::new(self.rule, cells.stride());
        // A window of an endless world has no border. Errors from its edges spread by one cell a round.
        let border = if cx.origin.is_some() { Border::Wall } else { self.border };
        let frame = |cells: &mut Bitmap, wrap: Wrap| {
            cells.frame(border, wrap);
            if let Some(pins) = &pins {
                pins.hold(cells);
                // The frame copies the kept cells, and no longer closes those of the ring.
                cells.frame(if border == Border::Solid { Border::Wall } else { border }, wrap);
            }
        };
        let write_tiles = |cells: &Bitmap, map: &mut BuilderMap| {
            cells.write_tiles(map.tiles.as_mut_slice());
            pins.iter().for_each(|pins| pins.write_tiles(map));
        };
        frame(&mut cells, map.wrap);
        for round in 1..=self.rounds {
            cx.keep_going()?;
            life.round(&mut cells);
            frame(&mut cells, map.wrap);
            if cx.step_is_due(map.size().area()) {
                write_tiles(&cells, map);
                cx.step_frame(map, &format!("round {round}"));
            }
        }
        write_tiles(&cells, map);
        Ok(())
    }
}

impl Builder for CellularAutomata {
    fn facts(&self, size: Size) -> Facts {
        // Rows are whole words, and a narrow map has many of them.
        let row = 16 * u64::from(size.w.div_ceil(64));
        let memory = 5 + row.div_ceil(size.w.max(1).into());
        Facts::new("cellular-automata")
            .memory(memory)
            .title("Caves that grow")
            .effect(Effect::Remakes)
            .spares_kept()
            .reach(match u16::try_from(self.rounds) {
                Ok(rounds) => Reach::Cells(rounds),
                Err(_) => Reach::Global("so many rounds look farther than any window"),
            })
    }
}

impl InitialMapBuilder for CellularAutomata {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check_parameters()?;
        let mut map = cx.new_map(size, Tile::WALL)?;
        let noise = match cx.origin {
            Some(place) => Bitmap::noise_at(size, self.threshold(), place, cx.cell_bits(0)),
            None => Bitmap::noise(size, self.threshold(), &mut cx.rng),
        };
        let pins = Pins::of(&map);
        self.run(noise, pins, &mut map, cx)?;
        Ok(map)
    }

    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_parameters()
    }
}

impl MetaMapBuilder for CellularAutomata {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check_parameters()?;
        let walls = Bitmap::of_tiles(map.size(), map.tiles.as_slice());
        let pins = Pins::of(map);
        // All tiles are rewritten; everything else belonged to the old ones.
        map.clear(self.facts(map.size()).drops());
        (map.portals, map.spawns) = (Vec::new(), Vec::new());
        self.run(walls, pins, map, cx)
    }

    fn check(&self) -> Result<(), BuildError> {
        self.check_parameters()
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{
        Builder, BuilderChain, Grid, History, Keep, MapRng, Plane, Planes, Point, Portal, Rect, Room, Sides, Size,
        Spawn, Wrap,
    };

    use super::*;

    const BORDERS: [Border; 3] = [Border::Solid, Border::Wall, Border::Open];

    /// Rows that end before, at and after the end of a word, and all kinds of thin maps.
    const SIZES: [(u16, u16); 17] = [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 7),
        (7, 1),
        (2, 2),
        (3, 2),
        (5, 8),
        (61, 3),
        (62, 5),
        (63, 4),
        (64, 3),
        (65, 4),
        (126, 3),
        (127, 2),
        (128, 5),
        (130, 3),
    ];

    /// The definition of `automaton`, applied to `tiles`.
    fn naive(automaton: &CellularAutomata, before: &BuilderMap) -> Grid<Tile> {
        let (tiles, wrap) = (&before.tiles, before.wrap);
        let (w, h) = (i32::from(tiles.size().w), i32::from(tiles.size().h));
        let on_ring = |x: i32, y: i32| !wrap.x() && (x == 0 || x == w - 1) || !wrap.y() && (y == 0 || y == h - 1);
        let ringed = |x: i32, y: i32, wall: bool| match before.keep_at((x as u16, y as u16)) {
            Keep::Free => wall || automaton.border == Border::Solid && on_ring(x, y),
            _ => tiles[Point::new(x as u16, y as u16)].is_solid(),
        };
        let points = || (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
        let mut walls: Vec<bool> =
            points().zip(tiles.as_slice()).map(|((x, y), tile)| ringed(x, y, tile.is_solid())).collect();
        for _ in 0..automaton.rounds {
            let is_wall = |x: i32, y: i32| {
                let (x, y) = (if wrap.x() { x.rem_euclid(w) } else { x }, if wrap.y() { y.rem_euclid(h) } else { y });
                let inside = (0..w).contains(&x) && (0..h).contains(&y);
                if inside { walls[(y * w + x) as usize] } else { automaton.border != Border::Open }
            };
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&step| step != (0, 0));
            let next = |(x, y)| {
                let n = around.clone().filter(|(dx, dy)| is_wall(x + dx, y + dy)).count();
                let set = if is_wall(x, y) { automaton.rule.survival() } else { automaton.rule.birth() };
                ringed(x, y, set >> n & 1 == 1)
            };
            walls = points().map(next).collect();
        }
        let tile = |(wall, at): (bool, Point)| match before.keep_at(at) {
            Keep::Free if wall => Tile::WALL,
            Keep::Free => Tile::FLOOR,
            _ => tiles[at],
        };
        Grid::from_vec(tiles.size(), walls.into_iter().zip(tiles.size().points()).map(tile).collect())
            .expect("one a cell")
    }

    fn random_map(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
        let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
        map.tiles.as_mut_slice().iter_mut().for_each(|tile| *tile = Tile(rng.below(256) as u8));
        let share = [0.0, 0.1, 0.5][rng.below(3) as usize];
        if share > 0.0 {
            let level = |_| if rng.chance(share) { Keep::ALL[rng.below(3) as usize] } else { Keep::Free };
            map.kept = Some(Grid::from_fn(size, level));
        }
        map
    }

    /// Runs the meta builder on random maps of every size and wrap, and compares.
    #[track_caller]
    fn check(automaton: &CellularAutomata, rng: &mut MapRng) {
        for (w, h) in SIZES {
            for wrap in Wrap::ALL {
                let before = random_map(Size::new(w, h), wrap, rng);
                let mut after = before.clone();
                automaton.apply(&mut after, &mut BuildCx::new(0, "", 0)).expect("a map");
                assert_eq!(after.tiles, naive(automaton, &before), "{automaton:?} {w}x{h} {wrap}");
            }
        }
    }

    #[test]
    fn bands_of_a_large_map_fit_together() {
        let (automaton, mut rng) = (CellularAutomata { rounds: 2, ..CellularAutomata::default() }, MapRng::new(4));
        for (size, wrap) in [(Size::new(60, 17_000), Wrap::Both), (Size::new(2000, 500), Wrap::None)] {
            let before = random_map(size, wrap, &mut rng);
            let mut after = before.clone();
            automaton.apply(&mut after, &mut BuildCx::new(0, "", 0)).expect("a map");
            assert!(after.tiles == naive(&automaton, &before), "{size} {wrap}");
        }
    }

    #[test]
    fn rules_of_one_count_do_what_they_say() {
        let mut rng = MapRng::new(1);
        for (birth, survival) in (0..=9).flat_map(|b| (0..=9).map(move |s| (1 << b, 1 << s))) {
            let rule = LifeRule::from_bits(birth, survival);
            let border = BORDERS[rng.below(3) as usize];
            check(&CellularAutomata { rounds: 1, rule, border, ..Default::default() }, &mut rng);
        }
    }

    #[test]
    fn random_rules_do_what_they_say() {
        let mut rng = MapRng::new(2);
        for _ in 0..60 {
            let birth = rng.below(512) as u16;
            let survival = if rng.chance(0.3) { birth } else { rng.below(512) as u16 };
            for border in BORDERS {
                let rule = LifeRule::from_bits(birth, survival);
                check(&CellularAutomata { rounds: rng.below(4), rule, border, ..Default::default() }, &mut rng);
            }
        }
    }

    /// Taller than a strip of rows, and wider.
    #[test]
    fn strips_meet() {
        let mut rng = MapRng::new(3);
        for (w, h) in [(3, 1100), (62, 513), (130, 400), (40_000, 4)] {
            for (border, wrap) in BORDERS.into_iter().zip([Wrap::None, Wrap::Y, Wrap::Both]) {
                let automaton = CellularAutomata { rounds: 3, border, ..Default::default() };
                let before = random_map(Size::new(w, h), wrap, &mut rng);
                let mut after = before.clone();
                automaton.apply(&mut after, &mut BuildCx::new(0, "", 0)).expect("a map");
                assert!(after.tiles == naive(&automaton, &before), "{w}x{h} {wrap} {border:?}");
            }
        }
    }

    #[test]
    fn the_initial_builder_runs_its_rounds_on_its_noise() {
        for (seed, (w, h)) in (0..).zip(SIZES) {
            for wrap in Wrap::ALL {
                for border in BORDERS {
                    let automaton = CellularAutomata { rounds: 4, border, ..Default::default() };
                    let noise = CellularAutomata { rounds: 0, ..automaton.clone() };
                    let build = |automaton| BuilderChain::start_with(Size::new(w, h), automaton).wrap(wrap).build(seed);
                    let (noise, map) = (build(noise).expect("noise"), build(automaton.clone()).expect("a map"));
                    assert_eq!(map.tiles, naive(&automaton, &noise), "{w}x{h} {wrap} {border:?}");
                }
            }
        }
    }

    #[test]
    fn recording_shows_every_round_and_changes_nothing() {
        let smooth = CellularAutomata { rounds: 2, border: Border::Open, ..Default::default() };
        let chain = BuilderChain::start_with(Size::new(70, 20), CellularAutomata { rounds: 3, ..Default::default() })
            .with(smooth)
            .wrap(Wrap::X);
        let mut history = History::default();
        let recorded = chain.build_with(5, &mut history).expect("a map");
        assert_eq!(history.frames().len(), 2, "steps are not recorded");
        let mut history = History::every(1);
        assert_eq!(recorded, chain.build_with(5, &mut history).expect("a map"));
        assert_eq!(recorded, chain.build(5).expect("a map"));
        let labels: Vec<&str> = history.frames().iter().map(|frame| frame.label.as_str()).collect();
        assert_eq!(labels, ["round 1", "round 2", "", "round 1", ""], "the last round is the result");
    }

    #[test]
    fn as_a_meta_it_leaves_nothing_stale() {
        let size = Size::new(9, 7);
        let mut map = BuilderMap::filled(size, Wrap::Y, Tile::GRASS);
        let at = Point::new(4, 3);
        let sides = Some(Grid::new(size, Sides::OPEN));
        (map.sides, map.corners, map.solution) = (sides.clone(), sides.clone(), sides);
        (map.regions, map.floors) = (Some(Grid::new(size, 1)), Some(1));
        map.flow = Some(mapwright_core::Flow::dry(size, at));
        (map.rooms, map.corridors) = (Some(Room::numbered([Rect::new(1, 1, 2, 2)])), Some(vec![vec![at]]));
        (map.start, map.exit, map.portals) = (Some(at), Some(at), vec![Portal::new(at, (0, 0))]);
        map.spawns = vec![Spawn::new(at, "Goblin")];
        let derived = Planes::of(&[Plane::Doors, Plane::Graph, Plane::Proof]);
        assert_eq!(map.planes().union(derived), CellularAutomata::default().facts(size).drops());
        CellularAutomata::default().apply(&mut map, &mut BuildCx::new(0, "", 0)).expect("a map");
        let tiles = std::mem::replace(&mut map.tiles, Grid::new(size, Tile::WALL));
        assert_eq!(map, BuilderMap::filled(size, Wrap::Y, Tile::WALL));
        assert!(tiles.as_slice().iter().all(|&tile| tile == Tile::WALL || tile == Tile::FLOOR));
    }

    #[test]
    fn parameters_out_of_range_are_named() {
        let size = Size::new(5, 8);
        let default = CellularAutomata::default;
        let message = |automaton: CellularAutomata| {
            let initial = BuilderChain::start_with(size, automaton.clone()).build(1).map_err(|error| error.to_string());
            let meta = BuilderChain::start_with(size, default()).with(automaton).build(1);
            let meta = meta.map_err(|error| error.to_string().replace("metas[0]", "initial"));
            assert_eq!(initial.is_ok(), meta.is_ok());
            initial.and(meta).map(|_| ())
        };
        let error = |text: &str| Err(format!("initial cellular-automata: parameter {text}"));
        assert_eq!(
            message(CellularAutomata { wall_chance: 1.01, ..default() }),
            error("`wall_chance` is 1.01; expected 0 to 1")
        );
        assert_eq!(
            message(CellularAutomata { rounds: 10_001, ..default() }),
            error("`rounds` is 10001; expected 0 to 10000")
        );
        assert_eq!(message(CellularAutomata { wall_chance: 1.0, rounds: 10_000, ..default() }), Ok(()));
        assert_eq!(message(CellularAutomata { wall_chance: 0.0, rounds: 0, ..default() }), Ok(()));
    }

    #[test]
    fn densities_are_what_was_asked_for() {
        let n = 250_000.0;
        for wall_chance in [0.0, 0.01, 0.45, 0.55, 0.99, 1.0] {
            let automaton = CellularAutomata { wall_chance, rounds: 0, border: Border::Open, ..Default::default() };
            let map = BuilderChain::start_with(Size::new(500, 500), automaton).build(8).expect("a map");
            let walls = map.tiles.as_slice().iter().filter(|tile| tile.is_solid()).count() as f64;
            let p = wall_chance;
            // Five standard deviations.
            assert!((walls - n * p).abs() <= 5.0 * (n * p * (1.0 - p)).sqrt(), "{wall_chance}: {walls}");
        }
        // A map without cells cannot come from a chain; as a meta it is left alone.
        let mut empty = BuilderMap::filled(Size::new(0, 3), Wrap::Both, Tile::WALL);
        CellularAutomata::default().apply(&mut empty, &mut BuildCx::new(0, "", 0)).expect("a map");
    }

    #[cfg(feature = "serde")]
    mod recipes {
        use super::*;
        use serde::Deserialize;
        use serde::de::value::{Error, MapDeserializer};

        fn read<T: Copy + for<'a> serde::de::IntoDeserializer<'a, Error>>(
            fields: &[(&str, T)],
        ) -> Result<CellularAutomata, String> {
            let fields = MapDeserializer::<_, Error>::new(fields.iter().copied());
            CellularAutomata::deserialize(fields).map_err(|error| error.to_string())
        }

        #[test]
        fn missing_parameters_take_their_defaults() {
            assert_eq!(read::<&str>(&[]), Ok(CellularAutomata::default()));
            let expected = CellularAutomata { wall_chance: 0.4, ..Default::default() };
            assert_eq!(read(&[("wall_chance", 0.4)]), Ok(expected));
            let expected =
                CellularAutomata { rule: LifeRule::from_bits(8, 12), border: Border::Open, ..Default::default() };
            assert_eq!(read(&[("rule", "B3/S23"), ("border", "open")]), Ok(expected));
        }

        #[test]
        fn wrong_parameters_are_refused() {
            let message = |fields| read::<&str>(fields).expect_err("wrong");
            assert!(message(&[("rule", "B9")]).starts_with("`B9` is not a rule; expected `B`, the counts 0 to 8"));
            assert!(message(&[("border", "none")]).contains("expected one of `solid`, `wall`, `open`"));
            assert!(message(&[("wal_chance", "1")]).contains("expected one of `wall_chance`, `rounds`"));
        }
    }
}
