//! Drawings: rows of glyphs with a legend, or a file.

use std::collections::BTreeMap;

use mapwright_core::params;
use mapwright_core::params::{Described, Domain};
use mapwright_dungeon::{Legend, Meaning, Prefab, PrefabLevel, PrefabSection, PrefabVaults, Vault};
use serde::{Deserialize, Serialize};

use super::beside::Beside;
use super::files::FileName;
use super::{ParamValues, spelled};
use crate::error::RecipeErrorKind;
use crate::rust::Spelled;
use crate::{Files, typed};

/// The rows of a drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rows(Vec<String>);

impl Described for Rows {
    fn domain() -> Domain {
        Domain::Such("rows of glyphs such as [\"#.#\", \"#+#\"]", Box::new(Vec::<String>::domain()))
    }
}

/// What glyphs mean.
type Glyphs = BTreeMap<char, Meaning>;

#[params]
pub(super) struct Drawing {
    /// The drawing, row by row.
    template: Option<Rows>,
    /// The meaning of glyphs, in addition to the predefined ones.
    #[param(expected = "glyphs such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}")]
    legend: Option<Glyphs>,
    /// A file that holds the drawing, text or .xp, beside the recipe.
    #[param(not_with = "template")]
    file: Option<FileName>,
}

impl Drawing {
    /// The prefab, if one is given; `place` leads to the drawing.
    fn prefab(self, place: &str, files: &Files) -> Result<Option<Prefab>, RecipeErrorKind> {
        let mut legend = Legend::default();
        self.legend.into_iter().flatten().for_each(|(glyph, meaning)| legend.set(glyph, meaning));
        match (self.template, self.file) {
            (Some(Rows(rows)), _) => {
                let prefab = Prefab::from_rows(rows.iter().map(String::as_str), &legend);
                let name = format!("{place}template");
                prefab.map(Some).map_err(|error| RecipeErrorKind::Prefab { name, error })
            }
            (None, Some(FileName(file))) => {
                files.load("prefab", &file, |bytes| Ok(Prefab::from_bytes(bytes, &legend)?)).map(Some)
            }
            (None, None) => Ok(None),
        }
    }
}

impl Beside<PrefabLevel> for Drawing {
    fn defaults() -> ParamValues {
        typed::defaults::<PrefabLevel>()
    }

    fn build(self, own: ParamValues, files: &Files) -> Result<PrefabLevel, RecipeErrorKind> {
        let (drawn, level): (_, PrefabLevel) = (self.prefab("", files)?, typed::read(own)?);
        Ok(PrefabLevel { template: drawn.unwrap_or(level.template), ..level })
    }

    fn spell(self, own: ParamValues, files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        let is_own = self == Drawing::default();
        Ok(if is_own { spelled::<PrefabLevel>(&self.build(own, files)?) } else { None })
    }
}

impl Beside<PrefabSection> for Drawing {
    fn defaults() -> ParamValues {
        typed::defaults::<PrefabSection>()
    }

    fn build(self, own: ParamValues, files: &Files) -> Result<PrefabSection, RecipeErrorKind> {
        let (drawn, section): (_, PrefabSection) = (self.prefab("", files)?, typed::read(own)?);
        Ok(PrefabSection { template: drawn.unwrap_or(section.template), ..section })
    }

    fn spell(self, own: ParamValues, files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        let is_own = self == Drawing::default();
        Ok(if is_own { spelled::<PrefabSection>(&self.build(own, files)?) } else { None })
    }
}

#[params]
pub(super) struct Vaults {
    /// The vaults to choose from.
    #[param(expected = "a list such as [{\"template\": [\"#.#\", \"#+#\"], \"weight\": 3}]")]
    vaults: Option<Vec<OneVault>>,
}

#[params]
struct OneVault {
    /// The drawing, row by row.
    template: Option<Rows>,
    /// The meaning of glyphs, in addition to the predefined ones.
    #[param(expected = "glyphs such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}")]
    legend: Option<Glyphs>,
    /// A file that holds the drawing, text or .xp, beside the recipe.
    #[param(not_with = "template")]
    file: Option<FileName>,
    /// Its name in messages.
    name: Option<String>,
    /// How often it is chosen, compared with the others.
    #[param(default = 1)]
    weight: u32,
    /// The least depth where it appears.
    min_depth: u32,
    /// The greatest depth where it appears.
    #[param(default = u32::MAX)]
    max_depth: u32,
}

impl OneVault {
    fn vault(self, place: &str, files: &Files) -> Result<Vault, RecipeErrorKind> {
        let OneVault { name, template, legend, file, weight, min_depth, max_depth } = self;
        let drawn = Drawing { template, legend, file }.prefab(&format!("{place}."), files);
        let drawn = drawn.map_err(|error| match error {
            RecipeErrorKind::File { what, file, problem } => {
                RecipeErrorKind::File { what, file, problem: format!("{problem} (in `{place}`)") }
            }
            error => error,
        })?;
        let expected = || format!("{}, or `file`, a file that holds them", typed::expected(&Rows::domain()));
        let template = drawn.ok_or_else(|| RecipeErrorKind::missing(format!("{place}.template"), expected()))?;
        let name = name.unwrap_or_else(|| place.to_owned());
        Ok(Vault { weight, min_depth, max_depth, ..Vault::new(name, template) })
    }
}

impl Beside<PrefabVaults> for Vaults {
    fn defaults() -> ParamValues {
        typed::defaults::<PrefabVaults>()
    }

    fn build(self, own: ParamValues, files: &Files) -> Result<PrefabVaults, RecipeErrorKind> {
        let stage: PrefabVaults = typed::read(own)?;
        let Some(vaults) = self.vaults else { return Ok(stage) };
        let vault = |(i, vault): (usize, OneVault)| vault.vault(&format!("vaults[{i}]"), files);
        Ok(PrefabVaults { vaults: vaults.into_iter().enumerate().map(vault).collect::<Result<_, _>>()?, ..stage })
    }

    fn spell(self, own: ParamValues, files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        Ok(if self.vaults.is_none() { spelled(&self.build(own, files)?) } else { None })
    }
}
