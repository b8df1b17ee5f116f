//! The random chain: rolls the recipe of a level from a depth and a seed.
//!
//! The idea and the order of the stages come from the random builder in Herbert Wolverson's *Roguelike Tutorial in
//! Rust*: a random starter, then random stages that fit it, then start, exit and spawns. There the roll builds at once;
//! here it is a [`Recipe`], which can be read, kept and changed.
//!
//! Types keep every rolled recipe valid. A chain under construction has a type that says what is known about its map,
//! [`RoomsDraft`](draft::RoomsDraft), [`Fragments`](draft::Fragments) or [`Playable`](draft::Playable), and every step of a roll
//! is a function between such types. A step that needs rooms takes `RoomsDraft`; a step that may break them returns
//! `Fragments`, and there is no way back. Only the two endings make a [`LevelDraft`](draft::LevelDraft), and only a `LevelDraft`
//! becomes a recipe; `ending.rs` explains why its map can be played. So no roll has a corridor stage without rooms or
//! an exit before the start.

mod beginning;
mod draft;
mod ending;

use mapwright_core::{BuildError, BuildErrorKind, BuilderMap, MapRng, Size, Wrap};
use mapwright_dungeon::SpawnTable;

pub use self::beginning::LevelFamily;
use self::draft::{Dice, Draft, LevelDraft, Odds, Playable, Settled, stage};
use self::ending::Contents;
use crate::error::{RecipeError, RecipeErrorKind};
use crate::recipe::Recipe;

/// Rolls recipes of levels for a depth.
///
/// ```
/// use mapwright_core::Size;
/// use mapwright_recipe::{RandomChain, Recipe};
///
/// let chain = RandomChain { size: Size::new(60, 40), ..RandomChain::new(5) };
/// let recipe = chain.recipe(7)?;
/// assert_eq!(recipe.to_json().parse::<Recipe>()?, recipe);
///
/// // The recipe of the first roll that builds, and its map.
/// let (recipe, map) = chain.build(7)?;
/// assert_eq!(recipe.build(recipe.seed())?, map);
/// assert!(map.start.is_some() && map.exit.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RandomChain {
    /// The depth of the level, 1 or more. Deeper levels are more often caves, and harder. From depth 20 on, only the
    /// spawn table changes.
    pub depth: u32,
    /// The size of the map, from [`LEAST`](Self::LEAST) to [`MOST`](Self::MOST). Mazes have one column or row less
    /// where the number is even (odd on a wrapped axis).
    pub size: Size,
    /// Which borders are joined.
    pub wrap: Wrap,
    /// The families to choose from, at least one. Families that are left out give their share to the others.
    pub families: Vec<LevelFamily>,
    /// What may appear in the level. It must have an entry for the depth.
    pub table: SpawnTable,
    /// Whether to use vaults and sections, which are hand-drawn. Vaults bring their own spawns, which need not be in
    /// the table.
    pub prefabs: bool,
}

impl Default for RandomChain {
    /// A level of 80×50 cells of any family, near the surface.
    fn default() -> Self {
        RandomChain::new(1)
    }
}

impl RandomChain {
    /// A level of 80×50 cells of any family, for a depth of 1 or more.
    pub fn new(depth: u32) -> Self {
        let (families, table) = (LevelFamily::ALL.to_vec(), SpawnTable::default());
        RandomChain { depth, size: Size::new(80, 50), wrap: Wrap::None, families, table, prefabs: true }
    }

    /// The smallest level.
    pub const LEAST: Size = Size::new(12, 10);
    /// The largest level.
    pub const MOST: Size = Size::new(1000, 1000);
    /// How many rolls [`build`](Self::build) tries.
    pub const TRIES: u64 = 16;

    /// Finds what is out of range.
    ///
    /// # Errors
    ///
    /// The first parameter that is.
    pub fn check(&self) -> Result<(), BuildError> {
        if self.depth == 0 {
            return Err(BuildError::parameter("depth", 0, format_args!("1 to {}", u32::MAX)));
        }
        let within = |cells: u16, least: u16, most: u16| (least..=most).contains(&cells);
        let (least, most) = (Self::LEAST, Self::MOST);
        if !within(self.size.w, least.w, most.w) || !within(self.size.h, least.h, most.h) {
            return Err(BuildError::parameter("size", self.size, format_args!("{least} to {most}")));
        }
        if self.families.is_empty() {
            let known = LevelFamily::ALL.map(LevelFamily::name).join(", ");
            return Err(BuildError::parameter("families", "empty", format_args!("one or more of {known}")));
        }
        self.table.check_depth(self.depth)
    }

    /// The recipe of a seed, always the same one. The recipe carries the seed, so it is complete. Occasionally such a
    /// recipe fails to build; [`build`](Self::build) then rolls again.
    ///
    /// # Errors
    ///
    /// A parameter is [out of range](Self::check).
    pub fn recipe(&self, seed: u64) -> Result<Recipe, RecipeError> {
        self.checked()?;
        Ok(self.roll(seed, 0))
    }

