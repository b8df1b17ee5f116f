//! The families of levels, and how likely each is at which depth.

use super::dice::{Dice, Odds};
use super::draft::Begun;
use super::{rooms, shapes};

/// What a rolled level is at heart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Rooms with rock between them, joined by corridors.
    Rooms,
    /// Rooms wall to wall, as in a building.
    Interior,
    /// Rooms and halls from herringbone tiles.
    Herringbone,
    /// A maze with loops.
    Maze,
    /// Rooms of all shapes, each around a random seed.
    Voronoi,
    /// Caves from a cellular automaton.
    Cave,
    /// Caves dug by drunkards.
    Walk,
    /// Caves that grew by particles.
    Dla,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 8] = [
        Family::Rooms,
        Family::Interior,
        Family::Herringbone,
        Family::Maze,
        Family::Voronoi,
        Family::Cave,
        Family::Walk,
        Family::Dla,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Rooms => "rooms",
            Family::Interior => "interior",
            Family::Herringbone => "herringbone",
            Family::Maze => "maze",
            Family::Voronoi => "voronoi",
            Family::Cave => "cave",
            Family::Walk => "walk",
            Family::Dla => "dla",
        }
    }

    /// How likely it is: people build near the surface, and deep down there are caves. The weights of all families
    /// add up to 100 at every depth, so they are percentages.
    const fn odds(self) -> Odds {
        match self {
            Family::Rooms => Odds(36, 10),
            Family::Interior => Odds(16, 8),
            Family::Herringbone => Odds(6, 4),
            Family::Maze => Odds(6, 10),
            Family::Voronoi => Odds(8, 8),
            Family::Cave => Odds(12, 28),
            Family::Walk => Odds(8, 18),
            Family::Dla => Odds(8, 14),
        }
    }

    /// A random one of `allowed`.
    pub(super) fn roll(allowed: &[Family], dice: &mut Dice) -> Family {
        let allowed = Family::ALL.into_iter().filter(|family| allowed.contains(family));
        let all: Vec<(Odds, Family)> = allowed.map(|family| (family.odds(), family)).collect();
        match all.split_last() {
            Some((&last, others)) => dice.weighted(last, others),
            None => Family::Rooms,
        }
    }

    /// The beginning of a level of the family.
    pub(super) fn begin(self, dice: &mut Dice) -> Begun {
        match self {
            Family::Rooms => Begun::Rooms(rooms::scattered(dice)),
            Family::Interior => Begun::Rooms(rooms::interior(dice)),
            Family::Herringbone => Begun::Ground(shapes::herringbone(dice)),
            Family::Maze => Begun::Ground(shapes::maze(dice)),
            Family::Voronoi => Begun::Ground(shapes::voronoi(dice)),
            Family::Cave => Begun::Ground(shapes::cave(dice)),
            Family::Walk => Begun::Ground(shapes::walk(dice)),
            Family::Dla => Begun::Ground(shapes::dla(dice)),
        }
    }
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Family {
    type Err = String;

    /// Reads a name; the error says which there are.
    fn from_str(name: &str) -> Result<Family, String> {
        let known = Family::ALL.map(Family::name).join(", ");
        let found = Family::ALL.into_iter().find(|family| family.name() == name);
        found.ok_or_else(|| format!("no family is called `{name}`; there are {known}"))
    }
}
