//! What a run has used: work that is paid by its budget, and memory that its nodes hold.

use mapwright_core::{BuildCx, BuildError};

use crate::board::BoardSize;

/// Counts the work and the memory of a run.
#[derive(Debug)]
pub(crate) struct Meter {
    shape: BoardSize,
    /// The bytes that are held beyond those of the map.
    held: u64,
    /// How often it was looked whether an orientation matches, large orientations counted several times.
    looks: u64,
    /// How many cells all searches of the run may still look at.
    pub(crate) search: u64,
}

impl Meter {
    /// Makes a meter that holds nothing yet. All searches of the run together may look at `search` cells.
    pub(crate) fn new(shape: BoardSize, search: u64) -> Self {
        Meter { shape, held: 0, looks: 0, search }
    }

    /// Claims memory that stays with the run.
    pub(crate) fn hold(&mut self, bytes: u64, cx: &BuildCx<'_>) -> Result<(), BuildError> {
        self.claim(bytes, cx)?;
        self.held += bytes;
        Ok(())
    }

    /// Claims memory that is given back soon.
    pub(crate) fn claim(&self, bytes: u64, cx: &BuildCx<'_>) -> Result<(), BuildError> {
        let BoardSize { w, h, .. } = self.shape;
        let more = (self.held + bytes).div_ceil(u64::from(self.shape.area()).max(1));
        cx.claim_with(w, h, more).map(|_| ())
    }

    /// Counts looks at orientations.
    #[inline]
    pub(crate) fn look(&mut self, looks: u64) {
        self.looks += looks;
    }

    /// Takes what the looks since the last call cost: one unit for 64.
    pub(crate) fn cost(&mut self) -> u64 {
        let cost = self.looks / 64;
        self.looks %= 64;
        cost
    }
}
