//! Programs of rewrite rules: in the recipe, or in a file.

use mapwright_core::params;
use mapwright_rewrite::RewriteRules;
use serde_json::Value;

use super::files::FileName;
use super::info::{ParamValues, RustSource, rust_source};
use super::recipe_only::RecipeOnly;
use crate::error::RecipeErrorKind;
use crate::flaw::Flaw;
use crate::quote::short;
use crate::typed::Way;
use crate::{Files, typed};

#[params]
pub(super) struct Program {
    /// A file with all this, beside the recipe.
    #[param(not_with = "program")]
    file: Option<FileName>,
}

impl RecipeOnly<RewriteRules> for Program {
    fn defaults() -> ParamValues {
        typed::defaults::<RewriteRules>()
    }

    fn build(self, mut own: ParamValues, files: &Files) -> Result<RewriteRules, RecipeErrorKind> {
        let Some(FileName(file)) = self.file else {
            let own = Value::Object(own);
            let rules = typed::read_value::<RewriteRules>(&own).map_err(|(way, error)| wrong(&own, &way, &error))?;
            return match rules.check_program() {
                Ok(()) => Ok(rules),
                Err(error) => Err(RecipeErrorKind::Program { problem: error.to_string() }),
            };
        };
        files.load_text("program", &file, |text| {
            let program = crate::json::parse(text).map_err(|error| Flaw::json("not valid JSON", &error))?;
            let Value::Object(program) = program else { return Err(Flaw::of("not a program: expected an object")) };
            for (name, value) in program {
                own.entry(name).or_insert(value);
            }
            let own = Value::Object(own);
            let rules = typed::read_value::<RewriteRules>(&own).map_err(|(way, _)| Flaw::in_node(&way))?;
            rules.check_program()?;
            Ok(rules)
        })
    }

    fn rust_source(self, own: ParamValues, files: &Files) -> Result<Option<RustSource>, RecipeErrorKind> {
        Ok(if self.file.is_none() { rust_source(&self.build(own, files)?) } else { None })
    }
}

/// What is wrong in a program, and where.
fn wrong(values: &Value, way: &Way<'_>, error: &serde_json::Error) -> RecipeErrorKind {
    let (path, problem) = (way.to_string(), error.to_string());
    let problem = match (problem.strip_prefix("expected "), typed::found_at(values, way)) {
        (Some(expected), Some(found)) => {
            let found = found.to_string();
            format!("`{path}` is {}; expected {expected}", short(&found))
        }
        _ => format!("`{path}`: {problem}"),
    };
    RecipeErrorKind::Program { problem }
}
