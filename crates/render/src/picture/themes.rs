//! The themes that come with Mapwright: a row for each field, a column for each theme, in the order of `THEMES`.

use mapwright_core::Color;

use super::theme::{Hatch, IconInk, Theme};

/// The color of three bytes.
const fn c(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color(r, g, b)
}

/// The color in a column.
const fn row(colors: [u32; 5], nth: usize) -> Color {
    c(colors[nth])
}

/// No color, in a row where a theme may have none.
const NONE: u32 = u32::MAX;

const fn optional(colors: [u32; 5], nth: usize) -> Option<Color> {
    if colors[nth] == NONE { None } else { Some(c(colors[nth])) }
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

/// The theme in a column, 0 to 4.
pub(super) const fn column(nth: usize) -> Theme {
    Theme {
        paper: row([0xf6_f1_e5, 0xf3_e8_cf, 0x0d_0e_15, 0x17_40_7c, 0xff_ff_ff], nth),
        ink: row([0x2b_2f_40, 0x33_26_1a, 0xe9_df_c8, 0xea_f3_ff, 0x00_00_00], nth),
        muted: row([0x8a_85_77, 0x8b_76_57, 0x8a_86_a0, 0x9d_bd_e6, 0x66_66_66], nth),
        title: row([0x2b_2f_40, 0x33_26_1a, 0xf0_d9_a0, 0xff_ff_ff, 0x00_00_00], nth),
        floor: row([0xf0_e8_d8, 0xff_fa_f0, 0xa8_9a_86, 0x23_55_a0, 0xff_ff_ff], nth),
        cave: row([0xeb_e0_ca, 0xff_fa_f0, 0x9c_8d_78, 0x23_55_a0, 0xff_ff_ff], nth),
        joint: optional([0xdf_d3_bd, NONE, 0x85_7a_6c, NONE, NONE], nth),
        grain: [4, 0, 8, 0, 0][nth],
        gravel: row([0xd9_cb_b0, 0xf3_ea_d6, 0x8c_80_72, 0x2a_5c_a6, 0xff_ff_ff], nth),
        sand: row([0xef_dc_ab, 0xf9_ef_d6, 0xb3_9c_72, 0x2a_5c_a6, 0xff_ff_ff], nth),
        grass: row([0xb3_cd_85, 0xed_f0_d4, 0x7d_9a_5c, 0x27_59_9f, 0xff_ff_ff], nth),
        grass_dark: row([0x8f_b2_68, 0xa9_ad_79, 0x5c_7a_46, 0x5f_8e_cb, 0x9a_9a_9a], nth),
        road: row([0xdc_c8_a0, 0xf1_e4_c4, 0x98_84_5f, 0x2f_63_ae, 0xf2_f2_f2], nth),
        road_rim: row([0xbf_a8_78, 0xb3_9a_6c, 0x6f_60_48, 0x8f_b6_e8, 0x9a_9a_9a], nth),
        water: [
            row([0xbf_e3_e0, 0xe4_eb_e2, 0x6f_b0_b4, 0x1d_4c_92, 0xff_ff_ff], nth),
            row([0x93_cf_d8, 0xd6_e2_dd, 0x4f_93_a4, 0x1b_48_8c, 0xff_ff_ff], nth),
            row([0x67_b3_cd, 0xc6_d8_d6, 0x38_76_9a, 0x19_44_85, 0xf4_f4_f4], nth),
            row([0x4a_97_bd, 0xb8_ce_d0, 0x2b_5f_8a, 0x17_40_7c, 0xf4_f4_f4], nth),
            row([0x39_7d_ab, 0xac_c5_ca, 0x23_4d_78, 0x16_3c_75, 0xec_ec_ec], nth),
            row([0x2f_6a_99, 0xa3_be_c5, 0x1d_40_68, 0x15_39_6f, 0xec_ec_ec], nth),
        ],
        foam: row([0xf4_fb_f4, 0x5d_6f_74, 0xbf_e0_dc, 0xa8_c8_f0, 0x77_77_77], nth),
        wave: optional([0xff_ff_ff, 0x5d_6f_74, 0xa9_d3_e0, 0x6f_9a_d6, NONE], nth),
        contour: optional([NONE, 0x8f_a5_a8, NONE, 0x4d_7c_c0, 0xaa_aa_aa], nth),
        grid: optional([NONE, 0xdc_cf_b4, NONE, 0x37_67_b3, 0xd8_d8_d8], nth),
        dashed: [false, true, false, false, false][nth],
        rock: row([0x61_6a_86, 0xf3_e8_cf, 0x5a_55_68, 0x17_40_7c, 0xff_ff_ff], nth),
        rock_far: row([0x7a_83_a0, 0xf3_e8_cf, 0x14_14_1d, 0x17_40_7c, 0xff_ff_ff], nth),
        rim: row([0x2c_31_45, 0x33_26_1a, 0x0b_0b_11, 0xf2_f8_ff, 0x00_00_00], nth),
        rim_width: [18, 26, 16, 20, 22][nth],
        masonry: optional([0xb3_ad_b1, NONE, 0x6d_68_78, NONE, NONE], nth),
        hatch: [Hatch::None, Hatch::Dyson, Hatch::None, Hatch::None, Hatch::Lines][nth],
        hatch_tint: row([0xf6_f1_e5, 0xe4_d5_b5, 0x0d_0e_15, 0x17_40_7c, 0xff_ff_ff], nth),
        shade: row([0x3a_35_50, 0x5b_46_30, 0x0c_0a_18, 0x3a_35_50, 0x3a_35_50], nth),
        ao: [92, 54, 150, 0, 0][nth],
        cast: [(9, 12), (12, 15), (9, 12), (0, 0), (0, 0)][nth],
        light: [false, false, true, false, false][nth],
        tree: row([0x6f_9e_58, 0xdf_e3_bd, 0x5f_8a_52, 0x27_59_9f, 0xff_ff_ff], nth),
        tree_dark: row([0x3f_6a_48, 0xb9_bf_8b, 0x35_58_3f, 0x27_59_9f, 0xff_ff_ff], nth),
        tree_light: row([0x9c_c0_6f, 0xef_f1_d6, 0x86_ab_62, 0x27_59_9f, 0xff_ff_ff], nth),
        tree_ink: row([0x2f_51_40, 0x4a_44_28, 0x1d_33_28, 0xb9_d4_f5, 0x33_33_33], nth),
        wood: row([0xb9_80_3f, 0xd9_b2_7c, 0xb0_7a_3e, 0x2f_63_ae, 0xff_ff_ff], nth),
        wood_dark: row([0x6b_44_24, 0x5a_40_23, 0x6b_44_24, 0xd5_e6_ff, 0x00_00_00], nth),
        stone: row([0xcb_c3_b6, 0xef_e6_d2, 0xa5_9d_98, 0x2f_63_ae, 0xff_ff_ff], nth),
        stone_dark: row([0x8d_87_98, 0x8d_7c_60, 0x5e_58_6a, 0xd5_e6_ff, 0x00_00_00], nth),
        glass: row([0xa9_d7_e6, 0xdb_e8_e6, 0xa9_d7_e6, 0x9c_c4_f2, 0xdd_dd_dd], nth),
        halo: row([0xff_fd_f6, 0xff_fa_f0, 0x0d_0e_15, 0x23_55_a0, 0xff_ff_ff], nth),
        icon_ink: row([0x2b_24_38, 0x33_26_1a, 0x0d_0b_14, 0xf2_f8_ff, 0x00_00_00], nth),
        icons: [IconInk::Color, IconInk::Color, IconInk::Color, IconInk::Line, IconInk::Line][nth],
        start: c(0x2f_9e_5b),
        exit: c(0xd9_47_2f),
        gold: c(0xf0_b4_29),
        locks: all([0xd9_9a_00, 0x2f_7e_d8, 0xc2_36_5e, 0x2f_9a_62, 0x7d_4f_c0, 0xd0_66_20, 0x1b_8a_99, 0x7a_5a_3a]),
        names: all([0x8e_4f_c6, 0xc4_56_1e, 0x1f_86_8e, 0xb5_3d_7c, 0x5c_7a_1f, 0x4a_5f_c8, 0x9a_5b_3c, 0x6b_6f_7e]),
        portals: all([0x1a_9c_b0, 0xd9_48_9c, 0xb8_8a_00, 0x6a_5a_d0, 0x4a_9a_3a, 0xc0_5a_30]),
        one_way: c(0x3d_46_5e),
        far: c(0xc4_55_2d),
        changed: c(0xe8_6a_17),
        board: row([0xfd_fb_f5, 0xff_fa_f0, 0x1c_1d_28, 0x23_55_a0, 0xff_ff_ff], nth),
        dry: row([0xa9_b2_c0, 0xa9_b2_c0, 0x6f_76_85, 0xa9_b2_c0, 0xa9_b2_c0], nth),
        wet: c(0x2f_7e_d8),
        ring: c(0xe2_5b_2b),
        dry_ring: c(0xee_b8_8f),
        source: c(0xf4_c4_30),
        sides: [
            row([0xf3_ea_d3, 0xf3_ea_d3, 0x3a_35_2c, 0xf3_ea_d3, 0xf3_ea_d3], nth),
            c(0x2f_6d_7e),
            c(0xe3_9a_3b),
            c(0xc4_4d_3e),
        ],
        corners: all([0x4a_90_bf, 0x8f_bf_6a, 0xea_d6_a4, 0x8b_7f_9e]),
        regions: all([
            0xf6_c6_b8, 0xb9_dc_e8, 0xdf_e7_a8, 0xd5_c3_ea, 0xfa_dc_9d, 0xb5_e0_c4, 0xf3_bf_d6, 0xc3_cd_f2, 0xe7_d3_bb,
            0xa9_d9_d4, 0xf7_ea_b3, 0xcf_d8_c2,
        ]),
    }
}
