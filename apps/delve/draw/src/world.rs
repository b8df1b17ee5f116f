//! The level: tiles, things, fog, and everything that moves.

use std::collections::BTreeMap;

use delve_game::bestiary::Item;
use delve_game::{DEPTHS, Event, Game, Level, Opener};
use macroquad::prelude::*;
use mapwright::core::{DoorKind, Grid, Point, Tile};

use crate::sprites::Sprites;
use crate::theme::*;

/// Fog of cells that are not in sight, and of unknown ones.
const REMEMBERED: f32 = 0.62;
const UNKNOWN: f32 = 1.0;

/// What the window shows of a level. It lags behind the game, so that all motion is smooth.
pub(crate) struct World {
    hero: Vec2,
    camera: Vec2,
    monsters: BTreeMap<usize, (Vec2, &'static str)>,
    fog: Grid<f32>,
    fog_picture: Texture2D,
    notes: Vec<Note>,
    /// How dark the screen is while a new level begins.
    veil: f32,
}

/// A number or a flame that rises and fades.
struct Note {
    at: Vec2,
    text: String,
    color: Color,
    age: f32,
}

impl Note {
    /// The row where it is now.
    fn risen(&self) -> f32 {
        self.at.y - 0.8 * self.age
    }
}

fn blow(damage: i32) -> String {
    if damage == 0 { "miss".to_owned() } else { damage.to_string() }
}

const fn center(at: Point) -> Vec2 {
    vec2(at.x as f32, at.y as f32)
}

impl World {
    pub(crate) fn new(level: &Level) -> World {
        let (hero, size) = (center(level.hero.at()), level.map().size());
        let fog_picture = Texture2D::from_image(&Image::gen_image_color(size.w, size.h, BLANK));
        fog_picture.set_filter(FilterMode::Linear);
        let (monsters, fog, notes) = (BTreeMap::new(), Grid::new(size, UNKNOWN), Vec::new());
        World { hero, camera: hero, monsters, fog, fog_picture, notes, veil: 1.0 }
    }

    /// Takes up what happened in a turn.
    pub(crate) fn show(&mut self, game: &Game, events: &[Event]) {
        let mut taken = None;
        for event in events {
            match *event {
                Event::Arrived => *self = World::new(&game.level),
                Event::Blow { from, to, damage } => {
                    let lunge = (center(to) - center(from)) * 0.45;
                    if from == game.level.hero.at() {
                        self.hero += lunge;
                        self.note(to, blow(damage), PAPER);
                    } else {
                        let attacker = game.level.monsters.iter().find(|monster| monster.at == from);
                        let shown = attacker.and_then(|monster| self.monsters.get_mut(&monster.id));
                        shown.into_iter().for_each(|(at, _)| *at += lunge);
                        taken = Some(taken.unwrap_or(0) + damage);
                    }
                }
                Event::Healed { at, hp } => self.note(at, format!("+{hp}"), LEAF),
                Event::Fire { at, damage } => self.note(at, damage.to_string(), SUN),
                Event::Opened { .. } => self.note(game.level.hero.at(), "open".to_owned(), PALE_WATER),
            }
        }
        if let Some(damage) = taken {
            self.note(game.level.hero.at(), blow(damage), EMBER);
        }
    }

    fn note(&mut self, at: Point, text: String, color: Color) {
        // Notes that would cover each other stand above each other.
        let mut at = center(at);
        while self.notes.iter().any(|note| note.at.x == at.x && (note.risen() - at.y).abs() < 0.55) {
            at.y -= 0.6;
        }
        self.notes.push(Note { at, text, color, age: 0.0 });
    }

