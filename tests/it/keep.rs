//! Kept cells, over every stage of the catalogue with random parameters: whatever a stage does, the law holds after it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mapwright::core::{BuildOptions, Dir, Door, Keep, MapRng, Progress, Spawn};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderKind, StageRecipe, builders, map_to_json, template, templates};

use crate::random::{random_recipe, random_stage_of};

/// Those that cannot leave kept cells as they are.
const REFUSE: [&str; 5] = ["cycle-graph", "floors", "graph-layout", "tiles-to-sides", "unique-pipes"];

/// Marks some cells of a map: none, single ones, a rectangle, or all.
fn mark(map: &mut BuilderMap, rng: &mut MapRng) {
    let size = map.size();
    let level = |rng: &mut MapRng| Keep::ALL[rng.below(3) as usize];
    let kept = match rng.below(8) {
        0 => Grid::new(size, Keep::Tile),
        1..5 => {
            let share = [0.03, 0.1, 0.4][rng.below(3) as usize];
            Grid::from_fn(size, |_| if rng.chance(share) { level(rng) } else { Keep::Free })
        }
        _ => {
            let (a, b) = (size.point(rng.below(size.area())), size.point(rng.below(size.area())));
            let (x, y, level) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y), level(rng));
            Grid::from_fn(size, |at| if x.contains(&at.x) && y.contains(&at.y) { level } else { Keep::Free })
        }
    };
    map.kept = Some(kept);
}

/// What the law says, cell by cell.
#[track_caller]
fn check_law(name: &str, before: &BuilderMap, after: &BuilderMap) {
    for at in before.size().points() {
        let keep = before.keep_at(at);
        let (old, new) = (before.tiles[at], after.tiles[at]);
        assert!(keep < Keep::Shape || old.is_solid() == new.is_solid(), "{name}: {at}: {old} became {new}");
        if keep < Keep::Tile {
            continue;
        }
        assert_eq!(new, old, "{name}: {at}");
        for (old, new) in [(&before.corners, &after.corners), (&before.sides, &after.sides)] {
            let Some((old, new)) = old.as_ref().zip(new.as_ref()) else { continue };
            assert_eq!(new[at], old[at], "{name}: {at}");
        }
        let Some((old, new)) = before.sides.as_ref().zip(after.sides.as_ref()) else { continue };
        for dir in Dir::ALL {
            let ((dx, dy), back) = (dir.delta(), dir.opposite());
            let next = before.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, before.size());
            if let Some(next) = next.filter(|&next| next != at) {
                assert_eq!(new[next].color(back), old[next].color(back), "{name}: {at} {dir:?}");
            }
        }
    }
    let marks = |map: &BuilderMap| {
        let fixed = map.spawns.iter().filter(|spawn| before.keep_at(spawn.at) == Keep::Tile);
        let mut marks: Vec<Spawn> = fixed.cloned().collect();
        marks.sort_by(|a, b| (a.at, &a.what).cmp(&(b.at, &b.what)));
        marks
    };
    assert_eq!(marks(after), marks(before), "{name}");
    for (old, new) in [(before.start, after.start), (before.exit, after.exit)] {
        let fixed = |mark: Option<Point>| mark.filter(|&at| before.keep_at(at) == Keep::Tile);
        assert_eq!(fixed(new), fixed(old), "{name}");
        assert!(fixed(old).is_none() || new == old, "{name}: {old:?} became {new:?}");
    }
    let is_fixed = |at: &Point| before.keep_at(*at) == Keep::Tile;
    for portal in before.portals.iter().filter(|portal| portal.ends().iter().all(is_fixed)) {
        assert!(after.portals.contains(portal), "{name}: {portal:?}");
    }
    // A lock stays if its key does.
    let has_key = |door: &Door| door.lock.is_none_or(|lock| after.spawns.iter().any(|spawn| spawn.key == Some(lock)));
    for door in before.doors.iter().flatten().filter(|door| !door.is_plain() && has_key(door)) {
        for at in door.cells.iter().filter(|at| is_fixed(at)) {
            let look = |door: &Door| (door.lock, door.one_way, door.kind);
            let is_like = |other: &&Door| look(other) == look(door);
            let doors = after.doors.iter().flatten().filter(|other| other.cells.contains(at));
            assert!(doors.filter(is_like).count() > 0, "{name}: {door:?} at {at}");
        }
    }
}

