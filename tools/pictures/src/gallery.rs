//! The gallery: recipes on cards of one size, each in a theme and with its caption.

use mapwright::render::{Lettering, RgbaImage, Theme};

use crate::Outcome;
use crate::cut::{blank, built, cut, fill, paste, themed, write};

/// Recipe and theme.
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

/// Pixels of a card.
const CARD: (u32, u32) = (400, 264);
const COLUMNS: u32 = 3;
const MARGIN: u32 = 36;
const GAP: u32 = 22;
/// Pixels from the top to the first row.
const TOP: u32 = 106;
/// Pixels from a row of cards to the next.
const UNDER: u32 = 48;

pub(crate) fn gallery() -> Outcome<RgbaImage> {
    let rows = (CARDS.len() as u32).div_ceil(COLUMNS);
    let inner = COLUMNS * (CARD.0 + GAP) - GAP;
    let theme = Theme::default();
    let mut image = blank((inner + 2 * MARGIN, TOP + rows * (CARD.1 + UNDER) + MARGIN - 14), theme.paper);
    let line = "Every picture is one recipe and one seed, drawn by the same renderer in five themes";
    write(&mut image, (MARGIN, 30), "Mapwright", Lettering::title(28), theme.title);
    write(&mut image, (MARGIN, 72), line, Lettering::words(11), theme.muted);
    for (nth, (name, look)) in (0..).zip(CARDS) {
        let (x, y) = (MARGIN + nth % COLUMNS * (CARD.0 + GAP), TOP + nth / COLUMNS * (CARD.1 + UNDER));
        let (heading, map) = built(name)?;
        fill(&mut image, (x - 1, y - 1), (CARD.0 + 2, CARD.1 + 2), theme.ink);
        paste(&mut image, (x, y), &cut(&map, &themed(look), CARD, None)?);
        write(&mut image, (x, y + CARD.1 + 11), &heading.title, Lettering::words(12), theme.ink);
        let right = x + CARD.0 - Lettering::words(9).width(look);
        write(&mut image, (right, y + CARD.1 + 14), look, Lettering::words(9), theme.muted);
    }
    Ok(image)
}
