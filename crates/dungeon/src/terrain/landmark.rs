//! What a distance is measured from.

use std::str::FromStr;

use mapwright_core::params::{Described, Domain, Like, Shape};
use mapwright_core::{BuilderMap, Dir, Grid, Palette, Passages, Plane, Planes, Tile};
use mapwright_graph::{UNREACHED, distances, path};

use super::rules::Steps;

/// What a distance is measured from. In recipes it is a word, or a tile by name or number.
///
/// ```
/// use mapwright_core::Tile;
/// use mapwright_dungeon::Landmark;
///
/// assert_eq!("walk".parse(), Ok(Landmark::Walk));
/// assert_eq!("deep-water".parse(), Ok(Landmark::Tile(Tile::DEEP_WATER)));
/// assert!("lava".parse::<Landmark>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// All cells with this tile.
    Tile(Tile),
}

/// A word that is not a landmark.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a landmark; expected one of {}, or the name of a tile", Landmark::WORDS.join(", "))]
pub struct UnknownLandmarkError {
    /// The word.
    pub word: String,
}

mapwright_core::debug_as_display!(UnknownLandmarkError);

impl Landmark {
    const ALL: [Landmark; 9] = [
        Landmark::Start,
        Landmark::Exit,
        Landmark::Solid,
        Landmark::Doors,
        Landmark::Spawns,
        Landmark::Keys,
        Landmark::Walk,
        Landmark::Corridors,
        Landmark::Gates,
    ];
    /// The words of all landmarks that are not a single tile.
    pub const WORDS: [&'static str; 9] =
        ["start", "exit", "solid", "doors", "spawns", "keys", "walk", "corridors", "gates"];

    /// The planes that a map must have to have this landmark.
    pub(super) fn requires(self) -> Planes {
        match self {
            Landmark::Start => Plane::Start.into(),
            Landmark::Exit => Plane::Exit.into(),
            Landmark::Walk => Planes::of(&[Plane::Start, Plane::Exit]),
            Landmark::Corridors => Plane::Corridors.into(),
            Landmark::Gates => Plane::Graph.into(),
            Landmark::Solid | Landmark::Doors | Landmark::Spawns | Landmark::Keys | Landmark::Tile(_) => Planes::NONE,
        }
    }

    /// The cells of the landmark.
    fn cells(self, map: &BuilderMap, passages: &Passages) -> Vec<u32> {
        let size = map.size();
        let tiles =
            |fits: &dyn Fn(Tile) -> bool| (0..size.area()).filter(|&cell| fits(map.tiles[cell])).collect::<Vec<u32>>();
        let points = match self {
            Landmark::Solid => return tiles(&Tile::is_solid),
            Landmark::Tile(tile) => return tiles(&|other| other == tile),
            Landmark::Doors => {
                let doors = map.doors.iter().flatten().flat_map(|door| &door.cells).map(|&p| size.index(p));
                return tiles(&|tile| tile == Tile::DOOR).into_iter().chain(doors).collect();
            }
            Landmark::Start => map.start.into_iter().collect(),
            Landmark::Exit => map.exit.into_iter().collect(),
            Landmark::Spawns => map.spawns.iter().filter(|spawn| spawn.key.is_none()).map(|spawn| spawn.at).collect(),
            Landmark::Keys => map.spawns.iter().filter(|spawn| spawn.key.is_some()).map(|spawn| spawn.at).collect(),
            Landmark::Corridors => map.corridors.iter().flatten().flatten().copied().collect(),
            Landmark::Gates => {
                map.graph.iter().flat_map(|graph| &graph.joins).flat_map(|join| join.gate.iter().copied()).collect()
            }
            Landmark::Walk => match (&map.proof, map.start.zip(map.exit)) {
                (Some(proof), _) => proof.walk.clone(),
                (None, Some((start, exit))) => path(passages, start, exit).unwrap_or_default(),
                (None, None) => Vec::new(),
            },
        };
        points.into_iter().map(|p| size.index(p)).collect()
    }

    /// The steps from the landmark to each cell, [`UNREACHED`] where none lead.
    pub(super) fn distances(self, map: &BuilderMap, passages: &Passages, how: Steps) -> Grid<u32> {
        let cells = self.cells(map, passages);
        match how {
            Steps::Walk => walked(map, passages, cells),
            Steps::Straight => distances(&Passages::lattice(map.size(), map.wrap), cells),
            Steps::Diagonal => rings(&Passages::lattice(map.size(), map.wrap), cells),
        }
    }
}

/// The steps of a walk from some cells; from a solid one, the first leads to any cell beside it.
fn walked(map: &BuilderMap, passages: &Passages, cells: Vec<u32>) -> Grid<u32> {
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

/// The steps in eight directions from some cells, through anything.
fn rings(lattice: &Passages, cells: Vec<u32>) -> Grid<u32> {
    let mut steps = Grid::new(lattice.size(), UNREACHED);
    cells.iter().for_each(|&cell| steps[cell] = 0);
    let (mut queue, mut at) = (cells, 0);
    while let Some(&here) = queue.get(at) {
        at += 1;
        let beside = |dir| lattice.next(here, dir);
        let corner = |dir: Dir| lattice.next(beside(dir)?, dir.turned(1));
        for next in Dir::ALL.into_iter().flat_map(|dir| [beside(dir), corner(dir)]).flatten() {
            if steps[next] == UNREACHED {
                steps[next] = steps[here] + 1;
                queue.push(next);
            }
        }
    }
    steps
}

impl Described for Landmark {
    fn domain() -> Domain {
        let word = Like {
            expected: "one of \"start\", \"exit\", \"solid\", \"doors\", \"spawns\", \"keys\", \"walk\", \"corridors\", \"gates\"",
            shape: || Shape::Words(Landmark::WORDS.map(str::to_owned).to_vec()),
            fits: |word| Landmark::WORDS.contains(&word),
        };
        Domain::Either(vec![Domain::Like(word), Domain::Tile])
    }
}

impl FromStr for Landmark {
    type Err = UnknownLandmarkError;

    fn from_str(word: &str) -> Result<Self, UnknownLandmarkError> {
        let known = Landmark::WORDS.iter().position(|&known| known == word).map(|at| Landmark::ALL[at]);
        let tile = || Palette::default().named(word);
        let unknown = || UnknownLandmarkError { word: word.to_owned() };
        known.or_else(|| tile().map(Landmark::Tile)).ok_or_else(unknown)
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
            word => {
                let at = Landmark::ALL.iter().position(|known| *known == word);
                Named::Word(at.map_or("", |at| Landmark::WORDS[at]).to_owned())
            }
        }
    }
}
