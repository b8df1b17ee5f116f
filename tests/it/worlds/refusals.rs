//! What cannot be endless.

use mapwright::core::{BuildError, Plane};

use super::*;

#[test]
fn what_cannot_be_endless_is_refused_with_the_reason() {
    let caves = || BuilderChain::start_with(Size::new(64, 64), CellularAutomata::default());
    let check = |chain: BuilderChain, expected: &str| {
        let error = ChainWorld::new(chain, 1).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    check(caves().with(Start::default()), "metas[0] start: cannot run in an endless world: a world has one start");
    let far = "metas[1] exit: cannot run in an endless world: ";
    check(
        BuilderChain::start_with(Size::new(9, 9), PrimMaze::default())
            .with(PipeShuffler::default())
            .with(Exit::default()),
        far,
    );
    check(
        caves().with(WaveFunctionCollapse { border: true, ..WaveFunctionCollapse::default() }),
        "metas[0] wave-function-collapse: cannot run in an endless world: a world has no borders; leave out `border`",
    );
    let rooms = BuilderChain::start_with(Size::new(30, 30), RandomRooms::default());
    check(
        rooms.with(Corridors::default()),
        "metas[0] corridors: cannot run in an endless world: its pairs depend on all rooms; use",
    );
    check(caves().wrap(Wrap::X), "parameter `wrap` is x; expected none");
    check(caves().memory_limit(50_000), "initial cellular-automata: a map of 94x94 would take up to");
    let wide = CellularAutomata { rounds: 10_000, ..CellularAutomata::default() };
    check(
        BuilderChain::start_with(Size::new(64, 64), wide).memory_limit(1 << 30),
        "initial cellular-automata: a map of ",
    );
    let undeclared = BuilderChain::start_with(Size::new(9, 9), Plain);
    check(undeclared, "initial plain: cannot run in an endless world: it does not declare how far it looks");
    // A start of a block is gone once blocks are put together.
    let pipes = BuilderChain::start_with(Size::new(9, 9), PrimMaze::default());
    check(
        pipes.with(PipeShuffler::default()).with(SidesToTiles::default()).with(CullUnreachable::default()),
        "metas[2] cull-unreachable: ",
    );
    assert!(ChainWorld::new(caves(), 1).unwrap().window(WorldRect::new(0, 0, 0, 4)).is_err());
    assert!(ChainWorld::new(caves(), 1).unwrap().window(WorldRect::new(0, 0, 70_000, 4)).is_err());
}

#[test]
fn a_rim_of_tiles_that_the_sample_lacks_is_named() {
    let sample = mapwright::wfc::sample_from_text("#####\n#...#\n#.#.#\n#...#\n#####\n").unwrap();
    let collapse = WaveFunctionCollapse { sample: Some(sample), ..WaveFunctionCollapse::default() };
    let water = BuilderMap::filled(Size::new(20, 20), Wrap::None, Tile::DEEP_WATER);
    let world = ChainWorld::new(BuilderChain::start_with(water.size(), FromMap::new(water)).with(collapse), 1).unwrap();
    assert_eq!(
        world.chunk(ChunkPos::new(0, 0)).unwrap_err().to_string(),
        "metas[0] wave-function-collapse: in a world the rim of each block stays, and the stages before leave \
         `deep-water` at (0, 0) there; expected only tiles of the sample or of the rules"
    );
}

#[derive(Debug)]
struct Plain;

impl mapwright::core::Builder for Plain {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("plain").gives(Plane::Rooms)
    }
}

impl InitialMapBuilder for Plain {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        map.rooms = Some(Vec::new());
        Ok(map)
    }
}
