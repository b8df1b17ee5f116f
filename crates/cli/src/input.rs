//! Reading recipes and maps, and writing files.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use mapwright::core::BuilderMap;
use mapwright::dungeon::FromMap;
use mapwright::files::{MOST_BYTES, read_capped, save_atomic};
use mapwright::prelude::BuilderChain;
use mapwright::recipe::{Files, Recipe, Registry, builders, map_from_json, nearest, template, templates};

use crate::failure::Failure;

/// What a file held.
#[derive(Debug)]
pub(crate) enum Input {
    /// A recipe, with the chain it describes.
    Recipe(Box<Recipe>, BuilderChain),
    /// A finished map.
    Map(Box<BuilderMap>),
}

impl Input {
    /// Reads a recipe or a map from a file, or from standard input for `-`. A name that no file has may be that of a
    /// recipe that is built in.
    pub(crate) fn read(path: &Path, trusts_paths: bool) -> Result<Input, Failure> {
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
        let chain = Registry::shipped()
            .chain(&recipe, &files_beside(path, trusts_paths))
            .map_err(|error| Failure::from(error).about(path))?;
        Ok(Input::Recipe(Box::new(recipe), chain))
    }

    /// The chain, and the seed that the input asks for. A map is a chain that begins with it.
    pub(crate) fn into_chain(self) -> (BuilderChain, u64) {
        match self {
            Input::Recipe(recipe, chain) => (chain, recipe.seed()),
            Input::Map(map) => (BuilderChain::start_with(map.size(), FromMap::new(*map)), 0),
        }
    }
}

/// The files that a recipe may name.
pub(crate) fn files_beside(path: &Path, trusts_paths: bool) -> Files {
    let files = Files::in_dir(path.parent().unwrap_or(Path::new("")));
    if trusts_paths { files.trusting_paths() } else { files }
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

/// Reads a regular file, up to a limit; `-` is standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read_capped(path, MOST_BYTES).map_err(|error| Failure::input(error).about(path))
}

/// Reads a text; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read_bytes(path)?);
    let text = text.map_err(|_| Failure::input("not UTF-8 text").about(path))?;
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
        let mut out = Out { is_unread: false };
        let done = content(&mut out).map_err(Failure::input).and_then(|()| out.flush().map_err(Failure::input));
        return done.map_err(|error| if out.is_unread { Failure::unread() } else { error });
    }
    save_atomic(path, content).map_err(Failure::input)
}

/// Prints a text.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let printed = write_bytes(Path::new("-"), |out| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    printed.map_err(|failure| if failure.is_unread() { failure } else { failure.about_output() })
}

/// Standard output, which notes when nobody reads it any more (`| head`): no error, but a reason to stop.
struct Out {
    is_unread: bool,
}

impl Out {
    fn noted<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        self.is_unread |= done.as_ref().is_err_and(|error| error.kind() == ErrorKind::BrokenPipe);
        done
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stdout().write(bytes);
        self.noted(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = io::stdout().flush();
        self.noted(flushed)
    }
}

/// Makes a folder and all above it.
pub(crate) fn make_dir(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| Failure::input(error).about(path))
}
