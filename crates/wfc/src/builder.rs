//! The stage: build the model, give the wave its pins and border, solve, paint, and join components.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Color, Dir, Effect, Facts, Grid, Keep, MetaMapBuilder,
    Plane, Planes, Point, Reach, Sides, Size, Tile, params,
};
use mapwright_graph::{Components, Tunneling, tunnels};

use super::collapse::{Limits, collapse};
use super::error::{CollapseError, Constraint};
use super::kept::pinned;
use super::model::Model;
use super::options::{CollapseModel, Connect, KeptPart, Pin};
use super::painter::Painter;
use super::symmetry::Symmetries;
use super::wave::Wave;

/// Remakes the map from pieces of itself or of a sample (wave function collapse, Maxim Gumin 2016).
///
/// The new map resembles the sample locally but not as a whole. [`CollapseModel`] says what "locally" means:
/// overlapping windows of N×N cells, square chunks with equal edges, single tiles, or rules of your own.
///
/// Everything but the terrain is dropped, unless `keep` names it. The tiled models also write sides and corners if
/// their sample has them. After an error the map is unchanged.
///
/// ```
/// use mapwright_core::{BuildCx, Builder, BuilderMap, Facts, MetaMapBuilder, Size, Tile, Wrap};
/// use mapwright_wfc::{WaveFunctionCollapse, sample_from_text};
///
/// let sample = sample_from_text("########\n#...#..#\n#...+..#\n#...#..#\n##+###+#\n#......#\n########\n")?;
/// let stage = WaveFunctionCollapse { sample: Some(sample), border: true, ..WaveFunctionCollapse::default() };
/// let mut map = BuilderMap::filled(Size::new(48, 16), Wrap::None, Tile::WALL);
/// stage.apply(&mut map, &mut BuildCx::new(7, stage.name(), 0))?;
/// let glyph = |&tile: &Tile| if tile.is_solid() { '#' } else { '.' };
/// let rows: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
/// assert_eq!(rows[0], "#".repeat(48));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Eq)]
#[params]
pub struct WaveFunctionCollapse {
    /// Where patterns come from, and which may touch.
    pub model: CollapseModel,
    /// The map to take patterns from; `None` for the map itself. Only its tiles, sides and corners count.
    #[param(skip)]
    #[serde(skip)]
    pub sample: Option<BuilderMap>,
    /// The tiles of the sample that stand for colors without a name, see [`Sample`](crate::Sample): the stage warns of them.
    #[param(skip)]
    #[serde(skip)]
    pub unnamed: Vec<Tile>,
    /// Which rotations and reflections of patterns count as patterns too.
    #[param(default = Symmetries::ALL)]
    pub symmetries: Symmetries,
    /// Whether patterns continue across the sample's borders, as if it wrapped.
    pub periodic: bool,
    /// Whether the map has a border of wall on the axes that do not wrap; in a model with sides, sides are closed
    /// towards it instead.
    pub border: bool,
    /// What is kept of the map, together with its cells.
    pub keep: Vec<KeptPart>,
    /// Cells with a given tile.
    #[param(expected = "a list such as [[3, 4, \"wall\"]]")]
    pub pins: Vec<Pin>,
    /// Sides of the map along which all cells have a given tile, such as the ground.
    #[param(expected = "a list such as [[\"s\", \"grass\"]]")]
    pub side_pins: Vec<(Dir, Tile)>,
    /// Whether the map must be connected.
    pub connect: Connect,
    /// How many cells an attempt may undo, for each cell of the board.
    #[param(default = Limits::default().budget, range = 1..=1000)]
    pub budget: u32,
    /// How many times it may restart.
    #[param(default = Limits::default().restarts, range = 0..=1000)]
    pub restarts: u32,
}

impl Builder for WaveFunctionCollapse {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("wave-function-collapse")
            .memory(8)
            .title("Wave function collapse")
            .gives(self.colors())
            .effect(Effect::Remakes)
            .keeps(self.kept())
            .reach(self.reach())
    }
}

impl WaveFunctionCollapse {
    /// The colors of its tiles.
    fn colors(&self) -> Planes {
        let (sides, corners) = match (&self.model, &self.sample) {
            (CollapseModel::Custom(model), _) => model.planes(),
            (CollapseModel::Tiled, Some(sample)) => (sample.sides.is_some(), sample.corners.is_some()),
            _ => (false, false),
        };
        let has = |plane: Plane, there: bool| if there { plane.into() } else { Planes::NONE };
        has(Plane::Sides, sides).union(has(Plane::Corners, corners))
    }

