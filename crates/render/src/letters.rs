//! Draws text on pictures: two typefaces, any size, integers only.
//!
//! The build script cuts the outlines out of DejaVu Sans and DejaVu Serif Bold. Here they are scaled so that capital and
//! small letters end on whole pixels, which keeps small sizes sharp, and filled by counting: eight lines a pixel, and on
//! each line the exact length inside.

use image::RgbaImage;
use mapwright_core::Color;

use crate::picture::canvas::mix;
use crate::raster::pixel;

include!(concat!(env!("OUT_DIR"), "/typefaces.rs"));

/// A typeface in its own units.
#[derive(Debug)]
struct Face {
    /// How high capital letters are.
    cap: i16,
    /// How high small letters such as `x` are.
    small: i16,
    /// Sorted by letter.
    glyphs: &'static [Glyph],
}

#[derive(Debug)]
struct Glyph {
    letter: char,
    advance: u16,
    /// Contours: the number of curves, the first point, and for each curve its control point and its end.
    outline: &'static [i16],
}

/// The look of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lettering {
    /// The height of a capital letter in pixels; less than 1 counts as 1, more than 400 as 400.
    pub cap: u32,
    /// The letters of titles, bold with serifs, in place of the plain ones of words.
    pub title: bool,
}

impl Default for Lettering {
    /// The smallest words that read well: capital letters of 9 pixels.
    fn default() -> Self {
        Lettering { cap: 9, title: false }
    }
}

/// Units of a pixel.
const UNIT: i32 = 64;
/// Lines on which a pixel is counted.
const LINES: i32 = 8;
/// Straight pieces of a curve.
const PIECES: i32 = 8;

impl Lettering {
    /// Words with capital letters of a height.
    pub const fn words(cap: u32) -> Lettering {
        Lettering { cap, title: false }
    }

    /// A title with capital letters of a height.
    pub const fn title(cap: u32) -> Lettering {
        Lettering { cap, title: true }
    }

    /// Text that suits a picture this many pixels wide.
    pub(crate) const fn beside(width: u32) -> Lettering {
        Lettering::words(match width {
            0..240 => 9,
            240..420 => 11,
            420..720 => 13,
            _ => 16,
        })
    }

    fn face(self) -> &'static Face {
        if self.title { &TITLES } else { &WORDS }
    }

    fn capital(self) -> i32 {
        i32::try_from(self.cap.clamp(1, 400)).unwrap_or(400)
    }

    /// The height of a line in pixels, from the accents of capitals to the tails of small letters.
    pub const fn height(self) -> u32 {
        let cap = if self.cap > 400 { 400 } else { self.cap };
        cap + self.above() + cap / 3 + 2
    }

    /// The pixels of a line above its capital letters.
    pub const fn above(self) -> u32 {
        let cap = if self.cap > 400 { 400 } else { self.cap };
        cap / 3 + 1
    }

    /// The width of a text in pixels.
    pub fn width(self, text: &str) -> u32 {
        let units: i64 = text.chars().map(|letter| i64::from(self.advance(self.glyph(letter)))).sum();
        u32::try_from((units + i64::from(UNIT) - 1) / i64::from(UNIT)).unwrap_or(u32::MAX)
    }

    /// Cuts a text off with `…` if it is wider than `max` pixels; nothing is left if not even that fits.
    pub fn shortened(self, text: &str, max: u32) -> String {
        if self.width(text) <= max {
            return text.to_owned();
        }
        let room = i64::from(max) * i64::from(UNIT) - i64::from(self.advance(self.glyph('…')));
        let mut end = 0;
        let fits = text.chars().take_while(|&letter| {
            end += i64::from(self.advance(self.glyph(letter)));
            end <= room
        });
        let cut: String = fits.collect();
        if room < 0 { String::new() } else { cut.trim_end().to_owned() + "…" }
    }

    /// The letters of a text that pictures show as `?`, each once, in the order of the text.
    ///
    /// ```
    /// use mapwright_render::Lettering;
    ///
    /// assert_eq!(Lettering::title(20).missing("Größe 迷路 迷"), ['迷', '路']);
    /// ```
    pub fn missing(self, text: &str) -> Vec<char> {
        let mut missing = Vec::new();
        for letter in text.chars().filter(|letter| self.find(*letter).is_none()) {
            if !missing.contains(&letter) {
                missing.push(letter);
            }
        }
        missing
    }

    /// The glyph of a letter, or that of `?`.
    fn glyph(self, letter: char) -> Option<&'static Glyph> {
        self.find(letter).or_else(|| self.find('?'))
    }

    fn find(self, letter: char) -> Option<&'static Glyph> {
        let glyphs = self.face().glyphs;
        glyphs.binary_search_by_key(&letter, |glyph| glyph.letter).ok().and_then(|nth| glyphs.get(nth))
    }

    /// Units from a letter to the next.
    fn advance(self, glyph: Option<&Glyph>) -> i32 {
        glyph.map_or(0, |glyph| self.across(glyph.advance.into()))
    }

    /// A width of the typeface in units.
    fn across(self, at: i32) -> i32 {
        at * self.capital() * UNIT / i32::from(self.face().cap)
    }

    /// A height of the typeface in units: both kinds of letters end at the border of a pixel.
    fn up(self, at: i32) -> i32 {
        let (cap, small) = (i32::from(self.face().cap), i32::from(self.face().small));
        let high = self.capital();
        let low = (high * small + cap / 2) / cap;
        if (0..=small).contains(&at) {
            at * low * UNIT / small
        } else if at > small {
            low * UNIT + (at - small) * (high - low) * UNIT / (cap - small)
        } else {
            at * high * UNIT / cap
        }
    }
}

