//! What a stage says about itself.

use crate::{BuilderMap, Keep, Plane, Planes, Reach, Size, Stage};

/// What a stage is, needs, gives and changes.
///
/// ```
/// use mapwright_core::{Facts, Plane, Planes, Reach, Effect};
///
/// let facts = Facts::new("exit")
///     .title("The exit, far away")
///     .needs(Plane::Start)
///     .gives(Plane::Exit)
///     .effect(Effect::Keeps)
///     .also_drops(Plane::Proof)
///     .reach(Reach::BLOCK);
/// assert_eq!((facts.needs, facts.drops()), (Plane::Start.into(), Plane::Proof.into()));
/// assert!(facts.effect.opens_nothing());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The name used in recipes and messages: kebab-case.
    pub name: &'static str,
    /// The name of its random numbers: the first name that it had, so that a renamed stage makes the same maps.
    pub stream: &'static str,
    /// What it does, in a few words for pictures and pages: "Rooms by halving". Empty for none.
    pub title: &'static str,
    /// The planes a map must have before this stage. An initial builder starts from nothing, so the chain does not ask it.
    pub needs: Planes,
    /// The planes every map has after this stage.
    pub gives: Planes,
    /// What it changes of a map. An initial builder changes none; one that [`Keeps`](Effect::Keeps) hands out a map that
    /// exists, whose doors stay as they are drawn.
    pub effect: Effect,
    /// How far the stage looks, and so whether it can run in an endless world. A stage with a reach in cells draws all its
    /// numbers from [`BuildCx::cell_bits`](crate::BuildCx::cell_bits) if there is a
    /// [`BuildCx::origin`](crate::BuildCx::origin).
    pub reach: Reach,
    /// The side of the square of cells that one cell becomes in an endless world: 1, unless the stage changes the size of
    /// maps.
    pub scale: u16,
    /// The size of the map after this stage, or the largest if it depends on the map; `None` if the stage keeps the size.
    pub size: Option<Size>,
    /// The most bytes that the stage takes for each cell, beside the [bytes](crate::BuilderMap::bytes) of the map that it
    /// is given, unless it [claims more](crate::BuildCx::claim_with): what it works with, and what it adds to the map.
    /// [`BuilderMap::BYTES_PER_CELL`](crate::BuilderMap::BYTES_PER_CELL) for a stage that says nothing.
    pub memory: u64,
    /// Whether the stage leaves kept cells as they are, so that the chain has nothing to put back.
    pub spares_kept: bool,
    /// Whether the stage joins all components that can be joined.
    pub joins: bool,
    /// Whether the stage draws cells by hand, which the chain can [keep](crate::BuilderChain::keep_drawn).
    pub draws: bool,
    /// How much of what it draws the chain keeps.
    pub(crate) keeps_drawn: Keep,
    /// Why the stage cannot work on a map with kept cells, if it cannot.
    pub refuses_kept: Option<&'static str>,
    /// Planes that `effect` makes stale, and that this stage keeps.
    kept: Planes,
    /// Planes that this stage drops, and `effect` does not.
    dropped: Planes,
}

/// What a stage changes of a map: so which planes become stale, and what a search may rely on.
///
/// A stage that does not dig or remake keeps the size of the map, and its start and exit unless it gives or drops them. A
/// stage that keeps all ways also keeps the number of rooms, and the flow unless it gives or drops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// All ways stay as they are: the stage reads the map, or marks cells. Nothing becomes stale.
    Keeps,
    /// Ways are only gained. The [derived planes](Planes::DERIVED) become stale.
    Opens,
    /// Ways are only lost. The derived planes become stale.
    Closes,
    /// Anything may happen to the ways. The derived planes become stale.
    #[default]
    Digs,
    /// The map is made anew. All planes but layers and kept cells become stale.
    Remakes,
}

impl Effect {
    /// Whether no solid cell becomes open, and no two cells become neighbors.
    pub const fn opens_nothing(self) -> bool {
        matches!(self, Effect::Keeps | Effect::Closes)
    }

    /// Whether no open cell becomes solid, and all neighbors stay neighbors.
    pub const fn closes_nothing(self) -> bool {
        matches!(self, Effect::Keeps | Effect::Opens)
    }

    /// The planes that become stale.
    const fn stale(self) -> Planes {
        match self {
            Effect::Keeps => Planes::NONE,
            Effect::Opens | Effect::Closes | Effect::Digs => Planes::DERIVED,
            Effect::Remakes => Planes::ALL.minus(Planes::of(&[Plane::Layers, Plane::Kept])),
        }
    }
}

impl Facts {
    /// Returns the stage of a chain with this index.
    pub(crate) fn stage(&self, index: usize) -> Stage {
        Stage { index, name: self.name, title: self.title }
    }

