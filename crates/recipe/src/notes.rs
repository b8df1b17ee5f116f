//! What makes the stages of a recipe special: their parameters in a few words, for captions.

use serde_json::Value;

use crate::{Recipe, StageRecipe, builders};

impl Recipe {
    /// The parameters of each stage that differ from their defaults, in a few words: `keys 3, max_shortcuts 1`. Empty where
    /// all are at their defaults. Of lists and objects, only the name is told.
    ///
    /// ```
    /// let recipe: mapwright_recipe::Recipe = r#"{ "version": 1, "width": 31, "height": 31,
    ///     "initial": { "use": "prim-maze" },
    ///     "metas": [ { "use": "loop-injector", "rule": "braid", "chance": 0.3 } ] }"#.parse()?;
    /// assert_eq!(recipe.notes(), ["", "chance 0.3"]);
    /// # Ok::<(), mapwright_recipe::RecipeError>(())
    /// ```
    pub fn notes(&self) -> Vec<String> {
        let known = builders();
        let note = |stage: &StageRecipe| {
            let params = known.iter().find(|info| info.name == stage.name).map_or(&[][..], |info| &info.params);
            let is_default =
                |name: &str, value: &Value| params.iter().any(|param| param.name == name && param.default == *value);
            let given = stage.params.iter().filter(|(name, value)| !is_default(name, value));
            given.map(|(name, value)| word(name, value)).collect::<Vec<_>>().join(", ")
        };
        std::iter::once(&self.initial).chain(&self.metas).map(note).collect()
    }
}

/// A parameter in one or two words.
fn word(name: &str, value: &Value) -> String {
    match value {
        Value::Bool(true) => name.to_owned(),
        Value::Null | Value::Bool(false) => format!("no {name}"),
        Value::Number(number) => format!("{name} {number}"),
        Value::String(text) if text.chars().count() <= 24 => format!("{name} {text}"),
        Value::Array(items) => match items.as_slice() {
            [Value::String(text)] => format!("{name} {text}"),
            [Value::Number(from), Value::Number(to)] => format!("{name} {from}, {to}"),
            _ => name.to_owned(),
        },
        Value::Object(one) if one.len() == 1 => one.iter().map(|(name, value)| word(name, value)).collect(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_told_in_a_word() {
        for (value, expected) in [
            (json!(true), "p"),
            (json!(false), "no p"),
            (json!(null), "no p"),
            (json!(0.3), "p 0.3"),
            (json!("deep-water"), "p deep-water"),
            (json!(["wall"]), "p wall"),
            (json!([3, 6]), "p 3, 6"),
            (json!(["a", "b"]), "p"),
            (json!({ "spawn": "Palm" }), "spawn Palm"),
            (json!({ "to": "exit", "min": 3 }), "p"),
            (json!("x".repeat(25)), "p"),
        ] {
            assert_eq!(word("p", &value), expected);
        }
    }

    #[test]
    fn defaults_are_no_news() {
        let mut stage = StageRecipe::new("lock-and-key");
        let (keys, three) = ("keys".to_owned(), json!(3));
        let mut recipe: Recipe =
            r#"{ "version": 1, "width": 9, "height": 9, "initial": { "use": "arena" } }"#.parse().unwrap();
        let default = builders().iter().find(|info| info.name == "lock-and-key").unwrap();
        stage.params = default.params.iter().map(|param| (param.name.to_owned(), param.default.clone())).collect();
        recipe.metas.push(stage.clone());
        stage.params.insert(keys, three);
        recipe.metas.push(stage);
        assert_eq!(recipe.notes(), ["", "", "keys 3"]);
    }
}
