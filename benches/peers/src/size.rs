//! Sizes as they are written on the command line and in the table.

use mapwright::prelude::Size;

/// As many columns as rows.
pub const fn square(side: u16) -> Size {
    Size::new(side, side)
}

/// Reads `80x50`, or `256` for a square.
pub fn parse(text: &str) -> Option<Size> {
    let (w, h) = text.split_once('x').unwrap_or((text, text));
    Some(Size::new(w.parse().ok()?, h.parse().ok()?))
}

/// Writes it the same way.
pub fn name(size: Size) -> String {
    if size.w == size.h { size.w.to_string() } else { size.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for (text, size) in [("80x50", Size::new(80, 50)), ("256", square(256)), ("5x1024", Size::new(5, 1024))] {
            assert_eq!(parse(text), Some(size));
            assert_eq!(name(size), text);
        }
        assert_eq!(parse("31x31"), Some(square(31)));
        for text in ["", "x", "80x", "80x50x3", "-5", "65536", "80 x 50"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
