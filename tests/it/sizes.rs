//! What goes with no map of the chain's size is refused before any stage has run.

use std::sync::atomic::{AtomicU32, Ordering};

use mapwright::builders::*;
use mapwright::core::{BuildCx, Builder, Facts, InitialMapBuilder, Sides};
use mapwright::prelude::*;
use mapwright::rewrite::At;

static BUILT: AtomicU32 = AtomicU32::new(0);

/// Counts how often it was built.
#[derive(Debug)]
struct Counted;

impl Builder for Counted {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("counted").memory(2).gives([Plane::Sides, Plane::Start])
    }
}

impl InitialMapBuilder for Counted {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        BUILT.fetch_add(1, Ordering::Relaxed);
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        (map.sides, map.start) = (Some(Grid::new(size, Sides::CLOSED)), Some(Point::new(0, 0)));
        Ok(map)
    }
}

/// A chain on a map of 20x10, or 41x21 after `sides-to-tiles`.
fn counted() -> BuilderChain {
    BuilderChain::start_with(Size::new(20, 10), Counted)
}

#[track_caller]
fn refused(chain: &BuilderChain, message: &str) {
    let (checked, built) = (chain.check().unwrap_err(), chain.build(0).unwrap_err());
    assert_eq!((checked.to_string().as_str(), built), (message, checked));
}

fn root(x: u16, y: u16) -> Backtracker {
    Backtracker { root: Root::At(Point::new(x, y)) }
}

fn pin(x: u16, y: u16) -> WaveFunctionCollapse {
    let pins = vec![Pin { at: Point::new(x, y), tile: Tile::FLOOR }];
    WaveFunctionCollapse { pins, ..WaveFunctionCollapse::default() }
}

fn put(x: u16, y: u16) -> RewriteRules {
    RewriteRules::new().symbol('.', Tile::FLOOR).put('.', At::Cell(x, y))
}

fn section(template: &str) -> PrefabSection {
    PrefabSection { template: template.parse().unwrap(), ..PrefabSection::default() }
}

#[test]
fn what_is_off_the_map_is_refused_before_any_stage_has_run() {
    refused(
        &counted().with(root(20, 3)),
        "metas[0] backtracker: parameter `root` is (20, 3); expected a cell of the 20x10 map",
    );
    refused(
        &counted().with(pin(3, 10)),
        "metas[0] wave-function-collapse: parameter `pins` is (3, 10); expected cells of the map of 20x10",
    );
    refused(
        &counted().with(put(20, 0)),
        "metas[0] rewrite: parameter `at` is (20, 0) in program[0].put; expected a cell of the 20x10 map",
    );
    refused(
        &counted().with(section(&"#\n".repeat(11))),
        "metas[0] prefab-section: a map of 20x10 is too small: at least 1x11 is needed",
    );
    let model = CollapseModel::Overlapping { n: 3 };
    let collapse = WaveFunctionCollapse { model, ..WaveFunctionCollapse::default() };
    refused(
        &BuilderChain::start_with(Size::new(2, 9), Counted).with(collapse),
        "metas[0] wave-function-collapse: a map of 2x9 is too small: at least 3x3 is needed",
    );
    assert_eq!(BUILT.load(Ordering::Relaxed), 0);
}

#[test]
fn sizes_follow_the_stages() {
    let tiles = || counted().with(SidesToTiles {});
    refused(
        &tiles().with(root(41, 0)),
        "metas[1] backtracker: parameter `root` is (41, 0); expected a cell of the 41x21 map",
    );
    assert_eq!(tiles().with(root(40, 20)).check(), Ok(()));
    let back = || tiles().with(TilesToSides {});
    refused(
        &back().with(root(20, 0)),
        "metas[2] backtracker: parameter `root` is (20, 0); expected a cell of the 20x10 map",
    );
    assert_eq!(back().with(root(19, 9)).check(), Ok(()));
    let floors = || {
        let floors = vec![FloorChain::new(3, Arena::default())];
        BuilderChain::start_with(Size::new(20, 10), Floors { floors })
    };
    refused(
        &floors().with(root(0, 32)),
        "metas[0] backtracker: parameter `root` is (0, 32); expected a cell of the 20x32 map",
    );
    assert_eq!(floors().with(root(0, 31)).check(), Ok(()));
    assert_eq!(floors().build(0).unwrap().size(), Size::new(20, 32));

    let small = BuilderChain::start_with(Size::new(1, 9), Counted).with(TilesToSides {});
    refused(&small, "metas[0] tiles-to-sides: a map of 1x9 is too small: at least 3x3 is needed");
    let wide = BuilderChain::start_with(Size::new(32768, 1), Counted).with(SidesToTiles {});
    refused(
        &wide,
        "metas[0] sides-to-tiles: a map of 32768x1 is too large to double; expected at most 32767 cells a side",
    );
    let bytes = BuilderChain::start_with(Size::new(20, 10), Counted).memory_limit(3_000).with(SidesToTiles {});
    refused(
        &bytes,
        "metas[0] sides-to-tiles: a map of 41x21 would take up to 3444 bytes; expected at most 3000 bytes and 65535 cells a side",
    );
}

#[test]
fn a_recipe_with_a_cell_off_the_map_has_no_chain() {
    let recipe: Recipe = r#"{ "version": 1, "width": 20, "height": 10, "initial": { "use": "cellular-automata" },
        "metas": [{ "use": "backtracker", "root": { "at": [20, 3] } }] }"#
        .parse()
        .unwrap();
    let message = "metas[0] backtracker: parameter `root` is (20, 3); expected a cell of the 20x10 map";
    assert_eq!(recipe.chain().unwrap_err().to_string(), message);
}
