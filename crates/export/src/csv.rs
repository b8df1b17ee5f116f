//! Comma-separated values, a line for each row.

use std::fmt::{Display, Write};

use mapwright_core::{BuilderMap, Grid, Layer};

use crate::ExportError;

/// A plane of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CsvPlane {
    /// The tile numbers; 128 and above are solid.
    #[default]
    Tiles,
    /// 1 for solid cells, 0 for others.
    Solid,
    /// The four sides of each cell as a number from 0 to 255: two bits for each side, north lowest, then east, south,
    /// west.
    Sides,
    /// The four corners of each cell: two bits each, north-east lowest, then clockwise.
    Corners,
    /// The sides before a puzzle stage turned them.
    Solution,
    /// The region of each cell, 0 for none.
    Regions,
    /// 1 for wet cells, 0 for others.
    Wet,
    /// The number of rings through each cell.
    Rings,
    /// 1 for cells on a ring, 0 for others.
    OnRing,
    /// The area of each cell in the level's graph, counted from 1; 0 for none.
    Areas,
    /// How much of each cell is kept: 0 for nothing, 1 for its shape, 2 for its tile.
    Kept,
}

mapwright_core::named! {
    CsvPlane:
    Tiles = "tiles", Solid = "solid", Sides = "sides", Corners = "corners", Solution = "solution",
    Regions = "regions", Wet = "wet", Rings = "rings", OnRing = "on-ring", Areas = "areas", Kept = "kept",
}

/// The tile numbers of a map as comma-separated values, a line for each row.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
///
/// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
/// let floor = Tile::FLOOR.0;
/// assert_eq!(mapwright_export::csv(&map), format!("{floor},{floor},{floor}\n{floor},{floor},{floor}\n"));
/// ```
#[must_use]
pub fn csv(map: &BuilderMap) -> String {
    write(&map.tiles, |tile| tile.0)
}

/// A plane of a map as comma-separated values, a line for each row.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Size, Tile, Wrap};
/// use mapwright_export::{CsvPlane, csv_plane};
///
/// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::WALL);
/// map.regions = Grid::from_vec(map.size(), vec![1, 1, 300]);
/// assert_eq!(csv_plane(&map, CsvPlane::Regions)?, "1,1,300\n");
/// assert_eq!(csv_plane(&map, CsvPlane::Solid)?, "1,1,1\n");
/// let error = csv_plane(&map, CsvPlane::Wet).unwrap_err();
/// assert_eq!(error.to_string(), "the map has no `wet`; it has tiles, solid, regions");
/// # Ok::<(), mapwright_export::ExportError>(())
/// ```
///
/// # Errors
///
/// The map has no such plane.
pub fn csv_plane(map: &BuilderMap, plane: CsvPlane) -> Result<String, ExportError> {
    find(map, plane).ok_or_else(|| no_part(map, plane.name()))
}

/// A plane, such as `regions`, or a layer of the map, by its name, as comma-separated values.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Layer, Size, Tile, Wrap};
/// use mapwright_export::csv_named;
///
/// let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::WALL);
/// map.layers.insert("moisture".to_owned(), Layer::F32(Grid::new(map.size(), 0.5)));
/// assert_eq!(csv_named(&map, "moisture")?, "0.5,0.5\n");
/// assert_eq!(csv_named(&map, "solid")?, "1,1\n");
/// let error = csv_named(&map, "heat").unwrap_err();
/// assert_eq!(error.to_string(), "the map has no `heat`; it has tiles, solid, moisture");
/// # Ok::<(), mapwright_export::ExportError>(())
/// ```
///
/// # Errors
///
/// The map has no such plane or layer.
pub fn csv_named(map: &BuilderMap, name: &str) -> Result<String, ExportError> {
    let plane = CsvPlane::ALL.into_iter().find(|plane| plane.name() == name);
    plane.and_then(|plane| find(map, plane)).or_else(|| layer_csv(map, name)).ok_or_else(|| no_part(map, name))
}

/// A custom layer, a line for each row.
pub(crate) fn layer_csv(map: &BuilderMap, name: &str) -> Option<String> {
    Some(match map.layers.get(name)? {
        Layer::U8(values) => write(values, |&value| value),
        Layer::U16(values) => write(values, |&value| value),
        Layer::I32(values) => write(values, |&value| value),
        Layer::F32(values) => write(values, |&value| value),
    })
}

fn no_part(map: &BuilderMap, part: &str) -> ExportError {
    let planes =
        CsvPlane::ALL.into_iter().filter(|&other| find(map, other).is_some()).map(|plane| -> &str { plane.name() });
    let has: Vec<&str> = planes.chain(map.layers.keys().map(String::as_str)).collect();
    ExportError::NoPart { part: part.to_owned(), has: has.join(", ") }
}

