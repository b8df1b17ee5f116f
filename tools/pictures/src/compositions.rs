//! Many maps on one picture: the gallery, the banner, and levels of the random chain.

use mapwright::core::BuilderMap;
use mapwright::prelude::*;
use mapwright::render::{Card, Heading, RgbaImage, Sheet, Slice, banner, contact_sheet, gallery, theme};

use crate::{Outcome, Picture, recipe};

/// The cards of the gallery: recipe and theme.
const CARDS: [(&str, &str); 12] = [
    ("castle-keys", "atlas"),
    ("archipelago", "atlas"),
    ("temple", "parchment"),
    ("mine", "dark"),
    ("harbor-village", "atlas"),
    ("swamp", "atlas"),
    ("cave-sanctum", "atlas"),
    ("level-rooms", "blueprint"),
    ("growing-tree-maze", "atlas"),
    ("island-crypt", "parchment"),
    ("mansion", "print"),
    ("village", "atlas"),
];

/// The slices of the banner: recipe, theme, and the cell in the middle.
const SLICES: [(&str, &str, (u16, u16)); 4] = [
    ("archipelago", "atlas", (22, 16)),
    ("temple", "parchment", (28, 24)),
    ("castle-keys", "dark", (55, 13)),
    ("level-rooms", "blueprint", (32, 25)),
];

pub(crate) fn pictures() -> Vec<Picture> {
    vec![
        Picture::small("gallery", cards),
        // Its dark slice would show bands.
        Picture::full("banner", slices),
        Picture::small("random-chain", rolled_levels),
    ]
}

/// Maps on cards, each in its theme.
fn cards() -> Outcome<RgbaImage> {
    let maps: Vec<(Heading, BuilderMap)> = CARDS.iter().map(|(name, _)| built(name)).collect::<Outcome<_>>()?;
    let mut cards = Vec::new();
    for ((_, theme), (heading, map)) in CARDS.iter().zip(&maps) {
        cards.push(Card { map, style: themed(theme), caption: heading.title.clone(), note: (*theme).to_owned() });
    }
    let line = "Every picture is one recipe and one seed, drawn by the same renderer in five themes".to_owned();
    Ok(gallery(&cards, &Style::default(), &Heading { title: "Mapwright".to_owned(), line })?)
}

/// Slices of maps beside each other, with the name of the toolkit.
fn slices() -> Outcome<RgbaImage> {
    let maps: Vec<(Heading, BuilderMap)> = SLICES.iter().map(|(name, ..)| built(name)).collect::<Outcome<_>>()?;
    let mut slices = Vec::new();
    for ((_, theme, around), (_, map)) in SLICES.iter().zip(&maps) {
        slices.push(Slice { map, style: Style { scale: 20, ..themed(theme) }, around: Point::from(*around) });
    }
    let heading = Heading { title: "Mapwright".to_owned(), line: "procedural levels from recipes".to_owned() };
    Ok(banner(&slices, &Style::default(), &heading)?)
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

fn themed(name: &str) -> Style {
    Style { theme: theme(name).unwrap_or_default(), ..Style::default() }
}

/// The finished map of a recipe, and what it is called.
fn built(name: &str) -> Outcome<(Heading, BuilderMap)> {
    let recipe = recipe(name)?;
    let map = recipe.build(recipe.seed())?;
    Ok((Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size()), map))
}
