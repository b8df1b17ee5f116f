//! Rooms made of regions.
//!
//! Caves, Voronoi cells and the areas of a level have no rooms, so stages that speak of rooms have nothing to say
//! there. Here each region becomes one: its rectangle is the bounding box of its open cells, and its shape is the
//! region.

use mapwright_core::{
    Area, BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, Keep, MetaMapBuilder, Need, Passages, Plane, Planes,
    Point, Reach, Rect, Room, RoomShape, Size, params,
};
use mapwright_graph::Components;

/// Makes rooms of regions, areas or caves.
///
/// Turns regions into rooms, so that corridors, starts, exits and spawns can use them. A room has an ID, the bounding
/// box of the region's open cells, the number of the region, and the shape [`RoomShape::Region`]. The map's `regions`
/// become those of the rooms. Rooms that the map had before are dropped.
///
/// A region that crosses a wrapped border has a bounding box as wide as the map.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{CellularAutomata, RoomsFromRegions};
///
/// let caves = BuilderChain::start_with(Size::new(60, 40), CellularAutomata::default());
/// let map = caves.with(RoomsFromRegions { min_cells: 30, ..RoomsFromRegions::default() }).build(7)?;
/// let rooms = map.rooms.as_deref().unwrap_or_default();
/// assert!(!rooms.is_empty() && rooms.iter().all(|room| map.cells_of_room(room).count() >= 30));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct RoomsFromRegions {
    /// What becomes rooms; `auto` takes the first of the others that the map has.
    #[param(default = RegionSource::Auto)]
    pub from: RegionSource,
    /// The fewest open cells of a room.
    ///
    /// Smaller regions stay regions.
    #[param(default = 9, range = 1..=Self::MAX_SIZE)]
    pub min_cells: u32,
}

/// What becomes rooms.
#[params]
pub enum RegionSource {
    /// The map's regions if it has any, otherwise the areas of its level graph, otherwise its connected components.
    #[default]
    Auto,
    /// The map's regions.
    Regions,
    /// The areas of the level graph. Rooms get the role and the tags of their area as tags.
    Areas,
    /// The connected components of the open cells.
    Components,
}

impl RoomsFromRegions {
    const MAX_SIZE: u32 = 1_000_000;

    /// Numbers the regions.
    fn regions(&self, map: &BuilderMap) -> Result<Grid<u16>, BuildError> {
        match (self.from, &map.regions, &map.graph) {
            (RegionSource::Auto, Some(regions), _) => Ok(regions.clone()),
            (RegionSource::Auto, None, Some(graph)) => Ok(graph.area.clone()),
            (RegionSource::Auto, None, None) | (RegionSource::Components, ..) => self.components(map),
            (RegionSource::Regions, regions, _) => regions.clone().need(Plane::Regions),
            (RegionSource::Areas, _, graph) => Ok(graph.as_ref().need(Plane::Graph)?.area.clone()),
        }
    }

    /// The components that are large enough, numbered from 1 in row-major order of their first cells.
    fn components(&self, map: &BuilderMap) -> Result<Grid<u16>, BuildError> {
        let components = Components::from_map(map, &map.passages());
        let mut numbers = vec![0; components.sizes.len() + 1];
        let mut next: u16 = 0;
        for (number, &size) in numbers[1..].iter_mut().zip(&components.sizes) {
            if size >= self.min_cells {
                let too_many = "the map has more than 65535 components; a larger `min_cells` leaves fewer";
                next = next.checked_add(1).ok_or_else(|| BuildError::impossible(too_many))?;
                *number = next;
            }
        }
        Ok(components.label.map(|&label| numbers[label as usize]))
    }

    fn areas<'a>(&self, map: &'a BuilderMap) -> &'a [Area] {
        let is_used = self.from == RegionSource::Areas || self.from == RegionSource::Auto && map.regions.is_none();
        map.graph.as_ref().filter(|_| is_used).map_or(&[], |graph| &graph.areas)
    }
}

