//! Budgets, packs and quotas of spawns, each against its definition.

use std::collections::BTreeMap;

use crate::common::{apply, assert_spawns, drawn, map};
use mapwright_core::{
    BuilderChain, BuilderMap, Grid, MapRng, MetaMapBuilder, Point, Rect, Room, Size, Spawn, Tile, Wrap,
};
use mapwright_dungeon::{Arena, SpawnEntry, SpawnGroup, SpawnQuota, SpawnTable, Spawns};

/// A table with costs, packs and depths.
fn costly(rng: &mut MapRng) -> SpawnTable {
    let entry = |(name, cost, weight)| SpawnEntry::new(name, weight).costs(cost);
    let mut table = SpawnTable::new([("Rat", 1, 6), ("Goblin", 3, 4), ("Ogre", 7, 2)].map(entry));
    if rng.chance(0.5) {
        table.entries.remove(0);
    }
    let pack = SpawnEntry { spread: rng.range(1, 4), ..SpawnEntry::new("Conjurer", 3).costs(5) };
    table.entries.push(pack.with("Spectre", 1..=2).with("Imp", 0..=1));
    table
}

/// The steps from a cell to those that are at most 4 away, by going from cell to cell.
fn steps_from(map: &BuilderMap, from: Point) -> BTreeMap<Point, u32> {
    let passages = map.passages();
    let mut steps = BTreeMap::from([(from, 0)]);
    for step in 1..=4 {
        for here in steps.keys().copied().collect::<Vec<Point>>() {
            let cells = passages.neighbors(map.size().index(here)).map(|cell| map.size().point(cell));
            cells.for_each(|at| _ = steps.entry(at).or_insert(step));
        }
    }
    steps
}

/// The packs of a map, each with its leader first.
fn packs(map: &BuilderMap) -> BTreeMap<u16, Vec<&Spawn>> {
    let mut packs: BTreeMap<u16, Vec<&Spawn>> = BTreeMap::new();
    for (pack, spawn) in map.spawns.iter().filter_map(|spawn| Some((spawn.pack?, spawn))) {
        packs.entry(pack).or_default().push(spawn);
    }
    packs
}

/// The first room in which a cell lies.
fn room_of(map: &BuilderMap, at: Point) -> Option<usize> {
    map.rooms.as_ref().unwrap().iter().position(|room| map.is_in_room(room, at))
}

