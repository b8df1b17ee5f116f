//! The shapes of icons, on a square of 64 units.
//!
//! Shapes are painted in their order, `D x y r` a disc, `L x y x y r` a line with round ends, `P x y …` a polygon. The
//! letter before each says which [`Role`] gives its color.

use mapwright_core::Color;

use super::names::line;
use super::{Icon, Inks};

impl Icon {
    /// The drawing.
    pub(super) fn drawing(self) -> &'static str {
        line(self).1
    }

    /// The shapes, in the order in which they are painted.
    pub(crate) fn shapes(self) -> impl Iterator<Item = IconPart> {
        self.drawing().split('|').filter_map(IconPart::read)
    }
}

/// A part of an icon in one color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IconPart {
    pub(crate) role: Role,
    pub(crate) form: IconForm,
}

/// On a square of 64 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IconForm {
    Disc {
        middle: (i64, i64),
        radius: i64,
    },
    /// With round ends.
    Line {
        from: (i64, i64),
        to: (i64, i64),
        radius: i64,
    },
    Polygon(Vec<(i64, i64)>),
}

impl IconPart {
    pub(super) fn read(text: &str) -> Option<IconPart> {
        let mut words = text.split_whitespace();
        let (role, form) = (Role::read(words.next()?)?, words.next()?);
        let numbers: Vec<i64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let form = match (form, &numbers[..]) {
            ("D", &[x, y, radius]) => IconForm::Disc { middle: (x, y), radius },
            ("L", &[ax, ay, bx, by, radius]) => IconForm::Line { from: (ax, ay), to: (bx, by), radius },
            ("P", numbers) if numbers.len() % 2 == 0 => {
                IconForm::Polygon(numbers.as_chunks::<2>().0.iter().map(|&[x, y]| (x, y)).collect())
            }
            _ => return None,
        };
        Some(IconPart { role, form })
    }
}

/// What gives a shape its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Own,
    Darker,
    Lighter,
    White,
    Ink,
    Gold,
    Wood,
    DarkWood,
    Stone,
    Skin,
    Paper,
}

impl Role {
    fn read(letter: &str) -> Option<Role> {
        Some(match letter {
            "o" => Role::Own,
            "d" => Role::Darker,
            "l" => Role::Lighter,
            "w" => Role::White,
            "k" => Role::Ink,
            "g" => Role::Gold,
            "b" => Role::Wood,
            "e" => Role::DarkWood,
            "s" => Role::Stone,
            "f" => Role::Skin,
            "h" => Role::Paper,
            _ => return None,
        })
    }

    /// The color, given the icon's own.
    pub(crate) fn color(self, own: Color, inks: &Inks) -> Color {
        use crate::picture::canvas::mix;
        if inks.line {
            return match self {
                Role::Ink | Role::DarkWood | Role::Darker => inks.ink,
                _ => inks.ground,
            };
        }
        match self {
            Role::Own => own,
            Role::Darker => mix(own, Color(0x1b, 0x16, 0x26), 90, 256),
            Role::Lighter => mix(own, Color(0xff, 0xff, 0xff), 110, 256),
            Role::White | Role::Paper => Color(0xff, 0xfa, 0xf0),
            Role::Ink => inks.ink,
            Role::Gold => inks.gold,
            Role::Wood => inks.wood,
            Role::DarkWood => inks.wood_dark,
            Role::Stone => inks.stone,
            Role::Skin => Color(0xf2, 0xcd, 0xa6),
        }
    }
}
