//! The planes of a map by name, as numbers.

use std::borrow::Cow;

use mapwright::core::{BuilderMap, Grid, Keep, Layer, Sides, Size, Tile};

macro_rules! define_cells {
    ($($(#[$doc:meta])+ $Kind:ident: $cell:ty;)+) => {
        /// The cells of a plane, row by row.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum PlaneCells<'m> {
            $($(#[$doc])+ $Kind(&'m [$cell]),)+
        }

        $(impl<'m> From<&'m Grid<$cell>> for PlaneCells<'m> {
            fn from(plane: &'m Grid<$cell>) -> Self {
                PlaneCells::$Kind(plane.as_slice())
            }
        })+
    };
}

define_cells! {
    /// A byte each: those from 128 on are solid.
    Tiles: Tile;
    /// A byte each: two bits for each side or corner.
    Sides: Sides;
    /// A byte each: 0 for free, 1 for shape, 2 for tile.
    Keep: Keep;
    /// 0 or 1.
    Bool: bool;
    /// A byte each.
    U8: u8;
    /// Two bytes each.
    U16: u16;
    /// Four bytes each.
    U32: u32;
    /// Four bytes each, with a sign.
    I32: i32;
    /// Four bytes each, with a fraction.
    F32: f32;
}

impl<'m> From<&'m Layer> for PlaneCells<'m> {
    fn from(layer: &'m Layer) -> Self {
        match layer {
            Layer::U8(plane) => plane.into(),
            Layer::U16(plane) => plane.into(),
            Layer::I32(plane) => plane.into(),
            Layer::F32(plane) => plane.into(),
        }
    }
}

impl PlaneCells<'_> {
    /// Returns the cells as bytes, if they have one byte each.
    pub fn bytes(self) -> Option<Vec<u8>> {
        Some(match self {
            PlaneCells::Tiles(cells) => cells.iter().map(|tile| tile.0).collect(),
            PlaneCells::Sides(cells) => cells.iter().map(|sides| sides.0).collect(),
            PlaneCells::Keep(cells) => cells.iter().map(|&keep| keep as u8).collect(),
            PlaneCells::Bool(cells) => cells.iter().map(|&is| is.into()).collect(),
            PlaneCells::U8(cells) => cells.to_vec(),
            _ => return None,
        })
    }
}

