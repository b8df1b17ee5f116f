//! Searches as a whole: the same on any number of threads, with and without the early out, and what they find is what was
//! wanted.
#![allow(clippy::panic)]

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mapwright_core::Progress;
use mapwright_graph::Metrics;
use mapwright_recipe::{Recipe, map_digest};
use mapwright_search::{Search, SearchError, Test};

const MAZE: &str = r#"{ "version": 1, "width": 21, "height": 15, "seed": 3,
    "initial": { "use": "backtracker" },
    "metas": [ { "use": "loop-injector", "rule": "braid", "chance": 0.3 }, { "use": "exit" } ] }"#;
const CAVE: &str = r#"{ "version": 1, "width": 40, "height": 25,
    "initial": { "use": "cellular-automata", "rounds": 5 },
    "metas": [ { "use": "start" }, { "use": "cull-unreachable" }, { "use": "exit" } ] }"#;
const ROOMS: &str =
    r#"{ "version": 1, "width": 40, "height": 25, "initial": { "use": "random-rooms", "max_side": 8 } }"#;

fn search(recipe: &str, want: &str, vary: &[&str]) -> Search {
    let mut search = Search::new(recipe.parse::<Recipe>().unwrap());
    if !want.is_empty() {
        search.want = want.parse().unwrap();
    }
    search.vary = vary.iter().map(|vary| vary.parse().unwrap()).collect();
    search.budget = 1500;
    search
}

fn searches() -> Vec<Search> {
    vec![
        search(MAZE, "solution_steps 40..60, loops >= 5", &["all"]),
        search(
            MAZE,
            "loops 3..6, solution_steps >= 60",
            &["metas.0.chance=0..1", "initial.use=wilson,eller,prim-maze"],
        ),
        search(
            MAZE,
            "dead_end_share <= 1%, solution_steps >= 90, max loops",
            &["all", "initial.use=wilson,sidewinder,growing-tree"],
        ),
        search(MAZE, "loops@initial = 0, loops@metas.0 >= 4, loops@loop-injector <= 9", &["metas.0.chance"]),
        search(CAVE, "open_share 40%..45%, components = 1, min solution_steps", &["all"]),
        search(CAVE, "open_share@initial >= 60%, open_share <= 50%, loops >= 30", &[]),
        search(CAVE, "largest_share <= 50%", &[]),
        search(CAVE, "wet >= 1", &["width=10..50", "height=5..9"]),
    ]
}

#[test]
fn every_result_built_again_is_what_was_wanted() {
    for search in searches() {
        let found = search.find(8).unwrap();
        assert!(found.levels.len() <= 8 && found.tried <= 1500);
        for level in &found.levels {
            let json = level.recipe.to_json();
            let recipe: Recipe = json.parse().unwrap();
            let chain = recipe.chain().unwrap();
            // An independent reading of the requirements, from the table of all metrics after each stage.
            let mut stages = Vec::new();
            let map = chain
                .build_with(recipe.seed(), &mut |progress: Progress<'_>| {
                    if let Progress::Done(stage, map) = progress {
                        stages.push((stage, Metrics::new(map).rows().collect::<Vec<_>>()));
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!((map_digest(&map), recipe.seed()), (level.digest, level.seed));
            for clause in &search.want.clauses {
                let at = clause.at.as_ref().map(ToString::to_string);
                let is_named = |index: usize, name: &str| match at.as_deref() {
                    None => true,
                    Some("initial") => index == 0,
                    Some(at) => at == name || at == format!("metas.{}", index.wrapping_sub(1)),
                };
                let (_, rows) = stages.iter().rfind(|(stage, _)| is_named(stage.index, stage.name)).unwrap();
                let value = rows.iter().find(|(name, _)| *name == clause.metric.name()).unwrap().1;
                let holds = match clause.test {
                    Test::AtLeast(low) => value >= low,
                    Test::AtMost(high) => value <= high,
                    Test::Above(low) => value > low,
                    Test::Below(high) => value < high,
                    Test::Equal(other) => value == other,
                    Test::Between(low, high) => low <= value && value <= high,
                    Test::Max | Test::Min => true,
                };
                assert!(holds, "{clause}: {value} in {json}");
            }
        }
        let digests: std::collections::BTreeSet<u64> = found.levels.iter().map(|level| level.digest).collect();
        assert_eq!(digests.len(), found.levels.len(), "no level twice");
        assert_eq!(found.levels.is_empty(), !found.nearest.is_empty(), "{}", search.want);
    }
    let goal = searches()[2].find(8).unwrap();
    let loops = |i: usize| goal.levels[i].metrics.iter().find(|(name, _)| *name == "loops").unwrap().1;
    assert!((1..goal.levels.len()).all(|i| loops(i - 1) >= loops(i)) && goal.tried == 1500);
}

#[test]
fn the_early_out_changes_nothing() {
    for mut search in searches() {
        let found = search.find(8).unwrap();
        search.early_out = false;
        assert_eq!(search.find(8).unwrap(), found, "{}", search.want);
    }
}

#[test]
#[cfg(feature = "parallel")]
fn threads_change_nothing() {
    for search in searches() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let found = search.find(8).unwrap();
                format!("{:#}", found.manifest(&search)) + &format!("{:?}", found.recipes())
            })
        };
        let one = on(1);
        assert_eq!(one, on(2));
        assert_eq!(one, on(8));
    }
}

