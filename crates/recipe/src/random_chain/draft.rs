//! A chain under construction, and what is known about its map: the types that keep rolled chains valid.

use serde_json::Value;

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
pub(super) struct Rooms {
    pub(super) draft: Draft,
    /// Whether the first room and the last lie at opposite ends of the map.
    pub(super) in_line: bool,
}

/// A chain whose map has a start, and an exit that can be reached from it, as can every open cell.
#[derive(Clone, Debug)]
pub(super) struct Level(pub(super) Draft);

/// What a family of levels begins with.
#[derive(Clone, Debug)]
pub(super) enum Begun {
    Rooms(Rooms),
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
    Rooms(Rooms),
    Playable(Playable),
}

impl From<Rooms> for Playable {
    /// Connected rooms are one component.
    fn from(rooms: Rooms) -> Playable {
        Playable(rooms.draft)
    }
}

/// A stage with default parameters.
pub(super) fn stage(name: &str) -> StageRecipe {
    StageRecipe::new(name)
}

impl StageRecipe {
    /// The stage with one more parameter.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.params.insert(name.into(), value.into());
        self
    }
}
