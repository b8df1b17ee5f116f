//! The panel beside the map: health, things, the map so far, and what happened.

use delve_game::{DEPTHS, Game, Opener, Tone};
use macroquad::prelude::*;
use mapwright::core::Tile;

use crate::sprites::Sprites;
use crate::theme::*;

pub(crate) const WIDTH: f32 = 304.0;
const MARGIN: f32 = 22.0;

pub(crate) fn draw(game: &Game, x: f32, h: f32, sprites: &Sprites, pen: &Pen) {
    draw_rectangle(x, 0.0, WIDTH, h, PANEL);
    draw_rectangle(x, 0.0, 2.0, h, INK);
    let (left, inner) = (x + MARGIN, WIDTH - 2.0 * MARGIN);
    let depth = format!("{} / {DEPTHS}", game.level.depth);
    pen.write("Depth", left, 42.0, 16, QUIET);
    pen.write(&depth, left + inner - pen.width(&depth, 22), 42.0, 22, PAPER);
    health(game, left, 58.0, inner, pen);
    things(game, left, 100.0, inner, sprites, pen);
    minimap(game, left, 204.0, inner);
    let y = foes(game, left, 406.0, sprites, pen);
    log(game, left, y, inner, h - 44.0, pen);
    pen.write("? help", left, h - 18.0, 14, QUIET);
    let score = format!("score {}", game.score());
    pen.write(&score, left + inner - pen.width(&score, 14), h - 18.0, 14, QUIET);
}

fn health(game: &Game, x: f32, y: f32, w: f32, pen: &Pen) {
    let part = game.hero.hp.max(0) as f32 / game.hero.max_hp as f32;
    // A low bar pulses.
    let pulse = if part < 0.34 { 0.5 + 0.5 * (get_time() as f32 * 6.0).sin() } else { 0.0 };
    draw_rectangle(x, y, w, 26.0, INK);
    draw_rectangle(x + 3.0, y + 3.0, (w - 6.0) * part, 20.0, mix(EMBER, SUN, pulse * 0.5));
    draw_rectangle(x + 3.0, y + 3.0, (w - 6.0) * part, 4.0, fade(WHITE, 0.25));
    pen.centered(&format!("{} / {}", game.hero.hp.max(0), game.hero.max_hp), x + w / 2.0, y + 19.0, 16, PAPER);
}

/// Two rows of things with their numbers, and the keys in hand.
fn things(game: &Game, x: f32, y: f32, w: f32, sprites: &Sprites, pen: &Pen) {
    let hero = &game.hero;
    let rows = [
        [("sword", hero.sword, "+"), ("mail", hero.mail, "+"), ("gold", hero.gold, "")],
        [("potion", hero.potions, "Q "), ("scroll", hero.scrolls, "R "), ("key", 0, "")],
    ];
    for (row, y) in rows.iter().zip([y, y + 44.0]) {
        for (&(name, number, before), x) in row.iter().zip([x, x + w / 3.0, x + w * 2.0 / 3.0]) {
            if name == "key" {
                let is_key = |key: &u8| game.level.kind_of(*key) == Opener::Key;
                for (nth, key) in (0..).zip(game.level.hero.keys().into_iter().filter(is_key)) {
                    sprites.draw_in("key", x + 14.0 * nth as f32, y, 36.0, WHITE, Some(lock_color(key)));
                }
                continue;
            }
            let color = if number > 0 { PAPER } else { QUIET };
            sprites.draw(name, x, y, 36.0, if number > 0 { 1.0 } else { 0.4 });
            pen.write(before, x + 38.0, y + 25.0, 14, QUIET);
            pen.write(&number.to_string(), x + 40.0 + pen.width(before, 14), y + 25.0, 16, color);
        }
    }
}

fn minimap(game: &Game, x: f32, y: f32, w: f32) {
    let (level, size) = (&game.level, game.level.map().size());
    let side = w / f32::from(size.w);
    draw_rectangle(x, y, w, side * f32::from(size.h), INK);
    let dot = |at: mapwright::core::Point, color: Color| {
        draw_rectangle(x + side * f32::from(at.x), y + side * f32::from(at.y), side, side, color);
    };
    for at in size.points().filter(|&at| level.known[at]) {
        let tile = level.tile_at(at);
        let color = match level.lock_at(at) {
            Some(lock) => lock_color(lock),
            None if tile == Tile::WALL => mix(tile_color(tile), QUIET, 0.25),
            None if tile == Tile::STAIRS_DOWN => EMBER,
            None => mix(tile_color(tile), INK, if level.lit[at] { 0.1 } else { 0.5 }),
        };
        dot(at, color);
    }
    level.keys().filter(|(at, _)| level.known[*at]).for_each(|(at, key)| dot(at, lock_color(key)));
    level.monsters.iter().filter(|monster| level.lit[monster.at]).for_each(|monster| dot(monster.at, EMBER));
    dot(level.hero.at(), WATER);
}

/// Who is in sight. Returns where the log may begin.
fn foes(game: &Game, x: f32, y: f32, sprites: &Sprites, pen: &Pen) -> f32 {
    let mut foes: Vec<_> = game.level.monsters.iter().filter(|monster| game.level.lit[monster.at]).collect();
    foes.sort_by_key(|monster| monster.at.manhattan(game.level.hero.at()));
    foes.truncate(3);
    for (foe, y) in foes.iter().zip([y, y + 30.0, y + 60.0]) {
        sprites.draw(&foe.kind.name.to_lowercase(), x, y - 19.0, 24.0, 1.0);
        pen.write(foe.kind.name, x + 34.0, y, 16, PAPER);
        let state = if foe.awake == 0 { "asleep".to_owned() } else { format!("{} / {}", foe.hp, foe.kind.hp) };
        pen.write(&state, x + 150.0, y, 14, if foe.awake == 0 { QUIET } else { EMBER });
    }
    y + 30.0 * foes.len() as f32 + 4.0
}

/// The last messages that fit, newest at the bottom.
fn log(game: &Game, x: f32, top: f32, w: f32, bottom: f32, pen: &Pen) {
    let mut y = bottom;
    for message in game.log.iter().rev().take(12) {
        let text = pen.wrap(&message.text, 14, w);
        let lines: Vec<&str> = text.lines().collect();
        if y - 18.0 * lines.len() as f32 - 8.0 < top {
            return;
        }
        let color = match message.tone {
            Tone::Plain => PAPER,
            Tone::Good => LEAF,
            Tone::Bad => EMBER,
            Tone::Quiet => QUIET,
        };
        let old = (game.turn - message.turn).min(10) as f32 / 10.0;
        for line in lines.iter().rev() {
            pen.write(line, x, y, 14, mix(color, PANEL, 0.4 * old));
            y -= 18.0;
        }
        y -= 3.0;
    }
}