#[test]
fn another_seed_finds_other_levels() {
    let mut search = search(MAZE, "loops >= 1", &[]);
    let first = search.find(5).unwrap();
    search.seed = 1;
    let second = search.find(5).unwrap();
    search.island = 1;
    let third = search.find(5).unwrap();
    assert!(first.levels != second.levels && second.levels != third.levels);
}

#[test]
fn climbing_finds_what_random_levels_hardly_ever_are() {
    let want = "solution_steps 90..100, loops >= 14, dead_end_share <= 1%";
    let vary = ["metas.0.chance=0..1", "initial.use=backtracker,wilson,eller,sidewinder,prim-maze,growing-tree"];
    let mut search = search(MAZE, want, &vary);
    let climbing = search.find(1500).unwrap();
    let late = climbing.levels.iter().filter(|level| level.index >= 256).count();
    // As many random levels: other seeds whose searches end before they climb.
    let random: usize = (0..5)
        .map(|seed| {
            (search.seed, search.budget) = (seed, 249);
            search.find(249).unwrap().levels.len()
        })
        .sum();
    assert!(late > 3 * random, "{late} {random}");
}

#[test]
fn errors_say_what_does_not_go_together() {
    let error = |recipe: &str, want: &str, vary: &[&str]| search(recipe, want, vary).find(1).unwrap_err().to_string();
    assert_eq!(
        error(MAZE, "loops@loop-injektor >= 1", &[]),
        "`loops@loop-injektor >= 1`: the recipe has no stage `loop-injektor`; expected one of `backtracker`, `loop-injector`, `exit`"
    );
    assert_eq!(
        error(MAZE, "loops@metas.2 >= 1", &[]),
        "`loops@metas.2 >= 1`: the recipe has no stage `metas.2`; expected one of `backtracker`, `loop-injector`, `exit`"
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.0.zzzzz"]),
        "`metas.0.zzzzz`: loop-injector has no parameter `zzzzz`; it has rule, max, share, chance, min_detour"
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.0.ruel"]),
        "`metas.0.ruel`: loop-injector has no parameter `ruel`; did you mean `rule`?"
    );
    let unknown = search(&MAZE.replace("backtracker", "backpacker"), "loops >= 1", &[]).find(1);
    assert!(matches!(unknown, Err(SearchError::Recipe(_))));
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.2.chance"]),
        "`metas.2.chance`: the recipe has only `metas.0` to `metas.1`"
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.0.chance=0..2"]),
        "`metas.0.chance=0..2`: parameter `chance` is 2.0; expected a number from 0 to 1"
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.0.rule=braid,brade"]),
        "`metas.0.rule=braid,brade`: parameter `rule` is \"brade\"; expected one of \"random\", \"braid\", \"detour\", \"defeat-wall-followers\""
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["initial.use=wilsen"]),
        "`initial.use=wilsen`: no builder is called `wilsen`; did you mean `wilson`?"
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["width=0..9"]),
        "`width=0..9`: parameter `width` is 0; expected an integer from 1 to 65535"
    );
    assert_eq!(error(MAZE, "loops >= 1", &["width=9..9.5"]), "`width=9..9.5`: the parameter takes integers");
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.0.chance", "metas.0.chance=0..1"]),
        "`metas.0.chance=0..1`: it is varied twice"
    );
    assert_eq!(
        error(MAZE, "loops >= 1", &["metas.0.min_detour=0..9"]),
        "none of 256 levels could be built; the last error: metas[0] loop-injector: parameter `min_detour` goes with \"rule\": \"detour\" only"
    );
    assert_eq!(
        error(ROOMS, "rooms >= 1", &["initial.max_rooms"]),
        "`initial.max_rooms`: it is absent by default; give a range, such as `initial.max_rooms=1..30`"
    );
    let mut none = search(MAZE, "loops >= 1", &[]);
    none.budget = 0;
    assert_eq!(none.find(1).unwrap_err().to_string(), "`budget` is 0; expected at least 1");
    let stopped = search(MAZE, "loops >= 1", &[]).find_watched(1, &mut |_| false);
    assert!(matches!(stopped, Err(SearchError::Stopped)));
}

