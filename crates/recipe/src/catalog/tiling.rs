//! Tiles that match their neighbors.

use mapwright_tiling::{WangCorners, WangEdges};

use super::{BuilderInfo, info, initial};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("wang-edges", initial::<WangEdges>(), "tiles whose touching sides have one color", vec![colors()]),
        info("wang-corners", initial::<WangCorners>(), "tiles whose touching corners have one color", vec![colors()]),
    ]
}

fn colors() -> Param {
    Param::new("colors", ParamKind::Int(2, 4), 2, "how many colors")
}
