//! One of the prefabs that vaults are chosen from.

use super::template::Prefab;

/// A prefab with the weight and the depths at which it is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Vault {
    /// Its name in messages.
    pub name: String,
    /// The prefab.
    pub template: Prefab,
    /// How often it is chosen, compared with the others; 0 means never.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub weight: u32,
    /// The least depth where it may appear.
    #[cfg_attr(feature = "serde", serde(default))]
    pub min_depth: u32,
    /// The greatest depth where it may appear.
    #[cfg_attr(feature = "serde", serde(default = "anywhere_below"))]
    pub max_depth: u32,
}

#[cfg(feature = "serde")]
const fn one() -> u32 {
    1
}

#[cfg(feature = "serde")]
const fn anywhere_below() -> u32 {
    u32::MAX
}

impl Vault {
    /// A vault for all depths, of weight 1.
    pub fn new(name: impl Into<String>, template: Prefab) -> Self {
        Vault { name: name.into(), template, weight: 1, min_depth: 0, max_depth: u32::MAX }
    }

    pub(super) const fn applies_at(&self, depth: u32) -> bool {
        self.weight > 0 && self.min_depth <= depth && depth <= self.max_depth
    }
}
