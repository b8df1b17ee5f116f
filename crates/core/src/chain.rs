//! The builder chain: one initial builder, then any number of meta builders.

use std::ops::Range;

use crate::{BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, History, InitialMapBuilder, MetaMapBuilder};
use crate::{Plane, Planes, Size, Stage, Wrap};

/// A recipe in code: what to build, in which order, and at which size.
///
/// ```
/// use mapwright_core::{Builder, BuildCx, BuildError, BuilderChain, BuilderMap, InitialMapBuilder, Size, Tile};
///
/// #[derive(Debug)]
/// struct Meadow;
///
/// impl Builder for Meadow {
///     fn name(&self) -> &'static str {
///         "meadow"
///     }
/// }
///
/// impl InitialMapBuilder for Meadow {
///     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
///         cx.new_map(size, Tile::GRASS)
///     }
/// }
///
/// let map = BuilderChain::start_with(Size::new(9, 5), Meadow).build(7)?;
/// assert_eq!(map.size(), Size::new(9, 5));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Debug)]
pub struct BuilderChain {
    size: Size,
    wrap: Wrap,
    memory_limit: u64,
    initial: Box<dyn InitialMapBuilder>,
    metas: Vec<Box<dyn MetaMapBuilder>>,
}

impl BuilderChain {
    /// A chain that begins with `initial` and a map of `size`. If the type of the builder is known only at run time,
    /// use a `Box<dyn InitialMapBuilder>`, which is a builder too.
    pub fn start_with(size: Size, initial: impl InitialMapBuilder + 'static) -> Self {
        let (wrap, memory_limit) = (Wrap::None, BuildCx::MEMORY_LIMIT);
        BuilderChain { size, wrap, memory_limit, initial: Box::new(initial), metas: Vec::new() }
    }

    /// Adds a stage at the end.
    #[must_use]
    pub fn with(mut self, meta: impl MetaMapBuilder + 'static) -> Self {
        self.metas.push(Box::new(meta));
        self
    }

    /// Joins borders of the map.
    #[must_use]
    pub fn wrap(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self
    }

