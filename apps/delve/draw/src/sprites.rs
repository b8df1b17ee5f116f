//! Little pictures, drawn as text.

use std::collections::BTreeMap;

use macroquad::prelude::*;

/// Pixels on each side.
const SIDE: u16 = 12;

/// All sprites, by name. A second picture holds the pixels that take the color of a lock.
pub(crate) struct Sprites {
    pictures: BTreeMap<&'static str, (Texture2D, Texture2D)>,
}

impl Sprites {
    pub(crate) fn new() -> Sprites {
        Sprites {
            pictures: parse(include_str!("sprites.txt"))
                .into_iter()
                .map(|(name, rows)| (name, textures(&rows)))
                .collect(),
        }
    }

    /// Draws a sprite into a square. A name without a sprite draws nothing.
    pub(crate) fn draw(&self, name: &str, x: f32, y: f32, side: f32, alpha: f32) {
        self.draw_in(name, x, y, side, Color::new(1.0, 1.0, 1.0, alpha), None);
    }

    /// Draws a sprite with a tint, and its marked pixels in a color.
    pub(crate) fn draw_in(&self, name: &str, x: f32, y: f32, side: f32, tint: Color, marked: Option<Color>) {
        let Some((picture, marks)) = self.pictures.get(name) else { return };
        let params = || DrawTextureParams { dest_size: Some(vec2(side, side)), ..DrawTextureParams::default() };
        draw_texture_ex(picture, x, y, tint, params());
        if let Some(color) = marked {
            draw_texture_ex(marks, x, y, color, params());
        }
    }
}

/// The names and rows of a text of sprites; mirrored ones are made whole.
fn parse(text: &'static str) -> Vec<(&'static str, Vec<String>)> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut sprites = Vec::new();
    while let Some(name) = lines.next() {
        let rows = lines.by_ref().take(SIDE.into());
        match name.strip_suffix(" |") {
            Some(name) => {
                sprites.push((name, rows.map(|row| row.chars().chain(row.chars().rev()).collect()).collect()))
            }
            None => sprites.push((name, rows.map(str::to_owned).collect())),
        }
    }
    sprites
}

fn textures(rows: &[String]) -> (Texture2D, Texture2D) {
    let (mut picture, mut marks) =
        (Image::gen_image_color(SIDE, SIDE, BLANK), Image::gen_image_color(SIDE, SIDE, BLANK));
    for (y, row) in (0..).zip(rows) {
        for (x, letter) in (0..).zip(row.chars()) {
            if letter == '*' {
                marks.set_pixel(x, y, WHITE);
            } else if let Some(hex) = color(letter) {
                picture.set_pixel(x, y, Color::from_hex(hex));
            }
        }
    }
    let texture = |image: &Image| {
        let texture = Texture2D::from_image(image);
        texture.set_filter(FilterMode::Nearest);
        texture
    };
    (texture(&picture), texture(&marks))
}

const fn color(letter: char) -> Option<u32> {
    Some(match letter {
        'k' => 0x2b3040,
        'w' => 0xfdfbf4,
        'a' => 0xb4bccb,
        'A' => 0x747d93,
        'r' => 0xd95d39,
        'R' => 0x9c3b26,
        'o' => 0xe8912f,
        'y' => 0xf2c430,
        'g' => 0x7fb56b,
        'G' => 0x3d6b4f,
        'b' => 0x2e7bd6,
        'B' => 0x1f4f8f,
        'c' => 0x9fd0ea,
        'n' => 0xc0844a,
        'N' => 0x7a4f2a,
        's' => 0xeac7a0,
        'p' => 0x9a78cf,
        'P' => 0x5f4590,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use delve_game::bestiary::KINDS;

    use super::*;

    #[test]
    fn every_sprite_is_whole_and_every_monster_has_one() {
        let sprites = parse(include_str!("sprites.txt"));
        for (name, rows) in &sprites {
            assert_eq!(rows.len(), 12, "{name}");
            for row in rows {
                assert_eq!(row.len(), 12, "{name}: {row}");
                assert!(row.chars().all(|letter| ".*".contains(letter) || color(letter).is_some()), "{name}: {row}");
            }
        }
        for kind in &KINDS {
            assert!(sprites.iter().any(|(name, _)| *name == kind.name.to_lowercase()), "{}", kind.name);
        }
    }
}
