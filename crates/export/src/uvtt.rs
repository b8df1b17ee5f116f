//! Universal VTT (`.dd2vtt`, `.uvtt`): one JSON file with the picture of a map, its walls, doors and lights, which
//! Foundry's importers, Roll20, Arkenforge, MapTool, Fantasy Grounds and Owlbear read.
//!
//! Lengths are in cells, angles in radians, colors `aarrggbb` without `#`. The format cannot say that a door is locked;
//! the picture shows it. Spawns are left to the table, which has tokens.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use mapwright_core::{BuilderMap, Point, Size};
use mapwright_render::{QuarterPoint, SightPortal, Style, draw_table, sight_lines, write_png};
use serde::Serialize;

use crate::ExportError;

/// A map for tabletop programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Uvtt {
    /// Pixels for each cell, at most 512. Fewer where a side of the picture would exceed 8,192 pixels.
    pub cell: u32,
    /// How to draw the picture. Spawns, start and exit are left out. Secrets are doors, unless the style hides them.
    pub style: Style,
}

impl Default for Uvtt {
    /// 70 pixels for each cell, in the default theme.
    fn default() -> Self {
        Uvtt { cell: 70, style: Style::default() }
    }
}

/// The longest side of a picture that the programs load.
const LONGEST: u32 = 8192;

/// The color of daylight at the start, and of fire; and how far they shine, in cells.
const START: (&str, u32) = ("ffffd696", 8);
const FIRE: (&str, u32) = ("ffffb05a", 4);

#[derive(Serialize)]
struct UvttFile {
    format: f64,
    resolution: Resolution,
    line_of_sight: Vec<Vec<Position>>,
    objects_line_of_sight: Vec<Vec<Position>>,
    portals: Vec<VttPortal>,
    environment: Environment,
    lights: Vec<Light>,
    image: String,
}

#[derive(Serialize)]
struct Resolution {
    map_origin: Position,
    map_size: Position,
    pixels_per_grid: u32,
}

/// Cells from the left and from the top.
#[derive(Clone, Copy, Serialize)]
struct Position {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct VttPortal {
    position: Position,
    bounds: [Position; 2],
    rotation: f64,
    closed: bool,
    freestanding: bool,
}

#[derive(Serialize)]
struct Environment {
    baked_lighting: bool,
    ambient_light: &'static str,
}

#[derive(Serialize)]
struct Light {
    position: Position,
    range: u32,
    intensity: u32,
    color: &'static str,
    shadows: bool,
}

impl Uvtt {
    /// The file's text.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
    /// use mapwright_export::Uvtt;
    ///
    /// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    /// let file = Uvtt::default().write(&map)?;
    /// assert!(file.starts_with(r#"{"format":0.3,"resolution":{"map_origin":{"x":0.0,"y":0.0},"map_size":{"x":3.0,"y":2.0}"#));
    /// # Ok::<(), mapwright_export::ExportError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A map without cells, with planes of different sizes or more than 8,192 cells on a side, or a scale out of range.
    pub fn write(&self, map: &BuilderMap) -> Result<String, ExportError> {
        let size = if self.style.floor.is_some() { map.floor_size() } else { map.size() };
        let cell = self.scale(size)?;
        let style = Style { scale: cell, margin: Some(0), ..self.style.clone() };
        let sight = sight_lines(map, &style)?;
        let mut png = Vec::new();
        write_png(&draw_table(map, &style)?, &mut png)?;
        let lines =
            |lines: &[Vec<QuarterPoint>]| lines.iter().map(|line| line.iter().copied().map(place).collect()).collect();
        let starts = sight.start.into_iter().map(|at| light(at, START));
        let lights = starts.chain(sight.lamps.iter().map(|&at| light(at, FIRE)));
        let file = UvttFile {
            format: 0.3,
            resolution: Resolution {
                map_origin: place((0, 0)),
                map_size: Position { x: size.w.into(), y: size.h.into() },
                pixels_per_grid: cell,
            },
            line_of_sight: lines(&sight.walls),
            objects_line_of_sight: lines(&sight.things),
            portals: sight.portals.iter().map(portal).collect(),
            environment: Environment { baked_lighting: false, ambient_light: "ffffffff" },
            lights: lights.collect(),
            image: BASE64_STANDARD.encode(png),
        };
        serde_json::to_string(&file).map_err(ExportError::Json)
    }

    /// Pixels for each cell, so that the programs load the picture.
    fn scale(&self, size: Size) -> Result<u32, ExportError> {
        if !(1..=512).contains(&self.cell) {
            return Err(ExportError::Range {
                what: "pixels for each cell",
                found: self.cell.to_string(),
                allowed: "1 to 512".to_owned(),
            });
        }
        let longer = u32::from(size.w.max(size.h));
        match LONGEST / longer.max(1) {
            0 => Err(ExportError::Range {
                what: "the longer side of the map",
                found: format!("{longer} cells"),
                allowed: format!("at most {LONGEST} cells"),
            }),
            most => Ok(self.cell.min(most)),
        }
    }
}

fn place((x, y): QuarterPoint) -> Position {
    Position { x: f64::from(x) / 4.0, y: f64::from(y) / 4.0 }
}

fn middle(at: Point) -> Position {
    place((4 * i32::from(at.x) + 2, 4 * i32::from(at.y) + 2))
}

fn portal(portal: &SightPortal) -> VttPortal {
    let [a, b] = portal.ends;
    let rotation = match ((b.0 - a.0).signum(), (b.1 - a.1).signum()) {
        (_, 0) => 0.0,
        (0, _) => std::f64::consts::FRAC_PI_2,
        (x, y) if x == y => std::f64::consts::FRAC_PI_4,
        _ => -std::f64::consts::FRAC_PI_4,
    };
    VttPortal {
        position: Position { x: f64::from(a.0 + b.0) / 8.0, y: f64::from(a.1 + b.1) / 8.0 },
        bounds: portal.ends.map(place),
        rotation,
        closed: portal.closed,
        freestanding: portal.freestanding,
    }
}

fn light(at: Point, (color, range): (&'static str, u32)) -> Light {
    Light { position: middle(at), range, intensity: 1, color, shadows: true }
}