    /// Moves everything a little nearer to where it is.
    fn catch_up(&mut self, level: &Level) {
        let seconds = get_frame_time().min(0.1);
        let near = |rate: f32| 1.0 - (-rate * seconds).exp();
        self.hero = self.hero.lerp(center(level.hero.at()), near(18.0));
        self.camera = self.camera.lerp(center(level.hero.at()), near(7.0));
        self.monsters.retain(|id, _| level.monsters.iter().any(|monster| monster.id == *id));
        for monster in &level.monsters {
            let shown = self.monsters.entry(monster.id).or_insert((center(monster.at), monster.kind.name));
            shown.0 = shown.0.lerp(center(monster.at), near(16.0));
        }
        for (at, fog) in level.map().size().points().zip(self.fog.as_mut_slice()) {
            let dim = (center(at).distance(self.hero) / 10.0).clamp(0.0, 1.0);
            let goal = match (level.lit[at], level.known[at]) {
                (true, _) => 0.4 * dim * dim,
                (_, true) => REMEMBERED,
                _ => UNKNOWN,
            };
            *fog += (goal - *fog) * near(10.0);
        }
        self.notes.iter_mut().for_each(|note| note.age += seconds);
        self.notes.retain(|note| note.age < 1.0);
        self.veil = (self.veil - 2.5 * seconds).max(0.0);
    }

    /// Where a pixel of the window is on the map.
    pub(crate) fn cell_at(&self, area: Rect, pixel: (f32, f32)) -> (i32, i32) {
        let (corner, side) = self.corner(area);
        (((pixel.0 - corner.x) / side).floor() as i32, ((pixel.1 - corner.y) / side).floor() as i32)
    }

    /// Where the map's corner is in the window, and the side of a cell: a multiple of a sprite's 12 pixels.
    fn corner(&self, area: Rect) -> (Vec2, f32) {
        let side = 12.0 * (area.h / 250.0).round().max(2.0);
        let middle = vec2(area.x + area.w / 2.0, area.y + area.h / 2.0);
        ((middle - (self.camera + 0.5) * side).round(), side)
    }

    pub(crate) fn draw(&mut self, game: &Game, area: Rect, sprites: &Sprites, pen: &Pen) {
        let level = &game.level;
        self.catch_up(level);
        draw_rectangle(area.x, area.y, area.w, area.h, NIGHT);
        let (corner, side) = self.corner(area);
        let place = |at: Vec2| corner + at * side;
        let in_view = |at: Point| {
            let at = place(center(at));
            at.x > area.x - side && at.x < area.right() && at.y > area.y - side && at.y < area.bottom()
        };
        for at in level.map().size().points().filter(|&at| self.fog[at] < 0.99 && in_view(at)) {
            draw_tile(level, at, place(center(at)), side, sprites);
        }
        for (at, key) in level.keys().filter(|(at, _)| level.known[*at]) {
            let sprite = opener_sprite(level.kind_of(key));
            let at = place(center(at)) + vec2(0.0, if sprite == "lever" { 0.0 } else { bob(at, side) });
            sprites.draw_in(sprite, at.x, at.y, side, WHITE, Some(lock_color(key)));
        }
        for (&at, &item) in level.items.iter().filter(|(at, _)| level.known[**at]) {
            let at = place(center(at)) + vec2(0.0, if stands(item) { 0.0 } else { bob(at, side) });
            sprites.draw(item_sprite(item), at.x, at.y, side, 1.0);
        }
        for monster in level.monsters.iter().filter(|monster| level.lit[monster.at]) {
            let Some(&(at, name)) = self.monsters.get(&monster.id) else { continue };
            let breath = (get_time() as f32 * 4.0 + monster.id as f32).sin() * side / 36.0;
            let Vec2 { x, y } = place(at);
            shadow(x, y, side);
            sprites.draw(
                &name.to_lowercase(),
                x,
                y - if monster.awake > 0 { breath.max(0.0).round() } else { 0.0 },
                side,
                1.0,
            );
            if monster.awake == 0 {
                let rise = (get_time() as f32 + monster.id as f32 * 0.4).fract();
                outlined(
                    pen,
                    "z",
                    x + side * 0.9,
                    y + side * (0.2 - 0.4 * rise),
                    14,
                    fade(PALE_WATER, 1.0 - rise * rise),
                );
            } else if monster.hp < monster.kind.hp {
                bar(x, y - 5.0, side, monster.hp as f32 / monster.kind.hp as f32);
            }
        }
        let Vec2 { x, y } = place(self.hero);
        shadow(x, y, side);
        sprites.draw("hero", x, y, side, 1.0);
        self.draw_fog(level, corner, side);
        for note in &self.notes {
            let Vec2 { x, y } = place(vec2(note.at.x + 0.5, note.risen() - 0.2));
            outlined(pen, &note.text, x, y, 22, fade(note.color, (2.0 - 2.0 * note.age).min(1.0)));
        }
        draw_rectangle(area.x, area.y, area.w, area.h, fade(NIGHT, self.veil));
    }

