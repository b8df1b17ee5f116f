//! The cells of planes, in arrays of NumPy.

use mapwright_bindings::PlaneCells;
use numpy::PyArray1;
use pyo3::prelude::{Bound, PyAny, Python};

/// A piece of an array that takes the cells of one plane.
#[derive(Debug)]
pub(crate) enum Slot<'a> {
    Bool(&'a mut [bool]),
    U8(&'a mut [u8]),
    U16(&'a mut [u16]),
    U32(&'a mut [u32]),
    I32(&'a mut [i32]),
    F32(&'a mut [f32]),
}

/// Returns the name of a plane's type in NumPy.
pub(crate) const fn dtype(cells: PlaneCells<'_>) -> &'static str {
    match cells {
        PlaneCells::Tiles(_) | PlaneCells::Sides(_) | PlaneCells::Keep(_) | PlaneCells::U8(_) => "uint8",
        PlaneCells::Bool(_) => "bool",
        PlaneCells::U16(_) => "uint16",
        PlaneCells::U32(_) => "uint32",
        PlaneCells::I32(_) => "int32",
        PlaneCells::F32(_) => "float32",
    }
}

/// Copies the cells; false if the slot has another type or size.
pub(crate) fn write(cells: PlaneCells<'_>, slot: &mut Slot<'_>) -> bool {
    match (cells, slot) {
        (PlaneCells::Tiles(cells), Slot::U8(slot)) => copy(cells, slot, |tile| tile.0),
        (PlaneCells::Sides(cells), Slot::U8(slot)) => copy(cells, slot, |sides| sides.0),
        (PlaneCells::Keep(cells), Slot::U8(slot)) => copy(cells, slot, |keep| keep as u8),
        (PlaneCells::Bool(cells), Slot::Bool(slot)) => copy(cells, slot, |cell| cell),
        (PlaneCells::U8(cells), Slot::U8(slot)) => copy(cells, slot, |cell| cell),
        (PlaneCells::U16(cells), Slot::U16(slot)) => copy(cells, slot, |cell| cell),
        (PlaneCells::U32(cells), Slot::U32(slot)) => copy(cells, slot, |cell| cell),
        (PlaneCells::I32(cells), Slot::I32(slot)) => copy(cells, slot, |cell| cell),
        (PlaneCells::F32(cells), Slot::F32(slot)) => copy(cells, slot, |cell| cell),
        _ => false,
    }
}

/// Returns a flat array of the cells.
pub(crate) fn to_array<'py>(cells: PlaneCells<'_>, py: Python<'py>) -> Bound<'py, PyAny> {
    match cells {
        PlaneCells::Bool(cells) => PyArray1::from_slice(py, cells).into_any(),
        PlaneCells::U16(cells) => PyArray1::from_slice(py, cells).into_any(),
        PlaneCells::U32(cells) => PyArray1::from_slice(py, cells).into_any(),
        PlaneCells::I32(cells) => PyArray1::from_slice(py, cells).into_any(),
        PlaneCells::F32(cells) => PyArray1::from_slice(py, cells).into_any(),
        bytes => PyArray1::from_vec(py, bytes.bytes().unwrap_or_default()).into_any(),
    }
}

fn copy<T: Copy, U>(cells: &[T], slot: &mut [U], value: impl Fn(T) -> U) -> bool {
    let fits = cells.len() == slot.len();
    slot.iter_mut().zip(cells).for_each(|(slot, &cell)| *slot = value(cell));
    fits
}
