//! Reading recipes and maps.

use std::path::Path;

use mapwright::core::{BuilderMap, Dropped, Size};
use mapwright::dungeon::FromMap;
use mapwright::files::{MOST_BYTES, read_capped};
use mapwright::prelude::BuilderChain;
use mapwright::recipe::{Files, Recipe, Registry, map_from_json, nearest_template, short, template};
use mapwright::render::Heading;

use crate::failure::{Failure, shown};
use crate::message::note;

/// The content of a file.
#[derive(Debug)]
pub(crate) enum Input {
    /// A recipe, with the chain it describes.
    Recipe(Box<Recipe>, BuilderChain),
    /// A finished map.
    Map(Box<BuilderMap>),
}

impl Input {
    /// Reads a recipe or a map from a file, or from standard input for `-`. If there is no such file, the name may be
    /// that of a built-in recipe.
    pub(crate) fn read(path: &Path, trusts_paths: bool) -> Result<Input, Failure> {
        let text = match built_in(path)? {
            Some(recipe) => recipe,
            None => read_text(path)?,
        };
        let is_map = serde_json::from_str::<Probe>(&text).is_ok_and(|probe| probe.format.is_some());
        if is_map {
            let (map, dropped) = map_from_json(&text).map_err(|error| Failure::input(error).about(path))?;
            tell_dropped(path, &dropped);
            return Ok(Input::Map(Box::new(map)));
        }
        let recipe: Recipe = text.parse().map_err(|error| Failure::from(error).about(path))?;
        let chain = Registry::shipped()
            .chain(&recipe, &files_beside(path, trusts_paths))
            .map_err(|error| Failure::from(error).about(path))?;
        Ok(Input::Recipe(Box::new(recipe), chain))
    }

    /// What stands above a picture of the map, once its size is known.
    pub(crate) fn heading(&self, path: &Path, seed: Option<u64>) -> impl FnOnce(Size) -> Heading + use<> {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        let name = name.filter(|name| name != "-").unwrap_or_else(|| "map".to_owned());
        let (title, seed) = match self {
            Input::Recipe(recipe, _) => (recipe.title.clone(), Some(seed.unwrap_or(recipe.seed()))),
            Input::Map(_) => (None, None),
        };
        move |size| match seed {
            Some(seed) => Heading::of_recipe(&name, title.as_deref(), seed, size),
            None => Heading::of_map(&name, size),
        }
    }

    /// The chain, and the seed: the one given, or the recipe's. A map is a chain that begins with it, and has no seed.
    pub(crate) fn into_chain(self, seed: Option<u64>) -> Result<(BuilderChain, u64), Failure> {
        match (self, seed) {
            (Input::Recipe(recipe, chain), seed) => Ok((chain, seed.unwrap_or(recipe.seed()))),
            (Input::Map(map), None) => Ok((BuilderChain::start_with(map.size(), FromMap::new(*map)), 0)),
            (Input::Map(_), Some(_)) => Err(Failure::input("`--seed` has no effect on a finished map")),
        }
    }
}

/// How many marks that do not fit their map are named.
const MOST_NAMED: usize = 10;

/// Says what does not fit a map that a player has changed.
fn tell_dropped(path: &Path, dropped: &[Dropped]) {
    for one in dropped.iter().take(MOST_NAMED) {
        note(format_args!("mapwright: warning: {}: {one}", shown(path)));
    }
    if let Some(more) = dropped.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
        note(format_args!("mapwright: warning: {}: {more} more marks are dropped", shown(path)));
    }
}

/// The files that a recipe may name.
pub(crate) fn files_beside(path: &Path, trusts_paths: bool) -> Files {
    let files = Files::in_dir(path.parent().unwrap_or(Path::new("")));
    if trusts_paths { files.trusting_paths() } else { files }
}

/// Distinguishes a map from a recipe, without keeping the rest.
#[derive(serde::Deserialize)]
struct Probe {
    format: Option<serde::de::IgnoredAny>,
}

/// The built-in recipe that `path` names. A file of that name comes first; a plain word that is neither is an error.
fn built_in(path: &Path) -> Result<Option<String>, Failure> {
    let is_word = path.extension().is_none() && path.components().count() == 1 && path != Path::new("-");
    let Some(name) = path.to_str().filter(|_| is_word && (path.is_dir() || !path.exists())) else { return Ok(None) };
    template(name).map(Some).ok_or_else(|| no_recipe(name))
}

/// The error for an unknown recipe.
pub(crate) fn no_recipe(name: &str) -> Failure {
    unknown("recipe", name, nearest_template(name), "mapwright new --list")
}

/// The error for an unknown name.
pub(crate) fn unknown(what: &str, name: &str, nearest: Option<String>, list: &str) -> Failure {
    let hint = nearest.map_or(format!("`{list}` lists all"), |nearest| format!("did you mean `{nearest}`?"));
    Failure::input(format!("no {what} is called `{}`; {hint}", short(name)))
}

/// Reads a regular file, up to a limit; `-` is standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read_capped(path, MOST_BYTES).map_err(|error| Failure::input(error).about(path))
}

/// Reads a text; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read_bytes(path)?);
    let text = text.map_err(|_| Failure::input("not UTF-8 text").about(path))?;
    // Some editors begin files with a byte order mark, which JSON does not allow.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
