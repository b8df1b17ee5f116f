//! Handles: values that C holds by pointers.
//!
//! A debug build keeps a list of all of them. The memory of those that were freed is kept too, so that no new handle has the
//! address of an old one: whatever uses it gets an error in place of another map.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bindings::BindingError;

/// In debug builds every handle by its address, with its kind; none if it was freed.
static KNOWN: Mutex<BTreeMap<usize, Option<TypeId>>> = Mutex::new(BTreeMap::new());

fn known() -> MutexGuard<'static, BTreeMap<usize, Option<TypeId>>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives a value to C, which may use it on any thread.
pub(crate) fn give<T: Send + Sync + 'static>(value: T) -> *mut T {
    let handle = Box::into_raw(Box::new(value));
    if cfg!(debug_assertions) {
        known().insert(handle.addr(), Some(TypeId::of::<T>()));
    }
    handle
}

/// The value of a handle, which errors call `name`.
///
/// # Safety
///
/// It is NULL, or a handle that lives for `'a`. In debug builds it may be anything.
pub(crate) unsafe fn get<'a, T: 'static>(handle: *const T, name: &str) -> Result<&'a T, BindingError> {
    check(handle, name)?;
    // SAFETY: `check` has ruled out NULL, and the caller promises the rest. No `&mut` to the value exists: C has the pointer,
    // and `free` alone takes it back.
    Ok(unsafe { &*handle })
}

/// Takes a value back from C and drops it.
///
/// # Safety
///
/// It is NULL, or a handle that nothing uses any more. In debug builds it may be anything.
pub(crate) unsafe fn free<T: 'static>(handle: *mut T, name: &str) -> Result<(), BindingError> {
    if handle.is_null() {
        return Ok(());
    }
    check(handle, name)?;
    if cfg!(debug_assertions) {
        known().insert(handle.addr(), None);
        // SAFETY: it is known and was not freed, so the value is there; it is dropped once, since it counts as freed now.
        unsafe { handle.drop_in_place() };
    } else {
        // SAFETY: the caller promises that it came from `give`, which made a box of it, and that it was not freed before.
        drop(unsafe { Box::from_raw(handle) });
    }
    Ok(())
}

fn check<T: 'static>(handle: *const T, name: &str) -> Result<(), BindingError> {
    if handle.is_null() {
        return Err(BindingError::of(format!("`{name}` is NULL")));
    }
    if cfg!(debug_assertions) {
        return match known().get(&handle.addr()) {
            Some(Some(kind)) if *kind == TypeId::of::<T>() => Ok(()),
            Some(None) => Err(BindingError::of(format!("`{name}` was freed"))),
            _ => Err(BindingError::of(format!("`{name}` is not a handle of that kind"))),
        };
    }
    Ok(())
}

/// A text that C gave, which errors call `name`.
///
/// # Safety
///
/// It is NULL, or ends with a zero byte and is not changed during `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, BindingError> {
    if text.is_null() {
        return Err(BindingError::of(format!("`{name}` is NULL")));
    }
    // SAFETY: it is not NULL, and the caller promises the zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| BindingError::of(format!("`{name}` is not UTF-8")))
}

/// Writes a result to where C wants it, unless that is NULL.
///
/// # Safety
///
/// It is NULL, or can be written.
pub(crate) unsafe fn put<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: it is not NULL, and the caller promises the rest.
        unsafe { place.write(value) };
    }
}

/// Copies values to where C has room for them, if they fit; whether they do.
///
/// # Safety
///
/// `place` is NULL, or `room` values can be written there.
pub(crate) unsafe fn copy<T: Copy>(values: &[T], place: *mut T, room: usize) -> bool {
    let fits = !place.is_null() && values.len() <= room;
    if fits {
        // SAFETY: there is room for as many values, and what is new here does not overlap with what C has.
        unsafe { place.copy_from_nonoverlapping(values.as_ptr(), values.len()) };
    }
    fits
}