    /// Sets the most memory of one build, in bytes. The default is [`BuildCx::MEMORY_LIMIT`].
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// The size of the map that the chain begins with.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stages in order, the initial builder first.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        let metas = self.metas.iter().map(|meta| meta.name());
        let names = std::iter::once(self.initial.name()).chain(metas);
        names.enumerate().map(|(index, name)| Stage { index, name })
    }

    /// The most memory that a build may use, in bytes.
    pub const fn most_memory(&self) -> u64 {
        self.memory_limit
    }

    /// Which borders of the map are joined.
    pub const fn wraps(&self) -> Wrap {
        self.wrap
    }

    /// The stages, the initial builder first.
    pub fn builders(&self) -> impl Iterator<Item = &dyn Builder> {
        let metas = self.metas.iter().map(|meta| &**meta as &dyn Builder);
        std::iter::once(&*self.initial as &dyn Builder).chain(metas)
    }

    /// Runs the initial builder on a window of an endless world with its top left cell at `place`; see
    /// [`Reach`](crate::Reach) for how large it must be.
    pub fn start_window(&self, seed: u64, place: (i64, i64), size: Size) -> Result<BuilderMap, BuildError> {
        let stage = Stage { index: 0, name: self.initial.name() };
        let mut cx = self.cx(seed, stage, None).placed(place, self.size);
        let map = cx.claim(size.w.into(), size.h.into()).and_then(|size| self.initial.build(size, &mut cx));
        map.and_then(|map| map.sound().map(|()| map)).map_err(|error| error.in_stage(stage))
    }

    /// Runs the stage with this index on a window of an endless world with blocks of this size. The window's top left cell
    /// is at `place`. Index 0, the initial builder, and indices past the last stage change nothing.
    pub fn continue_window(
        &self,
        index: usize,
        seed: u64,
        (place, block): ((i64, i64), Size),
        map: &mut BuilderMap,
    ) -> Result<(), BuildError> {
        let Some(meta) = index.checked_sub(1).and_then(|index| self.metas.get(index)) else { return Ok(()) };
        let stage = Stage { index, name: meta.name() };
        let mut cx = self.cx(seed, stage, None).placed(place, block);
        meta.apply(map, &mut cx).and_then(|()| map.sound()).map_err(|error| error.in_stage(stage))
    }

    /// Finds what would fail whatever the seed, before any work: a size that cannot be built, a
    /// parameter out of range, a plane that a stage needs and no earlier stage provides.
    pub fn check(&self) -> Result<(), BuildError> {
        let initial = Stage { index: 0, name: self.initial.name() };
        let claim = self.cx(0, initial, None).claim(self.size.w.into(), self.size.h.into());
        claim.and_then(|size| self.initial.check(size)).map_err(|error| error.in_stage(initial))?;
        let mut planes = self.initial.provides();
        for (meta, stage) in self.metas.iter().zip(self.stages().skip(1)) {
            meta.check().map_err(|error| error.in_stage(stage))?;
            if let Some(plane) = meta.requires().minus(planes).first() {
                return Err(BuildError::missing(plane).in_stage(stage));
            }
            planes = after(&**meta, planes);
        }
        Ok(())
    }

    /// What is probably a mistake in a chain that can be built, each with its stage.
    pub fn warnings(&self) -> Vec<(Stage, String)> {
        let metas = self.metas.iter().map(|meta| meta.warnings(self.size));
        let all = std::iter::once(self.initial.warnings(self.size)).chain(metas);
        let with_stage = |(stage, texts): (Stage, Vec<String>)| texts.into_iter().map(move |text| (stage, text));
        self.stages().zip(all).flat_map(with_stage).chain(self.lost_doors()).collect()
    }

    /// Warns of stages that drop doors which an earlier stage placed: keys would outlive their locks.
    fn lost_doors(&self) -> impl Iterator<Item = (Stage, String)> {
        let mut placed: Option<Stage> = None;
        let metas = self.metas.iter().zip(self.stages().skip(1));
        metas.filter_map(move |(meta, stage)| {
            let lost = placed.take_if(|_| meta.clears().contains(Plane::Doors));
            placed = if meta.provides().contains(Plane::Doors) { Some(stage) } else { placed };
            let text = |by: Stage| {
                format!("drops the doors of {by}, and leaves the keys if they have locks; put it before that stage")
            };
            lost.map(|by| (stage, text(by)))
        })
    }

    /// Builds the map of a seed: the same map every time, on every machine.
    pub fn build(&self, seed: u64) -> Result<BuilderMap, BuildError> {
        self.run(seed, None, &mut |_, _| true)
    }

    /// Builds the map of a seed and records how. What `history` held before is dropped; after an error
    /// it holds what was built until then.
    pub fn build_recorded(&self, seed: u64, history: &mut History) -> Result<BuilderMap, BuildError> {
        self.build_observed(seed, Some(history), &mut |_, _| ())
    }

    /// Builds the map of a seed and shows it to `observe` as each stage leaves it: for progress and timings. With a
    /// `history`, the build is recorded too.
    ///
    /// ```
    /// # use mapwright_core::{Builder, BuildCx, BuildError, BuilderChain, BuilderMap, InitialMapBuilder, Size, Tile};
    /// # #[derive(Debug)]
    /// # struct Meadow;
    /// # impl Builder for Meadow {
    /// #     fn name(&self) -> &'static str { "meadow" }
    /// # }
    /// # impl InitialMapBuilder for Meadow {
    /// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    /// #         cx.new_map(size, Tile::GRASS)
    /// #     }
    /// # }
    /// let chain = BuilderChain::start_with(Size::new(9, 5), Meadow);
    /// let mut done = Vec::new();
    /// chain.build_observed(7, None, &mut |stage, map| done.push((stage.name, map.size())))?;
    /// assert_eq!(done, [("meadow", Size::new(9, 5))]);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn build_observed(
        &self,
        seed: u64,
        history: Option<&mut History>,
        observe: &mut dyn FnMut(Stage, &BuilderMap),
    ) -> Result<BuilderMap, BuildError> {
        let mut observe = |stage, map: &BuilderMap| {
            observe(stage, map);
            true
        };
        let Some(history) = history else { return self.run(seed, None, &mut observe) };
        history.begin();
        let map = self.run(seed, Some(history), &mut observe);
        history.finish();
        map
    }

    /// Builds the map of a seed as long as `goes_on` wants to, which sees the map as each stage leaves it; `None` if it
    /// stopped. For searches that can tell early that a map is not what they look for.
    pub fn build_while(
        &self,
        seed: u64,
        goes_on: &mut dyn FnMut(Stage, &BuilderMap) -> bool,
    ) -> Result<Option<BuilderMap>, BuildError> {
        let mut stopped = false;
        let map = self.run(seed, None, &mut |stage, map| {
            stopped = !goes_on(stage, map);
            !stopped
        })?;
        Ok((!stopped).then_some(map))
    }

    /// Tries up to `tries` seeds from `first` and returns the first that builds, with its map. If none builds, returns
    /// the last error; an error that no other seed can avoid is returned at once.
    pub fn build_first_ok(&self, first: u64, tries: u64) -> Result<(u64, BuilderMap), BuildError> {
        let none = BuildErrorKind::GaveUp { what: "a seed that builds", tries: 0, budget: tries };
        let mut last = BuildError::from(none);
        for seed in (0..tries).map(|i| first.wrapping_add(i)) {
            match self.build(seed) {
                Ok(map) => return Ok((seed, map)),
                Err(error) if !error.is_retryable() => return Err(error),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Builds every seed of a range, in order. With the feature `parallel` it uses all cores and builds the same maps.
    pub fn build_many(&self, seeds: Range<u64>) -> Vec<Result<BuilderMap, BuildError>> {
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            seeds.into_par_iter().map(|seed| self.build(seed)).collect()
        }
        #[cfg(not(feature = "parallel"))]
        seeds.map(|seed| self.build(seed)).collect()
    }

    /// Runs all stages, or those until `goes_on` wants no more.
    fn run(
        &self,
        seed: u64,
        mut history: Option<&mut History>,
        goes_on: &mut dyn FnMut(Stage, &BuilderMap) -> bool,
    ) -> Result<BuilderMap, BuildError> {
        self.check()?;
        let stages: Vec<Stage> = self.stages().collect();
        let mut planes = self.initial.provides();
        let mut map = self
            .initial
            .build(self.size, &mut self.cx(seed, stages[0], begin(&mut history, stages[0])))
            .and_then(|map| sound(&map, planes).map(|()| map))
            .map_err(|error| error.in_stage(stages[0]))?;
        end(&mut history, &map);
        if !goes_on(stages[0], &map) {
            return Ok(map);
        }
        for (meta, &stage) in self.metas.iter().zip(&stages[1..]) {
            planes = after(&**meta, planes);
            meta.apply(&mut map, &mut self.cx(seed, stage, begin(&mut history, stage)))
                .and_then(|()| sound(&map, planes))
                .map_err(|error| error.in_stage(stage))?;
            end(&mut history, &map);
            if !goes_on(stage, &map) {
                break;
            }
        }
        Ok(map)
    }

    fn cx<'a>(&self, seed: u64, stage: Stage, history: Option<&'a mut History>) -> BuildCx<'a> {
        let namesakes = self.stages().take(stage.index).filter(|earlier| earlier.name == stage.name);
        BuildCx::new(seed, stage.name, namesakes.count() as u64).within(self.wrap, self.memory_limit, history)
    }
}

/// The planes that every map has after `meta`.
fn after(meta: &dyn MetaMapBuilder, before: Planes) -> Planes {
    before.minus(meta.clears()).union(meta.provides())
}

/// Checks that later stages can rely on the map that a stage left.
fn sound(map: &BuilderMap, promised: Planes) -> Result<(), BuildError> {
    let missing = promised.minus(map.planes()).first().map(|plane| format!("`{plane}` was promised and is missing"));
    match missing {
        Some(why) => Err(BuildErrorKind::BrokenInvariant { why }.into()),
        None => map.sound(),
    }
}

fn begin<'a>(history: &'a mut Option<&mut History>, stage: Stage) -> Option<&'a mut History> {
    let history = history.as_deref_mut()?;
    history.begin_stage(stage);
    Some(history)
}

fn end(history: &mut Option<&mut History>, map: &BuilderMap) {
    if let Some(history) = history {
        history.end_stage(map);
    }
}
