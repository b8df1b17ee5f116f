//! An island by wave function collapse: tiles with weights, and which may touch. No sample is drawn.

use std::error::Error;

use mapwright::builders::*;
use mapwright::graph::{Metric, Metrics};
use mapwright::prelude::*;

const TILES: [(Tile, u32); 4] = [(Tile::DEEP_WATER, 4), (Tile::SAND, 2), (Tile::GRASS, 6), (Tile::TREE, 3)];

/// Deep water touches sand only, and sand no tree.
fn island() -> TileRules {
    TileRules::new(TILES)
        .forbid(Tile::DEEP_WATER, Tile::GRASS)
        .forbid(Tile::DEEP_WATER, Tile::TREE)
        .forbid(Tile::SAND, Tile::TREE)
}

/// The corners of the map are sea, and there is grass in the middle.
fn pins(size: Size) -> Vec<Pin> {
    let (right, bottom) = (size.w - 1, size.h - 1);
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
    let sea = corners.map(|at| Pin { at: at.into(), tile: Tile::DEEP_WATER });
    sea.into_iter().chain([Pin { at: size.center(), tile: Tile::GRASS }]).collect()
}

fn stage(rules: TileRules) -> WaveFunctionCollapse {
    WaveFunctionCollapse { model: rules.into(), ..WaveFunctionCollapse::default() }
}

/// Every two neighboring tiles of a map, from left to right and from top to bottom.
fn touching(map: &BuilderMap) -> impl Iterator<Item = (Tile, Tile)> {
    map.tiles.iter().flat_map(move |(p, &tile)| {
        [p.offset(1, 0), p.offset(0, 1)].into_iter().flatten().filter_map(move |q| Some((tile, *map.tiles.get(q)?)))
    })
}

#[test]
fn forbidden_tiles_never_touch_and_pins_stay() -> Result<(), Box<dyn Error>> {
    let size = Size::new(32, 20);
    let chain = BuilderChain::start_with(size, Arena::default())
        .with(WaveFunctionCollapse { pins: pins(size), connect: Connect::Repair, ..stage(island()) })
        .with(Start::default())
        .with(Exit::default());
    for seed in 0..3 {
        let (_, map) = chain.build_first_ok(100 * seed, 100)?;
        for pin in pins(size) {
            assert_eq!(map.tiles[pin.at], pin.tile, "{}", pin.at);
        }
        // Repair digs tunnels of floor where two meadows have none; besides that all is as the rules say.
        let ours = |(a, b): &(Tile, Tile)| TILES.iter().any(|t| t.0 == *a) && TILES.iter().any(|t| t.0 == *b);
        for (a, b) in touching(&map).filter(ours) {
            let wet = [a, b].contains(&Tile::DEEP_WATER);
            assert!(!wet || [Tile::SAND, Tile::DEEP_WATER].contains(&a) && [Tile::SAND, Tile::DEEP_WATER].contains(&b));
            assert!(![(Tile::SAND, Tile::TREE), (Tile::TREE, Tile::SAND)].contains(&(a, b)));
        }
        assert_eq!(Metrics::new(&map).get(Metric::Components), Some(1.0), "repair joins all land");
    }
    Ok(())
}

#[test]
fn allow_names_the_only_pairs() -> Result<(), Box<dyn Error>> {
    // Neither tile may stand beside its like.
    let rules = TileRules::new([(Tile::GRASS, 1), (Tile::ROAD, 1)]).allow(Tile::GRASS, Tile::ROAD);
    let map = BuilderChain::start_with(Size::new(9, 6), Arena::default()).with(stage(rules)).build(3)?;
    assert!(touching(&map).all(|(a, b)| a != b), "a chessboard");
    Ok(())
}

#[test]
fn the_animation_shows_every_cell_that_is_decided() -> Result<(), Box<dyn Error>> {
    let chain = BuilderChain::start_with(Size::new(12, 8), Arena::default()).with(stage(island()));
    let mut history = History::every(1);
    let map = chain.build_with(7, &mut history)?;
    assert_eq!(map, chain.build(7)?, "recording changes nothing");
    assert!(history.frames().len() > 20, "{} frames", history.frames().len());
    Ok(())
}

#[test]
fn rules_that_make_no_sense_are_refused_before_any_work() {
    let stranger = island().forbid(Tile::SAND, Tile::BRIDGE);
    let chain = BuilderChain::start_with(Size::new(9, 6), Arena::default()).with(stage(stranger));
    let error = chain.check().map_err(|error| (error.to_string(), error.is_retryable()));
    let expected =
        "metas[0] wave-function-collapse: parameter `model.rules.forbid[3]` is bridge; expected one of `tiles`";
    assert_eq!(error, Err((expected.to_owned(), false)));
}