    /// One texel a cell: the graphics card blends between them.
    fn draw_fog(&self, level: &Level, corner: Vec2, side: f32) {
        let size = level.map().size();
        let mut image = Image::gen_image_color(size.w, size.h, BLANK);
        for at in size.points() {
            image.set_pixel(at.x.into(), at.y.into(), fade(NIGHT, self.fog[at]));
        }
        self.fog_picture.update(&image);
        let dest_size = Some(vec2(f32::from(size.w), f32::from(size.h)) * side);
        draw_texture_ex(
            &self.fog_picture,
            corner.x,
            corner.y,
            WHITE,
            DrawTextureParams { dest_size, ..Default::default() },
        );
    }
}

/// Text that is read on any ground.
fn outlined(pen: &Pen, text: &str, x: f32, y: f32, size: u16, color: Color) {
    for (dx, dy) in [(-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5), (1.5, 2.5)] {
        pen.centered(text, x + dx, y + dy, size, fade(NIGHT, color.a));
    }
    pen.centered(text, x, y, size, color);
}

/// Things on the floor float a little.
fn bob(at: Point, side: f32) -> f32 {
    ((get_time() as f32 * 2.0 + f32::from(at.x) * 1.7).sin() * side / 18.0).round()
}

const fn stands(item: Item) -> bool {
    matches!(item, Item::Chest | Item::Altar | Item::Candle | Item::Barrel | Item::Bones)
}

fn shadow(x: f32, y: f32, side: f32) {
    draw_ellipse(x + side / 2.0, y + side * 0.95, side * 0.34, side * 0.09, 0.0, fade(INK, 0.35));
}

fn bar(x: f32, y: f32, side: f32, part: f32) {
    draw_rectangle(x + 2.0, y, side - 4.0, 4.0, INK);
    draw_rectangle(x + 3.0, y + 1.0, (side - 6.0) * part, 2.0, EMBER);
}

pub(crate) const fn item_sprite(item: Item) -> &'static str {
    match item {
        Item::Potion => "potion",
        Item::Scroll => "scroll",
        Item::Gold => "gold",
        Item::Chest => "chest",
        Item::Sword => "sword",
        Item::Mail => "mail",
        Item::Altar => "altar",
        Item::Candle => "candle",
        Item::Barrel => "barrel",
        Item::Bones => "bones",
    }
}

const fn opener_sprite(opener: Opener) -> &'static str {
    match opener {
        Opener::Lever => "lever",
        Opener::Bomb => "bomb",
        Opener::Key => "key",
    }
}

const fn door_sprite(kind: DoorKind) -> &'static str {
    match kind {
        DoorKind::Gate => "gate",
        DoorKind::Barrier => "rubble",
        _ => "locked-door",
    }
}

/// A number that belongs to a cell, so that no two floors look the same.
fn grain(at: Point) -> u32 {
    let mixed = (u32::from(at.x) * 0x9e37 + u32::from(at.y) * 0x85eb).wrapping_mul(0x2c1b_3c6d);
    mixed >> 13
}

