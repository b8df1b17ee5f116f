//! What is thrown: an object that says what is wrong, and where.

use mapwright::core::{BuildError, BuildErrorKind};
use mapwright::recipe::{RecipeError, RecipeErrorKind, nearest_template, short};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// In JavaScript `{ message, stage, field, providers, nearest, retryable }`; what is not known is absent.
#[derive(Debug, Default, Serialize)]
pub struct Fault {
    message: String,
    /// 0 for the initial builder, `i + 1` for `metas[i]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<usize>,
    /// The parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// Builders that provide the plane that is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    providers: Vec<&'static str>,
    /// The known name next to an unknown one.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
    /// Whether another seed may succeed.
    retryable: bool,
}

impl Fault {
    /// Any other error, which has no stage.
    pub fn of(error: impl ToString) -> Fault {
        Fault { message: error.to_string(), ..Fault::default() }
    }

    /// The same, of an argument.
    pub(crate) fn in_field(field: &str, error: impl ToString) -> Fault {
        Fault { field: Some(field.to_owned()), ..Fault::of(error) }
    }

    pub(crate) fn unknown_recipe(name: &str) -> Fault {
        let nearest = nearest_template(name);
        let hint = nearest.as_deref().map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
        let message = format!("no recipe is called `{}`{hint}", short(name));
        Fault { nearest, ..Fault::in_field("recipe", message) }
    }
}

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Fault {
        let fault = Fault {
            stage: error.stage.map(|stage| stage.index),
            field: error.field().map(str::to_owned),
            retryable: error.is_retryable(),
            ..Fault::of(&error.kind)
        };
        match error.kind {
            // The page offers them as buttons.
            BuildErrorKind::MissingPlane { plane, providers } => {
                let kind = BuildErrorKind::MissingPlane { plane, providers: Vec::new() };
                Fault { providers, ..Fault { message: kind.to_string(), ..fault } }
            }
            _ => fault,
        }
    }
}

impl From<RecipeError> for Fault {
    fn from(error: RecipeError) -> Fault {
        let (stage, field) = (error.stage_index(), error.field().map(str::to_owned));
        let message = error.kind().to_string();
        match error.into_kind() {
            RecipeErrorKind::Build(error) => error.into(),
            RecipeErrorKind::Unknown { nearest, .. } => Fault { stage, field, nearest, ..Fault::of(message) },
            _ => Fault { stage, field, ..Fault::of(message) },
        }
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> JsValue {
        let json = serde_json::to_string(&fault).unwrap_or_default();
        js_sys::JSON::parse(&json).unwrap_or_else(|_| JsValue::from_str(&fault.message))
    }
}