fn is_free(map: &BuilderMap, at: Point) -> bool {
    let kept_clear = [Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(&map.tiles[at]);
    let is_marked =
        map.spawns.iter().any(|spawn| spawn.at == at) || map.portals.iter().any(|portal| portal.ends().contains(&at));
    map.is_open(at) && !kept_clear && !is_marked
}

#[test]
fn no_room_spends_too_much_and_none_could_pay_for_more() {
    let (mut n_packs, mut spent_all, mut spawned) = (0, 0, 0);
    for seed in 0..600 {
        let mut rng = MapRng::new(seed);
        let mut map = map(rng.below(6).into(), seed);
        let (table, budget) = (costly(&mut rng), rng.range(3, 25));
        let spawns = Spawns { budget: Some([budget, budget]), table: table.clone(), ..Spawns::default() };
        if spawns.check().is_err() {
            continue;
        }
        apply(&spawns, &mut map, seed).unwrap();
        assert_spawns(&map, 0);
        let packs = packs(&map);
        let entry = |name: &str| table.entries.iter().find(|entry| entry.name == name);
        // Packs are whole and close.
        for pack in packs.values() {
            let [leader, members @ ..] = &pack[..] else { panic!("{pack:?}") };
            let of = entry(&leader.what).unwrap();
            let (near, room) = (steps_from(&map, leader.at), room_of(&map, leader.at));
            assert!(members.iter().all(|one| near[&one.at] <= of.spread && room_of(&map, one.at) == room), "{pack:?}");
            for member in &of.with {
                let n = members.iter().filter(|one| one.what == member.name).count() as u32;
                assert!((member.count[0]..=member.count[1]).contains(&n), "{n} {member:?}");
            }
        }
        n_packs += packs.len();
        spawned += map.spawns.len();
        let is_led = |spawn: &&Spawn| spawn.pack.is_none_or(|pack| packs[&pack][0].at == spawn.at);
        for room in 0..map.rooms.as_ref().unwrap().len() {
            let own = map.spawns.iter().filter(|spawn| room_of(&map, spawn.at) == Some(room)).filter(is_led);
            let spent: u32 = own.map(|spawn| entry(&spawn.what).unwrap().cost).sum();
            assert!(spent <= budget, "room {room} spends {spent} of {budget}");
            spent_all += u32::from(spent == budget);
            let cells: Vec<Point> = map.size().points().filter(|&p| room_of(&map, p) == Some(room)).collect();
            for payable in table.entries.iter().filter(|entry| entry.cost <= budget - spent) {
                let most: u32 = payable.with.iter().map(|member| member.count[1]).sum();
                for &cell in cells.iter().filter(|&&cell| is_free(&map, cell)) {
                    let near = steps_from(&map, cell);
                    let close =
                        |at: &&Point| **at != cell && near.get(at).is_some_and(|&steps| steps <= payable.spread);
                    let room = cells.iter().filter(close).filter(|&&at| is_free(&map, at)).count() as u32;
                    assert!(room < most, "{} would fit at {cell}", payable.name);
                }
            }
        }
    }
    assert!(n_packs > 300 && spent_all > 500 && spawned > 5000, "{n_packs} {spent_all} {spawned}");
}

#[test]
fn what_budgets_buy_is_what_is_expected() {
    let entry = |(name, cost, weight)| SpawnEntry::new(name, weight).costs(cost);
    let table = SpawnTable::new([("Rat", 1, 6), ("Goblin", 3, 4), ("Ogre", 7, 2), ("Dragon", 20, 1)].map(entry));
    let builds = 10_000;
    for budget in [7, 12] {
        let spawns = Spawns { budget: Some([budget, budget]), table: table.clone(), ..Spawns::default() };
        let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(spawns);
        let maps: Vec<BuilderMap> = (0..builds).map(|seed| chain.build(seed).unwrap()).collect();
        for (entry, mean) in table.expected(1, budget).unwrap() {
            let counts =
                maps.iter().map(|map| map.spawns.iter().filter(|spawn| spawn.what == entry.name).count() as f64);
            let (sum, squares) = counts.fold((0.0, 0.0), |(sum, squares), n| (sum + n, squares + n * n));
            let n = builds as f64;
            let deviation = (squares / n - (sum / n).powi(2)).sqrt() / n.sqrt();
            assert!((sum / n - mean).abs() <= 4.0 * deviation, "{}: {} and {mean} ± {deviation}", entry.name, sum / n);
        }
    }
}

/// Rooms of random sizes in a row, of open cells.
fn rooms(rng: &mut MapRng) -> BuilderMap {
    let n = 1 + rng.below(12) as u16;
    let mut map = BuilderMap::filled(Size::new(6 * n, 5), Wrap::None, Tile::FLOOR);
    let room = |i| Rect::new(6 * i, 0, 1 + rng.below(5) as u16, 1 + rng.below(5) as u16);
    map.rooms = Some(Room::numbered((0..n).map(room)));
    map
}

#[test]
fn every_prefix_of_groups_has_its_quota() {
    let mut n_prefixes = 0;
    for seed in 0..3000 {
        let mut rng = MapRng::new(seed);
        let mut map = rooms(&mut rng);
        let sizes: Vec<u32> = map.rooms.iter().flatten().map(|room| map.cells_of_room(room).count() as u32).collect();
        let cells: u32 = sizes.iter().sum();
        let total = rng.below(cells + 1);
        // In sixteenths.
        let each = rng.below(13);
        let is_total = rng.chance(0.5);
        let quota = match is_total {
            true => SpawnQuota { by: SpawnGroup::Room, ..SpawnQuota::total("Ration", total) },
            false => SpawnQuota::each("Ration", f64::from(each) / 16.0, SpawnGroup::Room),
        };
        apply(&Spawns { quota: vec![quota], count: Some([0, 0]), ..Spawns::default() }, &mut map, seed).unwrap();
        let (mut found, mut free) = (0, 0);
        for (i, size) in sizes.iter().enumerate() {
            found += map.spawns.iter().filter(|spawn| room_of(&map, spawn.at) == Some(i)).count() as u32;
            free += size;
            let (sum, whole) = if is_total { (total * free, cells) } else { (each * (i as u32 + 1), 16) };
            assert!(found == sum / whole || found == sum.div_ceil(whole), "{found} of {sum}/{whole} after {i}");
            n_prefixes += 1;
        }
        assert!(!is_total || found == total);
    }
    assert!(n_prefixes > 15_000);
}

#[test]
fn the_mean_of_a_quota_is_its_rate() {
    let mut map = BuilderMap::filled(Size::new(15, 1), Wrap::None, Tile::FLOOR);
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 4, 1), Rect::new(4, 0, 1, 1), Rect::new(5, 0, 10, 1)]));
    let quota = vec![SpawnQuota::each("Strength", 0.3, SpawnGroup::Room)];
    let chain = BuilderChain::start_with(map.size(), mapwright_dungeon::FromMap::new(map.clone()));
    let chain = chain.with(Spawns { quota, count: Some([0, 0]), ..Spawns::default() });
    let mut counts = [0_u32; 3];
    for seed in 0..10_000 {
        let built = chain.build(seed).unwrap();
        built.spawns.iter().for_each(|spawn| counts[room_of(&map, spawn.at).unwrap()] += 1);
    }
    // Four standard deviations of 10,000 draws with a probability of 0.3.
    assert!(counts.iter().all(|n| n.abs_diff(3000) < 184), "{counts:?}");
}

