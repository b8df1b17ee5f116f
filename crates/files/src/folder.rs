//! A folder of files that appears whole or not at all: written next to its place first, to the disk, then renamed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::beside::{Part, sync_folder};

/// Files by their path inside the folder, such as `data/maze/function/build.mcfunction`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folder {
    /// The content of each file. Paths have `/` between their parts on every platform.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// A folder that was not written. What stood in its place still does.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// Something exists in its place.
    #[error("{} already exists and is never overwritten", .0.display())]
    Exists(PathBuf),
    /// It cannot be made.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// `Variant: message`: `main` prints an error that it returns by `Debug`.
impl fmt::Debug for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = match self {
            FolderError::Exists(_) => "Exists",
            FolderError::Io { .. } => "Io",
        };
        write!(f, "{variant}: {self}")
    }
}

impl Folder {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), content.into());
    }

    /// Writes the folder to a place where nothing is, or an empty folder.
    ///
    /// # Errors
    ///
    /// Something is there already, or a file cannot be written. Then nothing is left behind.
    pub fn save(&self, place: &Path) -> Result<(), FolderError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |source| FolderError::Io { path, source }
        };
        let is_empty = fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none());
        if !is_empty && fs::symlink_metadata(place).is_ok() {
            return Err(FolderError::Exists(place.to_owned()));
        }
        let ((), part) = Part::create(place, |path| fs::create_dir(path)).map_err(at(place))?;
        self.write(&part)?;
        if is_empty {
            fs::remove_dir(place).map_err(at(place))?;
        }
        part.move_to(place).map_err(at(place))
    }

    /// The files as a zip archive, always with the same bytes.
    ///
    /// # Errors
    ///
    /// More than 65535 files, or more than 4 GiB.
    pub fn to_zip(&self) -> io::Result<Vec<u8>> {
        crate::zip::pack(&self.files)
    }

    fn write(&self, root: &Part) -> Result<(), FolderError> {
        let mut folders = BTreeSet::from([root.path().to_owned()]);
        for (name, content) in &self.files {
            let path = root.path().join(name);
            let parent = path.parent().unwrap_or(root.path());
            folders.extend(parent.ancestors().take_while(|folder| *folder != root.path()).map(Path::to_owned));
            let write = || {
                fs::create_dir_all(parent)?;
                let mut file = File::create(&path)?;
                file.write_all(content)?;
                file.sync_all()
            };
            root.step(write).map_err(|source| FolderError::Io { path: path.clone(), source })?;
        }
        folders.iter().for_each(|folder| sync_folder(Some(folder)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Folder {
        let mut folder = Folder::default();
        folder.add("pack.txt", "top");
        folder.add("data/a/b.txt", "deep");
        folder
    }

    #[test]
    fn a_folder_appears_whole() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("pack");
        two().save(&place).unwrap();
        assert_eq!(fs::read_to_string(place.join("data/a/b.txt")).unwrap(), "deep");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_there_is_never_touched() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("pack");
        fs::create_dir(&place).unwrap();
        two().save(&place).unwrap();
        let mut other = two();
        other.add("pack.txt", "another");
        let error = other.save(&place).unwrap_err();
        assert_eq!(error.to_string(), format!("{} already exists and is never overwritten", place.display()));
        assert_eq!(fs::read_to_string(place.join("pack.txt")).unwrap(), "top");
    }

    #[test]
    fn a_failure_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("pack");
        let mut folder = two();
        // A file where a folder must be.
        folder.add("data/a", "in the way");
        assert!(matches!(folder.save(&place).unwrap_err(), FolderError::Io { .. }));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
