//! The builder chain: one initial builder, then any number of meta builders.

mod kept;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
#[cfg(feature = "parallel")]
use std::sync::atomic::{AtomicU64, Ordering};

use self::kept::{check_stage, keep_drawn};
use crate::keep::{Held, kept_doors};
use crate::progress::{BuildOptions, Observer, Progress, Watched};
use crate::{BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder};
use crate::{Effect, Keep, Plane, Planes, Point, Size, Stage, Wrap, mix};

/// A recipe in code: what to build, in which order, and at which size.
///
/// ```
/// use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, InitialMapBuilder, Size, Tile};
///
/// #[derive(Debug)]
/// struct Meadow;
///
/// impl Builder for Meadow {
///     fn facts(&self, _: Size) -> Facts {
///         Facts::new("meadow")
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
#[derive(Clone, Debug)]
pub struct BuilderChain {
    size: Size,
    wrap: Wrap,
    memory_limit: u64,
    /// The map whose kept cells are there before the first stage.
    base: Option<Arc<BuilderMap>>,
    initial: Arc<dyn InitialMapBuilder>,
    metas: Vec<Arc<dyn MetaMapBuilder>>,
    /// Stages with other numbers, by name.
    reseeded: BTreeMap<String, u64>,
    /// How much of what stages draw is kept, by their names.
    keeps_drawn: BTreeMap<String, Keep>,
}

impl BuilderChain {
    /// A chain that begins with `initial` and a map of `size`. If the type of the builder is known only at run time,
    /// use a `Box<dyn InitialMapBuilder>`, which is a builder too.
    pub fn start_with(size: Size, initial: impl InitialMapBuilder + 'static) -> Self {
        let (wrap, memory_limit) = (Wrap::None, BuildCx::MEMORY_LIMIT);
        let (metas, reseeded, keeps_drawn) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let initial = Arc::new(initial);
        BuilderChain { size, wrap, memory_limit, base: None, initial, metas, reseeded, keeps_drawn }
    }

    /// Adds a stage at the end.
    #[must_use]
    pub fn with(mut self, meta: impl MetaMapBuilder + 'static) -> Self {
        self.metas.push(Arc::new(meta));
        self
    }

    /// Draws the stages of this name anew, and all others as before: other monsters in the same rooms. Each `seed` draws them
    /// in another way; the last one counts. A place before the name, as in `metas[1] spawns`, means that stage alone.
    ///
    /// ```
    /// # use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Size, Tile};
    /// # #[derive(Debug)]
    /// # struct Dice(&'static str);
    /// # impl Builder for Dice {
    /// #     fn facts(&self, _: Size) -> Facts { Facts::new(self.0) }
    /// # }
    /// # impl InitialMapBuilder for Dice {
    /// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    /// #         let mut map = cx.new_map(size, Tile::GRASS)?;
    /// #         map.tiles[0] = Tile(cx.rng.below(1 << 7) as u8);
    /// #         Ok(map)
    /// #     }
    /// # }
    /// # impl MetaMapBuilder for Dice {
    /// #     fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    /// #         map.tiles[1] = Tile(cx.rng.below(1 << 7) as u8);
    /// #         Ok(())
    /// #     }
    /// # }
    /// # let (rooms, monsters) = (Dice("rooms"), Dice("monsters"));
    /// let chain = BuilderChain::start_with(Size::new(9, 5), rooms).with(monsters);
    /// let (map, other) = (chain.build(7)?, chain.clone().reseed("monsters", 1).build(7)?);
    /// assert!(map.tiles[0] == other.tiles[0] && map.tiles[1] != other.tiles[1]);
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn reseed(mut self, stage: impl Into<String>, seed: u64) -> Self {
        self.reseeded.insert(stage.into(), seed);
        self
    }

