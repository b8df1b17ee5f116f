//! The pipe pack, played in the small Minecraft of these tests, beside a live board of the `pipes` crate.
#![allow(clippy::expect_used, clippy::panic)]

use crate::clients;
use crate::minecraft::{LIMIT, World};
use mapwright_core::{BuilderMap, Dir, Dirs, Grid, MapRng, Point, Portal, Size, Tile, Wrap};
use mapwright_graph::flow;
use mapwright_minecraft::{PipeBlocks, PipePack, Version};
use mapwright_pipes::{PipeBoard, PipePuzzle};

/// Where the player stands; the board begins below their feet.
const PLAYER: [f64; 3] = [-20.3, 64.0, 7.9];
const CORNER: [i32; 3] = [-21, 63, 7];

/// A board in the world and its twin.
struct Game {
    world: World,
    board: PipeBoard,
    player: u32,
}

impl Game {
    fn new(puzzle: &PipePuzzle, version: Version) -> Game {
        let pack = PipePack { minecraft: version, ..PipePack::default() };
        let folder = pack.folder(&puzzle.to_map()).unwrap();
        let mut world = World::load(&folder, version.name()).unwrap();
        world.reload().unwrap();
        let player = world.add_player("Steve", PLAYER);
        world.call("pipes:place", PLAYER).unwrap();
        world.settle(20).unwrap();
        Game { world, board: PipeBoard::new(puzzle.clone()), player }
    }

    /// The block in the middle of a cell.
    fn middle(at: Point) -> [i32; 3] {
        [CORNER[0] + 1 + 3 * i32::from(at.x), CORNER[1], CORNER[2] + 1 + 3 * i32::from(at.y)]
    }

    fn frame(&mut self, at: Point) -> Option<u32> {
        let [x, y, z] = Game::middle(at).map(f64::from);
        let found =
            self.world.select(&format!("@e[type=item_frame,x={},y={},z={},distance=..0.6]", x + 0.5, y + 1.0, z + 0.5));
        found.first().copied()
    }

    /// The player walks to a cell and clicks its frame. `false` when there is none.
    fn click(&mut self, at: Point, times: u32) -> bool {
        let Some(frame) = self.frame(at) else { return false };
        let [x, y, z] = Game::middle(at).map(f64::from);
        self.world.move_to(self.player, [x + 3.0, y + 1.0, z - 2.0]);
        for _ in 0..times {
            assert!(self.world.click(frame));
        }
        self.board.turn(at, times).unwrap();
        true
    }

    /// All that a player sees of a cell, drawn from the twin: the middle, then north, east, south and west.
    fn expected(&self, at: Point) -> [String; 5] {
        let tile = self.board.tile(at).unwrap();
        let color = match (self.board.is_wet(at), self.board.is_on_ring(at)) {
            (false, false) => "gray",
            (true, false) => "light_blue",
            (false, true) => "orange",
            (true, true) => "red",
        };
        let is_there = !tile.is_empty() || at == self.board.puzzle().source();
        let shown = |open: bool| format!("minecraft:{}_concrete", if open { color } else { "white" });
        [is_there]
            .into_iter()
            .chain(DIRS.map(|dir| tile.contains(dir)))
            .map(shown)
            .collect::<Vec<_>>()
            .try_into()
            .unwrap()
    }

    fn seen(&self, at: Point) -> [String; 5] {
        let [x, y, z] = Game::middle(at);
        [(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dz)| self.world.block([x + dx, y, z + dz]))
    }

    #[track_caller]
    fn check(&mut self) {
        let rings = flow(self.board.joined(), self.board.size().index(self.board.puzzle().source()));
        for at in self.board.size().points() {
            assert_eq!(self.seen(at), self.expected(at), "{at} of {:?}", self.board.puzzle().tiles());
            if self.board.is_wet(at) {
                let cell = self.cell(at);
                assert_eq!(self.world.score_of(cell, "pipes.rings"), Some(rings.rings[at] as i32), "{at}");
            }
        }
        assert_eq!(self.world.score("#solved", "pipes"), Some(i32::from(self.board.solved())));
    }

    fn cell(&mut self, at: Point) -> u32 {
        let [x, y, z] = Game::middle(at).map(f64::from);
        self.world.select(&format!("@e[tag=pipes.cell,x={},y={y},z={},distance=..0.1]", x + 0.5, z + 0.5))[0]
    }
}

const DIRS: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];

/// Tiles at random, as many open sides as a board without many dry parts has.
fn random_puzzle(size: Size, wrap: Wrap, rng: &mut MapRng) -> PipePuzzle {
    let tiles = Grid::from_fn(size, |_| Dirs::from_bits(((rng.bits() | rng.bits()) & 15) as u8));
    PipePuzzle::new(tiles, wrap, size.point(rng.below(size.area()))).unwrap()
}

