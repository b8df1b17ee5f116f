//! A picture of each stage's result.

use mapwright_core::{BuilderMap, FrameKind, Grid, History, Stage, Tile};

use crate::RenderError;
use crate::changes::Changes;
use crate::compose::caption;
use crate::picture::{Painter, Style, farthest, of_history, possible, show_changes, steps};
use image::RgbaImage;

/// The result of one stage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StagePicture {
    /// Which stage.
    pub stage: Stage,
    /// The label of the result; often empty.
    pub label: String,
    /// What the stage did, in numbers: `+12 openings`, `37 cells filled`, `nothing changed`.
    pub changes: String,
    /// The picture.
    pub image: RgbaImage,
}

impl StagePicture {
    /// A name for a file: `00-prim-maze`.
    pub fn file_stem(&self) -> String {
        format!("{:02}-{}", self.stage.index, self.stage.name)
    }

    /// Two lines for a contact sheet: `1  Short dead ends`, with the label if there is one, and what the stage did.
    pub fn caption(&self) -> String {
        let StagePicture { stage, label, changes, .. } = self;
        let colon = if label.is_empty() { "" } else { ": " };
        format!("{}  {}{colon}{label}\n{changes}", stage.index + 1, caption(*stage))
    }
}

/// Draws the result of each stage, all at the style's scale. Where a stage changes the size of the map,
/// the scale changes with it, so that pictures stay about as large as the first one. One tint means one distance in all
/// of them. With the style's `changes`, cells that a stage changed are outlined, and the stages that find the areas of
/// a level or the walk that wins it show them.
///
/// If the result of a stage cannot be drawn in the requested kind, a fitting kind is used. If any
/// stage makes pipes, all results that can be drawn as pipes are.
///
/// # Errors
///
/// A history without frames, or a map that [`draw`](crate::draw) refuses.
pub fn stage_pictures(history: &History, style: &Style) -> Result<Vec<StagePicture>, RenderError> {
    let style = for_all(history, style);
    let mut replay = history.replay();
    let mut pictures = Vec::new();
    let mut before: Option<BuilderMap> = None;
    let mut first = None;
    while let Some(frame) = replay.next_frame() {
        if frame.kind != FrameKind::Stage {
            continue;
        }
        let map = replay.map();
        let like = *first.get_or_insert(map.size());
        let style = of_result(&style, before.as_ref(), map).sized(map.size(), like);
        let kind = possible(map, style.kind, &style);
        let mut image = Painter::default().draw(map, kind, &style)?;
        let changes = Changes::since(before.as_ref(), map);
        if let Some(cells) = changes.cells.as_ref().filter(|_| style.changes) {
            show_changes(&mut image, cells, kind, &style);
        }
        let (stage, label, changes) = (frame.stage, frame.label.clone(), changes.words);
        pictures.push(StagePicture { stage, label, changes, image });
        before = Some(map.clone());
    }
    if pictures.is_empty() { Err(RenderError::NoFrames) } else { Ok(pictures) }
}

/// One style for all stages: one kind; one tint for one distance, and none at all where the finished level has lakes, grass
/// or other ground in many colors, which a tint would hide.
fn for_all(history: &History, style: &Style) -> Style {
    let mut replay = history.replay();
    let mut most = style.tint_to;
    while style.tint && style.tint_to.is_none() && replay.next_stage().is_some() {
        let farthest = steps(replay.map()).map(|steps: Grid<u32>| farthest(&steps));
        most = most.max(farthest);
    }
    while replay.next_stage().is_some() {}
    let tint = style.tint && !is_painted(replay.map());
    Style { kind: of_history(history, style), tint, tint_to: most, ..style.clone() }
}

/// Whether more than a twentieth of what is not wall has ground of its own color.
fn is_painted(map: &BuilderMap) -> bool {
    let ground = [Tile::WATER, Tile::DEEP_WATER, Tile::GRASS, Tile::ROAD, Tile::SAND, Tile::GRAVEL, Tile::TREE];
    let tiles = map.tiles.as_slice();
    let count = |fits: &dyn Fn(&Tile) -> bool| tiles.iter().filter(|tile| fits(tile)).count();
    count(&|tile| ground.contains(tile)) * 20 > count(&|&tile| tile != Tile::WALL)
}

/// The style of a stage: with `changes`, one that finds the areas of a level shows them with their graph, and one that
/// finds the walk that wins it shows that.
fn of_result(style: &Style, before: Option<&BuilderMap>, map: &BuilderMap) -> Style {
    let finds = |has: fn(&BuilderMap) -> bool| style.changes && has(map) && !before.is_some_and(has);
    let areas = finds(|map| map.graph.is_some());
    let walk = style.walk.or(finds(|map| map.proof.is_some()).then_some(usize::MAX));
    Style { areas: style.areas || areas, graph: style.graph || areas, walk, ..style.clone() }
}

/// What each stage did, in numbers: `+12 openings`, `37 cells filled`, `nothing changed`.
pub fn stage_changes(history: &History) -> Vec<String> {
    let mut replay = history.replay();
    let mut before: Option<BuilderMap> = None;
    let mut words = Vec::new();
    while replay.next_stage().is_some() {
        words.push(changes(before.as_ref(), replay.map()));
        before = Some(replay.map().clone());
    }
    words
}

/// What a stage did, in numbers, given the results of the previous stage and of this one.
pub fn changes(before: Option<&BuilderMap>, map: &BuilderMap) -> String {
    Changes::since(before, map).words
}
