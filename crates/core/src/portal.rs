//! Portals: steps between cells that are far apart.

use crate::Point;

/// A step between two cells that are far apart: a portal, stairs, a pit.
///
/// [`Passages`](crate::Passages) ignore its direction, as they ignore locks: a flood sees the level with every way open.
///
/// ```
/// use mapwright_core::{Point, Portal};
///
/// let [stairs, pit] = [Portal::new((3, 4), (3, 34)), Portal::one_way((5, 4), (5, 34))];
/// assert!(stairs.leads(Point::new(3, 34)).eq([Point::new(3, 4)]));
/// assert_eq!(pit.leads(Point::new(5, 34)).count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Portal {
    /// One end. A one-way portal leads from it.
    pub a: Point,
    /// The other end.
    pub b: Point,
    /// Whether it leads from `a` to `b` only.
    pub one_way: bool,
}

impl Portal {
    /// A portal that leads both ways.
    pub fn new(a: impl Into<Point>, b: impl Into<Point>) -> Self {
        Portal { a: a.into(), b: b.into(), one_way: false }
    }

    /// A portal that leads one way.
    pub fn one_way(from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Portal { one_way: true, ..Portal::new(from, to) }
    }

    /// The same portal between other cells.
    #[must_use]
    pub fn between(self, a: impl Into<Point>, b: impl Into<Point>) -> Self {
        Portal { one_way: self.one_way, ..Portal::new(a, b) }
    }

    /// Both ends.
    pub const fn ends(self) -> [Point; 2] {
        [self.a, self.b]
    }

    /// Both ends, each with the other one, whatever its direction.
    pub const fn pairs(self) -> [(Point, Point); 2] {
        [(self.a, self.b), (self.b, self.a)]
    }

    /// Where it leads from a cell: nowhere, unless the cell is one of its ends.
    pub fn leads(self, from: Point) -> impl Iterator<Item = Point> {
        let allowed = if self.one_way { 1 } else { 2 };
        self.pairs().into_iter().take(allowed).filter(move |&(end, to)| end == from && to != from).map(|(_, to)| to)
    }
}

impl From<(Point, Point)> for Portal {
    fn from((a, b): (Point, Point)) -> Portal {
        Portal::new(a, b)
    }
}

#[cfg(feature = "serde")]
mod file {
    use std::fmt;

    use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
    use serde::de::{MapAccess, SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Portal;
    use crate::Point;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct OneWay {
        from: Point,
        to: Point,
    }

    /// A pair of points; a one-way portal has `from` and `to`.
    impl Serialize for Portal {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match *self {
                Portal { a, b, one_way: false } => (a, b).serialize(serializer),
                Portal { a: from, b: to, .. } => OneWay { from, to }.serialize(serializer),
            }
        }
    }

    impl<'de> Deserialize<'de> for Portal {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(PortalVisitor)
        }
    }

    struct PortalVisitor;

    impl<'de> Visitor<'de> for PortalVisitor {
        type Value = Portal;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("two points, or `from` and `to`")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, points: A) -> Result<Portal, A::Error> {
            <(Point, Point)>::deserialize(SeqAccessDeserializer::new(points)).map(Portal::from)
        }

        fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Portal, A::Error> {
            let OneWay { from, to } = OneWay::deserialize(MapAccessDeserializer::new(fields))?;
            Ok(Portal::one_way(from, to))
        }
    }
}