fn play(size: Size, wrap: Wrap, clicks: u32, rng: &mut MapRng) {
    let mut game = Game::new(&random_puzzle(size, wrap, rng), Version::V1_21);
    game.check();
    for _ in 0..clicks {
        let at = size.point(rng.below(size.area()));
        let turns = game.board.tile(at).unwrap().len();
        if game.click(at, 1) {
            game.world.tick().unwrap();
            game.check();
        } else {
            assert!(turns == 0 || turns == 4);
        }
    }
}

#[test]
fn a_thousand_random_clicks_mark_what_the_live_board_marks() {
    let mut rng = MapRng::new(31);
    play(Size::new(9, 7), Wrap::None, 1000, &mut rng);
}

#[test]
fn small_and_wrapped_boards_are_played_right() {
    let mut rng = MapRng::new(32);
    for (w, h) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 3), (3, 2), (5, 8)] {
        for wrap in Wrap::ALL {
            for _ in 0..3 {
                play(Size::new(w, h), wrap, 25, &mut rng);
            }
        }
    }
}

#[test]
fn every_version_plays_the_same() {
    for version in Version::ALL {
        let mut rng = MapRng::new(33);
        let mut game = Game::new(&random_puzzle(Size::new(4, 4), Wrap::Both, &mut rng), version);
        for nth in 0..16 {
            game.click(game.board.size().point(nth), 1 + nth % 3);
            game.world.tick().unwrap();
            game.check();
        }
    }
}

/// A board as it was before it was shuffled: every cell is wet and no ring is closed.
fn solved_puzzle(size: Size, rng: &mut MapRng) -> PipePuzzle {
    let mut tiles = Grid::new(size, Dirs::NONE);
    for at in size.points().skip(1) {
        // A tree: each cell is joined to the one in the north or west.
        let up = at.x == 0 || at.y > 0 && rng.below(2) == 0;
        let (dir, other) = if up { (Dir::N, Point::new(at.x, at.y - 1)) } else { (Dir::W, Point::new(at.x - 1, at.y)) };
        tiles[at] = tiles[at].with(dir);
        tiles[other] = tiles[other].with(dir.opposite());
    }
    PipePuzzle::new(tiles, Wrap::None, Point::new(0, 0)).unwrap()
}

#[test]
fn a_solved_board_is_told_once() {
    let mut game = Game::new(&solved_puzzle(Size::new(5, 4), &mut MapRng::new(34)), Version::V1_21);
    let told = |game: &mut Game| {
        let messages = game.world.take_messages();
        assert!(messages.iter().all(|(to, _)| *to == Some(game.player)));
        messages.into_iter().map(|(_, text)| text).collect::<Vec<String>>()
    };
    // It lies solved.
    let both = ["Solved", "All pipes are wet."];
    assert_eq!(told(&mut game), both);
    game.world.ticks(5).unwrap();
    let end = game.board.size().points().find(|&at| game.board.tile(at).unwrap().len() == 1).unwrap();
    for quarter in 1..=8 {
        assert_eq!(told(&mut game), [""; 0], "before click {quarter}");
        game.click(end, 1);
        game.world.tick().unwrap();
        game.check();
        if quarter % 4 == 0 {
            assert_eq!(told(&mut game), both);
        }
    }
    game.world.ticks(5).unwrap();
    game.world.call("pipes:check", [0.0; 3]).unwrap();
    assert_eq!(told(&mut game), [""; 0]);
}

#[test]
fn many_clicks_in_one_tick_and_many_players_count_right() {
    let mut rng = MapRng::new(35);
    let mut game = Game::new(&random_puzzle(Size::new(6, 5), Wrap::X, &mut rng), Version::V1_21);
    for nth in 0..3 {
        game.world.add_player(&format!("Player {nth}"), PLAYER.map(|at| at + f64::from(nth)));
    }
    for _ in 0..60 {
        for _ in 0..rng.below(4) {
            let at = game.board.size().point(rng.below(30));
            // Seven clicks are the most that can be told apart from none.
            game.click(at, 1 + rng.below(7));
            game.world.tick().unwrap();
        }
        // Two frames at once.
        let (a, b) = (Point::new(2, 2), Point::new(3, 2));
        let _ = game.click(a, 2) && game.click(b, 1);
        game.world.tick().unwrap();
        game.check();
    }
}

