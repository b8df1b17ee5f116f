//! One of the three models, made for one map.

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, BuilderMap, Point, Rect, Size, Tile, Wrap};

use super::builder::WaveFunctionCollapse;
use super::chunks::Chunks;
use super::options::CollapseModel;
use super::overlapping::Overlapping;
use super::rules::{Rules, RulesError};
use super::tiled::Tiled;
use super::wave::Wave;

/// A model and the map that it is for.
#[derive(Debug)]
pub(super) struct Plan {
    model: Model,
    size: Size,
    wrap: Wrap,
    /// Whether the outermost cells are wall.
    border: bool,
}

#[derive(Debug)]
enum Model {
    Overlapping(Overlapping),
    Chunks(Chunks),
    Tiled(Tiled),
}

impl Plan {
    /// The model of a stage's sample, for a map.
    pub(super) fn new(stage: &WaveFunctionCollapse, map: &BuilderMap) -> Result<Self, BuildError> {
        let (sample, size) = (stage.sample.as_ref().unwrap_or(map), map.size());
        let wrap = if stage.periodic { Wrap::Both } else { sample.wrap };
        let piece = match stage.model {
            CollapseModel::Overlapping => stage.n,
            CollapseModel::Chunks => stage.chunk,
            CollapseModel::Tiled => 1,
        };
        let least = Size::new(piece, piece);
        let holds = |size: Size| size.w >= piece && size.h >= piece;
        // Windows need room on the map too; pieces are cut off where there is not enough.
        if !holds(size) && (stage.sample.is_none() || stage.model == CollapseModel::Overlapping) {
            return Err(BuildErrorKind::TooSmall { size, min: least }.into());
        }
        if !holds(sample.size()) {
            return Err(BuildError::parameter(
                "sample",
                format_args!("a map of {}", sample.size()),
                format_args!("at least {least}"),
            ));
        }
        let symmetry = stage.symmetry;
        let model = match stage.model {
            CollapseModel::Overlapping => {
                Overlapping::new(&sample.tiles, wrap, stage.n, symmetry).map(Model::Overlapping)
            }
            CollapseModel::Chunks => {
                let stride = stage.stride.unwrap_or(stage.chunk);
                Chunks::new(&sample.tiles, wrap, stage.chunk, stride, symmetry, size).map(Model::Chunks)
            }
            CollapseModel::Tiled => Tiled::new(sample, symmetry).map(Model::Tiled),
        };
        let too_many = |error: RulesError| match error {
            RulesError::Count { n } => BuildError::parameter(
                "sample",
                format_args!("a map with {n} different pieces"),
                format_args!("up to {}: a plainer map, or smaller pieces", Rules::MOST_PATTERNS),
            ),
            error => BuildError::parameter("sample", error, "a plainer map, or smaller pieces of it"),
        };
        Ok(Plan { model: model.map_err(too_many)?, size, wrap: map.wrap, border: stage.border })
    }

    pub(super) fn rules(&self) -> &Rules {
        match &self.model {
            Model::Overlapping(model) => model.rules(),
            Model::Chunks(model) => model.rules(),
            Model::Tiled(model) => model.rules(),
        }
    }

    /// The board of the map, with what is given: pins, and a border.
    pub(super) fn board(
        &self,
        stage: &WaveFunctionCollapse,
        map: &BuilderMap,
        pins: &[(Point, Tile)],
        cx: &BuildCx<'_>,
    ) -> Result<Wave, BuildError> {
        let bytes = Wave::bytes_per_cell(self.rules().n_patterns());
        let (size, wrap) = (self.size, map.wrap);
        // Pieces are larger than a cell, and there are fewer of them.
        let bytes = match self.model {
            Model::Chunks(_) => bytes / u64::from(stage.chunk).pow(2) + 1,
            _ => bytes,
        };
        cx.claim_with(size.w.into(), size.h.into(), bytes)?;
        let ring = || size.points().filter(|&p| self.is_walled(p)).map(|p| (p, Tile::WALL));
        let pins = pins.iter().copied();
        Ok(match &self.model {
            Model::Overlapping(model) => {
                let too_small = || BuildErrorKind::TooSmall { size, min: Size::new(stage.n, stage.n) };
                let mut board = model.board(size, wrap).ok_or_else(too_small)?;
                model.pin(&mut board, pins.chain(ring()));
                board
            }
            Model::Chunks(model) => {
                let mut board = model.board(wrap);
                let pinned = ring().filter(|&(p, _)| !model.may_paint(p));
                // What is to be something else there contradicts the border, and is not painted over in silence.
                let other = pins.clone().filter(|&(p, tile)| self.is_walled(p) && tile != Tile::WALL);
                model.pin(&mut board, pins.chain(pinned).chain(other.map(|(p, _)| (p, Tile::WALL))));
                board
            }
            Model::Tiled(model) => {
                let mut board = model.board(size, wrap);
                if stage.border && model.has_sides() {
                    model.close_borders(&mut board);
                    model.pin(&mut board, pins);
                } else {
                    model.pin(&mut board, pins.chain(ring()));
                }
                board
            }
        })
    }

    /// Whether a cell is one of the wall round the map, if there is to be one.
    fn is_walled(&self, p: Point) -> bool {
        let last = |at: u16, length: u16| at == 0 || at + 1 == length;
        self.border && (!self.wrap.x() && last(p.x, self.size.w) || !self.wrap.y() && last(p.y, self.size.h))
    }

    /// The cells of the map that a cell of the board decides.
    pub(super) fn region(&self, board: &Wave, slot: Point) -> Rect {
        match &self.model {
            Model::Overlapping(_) => {
                // The last windows decide the rows and columns where none begins.
                let along = |at: u16, slots: u16, length: u16| if at + 1 == slots { length - at } else { 1 };
                let (w, h) = (along(slot.x, board.size().w, self.size.w), along(slot.y, board.size().h, self.size.h));
                Rect::new(slot.x, slot.y, w, h)
            }
            Model::Chunks(model) => model.region(slot),
            Model::Tiled(_) => Rect::new(slot.x, slot.y, 1, 1),
        }
    }

    /// Writes what a pattern has into the cells that its cell of the board decides.
    pub(super) fn paint(&self, map: &mut BuilderMap, region: Rect, pattern: u32) {
        if let Model::Tiled(model) = &self.model {
            let (at, cell) = (Point::new(region.x, region.y), model.cells()[pattern as usize]);
            map.tiles[at] = cell.tile;
            if let Some(sides) = &mut map.sides {
                sides[at] = cell.sides;
            }
            if let Some(corners) = &mut map.corners {
                corners[at] = cell.corners;
            }
            return;
        }
        for p in region.points() {
            let inside = Point::new(p.x - region.x, p.y - region.y);
            map.tiles[p] = match &self.model {
                Model::Overlapping(model) => model.tile(pattern, inside),
                // No change but in pieces whose border was not pinned.
                Model::Chunks(model) => model.tile(pattern, inside).filter(|_| !self.is_walled(p)),
                Model::Tiled(_) => None,
            }
            .unwrap_or(Tile::WALL);
        }
    }

    /// Whether the map gets sides, and corners.
    pub(super) fn planes(&self) -> (bool, bool) {
        match &self.model {
            Model::Tiled(model) => (model.has_sides(), model.has_corners()),
            _ => (false, false),
        }
    }
}
