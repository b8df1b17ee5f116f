//! Whether drawings tell where the secrets of a map are.

use std::borrow::Cow;

use crate::{BuilderMap, Door};

/// Whether a drawing shows doors that look like wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Secrets {
    /// They are shown.
    #[default]
    Shown,
    /// They look like the wall around them, so the drawing can be shown to players.
    Hidden,
}

impl Secrets {
    /// Returns the map to draw: the same, or one whose secrets are walls.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Door, Point, Secrets, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// map.doors = Some(vec![Door::secret([Point::new(1, 0)])]);
    /// assert_eq!(*Secrets::Shown.map(&map), map);
    /// assert_eq!(Secrets::Hidden.map(&map).tiles[1], Tile::WALL);
    /// ```
    pub fn map(self, map: &BuilderMap) -> Cow<'_, BuilderMap> {
        let has_secrets = map.doors.iter().flatten().any(Door::is_secret);
        if self == Secrets::Shown || !has_secrets {
            return Cow::Borrowed(map);
        }
        let mut walled = map.clone();
        walled.hide_secrets();
        Cow::Owned(walled)
    }
}
