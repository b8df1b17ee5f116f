//! One of the templates that vaults are chosen from.

use mapwright_core::{Template, params};

/// A template with the weight and the depths at which it is chosen.
#[derive(Eq)]
#[params]
pub struct Vault {
    /// Its name in messages.
    pub name: String,
    /// The template.
    #[param(required)]
    pub template: Template,
    /// How often it is chosen, compared with the others; 0 means never.
    #[param(default = 1)]
    pub weight: u32,
    /// The least depth where it may appear.
    pub min_depth: u32,
    /// The greatest depth where it may appear.
    #[param(default = u32::MAX)]
    pub max_depth: u32,
}

impl Vault {
    /// A vault for all depths, of weight 1.
    pub fn new(name: impl Into<String>, template: Template) -> Self {
        Vault { name: name.into(), template, weight: 1, min_depth: 0, max_depth: u32::MAX }
    }

    pub(super) const fn applies_at(&self, depth: u32) -> bool {
        self.weight > 0 && self.min_depth <= depth && depth <= self.max_depth
    }
}
