//! Archives, varied levels and sweeps of real recipes.

use std::collections::BTreeSet;

use mapwright_graph::{Metric, Metrics};
use mapwright_recipe::Recipe;
use mapwright_search::{Axis, Search, Step};

const MAZE: &str = r#"{ "version": 1, "width": 21, "height": 15, "seed": 3,
    "initial": { "use": "backtracker" },
    "metas": [ { "use": "loop-injector", "rule": "braid", "chance": 0.3 }, { "use": "exit" } ] }"#;

fn search(want: &str, vary: &[&str], budget: u64) -> Search {
    let mut search = Search::new(MAZE.parse::<Recipe>().unwrap());
    if !want.is_empty() {
        search.want = want.parse().unwrap();
    }
    search.vary = vary.iter().map(|vary| vary.parse().unwrap()).collect();
    search.budget = budget;
    search
}

fn axes(x: &str, y: &str) -> [Axis; 2] {
    [x.parse().unwrap(), y.parse().unwrap()]
}

/// The same on one thread and on many, if there are threads.
fn twice<T: PartialEq + std::fmt::Debug + Send>(run: impl Fn() -> T + Sync) -> T {
    let first = run();
    #[cfg(feature = "parallel")]
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(&run), first);
    }
    first
}

#[test]
fn elites_lie_in_their_bins_and_every_bin_that_was_seen_has_one() {
    for want in ["", "min dead_end_share", "loops 3..12, max solution_steps"] {
        let search = search(want, &["metas.0.chance", "initial.use=wilson,eller,backtracker"], 1200);
        let archive = twice(|| search.archive(axes("solution_steps", "loops"), [12, 9]).unwrap());
        let [across, up] = archive.bins;
        let bin = |values: [f64; 2]| [across.bin(values[0]), up.bin(values[1])];
        let seen: BTreeSet<[u32; 2]> = archive.seen.iter().map(|&values| bin(values)).collect();
        assert_eq!(seen, archive.elites.keys().copied().collect());
        assert!(seen.len() > 10 && across.count <= 12 && up.count <= 9);
        for (&at, elite) in &archive.elites {
            let map = elite.level.recipe.chain().unwrap().build(elite.level.seed).unwrap();
            let metrics = Metrics::new(&map);
            let value = |metric| metrics.get(metric).unwrap();
            assert_eq!(bin([value(Metric::SolutionSteps), value(Metric::Loops)]), at);
            let goal = if want.contains("min") { -value(Metric::DeadEndShare) } else { value(Metric::SolutionSteps) };
            assert!(want.is_empty() || elite.goal == goal);
            assert!(!want.contains("loops") || (3.0..=12.0).contains(&value(Metric::Loops)));
        }
    }
}

#[test]
fn an_archive_reaches_more_bins_than_random_levels() {
    let search =
        search("", &["metas.0.chance", "initial.use=wilson,eller,backtracker,sidewinder,prim-maze,growing-tree"], 3000);
    let (x, y) = ("solution_steps=0..200", "loops=0..60");
    let elites = search.archive(axes(x, y), [20, 20]).unwrap().elites.len();
    // Random levels: islands that end before anything is learned.
    let mut random = BTreeSet::new();
    for island in 0..6 {
        let search = Search { island, budget: 500, ..search.clone() };
        random.extend(search.archive(axes(x, y), [20, 20]).unwrap().elites.into_keys());
    }
    assert!(elites > random.len(), "{elites} {}", random.len());
}

#[test]
fn varied_levels_differ_more_than_the_first_ones() {
    let search = search("solution_steps >= 30", &["metas.0.chance", "initial.use=wilson,eller,backtracker"], 700);
    let (found, spread) = twice(|| search.varied(8).unwrap());
    assert_eq!((found.levels.len(), spread.len()), (8, 8));
    assert!(spread.is_sorted_by(|a, b| a >= b) && spread[0] == 1.0 && spread[7] > 0.1, "{spread:?}");
    assert!(
        found
            .levels
            .iter()
            .all(|level| level.metrics.iter().any(|&(name, steps)| name == "solution_steps" && steps >= 30.0))
    );
}

#[test]
fn a_sweep_shows_what_a_parameter_does() {
    let search = search("loops >= 5", &["metas.0.chance=0..1/5"], 1);
    let sweep = twice(|| search.sweep(10..40).unwrap());
    let values: Vec<String> = sweep.steps.iter().map(|step| step.value.to_string()).collect();
    assert_eq!((sweep.target.as_str(), values.join(" ").as_str()), ("metas.0.chance", "0.0 0.25 0.5 0.75 1.0"));
    let medians = sweep
        .steps
        .iter()
        .map(|step| step.bands.iter().find(|band| band.metric == Metric::DeadEndShare).unwrap().deciles[1]);
    assert!(medians.clone().is_sorted_by(|a, b| a > b), "{:?}", medians.collect::<Vec<_>>());
    assert_eq!((sweep.steps[0].fitting, sweep.steps[4].fitting), (0, 30));
    assert!(sweep.steps.iter().all(|step| step.built == 30 && step.recipe.seed == Some(3)));
}

/// Each pair is the sweep of one parameter with the other fixed.
#[test]
fn two_parameters_are_swept_in_pairs() {
    let seeds = 4..20;
    let sweep =
        twice(|| search("", &["metas.0.chance=0..1/3", "initial.use=wilson,eller"], 1).sweep(seeds.clone()).unwrap());
    assert_eq!((sweep.target.as_str(), sweep.second.as_deref()), ("metas.0.chance", Some("initial.use")));
    let (rows, rest) = sweep.steps.as_chunks::<3>();
    assert!(rows.len() == 2 && rest.is_empty());
    for (row, name) in rows.iter().zip(["wilson", "eller"]) {
        let mut one = search("", &["metas.0.chance=0..1/3"], 1);
        one.recipe.initial.name = name.to_owned();
        for (pair, single) in row.iter().zip(one.sweep(seeds.clone()).unwrap().steps) {
            assert_eq!(pair.second, Some(name.into()));
            assert_eq!(Step { second: None, ..pair.clone() }, single);
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |vary: &[&str], seeds| search("", vary, 1).sweep(seeds).unwrap_err().to_string();
    assert_eq!(error(&["metas.0.chance"], 3..3), "`seeds` is 0; expected 1 to 1000000 seeds");
    let three = ["metas.0.chance", "width=9..11", "height=9..11"];
    assert_eq!(error(&three, 0..3), "`vary` is 3; expected one or two parameters to sweep");
    let many = ["metas.0.chance=0..1/101", "width=10..109/100"];
    assert_eq!(error(&many, 0..3), "`vary` is 10100; expected at most 10000 values or pairs of values");
    assert_eq!(error(&[], 0..3), "`vary` is 0; expected one or two parameters to sweep");
    let bins = search("", &[], 1).archive(axes("loops", "rooms"), [0, 3]).unwrap_err();
    assert_eq!(bins.to_string(), "`bins` is 0; expected 1 to 100");
}
