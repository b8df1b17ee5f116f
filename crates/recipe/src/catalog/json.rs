//! The catalogue as JSON, for programs.

use mapwright_core::Planes;
use serde_json::{Value, json};

use super::info::BuilderInfo;
use crate::{Param, typed};

impl BuilderInfo {
    /// The builder as JSON: `name`, `kind`, `group`, `about`, `params`, and its [facts](Self::facts): `title`, the planes that
    /// it `needs`, `gives` and `drops`, what it does to the cells in a word, `effect`, and whether it `draws` cells by hand, which
    /// `kept` can keep.
    pub fn to_json(&self) -> Value {
        let facts = self.facts();
        json!({
            "name": self.name,
            "title": facts.title,
            "kind": format!("{:?}", self.kind()).to_lowercase(),
            "group": self.group,
            "about": self.about,
            "params": self.params.iter().map(param).collect::<Vec<Value>>(),
            "needs": names(facts.needs),
            "gives": names(facts.gives),
            "drops": names(self.drops()),
            "draws": self.draws(),
            "effect": format!("{:?}", facts.effect).to_lowercase(),
        })
    }
}

fn param(param: &Param) -> Value {
    json!({
        "name": param.name,
        "type": typed::form(&param.schema),
        "default": param.default,
        "range": typed::range(&param.schema),
        "expected": param.expected(),
        "about": param.about,
        "only_with": param.only_with.map(|(name, values)| json!({ name: values })),
    })
}

fn names(planes: Planes) -> Vec<&'static str> {
    planes.iter().map(|plane| plane.name()).collect()
}
