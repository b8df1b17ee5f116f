//! Maps as SVG: crisp at any scale, for print and for the web.
//!
//! The floor is drawn as one rectangle for each run of cells of a color in a row, without smoothed edges, so that
//! no seams show between them; walls and borders are a single path of lines.

use std::fmt::Write;

use mapwright_core::{BuilderMap, Color, Plane, Point, Size, Tile};

use crate::error::{RenderError, check, need};
use crate::lines::Lines;
use crate::picture::canvas::mix;
use crate::picture::{Kind, STEPS, Style, fitting, tints};

/// Draws a map as SVG. Regions and mazes get lines; a maze with regions has colored rooms; other maps are drawn as
/// tiles. `scale` and `margin` of the style are in pixels; start and exit are dots if it has marks. With `tint`, open
/// cells are the darker the farther they lie from the start, and a maze shows that instead of rooms.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Size, Tile, Wrap};
/// use mapwright_render::{Style, svg};
///
/// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
/// map.regions = Grid::from_vec(map.size(), vec![1, 1, 2]);
/// let drawing = svg(&map, &Style::default())?;
/// assert!(drawing.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(drawing.contains("<path d=\"M0 0h3M0 1h3M0 0v1M2 0v1"));
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, planes of different sizes, or not the plane that the kind shows; the kind is pipes or Wang
/// tiles; or the scale is 0.
pub fn svg(map: &BuilderMap, style: &Style) -> Result<String, RenderError> {
    check(map)?;
    if style.scale == 0 {
        return Err(RenderError::ZeroScale);
    }
    let kind = fitting(map, style);
    if let Kind::Pipes | Kind::WangEdges | Kind::WangCorners = kind {
        return Err(RenderError::NotInSvg { kind: if kind == Kind::Pipes { "pipes" } else { "Wang tiles" } });
    }
    let size = map.size();
    let mut text = String::new();
    open(&mut text, size, style);
    runs(&mut text, size, colors(map, kind, style)?);
    text += "</g>\n";
    if let Some(lines) = lines(map, kind)? {
        strokes(&mut text, &lines, style);
    }
    if style.marks {
        let marks = [(map.start, style.theme.start), (map.exit, style.theme.exit)];
        marks
            .into_iter()
            .filter_map(|(at, color)| Some((at?, color)))
            .for_each(|(at, color)| dot(&mut text, at, color));
    }
    text += "</svg>\n";
    Ok(text)
}

/// Writing to a `String` never fails.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => { let _ = write!($text, $($arg)*); };
}

fn hex(Color(r, g, b): Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The head, up to the group of areas.
fn open(text: &mut String, size: Size, style: &Style) {
    let (w, h) = (u32::from(size.w), u32::from(size.h));
    let pixels = |cells: u32| u64::from(cells) * u64::from(style.scale) + 2 * u64::from(style.margin_px());
    // The margin in thousandths of a cell, so that cells are units.
    let margin = u64::from(style.margin_px()) * 1000 / u64::from(style.scale);
    let unit = |thousandths: u64| format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let (wide, high) = (unit(u64::from(w) * 1000 + 2 * margin), unit(u64::from(h) * 1000 + 2 * margin));
    let (left, ground) = (unit(margin), hex(style.theme.paper));
    put!(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" ", pixels(w), pixels(h));
    put!(text, "viewBox=\"-{left} -{left} {wide} {high}\">\n");
    put!(text, "<rect x=\"-{left}\" y=\"-{left}\" width=\"{wide}\" height=\"{high}\" fill=\"{ground}\"/>\n");
    *text += "<g shape-rendering=\"crispEdges\">\n";
}

type Colors<'a> = Box<dyn Fn(Point) -> Color + 'a>;

/// The color of each cell.
fn colors<'a>(map: &'a BuilderMap, kind: Kind, style: &'a Style) -> Result<Colors<'a>, RenderError> {
    let tints = tints(map, style).filter(|_| kind != Kind::Regions);
    let is_tinted = tints.is_some();
    let tile = move |p| {
        let color = style.palette.look(map.tiles[p]).color;
        match &tints {
            Some(tints) if map.tiles[p] == Tile::FLOOR => mix(color, style.theme.far, u32::from(tints[p]), STEPS),
            _ => color,
        }
    };
    Ok(match kind {
        Kind::Regions => {
            let regions = need(map.regions.as_ref(), Plane::Regions)?;
            Box::new(|p| style.theme.region(regions[p].into()))
        }
        Kind::Maze => match map.regions.as_ref().filter(|_| !is_tinted) {
            Some(regions) => Box::new(move |p| match regions[p] {
                0 => tile(p),
                number => style.theme.region(number.into()),
            }),
            None => Box::new(tile),
        },
        _ => Box::new(tile),
    })
}

fn lines(map: &BuilderMap, kind: Kind) -> Result<Option<Lines>, RenderError> {
    Ok(match kind {
        Kind::Regions => Some(Lines::borders(need(map.regions.as_ref(), Plane::Regions)?, map.wrap)),
        Kind::Maze => {
            need(map.sides.as_ref(), Plane::Sides)?;
            Some(Lines::walls(&map.passages()))
        }
        _ => None,
    })
}

/// A rectangle for each run of cells of one color.
fn runs(text: &mut String, size: Size, color: impl Fn(Point) -> Color) {
    for y in 0..size.h {
        let mut x = 0;
        while x < size.w {
            let own = color(Point::new(x, y));
            let end = (x..size.w).find(|&x| color(Point::new(x, y)) != own).unwrap_or(size.w);
            put!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"1\" fill=\"{}\"/>\n", end - x, hex(own));
            x = end;
        }
    }
}

