//! Spawn tables: weights, depths, what is expected of a budget, and what cannot be drawn from.

use std::collections::BTreeMap;

use mapwright_core::{BuildErrorKind, BuilderChain, MapRng, Size};
use mapwright_dungeon::{Arena, PackMember, SpawnEntry, SpawnTable, Spawns};

#[test]
fn the_weights_of_a_table_are_exact() {
    let mut rng = MapRng::new(73);
    let entry =
        |name: &str, weight, min_depth, max_depth| SpawnEntry { min_depth, max_depth, ..SpawnEntry::new(name, weight) };
    let all = [("a", 1), ("b", 2), ("c", 0), ("d", 3), ("e", 14)];
    for weights in [&all[..], &all[..2], &[("one", 1), ("two", 1)], &[("alone", 1)], &[("x", u32::MAX - 1), ("y", 1)]] {
        let mut entries: Vec<SpawnEntry> = weights.iter().map(|&(name, weight)| entry(name, weight, 3, 5)).collect();
        // What does not apply takes no part, before and after what does.
        entries.insert(0, entry("too deep", 50, 6, 9));
        entries.push(entry("too high", 50, 0, 2));
        let table = SpawnTable { entries };
        for depth in [3, 4, 5] {
            let draws = 40_000;
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            let mut name = || table.draw(depth, &mut rng).unwrap().name.as_str();
            (0..draws).for_each(|_| *counts.entry(name()).or_default() += 1);
            let total: u64 = weights.iter().map(|&(_, weight)| u64::from(weight)).sum();
            assert!(counts.keys().all(|name| weights.iter().any(|(known, weight)| known == name && *weight > 0)));
            let parts = weights.iter().map(|&(name, weight)| {
                let expected = f64::from(draws) * f64::from(weight) / total as f64;
                let seen = f64::from(counts.get(name).copied().unwrap_or(0));
                // One draw in 2³² is not expected to be seen.
                if expected < 1e-3 { seen } else { (seen - expected).powi(2) / expected }
            });
            // Pearson's statistic: mean n − 1, variance 2(n − 1); six standard deviations.
            let free = weights.iter().filter(|&&(_, weight)| weight > 0).count() as f64 - 1.0;
            let chi_square: f64 = parts.sum();
            assert!(chi_square <= free + 6.0 * (2.0 * free).sqrt() + 1e-9, "{chi_square} of {counts:?}");
        }
    }
}

/// What a budget buys, by going through all draws: the count of each entry.
fn bought(entries: &[SpawnEntry], left: u32) -> Vec<f64> {
    let payable = |entry: &&SpawnEntry| entry.cost <= left && entry.weight > 0;
    let total: u32 = entries.iter().filter(payable).map(|entry| entry.weight).sum();
    let mut counts = vec![0.0; entries.len()];
    for (i, entry) in entries.iter().enumerate().filter(|(_, entry)| payable(entry)) {
        let chance = f64::from(entry.weight) / f64::from(total);
        counts[i] += chance;
        let rest = bought(entries, left - entry.cost);
        counts.iter_mut().zip(rest).for_each(|(count, rest)| *count += chance * rest);
    }
    counts
}

#[test]
fn what_a_budget_buys_is_that_of_all_draws() {
    let mut rng = MapRng::new(74);
    for _ in 0..300 {
        let mut entry = |name: u32| SpawnEntry::new(name.to_string(), rng.below(5)).costs(rng.range(1, 6));
        let mut entries: Vec<SpawnEntry> = (0..4).map(&mut entry).collect();
        entries[0].weight += 1;
        let budget = rng.below(13);
        let naive = bought(&entries, budget);
        let mut table = SpawnTable { entries };
        table.entries.push(SpawnEntry::new("elsewhere", 9).depths(8..));
        let expected = table.expected(7, budget).unwrap();
        assert_eq!(expected.len(), 4);
        for ((entry, mean), naive) in expected.into_iter().zip(naive) {
            assert!((mean - naive).abs() < 1e-12, "{entry:?} of {budget}: {mean}, and {naive} by all draws");
        }
    }
    let error = SpawnTable::default().expected(1, 65_536).unwrap_err();
    assert_eq!(error.to_string(), "parameter `budget` is 65536; expected 0 to 65535");
}

