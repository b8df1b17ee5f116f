//! A finished map.

use std::ffi::CString;

use mapwright::core::text::{TextStyle, text};
use mapwright::core::{BuilderMap, Floor, FloorWay, Point};
use mapwright::graph::MapExt;
use mapwright::pipes::{PipePuzzle, SolveLimits};
use mapwright::recipe::{map_from_json, map_to_json};
use mapwright::render::{Style, draw, write_png};
use mapwright_bindings::{BindingError, digest_text, plane, planes, read_theme};
use numpy::PyArray1;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyErr, PyResult, Python, pyclass, pyfunction, pymethods};

use crate::fault::{raised, raised_of};
use crate::planes::{dtype, to_array};

/// A finished map.
#[pyclass(frozen, module = "mapwright_levels._native")]
#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) map: BuilderMap,
}

/// A cell, the floor that it leads to, the cell there, and whether nothing leads back.
type WayOut = ((u16, u16), u16, (u16, u16), bool);

/// Reads a map from the JSON that `Map.json` writes. Warns of what no longer fits it.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, json: &str) -> PyResult<Map> {
    let (map, dropped) = py.detach(|| map_from_json(json)).map_err(raised_of)?;
    for one in dropped {
        let message = CString::new(one.to_string().replace('\0', "\u{fffd}"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
    }
    Ok(Map { map })
}

#[pymethods]
impl Map {
    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (u16, u16) {
        (self.map.height(), self.map.width())
    }

    /// The digest of the map, as 16 hex digits.
    fn digest(&self, py: Python<'_>) -> String {
        py.detach(|| digest_text(&self.map))
    }

    /// The map as JSON, as the program writes it.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| map_to_json(&self.map) + "\n")
    }

    /// The map as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let style = TextStyle { heavy_wet: true, ..TextStyle::default() };
        py.detach(|| text(&self.map, &style)).map_err(raised_of)
    }

    /// A picture: cells of `scale` pixels, or about 800 pixels in all; in a theme, by its name or as JSON.
    fn png(&self, py: Python<'_>, scale: Option<u32>, name: &str) -> PyResult<Vec<u8>> {
        let theme = read_theme(name).map_err(raised)?;
        let style = Style { theme, ..Style::default() }.fit(self.map.size(), 800);
        let style = Style { scale: scale.unwrap_or(style.scale), ..style };
        let mut png = Vec::new();
        py.detach(|| draw(&self.map, &style).and_then(|picture| write_png(&picture, &mut png))).map_err(raised_of)?;
        Ok(png)
    }

    /// Every metric that the map has, by name.
    fn metrics(&self, py: Python<'_>) -> Vec<(&'static str, f64)> {
        py.detach(|| mapwright::pipes::metrics(&self.map).rows().collect())
    }

    /// A shortest path with both its ends, as columns and rows.
    fn path(&self, py: Python<'_>, from: (u16, u16), to: (u16, u16)) -> Option<Vec<(u16, u16)>> {
        let path = py.detach(|| self.map.path(from, to))?;
        Some(path.into_iter().map(|at| (at.x, at.y)).collect())
    }

    /// The number of steps from a cell to each other one, or -1.
    fn distances<'py>(&self, py: Python<'py>, from: (u16, u16)) -> PyResult<Bound<'py, PyAny>> {
        let steps = |&steps: &u32| i32::try_from(steps).unwrap_or(-1);
        let distances: Vec<i32> = py.detach(|| self.map.distances(from).as_slice().iter().map(steps).collect());
        PyArray1::from_vec(py, distances).call_method1("reshape", (self.shape(),))
    }

    /// The cells in sight of a cell.
    fn sight<'py>(&self, py: Python<'py>, from: (u16, u16), radius: u16) -> PyResult<Bound<'py, PyAny>> {
        let seen = py.detach(|| self.map.sight(from, radius));
        PyArray1::from_slice(py, seen.as_slice()).call_method1("reshape", (self.shape(),))
    }

    /// What the solver says about the pipe board of the map: the verdict, and the difficulty as JSON.
    fn solve(&self, py: Python<'_>, steps: u64) -> PyResult<(&'static str, String)> {
        let solved = py.detach(|| {
            let puzzle = PipePuzzle::from_map(&self.map).map_err(BindingError::of)?;
            let solved = puzzle.solve(&SolveLimits { steps, ..SolveLimits::default() });
            let difficulty = serde_json::to_string(&solved.difficulty).map_err(BindingError::of)?;
            Ok::<_, BindingError>((solved.verdict.name(), difficulty))
        });
        solved.map_err(raised)
    }

    /// The names and types of the planes.
    fn planes(&self) -> Vec<(String, &'static str)> {
        planes(&self.map).into_iter().map(|(name, cells)| (name.into_owned(), dtype(cells))).collect()
    }

    /// A plane as an array of rows.
    fn plane<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = plane(&self.map, name);
        found.map(|cells| to_array(cells, py).call_method1("reshape", (self.shape(),))).transpose()
    }

    /// One floor, and what leads to others: the cell, the floor and the cell there, and whether nothing leads back.
    fn floor(&self, floor: u16) -> Option<(Map, Vec<WayOut>)> {
        let Floor { map, ways, .. } = self.map.floor(floor)?;
        let cell = |at: Point| (at.x, at.y);
        let way = |way: &FloorWay| (cell(way.at), way.to.0, cell(way.to.1), way.one_way);
        Some((Map { map }, ways.iter().map(way).collect()))
    }

    /// Where one can go from each cell: bits N, E, S and W, the lowest first. Portals are not in it.
    fn ways<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ways: Vec<u8> = py.detach(|| {
            let passages = self.map.passages();
            (0..passages.area()).map(|cell| passages.dirs(cell).bits()).collect()
        });
        PyArray1::from_vec(py, ways).call_method1("reshape", (self.shape(),))
    }
}
