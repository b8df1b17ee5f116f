//! How far a build is, and who may stop it.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;

use crate::{BuildCx, BuildError, BuildErrorKind, BuilderChain, BuilderMap, Facts, History, Stage};

/// How far a build is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// This stage is at work. Long stages say so every few milliseconds.
    Working(Stage),
    /// This stage has changed this many [kept cells](crate::Keep), and the chain has put them back.
    PutBack(Stage, u32),
    /// This stage has left this map.
    Done(Stage, &'a BuilderMap),
}

/// Sees how far a build is, and may stop it.
pub(crate) type Observer<'a> = dyn FnMut(Progress<'_>) -> ControlFlow<()> + 'a;

/// What a build does beside making a map: it is recorded in a history, and told to an observer, which may stop it.
#[derive(Default)]
#[must_use]
pub struct BuildOptions<'a> {
    pub(crate) history: Option<&'a mut History>,
    pub(crate) observe: Option<&'a mut Observer<'a>>,
}

impl<'a> BuildOptions<'a> {
    /// Returns options that record nothing and tell nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records the build in a history. What the history held before is dropped. After an error it holds what was built until
    /// then; after a stop it is empty.
    pub fn record(mut self, history: impl Into<Option<&'a mut History>>) -> Self {
        self.history = history.into();
        self
    }

    /// Tells `observe` how far the build is. If it breaks, the build [stops](BuildErrorKind::Stopped).
    pub fn observe(mut self, observe: &'a mut (dyn FnMut(Progress<'_>) -> ControlFlow<()> + 'a)) -> Self {
        self.observe = Some(observe);
        self
    }
}

impl fmt::Debug for BuildOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (records, observes) = (self.history.is_some(), self.observe.is_some());
        f.debug_struct("BuildOptions").field("records", &records).field("observes", &observes).finish()
    }
}

impl<'a, F: FnMut(Progress<'_>) -> ControlFlow<()>> From<&'a mut F> for BuildOptions<'a> {
    fn from(observe: &'a mut F) -> Self {
        BuildOptions::new().observe(observe)
    }
}

impl<'a> From<&'a mut History> for BuildOptions<'a> {
    fn from(history: &'a mut History) -> Self {
        BuildOptions::new().record(history)
    }
}

/// A build under way: where it is recorded, and who watches it.
pub(crate) struct Watched<'a, 'h> {
    pub(crate) chain: &'a BuilderChain,
    pub(crate) seed: u64,
    pub(crate) history: Option<&'h mut History>,
    pub(crate) observe: &'a mut Observer<'a>,
}

impl Watched<'_, '_> {
    /// Runs one stage. `work` returns the map and how many kept cells were put back. An observer that has stopped the build is
    /// not asked again: the stage ends with [`BuildErrorKind::Stopped`], whatever `work` returns.
    pub(crate) fn stage(
        &mut self,
        facts: &[Facts],
        index: usize,
        work: impl FnOnce(&mut BuildCx<'_>) -> Result<(BuilderMap, u32), BuildError>,
    ) -> Result<BuilderMap, BuildError> {
        let stage = facts[index].stage(index);
        let stopped = Cell::new(false);
        let mut watch = |progress: Progress<'_>| {
            stopped.set(stopped.get() || (self.observe)(progress).is_break());
            if stopped.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if let Some(history) = &mut self.history {
            history.begin_stage(stage);
        }
        let made =
            work(&mut self.chain.cx(facts, self.seed, stage).watched(stage, self.history.as_deref_mut(), &mut watch));
        if stopped.get() {
            return Err(BuildError::from(BuildErrorKind::Stopped).in_stage(stage));
        }
        let (map, put_back) = made.map_err(|error| error.in_stage(stage))?;
        if let Some(history) = &mut self.history {
            history.end_stage(&map);
        }
        if put_back > 0 {
            let _ = watch(Progress::PutBack(stage, put_back));
        }
        match watch(Progress::Done(stage, &map)) {
            ControlFlow::Continue(()) => Ok(map),
            ControlFlow::Break(()) => Err(BuildError::from(BuildErrorKind::Stopped).in_stage(stage)),
        }
    }
}
