//! The orientations of a rule: its pattern turned and mirrored.

use mapwright_core::{D4, Size};

/// Which orientations of a rule apply. Images that are equal count once.
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

    /// The orientations in order, each made by `orientation`, without those that are equal to an earlier one.
    pub(crate) fn distinct<T: PartialEq>(self, orientation: impl Fn(D4) -> T) -> Vec<T> {
        let (as_is, half, flipped) = (D4::default(), D4::turned(2, false), D4::turned(2, true));
        match self {
            RuleSymmetry::All => D4::distinct(D4::turned_and_mirrored(true, true), orientation),
            RuleSymmetry::None => D4::distinct([as_is], orientation),
            RuleSymmetry::MirrorX => D4::distinct([as_is, D4::MIRROR], orientation),
            RuleSymmetry::MirrorY => D4::distinct([as_is, flipped], orientation),
            RuleSymmetry::Mirrors => D4::distinct([as_is, D4::MIRROR, half, flipped], orientation),
            RuleSymmetry::Turns => D4::distinct(D4::turned_and_mirrored(true, false), orientation),
        }
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
    /// Returns its orientation. A side has at most as many cells as `parse` allows.
    pub(crate) fn image(&self, symmetry: D4) -> Self {
        let own = Size::new(self.w as u16, self.h as u16);
        let size = symmetry.size(own);
        let cell = |at| self.cells[own.index(symmetry.source(at, own)) as usize];
        Picture { w: size.w.into(), h: size.h.into(), cells: size.points().map(cell).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_turned_then_mirrored() {
        let picture = Picture { w: 3, h: 2, cells: "abcdef".chars().collect() };
        let check = |(quarters, is_mirrored), expected: &str| {
            let orientation = picture.image(D4::turned(quarters, is_mirrored));
            let rows: Vec<String> =
                orientation.cells.chunks(orientation.w as usize).map(|row| row.iter().collect()).collect();
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