    /// The planes that it keeps on request, and the colors of a map that is its own sample.
    fn kept(&self) -> Planes {
        let kept = self.keep.iter().map(|keep| match keep {
            KeptPart::Start => Plane::Start.into(),
            KeptPart::Exit => Plane::Exit.into(),
            KeptPart::Rooms => [Plane::Rooms, Plane::Regions].into(),
            KeptPart::Corridors => Plane::Corridors.into(),
            KeptPart::Spawns => Planes::NONE,
        });
        let is_own = matches!(self.model, CollapseModel::Tiled) && self.sample.is_none();
        let colors = if is_own { [Plane::Sides, Plane::Corners].into() } else { Planes::NONE };
        kept.fold(colors, Planes::union)
    }

    fn reach(&self) -> Reach {
        let is_colored = |map: &BuilderMap| map.sides.is_some() || map.corners.is_some();
        match &self.model {
            CollapseModel::Turned(_) => Reach::Global("images of tiles might not fit at the borders of blocks"),
            CollapseModel::Custom(_) => Reach::Global("rules of your own may look across the borders of blocks"),
            CollapseModel::Tiled if self.sample.as_ref().is_none_or(is_colored) => {
                Reach::Global("sides and corners would not meet at the borders of blocks; use another model")
            }
            _ if self.border => Reach::Global("a world has no borders; leave out `border`"),
            _ => Reach::BLOCK,
        }
    }
}

impl MetaMapBuilder for WaveFunctionCollapse {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        let mut sorted: Vec<&Pin> = self.pins.iter().collect();
        sorted.sort_by_key(|pin| (pin.at.y, pin.at.x));
        if let Some(twice) = sorted.windows(2).find(|pins| pins[0].at == pins[1].at && pins[0].tile != pins[1].tile) {
            return Err(BuildError::parameter("pins", format_args!("{} twice", twice[0].at), "one tile a cell"));
        }
        self.model.check(self.sample.as_ref())
    }

    fn check_size(&self, size: Size) -> Result<(), BuildError> {
        if let Some(pin) = self.pins.iter().find(|pin| !size.contains(pin.at)) {
            return Err(BuildError::parameter("pins", pin.at, format_args!("cells of the map of {size}")));
        }
        self.model.check_size(self.sample.as_ref(), size)
    }

    fn warnings(&self, _: Size) -> Vec<String> {
        let (same, unnamed) = self.sample.as_ref().map_or((None, None), |sample| {
            let (first, is_plain) = (sample.tiles[0], sample.sides.is_none() && sample.corners.is_none());
            let is_same = is_plain && sample.tiles.as_slice().iter().all(|tile| *tile == first);
            (is_same.then_some(first), note_of_unnamed(&self.unnamed, &sample.palette))
        });
        let same = same.map(|tile| format!("the sample has one tile, `{tile}`, and so will the map"));
        same.into_iter().chain(unnamed).collect()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        self.check_size(map.size())?;
        map.validate()?;
        let mut pins = self.all_pins(map);
        let size = map.size();
        let learning = self.model.learning_bytes(self.sample.as_ref().unwrap_or(map), self.symmetries);
        cx.claim_with(size.w.into(), size.h.into(), learning.div_ceil(size.area().max(1).into()))?;
        let own = self.without_stairs(map);
        let sample = self.sample.as_ref().or(own.as_ref()).unwrap_or(map);
        let model = self.model.for_stage(sample, (self.periodic, self.symmetries), size, cx)?;
        cx.keep_going()?;
        self.check_pins(map, &*model, &pins)?;
        if cx.origin.is_some() {
            pins.extend(self.rim(map, &*model)?);
        }
        let wave = self.wave(map, &*model, &pins, cx)?;
        cx.keep_going()?;
        let bare = self.bare(map, &*model);
        cx.keep_going()?;
        let seed = cx.rng.bits();
        let limits = Limits { budget: self.budget, restarts: self.restarts };
        let ring = self.ring(map, &*model);
        let solve = |wave: &Wave, cx: &mut BuildCx<'_>| {
            let mut painter = Painter::new(&*model, wave, &ring, &bare, cx);
            let solved = collapse(model.rules(), wave, seed, limits, &mut painter)?;
            Ok(painter.map(&solved.patterns))
        };
        // If nothing fits what is kept, the chain puts it back.
        let around_kept = match pinned(map, &*model, &wave, &pins, &ring, cx)? {
            Some(wave) => {
                Some(solve(&wave, cx)).filter(|made| !matches!(made, Err(error) if *error != CollapseError::Stopped))
            }
            None => None,
        };
        let mut made = match around_kept.unwrap_or_else(|| solve(&wave, cx)) {
            Ok(made) => made,
            Err(CollapseError::Stopped) => return Err(BuildErrorKind::Stopped.into()),
            // A block of an endless world that cannot be solved stays as it was, and still fits.
            Err(_) if cx.origin.is_some() => {
                map.clear(self.facts(map.size()).drops());
                return Ok(());
            }
            Err(error) => return Err(on_map(error, &*model, &wave, &pins, &ring)),
        };
        cx.keep_going()?;
        if self.connect == Connect::Repair {
            let solid = map.size().points().filter(|&at| map.keep_at(at) > Keep::Free && !map.is_open(at));
            let stays: Vec<Point> =
                pins.iter().map(|&(at, _)| at).chain(solid.filter(|_| map.kept.is_some())).collect();
            join(&mut made, &stays, cx)?;
        }
        *map = made;
        Ok(())
    }
}

