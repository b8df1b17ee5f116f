//! Threads that build levels.
//!
//! A pool belongs to the call that made it. The one that rayon keeps for the whole process is lost in a process that was
//! forked, and a build there would wait for it for ever.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::{PyResult, pyclass, pymethods};

use crate::fault::Fault;

/// Threads that build levels.
#[pyclass(frozen, module = "mapwright._native")]
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) threads: rayon::ThreadPool,
    pub(crate) stopped: AtomicBool,
}

#[pymethods]
impl Pool {
    /// So many threads; one for each core for 0.
    #[new]
    fn new(threads: usize) -> PyResult<Pool> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Fault::of)?;
        Ok(Pool { threads, stopped: AtomicBool::new(false) })
    }

    /// Ends what the pool is doing, after the levels in work.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}