fn find(map: &BuilderMap, plane: CsvPlane) -> Option<String> {
    let sides = |plane: &Grid<mapwright_core::Sides>| write(plane, |sides| sides.0);
    let bits = |plane: &Grid<bool>| write(plane, |&bit| u8::from(bit));
    let flow = map.flow.as_ref();
    match plane {
        CsvPlane::Tiles => Some(csv(map)),
        CsvPlane::Solid => Some(write(&map.tiles, |tile| u8::from(tile.is_solid()))),
        CsvPlane::Sides => map.sides.as_ref().map(sides),
        CsvPlane::Corners => map.corners.as_ref().map(sides),
        CsvPlane::Solution => map.solution.as_ref().map(sides),
        CsvPlane::Regions => map.regions.as_ref().map(|regions| write(regions, |&region| region)),
        CsvPlane::Wet => flow.map(|flow| bits(&flow.wet)),
        CsvPlane::Rings => flow.map(|flow| write(&flow.rings, |&rings| rings)),
        CsvPlane::OnRing => flow.map(|flow| bits(&flow.on_ring)),
        CsvPlane::Kept => map.kept.as_ref().map(|kept| write(kept, |&keep| keep as u8)),
        CsvPlane::Areas => map.graph.as_ref().map(|graph| write(&graph.area, |&area| area)),
    }
}

fn write<T, N: Display>(plane: &Grid<T>, number: impl Fn(&T) -> N) -> String {
    let mut text = String::with_capacity(plane.as_slice().len() * 2);
    for row in plane.rows() {
        for (x, value) in row.iter().enumerate() {
            let comma = if x == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{}", number(value));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Flow, LevelGraph, Point, Sides, Size, Tile, Wrap};

    /// Reads the numbers back, as any spreadsheet does.
    fn read(text: &str, size: Size) -> Grid<u32> {
        let rows: Vec<Vec<u32>> =
            text.lines().map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect();
        assert!(rows.iter().all(|row| row.len() == usize::from(size.w)));
        Grid::from_vec(size, rows.concat()).unwrap()
    }

    #[test]
    fn every_plane_is_read_back() {
        for size in [(1, 1), (1, 7), (7, 1), (5, 8)].map(|(w, h)| Size::new(w, h)) {
            let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
            let any = |p: Point, most: u32| (size.index(p) * 57 + 11) % most;
            map.tiles = Grid::from_fn(size, |p| Tile(u8::try_from(any(p, 256)).unwrap()));
            let sides = |by: u32| Grid::from_fn(size, move |p| Sides(u8::try_from(any(p, 256 - by)).unwrap()));
            (map.sides, map.corners, map.solution) = (Some(sides(0)), Some(sides(1)), Some(sides(2)));
            map.regions = Some(Grid::from_fn(size, |p| u16::try_from(any(p, 60000) * 7).unwrap()));
            let mut flow = Flow::dry(size, Point::new(0, 0));
            flow.wet = Grid::from_fn(size, |p| any(p, 2) == 0);
            flow.on_ring = Grid::from_fn(size, |p| any(p, 3) == 0);
            flow.rings = Grid::from_fn(size, |p| any(p, u32::MAX) * 1000);
            let expected: [Grid<u32>; 10] = [
                map.tiles.map(|tile| tile.0.into()),
                map.tiles.map(|tile| u32::from(tile.0 >= 128)),
                sides(0).map(|sides| sides.0.into()),
                sides(1).map(|sides| sides.0.into()),
                sides(2).map(|sides| sides.0.into()),
                map.regions.as_ref().unwrap().map(|&region| region.into()),
                flow.wet.map(|&wet| wet.into()),
                flow.rings.clone(),
                flow.on_ring.map(|&on_ring| on_ring.into()),
                Grid::from_fn(size, |p| any(p, 9)),
            ];
            let area = Grid::from_fn(size, |p| u16::try_from(any(p, 9)).unwrap());
            map.graph = Some(LevelGraph::new(area, Vec::new(), Vec::new()));
            map.flow = Some(flow);
            for (plane, expected) in CsvPlane::ALL.into_iter().zip(expected) {
                assert_eq!(read(&csv_plane(&map, plane).unwrap(), size), expected, "{}", plane.name());
            }
        }
    }

    #[test]
    fn planes_that_are_there_can_be_written_and_no_others() {
        let map = BuilderMap::filled(Size::new(2, 2), Wrap::None, Tile::FLOOR);
        let written = CsvPlane::ALL.into_iter().filter(|&plane| csv_plane(&map, plane).is_ok());
        assert_eq!(written.collect::<Vec<_>>(), [CsvPlane::Tiles, CsvPlane::Solid]);
    }
}
