//! Kept cells are pins, if patterns fit them.

use std::ops::ControlFlow;

use mapwright_core::{BuildCx, BuildError, BuildOptions, Builder, BuilderChain, BuilderMap, Facts, Grid};
use mapwright_core::{InitialMapBuilder, Keep, MapRng, Progress, Rect, Size, Tile, Wrap};
use mapwright_wfc::{CollapseModel, WaveFunctionCollapse, sample_from_text};

/// Takes a map as it is.
#[derive(Clone, Debug)]
struct Drawn(BuilderMap);

impl Builder for Drawn {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("drawn").gives(self.0.planes())
    }
}

impl InitialMapBuilder for Drawn {
    fn build(&self, _: Size, _: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        Ok(self.0.clone())
    }
}

const SAMPLE: &str = "########\n#...#..#\n#...+..#\n#...#..#\n##+###+#\n#......#\n#......#\n########\n";

/// Builds the stage on a map, and returns how many kept cells it changed.
fn put_back(stage: &WaveFunctionCollapse, map: &BuilderMap, seed: u64) -> Result<u32, BuildError> {
    let mut count = 0;
    let mut watch = |progress: Progress<'_>| {
        if let Progress::PutBack(_, cells) = progress {
            count = cells;
        }
        ControlFlow::Continue(())
    };
    let chain = BuilderChain::start_with(map.size(), Drawn(map.clone())).wrap(map.wrap).with(stage.clone());
    let made = chain.build_with(seed, BuildOptions::new().observe(&mut watch))?;
    for at in map.size().points().filter(|&at| map.keep_at(at) == Keep::Tile) {
        assert_eq!(made.tiles[at], map.tiles[at]);
    }
    Ok(count)
}

#[test]
fn what_patterns_fit_is_spared_and_other_cells_are_put_back() {
    let sample = sample_from_text(SAMPLE).unwrap();
    for model in [CollapseModel::default(), CollapseModel::Tiled] {
        let stage = WaveFunctionCollapse { model, sample: Some(sample.clone()), ..WaveFunctionCollapse::default() };
        let (mut spared, mut odd) = (0, 0);
        for seed in 0..20 {
            let size = Size::new(20, 14);
            let blank = BuilderMap::filled(size, Wrap::ALL[seed as usize % 4], Tile::WALL);
            let chain = BuilderChain::start_with(size, Drawn(blank.clone())).wrap(blank.wrap).with(stage.clone());
            let Ok(mut drawn) = chain.build(seed + 100) else { continue };
            let part = Rect::new(4, 3, 9, 6);
            drawn.kept = Some(Grid::from_fn(size, |at| if part.contains(at) { Keep::Tile } else { Keep::Free }));
            spared += u32::from(put_back(&stage, &drawn, seed).is_ok_and(|count| count == 0));
            // A tile of no pattern, and noise that no pattern has.
            let mut rng = MapRng::new(seed);
            for at in part.points() {
                drawn.tiles[at] = if rng.chance(0.5) { Tile::FLOOR } else { Tile::WALL };
            }
            drawn.tiles[size.index((6, 5).into())] = Tile::DEEP_WATER;
            odd += u32::from(put_back(&stage, &drawn, seed).is_ok_and(|count| count > 0));
        }
        assert!(spared >= 15 && odd >= 15, "{spared} {odd}");
    }
}