impl WaveFunctionCollapse {
    /// The map as its own sample, with floor in place of stairs at a start or exit that is dropped. Otherwise the new
    /// map would have stairs anywhere.
    fn without_stairs(&self, map: &BuilderMap) -> Option<BuilderMap> {
        let goes = |keep: KeptPart| !self.keep.contains(&keep);
        let start = map.start.filter(|_| goes(KeptPart::Start));
        let exit = map.exit.filter(|_| goes(KeptPart::Exit));
        let has_stairs = |at: &Point| [Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(&map.tiles[*at]);
        let stairs: Vec<Point> = start.into_iter().chain(exit).filter(has_stairs).collect();
        if self.sample.is_some() || stairs.is_empty() {
            return None;
        }
        let mut own = map.clone();
        stairs.into_iter().for_each(|at| own.tiles[at] = Tile::FLOOR);
        Some(own)
    }

    /// The rim of a block of an endless world. It stays as it is, so every piece across the border between two blocks
    /// is one that was there before.
    fn rim(&self, map: &BuilderMap, model: &dyn Model) -> Result<Vec<(Point, Tile)>, BuildError> {
        let (size, depth, known) = (map.size(), self.model.depth(), model.known_tiles());
        let is_near = |at: u16, length: u16| at < depth || length - at <= depth;
        let rim = size.points().filter(|p| is_near(p.x, size.w) || is_near(p.y, size.h));
        let rim: Vec<(Point, Tile)> = rim.map(|p| (p, map.tiles[p])).collect();
        match rim.iter().find(|(_, tile)| !known.contains(tile)) {
            Some(&(at, tile)) => Err(BuildError::contradiction(
                Some(at),
                format_args!(
                    "in a world the rim of each block stays, and the stages before leave `{}` at {at} there; expected only tiles of the sample or of the rules",
                    tile
                ),
            )),
            None => Ok(rim),
        }
    }

    /// The given cells and the kept cells.
    fn all_pins(&self, map: &BuilderMap) -> Vec<(Point, Tile)> {
        let kept = self.keep.iter().flat_map(|keep| -> Vec<Point> {
            match keep {
                KeptPart::Start => map.start.into_iter().collect(),
                KeptPart::Exit => map.exit.into_iter().collect(),
                KeptPart::Spawns => map.spawns.iter().map(|spawn| spawn.at).collect(),
                KeptPart::Rooms => room_cells(map).collect(),
                KeptPart::Corridors => map.corridors.iter().flatten().flatten().copied().collect(),
            }
        });
        let kept = kept.map(|at| (at, map.tiles[at]));
        let sides = self.side_pins.iter().flat_map(|&(dir, tile)| side(map.size(), dir).map(move |at| (at, tile)));
        self.pins.iter().map(|pin| (pin.at, pin.tile)).chain(sides).chain(kept).collect()
    }

    /// The border cells that must be wall; none if sides are closed instead.
    fn ring(&self, map: &BuilderMap, model: &dyn Model) -> BTreeSet<Point> {
        let (size, wrap) = (map.size(), map.wrap);
        let last = |at: u16, length: u16| at == 0 || at + 1 == length;
        let is_walled = |p: &Point| !wrap.x() && last(p.x, size.w) || !wrap.y() && last(p.y, size.h);
        let wanted = self.border && !model.planes().0;
        size.points().filter(|p| wanted && is_walled(p)).collect()
    }

    /// Rejects tiles that no pattern has, and pins that contradict the border.
    fn check_pins(&self, map: &BuilderMap, model: &dyn Model, pins: &[(Point, Tile)]) -> Result<(), BuildError> {
        let (known, ring) = (model.known_tiles(), self.ring(map, model));
        // If the map is its own sample, another seed may give another sample.
        let given = self.sample.is_some() || self.model.is_written();
        let wrong = |name: &'static str, at: Point, tile: Tile, expected: &str| match given {
            true => BuildError::parameter(name, format_args!("`{}` at {at}", tile), expected),
            false => BuildError::contradiction(
                Some(at),
                format_args!("`{name}` asks for `{}` at {at}; expected {expected}", tile),
            ),
        };
        for (nth, &(at, tile)) in pins.iter().enumerate() {
            let on_sides: usize = self.side_pins.iter().map(|&(dir, _)| side(map.size(), dir).count()).sum();
            let name = match nth.checked_sub(self.pins.len()) {
                None => "pins",
                Some(nth) if nth < on_sides => "side_pins",
                Some(_) => "keep",
            };
            if !known.contains(&tile) {
                return Err(wrong(name, at, tile, "a tile of the sample or of the rules"));
            }
            if ring.contains(&at) && tile != Tile::WALL {
                return Err(wrong(name, at, tile, "`wall` there, for `border`"));
            }
        }
        match ring.first().filter(|_| !known.contains(&Tile::WALL)) {
            Some(&at) => Err(wrong("border", at, Tile::WALL, "a tile of the sample or of the rules")),
            None => Ok(()),
        }
    }

