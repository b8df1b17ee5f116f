//! Places of results: files, written completely or not at all, with their directories, or standard output.

use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, create_dir_all};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use mapwright::files::{FolderError, save_atomic};

use crate::failure::{Failure, shown};
use crate::message::{note, warn};

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
        let mut out = StdoutWriter { is_unread: false };
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

/// Whether single files are not worth a word: there are many.
static MANY: AtomicBool = AtomicBool::new(false);

/// Says nothing of single files from now on.
pub(crate) fn expect_many() {
    MANY.store(true, Ordering::Relaxed);
}

/// Says that something was written.
pub(crate) fn wrote(path: &Path) {
    if MANY.load(Ordering::Relaxed) {
        return;
    }
    note(format_args!("wrote {}", shown(path)));
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

/// Refuses a file that cannot be written, before the work rather than after it; `-` is standard output.
pub(crate) fn check_file(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(());
    }
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
pub(crate) fn check_places(places: &[&Path]) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    match places.iter().find(|path| !seen.insert(whole(path))) {
        Some(path) if *path == Path::new("-") => return Err(Failure::input("two outputs go to standard output")),
        Some(path) => return Err(Failure::input(format!("two outputs go to {}", shown(path)))),
        None => (),
    }
    let in_a_file = |path: &&&Path| whole(path).ancestors().skip(1).any(|folder| seen.contains(folder));
    match places.iter().find(in_a_file) {
        Some(path) => Err(Failure::input(format!("{} is in a folder that is another output", shown(path)))),
        None => Ok(()),
    }
}

/// Refuses an output to the file from which a command reads.
pub(crate) fn check_input(input: &Path, places: &[&Path]) -> Result<(), Failure> {
    let is_input = |path: &&&Path| **path != Path::new("-") && whole(path) == whole(input);
    match places.iter().find(is_input) {
        Some(path) if input.is_file() => {
            Err(Failure::input(format!("{} is read by this call; expected another file to write", shown(path))))
        }
        _ => Ok(()),
    }
}

/// The place of a path: links are followed as far as they lead anywhere.
pub(crate) fn whole(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let in_folder = || Some(fs::canonicalize(folder).ok()?.join(path.file_name()?));
    let there = fs::canonicalize(path).ok().filter(|_| path != Path::new("-"));
    there.or_else(in_folder).unwrap_or_else(|| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

/// Refuses an option without effect.
pub(crate) fn check_effect(option: &str, is_given: bool, works_on: &str, is_there: bool) -> Result<(), Failure> {
    match is_given && !is_there {
        true => Err(Failure::input(format!("`{option}` has no effect without {works_on}"))),
        false => Ok(()),
    }
}

/// The extension of a file, in lower case.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Standard output that notices when its reader is gone (`| head`): not an error, but a reason to stop.
struct StdoutWriter {
    is_unread: bool,
}

impl StdoutWriter {
    fn noted<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        self.is_unread |= done.as_ref().is_err_and(|error| error.kind() == ErrorKind::BrokenPipe);
        done
    }
}

impl Write for StdoutWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stdout().write(bytes);
        self.noted(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = io::stdout().flush();
        self.noted(flushed)
    }
}
