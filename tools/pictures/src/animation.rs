//! An animation of a chain: each stage as it works, with its name and what it did, then the walk that wins the level.

use mapwright::core::{Color, FrameKind, History};
use mapwright::prelude::*;
use mapwright::render::image::{Rgba, imageops};
use mapwright::render::{Animation, Lettering, Pace, RenderError, RgbaImage, draw_caption, stage_changes};

use crate::{Outcome, Picture, recipe};

/// Hundredths of a second that a picture stays, and how many pictures the result of a stage fills.
const PACE: Pace = Pace { step: 10, stage: 10, last: 300 };
const HOLD: usize = 8;
/// Pixels of the map's longer side, enough for round coasts, and below it for words.
const MOST: u32 = 580;
const BAR: u32 = 54;

pub(crate) fn pictures() -> Vec<Picture> {
    vec![Picture::new("film.gif".to_owned(), || animation("archipelago"))]
}

fn animation(name: &str) -> Outcome<Vec<u8>> {
    let recipe = recipe(name)?;
    let mut history = History::every((recipe.size().area() / 10).max(1));
    let map = recipe.chain()?.build_with(recipe.seed(), &mut history)?;
    let style = Style { margin: Some(0), flat: true, ..Style::default() }.fit(map.size(), MOST);
    let walk = Animation::of_walk(&map, &style, 8)?;
    let scenes = Scenes { words: words(&recipe, &history), walk, style: &style, history: &history };
    let order = scenes.in_order();
    let animation = Animation::of_pictures(order.len(), |nth| scenes.draw(order[nth]))?;
    let mut gif = Vec::new();
    animation.write_gif(&PACE, &mut gif, |_, _| ())?;
    Ok(gif)
}

/// For each stage its name with its parameters, and what it did.
fn words(recipe: &Recipe, history: &History) -> Vec<[String; 3]> {
    let names = std::iter::once(&recipe.initial).chain(&recipe.metas).map(|stage| stage.name.clone());
    let words = names.zip(recipe.notes()).zip(stage_changes(history)).enumerate();
    words.map(|(nth, ((name, note), did))| [format!("{}  {name}", nth + 1), note, did]).collect()
}

#[derive(Clone, Copy)]
enum Scene {
    /// A frame of the history.
    Build(usize),
    /// A frame of the walk.
    Walk(usize),
}

struct Scenes<'a> {
    history: &'a History,
    words: Vec<[String; 3]>,
    style: &'a Style,
    walk: Animation<'a>,
}

impl Scenes<'_> {
    /// All pictures in order: what a stage made stays for a moment.
    fn in_order(&self) -> Vec<Scene> {
        let frames = self.history.frames().iter().enumerate();
        let stay = |kind: &FrameKind| if *kind == FrameKind::Stage { HOLD } else { 1 };
        let build = frames.flat_map(|(nth, frame)| std::iter::repeat_n(Scene::Build(nth), stay(&frame.kind)));
        build.chain((0..self.walk.frames()).map(Scene::Walk)).collect()
    }

    fn draw(&self, scene: Scene) -> Result<RgbaImage, RenderError> {
        let (picture, [name, note, did]) = match scene {
            Scene::Build(nth) => {
                let stage = self.history.frames()[nth].stage.index;
                // The graph of areas shows nowhere but here.
                let finds_areas = self.words[stage][0].ends_with("area-graph");
                let style = Style { areas: finds_areas, graph: finds_areas, ..self.style.clone() };
                (
                    Animation::of_history(self.history, &style)?.picture(nth)?,
                    self.words[stage].each_ref().map(String::as_str),
                )
            }
            Scene::Walk(nth) => (self.walk.picture(nth)?, ["The walk that wins", "", "every key is needed"]),
        };
        let (w, h) = picture.dimensions();
        let theme = &self.style.theme;
        let Color(r, g, b) = theme.paper;
        let mut image = RgbaImage::from_pixel(w, h + BAR, Rgba([r, g, b, 0xff]));
        imageops::replace(&mut image, &picture, 0, 0);
        let bold = Lettering { cap: 11, title: true };
        let plain = Lettering { title: false, ..bold };
        draw_caption(&mut image, (4, h + 6), name, bold, theme.ink);
        draw_caption(&mut image, (4 + bold.width(name) + 20, h + 6), note, plain, theme.muted);
        draw_caption(&mut image, (4, h + 29), did, plain, theme.muted);
        Ok(image)
    }
}
