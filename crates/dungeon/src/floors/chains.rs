//! Floors made by chains of their own, one above the other.

use std::ops::ControlFlow;
use std::sync::Arc;

use mapwright_core::params::{Described, Schema};
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderChain, BuilderMap, Facts, InitialMapBuilder, Keep,
    MetaMapBuilder, Plane, Planes, Progress, Reach, Size, Wrap, mix,
};

/// Builds floors, each with a chain of its own, and puts them one above the other.
///
/// Builds floors of the size of the recipe, each with a chain of its own, and puts them one above the other with a row of wall
/// between two. Only portals lead from floor to floor; the stage `stairs` places them. Each floor has its own seed, so editing
/// one changes no other.
///
/// A start stays if it is on the first floor. The level as a whole has one exit, so those of floors are dropped, and its
/// locks cross floors: a chain that locks doors is refused.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{BspDungeon, CellularAutomata, FloorChain, Floors, JoinComponents};
///
/// let rooms = FloorChain::new(2, BspDungeon::default());
/// let caves = FloorChain::new(1, CellularAutomata::default()).with(JoinComponents::default());
/// let map = BuilderChain::start_with(Size::new(60, 40), Floors { floors: vec![rooms, caves] }).build(7)?;
/// assert_eq!((map.floors, map.size()), (Some(3), Size::new(60, 122)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Floors {
    /// The floors, from the top.
    pub floors: Vec<FloorChain>,
}

/// Some floors that are built alike.
#[derive(Clone, Debug)]
pub struct FloorChain {
    /// How many.
    pub count: u16,
    /// The stage that makes each of them.
    pub initial: Arc<dyn InitialMapBuilder>,
    /// The stages that change it.
    pub metas: Vec<Arc<dyn MetaMapBuilder>>,
    /// A map with the cells of each that are [kept](BuilderChain::keep).
    pub kept: Option<Arc<BuilderMap>>,
    /// The stages of which something drawn is [kept](BuilderChain::keep_drawn).
    pub keeps_drawn: Vec<(String, Keep)>,
}

impl FloorChain {
    /// Floors that a stage makes.
    pub fn new(count: u16, initial: impl InitialMapBuilder + 'static) -> Self {
        let (initial, metas) = (Arc::new(initial), Vec::new());
        FloorChain { count, initial, metas, kept: None, keeps_drawn: Vec::new() }
    }

    /// Adds a stage at the end.
    #[must_use]
    pub fn with(mut self, meta: impl MetaMapBuilder + 'static) -> Self {
        self.metas.push(Arc::new(meta));
        self
    }

    fn chain(&self, size: Size, wrap: Wrap) -> BuilderChain {
        let chain = BuilderChain::start_with(size, self.initial.clone()).wrap(wrap);
        let chain = self.metas.iter().fold(chain, |chain, meta| chain.with(meta.clone()));
        let drawn = self.keeps_drawn.iter().cloned();
        let chain = drawn.fold(chain, |chain, (stage, level)| chain.keep_drawn(stage, level));
        match &self.kept {
            Some(kept) => chain.keep((**kept).clone()),
            None => chain,
        }
    }

    /// The planes that each of them has.
    fn planes(&self, size: Size) -> Planes {
        let first = self.initial.facts(size).gives;
        self.metas.iter().fold(first, |planes, meta| meta.facts(size).after(planes))
    }
}

/// Code gives it the chains; a recipe has them as stages.
impl Described for Floors {
    fn schema() -> Schema {
        Schema::Object("Floors", "Builds floors, each with a chain of its own, and puts them one above the other.", &[])
    }
}

/// The planes that belong to one floor alone, and to no level of several.
const OWN: Planes = Planes::of(&[Plane::Exit, Plane::Flow, Plane::Graph, Plane::Proof]);

impl Floors {
    fn count(&self) -> u64 {
        self.floors.iter().map(|chain| u64::from(chain.count)).sum()
    }

    /// The rows of the map: those of all floors, and one between two.
    fn rows(&self, size: Size) -> u64 {
        (self.count() * (u64::from(size.h) + 1)).saturating_sub(1)
    }
}

