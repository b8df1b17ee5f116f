//! Reading recipes and maps.

use std::path::{Path, PathBuf};

use mapwright::core::{BuildCx, BuilderMap, Dropped, Size};
use mapwright::dungeon::FromMap;
use mapwright::files::{MOST_BYTES, read_capped};
use mapwright::prelude::BuilderChain;
use mapwright::recipe::{
    Files, Recipe, Registry, StageRecipe, builders, map_from_json, nearest, nearest_template, short, template,
};
use serde_json::{Map, Value};

use crate::args::{bytes, hint, size, unknown};
use crate::failure::{Failure, shown};
use crate::message::note;

/// Which recipe or map, and what to change in it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RecipeArgs {
    /// A built-in recipe by name, a recipe file, or where it makes sense a map file; `-` for standard input
    #[arg(value_name = "RECIPE|MAP")]
    pub(crate) recipe: PathBuf,
    /// Change a parameter of the recipe: `wall_chance=0.4`, with the stage `doors.chance=1`, or with its place
    /// `metas.0.chance=0.2`; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = setting)]
    set: Vec<(String, Value)>,
    /// Change the recipe's columns and rows
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<Size>,
    /// How much memory a build may claim, such as 12G
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    trust_paths: bool,
}

impl RecipeArgs {
    /// Reads a recipe or a map from a file, or from standard input for `-`. If there is no such file, the name may be
    /// that of a built-in recipe.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        let path = self.recipe.as_path();
        let text = match built_in(path)? {
            Some(recipe) => recipe,
            None => read_text(path)?,
        };
        let is_map = serde_json::from_str::<FormatProbe>(&text).is_ok_and(|probe| probe.format.is_some());
        if is_map {
            let changes =
                [("--set", !self.set.is_empty()), ("--size", self.size.is_some()), ("--memory", self.memory.is_some())];
            if let Some((option, _)) = changes.into_iter().find(|&(_, is_given)| is_given) {
                return Err(Failure::input(format!("`{option}` has no effect on a finished map")).about(path));
            }
            let (map, dropped) = map_from_json(&text).map_err(|error| Failure::input(error).about(path))?;
            tell_dropped(path, &dropped);
            return Ok(Input::Map(Box::new(map)));
        }
        let recipe = self.changed(foreign(text.parse(), &text).map_err(|failure| failure.about(path))?)?;
        let chain = Registry::shipped().chain_within(&recipe, &self.files(), self.memory());
        Ok(Input::Recipe(Box::new(recipe), chain.map_err(|error| Failure::from(error).about(path))?))
    }

    /// The recipe alone.
    pub(crate) fn read_recipe(&self, why_no_map: &str) -> Result<(Recipe, BuilderChain), Failure> {
        match self.read()? {
            Input::Recipe(recipe, chain) => Ok((*recipe, chain)),
            Input::Map(_) => Err(Failure::input(format!("{why_no_map}; expected a recipe")).about(&self.recipe)),
        }
    }

    /// The most bytes that a build may claim.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or(BuildCx::MEMORY_LIMIT)
    }

    /// The files that the recipe may name.
    pub(crate) fn files(&self) -> Files {
        let files = Files::in_dir(self.recipe.parent().unwrap_or(Path::new("")));
        if self.trust_paths { files.trusting_paths() } else { files }
    }

    /// The name of the recipe or map.
    pub(crate) fn name(&self) -> String {
        let name = self.recipe.file_stem().map(|name| name.to_string_lossy().into_owned());
        name.filter(|name| name != "-").unwrap_or_else(|| "map".to_owned())
    }

    fn changed(&self, recipe: Recipe) -> Result<Recipe, Failure> {
        let sides = self.size.into_iter().flat_map(|size| [("width", size.w.into()), ("height", size.h.into())]);
        let sides: Vec<(String, Value)> = sides.map(|(name, side)| (name.to_owned(), side)).collect();
        if sides.is_empty() && self.set.is_empty() {
            return Ok(recipe);
        }
        let mut json = Value::from(recipe.clone());
        for (path, value) in sides.iter().chain(&self.set) {
            let refused = |why: String| Failure::input(format!("--set {}: {why}", short(path)));
            let whole = whole_path(&recipe, path).map_err(refused)?;
            let place = whole.split('.').try_fold(&mut json, |at, part| match at {
                Value::Array(items) => items.get_mut(part.parse::<usize>().ok()?),
                Value::Object(fields) => Some(fields.entry(part).or_insert(Value::Object(Map::new()))),
                _ => None,
            });
            *place.ok_or_else(|| refused("the recipe has nothing there".to_owned()))? = value.clone();
        }
        let mut changed = Recipe::try_from(json).map_err(|error| Failure::from(error).about(&self.recipe))?;
        // The digest is that of the map before.
        changed.digest = None;
        Ok(changed)
    }
}

