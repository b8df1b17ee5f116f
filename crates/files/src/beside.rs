//! Hidden places beside those where files and folders shall appear.
//!
//! Those in use are listed, so that a program that must end at once can take them away.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The places in use.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file or folder under a hidden name. It is removed when dropped before it was moved to its place.
#[derive(Debug)]
pub(crate) struct Part(PathBuf);

impl Part {
    /// Makes something new and hidden in the folder of `place`, under a short name that nobody else has: `place` may
    /// have the longest name that the system takes.
    pub(crate) fn create<T>(place: &Path, make: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<(T, Part)> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if place.file_name().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path has no name at its end"));
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = place.with_file_name(format!(".mapwright-{}-{number}.part", std::process::id()));
        let mut parts = parts();
        let made = make(&path)?;
        parts.push(path.clone());
        Ok((made, Part(path)))
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

/// Removes every file and folder that is being written, in the last moment before the program exits: whatever still
/// writes one waits for ever from then on, and nothing is left of it.
pub fn remove_unfinished() {
    let mut parts = parts();
    parts.drain(..).for_each(|part| remove(&part));
    std::mem::forget(parts);
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
