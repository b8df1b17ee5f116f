//! Colors prepared for quick use: each ground in all shades of its grain, the ramps of water and rock.

use mapwright_core::Color;

use crate::picture::canvas::mix;
use crate::picture::theme::{Hatch, Theme};
use crate::scene::rank;

/// The channels of a color, for mixing.
pub(super) fn channels(Color(r, g, b): Color) -> [i32; 3] {
    [r, g, b].map(i32::from)
}

/// The channels of a pixel.
#[inline]
pub(super) fn rgb([r, g, b, _]: [u8; 4]) -> [i32; 3] {
    [r, g, b].map(i32::from)
}

/// The color as a pixel.
pub(super) const fn opaque(Color(r, g, b): Color) -> [u8; 4] {
    [r, g, b, 255]
}

/// A color, lighter and darker.
#[derive(Clone, Debug)]
pub(super) struct Shades {
    middle: i32,
    shades: Vec<[u8; 4]>,
}

impl Shades {
    fn new(color: Color, most: i32) -> Shades {
        Shades { middle: most, shades: (-most..=most).map(|by| shade(color, by)).collect() }
    }

    /// The color, lighter by some steps.
    #[inline]
    pub(super) fn at(&self, by: i32) -> [u8; 4] {
        let at = (by + self.middle).clamp(0, 2 * self.middle);
        self.shades[at as usize]
    }
}

/// A color that is lighter by some steps.
fn shade(Color(r, g, b): Color, by: i32) -> [u8; 4] {
    let channel = |channel: u8| (i32::from(channel) + by).clamp(0, 255) as u8;
    [channel(r), channel(g), channel(b), 255]
}

/// How many colors the ramp of water has.
pub(super) const WATERS: i32 = 5 * 256;
#[derive(Clone, Debug)]
pub(super) struct Paints {
    /// By rank. That of floor is for what was built.
    pub(super) grounds: [Shades; rank::COUNT],
    pub(super) cave: Shades,
    /// From the shore to the deep.
    pub(super) water: Vec<[u8; 4]>,
    /// From the border of rock inwards, in 256ths; each in eight shades from the darkest.
    rock: Vec<[[u8; 4]; 8]>,
    /// Stones by their tone, which is -8 to 7.
    pub(super) stone: Shades,
    /// A wall that lights up the edge of thin walls.
    pub(super) edge: [u8; 4],
}

impl Paints {
    pub(super) fn new(theme: &Theme) -> Paints {
        // Two noises of an eighth and the tone of flagstones.
        let most = 5 * i32::from(theme.grain) + 1;
        let ground = |color| Shades::new(color, most);
        let rock = |part| {
            let color = mix(theme.rock, theme.rock_far, part, 256);
            [-4, -3, -2, -1, 0, 1, 2, 3].map(|by| shade(color, by))
        };
        Paints {
            grounds: [theme.water[1], theme.sand, theme.floor, theme.gravel, theme.grass, theme.road, theme.chasm()]
                .map(ground),
            cave: ground(theme.cave),
            water: (0..WATERS).map(|level| opaque(water(theme, level as u32))).collect(),
            rock: (0..=256).map(rock).collect(),
            stone: Shades::new(theme.masonry.unwrap_or(theme.rock), 8),
            edge: opaque(if theme.hatch == Hatch::None { theme.rock_far } else { theme.rim }),
        }
    }

    /// Rock so many 256ths of the way to its far color, lighter by -4 to 3 steps.
    #[inline]
    pub(super) fn rock(&self, part: i32, by: i32) -> [u8; 4] {
        self.rock[part.clamp(0, 256) as usize][(by + 4) as usize & 7]
    }
}

/// Bands with short transitions: depths rather than a blur.
fn water(theme: &Theme, level: u32) -> Color {
    let (band, part) = ((level / 256) as usize, ((level % 256).saturating_sub(96) * 4).min(256));
    match theme.contour {
        Some(line) if 0 < part && part < 256 => line,
        _ => mix(theme.water[band.min(5)], theme.water[(band + 1).min(5)], part, 256),
    }
}
