//! Finds what is wrong with a map.

use crate::{BuildError, BuildErrorKind, BuilderMap, Join, JoinKind, Plane, Size};

impl BuilderMap {
    /// A plane whose size differs from that of the tiles, with its size.
    pub fn misfit(&self) -> Option<(Plane, Size)> {
        let BuilderMap {
            tiles,
            sides,
            corners,
            solution,
            regions,
            flow,
            rooms: _,
            corridors: _,
            portals: _,
            start: _,
            exit: _,
            spawns: _,
            doors: _,
            graph,
            proof: _,
            layers,
            wrap: _,
        } = self;
        let sides = [(Plane::Sides, sides), (Plane::Corners, corners), (Plane::Solution, solution)];
        let sides = sides.into_iter().filter_map(|(plane, grid)| Some((plane, grid.as_ref()?.size())));
        let regions = regions.iter().map(|grid| (Plane::Regions, grid.size()));
        let flow = flow.iter().flat_map(|flow| [flow.wet.size(), flow.rings.size(), flow.on_ring.size()]);
        let flow = flow.map(|size| (Plane::Flow, size));
        let graph = graph.iter().map(|graph| (Plane::Graph, graph.area.size()));
        let layers = layers.values().map(|layer| (Plane::Layers, layer.size()));
        sides.chain(regions).chain(flow).chain(graph).chain(layers).find(|&(_, size)| size != tiles.size())
    }

    /// An error if the map has a [`fault`](Self::fault), for code that relies on a sound map.
    pub fn sound(&self) -> Result<(), BuildError> {
        match self.fault() {
            Some(why) => Err(BuildErrorKind::BrokenInvariant { why }.into()),
            None => Ok(()),
        }
    }

    /// What is wrong with the map, if anything: planes of different sizes, a point off the map or a mark in a solid
    /// cell, a number that refers to nothing.
    pub fn fault(&self) -> Option<String> {
        if let Some((plane, size)) = self.misfit() {
            return Some(format!("`{plane}` has {size} cells, `tiles` has {}", self.size()));
        }
        self.closed_mark().or_else(|| self.room_fault()).or_else(|| self.outside()).or_else(|| self.level_fault())
    }

