//! Writes results: to files, completely or not at all, with their directories, or to standard output.

use std::error::Error;
use std::fmt::Display;
use std::fs::{self, create_dir_all};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use mapwright::files::{FolderError, save_atomic};
use mapwright::render::{self, THEMES, Theme};

use crate::failure::{Failure, shown};
use crate::input::read_text;
use crate::message::{note, warn};

/// `--json`, in the commands that print one result.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct JsonArgs {
    /// Print JSON, or write it to a file with `--json=FILE`
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-", value_parser = json())]
    json: Option<PathBuf>,
}

impl JsonArgs {
    pub(crate) const fn is_asked(&self) -> bool {
        self.json.is_some()
    }

    /// Where the result goes.
    pub(crate) fn place(&self) -> &Path {
        self.json.as_deref().unwrap_or(Path::new("-"))
    }
}

/// Writes a text to a file, or to standard output if the path is `-`.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, |file| file.write_all(text.as_bytes()))
}

/// Writes bytes to a file, completely or not at all, and says so; or to standard output if the path is `-`.
pub(crate) fn write_bytes<E: Error + 'static>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = Out { is_unread: false };
        let done = content(&mut out).map_err(Failure::input).and_then(|()| out.flush().map_err(Failure::input));
        return done.map_err(|error| if out.is_unread { Failure::unread() } else { error.about_output() });
    }
    save(path, content)?;
    wrote(path);
    Ok(())
}

/// Writes one of many files, silently.
pub(crate) fn save<E: Error + 'static>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), Failure> {
    make_way(path)?;
    save_atomic(path, content).map_err(Failure::input)
}

/// Prints a text.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    write_text(Path::new("-"), text)
}

/// Says that something was written.
pub(crate) fn wrote(path: &Path) {
    note(format_args!("wrote {}", path.display()));
}

/// Makes the directory of a file, and warns about problematic names.
pub(crate) fn make_way(path: &Path) -> Result<(), Failure> {
    if let Some(name) = path.file_name().map(|name| name.to_string_lossy()).filter(|name| is_device(name)) {
        warn(format_args!("{name}: Windows reserves this name for a device and cannot open the file"));
    }
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), make_dir)
}

/// Makes a directory with its parents.
pub(crate) fn make_dir(path: &Path) -> Result<(), Failure> {
    create_dir_all(path).map_err(|error| Failure::input(error).about(path))
}

/// Refuses files that cannot be written, before the work rather than after it; `-` is standard output.
pub(crate) fn check_files<'a>(paths: impl IntoIterator<Item = Option<&'a Path>>) -> Result<(), Failure> {
    paths.into_iter().flatten().filter(|&path| path != Path::new("-")).try_for_each(check_file)
}

fn check_file(path: &Path) -> Result<(), Failure> {
    let refused = |error| Err(Failure::input(error).about(path));
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => refused(io::Error::from(ErrorKind::IsADirectory)),
        // A link is followed to where its file is written.
        Ok(about) if about.is_file() => {
            fs::canonicalize(path).map_or_else(refused, |place| check_folder(folder_of(&place)))
        }
        // A device or a pipe.
        Ok(_) => Ok(()),
        Err(_) => check_folder(folder_of(path)),
    }
}

/// Refuses a folder that cannot be made, or in which nothing can be made.
pub(crate) fn check_folder(path: &Path) -> Result<(), Failure> {
    let here = Path::new(".");
    let is_there = |path: &&Path| path.as_os_str().is_empty() || fs::symlink_metadata(path).is_ok();
    let nearest = path.ancestors().find(is_there).filter(|path| !path.as_os_str().is_empty()).unwrap_or(here);
    let trial = nearest.join(format!(".mapwright-{}.trial", std::process::id()));
    let made = match nearest.is_dir() {
        true => match fs::create_dir(&trial) {
            // A killed run may have left one behind.
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => fs::remove_dir(&trial).or(Ok(())),
        },
        false => Err(ErrorKind::NotADirectory.into()),
    };
    made.map_err(|error| Failure::input(error).about(nearest))
}

