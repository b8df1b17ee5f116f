//! Hidden places beside those where files and folders shall appear.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes something new and hidden in the folder of `place`, under a short name that nobody else has: `place` may have
/// the longest name that the system takes.
pub(crate) fn create<T>(place: &Path, make: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if place.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path has no name at its end"));
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = place.with_file_name(format!(".mapwright-{}-{number}.part", std::process::id()));
    Ok((make(&beside)?, beside))
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
