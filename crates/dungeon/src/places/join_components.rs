//! Connects the components of a map by tunnels.
//!
//! The tunnels are those of [`mapwright_graph::tunnels`]: the nearest components are joined first, and little is dug.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Keep, MetaMapBuilder, Passages, Plane, Planes, Point, Reach,
    Size, Tile, params,
};
use mapwright_graph::{Components, Tunnel, Tunneling, possible_steps, tunnels};

use super::walling::wall_up;
use crate::corridors::{MAX_WIDTH, widen};

/// Connects all components of the map by tunnels.
///
/// Connects all components of a map by tunnels and fills in those that are too small. Afterwards every open cell can
/// be reached from every other. Two components are joined by a tunnel of the fewest cells; with `spare_border`, by one
/// that leaves the border alone, if there is one.
///
/// Wrapped borders and portals connect components too. Tunnels go through anything solid, and on a map with sides
/// they open the sides on their way; a closed side between two open cells costs as much as a wall. The cells dug are
/// added to the map's corridors.
///
/// Tunnels lead around kept cells, and from each kept door that opens onto rock. What kept cells shut in is filled too, unless something of it is kept or stands there: that
/// is an error.
///
/// The largest component is never filled in, nor are those with the start, the exit or a spawn. What small components
/// contain is removed as by [`CullUnreachable`](crate::CullUnreachable).
///
/// ```text
/// before                    after, min_cells 4
/// ######################    ######################
/// #....####.....########    #....####.....########
/// #......##......#######    #..............#######
/// #.....####....####.###    #.....####.....###.###
/// ###.########.#####..##    ###.########.#.###..##
/// ################...###    ##############.#...###
/// ####.#########.....###    ##############.....###
/// ######################    ######################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{CellularAutomata, JoinComponents};
/// use mapwright_graph::Components;
///
/// let caves = BuilderChain::start_with(Size::new(60, 40), CellularAutomata::default());
/// let map = caves.with(JoinComponents { min_cells: 10, ..JoinComponents::default() }).build(7)?;
/// assert_eq!(Components::from_map(&map, &map.passages()).sizes.len(), 1);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct JoinComponents {
    /// Components with fewer cells become wall instead.
    ///
    /// With 1, all are joined.
    #[param(default = 1, range = 1..=MAX_MIN_SIZE)]
    pub min_cells: u32,
    /// The width of the tunnels, in cells.
    #[param(default = 1, range = 1..=MAX_WIDTH)]
    pub width: u8,
    /// Whether tunnels turn at random or go straight where they can.
    #[param(default = TunnelShape::Winding)]
    pub line: TunnelShape,
    /// The tile to dig.
    #[param(default = Tile::FLOOR, range = Tile::OPEN)]
    pub tile: Tile,
    /// Whether to keep the border of the map solid where possible.
    #[param(default = true)]
    pub spare_border: bool,
}

/// The shape of tunnels. Both are equally short.
#[params]
pub enum TunnelShape {
    /// Tunnels turn at random, and begin at random among the nearest cells.
    #[default]
    Winding,
    /// Tunnels go straight where they can.
    Straight,
}

const MAX_MIN_SIZE: u32 = 1_000_000;

impl Builder for JoinComponents {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("join-components")
            .stream("join-parts")
            .memory(44)
            .title("Components joined by tunnels")
            .spares_kept()
            .joins()
            .gives(Plane::Corridors)
            .reach(match u16::try_from(self.around()) {
                Ok(around) => Reach::Block { around },
                Err(_) => Reach::Global("such large components reach farther than any window; lower `min_cells`"),
            })
    }
}

impl MetaMapBuilder for JoinComponents {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        map.corridors.get_or_insert_default();
        if let Some(place) = cx.origin {
            return self.join_block(map, place, cx);
        }
        let mut passages = map.passages();
        let mut components = Components::from_map(map, &passages);
        cx.keep_going()?;
        if self.fill_small(map, &passages, &components) {
            cx.keep_going()?;
            passages = map.passages();
            components = Components::from_map(map, &passages);
        }
        cx.keep_going()?;
        if map.has_kept() && map.sides.is_none() && self.lead_from_doors(map, &passages, cx)? {
            passages = map.passages();
            components = Components::from_map(map, &passages);
        }
        if components.sizes.len() < 2 {
            return Ok(());
        }
        let found = self.tunnels(map, &components, cx)?;
        self.join(map, &passages, &found, cx)
    }
}

