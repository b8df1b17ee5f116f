//! The game on the screen: a status line, the board, and the keys.

use std::time::Duration;

use mapwright::core::Point;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::game::Game;
use super::keys::HELP;
use crate::pipes::drawing::{Drawn, Glyph, Zoom};

/// The view of the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct View {
    /// What the player chose; `None` for the largest that fits.
    zoom: Option<Zoom>,
    /// The first column and row of the drawing on the screen, where it does not fit.
    first: (u32, u32),
    /// The part of the screen with the board, and its zoom there.
    shown: Option<(Rect, Zoom)>,
}

impl View {
    /// The other zoom than the one shown.
    pub(super) fn change_zoom(&mut self) {
        let now = self.shown.map_or(Zoom::Large, |(_, zoom)| zoom);
        self.zoom = Some(if now == Zoom::Large { Zoom::Small } else { Zoom::Large });
    }

    /// The tile in a column and row of the screen.
    pub(super) fn tile_at(&self, game: &Game, column: u16, row: u16) -> Option<Point> {
        let (area, zoom) = self.shown?;
        if !area.contains((column, row).into()) {
            return None;
        }
        let (x, y) = (u32::from(column - area.x), u32::from(row - area.y));
        zoom.tile_at(game.board(), self.first.0 + x, self.first.1 + y)
    }

    /// Draws everything.
    pub(super) fn draw(&mut self, game: &Game, buffer: &mut Buffer) {
        let area = buffer.area;
        let help = help_lines(area.width);
        let header = area.height.min(2);
        let footer = (help.len() as u16).min(area.height.saturating_sub(header + 1));
        let middle = Rect { y: area.y + header, height: area.height - header - footer, ..area };
        draw_header(game, Rect { height: header, ..area }, buffer);
        self.draw_board(game, middle, buffer);
        for (y, line) in (area.bottom() - footer..area.bottom()).zip(help) {
            buffer.set_stringn(area.x, y, line, area.width.into(), Style::new().fg(Color::DarkGray));
        }
    }

    fn draw_board(&mut self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let board = game.board();
        let fits = |zoom: Zoom| {
            let (columns, rows) = zoom.size(board);
            columns <= u32::from(area.width) && rows <= u32::from(area.height)
        };
        let zoom = self.zoom.unwrap_or(if fits(Zoom::Large) { Zoom::Large } else { Zoom::Small });
        let (columns, rows) = zoom.size(board);
        let (left, across, row) = zoom.place(game.cursor);
        let (x, width, first_column) = axis(columns, area.width, self.first.0, left + across / 2);
        let (y, height, first_row) = axis(rows, area.height, self.first.1, row);
        let shown = Rect { x: area.x + x, y: area.y + y, width, height };
        self.first = (first_column, first_row);
        self.shown = Some((shown, zoom));
        for (dy, dx) in (0..height).flat_map(|dy| (0..width).map(move |dx| (dy, dx))) {
            let (column, row) = (first_column + u32::from(dx), first_row + u32::from(dy));
            let drawn = zoom.draw(board, column, row);
            let tile = zoom.tile_at(board, column, row).filter(|&tile| {
                let (left, across, line) = zoom.place(tile);
                row == line && (left..left + across).contains(&column)
            });
            if let Some(cell) = buffer.cell_mut((shown.x + dx, shown.y + dy)) {
                cell.set_char(drawn.glyph).set_style(style(game, drawn, tile));
            }
        }
    }
}

/// Where a drawing of `length` lies on `room`: the offset and length on the screen, and the first column or row
/// shown. What fits is in the middle; else it scrolls as little as keeps `wanted` away from the ends.
fn axis(length: u32, room: u16, first: u32, wanted: u32) -> (u16, u16, u32) {
    let wide = u32::from(room);
    if length <= wide {
        let length = length as u16;
        return ((room - length) / 2, length, 0);
    }
    let near = (wide / 4).min(6);
    let least = (wanted + near + 1).saturating_sub(wide);
    let first = first.clamp(least, wanted.saturating_sub(near).max(least));
    (0, room, first.min(length - wide))
}

fn style(game: &Game, drawn: Drawn, tile: Option<Point>) -> Style {
    let solved = game.session.is_solved();
    let style = match drawn.look {
        Glyph::Frame => Style::new().fg(Color::DarkGray),
        Glyph::Barrier => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        Glyph::Dry => Style::new().fg(Color::Gray),
        Glyph::DryRing => Style::new().fg(Color::Yellow),
        Glyph::Wet if solved => Style::new().fg(Color::LightGreen).add_modifier(Modifier::BOLD),
        Glyph::Wet => Style::new().fg(Color::LightBlue).add_modifier(Modifier::BOLD),
        Glyph::Ring => Style::new().fg(Color::Indexed(208)).add_modifier(Modifier::BOLD),
        Glyph::Source => Style::new().fg(Color::LightYellow).add_modifier(Modifier::BOLD),
    };
    match tile {
        Some(at) if at == game.cursor => style.bg(Color::Indexed(if game.session.is_locked(at) { 53 } else { 24 })),
        Some(at) if game.session.is_locked(at) => style.bg(Color::Indexed(236)),
        _ => style,
    }
}