impl Builder for Floors {
    fn facts(&self, size: Size) -> Facts {
        // Each chain is asked once: one that had floors itself would be asked twice as often with each level.
        let of_chains: Vec<Planes> = self.floors.iter().map(|chain| chain.planes(size)).collect();
        let start = of_chains.first().is_some_and(|planes| planes.contains(Plane::Start));
        let planes = of_chains.into_iter().fold(Planes::NONE, Planes::union).minus(OWN.union(Plane::Start.into()));
        let rows = u16::try_from(self.rows(size)).unwrap_or(u16::MAX);
        Facts::new("floors")
            .memory(10)
            .title("Floors")
            .size(Size::new(size.w, rows))
            .gives(planes.union(if start { Plane::Start.into() } else { Planes::NONE }))
            .gives(Plane::Floors)
            .refuses_kept("each floor has a chain of its own, which may keep cells")
            .reach(Reach::Global("a world has no floors"))
    }
}

impl InitialMapBuilder for Floors {
    fn check(&self, size: Size) -> Result<(), BuildError> {
        let (count, rows) = (self.count(), self.rows(size));
        if let Some(nth) = self.floors.iter().position(|chain| chain.count == 0) {
            return Err(BuildError::parameter("floors.count", format!("0 in floors[{nth}]"), "1 to 65535"));
        }
        if count == 0 || rows > u64::from(u16::MAX) {
            let expected = format!("1 or more floors, which with {} rows each take at most 65535", size.h);
            return Err(BuildError::parameter("floors", format!("a list of {count} floors, {rows} rows"), expected));
        }
        for (nth, chain) in self.floors.iter().enumerate() {
            if chain.initial.name() == "floors" {
                return Err(BuildError::impossible(format!("floors[{nth}]: a floor has no floors itself")));
            }
            chain.chain(size, Wrap::None).check().map_err(|error| within(&format!("floors[{nth}]"), error))?;
        }
        Ok(())
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        let chains = self.floors.iter().enumerate();
        let all = chains.flat_map(|(nth, chain)| {
            let warnings = chain.chain(size, Wrap::None).warnings().into_iter();
            warnings.map(move |(stage, text)| format!("floors[{nth}]: {stage}: {text}"))
        });
        all.collect()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        if cx.wrap.y() {
            let why = format!("floors do not wrap from top to bottom: `wrap` is {}; expected none or x", cx.wrap);
            return Err(BuildError::impossible(why));
        }
        cx.claim(size.w.into(), u32::try_from(self.rows(size)).unwrap_or(u32::MAX))?;
        let mut maps: Vec<BuilderMap> = Vec::new();
        for floors in &self.floors {
            let chain = floors.chain(size, cx.wrap).memory_limit(cx.memory_limit());
            for _ in 0..floors.count {
                maps.push(one(&chain, maps.len() as u16, cx)?);
            }
        }
        BuilderMap::stack(maps)
    }
}

/// The floor of a chain.
fn one(chain: &BuilderChain, floor: u16, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    let seed = mix(cx.seed, floor.into());
    let observe = &mut |progress: Progress<'_>| match progress {
        Progress::Working(_) if cx.keep_going().is_err() => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let mut map = chain.build_with(seed, observe).map_err(|error| within(&format!("floor {floor}"), error))?;
    if map.size() != chain.size() {
        let (found, size) = (map.size(), chain.size());
        return Err(BuildError::impossible(format!("floor {floor} grew to {found}; expected {size}, as it began")));
    }
    let is_locked = map.doors.iter().flatten().any(|door| door.lock.is_some());
    if is_locked || map.spawns.iter().any(|spawn| spawn.key.is_some()) {
        let why = format!("floor {floor} has locks or keys; lock the level as a whole, after `stairs`");
        return Err(BuildError::impossible(why));
    }
    map.clear(OWN);
    if floor > 0 {
        map.start = None;
    }
    Ok(map)
}

/// An error in the chain of a floor.
fn within(place: &str, error: BuildError) -> BuildError {
    let why = format!("{place}: {error}");
    match error.kind {
        BuildErrorKind::Stopped => BuildErrorKind::Stopped.into(),
        _ if error.is_retryable() => BuildError::contradiction(None, why),
        _ => BuildError::impossible(why),
    }
}
