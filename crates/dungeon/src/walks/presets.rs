//! Presets in recipes: a word for the values of all parameters, each of which may be overridden.
//!
//! A builder has values and no preset, so in code write `Dla { brush: 3, ..Dla::insectoid() }`. The word exists only
//! while a recipe is read. A builder is written with all its values, and read back from them.

use serde::Deserialize;

use super::{Dla, DlaRule, DrunkardsWalk, Symmetry, WalkBegin};

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WalkPreset {
    #[default]
    OpenArea,
    OpenHalls,
    WindingPassages,
    FatPassages,
    FearfulSymmetry,
}

/// The parameters of a [`DrunkardsWalk`], as a recipe gives them.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WalkParameters {
    preset: WalkPreset,
    begin: Option<WalkBegin>,
    lifetime: Option<u32>,
    floor_percent: Option<u8>,
    brush: Option<u8>,
    symmetry: Option<Symmetry>,
}

impl From<WalkParameters> for DrunkardsWalk {
    fn from(given: WalkParameters) -> Self {
        let preset = match given.preset {
            WalkPreset::OpenArea => DrunkardsWalk::open_area(),
            WalkPreset::OpenHalls => DrunkardsWalk::open_halls(),
            WalkPreset::WindingPassages => DrunkardsWalk::winding_passages(),
            WalkPreset::FatPassages => DrunkardsWalk::fat_passages(),
            WalkPreset::FearfulSymmetry => DrunkardsWalk::fearful_symmetry(),
        };
        DrunkardsWalk {
            begin: given.begin.unwrap_or(preset.begin),
            // A walk written without a lifetime has that of the default preset: none.
            lifetime: given.lifetime.or(preset.lifetime),
            floor_percent: given.floor_percent.unwrap_or(preset.floor_percent),
            brush: given.brush.unwrap_or(preset.brush),
            symmetry: given.symmetry.unwrap_or(preset.symmetry),
        }
    }
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DlaPreset {
    #[default]
    WalkInwards,
    WalkOutwards,
    CentralAttractor,
    Insectoid,
    HeavyErosion,
}

/// The parameters of a [`Dla`], as a recipe gives them.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DlaParameters {
    preset: DlaPreset,
    rule: Option<DlaRule>,
    floor_percent: Option<u8>,
    brush: Option<u8>,
    symmetry: Option<Symmetry>,
}

impl From<DlaParameters> for Dla {
    fn from(given: DlaParameters) -> Self {
        let preset = match given.preset {
            DlaPreset::WalkInwards => Dla::walk_inwards(),
            DlaPreset::WalkOutwards => Dla::walk_outwards(),
            DlaPreset::CentralAttractor => Dla::central_attractor(),
            DlaPreset::Insectoid => Dla::insectoid(),
            DlaPreset::HeavyErosion => Dla::heavy_erosion(),
        };
        Dla {
            rule: given.rule.unwrap_or(preset.rule),
            floor_percent: given.floor_percent.unwrap_or(preset.floor_percent),
            brush: given.brush.unwrap_or(preset.brush),
            symmetry: given.symmetry.unwrap_or(preset.symmetry),
        }
    }
}
