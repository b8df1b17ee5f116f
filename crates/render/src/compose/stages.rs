//! A poster, and below it a strip of the stages that led to it.

use image::RgbaImage;
use mapwright_core::{BuilderMap, History, Point, Secrets};

use super::floor_grid::FloorGrid;
use super::poster::{MARGIN, PosterLayout};
use super::{Heading, alone, caption, write};
use crate::RenderError;
use crate::letters::Lettering;
use crate::moments::{Moment, Moments};
use crate::picture::Style;
use crate::picture::canvas::{blank, mix};
use crate::raster::Raster;
use crate::scene::possible;

/// The most thumbnails.
const MOST: usize = 6;
/// The least pixels that each is wide, as far as there is room.
const NARROW: u32 = 130;
/// Pixels between thumbnails.
const GAP: u32 = 22;
/// Pixels from the poster to the rule, from there to the captions, and from there to the thumbnails.
const RULE: u32 = 4;
const CAPTION: u32 = 22;
const UNDER: u32 = 44;
/// Pixels from the number of a stage to its caption.
const NUMBER: u32 = 20;
const WORDS: Lettering = Lettering::words(11);

/// The result of a stage.
#[derive(Clone, Debug)]
struct BuiltStage {
    caption: String,
    map: BuilderMap,
    /// Whether it found the walk that wins.
    walk: bool,
    /// Cells changed in millionths, and marks added.
    weight: (u64, usize),
}

/// The stages worth showing: the first, then those that change most; in their order, without the last, which is the poster.
fn chosen(history: &History, secrets: Secrets, most: usize) -> Result<(BuilderMap, Vec<BuiltStage>), RenderError> {
    let mut moments = Moments::of(history, secrets);
    let mut steps: Vec<BuiltStage> = Vec::new();
    while let Some(Moment { frame, map, .. }) = moments.next_stage() {
        let (name, map) = (caption(frame.stage), &*map);
        let before = steps.last().map(|step| &step.map);
        let weight = weight(before, map);
        let walk = map.proof.is_some() && before.is_none_or(|before| before.proof.is_none());
        // Where a level begins and where it ends is one thing to tell.
        let ends = before.is_some_and(|before| only_ends(before, map)) && weight.1 > 0;
        let follows = steps.last().is_some_and(|step| step.caption == START || step.caption == EXIT);
        let caption = match (ends, follows, map.exit.is_some()) {
            (true, true, _) => "Start and exit".to_owned(),
            (true, false, true) if map.start.is_none() => EXIT.to_owned(),
            (true, false, false) => START.to_owned(),
            _ => name,
        };
        if ends && follows {
            steps.pop();
        }
        steps.push(BuiltStage { caption, map: map.clone(), walk, weight });
    }
    let last = steps.pop().ok_or(RenderError::NoFrames)?;
    let mut order: Vec<usize> = (1..steps.len()).filter(|&i| steps[i].walk || steps[i].weight > (0, 0)).collect();
    order.sort_by_key(|&i| std::cmp::Reverse((steps[i].weight, steps[i].walk)));
    order.truncate(most.saturating_sub(1));
    order.push(0);
    let kept = steps.into_iter().enumerate().filter(|(i, _)| order.contains(i)).map(|(_, step)| step);
    Ok((last.map, kept.collect()))
}

const START: &str = "Start";
const EXIT: &str = "Exit";

/// Whether a stage changed nothing but start and exit.
fn only_ends(before: &BuilderMap, map: &BuilderMap) -> bool {
    before.tiles == map.tiles && before.spawns == map.spawns && before.doors == map.doors && before.sides == map.sides
}

fn weight(before: Option<&BuilderMap>, map: &BuilderMap) -> (u64, usize) {
    let marks = |map: &BuilderMap| {
        let doors = map.doors.as_ref().map_or(0, Vec::len);
        let ends = usize::from(map.start.is_some()) + usize::from(map.exit.is_some());
        ends + map.spawns.len() + doors + map.portals.len()
    };
    let Some(before) = before.filter(|before| before.size() == map.size()) else { return (1_000_000, marks(map)) };
    let differ = |at: Point| {
        let sides = |map: &BuilderMap| map.sides.as_ref().map(|sides| sides[at]);
        let corners = |map: &BuilderMap| map.corners.as_ref().map(|corners| corners[at]);
        before.tiles[at] != map.tiles[at] || sides(before) != sides(map) || corners(before) != corners(map)
    };
    let cells = map.size().points().filter(|&at| differ(at)).count() as u64;
    (cells * 1_000_000 / u64::from(map.size().area().max(1)), marks(map).saturating_sub(marks(before)))
}

