//! Rewrite rules.

use mapwright_rewrite::RewriteRules;
use serde_json::{Map, Value, json};

use super::{BuilderInfo, Make, Values, info};
use crate::error::RecipeErrorKind;
use crate::files::Files;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![info(
        "rewrite",
        Make::Both(
            |values, files| Ok(Box::new(rules(values, files)?)),
            |values, files| Ok(Box::new(rules(values, files)?)),
        ),
        "replaces small patterns of cells by other patterns, again and again",
        params(),
    )]
}

fn params() -> Vec<Param> {
    let growth = json!([{ "put": ".", "at": "center" }, { "one": ".# -> ..", "steps": "40%" }]);
    let symbols = "an object such as {\"R\": \"floor\", \"K\": {\"spawn\": \"Key\"}}";
    vec![
        Param::new("program", ParamKind::Program, growth, "the nodes, carried out one after the other"),
        Param::new(
            "symbols",
            ParamKind::Object(symbols),
            json!({}),
            "glyphs and their tiles, in addition to those of prefabs",
        ),
        Param::new(
            "sets",
            ParamKind::Object("an object such as {\"?\": \"#.\"}"),
            json!({}),
            "glyphs that stand for any of several symbols",
        ),
        Param::new("let", ParamKind::Object("an object such as {\"grow\": \".# -> ..\"}"), json!({}), "named rules"),
        Param::new("fill", ParamKind::Glyph, "#", "the symbol of all cells of a new map"),
        Param::int("budget", 1..=1_000_000, 1000, "the most replacements, for each cell of the map"),
        Param::optional("file", ParamKind::File, "a file with all this, beside the recipe").not_with("program"),
    ]
}

fn rules(mut values: Values, files: &Files) -> Result<RewriteRules, RecipeErrorKind> {
    if let Some(Value::String(file)) = values.shift_remove("file") {
        let program: Map<String, Value> = serde_json::from_str(&files.read_text("program", &file)?)
            .map_err(|error| RecipeErrorKind::file("program", &file, error))?;
        for (name, value) in program {
            values.entry(name).or_insert(value);
        }
    }
    let rules: RewriteRules = serde_json::from_value(Value::Object(values)).map_err(problem)?;
    rules.check_program().map_err(problem)?;
    Ok(rules)
}

fn problem(problem: impl std::fmt::Display) -> RecipeErrorKind {
    RecipeErrorKind::Program { problem: problem.to_string() }
}
