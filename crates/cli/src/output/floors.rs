//! Floors in formats that hold one: a file a floor, or the floor of `-O floor`.

use std::path::{Path, PathBuf};

use super::built::{Built, Writer};
use crate::failure::Failure;
use crate::results::Ready;

/// Writes one floor, or a map without floors.
pub(super) type FloorWriter = Box<dyn Fn(&Built<'_>, &Path, Option<u16>) -> Result<Ready, Failure> + Send + Sync>;

/// Writes the floor that is asked for; without one, every floor of a map that has several into a file of its own.
pub(super) fn by_floor(floor: Option<u16>, write: FloorWriter) -> Writer {
    Box::new(move |built, path| {
        let n_floors = built.map.n_floors();
        match floor {
            Some(_) => Ok(vec![write(built, path, floor)?]),
            None if n_floors == 1 => Ok(vec![write(built, path, None)?]),
            None if path == Path::new("-") => {
                let last = n_floors - 1;
                let why =
                    format!("{n_floors} floors are {n_floors} files; `-O floor=0` to `-O floor={last}` writes one");
                Err(Failure::input(why))
            }
            None => (0..n_floors).map(|floor| write(built, &named(path, floor), Some(floor))).collect(),
        }
    })
}

/// `level.svg` is `level-floor-2.svg` for a floor.
fn named(path: &Path, floor: u16) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-floor-{floor}"));
    if let Some(end) = path.extension() {
        name.push(".");
        name.push(end);
    }
    path.with_file_name(name)
}