    /// A stage that digs. It needs and gives nothing, and cannot run in an endless world.
    pub const fn new(name: &'static str) -> Self {
        let (none, reach) = (Planes::NONE, Reach::UNDECLARED);
        let (effect, memory) = (Effect::Digs, BuilderMap::BYTES_PER_CELL);
        let (needs, gives, kept, dropped) = (none, none, none, none);
        Facts {
            name,
            stream: name,
            title: "",
            needs,
            gives,
            effect,
            reach,
            scale: 1,
            size: None,
            memory,
            spares_kept: false,
            joins: false,
            draws: false,
            keeps_drawn: Keep::Free,
            refuses_kept: None,
            kept,
            dropped,
        }
    }

    /// Draws its random numbers from the stream of this name, which the stage had before.
    #[must_use]
    pub const fn stream(mut self, name: &'static str) -> Self {
        self.stream = name;
        self
    }

    /// Has this title, in sentence case and without a full stop.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// Needs these planes, too.
    #[must_use]
    pub fn needs(mut self, planes: impl Into<Planes>) -> Self {
        self.needs = self.needs.union(planes.into());
        self
    }

    /// Gives these planes, too.
    #[must_use]
    pub fn gives(mut self, planes: impl Into<Planes>) -> Self {
        self.gives = self.gives.union(planes.into());
        self
    }

    /// Changes this much.
    #[must_use]
    pub const fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Keeps these planes, too, although others that change as much make them stale.
    #[must_use]
    pub fn keeps(mut self, planes: impl Into<Planes>) -> Self {
        self.kept = self.kept.union(planes.into());
        self
    }

    /// May drop these planes, too, although others that change as much keep them.
    #[must_use]
    pub fn also_drops(mut self, planes: impl Into<Planes>) -> Self {
        self.dropped = self.dropped.union(planes.into());
        self
    }

    /// Looks this far.
    #[must_use]
    pub const fn reach(mut self, reach: Reach) -> Self {
        self.reach = reach;
        self
    }

    /// Makes each cell a square with this side.
    #[must_use]
    pub const fn scale(mut self, scale: u16) -> Self {
        self.scale = scale;
        self
    }

    /// Sets the size of the map after this stage, or the largest if it depends on the map.
    #[must_use]
    pub const fn size(mut self, size: Size) -> Self {
        self.size = Some(size);
        self
    }

    /// Sets the most bytes that the stage takes for each cell, beside the map that it is given.
    #[must_use]
    pub const fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Leaves [kept cells](crate::Keep) as they are by itself.
    #[must_use]
    pub const fn spares_kept(mut self) -> Self {
        self.spares_kept = true;
        self
    }

    /// Joins all components of the map that can be joined.
    #[must_use]
    pub const fn joins(mut self) -> Self {
        self.joins = true;
        self
    }

    /// Tells the [context](crate::BuildCx::draws) which cells it draws by hand.
    #[must_use]
    pub const fn draws(mut self) -> Self {
        self.draws = true;
        self
    }

    /// Refuses maps with [kept cells](crate::Keep), for this reason.
    #[must_use]
    pub const fn refuses_kept(mut self, why: &'static str) -> Self {
        self.refuses_kept = Some(why);
        self
    }

    /// The planes that the stage may drop because it makes them stale.
    pub const fn drops(&self) -> Planes {
        self.effect.stale().minus(self.kept).union(self.dropped)
    }

    /// The planes that every map has after the stage, if it had those of `before`.
    #[must_use]
    pub fn after(&self, before: Planes) -> Planes {
        let drawn = if self.keeps_drawn > Keep::Free { Plane::Kept.into() } else { Planes::NONE };
        before.minus(self.drops()).union(self.gives).union(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_follows_from_what_is_touched() {
        let facts = |effect| Facts::new("x").effect(effect);
        assert_eq!(facts(Effect::Keeps).drops(), Planes::NONE);
        for effect in [Effect::Opens, Effect::Closes, Effect::Digs] {
            assert_eq!(facts(effect).drops(), Planes::DERIVED);
        }
        assert_eq!(Planes::ALL.minus(facts(Effect::Remakes).drops()), Planes::of(&[Plane::Layers, Plane::Kept]));
        let odd = Facts::new("x").keeps(Plane::Doors).keeps(Plane::Graph).also_drops([Plane::Rooms, Plane::Exit]);
        let dropped = Planes::of(&[Plane::Solution, Plane::Flow, Plane::Rooms, Plane::Exit, Plane::Proof]);
        assert_eq!(odd.drops(), dropped);
        assert_eq!(odd.gives(Plane::Exit).after(Planes::ALL), Planes::ALL.minus(dropped).union(Plane::Exit.into()));
    }

    #[test]
    fn only_those_that_open_nothing_and_close_nothing_keep_all_ways() {
        let promises = |effect: Effect| (effect.opens_nothing(), effect.closes_nothing());
        assert_eq!(promises(Effect::Keeps), (true, true));
        assert_eq!(promises(Effect::Opens), (false, true));
        assert_eq!(promises(Effect::Closes), (true, false));
        assert_eq!([Effect::Digs, Effect::Remakes].map(promises), [(false, false); 2]);
    }
}
