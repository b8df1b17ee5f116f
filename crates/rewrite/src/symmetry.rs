//! The images of a rule: its pattern turned and mirrored.

/// How many quarter turns clockwise, then whether left and right change places.
pub(crate) type Turn = (u8, bool);

/// Which images of a rule apply. Images that are equal count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RuleSymmetry {
    /// All eight: four quarter turns, mirrored or not.
    #[default]
    All,
    /// The rule as it is written.
    None,
    /// Left and right may change places.
    MirrorX,
    /// Top and bottom may change places.
    MirrorY,
    /// Both mirrors, hence a half turn too.
    Mirrors,
    /// Four quarter turns, no mirror.
    Turns,
}

impl RuleSymmetry {
    /// Every symmetry.
    pub const ALL: [RuleSymmetry; 6] = [
        RuleSymmetry::All,
        RuleSymmetry::None,
        RuleSymmetry::MirrorX,
        RuleSymmetry::MirrorY,
        RuleSymmetry::Mirrors,
        RuleSymmetry::Turns,
    ];

    /// The images in order, each made by `image`, without those that are equal to an earlier one.
    pub(crate) fn distinct<T: PartialEq>(self, image: impl Fn(Turn) -> T) -> Vec<T> {
        let turns: &[Turn] = match self {
            RuleSymmetry::All => {
                &[(0, false), (0, true), (1, false), (1, true), (2, false), (2, true), (3, false), (3, true)]
            }
            RuleSymmetry::None => &[(0, false)],
            RuleSymmetry::MirrorX => &[(0, false), (0, true)],
            RuleSymmetry::MirrorY => &[(0, false), (2, true)],
            RuleSymmetry::Mirrors => &[(0, false), (0, true), (2, false), (2, true)],
            RuleSymmetry::Turns => &[(0, false), (1, false), (2, false), (3, false)],
        };
        turns.iter().fold(Vec::new(), |mut images, &turn| {
            let image = image(turn);
            if !images.contains(&image) {
                images.push(image);
            }
            images
        })
    }
}

/// A small picture, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture<T> {
    pub(crate) w: u32,
    pub(crate) h: u32,
    pub(crate) cells: Vec<T>,
}

impl<T: Copy> Picture<T> {
    /// The picture after some quarter turns clockwise and perhaps a mirror.
    pub(crate) fn image(&self, (turns, mirrored): Turn) -> Self {
        let turned = (0..turns).fold(self.clone(), |picture, _| picture.turned());
        if mirrored { turned.mirrored() } else { turned }
    }

    fn turned(&self) -> Self {
        let cell = |x: u32, y: u32| self.cells[((self.h - 1 - x) * self.w + y) as usize];
        let cells = (0..self.w).flat_map(|y| (0..self.h).map(move |x| (x, y))).map(|(x, y)| cell(x, y)).collect();
        Picture { w: self.h, h: self.w, cells }
    }

    fn mirrored(&self) -> Self {
        let rows = self.cells.chunks(self.w as usize);
        Picture { w: self.w, h: self.h, cells: rows.flat_map(|row| row.iter().rev().copied()).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_turned_then_mirrored() {
        let picture = Picture { w: 3, h: 2, cells: "abcdef".chars().collect() };
        let check = |image, expected: &str| {
            let image = picture.image(image);
            let rows: Vec<String> = image.cells.chunks(image.w as usize).map(|row| row.iter().collect()).collect();
            assert_eq!(rows.join("/"), expected);
        };
        check((0, false), "abc/def");
        check((0, true), "cba/fed");
        check((1, false), "da/eb/fc");
        check((2, false), "fed/cba");
        check((2, true), "def/abc");
        check((3, false), "cf/be/ad");
        check((3, true), "fc/eb/da");
    }
}
