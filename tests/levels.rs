//! Levels with locks and keys, as bundled recipes make them: every proof is replayed, every key is needed.
//!
//! `MAPWRIGHT_SEEDS=10000` checks as many seeds of each recipe.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use mapwright::core::BuildErrorKind;
use mapwright::levels::{Unsolvable, replay, solvability};
use mapwright::prelude::*;
use mapwright::recipe::{template, templates};

fn seeds() -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60)
}

/// The bundled recipes with locks.
fn recipes() -> impl Iterator<Item = (&'static str, Recipe)> {
    let recipes = templates().map(|name| (name, template(name).unwrap().parse::<Recipe>().unwrap()));
    recipes.filter(|(_, recipe)| {
        recipe.initial.name == "cycle-graph" || recipe.metas.iter().any(|meta| meta.name == "lock-and-key")
    })
}

#[test]
fn every_level_can_be_won_with_every_key() {
    let mut n_recipes = 0;
    for (name, recipe) in recipes() {
        let chain = recipe.chain().unwrap();
        let mut built = 0;
        for seed in 0..seeds() {
            let map = match chain.build(seed) {
                Ok(map) => map,
                // The one failure that is allowed: too few places to lock.
                Err(error) => {
                    assert!(matches!(error.kind, BuildErrorKind::FellShort { .. }), "{name} {seed}: {error}");
                    continue;
                }
            };
            let proof = map.proof.as_ref().unwrap();
            assert_eq!(replay(&map, proof), Ok(()), "{name} {seed}");
            // Vaults are optional: each has a key that is not needed.
            let areas = &map.graph.as_ref().unwrap().areas;
            let vaults = areas.iter().filter(|area| area.tags.contains(&"vault".to_owned())).count();
            let keys = map.spawns.iter().filter(|spawn| spawn.key.is_some()).count();
            assert_eq!(proof.needed.iter().filter(|&&needed| needed).count(), keys - vaults, "{name} {seed}");
            let faults = solvability(&map).unwrap().unwrap().faults;
            assert!(faults.iter().all(|fault| matches!(fault, Unsolvable::UnneededKey { .. })), "{name} {seed}");
            assert_eq!(faults.len(), vaults, "{name} {seed}");
            built += 1;
        }
        assert!(built * 20 >= seeds() * 19, "{name}: only {built} of {} seeds", seeds());
        println!("{name}: {built} of {} seeds", seeds());
        n_recipes += 1;
    }
    assert!(n_recipes >= 3);
}

/// Whatever the depth, the random chain rolls a level that can be won, and says how.
#[test]
fn every_rolled_level_has_its_proof() {
    let mut locked = 0;
    for seed in 0..seeds() {
        let chain = RandomChain { depth: 1 + (seed % 24) as u32, size: Size::new(64, 40), ..RandomChain::default() };
        let (_, map) = chain.build(seed).unwrap();
        let proof = map.proof.as_ref().unwrap();
        assert_eq!(replay(&map, proof), Ok(()), "{seed}");
        assert_eq!(solvability(&map).unwrap().unwrap().faults, [], "{seed}");
        locked += u64::from(!proof.keys.is_empty());
    }
    println!("{locked} of {} rolled levels have locks", seeds());
    assert!(locked * 4 >= seeds(), "{locked} of {}", seeds());
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

/// Caves have no corridors, but places narrow enough to lock: the share of seeds with three locks.
#[test]
fn caves_take_three_locks() {
    let json = r#"{ "version": 1, "width": 72, "height": 44,
      "initial": { "use": "cellular-automata", "wall_percent": 45, "rounds": 8, "rule": "B5678/S45678" },
      "metas": [ { "use": "area-start", "x": "left" }, { "use": "cull-unreachable" }, { "use": "distant-exit" },
                 { "use": "area-graph", "max_width": 8 }, { "use": "lock-and-key", "keys": 3 } ] }"#;
    let chain = json.parse::<Recipe>().unwrap().chain().unwrap();
    let built = (0..seeds()).filter(|&seed| chain.build(seed).is_ok()).count() as u64;
    println!("three locks in caves: {built} of {} seeds", seeds());
    assert!(built * 10 >= seeds() * 9, "{built} of {}", seeds());
}
