//! The level in a map file: the graph of areas.

use mapwright_core::{Area, Join, JoinKind, LevelGraph, Point, Size};
use serde::{Deserialize, Serialize};

use super::{MapError, plane};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GraphFile {
    area: Vec<u16>,
    areas: Vec<Area>,
    joins: Vec<JoinFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinFile {
    a: u16,
    b: u16,
    gate: Vec<Point>,
    kind: KindFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    locks: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<u16>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindFile {
    Open,
    Locked,
    OneWay,
}

impl GraphFile {
    pub(super) fn graph(self, size: Size) -> Result<LevelGraph, MapError> {
        let joins = self.joins.into_iter().enumerate().map(|(nth, join)| join.join(nth)).collect::<Result<_, _>>()?;
        let cells = plane("graph.area", size, self.area)?;
        Ok(LevelGraph::new(cells, self.areas, joins))
    }
}

impl JoinFile {
    pub(super) fn of(join: &Join) -> Self {
        let (kind, locks, from) = match &join.kind {
            JoinKind::Locked(locks) => (KindFile::Locked, Some(locks.clone()), None),
            JoinKind::OneWay { from } => (KindFile::OneWay, None, Some(*from)),
            _ => (KindFile::Open, None, None),
        };
        JoinFile { a: join.a, b: join.b, gate: join.gate.clone(), kind, locks, from }
    }

    /// The join, which is the `nth` of its graph.
    fn join(self, nth: usize) -> Result<Join, MapError> {
        let mut join = Join::new(self.a, self.b, self.gate);
        join.kind = match (self.kind, self.locks, self.from) {
            (KindFile::Open, None, None) => JoinKind::Open,
            (KindFile::Locked, Some(locks), None) => JoinKind::Locked(locks),
            (KindFile::OneWay, None, Some(from)) => JoinKind::OneWay { from },
            _ => {
                let expected = "expected `locks` for \"locked\" only, and `from` for \"one-way\" only";
                return Err(MapError::Fault(format!("`graph.joins[{nth}]`: {expected}")));
            }
        };
        Ok(join)
    }
}