    /// Joins borders of the map.
    #[must_use]
    pub fn wrap(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self.base = self.base.map(|base| Arc::new(BuilderMap { wrap, ..(*base).clone() }));
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
        self.builders().enumerate().map(|(index, stage)| self.facts(stage).stage(index))
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
    #[doc(hidden)]
    pub fn start_window(&self, seed: u64, place: (i64, i64), size: Size) -> Result<BuilderMap, BuildError> {
        let facts = self.all_facts();
        let stage = facts[0].stage(0);
        let mut cx = self.cx(&facts, seed, stage).placed(place, self.size);
        let map = cx.claim(size.w.into(), size.h.into()).and_then(|size| self.initial.build(size, &mut cx));
        let map = map.map(|mut map| {
            keep_drawn(&mut map, &facts[0], &mut cx);
            map
        });
        map.and_then(|map| Ok(map.validate().map(|()| map)?)).map_err(|error| error.in_stage(stage))
    }

    /// Runs the stage with this index on a window of an endless world with blocks of this size. The window's top left cell
    /// is at `place`. Index 0, the initial builder, and indices past the last stage change nothing.
    #[doc(hidden)]
    pub fn continue_window(
        &self,
        index: usize,
        seed: u64,
        (place, block): ((i64, i64), Size),
        map: &mut BuilderMap,
    ) -> Result<(), BuildError> {
        let Some(meta) = index.checked_sub(1).and_then(|index| self.metas.get(index)) else { return Ok(()) };
        let facts = self.all_facts();
        let stage = facts[index].stage(index);
        let mut cx = self.cx(&facts, seed, stage).placed(place, block);
        let held = Held::of(map);
        let applied = meta.apply(map, &mut cx);
        let applied = applied.and_then(|()| held.map_or(Ok(0), |held| held.put_back(map, &facts[index])));
        keep_drawn(map, &facts[index], &mut cx);
        // Not doors: a window does not have all cells around those at its border.
        map.settle_lists(facts[index].effect);
        applied.and_then(|_| Ok(map.validate()?)).map_err(|error| error.in_stage(stage))
    }

    /// Finds what would fail whatever the seed, before any work: a size that cannot be built, a
    /// parameter out of range or off the map, a plane that a stage needs and no earlier stage provides, a
    /// [new seed](Self::reseed) for a stage that the chain does not have.
    ///
    /// # Errors
    ///
    /// The first thing found, with its stage.
    pub fn check(&self) -> Result<(), BuildError> {
        self.checked().map(drop)
    }

    /// What the stages say about themselves, if nothing fails whatever the seed.
    fn checked(&self) -> Result<Vec<Facts>, BuildError> {
        let facts = self.all_facts();
        let stages = || facts.iter().enumerate().map(|(index, facts)| facts.stage(index));
        let known = |name: &String| stages().any(|stage| stage.name == *name || stage.to_string() == *name);
        let named = self.reseeded.keys().map(|name| ("reseed", name));
        let mut named = named.chain(self.keeps_drawn.keys().map(|name| ("keep_drawn", name)));
        if let Some((parameter, other)) = named.find(|(_, name)| !known(name)) {
            let names: Vec<&str> = stages().map(|stage| stage.name).collect();
            return Err(BuildError::parameter(parameter, other, format_args!("one of {}", names.join(", "))));
        }
        self.check_base()?;
        let (mut planes, mut size) = (self.base_planes(), self.size);
        for stage in stages() {
            check_stage(&facts[stage.index], planes).map_err(|error| error.in_stage(stage))?;
            let after = facts[stage.index].size.unwrap_or(size);
            let claim = |size: Size| self.cx(&facts, 0, stage).claim(size.w.into(), size.h.into());
            let check = |size| match stage.index.checked_sub(1).map(|meta| &self.metas[meta]) {
                None => self.initial.check(size),
                Some(meta) => meta.check().and_then(|()| meta.check_size(size)),
            };
            let checked = claim(size).and_then(check).and_then(|()| claim(after));
            size = checked.map_err(|error| error.in_stage(stage))?;
            if stage.index > 0
                && let Some(plane) = facts[stage.index].needs.minus(planes).first()
            {
                return Err(BuildError::missing(plane).in_stage(stage));
            }
            planes = self.planes_after(&facts[stage.index], planes);
        }
        Ok(facts)
    }

    /// What is probably a mistake in a chain that can be built, each with its stage.
    pub fn warnings(&self) -> Vec<(Stage, String)> {
        let facts = self.all_facts();
        let metas = self.metas.iter().zip(self.sizes(&facts)).map(|(meta, size)| meta.warnings(size));
        let all = std::iter::once(self.initial.warnings(self.size)).chain(metas);
        let with_stage = |(stage, texts): (Stage, Vec<String>)| texts.into_iter().map(move |text| (stage, text));
        self.stages().zip(all).flat_map(with_stage).chain(self.lost_doors()).chain(self.parted(&facts)).collect()
    }

    /// Warns of stages that drop doors which an earlier stage placed, and the keys of their locks with them.
    fn lost_doors(&self) -> impl Iterator<Item = (Stage, String)> {
        let mut placed: Option<Stage> = None;
        let metas = self.metas.iter().zip(self.stages().skip(1));
        metas.filter_map(move |(meta, stage)| {
            let facts = self.facts(meta);
            let lost = placed.take_if(|_| facts.drops().contains(Plane::Doors));
            placed = if facts.gives.contains(Plane::Doors) { Some(stage) } else { placed };
            let text = |by: Stage| format!("drops the doors of {by}, and their keys; put it before that stage");
            lost.map(|by| (stage, text(by)))
        })
    }

    /// Builds the map of a seed: the same map every time, on every machine.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds, or a stage that fails: the error names it.
    pub fn build(&self, seed: u64) -> Result<BuilderMap, BuildError> {
        self.build_with(seed, BuildOptions::new())
    }

    /// Builds the map of a seed, and records the build in a history, tells an observer how far it is, or both. The observer may
    /// stop the build: for progress, timings, cancelling, and searches that see early that a map is not what they look for.
    /// A [`History`](crate::History) or an observer may stand for the [options](BuildOptions): `chain.build_with(7, &mut history)`.
    ///
    /// ```
    /// # use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, InitialMapBuilder, Size, Tile};
    /// # #[derive(Debug)]
    /// # struct Meadow;
    /// # impl Builder for Meadow {
    /// #     fn facts(&self, _: Size) -> Facts { Facts::new("meadow") }
    /// # }
    /// # impl InitialMapBuilder for Meadow {
    /// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    /// #         cx.keep_going()?;
    /// #         cx.new_map(size, Tile::GRASS)
    /// #     }
    /// # }
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use mapwright_core::{BuildErrorKind, Progress};
    ///
    /// let cancelled = AtomicBool::new(false);
    /// let chain = BuilderChain::start_with(Size::new(9, 5), Meadow);
    /// let build = |seed| chain.build_with(seed, &mut |progress: Progress<'_>| match progress {
    ///     Progress::Working(_) if cancelled.load(Ordering::Relaxed) => ControlFlow::Break(()),
    ///     Progress::Done(stage, map) => {
    ///         println!("{stage}: {}", map.size());
    ///         ControlFlow::Continue(())
    ///     }
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert!(build(7).is_ok());
    /// cancelled.store(true, Ordering::Relaxed);
    /// assert_eq!(build(7).unwrap_err().kind, BuildErrorKind::Stopped);
    /// # Ok::<(), BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build), and [`Stopped`](BuildErrorKind::Stopped) if the observer breaks.
    pub fn build_with<'a>(&self, seed: u64, options: impl Into<BuildOptions<'a>>) -> Result<BuilderMap, BuildError> {
        let BuildOptions { mut history, observe } = options.into();
        let mut go_on = |_: Progress<'_>| ControlFlow::Continue(());
        let observe: &mut Observer<'_> = match observe {
            Some(observe) => observe,
            None => &mut go_on,
        };
        if let Some(history) = &mut history {
            history.begin();
        }
        let map = self.run(Watched { chain: self, seed, history: history.as_deref_mut(), observe });
        if let Some(history) = history {
            if matches!(&map, Err(BuildError { kind: BuildErrorKind::Stopped, .. })) {
                history.begin();
            }
            history.finish();
        }
        map
    }

    fn run(&self, mut watched: Watched<'_, '_>) -> Result<BuilderMap, BuildError> {
        let facts = self.checked()?;
        let mut planes = self.planes_after(&facts[0], self.base_planes());
        let mut map = watched.stage(&facts, 0, |cx| {
            self.base.iter().try_for_each(|base| cx.take(base))?;
            let held = self.base.as_deref().and_then(Held::of);
            let mut map = self.initial.build(self.size, cx)?;
            let mut odd = Vec::new();
            let put_back = held.map_or(Ok(0), |held| held.put_back(&mut map, &facts[0]))?;
            self.base.iter().for_each(|base| map.raise_kept(base));
            if facts[0].effect == Effect::Keeps {
                map.list_doors();
                odd.extend(map.odd_doors());
            }
            sound(map, &facts[0], odd, planes, put_back, cx)
        })?;
        for (index, meta) in (1..).zip(&self.metas) {
            planes = self.planes_after(&facts[index], planes);
            map = watched.stage(&facts, index, |cx| {
                let odd = map.odd_doors();
                cx.work(map.size().area() / 16)?;
                cx.take(&map)?;
                let held = Held::of(&map);
                meta.apply(&mut map, cx)?;
                let put_back = held.map_or(Ok(0), |held| held.put_back(&mut map, &facts[index]))?;
                sound(map, &facts[index], odd, planes, put_back, cx)
            })?;
        }
        Ok(map)
    }

    /// Tries up to `tries` seeds from `first` and returns the first that builds, with its map; see [`first_ok`].
    ///
    /// # Errors
    ///
    /// That of the last seed, or the first that no other seed can avoid.
    pub fn build_first_ok(&self, first: u64, tries: u64) -> Result<(u64, BuilderMap), BuildError> {
        first_ok(first, tries, |seed| self.build(seed))
    }

    /// Builds each seed of a range, and returns what `step` makes of the maps, in order. With the feature `parallel`, all cores
    /// build and run `step`, some seeds ahead. A map that `step` drops is gone: there are never more at once than threads.
    /// Nothing is built before the iterator is asked.
    ///
    /// ```
    /// # use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, InitialMapBuilder, Size, Tile};
    /// # #[derive(Debug)]
    /// # struct Meadow;
    /// # impl Builder for Meadow {
    /// #     fn facts(&self, _: Size) -> Facts { Facts::new("meadow") }
    /// # }
    /// # impl InitialMapBuilder for Meadow {
    /// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    /// #         cx.new_map(size, Tile::GRASS)
    /// #     }
    /// # }
    /// let chain = BuilderChain::start_with(Size::new(9, 5), Meadow);
    /// for width in chain.each(0..100, |_, map| map.map(|map| map.width())) {
    ///     assert_eq!(width?, 9);
    /// }
    /// let maps: Vec<BuilderMap> = chain.each(0..8, |_, map| map).collect::<Result<_, _>>()?;
    /// assert_eq!(maps.len(), 8);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn each<T: Send>(
        &self,
        seeds: Range<u64>,
        step: impl Fn(u64, Result<BuilderMap, BuildError>) -> T + Sync,
    ) -> impl Iterator<Item = T> {
        let work = move |seed| step(seed, self.build(seed));
        #[cfg(feature = "parallel")]
        {
            const AHEAD: u64 = 64;
            let starts = seeds.clone().step_by(AHEAD as usize);
            starts.flat_map(move |first| in_order(first..first.saturating_add(AHEAD).min(seeds.end), &work))
        }
        #[cfg(not(feature = "parallel"))]
        seeds.map(work)
    }

    fn facts(&self, stage: &dyn Builder) -> Facts {
        stage.facts(self.size)
    }

    /// What each stage says about itself. It costs as much as a small stage, so a build asks once.
    fn all_facts(&self) -> Vec<Facts> {
        let mut size = self.size;
        let facts = |stage: &dyn Builder| {
            let facts = stage.facts(size);
            size = facts.size.unwrap_or(size);
            facts
        };
        let mut all: Vec<Facts> = self.builders().map(facts).collect();
        for (name, &level) in &self.keeps_drawn {
            for (index, facts) in all.iter_mut().enumerate() {
                let stage = facts.stage(index);
                if stage.name == *name || stage.to_string() == *name {
                    facts.keeps_drawn = level;
                }
            }
        }
        all
    }

    /// The size of the map after each stage with these facts, or the largest.
    fn sizes(&self, facts: &[Facts]) -> impl Iterator<Item = Size> {
        facts.iter().scan(self.size, |size, facts| {
            *size = facts.size.unwrap_or(*size);
            Some(*size)
        })
    }

    /// The context of a stage.
    pub(crate) fn cx<'a>(&self, facts: &[Facts], seed: u64, stage: Stage) -> BuildCx<'a> {
        let namesakes = facts[..stage.index].iter().filter(|earlier| earlier.name == stage.name).count();
        let other = match self.reseeded.is_empty() {
            true => None,
            false => self.reseeded.get(&stage.to_string()).or_else(|| self.reseeded.get(stage.name)),
        };
        let seed = other.map_or(seed, |&other| mix(seed, other));
        let memory = facts[stage.index].memory;
        let cx = BuildCx::new(seed, facts[stage.index].stream, namesakes as u64);
        let cx = cx.within(self.wrap, self.memory_limit, memory).with_base(self.base.clone());
        cx.noting_drawn(facts[stage.index].keeps_drawn)
    }
}