impl Builder for RoomsFromRegions {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("rooms-from-regions")
            .memory(38)
            .title("Rooms from regions")
            .needs(match self.from {
                RegionSource::Regions => Plane::Regions.into(),
                RegionSource::Areas => Plane::Graph.into(),
                RegionSource::Auto | RegionSource::Components => Planes::NONE,
            })
            .gives([Plane::Rooms, Plane::Regions])
            .keeps(Planes::DERIVED)
            .spares_kept()
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for RoomsFromRegions {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        let regions = self.regions(map)?;
        cx.keep_going()?;
        let areas = self.areas(map);
        let tags = |region: u16| areas.get(usize::from(region) - 1).map(tags).unwrap_or_default();
        map.rooms = Some(rooms_of(map, &regions, self.min_cells, tags));
        map.regions = Some(regions);
        Ok(())
    }
}

/// The regions with at least so many open cells, as rooms.
pub(super) fn rooms_of(
    map: &BuilderMap,
    regions: &Grid<u16>,
    min_size: u32,
    tags: impl Fn(u16) -> Vec<String>,
) -> Vec<Room> {
    let mut boxes: Vec<Option<BoundingBox>> = Vec::new();
    for ((p, &region), _) in regions.iter().zip(map.tiles.as_slice()).filter(|(_, tile)| !tile.is_solid()) {
        if boxes.len() <= usize::from(region) {
            boxes.resize(usize::from(region) + 1, None);
        }
        boxes[usize::from(region)].get_or_insert(BoundingBox { min: p, max: p, cells: 0 }).add(p);
    }
    let large = (0..=u16::MAX).zip(boxes).filter_map(|(region, bounds)| Some((region, bounds?)));
    let large = large.filter(|(region, bounds)| *region > 0 && bounds.cells >= min_size);
    let room = |(id, (region, bounds)): (u32, (u16, BoundingBox))| {
        let mut room = Room::new(id, bounds.rect());
        (room.shape, room.region, room.tags) = (RoomShape::Region, Some(region), tags(region));
        room
    };
    (0..).zip(large).map(room).collect()
}

/// Adds the kept parts of a new map to its rooms, each as a region with the tag `kept`. A part is a component of kept open cells.
pub(super) fn list_kept_parts(map: &mut BuilderMap) {
    let (Some(kept), Some(rooms), Some(regions)) = (&map.kept, &mut map.rooms, &mut map.regions) else { return };
    let (size, field) = (map.tiles.size(), Passages::lattice(map.tiles.size(), map.wrap));
    let is_part = |cell: u32| kept[cell] != Keep::Free && !map.tiles[cell].is_solid();
    let mut next = rooms.iter().filter_map(|room| room.region).max().unwrap_or(0).checked_add(1);
    let found = |cells: &[u32]| {
        let (Some(number), Some(&first)) = (next, cells.first()) else { return };
        let first = size.point(first);
        let mut bounds = BoundingBox { min: first, max: first, cells: 0 };
        for &cell in cells {
            regions[cell] = number;
            bounds.add(size.point(cell));
        }
        let mut room = Room::new(u32::try_from(rooms.len()).unwrap_or(u32::MAX), bounds.rect());
        (room.shape, room.region, room.tags) = (RoomShape::Region, Some(number), vec!["kept".to_owned()]);
        rooms.push(room);
        next = number.checked_add(1);
    };
    Components::of(&field, is_part, |cell| field.neighbors(cell).filter(|&cell| is_part(cell)), found);
}

/// The role of an area and its tags.
fn tags(area: &Area) -> Vec<String> {
    area.role.iter().chain(&area.tags).cloned().collect()
}

/// The box around some cells.
#[derive(Clone, Copy, Debug)]
struct BoundingBox {
    min: Point,
    max: Point,
    cells: u32,
}

impl BoundingBox {
    fn add(&mut self, p: Point) {
        self.min = Point::new(self.min.x.min(p.x), self.min.y.min(p.y));
        self.max = Point::new(self.max.x.max(p.x), self.max.y.max(p.y));
        self.cells += 1;
    }

    const fn rect(&self) -> Rect {
        Rect::new(self.min.x, self.min.y, self.max.x - self.min.x + 1, self.max.y - self.min.y + 1)
    }
}
