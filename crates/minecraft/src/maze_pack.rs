//! A map as a data pack: functions that build it as rooms and passages, remove it, and connect portals and borders.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Dirs, Passages};
use serde::{Deserialize, Serialize};

use super::control::Control;
use super::fittings::Fittings;
use super::mobs::entity;
use super::plot_functions::PlotFunctions;
use super::plots::Plots;
use super::room_parts::RoomParts;
use super::script::Script;
use super::teleports::Teleports;
use super::version::WORLD_HEIGHT;
use super::words::Words;
use super::{DatapackError, Pack, RoomStyle, Version};
use mapwright_files::Folder;

/// How a map becomes a data pack.
///
/// Each open cell becomes a room with passages where the map has them: by its sides or, without sides, between open
/// neighbors. Solid cells stay empty. Columns go east and rows south. Floors lie below each other, with shafts for their stairs
/// and pits.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_minecraft::MazePack;
///
/// let map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
/// let folder = MazePack::default().folder(&map)?;
/// assert!(folder.files.contains_key("data/maze/function/build.mcfunction"));
/// # Ok::<(), mapwright_minecraft::DatapackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MazePack {
    /// The version of the game.
    pub minecraft: Version,
    /// The prefix of its functions, tags and scores.
    pub namespace: String,
    /// The description in the game's list of packs.
    pub description: String,
    /// The room that a cell becomes.
    pub room: RoomStyle,
    /// The entity for each spawn of the map, by name. Other spawns become the mob of that name, or, if there is no such
    /// mob, a marker with the tag `<namespace>.spawn`.
    pub mobs: BTreeMap<String, String>,
}

impl Default for MazePack {
    fn default() -> Self {
        MazePack {
            minecraft: Version::default(),
            namespace: "maze".to_owned(),
            description: "A maze by Mapwright".to_owned(),
            room: RoomStyle::default(),
            mobs: BTreeMap::new(),
        }
    }
}

/// The game runs at most 65,536 commands from one call; some are left for what else runs in that tick.
const MOST_PLOTS: u32 = 64_536;

impl MazePack {
    /// Refuses what no map can become a pack with, before there is a map.
    ///
    /// # Errors
    ///
    /// The namespace, a block or a size of the room is invalid, or a mob does not exist.
    pub fn check(&self) -> Result<(), DatapackError> {
        Pack::new(self.minecraft, &self.namespace, &self.description)?;
        RoomParts::new(&self.room)?;
        self.mobs.keys().try_for_each(|spawn| entity(spawn, &self.mobs, self.minecraft).map(|_| ()))
    }

    /// The pack as files.
    ///
    /// # Errors
    ///
    /// The namespace, a block or a size is invalid; a mob does not exist; the rooms are higher than the world; the map
    /// has too many plots; or the map has a fault.
    pub fn folder(&self, map: &BuilderMap) -> Result<Folder, DatapackError> {
        self.folder_showing(map, |_, _| ())
    }

    /// Like [`folder`](Self::folder), and calls `shown` with the number of written plots and of all plots.
    ///
    /// # Errors
    ///
    /// Those of [`folder`](Self::folder).
    pub fn folder_showing(&self, map: &BuilderMap, shown: impl FnMut(usize, usize)) -> Result<Folder, DatapackError> {
        let mut pack = Pack::new(self.minecraft, &self.namespace, &self.description)?;
        let parts = RoomParts::new(&self.room)?;
        map.validate().map_err(|error| DatapackError::Map { why: error.to_string() })?;
        let words = Words { ns: &self.namespace };
        let passages = Passages::from_map(map);
        let rooms: Vec<Script> = (0..16).map(|code| parts.draw(Dirs::from_bits(code))).collect();
        let commands = rooms.iter().map(Script::commands).max().unwrap_or(0);
        // Floor, walls and ceiling.
        let drop = self.room.top() + 2;
        let plots = Plots::new(map.floor_size(), self.room.diameter, commands).on_floors(map.n_floors(), drop);
        check_height(map.n_floors(), drop)?;
        check_plots(&plots)?;
        let teleports = Teleports::new(map, &passages, &self.room)?;
        let fittings = Fittings::new((&self.mobs, self.minecraft), map, &teleports, &parts, words, &plots)?;

        let control = Control { words, room: &self.room, plots: &plots, ticks: !teleports.is_empty() };
        for (path, script) in control.functions(fittings.start) {
            pack.function(path, script.into_text())?;
        }
        for (code, room) in rooms.into_iter().enumerate() {
            pack.function(&format!("rooms/{code}"), room.into_text())?;
        }
        if !teleports.pads.is_empty() {
            pack.function("portals/go", teleports.portals(words, &plots).into_text())?;
        }
        if !teleports.is_empty() {
            pack.function("tick", teleports.tick(words, &self.room, map).into_text())?;
            pack.on_tick("tick")?;
        }
        let functions = PlotFunctions { words, map, passages: &passages, parts: &parts, plots: &plots };
        functions.write(&fittings, &mut pack, shown)?;
        Ok(pack.into_folder())
    }
}

