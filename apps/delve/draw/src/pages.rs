//! Title, help, and the end.

use delve_game::{DEPTHS, Game, Status};
use macroquad::prelude::*;
use mapwright::core::Tile;

use crate::sprites::Sprites;
use crate::theme::*;

/// A line of the title's menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Continue,
    New,
    Daily,
    Help,
    Quit,
}

impl Choice {
    pub(crate) const ALL: [Choice; 5] = [Choice::Continue, Choice::New, Choice::Daily, Choice::Help, Choice::Quit];

    const fn text(self) -> &'static str {
        match self {
            Choice::Continue => "Continue",
            Choice::New => "New game",
            Choice::Daily => "Today's dungeon",
            Choice::Help => "Help",
            Choice::Quit => "Quit",
        }
    }
}

/// Draws the title over a game that plays itself. Returns the line under the mouse.
pub(crate) fn title(choices: &[Choice], chosen: usize, note: &str, pen: &Pen) -> Option<usize> {
    let (w, h) = (screen_width(), screen_height());
    let (x, y) = (title_place(w, h), h * 0.3);
    // Dark behind the menu, lighter where the game plays.
    for strip in 0..32 {
        let part = strip as f32 / 32.0;
        let dark = (1.0 - 2.2 * (part - x / w - 0.1)).clamp(0.35, 0.94);
        draw_rectangle((w * part).floor(), 0.0, (w / 32.0).ceil(), h, fade(NIGHT, dark));
    }
    wordmark(x, y - 80.0, 13.0);
    pen.centered("ten levels down to the spring", x, y + 46.0, 20, PALE_WATER);
    let mut under_mouse = None;
    for (nth, choice) in choices.iter().enumerate() {
        let y = y + 130.0 + 46.0 * nth as f32;
        let text = choice.text();
        if nth == chosen {
            let w = pen.width(text, 24) + 56.0;
            draw_rectangle(x - w / 2.0, y - 28.0, w, 40.0, PAPER);
        }
        pen.centered(text, x, y, 24, if nth == chosen { INK } else { PAPER });
        let (mouse_x, mouse_y) = mouse_position();
        if (mouse_x - x).abs() < 150.0 && mouse_y > y - 30.0 && mouse_y < y + 14.0 {
            under_mouse = Some(nth);
        }
    }
    for (line, y) in pen.wrap(note, 16, w * 0.7).lines().zip([h - 60.0, h - 38.0, h - 16.0]) {
        pen.centered(line, x, y, 16, SUN);
    }
    under_mouse
}

/// The column of the menu: on the left, where the window has room for the game beside it.
pub(crate) fn title_place(w: f32, h: f32) -> f32 {
    if w > 1.3 * h { w * 0.28 } else { w * 0.5 }
}

/// The name of the game. Water rises in the letters, and falls again.
fn wordmark(x: f32, y: f32, side: f32) {
    const ROWS: [&str; 7] = [
        "####.  #####  #....  #...#  #####",
        "#...#  #....  #....  #...#  #....",
        "#...#  #....  #....  #...#  #....",
        "#...#  ####.  #....  #...#  ####.",
        "#...#  #....  #....  #...#  #....",
        "#...#  #....  #....  .#.#.  #....",
        "####.  #####  #####  ..#..  #####",
    ];
    let (time, left) = (get_time() as f32, x - side * ROWS[0].len() as f32 / 2.0);
    for (row, line) in ROWS.iter().enumerate() {
        for (column, _) in line.match_indices('#') {
            let (x, y) = (left + side * column as f32, y + side * row as f32);
            let surface = 3.5 - 4.5 * (time * 0.5).cos() + 0.3 * (time * 2.0 + x * 0.02).sin();
            let (body, edge) = if (7 - row) as f32 <= surface { (WATER, PALE_WATER) } else { (PAPER, WHITE) };
            draw_rectangle(x + 3.0, y + 4.0, side, side, NIGHT);
            draw_rectangle(x, y, side, side, body);
            if row == 0 || ROWS[row - 1].as_bytes()[column] == b'.' {
                draw_rectangle(x, y, side, side * 0.25, edge);
            }
        }
    }
}

