//! Doors, keys, areas, graph and walk of a level; sprites; what a stage changed: by their pixels.

use std::sync::Arc;

use crate::common;
use mapwright_core::{
    Area, BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Color, Dir, Door, DoorKind, Facts, Grid, History,
    InitialMapBuilder, Join, JoinKind, LevelGraph, MetaMapBuilder, Point, Proof, Size, Spawn, Tile, Wrap,
};
use mapwright_render::image::Rgba;
use mapwright_render::{
    Heading, Kind, RgbaImage, Sprites, Style, Tileset, draw, draw_with_tileset, legend, poster_with_stages,
    stage_pictures, svg,
};

const SCALE: u32 = 24;

fn style() -> Style {
    Style { kind: Kind::Tiles, scale: SCALE, margin: Some(0), ..Style::default() }
}

/// Three areas in a row: an open join, then a lock; the key lies at the other end.
fn level() -> BuilderMap {
    let size = Size::new(9, 3);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    let area = |p: Point| match p.x {
        0..=2 => 1,
        4..=6 => 2,
        8 => 3,
        _ => 0,
    };
    let areas = [(1, 0), (5, 1), (8, 2)].map(|(x, depth)| {
        let mut area = Area::new((x, 0));
        area.depth = depth;
        area
    });
    let gate = |x| vec![Point::new(x, 1)];
    let mut joins = vec![Join::new(0, 1, gate(3)), Join::new(1, 2, gate(7))];
    joins[1].kind = JoinKind::Locked(vec![1]);
    map.graph = Some(LevelGraph::new(Grid::from_fn(size, area), areas.to_vec(), joins));
    let mut doors = vec![Door::new(gate(3)), Door::new(gate(7))];
    (doors[0].one_way, doors[1].lock) = (Some(Dir::E), Some(1));
    map.doors = Some(doors);
    map.spawns = vec![Spawn::key((0, 2), "Key", 1), Spawn::new((5, 2), "Rat"), Spawn::new((6, 2), "Owl")];
    (map.start, map.exit) = (Some(Point::new(1, 1)), Some(Point::new(8, 1)));
    let there = [(1, 1), (0, 1), (0, 2), (0, 1)].map(Point::from);
    let back = (1..=8).map(|x| Point::new(x, 1));
    map.proof = Some(Proof::new(there.into_iter().chain(back).collect(), vec![1], vec![true]));
    map
}

/// The color at a place of a cell, in 24ths of it.
fn at(image: &RgbaImage, (x, y): (u32, u32), (dx, dy): (u32, u32)) -> Color {
    let [r, g, b, _] = image.get_pixel(x * SCALE + dx, y * SCALE + dy).0;
    Color(r, g, b)
}

/// Whether a pixel of a cell has a color.
fn shows(image: &RgbaImage, (x, y): (u32, u32), color: Color) -> bool {
    let places = (0..SCALE).flat_map(|dy| (0..SCALE).map(move |dx| (dx, dy)));
    places.into_iter().any(|place| at(image, (x, y), place) == color)
}

#[test]
fn a_lock_and_its_key_share_a_color_and_spawns_have_their_own() {
    let (map, style) = (level(), style());
    let image = draw(&map, &style).unwrap();
    let lock = style.theme.lock(1);
    assert!(shows(&image, (7, 1), lock) && shows(&image, (0, 2), lock));
    // Nothing is known of owls.
    assert!(shows(&image, (6, 2), style.theme.names[0]) && !shows(&image, (5, 2), style.theme.names[0]));
}

#[test]
fn a_door_with_two_locks_shows_both() {
    let (mut map, style) = (level(), style());
    let mut second = Door::new(vec![Point::new(7, 1)]);
    second.lock = Some(2);
    map.doors.as_mut().unwrap().push(second);
    let image = draw(&map, &style).unwrap();
    assert!([1, 2].into_iter().all(|lock| shows(&image, (7, 1), style.theme.lock(lock))));
}

/// A secret is wall with a mark on it: hidden, it leaves no trace.
#[test]
fn a_secret_looks_like_wall() {
    let (mut map, style) = (level(), style());
    let secret = Point::new(5, 1);
    map.doors.as_mut().unwrap().push(Door::secret([secret]));
    let mut hidden = map.clone();
    hidden.hide_secrets();
    let wall = draw(&hidden, &style).unwrap();
    let shown = draw(&map, &style).unwrap();
    let differs = |x: u32, y: u32| shown.get_pixel(x, y) != wall.get_pixel(x, y);
    let cells: Vec<(u32, u32)> =
        shown.enumerate_pixels().map(|(x, y, _)| (x, y)).filter(|&(x, y)| differs(x, y)).collect();
    assert!(!cells.is_empty() && cells.iter().all(|(x, y)| (x / SCALE, y / SCALE) == (5, 1)));
    let bare = Style { marks: false, ..style };
    assert_eq!(draw(&map, &bare).unwrap(), draw(&hidden, &bare).unwrap());
    let drawing = [&map, &hidden].map(|map| svg(map, &Style::default()).unwrap());
    assert_ne!(drawing[0], drawing[1]);
}