    /// A start, exit or spawn that is not on an open cell.
    fn closed_mark(&self) -> Option<String> {
        let named = [("start", self.start), ("exit", self.exit)];
        let named = named.into_iter().filter_map(|(name, at)| Some((name, at?)));
        let spawns = self.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.at));
        let (name, at) = named.chain(spawns).find(|&(_, at)| !self.is_open(at))?;
        Some(format!("`{name}` is at {at}, which is not an open cell"))
    }

    fn room_fault(&self) -> Option<String> {
        if let Some(room) = self.room_rects().find(|room| !room.fits(self.size())) {
            return Some(format!("a room {room:?} extends over the border of {}", self.size()));
        }
        let mut ids: Vec<u32> = self.rooms.iter().flatten().map(|room| room.id).collect();
        ids.sort_unstable();
        let twice = ids.windows(2).find(|pair| pair[0] == pair[1])?[0];
        Some(format!("two rooms have the id {twice}"))
    }

    /// A point of any plane that is off the map.
    fn outside(&self) -> Option<String> {
        let BuilderMap {
            tiles,
            sides: _,
            corners: _,
            solution: _,
            regions: _,
            flow,
            rooms: _,
            corridors,
            portals,
            start,
            exit,
            spawns,
            doors,
            graph,
            proof,
            layers: _,
            wrap: _,
        } = self;
        let marks = start.iter().chain(exit).chain(spawns.iter().map(|spawn| &spawn.at));
        let flow = flow.iter().map(|flow| &flow.source);
        let corridors = corridors.iter().flatten().flatten();
        let portals = portals.iter().flat_map(|(a, b)| [a, b]);
        let doors = doors.iter().flatten().flat_map(|door| &door.cells);
        let anchors = graph.iter().flat_map(|graph| &graph.areas).map(|area| &area.anchor);
        let gates = graph.iter().flat_map(|graph| &graph.joins).flat_map(|join| &join.gate);
        let walk = proof.iter().flat_map(|proof| &proof.walk);
        let mut points =
            marks.chain(flow).chain(corridors).chain(portals).chain(doors).chain(anchors).chain(gates).chain(walk);
        points.find(|&&p| !tiles.size().contains(p)).map(|p| format!("{p} is outside the map of {}", self.size()))
    }

    /// What is wrong with the layers, the level graph or the proof.
    fn level_fault(&self) -> Option<String> {
        if let Some((name, _)) = self.layers.iter().find(|(_, layer)| !layer.is_finite()) {
            return Some(format!("the layer `{name}` has a value that is not a finite number"));
        }
        if self.proof.as_ref().is_some_and(|proof| proof.keys.len() != proof.needed.len()) {
            return Some("`proof` must say of each key whether it is needed".to_owned());
        }
        let graph = self.graph.as_ref()?;
        let areas = graph.areas.len();
        if let Some((p, area)) = graph.area.iter().find(|&(_, &area)| usize::from(area) > areas) {
            return Some(format!("the cell {p} is in area {area} of {areas}"));
        }
        graph.joins.iter().find_map(|&Join { a, b, ref kind, .. }| match *kind {
            _ if usize::from(a.max(b)) >= areas => {
                Some(format!("a join leads from area {a} to area {b} of {areas}, counted from 0"))
            }
            JoinKind::OneWay { from } if from != a && from != b => {
                Some(format!("a join between the areas {a} and {b} can be passed from area {from} only"))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Area, Door, Flow, Grid, Layer, LevelGraph, Planes, Point, Proof, Rect, Room, Sides, Spawn, Tile, Wrap,
    };

    #[test]
    fn a_fresh_map_has_nothing_but_tiles_and_no_fault() {
        let map = BuilderMap::filled(Size::new(5, 8), Wrap::X, Tile::WALL);
        assert_eq!(map.planes(), Planes::NONE);
        assert_eq!(map.fault(), None);
    }

    #[test]
    fn faults_are_named() {
        let good = BuilderMap::filled(Size::new(5, 8), Wrap::None, Tile::FLOOR);
        let check = |spoil: &dyn Fn(&mut BuilderMap), message: &str| {
            let mut map = good.clone();
            spoil(&mut map);
            assert_eq!(map.fault().as_deref(), Some(message));
        };
        check(
            &|map| map.sides = Some(Grid::new(Size::new(4, 8), Sides::CLOSED)),
            "`sides` has 4x8 cells, `tiles` has 5x8",
        );
        check(
            &|map| map.flow = Some(Flow::dry(Size::new(1, 1), Point::new(0, 0))),
            "`flow` has 1x1 cells, `tiles` has 5x8",
        );
        check(&|map| map.start = Some(Point::new(5, 0)), "`start` is at (5, 0), which is not an open cell");
        check(
            &|map| {
                map.spawns.push(Spawn::new((1, 2), "Goblin"));
                map.tiles[Point::new(1, 2)] = Tile::TREE;
            },
            "`Goblin` is at (1, 2), which is not an open cell",
        );
        check(
            &|map| map.rooms = Some(Room::numbered([Rect::new(3, 0, 3, 1)])),
            "a room Rect { x: 3, y: 0, w: 3, h: 1 } extends over the border of 5x8",
        );
        check(&|map| map.portals.push((Point::new(0, 0), Point::new(0, 8))), "(0, 8) is outside the map of 5x8");
        check(
            &|map| map.rooms = Some(vec![Room::new(4, Rect::new(0, 0, 1, 1)), Room::new(4, Rect::new(2, 2, 1, 1))]),
            "two rooms have the id 4",
        );
        check(&|map| map.doors = Some(vec![Door::new([Point::new(9, 9)])]), "(9, 9) is outside the map of 5x8");
        let layer = |value| Layer::from(Grid::new(Size::new(5, 8), value));
        check(
            &|map| drop(map.layers.insert("heat".to_owned(), layer(f32::NAN))),
            "the layer `heat` has a value that is not a finite number",
        );
        check(
            &|map| drop(map.layers.insert("heat".to_owned(), Grid::new(Size::new(8, 5), 1u8).into())),
            "`layers` has 8x5 cells, `tiles` has 5x8",
        );
        check(
            &|map| map.proof = Some(Proof::new(vec![Point::new(0, 0)], vec![1], vec![])),
            "`proof` must say of each key whether it is needed",
        );
        check(
            &|map| map.proof = Some(Proof::new(vec![Point::new(0, 8)], vec![], vec![])),
            "(0, 8) is outside the map of 5x8",
        );
    }

    #[test]
    fn faults_of_level_graphs_are_named() {
        let (size, areas) = (Size::new(3, 1), vec![Area::new((0, 0)), Area::new((2, 0))]);
        let check = |spoil: &dyn Fn(&mut LevelGraph), message: Option<&str>| {
            let area = Grid::from_vec(size, vec![1, 0, 2]).expect("three cells");
            let mut graph = LevelGraph::new(area, areas.clone(), vec![Join::new(0, 1, [Point::new(1, 0)])]);
            spoil(&mut graph);
            let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
            map.graph = Some(graph);
            assert_eq!(map.fault().as_deref(), message);
        };
        check(&|_| (), None);
        check(&|graph| graph.joins[0].kind = JoinKind::OneWay { from: 1 }, None);
        check(&|graph| graph.area[1] = 3, Some("the cell (1, 0) is in area 3 of 2"));
        check(&|graph| graph.area = Grid::new(Size::new(1, 3), 0), Some("`graph` has 1x3 cells, `tiles` has 3x1"));
        check(&|graph| graph.areas[1].anchor = Point::new(3, 0), Some("(3, 0) is outside the map of 3x1"));
        check(&|graph| graph.joins[0].gate.push(Point::new(0, 1)), Some("(0, 1) is outside the map of 3x1"));
        check(&|graph| graph.joins[0].b = 2, Some("a join leads from area 0 to area 2 of 2, counted from 0"));
        check(
            &|graph| graph.joins[0].kind = JoinKind::OneWay { from: 2 },
            Some("a join between the areas 0 and 1 can be passed from area 2 only"),
        );
    }

    #[test]
    fn planes_are_listed() {
        let mut map = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR);
        map.start = Some(Point::new(0, 0));
        map.corners = Some(Grid::new(map.size(), Sides::CLOSED));
        assert_eq!(map.planes(), Planes::of(&[Plane::Corners, Plane::Start]));
    }
}