/// All lines as one path: runs across, then down.
fn strokes(text: &mut String, lines: &Lines, style: &Style) {
    let Size { w, h } = lines.size();
    let wall = style.palette.look(Tile::WALL).color;
    *text += "<path d=\"";
    for y in 0..=h {
        for (from, length) in lengths(w, |x| lines.across(x, y)) {
            put!(text, "M{from} {y}h{length}");
        }
    }
    for x in 0..=w {
        for (from, length) in lengths(h, |y| lines.down(x, y)) {
            put!(text, "M{x} {from}v{length}");
        }
    }
    put!(text, "\" fill=\"none\" stroke=\"{}\" stroke-width=\"0.125\" stroke-linecap=\"square\"/>\n", hex(wall));
}

/// The runs of places to draw, as start and length.
fn lengths(end: u16, is_drawn: impl Fn(u16) -> bool) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for at in (0..end).filter(|&at| is_drawn(at)) {
        match runs.last_mut() {
            Some((from, length)) if *from + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

fn dot(text: &mut String, at: Point, color: Color) {
    put!(text, "<circle cx=\"{}.5\" cy=\"{}.5\" r=\"0.3\" fill=\"{}\"/>\n", at.x, at.y, hex(color));
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Grid, Sides, Wrap};

    fn style() -> Style {
        Style { scale: 10, margin: Some(5), ..Style::default() }
    }

    #[test]
    fn every_cell_is_covered_once_and_every_line_is_drawn() {
        let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
        map.regions = Grid::from_vec(map.size(), vec![1, 1, 2, 1, 0, 2]);
        let drawing = svg(&map, &style()).unwrap();
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\" viewBox=\"-0.500 -0.500 4.000 3.000\">";
        assert_eq!(drawing.lines().next(), Some(head));
        let rows: Vec<&str> = drawing.lines().filter(|line| line.contains("height=\"1\"")).collect();
        assert_eq!(rows.len(), 5);
        assert!(rows[0].starts_with("<rect x=\"0\" y=\"0\" width=\"2\" height=\"1\" fill=\"#"));
        let path = "<path d=\"M0 0h3M1 1h1M0 2h3M0 0v2M1 1v1M2 0v2M3 0v2\"";
        assert!(drawing.contains(path), "{drawing}");
    }

    #[test]
    fn mazes_have_walls_and_rooms_and_marks() {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), Sides::OPEN));
        map.start = Some(Point::new(1, 0));
        let drawing = svg(&map, &style()).unwrap();
        assert!(drawing.contains("<path d=\"M0 0h2M0 1h2M0 0v1M2 0v1\""), "{drawing}");
        assert!(drawing.contains("<circle cx=\"1.5\" cy=\"0.5\""));
        map.regions = Grid::from_vec(map.size(), vec![1, 2]);
        assert_eq!(svg(&map, &style()).unwrap().matches("height=\"1\"").count(), 2);
        let tinted = svg(&map, &Style { tint: true, ..style() }).unwrap();
        let theme = &style().theme;
        let floor = style().palette.look(Tile::FLOOR).color;
        assert_eq!(tinted.matches("height=\"1\"").count(), 2);
        // The start has the floor's own color, the farthest cell that of the theme.
        assert!(tinted.contains(&format!("<rect x=\"1\" y=\"0\" width=\"1\" height=\"1\" fill=\"{}\"/>", hex(floor))));
        assert!(
            tinted.contains(&format!("<rect x=\"0\" y=\"0\" width=\"1\" height=\"1\" fill=\"{}\"/>", hex(theme.far)))
        );
        let error = svg(&map, &Style { scale: 0, ..style() }).unwrap_err();
        assert_eq!(error.to_string(), "a scale of 0 pixels a cell draws nothing; expected 1 or more");
    }

    #[test]
    fn pipes_and_wang_tiles_are_refused_rather_than_left_blank() {
        let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), Sides::OPEN));
        map.corners = Some(Grid::new(map.size(), Sides::OPEN));
        for (kind, what) in [
            (Kind::Auto, "Wang tiles"),
            (Kind::WangCorners, "Wang tiles"),
            (Kind::WangEdges, "Wang tiles"),
            (Kind::Pipes, "pipes"),
        ] {
            let error = svg(&map, &Style { kind, ..style() }).unwrap_err().to_string();
            assert_eq!(error, format!("SVG does not show {what}; expected the kind `tiles`, `maze` or `regions`"));
        }
        assert!(svg(&map, &Style { kind: Kind::Maze, ..style() }).is_ok());
        assert!(svg(&map, &Style { kind: Kind::Tiles, ..style() }).is_ok());
    }
}
