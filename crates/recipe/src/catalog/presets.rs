//! Presets of walks: the values of all parameters that a recipe leaves out.

use mapwright_core::params;
use mapwright_core::params::Described;
use mapwright_dungeon::{Dla, DrunkardsWalk};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::beside::Beside;
use super::{ParamValues, spelled};
use crate::error::RecipeErrorKind;
use crate::rust::Spelled;
use crate::{Files, typed};

#[params]
pub(super) struct WalkPreset {
    /// The values of all parameters that are not given.
    preset: Walk,
}

#[params]
enum Walk {
    /// One wide open cave around the center.
    #[default]
    #[serde(rename = "open_area")]
    OpenArea,
    /// Wide caves with pillars and bays.
    #[serde(rename = "open_halls")]
    OpenHalls,
    /// Narrow, winding passages all over the map.
    #[serde(rename = "winding_passages")]
    WindingPassages,
    /// Winding passages at least two cells wide.
    #[serde(rename = "fat_passages")]
    FatPassages,
    /// Winding passages with four equal quarters.
    #[serde(rename = "fearful_symmetry")]
    FearfulSymmetry,
}

impl Beside<DrunkardsWalk> for WalkPreset {
    fn defaults() -> ParamValues {
        ParamValues::new()
    }

    fn build(self, own: ParamValues, _: &Files) -> Result<DrunkardsWalk, RecipeErrorKind> {
        of_preset(
            own,
            match self.preset {
                Walk::OpenArea => DrunkardsWalk::open_area(),
                Walk::OpenHalls => DrunkardsWalk::open_halls(),
                Walk::WindingPassages => DrunkardsWalk::winding_passages(),
                Walk::FatPassages => DrunkardsWalk::fat_passages(),
                Walk::FearfulSymmetry => DrunkardsWalk::fearful_symmetry(),
            },
        )
    }

    fn spell(self, own: ParamValues, files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        Ok(spelled(&self.build(own, files)?))
    }
}

#[params]
pub(super) struct DlaPreset {
    /// The values of all parameters that are not given.
    preset: Growth,
}

#[params]
enum Growth {
    /// A coral with thin branches.
    #[default]
    #[serde(rename = "walk_inwards")]
    WalkInwards,
    /// A round cave with a rough wall.
    #[serde(rename = "walk_outwards")]
    WalkOutwards,
    /// Rays from the center.
    #[serde(rename = "central_attractor")]
    CentralAttractor,
    /// Symmetric rays, left and right: a beetle.
    Insectoid,
    /// Thick branches, to erode an existing map.
    #[serde(rename = "heavy_erosion")]
    HeavyErosion,
}

impl Beside<Dla> for DlaPreset {
    fn defaults() -> ParamValues {
        ParamValues::new()
    }

    fn build(self, own: ParamValues, _: &Files) -> Result<Dla, RecipeErrorKind> {
        of_preset(
            own,
            match self.preset {
                Growth::WalkInwards => Dla::walk_inwards(),
                Growth::WalkOutwards => Dla::walk_outwards(),
                Growth::CentralAttractor => Dla::central_attractor(),
                Growth::Insectoid => Dla::insectoid(),
                Growth::HeavyErosion => Dla::heavy_erosion(),
            },
        )
    }

    fn spell(self, own: ParamValues, files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        Ok(spelled(&self.build(own, files)?))
    }
}

/// The builder of a preset with the given values.
fn of_preset<B: Described + Serialize + DeserializeOwned>(given: ParamValues, preset: B) -> Result<B, RecipeErrorKind> {
    let Ok(Value::Object(mut values)) = serde_json::to_value(preset) else { return typed::read(given) };
    values.extend(given.into_iter().filter(|(_, value)| !value.is_null()));
    typed::read(values)
}