/// What opens a lock has its icon and its color; so has its door.
#[test]
fn levers_and_gates_share_a_color() {
    let (mut map, style) = (level(), style());
    let with_key = draw(&map, &style).unwrap();
    map.spawns[0].what = "Lever B".to_owned();
    for kind in [DoorKind::Gate, DoorKind::Barrier, DoorKind::Guard] {
        map.doors.as_mut().unwrap()[1].kind = kind;
        let image = draw(&map, &style).unwrap();
        assert!([(7, 1), (0, 2)].into_iter().all(|cell| shows(&image, cell, style.theme.lock(1))), "{kind:?}");
        assert_ne!(image, with_key);
    }
}

#[test]
fn marks_stay_near_their_cells() {
    let map = level();
    for scale in [9, 16, 24, 40] {
        let style = Style { scale, ..style() };
        let bare = draw(&map, &Style { marks: false, ..style.clone() }).unwrap();
        let marked = draw(&map, &style).unwrap();
        for (x, y, pixel) in marked.enumerate_pixels().filter(|&(x, y, pixel)| pixel != bare.get_pixel(x, y)) {
            let cell = Point::new((x / scale) as u16, (y / scale) as u16);
            let near = |(at, _): &(Point, &str)| {
                // The largest icons, with rim and halo.
                let icon = (scale * 9 / 8).max(13) * 5 / 4;
                let reach = (icon - scale) / 2 + icon * 7 / 64 + 3;
                let left = u32::from(at.x) * scale;
                let top = u32::from(at.y) * scale;
                (left.saturating_sub(reach)..left + scale + reach).contains(&x)
                    && (top.saturating_sub(reach)..top + scale + reach).contains(&y)
            };
            let marks = [(0, 2), (5, 2), (6, 2), (1, 1), (8, 1), (3, 1), (7, 1)].map(|at| (Point::from(at), "mark"));
            assert!(marks.iter().any(near), "{pixel:?} in {cell} at scale {scale}");
        }
    }
}

#[test]
fn areas_are_warmer_the_deeper_they_lie() {
    let (map, style) = (level(), Style { areas: true, marks: false, ..style() });
    let (image, plain) = (draw(&map, &style).unwrap(), draw(&map, &Style { areas: false, ..style.clone() }).unwrap());
    let off = |color: Color| {
        let Color(r, g, b) = style.theme.far;
        u32::from(color.0.abs_diff(r)) + u32::from(color.1.abs_diff(g)) + u32::from(color.2.abs_diff(b))
    };
    let tints = [1, 5, 8].map(|x| at(&image, (x, 1), (12, 12)));
    assert_eq!(tints[0], at(&plain, (1, 1), (12, 12)));
    assert!(off(tints[0]) > off(tints[1]) && off(tints[1]) > off(tints[2]));
    let mut wall = map.clone();
    wall.tiles[Point::new(5, 1)] = Tile::WALL;
    let [tinted, plain] = [true, false].map(|areas| draw(&wall, &Style { areas, ..style.clone() }).unwrap());
    assert_eq!(at(&tinted, (5, 1), (12, 12)), at(&plain, (5, 1), (12, 12)), "rock takes no tint");
}

#[test]
fn the_graph_lies_over_the_map() {
    let (map, style) = (level(), Style { graph: true, marks: false, ..style() });
    let image = draw(&map, &style).unwrap();
    assert_eq!(at(&image, (3, 1), (12, 12)), style.theme.ink);
    assert_eq!(at(&image, (7, 1), (12, 12)), style.theme.lock(1));
}

#[test]
fn the_walk_has_a_leg_for_each_key_and_can_be_played() {
    let (mut map, style) = (level(), Style { marks: false, walk: Some(usize::MAX), ..style() });
    let image = draw(&map, &style).unwrap();
    assert_eq!(at(&image, (0, 1), (12, 20)), style.theme.lock(1));
    // The second leg lies a fifth of a cell beside.
    assert_eq!(at(&image, (5, 1), (12, 16)), style.theme.exit);
    let part = draw(&map, &Style { walk: Some(2), marks: true, ..style.clone() }).unwrap();
    assert_ne!(at(&part, (5, 1), (12, 16)), style.theme.exit);
    assert!(!shows(&part, (0, 0), style.theme.lock(1)), "the key is taken");
    for steps in 0..15 {
        draw(&map, &Style { walk: Some(steps), ..style.clone() }).unwrap();
    }
    map.proof = Some(Proof::new(Vec::new(), vec![1, 2], vec![false, false]));
    draw(&map, &style).unwrap();
}

