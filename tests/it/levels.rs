//! Levels with locks and keys, as bundled recipes make them: every proof is replayed, every key is needed.
//!
//! `MAPWRIGHT_SEEDS=10000` checks as many seeds of each recipe.
#![allow(clippy::print_stdout)]

use std::sync::Mutex;

use crate::seeds;
use mapwright::core::{BuildErrorKind, DoorKind};
use mapwright::levels::{Unsolvable, replay, solvability};
use mapwright::prelude::*;
use mapwright::recipe::{map_from_json, map_to_json, template, templates};

/// The bundled recipes of levels: those that carry a proof.
fn recipes() -> impl Iterator<Item = (&'static str, Recipe)> {
    let recipes = templates().map(|name| (name, template(name).unwrap().parse::<Recipe>().unwrap()));
    recipes.filter(|(_, recipe)| recipe.metas.iter().any(|meta| meta.name == "solvability-validator"))
}

/// The areas with a vault. Vaults are optional: each has a key that is not needed.
fn vaults(map: &BuilderMap) -> usize {
    let areas = map.graph.iter().flat_map(|graph| &graph.areas);
    areas.filter(|area| area.tags.contains(&"vault".to_owned())).count()
}

/// The proof can be replayed; every key but those of vaults is needed, and nobody gets stuck.
#[track_caller]
fn check(map: &BuilderMap, context: &str) {
    let proof = map.proof.as_ref().unwrap();
    assert_eq!(replay(map, proof), Ok(()), "{context}");
    let (vaults, keys) = (vaults(map), map.spawns.iter().filter(|spawn| spawn.key.is_some()).count());
    assert_eq!(proof.needed.iter().filter(|&&needed| needed).count(), keys - vaults, "{context}");
    let faults = solvability(map).unwrap().unwrap().faults;
    assert!(faults.iter().all(|fault| matches!(fault, Unsolvable::UnneededKey { .. })), "{context}");
    assert_eq!(faults.len(), vaults, "{context}");
}

