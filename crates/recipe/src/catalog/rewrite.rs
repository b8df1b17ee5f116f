//! Rewrite rules.

use mapwright_rewrite::RewriteRules;
use serde_json::{Value, json};
use serde_path_to_error::Segment;

use super::{BuilderInfo, Make, Values, info};
use crate::error::{Flaw, RecipeErrorKind, short};
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
    let Some(Value::String(file)) = values.shift_remove("file") else {
        let rules = read(&values).map_err(|error| wrong(&values, &error))?;
        return match rules.check_program() {
            Ok(()) => Ok(rules),
            Err(error) => Err(RecipeErrorKind::Program { problem: error.to_string() }),
        };
    };
    files.load_text("program", &file, |text| {
        let program = crate::json::parse(text).map_err(|error| Flaw::json("not valid JSON", &error))?;
        let Value::Object(program) = program else { return Err(Flaw::of("not a program: expected an object")) };
        for (name, value) in program {
            values.entry(name).or_insert(value);
        }
        let rules = read(&values).map_err(|error| Flaw::in_node(error.path()))?;
        rules.check_program()?;
        Ok(rules)
    })
}

fn read(values: &Values) -> Result<RewriteRules, serde_path_to_error::Error<serde_json::Error>> {
    serde_path_to_error::deserialize(Value::Object(values.clone()))
}

/// What is wrong in a program, and where.
fn wrong(values: &Values, error: &serde_path_to_error::Error<serde_json::Error>) -> RecipeErrorKind {
    let (path, problem) = (error.path().to_string(), error.inner().to_string());
    let found = error.path().iter().try_fold(None, |parent: Option<&Value>, segment| match segment {
        Segment::Map { key } => Some(Some(parent.map_or(values.get(key), |parent| parent.get(key))?)),
        Segment::Seq { index } => Some(Some(parent?.get(*index)?)),
        _ => None,
    });
    let problem = match (problem.strip_prefix("expected "), found.flatten()) {
        (Some(expected), Some(found)) => {
            let found = found.to_string();
            format!("`{path}` is {}; expected {expected}", short(&found))
        }
        _ => format!("`{path}`: {problem}"),
    };
    RecipeErrorKind::Program { problem }
}
