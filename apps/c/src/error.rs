//! Errors as handles, and the border that no panic crosses.

use std::any::Any;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;

use bindings::BindingError;

use crate::handle::{free, get, give, put};

/// What went wrong, and where.
#[derive(Debug)]
pub struct Error {
    message: CString,
    stage: Option<usize>,
    field: Option<CString>,
    retryable: bool,
}

/// A text for C, which has no zero bytes within.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

impl From<BindingError> for Error {
    fn from(error: BindingError) -> Error {
        let BindingError { message, stage_index, field, retryable, .. } = error;
        Error { message: c_text(&message), stage: stage_index, field: field.as_deref().map(c_text), retryable }
    }
}

fn of_panic(panic: &(dyn Any + Send)) -> BindingError {
    let what = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    BindingError::of(format!("a bug in Mapwright: {}", what.unwrap_or("a panic")))
}

fn caught<T>(work: impl FnOnce() -> Result<T, BindingError>) -> Result<T, BindingError> {
    // Whatever a panic leaves half done is dropped with the closure, or is behind a lock that knows of it.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(of_panic(&*panic)))
}

/// Does the work of a function that can fail; `otherwise` is what it returns then.
///
/// # Safety
///
/// `err` is NULL, or can be written.
pub(crate) unsafe fn attempt<T>(
    err: *mut *mut Error,
    otherwise: T,
    work: impl FnOnce() -> Result<T, BindingError>,
) -> T {
    caught(work).unwrap_or_else(|error| {
        if !err.is_null() {
            // SAFETY: the caller promises it.
            unsafe { put(err, give(Error::from(error))) };
        }
        otherwise
    })
}

/// Does the work of a function that fails only if it is called wrongly. Debug builds say so on standard error.
pub(crate) fn plain<T>(otherwise: T, work: impl FnOnce() -> Result<T, BindingError>) -> T {
    caught(work).unwrap_or_else(|error| {
        if cfg!(debug_assertions) {
            eprintln!("mapwright: {}", error.message);
        }
        otherwise
    })
}

/// What is wrong, for people. It lives as long as the error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_error_message(error: *const Error) -> *const c_char {
    plain(null(), || {
        // SAFETY: a handle, as all callers promise.
        let error = unsafe { get(error, "error") }?;
        Ok(error.message.as_ptr())
    })
}

/// The stage that failed: 0 for the initial builder, i + 1 for `metas[i]`; -1 if no stage failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_error_stage(error: *const Error) -> i32 {
    plain(-1, || {
        // SAFETY: a handle, as all callers promise.
        let error = unsafe { get(error, "error") }?;
        Ok(error.stage.and_then(|stage| stage.try_into().ok()).unwrap_or(-1))
    })
}

/// The parameter or argument that is wrong, or NULL. It lives as long as the error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_error_field(error: *const Error) -> *const c_char {
    plain(null(), || {
        // SAFETY: a handle, as all callers promise.
        let error = unsafe { get(error, "error") }?;
        Ok(error.field.as_ref().map_or(null(), |field| field.as_ptr()))
    })
}

/// Whether another seed may succeed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_error_retryable(error: *const Error) -> bool {
    plain(false, || {
        // SAFETY: a handle, as all callers promise.
        let error = unsafe { get(error, "error") }?;
        Ok(error.retryable)
    })
}

/// Frees an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_error_free(error: *mut Error) {
    // SAFETY: a handle that is no longer used, as all callers promise.
    plain((), || unsafe { free(error, "error") });
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use std::ffi::CStr;
    use std::ptr::null_mut;

    use super::*;

    #[test]
    fn no_panic_crosses() {
        let mut error = null_mut();
        // SAFETY: `error` can be written.
        let result = unsafe { attempt(&raw mut error, 3, || panic!("{} legs", 5)) };
        assert_eq!(result, 3);
        // SAFETY: `error` is a handle now.
        let message = unsafe { mw_error_message(error) };
        // SAFETY: a text of the handle, which still lives.
        assert_eq!(unsafe { CStr::from_ptr(message) }, c"a bug in Mapwright: 5 legs");
        // SAFETY: it is no longer used.
        unsafe { mw_error_free(error) };
        assert!(plain(true, || panic!()));
    }
}