#[test]
fn every_level_can_be_won_with_every_key() {
    // How many seeds fail: of the errors, only too few places to lock is allowed.
    let failing = |name: &str, recipe: &Recipe| {
        let chain = recipe.chain().unwrap();
        let (mut keys, mut short) = (0, Vec::new());
        for seed in 0..seeds(60) {
            match chain.build(seed) {
                Ok(map) => {
                    check(&map, &format!("{name} {seed}"));
                    keys += map.spawns.iter().filter(|spawn| spawn.key.is_some()).count();
                }
                Err(error) => {
                    assert!(matches!(error.kind, BuildErrorKind::FellShort { .. }), "{name} {seed}: {error}");
                    short.push(seed);
                }
            }
        }
        let built = seeds(60) - short.len() as u64;
        println!("{name}: {built} of {} seeds, {keys} keys, without {short:?}", seeds(60));
        short.len() as u64
    };
    let recipes: Vec<(&str, Recipe)> = recipes().collect();
    assert!(recipes.len() >= 12);
    let work = Mutex::new(recipes.iter());
    let next = || work.lock().unwrap().next();
    let failing = |(name, recipe): &(&'static str, Recipe)| (*name, failing(name, recipe));
    let all = || std::iter::from_fn(next).map(failing).collect::<Vec<_>>();
    let failing = std::thread::scope(|scope| [scope.spawn(all), scope.spawn(all)].map(|half| half.join().unwrap()));
    for (name, failing) in failing.concat() {
        assert!(failing * 500 <= seeds(60), "{name}: {failing} of {} seeds fail", seeds(60));
    }
}

/// Whatever the depth, the random chain rolls a level that can be won, and says how.
#[test]
fn every_rolled_level_has_its_proof() {
    let (mut locked, mut filled) = (0, 0);
    for seed in 0..seeds(60) {
        let chain = RandomChain { size: Size::new(64, 40), ..RandomChain::new(1 + (seed % 24) as u32) };
        let (_, map) = chain.build(seed).unwrap();
        check(&map, &format!("rolled level {seed}"));
        locked += u64::from(map.proof.as_ref().unwrap().needed.contains(&true));
        filled += u64::from(vaults(&map) > 0);
    }
    println!("of {} rolled levels, {locked} have locks and {filled} have vaults", seeds(60));
    // Of 300 levels 27 have vaults.
    assert!(locked * 4 >= seeds(60) && filled * 15 >= seeds(60), "{locked}, {filled} of {}", seeds(60));
}

/// A door unlocked or a key moved is found by the validator exactly when the proof's claims no longer hold.
#[test]
fn tampering_is_found() {
    let (_, recipe) = recipes().find(|(name, _)| *name == "castle-keys").unwrap();
    let map = recipe.chain().unwrap().build(recipe.seed()).unwrap();
    let locks = map.doors.as_ref().unwrap().iter().filter(|door| door.lock.is_some()).count();
    for i in 0..locks {
        let mut open = map.clone();
        let doors = open.doors.as_mut().unwrap();
        let key = doors.iter_mut().filter_map(|door| door.lock.as_mut()).nth(i).copied().unwrap();
        doors.retain(|door| door.lock != Some(key));
        let faults = solvability(&open).unwrap().unwrap().faults;
        assert!(faults.iter().any(|fault| fault.to_string().contains("is not needed")), "{faults:?}");
        let mut lost = map.clone();
        lost.spawns.retain(|spawn| spawn.key != Some(key));
        let error = solvability(&lost).unwrap().unwrap_err().to_string();
        assert!(error.contains("which is nowhere on the map"), "{error}");
    }
    assert!(locks >= 3);
}

/// Levers, bombs, wardens and secrets in rooms, caves, mazes and layouts, read again from JSON: every level can be won with
/// every key, with secrets shut and found, and has what was asked for.
#[test]
fn every_kind_of_lock_holds_everywhere() {
    let locks = r#"{"use": "lock-and-key", "keys": 4, "min_keys": 0, "max_secrets": 3, "max_shortcuts": 1, "narrow": true, "kinds": [
        {"weight": 2}, {"opener": "Lever", "door": "gate", "at": "in-view"},
        {"opener": "Bomb", "door": "barrier", "doors": [2, 4], "at": "near"},
        {"opener": "Warden", "door": "guard", "at": "before"}]}"#;
    let ends = r#"{"use": "start", "at": "left"}, {"use": "cull-unreachable"}, {"use": "exit"}"#;
    let grounds = [
        format!(r#""initial": {{"use": "random-rooms"}}, "metas": [{ends}, {{"use": "area-graph"}},"#),
        format!(
            r#""initial": {{"use": "cellular-automata"}}, "metas": [{ends}, {{"use": "area-graph", "max_width": 8}},"#
        ),
        format!(
            r#""initial": {{"use": "prim-maze"}}, "metas": [{{"use": "loop-injector"}}, {ends}, {{"use": "area-graph", "min_cells": 6}},"#
        ),
        r#""initial": {"use": "graph-layout"}, "metas": ["#.to_owned(),
    ];
    let (mut kinds, mut secrets) = ([0; 5], 0);
    for ground in grounds {
        let recipe = format!(r#"{{"version": 1, "width": 56, "height": 34, {ground} {locks}]}}"#);
        let recipe: Recipe = recipe.parse().unwrap();
        let mut built = 0;
        for seed in 0..seeds(60) {
            let map = match recipe.build(seed) {
                Ok(map) => map,
                Err(error) => {
                    assert!(error.to_string().contains("gave up"), "{seed}: {error}");
                    continue;
                }
            };
            built += 1;
            let map = map_from_json(&map_to_json(&map)).unwrap().0;
            let mut open = map.clone();
            open.doors.iter_mut().flatten().filter(|door| door.is_secret()).for_each(|door| door.kind = DoorKind::Door);
            for map in [&map, &open] {
                let found = solvability(map).unwrap().unwrap();
                let keys = map.spawns.iter().filter(|spawn| spawn.key.is_some()).count();
                assert_eq!((found.faults, replay(map, &found.proof)), (vec![], Ok(())), "{seed}\n{map}");
                assert_eq!(found.proof.needed, vec![true; keys], "{seed}");
            }
            for door in map.doors.iter().flatten() {
                kinds[DoorKind::ALL.iter().position(|&kind| kind == door.kind).unwrap()] += 1;
                secrets += u64::from(door.is_secret());
            }
            let keys: Vec<u8> = map.spawns.iter().filter_map(|spawn| spawn.key).collect();
            assert!((0..keys.len()).all(|key| keys[key] == key as u8), "one opener a lock");
        }
        assert!(built * 10 >= seeds(60) * 9, "{built}");
    }
    assert!(kinds.iter().all(|&count| count > seeds(60) / 2) && secrets > seeds(60), "{kinds:?} {secrets}");
}

/// Whoever arrives sees no monster: a rule that counts by sight, checked with a search of its own.
#[test]
fn monsters_keep_out_of_sight() {
    let (mut near, mut hidden) = (0, 0);
    for seed in 0..seeds(60) {
        let recipe = r#"{"version": 1, "width": 50, "height": 30, "initial": {"use": "random-rooms"}, "metas": [
            {"use": "start"}, {"use": "scatter", "what": {"spawn": "Rat"}, "max": 60, "spacing": 1,
            "placement": {"distances": [{"to": "start", "steps": "sight", "min": 12}]}}]}"#;
        let map = recipe.parse::<Recipe>().unwrap().build(seed).unwrap();
        let seen = map.sight(map.start().unwrap(), 100);
        for spawn in &map.spawns {
            let squared = spawn.at.euclidean_squared(map.start().unwrap());
            assert!(!seen[spawn.at] || squared > 11 * 11, "{seed}: {}", spawn.at);
            near += u64::from(squared <= 11 * 11);
            hidden += u64::from(!seen[spawn.at]);
        }
    }
    assert!(near > seeds(60) && hidden > 5 * seeds(60), "{near} {hidden}");
}

/// Caves have no corridors, but places narrow enough to lock: the share of seeds with three locks.
#[test]
fn caves_take_three_locks() {
    let json = r#"{ "version": 1, "width": 72, "height": 44,
      "initial": { "use": "cellular-automata", "wall_chance": 0.45, "rounds": 8, "rule": "B5678/S45678" },
      "metas": [ { "use": "start", "at": "left" }, { "use": "cull-unreachable" }, { "use": "exit" },
                 { "use": "area-graph", "max_width": 8 }, { "use": "lock-and-key", "keys": 3 } ] }"#;
    let chain = json.parse::<Recipe>().unwrap().chain().unwrap();
    let built = (0..seeds(60)).filter(|&seed| chain.build(seed).is_ok()).count() as u64;
    println!("three locks in caves: {built} of {} seeds", seeds(60));
    assert!(built * 10 >= seeds(60) * 9, "{built} of {}", seeds(60));
}
