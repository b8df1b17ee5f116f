//! Files that are written whole or not at all: beside their place first, then renamed.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::beside::{Part, end_of_links};

/// A file that could not be written. Nothing of it is left, and what was there before still is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError<E: Error + 'static> {
    /// The file cannot be made.
    #[error("cannot write {}: {source}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What was to be written could not be made or did not fit.
    #[error("cannot write {}: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Why.
        source: E,
    },
}

/// Writes a file by `content`. What stood in its place is replaced only once everything is written.
///
/// A device or a pipe is written to directly, and a link is followed.
///
/// # Errors
///
/// What `content` returns, or that the file cannot be made, flushed or renamed.
pub fn save_atomic<E: Error + 'static>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError<E>> {
    let cannot_create = |source| SaveError::Create { path: path.to_owned(), source };
    let place = end_of_links(path).map_err(cannot_create)?;
    let before = fs::metadata(&place).ok();
    let is_special = before.as_ref().is_some_and(|before| !before.is_file());
    let (file, part) = if is_special {
        (OpenOptions::new().write(true).open(&place).map_err(cannot_create)?, None)
    } else {
        let make = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        let (file, part) = Part::create(&place, make).map_err(cannot_create)?;
        (file, Some(part))
    };
    write(file, content).map_err(|error| match error {
        Failed::Content(source) => SaveError::Content { path: path.to_owned(), source },
        Failed::Flush(source) => cannot_create(source),
    })?;
    let Some(part) = part else { return Ok(()) };
    if let Some(before) = before {
        fs::set_permissions(part.path(), before.permissions()).map_err(cannot_create)?;
    }
    part.move_to(&place).map_err(cannot_create)
}

enum Failed<E> {
    Content(E),
    Flush(io::Error),
}

fn write<E>(file: File, content: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<(), Failed<E>> {
    let mut writer = BufWriter::new(file);
    content(&mut writer).map_err(Failed::Content)?;
    writer.flush().map_err(Failed::Flush)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("map.txt");
        for text in ["first", "second, longer", "third"] {
            save_atomic(&path, |file| file.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(dir.path()), ["map.txt"]);
        }
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("map.txt");
        fs::write(&path, "old").unwrap();
        let error = save_atomic(&path, |file| {
            file.write_all(b"half of the new")?;
            Err(io::Error::other("the disk is full"))
        });
        let message = format!("cannot write {}: the disk is full", path.display());
        assert_eq!(error.unwrap_err().to_string(), message);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(dir.path()), ["map.txt"]);
    }

    #[test]
    fn a_missing_directory_is_named() {
        let path = Path::new("/nowhere/at/all/map.png");
        let error = save_atomic(path, |_| Ok::<(), io::Error>(())).unwrap_err();
        assert!(error.to_string().starts_with("cannot write /nowhere/at/all/map.png: "), "{error}");
    }

    #[test]
    fn the_longest_names_can_be_written() {
        let dir = tempfile::tempdir().unwrap();
        let name = "n".repeat(255);
        save_atomic(&dir.path().join(&name), |file| file.write_all(b"long")).unwrap();
        assert_eq!(names(dir.path()), [name]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_stays_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link, ring) = (dir.path().join("real"), dir.path().join("link"), dir.path().join("ring"));
        std::os::unix::fs::symlink("real", &link).unwrap();
        save_atomic(&link, |file| file.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        std::os::unix::fs::symlink("ring", &ring).unwrap();
        assert!(save_atomic(&ring, |file| file.write_all(b"new")).is_err());
        assert!(fs::symlink_metadata(&ring).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_stay_devices() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        save_atomic(&link, |file| file.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        save_atomic(Path::new("/dev/null"), |file| file.write_all(b"gone")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let error = save_atomic(dir.path(), |file| file.write_all(b"no")).unwrap_err();
        assert!(error.to_string().starts_with(&format!("cannot write {}: ", dir.path().display())), "{error}");
    }
}
