//! The context that builders build in.

use std::fmt;
use std::sync::Arc;

use crate::keep::Held;
use crate::progress::{Observer, Progress};
use crate::{
    BuildError, BuildErrorKind, BuilderMap, CellBits, CellPlane, FrameKind, History, Keep, MapRng, PlaneCell,
    PlaneView, Size, Stage, Tile, Wrap,
};

/// What a builder works with: its random numbers, a place to leave frames, and the question whether to go on.
pub struct BuildCx<'a> {
    /// The random stream of this stage.
    pub rng: MapRng,
    /// The seed of the whole build, for builders that are pure functions of seed and position.
    pub seed: u64,
    /// Which borders of a new map are joined.
    pub wrap: Wrap,
    /// In an endless world, the column and row of the map's top left cell; `None` for an ordinary map. A stage with a
    /// [`Reach::Cells`](crate::Reach::Cells) then draws from [`cell_bits`](Self::cell_bits) instead of `rng`, and
    /// ignores the borders of the map, which are not borders of the world.
    pub origin: Option<(i64, i64)>,
    /// In an endless world, the size of its blocks. One of them begins at column 0 and row 0.
    pub block: Size,
    /// The seed of the stage, the same at every place: that of its children, too.
    stage: u64,
    memory_limit: u64,
    /// The map whose kept cells a new map has.
    base: Option<Arc<BuilderMap>>,
    /// The cells that the stage draws by hand, if the chain keeps them.
    drawn: Option<Vec<u32>>,
    /// What the stage claims for each cell.
    bytes_per_cell: u64,
    /// What the map takes that the stage is given, in bytes.
    held: u64,
    history: Option<&'a mut History>,
    observer: Option<(Stage, &'a mut Observer<'a>)>,
    /// The work until the observer is asked again.
    left: u32,
}

impl fmt::Debug for BuildCx<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cx = f.debug_struct("BuildCx");
        cx.field("seed", &self.seed).field("wrap", &self.wrap).field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// The work between two questions.
const ASKS_AFTER: u32 = 1 << 12;

impl<'a> BuildCx<'a> {
    /// The most memory of a build, in bytes, unless the chain says otherwise: 4 GiB.
    pub const MEMORY_LIMIT: u64 = 4 << 30;

    /// The context of the `nth` stage called `name` in a build from `seed`.
    pub fn new(seed: u64, name: &str, nth: u64) -> Self {
        let (rng, stage) = MapRng::stream_and_seed(seed, name, nth);
        BuildCx {
            rng,
            seed,
            wrap: Wrap::None,
            origin: None,
            block: Size::new(0, 0),
            stage,
            memory_limit: BuildCx::MEMORY_LIMIT,
            base: None,
            drawn: None,
            bytes_per_cell: BuilderMap::BYTES_PER_CELL,
            held: 0,
            history: None,
            observer: None,
            left: ASKS_AFTER,
        }
    }

    /// The context of a window of an endless world with blocks of this size. The window's top left cell is at `place`, and
    /// its stream is that of the place.
    #[must_use]
    pub fn placed(mut self, origin: (i64, i64), block: Size) -> Self {
        (self.origin, self.block) = (Some(origin), block);
        self.rng = MapRng::new(self.cell_bits(CellBits::STREAM).at(origin.0, origin.1));
        self
    }

    /// The numbers of this stage by place: every window has the same ones for a column and row of the world. Different
    /// salts below 2⁶³ give independent numbers.
    ///
    /// ```
    /// use mapwright_core::{BuildCx, Size};
    ///
    /// let window = |x, y| BuildCx::new(7, "moss", 0).placed((x, y), Size::new(64, 64));
    /// assert_eq!(window(0, 0).bits_at((40, 2), 1), window(32, -9).bits_at((40, 2), 1));
    /// assert_ne!(window(0, 0).bits_at((40, 2), 1), window(0, 0).bits_at((40, 2), 2));
    /// ```
    pub const fn cell_bits(&self, salt: u64) -> CellBits {
        CellBits::new(self.stage, salt)
    }

