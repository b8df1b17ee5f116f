//! Temporary files and folders, next to their destination.
//!
//! Those in use are listed, so that a program that must end at once can take them away. A program that is killed leaves
//! them behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The places in use.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How many names are tried. Killed runs leave some behind, and a container gives each run the same process number.
const TRIES: u32 = 10_000;

/// A file or folder under a hidden name. It is removed when dropped before it was moved to its place.
#[derive(Debug)]
pub(crate) struct Part(PathBuf);

impl Part {
    /// Makes something new and hidden in the folder of `place`, under a short name that nobody else has: `place` may
    /// have the longest name that the system takes.
    pub(crate) fn create<T>(place: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Part)> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if place.file_name().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path has no name at its end"));
        }
        let mut parts = parts();
        let mut tries = 0;
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = place.with_file_name(format!(".mapwright-{}-{number}.part", std::process::id()));
            tries += 1;
            match make(&path) {
                Ok(made) => {
                    parts.push(path.clone());
                    return Ok((made, Part(path)));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => (),
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Does a step of the work that [`remove_unfinished`] must not interrupt.
    pub(crate) fn step<T>(&self, work: impl FnOnce() -> T) -> T {
        let _undisturbed = parts();
        work()
    }

    /// Gives it its name.
    pub(crate) fn move_to(self, place: &Path) -> io::Result<()> {
        let mut parts = parts();
        fs::rename(&self.0, place)?;
        parts.retain(|part| *part != self.0);
        sync_folder(place.parent());
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let mut parts = parts();
        if let Some(nth) = parts.iter().position(|part| *part == self.0) {
            remove(&parts.swap_remove(nth));
        }
    }
}

/// Removes every file and folder that is being written, in the last moment before the program exits. Threads that still
/// write one block until it does.
///
/// ```
/// use mapwright_files::{WrittenFile, remove_unfinished};
///
/// let folder = tempfile::tempdir()?;
/// let place = folder.path().join("level.json");
/// let file = WrittenFile::new(&place, |file| file.write_all(b"{}"))?;
/// assert_eq!(folder.path().read_dir()?.count(), 1);
/// remove_unfinished();
/// assert_eq!(folder.path().read_dir()?.count(), 0);
/// # std::mem::forget(file);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remove_unfinished() {
    let mut parts = parts();
    parts.drain(..).for_each(|part| remove(&part));
    std::mem::forget(parts);
}

/// Makes the names in a folder last. Not all systems can, and the files are in their places: that is no error.
pub(crate) fn sync_folder(folder: Option<&Path>) {
    if cfg!(unix) {
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let _ = folder.map(|folder| File::open(folder).and_then(|folder| folder.sync_all()));
    }
}

/// There may be an earlier error to tell, so failing to remove is none.
fn remove(part: &Path) {
    let _ = fs::remove_file(part).or_else(|_| fs::remove_dir_all(part));
}

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The place that a path leads to: the end of its links, whether something is there or not.
pub(crate) fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    // Systems follow about 40 links; a ring of links has no end.
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&place) else { return Ok(place) };
        place = place.parent().map_or(target.clone(), |parent| parent.join(target));
    }
    Err(io::Error::other("too many levels of symbolic links"))
}