/// Tries up to `tries` seeds from `first` and returns the first for which `build` succeeds, with what it made. If none does,
/// returns the last error; an error that no other seed can avoid is returned at once.
///
/// ```
/// use mapwright_core::{BuildError, first_ok};
///
/// let build = |seed| if seed % 5 == 0 { Ok("a map") } else { Err(BuildError::contradiction(None, "no room for an exit")) };
/// assert_eq!(first_ok(7, 100, build)?, (10, "a map"));
/// # Ok::<(), BuildError>(())
/// ```
///
/// # Errors
///
/// That of the last seed, or the first that no other seed can avoid.
pub fn first_ok<T>(
    first: u64,
    tries: u64,
    mut build: impl FnMut(u64) -> Result<T, BuildError>,
) -> Result<(u64, T), BuildError> {
    let none = BuildErrorKind::GaveUp { what: "a seed that builds", tries: 0, budget: tries };
    let mut last = BuildError::from(none);
    for seed in (0..tries).map(|i| first.wrapping_add(i)) {
        match build(seed) {
            Ok(made) => return Ok((seed, made)),
            Err(error) if !error.is_retryable() => return Err(error),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Does the work of each seed, and returns what it makes, in order. Each thread goes from seed to seed, so that it has one map at
/// a time: if each seed were a task, a thread that waits for rows of one map would begin another.
#[cfg(feature = "parallel")]
fn in_order<T: Send>(seeds: Range<u64>, work: &(impl Fn(u64) -> T + Sync)) -> Vec<T> {
    use rayon::prelude::*;
    let next = AtomicU64::new(seeds.start);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| seeds.contains(seed));
    let thread = |_| std::iter::from_fn(|| take().map(|seed| (seed, work(seed))));
    let mut made: Vec<(u64, T)> = (0..rayon::current_num_threads()).into_par_iter().flat_map_iter(thread).collect();
    made.sort_unstable_by_key(|&(seed, _)| seed);
    made.into_iter().map(|(_, made)| made).collect()
}

/// The map, if later stages can rely on it.
fn sound(
    mut map: BuilderMap,
    facts: &Facts,
    mut odd: Vec<Point>,
    promised: Planes,
    put_back: u32,
    cx: &mut BuildCx<'_>,
) -> Result<(BuilderMap, u32), BuildError> {
    keep_drawn(&mut map, facts, cx);
    if let Some(plane) = promised.minus(map.planes()).first() {
        let why = format!("`{plane}` was promised and is missing");
        return Err(BuildErrorKind::BrokenInvariant { why }.into());
    }
    // What `settle` does; on large maps each step takes a while.
    let work = map.size().area() / 16;
    cx.work(work)?;
    map.list_doors();
    cx.work(work)?;
    odd.extend(kept_doors(&map));
    odd.sort_unstable();
    map.drop_false_doors(&odd);
    cx.work(work)?;
    // What is put back may close what the stage has opened.
    map.settle_lists(if put_back > 0 { Effect::Digs } else { facts.effect });
    cx.work(work)?;
    map.validate().map_err(BuildError::from).map_err(|error| match error.kind {
        BuildErrorKind::BrokenInvariant { why } if put_back > 0 => {
            let why = format!("{why}, after {put_back} kept cells were put back");
            BuildErrorKind::BrokenInvariant { why }.into()
        }
        _ => error,
    })?;
    Ok((map, put_back))
}