impl JoinComponents {
    /// Fills in the components that are too small. Returns whether there are any.
    fn fill_small(&self, map: &mut BuilderMap, passages: &Passages, components: &Components) -> bool {
        let mut is_small: Vec<bool> = components.sizes.iter().map(|&size| size < self.min_cells).collect();
        let spawns = map.spawns.iter().map(|spawn| spawn.at);
        let marked = map.start.into_iter().chain(map.exit).chain(spawns);
        let is_kept = |at: &Point| map.keep_at(*at) > Keep::Free && map.is_open(*at);
        let kept = map.size().points().filter(|_| map.has_kept()).filter(is_kept);
        let mut stays = vec![false; components.sizes.len() + 1];
        marked.chain(kept).for_each(|p| stays[components.label[p] as usize] = true);
        components.largest().iter().for_each(|&(label, _)| stays[label as usize] = true);
        if map.has_kept() {
            // What can never be joined to anything that stays is filled, however large.
            let steps = possible_steps(map);
            let regions = Components::of(&steps, |_| true, |cell| steps.neighbors(cell), |_| {});
            let open = || {
                (0..passages.area())
                    .map(|cell| (components.label[cell], regions.label[cell]))
                    .filter(|&(label, _)| label > 0)
            };
            let mut is_joined = vec![false; regions.sizes.len() + 1];
            open()
                .filter(|&(label, _)| stays[label as usize])
                .for_each(|(_, region)| is_joined[region as usize] = true);
            open()
                .filter(|&(_, region)| !is_joined[region as usize])
                .for_each(|(label, _)| is_small[label as usize - 1] = true);
        }
        for (is_small, stays) in is_small.iter_mut().zip(&stays[1..]) {
            *is_small &= !stays;
        }
        let is_small = |label: u32| label.checked_sub(1).is_some_and(|i| is_small[i as usize]);
        let small: Vec<u32> = (0..passages.area()).filter(|&cell| is_small(components.label[cell])).collect();
        wall_up(map, passages, &small);
        !small.is_empty()
    }

    /// Digs from kept doors that open onto rock to the rest of the map, around what is kept. Returns whether there are any.
    fn lead_from_doors(
        &self,
        map: &mut BuilderMap,
        passages: &Passages,
        cx: &mut BuildCx<'_>,
    ) -> Result<bool, BuildError> {
        let size = map.size();
        let may_dig = |cell: u32| {
            let at = size.point(cell);
            let is_on_border = |at: u16, length: u16, wraps: bool| !wraps && (at == 0 || at + 1 == length);
            let spares = is_on_border(at.x, size.w, map.wrap.x()) || is_on_border(at.y, size.h, map.wrap.y());
            map.tiles[cell].is_solid() && map.keep_at(at) == Keep::Free && !(self.spare_border && spares)
        };
        let is_door = |at: &Point| map.keep_at(*at) == Keep::Tile && map.tiles[*at] == Tile::DOOR;
        let before = |at: Point| {
            let cell = size.index(at);
            let ahead =
                move |dir: Dir| passages.beside(cell, dir).filter(|_| passages.dirs(cell).contains(dir.opposite()));
            Dir::ALL.into_iter().filter_map(ahead)
        };
        let fronts: Vec<u32> = size.points().filter(is_door).flat_map(before).filter(|&cell| may_dig(cell)).collect();
        if fronts.is_empty() {
            return Ok(false);
        }
        // The rest of the map: what is kept is rock.
        let mut rest = BuilderMap::filled(size, map.wrap, Tile::WALL);
        rest.kept.clone_from(&map.kept);
        for at in size.points().filter(|&at| map.keep_at(at) == Keep::Free) {
            rest.tiles[at] = map.tiles[at];
        }
        fronts.iter().for_each(|&cell| rest.tiles[cell] = self.tile);
        let components = Components::from_map(&rest, &rest.passages());
        let steps = possible_steps(&rest);
        let regions = Components::of(&steps, |_| true, |cell| steps.neighbors(cell), |_| {});
        let home = components.largest().and_then(|(label, _)| {
            (0..size.area()).find(|&cell| components.label[cell] == label).map(|cell| regions.label[cell])
        });
        for cell in (0..size.area()).filter(|&cell| Some(regions.label[cell]) != home) {
            rest.tiles[cell] = Tile::WALL;
        }
        let components = Components::from_map(&rest, &rest.passages());
        cx.keep_going()?;
        for &cell in fronts.iter().filter(|&&cell| !rest.tiles[cell].is_solid()) {
            map.tiles[cell] = self.tile;
        }
        let found = self.tunnels(&rest, &components, cx)?;
        self.join(map, passages, &found, cx)?;
        Ok(true)
    }

    /// Plans the tunnels between components.
    fn tunnels(
        &self,
        map: &BuilderMap,
        components: &Components,
        cx: &mut BuildCx<'_>,
    ) -> Result<Vec<Tunnel>, BuildError> {
        let winds = self.line == TunnelShape::Winding;
        tunnels(map, components, Tunneling { keep: None, spare_border: self.spare_border, winds }, cx)
    }

    /// Digs tunnels, and drops what no longer holds then.
    fn join(
        &self,
        map: &mut BuilderMap,
        passages: &Passages,
        found: &[Tunnel],
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        map.clear(Planes::DERIVED);
        cx.before_steps(map);
        self.dig(map, passages, found, cx)
    }

    /// Digs tunnels and lists them as corridors.
    pub(super) fn dig(
        &self,
        map: &mut BuilderMap,
        passages: &Passages,
        tunnels: &[Tunnel],
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let mut dug: Vec<Vec<Point>> = Vec::new();
        for tunnel in tunnels {
            cx.work(8)?;
            tunnel.dig(map, passages, self.tile);
            cx.step(&map.tiles, tunnel.dug().iter().copied());
            dug.push(tunnel.dug().iter().map(|&cell| passages.point(cell)).collect());
        }
        // Only now, because a cell dug beside one tunnel could lie on another.
        if self.width > 1 {
            for &at in dug.iter().flatten() {
                widen(map, at, self.width.into(), self.tile, cx);
            }
        }
        map.corridors.get_or_insert_default().extend(dug.into_iter().filter(|path| !path.is_empty()));
        Ok(())
    }
}