/// One level alone would take half a minute: random walks along a strip take the square of its length.
#[test]
fn a_search_stops_inside_a_build() {
    const STRIP: &str = r#"{ "version": 1, "width": 3, "height": 60000, "initial": { "use": "wilson" } }"#;
    let search = search(STRIP, "loops >= 1", &[]);
    let begun = Instant::now();
    let found = std::thread::scope(|scope| {
        let searching = scope.spawn(|| search.find(1));
        std::thread::sleep(Duration::from_millis(20));
        search.stop.store(true, Ordering::Relaxed);
        searching.join().unwrap()
    });
    assert!(matches!(found, Err(SearchError::Stopped)), "{found:?}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn odd_sizes_are_searched_too() {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (5, 8)] {
        for recipe in [MAZE, CAVE] {
            let mut search = search(recipe, "solution_steps >= 3", &["all"]);
            (search.recipe.width, search.recipe.height, search.budget) = (width, height, 600);
            match search.find(3) {
                Ok(found) => assert!(found.levels.len() + found.nearest.len() > 0 || found.unbuilt > 0),
                Err(SearchError::NothingBuilds { .. }) => (),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// A range without numbers goes up to four times the value in the recipe, else the default.
#[test]
fn parameters_vary_around_their_defaults() {
    let values = |recipe: &str, vary: &str| -> (f64, f64) {
        let sweep = search(recipe, "", &[vary]).sweep(0..1).unwrap();
        let value = |step: Option<&mapwright_search::Step>| step.and_then(|step| step.value.as_f64()).unwrap();
        (value(sweep.steps.first()), value(sweep.steps.last()))
    };
    let bare = r#"{ "version": 1, "width": 20, "height": 12, "initial": { "use": "cellular-automata" } }"#;
    let default = |builder: &str, name: &str| {
        let builders = mapwright_recipe::builders();
        let info = builders.iter().find(|info| info.name == builder).unwrap();
        info.params.iter().find(|param| param.name == name).unwrap().default.as_f64().unwrap()
    };
    assert_eq!(values(bare, "initial.rounds").1, 4.0 * default("cellular-automata", "rounds"));
    assert_eq!(values(CAVE, "initial.rounds").1, 20.0);
    assert_eq!(values(ROOMS, "initial.max_side").1, 32.0);
    assert_eq!(values(bare, "width"), (1.0, 80.0));
    assert_eq!(values(bare, "initial.wall_chance"), (0.0, 1.0));
}

/// Each clause counts the levels that it judged, in the order in which clauses are looked at: the metric that a stage
/// before the last decides comes first, whatever the requirements list first.
#[test]
fn counts_of_clauses_are_their_own() {
    let counts = |want: &str| {
        let mut search = search(CAVE, want, &[]);
        search.budget = 100;
        let found = search.find(100).unwrap();
        search.early_out = false;
        assert_eq!(search.find(100).unwrap(), found);
        let manifest = found.manifest(&search);
        for one in &found.passed {
            assert_eq!(manifest["judged"][&one.clause], one.judged);
            assert_eq!(manifest["passed"][&one.clause], one.passed);
        }
        (found.passed.iter().map(ToString::to_string).collect::<Vec<_>>(), found.levels.len() as u64)
    };
    let (alone, fitting) = counts("solution_steps >= 1");
    assert_eq!((alone, fitting), (vec!["`solution_steps >= 1`: 100 of 100 passed".to_owned()], 100));
    let (both, _) = counts("solution_steps >= 1, loops >= 90000");
    assert_eq!(
        both,
        [
            "`loops >= 90000`: 0 of 100 passed",
            "`solution_steps >= 1`: not judged, as no level passed the clauses before it"
        ]
    );
    // Levels that could not be built were judged by none.
    let (three, fitting) = counts("solution_steps >= 30, loops >= 40, components = 1");
    let numbers: Vec<u64> = three
        .iter()
        .flat_map(|line| line.rsplit_once(": ").unwrap().1.split(' ').filter_map(|word| word.parse().ok()))
        .collect();
    let [passed_0, _, passed_1, judged_1, passed_2, judged_2] = numbers[..] else { panic!("{three:?}") };
    assert_eq!((judged_1, judged_2), (passed_0, passed_1), "{three:?}");
    assert!(passed_2 >= fitting && judged_2 > 0, "{three:?}");
}

/// The same maze with other loops: a stage's own seed varies as its parameters do.
#[test]
fn the_seed_of_a_stage_can_vary() {
    let mut search = search(MAZE, "loops >= 1", &["metas.0.seed=0..9"]);
    search.budget = 30;
    let found = search.find(5).unwrap();
    let seeds: Vec<u64> = found.levels.iter().map(|level| level.recipe.metas[0].seed.unwrap()).collect();
    assert!(seeds.len() == 5 && seeds.iter().all(|&seed| seed < 10), "{seeds:?}");
    assert!(found.levels.iter().all(|level| level.recipe.initial.seed.is_none()));
    assert!(found.levels.iter().all(|level| map_digest(&level.build().unwrap()) == level.digest));
    search.vary = vec!["metas.0.seed=a,b".parse().unwrap()];
    let error = search.find(1).unwrap_err().to_string();
    assert_eq!(error, "`metas.0.seed=a,b`: parameter `seed` is \"a\"; expected an integer from 0");
}

/// Without requirements of its own, a search takes those of its recipe.
#[test]
fn a_search_has_the_requirements_of_its_recipe() {
    let recipe = |want: &str| -> Recipe {
        let text = r#"{"version": 1, "width": 20, "height": 12, "want": "WANT", "initial": {"use": "prim-maze"}}"#;
        text.replace("WANT", want).parse().unwrap()
    };
    let found = Search::new(recipe("dead_ends <= 40")).find(3).unwrap();
    assert!(found.levels.iter().all(|level| level.recipe.want.as_deref() == Some("dead_ends <= 40")));
    let error = Search::new(recipe("dead_ends <<= 40")).find(1).map(|_| ()).unwrap_err();
    assert!(matches!(error, SearchError::Want(_)), "{error}");
    let mut search = Search::new(recipe("dead_ends <<= 40"));
    search.want = "dead_ends <= 40".parse().unwrap();
    assert!(search.find(1).is_ok());
}
