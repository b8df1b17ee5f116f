//! Themes: every color of a picture, and the few choices that make one picture printed and another painted.

use mapwright_core::Color;

use super::canvas::mix;

/// The color of three bytes.
const fn c(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color(r, g, b)
}

/// The colors of several numbers of three bytes.
const fn all<const N: usize>(numbers: [u32; N]) -> [Color; N] {
    let mut colors = [Color(0, 0, 0); N];
    let mut i = 0;
    while i < N {
        colors[i] = c(numbers[i]);
        i += 1;
    }
    colors
}

/// What rock is drawn with, besides its color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Hatch {
    /// Nothing.
    #[default]
    None,
    /// Bundles of strokes around the open ground, as Dyson Logos draws dungeons by hand.
    Dyson,
    /// Slanting lines in a narrow band around the open ground.
    Lines,
}

/// How icons are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum IconInk {
    /// In color, with a rim and a halo.
    #[default]
    Color,
    /// As outlines.
    Line,
}

/// A theme is the colors of a picture, and a few numbers. [`theme()`] has those that come with Mapwright; your own begins
/// with one of them:
///
/// ```
/// use mapwright_core::Color;
/// use mapwright_render::{Style, Theme, theme};
///
/// let night = theme("dark").unwrap_or_default().with(|theme| theme.paper = Color(0, 0, 0));
/// let style = Style { theme: night, ..Style::default() };
/// assert_ne!(style.theme, Theme::default());
/// ```
///
/// With the feature `serde`, a theme can also be read from JSON: see `Theme::from_json`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Theme {
    /// What a picture is drawn on.
    pub paper: Color,
    /// Letters, frames, outlines.
    pub ink: Color,
    /// Letters of less weight.
    pub muted: Color,
    /// Titles.
    pub title: Color,
    /// Floor that people laid.
    pub floor: Color,
    /// Floor of caves.
    pub cave: Color,
    /// The joints between flagstones, if the floor has any.
    pub joint: Option<Color>,
    /// How much the colors of grounds and rock vary: 4 is a little, 0 is not at all.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::theme_file::byte"))]
    pub grain: u8,
    /// Gravel.
    pub gravel: Color,
    /// Sand.
    pub sand: Color,
    /// Grass.
    pub grass: Color,
    /// The rim of grass, and its blades.
    pub grass_dark: Color,
    /// Roads.
    pub road: Color,
    /// The rim of roads.
    pub road_rim: Color,
    /// Water, from the shore to the deep.
    pub water: [Color; 6],
    /// The line of foam along the shore.
    pub foam: Color,
    /// Ripples on deep water, if it has any.
    pub wave: Option<Color>,
    /// Lines between the bands of water, if there are any.
    pub contour: Option<Color>,
    /// The grid on dry ground, if it has one.
    pub grid: Option<Color>,
    /// Whether the grid is dashed.
    pub dashed: bool,
    /// Rock beside open ground.
    pub rock: Color,
    /// Rock far from open ground.
    pub rock_far: Color,
    /// The edge of rock, and the strokes in it.
    pub rim: Color,
    /// How wide the edge is, in 256ths of a cell.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::theme_file::byte"))]
    pub rim_width: u8,
    /// The stones of built walls, if walls show them.
    pub masonry: Option<Color>,
    /// What rock is drawn with.
    pub hatch: Hatch,
    /// Below the strokes of [`Hatch::Dyson`].
    pub hatch_tint: Color,
    /// The color of shadows.
    pub shade: Color,
    /// How dark it is along rock, 0 to 255; 0 for no shadows at all.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::theme_file::byte"))]
    pub ao: u8,
    /// How far rock casts its shadow to the east and to the south, in 64ths of a cell; a cell at
    /// most.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::theme_file::bytes"))]
    pub cast: (u8, u8),
    /// Whether the picture is lit by what shines on the map; the rest lies in the dark.
    pub light: bool,
    /// Trees.
    pub tree: Color,
    /// The dark half of crowns.
    pub tree_dark: Color,
    /// The light on crowns.
    pub tree_light: Color,
    /// The outline of woods.
    pub tree_ink: Color,
    /// Doors and bridges.
    pub wood: Color,
    /// The grain and the rails of what is made of wood.
    pub wood_dark: Color,
    /// Pillars, and doors of stone.
    pub stone: Color,
    /// The dark side of stone.
    pub stone_dark: Color,
    /// Windows.
    pub glass: Color,
    /// Around icons.
    pub halo: Color,
    /// The outline of icons.
    pub icon_ink: Color,
    /// How icons are drawn.
    pub icons: IconInk,
    /// The start.
    pub start: Color,
    /// The exit.
    pub exit: Color,
    /// Gold.
    pub gold: Color,
    /// Locks and their keys, cyclically by number.
    pub locks: [Color; 8],
    /// Spawns without a color of their own, cyclically by name.
    pub names: [Color; 8],
    /// Pairs of portals, cyclically.
    pub portals: [Color; 6],
    /// One-way doors and joins.
    pub one_way: Color,
    /// Tinted floor far from the start.
    pub far: Color,
    /// The outline of cells that a stage changed.
    pub changed: Color,
    /// Behind pipes.
    pub board: Color,
    /// Dry pipes.
    pub dry: Color,
    /// Wet pipes.
    pub wet: Color,
    /// Wet pipes on a ring.
    pub ring: Color,
    /// Dry pipes on a ring.
    pub dry_ring: Color,
    /// The source.
    pub source: Color,
    /// The colors 0 to 3 of sides.
    pub sides: [Color; 4],
    /// The colors 0 to 3 of corners.
    pub corners: [Color; 4],
    /// Regions, cyclically.
    pub regions: [Color; 12],
}