/// A straight piece of an outline, in units, from its upper end to its lower.
#[derive(Clone, Copy, Debug)]
struct Edge {
    top: (i32, i32),
    bottom: (i32, i32),
    /// 1 if the outline runs down, -1 if up.
    turn: i32,
}

/// The edges of a glyph whose origin is at a place; y grows downwards.
fn edges(glyph: &Glyph, lettering: Lettering, (x, y): (i32, i32)) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut rest = glyph.outline;
    while let [curves, numbers @ ..] = rest {
        let (contour, after) = numbers.split_at((4 * usize::try_from(*curves).unwrap_or(0) + 2).min(numbers.len()));
        rest = after;
        let point = |at: &[i16; 2]| (x + lettering.across(at[0].into()), y - lettering.up(at[1].into()));
        let points: Vec<(i32, i32)> = contour.as_chunks::<2>().0.iter().map(point).collect();
        let Some((&(mut from), more)) = points.split_first() else { continue };
        let first = from;
        for &[control, end] in more.as_chunks::<2>().0 {
            let pieces = if control == from { 1 } else { PIECES };
            let on = |t: i32, [a, b, c]: [i32; 3]| {
                let (s, whole) = (pieces - t, pieces * pieces);
                (s * s * a + 2 * s * t * b + t * t * c).div_euclid(whole)
            };
            let mut last = from;
            for t in 1..=pieces {
                let next = (on(t, [from.0, control.0, end.0]), on(t, [from.1, control.1, end.1]));
                edges.extend(edge(last, next));
                last = next;
            }
            from = end;
        }
        edges.extend(edge(from, first));
    }
    edges
}

fn edge(a: (i32, i32), b: (i32, i32)) -> Option<Edge> {
    match a.1.cmp(&b.1) {
        std::cmp::Ordering::Less => Some(Edge { top: a, bottom: b, turn: 1 }),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Edge { top: b, bottom: a, turn: -1 }),
    }
}