pub(crate) fn help(sprites: &Sprites, pen: &Pen) {
    const KEYS: [(&str, &str); 8] = [
        ("arrows, WASD, HJKL", "walk, strike, touch a lock"),
        ("Space", "wait a turn, and search the walls around"),
        ("Enter", "go down the stairs"),
        ("Backspace", "go back up, where you came down"),
        ("Q", "drink a potion"),
        ("R", "read a scroll of fire"),
        ("click", "walk there, turn a pipe"),
        ("Esc", "save, back to the title"),
    ];
    const THINGS: [(&str, &str); 8] = [
        ("potion", "heals half your health"),
        ("scroll", "burns every monster in sight"),
        ("sword", "each makes your blows heavier"),
        ("mail", "each ring may stop a point of a blow"),
        ("altar", "heals you, and makes you stronger"),
        ("locked-door", "opens with its key, or by its pipes: lead water to every tile"),
        ("lever", "lifts the bars of its color, somewhere on the level"),
        ("stairs", "down: you rest a little on the way"),
    ];
    let (w, h) = (screen_width(), screen_height());
    draw_rectangle(0.0, 0.0, w, h, NIGHT);
    let (x, mut y) = ((w - 760.0) / 2.0, h / 2.0 - 296.0);
    pen.write("How to delve", x, y, 32, PAPER);
    for line in [
        "The city's wells are dry. Go down ten levels and open the spring.",
        "Monsters sleep until they notice you; then they hunt you through every door.",
        "Time stands still until you act, but it passes while you turn the pipes of a lock.",
    ] {
        y += if line.starts_with("The city") { 40.0 } else { 24.0 };
        pen.write(line, x, y, 15, QUIET);
    }
    y += 48.0;
    for (key, text) in KEYS {
        pen.write(key, x, y, 16, SUN);
        pen.write(text, x + 220.0, y, 16, PAPER);
        y += 26.0;
    }
    y += 8.0;
    for (name, text) in THINGS {
        sprites.draw_in(name, x, y - 10.0, 24.0, WHITE, Some(lock_color(0)));
        pen.write(text, x + 44.0, y + 8.0, 16, PAPER);
        y += 31.0;
    }
}

/// The end of a game, if it has ended.
pub(crate) fn end(game: &Game, age: f32, sprites: &Sprites, pen: &Pen) {
    let (w, h) = (screen_width(), screen_height());
    let (x, y, show) = (w / 2.0, h * 0.34, (age * 1.5).min(1.0));
    let (color, title, line) = match game.status {
        Status::Playing => return,
        Status::Won => {
            (PALE_WATER, "The spring is open", "Water rises through ten levels of pipes, up to the city.".to_owned())
        }
        Status::Dead(by) => {
            (EMBER, "You died", format!("Killed by a {} on level {} of {DEPTHS}.", by.to_lowercase(), game.level.depth))
        }
    };
    draw_rectangle(0.0, 0.0, w, h, fade(NIGHT, 0.8 * show));
    if game.status == Status::Won {
        // Water rises from below, in two waves.
        for (depth, pace, color, edge) in
            [(0.24, 1.3, tile_color(Tile::DEEP_WATER), WATER), (0.18, 2.0, WATER, PALE_WATER)]
        {
            let top = h - h * depth * (age * 0.5).min(1.0);
            for x in (0..w as i32).step_by(12).map(|x| x as f32) {
                let y = top + (get_time() as f32 * pace + x * 0.02 * pace).sin() * 6.0;
                draw_rectangle(x, y, 12.0, h, color);
                draw_rectangle(x, y, 12.0, 5.0, edge);
            }
        }
    }
    let sprite = match game.status {
        Status::Dead(by) => by.to_lowercase(),
        _ => "spring".to_owned(),
    };
    sprites.draw(&sprite, x - 60.0, y - 190.0, 120.0, show);
    pen.centered(title, x, y, 48, fade(color, show));
    pen.centered(&line, x, y + 44.0, 18, fade(PAPER, show));
    let score = format!(
        "score {}    gold {}    kills {}    turns {}",
        game.score(),
        game.hero.gold,
        game.hero.kills,
        game.turn
    );
    pen.centered(&score, x, y + 92.0, 18, fade(SUN, show));
    pen.centered(&format!("seed {}    Enter to go on", game.seed), x, y + 132.0, 16, fade(QUIET, show));
}