macro_rules! define_planes {
    (
        cells { $($(#[$doc:meta])+ $Plane:ident = $name:literal, $field:ident: $cell:ty;)* }
        $($other:tt)*
    ) => {
        /// The optional planes that are fields of the map.
        fn fields(map: &BuilderMap) -> impl Iterator<Item = (&'static str, PlaneCells<'_>)> {
            let all = [$(($name, map.$field.as_ref().map(PlaneCells::from))),*];
            all.into_iter().filter_map(|(name, cells)| Some((name, cells?)))
        }

        fn empty_fields(map: &mut BuilderMap) {
            $(map.$field.iter_mut().for_each(empty);)*
        }
    };
}

mapwright::core::planes!(define_planes);

/// Where the map file has a plane that is part of something else.
const PARTS: [(&str, [&str; 2]); 4] = [
    ("wet", ["flow", "wet"]),
    ("rings", ["flow", "rings"]),
    ("on_ring", ["flow", "on_ring"]),
    ("areas", ["graph", "area"]),
];

/// What the names of a map's own layers begin with.
const LAYERS: &str = "layers.";

/// Returns all planes of a map with their names. Layers come last, as `layers.NAME`.
pub fn planes(map: &BuilderMap) -> Vec<(Cow<'_, str>, PlaneCells<'_>)> {
    let flow = map.flow.iter().flat_map(|flow| {
        [("wet", (&flow.wet).into()), ("rings", (&flow.rings).into()), ("on_ring", (&flow.on_ring).into())]
    });
    let areas = map.graph.iter().map(|graph| ("areas", (&graph.area).into()));
    let named = [("tiles", (&map.tiles).into())].into_iter().chain(fields(map)).chain(flow).chain(areas);
    let layers = map.layers.iter().map(|(name, layer)| (format!("{LAYERS}{name}").into(), layer.into()));
    named.map(|(name, cells)| (name.into(), cells)).chain(layers).collect()
}

/// Returns the plane of a map with this name, if the map has it.
pub fn plane<'m>(map: &'m BuilderMap, name: &str) -> Option<PlaneCells<'m>> {
    planes(map).into_iter().find(|(known, _)| known == name).map(|(_, cells)| cells)
}

/// Returns the names that lead to a plane's cells in a map file.
///
/// ```
/// use mapwright_bindings::field_of;
///
/// assert_eq!(field_of("tiles"), ["tiles"]);
/// assert_eq!(field_of("areas"), ["graph", "area"]);
/// assert_eq!(field_of("layers.heat"), ["layers", "heat", "values"]);
/// ```
pub fn field_of(plane: &str) -> Vec<&str> {
    match (plane.strip_prefix(LAYERS), PARTS.iter().find(|(name, _)| *name == plane)) {
        (Some(layer), _) => vec!["layers", layer, "values"],
        (_, Some((_, names))) => names.to_vec(),
        _ => vec![plane],
    }
}

/// Returns the map with all planes empty, for a language that has their cells in arrays of its own.
#[must_use]
pub fn without_cells(mut map: BuilderMap) -> BuilderMap {
    empty(&mut map.tiles);
    empty_fields(&mut map);
    if let Some(flow) = &mut map.flow {
        empty(&mut flow.wet);
        empty(&mut flow.rings);
        empty(&mut flow.on_ring);
    }
    map.graph.iter_mut().for_each(|graph| empty(&mut graph.area));
    map.layers.values_mut().for_each(|layer| match layer {
        Layer::U8(plane) => empty(plane),
        Layer::U16(plane) => empty(plane),
        Layer::I32(plane) => empty(plane),
        Layer::F32(plane) => empty(plane),
    });
    map
}

fn empty<T: Copy + Default>(plane: &mut Grid<T>) {
    *plane = Grid::new(Size::new(0, 0), T::default());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mapwright::recipe::{map_to_json, templates};
    use serde_json::Value;

    use super::*;
    use crate::read_recipe;

    /// How many lists of `length` numbers a value holds.
    fn lists(value: &Value, length: usize) -> usize {
        match value {
            Value::Array(items) if items.len() == length && items.iter().all(Value::is_number) => 1,
            Value::Array(items) => items.iter().map(|item| lists(item, length)).sum(),
            Value::Object(fields) => fields.values().map(|field| lists(field, length)).sum(),
            _ => 0,
        }
    }

    fn file(map: &BuilderMap) -> Value {
        serde_json::from_str(&map_to_json(map)).unwrap_or_default()
    }

    #[test]
    fn planes_are_all_that_a_map_file_has_of_each_cell() {
        let mut seen = BTreeSet::new();
        for name in templates() {
            let Ok(mut map) = read_recipe(name).and_then(|recipe| Ok(recipe.build(1)?)) else { continue };
            map.layers.insert("a.b".to_owned(), Layer::F32(Grid::new(map.size(), 0.5)));
            let (area, file) = (map.size().area() as usize, file(&map));
            for (plane, _) in planes(&map) {
                let cells = field_of(&plane).into_iter().try_fold(&file, |value, name| value.get(name));
                assert_eq!(cells.and_then(Value::as_array).map(Vec::len), Some(area), "{name}: {plane}");
                seen.insert(plane.into_owned());
            }
            // `solid` says what the tiles say.
            assert_eq!(lists(&file, area), planes(&map).len() + 1, "{name}");
            assert_eq!(lists(&self::file(&without_cells(map)), area), 0, "{name}");
        }
        assert!(seen.len() > 8, "{seen:?}");
    }

    #[test]
    fn a_plane_is_found_by_its_name_alone() {
        let map = BuilderMap::filled(Size::new(2, 1), mapwright::core::Wrap::None, Tile::WALL);
        assert_eq!(plane(&map, "tiles").and_then(PlaneCells::bytes), Some(vec![Tile::WALL.0; 2]));
        for name in ["sides", "wet", "areas", "layers.", "layers.tiles", "Tiles", ""] {
            assert_eq!(plane(&map, name), None, "{name}");
        }
    }
}
