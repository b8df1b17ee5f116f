//! Every builder and every recipe, over many seeds and sizes: a sound map whose exit can be reached, or an error
//! that names the stage.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::seeds;
use mapwright::core::params::Schema;
use mapwright::core::{BuildErrorKind, MapRng, Spawn};
use mapwright::graph::{UNREACHED, distances};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderInfo, BuilderKind, RecipeErrorKind, StageRecipe, builders, template, templates};

/// Sizes from one cell to more than a screen, thin ones and odd ones too.
fn random_size(rng: &mut MapRng) -> (u16, u16) {
    const SMALL: [(u16, u16); 8] = [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (5, 8), (10, 10), (12, 7)];
    match rng.below(4) {
        0 => *rng.pick(&SMALL).unwrap(),
        1 => (1 + rng.below(30) as u16, 1 + rng.below(30) as u16),
        2 => (120, 80),
        _ => (1 + rng.below(120) as u16, 1 + rng.below(80) as u16),
    }
}

/// What every map must be, whatever made it.
fn check(map: &BuilderMap, context: impl Fn() -> String) {
    assert_eq!(map.validate(), Ok(()), "{}", context());
    let places: BTreeSet<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
    // A key may lie on what holds it.
    let on_others = |key: &Spawn| map.spawns.iter().any(|other| other.key.is_none() && other.at == key.at);
    let held = map.spawns.iter().filter(|spawn| spawn.key.is_some() && on_others(spawn)).count();
    assert_eq!(places.len() + held, map.spawns.len(), "two spawns in one cell: {}", context());
    for place in [map.start, map.exit].into_iter().flatten() {
        assert!(!places.contains(&place), "a spawn on the start or exit: {}", context());
    }
    if let (Some(start), Some(exit)) = (map.start, map.exit) {
        assert_ne!(start, exit, "{}", context());
        let steps = distances(&map.passages(), [map.size().index(start)]);
        assert_ne!(steps[exit], UNREACHED, "the exit cannot be reached: {}", context());
    }
}

/// A level plays badly if most of it lies behind its exit.
#[test]
fn exits_of_recipes_are_far_from_the_start() {
    for name in templates() {
        let recipe: Recipe = template(name).unwrap().parse().unwrap();
        let map = recipe.chain().unwrap().build(recipe.seed()).unwrap();
        let (Some(start), Some(exit)) = (map.start, map.exit) else { continue };
        let steps = distances(&map.passages(), [map.size().index(start)]);
        let farthest = steps.as_slice().iter().filter(|&&steps| steps != UNREACHED).max().unwrap();
        // Locks make the way longer than the steps.
        let way = map.proof.as_ref().map_or(steps[exit], |proof| proof.walk.len() as u32 - 1);
        assert!(2 * way >= *farthest, "{name}: {way} of {farthest} steps");
    }
}

/// Whether a map has hardly a cell more than its border.
fn map_is_small(recipe: &Recipe) -> bool {
    recipe.width.min(recipe.height) < 12
}

/// Builds `recipe` for `n` seeds, each in a size of its own; how many were made.
fn build_many(recipe: &Recipe, n: u64) -> u64 {
    let mut made = 0;
    for seed in 0..n {
        let mut rng = MapRng::new(seed);
        let mut recipe = recipe.clone();
        (recipe.width, recipe.height) = random_size(&mut rng);
        recipe.seed = Some(seed);
        let context = || recipe.to_json();
        let chain = recipe.chain().map_err(|error| match error.into_kind() {
            RecipeErrorKind::Build(error) => error,
            // Has no stage, which is refused below.
            other => BuildError::impossible(other),
        });
        match chain.and_then(|chain| chain.build(seed)) {
            Ok(map) => {
                check(&map, context);
                made += 1;
            }
            Err(error) => {
                assert!(error.stage.is_some(), "{error}: {}", context());
                // On a map of a few cells, a cave may be impossible whatever the seed, and a recipe may name a cell off the map.
                let fine = match error.kind {
                    BuildErrorKind::TooSmall { .. } => true,
                    BuildErrorKind::Impossible { .. } | BuildErrorKind::BadParameter { .. } => map_is_small(&recipe),
                    _ => error.is_retryable(),
                };
                assert!(fine, "{error}: {}", context());
            }
        }
    }
    made
}

