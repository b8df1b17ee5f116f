//! What distances are measured from, and how they are measured.

use std::str::FromStr;

use mapwright_core::params::{Described, Like, Schema, Shape};
use mapwright_core::{
    BuildCx, BuildError, BuilderMap, Dir, Grid, KeyName, Palette, Passages, Plane, Planes, Point, Spawn, Tile,
};
use mapwright_graph::{UNREACHED, distances, each_along_passages, each_in_sight, path};

/// What a distance is measured from. In recipes it is a word, or a tile by name or number.
///
/// ```
/// use mapwright_core::Tile;
/// use mapwright_dungeon::Landmark;
///
/// assert_eq!("walk".parse(), Ok(Landmark::Walk));
/// assert_eq!("deep-water".parse(), Ok(Landmark::Tile(Tile::DEEP_WATER)));
/// assert_eq!("key 28".parse(), Ok(Landmark::Key(27)));
/// assert_eq!("spawn Rat".parse(), Ok(Landmark::Spawn("Rat".to_owned())));
/// assert!("lava".parse::<Landmark>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Named", into = "Named"))]
#[non_exhaustive]
pub enum Landmark {
    /// The start.
    Start,
    /// The exit.
    Exit,
    /// Solid cells of any kind.
    Solid,
    /// Door tiles, and the cells of all doors.
    Doors,
    /// Spawns that are not keys.
    Spawns,
    /// Keys.
    Keys,
    /// The way from the start to the exit: the walk of the proof if the map has one, otherwise a shortest path.
    Walk,
    /// The corridors.
    Corridors,
    /// The gates between areas.
    Gates,
    /// The gates of the area in which a machine is; elsewhere all gates.
    Entrance,
    /// Both ends of what leads from floor to floor: stairs and pits.
    Stairs,
    /// The keys of one lock: `key A` is the first, `key 27` the 27th.
    Key(u8),
    /// Spawns with this name: `spawn Rat`.
    Spawn(String),
    /// Areas with this tag: `area treasury`.
    Area(String),
    /// All cells with this tile.
    Tile(Tile),
}

/// A word that is not a landmark.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[error(
    "`{word}` is not a landmark; expected one of {}, `key A`, `spawn NAME`, `area TAG`, or the name of a tile",
    Landmark::ALL.map(|(word, _)| word).join(", ")
)]
pub struct UnknownLandmarkError {
    /// The word.
    pub word: String,
}

