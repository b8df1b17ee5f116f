//! The files of a Tiled map: the pictures of its tilesets, separate tilesets, and the map.

use std::path::Path;

use mapwright_files::save_atomic;
use mapwright_render::write_png;

use super::map::{TiledContent, TiledMap, TiledSheet};
use super::property::{TiledProperty, TiledValue};
use crate::ExportError;

/// The two formats of Tiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TiledFormat {
    /// JSON: `.tmj`, tilesets `.tsj`.
    Tmj,
    /// XML: `.tmx`, tilesets `.tsx`.
    Tmx,
}

impl TiledFormat {
    /// Refuses a name that a map of this format cannot have, before there is a map.
    ///
    /// # Errors
    ///
    /// Its end, or a character that not every system can have in it.
    pub fn check_name(self, name: &str) -> Result<(), ExportError> {
        stem("Tiled", &self.extensions(), name).map(|_| ())
    }

    /// The ends of names that Tiled knows the format by.
    pub(super) const fn extensions(self) -> [&'static str; 2] {
        match self {
            TiledFormat::Tmj => ["tmj", "json"],
            TiledFormat::Tmx => ["tmx", "xml"],
        }
    }
}

/// Characters that a file's name cannot have on every system; the last stands for what is no text.
const FORBIDDEN: &str = "<>:\"/\\|?*\u{fffd}";

/// The names of the tilesets that maps for Tiled and LDtk may have. The picture of each is `STEM-NAME.png`, beside the map.
pub const SHEET_NAMES: [&str; 5] = ["tiles", "corners", "regions", "sides", "walls"];

impl TiledMap {
    /// The names and contents of the files, the map last. The other names begin with its stem.
    ///
    /// # Errors
    ///
    /// The name does not fit the format, or a text has a character that XML cannot contain.
    pub fn files(&self, format: TiledFormat, name: &str) -> Result<Vec<(String, Vec<u8>)>, ExportError> {
        let stem = stem("Tiled", &format.extensions(), name)?;
        self.check_texts()?;
        let named: Vec<TiledSheet> = self.sheets.iter().map(|sheet| sheet.named(stem)).collect();
        let mut files = Vec::new();
        for sheet in &named {
            let mut png = Vec::new();
            write_png(&sheet.picture, &mut png)?;
            files.push((sheet.set.image.clone(), png));
        }
        let end = if format == TiledFormat::Tmj { "tsj" } else { "tsx" };
        let sources: Vec<String> = named.iter().map(|sheet| format!("{stem}-{}.{end}", sheet.set.name)).collect();
        if self.external {
            let text = |sheet: &TiledSheet| match format {
                TiledFormat::Tmj => sheet.set.to_tsj(),
                TiledFormat::Tmx => sheet.set.to_tsx(),
            };
            files.extend(sources.iter().cloned().zip(named.iter().map(|sheet| text(sheet).into_bytes())));
        }
        files.push((name.to_owned(), self.text(format, &named, &sources).into_bytes()));
        Ok(files)
    }

    /// Writes the files into one folder, each completely or not at all. The map is written last, so the files that it
    /// names exist.
    ///
    /// # Errors
    ///
    /// Those of [`files`](Self::files), before anything is written, and a file that cannot be written.
    pub fn save(&self, format: TiledFormat, path: impl AsRef<Path>) -> Result<(), ExportError> {
        let path = path.as_ref();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        for (name, content) in self.files(format, &name)? {
            save_atomic(&path.with_file_name(name), |file| file.write_all(&content))?;
        }
        Ok(())
    }

    /// Rejects characters that XML cannot contain; Tiled stores everything as XML.
    fn check_texts(&self) -> Result<(), ExportError> {
        let objects = || {
            self.layers.iter().flat_map(|layer| match &layer.content {
                TiledContent::Objects(objects, _) => objects.as_slice(),
                TiledContent::Tiles(_) => &[],
            })
        };
        let named = objects().flat_map(|object| [("object", &object.name), ("class of an object", &object.kind)]);
        let layers = self.layers.iter().map(|layer| ("layer", &layer.name));
        let sets = || self.sheets.iter().map(|sheet| &sheet.set);
        let tiles = || sets().flat_map(|set| &set.tiles);
        let wang_sets = || sets().flat_map(|set| &set.wang_sets);
        let names = sets().map(|set| ("tileset", &set.name));
        let kinds = tiles().map(|tile| ("class of a tile", &tile.kind));
        let colors = wang_sets().flat_map(|set| &set.colors).map(|color| ("color", &color.name));
        let names = names.chain(kinds).chain(wang_sets().map(|set| ("Wang set", &set.name))).chain(colors);
        let of_objects = objects().flat_map(|object| &object.properties);
        let properties = self.properties.iter().chain(of_objects).chain(tiles().flat_map(|tile| &tile.properties));
        let texts = properties.flat_map(|TiledProperty { name, value }| {
            let text = if let TiledValue::Text(text) = value { Some(("value of a property", text)) } else { None };
            [("property", name)].into_iter().chain(text)
        });
        for (what, name) in named.chain(layers).chain(names).chain(texts) {
            if let Some(bad) = name.chars().find(|&character| !is_xml(character)) {
                let why = format!("XML has no character U+{:04X}", u32::from(bad));
                return Err(ExportError::Name { what, name: name.clone(), why });
            }
        }
        Ok(())
    }
}

/// The characters of XML 1.0.
const fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

impl TiledSheet {
    /// The same with its picture's name.
    fn named(&self, stem: &str) -> TiledSheet {
        let mut named = self.clone();
        named.set.image = format!("{stem}-{}.png", named.set.name);
        named
    }
}

/// The name without its end, if it is one for a file of the program.
pub(crate) fn stem<'a>(program: &str, ends: &[&str], name: &'a str) -> Result<&'a str, ExportError> {
    let wrong = |why: String| ExportError::Name { what: "file", name: name.to_owned(), why };
    let parts = name.rsplit_once('.').filter(|(_, end)| ends.contains(end));
    let wanted = || ends.iter().map(|end| format!(".{end}")).collect::<Vec<_>>().join(" or ");
    let (stem, _) = parts.ok_or_else(|| wrong(format!("{program} expects a name that ends in {}", wanted())))?;
    let is_bad = |character: &char| character.is_control() || FORBIDDEN.contains(*character);
    match stem.chars().find(is_bad) {
        Some(bad) => Err(wrong(format!("not every system can have {bad:?} in the name of a file"))),
        None if stem.is_empty() => Err(wrong("nothing stands before its end".to_owned())),
        None => Ok(stem),
    }
}