/// How much of each pixel of a row lies inside, of `UNIT * LINES`. Edges of either direction fill, as long as they do not
/// cancel each other.
fn count(edges: &[Edge], row: i32, cover: &mut [i32]) {
    cover.fill(0);
    let mut crossings: Vec<(i32, i32)> = Vec::new();
    for line in 0..LINES {
        let y = row * UNIT + (2 * line + 1) * UNIT / (2 * LINES);
        crossings.clear();
        crossings.extend(edges.iter().filter(|edge| edge.top.1 <= y && y < edge.bottom.1).map(|edge| {
            let (dx, dy) = (edge.bottom.0 - edge.top.0, edge.bottom.1 - edge.top.1);
            (edge.top.0 + (dx * (y - edge.top.1)).div_euclid(dy), edge.turn)
        }));
        crossings.sort_unstable();
        let mut winding = 0;
        for pair in crossings.windows(2) {
            winding += pair[0].1;
            if winding != 0 {
                add(cover, pair[0].0, pair[1].0);
            }
        }
    }
}

/// Adds a length from `from` to `to` to the pixels that it lies on.
fn add(cover: &mut [i32], from: i32, to: i32) {
    for (left, cover) in (0..).step_by(UNIT as usize).zip(cover) {
        *cover += (to.min(left + UNIT) - from.max(left)).max(0);
    }
}

/// Writes a line of text with its top left corner at (x, y), cut off at the picture's borders. A letter
/// that the typefaces do not have becomes `?`: they have Latin-1.
pub fn draw_caption(image: &mut RgbaImage, (x, y): (u32, u32), text: &str, lettering: Lettering, color: Color) {
    let baseline = lettering.above().saturating_add(lettering.cap.clamp(1, 400));
    let mut pen = 0;
    for glyph in text.chars().map(|letter| lettering.glyph(letter)) {
        let left = x.saturating_add(u32::try_from(pen / UNIT).unwrap_or(0));
        if left >= image.width() || y >= image.height() {
            return;
        }
        if let Some(glyph) = glyph {
            // Letters such as `j` begin left of their origin: a margin of a pixel and more.
            let margin = lettering.capital() / 4 + 1;
            let origin = (pen % UNIT + margin * UNIT, i32::try_from(baseline).unwrap_or(0) * UNIT);
            let corner = (i64::from(left) - i64::from(margin), i64::from(y));
            put(image, corner, &edges(glyph, lettering, origin), color);
        }
        pen += lettering.advance(glyph);
    }
}

