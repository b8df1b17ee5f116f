//! A chain in the making, and what is known of its map: the types that keep rolled chains valid.

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

/// A chain whose map has open cells. Nothing else is known: they may lie in many parts.
#[derive(Clone, Debug)]
pub(super) struct Parts(pub(super) Draft);

/// The same, where the largest part is enough for a level.
#[derive(Clone, Debug)]
pub(super) struct Ground(pub(super) Draft);

/// A chain whose map has rooms, and from each of them one can walk to all others.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    pub(super) draft: Draft,
    /// Whether the first room and the last lie at opposite ends of the map.
    pub(super) in_line: bool,
}

/// A chain whose map has a start and an exit in reach of it, and nothing open that is out of reach.
#[derive(Clone, Debug)]
pub(super) struct Level(pub(super) Draft);

/// What a family of levels begins with.
#[derive(Clone, Debug)]
pub(super) enum Begun {
    Rooms(Rooms),
    Parts(Parts),
    Ground(Ground),
}

impl From<Begun> for Parts {
    /// Whatever is known is forgotten.
    fn from(begun: Begun) -> Parts {
        match begun {
            Begun::Rooms(rooms) => Parts(rooms.draft),
            Begun::Parts(parts) => parts,
            Begun::Ground(ground) => Parts(ground.0),
        }
    }
}

/// What a level is before its ending.
#[derive(Clone, Debug)]
pub(super) enum Settled {
    Rooms(Rooms),
    Ground(Ground),
}

impl From<Rooms> for Ground {
    /// Joined rooms are open cells.
    fn from(rooms: Rooms) -> Ground {
        Ground(rooms.draft)
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