#[test]
fn tables_that_cannot_be_drawn_from_are_typed_errors() {
    let check = |entries: Vec<SpawnEntry>, depth, message: &str| {
        let table = SpawnTable { entries };
        let error = table.check_depth(depth).unwrap_err();
        assert_eq!(error.to_string(), message);
        let spawns = Spawns { table, depth, ..Spawns::default() };
        let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(spawns);
        let found = chain.check().unwrap_err();
        assert!(matches!(found.kind, BuildErrorKind::BadParameter { .. }) && !found.is_retryable());
        assert_eq!(found.kind, error.kind);
    };
    let shallow = SpawnEntry { max_depth: 3, ..SpawnEntry::new("Rat", 5) };
    let expected = |depth| format!("expected entries for depth {depth} that weigh 1 to 4294967295 together");
    let none =
        |n, depth| format!("parameter `table` is a list of {n} without one for depth {depth}; {}", expected(depth));
    check(vec![], 0, &none(0, 0));
    check(vec![shallow.clone(), shallow.clone()], 4, &none(2, 4));
    let light = format!("parameter `table` is a list with no weight at depth 7; {}", expected(7));
    check(vec![SpawnEntry::new("Rat", 0), shallow.clone()], 7, &light);
    let heavy = format!("parameter `table` is a list that weighs 4294967300 at depth 2; {}", expected(2));
    check(vec![SpawnEntry::new("Rat", u32::MAX), shallow], 2, &heavy);
    check(
        vec![SpawnEntry { min_depth: 4, max_depth: 3, ..SpawnEntry::new("Rat", 1) }],
        9,
        "parameter `table[0].max_depth` is 3; expected at least `min_depth`, which is 4",
    );
    check(vec![SpawnEntry::new("Rat", 1).costs(0)], 1, "parameter `table[0].cost` is 0; expected 1 to 65535");
    let with = vec![PackMember { name: "Goblin".to_owned(), count: [3, 2] }];
    check(
        vec![SpawnEntry { with, ..SpawnEntry::new("Ogre", 1) }],
        1,
        "parameter `table[0].with[0].count` is [3, 2]; expected the smaller number first",
    );
    let crowd = SpawnEntry::new("Ogre", 1).with("Goblin", 2..=9).with("Rat", 3..=3);
    check(
        vec![SpawnEntry { spread: 1, ..crowd.clone() }],
        1,
        "parameter `table[0].with` is at least 5 within 1 steps of `Ogre`; expected at most 4, the cells that are so near",
    );
    check(vec![SpawnEntry { spread: 17, ..crowd }], 1, "parameter `table[0].spread` is 17; expected 1 to 16");
    assert!((0..100).chain([u32::MAX]).all(|depth| SpawnTable::default().check_depth(depth).is_ok()));
}

#[test]
fn entries_apply_at_the_depths_of_a_range() {
    let of = |entry: SpawnEntry| (entry.min_depth, entry.max_depth, entry.weight);
    let rat = || SpawnEntry::new("Rat", 3);
    assert_eq!(of(rat().depths(3..=8)), (3, 8, 3));
    assert_eq!(of(rat().depths(3..8)), (3, 7, 3));
    assert_eq!(of(rat().depths(7..)), (7, u32::MAX, 3));
    assert_eq!(of(rat().depths(..=4)), (0, 4, 3));
    assert_eq!(of(rat().depths(..0)), (0, u32::MAX, 0), "never");
    assert_eq!(SpawnTable::new([("Rat", 3)]), SpawnTable { entries: vec![rat()] });
}
