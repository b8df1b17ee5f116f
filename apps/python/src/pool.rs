//! Threads that build levels.
//!
//! A pool belongs to the call that made it. The one that rayon keeps for the whole process is lost in a process that was
//! forked, and a build there would wait for it forever.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};

use crate::fault::raised_of;

/// How long Ctrl-C and the progress bar may wait.
const TICK: Duration = Duration::from_millis(50);

/// Threads that build levels.
#[pyclass(frozen, module = "mapwright_levels._native")]
#[derive(Debug)]
pub(crate) struct Pool {
    threads: rayon::ThreadPool,
    stopped: AtomicBool,
}

/// What is shared with the work that a pool does.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    pool: &'a Pool,
    interrupted: AtomicBool,
    done: AtomicUsize,
    finished: AtomicBool,
}

impl Watch<'_> {
    /// Whether the work should end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.pool.stopped.load(Ordering::Relaxed)
    }

    /// Counts what was done since.
    pub(crate) fn add(&self, count: usize) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }
}

impl Pool {
    /// Does some work on the threads. The caller holds no lock while it waits; it wakes up to ask whether Ctrl-C was
    /// pressed, and to report progress.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&Watch<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (interrupted, finished) = (AtomicBool::new(false), AtomicBool::new(false));
        let watch = Watch { pool: self, interrupted, done: AtomicUsize::new(0), finished };
        let caller = thread::current();
        let result = thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let _wake = Wake(&watch.finished, &caller);
                self.threads.install(|| work(&watch))
            });
            let waited = wait(py, &watch, progress);
            // The levels in work are finished or stopped; other Python threads may run meanwhile.
            waited.map(|()| py.detach(|| worker.join()))
        });
        if self.stopped.load(Ordering::Relaxed) {
            return Err(raised_of("stopped before all levels were built"));
        }
        result?.map_err(|_| raised_of("a thread has failed; this is a fault of Mapwright"))
    }
}

fn wait(py: Python<'_>, watch: &Watch<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let mut shown = 0;
    loop {
        py.detach(|| thread::park_timeout(TICK));
        let is_finished = watch.finished.load(Ordering::Acquire);
        let done = watch.done.load(Ordering::Relaxed);
        let tell = |progress: &Bound<'_, PyAny>| progress.call1((done - shown,)).map(|_| ());
        let told = progress.filter(|_| done > shown).map_or(Ok(()), tell);
        shown = done;
        if let Err(error) = told.and_then(|()| py.check_signals()) {
            watch.interrupted.store(true, Ordering::Relaxed);
            py.detach(|| {
                while !watch.finished.load(Ordering::Acquire) {
                    thread::park_timeout(TICK);
                }
            });
            return Err(error);
        }
        if is_finished {
            return Ok(());
        }
    }
}

/// Wakes the caller when the work ends, also by a panic.
struct Wake<'a>(&'a AtomicBool, &'a thread::Thread);

impl Drop for Wake<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
        self.1.unpark();
    }
}

#[pymethods]
impl Pool {
    /// So many threads; one for each core for 0.
    #[new]
    fn new(threads: usize) -> PyResult<Pool> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(raised_of)?;
        Ok(Pool { threads, stopped: AtomicBool::new(false) })
    }

    /// Ends what the pool is doing.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}