    /// 64 fair bits for a place; see [`cell_bits`](Self::cell_bits).
    pub const fn bits_at(&self, (x, y): (i64, i64), salt: u64) -> u64 {
        self.cell_bits(salt).at(x, y)
    }

    /// The same context with other limits.
    pub(crate) const fn within(mut self, wrap: Wrap, memory_limit: u64, bytes_per_cell: u64) -> Self {
        (self.wrap, self.memory_limit, self.bytes_per_cell) = (wrap, memory_limit, bytes_per_cell);
        self
    }

    /// The same context, whose new maps have the kept cells of a map of their size.
    pub(crate) fn with_base(mut self, base: Option<Arc<BuilderMap>>) -> Self {
        self.base = base;
        self
    }

    /// The same context, which notes what the stage draws if some of it is kept.
    pub(crate) fn noting_drawn(mut self, level: Keep) -> Self {
        self.drawn = (level > Keep::Free).then(Vec::new);
        self
    }

    /// Returns the cells that the stage has drawn since the last call, if the chain keeps them.
    pub(crate) fn take_drawn(&mut self) -> Vec<u32> {
        self.drawn.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Tells which cells of the map the stage has drawn by hand, by their row-major indices: a chain can
    /// [keep](crate::BuilderChain::keep_drawn) them. The [facts](crate::Facts::draws) of the stage say that it does.
    pub fn draws(&mut self, cells: impl IntoIterator<Item = u32>) {
        if let Some(drawn) = &mut self.drawn {
            drawn.extend(cells);
        }
    }

    /// Claims the memory of a stage that is given this map, of which kept cells are held.
    pub(crate) fn take(&mut self, map: &BuilderMap) -> Result<(), BuildError> {
        self.held = (map.bytes() + Held::bytes(map)) as u64;
        self.claim(map.size().w.into(), map.size().h.into()).map(drop)
    }

    /// The same context with a place to record and somebody who watches.
    pub(crate) fn watched(
        mut self,
        stage: Stage,
        history: Option<&'a mut History>,
        observer: &'a mut Observer<'a>,
    ) -> Self {
        (self.history, self.observer) = (history, Some((stage, observer)));
        self
    }

    /// Asks whether the build goes on; see [`BuilderChain::build_with`](crate::BuilderChain::build_with). A stage that takes
    /// long asks every few milliseconds, at least once a row of a large map. The answer never decides what is built: a
    /// build that was stopped has no map.
    ///
    /// # Errors
    ///
    /// [`Stopped`](BuildErrorKind::Stopped), which the stage returns.
    pub fn keep_going(&mut self) -> Result<(), BuildError> {
        self.left = ASKS_AFTER;
        let Some((stage, observer)) = &mut self.observer else { return Ok(()) };
        let goes_on = observer(Progress::Working(*stage)).is_continue();
        if goes_on { Ok(()) } else { Err(BuildErrorKind::Stopped.into()) }
    }

    /// Counts work, in units of at most a microsecond, and [asks](Self::keep_going) after every few thousand of them.
    ///
    /// # Errors
    ///
    /// [`Stopped`](BuildErrorKind::Stopped), which the stage returns.
    #[inline]
    pub fn work(&mut self, units: u32) -> Result<(), BuildError> {
        if units >= self.left {
            return self.keep_going();
        }
        self.left -= units;
        Ok(())
    }

    /// Shuffles items as [`MapRng::shuffle`] does with the stream of this stage, and [asks](Self::keep_going) meanwhile.
    ///
    /// # Errors
    ///
    /// [`Stopped`](BuildErrorKind::Stopped), which the stage returns.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<(), BuildError> {
        for last in (1..items.len()).rev() {
            self.work(1)?;
            items.swap(last, self.rng.below(last as u32 + 1) as usize);
        }
        Ok(())
    }