/// Draws the last map of a history as [`poster`](super::poster()) does, and below it small pictures of the stages that changed
/// most, numbered, at most six. The stage that found the walk that wins shows it.
///
/// # Errors
///
/// As for [`draw`](crate::draw), a history without stages, or more pixels than the style allows.
pub fn poster_with_stages(history: &History, style: &Style, heading: &Heading) -> Result<RgbaImage, RenderError> {
    let (map, _) = chosen(history, style.secrets, 0)?;
    let plan = PosterLayout::new(&map, style)?;
    let room = usize::try_from((plan.inner + GAP) / (NARROW + GAP)).unwrap_or(1).clamp(1, MOST);
    let (map, mut steps) = chosen(history, style.secrets, room)?;
    // Rather fewer pictures than captions that are cut off, but three at least; and none is as wide as the poster.
    let wide = |count: usize| {
        let count = u32::try_from(count).unwrap_or(1).max(2);
        plan.inner.saturating_sub((count - 1) * GAP) / count
    };
    while steps.len() > 3 && steps.iter().any(|step| NUMBER + WORDS.width(&step.caption) > wide(steps.len())) {
        steps = chosen(history, style.secrets, steps.len() - 1)?.1;
    }
    let (count, wide) = (u32::try_from(steps.len()).unwrap_or(1), wide(steps.len()));
    let mut small = Vec::new();
    for step in &steps {
        let cells = Style { scale: 1, ..alone(style) };
        let cells = Style { kind: possible(&step.map, style.kind, &cells), ..cells };
        // A map that is wider than its place is cut off there.
        let scale = (wide / FloorGrid::new(&step.map, &cells, (1, 1))?.size.0.max(1)).clamp(1, style.scale.max(1));
        let walk = style.walk.or(step.walk.then_some(usize::MAX));
        let style = Style { scale, walk, ..alone(style) };
        let style = Style { kind: possible(&step.map, style.kind, &style), ..style };
        let floors = FloorGrid::new(&step.map, &style, (scale, scale))?;
        small.push((step, style, floors));
    }
    let tall = small.iter().map(|(.., floors)| u64::from(floors.size.1)).max();
    let below = tall.map_or(0, |tall| tall + u64::from(UNDER + MARGIN));
    let (w, h) = style.claim(plan.size.0, plan.size.1 + below)?;
    let theme = &style.theme;
    let mut image = blank(w, h, theme.paper);
    plan.draw(&mut image, &map, style, heading)?;
    let top = u32::try_from(plan.size.1).unwrap_or(h);
    if !small.is_empty() {
        let rule = mix(theme.paper, theme.ink, 60, 256);
        image.fill((MARGIN.into(), i64::from(top - RULE)), (plan.inner.into(), 1), rule);
    }
    // Pictures narrower than their place move apart, so that the last ends where the map does.
    let across = |(step, _, floors): &(&BuiltStage, Style, FloorGrid)| {
        floors.size.0.max(NUMBER + WORDS.width(&step.caption)).min(wide)
    };
    let spare = small.last().map_or(0, |last| wide - across(last));
    for (nth, (step, style, floors)) in (0..).zip(&small) {
        let x = MARGIN + nth * (wide + GAP) + if count > 1 { spare * nth / (count - 1) } else { 0 };
        let number = (nth + 1).to_string();
        write(&mut image, (x, top + CAPTION - 1), &number, Lettering::title(12), wide, theme.exit);
        // A caption that is still too long is smaller.
        let room = wide.saturating_sub(NUMBER);
        let words = if WORDS.width(&step.caption) > room { Lettering::words(9) } else { WORDS };
        write(&mut image, (x + NUMBER, top + CAPTION + 11 - words.cap), &step.caption, words, room, theme.ink);
        for ((right, down), picture) in floors.pictures(&step.map, style)? {
            let picture = picture.part((0, 0), (wide.saturating_sub(right), u32::MAX));
            let ((x, y), (w, h)) = ((x + right, top + UNDER + down), picture.dimensions());
            let frame = (i64::from(w) + 2, i64::from(h) + 2);
            image.fill((i64::from(x) - 1, i64::from(y) - 1), frame, theme.ink);
            image.paste((x, y), &picture);
        }
    }
    Ok(image)
}
