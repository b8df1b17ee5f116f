//! Parameters that are shares.

use mapwright_core::BuildError;

/// A number from 0 to 1.
pub(crate) fn check(name: &'static str, value: f64) -> Result<(), BuildError> {
    if (0.0..=1.0).contains(&value) { Ok(()) } else { Err(BuildError::parameter(name, value, "0 to 1")) }
}
