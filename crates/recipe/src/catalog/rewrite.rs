//! Programs of rewrite rules: in the recipe, or in a file.

use mapwright_core::params;
use mapwright_rewrite::RewriteRules;
use serde_json::Value;

use super::files::FileName;
use super::info::{ParamValues, RustSource, rust_source};
use super::model::{RewriteModel, limit_steps};
use super::recipe_only::RecipeOnly;
use crate::error::RecipeErrorKind;
use crate::flaw::Flaw;
use crate::quote::short;
use crate::typed::Way;
use crate::{Files, typed};

#[params]
pub(super) struct Program {
    /// A file with all this, beside the recipe: JSON, or a model of MarkovJunior as XML.
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
            let text = text.trim_start_matches('\u{feff}');
            let model =
                text.trim_start().starts_with('<').then(|| RewriteModel::read(text, &file, files)).transpose()?;
            let program = match &model {
                Some(model) => Ok(Value::Object(model.program.clone())),
                None => crate::json::parse(text),
            };
            let program = program.map_err(|error| Flaw::json("not valid JSON", &error))?;
            let Value::Object(program) = program else { return Err(Flaw::of("not a program: expected an object")) };
            for (name, value) in program {
                // The stage says what some symbols of a model look like; the model has others.
                match (own.get_mut(&name), value) {
                    (Some(Value::Object(given)), Value::Object(more)) if model.is_some() => {
                        for (glyph, symbol) in more {
                            given.entry(glyph).or_insert(symbol);
                        }
                    }
                    (Some(_), _) => {}
                    (None, value) => drop(own.insert(name, value)),
                }
            }
            let mut own = Value::Object(own);
            let read = |own: &Value| typed::read_value::<RewriteRules>(own).map_err(|(way, _)| Flaw::in_node(&way));
            let rules = read(&own)?;
            let Err(error) = rules.check_program() else { return Ok(rules) };
            let Some(model) = model else { return Err(error.into()) };
            limit_steps(&mut own["program"]);
            let rules = read(&own)?;
            rules.check_program().map(|()| rules).map_err(|error| model.flaw(error))
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
