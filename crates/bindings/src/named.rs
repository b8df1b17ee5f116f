//! Recipes and themes by name or as JSON.

use std::borrow::Cow;

use mapwright::core::BuilderMap;
use mapwright::recipe::{Recipe, map_digest, nearest_template, short, template};

use crate::BindingError;

/// Returns the JSON of a recipe: `text` itself, or that of the built-in recipe or the builder with this name.
///
/// # Errors
///
/// The name is not known.
pub fn recipe_json(text: &str) -> Result<Cow<'_, str>, BindingError> {
    match text.trim_start().starts_with('{') {
        true => Ok(text.into()),
        false => Ok(template(text).ok_or_else(|| unknown_recipe(text))?.into()),
    }
}

fn unknown_recipe(name: &str) -> BindingError {
    let nearest = nearest_template(name);
    let hint = nearest.as_ref().map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"));
    let error = BindingError::of(format!("no recipe is called `{}`{hint}", short(name)));
    BindingError { nearest: nearest.map(Into::into), ..error.in_field("recipe") }
}

/// Reads a recipe: its name, that of a builder, or its JSON.
///
/// # Errors
///
/// The name is not known, or the JSON is not a recipe.
pub fn read_recipe(text: &str) -> Result<Recipe, BindingError> {
    Ok(recipe_json(text)?.parse()?)
}

/// Reads a theme: its name, or its JSON.
///
/// # Errors
///
/// The name is not known, or the JSON is not a theme.
#[cfg(feature = "render")]
pub fn read_theme(text: &str) -> Result<mapwright::render::Theme, BindingError> {
    use mapwright::render::{THEMES, Theme, theme};
    let read = match text.trim_start().starts_with('{') {
        true => Theme::from_json(text).map_err(BindingError::of),
        false => theme(text).ok_or_else(|| {
            BindingError::of(format!("no theme is called `{}`; expected {}", short(text), THEMES.join(", ")))
        }),
    };
    read.map_err(|error| error.in_field("theme"))
}

/// Returns the digest of a map as 16 hex digits.
pub fn digest_text(map: &BuilderMap) -> String {
    format!("{:016x}", map_digest(map))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_read_by_name_or_as_json() {
        for text in
            ["cave", "prim-maze", r#" { "version": 1, "width": 3, "height": 3, "initial": { "use": "arena" } }"#]
        {
            assert!(read_recipe(text).is_ok(), "{text}");
        }
        let error = recipe_json("castle-kays").err().unwrap_or_default();
        assert_eq!((error.nearest.as_deref(), error.field.as_deref()), (Some("castle-keys"), Some("recipe")));
        assert_eq!(&*error.message, "no recipe is called `castle-kays`; did you mean `castle-keys`?");
        assert!(read_recipe("{").is_err_and(|error| error.field.is_none()));
    }

    #[cfg(feature = "render")]
    #[test]
    fn themes_are_read_by_name_or_as_json() {
        for text in ["dark", r#"{ "base": "dark" }"#] {
            assert_eq!(read_theme(text), Ok(mapwright::render::theme("dark").unwrap_or_default()), "{text}");
        }
        let error = read_theme("pink").err().unwrap_or_default();
        assert_eq!(error.field.as_deref(), Some("theme"));
        assert!(error.message.starts_with("no theme is called `pink`; expected atlas, "), "{error}");
    }
}
