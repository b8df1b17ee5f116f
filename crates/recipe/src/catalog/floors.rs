//! The floors of a recipe: chains of stages.

use std::sync::Arc;

use mapwright_core::params::{Described, Schema};
use mapwright_core::{Wrap, params};
use mapwright_dungeon::{FloorChain, Floors};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::info::ParamValues;
use super::kept::{KeptDrawing, parts_on};
use super::recipe_only::RecipeOnly;
use crate::error::{RecipeError, RecipeErrorKind};
use crate::{Files, Registry, StageRecipe};

/// Some floors that are built alike.
#[params]
struct FloorStages {
    /// How many.
    #[param(default = 1, range = 1..)]
    count: u16,
    /// The parts of each that are drawn and kept, as those of a recipe.
    kept: Vec<KeptDrawing>,
    /// The stage that makes each of them.
    #[param(required)]
    initial: FirstStage,
    /// The stages that change it, in order.
    metas: Vec<LaterStage>,
}

#[params]
pub(super) struct FloorList {
    /// The floors from the top: how many, and the chain of stages that makes each of them.
    #[param(default = rooms())]
    floors: Vec<FloorStages>,
}

/// Three floors of rooms.
fn rooms() -> Vec<FloorStages> {
    let initial = FirstStage([("use".to_owned(), "bsp-dungeon".into())].into_iter().collect());
    vec![FloorStages { count: 3, kept: Vec::new(), initial, metas: Vec::new() }]
}

macro_rules! stage {
    ($name:ident, $defined:literal, $expected:literal) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        struct $name(ParamValues);

        impl Described for $name {
            fn schema() -> Schema {
                Schema::Defined($defined, $expected)
            }
        }
    };
}

stage!(FirstStage, "initial", "a stage such as {\"use\": \"bsp-dungeon\"}");
stage!(LaterStage, "meta", "a stage such as {\"use\": \"join-components\"}");

impl RecipeOnly<Floors> for FloorList {
    fn defaults() -> ParamValues {
        ParamValues::new()
    }

    fn build(self, own: ParamValues, files: &Files) -> Result<Floors, RecipeErrorKind> {
        self.build_from(own, files, &Registry::shipped())
    }

    fn build_from(self, _: ParamValues, files: &Files, registry: &Registry) -> Result<Floors, RecipeErrorKind> {
        let floors = self.floors.into_iter().enumerate();
        let floors = floors.map(|(nth, floors)| floors.chain(files, registry).map_err(|error| wrong(nth, &error)));
        Ok(Floors { floors: floors.collect::<Result<_, _>>()? })
    }
}

impl FloorStages {
    fn chain(self, files: &Files, registry: &Registry) -> Result<FloorChain, RecipeError> {
        let read = |stage: ParamValues| {
            let stage: StageRecipe = Value::Object(stage).to_string().parse()?;
            match stage.seed {
                None => Ok(stage),
                Some(seed) => {
                    let expected = "absent: a stage of a floor is drawn anew with the stage `floors`";
                    Err(RecipeErrorKind::value("seed", seed, expected).in_stage(&stage.name))
                }
            }
        };
        let first = read(self.initial.0)?;
        let initial = registry.initial_stage(&first, files).map_err(|kind| kind.at(0, &first.name))?;
        let mut chain = FloorChain::new(self.count, initial);
        chain.keeps_drawn.extend(first.kept.map(|level| (format!("initial {}", first.name), level)));
        let kept = parts_on(&self.kept, None, Wrap::None, files).map_err(RecipeErrorKind::in_recipe)?;
        if kept.as_ref().is_some_and(|kept| kept.exit.is_some()) {
            let problem = "`kept` draws the exit; expected none: the stage `exit` after `floors` puts it".to_owned();
            return Err(RecipeErrorKind::Program { problem }.in_recipe());
        }
        chain.kept = kept.map(Arc::new);
        for (nth, stage) in self.metas.into_iter().enumerate() {
            let stage = read(stage.0)?;
            let meta = registry.meta_stage(&stage, files).map_err(|kind| kind.at(nth + 1, &stage.name))?;
            chain.metas.push(Arc::from(meta));
            chain.keeps_drawn.extend(stage.kept.map(|level| (format!("metas[{nth}] {}", stage.name), level)));
        }
        Ok(chain)
    }
}

/// What is wrong with the chain of some floors.
fn wrong(nth: usize, error: &RecipeError) -> RecipeErrorKind {
    RecipeErrorKind::Program { problem: format!("floors[{nth}]: {error}") }
}
