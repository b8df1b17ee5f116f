//! Parameters that a recipe has besides those of a builder: files, presets, and what is written otherwise than in Rust.

use mapwright_core::params::{Domain, Param as Described};
use mapwright_core::{InitialMapBuilder, MetaMapBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{BuilderInfo, Make, MakeInitial, Spell, Values};
use crate::error::RecipeErrorKind;
use crate::rust::Spelled;
use crate::{Files, typed};

/// Parameters besides those of a builder, with which a stage makes it.
pub(super) trait Beside<B: Described>: Described + Default + Serialize + DeserializeOwned {
    /// The defaults of the builder's own parameters.
    fn defaults() -> Values;

    /// The builder with its own parameters as given.
    fn build(self, own: Values, files: &Files) -> Result<B, RecipeErrorKind>;

    /// What its type says of a builder, if code can make it from its own parameters alone.
    fn spell(self, _own: Values, _files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        Ok(None)
    }
}

pub(super) fn initial_beside<P: Beside<B> + 'static, B: InitialMapBuilder + Described + 'static>(
    name: &'static str,
    group: &'static str,
) -> BuilderInfo {
    row::<P, B>(name, group, Make::Initial(|values, files| Ok(Box::new(made::<P, B>(values, files)?))))
}

pub(super) fn meta_beside<P: Beside<B> + 'static, B: MetaMapBuilder + Described + 'static>(
    name: &'static str,
    group: &'static str,
) -> BuilderInfo {
    row::<P, B>(name, group, Make::Meta(|values, files| Ok(Box::new(made::<P, B>(values, files)?))))
}

pub(super) fn both_beside<P, B>(name: &'static str, group: &'static str) -> BuilderInfo
where
    P: Beside<B> + 'static,
    B: InitialMapBuilder + MetaMapBuilder + Described + 'static,
{
    let initial: MakeInitial = |values, files| Ok(Box::new(made::<P, B>(values, files)?));
    row::<P, B>(name, group, Make::Both(initial, |values, files| Ok(Box::new(made::<P, B>(values, files)?))))
}

fn row<P: Beside<B>, B: Described>(name: &'static str, group: &'static str, make: Make) -> BuilderInfo {
    let mut params = typed::params::<P>(&typed::defaults::<P>());
    params.extend(typed::params::<B>(&P::defaults()));
    let spell: Spell = |values, files| {
        let (beside, own) = parted::<P, B>(values)?;
        beside.spell(own, files)
    };
    BuilderInfo { name, about: typed::about::<B>(), group, params, make, spell: Some(spell) }
}

/// The builder of a stage. Its parameters were checked.
fn made<P: Beside<B>, B: Described>(values: Values, files: &Files) -> Result<B, RecipeErrorKind> {
    let (beside, own) = parted::<P, B>(values)?;
    beside.build(own, files)
}

/// The parameters besides those of the builder, and its own.
fn parted<P: Beside<B>, B: Described>(mut own: Values) -> Result<(P, Values), RecipeErrorKind> {
    let Domain::Object(_, _, fields) = P::domain() else { return Ok((P::default(), own)) };
    let beside: Values = fields.iter().filter_map(|field| own.shift_remove_entry(field.name)).collect();
    Ok((typed::read::<P>(beside)?, own))
}
