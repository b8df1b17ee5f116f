//! Where a prefab goes on a map, and what happens to the part that does not fit.

use mapwright_core::{BuildError, BuildErrorKind, Plane, Planes, Size, Wrap, params};

use super::stamp::Placed;
use super::template::Prefab;
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
    pub(super) fn place(self, prefab: &Prefab, (x, y): (AreaX, AreaY), size: Size) -> Result<Placed<'_>, BuildError> {
        let min = prefab.size();
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
        Ok(Placed { prefab, corner: (left, top), size, wrap: Wrap::None })
    }

    /// The planes that a prefab always provides: its start and exit, unless they may be cut off.
    pub(super) fn provides(self, prefab: &Prefab) -> Planes {
        let given = |is_there: bool, plane: Plane| {
            if is_there && self == Overflow::Refuse { plane.into() } else { Planes::NONE }
        };
        given(prefab.start().is_some(), Plane::Start).union(given(prefab.exit().is_some(), Plane::Exit))
    }
}
