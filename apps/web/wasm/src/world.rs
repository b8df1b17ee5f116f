//! Windows of the endless world of Wang tiles.

use mapwright::core::{Corner, Dir};
use mapwright::render::{Kind, Style, Tileset, draw, draw_with_tileset};
use mapwright::wang::{Place, WangKind, WangWorld, WorldRect};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::picture::Picture;

/// An endless world of Wang tiles, and the colors that the visitor gave.
#[wasm_bindgen]
#[derive(Debug)]
pub struct World {
    world: WangWorld,
    /// The name of a built-in tileset, or none.
    tileset: String,
    /// That tileset, with so many pixels a tile.
    drawn: Option<(u32, Tileset)>,
}

#[wasm_bindgen]
impl World {
    /// The world of a seed: of `edges` or `corners`, in as many colors as there are weights; with a built-in tileset if
    /// one is named.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, seed: u64, weights: &[u32], tileset: String) -> Result<World, Fault> {
        let kind = if kind == "edges" { WangKind::Edges } else { WangKind::Corners };
        let colors = u8::try_from(weights.len()).unwrap_or(u8::MAX);
        let world = WangWorld::new(kind, seed, colors)?.with_weights(weights)?;
        Ok(World { world, tileset, drawn: None })
    }

    /// A window, drawn with so many pixels a tile.
    pub fn window(&mut self, x: i64, y: i64, w: u32, h: u32, scale: u32) -> Result<Picture, Fault> {
        let map = self.world.map(WorldRect::new(x, y, w, h))?;
        let image = match self.tileset(scale)? {
            Some(tileset) => draw_with_tileset(&map, tileset).map_err(Fault::of)?,
            None => {
                let kind = if map.corners.is_some() { Kind::WangCorners } else { Kind::WangEdges };
                let style = Style { kind, scale, margin: Some(0), marks: false, ..Style::default() };
                draw(&map, &style).map_err(Fault::of)?
            }
        };
        Ok(Picture::of_cells(image, map.size().w, scale))
    }

    /// Gives the corner nearest to a point a color, or the side; `fx` and `fy` are 0 to 1 inside tile `(x, y)`.
    pub fn paint(&mut self, x: i64, y: i64, fx: f64, fy: f64, color: u8) -> Result<(), Fault> {
        let place = match self.world.kind() {
            WangKind::Corners => Place::corner(
                x,
                y,
                match (fx < 0.5, fy < 0.5) {
                    (true, true) => Corner::NW,
                    (false, true) => Corner::NE,
                    (false, false) => Corner::SE,
                    (true, false) => Corner::SW,
                },
            ),
            WangKind::Edges => Place::side(
                x,
                y,
                match (fx < fy, fx + fy < 1.0) {
                    (true, true) => Dir::W,
                    (false, true) => Dir::N,
                    (false, false) => Dir::E,
                    (true, false) => Dir::S,
                },
            ),
        };
        self.world.pin(place, color)?;
        Ok(())
    }

    fn tileset(&mut self, px: u32) -> Result<Option<&Tileset>, Fault> {
        if self.tileset.is_empty() {
            return Ok(None);
        }
        if self.drawn.as_ref().is_none_or(|&(drawn, _)| drawn != px) {
            self.drawn = Some((px, Tileset::shipped(&self.tileset, px).map_err(Fault::of)?));
        }
        Ok(self.drawn.as_ref().map(|(_, tileset)| tileset))
    }
}