#[test]
fn what_does_not_fit_moves_to_the_next_group_with_room() {
    let mut map = drawn(&["..#....#..#"]);
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 2, 1), Rect::new(3, 0, 4, 1), Rect::new(8, 0, 2, 1)]));
    let each = |each| {
        vec![SpawnQuota::each("Ration", each, SpawnGroup::Room), SpawnQuota::each("Candle", 0.0, SpawnGroup::Room)]
    };
    let spawns = |quota| Spawns { quota, count: Some([0, 0]), ..Spawns::default() };
    // The last room has two cells, so one is left over for the others.
    let mut full = map.clone();
    apply(&spawns(each(2.5)), &mut full, 1).unwrap();
    assert!((7..=8).contains(&full.spawns.len()) && full.spawns.iter().filter(|spawn| spawn.at.x < 2).count() == 2);
    let fails = |quota: Vec<SpawnQuota>, message: &str| {
        let error = apply(&spawns(quota), &mut map.clone(), 1).unwrap_err();
        assert!(error.is_retryable());
        assert_eq!(error.to_string(), message);
    };
    fails(each(3.0), "the quota of `Ration` is 9, and the rooms have room for 8");
    fails(vec![SpawnQuota::total("Ration", 9)], "the quota of `Ration` is 9, and the floors have room for 8");
    map.corridors = Some(vec![]);
    let by = SpawnGroup::Corridor;
    let fails = |quota: SpawnQuota, message: &str| {
        let error = apply(&spawns(vec![quota]), &mut map.clone(), 1).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    fails(SpawnQuota { by, ..SpawnQuota::total("Ration", 1) }, "the map has no corridors for the quota of `Ration`");
    let none = SpawnQuota::each("Ration", 0.0, by);
    apply(&spawns(vec![none.clone()]), &mut map.clone(), 1).unwrap();
    let bad = |quota, message: &str| assert_eq!(spawns(vec![quota]).check().unwrap_err().to_string(), message);
    bad(
        SpawnQuota { each: None, ..none.clone() },
        "parameter `quota[0]` is `Ration` with neither of `total` and `each`; expected one of them",
    );
    bad(
        SpawnQuota { total: Some(1), ..none.clone() },
        "parameter `quota[0]` is `Ration` with both of `total` and `each`; expected one of them",
    );
    bad(SpawnQuota::total("Ration", 65_536), "parameter `quota[0].total` is 65536; expected 0 to 65535");
    bad(SpawnQuota { each: Some(-1.0), ..none }, "parameter `quota[0].each` is -1; expected 0 to 65535");
}

#[test]
fn a_pack_without_room_is_passed_over_and_the_last_number_is_used() {
    let mut map = drawn(&["...#..#.#..."]);
    map.regions = Some(Grid::new(map.size(), 1));
    map.spawns = vec![Spawn::new((7, 0), "Boss").in_pack(u16::MAX - 1)];
    let pack = SpawnEntry { spread: 2, ..SpawnEntry::new("Wolf", 1) }.with("Cub", 2..=2);
    let table = SpawnTable::new([pack]);
    let spawns = Spawns { r#in: SpawnGroup::Region, count: Some([9, 9]), table, ..Spawns::default() };
    let mut full = map.clone();
    apply(&spawns, &mut full, 1).unwrap();
    let found: Vec<_> = full.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.pack)).collect();
    let last = Some(u16::MAX);
    assert_eq!(found, [("Boss", Some(u16::MAX - 1)), ("Wolf", last), ("Cub", last), ("Cub", last)]);
    map.spawns.clear();
    apply(&spawns, &mut map, 1).unwrap();
    let found: Vec<u16> = map.spawns.iter().filter_map(|spawn| spawn.pack).collect();
    assert_eq!(found, [0, 0, 0, 1, 1, 1]);
}
