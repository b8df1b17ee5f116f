//! Draws a live board as characters, at two sizes, one character at a time.
//!
//! Wet pipes have heavy lines and dry pipes light lines, so that a drawing works without colors.

use mapwright::core::{Dir, Dirs, Point, Wrap};
use mapwright::pipes::PipeBoard;

/// The size of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zoom {
    /// Four columns and two rows from tile to tile, and a frame around the board.
    Large,
    /// Two columns and one row. Only its color marks the source.
    Small,
}

/// What a character shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    Frame,
    Barrier,
    Dry,
    DryRing,
    Wet,
    Ring,
    Source,
}

/// A character of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) glyph: char,
    pub(crate) look: Glyph,
}

const BLANK: Drawn = Drawn { glyph: ' ', look: Glyph::Frame };

/// Light and heavy lines, indexed by N=1 E=2 S=4 W=8.
const LIGHT: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
const HEAVY: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

impl Zoom {
    /// Columns and rows of the whole drawing.
    pub(crate) fn size(self, board: &PipeBoard) -> (u32, u32) {
        let (w, h) = (u32::from(board.size().w), u32::from(board.size().h));
        match self {
            Zoom::Large => (4 * w + 1, 2 * h + 1),
            Zoom::Small => (2 * w - 1, h),
        }
    }

    /// The columns and the row that belong to a tile: first column, number of columns, row.
    pub(crate) fn place(self, at: Point) -> (u32, u32, u32) {
        let (x, y) = (u32::from(at.x), u32::from(at.y));
        match self {
            Zoom::Large => (4 * x + 1, 3, 2 * y + 1),
            Zoom::Small => (2 * x, 1, y),
        }
    }

    /// The tile nearest to a character.
    pub(crate) fn tile_at(self, board: &PipeBoard, column: u32, row: u32) -> Option<Point> {
        let (x, y) = match self {
            Zoom::Large => (column / 4, row / 2),
            Zoom::Small => (column / 2, row),
        };
        let at = Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        board.size().contains(at).then_some(at)
    }

    /// The character in a column and row of the drawing.
    pub(crate) fn draw(self, board: &PipeBoard, column: u32, row: u32) -> Drawn {
        match self {
            Zoom::Large => large(board, column, row),
            Zoom::Small => small(board, column, row),
        }
    }
}

fn large(board: &PipeBoard, column: u32, row: u32) -> Drawn {
    let at = |x: u32, y: u32| Point::new(x as u16, y as u16);
    let (x, y) = (column / 4, row / 2);
    let size = board.size();
    match (column % 4, row % 2) {
        (2, 1) => center(board, at(x, y)),
        (1, 1) => arm(board, at(x, y), Dir::W),
        (3, 1) => arm(board, at(x, y), Dir::E),
        (0, 1) if x < u32::from(size.w) => between(board, at(x, y), Dir::W),
        (0, 1) => between(board, at(x - 1, y), Dir::E),
        (2, _) if y < u32::from(size.h) => between(board, at(x, y), Dir::N),
        (2, _) => between(board, at(x, y - 1), Dir::S),
        (1 | 3, _) => {
            // Beside the place between two tiles: the rest of a barrier or of the frame.
            let (tile, dir) = if y < u32::from(size.h) { (at(x, y), Dir::N) } else { (at(x, y - 1), Dir::S) };
            obstacle(board, tile, dir).unwrap_or(BLANK)
        }
        _ => vertex(board, x, y),
    }
}

fn small(board: &PipeBoard, column: u32, row: u32) -> Drawn {
    let at = Point::new((column / 2) as u16, row as u16);
    if !column.is_multiple_of(2) {
        return between(board, at, Dir::E);
    }
    // There is no room for arms, so the way a dead end or the source looks must be seen from the tile itself.
    let center = center(board, at);
    match board.tile(at).unwrap_or_default() {
        Dirs::NONE => center,
        tile => Drawn { glyph: line(tile, board.is_wet(at)), ..center },
    }
}

/// The middle of a tile.
fn center(board: &PipeBoard, at: Point) -> Drawn {
    let tile = board.tile(at).unwrap_or_default();
    let wet = board.is_wet(at);
    let look = look(wet, !board.ring_sides(at).is_empty());
    if at == board.puzzle().source() {
        return Drawn { glyph: '◆', look: Glyph::Source };
    }
    let glyph = match tile.len() {
        1 if wet => '●',
        1 => '○',
        _ => line(tile, wet),
    };
    Drawn { glyph, look }
}

const fn look(wet: bool, ring: bool) -> Glyph {
    match (wet, ring) {
        (true, true) => Glyph::Ring,
        (true, false) => Glyph::Wet,
        (false, true) => Glyph::DryRing,
        (false, false) => Glyph::Dry,
    }
}

fn line(dirs: Dirs, heavy: bool) -> char {
    let table = if heavy { HEAVY } else { LIGHT };
    table[usize::from(dirs.bits())]
}

