//! A flag that stops builds.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::plain;
use crate::handle::{free, get, give};

/// A flag that stops builds, set from any thread.
#[derive(Debug, Default)]
pub struct Cancel(AtomicBool);

impl Cancel {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A flag that is not set. Free it with `mw_cancel_free`, after the builds that use it.
#[unsafe(no_mangle)]
pub extern "C" fn mw_cancel_new() -> *mut Cancel {
    plain(null_mut(), || Ok(give(Cancel::default())))
}

/// Stops the builds that use the flag, now and later: they fail with "stopped".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_cancel_set(cancel: *const Cancel) {
    plain((), || {
        // SAFETY: a handle, as all callers promise.
        let cancel = unsafe { get(cancel, "cancel") }?;
        cancel.0.store(true, Ordering::Relaxed);
        Ok(())
    });
}

/// Frees a flag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_cancel_free(cancel: *mut Cancel) {
    // SAFETY: a handle that is no longer used, as all callers promise.
    plain((), || unsafe { free(cancel, "cancel") });
}