const ATLAS: Theme = Theme {
    paper: c(0xf6_f1_e5),
    ink: c(0x2b_2f_40),
    muted: c(0x8a_85_77),
    title: c(0x2b_2f_40),
    floor: c(0xf0_e8_d8),
    cave: c(0xeb_e0_ca),
    joint: Some(c(0xdf_d3_bd)),
    grain: 4,
    gravel: c(0xd9_cb_b0),
    sand: c(0xef_dc_ab),
    grass: c(0xb3_cd_85),
    grass_dark: c(0x8f_b2_68),
    road: c(0xdc_c8_a0),
    road_rim: c(0xbf_a8_78),
    water: all([0xbf_e3_e0, 0x93_cf_d8, 0x67_b3_cd, 0x4a_97_bd, 0x39_7d_ab, 0x2f_6a_99]),
    foam: c(0xf4_fb_f4),
    wave: Some(c(0xff_ff_ff)),
    contour: None,
    grid: None,
    dashed: false,
    rock: c(0x61_6a_86),
    rock_far: c(0x7a_83_a0),
    rim: c(0x2c_31_45),
    rim_width: 18,
    masonry: Some(c(0xb3_ad_b1)),
    hatch: Hatch::None,
    hatch_tint: c(0xf6_f1_e5),
    shade: c(0x3a_35_50),
    ao: 92,
    cast: (9, 12),
    light: false,
    tree: c(0x6f_9e_58),
    tree_dark: c(0x3f_6a_48),
    tree_light: c(0x9c_c0_6f),
    tree_ink: c(0x2f_51_40),
    wood: c(0xb9_80_3f),
    wood_dark: c(0x6b_44_24),
    stone: c(0xcb_c3_b6),
    stone_dark: c(0x8d_87_98),
    glass: c(0xa9_d7_e6),
    halo: c(0xff_fd_f6),
    icon_ink: c(0x2b_24_38),
    icons: IconInk::Color,
    start: c(0x2f_9e_5b),
    exit: c(0xd9_47_2f),
    gold: c(0xf0_b4_29),
    locks: all([0xd9_9a_00, 0x2f_7e_d8, 0xc2_36_5e, 0x2f_9a_62, 0x7d_4f_c0, 0xd0_66_20, 0x1b_8a_99, 0x7a_5a_3a]),
    names: all([0x8e_4f_c6, 0xc4_56_1e, 0x1f_86_8e, 0xb5_3d_7c, 0x5c_7a_1f, 0x4a_5f_c8, 0x9a_5b_3c, 0x6b_6f_7e]),
    portals: all([0x1a_9c_b0, 0xd9_48_9c, 0xb8_8a_00, 0x6a_5a_d0, 0x4a_9a_3a, 0xc0_5a_30]),
    one_way: c(0x3d_46_5e),
    far: c(0xc4_55_2d),
    changed: c(0xe8_6a_17),
    board: c(0xfd_fb_f5),
    dry: c(0xa9_b2_c0),
    wet: c(0x2f_7e_d8),
    ring: c(0xe2_5b_2b),
    dry_ring: c(0xee_b8_8f),
    source: c(0xf4_c4_30),
    sides: all([0xf3_ea_d3, 0x2f_6d_7e, 0xe3_9a_3b, 0xc4_4d_3e]),
    corners: all([0x4a_90_bf, 0x8f_bf_6a, 0xea_d6_a4, 0x8b_7f_9e]),
    regions: all([
        0xf6_c6_b8, 0xb9_dc_e8, 0xdf_e7_a8, 0xd5_c3_ea, 0xfa_dc_9d, 0xb5_e0_c4, 0xf3_bf_d6, 0xc3_cd_f2, 0xe7_d3_bb,
        0xa9_d9_d4, 0xf7_ea_b3, 0xcf_d8_c2,
    ]),
};

