//! The catalogue as JSON, for programs.

use mapwright_core::Plane;
use serde_json::{Value, json};

use super::{BuilderInfo, BuilderKind};
use crate::{Param, ParamKind};

impl BuilderInfo {
    /// The builder as JSON: `name`, `title`, `kind`, `group`, `about`, `params`, and the planes that it `needs`, `provides` and
    /// `clears`.
    pub fn to_json(&self) -> Value {
        let kind = match self.kind() {
            BuilderKind::Initial => "initial",
            BuilderKind::Meta => "meta",
            BuilderKind::Both => "both",
        };
        let [needs, gives, clears] = self.planes();
        json!({
            "name": self.name,
            "title": self.title(),
            "kind": kind,
            "group": self.group,
            "about": self.about,
            "params": self.params.iter().map(param).collect::<Vec<Value>>(),
            "needs": names(&needs),
            "provides": names(&gives),
            "clears": names(&clears),
        })
    }
}

fn param(param: &Param) -> Value {
    let range = match &param.kind {
        ParamKind::Int(min, max) => json!([min, max]),
        ParamKind::Number(min, max) => json!([min, max]),
        ParamKind::Choice(words) | ParamKind::Place(words) | ParamKind::Words(words) => json!(words),
        ParamKind::Counts(max) => json!([0, max]),
        _ => Value::Null,
    };
    json!({
        "name": param.name,
        "type": param.kind.type_name(),
        "default": param.default,
        "range": range,
        "expected": param.kind.to_string(),
        "about": param.about,
        "only_with": param.only_with.map(|(name, values)| json!({ name: values })),
    })
}

fn names(planes: &[Plane]) -> Vec<&'static str> {
    planes.iter().map(|plane| plane.name()).collect()
}