/// Whether a map takes a search of hundreds of times the work of others.
fn is_costly(name: &str, recipe: &Recipe) -> bool {
    ["graph-layout", "cycle-graph", "polyomino-fill"].contains(&recipe.initial.name.as_str())
        || ["rewrite-boulders", "rewrite-roots", "wfc-dungeon", "wfc-chunks"].contains(&name)
}

/// Builds many seeds of each recipe, on all cores.
fn build_all(recipes: &[(&str, Recipe)]) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((name, recipe)) = recipes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let seeds = seeds(if is_costly(name, recipe) { 10 } else { 30 });
                    let made = build_many(recipe, seeds);
                    // What is left are maps of a few cells, without room for a cave, a start and an exit, or too small for
                    // all the locks of a level.
                    let has_locks = recipe.metas.iter().any(|meta| meta.name == "lock-and-key");
                    // The rooms of a given graph have sizes of their own.
                    let has_graph = ["graph-layout", "cycle-graph"].contains(&recipe.initial.name.as_str());
                    let percent = if has_locks || has_graph { 30 } else { 50 };
                    assert!(100 * made > percent * seeds, "{name}: {made} of {seeds}");
                }
            });
        }
    });
}

#[test]
fn every_recipe_makes_finished_maps_in_every_size() {
    let recipe = |name| {
        let mut recipe: Recipe = template(name).unwrap().parse().unwrap();
        // A cell that a recipe names may lie outside of smaller maps.
        std::iter::once(&mut recipe.initial).chain(&mut recipe.metas).for_each(|stage| {
            stage.params.remove("root");
        });
        (name, recipe)
    };
    build_all(&templates().map(recipe).collect::<Vec<_>>());
}

#[test]
fn every_initial_builder_is_finished_by_start_culling_and_exit() {
    let initials = builders()
        .iter()
        .filter(|info| info.kind() != BuilderKind::Meta && !["from-map", "floors"].contains(&info.name));
    let recipe = |info: &BuilderInfo| {
        let mut recipe = Recipe::new(Size::new(1, 1), StageRecipe::new(info.name));
        recipe.metas = ["start", "cull-unreachable", "exit"].map(StageRecipe::new).to_vec();
        (info.name, recipe)
    };
    build_all(&initials.map(recipe).collect::<Vec<_>>());
}

/// The numbers from 0 to 1 among a schema's fields, by name.
fn fractions(schema: &Schema, name: &str, found: &mut BTreeSet<String>) {
    match schema {
        Schema::Number(low, high) if (*low, *high) == (0.0, 1.0) => drop(found.insert(name.to_owned())),
        Schema::Maybe(of) | Schema::Such(_, of) => fractions(of, name, found),
        Schema::List(of, _) | Schema::Table(_, of) => fractions(of, name, found),
        Schema::Either(of) => of.iter().for_each(|of| fractions(of, name, found)),
        Schema::Object(_, _, fields) => {
            fields.iter().for_each(|field| fractions(&(field.schema)(), field.name, found));
        }
        _ => (),
    }
}

/// A part of cells is a share, a probability is a chance: whoever knows one stage knows the others.
#[test]
fn parameters_from_0_to_1_are_shares_or_chances() {
    let mut found = BTreeSet::new();
    for builder in builders() {
        builder.params.iter().for_each(|param| fractions(&param.schema, param.name, &mut found));
    }
    let others: Vec<&String> =
        found.iter().filter(|name| !["share", "chance"].iter().any(|end| name.ends_with(end))).collect();
    assert!(found.len() >= 8 && others.is_empty(), "{others:?} of {found:?}");
}
