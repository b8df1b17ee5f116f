//! Map editors: Tiled (`.tmj`, `.tmx`) and LDtk (`.ldtk`).

use std::path::Path;

use mapwright::export::{Ldtk, Tiled, TiledEncoding, TiledFormat, TiledPart, save_floors};

use super::built::{Built, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::message::warn;
use crate::options::Options;
use crate::picture::Brush;
use crate::place::{make_way, wrote};

/// Refuses what no map can be written with.
pub(super) fn writer(format: Format, path: &Path, options: Options<'_>, brush: &Brush) -> Result<Writer, Failure> {
    if path == Path::new("-") {
        return Err(Failure::input("maps for editors are several files; expected a name, not standard output"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let parts = options.read("layers", layers)?.flatten();
    let brush = brush.clone();
    if format == Format::Ldtk {
        let level = options.all("level").next().map_or(Ldtk::default().level, str::to_owned);
        let ldtk = Ldtk { parts, level, pictures: options.flag("pictures", true)?, ..Ldtk::default() };
        ldtk.check_names(&name).map_err(Failure::input)?;
        return Ok(Box::new(move |built, path| write_ldtk(ldtk.clone(), built, path, &brush)));
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
        ..Tiled::default()
    };
    Ok(Box::new(move |built, path| write_tiled(tiled.clone(), format, built, path, &brush)))
}

fn write_ldtk(ldtk: Ldtk, built: &Built<'_>, path: &Path, brush: &Brush) -> Result<(), Failure> {
    let tileset = brush.tileset.as_ref().map(|tileset| tileset.read_for(built.map.planes())).transpose()?;
    let (tile_px, recipe) = (brush.cell.unwrap_or(ldtk.tile_px), built.recipe.map(|recipe| recipe.to_json()));
    let ldtk = Ldtk { tileset, tile_px, seed: built.seed, recipe, ..ldtk };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let project = ldtk.project(built.map, &name).map_err(Failure::input)?;
    begin(path)?;
    project.save(path.parent().unwrap_or(Path::new(""))).map_err(Failure::input)?;
    wrote(path);
    Ok(())
}

fn write_tiled(
    tiled: Tiled,
    format: TiledFormat,
    built: &Built<'_>,
    path: &Path,
    brush: &Brush,
) -> Result<(), Failure> {
    let tileset = brush.tileset.as_ref().map(|tileset| tileset.read_for(built.map.planes())).transpose()?;
    let (tile_px, recipe) = (brush.cell.unwrap_or(tiled.tile_px), built.recipe.map(|recipe| recipe.to_json()));
    let tiled = Tiled { tileset, tile_px, seed: built.seed, recipe, ..tiled };
    if built.map.n_floors() > 1 {
        let floors = tiled.floors(built.map).map_err(Failure::input)?;
        begin(path)?;
        save_floors(&floors, format, path).map_err(Failure::input)?;
        wrote(&path.with_extension("world"));
        return Ok(());
    }
    let map = match built.origin {
        Some(origin) => tiled.window(built.map, origin),
        None => tiled.map(built.map),
    };
    let map = map.map_err(Failure::input)?;
    begin(path)?;
    map.save(format, path).map_err(Failure::input)?;
    wrote(path);
    Ok(())
}

/// Makes the folder. Images are named after the map without its extension, so maps beside each other can replace each
/// other's.
fn begin(path: &Path) -> Result<(), Failure> {
    make_way(path)?;
    let others = ["tmj", "tmx", "ldtk"].map(|ending| path.with_extension(ending));
    for other in others.iter().filter(|other| *other != path && other.exists()) {
        warn(format_args!("{} and {} share their images; rename one of them", path.display(), other.display()));
    }
    Ok(())
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
