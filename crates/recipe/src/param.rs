//! The parameters of builders, as their types describe them.

use std::borrow::Cow;

use mapwright_core::params::{Field, Schema};
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::typed;

/// One parameter of a builder: what its type says of it, and its default.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Param {
    /// Its name in recipes.
    pub name: &'static str,
    /// The values that it accepts. One whose default is `null` accepts `null`, too.
    pub schema: Schema,
    /// Its default; `null` for "absent".
    pub default: Value,
    /// What it does, in a few words.
    pub about: Cow<'static, str>,
    /// Another parameter, and the values of it that allow this one.
    pub only_with: Option<(&'static str, &'static [&'static str])>,
    /// Another parameter that excludes this one.
    pub not_with: Option<&'static str>,
    /// Whether it must be given.
    pub is_required: bool,
}

impl Param {
    /// The parameters that a type describes, with these defaults; `null` for those that have none.
    pub(crate) fn all(schema: &Schema, defaults: &Map<String, Value>) -> Vec<Param> {
        let Schema::Object(_, _, fields) = schema else { return Vec::new() };
        fields.iter().map(|field| Param::new(field, defaults.get(field.name).cloned().unwrap_or_default())).collect()
    }

    /// A field with its default.
    fn new(field: &Field, mut default: Value) -> Self {
        let Field { name, only_with, not_with, is_required, .. } = *field;
        let schema = (field.schema)();
        typed::name_tiles(&schema, &mut default);
        let schema = if default.is_null() { present(schema) } else { schema };
        Param { name, schema, default, about: typed::phrase(field.about), only_with, not_with, is_required }
    }

    /// Whether it may be `null`, for "absent".
    pub fn is_optional(&self) -> bool {
        self.default.is_null() && !self.is_required
    }

    /// What is expected, in words.
    pub fn expected(&self) -> String {
        Param::words(&self.schema)
    }

    /// What a schema expects, in words.
    pub fn words(schema: &Schema) -> String {
        typed::expected(schema)
    }

    /// Checks a value, and says what is expected instead.
    ///
    /// # Errors
    ///
    /// The value is not allowed.
    pub fn check(&self, value: &Value) -> Result<(), RecipeErrorKind> {
        if self.is_optional() && value.is_null() { Ok(()) } else { typed::check(&self.schema, self.name, value) }
    }
}

/// The schema without `null`.
fn present(schema: Schema) -> Schema {
    match schema {
        Schema::Maybe(of) => present(*of),
        Schema::Such(expected, of) => Schema::Such(expected, Box::new(present(*of))),
        schema => schema,
    }
}

/// Checks that every value belongs to a parameter and fits it.
pub(crate) fn check_all(params: &[Param], values: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    for (name, value) in values {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            return Err(RecipeErrorKind::unknown("parameter", name, params.iter().map(|param| param.name)));
        };
        param.check(value)?;
        if let Some((other, fitting)) = param.only_with {
            let default = params.iter().find(|param| param.name == other).map(|param| &param.default);
            let given = values.get(other).or(default).and_then(Value::as_str);
            if !given.is_some_and(|given| fitting.contains(&given)) {
                let fitting = fitting.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
                let goes_with = format!("\"{other}\": {fitting}");
                return Err(RecipeErrorKind::Misplaced { name: name.clone(), goes_with });
            }
        }
        let other = param.not_with.filter(|&other| values.get(other).is_some_and(|other| !other.is_null()));
        if let Some(other) = other.filter(|_| !value.is_null()) {
            return Err(RecipeErrorKind::value(name, value.clone(), format!("absent when `{other}` is given")));
        }
    }
    match params.iter().find(|param| param.is_required && !values.contains_key(param.name)) {
        Some(param) => Err(RecipeErrorKind::missing(param.name, param.expected())),
        None => Ok(()),
    }
}
