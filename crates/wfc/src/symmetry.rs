//! The eight symmetries of a square.

use mapwright_core::params::{Described, Schema};
use mapwright_core::{D4, params};

/// Which rotations and reflections of each pattern count as patterns too. The pattern itself always does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Image>", into = "Vec<Image>"))]
pub struct Symmetries(u8);

/// An image of a square, or a group of images, by name.
#[params]
pub enum Image {
    /// A quarter turn clockwise.
    #[serde(rename = "turn-90")]
    Turn90,
    /// A half turn.
    #[serde(rename = "turn-180")]
    Turn180,
    /// A quarter turn counter-clockwise.
    #[serde(rename = "turn-270")]
    Turn270,
    /// Left and right swapped.
    MirrorX,
    /// Top and bottom swapped.
    MirrorY,
    /// Mirrored along the diagonal from the top left corner: columns become rows.
    Transpose,
    /// Mirrored along the other diagonal.
    AntiTranspose,
    /// The three rotations.
    Turns,
    /// The two mirror images, and the half turn that both give together.
    Mirrors,
    /// All seven.
    All,
}

/// The seven single images, in the order of their numbers from 1.
const SINGLE: [Image; 7] = [
    Image::Turn90,
    Image::Turn180,
    Image::Turn270,
    Image::MirrorX,
    Image::AntiTranspose,
    Image::MirrorY,
    Image::Transpose,
];

impl Symmetries {
    /// Patterns as they are.
    pub const NONE: Symmetries = Symmetries(1);
    /// All eight images.
    pub const ALL: Symmetries = Symmetries(0xff);

    /// Patterns as they are, and these images of them.
    pub fn of(images: &[Image]) -> Self {
        images.iter().fold(Symmetries::NONE, |set, image| Symmetries(set.0 | image.numbers()))
    }

    /// The images other than the pattern itself.
    pub fn images(self) -> Vec<Image> {
        if self == Symmetries::ALL {
            return vec![Image::All];
        }
        SINGLE.into_iter().filter(|image| self.0 & image.numbers() != 0).collect()
    }

    /// Each image, in the order of their numbers.
    pub(super) fn all(self) -> impl Iterator<Item = D4> {
        (0..8).filter(move |number| self.0 >> number & 1 == 1).map(D4::new)
    }
}

impl Default for Symmetries {
    fn default() -> Self {
        Symmetries::ALL
    }
}

impl Described for Symmetries {
    fn schema() -> Schema {
        Vec::<Image>::schema()
    }
}

impl From<Vec<Image>> for Symmetries {
    fn from(images: Vec<Image>) -> Self {
        Symmetries::of(&images)
    }
}

impl From<Symmetries> for Vec<Image> {
    fn from(symmetries: Symmetries) -> Self {
        symmetries.images()
    }
}

impl Image {
    fn numbers(self) -> u8 {
        match self {
            Image::Turn90 => 1 << 1,
            Image::Turn180 => 1 << 2,
            Image::Turn270 => 1 << 3,
            Image::MirrorX => 1 << 4,
            Image::AntiTranspose => 1 << 5,
            Image::MirrorY => 1 << 6,
            Image::Transpose => 1 << 7,
            Image::Turns => 0b1110,
            Image::Mirrors => 1 << 2 | 1 << 4 | 1 << 6,
            Image::All => 0xff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Grid, Size};

    #[test]
    fn each_image_is_what_its_name_says() {
        let square = |text: &str| text.chars().filter(|c| *c != '/').collect::<Vec<_>>();
        let grid = Grid::from_vec(Size::new(3, 3), square("abc/def/ghi")).unwrap();
        let check = |image: Image, expected: &str| {
            let symmetry = Symmetries::of(&[image]).all().nth(1).unwrap();
            assert_eq!(symmetry.grid(&grid).as_slice(), square(expected), "{image:?}");
        };
        check(Image::Turn90, "gda/heb/ifc");
        check(Image::Turn180, "ihg/fed/cba");
        check(Image::Turn270, "cfi/beh/adg");
        check(Image::MirrorX, "cba/fed/ihg");
        check(Image::MirrorY, "ghi/def/abc");
        check(Image::Transpose, "adg/beh/cfi");
        check(Image::AntiTranspose, "ifc/heb/gda");
    }

    #[test]
    fn sets_of_images_round_trip() {
        for bits in 0..=u8::MAX {
            let set = Symmetries(bits | 1);
            assert_eq!(Symmetries::from(Vec::from(set)), set);
            assert_eq!(set.all().count() as u32, (bits | 1).count_ones());
        }
        assert_eq!(Symmetries::of(&[Image::Turns, Image::MirrorX]).images().len(), 4);
        assert_eq!(Symmetries::of(&[Image::Mirrors]).images(), [Image::Turn180, Image::MirrorX, Image::MirrorY]);
    }
}
