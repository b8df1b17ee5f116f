//! Tilesets that pictures are drawn with: built-in ones, pictures, and files of Tiled.

use std::path::{Component, Path, PathBuf};

use mapwright::core::Planes;
use mapwright::export::TiledSet;
use mapwright::recipe::nearest;
use mapwright::render::{Tileset, TilesetKind, TilesetLayout};

use crate::args::unknown;
use crate::failure::{Failure, shown};
use crate::input::{read_bytes, read_text};
use crate::message::note;
use crate::options::Options;
use crate::place::{check_effect, extension};

/// A tileset that was read before there is a map: it is found out early that it cannot be.
#[derive(Clone, Debug)]
pub(crate) enum TilesetSource {
    Known(Tileset),
    /// A PNG, its path, and how it may be read: only with a map that is clear.
    Png(PathBuf, Vec<u8>, Vec<TilesetLayout>),
}

impl TilesetSource {
    /// The tileset with this path or name.
    pub(crate) fn read(
        path: &Path,
        kind: Option<TilesetKind>,
        cell: Option<u32>,
        options: Options<'_>,
    ) -> Result<TilesetSource, Failure> {
        let shipped = Tileset::shipped_names().find(|name| path == Path::new(name) && !path.exists());
        if let Some(name) = shipped {
            check_effect("--tileset-kind", kind.is_some(), "a tileset from a file", false)?;
            return Tileset::shipped(name, cell.unwrap_or(16)).map(TilesetSource::Known).map_err(Failure::input);
        }
        let is_word = path.extension().is_none() && path.components().count() == 1 && !path.exists();
        if let Some(name) = path.to_str().filter(|_| is_word) {
            let hint = nearest(name, Tileset::shipped_names()).map(str::to_owned);
            return Err(Failure::input(unknown("tileset", name, hint, "mapwright list tilesets")));
        }
        if let Some(set) = tiled_set(path) {
            return TilesetSource::read_tiled(path, kind, &set?);
        }
        let layout = TilesetLayout {
            kind,
            tile: options.read("tile", tile_size)?,
            margin: options.read("margin", pixels)?.unwrap_or(0),
            spacing: options.read("spacing", pixels)?.unwrap_or(0),
            order: options.read("order", str::parse)?.unwrap_or_default(),
            ..TilesetLayout::default()
        };
        Ok(TilesetSource::Png(path.to_owned(), read_bytes(path)?, vec![layout]))
    }

    /// Reads a tileset of Tiled with its picture, which must be in the same folder or below.
    fn read_tiled(path: &Path, kind: Option<TilesetKind>, set: &TiledSet) -> Result<TilesetSource, Failure> {
        let refused = |error: &dyn std::fmt::Display| Failure::input(error).about(path);
        let mut layouts = set.layouts().map_err(|error| refused(&error))?;
        layouts.retain(|layout| kind.is_none() || layout.kind == kind);
        if let Some(kind) = kind.filter(|_| layouts.is_empty()) {
            return Err(refused(&format_args!("no Wang set has all tiles of `{kind}`")));
        }
        if let Some(kind) = layouts.first().filter(|layout| layout.joins_halves()).and_then(|layout| layout.kind) {
            note(format_args!(
                "{}: `{kind}` lacks a tile of two opposite corners; it is put together of two others",
                shown(path)
            ));
        }
        let picture = path.with_file_name(&set.image);
        let folder = path.parent().unwrap_or(Path::new("")).join(".");
        let is_inside = match picture.canonicalize().ok().zip(folder.canonicalize().ok()) {
            Some((picture, folder)) => picture.starts_with(folder),
            None => {
                Path::new(&set.image).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
            }
        };
        if !is_inside {
            let why =
                format_args!("its picture `{}` is outside of its folder; expected one beside it or below", set.image);
            return Err(refused(&why));
        }
        let png = read_bytes(&picture)?;
        Ok(TilesetSource::Png(picture, png, layouts))
    }

    /// The tileset for maps with some planes.
    pub(crate) fn read_for(&self, planes: Planes) -> Result<Tileset, Failure> {
        match self {
            TilesetSource::Known(tileset) => Ok(tileset.clone()),
            TilesetSource::Png(path, png, layouts) => {
                let is_shown = |layout: &&TilesetLayout| {
                    layout.kind.and_then(TilesetKind::plane).is_none_or(|plane| planes.contains(plane))
                };
                let fitting = layouts.iter().find(is_shown).or(layouts.first()).cloned().unwrap_or_default();
                let tileset = Tileset::read_for(planes, png, &fitting);
                tileset.map_err(|error| Failure::input(error).about(path))
            }
        }
    }

    /// The pixels of a tile, if they are known without a map.
    pub(crate) fn tile_px(&self) -> Option<u32> {
        match self {
            TilesetSource::Known(tileset) => Some(tileset.tile_size().0),
            TilesetSource::Png(..) => None,
        }
    }
}

/// The tileset in a file of Tiled; `None` for other files.
pub(crate) fn tiled_set(path: &Path) -> Option<Result<TiledSet, Failure>> {
    let read = match &*extension(path) {
        "tsx" => TiledSet::from_tsx,
        "tsj" => TiledSet::from_tsj,
        _ => return None,
    };
    Some(read_text(path).and_then(|text| read(&text).map_err(|error| Failure::input(error).about(path))))
}

/// Reads the size of a tile.
fn tile_size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| "expected width and height in pixels, as 16x16".to_owned())
}

fn pixels(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected a whole number of pixels".to_owned())
}
