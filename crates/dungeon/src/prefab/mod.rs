//! Prefabs: hand-drawn pieces of levels, used as a whole level, over a part of a map, or at random places.

mod cut;
mod error;
mod file;
mod legend;
mod level;
mod placement;
mod placer;
mod section;
mod shipped;
mod stamp;
mod template;
mod text;
mod vault;
mod vaults;
#[cfg(feature = "serde")]
mod written;
mod xp;

pub use error::PrefabError;
pub use file::PrefabFileError;
pub use legend::{Legend, Meaning};
pub use level::PrefabLevel;
pub use placement::Overflow;
pub use section::PrefabSection;
pub use template::Prefab;
pub use vault::Vault;
pub use vaults::{PrefabVaults, VaultGround};
