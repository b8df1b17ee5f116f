//! What stages promise not to do holds for every shipped recipe: an early out relies on it.

use std::ops::ControlFlow;

use mapwright::core::{BuilderMap, Effect, Facts, Plane, Progress};
use mapwright::prelude::*;
use mapwright::recipe::{template, templates};

/// The neighbors of every open cell.
fn ways(map: &BuilderMap) -> Vec<Option<Vec<u32>>> {
    let passages = map.passages();
    let of = |(cell, tile): (u32, &Tile)| (!tile.is_solid()).then(|| passages.neighbors(cell).collect());
    (0..).zip(map.tiles.as_slice()).map(of).collect()
}

/// Whether everything in `few` is also in `many`.
fn holds(many: &[Option<Vec<u32>>], few: &[Option<Vec<u32>>]) -> bool {
    few.iter().zip(many).all(|(few, many)| match (few, many) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(few), Some(many)) => few.iter().all(|cell| many.contains(cell)),
    })
}

#[test]
fn promises_are_kept() {
    let mut checked = std::collections::BTreeSet::new();
    for name in templates() {
        let recipe: Recipe = template(name).unwrap().parse().unwrap();
        if u32::from(recipe.width) * u32::from(recipe.height) > 6000 {
            continue;
        }
        let chain = recipe.chain().unwrap();
        let facts: Vec<Facts> = chain.builders().map(|stage| stage.facts(chain.size())).collect();
        let promises = |facts: &Facts| facts.effect.opens_nothing() || facts.effect.closes_nothing();
        if !facts[1..].iter().any(promises) {
            continue;
        }
        for seed in 0..3 {
            let mut before: Option<BuilderMap> = None;
            let _ = chain.build_with(seed, &mut |progress: Progress<'_>| {
                let Progress::Done(stage, map) = progress else { return ControlFlow::Continue(()) };
                let facts = &facts[stage.index];
                let (touch, changed) = (facts.effect, facts.gives.union(facts.drops()));
                if let Some(before) = before.as_ref().filter(|_| promises(facts)) {
                    let (old, new) = (ways(before), ways(map));
                    assert_eq!(map.size(), before.size(), "{name} {stage}");
                    assert!(!touch.opens_nothing() || holds(&old, &new), "{name} {stage} opens something");
                    assert!(!touch.closes_nothing() || holds(&new, &old), "{name} {stage} closes something");
                    assert!(changed.contains(Plane::Start) || map.start == before.start, "{name} {stage}");
                    assert!(changed.contains(Plane::Exit) || map.exit == before.exit, "{name} {stage}");
                    if touch == Effect::Keeps {
                        let rooms = |map: &BuilderMap| map.rooms.as_ref().map(Vec::len);
                        assert_eq!(rooms(map), rooms(before), "{name} {stage}");
                        assert!(changed.contains(Plane::Flow) || map.flow == before.flow, "{name} {stage}");
                        assert!(changed.contains(Plane::Sides) || map.sides.is_some() == before.sides.is_some());
                    }
                    checked.insert(stage.name);
                }
                before = Some(map.clone());
                ControlFlow::Continue(())
            });
        }
    }
    assert!(checked.len() >= 11, "{checked:?}");
}
