//! Many levels, written into arrays.
//!
//! Every level has a place of its own in each array, so threads share nothing but the list of seeds that failed, and the
//! arrays do not depend on how many threads there are.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use mapwright::core::{BuilderChain, BuilderMap, Progress, Size};
use mapwright::recipe::map_digest;
use mapwright_bindings::{BindingError, planes};
use numpy::PyReadwriteArray1;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python};
use rayon::prelude::*;

use crate::catalogue::metric_names;
use crate::fault::{raised, raised_of};
use crate::planes::{Slot, write};
use crate::pool::{Pool, Watch};

/// The arrays to fill.
pub(crate) struct Arrays<'py> {
    planes: Vec<(String, Plane<'py>)>,
    metrics: Option<PyReadwriteArray1<'py, f64>>,
    digests: Option<PyReadwriteArray1<'py, u64>>,
}

enum Plane<'py> {
    Bool(PyReadwriteArray1<'py, bool>),
    U8(PyReadwriteArray1<'py, u8>),
    U16(PyReadwriteArray1<'py, u16>),
    U32(PyReadwriteArray1<'py, u32>),
    I32(PyReadwriteArray1<'py, i32>),
    F32(PyReadwriteArray1<'py, f32>),
}

/// The place of one level in the arrays.
pub(crate) struct Row<'a> {
    slots: Vec<Slot<'a>>,
    metrics: Option<&'a mut [f64]>,
    digest: Option<&'a mut u64>,
}

impl<'py> Plane<'py> {
    fn new(array: &Bound<'py, PyAny>) -> PyResult<Self> {
        macro_rules! first_that_fits {
            ($($kind:ident),*) => {$(
                if let Ok(array) = array.extract() {
                    return Ok(Plane::$kind(array));
                }
            )*};
        }
        first_that_fits!(U8, Bool, U16, U32, I32, F32);
        Err(raised_of("an array has a type that no plane has"))
    }

    /// The slots of all levels in order.
    fn slots<'a>(&'a mut self, area: usize) -> PyResult<Box<dyn Iterator<Item = Slot<'a>> + 'a>> {
        Ok(match self {
            Plane::Bool(array) => Box::new(array.as_slice_mut()?.chunks_exact_mut(area).map(Slot::Bool)),
            Plane::U8(array) => Box::new(array.as_slice_mut()?.chunks_exact_mut(area).map(Slot::U8)),
            Plane::U16(array) => Box::new(array.as_slice_mut()?.chunks_exact_mut(area).map(Slot::U16)),
            Plane::U32(array) => Box::new(array.as_slice_mut()?.chunks_exact_mut(area).map(Slot::U32)),
            Plane::I32(array) => Box::new(array.as_slice_mut()?.chunks_exact_mut(area).map(Slot::I32)),
            Plane::F32(array) => Box::new(array.as_slice_mut()?.chunks_exact_mut(area).map(Slot::F32)),
        })
    }
}

impl<'py> Arrays<'py> {
    pub(crate) fn new(
        planes: Vec<(String, Bound<'py, PyAny>)>,
        metrics: Option<PyReadwriteArray1<'py, f64>>,
        digests: Option<PyReadwriteArray1<'py, u64>>,
    ) -> PyResult<Self> {
        let planes = planes.into_iter().map(|(name, array)| Ok((name, Plane::new(&array)?)));
        Ok(Arrays { planes: planes.collect::<PyResult<_>>()?, metrics, digests })
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.planes.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The places of `count` levels.
    pub(crate) fn rows(&mut self, count: usize, (h, w): (u16, u16)) -> PyResult<Vec<Row<'_>>> {
        let mut rows: Vec<Row<'_>> = Vec::new();
        rows.resize_with(count, || Row { slots: Vec::new(), metrics: None, digest: None });
        let area = usize::from(h) * usize::from(w);
        for (_, plane) in &mut self.planes {
            rows.iter_mut().zip(plane.slots(area)?).for_each(|(row, slot)| row.slots.push(slot));
        }
        if let Some(metrics) = &mut self.metrics {
            let places = metrics.as_slice_mut()?.chunks_exact_mut(metric_names().len());
            rows.iter_mut().zip(places).for_each(|(row, place)| row.metrics = Some(place));
        }
        if let Some(digests) = &mut self.digests {
            rows.iter_mut().zip(digests.as_slice_mut()?).for_each(|(row, place)| row.digest = Some(place));
        }
        Ok(rows)
    }
}

/// What is built.
pub(crate) struct Work<'a> {
    pub(crate) chain: &'a BuilderChain,
    pub(crate) shape: (u16, u16),
    pub(crate) names: &'a [String],
}

/// Seeds that failed, by place, and the end of the work that is still wanted.
struct Outcome {
    failed: Mutex<Vec<(usize, BindingError)>>,
    /// The lowest place whose error no other seed can avoid. Lower ones are still built, so that the error that is
    /// reported does not depend on threads.
    end: AtomicUsize,
}

impl Work<'_> {
    /// Builds all seeds, each into its row.
    pub(crate) fn run(
        &self,
        py: Python<'_>,
        pool: &Pool,
        seeds: &[u64],
        rows: Vec<Row<'_>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(usize, BindingError)>> {
        let outcome = Outcome { failed: Mutex::new(Vec::new()), end: AtomicUsize::new(usize::MAX) };
        pool.run(py, progress, |watch| {
            rows.into_par_iter().zip(seeds).enumerate().for_each(|(place, (row, &seed))| {
                if !watch.is_stopped() && place < outcome.end.load(Ordering::Relaxed) {
                    self.one(&outcome, place, seed, row, watch);
                    watch.add(1);
                }
            });
        })?;
        let mut failed = outcome.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.sort_by_key(|&(place, _)| place);
        match failed.iter().position(|(_, error)| !error.retryable) {
            Some(first) => Err(raised(failed.swap_remove(first).1)),
            None => Ok(failed),
        }
    }

    fn one(&self, outcome: &Outcome, place: usize, seed: u64, mut row: Row<'_>, watch: &Watch<'_>) {
        let built = self.chain.build_with(seed, &mut |_: Progress<'_>| match watch.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        let built = built.map_err(BindingError::from);
        let written = built.and_then(|map| self.write(&map, &mut row));
        if let Err(error) = written {
            if !error.retryable {
                outcome.end.fetch_min(place, Ordering::Relaxed);
            }
            let mut failed = outcome.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.push((place, error.of_seed(seed)));
        }
    }

    fn write(&self, map: &BuilderMap, row: &mut Row<'_>) -> Result<(), BindingError> {
        let (h, w) = self.shape;
        if map.size() != Size::new(w, h) {
            let (size, first) = (map.size(), Size::new(w, h));
            return Err(BindingError::of(format!(
                "a map of {size}; expected {first}, as of the first seed that builds"
            )));
        }
        let planes = planes(map);
        for (name, slot) in self.names.iter().zip(&mut row.slots) {
            let cells = planes.iter().find(|(plane, _)| plane == name);
            if !cells.is_some_and(|(_, cells)| write(*cells, slot)) {
                return Err(BindingError::of(format!("the map has no plane `{name}` of that type")));
            }
        }
        if let Some(metrics) = &mut row.metrics {
            measure(map, metrics);
        }
        if let Some(digest) = &mut row.digest {
            **digest = map_digest(map);
        }
        Ok(())
    }
}

/// Writes the metrics in their order, and NaN for those that the map does not have.
fn measure(map: &BuilderMap, row: &mut [f64]) {
    row.fill(f64::NAN);
    let names = metric_names();
    for (name, value) in mapwright::pipes::metrics(map).rows() {
        if let Some(place) = names.iter().position(|&known| known == name).and_then(|nth| row.get_mut(nth)) {
            *place = value;
        }
    }
}