/// Refuses a place for a new folder: only nothing or an empty folder may be there.
pub(crate) fn check_new_folder(path: &Path) -> Result<(), Failure> {
    let is_empty = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    if !is_empty && fs::symlink_metadata(path).is_ok() {
        return Err(Failure::input(FolderError::Exists(path.to_owned())));
    }
    check_folder(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// Whether Windows reserves a name for a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    let is_port =
        |stem: &str| stem.len() == 4 && matches!(&stem[..3], "COM" | "LPT") && stem.as_bytes()[3].is_ascii_digit();
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") || stem.is_ascii() && is_port(&stem)
}

/// Refuses two outputs to the same place, however its path is written.
pub(crate) fn check_places(outputs: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let given = outputs.iter().filter_map(|&(name, path)| Some((name, path?)));
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for (nth, (second, path)) in given.clone().enumerate() {
        if let Some((first, _)) = given.clone().take(nth).find(|&(_, other)| whole(other) == whole(path)) {
            let place = if path == Path::new("-") { "standard output".into() } else { path.display().to_string() };
            return Err(Failure::input(format!("{first} and {second} both go to {place}")));
        }
    }
    Ok(())
}

/// Refuses an option without effect.
pub(crate) fn check_effect(option: &str, is_given: bool, works_on: &str, is_there: bool) -> Result<(), Failure> {
    match is_given && !is_there {
        true => Err(Failure::input(format!("`{option}` has no effect without {works_on}"))),
        false => Ok(()),
    }
}

/// The extensions of known formats, and of some others that are often requested.
const KNOWN: &[&str] = &[
    "png", "apng", "gif", "jpg", "jpeg", "webp", "bmp", "tif", "tiff", "svg", "json", "txt", "csv", "tmj", "tmx",
    "ldtk", "xp", "dd2vtt", "uvtt", "nbt", "schem", "rs",
];

/// The extension of a file, in lower case.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// An error if the extension of a file promises another format.
pub(crate) fn misnomer(path: &Path, fitting: &[&str]) -> Option<String> {
    let ending = extension(path);
    let is_wrong = KNOWN.contains(&ending.as_str()) && !fitting.contains(&ending.as_str());
    is_wrong.then(|| format!("expected a name that ends in {}", listed(fitting)))
}

/// Extensions as a list with `or`.
pub(crate) fn listed(extensions: &[&str]) -> String {
    let dotted: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
    match dotted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Reads the name of a PNG to write.
pub(crate) fn png() -> impl TypedValueParser<Value = PathBuf> {
    named(&["png"])
}

/// Reads the name of an animated PNG to write.
pub(crate) fn apng() -> impl TypedValueParser<Value = PathBuf> {
    named(&["apng", "png"])
}

/// Reads the name of an animated GIF or PNG to write.
pub(crate) fn film() -> impl TypedValueParser<Value = PathBuf> {
    named(&["gif", "apng", "png"])
}

/// Reads the name of a GIF to write.
pub(crate) fn gif() -> impl TypedValueParser<Value = PathBuf> {
    named(&["gif"])
}

/// Reads the name of an SVG to write.
pub(crate) fn svg() -> impl TypedValueParser<Value = PathBuf> {
    named(&["svg"])
}

/// Reads the name of a Rust file to write.
pub(crate) fn rust() -> impl TypedValueParser<Value = PathBuf> {
    named(&["rs"])
}

/// Reads the name of a JSON file to write.
pub(crate) fn json() -> impl TypedValueParser<Value = PathBuf> {
    named(&["json"])
}

/// Finds a theme by its name, or reads it from a JSON file.
pub(crate) fn theme(name: &str) -> Result<Box<Theme>, String> {
    if let Some(theme) = render::theme(name) {
        return Ok(Box::new(theme));
    }
    let path = Path::new(name);
    if extension(path) != "json" {
        return Err(format!("expected {}, or a .json file", THEMES.join(", ")));
    }
    let text = read_text(path).map_err(|failure| failure.to_string())?;
    Theme::from_json(&text).map(Box::new).map_err(|error| format!("{}: {error}", shown(path)))
}

fn named(fitting: &'static [&'static str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| misnomer(&path, fitting).map_or(Ok(path), |why| Err(Misnamed(why))))
}

#[derive(Debug)]
struct Misnamed(String);

impl Display for Misnamed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Misnamed {}

/// Standard output that notices when its reader is gone (`| head`): not an error, but a reason to stop.
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
