//! The game on the screen: a status line, the board, and the keys.

use std::ops::Range;
use std::time::Duration;

use crossterm::style::{Color, ContentStyle, Stylize};
use mapwright::core::Point;

use super::canvas::Canvas;
use super::game::Game;
use super::keys::HELP;
use crate::pipes::drawing::{Drawn, Glyph, Zoom};

/// The view of the board.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// What the player chose; `None` for the largest that fits.
    zoom: Option<Zoom>,
    /// The first column and row of the drawing on the screen, where it does not fit.
    first: (u32, u32),
    /// The columns and rows of the screen with the board, and its zoom there.
    shown: Option<(Range<u16>, Range<u16>, Zoom)>,
}

impl View {
    /// The other zoom than the one shown.
    pub(super) fn change_zoom(&mut self) {
        let now = self.shown.as_ref().map_or(Zoom::Large, |&(_, _, zoom)| zoom);
        self.zoom = Some(if now == Zoom::Large { Zoom::Small } else { Zoom::Large });
    }

    /// The tile in a column and row of the screen.
    pub(super) fn tile_at(&self, game: &Game, column: u16, row: u16) -> Option<Point> {
        let (columns, rows, zoom) = self.shown.as_ref()?;
        if !columns.contains(&column) || !rows.contains(&row) {
            return None;
        }
        let (x, y) = (u32::from(column - columns.start), u32::from(row - rows.start));
        zoom.tile_at(game.board(), self.first.0 + x, self.first.1 + y)
    }

    /// Draws the board, its header and the help on a screen of this size, in columns and rows.
    pub(super) fn draw(&mut self, game: &Game, size: (u16, u16)) -> Canvas {
        let mut canvas = Canvas::new(size);
        let (width, height) = size;
        let help = help_lines(width);
        let header = height.min(2);
        let footer = height - (help.len() as u16).min(height.saturating_sub(header + 1));
        draw_header(game, &mut canvas);
        self.draw_board(game, 0..width, header..footer, &mut canvas);
        for (row, line) in (footer..height).zip(help) {
            canvas.text(row, &line, ContentStyle::new().dark_grey());
        }
        canvas
    }

    fn draw_board(&mut self, game: &Game, across: Range<u16>, down: Range<u16>, canvas: &mut Canvas) {
        let board = game.board();
        let fits = |zoom: Zoom| {
            let (columns, rows) = zoom.size(board);
            columns <= across.len() as u32 && rows <= down.len() as u32
        };
        let zoom = self.zoom.unwrap_or(if fits(Zoom::Large) { Zoom::Large } else { Zoom::Small });
        let (columns, rows) = zoom.size(board);
        let (left, wide, row) = zoom.place(game.cursor);
        let (columns, first_column) = axis(columns, across, self.first.0, left + wide / 2);
        let (rows, first_row) = axis(rows, down, self.first.1, row);
        for (y, row) in rows.clone().zip(first_row..) {
            for (x, column) in columns.clone().zip(first_column..) {
                let drawn = zoom.draw(board, column, row);
                let tile = zoom.tile_at(board, column, row).filter(|&tile| {
                    let (left, wide, line) = zoom.place(tile);
                    row == line && (left..left + wide).contains(&column)
                });
                canvas.char(x, y, drawn.glyph, style(game, drawn, tile));
            }
        }
        self.first = (first_column, first_row);
        self.shown = Some((columns, rows, zoom));
    }
}

/// Where a drawing of `length` lies in `room`: the columns or rows of the screen, and the first column or row
/// shown. What fits is in the middle; else it scrolls as little as keeps `wanted` away from the ends.
fn axis(length: u32, room: Range<u16>, first: u32, wanted: u32) -> (Range<u16>, u32) {
    let wide = room.len() as u32;
    if length <= wide {
        let start = room.start + ((wide - length) / 2) as u16;
        return (start..start + length as u16, 0);
    }
    let near = (wide / 4).min(6);
    let least = (wanted + near + 1).saturating_sub(wide);
    let first = first.clamp(least, wanted.saturating_sub(near).max(least));
    (room, first.min(length - wide))
}

fn style(game: &Game, drawn: Drawn, tile: Option<Point>) -> ContentStyle {
    let style = ContentStyle::new();
    let style = match drawn.look {
        Glyph::Frame => style.dark_grey(),
        Glyph::Barrier => style.dark_red().bold(),
        Glyph::Dry => style.grey(),
        Glyph::DryRing => style.dark_yellow(),
        Glyph::Wet if game.session.is_solved() => style.green().bold(),
        Glyph::Wet => style.blue().bold(),
        Glyph::Ring => style.with(Color::AnsiValue(208)).bold(),
        Glyph::Source => style.yellow().bold(),
    };
    match tile {
        Some(at) if at == game.cursor => style.on(Color::AnsiValue(if game.session.is_locked(at) { 53 } else { 24 })),
        Some(at) if game.session.is_locked(at) => style.on(Color::AnsiValue(236)),
        _ => style,
    }
}

fn draw_header(game: &Game, canvas: &mut Canvas) {
    let (counts, size) = (game.board().counts(), game.board().size());
    let moves = counted(game.session.moves().len(), "move");
    let time = clock(game.elapsed());
    let style = ContentStyle::new();
    if game.session.is_solved() {
        let hints = if game.hints == 0 { String::new() } else { format!(" and {}", counted(game.hints, "hint")) };
        let line = format!(" Solved in {time} with {moves}{hints}: n plays another ");
        canvas.text(0, &line, style.black().on_green().bold());
    } else {
        let rings = if counts.on_ring > 0 { format!("   {} on rings", counts.on_ring) } else { String::new() };
        let line = format!("Pipes {size}   {} of {} wet{rings}   {moves}   {time}", counts.wet, counts.tiles);
        canvas.text(0, &line, style.bold());
    }
    canvas.text(1, &game.message, style.dark_yellow());
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
        view.draw(game, (width, height)).rows()
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