#[test]
fn the_picture_in_a_frame_turns_with_its_tile() {
    let mut rng = MapRng::new(36);
    let mut game = Game::new(&random_puzzle(Size::new(6, 5), Wrap::None, &mut rng), Version::V1_20_4);
    for _ in 0..100 {
        let at = game.board.size().point(rng.below(30));
        let Some(frame) = game.frame(at) else { continue };
        let before = game.world.data(frame, "ItemRotation").unwrap();
        game.click(at, 1);
        game.world.tick().unwrap();
        assert_eq!(game.world.data(frame, "ItemRotation"), Some((before + 2.0) % 8.0));
    }
}

#[test]
fn a_click_from_afar_waits_for_a_player_to_come() {
    let mut game = Game::new(&solved_puzzle(Size::new(5, 4), &mut MapRng::new(37)), Version::V1_21);
    let at = Point::new(1, 1);
    let frame = game.frame(at).unwrap();
    game.world.move_to(game.player, [100.0, 64.0, 0.0]);
    game.world.click(frame);
    game.world.ticks(3).unwrap();
    game.check();
    // No frame is asked where no player is: a call, three steps that find none in the end, and one question.
    assert_eq!(game.world.last_cost(), 5);
    game.board.turn(at, 1).unwrap();
    game.world.move_to(game.player, PLAYER);
    game.world.tick().unwrap();
    game.check();
}

#[test]
fn a_board_is_cleared_and_can_be_placed_elsewhere() {
    let mut rng = MapRng::new(38);
    let mut game = Game::new(&random_puzzle(Size::new(6, 5), Wrap::None, &mut rng), Version::V1_21);
    assert_eq!((game.world.blocks().len(), game.world.forced_chunks()), (18 * 15, 4));
    game.click(Point::new(0, 0), 1);
    game.world.call("pipes:place", [500.0, -10.0, 500.0]).unwrap();
    game.world.settle(20).unwrap();
    assert_eq!(game.world.blocks().iter().filter(|at| at[1] == -11).count(), 18 * 15);
    assert_eq!(game.world.blocks().len(), 18 * 15);
    game.world.call("pipes:place", PLAYER).unwrap();
    game.world.settle(20).unwrap();
    game.board = PipeBoard::new(random_puzzle(Size::new(6, 5), Wrap::None, &mut MapRng::new(38)));
    game.check();
    game.world.call("pipes:clear", [0.0; 3]).unwrap();
    assert_eq!((game.world.blocks().len(), game.world.forced_chunks(), game.world.n_entities()), (0, 0, 1));
    game.world.ticks(3).unwrap();
    // A board that is not there is cleared without harm.
    game.world.call("pipes:clear", [0.0; 3]).unwrap();
}

#[test]
fn a_board_waits_for_chunks_that_are_not_loaded() {
    let puzzle = random_puzzle(Size::new(40, 3), Wrap::None, &mut MapRng::new(43));
    let mut game = Game::new(&puzzle, Version::V1_21);
    game.world.load_chunks_after(12);
    game.world.ticks(12).unwrap();
    let there = PLAYER.map(|at| at + 200.0);
    game.world.move_to(game.player, there);
    game.world.call("pipes:place", there).unwrap();
    game.world.ticks(8).unwrap();
    assert_eq!(game.world.select("@e[tag=pipes.cell]").len(), 0);
    let ticks = game.world.settle(20).unwrap();
    assert!((4..=9).contains(&ticks), "{ticks}");
    let cells = puzzle.tiles().as_slice().iter().filter(|tile| !tile.is_empty()).count();
    assert_eq!(game.world.select("@e[tag=pipes.cell]").len(), cells);
    // Who changes their mind while it waits gets nothing.
    game.world.call("pipes:place", there).unwrap();
    game.world.call("pipes:clear", there).unwrap();
    assert_eq!((game.world.n_scheduled(), game.world.select("@e[type=marker]").len()), (0, 0));
}