impl Landmark {
    /// The landmarks without a name or a tile, each with its word.
    const ALL: [(&'static str, Landmark); 11] = [
        ("start", Landmark::Start),
        ("exit", Landmark::Exit),
        ("solid", Landmark::Solid),
        ("doors", Landmark::Doors),
        ("spawns", Landmark::Spawns),
        ("keys", Landmark::Keys),
        ("walk", Landmark::Walk),
        ("corridors", Landmark::Corridors),
        ("gates", Landmark::Gates),
        ("entrance", Landmark::Entrance),
        ("stairs", Landmark::Stairs),
    ];

    /// The planes that a map must have to have this landmark.
    pub(super) fn requires(&self) -> Planes {
        match self {
            Landmark::Start => Plane::Start.into(),
            Landmark::Exit => Plane::Exit.into(),
            Landmark::Walk => Planes::of(&[Plane::Start, Plane::Exit]),
            Landmark::Corridors => Plane::Corridors.into(),
            Landmark::Gates | Landmark::Entrance | Landmark::Area(_) => Plane::Graph.into(),
            Landmark::Stairs => Plane::Floors.into(),
            Landmark::Solid
            | Landmark::Doors
            | Landmark::Spawns
            | Landmark::Spawn(_)
            | Landmark::Keys
            | Landmark::Key(_)
            | Landmark::Tile(_) => Planes::NONE,
        }
    }

    /// The cells of the landmark.
    pub(super) fn cells(&self, map: &BuilderMap, passages: &Passages) -> Vec<u32> {
        let size = map.size();
        let spawns = |fits: &dyn Fn(&Spawn) -> bool| {
            map.spawns.iter().filter(|spawn| fits(spawn)).map(|spawn| spawn.at).collect::<Vec<Point>>()
        };
        let tiles =
            |fits: &dyn Fn(Tile) -> bool| (0..size.area()).filter(|&cell| fits(map.tiles[cell])).collect::<Vec<u32>>();
        let points = match self {
            Landmark::Solid => return tiles(&Tile::is_solid),
            &Landmark::Tile(tile) => return tiles(&|other| other == tile),
            Landmark::Area(tag) => {
                let Some(graph) = &map.graph else { return Vec::new() };
                let has_tag =
                    |area: u16| graph.areas.get(usize::from(area)).is_some_and(|area| area.tags.contains(tag));
                let is_in = |&cell: &u32| graph.area[cell].checked_sub(1).is_some_and(has_tag);
                return (0..size.area()).filter(is_in).collect();
            }
            Landmark::Doors => {
                let doors = map.doors.iter().flatten().flat_map(|door| &door.cells).map(|&p| size.index(p));
                return tiles(&|tile| tile == Tile::DOOR).into_iter().chain(doors).collect();
            }
            Landmark::Start => map.start.into_iter().collect(),
            Landmark::Exit => map.exit.into_iter().collect(),
            Landmark::Spawns => spawns(&|spawn| spawn.key.is_none()),
            Landmark::Spawn(name) => spawns(&|spawn| spawn.what == *name),
            Landmark::Keys => spawns(&|spawn| spawn.key.is_some()),
            Landmark::Key(key) => spawns(&|spawn| spawn.key == Some(*key)),
            Landmark::Corridors => map.corridors.iter().flatten().flatten().copied().collect(),
            Landmark::Gates | Landmark::Entrance => {
                map.graph.iter().flat_map(|graph| &graph.joins).flat_map(|join| join.gate.iter().copied()).collect()
            }
            Landmark::Stairs => {
                let leads = |ends: &[Point; 2]| map.floor_of(ends[0]) != map.floor_of(ends[1]);
                map.portals.iter().map(|portal| portal.ends()).filter(leads).flatten().collect()
            }
            Landmark::Walk => match (&map.proof, map.start.zip(map.exit)) {
                (Some(proof), _) => proof.walk.clone(),
                (None, Some((start, exit))) => path(passages, start, exit).unwrap_or_default(),
                (None, None) => Vec::new(),
            },
        };
        points.into_iter().map(|p| size.index(p)).collect()
    }
}

/// The steps of a walk from some cells; from a solid one, the first leads to any cell beside it.
pub(super) fn walked(map: &BuilderMap, passages: &Passages, cells: Vec<u32>) -> Grid<u32> {
    let (solid, open): (Vec<u32>, Vec<u32>) = cells.into_iter().partition(|&cell| map.tiles[cell].is_solid());
    let beside = |&cell: &u32| Dir::ALL.into_iter().filter_map(move |dir| passages.beside(cell, dir));
    let shore = solid.iter().flat_map(beside).filter(|&cell| !map.tiles[cell].is_solid());
    let from_shore = distances(passages, shore);
    let mut steps = distances(passages, open);
    for (steps, &from_shore) in steps.as_mut_slice().iter_mut().zip(from_shore.as_slice()) {
        *steps = (*steps).min(if from_shore == UNREACHED { UNREACHED } else { from_shore + 1 });
    }
    solid.into_iter().for_each(|cell| steps[cell] = 0);
    steps
}

/// The most cells that look as far as they can; more need a `max`.
const MOST_WITHOUT_MAX: usize = 100;

/// How long the straight lines are, rounded up, on which some cells see others. Sight is symmetric, so these are the cells
/// that see one of the landmark's.
pub(super) fn seen(
    map: &BuilderMap,
    cells: &[u32],
    (min, max): (u32, u32),
    cx: &mut BuildCx<'_>,
) -> Result<Grid<u32>, BuildError> {
    let size = map.size();
    if max == u32::MAX && cells.len() > MOST_WITHOUT_MAX {
        let value = format!("a rule by sight without `max`, from {} cells", cells.len());
        let expected = format!("a `max`, or a landmark of at most {MOST_WITHOUT_MAX} cells");
        return Err(BuildError::parameter("placement.distances", value, expected));
    }
    // Beyond `min` and up to any `max` it is the same to be seen or not.
    let far = if max == u32::MAX { min } else { max };
    let radius = u16::try_from(far).unwrap_or(u16::MAX);
    let mut is_clear = map.tiles.map(|tile| !tile.blocks_sight());
    map.doors.iter().flatten().flat_map(|door| &door.cells).for_each(|&cell| is_clear[cell] = false);
    let passages = map.sides.as_ref().map(|_| map.passages());
    let mut lengths = Grid::new(size, UNREACHED);
    for &cell in cells {
        let (side, from) = (2 * u32::from(radius) + 1, size.point(cell));
        cx.work(side.saturating_mul(side).min(size.area()))?;
        let see = |at: Point| {
            let squared = at.euclidean_squared(from);
            let length = squared.isqrt();
            let length = u32::try_from(length + u64::from(length * length < squared)).unwrap_or(UNREACHED);
            lengths[at] = lengths[at].min(length);
        };
        match &passages {
            None => each_in_sight(size, from, radius, |at| is_clear[at], see),
            Some(passages) => each_along_passages(passages, from, radius, |at| is_clear[at], see),
        }
    }
    Ok(lengths)
}

/// The steps in eight directions from some cells, through anything.
pub(super) fn diagonal_steps(lattice: &Passages, cells: Vec<u32>) -> Grid<u32> {
    let mut steps = Grid::new(lattice.size(), UNREACHED);
    cells.iter().for_each(|&cell| steps[cell] = 0);
    let (mut queue, mut at) = (cells, 0);
    while let Some(&here) = queue.get(at) {
        at += 1;
        for next in lattice.around(here) {
            if steps[next] == UNREACHED {
                steps[next] = steps[here] + 1;
                queue.push(next);
            }
        }
    }
    steps
}

impl Described for Landmark {
    fn schema() -> Schema {
        let word = Like {
            expected: "one of \"start\", \"exit\", \"solid\", \"doors\", \"spawns\", \"keys\", \"walk\", \"corridors\", \"gates\", \"entrance\", \"stairs\"",
            shape: || Shape::Words(Landmark::ALL.map(|(word, _)| word.to_owned()).to_vec()),
            fits: |word| Landmark::ALL.iter().any(|(known, _)| *known == word),
        };
        let named = Like {
            expected: "\"key A\", \"spawn NAME\", \"area TAG\"",
            shape: || Shape::Pattern("^(key [A-Z][0-9]*|spawn .+|area .+)$"),
            fits: |word| Landmark::named(word).is_some(),
        };
        Schema::Either(vec![Schema::Like(word), Schema::Like(named), Schema::TILE])
    }
}

impl FromStr for Landmark {
    type Err = UnknownLandmarkError;

