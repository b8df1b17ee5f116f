//! Map editors: Tiled (`.tmj`, `.tmx`) and LDtk (`.ldtk`).

use std::path::Path;

use mapwright::export::{Ldtk, Tiled, TiledEncoding, TiledFormat, TiledPart, floor_files};

use super::built::{Built, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::message::warn;
use crate::options::Options;
use crate::picture::Brush;
use crate::place::check_effect;
use crate::results::Ready;
use crate::tileset_source::TilesetSource;

/// Refuses what no map can be written with.
pub(super) fn writer(format: Format, path: &Path, options: Options<'_>, brush: &Brush) -> Result<Writer, Failure> {
    if path == Path::new("-") {
        return Err(Failure::input("maps for editors are several files; expected a name, not standard output"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let parts = options.read("layers", layers)?.flatten();
    let has_own_size = matches!(brush.tileset, Some(TilesetSource::Png(..)));
    check_effect(
        "--cell",
        brush.cell.is_some() && has_own_size,
        "a built-in tileset; the tiles of a file have a size",
        false,
    )?;
    let brush = brush.clone();
    if format == Format::Ldtk {
        let level = options.all("level").next().map_or(Ldtk::default().level, str::to_owned);
        let ldtk = Ldtk { parts, level, pictures: options.flag("pictures", true)?, ..Ldtk::default() };
        ldtk.check(&name).map_err(Failure::input)?;
        return Ok(Box::new(move |built, path| ldtk_files(ldtk.clone(), built, path, &brush)));
    }
    let format = if format == Format::Tmj { TiledFormat::Tmj } else { TiledFormat::Tmx };
    format.check_name(&name).map_err(Failure::input)?;
    let encodings: Vec<(&str, TiledEncoding)> =
        TiledEncoding::ALL.into_iter().map(|encoding| (encoding.name(), encoding)).collect();
    let tiled = Tiled {
        parts,
        shades: options.flag("shades", true)?,
        encoding: options.choice("encoding", &encodings)?,
        external: options.flag("external", false)?,
        infinite: options.flag("infinite", true)?,
        ..Tiled::default()
    };
    Ok(Box::new(move |built, path| tiled_files(tiled.clone(), format, built, path, &brush)))
}

fn ldtk_files(ldtk: Ldtk, built: &Built<'_>, path: &Path, brush: &Brush) -> Result<Vec<Ready>, Failure> {
    let tileset = brush.tileset.as_ref().map(|tileset| tileset.read_for(built.map.planes())).transpose()?;
    let (tile_px, recipe) = (brush.cell.unwrap_or(ldtk.tile_px), built.recipe.map(|recipe| recipe.to_json()));
    let ldtk = Ldtk { tileset, tile_px, seed: built.seed, recipe, ..ldtk };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let project = ldtk.project(built.map, &name).map_err(Failure::input)?;
    warn_of_shared_images(path);
    Ok(vec![Ready::files(path, path.parent().unwrap_or(Path::new("")), project.files)])
}

fn tiled_files(
    tiled: Tiled,
    format: TiledFormat,
    built: &Built<'_>,
    path: &Path,
    brush: &Brush,
) -> Result<Vec<Ready>, Failure> {
    let tileset = brush.tileset.as_ref().map(|tileset| tileset.read_for(built.map.planes())).transpose()?;
    let (tile_px, recipe) = (brush.cell.unwrap_or(tiled.tile_px), built.recipe.map(|recipe| recipe.to_json()));
    let tiled = Tiled { tileset, tile_px, seed: built.seed, recipe, ..tiled };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    if built.map.n_floors() > 1 {
        let floors = tiled.floors(built.map).map_err(Failure::input)?;
        let files = floor_files(&floors, format, &name).map_err(Failure::input)?;
        warn_of_shared_images(path);
        return Ok(vec![Ready::files(path.with_extension("world"), folder, files)]);
    }
    let map = match built.origin {
        Some(origin) => tiled.window(built.map, origin),
        None => tiled.map(built.map),
    };
    let files = map.and_then(|map| map.files(format, &name)).map_err(Failure::input)?;
    warn_of_shared_images(path);
    Ok(vec![Ready::files(path, folder, files)])
}

/// Warns of maps of earlier calls: images are named after the map without its extension, so maps beside each other can
/// replace each other's.
fn warn_of_shared_images(path: &Path) {
    let others = ["tmj", "tmx", "ldtk"].map(|ending| path.with_extension(ending));
    for other in others.iter().filter(|other| *other != path && other.exists()) {
        warn(format_args!("{} and {} share their images; rename one of them", path.display(), other.display()));
    }
}

/// Reads the names of layers; `None` stands for all.
fn layers(text: &str) -> Result<Option<Vec<TiledPart>>, String> {
    if text == "all" {
        return Ok(None);
    }
    let part = |name: &str| TiledPart::ALL.into_iter().find(|part| part.name() == name);
    let names = || TiledPart::ALL.into_iter().map(TiledPart::name).collect::<Vec<_>>().join(", ");
    let parts: Option<Vec<TiledPart>> = text.split(',').map(part).collect();
    parts.map(Some).ok_or_else(|| format!("expected some of {}", names()))
}
