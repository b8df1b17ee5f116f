//! Many maps on one picture: the gallery, the banner, and levels of the random chain.

use mapwright::prelude::*;
use mapwright::render::{RgbaImage, Sheet, contact_sheet};

use crate::banner::banner;
use crate::gallery::gallery;
use crate::{Outcome, Picture};

pub(crate) fn pictures() -> Vec<Picture> {
    vec![
        Picture::small("gallery", gallery),
        // Its dark slice would show bands.
        Picture::full("banner", banner),
        Picture::small("random-chain", rolled_levels),
    ]
}

/// A level of the random chain at each depth 1, 3, 5 …: the seeds.
const ROLLS: [u64; 12] = [1, 2, 3, 4, 25, 6, 7, 8, 9, 30, 11, 12];

/// Twelve levels of the random chain, ever deeper.
fn rolled_levels() -> Outcome<RgbaImage> {
    let mut levels = Vec::new();
    for (depth, seed) in (1..).step_by(2).zip(ROLLS) {
        let chain = RandomChain { size: Size::new(60, 36), ..RandomChain::new(depth) };
        let (recipe, map) = chain.build(seed)?;
        let style = Style { margin: Some(0), ..Style::default() }.fit(map.size(), 480);
        levels.push((format!("depth {depth}, seed {seed}: {}", recipe.initial.name), draw(&map, &style)?));
    }
    let shown: Vec<(&str, &RgbaImage)> = levels.iter().map(|(caption, image)| (caption.as_str(), image)).collect();
    let sheet = Sheet { title: Some("Random chain".to_owned()), columns: Some(3), ..Sheet::default() };
    Ok(contact_sheet(&shown, &sheet)?)
}
