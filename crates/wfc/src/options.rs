//! The options of the stage.

use mapwright_core::params::{Described, Schema};
use mapwright_core::{BuildCx, BuildError, BuildErrorKind, BuilderMap, Point, Size, Tile, Wrap, params};

use super::chunks::Chunks;
use super::model::Model;
use super::overlapping::OverlappingModel;
use super::rules::{AdjacencyError, AdjacencyRules};
use super::symmetry::Symmetries;
use super::tile_rules::TileRules;
use super::tiled::TiledModel;
use super::turned_tiles::TurnedTiles;

/// Where patterns come from, and which may touch.
#[params]
#[derive(Eq)]
pub enum CollapseModel {
    /// Windows: every `n`×`n` cells of the map appear in the sample.
    Overlapping {
        /// The side of a window, in cells.
        #[param(default = 3, range = 2..=5)]
        n: u16,
    },
    /// Square pieces of the sample with equal touching edges.
    Chunks {
        /// The side of a piece, in cells.
        #[param(default = 8, range = 1..=64)]
        chunk: u16,
        /// The distance between the corners of pieces in the sample, in cells. Absent for `chunk`: pieces do not overlap.
        #[param(range = 1..=64)]
        stride: Option<u16>,
    },
    /// Single cells of the sample. If it has sides or corners, they must match; otherwise, tiles may touch that touch
    /// in the sample.
    Tiled,
    /// Tiles, and which of them may touch. It takes no sample.
    Rules(TileRules),
    /// Tiles with directions, and which of their images may be neighbors. It takes no sample.
    Turned(TurnedTiles),
    /// Your own patterns and rules, from code. It takes no sample.
    #[param(skip)]
    #[serde(skip)]
    Custom(Box<TiledModel>),
}

impl Default for CollapseModel {
    /// Windows of 3×3 cells.
    fn default() -> Self {
        CollapseModel::Overlapping { n: 3 }
    }
}

impl From<TileRules> for CollapseModel {
    fn from(rules: TileRules) -> Self {
        CollapseModel::Rules(rules)
    }
}

impl From<TiledModel> for CollapseModel {
    fn from(model: TiledModel) -> Self {
        CollapseModel::Custom(Box::new(model))
    }
}

impl CollapseModel {
    /// The side of a pattern, in cells, for models that take them from a sample.
    const fn piece(&self) -> Option<u16> {
        match self {
            CollapseModel::Overlapping { n } => Some(*n),
            CollapseModel::Chunks { chunk, .. } => Some(*chunk),
            CollapseModel::Tiled => Some(1),
            CollapseModel::Rules(_) | CollapseModel::Turned(_) | CollapseModel::Custom(_) => None,
        }
    }

    /// Whether it takes no sample.
    pub(super) const fn is_written(&self) -> bool {
        self.piece().is_none()
    }

    /// How deep a piece reaches into a block, if it lies across its border: at least a cell.
    pub(super) fn depth(&self) -> u16 {
        self.piece().map_or(1, |piece| piece.saturating_sub(1).max(1))
    }

    /// The most bytes that learning from a sample takes: its windows, their images, and the rules for these.
    /// On noise, no two windows share a row of the rules: that takes most.
    pub(super) fn learning_bytes(&self, sample: &BuilderMap, symmetry: crate::Symmetries) -> u64 {
        let Some(piece) = self.piece() else { return 0 };
        let most = AdjacencyRules::MOST_PATTERNS as u64;
        // Windows are learned by strips of at most twice as many as there may be patterns.
        let windows = u64::from(sample.size().area()).min(2 * most);
        let images = windows.min(most) * symmetry.all().count() as u64;
        let cells = u64::from(piece).pow(2);
        (windows + images) * (2 * cells + 40) + images.min(most) * (6 * cells + 1900)
    }

    pub(super) fn check(&self, sample: Option<&BuilderMap>) -> Result<(), BuildError> {
        match self {
            CollapseModel::Rules(rules) => drop(rules.model().map_err(|error| error.within("model.rules"))?),
            CollapseModel::Turned(tiles) => drop(tiles.model().map_err(|error| error.within("model.turned"))?),
            _ => (),
        }
        match (self.piece(), sample) {
            (None, Some(_)) => Err(BuildError::parameter("sample", "given", "none beside rules")),
            (Some(piece), Some(sample)) if sample.width().min(sample.height()) < piece => {
                let (found, min) = (format_args!("a map of {}", sample.size()), Size::new(piece, piece));
                Err(BuildError::parameter("sample", found, format_args!("at least {min}")))
            }
            (_, sample) => Ok(sample.map_or(Ok(()), BuilderMap::validate)?),
        }
    }

