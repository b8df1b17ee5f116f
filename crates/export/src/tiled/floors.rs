//! The floors of a map: a Tiled map for each, and a world that has them beside each other.

use std::path::Path;

use mapwright_core::{BuilderMap, FloorWay};
use mapwright_files::save_atomic;
use serde_json::json;

use super::export::{Tiled, TiledPart, thing_layer};
use super::files::{TiledFormat, stem};
use super::map::{TiledMap, TiledObject};
use super::objects::{self, Px};
use super::property::TiledProperty;
use crate::ExportError;

impl Tiled {
    /// The floors of a map, each as a map of its own. What leads to other floors is in a layer `stairs`: points of the class
    /// `stairs` or `pit`, with the `floor`, `to_column` and `to_row` that they lead to.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Portal, Size, Tile, Wrap};
    /// use mapwright_export::{Tiled, TiledFormat, floor_files};
    ///
    /// let cellar = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    /// let mut map = BuilderMap::stack([cellar.clone(), cellar])?;
    /// map.portals = vec![Portal::new((1, 1), (1, 4))];
    /// let floors = Tiled { parts: Some(vec![]), ..Tiled::default() }.floors(&map)?;
    /// let files = floor_files(&floors, TiledFormat::Tmj, "level.tmj")?;
    /// let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    /// assert_eq!(names, ["level-floor-0.tmj", "level-floor-1.tmj", "level.world"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`map`](Self::map).
    pub fn floors(&self, map: &BuilderMap) -> Result<Vec<TiledMap>, ExportError> {
        let parts = TiledPart::chosen(self.parts.as_deref(), map)?;
        let floors = (0..map.n_floors()).filter_map(|floor| map.floor(floor));
        let made = floors.map(|floor| {
            let here = TiledPart::all_in(&floor.map);
            let parts = self.parts.as_ref().map(|_| parts.iter().copied().filter(|part| here.contains(part)).collect());
            let mut made = Tiled { parts, ..self.clone() }.map(&floor.map)?;
            let ways = floor.ways.iter().map(|way| stairs(way, made.tile_size)).collect();
            made.layers.push(thing_layer("stairs", ways, self.style.theme.portals[0]));
            Ok(made)
        });
        made.collect()
    }
}

fn stairs(way: &FloorWay, px: Px) -> TiledObject {
    let kind = if way.one_way { "pit" } else { "stairs" };
    let mut object = objects::point(&format!("{kind} to floor {}", way.to.0), kind, way.at, px);
    let (floor, to) = way.to;
    let properties = [("floor", floor), ("to_column", to.x), ("to_row", to.y)];
    object.properties.extend(properties.map(|(name, value)| TiledProperty::int(name, value)));
    object
}

/// The names and contents of the files of some floors, and last of the world that has them beside each other: for
/// `level.tmx` the maps `level-floor-0.tmx` and so on, and `level.world`.
///
/// # Errors
///
/// As [`TiledMap::files`].
pub fn floor_files(
    floors: &[TiledMap],
    format: TiledFormat,
    name: &str,
) -> Result<Vec<(String, Vec<u8>)>, ExportError> {
    let stem = stem("Tiled", &format.extensions(), name)?;
    let end = name.get(stem.len()..).unwrap_or_default();
    let (mut files, mut maps, mut x) = (Vec::new(), Vec::new(), 0);
    for (floor, map) in floors.iter().enumerate() {
        let name = format!("{stem}-floor-{floor}{end}");
        let (w, h) = (u64::from(map.size.0 * map.tile_size.0), u64::from(map.size.1 * map.tile_size.1));
        files.extend(map.files(format, &name)?);
        maps.push(json!({ "fileName": name, "x": x, "y": 0, "width": w, "height": h }));
        x += w + u64::from(map.tile_size.0);
    }
    let world = json!({ "maps": maps, "onlyShowAdjacentMaps": false, "type": "world" });
    files.push((format!("{stem}.world"), format!("{world:#}\n").into_bytes()));
    Ok(files)
}

/// Writes these files into one folder, each completely or not at all, the world last.
///
/// # Errors
///
/// Those of [`floor_files`], before anything is written, and a file that cannot be written.
pub fn save_floors(floors: &[TiledMap], format: TiledFormat, path: impl AsRef<Path>) -> Result<(), ExportError> {
    let path = path.as_ref();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for (name, content) in floor_files(floors, format, &name)? {
        save_atomic(&path.with_file_name(name), |file| file.write_all(&content))?;
    }
    Ok(())
}