#[test]
fn sprites_stand_where_marks_would() {
    let map = level();
    let plain = |color| RgbaImage::from_pixel(8, 8, Rgba(color));
    let (rat, door, floor) = ([1, 2, 3, 255], [4, 5, 6, 255], [7, 8, 9, 255]);
    let sprites = Sprites {
        tiles: [(Tile::FLOOR, plain(floor))].into(),
        spawns: [("Rat".to_owned(), plain(rat))].into(),
        door: Some(plain(door)),
        ..Sprites::default()
    };
    let style = Style { kind: Kind::Auto, sprites: Some(Arc::new(sprites)), ..style() };
    let image = draw(&map, &style).unwrap();
    let pixel = |x: u32, y: u32| image.get_pixel(x * SCALE + 1, y * SCALE + 1).0;
    assert_eq!((pixel(5, 2), pixel(7, 1), pixel(2, 2)), (rat, door, floor));
    assert!(shows(&image, (7, 1), style.theme.lock(1)), "a locked door says which");
    assert!(shows(&image, (6, 2), style.theme.names[0]), "what has no sprite is drawn as ever");
}

#[test]
fn a_tileset_in_a_style_draws_as_it_does_alone_and_shows_marks() {
    let mut map = common::cave(Size::new(9, 7), Wrap::X, 3);
    map.start = Some(Point::new(4, 4));
    let tileset = Tileset::shipped("walls", SCALE).unwrap();
    let alone = draw_with_tileset(&map, &tileset).unwrap();
    let sprites = Sprites { tileset: Some(tileset), ..Sprites::default() };
    let style = Style { kind: Kind::Auto, sprites: Some(Arc::new(sprites)), marks: false, ..style() };
    assert!(draw(&map, &Style { margin: Some(0), ..style.clone() }).unwrap() == alone);
    assert!(draw(&map, &Style { marks: true, ..style }).unwrap() != alone);
}

#[test]
fn stages_with_sprites_have_pictures_even_before_their_plane_is_there() {
    for size in common::sizes() {
        let history = common::recorded(size, 1);
        let sprites = Sprites { tileset: Some(Tileset::shipped("pipes", 8).unwrap()), ..Sprites::default() };
        let style = Style { sprites: Some(Arc::new(sprites)), scale: 8, changes: true, ..Style::default() };
        let stages = stage_pictures(&history, &style).unwrap();
        assert_eq!(
            stages.filter(Result::is_ok).count(),
            history.frames().iter().filter(|f| f.kind == mapwright_core::FrameKind::Stage).count()
        );
        poster_with_stages(&history, &style, &Heading::default()).unwrap();
    }
    assert!(stage_pictures(&History::every(0), &style()).is_err());
}

#[test]
fn a_legend_lists_what_is_seen() {
    let map = level();
    let strip = legend(&map, &style(), 400).unwrap().unwrap();
    assert!(strip.width() <= 400 && strip.height() > 24, "several lines");
    for color in [style().theme.lock(1), style().theme.names[0], style().theme.exit] {
        assert!(strip.pixels().any(|pixel| pixel.0 == [color.0, color.1, color.2, 255]));
    }
    let bare = BuilderMap::filled(Size::new(2, 2), Wrap::None, Tile::FLOOR);
    assert_eq!(legend(&bare, &style(), 400).unwrap(), None);
}

#[derive(Debug)]
struct Field;

impl Builder for Field {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("field")
    }
}

impl InitialMapBuilder for Field {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        map.start = Some(Point::new(0, 0));
        Ok(map)
    }
}

/// Paints the last columns.
#[derive(Debug)]
struct Paint(u16, Tile);

impl Builder for Paint {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("paint")
    }
}

impl MetaMapBuilder for Paint {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let size = map.size();
        size.points().filter(|p| p.x >= size.w - self.0).for_each(|p| map.tiles[p] = self.1);
        Ok(())
    }
}

/// A tint by distance would hide what a stage paints, so no stage has one then: a stage sheet shows one thing.
#[test]
fn stages_are_tinted_unless_one_of_them_paints() {
    let pictures = |columns, tile, tint| -> Vec<RgbaImage> {
        let mut history = History::every(0);
        let chain = BuilderChain::start_with(Size::new(40, 1), Field).with(Paint(columns, tile));
        chain.build_with(1, &mut history).unwrap();
        let style = Style { tint, marks: false, ..style() };
        stage_pictures(&history, &style).unwrap().map(|stage| stage.unwrap().image).collect()
    };
    for tile in [Tile::GRASS, Tile::WATER, Tile::ROAD] {
        assert!(pictures(3, tile, true) == pictures(3, tile, false), "{tile:?}: more than a twentieth");
        assert!(pictures(2, tile, true) != pictures(2, tile, false), "{tile:?}: too little to matter");
    }
}
