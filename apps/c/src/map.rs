//! Maps: what is in them, and what games ask.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};

use bindings::{BindingError, PlaneCells, plane, read_theme};
use facade::core::BuilderMap;
use facade::graph::MapExt;
use facade::recipe::{map_digest, map_to_json};
use facade::render::{Style, Theme, draw, picture_size};

use crate::error::{Error, attempt, c_text, plain};
use crate::handle::{copy, free, get, put, text};

/// A finished map. It does not change.
#[derive(Debug)]
pub struct Map(pub(crate) BuilderMap);

/// A cell: its column and row.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
}

impl From<facade::core::Point> for Point {
    fn from(at: facade::core::Point) -> Point {
        Point { x: at.x, y: at.y }
    }
}

/// The type of the cells of a plane.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `uint8_t`, 0 or 1.
    Bool,
    /// `uint8_t`
    U8,
    /// `uint16_t`
    U16,
    /// `uint32_t`
    U32,
    /// `int32_t`
    I32,
    /// `float`
    F32,
}

/// Columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_width(map: *const Map) -> u32 {
    // SAFETY: a handle, as all callers promise.
    plain(0, || Ok(unsafe { get(map, "map") }?.0.width().into()))
}

/// Rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_height(map: *const Map) -> u32 {
    // SAFETY: a handle, as all callers promise.
    plain(0, || Ok(unsafe { get(map, "map") }?.0.height().into()))
}

/// The tiles, row by row, a byte each: those from 128 on are solid. They live as long as the map.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_tiles(map: *const Map) -> *const u8 {
    // SAFETY: a handle, as all callers promise.
    plain(null(), || Ok(unsafe { get(map, "map") }?.0.tiles.as_slice().as_ptr().cast()))
}

/// A plane by its name, row by row: `tiles`, `sides`, `corners`, `solution`, `regions`, `kept`, `wet`, `rings`, `on_ring`, `areas`, or
/// `layers.NAME`. It lives as long as the map. Its type is written to `type`, which may be NULL. NULL if the map does not
/// have it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_plane(map: *const Map, name: *const c_char, r#type: *mut Type) -> *const c_void {
    plain(null(), || {
        // SAFETY: a handle, as all callers promise.
        let map = unsafe { get(map, "map") }?;
        // SAFETY: a text, as all callers promise.
        let name = unsafe { text(name, "name") }?;
        let Some((cells, kind)) = plane(&map.0, name).map(pointer) else { return Ok(null()) };
        // SAFETY: all callers promise that it can be written.
        unsafe { put(r#type, kind) };
        Ok(cells)
    })
}

fn pointer(cells: PlaneCells<'_>) -> (*const c_void, Type) {
    fn of<T>(cells: &[T], kind: Type) -> (*const c_void, Type) {
        (cells.as_ptr().cast(), kind)
    }
    match cells {
        PlaneCells::Tiles(cells) => of(cells, Type::U8),
        PlaneCells::Sides(cells) => of(cells, Type::U8),
        PlaneCells::Keep(cells) => of(cells, Type::U8),
        PlaneCells::Bool(cells) => of(cells, Type::Bool),
        PlaneCells::U8(cells) => of(cells, Type::U8),
        PlaneCells::U16(cells) => of(cells, Type::U16),
        PlaneCells::U32(cells) => of(cells, Type::U32),
        PlaneCells::I32(cells) => of(cells, Type::I32),
        PlaneCells::F32(cells) => of(cells, Type::F32),
    }
}

/// Where the player begins. False, and `at` is left alone, if the map has no start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_start(map: *const Map, at: *mut Point) -> bool {
    // SAFETY: a handle, and a place that can be written, as all callers promise.
    plain(false, || unsafe { mark(map, |map| map.start, at) })
}

/// Where the player wants to go. False, and `at` is left alone, if the map has no exit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_exit(map: *const Map, at: *mut Point) -> bool {
    // SAFETY: a handle, and a place that can be written, as all callers promise.
    plain(false, || unsafe { mark(map, |map| map.exit, at) })
}

/// # Safety
///
/// `map` is a handle, and `at` can be written.
unsafe fn mark(
    map: *const Map,
    mark: impl Fn(&BuilderMap) -> Option<facade::core::Point>,
    at: *mut Point,
) -> Result<bool, BindingError> {
    // SAFETY: the caller promises it.
    let Some(found) = mark(&unsafe { get(map, "map") }?.0) else { return Ok(false) };
    // SAFETY: the caller promises it.
    unsafe { put(at, found.into()) };
    Ok(true)
}

