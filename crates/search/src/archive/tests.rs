use mapwright_graph::Metric;

use super::*;

fn tried(index: u64, values: Option<[f64; 2]>, goal: f64, fits: bool) -> Tried<()> {
    let candidate = Candidate { index, seed: index, genes: vec![] };
    let extra = values.map_or(vec![None, Some(1.0)], |values| values.map(Some).to_vec());
    let verdict = Judgment { fits, passed: 0, failed: None, short: 0.0, shorts: vec![], goal, extra };
    Tried { candidate, verdict: Ok(verdict), is_built: true, kept: fits.then_some(()) }
}

/// All levels are at hand, and every bin takes the best of its own.
#[test]
fn the_archive_is_that_of_a_naive_twin_on_the_same_batches() {
    let mut rng = MapRng::new(21);
    for range in [None, Some((10.0, 30.0))] {
        let recipe = r#"{ "version": 1, "width": 3, "height": 3, "initial": { "use": "arena" } }"#;
        let search = Search { budget: 1000, ..Search::new(recipe.parse().unwrap()) };
        let engine = search.engine(vec![Metric::Loops, Metric::OpenShare]).unwrap();
        let axes = [Axis { metric: Metric::Loops, range }, Axis { metric: Metric::OpenShare, range: None }];
        let mut archive = RunningArchive::new(&search, &engine, axes, [6, 9]);
        let mut all = Vec::new();
        while archive.tally.tried < 1000 {
            for _ in 0..64 {
                let values = [f64::from(rng.below(50)), f64::from(rng.below(1001)) / 1000.0];
                let (goal, fits) = (f64::from(rng.below(7)), rng.chance(0.8));
                let values = rng.chance(0.9).then_some(values);
                let one = tried(archive.tally.tried, values, goal, fits);
                all.extend(values.filter(|_| fits).map(|values| (values, goal, archive.tally.tried)));
                archive.take(one);
            }
            archive.settle();
            let Some(bins) = archive.bins else { continue };
            let inside = |at: [u32; 2], values: [f64; 2]| {
                (0..2).all(|i| {
                    let (low, high) = (bins[i].edge(at[i]) - 1e-9, bins[i].edge(at[i] + 1) - 1e-9);
                    (values[i] >= low || at[i] == 0) && (values[i] < high || at[i] + 1 == bins[i].count)
                })
            };
            // A bin is crowded by all levels in it and around.
            for (bin, parent) in archive.elites.keys().zip(&archive.parents) {
                let near = |at: [u32; 2]| (0..2).all(|i| at[i].abs_diff(bin[i]) <= 1);
                let around =
                    (0..bins[0].count).flat_map(|x| (0..bins[1].count).map(move |y| [x, y])).filter(|&at| near(at));
                let around: Vec<[u32; 2]> = around.collect();
                let crowd = all.iter().filter(|(values, ..)| around.iter().any(|&at| inside(at, *values))).count();
                assert_eq!(parent.crowd as usize, crowd, "{bin:?}");
            }
            for at in (0..bins[0].count).flat_map(|x| (0..bins[1].count).map(move |y| [x, y])) {
                let own = all.iter().filter(|(values, ..)| inside(at, *values));
                let best = own.fold(None, |best: Option<(f64, u64)>, &(_, goal, index)| match best {
                    Some((other, _)) if other >= goal => best,
                    _ => Some((goal, index)),
                });
                let found = archive.elites.get(&at).map(|fit| (fit.goal, fit.candidate.index));
                assert_eq!(found, best, "{at:?} {bins:?}");
            }
        }
    }
}

#[test]
fn axes_without_bins_are_refused() {
    let recipe = r#"{ "version": 1, "width": 15, "height": 9, "initial": { "use": "wilson" } }"#;
    let search = Search { budget: 64, ..Search::new(recipe.parse().unwrap()) };
    for range in [(0.0, 1e20), (f64::NAN, 3.0), (3.0, 3.0), (-1.0, 3.0), (0.0, f64::INFINITY)] {
        let axes = [Axis { metric: Metric::Loops, range: Some(range) }, Axis { metric: Metric::Loops, range: None }];
        let error = search.archive(axes, [5, 5]).unwrap_err().to_string();
        assert_eq!(error, format!("`{}`: expected {}", axes[0], crate::bins::RANGE));
    }
}

/// The elites of `GridArchive` of pyribs 0.12 with `dims=[6, 5]`, `ranges=[(0, 60), (0, 20)]`, for the same batches: bin,
/// goal, index.
#[rustfmt::skip]
const PYRIBS: [([u32; 2], f64, u64); 30] = [
    ([0, 0], 8.0, 30), ([0, 1], 8.0, 734), ([0, 2], 6.0, 161), ([0, 3], 8.0, 114), ([0, 4], 8.0, 39),
    ([1, 0], 8.0, 142), ([1, 1], 8.0, 62), ([1, 2], 8.0, 600), ([1, 3], 7.0, 470), ([1, 4], 8.0, 125),
    ([2, 0], 8.0, 389), ([2, 1], 8.0, 132), ([2, 2], 8.0, 232), ([2, 3], 8.0, 635), ([2, 4], 8.0, 521),
    ([3, 0], 8.0, 601), ([3, 1], 8.0, 68), ([3, 2], 8.0, 108), ([3, 3], 8.0, 176), ([3, 4], 8.0, 148),
    ([4, 0], 8.0, 998), ([4, 1], 8.0, 110), ([4, 2], 8.0, 302), ([4, 3], 8.0, 202), ([4, 4], 8.0, 663),
    ([5, 0], 8.0, 401), ([5, 1], 8.0, 514), ([5, 2], 8.0, 167), ([5, 3], 8.0, 266), ([5, 4], 8.0, 443),
];

#[test]
fn the_archive_is_that_of_pyribs_on_the_same_batches() {
    let recipe = r#"{ "version": 1, "width": 3, "height": 3, "initial": { "use": "arena" } }"#;
    let search = Search { budget: 1024, ..Search::new(recipe.parse().unwrap()) };
    let engine = search.engine(vec![Metric::SolutionSteps, Metric::Loops]).unwrap();
    let axes = ["solution_steps=0..59", "loops=0..19"].map(|axis| axis.parse().unwrap());
    let mut archive = RunningArchive::new(&search, &engine, axes, [6, 5]);
    let mut state = 1u64;
    let mut draw = |n: u64| {
        state = (state * 1_103_515_245 + 12345) % (1 << 31);
        (state >> 16) % n
    };
    while archive.tally.tried < search.budget {
        for _ in 0..64 {
            let (x, y, goal, fits) = (draw(70), draw(24), draw(9), draw(5) > 0);
            let fits = fits && x % 7 + y % 5 < 9;
            archive.take(tried(archive.tally.tried, Some([x as f64, y as f64]), goal as f64, fits));
        }
        archive.settle();
    }
    let elites = archive.elites.iter().map(|(&bin, fit)| (bin, fit.goal, fit.candidate.index));
    assert_eq!(elites.collect::<Vec<_>>(), PYRIBS);
}