const PARCHMENT: Theme = Theme {
    paper: c(0xf3_e8_cf),
    ink: c(0x33_26_1a),
    muted: c(0x8b_76_57),
    title: c(0x33_26_1a),
    floor: c(0xff_fa_f0),
    cave: c(0xff_fa_f0),
    joint: None,
    grain: 0,
    gravel: c(0xf3_ea_d6),
    sand: c(0xf9_ef_d6),
    grass: c(0xed_f0_d4),
    grass_dark: c(0xa9_ad_79),
    road: c(0xf1_e4_c4),
    road_rim: c(0xb3_9a_6c),
    water: all([0xe4_eb_e2, 0xd6_e2_dd, 0xc6_d8_d6, 0xb8_ce_d0, 0xac_c5_ca, 0xa3_be_c5]),
    foam: c(0x5d_6f_74),
    wave: Some(c(0x5d_6f_74)),
    contour: Some(c(0x8f_a5_a8)),
    grid: Some(c(0xdc_cf_b4)),
    dashed: true,
    rock: c(0xf3_e8_cf),
    rock_far: c(0xf3_e8_cf),
    rim: c(0x33_26_1a),
    rim_width: 26,
    masonry: None,
    hatch: Hatch::Dyson,
    hatch_tint: c(0xe4_d5_b5),
    shade: c(0x5b_46_30),
    ao: 54,
    cast: (12, 15),
    tree: c(0xdf_e3_bd),
    tree_dark: c(0xb9_bf_8b),
    tree_light: c(0xef_f1_d6),
    tree_ink: c(0x4a_44_28),
    wood: c(0xd9_b2_7c),
    wood_dark: c(0x5a_40_23),
    stone: c(0xef_e6_d2),
    stone_dark: c(0x8d_7c_60),
    glass: c(0xdb_e8_e6),
    halo: c(0xff_fa_f0),
    icon_ink: c(0x33_26_1a),
    board: c(0xff_fa_f0),
    ..ATLAS
};

const DARK: Theme = Theme {
    paper: c(0x0d_0e_15),
    ink: c(0xe9_df_c8),
    muted: c(0x8a_86_a0),
    title: c(0xf0_d9_a0),
    floor: c(0xa8_9a_86),
    cave: c(0x9c_8d_78),
    joint: Some(c(0x85_7a_6c)),
    grain: 8,
    gravel: c(0x8c_80_72),
    sand: c(0xb3_9c_72),
    grass: c(0x7d_9a_5c),
    grass_dark: c(0x5c_7a_46),
    road: c(0x98_84_5f),
    road_rim: c(0x6f_60_48),
    water: all([0x6f_b0_b4, 0x4f_93_a4, 0x38_76_9a, 0x2b_5f_8a, 0x23_4d_78, 0x1d_40_68]),
    foam: c(0xbf_e0_dc),
    wave: Some(c(0xa9_d3_e0)),
    rock: c(0x5a_55_68),
    rock_far: c(0x14_14_1d),
    rim: c(0x0b_0b_11),
    rim_width: 16,
    masonry: Some(c(0x6d_68_78)),
    hatch_tint: c(0x0d_0e_15),
    shade: c(0x0c_0a_18),
    ao: 150,
    light: true,
    tree: c(0x5f_8a_52),
    tree_dark: c(0x35_58_3f),
    tree_light: c(0x86_ab_62),
    tree_ink: c(0x1d_33_28),
    wood: c(0xb0_7a_3e),
    stone: c(0xa5_9d_98),
    stone_dark: c(0x5e_58_6a),
    halo: c(0x0d_0e_15),
    icon_ink: c(0x0d_0b_14),
    board: c(0x1c_1d_28),
    dry: c(0x6f_76_85),
    sides: all([0x3a_35_2c, 0x2f_6d_7e, 0xe3_9a_3b, 0xc4_4d_3e]),
    ..ATLAS
};

const BLUEPRINT: Theme = Theme {
    paper: c(0x17_40_7c),
    ink: c(0xea_f3_ff),
    muted: c(0x9d_bd_e6),
    title: c(0xff_ff_ff),
    floor: c(0x23_55_a0),
    cave: c(0x23_55_a0),
    joint: None,
    grain: 0,
    gravel: c(0x2a_5c_a6),
    sand: c(0x2a_5c_a6),
    grass: c(0x27_59_9f),
    grass_dark: c(0x5f_8e_cb),
    road: c(0x2f_63_ae),
    road_rim: c(0x8f_b6_e8),
    water: all([0x1d_4c_92, 0x1b_48_8c, 0x19_44_85, 0x17_40_7c, 0x16_3c_75, 0x15_39_6f]),
    foam: c(0xa8_c8_f0),
    wave: Some(c(0x6f_9a_d6)),
    contour: Some(c(0x4d_7c_c0)),
    grid: Some(c(0x37_67_b3)),
    rock: c(0x17_40_7c),
    rock_far: c(0x17_40_7c),
    rim: c(0xf2_f8_ff),
    rim_width: 20,
    masonry: None,
    hatch_tint: c(0x17_40_7c),
    ao: 0,
    cast: (0, 0),
    tree: c(0x27_59_9f),
    tree_dark: c(0x27_59_9f),
    tree_light: c(0x27_59_9f),
    tree_ink: c(0xb9_d4_f5),
    wood: c(0x2f_63_ae),
    wood_dark: c(0xd5_e6_ff),
    stone: c(0x2f_63_ae),
    stone_dark: c(0xd5_e6_ff),
    glass: c(0x9c_c4_f2),
    halo: c(0x23_55_a0),
    icon_ink: c(0xf2_f8_ff),
    icons: IconInk::Line,
    board: c(0x23_55_a0),
    ..ATLAS
};

