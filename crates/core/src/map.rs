//! The shared map: plain data that every stage reads and changes.

use crate::gather;
use crate::plane_table::PlaneData;
use crate::planes;
use crate::{BuildError, Door, Grid, Need, Plane, Planes, Point, Size, Tile, Wrap};

macro_rules! define_map {
    (
        cells { $($(#[$cells_doc:meta])+ $Cells:ident = $cells_name:literal, $cells:ident: $cell:ty;)* }
        whole { $($(#[$whole_doc:meta])+ $Whole:ident = $whole_name:literal, $whole:ident: $value:ty;)* }
        always { $($(#[$always_doc:meta])+ $Always:ident, $always:ident: $part:ty;)* }
    ) => {
        /// A map under construction: row-major planes, all of one size, and marked cells.
        ///
        /// The fields are public: a stage may change any of them. After each stage the chain checks that the
        /// planes have one size and that start, exit and spawns stand on open cells.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct BuilderMap {
            /// What stands in each cell. A fresh map is all wall.
            pub tiles: Grid<Tile>,
            $($(#[$cells_doc])+ pub $cells: Option<Grid<$cell>>,)*
            $($(#[$whole_doc])+ pub $whole: $value,)*
            $($(#[$always_doc])+ pub $always: $part,)*
        }

        impl BuilderMap {
            /// A map that is all `tile`, without other planes.
            pub fn filled(size: Size, wrap: Wrap, tile: Tile) -> Self {
                BuilderMap::from_tiles(Grid::new(size, tile), wrap)
            }

            /// A map of these tiles, without other planes.
            pub fn from_tiles(tiles: Grid<Tile>, wrap: Wrap) -> Self {
                let mut map = BuilderMap {
                    tiles,
                    $($cells: None,)*
                    $($whole: Default::default(),)*
                    $($always: Default::default(),)*
                };
                map.wrap = wrap;
                map
            }

            /// The planes that the map has.
            pub fn planes(&self) -> Planes {
                let has = [
                    $((Plane::$Cells, self.$cells.is_some()),)*
                    $((Plane::$Whole, self.$whole != <$value>::default()),)*
                ];
                has.into_iter().filter(|&(_, has)| has).fold(Planes::NONE, |all, (plane, _)| all.union(plane.into()))
            }

            /// About how many bytes the map takes: its planes, and its lists with what is in them.
            pub fn bytes(&self) -> usize {
                let cells = [size_of_val(self.tiles.as_slice()), $(self.$cells.as_ref().map_or(0, |plane| size_of_val(plane.as_slice())),)*];
                let whole = [$(self.$whole.heap(),)* $(self.$always.heap(),)*];
                cells.into_iter().chain(whole).sum()
            }

            fn clear_plane(&mut self, plane: Plane) {
                match plane {
                    $(Plane::$Cells => self.$cells = None,)*
                    $(Plane::$Whole => self.$whole = <$value>::default(),)*
                }
            }

            /// The planes whose size differs from that of the tiles, each with its size.
            pub(crate) fn odd_planes(&self) -> impl Iterator<Item = (Plane, Size)> {
                let size = self.size();
                let odd = [
                    $((Plane::$Cells, self.$cells.as_ref().map(Grid::size).filter(|&found| found != size)),)*
                    $((Plane::$Whole, self.$whole.misfit(size)),)*
                ];
                odd.into_iter().filter_map(|(plane, size)| Some((plane, size?)))
            }
        }
    };
}

planes!(define_map);

impl BuilderMap {
    /// The bytes that a stage claims for each cell, beside the map, if it says nothing else.
    pub const BYTES_PER_CELL: u64 = 48;

    /// Width and height in cells.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Columns.
    pub const fn width(&self) -> u16 {
        self.size().w
    }

    /// Rows.
    pub const fn height(&self) -> u16 {
        self.size().h
    }

    /// Where the player begins.
    ///
    /// # Errors
    ///
    /// The map has no start.
    pub fn start(&self) -> Result<Point, BuildError> {
        self.start.need(Plane::Start)
    }

    /// Where the player wants to go.
    ///
    /// # Errors
    ///
    /// The map has no exit.
    pub fn exit(&self) -> Result<Point, BuildError> {
        self.exit.need(Plane::Exit)
    }

    /// Whether `p` is on the map and not solid.
    pub fn is_open(&self, p: impl Into<Point>) -> bool {
        self.tiles.get(p).is_some_and(|tile| !tile.is_solid())
    }

    /// Turns secrets into wall, and removes their doors: the level as it looks to those who have found none.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Door, Point, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// map.doors = Some(vec![Door::secret([Point::new(1, 0)])]);
    /// map.hide_secrets();
    /// assert_eq!((map.tiles[1], map.doors), (Tile::WALL, Some(Vec::new())));
    /// ```
    pub fn hide_secrets(&mut self) {
        let Some(doors) = &mut self.doors else { return };
        let (secrets, rest) = std::mem::take(doors).into_iter().partition(Door::is_secret);
        *doors = rest;
        for at in secrets.into_iter().flat_map(|door: Door| door.cells) {
            self.tiles.get_mut(at).into_iter().for_each(|tile| *tile = Tile::WALL);
        }
    }

    /// Drops planes. A stage that changes tiles, sides or portals drops [`Planes::DERIVED`], and says so in
    /// its [`Facts`](crate::Facts): `map.clear(self.facts(map.size()).drops())` says it once. With doors go the keys of their
    /// locks.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Door, Plane, Planes, Point, Size, Spawn, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
    /// (map.start, map.doors) = (Some(Point::new(0, 0)), Some(vec![Door::locked([Point::new(2, 1)], 0)]));
    /// map.spawns = vec![Spawn::key((0, 1), "Key A", 0), Spawn::new((3, 1), "Rat")];
    /// map.clear(Planes::DERIVED);
    /// assert_eq!((map.planes(), map.spawns.len()), (Plane::Start.into(), 1));
    /// ```
    pub fn clear(&mut self, planes: impl Into<Planes>) {
        let planes = planes.into();
        if planes.contains(Plane::Doors) {
            let doors = self.doors.iter().flatten();
            let locks = gather::set(doors.filter_map(|door| door.lock));
            self.spawns.retain(|spawn| spawn.key.is_none_or(|key| !locks.contains(&key)));
        }
        planes.iter().for_each(|plane| self.clear_plane(plane));
    }
}