/// The pipe from the middle of a tile to one of its sides.
fn arm(board: &PipeBoard, at: Point, dir: Dir) -> Drawn {
    if !board.tile(at).unwrap_or_default().contains(dir) {
        return BLANK;
    }
    let wet = board.is_wet(at);
    let glyph = line(Dirs::NONE.with(dir).with(dir.opposite()), wet);
    Drawn { glyph, look: look(wet, board.ring_sides(at).contains(dir)) }
}

/// The place where a tile touches its neighbor: a whole pipe, the end of one, or what stands between.
fn between(board: &PipeBoard, at: Point, dir: Dir) -> Drawn {
    if let Some(obstacle) = obstacle(board, at, dir) {
        return obstacle;
    }
    let puzzle = board.puzzle();
    let cell = puzzle.size().index(at);
    let other = puzzle.ground().beside(cell, dir).map(|next| puzzle.size().point(next));
    let ends = [(Some(at), dir), (other, dir.opposite())];
    let open = |&(end, side): &(Option<Point>, Dir)| {
        end.filter(|&end| board.tile(end).unwrap_or_default().contains(side)).map(|end| (end, side))
    };
    let mut open = ends.iter().filter_map(open);
    match (open.next(), open.next()) {
        (Some((end, side)), Some(_)) => arm(board, end, side),
        (Some((end, side)), None) => {
            // Half a line, on the tile's own half of the place.
            let wet = board.is_wet(end);
            Drawn { glyph: line(Dirs::NONE.with(side.opposite()), wet), look: look(wet, false) }
        }
        _ => BLANK,
    }
}

/// A barrier, or the frame where the board ends.
fn obstacle(board: &PipeBoard, at: Point, dir: Dir) -> Option<Drawn> {
    let ground = board.puzzle().ground();
    let cell = board.size().index(at);
    let upright = matches!(dir, Dir::E | Dir::W);
    if ground.beside(cell, dir).is_none() {
        return Some(Drawn { glyph: if upright { '│' } else { '─' }, look: Glyph::Frame });
    }
    let closed = !ground.dirs(cell).contains(dir);
    closed.then_some(Drawn { glyph: if upright { '║' } else { '═' }, look: Glyph::Barrier })
}

/// Where four tiles meet.
fn vertex(board: &PipeBoard, x: u32, y: u32) -> Drawn {
    let size = board.size();
    let wrap: Wrap = board.puzzle().wrap();
    let end = |at: u32, last: u16, wraps: bool| match at {
        _ if wraps => 1,
        0 => 0,
        _ if at == u32::from(last) => 2,
        _ => 1,
    };
    let glyphs = [['┌', '─', '┐'], ['│', '·', '│'], ['└', '─', '┘']];
    let glyph = glyphs[end(y, size.h, wrap.y())][end(x, size.w, wrap.x())];
    Drawn { glyph, look: Glyph::Frame }
}

/// The whole drawing as lines of text; with colors for a terminal.
pub(crate) fn text(board: &PipeBoard, zoom: Zoom, colors: bool) -> String {
    let (columns, rows) = zoom.size(board);
    let mut text = String::new();
    for row in 0..rows {
        let mut now = None;
        let mut line = String::new();
        for column in 0..columns {
            let Drawn { glyph, look } = zoom.draw(board, column, row);
            if colors && glyph != ' ' && now != Some(look) {
                line += sgr(look);
                now = Some(look);
            }
            line.push(glyph);
        }
        text += line.trim_end();
        text += if now.is_some() { "\u{1b}[0m\n" } else { "\n" };
    }
    text
}

/// The escape sequence that colors a character.
const fn sgr(look: Glyph) -> &'static str {
    match look {
        Glyph::Frame => "\u{1b}[0;90m",
        Glyph::Barrier => "\u{1b}[0;1;31m",
        Glyph::Dry => "\u{1b}[0m",
        Glyph::DryRing => "\u{1b}[0;33m",
        Glyph::Wet => "\u{1b}[0;1;94m",
        Glyph::Ring => "\u{1b}[0;1;38;5;208m",
        Glyph::Source => "\u{1b}[0;1;93m",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::pipes::GameId;

    fn drawn(id: &str, zoom: Zoom) -> String {
        let id: GameId = id.parse().unwrap();
        text(&PipeBoard::new(id.puzzle().clone()), zoom, false)
    }

    #[test]
    fn tiles_ends_barriers_and_the_frame_are_drawn() {
        // A barrier below the first tile, and one to the right of the second.
        let large = "\
┌───────────┐
│ ○─╴ ○─║ ○ │
│═══· ╻ · ╵ │
│─┤   ◆   ○ │
└───────────┘
";
        assert_eq!(drawn("3x2:1h1v8e28", Zoom::Large), large);
        assert_eq!(drawn("3x2:1h1v8e28", Zoom::Small), "╶╴╶║╷\n┤ ╹ ╷\n");
        // Over the borders: what leaves at one side comes in at the other.
        let torus = "\
· ╵ ·   · ╷ ·
──○ ╶─┐   └──
·   · ╵ ·   ·
  ○   ◆━━━●
· ╵ ·   · ╷ ·
";
        assert_eq!(drawn("3x2w:4c3814", Zoom::Large), torus);
    }
}
