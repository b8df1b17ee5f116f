//! Hand-drawn pieces of levels ([`Template`](mapwright_core::Template)), used as a whole level, over a part of a map, or at random places.

mod cut;
mod file;
mod level;
mod placement;
mod placer;
mod section;
mod shipped;
mod stamp;
mod vault;
mod vaults;
mod xp;

pub use file::{TemplateFileError, load_template, template_from_bytes};
pub use level::PrefabLevel;
pub use placement::Overflow;
pub(crate) use placer::VaultPlacer;
pub use section::PrefabSection;
pub use vault::Vault;
pub use vaults::{PrefabVaults, VaultGround};
pub use xp::template_from_xp;