/// A shortest path with both its ends, through doors and portals. Returns how many cells it has, 0 if there is none, and
/// writes them to `cells` if there is room for all; width times height is always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_path(map: *const Map, from: Point, to: Point, cells: *mut Point, room: usize) -> usize {
    plain(0, || {
        // SAFETY: a handle, as all callers promise.
        let map = unsafe { get(map, "map") }?;
        let path = map.0.path((from.x, from.y), (to.x, to.y)).unwrap_or_default();
        let path: Vec<Point> = path.into_iter().map(Point::from).collect();
        // SAFETY: all callers promise that there is so much room.
        unsafe { copy(&path, cells, room) };
        Ok(path.len())
    })
}

/// What is in sight of a cell, at most `radius` cells away. Writes a byte for each cell of the map, 1 for what is in sight,
/// if there is room for width times height of them. Returns that number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_sight(map: *const Map, from: Point, radius: u16, seen: *mut u8, room: usize) -> usize {
    plain(0, || {
        // SAFETY: a handle, as all callers promise.
        let map = unsafe { get(map, "map") }?;
        let sight: Vec<u8> = map.0.sight((from.x, from.y), radius).as_slice().iter().map(|&seen| seen.into()).collect();
        // SAFETY: all callers promise that there is so much room.
        unsafe { copy(&sight, seen, room) };
        Ok(sight.len())
    })
}

/// All of the map as JSON, as the program writes it: rooms, doors, spawns and the rest. Free it with `mw_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_json(map: *const Map) -> *mut c_char {
    plain(null_mut(), || {
        // SAFETY: a handle, as all callers promise.
        let map = unsafe { get(map, "map") }?;
        Ok(c_text(&map_to_json(&map.0)).into_raw())
    })
}

/// A picture with `scale` pixels for each cell, in a theme by its name or as JSON; NULL for the usual one. Its size is
/// written to `width` and `height`, and its pixels to `pixels`, row by row, four bytes each: red, green, blue, opacity.
/// With NULL for `pixels` only the size is written, at once; otherwise it is an error if there is no room for all bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_rgba(
    map: *const Map,
    scale: u32,
    theme: *const c_char,
    pixels: *mut u8,
    room: usize,
    width: *mut u32,
    height: *mut u32,
    err: *mut *mut Error,
) -> bool {
    let work = || {
        // SAFETY: a handle, as all callers promise.
        let map = unsafe { get(map, "map") }?;
        let theme = match theme.is_null() {
            true => Theme::default(),
            // SAFETY: a text, as all callers promise.
            false => read_theme(unsafe { text(theme, "theme") }?)?,
        };
        let style = Style { theme, scale, margin: Some(0), ..Style::default() };
        let (w, h) = picture_size(&map.0, &style).map_err(BindingError::of)?;
        // SAFETY: all callers promise that it can be written.
        unsafe { put(width, w) };
        // SAFETY: as before.
        unsafe { put(height, h) };
        if pixels.is_null() {
            return Ok(true);
        }
        let bytes = u64::from(w) * u64::from(h) * 4;
        if (room as u64) < bytes {
            return Err(
                BindingError::of(format!("room for {room} bytes; a picture of {w}×{h} has {bytes}")).in_field("room")
            );
        }
        let picture = draw(&map.0, &style).map_err(BindingError::of)?;
        // SAFETY: all callers promise that there is so much room.
        Ok(unsafe { copy(picture.as_raw(), pixels, room) })
    };
    // SAFETY: all callers promise that errors can be written.
    unsafe { attempt(err, false, work) }
}

/// The digest of the map: the same number as on any other machine and in any other language.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_digest(map: *const Map) -> u64 {
    // SAFETY: a handle, as all callers promise.
    plain(0, || Ok(map_digest(&unsafe { get(map, "map") }?.0)))
}

/// Frees a map, with its planes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_map_free(map: *mut Map) {
    // SAFETY: a handle that is no longer used, as all callers promise.
    plain((), || unsafe { free(map, "map") });
}

/// Frees a text that the library returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_string_free(text: *mut c_char) {
    plain((), || {
        if !text.is_null() {
            // SAFETY: all callers promise that it came from `mw_map_json` and is used no more.
            drop(unsafe { CString::from_raw(text) });
        }
        Ok(())
    });
}
