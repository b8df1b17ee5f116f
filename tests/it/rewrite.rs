//! Dungeons written as rules are what their recipes say they are.

use mapwright::builders::SolvabilityValidator;
use mapwright::core::{BuildCx, MetaMapBuilder, Passages};
use mapwright::graph::{Components, dead_ends};
use mapwright::prelude::*;
use mapwright::recipe::{Recipe, template};

fn chain(name: &str, size: Option<(u16, u16)>) -> BuilderChain {
    let mut recipe: serde_json::Value = serde_json::from_str(&template(name).unwrap()).unwrap();
    if let Some((w, h)) = size {
        (recipe["width"], recipe["height"]) = (w.into(), h.into());
    }
    recipe.to_string().parse::<Recipe>().unwrap().chain().unwrap()
}

#[test]
fn nystrom_dungeons_are_connected_and_have_no_dead_ends() {
    for size in [(11, 11), (13, 37), (31, 21), (71, 45), (129, 9)] {
        let chain = chain("rewrite-nystrom", Some(size));
        for seed in 0..6 {
            let map = chain.build(seed).unwrap();
            let passages = Passages::from_map(&map);
            assert_eq!(Components::from_map(&map, &passages).sizes.len(), 1, "{size:?}, seed {seed}");
            assert_eq!(dead_ends(&passages).count(), 0, "{size:?}, seed {seed}");
        }
    }
}

#[test]
fn levels_with_keys_can_be_won_and_need_every_key() {
    let chain = chain("rewrite-keys", None);
    let validator = SolvabilityValidator::default();
    for seed in 0..300 {
        let mut map = chain.build(seed).unwrap();
        validator.apply(&mut map, &mut BuildCx::new(seed, "solvability-validator", 0)).unwrap();
        assert_eq!(map.spawns.iter().filter(|spawn| spawn.key.is_some()).count(), 2, "seed {seed}");
        assert_eq!(map.proof.unwrap().needed, [true, true], "seed {seed}");
    }
}

#[test]
fn boulders_that_were_pulled_away_are_pushed_back() {
    let chain = chain("rewrite-boulders", None);
    let count = |map: &BuilderMap, tile| map.tiles.as_slice().iter().filter(|&&is| is == tile).count();
    for seed in 0..12 {
        let map = chain.build(seed).unwrap();
        assert_eq!((count(&map, Tile::TREE), count(&map, Tile::PILLAR), count(&map, Tile::GRASS)), (3, 0, 0));
        assert!(map.start.is_some());
    }
}
