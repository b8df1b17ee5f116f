//! The pipe pack, played in the small Minecraft of these tests, beside a live board of the `pipes` crate.
#![allow(clippy::unwrap_used, clippy::panic)]

mod clients;
mod minecraft;

use mapwright_core::{BuilderMap, Dir, Dirs, Grid, MapRng, Point, Size, Tile, Wrap};
use mapwright_export::minecraft::{PipeBlocks, PipePack, PipePackError, Version};
use mapwright_graph::Rings;
use mapwright_pipes::{PipeBoard, PipePuzzle};
use minecraft::{LIMIT, World};

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
        let rings = Rings::search(self.board.joined(), self.board.size().index(self.board.puzzle().source()));
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
    for version in Version::ALL.into_iter().filter(|version| !version.is_legacy()) {
        let mut rng = MapRng::new(33);
        let mut game = Game::new(&random_puzzle(Size::new(4, 4), Wrap::Both, &mut rng), version);
        for nth in 0..16 {
            game.click(game.board.size().point(nth), 1 + nth % 3);
            game.world.tick().unwrap();
            game.check();
        }
    }
}
