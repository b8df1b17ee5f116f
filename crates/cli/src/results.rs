//! Results that are ready to be written. Nothing is written before everything that can be refused has been.

use std::collections::HashMap;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use mapwright::files::{Folder, WrittenFile};

use crate::failure::{Failure, shown};
use crate::place::{make_way, save, whole, write_bytes, wrote};

/// A result, and where it goes.
#[derive(Debug)]
pub(crate) struct Ready {
    place: PathBuf,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// One file, or standard output.
    File(Vec<u8>),
    /// A file that is too large for memory, written beside its place.
    Written(WrittenFile),
    /// Files in a folder, by their names, in the order in which they are written.
    Files(PathBuf, Vec<(String, Vec<u8>)>),
    /// A new folder.
    Folder(Folder),
}

impl Ready {
    /// A text for a file, or for standard output if the path is `-`.
    pub(crate) fn text(place: &Path, text: impl Into<String>) -> Self {
        Ready::bytes(place, text.into().into_bytes())
    }

    /// The bytes of a file.
    pub(crate) fn bytes(place: &Path, bytes: Vec<u8>) -> Self {
        Ready { place: place.to_owned(), content: Content::File(bytes) }
    }

    /// A large file that `write` writes. It is written to the disk now, beside its place.
    pub(crate) fn large<E: Error + 'static>(
        place: &Path,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Self, Failure> {
        if place == Path::new("-") {
            let mut bytes = Vec::new();
            write(&mut bytes).map_err(Failure::input)?;
            return Ok(Ready::bytes(place, bytes));
        }
        make_way(place)?;
        let written = WrittenFile::new(place, write).map_err(Failure::input)?;
        Ok(Ready { place: place.to_owned(), content: Content::Written(written) })
    }

    /// Files in `folder`, written in this order. Messages name `place`.
    pub(crate) fn files(place: impl Into<PathBuf>, folder: &Path, files: Vec<(String, Vec<u8>)>) -> Self {
        Ready { place: place.into(), content: Content::Files(folder.to_owned(), files) }
    }

    /// A folder that must not exist before.
    pub(crate) fn folder(place: &Path, folder: Folder) -> Self {
        Ready { place: place.to_owned(), content: Content::Folder(folder) }
    }

    /// Every file and folder that is written, with the bytes of those that are in memory.
    pub(crate) fn places(&self) -> Vec<(PathBuf, Option<&[u8]>)> {
        match &self.content {
            Content::File(bytes) => vec![(self.place.clone(), Some(bytes))],
            Content::Written(_) | Content::Folder(_) => vec![(self.place.clone(), None)],
            Content::Files(folder, files) => {
                files.iter().map(|(name, bytes)| (folder.join(name), Some(bytes.as_slice()))).collect()
            }
        }
    }

    fn write(self) -> Result<(), Failure> {
        match self.content {
            Content::File(bytes) => return write_bytes(&self.place, |file| file.write_all(&bytes)),
            Content::Written(file) => file.save().map_err(|error| Failure::input(error).about(&self.place))?,
            Content::Files(folder, files) => {
                for (name, bytes) in files {
                    save(&folder.join(name), |file| file.write_all(&bytes))?;
                }
            }
            Content::Folder(folder) => {
                make_way(&self.place)?;
                folder.save(&self.place).map_err(Failure::input)?;
            }
        }
        wrote(&self.place);
        Ok(())
    }
}

/// Writes results, unless two of them would write different files in one place.
pub(crate) fn write_all(results: Vec<Ready>) -> Result<(), Failure> {
    let mut seen: HashMap<PathBuf, (&Path, Option<&[u8]>)> = HashMap::new();
    for result in &results {
        for (place, bytes) in result.places() {
            let known = seen.insert(whole(&place), (&result.place, bytes));
            if let Some((other, _)) = known.filter(|(_, known)| known.is_none() || *known != bytes) {
                let (place, one, other) = (shown(&place), shown(&result.place), shown(other));
                return Err(Failure::input(format!("{other} and {one} would both write {place}; rename one of them")));
            }
        }
    }
    results.into_iter().try_for_each(Ready::write)
}
