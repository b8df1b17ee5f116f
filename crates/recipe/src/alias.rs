//! Old names in recipes: of stages, of their parameters, and of the words that parameters accept.
//!
//! A stage with an old name keeps that name in messages and for its random numbers, so that old recipes make the maps
//! they always made.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, InitialMapBuilder, MetaMapBuilder, Planes, Size};
use serde_json::{Map, Value};

use crate::StageRecipe;
use crate::error::RecipeErrorKind;
use crate::near::{nearest, tidy};

/// Stages: the old name, and the stage it stands for, with the parameters that it implies.
const STAGES: &[(&str, &str)] = &[
    ("simple-map", r#"{ "use": "random-rooms", "corridors": { "rooms": "in-order", "line": "dogleg", "extra": 0 } }"#),
    ("dogleg-corridors", r#"{ "use": "corridors", "rooms": "in-order", "line": "dogleg", "extra": 0 }"#),
    ("bsp-corridors", r#"{ "use": "corridors", "rooms": "halves", "line": "straight", "extra": 0 }"#),
    ("nearest-corridors", r#"{ "use": "corridors", "rooms": "spanning-tree", "line": "straight", "extra": 0 }"#),
    ("straight-corridors", r#"{ "use": "corridors", "rooms": "in-order", "line": "slanting", "extra": 0 }"#),
    ("area-end", r#"{ "use": "area-exit" }"#),
    ("room-stairs", r#"{ "use": "room-exit" }"#),
];

/// Parameters: the stage by its present name, the old name, the present one.
const PARAMS: &[(&str, &str, &str)] = &[("random-rooms", "attempts", "tries"), ("bsp-interior", "min_room", "min")];

/// Words: the stages and their parameter by their present names, the old word, the present one or the JSON it stands
/// for.
const WORDS: &[(&[&str], &str, &str, &str)] = &[
    (&["loop-injector"], "rule", "unavoidable", "defeat-wall-followers"),
    (&["voronoi-cells"], "metric", "pythagoras", "euclidean"),
    (ROOMS, "corridors", "dogleg", r#"{ "rooms": "in-order", "line": "dogleg", "extra": 0 }"#),
    (ROOMS, "corridors", "bsp", r#"{ "rooms": "halves", "line": "straight", "extra": 0 }"#),
    (ROOMS, "corridors", "nearest", r#"{ "rooms": "spanning-tree", "line": "straight", "extra": 0 }"#),
    (ROOMS, "corridors", "straight", r#"{ "rooms": "in-order", "line": "slanting", "extra": 0 }"#),
];

const ROOMS: &[&str] = &["random-rooms", "bsp-dungeon", "bsp-interior"];

/// Names of builders in other programs, for "did you mean" only.
const BORROWED: &[(&str, &str)] = &[
    ("bsp", "bsp-dungeon"),
    ("dfs", "backtracker"),
    ("depth-first", "backtracker"),
    ("recursive-backtracker", "backtracker"),
    ("prim", "prim-maze"),
    ("kruskal", "kruskal-maze"),
    ("maze", "prim-maze"),
    ("rooms", "random-rooms"),
    ("dungeon", "bsp-dungeon"),
    ("random-walk", "drunkards-walk"),
    ("drunkard", "drunkards-walk"),
    ("diffusion-limited-aggregation", "dla"),
    ("cave", "cellular-automata"),
    ("game-of-life", "cellular-automata"),
    ("wfc", "wave-function-collapse"),
    ("voronoi", "voronoi-cells"),
    ("stairs", "distant-exit"),
    ("braid", "loop-injector"),
    ("tetris", "polyomino-fill"),
];

/// The old names of stages.
pub(crate) fn old_names() -> impl Iterator<Item = &'static str> {
    STAGES.iter().map(|&(old, _)| old)
}

/// The stage that an old name stands for, with the parameters that it implies.
///
/// ```
/// use mapwright_recipe::renamed;
///
/// assert_eq!(renamed("room-stairs").map(|stage| stage.name).as_deref(), Some("room-exit"));
/// assert_eq!(renamed("room-exit"), None);
/// ```
pub fn renamed(name: &str) -> Option<StageRecipe> {
    implied(STAGES, name).map(|(_, stage)| stage)
}

/// The name among `known` that a wrong one most likely stands for: as [`nearest`], or by an old name, or by a name that
/// builders have elsewhere.
pub(crate) fn meant(name: &str, known: &[&str]) -> Option<String> {
    let present = |other: &str| match known.contains(&other) {
        true => Some(other.to_owned()),
        false => present_name(other).filter(|present| known.contains(&present.as_str())),
    };
    let others = STAGES.iter().chain(BORROWED).map(|&(other, _)| other);
    present(&tidy(name)).or_else(|| present(nearest(name, known.iter().copied().chain(others))?))
}

/// The old names of a stage's parameters, each with the present one.
pub(crate) fn old_params(stage: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    PARAMS.iter().filter(move |&&(of, ..)| of == stage).map(|&(_, old, present)| (old, present))
}

/// The old words of a stage's parameter.
pub(crate) fn old_words(stage: &str, param: &str) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |(of, name, ..)| of.contains(&stage) && *name == param).map(|&(_, _, old, _)| old)
}

/// The present name of a stage that has another name elsewhere.
pub(crate) fn present_name(name: &str) -> Option<String> {
    let borrowed = BORROWED.iter().find(|&&(borrowed, _)| borrowed == name).map(|&(_, present)| present.to_owned());
    borrowed.or_else(|| Some(renamed(name)?.name))
}

/// A stage in present words, with its old name if it was renamed.
pub(crate) fn renewed(stage: &StageRecipe) -> Result<(StageRecipe, Option<&'static str>), RecipeErrorKind> {
    let (present, old) = renew(stage, STAGES, PARAMS, WORDS);
    match (old, stage.params.get("extra")) {
        // A number of corridors once: 1 would double them now.
        (Some(old), Some(extra)) if present.name == "corridors" && extra.as_f64().is_some_and(|extra| extra >= 1.0) => {
            let expected =
                format!("a share below 1; `{old}` took a number of corridors, `corridors` takes a share up to 1");
            Err(RecipeErrorKind::value("extra", extra.clone(), expected))
        }
        _ => Ok((present, old)),
    }
}

fn renew(
    stage: &StageRecipe,
    stages: &[(&'static str, &str)],
    params: &[(&str, &str, &str)],
    words: &[(&[&str], &str, &str, &str)],
) -> (StageRecipe, Option<&'static str>) {
    let (old, StageRecipe { name, params: mut values }) = match implied(stages, &stage.name) {
        Some((old, present)) => (Some(old), present),
        None => (None, StageRecipe::new(stage.name.clone())),
    };
    for (given, value) in &stage.params {
        let present = params.iter().find(|&&(of, old, _)| of == name && old == given).map(|&(.., present)| present);
        // Given under both names: the old one stays and is refused.
        let present = present.filter(|&present| !stage.params.contains_key(present)).unwrap_or(given);
        let word = words.iter().find(|(of, param, old, _)| of.contains(&&*name) && *param == present && value == old);
        values.insert(
            present.to_owned(),
            word.map_or_else(|| value.clone(), |&(.., word)| serde_json::from_str(word).unwrap_or(word.into())),
        );
    }
    (StageRecipe { name, params: values }, old)
}

/// The stage that an old name means.
fn implied(stages: &[(&'static str, &str)], name: &str) -> Option<(&'static str, StageRecipe)> {
    let &(old, json) = stages.iter().find(|&&(old, _)| old == name)?;
    let mut params: Map<String, Value> = serde_json::from_str(json).ok()?;
    let name = params.shift_remove("use")?.as_str()?.to_owned();
    Some((old, StageRecipe { name, params }))
}

/// A builder under another name.
#[derive(Debug)]
pub(crate) struct Named<B>(pub(crate) &'static str, pub(crate) B);

impl<B: Builder> Builder for Named<B> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn requires(&self) -> Planes {
        self.1.requires()
    }

    fn provides(&self) -> Planes {
        self.1.provides()
    }

    fn clears(&self) -> Planes {
        self.1.clears()
    }
}

impl<B: InitialMapBuilder> InitialMapBuilder for Named<B> {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.1.build(size, cx)
    }

    fn check(&self, size: Size) -> Result<(), BuildError> {
        self.1.check(size)
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        self.1.warnings(size)
    }
}

impl<B: MetaMapBuilder> MetaMapBuilder for Named<B> {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.1.apply(map, cx)
    }

    fn check(&self) -> Result<(), BuildError> {
        self.1.check()
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        self.1.warnings(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use mapwright_core::{BuilderChain, MapRng};
    use serde_json::json;

    fn stage(value: Value) -> StageRecipe {
        let mut params = value.as_object().unwrap().clone();
        let name = params.shift_remove("use").unwrap().as_str().unwrap().to_owned();
        StageRecipe { name, params }
    }

    #[test]
    fn old_names_are_renewed_and_given_values_win() {
        let stages = [("bent", r#"{ "use": "corridors", "line": "bent", "width": 2 }"#)];
        let params = [("corridors", "wide", "width")];
        let words = [(&["corridors"][..], "line", "crooked", "bent")];
        let check = |given: Value, expected: Value, old: Option<&str>| {
            assert_eq!(renew(&stage(given), &stages, &params, &words), (stage(expected), old));
        };
        check(json!({ "use": "arena", "wide": 1 }), json!({ "use": "arena", "wide": 1 }), None);
        check(json!({ "use": "bent" }), json!({ "use": "corridors", "line": "bent", "width": 2 }), Some("bent"));
        check(
            json!({ "use": "bent", "wide": 3, "line": "crooked" }),
            json!({ "use": "corridors", "line": "bent", "width": 3 }),
            Some("bent"),
        );
        let both = json!({ "use": "corridors", "wide": 3, "width": 1 });
        check(both.clone(), both, None);
    }

    #[test]
    fn every_old_stage_makes_a_builder_and_every_hint_names_one() {
        let all = crate::builders();
        let known = |name: &str| all.iter().any(|info| info.name == name);
        for old in old_names() {
            assert!(!known(old), "{old} is both an old name and a present one");
            assert!(known(&present_name(old).unwrap()), "{old}");
            let (old, metas) = (stage(json!({ "use": old })), vec![]);
            let start = stage(json!({ "use": "area-start" }));
            let recipe = |initial, metas| Recipe {
                schema: None,
                title: None,
                want: None,
                width: 9,
                height: 9,
                wrap: None,
                seed: None,
                initial,
                metas,
            };
            let chains =
                [recipe(old.clone(), metas), recipe(stage(json!({ "use": "random-rooms" })), vec![start, old])];
            assert!(chains.iter().any(|recipe| recipe.chain().is_ok()));
        }
        BORROWED.iter().for_each(|(name, present)| assert!(known(present) && !known(name), "{name}, {present}"));
        for &(of, old, present) in PARAMS {
            let names: Vec<&str> = all
                .iter()
                .filter(|info| info.name == of)
                .flat_map(|info| &info.params)
                .map(|param| param.name)
                .collect();
            assert!(names.contains(&present) && !names.contains(&old), "{of} {old} {present}");
        }
    }

    #[derive(Debug)]
    struct Dice;

    impl Builder for Dice {
        fn name(&self) -> &'static str {
            "dice"
        }
    }

    impl InitialMapBuilder for Dice {
        fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
            let mut map = cx.new_map(size, mapwright_core::Tile::FLOOR)?;
            map.tiles.as_mut_slice()[0] = mapwright_core::Tile(cx.rng.below(128) as u8);
            Ok(map)
        }
    }

    #[test]
    fn an_old_name_keeps_its_random_numbers() {
        let first = |chain: BuilderChain| chain.build(7).unwrap().tiles.as_slice()[0].0;
        let stream = |name| MapRng::for_stage(7, name, 0).below(128) as u8;
        assert_eq!(first(BuilderChain::start_with(Size::new(2, 1), Dice)), stream("dice"));
        assert_eq!(first(BuilderChain::start_with(Size::new(2, 1), Named("die", Box::new(Dice)))), stream("die"));
    }
}
