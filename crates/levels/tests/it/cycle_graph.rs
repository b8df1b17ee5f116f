//! Levels of nested cycles: every one can be won with every key, and no walk is caught.
//!
//! `MAPWRIGHT_SEEDS=1000` builds as many seeds of each number of patterns.

use crate::seeds;
use mapwright_core::{BuildCx, BuilderMap, InitialMapBuilder, JoinKind, Legend, Meaning, Size, Template, Tile};
use mapwright_levels::{CycleGraph, Templates, replay, solvability};

fn check(map: &BuilderMap) {
    map.validate().unwrap();
    let found = solvability(map).unwrap().unwrap();
    assert_eq!(found.faults, []);
    assert_eq!(replay(map, &found.proof), Ok(()));
    assert!(found.proof.needed.iter().all(|&needed| needed));
    assert_eq!(found.proof.keys.len(), map.spawns.iter().filter(|spawn| spawn.key.is_some()).count());
    // Graph and doors tell the same.
    let (graph, doors) = (map.graph.as_ref().unwrap(), map.doors.as_ref().unwrap());
    for join in &graph.joins {
        let here: Vec<_> = doors.iter().filter(|door| door.cells == join.gate).collect();
        match &join.kind {
            JoinKind::Locked(locks) => {
                assert_eq!(here.iter().filter_map(|door| door.lock).collect::<Vec<_>>(), *locks);
            }
            JoinKind::OneWay { from } => {
                let dir = here[0].one_way.unwrap();
                assert_eq!(graph.area_at(join.gate[0].step(dir.opposite()).unwrap()), Some(*from));
            }
            _ => assert!(here.len() == 1 && here[0].lock.is_none() && here[0].one_way.is_none()),
        }
    }
}

#[test]
fn every_level_can_be_won() {
    for patterns in [0, 1, 3, 6] {
        let stage = CycleGraph { patterns, ..CycleGraph::default() };
        let mut keys = 0;
        for seed in 0..seeds(15) {
            let map = stage.build(Size::new(100, 70), &mut BuildCx::new(seed, "cycle-graph", 0)).unwrap();
            check(&map);
            keys += map.spawns.len();
        }
        assert!(keys > 0);
    }
}

/// Rooms drawn by hand, with two doors a side, and a pillar or a pool in the middle.
#[test]
fn rooms_may_be_drawn() {
    let legend = Legend::default().with('?', Meaning::any([('o', 1), ('~', 1)]));
    let rows = ["#+#+#", "+...+", "#.?.#", "+...+", "#+#+#"].join("\n");
    let template = Templates::One(Template::from_text(&rows, &legend).unwrap());
    let stage = CycleGraph { patterns: 2, template: Some(template), ..CycleGraph::default() };
    let mut found = [0, 0];
    for seed in 0..seeds(15) {
        let map = stage.build(Size::new(70, 50), &mut BuildCx::new(seed, "cycle-graph", 0)).unwrap();
        check(&map);
        let n_rooms = map.rooms.as_ref().unwrap().len();
        let count = |tile| map.tiles.as_slice().iter().filter(|&&other| other == tile).count();
        assert_eq!(count(Tile::PILLAR) + count(Tile::WATER), n_rooms);
        found = [found[0] + count(Tile::PILLAR), found[1] + count(Tile::WATER)];
    }
    assert!(found.iter().all(|&n| n > 20), "{found:?}");
    let template = Some(Templates::One(".>".parse().unwrap()));
    let error =
        InitialMapBuilder::check(&CycleGraph { template, ..CycleGraph::default() }, Size::new(70, 50)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "parameter `template` is a template with `>`; expected tiles, choices, slots, spawns and marks: rooms have roles, \
         and other stages lock doors"
    );
}

#[test]
fn a_spent_budget_is_named_as_it_was_given() {
    let stage = CycleGraph { patterns: 8, budget: 80, ..CycleGraph::default() };
    let error = stage.build(Size::new(60, 40), &mut BuildCx::new(1, "cycle-graph", 0)).unwrap_err().to_string();
    assert!(error.contains("higher `budget`) after ") && error.ends_with("(budget 80)"), "{error}");
}

#[test]
fn any_size_gives_a_map_or_an_error() {
    for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8), (20, 20), (31, 31), (200, 20)] {
        for patterns in [0, 3, 8] {
            let stage = CycleGraph { patterns, budget: 2000, ..CycleGraph::default() };
            if let Ok(map) = stage.build(Size::new(w, h), &mut BuildCx::new(1, "cycle-graph", 0)) {
                check(&map);
            }
        }
    }
}
