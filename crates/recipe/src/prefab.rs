//! Prefabs in recipes: rows of glyphs with a legend, or a file.

use mapwright_core::{Palette, Tile};
use mapwright_dungeon::{Legend, Meaning, Prefab, Vault};
use serde_json::{Map, Value};

use crate::Files;
use crate::entries::{at, check_entries};
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind, check_all};

/// Checks the meaning of glyphs; the error names the wrong one.
pub(crate) fn check_legend(name: &str, glyphs: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    legend(name, glyphs).map(|_| ())
}

/// Checks a list of vaults called `name`; the error names the wrong one.
pub(crate) fn check_vaults(name: &str, vaults: &[Value]) -> Result<(), RecipeErrorKind> {
    let example = "a vault such as {\"template\": [\"#.#\", \"#+#\"]}";
    check_entries(name, vaults, example, "field of a vault", check_vault)
}

/// The parameters of a drawing.
pub(crate) fn drawing() -> [Param; 3] {
    let glyphs = "the meaning of glyphs, in addition to the predefined ones";
    let file = "a file that holds the drawing, text or .xp, beside the recipe";
    [
        Param::optional("template", ParamKind::Prefab, "the drawing, row by row"),
        Param::optional("legend", ParamKind::Legend, glyphs),
        Param::optional("file", ParamKind::File, file).not_with("template"),
    ]
}

/// The fields of a vault. One of `template` and `file` must be given.
pub(crate) fn vault_fields() -> [Param; 7] {
    let number = || ParamKind::Int(0, u32::MAX as u64);
    let [template, legend, file] = drawing();
    [
        Param::optional("name", ParamKind::Text, "its name in messages"),
        template,
        legend,
        file,
        Param::new("weight", number(), 1, "how often it is chosen, compared with the others"),
        Param::new("min_depth", number(), 0, "the least depth where it appears"),
        Param::new("max_depth", number(), u32::MAX, "the greatest depth where it appears"),
    ]
}

fn check_vault(fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    check_all(&vault_fields(), fields)?;
    let is_given = |name: &str| fields.get(name).is_some_and(|value| !value.is_null());
    match is_given("template") || is_given("file") {
        true => Ok(()),
        false => Err(RecipeErrorKind::missing(
            "template",
            format!("{}, or `file`, a file that holds them", ParamKind::Prefab),
        )),
    }
}

/// The tile with a number, or a name in the default palette.
pub(crate) fn tile(value: &Value) -> Option<Tile> {
    match value {
        Value::String(name) => Palette::default().named(name),
        value => value.as_u64().and_then(|number| u8::try_from(number).ok()).map(Tile),
    }
}

/// The default legend with glyphs added or redefined.
fn legend(name: &str, glyphs: &Map<String, Value>) -> Result<Legend, RecipeErrorKind> {
    let mut legend = Legend::default();
    for (glyph, value) in glyphs {
        let mut characters = glyph.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return Err(RecipeErrorKind::value(name, glyph.clone(), "single characters as glyphs"));
        };
        let meaning = serde_json::from_value::<Meaning>(value.clone());
        let expected = "\"keep\", \"start\", \"exit\", the name or number of a tile, or an object such as \
                       {\"spawn\": \"Goblin\", \"tile\": \"grass\"}";
        let wrong = |_| RecipeErrorKind::value(format!("{name}.{glyph}"), value.clone(), expected);
        legend.set(character, meaning.map_err(wrong)?);
    }
    Ok(legend)
}

/// Takes the prefab out of the parameters `template`, `legend` and `file`; `None` if absent.
pub(crate) fn resolve(values: &mut Map<String, Value>, files: &Files) -> Result<Option<Prefab>, RecipeErrorKind> {
    let glyphs = match values.shift_remove("legend") {
        Some(Value::Object(glyphs)) => glyphs,
        _ => Map::new(),
    };
    let legend = legend("legend", &glyphs)?;
    match (values.shift_remove("template"), values.shift_remove("file")) {
        (Some(Value::Array(rows)), _) => {
            let prefab = Prefab::from_rows(rows.iter().filter_map(Value::as_str), &legend);
            let name = "template".to_owned();
            prefab.map(Some).map_err(|error| RecipeErrorKind::Prefab { name, error })
        }
        (_, Some(Value::String(file))) => load(files, &file, &legend).map(Some),
        _ => Ok(None),
    }
}

/// The prefab in a file.
fn load(files: &Files, file: &str, legend: &Legend) -> Result<Prefab, RecipeErrorKind> {
    files.load("prefab", file, |bytes| Ok(Prefab::from_bytes(bytes, legend)?))
}

/// The vaults of a list that was checked.
pub(crate) fn vaults(list: &[Value], files: &Files) -> Result<Vec<Vault>, RecipeErrorKind> {
    let vault = |(i, vault): (usize, &Value)| {
        let place = format!("vaults[{i}]");
        let mut fields = vault.as_object().cloned().unwrap_or_default();
        let template = resolve(&mut fields, files).map_err(|error| match error {
            RecipeErrorKind::Prefab { name, error } => {
                RecipeErrorKind::Prefab { name: format!("{place}.{name}"), error }
            }
            error => at(&place, "field of a vault", error),
        })?;
        let name = fields.get("name").and_then(Value::as_str).unwrap_or(&place);
        let number = |name: &str, default: u32| {
            fields.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok()).unwrap_or(default)
        };
        Ok(template.map(|template| Vault {
            weight: number("weight", 1),
            min_depth: number("min_depth", 0),
            max_depth: number("max_depth", u32::MAX),
            ..Vault::new(name, template)
        }))
    };
    list.iter().enumerate().map(vault).filter_map(Result::transpose).collect()
}