fn draw_header(game: &Game, area: Rect, buffer: &mut Buffer) {
    let (counts, size) = (game.board().counts(), game.board().size());
    let moves = counted(game.session.moves().len(), "move");
    let time = clock(game.elapsed());
    let (line, style) = if game.session.is_solved() {
        let hints = if game.hints == 0 { String::new() } else { format!(" and {}", counted(game.hints, "hint")) };
        let style = Style::new().fg(Color::Black).bg(Color::LightGreen).add_modifier(Modifier::BOLD);
        (format!(" Solved in {time} with {moves}{hints}: n plays another "), style)
    } else {
        let rings = if counts.on_ring > 0 { format!("   {} on rings", counts.on_ring) } else { String::new() };
        let line = format!("Pipes {size}   {} of {} wet{rings}   {moves}   {time}", counts.wet, counts.tiles);
        (line, Style::new().add_modifier(Modifier::BOLD))
    };
    if area.height > 0 {
        buffer.set_stringn(area.x, area.y, line, area.width.into(), style);
    }
    if area.height > 1 {
        let style = Style::new().fg(Color::Yellow);
        buffer.set_stringn(area.x, area.y + 1, &game.message, area.width.into(), style);
    }
}

/// A number of things, in words.
pub(super) fn counted(n: impl Into<usize>, thing: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// Minutes and seconds, hours where there are any.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The keys, in lines that fit.
fn help_lines(width: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (key, what) in HELP {
        let entry = format!("{key} {what}");
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 3 + entry.chars().count() > usize::from(width) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push_str("   ");
            }
            line.push_str(&entry);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipes::play::game::PlayerAction;
    use mapwright::pipes::{GameId, Session};

    fn game(id: &str) -> Game {
        Game::new(Session::from_id(id.parse::<GameId>().unwrap()))
    }

    fn screen(game: &Game, view: &mut View, width: u16, height: u16) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        view.draw(game, &mut buffer);
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn the_game_is_drawn_in_the_middle() {
        let mut view = View::default();
        let mut game = game("3x1:254");
        let expected = [
            "Pipes 3x1   2 of 3 wet   0 moves   0:00",
            "",
            "",
            "                       ┌───────────┐",
            "                       │ ○ ╺━◆━━━● │",
            "                       └───────────┘",
            "",
            "",
            "arrows move   d/space turn right   a turn left   f half turn",
            "s lock   u undo   r redo   h hint   z zoom   n new   q quit",
        ];
        assert_eq!(screen(&game, &mut view, 60, 10), expected);
        game.act(PlayerAction::Hint);
        assert!(screen(&game, &mut view, 60, 8)[0].starts_with(" Solved in 0:00 with 1 move and 1 hint"));
    }

    #[test]
    fn any_screen_will_do() {
        let id = format!("40x30:{}", "5".repeat(1200));
        for game in [game("1x1:0"), game("3x2w:1e8131"), game(&id)] {
            for (width, height) in (0..30).flat_map(|w| (0..12).map(move |h| (w, h))).chain([(200, 100), (81, 25)]) {
                let mut view = View::default();
                screen(&game, &mut view, width, height);
                view.change_zoom();
                screen(&game, &mut view, width, height);
            }
        }
    }

    #[test]
    fn the_cursor_is_always_shown_and_can_be_clicked() {
        let id = format!("40x30:{}", "5".repeat(1200));
        let mut game = game(&id);
        for zooms in 0..2 {
            let mut view = View::default();
            for at in [(0, 0), (39, 29), (20, 15), (0, 29), (39, 0)].map(Point::from) {
                game.act(PlayerAction::GoTo(at));
                screen(&game, &mut view, 30, 12);
                (0..zooms).for_each(|_| view.change_zoom());
                screen(&game, &mut view, 30, 12);
                let tiles = (0..12).flat_map(|y| (0..30).map(move |x| (x, y)));
                assert!(tiles.filter_map(|(x, y)| view.tile_at(&game, x, y)).any(|tile| tile == at), "{at}");
            }
        }
    }

    #[test]
    fn times_are_read_at_a_glance() {
        let check = |seconds, expected: &str| assert_eq!(clock(Duration::from_secs(seconds)), expected);
        check(0, "0:00");
        check(75, "1:15");
        check(3725, "1:02:05");
    }
}