/// Builds, and returns the map and how many kept cells the last stage changed.
fn build(chain: &BuilderChain, seed: u64) -> Result<(BuilderMap, u32), BuildError> {
    let (mut last, mut count) = (usize::MAX, 0);
    let mut watch = |progress: Progress<'_>| {
        match progress {
            Progress::PutBack(stage, put_back) => (last, count) = (stage.index, put_back),
            Progress::Done(stage, _) if stage.index != last => count = 0,
            _ => {}
        }
        ControlFlow::Continue(())
    };
    let map = chain.build_with(seed, BuildOptions::new().observe(&mut watch))?;
    Ok((map, count))
}

/// A stage and a map that it can be tried on.
struct Case {
    stage: StageRecipe,
    is_initial: bool,
    map: BuilderMap,
}

/// A stage that takes a map as it is.
fn from_map(map: &BuilderMap) -> StageRecipe {
    let map: serde_json::Value = serde_json::from_str(&map_to_json(map)).unwrap();
    StageRecipe::new("from-map").with("map", map)
}

/// Every stage with random parameters, on maps of random chains.
fn random_cases() -> Vec<Case> {
    let is_small = |recipe: &Recipe| recipe.size().area() < 600;
    let recipes = (0..).map(random_recipe).filter(is_small);
    let maps = recipes.filter_map(|recipe| recipe.build(recipe.seed()).ok()).take(crate::seeds(20) as usize);
    let maps: Vec<BuilderMap> = maps.collect();
    let mut rng = MapRng::new(1);
    let mut cases = Vec::new();
    for info in builders().iter() {
        for map in &maps {
            let is_initial = info.kind() == BuilderKind::Initial || info.kind() == BuilderKind::Both && rng.chance(0.3);
            let stage = match info.name {
                "from-map" => from_map(&maps[0]),
                _ => random_stage_of(info, &mut rng),
            };
            cases.push(Case { stage, is_initial, map: map.clone() });
        }
    }
    cases
}

/// Every stage of the bundled recipes, on what the stages before it make.
fn bundled_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in templates() {
        let recipe: Recipe = template(name).unwrap().parse().unwrap();
        if recipe.size().area() > 4000 {
            continue;
        }
        let mut maps: Vec<BuilderMap> = Vec::new();
        let mut watch = |progress: Progress<'_>| {
            if let Progress::Done(_, map) = progress {
                maps.push(map.clone());
            }
            ControlFlow::Continue(())
        };
        recipe.chain().unwrap().build_with(recipe.seed(), &mut watch).unwrap();
        let stages = [&recipe.initial].into_iter().chain(&recipe.metas);
        let given = [&maps[0]].into_iter().chain(&maps);
        cases.extend(stages.zip(given).zip(0..).map(|((stage, map), index)| Case {
            stage: stage.clone(),
            is_initial: index == 0,
            map: map.clone(),
        }));
    }
    cases
}

