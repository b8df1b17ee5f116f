//! Minecraft: data packs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mapwright::export::Folder;
use mapwright::export::minecraft::{MazePack, Room, Version};

use super::Format;
use super::given::Options;
use super::source::Source;
use crate::build::progress;
use crate::failure::Failure;
use crate::input::read_text;

const DATAPACK: &[Format] = &[Format::Datapack];
const EVERY: &[Format] = &[Format::Datapack, Format::Nbt, Format::Schem];
const PACKS: &[Format] = &[Format::Datapack, Format::Nbt];

/// Which formats take which of the options.
pub(super) const OPTIONS: Options =
    &[("minecraft", EVERY), ("namespace", PACKS), ("room", DATAPACK), ("mob", DATAPACK), ("quiet", DATAPACK)];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Minecraft (datapack)")]
pub(super) struct MinecraftArgs {
    /// The version of the game
    #[arg(long, value_name = "VERSION", default_value_t)]
    minecraft: Version,
    /// What the names of functions, tags and scores begin with
    #[arg(long, value_name = "NAME", default_value = "maze")]
    namespace: String,
    /// The room that a cell becomes, as JSON; by default 7 blocks across, of stone bricks
    #[arg(long, value_name = "FILE")]
    room: Option<PathBuf>,
    /// The entity for the spawns of a name; by default the mob of that name, if there is one
    #[arg(long, value_name = "SPAWN=ENTITY", value_parser = pair)]
    mob: Vec<(String, String)>,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
}

impl MinecraftArgs {
    /// The version of the game, and what names begin with.
    pub(super) fn game(&self) -> (Version, &str) {
        (self.minecraft, &self.namespace)
    }
}

pub(super) fn write(source: &Source, out: &Path, args: &MinecraftArgs) -> Result<(), Failure> {
    if out == Path::new("-") {
        return Err(Failure::input("a data pack is a folder, which standard output cannot take; name one"));
    }
    let pack = MazePack {
        minecraft: args.minecraft,
        namespace: args.namespace.clone(),
        room: args.room.as_deref().map(read_room).transpose()?.unwrap_or_default(),
        mobs: mobs(&source.map, &args.mob)?,
        ..MazePack::default()
    };
    make(&pack, source, args.quiet)?.save(out).map_err(Failure::input)
}

fn make(pack: &MazePack, source: &Source, quiet: bool) -> Result<Folder, Failure> {
    let bar = progress(0, quiet, "plots");
    let folder = pack.folder_showing(&source.map, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    folder.map_err(Failure::input)
}

fn read_room(path: &Path) -> Result<Room, Failure> {
    serde_json::from_str(&read_text(path)?).map_err(|error| Failure::input(error).about(path))
}

/// A name that nothing in the map has is a slip.
fn mobs(map: &mapwright::core::BuilderMap, given: &[(String, String)]) -> Result<BTreeMap<String, String>, Failure> {
    for (spawn, _) in given {
        if !map.spawns.iter().any(|other| other.what == *spawn) {
            return Err(Failure::input(format!("`--mob`: nothing on the map is called `{spawn}`")));
        }
    }
    Ok(given.iter().cloned().collect())
}

fn pair(text: &str) -> Result<(String, String), String> {
    let pair =
        text.split_once('=').ok_or_else(|| "expected a name, `=` and an entity, such as Goblin=husk".to_owned())?;
    Ok((pair.0.to_owned(), pair.1.to_owned()))
}
