//! Defaults work at every size and shape, or the error says what to change.

use mapwright::core::BuildErrorKind;
use mapwright::prelude::*;
use mapwright::recipe::{builders, template};
use rayon::prelude::*;

use crate::seeds;

/// Maps that are long, high or large.
const SIZES: [(u16, u16); 5] = [(160, 20), (20, 160), (300, 30), (1024, 8), (400, 400)];

/// Whether an error names a size, or a parameter of its stage.
fn says_what_to_change(error: &BuildError) -> bool {
    if let BuildErrorKind::TooSmall { .. } | BuildErrorKind::BadParameter { .. } = error.kind {
        return true;
    }
    let Some(info) = error.stage.and_then(|stage| builders().iter().find(|info| info.name == stage.name)) else {
        return false;
    };
    let text = error.to_string();
    info.params.iter().any(|param| text.contains(&format!("`{}`", param.name)))
}

#[test]
fn defaults_work_at_every_size_and_shape() {
    // A map must be given to be a stage.
    let names: Vec<&str> = builders().iter().map(|info| info.name).filter(|&name| name != "from-map").collect();
    let faults = |name: &&str| -> Vec<String> {
        let mut recipe: Recipe = template(name).unwrap().parse().unwrap();
        // The examples of mazes name a cell that small maps do not have.
        recipe.initial.params.remove("root");
        let build = |(w, h): (u16, u16)| {
            (recipe.width, recipe.height) = (w, h);
            let chain = match recipe.chain() {
                Ok(chain) => chain,
                Err(error) if error.to_string().contains(" is too small: at least ") => return None,
                Err(error) => return Some(format!("{name} at {w}x{h}: {error}")),
            };
            let error =
                (0..seeds(1)).find_map(|seed| chain.build(seed).err().filter(|error| !says_what_to_change(error)));
            error.map(|error| format!("{name} at {w}x{h}: {error}"))
        };
        SIZES.into_iter().filter_map(build).collect()
    };
    let faults: Vec<String> = names.par_iter().flat_map_iter(faults).collect();
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}
