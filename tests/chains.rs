//! Any builder after any: every chain makes a sound map, or an error that names the stage.
#![allow(clippy::unwrap_used)]

use mapwright::core::{BuildErrorKind, MapRng};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderKind, ParamKind, StageRecipe, builders};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A builder of the catalogue with random parameters within their ranges.
fn random_stage(initial: bool, rng: &mut MapRng) -> StageRecipe {
    let wanted = if initial { BuilderKind::Initial } else { BuilderKind::Meta };
    let fits: Vec<_> = builders()
        .into_iter()
        .filter(|info| info.name != "from-map" && (info.kind() == wanted || info.kind() == BuilderKind::Both))
        .collect();
    let info = rng.pick(&fits).unwrap();
    let mut stage = StageRecipe::new(info.name);
    for param in &info.params {
        let has = |(other, fitting): (&str, &[&str])| {
            stage.params.get(other).and_then(Value::as_str).is_some_and(|given| fitting.contains(&given))
        };
        if !param.only_with.is_none_or(has) {
            continue;
        }
        let value = match param.kind {
            // Counts of rounds, walls and steps stay small: this is about sound maps, not about patience.
            ParamKind::Int(min, max) => json!(min + u64::from(rng.below((max - min).min(40) as u32 + 1))),
            ParamKind::Number(min, max) => json!(min + (max - min) * f64::from(rng.below(5)) / 4.0),
            ParamKind::Choice(words) => json!(rng.pick(words).unwrap()),
            ParamKind::Place(words) => json!(rng.pick(words).unwrap()),
            ParamKind::LifeRule => json!(["B05678/S05678", "B5678/S45678", "B3/S23", "B/S"][rng.below(4) as usize]),
            ParamKind::Bool => json!(rng.chance(0.5)),
            ParamKind::Pieces => json!(["tetrominoes", "pentominoes", "XX X", "XXX XX/X."][rng.below(4) as usize]),
            // How many there have to be, hangs on another parameter.
            ParamKind::Counts(_) => json!([]),
            ParamKind::Text => json!("a label"),
            ParamKind::Map => continue,
        };
        stage.params.insert(param.name.to_owned(), value);
    }
    // Of some parameters only one may be given.
    if stage.params.get("rule").is_some_and(|rule| rule == "random") {
        let drop = if rng.chance(0.5) { "count" } else { "share" };
        stage.params.remove(drop);
    }
    stage
}

fn random_recipe(seed: u64) -> Recipe {
    let mut rng = MapRng::new(seed);
    const SIZES: [(u16, u16); 9] = [(1, 1), (1, 9), (9, 1), (2, 2), (2, 7), (3, 3), (5, 8), (31, 17), (70, 40)];
    let &(width, height) = rng.pick(&SIZES).unwrap();
    let wrap = Some(Wrap::ALL[rng.below(4) as usize]);
    let initial = random_stage(true, &mut rng);
    let metas = (0..rng.below(9)).map(|_| random_stage(false, &mut rng)).collect();
    Recipe { width, height, wrap, seed: Some(seed), initial, metas }
}

#[test]
fn random_chains_make_sound_maps_or_name_the_stage() {
    let (mut built, mut refused, mut failed) = (0, 0, 0);
    for seed in 0..4000 {
        let recipe = random_recipe(seed);
        let context = || recipe.to_json();
        let chain = match recipe.chain() {
            Ok(chain) => chain,
            Err(error) => {
                // All that can be wrong with a random chain is a plane that no stage before provides.
                assert!(error.to_string().contains("which no earlier stage provides"), "{error}: {}", context());
                refused += 1;
                continue;
            }
        };
        match chain.build(seed) {
            Ok(map) => {
                assert_eq!(map.fault(), None, "{}", context());
                let mut history = History::every(3);
                assert_eq!(chain.build_recorded(seed, &mut history).unwrap(), map, "{}", context());
                let mut replay = history.replay();
                while replay.next_frame().is_some() {}
                assert_eq!(replay.map(), &map, "{}", context());
                text(&map, &TextStyle::default()).unwrap();
                built += 1;
            }
            Err(error) => {
                assert!(error.stage.is_some(), "{error}: {}", context());
                let fine = error.is_retryable() || matches!(error.kind, BuildErrorKind::TooSmall { .. });
                assert!(fine, "{error}: {}", context());
                failed += 1;
            }
        }
    }
    assert!(built > 1000 && refused > 300 && failed > 100, "{built} built, {refused} refused, {failed} failed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn adding_a_stage_changes_nothing_before_it(seed: u64) {
        let recipe = random_recipe(seed);
        let mut rng = MapRng::new(!seed);
        let mut longer = recipe.clone();
        longer.metas.push(random_stage(false, &mut rng));
        let (Ok(short), Ok(long)) = (recipe.chain(), longer.chain()) else { return Ok(()) };
        let Ok(map) = short.build(seed) else { return Ok(()) };
        let mut history = History::default();
        let _ = long.build_recorded(seed, &mut history);
        let mut replay = history.replay();
        for _ in 0..=recipe.metas.len() {
            prop_assert!(replay.next_stage().is_some());
        }
        prop_assert_eq!(replay.map(), &map);
    }
}

#[test]
fn a_recorded_maze_takes_little_memory() {
    let mazes: [fn() -> BuilderChain; 3] = [
        || BuilderChain::start_with(Size::new(512, 512), PrimMaze::default()),
        || BuilderChain::start_with(Size::new(512, 512), KruskalMaze::default()),
        || BuilderChain::start_with(Size::new(512, 512), Backtracker::default()),
    ];
    for chain in mazes {
        let mut history = History::every(1024);
        chain().build_recorded(1, &mut history).unwrap();
        assert!(history.frames().len() >= 256);
        assert!(history.bytes() < 2 << 20, "{} bytes", history.bytes());
    }
}
