//! Pipes.

use mapwright_pipes::{PipeShuffler, RingValidator};

use super::{BuilderInfo, info, meta};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("pipe-shuffler", meta::<PipeShuffler>(), "turns every tile, and keeps the solution", vec![]),
        info("ring-validator", meta::<RingValidator>(), "finds what is joined to the start, and all rings", vec![]),
    ]
}