/// Reads `PATH=VALUE`: JSON, or else a word.
fn setting(text: &str) -> Result<(String, Value), String> {
    let (path, value) =
        text.split_once('=').ok_or("expected a parameter, `=` and a value, such as metas.0.chance=0.2")?;
    Ok((path.trim().to_owned(), serde_json::from_str(value).unwrap_or_else(|_| value.into())))
}

/// A path to a parameter from the top of the recipe: a stage may stand there by its name, and a parameter that only one
/// stage has by its own.
pub(crate) fn whole_path(recipe: &Recipe, path: &str) -> Result<String, String> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let is_top = Recipe::params().iter().any(|param| param.name == first) || matches!(first, "width" | "height");
    match first {
        "initial" => return Ok(path.to_owned()),
        "metas" => {
            let nth = rest.split('.').next().unwrap_or_default().parse::<usize>();
            let is_there = nth.is_ok_and(|nth| nth < recipe.metas.len());
            let why = || format!("the recipe has {} metas, counted from 0", recipe.metas.len());
            return is_there.then(|| path.to_owned()).ok_or_else(why);
        }
        _ if is_top => return Ok(path.to_owned()),
        _ => (),
    }
    let metas = (0..).zip(&recipe.metas).map(|(nth, stage)| (format!("metas.{nth}"), stage));
    let stages: Vec<(String, &StageRecipe)> =
        std::iter::once(("initial".to_owned(), &recipe.initial)).chain(metas).collect();
    let params = |stage: &StageRecipe| {
        let info = builders().iter().find(|info| info.name == stage.name);
        info.into_iter().flat_map(|info| info.params.iter().map(|param| param.name))
    };
    let named = stages.iter().filter(|(_, stage)| stage.name == first && !rest.is_empty());
    let mut found: Vec<String> = named.map(|(place, _)| format!("{place}.{rest}")).collect();
    if found.is_empty() {
        let having = stages.iter().filter(|(_, stage)| params(stage).any(|name| name == first));
        found = having.map(|(place, _)| format!("{place}.{path}")).collect();
    }
    match &found[..] {
        [one] => Ok(one.clone()),
        [] => {
            let names: Vec<&str> = stages.iter().map(|(_, stage)| stage.name.as_str()).collect();
            let known = stages.iter().flat_map(|(_, stage)| params(stage)).chain(names.iter().copied());
            let hint = hint(nearest(first, known), &format!("its stages are {}", names.join(", ")));
            Err(format!("the recipe has no stage and no parameter `{}`; {hint}", short(first)))
        }
        several => Err(format!("several stages have it: expected {}", several.join(" or "))),
    }
}

/// The content of a file.
#[derive(Debug)]
pub(crate) enum Input {
    /// A recipe, with the chain it describes.
    Recipe(Box<Recipe>, BuilderChain),
    /// A finished map.
    Map(Box<BuilderMap>),
}

impl Input {
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

/// Distinguishes a map from a recipe, without keeping the rest.
#[derive(serde::Deserialize)]
struct FormatProbe {
    format: Option<serde::de::IgnoredAny>,
}

/// A recipe, or what a file is that holds none.
fn foreign<T, E: Into<Failure>>(read: Result<T, E>, text: &str) -> Result<T, Failure> {
    let start = text.trim_start();
    let is_json = start.starts_with('{');
    let kind = match () {
        () if start.starts_with("<?xml") && text.contains("<map ") || is_json && text.contains("\"tiledversion\"") => {
            "a Tiled map"
        }
        () if is_json && text.contains("\"__header__\"") => "an LDtk project",
        () if is_json || start.is_empty() => return read.map_err(Into::into),
        () if start.starts_with('<') => "XML",
        () => "text; the stages `prefab-level` and `prefab-vaults` read drawings",
    };
    Err(Failure::input(format!("expected a recipe or a map, which are JSON objects; this is {kind}")))
}

/// The built-in recipe that `path` names. A file of that name comes first; a plain word that is neither is an error.
fn built_in(path: &Path) -> Result<Option<String>, Failure> {
    let is_word = path.extension().is_none() && path.components().count() == 1 && path != Path::new("-");
    let Some(name) = path.to_str().filter(|_| is_word && (path.is_dir() || !path.exists())) else { return Ok(None) };
    template(name).map(Some).ok_or_else(|| no_recipe(name))
}

/// The error for an unknown recipe.
pub(crate) fn no_recipe(name: &str) -> Failure {
    if name.eq_ignore_ascii_case("random") {
        return Failure::input(format!("no recipe is called `{name}`; `mapwright new random` rolls one"));
    }
    Failure::input(unknown("recipe", name, nearest_template(name), "mapwright list recipes"))
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
