//! Hand-drawn pieces of levels ([`Template`](mapwright_core::Template)), used as a whole level, over a part of a map, or at
//! random places.

mod drawings;
mod file;
mod level;
mod placer;
mod stamp;
mod vaults;
mod xp;

pub use file::{TemplateFileError, load_template, template_from_bytes};
pub use level::{Overflow, PrefabLevel, PrefabSection};
pub(crate) use placer::VaultPlacer;
pub use vaults::{PrefabVaults, Vault, VaultGround};
pub use xp::{XpCell, cells_from_xp, template_from_xp};
