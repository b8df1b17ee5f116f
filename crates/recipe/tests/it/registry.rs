//! Builders of one's own in recipes, as a program that uses the crate adds them.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Plane, Point,
    Size, Tile,
};
use mapwright_recipe::{BuilderKind, Files, Recipe, RecipeErrorKind, Registry, StageRecipe};

#[derive(Debug, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Seep {
    cells: u32,
}

impl Default for Seep {
    fn default() -> Self {
        Seep { cells: 3 }
    }
}

impl Builder for Seep {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("seep")
    }
}

impl MetaMapBuilder for Seep {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.tiles.as_mut_slice().iter_mut().take(self.cells as usize).for_each(|tile| *tile = Tile::WATER);
        Ok(())
    }
}

#[derive(Debug)]
struct Meadow {
    start: Point,
}

impl Builder for Meadow {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("meadow").gives(Plane::Start)
    }
}

impl InitialMapBuilder for Meadow {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::GRASS)?;
        map.start = Some(self.start);
        Ok(map)
    }
}

fn registry() -> Registry {
    Registry::shipped()
        .meta("seep", |params| {
            let cells = params.take("cells", 3)?;
            if cells > 9 {
                return Err(RecipeErrorKind::value("cells", cells, "an integer from 0 to 9"));
            }
            Ok(Seep { cells })
        })
        .initial("meadow", |params| Ok(Meadow { start: params.take("start", (0, 0))?.into() }))
}

fn recipe(initial: &str, meta: &str) -> String {
    format!(r#"{{ "version": 1, "width": 6, "height": 2, "initial": {{ {initial} }}, "metas": [{{ {meta} }}] }}"#)
}

#[test]
fn own_builders_stand_beside_the_shipped_ones() {
    let json = recipe(r#""use": "meadow", "start": [5, 1]"#, r#""use": "seep", "cells": 4"#);
    let (recipe, chain) = registry().parse(&json).unwrap();
    let map = chain.build(recipe.seed()).unwrap();
    assert_eq!(map.start, Some(Point::new(5, 1)));
    assert_eq!(map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::WATER).count(), 4);
    let named: Vec<&str> = chain.stages().map(|stage| stage.name).collect();
    assert_eq!(named, ["meadow", "seep"]);
    // The recipe itself knows no builders, and round-trips.
    assert_eq!(recipe.to_json().parse::<Recipe>().unwrap(), recipe);
    assert!(recipe.chain().unwrap_err().to_string().starts_with("initial meadow: no builder is called `meadow`; "));
    let stage = StageRecipe::new("exit");
    let chain = chain.with(stage.meta().unwrap());
    assert!(chain.build(0).unwrap().exit.is_some());
    let arena = StageRecipe::new("arena").initial().unwrap();
    assert_eq!(BuilderChain::start_with(Size::new(4, 3), arena).build(0).unwrap().size(), Size::new(4, 3));
}

#[test]
fn mistakes_are_answered_as_for_shipped_builders() {
    let check = |initial: &str, meta: &str, expected: &str| {
        let error = registry().parse(&recipe(initial, meta)).unwrap_err().to_string();
        assert_eq!(error, expected);
    };
    let meadow = r#""use": "meadow""#;
    check(meadow, r#""use": "sepe""#, "metas[0] sepe: no builder is called `sepe`; did you mean `seep`?");
    check(meadow, r#""use": "seep", "cell": 4"#, "metas[0] seep: no parameter is called `cell`; did you mean `cells`?");
    check(meadow, r#""use": "seep", "cells": "4""#, "metas[0] seep: parameter `cells` is \"4\"; expected u32");
    check(
        meadow,
        r#""use": "seep", "cells": 12"#,
        "metas[0] seep: parameter `cells` is 12; expected an integer from 0 to 9",
    );
    check(
        r#""use": "seep""#,
        r#""use": "seep""#,
        "initial seep: parameter `use` is \"seep\"; expected an initial builder here; this one changes an existing map",
    );
    let error = registry().parse(&recipe(r#""use": "arena""#, r#""use": "exit""#)).unwrap_err().to_string();
    assert!(error.contains("needs `start`") && error.contains("meadow"), "{error}");
}

#[test]
fn all_parameters_can_be_read_at_once() {
    let registry = Registry::shipped().meta("seep", |params| params.take_all::<Seep>());
    let mut stage = StageRecipe::new("seep");
    stage.params.insert("cells".into(), 5.into());
    assert!(registry.meta_stage(&stage, &Files::default()).is_ok());
    stage.params.insert("depth".into(), 5.into());
    let error = registry.meta_stage(&stage, &Files::default()).unwrap_err();
    assert_eq!(error.to_string(), "unknown field `depth`, expected `cells`");
    assert!(matches!(error, RecipeErrorKind::Params(_)));
}

/// A builder that can be both, under any name.
#[derive(Debug)]
struct Moss(&'static str);

impl Builder for Moss {
    fn facts(&self, _: Size) -> Facts {
        Facts::new(self.0)
    }
}

impl InitialMapBuilder for Moss {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        cx.new_map(size, Tile::GRASS)
    }
}

impl MetaMapBuilder for Moss {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.tiles[0] = Tile::GRASS;
        Ok(())
    }
}

#[test]
fn a_registered_name_takes_the_place_of_another() {
    let registry = Registry::shipped().initial("arena", |_| Ok(Moss("arena")));
    let (_, chain) = registry.parse(&recipe(r#""use": "arena""#, r#""use": "start""#)).unwrap();
    assert_eq!(chain.build(0).unwrap().tiles[0], Tile::GRASS);
    assert_eq!(registry.builders().iter().filter(|info| info.name == "arena").count(), 1);
}

#[test]
fn one_name_can_be_an_initial_and_a_meta_builder() {
    let initial = |registry: Registry| registry.initial("moss", |_| Ok(Moss("moss")));
    let meta = |registry: Registry| registry.meta("moss", |params| params.take("cells", 0).map(|_: u32| Moss("moss")));
    for registry in [meta(initial(Registry::shipped())), initial(meta(Registry::shipped()))] {
        let (_, chain) = registry.parse(&recipe(r#""use": "moss""#, r#""use": "moss", "cells": 3"#)).unwrap();
        assert!(chain.build(0).is_ok());
        let infos: Vec<_> = registry.builders().iter().filter(|info| info.name == "moss").collect();
        assert_eq!(infos.iter().map(|info| info.kind()).collect::<Vec<_>>(), [BuilderKind::Both]);
        // Added again, one half is replaced and the other stays.
        let registry = registry.initial("moss", |params| params.take("size", 0).map(|_: u32| Moss("moss")));
        assert!(registry.parse(&recipe(r#""use": "moss", "size": 1"#, r#""use": "moss", "cells": 3"#)).is_ok());
    }
}

#[test]
fn a_builder_goes_by_one_name() {
    let registry = Registry::shipped().meta("moss", |_| Ok(Moss("lichen")));
    let error = registry.parse(&recipe(r#""use": "arena""#, r#""use": "moss""#)).unwrap_err();
    let message = "metas[0] moss: the builder added as `moss` calls itself `lichen`; expected one name for both";
    assert_eq!(error.to_string(), message);
    assert!(matches!(error.kind(), RecipeErrorKind::Misnamed { name: "moss", own: "lichen" }));
}
