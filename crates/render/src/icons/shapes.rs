//! The shapes of icons: text, one line an icon, on a square of 64 units.
//!
//! Shapes are painted in their order, `D x y r` a disc, `L x y x y r` a line with round ends, `P x y …` a polygon. The
//! letter before each says which [`Role`] gives its color.

use mapwright_core::Color;

use super::{Icon, Inks};

impl Icon {
    /// The drawing.
    pub(super) const fn drawing(self) -> &'static str {
        match self {
            Icon::Start => "b L 17 8 17 58 3|o P 19 7 58 18 19 32|l P 19 7 40 13 19 19|b D 17 58 5",
            Icon::Exit => {
                "s P 6 6 58 6 58 58 6 58|k P 12 12 52 12 52 54 12 54|w P 12 10 52 10 52 20 12 20|\
                 o P 12 22 46 22 46 31 12 31|d P 12 33 40 33 40 41 12 41|k P 12 43 34 43 34 50 12 50"
            }
            Icon::Stairs => "s P 8 56 8 44 20 44 20 32 32 32 32 20 44 20 44 8 56 8 56 56",
            Icon::Key => "o D 20 20 15|h D 19 19 6|o L 30 30 54 54 4|o L 46 46 53 39 3|o L 54 54 60 47 3",
            Icon::Padlock => {
                "s L 18 32 18 19 3|s L 46 32 46 19 3|s L 18 19 26 9 3|s L 46 19 38 9 3|s L 26 9 38 9 3|\
                 o P 11 28 53 28 53 58 11 58|l P 11 28 53 28 53 34 11 34|k D 32 41 5|k P 30 41 34 41 36 52 28 52"
            }
            Icon::Tag => {
                "s L 17 28 17 17 3|s L 47 28 47 17 3|s L 17 17 25 7 3|s L 47 17 39 7 3|s L 25 7 39 7 3|\
                 o P 7 24 57 24 57 60 7 60"
            }
            Icon::Door => {
                "b P 4 22 60 22 60 42 4 42|w P 4 22 60 22 60 25 4 25|e P 30 22 34 22 34 42 30 42|\
                 k P 0 17 8 17 8 47 0 47|k P 56 17 64 17 64 47 56 47"
            }
            Icon::OneWay => {
                "s P 4 22 60 22 60 42 4 42|k P 0 17 8 17 8 47 0 47|k P 56 17 64 17 64 47 56 47|\
                 h P 32 8 50 40 14 40|k P 32 13 46 38 18 38"
            }
            Icon::Chest => {
                "b P 6 30 58 30 58 54 6 54|b P 6 30 10 14 54 14 58 30|e P 6 29 58 29 58 34 6 34|\
                 g P 27 25 37 25 37 40 27 40|k D 32 33 3"
            }
            Icon::Gold => "g D 22 42 14|g D 43 45 12|g D 33 22 14|w D 30 18 4|w D 19 38 4|w D 40 41 3",
            Icon::Monster => {
                "o P 12 30 4 6 26 18|o P 52 30 60 6 38 18|o D 32 36 21|l D 26 27 6|w D 23 35 6|w D 41 35 6|k D 24 36 3|\
                 k D 40 36 3|k P 20 46 44 46 41 52 23 52|w P 24 46 29 46 26 50|w P 35 46 40 46 38 50"
            }
            Icon::Bat => {
                "o P 32 34 24 24 14 12 3 16 1 42 10 36 17 44 24 42 32 54 40 42 47 44 54 36 63 42 61 16 50 12 40 24|\
                 o D 32 32 11|o P 22 28 23 12 32 22|o P 42 28 41 12 32 22|w D 28 30 4|w D 36 30 4|k D 29 31 2|k D 35 31 2"
            }
            Icon::Rat => {
                "o L 56 46 61 34 2|o L 61 34 56 22 2|o D 41 40 17|o P 4 46 22 26 34 54|o D 24 26 8|l D 24 26 4|k D 17 39 3|\
                 k D 6 45 3|d L 24 57 50 57 2"
            }
            Icon::Skeleton => {
                "w D 32 26 20|w P 20 40 44 40 42 56 22 56|k D 24 28 6|k D 40 28 6|k P 32 34 28 41 36 41|k L 28 48 28 56 1|\
                 k L 36 48 36 56 1"
            }
            Icon::Boss => {
                "w D 32 36 18|w P 22 46 42 46 40 60 24 60|k D 25 37 5|k D 39 37 5|k P 32 42 29 48 35 48|\
                 g P 12 24 10 4 22 14 32 2 42 14 54 4 52 24|o D 32 15 4"
            }
            Icon::Ghost => {
                "o D 32 26 18|o P 14 26 50 26 50 56 42 48 37 58 32 50 27 58 22 48 14 56|l D 24 16 5|k D 26 26 4|k D 38 26 4"
            }
            Icon::Wisp => "o D 32 40 17|o P 16 35 32 4 48 35|l D 32 44 10|w D 32 46 5",
            Icon::Person => {
                "o P 12 58 16 36 26 30 38 30 48 36 52 58|f D 32 19 12|d P 19 18 22 8 32 5 42 8 45 18 38 13 26 13"
            }
            Icon::Potion => {
                "w P 26 10 38 10 38 30 26 30|b P 24 5 40 5 40 13 24 13|o D 32 43 17|l D 26 38 5|d P 17 50 47 50 40 58 24 58"
            }
            Icon::Scroll => {
                "h P 14 12 50 12 50 52 14 52|b L 12 13 52 13 5|b L 12 51 52 51 5|k L 22 25 42 25 2|k L 22 33 42 33 2|\
                 k L 22 41 36 41 2"
            }
            Icon::Book => {
                "o P 6 12 32 18 58 12 58 52 32 58 6 52|h P 12 18 30 22 30 52 12 47|h P 52 18 34 22 34 52 52 47|\
                 o L 17 28 25 30 1|o L 47 28 39 30 1|o L 17 37 25 39 1|o L 47 37 39 39 1"
            }
            Icon::Portal => "o D 32 32 26|d D 32 32 19|l D 32 32 13|w D 32 32 6",
            Icon::Lamp => "h P 25 30 39 30 39 58 25 58|g D 32 20 9|g P 23 18 32 2 41 18|w D 32 22 4|k L 32 30 32 27 2",
            Icon::Lever => "b L 30 46 46 18 4|s P 8 42 56 42 56 58 8 58|o D 48 14 8|l D 46 12 3",
            Icon::Trap => "s P 4 56 15 20 26 56|s P 20 56 32 10 44 56|s P 38 56 49 20 60 56|k P 3 52 61 52 61 59 3 59",
            Icon::Ore => {
                "s P 6 54 12 34 28 28 46 34 58 54|o P 22 40 30 8 40 22 38 42|l P 27 32 30 12 34 30|\
                 o P 40 44 50 22 57 34 50 48|d P 11 46 18 30 25 44"
            }
            Icon::Crown => "g P 8 52 6 18 20 32 32 10 44 32 58 18 56 52|o D 32 42 5|l D 18 44 3|l D 46 44 3",
            Icon::Altar => {
                "s P 14 30 50 30 50 56 14 56|s P 6 18 58 18 58 30 6 30|o P 24 12 40 12 40 46 32 52 24 46|g D 32 28 6"
            }
            Icon::Crate => {
                "b P 8 8 56 8 56 56 8 56|e L 12 12 52 52 3|e L 52 12 12 52 3|e P 8 8 56 8 56 14 8 14|e P 8 50 56 50 56 56 8 56"
            }
            Icon::Barrel => {
                "b P 18 6 46 6 54 32 46 58 18 58 10 32|e P 14 16 50 16 51 22 13 22|e P 13 42 51 42 50 48 14 48"
            }
            Icon::Palm => {
                "b L 30 58 34 30 4|o L 34 28 12 24 4|o L 34 28 56 22 4|o L 34 28 20 8 4|o L 34 28 48 8 4|o L 34 28 14 40 3|\
                 o L 34 28 54 38 3|l D 34 27 4"
            }
            Icon::Bee => {
                "h D 22 22 11|h D 42 20 11|g D 34 40 17|k L 27 27 24 52 3|k L 37 25 37 56 3|k D 16 38 6|w D 14 37 2"
            }
            Icon::Egg => "h D 32 38 19|h D 32 28 15|o D 26 36 4|o D 38 42 4|o D 34 26 3",
            Icon::Source => "o D 32 32 22|l D 25 25 6",
            Icon::Gem => "o P 20 8 44 8 58 24 32 58 6 24|l P 20 8 44 8 38 24 26 24|d P 26 24 38 24 32 58",
        }
    }

    /// The shapes, in the order in which they are painted.
    pub(crate) fn shapes(self) -> impl Iterator<Item = Shape> {
        self.drawing().split('|').filter_map(Shape::read)
    }
}

/// A part of an icon in one color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) role: Role,
    pub(crate) form: Form,
}

/// On a square of 64 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
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

impl Shape {
    fn read(text: &str) -> Option<Shape> {
        let mut words = text.split_whitespace();
        let (role, form) = (Role::read(words.next()?)?, words.next()?);
        let numbers: Vec<i64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let form = match (form, &numbers[..]) {
            ("D", &[x, y, radius]) => Form::Disc { middle: (x, y), radius },
            ("L", &[ax, ay, bx, by, radius]) => Form::Line { from: (ax, ay), to: (bx, by), radius },
            ("P", numbers) if numbers.len() % 2 == 0 => {
                Form::Polygon(numbers.as_chunks::<2>().0.iter().map(|&[x, y]| (x, y)).collect())
            }
            _ => return None,
        };
        Some(Shape { role, form })
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
