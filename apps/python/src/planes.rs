//! The planes of a map by name, as numbers.

use mapwright::core::{BuilderMap, Layer, Sides, Tile};
use numpy::PyArray1;
use pyo3::prelude::{Bound, PyAny, Python};

/// The cells of a plane, row-major.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cells<'m> {
    Tiles(&'m [Tile]),
    Sides(&'m [Sides]),
    Bool(&'m [bool]),
    U8(&'m [u8]),
    U16(&'m [u16]),
    U32(&'m [u32]),
    I32(&'m [i32]),
    F32(&'m [f32]),
}

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

/// Every plane that the map has, with its name. Custom layers come last, as `layers.NAME`.
pub(crate) fn planes<'m>(map: &'m BuilderMap) -> Vec<(String, Cells<'m>)> {
    let sides = |plane| Cells::Sides(plane);
    let mut all: Vec<(String, Cells<'m>)> = vec![("tiles".to_owned(), Cells::Tiles(map.tiles.as_slice()))];
    let mut add = |name: &str, cells: Option<Cells<'m>>| all.extend(cells.map(|cells| (name.to_owned(), cells)));
    add("sides", map.sides.as_ref().map(|plane| sides(plane.as_slice())));
    add("corners", map.corners.as_ref().map(|plane| sides(plane.as_slice())));
    add("solution", map.solution.as_ref().map(|plane| sides(plane.as_slice())));
    add("regions", map.regions.as_ref().map(|plane| Cells::U16(plane.as_slice())));
    if let Some(flow) = &map.flow {
        add("wet", Some(Cells::Bool(flow.wet.as_slice())));
        add("rings", Some(Cells::U32(flow.rings.as_slice())));
        add("on_ring", Some(Cells::Bool(flow.on_ring.as_slice())));
    }
    add("areas", map.graph.as_ref().map(|graph| Cells::U16(graph.area.as_slice())));
    for (name, layer) in &map.layers {
        let cells = match layer {
            Layer::U8(grid) => Cells::U8(grid.as_slice()),
            Layer::U16(grid) => Cells::U16(grid.as_slice()),
            Layer::I32(grid) => Cells::I32(grid.as_slice()),
            Layer::F32(grid) => Cells::F32(grid.as_slice()),
        };
        add(&format!("layers.{name}"), Some(cells));
    }
    all
}

impl Cells<'_> {
    /// The name of its type in NumPy.
    pub(crate) const fn dtype(self) -> &'static str {
        match self {
            Cells::Tiles(_) | Cells::Sides(_) | Cells::U8(_) => "uint8",
            Cells::Bool(_) => "bool",
            Cells::U16(_) => "uint16",
            Cells::U32(_) => "uint32",
            Cells::I32(_) => "int32",
            Cells::F32(_) => "float32",
        }
    }

    /// Copies the cells; false if the slot has another type or size.
    pub(crate) fn write(self, slot: &mut Slot<'_>) -> bool {
        match (self, slot) {
            (Cells::Tiles(cells), Slot::U8(slot)) => copy(cells, slot, |tile| tile.0),
            (Cells::Sides(cells), Slot::U8(slot)) => copy(cells, slot, |sides| sides.0),
            (Cells::Bool(cells), Slot::Bool(slot)) => copy(cells, slot, |cell| cell),
            (Cells::U8(cells), Slot::U8(slot)) => copy(cells, slot, |cell| cell),
            (Cells::U16(cells), Slot::U16(slot)) => copy(cells, slot, |cell| cell),
            (Cells::U32(cells), Slot::U32(slot)) => copy(cells, slot, |cell| cell),
            (Cells::I32(cells), Slot::I32(slot)) => copy(cells, slot, |cell| cell),
            (Cells::F32(cells), Slot::F32(slot)) => copy(cells, slot, |cell| cell),
            _ => false,
        }
    }

    /// A flat array of the cells.
    pub(crate) fn to_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Cells::Tiles(cells) => PyArray1::from_vec(py, numbers(cells, |tile| tile.0)).into_any(),
            Cells::Sides(cells) => PyArray1::from_vec(py, numbers(cells, |sides| sides.0)).into_any(),
            Cells::Bool(cells) => PyArray1::from_slice(py, cells).into_any(),
            Cells::U8(cells) => PyArray1::from_slice(py, cells).into_any(),
            Cells::U16(cells) => PyArray1::from_slice(py, cells).into_any(),
            Cells::U32(cells) => PyArray1::from_slice(py, cells).into_any(),
            Cells::I32(cells) => PyArray1::from_slice(py, cells).into_any(),
            Cells::F32(cells) => PyArray1::from_slice(py, cells).into_any(),
        }
    }
}

fn numbers<T: Copy>(cells: &[T], number: impl Fn(T) -> u8) -> Vec<u8> {
    cells.iter().map(|&cell| number(cell)).collect()
}

fn copy<T: Copy, U>(cells: &[T], slot: &mut [U], value: impl Fn(T) -> U) -> bool {
    let fits = cells.len() == slot.len();
    slot.iter_mut().zip(cells).for_each(|(slot, &cell)| *slot = value(cell));
    fits
}
