//! The stage that proves that a level can be won.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, MetaMapBuilder, Need, Plane, Reach, Size, params,
};

use crate::solvability::{SecretDoors, Unsolvable, prove};

/// A fault to accept.
#[params]
pub enum Allow {
    /// Keys without which the exit can be reached.
    Unneeded,
    /// Positions from which no way leads to the exit.
    DeadStates,
}

/// Proves that the level can be won, and stores a winning walk.
///
/// Proves that the level can be won and stores the proof. Fails if it cannot be won, if a key is not needed, or if a
/// walk can get stuck. See [`solvability`](crate::solvability()).
#[derive(Eq)]
#[params]
pub struct SolvabilityValidator {
    /// Faults to accept.
    pub allow: Vec<Allow>,
    /// Whether secrets are shut or found.
    pub secrets: SecretDoors,
}

impl Builder for SolvabilityValidator {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("solvability-validator")
            .memory(20)
            .title("The walk that wins")
            .needs([Plane::Start, Plane::Exit])
            .gives(Plane::Proof)
            .effect(Effect::Keeps)
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
    }
}

impl MetaMapBuilder for SolvabilityValidator {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.start()?;
        map.exit()?;
        map.validate()?;
        let refuse = |fault: Unsolvable| BuildError::contradiction(None, fault);
        let found = prove(map, self.secrets, cx)?.need(Plane::Start)?.map_err(refuse)?;
        match found.faults.into_iter().find(|fault| !self.allows(fault)) {
            Some(fault) => Err(refuse(fault)),
            None => {
                map.proof = Some(found.proof);
                Ok(())
            }
        }
    }
}

impl SolvabilityValidator {
    fn allows(&self, fault: &Unsolvable) -> bool {
        match fault {
            Unsolvable::UnneededKey { .. } => self.allow.contains(&Allow::Unneeded),
            Unsolvable::DeadState { .. } => self.allow.contains(&Allow::DeadStates),
            _ => false,
        }
    }
}
