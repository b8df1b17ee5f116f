//! Where a prefab goes on a map, and what happens to the part that does not fit.

use mapwright_core::{BuildError, BuildErrorKind, Planes, Size, Template, Wrap, params};

use super::stamp::Placed;
use crate::places::{AreaX, AreaY};

/// What to do with a prefab that is larger than the map.
#[params]
pub enum Overflow {
    /// An error says which size is needed.
    #[default]
    Refuse,
    /// What extends over the map's borders is cut off.
    Clip,
}

impl Overflow {
    /// Places a prefab at a position on a map of some size. In the middle, an odd cell is left over to the right and at
    /// the bottom, or cut off to the left and at the top.
    pub(super) fn place(
        self,
        template: &Template,
        (x, y): (AreaX, AreaY),
        size: Size,
    ) -> Result<Placed<'_>, BuildError> {
        let min = template.size();
        if self == Overflow::Refuse && (size.w < min.w || size.h < min.h) {
            return Err(BuildErrorKind::TooSmall { size, min }.into());
        }
        let (across, down) = (i32::from(size.w) - i32::from(min.w), i32::from(size.h) - i32::from(min.h));
        let left = match x {
            AreaX::Left => 0,
            AreaX::Center => across.div_euclid(2),
            AreaX::Right => across,
        };
        let top = match y {
            AreaY::Top => 0,
            AreaY::Center => down.div_euclid(2),
            AreaY::Bottom => down,
        };
        Ok(Placed { template, corner: (left, top), size, wrap: Wrap::None })
    }

    /// The planes that a template always gives to a map: none, if it may be cut off.
    pub(super) fn provides(self, template: &Template) -> Planes {
        if self == Overflow::Refuse { template.gives() } else { Planes::NONE }
    }
}