    /// Leaves frames in `history` as those of `stage`. What `history` held before is dropped. A chain
    /// does this automatically; a test of a single stage does it here.
    #[must_use]
    pub fn recording(mut self, history: &'a mut History, stage: Stage) -> Self {
        history.begin();
        history.begin_stage(stage);
        self.history = Some(history);
        self
    }

    /// The context of the `nth` builder called `name` inside this one: its own seed and stream, the same limits,
    /// the same place to leave frames, and the same question whether to go on.
    ///
    /// ```
    /// use mapwright_core::{BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, InitialMapBuilder, Size};
    ///
    /// /// Builds maps until one has an exit.
    /// #[derive(Debug)]
    /// struct UntilExit<B>(B);
    ///
    /// impl<B: Builder> Builder for UntilExit<B> {
    ///     fn facts(&self, _: Size) -> Facts {
    ///         Facts::new("until-exit")
    ///     }
    /// }
    ///
    /// impl<B: InitialMapBuilder> InitialMapBuilder for UntilExit<B> {
    ///     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    ///         for nth in 0..100 {
    ///             let map = self.0.build(size, &mut cx.child(self.0.name(), nth))?;
    ///             if map.exit.is_some() {
    ///                 return Ok(map);
    ///             }
    ///         }
    ///         Err(BuildErrorKind::GaveUp { what: "a map with an exit", tries: 100, budget: 100 }.into())
    ///     }
    /// }
    /// ```
    pub fn child(&mut self, name: &str, nth: u64) -> BuildCx<'_> {
        // Its numbers by place are the same at every place, too.
        let mut child = BuildCx::new(self.stage, name, nth);
        if let Some(origin) = self.origin {
            child = child.placed(origin, self.block);
        }
        let (wrap, origin, block) = (self.wrap, self.origin, self.block);
        let (memory_limit, history) = (self.memory_limit, self.history.as_deref_mut());
        let observer: Option<(Stage, &mut Observer<'_>)> = match &mut self.observer {
            Some((stage, observer)) => Some((*stage, &mut **observer)),
            None => None,
        };
        let (bytes_per_cell, held) = (self.bytes_per_cell, self.held);
        BuildCx {
            seed: child.stage,
            wrap,
            origin,
            block,
            memory_limit,
            base: self.base.clone(),
            bytes_per_cell,
            held,
            history,
            observer,
            ..child
        }
    }

    /// Refuses a map without cells, with more than 65535 cells a side, or that would take too much memory. Call it
    /// before allocating memory.
    ///
    /// # Errors
    ///
    /// The size is refused: it has no cells or too many, or takes more memory than a build may.
    pub fn claim(&self, w: u32, h: u32) -> Result<Size, BuildError> {
        self.claim_with(w, h, 0)
    }

    /// Like [`claim`](Self::claim), for work that takes more bytes a cell than a map and the usual work on it.
    ///
    /// # Errors
    ///
    /// As [`claim`](Self::claim).
    pub fn claim_with(&self, w: u32, h: u32, more_per_cell: u64) -> Result<Size, BuildError> {
        let bytes_per_cell = self.bytes_per_cell.saturating_add(more_per_cell);
        let bytes = (u64::from(w) * u64::from(h)).saturating_mul(bytes_per_cell).saturating_add(self.held);
        let too_large = BuildErrorKind::TooLarge { w, h, bytes, limit: self.memory_limit };
        let (Ok(w), Ok(h)) = (u16::try_from(w), u16::try_from(h)) else { return Err(too_large.into()) };
        let size = Size::new(w, h);
        if w == 0 || h == 0 {
            return Err(BuildErrorKind::TooSmall { size, min: Size::new(1, 1) }.into());
        }
        if bytes > self.memory_limit { Err(too_large.into()) } else { Ok(size) }
    }

    /// The most memory that the build may take, in bytes.
    pub const fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    /// A map of one tile, with the wrap of the chain; and, if it has the size of the chain's map, with the cells that are
    /// [kept](crate::BuilderChain::keep).
    ///
    /// # Errors
    ///
    /// As [`claim`](Self::claim).
    pub fn new_map(&self, size: Size, tile: Tile) -> Result<BuilderMap, BuildError> {
        let size = self.claim(size.w.into(), size.h.into())?;
        let mut map = BuilderMap::filled(size, self.wrap, tile);
        if let Some(base) = self.base(size) {
            map.begin_with(base);
        }
        Ok(map)
    }

    /// Returns the map whose kept cells a [new map](Self::new_map) of a size has, for builders that ask for its sides or corners.
    pub fn base(&self, size: Size) -> Option<&BuilderMap> {
        self.base.as_deref().filter(|base| base.size() == size)
    }

    /// Counts `n` steps that may have changed the whole map, and returns whether a frame is due: then leave
    /// it with [`step_frame`](Self::step_frame). A round over all cells counts as many steps as there are
    /// cells. The answer may decide what is shown, never what is built.
    pub fn step_is_due(&mut self, n: u32) -> bool {
        self.history.as_mut().is_some_and(|history| history.count_steps(n))
    }

    /// Whether steps are recorded, for builders that must prepare what they show. The answer may decide what is
    /// shown, never what is built.
    pub fn records_steps(&self) -> bool {
        self.history.as_ref().is_some_and(|history| history.records_steps())
    }

    /// Leaves a frame of the whole map as one of many steps. Costs nothing unless the build is recorded.
    pub fn step_frame(&mut self, map: &BuilderMap, label: &str) {
        if let Some(history) = &mut self.history {
            history.frame(map, FrameKind::Step, label);
        }
    }

    /// Leaves a labeled frame of the whole map. Costs nothing unless the build is recorded.
    pub fn snapshot(&mut self, map: &BuilderMap, label: &str) {
        if let Some(history) = &mut self.history {
            history.frame(map, FrameKind::Snapshot, label);
        }
    }

    /// Leaves a frame of the whole map before its first [`step`](Self::step), if steps are recorded.
    pub fn before_steps(&mut self, map: &BuilderMap) {
        if let Some(history) = &mut self.history {
            history.before_steps(map);
        }
    }

    /// Records one small step: the `touched` cells of one plane have changed. Every n-th step becomes a frame. Without
    /// recording it costs nothing: the cells are not even enumerated. Before a stage goes on to another plane, it calls
    /// [`before_steps`](Self::before_steps).
    ///
    /// Tiles are shown as the tiles of the map, sides as its sides, and numbers as its regions; steps of another plane
    /// name it with [`step_on`](Self::step_on). Cells outside of the plane are ignored.
    #[inline]
    pub fn step<P: PlaneView>(&mut self, plane: &P, touched: impl IntoIterator<Item = u32>) {
        self.step_on(P::Cell::USUAL, plane, touched);
    }

    /// A [`step`](Self::step) of the named plane, which `view` shows as it is now.
    ///
    /// ```
    /// use mapwright_core::{BuildCx, CellPlane, Grid, History, Sides, Size, Stage};
    ///
    /// let mut history = History::every(1);
    /// let mut cx = BuildCx::new(7, "corner-painter", 0).recording(&mut history, Stage::new(0, "corner-painter"));
    /// let mut corners = Grid::new(Size::new(4, 3), Sides::CLOSED);
    /// corners[5] = Sides::OPEN;
    /// cx.step_on(CellPlane::CORNERS, &corners, [5]);
    ///
    /// let mut replay = history.replay();
    /// replay.next_frame();
    /// assert_eq!((&replay.map().corners, &replay.map().sides), (&Some(corners), &None));
    /// ```
    #[inline]
    pub fn step_on<P: PlaneView>(
        &mut self,
        plane: CellPlane<P::Cell>,
        view: &P,
        touched: impl IntoIterator<Item = u32>,
    ) {
        if let Some(history) = &mut self.history {
            history.step(plane, view, touched);
        }
    }
}
