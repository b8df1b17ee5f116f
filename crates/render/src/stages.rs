//! A picture of each stage's result.

use mapwright_core::{BuilderMap, History, Secrets, Size, Stage, Tile};

use crate::RenderError;
use crate::changes::Changes;
use crate::compose::caption;
use crate::moments::{Moment, Moments};
use crate::picture::{Painter, Style, show_changes};
use crate::scene::{Scene, farthest, of_history, possible, steps};
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

/// Draws the result of each stage, one after the other, all at the style's scale. Where a stage changes the size of the map,
/// the scale changes with it, so that pictures stay about as large as the first one. One tint means one distance in all
/// of them. With the style's `changes`, cells that a stage changed are outlined, and the stages that find the areas of
/// a level or the walk that wins it show them.
///
/// If the result of a stage cannot be drawn in the requested kind, a fitting kind is used. If any
/// stage makes pipes, all results that can be drawn as pipes are.
///
/// A picture that cannot be drawn is an error in its place, as [`draw`](crate::draw) gives it.
///
/// # Errors
///
/// A history without frames.
pub fn stage_pictures<'a>(
    history: &'a History,
    style: &Style,
) -> Result<impl Iterator<Item = Result<StagePicture, RenderError>> + use<'a>, RenderError> {
    let style = for_all(history, style);
    let mut moments = Moments::of(history, style.secrets).remembering();
    let mut first = None;
    if Moments::of(history, style.secrets).next_stage().is_none() {
        return Err(RenderError::NoFrames);
    }
    Ok(std::iter::from_fn(move || {
        let moment = moments.next_stage()?;
        let like = *first.get_or_insert(moment.map.size());
        Some(picture(&moment, &style, like))
    }))
}

/// Draws the result of a stage, about as large as a map of the size `like`.
fn picture(moment: &Moment<'_>, style: &Style, like: Size) -> Result<StagePicture, RenderError> {
    let (map, before) = (&*moment.map, moment.before);
    let style = of_result(style, before, map).sized(map.size(), like);
    let kind = possible(map, style.kind, &style);
    let mut image = Painter::default().draw(&Scene::of(map, kind, &style)?, &style)?;
    let changes = Changes::since(before, map);
    if let Some(cells) = changes.cells.as_ref().filter(|_| style.changes) {
        show_changes(&mut image, cells, kind, &style);
    }
    let (stage, label, changes) = (moment.frame.stage, moment.frame.label.clone(), changes.words);
    Ok(StagePicture { stage, label, changes, image })
}

/// One style for all stages: one kind; one tint for one distance, and none at all where the finished level has lakes, grass
/// or other ground in many colors, which a tint would hide.
fn for_all(history: &History, style: &Style) -> Style {
    let mut moments = Moments::of(history, style.secrets);
    let (mut most, mut tint) = (style.tint_to, style.tint);
    while let Some(moment) = moments.next_stage().filter(|_| style.tint) {
        if style.tint_to.is_none() {
            most = most.max(steps(&moment.map).map(|steps| farthest(&steps)));
        }
        tint = !is_painted(&moment.map);
    }
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

/// Says what each stage did, in numbers: `+12 openings`, `37 cells filled`, `nothing changed`.
pub fn stage_changes(history: &History) -> Vec<String> {
    let mut moments = Moments::of(history, Secrets::Shown).remembering();
    let words = std::iter::from_fn(|| moments.next_stage().map(|moment| changes(moment.before, &moment.map)));
    words.collect()
}

/// What a stage did, in numbers, given the results of the previous stage and of this one.
pub fn changes(before: Option<&BuilderMap>, map: &BuilderMap) -> String {
    Changes::since(before, map).words
}