#[test]
fn every_stage_leaves_kept_cells_as_they_are() {
    let mut built: BTreeMap<String, u32> = builders().iter().map(|info| (info.name.to_owned(), 0)).collect();
    let mut careless = Vec::new();
    for (Case { stage, is_initial, map: mut before }, seed) in
        random_cases().into_iter().chain(bundled_cases()).zip(0..)
    {
        mark(&mut before, &mut MapRng::new(seed));
        let mut recipe = Recipe::new(before.size(), stage.clone());
        (recipe.wrap, recipe.seed) = (Some(before.wrap), Some(seed));
        if !is_initial {
            recipe.initial = from_map(&before);
            recipe.metas.push(stage);
        }
        let Ok(mut chain) = recipe.chain() else { continue };
        if is_initial {
            chain = chain.keep(before.clone());
        }
        let stage = chain.builders().last().unwrap().facts(before.size());
        let name = format!("{} {seed}", stage.name);
        let Ok((after, put_back)) = build(&chain, seed) else { continue };
        // Stages that change the size carry what is kept along.
        assert!(after.kept.is_some(), "{name}");
        if after.size() == before.size() {
            // One stage is there to change it.
            assert!(stage.name == "keep" || after.kept == before.kept, "{name}");
            check_law(&name, &before, &after);
        }
        if stage.spares_kept && put_back > 0 {
            careless.push(format!("{name} ({}): {put_back}", before.size()));
        }
        *built.entry(stage.name.to_owned()).or_default() += 1;
    }
    assert_eq!(careless, Vec::<String>::new(), "stages that say that they leave kept cells as they are");
    let never: Vec<String> = built.into_iter().filter(|(_, count)| *count == 0).map(|(name, _)| name).collect();
    assert_eq!(never, REFUSE, "stages that were never built");
}

/// The cells that a flood from a cell reaches if everything is dug but what is kept solid.
fn flood(map: &BuilderMap, from: Point) -> Grid<bool> {
    let mut reached = Grid::new(map.size(), false);
    let mut left = vec![from];
    while let Some(at) = left.pop() {
        if reached[at] || map.tiles[at].is_solid() && map.keep_at(at) > Keep::Free {
            continue;
        }
        reached[at] = true;
        let beside = Dir::ALL.map(Dir::delta).map(|(dx, dy)| (i32::from(at.x) + dx, i32::from(at.y) + dy));
        left.extend(beside.into_iter().filter_map(|(x, y)| map.wrap.cell_at(x, y, map.size())));
        let portals = map.portals.iter().filter(|portal| portal.ends().contains(&at));
        left.extend(portals.flat_map(|portal| portal.ends()));
    }
    reached
}

#[test]
fn whatever_can_be_joined_around_kept_cells_is_joined() {
    let (mut joined, mut refused) = (0, 0);
    for (seed, Case { map: mut before, .. }) in (0..).zip(random_cases().into_iter().step_by(3)) {
        before.sides = None;
        before.portals.retain(|portal| !portal.one_way);
        mark(&mut before, &mut MapRng::new(seed));
        let mut recipe = Recipe::new(before.size(), from_map(&before));
        recipe.wrap = Some(before.wrap);
        recipe.metas.push(StageRecipe::new("join-components"));
        let Ok(before) = recipe.clone().chain().and_then(|_| recipe_without(&recipe).build(0)) else { continue };
        match recipe.build(seed) {
            Ok(map) => {
                let components = mapwright::graph::Components::from_map(&map, &map.passages());
                assert!(components.sizes.len() <= 1, "{seed}: {:?}", components.sizes);
                joined += 1;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("kept cells shut it in"), "{seed}: {error}");
                let stays = |at: &Point| map_keeps(&before, *at);
                let open: Vec<Point> = before.size().points().filter(|&at| before.is_open(at)).collect();
                let first = *open.iter().find(|at| stays(at)).unwrap_or(&open[0]);
                let reached = flood(&before, first);
                assert!(open.iter().any(|&at| !reached[at]), "{seed}: {error}");
                refused += 1;
            }
        }
    }
    assert!(joined > 100 && refused > 5, "{joined} {refused}");
}

/// The recipe without its last stage.
fn recipe_without(recipe: &Recipe) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.metas.pop();
    recipe
}

/// Whether an open cell cannot be filled: it is kept, or something stands there.
fn map_keeps(map: &BuilderMap, at: Point) -> bool {
    let is_marked = map.start == Some(at) || map.exit == Some(at) || map.spawns.iter().any(|spawn| spawn.at == at);
    map.is_open(at) && (is_marked || map.keep_at(at) > Keep::Free)
}

