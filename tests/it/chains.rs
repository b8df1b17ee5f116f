//! Any builder after any: every chain makes a sound map, or an error that names the stage.

use std::collections::BTreeSet;

use crate::random::{random_recipe, random_stage};
use crate::seeds;
use mapwright::builders::*;
use mapwright::core::{BuildError, BuildErrorKind, MapRng, Reach};
use mapwright::prelude::*;
use mapwright::world::{ChainWorld, WorldRect};
use proptest::prelude::*;

/// What came of a random chain.
#[derive(Clone, Copy)]
enum Outcome {
    Built,
    Refused,
    Failed,
}

#[test]
fn random_chains_make_sound_maps_or_name_the_stage() {
    let all = seeds(4_000);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = |nth: u64| {
        let mut counts = [0; 3];
        (nth..all).step_by(threads).for_each(|seed| counts[try_chain(seed) as usize] += 1);
        counts
    };
    let counts: Vec<[u64; 3]> = std::thread::scope(|scope| {
        let shares: Vec<_> = (0..threads as u64).map(|nth| scope.spawn(move || share(nth))).collect();
        shares.into_iter().map(|share| share.join().unwrap()).collect()
    });
    let count = |outcome: Outcome| counts.iter().map(|counts| counts[outcome as usize]).sum::<u64>();
    let (built, refused, failed) = (count(Outcome::Built), count(Outcome::Refused), count(Outcome::Failed));
    let is_enough = [(built, 4), (refused, 14), (failed, 40)].iter().all(|&(n, share)| n * share > all);
    assert!(is_enough, "{built} built, {refused} refused, {failed} failed");
}

fn try_chain(seed: u64) -> Outcome {
    let recipe = random_recipe(seed);
    let context = || recipe.to_json();
    let chain = match recipe.chain() {
        Ok(chain) => chain,
        Err(error) => {
            // All that can be wrong with a random chain is a plane that no stage before provides, a random vault with a cell
            // that its own walls shut in, a map that is too small, and a stage that kept cells hinder.
            let error = error.to_string();
            let expected = [
                "which no earlier stage provides",
                "is walled in",
                "is too small",
                "cannot leave kept cells as they are",
            ];
            assert!(expected.iter().any(|words| error.contains(words)), "{error}: {}", context());
            return Outcome::Refused;
        }
    };
    match chain.build(seed) {
        Ok(map) => {
            assert_eq!(map.validate(), Ok(()), "{}", context());
            let mut taken: Vec<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
            taken.extend(map.start.into_iter().chain(map.exit));
            let places: BTreeSet<&Point> = taken.iter().collect();
            assert_eq!(places.len(), taken.len(), "two in one cell: {}", context());
            let mut history = History::every(3);
            assert_eq!(chain.build_with(seed, &mut history).unwrap(), map, "{}", context());
            let mut replay = history.replay();
            while replay.next_frame().is_some() {}
            assert_eq!(replay.map(), &map, "{}", context());
            text(&map, &TextStyle::default()).unwrap();
            Outcome::Built
        }
        Err(error) => {
            assert!(error.stage.is_some(), "{error}: {}", context());
            let whatever_the_seed =
                matches!(error.kind, BuildErrorKind::TooSmall { .. } | BuildErrorKind::Impossible { .. });
            // Known from the map only: tiles to keep that the sample lacks, or that the border has otherwise, and tags where
            // there are neither rooms nor areas. A random sample may have more pieces than can be learned.
            let wrong_keep = error.to_string().contains("parameter `keep` is");
            // And how much work exploding this many rooms is.
            let wrong_lifetime = error.to_string().contains("parameter `lifetime` is");
            let no_tags = error.to_string().contains("needs `graph`") && recipe.to_json().contains("\"tag\"");
            let rich_sample = error.to_string().contains("different pieces; expected up to 65536");
            // A stage that does not know floors may dig through the row between two.
            let through_floors = error.to_string().contains("lies between two floors");
            let fine = error.is_retryable() || whatever_the_seed || through_floors;
            let fine = fine || wrong_keep || rich_sample || wrong_lifetime || no_tags;
            assert!(fine, "{error}: {}", context());
            Outcome::Failed
        }
    }
}

/// The shift property of random stages with random parameters: the windows of an endless world agree wherever they overlap by
/// more than the reach. What cannot be endless is refused, and the stage is named.
#[test]
fn random_chains_in_endless_worlds_have_no_seam_or_name_the_stage() {
    let (mut refused, mut failed, mut compared) = (0, 0, 0);
    for seed in 0..seeds(200) {
        let mut recipe = random_recipe(seed);
        recipe.wrap = None;
        let stages = recipe.metas.len();
        for stage in 0..=stages {
            recipe.metas.truncate(stages - stage);
            let context = || recipe.to_json();
            let Ok(chain) = recipe.chain() else { continue };
            let last = chain.stages().count() - 1;
            let block = chain.builders().take(last).fold(chain.size(), |block, builder| {
                let scale = builder.facts(block).scale;
                Size::new(block.w * scale, block.h * scale)
            });
            let Some(facts) = chain.builders().last().map(|last| last.facts(block)) else { continue };
            let (Reach::Cells(reach), scale) = (facts.reach, facts.scale) else { continue };
            if reach > 40 || scale > 1 || last == 0 {
                continue;
            }
            let mut before = recipe.clone();
            before.metas.pop();
            let below = match before.chain().map(|before| ChainWorld::new(before, seed)) {
                Ok(Ok(below)) => below,
                Ok(Err(error)) => {
                    assert!(error.stage.is_some(), "{error}: {}", context());
                    refused += 1;
                    continue;
                }
                Err(_) => continue,
            };
            let side = 2 * reach + 20;
            let made = |(x, y): (i64, i64)| {
                let mut map = below.window(WorldRect::new(x, y, side.into(), side.into()))?;
                chain.continue_window(last, seed, ((x, y), block), &mut map)?;
                Ok::<_, BuildError>(map)
            };
            let (a, b) = match (made((-9, 4)), made((-4, 1))) {
                (Ok(a), Ok(b)) => (a, b),
                (Err(error), _) | (_, Err(error)) => {
                    assert!(error.stage.is_some(), "{error}: {}", context());
                    failed += 1;
                    continue;
                }
            };
            // The second window begins five columns right of the first one, and three rows above it.
            for p in Size::new(15, 17).points() {
                let at = Point::new(p.x + reach, p.y + reach);
                let (first, second) = (Point::new(at.x + 5, at.y), Point::new(at.x, at.y + 3));
                let of = |map: &BuilderMap, p: Point| {
                    let sides = [&map.sides, &map.corners].map(|plane| plane.as_ref().map(|plane| plane[p]));
                    (map.tiles[p], sides, map.regions.as_ref().map(|regions| regions[p]))
                };
                assert_eq!(of(&a, first), of(&b, second), "{first} with reach {reach}: {}", context());
            }
            compared += 1;
        }
    }
    assert!(compared * 20 > seeds(200), "{compared} compared, {refused} refused, {failed} failed");
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
        let _ = long.build_with(seed, &mut history);
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
        chain().build_with(1, &mut history).unwrap();
        assert!(history.frames().len() >= 256);
        assert!(history.bytes() < 2 << 20, "{} bytes", history.bytes());
    }
}
