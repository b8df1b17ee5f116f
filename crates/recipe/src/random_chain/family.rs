//! The families of levels, and how likely each is at which depth.

use super::dice::{Dice, Odds};
use super::draft::Begun;
use super::{rooms, shapes};
use crate::error::{RecipeError, RecipeErrorKind};

/// The kind of level that a chain begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelFamily {
    /// Rooms with rock between them, joined by corridors.
    Rooms,
    /// Rooms wall to wall, as in a building.
    Interior,
    /// Rooms and halls made of herringbone tiles.
    Herringbone,
    /// A maze with loops.
    Maze,
    /// Rooms of all shapes, each around a random seed.
    Voronoi,
    /// Caves grown by a cellular automaton.
    Cave,
    /// Caves dug by random walkers.
    Walk,
    /// Caves grown by diffusion-limited aggregation.
    Dla,
}

mapwright_core::named! {
    LevelFamily:
    Rooms = "rooms", Interior = "interior", Herringbone = "herringbone", Maze = "maze", Voronoi = "voronoi",
    Cave = "cave", Walk = "walk", Dla = "dla",
}

impl LevelFamily {
    /// How likely it is: buildings near the surface, caves deep down. The weights of all families
    /// add up to 100 at every depth, so they are percentages.
    const fn odds(self) -> Odds {
        match self {
            LevelFamily::Rooms => Odds(36, 10),
            LevelFamily::Interior => Odds(16, 8),
            LevelFamily::Herringbone => Odds(6, 4),
            LevelFamily::Maze => Odds(6, 10),
            LevelFamily::Voronoi => Odds(8, 8),
            LevelFamily::Cave => Odds(12, 28),
            LevelFamily::Walk => Odds(8, 18),
            LevelFamily::Dla => Odds(8, 14),
        }
    }

    /// A random one of `allowed`.
    pub(super) fn roll(allowed: &[LevelFamily], dice: &mut Dice) -> LevelFamily {
        let allowed = LevelFamily::ALL.into_iter().filter(|family| allowed.contains(family));
        let all: Vec<(Odds, LevelFamily)> = allowed.map(|family| (family.odds(), family)).collect();
        match all.split_last() {
            Some((&last, others)) => dice.weighted(last, others),
            None => LevelFamily::Rooms,
        }
    }

    /// The beginning of a level of the family.
    pub(super) fn begin(self, dice: &mut Dice) -> Begun {
        match self {
            LevelFamily::Rooms => Begun::Rooms(rooms::scattered(dice)),
            LevelFamily::Interior => Begun::Rooms(rooms::interior(dice)),
            LevelFamily::Herringbone => Begun::Fragments(shapes::herringbone(dice)),
            LevelFamily::Maze => Begun::Playable(shapes::maze(dice)),
            LevelFamily::Voronoi => Begun::Fragments(shapes::voronoi(dice)),
            LevelFamily::Cave => Begun::Fragments(shapes::cave(dice)),
            LevelFamily::Walk => Begun::Playable(shapes::walk(dice)),
            LevelFamily::Dla => Begun::Playable(shapes::dla(dice)),
        }
    }
}

impl std::fmt::Display for LevelFamily {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for LevelFamily {
    type Err = RecipeError;

    /// Reads a name.
    fn from_str(name: &str) -> Result<LevelFamily, RecipeError> {
        let found = LevelFamily::ALL.into_iter().find(|family| family.name() == name);
        let known = LevelFamily::ALL.into_iter().map(LevelFamily::name);
        found.ok_or_else(|| RecipeErrorKind::unknown("family", name, known).in_recipe())
    }
}