/// A room's worth of cells of a map, kept on another one: without the keys and locks, which belong to one level.
fn cut(map: &BuilderMap, rng: &mut MapRng) -> BuilderMap {
    let size = map.size();
    let (w, h) = (size.w.min(12), size.h.min(9));
    let left = rng.below(u32::from(size.w - w) + 1) as u16;
    let top = rng.below(u32::from(size.h - h) + 1) as u16;
    let mut kept = map.clone();
    (kept.kept, kept.doors) = (None, None);
    kept.spawns.retain(|spawn| spawn.key.is_none());
    kept.list_doors();
    kept.keep_cells((top..top + h).flat_map(|y| (left..left + w).map(move |x| Point::new(x, y))), Keep::Tile);
    kept
}

/// A part of the map of another seed is kept in each bundled recipe, which then builds around it.
#[test]
fn bundled_recipes_build_around_a_kept_room() {
    let (mut tried, mut failed, mut shut) = (0, Vec::new(), 0);
    for name in templates() {
        let recipe: Recipe = template(name).unwrap().parse().unwrap();
        let chain = recipe.chain().unwrap();
        if recipe.size().area() > 4000 || chain.builders().any(|stage| stage.facts(chain.size()).refuses_kept.is_some())
        {
            continue;
        }
        for seed in 0..crate::seeds(2) {
            let mut rng = MapRng::new(seed);
            let mut first = None;
            let mut watch = |progress: Progress<'_>| {
                if let Progress::Done(_, map) = progress
                    && (first.is_none() || map.size() == chain.size())
                {
                    first = Some(map.clone());
                }
                ControlFlow::Continue(())
            };
            let Ok(_) = chain.build_with(seed + 100, &mut watch) else { continue };
            let base = cut(&first.unwrap(), &mut rng);
            tried += 1;
            match chain.clone().keep(base.clone()).build(seed) {
                Err(error) => failed.push(format!("{name} {seed}: {error}")),
                Ok(map) => {
                    let joined = BuilderChain::start_with(map.size(), mapwright::builders::FromMap::new(map.clone()))
                        .wrap(map.wrap)
                        .with(mapwright::builders::JoinComponents::default())
                        .build(seed);
                    match joined {
                        // Recipes that join nothing may keep a part that nothing can join.
                        Err(error) => {
                            assert!(error.to_string().contains("kept cells shut it in"), "{name} {seed}: {error}");
                            shut += 1;
                        }
                        Ok(joined) => {
                            let components = mapwright::graph::Components::from_map(&joined, &joined.passages());
                            assert!(components.sizes.len() <= 1, "{name} {seed}");
                        }
                    }
                }
            }
        }
    }
    // 4 of 140, as when nothing asks before it changes kept cells.
    assert!(tried >= 140 && failed.len() * 35 <= tried && shut * 15 <= tried, "{tried} {shut} {failed:#?}");
}

/// What stages draw in an endless world is kept too, also by stages that work on other windows.
#[test]
fn worlds_keep_what_their_stages_draw() {
    use mapwright::builders::{JoinComponents, Paint, PrefabLevel};
    use mapwright::world::{ChainWorld, WorldRect};

    let count = |keeps: bool, joins: bool| {
        let level = PrefabLevel { template: "~.~\n...".parse().unwrap(), ..PrefabLevel::default() };
        let mut chain = BuilderChain::start_with(Size::new(12, 8), level);
        if joins {
            chain = chain.with(JoinComponents::default());
        }
        let over = vec![Tile::WATER, Tile::FLOOR];
        chain = chain.with(Paint { tile: Tile::GRASS, over, share: 1.0, ..Paint::default() });
        if keeps {
            chain = chain.keep_drawn("prefab-level", Keep::Tile);
        }
        let map = ChainWorld::new(chain, 3).unwrap().window(WorldRect::new(-5, 3, 40, 30)).unwrap();
        map.tiles.as_slice().iter().filter(|tile| **tile == Tile::WATER).count()
    };
    for joins in [false, true] {
        assert_eq!(count(false, joins), 0);
        assert!(count(true, joins) > 10);
    }
}
