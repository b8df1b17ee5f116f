//! Themes as JSON: the name of a theme that comes with Mapwright as `base`, and the fields that differ from it.

use std::fmt;

use serde_json::{Map, Value};

use super::theme::{THEMES, Theme, theme};

impl Theme {
    /// Reads a theme from a JSON object. Its fields are those of [`Theme`], colors are texts such as `"#f6f1e5"`, and what
    /// it leaves out is as in the theme named by `base`, `atlas` by default.
    ///
    /// ```
    /// use mapwright_core::Color;
    /// use mapwright_render::Theme;
    ///
    /// let sepia = r##"{ "base": "parchment", "ink": "#402a10", "grid": null, "water": ["#e9dcc0", "#e0d0ae",
    ///     "#d6c39d", "#ccb78d", "#c3ab7f", "#bba273"] }"##;
    /// let sepia = Theme::from_json(sepia)?;
    /// assert_eq!((sepia.ink, sepia.grid), (Color(0x40, 0x2a, 0x10), None));
    ///
    /// let error = Theme::from_json(r#"{ "ao": 300 }"#).unwrap_err();
    /// assert_eq!(error.to_string(), "theme: `ao`: expected an integer from 0 to 255");
    /// # Ok::<(), mapwright_render::ThemeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Text that is not a JSON object, an unknown base or field, or a value that a field cannot have.
    pub fn from_json(text: &str) -> Result<Theme, ThemeError> {
        let mut fields: Map<String, Value> = serde_json::from_str(text).map_err(ThemeError::of)?;
        let base = match fields.remove("base") {
            None => Theme::default(),
            Some(name) => name
                .as_str()
                .and_then(theme)
                .ok_or_else(|| ThemeError(format!("`base` is {name}; expected one of {}", THEMES.join(", "))))?,
        };
        let mut whole = serde_json::to_value(&base).map_err(ThemeError::of)?;
        if let Some(whole) = whole.as_object_mut() {
            whole.extend(fields);
        }
        serde_path_to_error::deserialize(whole).map_err(|error| match error.path().iter().next() {
            None => ThemeError::of(error.inner()),
            Some(_) => ThemeError(format!("`{}`: {}", error.path(), error.inner())),
        })
    }
}

/// A text that is not a theme: the field, and what it may be.
#[derive(Clone, PartialEq, Eq, mapwright_core::ErrorDebug)]
pub struct ThemeError(String);

impl ThemeError {
    fn of(why: impl fmt::Display) -> ThemeError {
        ThemeError(why.to_string())
    }
}

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "theme: {}", self.0)
    }
}

impl std::error::Error for ThemeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_survives_json() {
        for name in THEMES {
            let theme = theme(name).unwrap();
            let json = serde_json::to_string(&theme).unwrap();
            assert_eq!(Theme::from_json(&json), Ok(theme.clone()), "{name}");
            assert_eq!(Theme::from_json(&format!(r#"{{ "base": "{name}" }}"#)), Ok(theme), "{name}");
        }
        assert_eq!(Theme::from_json("{}"), Ok(Theme::default()));
    }

    #[test]
    fn mistakes_are_named() {
        for (json, message) in [
            ("[]", "theme: invalid type: sequence, expected a map at line 1 column 0"),
            (
                r#"{ "base": "night" }"#,
                "theme: `base` is \"night\"; expected one of atlas, parchment, dark, blueprint, print",
            ),
            (r#"{ "base": 3 }"#, "theme: `base` is 3; expected one of atlas, parchment, dark, blueprint, print"),
            (r#"{ "ink": "red" }"#, "theme: `ink`: expected a color of six hexadecimal digits, such as `#f6f1e5`"),
            (r#"{ "ink": null }"#, "theme: `ink`: invalid type: null, expected a string"),
            (r#"{ "joint": "" }"#, "theme: `joint`: expected a color of six hexadecimal digits, such as `#f6f1e5`"),
            (r#"{ "grain": -1 }"#, "theme: `grain`: expected an integer from 0 to 255"),
            (r#"{ "cast": [1, 2, 3] }"#, "theme: `cast`: expected two integers from 0 to 255"),
            (r#"{ "light": 1 }"#, "theme: `light`: invalid type: integer `1`, expected a boolean"),
            (
                r#"{ "hatch": "dots" }"#,
                "theme: `hatch`: unknown variant `dots`, expected one of `none`, `dyson`, `lines`",
            ),
            (r#"{ "icons": "big" }"#, "theme: `icons`: unknown variant `big`, expected `color` or `line`"),
            (r##"{ "water": ["#000000"] }"##, "theme: `water`: invalid length 1, expected an array of length 6"),
            (
                r#"{ "locks": ["x"] }"#,
                "theme: `locks[0]`: expected a color of six hexadecimal digits, such as `#f6f1e5`",
            ),
        ] {
            assert_eq!(Theme::from_json(json).unwrap_err().to_string(), message, "{json}");
        }
        let unknown = Theme::from_json(r#"{ "inc": 1 }"#).unwrap_err().to_string();
        assert!(unknown.starts_with("theme: `inc`: unknown field `inc`, expected one of `paper`, `ink`,"), "{unknown}");
    }
}