/// Fills the inside of edges on a picture; (0, 0) of the edges is at `corner`.
fn put(image: &mut RgbaImage, corner: (i64, i64), edges: &[Edge], color: Color) {
    let right = edges.iter().map(|edge| edge.top.0.max(edge.bottom.0)).max().unwrap_or(0) / UNIT + 1;
    let top = edges.iter().map(|edge| edge.top.1).min().unwrap_or(0).div_euclid(UNIT);
    let bottom = edges.iter().map(|edge| edge.bottom.1).max().unwrap_or(-1).div_euclid(UNIT);
    let mut cover = vec![0; usize::try_from(right).unwrap_or(0)];
    for row in top..=bottom {
        count(edges, row, &mut cover);
        let Ok(y) = u32::try_from(corner.1 + i64::from(row)) else { continue };
        for (dx, &cover) in (0..).zip(&cover).filter(|&(_, &cover)| cover > 0) {
            let Ok(x) = u32::try_from(corner.0 + dx) else { continue };
            let Some(under) = image.get_pixel_mut_checked(x, y) else { continue };
            let [r, g, b, _] = under.0;
            // Sixteen levels: enough for the eye, and few colors for GIF.
            let strength = u32::try_from((cover * 15 + UNIT * LINES / 2) / (UNIT * LINES)).unwrap_or(0);
            *under = pixel(mix(Color(r, g, b), color, strength, 15));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::canvas::blank;

    const WHITE: Color = Color(255, 255, 255);
    const BLACK: Color = Color(0, 0, 0);

    #[test]
    fn letters_stay_in_their_box_and_on_the_picture() {
        for lettering in
            [1, 2, 9, 11, 30, 44].into_iter().flat_map(|cap| [Lettering::words(cap), Lettering::title(cap)])
        {
            // Every letter, with room at its sides for those that lean over.
            for glyph in lettering.face().glyphs.iter().filter(|glyph| glyph.letter != ' ') {
                let text = glyph.letter.to_string();
                let side = lettering.cap / 4 + 1;
                let mut image = blank(lettering.width(&text) + 2 * side, lettering.height() + 10, WHITE);
                draw_caption(&mut image, (side, 5), &text, lettering, BLACK);
                let (_, h) = image.dimensions();
                let mut inked = image.enumerate_pixels().filter(|(_, _, p)| p[0] < 200).map(|(_, y, _)| y);
                assert!(inked.all(|y| (5..h - 5).contains(&y)), "{text} {lettering:?}");
            }
            let mut image = blank(30, 30, WHITE);
            draw_caption(&mut image, (27, 27), "cut off", lettering, BLACK);
            draw_caption(&mut image, (u32::MAX, u32::MAX), "far off", lettering, BLACK);
        }
        let huge = Lettering::words(u32::MAX);
        draw_caption(&mut blank(30, 30, WHITE), (0, 0), "huge", huge, BLACK);
        assert_eq!(huge.height(), Lettering::words(400).height());
    }

    #[test]
    fn capitals_and_small_letters_end_on_whole_pixels() {
        for lettering in (9..60).flat_map(|cap| [Lettering::words(cap), Lettering::title(cap)]) {
            let mut image = blank(lettering.width("Hx"), lettering.height(), WHITE);
            draw_caption(&mut image, (0, 0), "H", lettering, BLACK);
            let darkest = |y| (0..image.width()).map(|x| image.get_pixel(x, y)[0]).min().unwrap_or(255);
            let rows: Vec<u8> = (0..image.height()).map(darkest).collect();
            let above = lettering.above() as usize;
            assert!(rows[..above].iter().chain(&rows[above + lettering.cap as usize..]).all(|&row| row == 255));
            assert!(rows[above] < 120 && rows[above + lettering.cap as usize - 1] < 120, "{lettering:?}");
        }
    }

    /// Filling by lengths is filling by points, for as many points as there are units.
    #[test]
    fn cover_is_the_share_of_the_points_inside() {
        let lettering = Lettering::title(12);
        for glyph in TITLES.glyphs {
            let edges = edges(glyph, lettering, (200, 900));
            let mut cover = vec![0; 30];
            for row in [4, 9, 12] {
                count(&edges, row, &mut cover);
                for (x, &cover) in (0..).zip(&cover) {
                    let inside = |x: i32, y: i32| {
                        let crossing = |edge: &&Edge| {
                            let (dx, dy) = (edge.bottom.0 - edge.top.0, edge.bottom.1 - edge.top.1);
                            let at = edge.top.0 + (dx * (y - edge.top.1)).div_euclid(dy);
                            edge.top.1 <= y && y < edge.bottom.1 && at <= x
                        };
                        edges.iter().filter(crossing).map(|edge| edge.turn).sum::<i32>() != 0
                    };
                    let lines = (0..LINES).map(|line| row * UNIT + 4 + line * 8);
                    let points = lines.flat_map(|y| (0..UNIT).map(move |dx| (x * UNIT + dx, y)));
                    assert_eq!(cover as usize, points.filter(|&(x, y)| inside(x, y)).count(), "{}", glyph.letter);
                }
            }
        }
    }

    #[test]
    fn an_unknown_letter_becomes_a_question_mark() {
        let drawn = |text: &str| {
            let mut image = blank(20, 20, WHITE);
            draw_caption(&mut image, (0, 0), text, Lettering::default(), BLACK);
            image
        };
        assert_eq!(drawn("\u{1F409}"), drawn("?"));
        assert_ne!(drawn("?"), drawn("!"));
    }

    #[test]
    fn long_texts_are_cut() {
        for lettering in [Lettering::words(9), Lettering::title(30)] {
            let text = "prim-maze";
            assert_eq!(lettering.shortened(text, lettering.width(text)), text);
            assert_eq!(lettering.shortened(text, lettering.width("pri…")), "pri…");
            for max in 0..lettering.width(text) {
                let cut = lettering.shortened(text, max);
                assert!(lettering.width(&cut) <= max);
                assert!(cut.is_empty() || cut.ends_with('…'));
            }
        }
    }
}
