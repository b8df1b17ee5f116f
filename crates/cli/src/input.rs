//! Reading recipes and maps, and writing files.

use std::error::Error;
use std::io::{self, Read, Write};
use std::path::Path;

use mapwright::core::BuilderMap;
use mapwright::dungeon::FromMap;
use mapwright::files::save_atomic;
use mapwright::prelude::BuilderChain;
use mapwright::recipe::{Recipe, builders, map_from_json, nearest, template, templates};

use crate::failure::Failure;

/// What a file held.
#[derive(Debug)]
pub(crate) enum Input {
    /// A recipe, with the chain it describes.
    Recipe(Recipe, BuilderChain),
    /// A finished map.
    Map(Box<BuilderMap>),
}

impl Input {
    /// Reads a recipe or a map from a file, or from standard input for `-`. A name that no file has may be that of a
    /// recipe that is built in.
    pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
        let text = match built_in(path)? {
            Some(recipe) => recipe,
            None => read_text(path)?,
        };
        let is_map = serde_json::from_str::<Probe>(&text).is_ok_and(|probe| probe.format.is_some());
        if is_map {
            let map = map_from_json(&text).map_err(|error| Failure::input(error).about(path))?;
            return Ok(Input::Map(Box::new(map)));
        }
        let recipe: Recipe = text.parse().map_err(|error| Failure::from(error).about(path))?;
        let dir = path.parent().unwrap_or(Path::new(""));
        let chain = recipe.chain_in(dir).map_err(|error| Failure::from(error).about(path))?;
        Ok(Input::Recipe(recipe, chain))
    }

    /// The chain, and the seed that the input asks for. A map is a chain that begins with it.
    pub(crate) fn into_chain(self) -> (BuilderChain, u64) {
        match self {
            Input::Recipe(recipe, chain) => (chain, recipe.seed()),
            Input::Map(map) => (BuilderChain::start_with(map.size(), FromMap::new(*map)), 0),
        }
    }
}

/// What tells a map from a recipe, without keeping the rest.
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

/// What to say of a name that no recipe has.
pub(crate) fn no_recipe(name: &str) -> Failure {
    let builders = builders();
    let known = templates().chain(builders.iter().map(|info| info.name));
    let hint = match nearest(name, known) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => "`mapwright new --list` lists all".to_owned(),
    };
    Failure::input(format!("no recipe is called `{name}`; {hint}"))
}

/// Reads a text; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        io::stdin().read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text))
    };
    read.map_err(|error| Failure::input(error).about(path))?;
    // Some editors begin a file with a mark that JSON does not know.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Writes a text to a file, or to standard output where the path is `-`.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        return print(text);
    }
    save_atomic(path, |file| file.write_all(text.as_bytes())).map_err(Failure::input)
}

/// Writes bytes to a file, whole or not at all, or to standard output where the path is `-`.
pub(crate) fn write_bytes<E: Error + 'static>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        return content(&mut io::stdout().lock()).map_err(Failure::input);
    }
    save_atomic(path, content).map_err(Failure::input)
}

/// Prints a text. A reader that has heard enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Makes a folder and all above it.
pub(crate) fn make_dir(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| Failure::input(error).about(path))
}