    /// Refuses a map, its own sample if no other is given, on which no piece fits.
    pub(super) fn check_size(&self, sample: Option<&BuilderMap>, size: Size) -> Result<(), BuildError> {
        let piece = self.piece().unwrap_or(1);
        // Pieces are cropped to the map, but windows are not.
        let must_fit = sample.is_none() || matches!(self, CollapseModel::Overlapping { .. });
        if must_fit && size.w.min(size.h) < piece {
            return Err(BuildErrorKind::TooSmall { size, min: Size::new(piece, piece) }.into());
        }
        Ok(())
    }

    /// The model of a sample for a map of a size.
    pub(super) fn for_stage(
        &self,
        sample: &BuilderMap,
        (periodic, symmetry): (bool, Symmetries),
        size: Size,
        cx: &mut BuildCx<'_>,
    ) -> Result<Box<dyn Model>, BuildError> {
        let wrap = if periodic { Wrap::Both } else { sample.wrap };
        let mut stopped = None;
        let mut goes_on = || {
            stopped = cx.keep_going().err();
            stopped.is_none()
        };
        let model: Result<Box<dyn Model>, BuildError> = match self {
            CollapseModel::Overlapping { n } => {
                let model = OverlappingModel::learn(&sample.tiles, wrap, *n, symmetry, &mut goes_on);
                model.map(|model| Box::new(model) as _).map_err(too_many)
            }
            CollapseModel::Chunks { chunk, stride } => {
                let model = Chunks::learn(
                    &sample.tiles,
                    wrap,
                    (*chunk, stride.unwrap_or(*chunk)),
                    symmetry,
                    size,
                    &mut goes_on,
                );
                model.map(|model| Box::new(model) as _).map_err(too_many)
            }
            CollapseModel::Tiled => {
                let model = TiledModel::learn(sample, wrap, symmetry, &mut goes_on);
                model.map(|model| Box::new(model) as _).map_err(too_many)
            }
            CollapseModel::Rules(rules) => Ok(Box::new(rules.model()?)),
            CollapseModel::Turned(tiles) => Ok(Box::new(tiles.model()?)),
            CollapseModel::Custom(model) => Ok(model.clone()),
        };
        stopped.map_or(model, Err)
    }
}

fn too_many(error: AdjacencyError) -> BuildError {
    match error {
        AdjacencyError::Count { n } => BuildError::parameter(
            "sample",
            format_args!("a map with {n} different pieces"),
            format_args!("up to {}: a plainer map, or smaller pieces", AdjacencyRules::MOST_PATTERNS),
        ),
        error => BuildError::parameter("sample", error, "a plainer map, or smaller pieces of it"),
    }
}

/// Whether the map must be connected.
#[params]
pub enum Connect {
    /// It may be disconnected.
    #[default]
    Any,
    /// Components are connected by the cheapest tunnels. There the map differs from the sample.
    Repair,
}

/// What is kept of the map.
#[params]
pub enum KeptPart {
    /// The start and its cell.
    Start,
    /// The exit and its cell.
    Exit,
    /// All spawns and their cells.
    Spawns,
    /// All rooms, their cells and the regions of these.
    Rooms,
    /// All corridors and their cells.
    Corridors,
}

/// A cell with a given tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u16, u16, Tile)", into = "(u16, u16, Tile)"))]
pub struct Pin {
    /// The cell.
    pub at: Point,
    /// Its tile.
    pub tile: Tile,
}

impl Described for Pin {
    fn schema() -> Schema {
        <(u16, u16, Tile)>::schema()
    }
}

impl From<(u16, u16, Tile)> for Pin {
    fn from((x, y, tile): (u16, u16, Tile)) -> Self {
        Pin { at: Point::new(x, y), tile }
    }
}

impl From<Pin> for (u16, u16, Tile) {
    fn from(pin: Pin) -> Self {
        (pin.at.x, pin.at.y, pin.tile)
    }
}
