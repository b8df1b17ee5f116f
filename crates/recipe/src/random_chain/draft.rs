//! A chain under construction, and what is known about its map: the types that keep rolled chains valid. And the dice that
//! decide on it, with odds that may change with the depth.

use mapwright_core::{MapRng, Size, Wrap};

use crate::StageRecipe;

/// A chain so far.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) initial: StageRecipe,
    pub(super) metas: Vec<StageRecipe>,
}

impl Draft {
    pub(super) const fn begin(initial: StageRecipe) -> Self {
        Draft { initial, metas: Vec::new() }
    }

    /// The chain with one more stage.
    pub(super) fn then(mut self, meta: StageRecipe) -> Self {
        self.metas.push(meta);
        self
    }

    /// The chain with one more stage, or as it is.
    pub(super) fn then_maybe(self, meta: Option<StageRecipe>) -> Self {
        match meta {
            Some(meta) => self.then(meta),
            None => self,
        }
    }
}

/// A chain whose map has open cells, perhaps in many components.
#[derive(Clone, Debug)]
pub(super) struct Fragments(pub(super) Draft);

/// A chain whose map has a component large enough for a level.
#[derive(Clone, Debug)]
pub(super) struct Playable(pub(super) Draft);

/// A chain whose map has rooms, all connected.
#[derive(Clone, Debug)]
pub(super) struct RoomsDraft {
    pub(super) draft: Draft,
    /// Whether the first room and the last lie at opposite ends of the map.
    pub(super) in_line: bool,
    /// Whether it has corridors, in which things may appear.
    pub(super) has_corridors: bool,
}

/// A chain whose map has a start, and an exit that can be reached from it, as can every open cell.
#[derive(Clone, Debug)]
pub(super) struct LevelDraft(pub(super) Draft);

/// What a family of levels begins with.
#[derive(Clone, Debug)]
pub(super) enum Begun {
    Rooms(RoomsDraft),
    Fragments(Fragments),
    Playable(Playable),
}

impl From<Begun> for Fragments {
    /// Forgets what is known about the map.
    fn from(begun: Begun) -> Fragments {
        match begun {
            Begun::Rooms(rooms) => Fragments(rooms.draft),
            Begun::Fragments(fragments) => fragments,
            Begun::Playable(playable) => Fragments(playable.0),
        }
    }
}

/// A level before its ending.
#[derive(Clone, Debug)]
pub(super) enum Settled {
    Rooms(RoomsDraft),
    Playable(Playable),
}

impl From<RoomsDraft> for Playable {
    /// Connected rooms are one component.
    fn from(rooms: RoomsDraft) -> Playable {
        Playable(rooms.draft)
    }
}

/// A stage with default parameters.
pub(super) fn stage(name: &str) -> StageRecipe {
    StageRecipe::new(name)
}

/// A weight or a percentage that changes linearly from one value at depth 1 to another at depth 20, and stays there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds(pub(super) u32, pub(super) u32);

impl Odds {
    /// The depth from which on nothing changes.
    pub(super) const DEEP: u32 = 20;
    /// The denominator of [`at`](Self::at).
    pub(super) const PARTS: u32 = Odds::DEEP - 1;

    /// The same at all depths.
    pub(super) const fn even(value: u32) -> Self {
        Odds(value, value)
    }

    /// The value at a depth, in 19ths: integers, so that every machine rolls the same.
    pub(super) const fn at(self, depth: u32) -> u32 {
        let down = if depth < Odds::DEEP { depth.saturating_sub(1) } else { Odds::PARTS };
        self.0 * (Odds::PARTS - down) + self.1 * down
    }
}

/// The random numbers of a roll, and what the odds depend on.
#[derive(Debug)]
pub(super) struct Dice {
    rng: MapRng,
    pub(super) depth: u32,
    pub(super) size: Size,
    pub(super) wrap: Wrap,
}

impl Dice {
    pub(super) const fn new(rng: MapRng, depth: u32, size: Size, wrap: Wrap) -> Self {
        Dice { rng, depth, size, wrap }
    }

    /// True with a probability in percent.
    pub(super) fn chance(&mut self, percent: Odds) -> bool {
        self.rng.below(100 * Odds::PARTS) < percent.at(self.depth)
    }

    /// One of some items, with probabilities in proportion to their weights; `last` if none weighs anything.
    pub(super) fn weighted<T: Copy>(&mut self, last: (Odds, T), others: &[(Odds, T)]) -> T {
        let weight = |&(odds, _): &(Odds, T)| odds.at(self.depth);
        let mut drawn = self.rng.below(others.iter().map(weight).sum::<u32>() + weight(&last));
        for &(odds, item) in others {
            match drawn.checked_sub(odds.at(self.depth)) {
                Some(left) => drawn = left,
                None => return item,
            }
        }
        last.1
    }

    /// One of some items, uniformly.
    pub(super) fn one_of<T: Copy, const N: usize>(&mut self, items: [T; N]) -> T {
        const { assert!(N > 0) };
        items[self.rng.below(N as u32) as usize]
    }

    /// A number from `low` to `high`, uniformly.
    pub(super) fn range(&mut self, low: u32, high: u32) -> u32 {
        self.rng.range(low, high)
    }
}