    /// The first roll of a seed whose recipe builds a level of at least 16 open cells, and its map. Nearly always this
    /// is [`recipe`](Self::recipe). If [`TRIES`](Self::TRIES) rolls fail, it is [`plain`](Self::plain).
    ///
    /// # Errors
    ///
    /// A parameter is [out of range](Self::check).
    pub fn build(&self, seed: u64) -> Result<(Recipe, BuilderMap), RecipeError> {
        self.checked()?;
        let rolls = (0..Self::TRIES).map(|nth| self.roll(seed, nth));
        let last = std::iter::once(self.plain(seed)?);
        first_that_builds(rolls.chain(last))
    }

    /// A plain level of rooms and corridors, which always builds: the first room fits even into a map of
    /// [`LEAST`](Self::LEAST), and corridors connect all rooms, so at least the 16 cells of a room can be reached from
    /// the start, and one of them is the exit.
    ///
    /// # Errors
    ///
    /// A parameter is [out of range](Self::check).
    pub fn plain(&self, seed: u64) -> Result<Recipe, RecipeError> {
        self.checked()?;
        let rooms = stage("random-rooms").with("min_side", 4).with("tries", self.size.area() / 80 + 10);
        let playable = Playable(Draft::begin(rooms));
        let contents = Contents { prefabs: false, ..self.contents() };
        let level = ending::anywhere(playable, &contents, &mut self.dice(seed, Self::TRIES));
        Ok(self.finish(level, seed))
    }

    /// The n-th roll of a seed.
    fn roll(&self, seed: u64, nth: u64) -> Recipe {
        let mut dice = self.dice(seed, nth);
        let begun = LevelFamily::roll(&self.families, &mut dice).begin(&mut dice);
        let level = match ending::change(begun, self.prefabs, &mut dice) {
            Settled::Rooms(rooms) if dice.chance(Odds::even(75)) => {
                ending::in_rooms(rooms, &self.contents(), &mut dice)
            }
            Settled::Rooms(rooms) => ending::anywhere(rooms.into(), &self.contents(), &mut dice),
            Settled::Playable(playable) => ending::anywhere(playable, &self.contents(), &mut dice),
        };
        self.finish(level, seed)
    }

    const fn contents(&self) -> Contents<'_> {
        Contents { table: &self.table, prefabs: self.prefabs }
    }

    /// The random numbers of the n-th roll.
    fn dice(&self, seed: u64, nth: u64) -> Dice {
        Dice::new(MapRng::for_stage(seed, "random-chain", nth), self.depth, self.size, self.wrap)
    }

    fn finish(&self, LevelDraft(Draft { initial, metas }): LevelDraft, seed: u64) -> Recipe {
        let wrap = Some(self.wrap).filter(|&wrap| wrap != Wrap::None);
        Recipe { wrap, seed: Some(seed), metas, ..Recipe::new(self.size, initial) }
    }

    fn checked(&self) -> Result<(), RecipeError> {
        self.check().map_err(build_error)
    }
}

/// The first recipe that builds, or the last error. Another recipe may build where this one cannot, whatever the seed.
fn first_that_builds(recipes: impl Iterator<Item = Recipe>) -> Result<(Recipe, BuilderMap), RecipeError> {
    let mut recipes = recipes.peekable();
    let none = BuildErrorKind::GaveUp { what: "a recipe that builds", tries: 0, budget: 0 };
    let mut last = build_error(none.into());
    while let Some(recipe) = recipes.next() {
        let built = recipe.chain().and_then(|chain| chain.build(recipe.seed()).map_err(build_error));
        match built {
            Ok(map) if recipes.peek().is_none() || is_worth_playing(&map) => return Ok((recipe, map)),
            Ok(_) => {}
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Whether a level has as much room as the plain one: 16 open cells. On a small map, a cave may have only two.
fn is_worth_playing(map: &BuilderMap) -> bool {
    map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).nth(15).is_some()
}

fn build_error(error: BuildError) -> RecipeError {
    RecipeErrorKind::Build(error).in_recipe()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_that_fails_is_rolled_again() {
        let chain = RandomChain::default();
        let roll = |nth| chain.roll(7, nth);
        // No cell is open in solid rock.
        let rock = || {
            let rock = stage("cellular-automata").with("wall_chance", 1);
            Recipe { initial: rock, metas: vec![stage("start")], ..roll(0) }
        };
        let first = |recipes: Vec<Recipe>| first_that_builds(recipes.into_iter()).map(|(recipe, _)| recipe);
        assert!(first(vec![rock(), rock(), roll(2), roll(3)]).is_ok_and(|recipe| recipe == roll(2)));
        let error = first(vec![rock(), rock()]).map_err(|error| error.to_string());
        assert_eq!(error, Err("metas[0] start: the map has no free floor for a start".to_owned()));
        // A recipe that no seed could build is none to keep either.
        let wrong = || Recipe { metas: vec![stage("exit")], ..rock() };
        assert!(first(vec![wrong(), roll(1)]).is_ok_and(|recipe| recipe == roll(1)));
        let error = first(vec![rock(), wrong()]).map_err(|error| error.to_string());
        assert!(error.is_err_and(|message| message.starts_with("metas[0] exit: needs `start`")));
    }

    #[test]
    fn every_roll_of_a_seed_is_another() {
        let chain = RandomChain::default();
        let rolls: Vec<String> = (0..RandomChain::TRIES).map(|nth| chain.roll(7, nth).to_json()).collect();
        assert!((1..rolls.len()).all(|nth| !rolls[..nth].contains(&rolls[nth])));
    }
}
