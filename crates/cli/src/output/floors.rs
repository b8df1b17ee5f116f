//! Floors in formats that hold one: a file a floor, or the floor of `-O floor`.

use std::path::{Path, PathBuf};

use mapwright::render::RenderError;

use super::{Built, Writer};
use crate::failure::Failure;

/// Writes the floor that is asked for; without one, every floor of a map that has several into a file of its own.
pub(super) fn by_floor(floor: Option<u16>, write: Writer) -> Writer {
    Box::new(move |built, path| {
        let n_floors = built.map.n_floors();
        let one = |floor: u16, path: &Path| {
            let found = built.map.floor(floor).ok_or(RenderError::NoFloor { floor, n_floors });
            let map = found.map_err(Failure::input)?.map;
            write(&Built { map: &map, heading: built.heading.clone(), ..*built }, path)
        };
        match floor {
            Some(floor) => one(floor, path),
            None if n_floors == 1 => write(built, path),
            None if path == Path::new("-") => {
                let last = n_floors - 1;
                let why =
                    format!("{n_floors} floors are {n_floors} files; `-O floor=0` to `-O floor={last}` writes one");
                Err(Failure::input(why))
            }
            None => (0..n_floors).try_for_each(|floor| one(floor, &named(path, floor))),
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