    fn from_str(word: &str) -> Result<Self, UnknownLandmarkError> {
        let known = Landmark::ALL.into_iter().find(|(known, _)| *known == word).map(|(_, landmark)| landmark);
        let tile = || Palette::default().named(word);
        let unknown = || UnknownLandmarkError { word: word.to_owned() };
        known.or_else(|| tile().map(Landmark::Tile)).or_else(|| Landmark::named(word)).ok_or_else(unknown)
    }
}

impl Landmark {
    /// A landmark with a name: `key A`, `spawn Rat`, `area treasury`.
    fn named(words: &str) -> Option<Landmark> {
        let (kind, name) = words.split_once(' ').filter(|(_, name)| !name.is_empty())?;
        match kind {
            "key" => KeyName::read(name).map(|KeyName(key)| Landmark::Key(key)),
            "spawn" => Some(Landmark::Spawn(name.to_owned())),
            "area" => Some(Landmark::Area(name.to_owned())),
            _ => None,
        }
    }
}

/// A landmark in a recipe.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum Named {
    Number(u8),
    Word(String),
}

#[cfg(feature = "serde")]
impl TryFrom<Named> for Landmark {
    type Error = UnknownLandmarkError;

    fn try_from(named: Named) -> Result<Self, UnknownLandmarkError> {
        match named {
            Named::Number(number) => Ok(Landmark::Tile(Tile(number))),
            Named::Word(word) => word.parse(),
        }
    }
}

#[cfg(feature = "serde")]
impl From<Landmark> for Named {
    fn from(landmark: Landmark) -> Named {
        match landmark {
            Landmark::Tile(tile) => Named::Number(tile.0),
            Landmark::Key(key) => Named::Word(format!("key {}", KeyName(key))),
            Landmark::Spawn(name) => Named::Word(format!("spawn {name}")),
            Landmark::Area(tag) => Named::Word(format!("area {tag}")),
            other => {
                let word =
                    Landmark::ALL.into_iter().find(|(_, landmark)| *landmark == other).map_or("", |(word, _)| word);
                Named::Word(word.to_owned())
            }
        }
    }
}
