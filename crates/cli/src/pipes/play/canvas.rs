//! A screen of characters, of which only those that changed are sent to the terminal.

use std::io;

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, ContentStyle, Print, SetAttribute, SetStyle};
use crossterm::terminal::{Clear, ClearType};

/// The characters of a screen, row by row, each one column wide.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    /// Columns and rows.
    size: (u16, u16),
    cells: Vec<(char, ContentStyle)>,
}

impl Canvas {
    /// Makes what a cleared terminal shows.
    pub(super) fn new(size: (u16, u16)) -> Self {
        Canvas { size, cells: vec![(' ', ContentStyle::new()); usize::from(size.0) * usize::from(size.1)] }
    }

    /// Draws a character, if it is on the screen.
    pub(super) fn char(&mut self, column: u16, row: u16, char: char, style: ContentStyle) {
        let index = usize::from(row) * usize::from(self.size.0) + usize::from(column);
        if let Some(cell) = self.cells.get_mut(index).filter(|_| column < self.size.0) {
            *cell = (char, style);
        }
    }

    /// Draws a text from the left end of a row; what does not fit is cut off.
    pub(super) fn text(&mut self, row: u16, text: &str, style: ContentStyle) {
        (0..self.size.0).zip(text.chars()).for_each(|(column, char)| self.char(column, row, char, style));
    }

    /// Encodes what turns another canvas into this one on a terminal.
    pub(super) fn changes(&self, before: &Canvas) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let cleared = (self.size != before.size).then(|| Canvas::new(self.size));
        if cleared.is_some() {
            queue!(bytes, Clear(ClearType::All))?;
        }
        let before = cleared.as_ref().unwrap_or(before);
        let places = (0..self.size.1).flat_map(|row| (0..self.size.0).map(move |column| (column, row)));
        let cells = places.zip(self.cells.iter().zip(&before.cells)).filter(|(_, (cell, old))| cell != old);
        let (mut next, mut pen) = (None, ContentStyle::new());
        for ((column, row), (&(char, style), _)) in cells {
            if next != Some((column, row)) {
                queue!(bytes, MoveTo(column, row))?;
            }
            if pen != style {
                queue!(bytes, SetAttribute(Attribute::Reset), SetStyle(style))?;
            }
            queue!(bytes, Print(char))?;
            (next, pen) = (Some((column + 1, row)), style);
        }
        queue!(bytes, SetAttribute(Attribute::Reset))?;
        Ok(bytes)
    }

    /// The characters without styles, and without blanks at the ends of rows.
    #[cfg(test)]
    pub(super) fn rows(&self) -> Vec<String> {
        let row = |row: &[(char, _)]| row.iter().map(|cell| cell.0).collect::<String>().trim_end().to_owned();
        self.cells.chunks(usize::from(self.size.0).max(1)).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::style::Stylize;

    fn drawn(size: (u16, u16), rows: &[&str]) -> Canvas {
        let mut canvas = Canvas::new(size);
        (0..).zip(rows).for_each(|(row, text)| canvas.text(row, text, ContentStyle::new()));
        canvas
    }

    #[test]
    fn only_what_changed_is_sent() {
        let check = |canvas: &Canvas, before: &Canvas, expected: &str| {
            assert_eq!(String::from_utf8(canvas.changes(before).unwrap()).unwrap(), format!("{expected}\u{1b}[0m"));
        };
        let before = drawn((5, 2), &["abcde", "fgh"]);
        check(&before, &before, "");
        check(&drawn((5, 2), &["aXYdZ", ""]), &before, "\u{1b}[1;2HXY\u{1b}[1;5HZ\u{1b}[2;1H   ");
        check(&drawn((5, 1), &["a"]), &before, "\u{1b}[2J\u{1b}[1;1Ha");
        check(&before, &Canvas::default(), "\u{1b}[2J\u{1b}[1;1Habcde\u{1b}[2;1Hfgh");
        let mut bold = drawn((5, 2), &["abcde", "??i"]);
        bold.text(1, "gh", ContentStyle::new().bold());
        check(&bold, &before, "\u{1b}[2;1H\u{1b}[0m\u{1b}[1mgh\u{1b}[0mi");
    }

    #[test]
    fn nothing_is_drawn_beside_the_screen() {
        let mut canvas = drawn((3, 2), &["abcde", "", "f"]);
        canvas.char(3, 0, 'x', ContentStyle::new());
        assert_eq!(canvas.rows(), ["abc", ""]);
        assert!(drawn((0, 3), &["a"]).rows().is_empty());
    }
}