fn draw_tile(level: &Level, at: Point, Vec2 { x, y }: Vec2, side: f32, sprites: &Sprites) {
    let (map, tile, grain) = (level.map(), level.tile_at(at), grain(at));
    let pixel = side / 12.0;
    let dot = |dx: u32, dy: u32, w: u32, h: u32, color: Color| {
        draw_rectangle(x + dx as f32 * pixel, y + dy as f32 * pixel, w as f32 * pixel, h as f32 * pixel, color);
    };
    let is_rock = |at: Option<Point>| at.is_none_or(|at| !map.size().contains(at) || level.tile_at(at) == Tile::WALL);
    if tile == Tile::WALL {
        let top = mix(tile_color(Tile::WALL), QUIET, 0.08);
        dot(0, 0, 12, 12, top);
        if !is_rock(at.offset(0, 1)) {
            // The face of the wall, in courses of stone.
            dot(0, 4, 12, 8, mix(tile_color(Tile::PILLAR), top, 0.2));
            dot(0, 7, 12, 1, top);
            dot(0, 11, 12, 1, top);
            dot(3 + 4 * (grain % 2), 4, 1, 3, top);
            dot(9 - 4 * (grain % 2), 8, 1, 3, top);
        }
        for (dx, dy, edge) in [(0, -1, (0, 0, 12, 1)), (-1, 0, (0, 0, 1, 12)), (1, 0, (11, 0, 1, 12))] {
            if !is_rock(at.offset(dx, dy)) {
                dot(edge.0, edge.1, edge.2, edge.3, INK);
            }
        }
        return;
    }
    let ground =
        if matches!(tile, Tile::DOOR | Tile::STAIRS_DOWN | Tile::PILLAR | Tile::TREE) { Tile::FLOOR } else { tile };
    let base = mix(tile_color(ground), tile_color(Tile::ROAD), 0.12 * (grain % 3) as f32);
    dot(0, 0, 12, 12, base);
    let (light, dark) = (mix(base, WHITE, 0.45), mix(base, INK, 0.16));
    match ground {
        Tile::WATER | Tile::DEEP_WATER => {
            let wave = ((get_time() * 1.5) as u32 + grain) % 6;
            dot(1 + wave, 3, 3, 1, light);
            dot(9 - wave, 8, 2, 1, light);
        }
        Tile::GRASS => {
            [(2, 3), (7, 2), (4, 8), (9, 7)].iter().for_each(|&(dx, dy)| dot((dx + grain) % 11, dy, 1, 2, dark))
        }
        Tile::GRAVEL => [(2, 2), (8, 4), (4, 8)].iter().for_each(|&(dx, dy)| dot((dx + grain) % 10, dy, 2, 2, dark)),
        _ => {
            // Flagstones: a joint on two sides, now and then a crack.
            dot(0, 11, 12, 1, fade(dark, 0.6));
            dot(11, 0, 1, 12, fade(dark, 0.6));
            if grain % 7 == 0 {
                dot(3, 4, 3, 1, dark);
                dot(6, 5, 2, 1, dark);
            }
        }
    }
    if is_rock(at.offset(0, -1)) {
        dot(0, 0, 12, 2, fade(INK, 0.22));
    }
    match tile {
        Tile::TREE => {
            shadow(x, y, side);
            for (rise, radius, color) in [(0.5, 0.46, INK), (0.5, 0.4, tile_color(tile)), (0.4, 0.22, LEAF)] {
                draw_circle(x + side / 2.0, y + side * rise, side * radius, color);
            }
        }
        Tile::PILLAR | Tile::WINDOW => {
            dot(2, 1, 8, 10, INK);
            dot(3, 2, 6, 8, tile_color(tile));
            dot(3, 2, 6, 2, mix(tile_color(tile), WHITE, 0.4));
        }
        Tile::STAIRS_DOWN if level.depth == DEPTHS => sprites.draw("spring", x, y, side, 1.0),
        Tile::STAIRS_DOWN => sprites.draw("stairs", x, y, side, 1.0),
        _ if level.depth > 1 && map.start == Some(at) => sprites.draw("up-stairs", x, y, side, 1.0),
        _ => {}
    }
    match level.door_at(at).and_then(|door| Some((door.lock?, door.kind))) {
        Some((lock, kind)) => sprites.draw_in(door_sprite(kind), x, y, side, WHITE, Some(lock_color(lock))),
        None if tile == Tile::DOOR && at == level.hero.at() => sprites.draw("open-door", x, y, side, 1.0),
        None if tile == Tile::DOOR => sprites.draw("door", x, y, side, 1.0),
        None => {}
    }
}
