//! Files that are written whole or not at all: next to their place first, to the disk, then renamed.

use std::error::Error;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::beside::{Part, end_of_links};

/// A file that could not be written. Nothing of it is left, and what was there before still is.
#[derive(thiserror::Error)]
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

/// `Variant: message`: `main` prints an error that it returns by `Debug`.
impl<E: Error + 'static> fmt::Debug for SaveError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = match self {
            SaveError::Create { .. } => "Create",
            SaveError::Content { .. } => "Content",
        };
        write!(f, "{variant}: {self}")
    }
}

/// Writes a file by `content`. What stood in its place is replaced only once everything is written.
///
/// A device or a pipe is written to directly, and a link is followed.
///
/// # Errors
///
/// What `content` returns, or that the file cannot be made, written to the disk or renamed.
pub fn save_atomic<E: Error + 'static>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError<E>> {
    let written = WrittenFile::new(path, content)?;
    written.save().map_err(|source| SaveError::Create { path: path.to_owned(), source })
}

/// A file that is written next to its place, and not in its place yet. It is removed when dropped before it is
/// [saved](Self::save).
#[derive(Debug)]
pub struct WrittenFile {
    place: PathBuf,
    /// `None` for a device or a pipe, which was written to directly.
    part: Option<Part>,
}

impl WrittenFile {
    /// Writes a file by `content`, next to its place.
    ///
    /// # Errors
    ///
    /// What `content` returns, or that the file cannot be made or written to the disk.
    pub fn new<E: Error + 'static>(
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Self, SaveError<E>> {
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
        let mut writer = BufWriter::new(file);
        content(&mut writer).map_err(|source| SaveError::Content { path: path.to_owned(), source })?;
        let file = writer.into_inner().map_err(|error| cannot_create(error.into_error()))?;
        if let Some(before) = before.filter(|_| part.is_some()) {
            file.set_permissions(before.permissions()).map_err(cannot_create)?;
        }
        // Renamed before that, it could be an empty file after the power fails.
        if part.is_some() {
            file.sync_all().map_err(cannot_create)?;
        }
        Ok(WrittenFile { place, part })
    }

    /// Puts the file into its place. What stood there is replaced.
    ///
    /// # Errors
    ///
    /// The file cannot be renamed.
    pub fn save(self) -> io::Result<()> {
        self.part.map_or(Ok(()), |part| part.move_to(&self.place))
    }
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

    /// In a container each run has the same process number, and so the same names.
    #[test]
    fn what_a_killed_run_left_behind_blocks_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let left = |number: u32| dir.path().join(format!(".mapwright-{}-{number}.part", std::process::id()));
        (0..500).for_each(|number| fs::write(left(number), "left behind").unwrap());
        let path = dir.path().join("map.txt");
        save_atomic(&path, |file| file.write_all(b"whole")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        let folder = crate::Folder { files: [("a.txt".to_owned(), b"whole".to_vec())].into() };
        folder.save(&dir.path().join("pack")).unwrap();
        assert_eq!(names(dir.path()).len(), 502);
        assert_eq!(fs::read_to_string(left(7)).unwrap(), "left behind");
    }

    /// A disk that is full says so only once the last bytes go to it.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_last_bytes_are_written_too() {
        let error = save_atomic(Path::new("/dev/full"), |file| file.write_all(b"short")).unwrap_err();
        assert!(error.to_string().starts_with("cannot write /dev/full: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file_or_those_that_were() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        let (plain, saved) = (dir.path().join("plain"), dir.path().join("saved"));
        fs::write(&plain, "any").unwrap();
        save_atomic(&saved, |file| file.write_all(b"new")).unwrap();
        assert_eq!(mode(&saved), mode(&plain));
        fs::set_permissions(&saved, fs::Permissions::from_mode(0o600)).unwrap();
        save_atomic(&saved, |file| file.write_all(b"newer")).unwrap();
        assert_eq!(mode(&saved) & 0o777, 0o600);
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
