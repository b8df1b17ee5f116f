//! What is thrown: an object that says what is wrong, and where.

use mapwright::core::BuildError;
use mapwright::recipe::RecipeError;
use mapwright::search::SearchError;
use mapwright_bindings::BindingError;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

/// In JavaScript `{ message, stage, field, providers, nearest, retryable }`; what is not known is absent.
#[derive(Debug)]
pub struct Fault(pub(crate) BindingError);

impl Fault {
    /// Any other error, which has no stage.
    pub fn of(error: impl ToString) -> Fault {
        Fault(BindingError::of(error))
    }

    /// The same, of an argument.
    pub(crate) fn in_field(field: &str, error: impl ToString) -> Fault {
        Fault(BindingError::of(error).in_field(field))
    }
}

macro_rules! from_errors {
    ($($error:ty)*) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Fault {
                Fault(error.into())
            }
        }
    )*};
}

from_errors! { BindingError BuildError RecipeError SearchError }

impl From<Fault> for JsValue {
    fn from(Fault(error): Fault) -> JsValue {
        // The page shows the stage beside the message, and the providers as buttons.
        let BindingError { problem, stage_index, field, providers, nearest, retryable, .. } = error;
        let providers = Some(providers).filter(|providers| !providers.is_empty());
        let mut fault = json!({
            "message": problem, "stage": stage_index, "field": field, "providers": providers, "nearest": nearest,
            "retryable": retryable,
        });
        fault.as_object_mut().into_iter().for_each(|fields| fields.retain(|_, value| *value != Value::Null));
        js_sys::JSON::parse(&fault.to_string()).unwrap_or_else(|_| JsValue::from_str(&problem))
    }
}