    /// The wave of the map, with its pins and border.
    fn wave(
        &self,
        map: &BuilderMap,
        model: &dyn Model,
        pins: &[(Point, Tile)],
        cx: &BuildCx<'_>,
    ) -> Result<Wave, BuildError> {
        let (size, bytes) = (map.size(), Wave::bytes_per_cell(model.rules().n_patterns()));
        // Chunks are larger than a cell, and there are fewer of them.
        let bytes = match self.model {
            CollapseModel::Chunks { chunk, .. } => bytes / u64::from(chunk).pow(2) + 1,
            _ => bytes,
        };
        cx.claim_with(size.w.into(), size.h.into(), bytes)?;
        let no_wave = || BuildError::impossible(format_args!("the model has no board for a map of {size}"));
        let mut wave = model.wave(size, map.wrap).ok_or_else(no_wave)?;
        let ring = self.ring(map, model).into_iter().filter(|&p| !model.may_paint(&wave, p));
        let all: Vec<(Point, Tile)> = ring.map(|p| (p, Tile::WALL)).chain(pins.iter().copied()).collect();
        model.pin(&mut wave, &all);
        if self.border {
            model.close_borders(&mut wave);
        }
        Ok(wave)
    }

    /// The map without stale planes, and with the planes that the model writes.
    fn bare(&self, map: &BuilderMap, model: &dyn Model) -> BuilderMap {
        let mut bare = BuilderMap::filled(map.size(), map.wrap, Tile::WALL);
        bare.tiles.clone_from(&map.tiles);
        bare.layers.clone_from(&map.layers);
        bare.kept.clone_from(&map.kept);
        bare.palette.clone_from(&map.palette);
        bare.palette.extend(self.sample.iter().flat_map(|sample| &sample.palette));
        let (sides, corners) = model.planes();
        let plane = |wanted: bool, old: &Option<Grid<Sides>>| {
            wanted.then(|| old.clone().unwrap_or_else(|| Grid::new(map.size(), Sides::CLOSED)))
        };
        bare.sides = plane(sides, &map.sides);
        bare.corners = plane(corners, &map.corners);
        for keep in &self.keep {
            match keep {
                KeptPart::Start => bare.start = map.start,
                KeptPart::Exit => bare.exit = map.exit,
                KeptPart::Spawns => bare.spawns.clone_from(&map.spawns),
                KeptPart::Rooms => {
                    bare.rooms.clone_from(&map.rooms);
                    bare.regions = map.regions.as_ref().map(|regions| only(regions, room_cells(map)));
                }
                KeptPart::Corridors => bare.corridors.clone_from(&map.corridors),
            }
        }
        bare
    }
}