#[test]
fn the_largest_boards_take_less_than_the_game_allows() {
    let mut rng = MapRng::new(39);
    let random = |size: Size, rng: &mut MapRng| random_puzzle(size, Wrap::Both, rng).tiles().clone();
    let (square, strip) = (Size::new(32, 32), Size::new(128, 8));
    let tee = |p: Point| Dirs::ALL.without(if p.x.is_multiple_of(2) { Dir::N } else { Dir::S });
    let mut most = 0;
    for (mut tiles, wrap) in [
        (Grid::new(square, Dirs::ALL), Wrap::Both),
        (Grid::from_fn(square, tee), Wrap::None),
        (Grid::new(square, Dirs::NONE.with(Dir::N)), Wrap::Both),
        (random(strip, &mut rng), Wrap::X),
    ] {
        // The source is open to the east only: a click turns it away, and all the rest dries.
        let (size, source) = (tiles.size(), tiles.size().center());
        tiles[source] = Dirs::NONE.with(Dir::E);
        let puzzle = PipePuzzle::new(tiles, wrap, source).unwrap();
        let south = Point::new(source.x, source.y + 1);
        let puzzle = puzzle.with_tiles(&Grid::from_fn(size, |p| match p == south {
            true => puzzle.tiles()[p].without(Dir::N),
            false => puzzle.tiles()[p],
        }));
        let mut game = Game::new(&puzzle, Version::V1_21);
        for _ in 0..2 {
            game.click(source, 1);
            game.world.tick().unwrap();
        }
        game.check();
        let (bound, cost) = (59 * u64::from(size.area()), game.world.most_cost());
        assert!(cost <= bound, "{cost} of {bound} at {size} {wrap:?}");
        most = most.max(cost);
    }
    const { assert!(59 * 1024 + 5000 < LIMIT) };
    // docs/export.md says so.
    assert!((50_000..50_500).contains(&most), "{most}");
}

#[test]
fn mecha_reads_every_function() {
    let mut rng = MapRng::new(40);
    for version in [Version::V1_20_4, Version::V1_21] {
        let Some(mut mecha) = clients::mecha() else { return };
        let puzzle = random_puzzle(Size::new(5, 4), Wrap::Both, &mut rng);
        let pack = PipePack { namespace: "my-pipes.2".to_owned(), minecraft: version, ..PipePack::default() };
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("pack");
        let folder = pack.folder(&puzzle.to_map()).unwrap();
        folder.save(&place).unwrap();
        // 1.21 is the newest that it knows; all later versions have the same functions.
        let known = if version == Version::V1_20_4 { "1.20" } else { "1.21" };
        let said = clients::text(&mecha.args(["-m", known, "-s"]).arg(&place).output().unwrap());
        let functions = folder.files.keys().filter(|path| path.ends_with(".mcfunction")).count();
        assert!(said.contains(&format!("Analyzed {functions} functions")), "{said}");
    }
}

#[test]
fn versions_from_1_21_on_have_the_same_functions() {
    let map = solved_puzzle(Size::new(3, 2), &mut MapRng::new(42)).to_map();
    let functions = |minecraft: Version| {
        let mut files = PipePack { minecraft, ..PipePack::default() }.folder(&map).unwrap().files;
        assert!(files.remove("pack.mcmeta").is_some());
        files
    };
    for version in Version::ALL.into_iter().filter(|&version| version > Version::V1_21) {
        assert_eq!(functions(version), functions(Version::V1_21), "{version}");
    }
}

#[test]
fn maps_that_are_no_boards_are_refused() {
    let good = solved_puzzle(Size::new(3, 2), &mut MapRng::new(41)).to_map();
    let check = |pack: &PipePack, map: &BuilderMap, message: &str| {
        assert_eq!(pack.folder(map).unwrap_err().to_string(), message);
    };
    let plain = PipePack::default();
    let spoiled = |spoil: &dyn Fn(&mut BuilderMap)| {
        let mut map = good.clone();
        spoil(&mut map);
        map
    };
    check(&plain, &spoiled(&|map| map.sides = None), "the map has no `sides`, so it has no pipes");
    check(&plain, &spoiled(&|map| map.start = None), "the map has no `start`, so the board has no source");
    let portal = |map: &mut BuilderMap| map.portals.push(Portal::new((0, 0), (2, 1)));
    check(&plain, &spoiled(&portal), "the map has portals; a pipe board has none");
    let wall = |map: &mut BuilderMap| map.tiles[Point::new(0, 0)] = Tile::WALL;
    check(&plain, &spoiled(&wall), "`start` is at (0, 0), which is not an open cell");
    for (w, h) in [(33, 32), (129, 1)] {
        let map =
            PipePuzzle::new(Grid::new(Size::new(w, h), Dirs::ALL), Wrap::None, Point::new(0, 0)).unwrap().to_map();
        let allowed = "is too large for one tick of the game; expected at most 1024 cells, and 128 along a side";
        check(&plain, &map, &format!("the board of {w}x{h} {allowed}"));
    }
    let named = PipePack { namespace: "My Pipes".to_owned(), ..PipePack::default() };
    check(&named, &good, "`My Pipes` cannot be a namespace: expected a-z, 0-9, `_`, `-` and `.`");
    let blocks = PipeBlocks { wet: "gray_concrete".parse().unwrap(), ..PipeBlocks::default() };
    let same = PipePack { blocks, ..PipePack::default() };
    check(&same, &good, "`dry` and `wet` are the same block; expected different ones");
}
