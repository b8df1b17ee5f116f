//! The lock at hand: a board of pipes over the map.

use delve_game::{Command, Game};
use macroquad::prelude::*;
use mapwright::core::{Dir, Grid, Point, Size};

use crate::theme::*;

/// What the window shows of a lock.
pub(crate) struct Board {
    /// How far each tile still has to turn, in quarter turns.
    lag: Grid<f32>,
    cursor: Point,
}

impl Board {
    pub(crate) fn new(size: Size) -> Board {
        Board { lag: Grid::new(size, 0.0), cursor: size.center() }
    }

    /// What the player does with the board: keys move a cursor, a click turns a tile.
    pub(crate) fn command(&mut self, area: Rect, step: Option<Dir>) -> Option<Command> {
        if let Some(next) = step.and_then(|dir| self.cursor.step(dir)).filter(|&next| self.lag.size().contains(next)) {
            self.cursor = next;
        }
        let (corner, side) = self.corner(area);
        let at = (Vec2::from(mouse_position()) - corner) / side;
        let under_mouse = (at.x >= 0.0 && at.y >= 0.0).then(|| Point::new(at.x as u16, at.y as u16));
        if is_mouse_button_pressed(MouseButton::Left) {
            self.cursor = under_mouse.filter(|&at| self.lag.size().contains(at))?;
            return Some(Command::Turn(self.cursor));
        }
        let turns = [KeyCode::Space, KeyCode::Enter].into_iter().any(is_key_pressed);
        turns.then_some(Command::Turn(self.cursor))
    }

    /// A tile was turned: show it where it was, and let it follow.
    pub(crate) fn turned(&mut self, at: Point) {
        if let Some(lag) = self.lag.get_mut(at) {
            *lag -= 1.0;
        }
    }

    fn corner(&self, area: Rect) -> (Vec2, f32) {
        let side = 72.0;
        let size = vec2(f32::from(self.lag.size().w), f32::from(self.lag.size().h)) * side;
        ((vec2(area.x + area.w / 2.0, area.y + area.h / 2.0 + 16.0) - size / 2.0).round(), side)
    }

    pub(crate) fn draw(&mut self, game: &Game, area: Rect, pen: &Pen) {
        let Some(lock) = game.lock() else { return };
        let board = lock.pipes.board();
        let (corner, side) = self.corner(area);
        let size = vec2(f32::from(self.lag.size().w), f32::from(self.lag.size().h)) * side;
        draw_rectangle(area.x, area.y, area.w, area.h, fade(NIGHT, 0.55));
        let frame = 26.0;
        let (x, y) = (corner.x - frame, corner.y - frame - 46.0);
        draw_rectangle(x + 6.0, y + 8.0, size.x + 2.0 * frame, size.y + 2.0 * frame + 80.0, fade(INK, 0.6));
        draw_rectangle(x, y, size.x + 2.0 * frame, size.y + 2.0 * frame + 80.0, PANEL);
        draw_rectangle(x, y, size.x + 2.0 * frame, 6.0, lock_color(lock.lock));
        let counts = board.counts();
        pen.write("A lock of pipes", corner.x, y + 44.0, 20, PAPER);
        let wet = format!("{} / {}", counts.wet, counts.tiles);
        pen.write(&wet, corner.x + size.x - pen.width(&wet, 20), y + 44.0, 20, PALE_WATER);
        let help = if size.x < 330.0 { "click turns, Esc leaves" } else { "click or Space turns, Esc leaves" };
        pen.centered(help, corner.x + size.x / 2.0, corner.y + size.y + 40.0, 14, QUIET);
        draw_rectangle(corner.x - 4.0, corner.y - 4.0, size.x + 8.0, size.y + 8.0, INK);
        draw_rectangle(corner.x, corner.y, size.x, size.y, PAPER);
        let near = 1.0 - (-16.0 * get_frame_time().min(0.1)).exp();
        self.lag.as_mut_slice().iter_mut().for_each(|lag| *lag -= *lag * near);
        for at in self.lag.size().points() {
            let at_pixel = corner + vec2(f32::from(at.x), f32::from(at.y)) * side;
            draw_rectangle_lines(at_pixel.x, at_pixel.y, side, side, 1.0, fade(INK, 0.15));
        }
        for (nth, at) in self.lag.size().points().enumerate() {
            let Some(tile) = board.tile(at) else { continue };
            let middle = corner + (vec2(f32::from(at.x), f32::from(at.y)) + 0.5) * side;
            let ways: Vec<f32> = tile.iter().map(|dir| f32::from(dir as u8) + self.lag.as_slice()[nth]).collect();
            pipe(middle, side, &ways, board.is_wet(at));
        }
        let source = board.puzzle().source();
        let middle = corner + (vec2(f32::from(source.x), f32::from(source.y)) + 0.5) * side;
        draw_circle(middle.x, middle.y, side * 0.21, PAPER);
        draw_circle(middle.x, middle.y, side * 0.17, tile_outline(true));
        draw_circle(middle.x, middle.y, side * 0.14, SUN);
        let at = corner + vec2(f32::from(self.cursor.x), f32::from(self.cursor.y)) * side;
        draw_rectangle_lines(at.x + 2.0, at.y + 2.0, side - 4.0, side - 4.0, 5.0, EMBER);
    }
}

const fn tile_outline(wet: bool) -> Color {
    if wet { Color::new(0.09, 0.3, 0.56, 1.0) } else { Color::new(0.42, 0.46, 0.54, 1.0) }
}

/// A pipe with arms at these quarter turns from north: an outline, a body and a gleam.
fn pipe(middle: Vec2, side: f32, ways: &[f32], wet: bool) {
    let (body, gleam) =
        if wet { (WATER, PALE_WATER) } else { (Color::new(0.68, 0.71, 0.78, 1.0), Color::new(0.87, 0.89, 0.92, 1.0)) };
    let outline = tile_outline(wet);
    for (width, color) in [(0.40, outline), (0.32, body), (0.07, gleam)] {
        let round = if ways.len() == 1 { width + 0.12 * (1.0 - width) } else { width };
        draw_circle(middle.x, middle.y, side * round / 2.0, color);
        for way in ways {
            let end = middle + Vec2::from_angle((way - 1.0) * std::f32::consts::FRAC_PI_2) * side * 0.5;
            draw_line(middle.x, middle.y, end.x, end.y, side * width, color);
        }
    }
}
