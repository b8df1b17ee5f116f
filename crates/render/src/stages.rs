//! A picture of what each stage of a build left.

use crate::image::RgbaImage;
use mapwright_core::{FrameKind, History, Stage};

use crate::RenderError;
use crate::picture::{Painter, Style, of_history, possible};

/// The result of one stage.
#[derive(Clone, Debug)]
pub struct StagePicture {
    /// Which stage.
    pub stage: Stage,
    /// What the stage calls its result; often nothing.
    pub label: String,
    /// The picture.
    pub image: RgbaImage,
}

impl StagePicture {
    /// A name for a file: `00-prim-maze`.
    pub fn file_stem(&self) -> String {
        format!("{:02}-{}", self.stage.index, self.stage.name)
    }

    /// A line for a contact sheet: `1  prim-maze`, with the label if there is one.
    pub fn caption(&self) -> String {
        let caption = format!("{}  {}", self.stage.index + 1, self.stage.name);
        if self.label.is_empty() { caption } else { format!("{caption}: {}", self.label) }
    }
}

/// Draws the result of each stage, all at the style's scale. Where a stage changes the size of the map,
/// the scale changes with it, so that pictures stay about as large as the first one.
///
/// A stage that leaves no plane to show in the kind asked for is drawn in the kind that fits it. Where any
/// stage makes pipes of the map, all that can be are drawn as pipes.
///
/// # Errors
///
/// A history without frames, or a map that [`draw`](crate::draw) refuses.
pub fn stage_pictures(history: &History, style: &Style) -> Result<Vec<StagePicture>, RenderError> {
    let kind = of_history(history, style.kind);
    let mut replay = history.replay();
    let mut pictures = Vec::new();
    let mut first = None;
    while let Some(frame) = replay.next_frame() {
        if frame.kind != FrameKind::Stage {
            continue;
        }
        let map = replay.map();
        let like = *first.get_or_insert(map.size());
        let style = style.sized(map.size(), like);
        let image = Painter::default().draw(map, possible(map, kind), &style)?;
        pictures.push(StagePicture { stage: frame.stage, label: frame.label.clone(), image });
    }
    if pictures.is_empty() { Err(RenderError::NoFrames) } else { Ok(pictures) }
}