/// The cells along a side.
fn side(size: Size, dir: Dir) -> impl Iterator<Item = Point> {
    let is_there = move |p: &Point| match dir {
        Dir::N => p.y == 0,
        Dir::E => p.x + 1 == size.w,
        Dir::S => p.y + 1 == size.h,
        Dir::W => p.x == 0,
    };
    size.points().filter(is_there)
}

/// A note of colors without a name, with the first few of them.
fn note_of_unnamed(tiles: &[Tile], palette: &BTreeMap<Tile, Color>) -> Option<String> {
    let colors = tiles.iter().filter_map(|tile| Some(format!("{} is {}", tile.0, palette.get(tile)?)));
    let first: Vec<String> = colors.take(4).collect();
    let rest = if tiles.len() > first.len() { ", and so on" } else { "" };
    let first = first.join(", ");
    let what = match tiles.len() {
        0 => return None,
        1 => "1 color of the sample has no name and is a tile".to_owned(),
        n => format!("{n} colors of the sample have no name and are tiles"),
    };
    Some(format!("{what} by number: {first}{rest}; `legend` names colors, `solid` makes them solid"))
}

/// The cells of all rooms.
fn room_cells(map: &BuilderMap) -> impl Iterator<Item = Point> {
    map.rooms.iter().flatten().flat_map(|room| map.cells_of_room(room))
}

/// The regions of some cells: elsewhere the terrain is new, and may have more open cells than before.
fn only(regions: &Grid<u16>, cells: impl Iterator<Item = Point>) -> Grid<u16> {
    let mut kept = Grid::new(regions.size(), 0);
    cells.for_each(|at| kept[at] = regions[at]);
    kept
}

/// Connects the components of a map. Some cells stay.
fn join(map: &mut BuilderMap, stays: &[Point], cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    let passages = map.passages();
    let mut keep = Grid::new(map.size(), false);
    stays.iter().for_each(|&at| keep[at] = true);
    let parts = Components::from_map(map, &passages);
    let how = Tunneling { keep: Some(&keep), spare_border: true, winds: true };
    let joining = match tunnels(map, &parts, how, cx) {
        // What kept cells shut in stays apart, as where no stage asks.
        Err(error) if map.has_kept() && matches!(error.kind, BuildErrorKind::Contradiction { .. }) => Vec::new(),
        joining => joining?,
    };
    cx.before_steps(map);
    for tunnel in joining {
        tunnel.dig(map, &passages, Tile::FLOOR);
        cx.step(&map.tiles, tunnel.dug().iter().copied());
    }
    Ok(())
}

/// The error as a build error, with the place on the map and the pins there.
fn on_map(
    error: CollapseError,
    model: &dyn Model,
    wave: &Wave,
    pins: &[(Point, Tile)],
    ring: &BTreeSet<Point>,
) -> BuildError {
    let place = |slot: Point| {
        let region = model.region(wave, slot);
        Point::new(region.x, region.y)
    };
    match error {
        CollapseError::Infeasible(infeasible) if infeasible.constraint == Constraint::Own => {
            let given = |&&(at, _): &&(Point, Tile)| model.covers(wave, infeasible.at, at);
            let wanted: Vec<String> =
                pins.iter().filter(given).map(|&(at, tile)| format!("`{}` at {at}", tile)).collect();
            let border = ring.iter().any(|&at| model.covers(wave, infeasible.at, at)).then(|| "the border".to_owned());
            let wanted: Vec<String> = wanted.into_iter().take(4).chain(border).collect();
            let (at, wanted) = (place(infeasible.at), wanted.join(" and "));
            let why = format!("no map can be made: no pattern has {wanted}; its top left cell is at {at}");
            BuildError::contradiction(Some(at), why)
        }
        CollapseError::Infeasible(infeasible) => {
            let at = place(infeasible.at);
            let why = format!("no map can be made: {}; the cell is at {at}", infeasible.constraint);
            BuildError::contradiction(Some(at), why)
        }
        CollapseError::GaveUp { at, contradictions, undone, restarts, depth, cells } => BuildError::contradiction(
            Some(place(at)),
            format_args!(
                "gave up after {contradictions} contradictions, {undone} undone cells and {restarts} restarts, with at most {depth} of {cells} decided; the last contradiction was at {}",
                place(at)
            ),
        ),
        other => BuildError::contradiction(None, other),
    }
}
