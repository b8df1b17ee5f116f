//! Minecraft: data packs.

use std::path::{Path, PathBuf};

use mapwright::core::BuilderMap;
use mapwright::files::Folder;
use mapwright::minecraft::{MazePack, PipePack, Version};
use serde::de::DeserializeOwned;

use super::Format;
use super::given::Options;
use crate::failure::Failure;
use crate::input::read_text;
use crate::message::progress;
use crate::output::{check_new_folder, make_way, wrote};

const DATAPACK: &[Format] = &[Format::Datapack];
const PIPES: &[Format] = &[Format::PipePack];
const EVERY: &[Format] = &[Format::Datapack, Format::PipePack, Format::Nbt, Format::Schem];
const PACKS: &[Format] = &[Format::Datapack, Format::PipePack, Format::Nbt];

/// The formats that accept each option.
pub(super) const OPTIONS: Options =
    &[("minecraft", EVERY), ("namespace", PACKS), ("room", DATAPACK), ("mob", DATAPACK), ("pipe_blocks", PIPES)];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Minecraft (datapack, pipe-pack)")]
pub(super) struct MinecraftArgs {
    /// The version of the game
    #[arg(long, value_name = "VERSION", default_value_t)]
    minecraft: Version,
    /// The prefix of functions, tags and scores [default: `maze`, for a pipe board `pipes`]
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
    /// The room of each cell, as JSON [default: 7 blocks across, of stone bricks]
    #[arg(long, value_name = "FILE")]
    room: Option<PathBuf>,
    /// The entity of spawns with a name [default: the mob with that name, if there is one]
    #[arg(long, value_name = "SPAWN=ENTITY", value_parser = pair)]
    mob: Vec<(String, String)>,
    /// The blocks of a pipe board, as JSON: any of base, dry, wet, dry-ring, wet-ring, source
    #[arg(long, value_name = "FILE")]
    pipe_blocks: Option<PathBuf>,
}

impl MinecraftArgs {
    /// The version of the game, and the prefix of names.
    pub(super) fn game(&self) -> (Version, &str) {
        (self.minecraft, self.namespace.as_deref().unwrap_or("maze"))
    }
}

/// What is to be written, once there is a map.
#[derive(Debug)]
pub(super) enum DataPack {
    Maze(Box<MazePack>),
    Pipes(Box<PipePack>),
}

impl DataPack {
    pub(super) fn new(format: Format, out: &Path, args: &MinecraftArgs) -> Result<DataPack, Failure> {
        if out == Path::new("-") {
            return Err(Failure::input("a data pack is a directory; expected a name, not standard output"));
        }
        check_new_folder(out)?;
        if format == Format::PipePack {
            let pack = PipePack::default();
            let namespace = args.namespace.clone().unwrap_or(pack.namespace);
            let blocks = read_json(args.pipe_blocks.as_deref())?;
            let pack = PipePack { namespace, minecraft: args.minecraft, blocks };
            pack.check().map_err(Failure::input)?;
            return Ok(DataPack::Pipes(Box::new(pack)));
        }
        let (minecraft, namespace) = args.game();
        let pack = MazePack {
            minecraft,
            namespace: namespace.to_owned(),
            room: read_json(args.room.as_deref())?,
            mobs: args.mob.iter().cloned().collect(),
            ..MazePack::default()
        };
        pack.check().map_err(Failure::input)?;
        Ok(DataPack::Maze(Box::new(pack)))
    }

    pub(super) fn write(&self, map: &BuilderMap, out: &Path) -> Result<(), Failure> {
        let folder = match self {
            DataPack::Maze(pack) => rooms(pack, map)?,
            DataPack::Pipes(pack) => pack.folder(map).map_err(Failure::input)?,
        };
        save(&folder, out)
    }
}

/// Writes a directory, and says so.
pub(super) fn save(folder: &Folder, out: &Path) -> Result<(), Failure> {
    make_way(out)?;
    folder.save(out).map_err(Failure::input)?;
    wrote(out);
    Ok(())
}

fn rooms(pack: &MazePack, map: &BuilderMap) -> Result<Folder, Failure> {
    check_mobs(pack, map)?;
    let bar = progress(0, "plots");
    let folder = pack.folder_showing(map, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    folder.map_err(Failure::input)
}

/// The content of a file, or the default.
fn read_json<T: Default + DeserializeOwned>(path: Option<&Path>) -> Result<T, Failure> {
    let Some(path) = path else { return Ok(T::default()) };
    serde_json::from_str(&read_text(path)?).map_err(|error| Failure::input(error).about(path))
}

/// Refuses a name that no spawn on the map has.
fn check_mobs(pack: &MazePack, map: &BuilderMap) -> Result<(), Failure> {
    match pack.mobs.keys().find(|&spawn| !map.spawns.iter().any(|other| other.what == *spawn)) {
        Some(spawn) => Err(Failure::input(format!("`--mob`: no spawn on the map is called `{spawn}`"))),
        None => Ok(()),
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let pair =
        text.split_once('=').ok_or_else(|| "expected a name, `=` and an entity, such as Goblin=husk".to_owned())?;
    Ok((pair.0.to_owned(), pair.1.to_owned()))
}
