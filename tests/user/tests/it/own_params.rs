//! A builder with parameters of its own, by a program that depends on the facade alone.
#![allow(unreachable_pub, reason = "written as in a crate of a user")]

use mapwright::core::{Builder, Facts, InitialMapBuilder, params, text_param};
use mapwright::prelude::*;
use mapwright::recipe::Registry;

/// A garden with beds of flowers.
#[params(crate = mapwright::core)]
pub struct Garden {
    /// How many beds.
    #[param(default = 4, range = 1..=9)]
    pub beds: u8,
    /// What lies around the beds.
    pub path: Path,
    /// The beds.
    pub bed: Bed,
}

/// What lies around beds.
#[params(crate = mapwright::core)]
pub enum Path {
    /// Sand.
    #[default]
    Sand,
    /// Gravel.
    LooseGravel,
}

/// A bed.
#[params(crate = mapwright::core)]
pub struct Bed {
    /// Its sides.
    pub sides: Sides,
}

/// Columns and rows, such as `3x2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides(u16, u16);

impl Default for Sides {
    fn default() -> Self {
        Sides(3, 2)
    }
}

impl std::str::FromStr for Sides {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| text.parse().map_err(|_| "expected sides such as 3x2".to_owned());
        let (w, h) = text.split_once('x').ok_or("expected sides such as 3x2")?;
        Ok(Sides(side(w)?, side(h)?))
    }
}

impl std::fmt::Display for Sides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.0, self.1)
    }
}

mapwright::core::serialize_as_text!(Sides);
text_param!(Sides, "sides such as \"3x2\"", "^[0-9]+x[0-9]+$");

impl Builder for Garden {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("garden")
    }
}

impl InitialMapBuilder for Garden {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let path = if self.path == Path::Sand { Tile::SAND } else { Tile::GRAVEL };
        let mut map = cx.new_map(size, path)?;
        for _ in 0..self.beds {
            let corner = size.point(cx.rng.below(size.area()));
            let cells = (0..self.bed.sides.1).flat_map(|y| (0..self.bed.sides.0).map(move |x| (x, y)));
            let cells = cells.map(|(x, y)| Point::new(corner.x + x, corner.y + y)).filter(|&p| size.contains(p));
            cells.for_each(|p| map.tiles[p] = Tile::GRASS);
        }
        Ok(map)
    }
}

fn read(garden: &str) -> Result<BuilderMap, Box<dyn std::error::Error>> {
    let recipe = format!(r#"{{ "version": 1, "width": 20, "height": 9, "initial": {{ "use": "garden"{garden} }} }}"#);
    let (recipe, chain) = Registry::shipped().add_initial::<Garden>("gardens").parse(&recipe)?;
    Ok(chain.build(recipe.seed())?)
}

#[test]
fn recipes_read_it() {
    let beds = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::GRASS).count();
    assert!((1..=24).contains(&beds(&read("").unwrap())));
    let map = read(r#", "beds": 1, "path": "loose-gravel", "bed": { "sides": "1x1" }"#).unwrap();
    assert_eq!(beds(&map), 1);
    assert_eq!(map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::GRAVEL).count(), 20 * 9 - 1);
}

#[test]
fn mistakes_are_told_as_those_in_our_own_builders() {
    for (garden, message) in [
        (r#", "beds": 0"#, "parameter `beds` is 0; expected an integer from 1 to 9"),
        (r#", "bets": 1"#, "no parameter is called `bets`; did you mean `beds`?"),
        (r#", "path": "mud""#, r#"parameter `path` is "mud"; expected one of "sand", "loose-gravel""#),
        (r#", "bed": { "side": "3x3" }"#, "no parameter is called `bed.side`; did you mean `sides`?"),
        (r#", "bed": { "sides": "3 by 3" }"#, r#"parameter `bed.sides` is "3 by 3"; expected sides such as "3x2""#),
        (r#", "bed": 3"#, r#"parameter `bed` is 3; expected an object such as {"sides":"3x2"}"#),
    ] {
        assert_eq!(read(garden).unwrap_err().to_string(), format!("initial garden: {message}"));
    }
}

#[test]
fn forms_and_stubs_read_the_same_catalogue() {
    let registry = Registry::shipped().add_initial::<Garden>("gardens");
    let garden = registry.builders().iter().find(|info| info.name == "garden").unwrap().to_json();
    assert_eq!(garden["about"], "a garden with beds of flowers");
    assert_eq!((&garden["group"], &garden["kind"]), (&"gardens".into(), &"initial".into()));
    let types: Vec<&str> = garden["params"].as_array().unwrap().iter().filter_map(|one| one["type"].as_str()).collect();
    assert_eq!(types, ["integer", "choice", "object"]);
    assert_eq!(garden["params"][0]["range"], serde_json::json!([1, 9]));
    assert_eq!(garden["params"][1]["range"], serde_json::json!(["sand", "loose-gravel"]));
    assert_eq!(garden["params"][2]["default"], serde_json::json!({ "sides": "3x2" }));
}