const PRINT: Theme = Theme {
    paper: c(0xff_ff_ff),
    ink: c(0),
    muted: c(0x66_66_66),
    title: c(0),
    floor: c(0xff_ff_ff),
    cave: c(0xff_ff_ff),
    joint: None,
    grain: 0,
    gravel: c(0xff_ff_ff),
    sand: c(0xff_ff_ff),
    grass: c(0xff_ff_ff),
    grass_dark: c(0x9a_9a_9a),
    road: c(0xf2_f2_f2),
    road_rim: c(0x9a_9a_9a),
    water: all([0xff_ff_ff, 0xff_ff_ff, 0xf4_f4_f4, 0xf4_f4_f4, 0xec_ec_ec, 0xec_ec_ec]),
    foam: c(0x77_77_77),
    wave: None,
    contour: Some(c(0xaa_aa_aa)),
    grid: Some(c(0xd8_d8_d8)),
    rock: c(0xff_ff_ff),
    rock_far: c(0xff_ff_ff),
    rim: c(0),
    rim_width: 22,
    masonry: None,
    hatch: Hatch::Lines,
    hatch_tint: c(0xff_ff_ff),
    ao: 0,
    cast: (0, 0),
    tree: c(0xff_ff_ff),
    tree_dark: c(0xff_ff_ff),
    tree_light: c(0xff_ff_ff),
    tree_ink: c(0x33_33_33),
    wood: c(0xff_ff_ff),
    wood_dark: c(0),
    stone: c(0xff_ff_ff),
    stone_dark: c(0),
    glass: c(0xdd_dd_dd),
    halo: c(0xff_ff_ff),
    icon_ink: c(0),
    icons: IconInk::Line,
    board: c(0xff_ff_ff),
    ..ATLAS
};

/// The names of the themes that come with Mapwright, the default first.
pub const THEMES: [&str; 5] = ["atlas", "parchment", "dark", "blueprint", "print"];

/// A theme that comes with Mapwright, by its name: one of [`THEMES`].
pub fn theme(name: &str) -> Option<Theme> {
    Some(match name {
        "atlas" => ATLAS,
        "parchment" => PARCHMENT,
        "dark" => DARK,
        "blueprint" => BLUEPRINT,
        "print" => PRINT,
        _ => return None,
    })
}

impl Default for Theme {
    /// `atlas`: slate rock, bright floors, clear hues.
    fn default() -> Self {
        ATLAS
    }
}

impl Theme {
    /// The theme with some fields changed.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Theme)) -> Theme {
        change(&mut self);
        self
    }

    /// The color of a lock and its key, by their number.
    pub fn lock(&self, number: u8) -> Color {
        self.locks[usize::from(number) % self.locks.len()]
    }

    /// The color of a region by its number; 0 is none.
    pub fn region(&self, number: u32) -> Color {
        let Some(nth) = number.checked_sub(1) else { return mix(self.paper, self.ink, 1, 8) };
        let count = u32::try_from(self.regions.len()).unwrap_or(1);
        // 5 is coprime to 12: consecutive numbers have distant hues.
        let color = self.regions.get((nth * 5 % count) as usize).copied().unwrap_or(self.paper);
        mix(color, self.ink, nth / count % 3, 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colors by WCAG 2.
    fn contrast(a: Color, b: Color) -> f64 {
        let light = |Color(r, g, b): Color| {
            let [r, g, b] = [r, g, b].map(|channel| (f64::from(channel) / 255.0).powf(2.2));
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn letters_can_be_read_on_every_paper() {
        for name in THEMES {
            let theme = theme(name).unwrap();
            for (color, least) in [(theme.ink, 7.0), (theme.title, 7.0), (theme.muted, 3.0)] {
                let contrast = contrast(color, theme.paper);
                assert!(contrast >= least, "{name}: {color:?} has {contrast:.2}");
            }
        }
        assert_eq!((theme("atlas"), theme("Atlas")), (Some(Theme::default()), None));
    }
}
