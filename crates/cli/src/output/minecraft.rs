//! Minecraft: data packs, structures and schematics.

use std::path::Path;

use mapwright::core::BuilderMap;
use mapwright::files::Folder;
use mapwright::minecraft::{Blocks, Extrusion, MazePack, Pack, PipePack, Version};

use super::built::Writer;
use crate::failure::Failure;
use crate::format::Format;
use crate::message::progress;
use crate::options::Options;
use crate::place::{check_file, check_new_folder, extension};
use crate::results::Ready;

pub(super) fn writer(format: Format, path: &Path, options: Options<'_>) -> Result<Writer, Failure> {
    let version: Version = options.read("minecraft", str::parse)?.unwrap_or_default();
    let namespace = options.all("namespace").next();
    let writer: Writer = match format {
        Format::Datapack => {
            check_folder(path)?;
            maze(options, version, namespace.unwrap_or("maze"))?
        }
        Format::PipePack => {
            check_folder(path)?;
            let pack = PipePack::default();
            let namespace = namespace.map_or(pack.namespace, str::to_owned);
            let pack = PipePack { namespace, minecraft: version, blocks: options.json("blocks")? };
            pack.check().map_err(Failure::input)?;
            Box::new(move |built, path| pack_at(path, pack.folder(built.map).map_err(Failure::input)?))
        }
        _ => blocks(format, path, options, (version, namespace))?,
    };
    Ok(writer)
}

fn check_folder(path: &Path) -> Result<(), Failure> {
    match () {
        () if path == Path::new("-") => {
            Err(Failure::input("a data pack is a folder or a zip; expected a name, not standard output"))
        }
        () if extension(path) == "zip" => check_file(path),
        () if matches!(extension(path).as_str(), "nbt" | "schem") => {
            let why = "`-O pieces=yes` writes a data pack, a folder or a zip; expected such a name, and `--format nbt`";
            Err(Failure::input(why).about(path))
        }
        () => check_new_folder(path),
    }
}

fn maze(options: Options<'_>, minecraft: Version, namespace: &str) -> Result<Writer, Failure> {
    let mobs = options.all("mob").map(|mob| mob.split_once('=').map(|(spawn, mob)| (spawn.to_owned(), mob.to_owned())));
    let mobs = mobs.collect::<Option<_>>();
    let mobs =
        mobs.ok_or_else(|| Failure::input("`-O mob`: expected a spawn, `=` and an entity, as mob=Goblin=husk"))?;
    let namespace = namespace.to_owned();
    let pack = MazePack { minecraft, namespace, room: options.json("room")?, mobs, ..MazePack::default() };
    pack.check().map_err(Failure::input)?;
    Ok(Box::new(move |built, path| pack_at(path, rooms(&pack, built.map)?)))
}

fn rooms(pack: &MazePack, map: &BuilderMap) -> Result<Folder, Failure> {
    if let Some(spawn) = pack.mobs.keys().find(|&spawn| !map.spawns.iter().any(|other| other.what == *spawn)) {
        return Err(Failure::input(format!("`-O mob`: no spawn on the map is called `{spawn}`")));
    }
    let bar = progress(0, "plots");
    let folder = pack.folder_showing(map, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    folder.map_err(Failure::input)
}

/// Boxes of blocks: a structure, a schematic, or a data pack of pieces.
fn blocks(
    format: Format,
    path: &Path,
    options: Options<'_>,
    (version, namespace): (Version, Option<&str>),
) -> Result<Writer, Failure> {
    let pieces = options.flag("pieces", false)?.then(|| namespace.unwrap_or("maze").to_owned());
    match &pieces {
        Some(namespace) => {
            Pack::new(version, namespace, "").map_err(Failure::input)?;
            check_folder(path)?;
        }
        None if namespace.is_some() && format == Format::Nbt => {
            return Err(Failure::input("`-O namespace` has no effect without `-O pieces=yes`"));
        }
        None => (),
    }
    let file: Extrusion = options.json("blocks")?;
    let small = |value: &str| value.parse::<u8>().map_err(|_| "expected a whole number up to 255");
    let cell = options.read("spacing", small)?.unwrap_or(file.cell);
    let extrusion = Extrusion { height: options.number("height")?.unwrap_or(file.height), cell, ..file };
    extrusion.check().map_err(Failure::input)?;
    Ok(Box::new(move |built, path| {
        let blocks = Blocks::from_map(built.map, &extrusion, version).map_err(Failure::input)?;
        if let Some(namespace) = &pieces {
            return pack_at(path, blocks.to_pieces(namespace).map_err(Failure::input)?);
        }
        let bytes = if format == Format::Nbt { blocks.to_structure() } else { blocks.to_schem() };
        Ok(vec![Ready::bytes(path, bytes.map_err(Failure::input)?)])
    }))
}

/// A folder, or a zip with the same files.
fn pack_at(path: &Path, folder: Folder) -> Result<Vec<Ready>, Failure> {
    if extension(path) == "zip" {
        let zip = folder.to_zip().map_err(|error| Failure::input(error).about(path))?;
        return Ok(vec![Ready::bytes(path, zip)]);
    }
    Ok(vec![Ready::folder(path, folder)])
}
