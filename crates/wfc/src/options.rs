//! What the stage can be asked for.

use mapwright_core::{BuildError, BuildErrorKind, BuilderMap, Point, Size, Tile, Wrap, check_range};

use super::builder::WaveFunctionCollapse;
use super::chunks::Chunks;
use super::model::Model;
use super::overlapping::Overlapping;
use super::rules::{Rules, RulesError};
use super::tile_rules::TileRules;
use super::tiled::Tiled;

/// Where patterns come from, and which may stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum CollapseModel {
    /// Every window of `n`×`n` cells is one of the sample.
    Overlapping {
        /// Cells a side of a window: 2 to 5.
        n: u16,
    },
    /// Square pieces of the sample, whose touching edges are equal.
    Chunks {
        /// Cells a side of a piece: 1 to 64.
        chunk: u16,
        /// How many cells lie between the corners of pieces in the sample: 1 to 64. At `chunk` pieces do not overlap
        /// there.
        stride: u16,
    },
    /// Single cells of the sample: Wang tiles where it has sides or corners, else tiles that touch there too.
    Tiled,
    /// Tiles, and which of them may touch. There is no sample.
    Rules(TileRules),
    /// Any patterns and rules, from code. There is no sample.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(Box<Tiled>),
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

impl From<Tiled> for CollapseModel {
    fn from(model: Tiled) -> Self {
        CollapseModel::Custom(Box::new(model))
    }
}

impl CollapseModel {
    /// Cells a side of a pattern, for models that cut them from a sample.
    const fn piece(&self) -> Option<u16> {
        match self {
            CollapseModel::Overlapping { n } => Some(*n),
            CollapseModel::Chunks { chunk, .. } => Some(*chunk),
            CollapseModel::Tiled => Some(1),
            CollapseModel::Rules(_) | CollapseModel::Custom(_) => None,
        }
    }

    pub(super) fn check(&self, sample: Option<&BuilderMap>) -> Result<(), BuildError> {
        match *self {
            CollapseModel::Overlapping { n } => check_range("n", n, 2..=5)?,
            CollapseModel::Chunks { chunk, stride } => {
                check_range("chunk", chunk, 1..=64)?;
                check_range("stride", stride, 1..=64)?;
            }
            CollapseModel::Rules(ref rules) => rules.model().map(|_| ())?,
            CollapseModel::Tiled | CollapseModel::Custom(_) => {}
        }
        match (self.piece(), sample) {
            (None, Some(_)) => Err(BuildError::parameter("sample", "given", "none beside rules")),
            (_, sample) => sample.map_or(Ok(()), BuilderMap::sound),
        }
    }

    /// The model of a stage for a map, which is its own sample if there is no other.
    pub(super) fn for_stage(
        &self,
        stage: &WaveFunctionCollapse,
        map: &BuilderMap,
    ) -> Result<Box<dyn Model>, BuildError> {
        let (sample, size) = (stage.sample.as_ref().unwrap_or(map), map.size());
        let wrap = if stage.periodic { Wrap::Both } else { sample.wrap };
        let piece = self.piece().unwrap_or(1);
        let min = Size::new(piece, piece);
        let holds = |size: Size| size.w >= piece && size.h >= piece;
        // Windows need room on the map too; pieces are cut off where there is not enough.
        if !holds(size) && (stage.sample.is_none() || matches!(self, CollapseModel::Overlapping { .. })) {
            return Err(BuildErrorKind::TooSmall { size, min }.into());
        }
        if !holds(sample.size()) {
            let found = format_args!("a map of {}", sample.size()).to_string();
            return Err(BuildError::parameter("sample", found, format_args!("at least {min}")));
        }
        let symmetry = stage.symmetry;
        Ok(match self {
            CollapseModel::Overlapping { n } => {
                Box::new(Overlapping::new(&sample.tiles, wrap, *n, symmetry).map_err(too_many)?)
            }
            CollapseModel::Chunks { chunk, stride } => {
                Box::new(Chunks::new(&sample.tiles, wrap, *chunk, *stride, symmetry, size).map_err(too_many)?)
            }
            CollapseModel::Tiled => Box::new(Tiled::new(sample, wrap, symmetry).map_err(too_many)?),
            CollapseModel::Rules(rules) => Box::new(rules.model()?),
            CollapseModel::Custom(model) => model.clone(),
        })
    }
}

fn too_many(error: RulesError) -> BuildError {
    match error {
        RulesError::Count { n } => BuildError::parameter(
            "sample",
            format_args!("a map with {n} different pieces"),
            format_args!("up to {}: a plainer map, or smaller pieces", Rules::MOST_PATTERNS),
        ),
        error => BuildError::parameter("sample", error, "a plainer map, or smaller pieces of it"),
    }
}

/// Whether the map has to be connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Connect {
    /// No.
    #[default]
    Any,
    /// Components are joined by the cheapest tunnels, where the map then differs from the sample.
    Repair,
    /// A map that is not connected is dropped for another, up to `restarts` times.
    Require,
}

/// What stays on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Keep {
    /// The start and its cell.
    Start,
    /// The exit and its cell.
    Exit,
    /// All spawns and their cells.
    Spawns,
    /// All rooms and their cells.
    Rooms,
    /// All corridors and their cells.
    Corridors,
}

/// A cell whose tile is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u16, u16, Tile)", into = "(u16, u16, Tile)"))]
pub struct Pin {
    /// Where.
    pub at: Point,
    /// What stands there.
    pub tile: Tile,
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
