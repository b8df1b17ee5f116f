//! A recipe as an asset.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, AssetPath, LoadContext, ReadAssetBytesError};
use bevy_reflect::TypePath;
use mapwright::core::BuilderChain;
use mapwright::recipe::{Files, Recipe, RecipeError, Registry};

/// A recipe, and the chain that it describes. Its file ends in `.recipe.json`.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct RecipeAsset {
    /// What the file says.
    pub recipe: Recipe,
    /// The stages, checked.
    pub chain: Arc<BuilderChain>,
}

/// Why a recipe cannot be loaded.
#[derive(thiserror::Error, mapwright::core::ErrorDebug)]
#[non_exhaustive]
pub enum RecipeLoadError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// The file is not text.
    #[error("it is not UTF-8 text")]
    Text,
    /// The recipe is wrong; the message names the stage and the field.
    #[error("{0}")]
    Recipe(#[from] RecipeError),
    /// A file that the recipe names cannot be read.
    #[error("{}the file `{file}` cannot be read: {error}", place(.stage))]
    File {
        /// The stage that names it.
        stage: Option<String>,
        /// The file, as in the recipe.
        file: String,
        /// Why.
        error: ReadAssetBytesError,
    },
}

impl RecipeLoadError {
    /// The stage that is wrong, as in `metas[0] loop-injector`.
    pub fn stage(&self) -> Option<String> {
        match self {
            RecipeLoadError::Recipe(error) => error.stage_name(),
            RecipeLoadError::File { stage, .. } => stage.clone(),
            _ => None,
        }
    }

    /// The parameter that is wrong, where it is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            RecipeLoadError::Recipe(error) => error.field(),
            _ => None,
        }
    }
}

fn place(stage: &Option<String>) -> String {
    stage.as_ref().map_or_else(String::new, |stage| format!("{stage}: "))
}

/// Loads recipes. Files that they name are looked up beside them, and count as part of the asset.
///
/// To use builders of your own, add a loader with your registry:
/// `app.register_asset_loader(RecipeLoader { registry })`.
#[derive(TypePath, Clone, Debug, Default)]
pub struct RecipeLoader {
    /// The builders that recipes can name.
    pub registry: Registry,
}

impl AssetLoader for RecipeLoader {
    type Asset = RecipeAsset;
    type Settings = ();
    type Error = RecipeLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<RecipeAsset, RecipeLoadError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let recipe: Recipe = std::str::from_utf8(&bytes).map_err(|_| RecipeLoadError::Text)?.parse()?;
        let mut held = BTreeMap::new();
        // Each round reads one more file, until the chain can be made or says what else is wrong.
        loop {
            let error = match self.registry.chain(&recipe, &Files::in_memory(held.clone())) {
                Ok(chain) => return Ok(RecipeAsset { recipe, chain: Arc::new(chain) }),
                Err(error) => error,
            };
            let Some(file) = error.file().filter(|&file| !held.contains_key(file)) else { return Err(error.into()) };
            let path = context.path().resolve_embed(&AssetPath::from_path(Path::new(file)));
            let content = context.read_asset_bytes(path).await;
            let stage = error.stage_name();
            let content = content.map_err(|error| RecipeLoadError::File { stage, file: file.to_owned(), error })?;
            held.insert(file.to_owned(), content);
        }
    }

    fn extensions(&self) -> &[&str] {
        &["recipe.json"]
    }
}