/// All floors fit into a world.
fn check_height(floors: u16, drop: i32) -> Result<(), DatapackError> {
    let rooms = u32::from(floors).saturating_mul(drop.unsigned_abs());
    if rooms > WORLD_HEIGHT { Err(DatapackError::Height { rooms, world: WORLD_HEIGHT }) } else { Ok(()) }
}

/// The function that calls the plots has a command for each.
fn check_plots(plots: &Plots) -> Result<(), DatapackError> {
    let count = plots.count();
    if count > MOST_PLOTS { Err(DatapackError::TooManyPlots { count, most: MOST_PLOTS }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Grid, Point, Portal, Size, Spawn, Tile, Wrap};

    use super::*;

    fn open(w: u16, h: u16) -> BuilderMap {
        BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR)
    }

    fn check(pack: &MazePack, map: &BuilderMap, message: &str) {
        assert_eq!(pack.folder(map).unwrap_err().to_string(), message);
    }

    #[test]
    fn more_than_one_call_can_build_is_told() {
        let room = RoomStyle { diameter: 127, ..RoomStyle::default() };
        check(
            &MazePack { room, ..MazePack::default() },
            &BuilderMap::filled(Size::new(260, 250), Wrap::None, Tile::WALL),
            "the map has 65000 plots; expected at most 64536; smaller rooms make larger plots",
        );
    }

    #[test]
    fn a_map_that_cannot_be_built_is_told() {
        let mut map = open(3, 2);
        map.portals = vec![Portal::new((0, 0), (1, 1)), Portal::new((2, 0), (1, 1))];
        let room = RoomStyle { diameter: 3, passage_width: 1, ..RoomStyle::default() };
        let small = MazePack { room, ..MazePack::default() };
        let message = "the cell (1, 1) has too many portals; a room 3 blocks across has space for 1";
        check(&small, &map, message);
        assert!(MazePack::default().folder(&map).is_ok());

        let mut map = open(3, 2);
        map.spawns.push(Spawn::new(Point::new(0, 0), "Elf"));
        let mobs: BTreeMap<String, String> = [("Elf".to_owned(), "an elf".to_owned())].into();
        let elf = MazePack { mobs: mobs.clone(), ..MazePack::default() };
        assert!(elf.check().is_err(), "without a map");
        check(
            &MazePack { mobs, ..MazePack::default() },
            &map,
            "`an elf` for `Elf` is no name of an entity; expected one such as `minecraft:zombie`: a-z, 0-9 and `_`",
        );
        map.regions = Some(Grid::new(Size::new(1, 1), 0));
        map.start = Some(Point::new(7, 7));
        let error = MazePack::default().folder(&map).unwrap_err();
        assert!(matches!(error, DatapackError::Map { .. }), "{error}");
    }

    #[test]
    fn nothing_is_needed_of_a_map() {
        for map in [open(0, 0), open(1, 1), BuilderMap::filled(Size::new(3, 2), Wrap::Both, Tile::WALL)] {
            for minecraft in Version::ALL {
                let pack = MazePack { minecraft, ..MazePack::default() };
                assert!(pack.folder(&map).is_ok(), "{:?}", map.size());
            }
        }
    }
}
