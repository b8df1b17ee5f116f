//! Packs: functions, structures and tags in the folders where a version of the game looks for them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{DatapackError, Version};
use mapwright_files::Folder;

/// A data pack.
///
/// ```
/// use mapwright_minecraft::{Pack, Version};
///
/// let mut pack = Pack::new(Version::V1_21, "maze", "A maze")?;
/// pack.function("hello", "say hello\n")?;
/// pack.on_load("hello")?;
/// let folder = pack.into_folder();
/// assert!(folder.files.contains_key("data/maze/function/hello.mcfunction"));
/// assert!(folder.files.contains_key("data/minecraft/tags/function/load.json"));
/// # Ok::<(), mapwright_minecraft::DatapackError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pack {
    version: Version,
    namespace: String,
    description: String,
    folder: Folder,
    /// The functions of each tag of the game's own: `load`, `tick`.
    tags: BTreeMap<&'static str, Vec<String>>,
}

impl Pack {
    /// An empty pack whose functions have names that begin with `namespace:`.
    ///
    /// # Errors
    ///
    /// The game does not accept the namespace, or it is the game's own.
    pub fn new(version: Version, namespace: &str, description: &str) -> Result<Self, DatapackError> {
        check_namespace(namespace)?;
        Ok(Pack {
            version,
            namespace: namespace.to_owned(),
            description: description.to_owned(),
            folder: Folder::default(),
            tags: BTreeMap::new(),
        })
    }

    /// The target version.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The namespace of its functions.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// Adds a function: a command on each line, without a leading slash. `path` is its name without namespace and
    /// extension, such as `rooms/5`.
    ///
    /// # Errors
    ///
    /// The game does not accept the path.
    pub fn function(&mut self, path: &str, commands: impl Into<Vec<u8>>) -> Result<(), DatapackError> {
        check_path(path)?;
        let (ns, folder) = (&self.namespace, self.version.function_folder());
        self.folder.add(format!("data/{ns}/{folder}/{path}.mcfunction"), commands);
        Ok(())
    }

    /// Adds a structure, the content of an `.nbt` file.
    ///
    /// # Errors
    ///
    /// The game does not accept the path.
    pub fn structure(&mut self, path: &str, nbt: impl Into<Vec<u8>>) -> Result<(), DatapackError> {
        check_path(path)?;
        let (ns, folder) = (&self.namespace, self.version.structure_folder());
        self.folder.add(format!("data/{ns}/{folder}/{path}.nbt"), nbt);
        Ok(())
    }

    /// Runs a function when the pack is loaded.
    ///
    /// # Errors
    ///
    /// The game does not accept the path.
    pub fn on_load(&mut self, path: &str) -> Result<(), DatapackError> {
        self.tag("load", path)
    }

    /// Runs a function 20 times a second.
    ///
    /// # Errors
    ///
    /// The game does not accept the path.
    pub fn on_tick(&mut self, path: &str) -> Result<(), DatapackError> {
        self.tag("tick", path)
    }

    fn tag(&mut self, tag: &'static str, path: &str) -> Result<(), DatapackError> {
        check_path(path)?;
        let name = format!("{}:{path}", self.namespace);
        self.tags.entry(tag).or_default().push(name);
        Ok(())
    }

    /// The finished pack as files.
    pub fn into_folder(mut self) -> Folder {
        let format = self.version.pack_format();
        let format = match format.is_range() {
            true => json!({ "min_format": [format.major, format.minor], "max_format": [format.major, format.minor] }),
            false => json!({ "pack_format": format.major }),
        };
        let mut meta = json!({ "description": self.description });
        if let (Some(meta), Value::Object(format)) = (meta.as_object_mut(), format) {
            meta.extend(format);
        }
        self.folder.add("pack.mcmeta", pretty(&json!({ "pack": meta })));
        let folder = self.version.function_tag_folder();
        for (tag, names) in &self.tags {
            self.folder.add(format!("data/minecraft/{folder}/{tag}.json"), pretty(&json!({ "values": names })));
        }
        self.folder
    }
}

fn pretty(json: &Value) -> String {
    format!("{json:#}\n")
}

fn is_word(text: &str) -> bool {
    let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-' | '.');
    // `.` and `..` are places in every file system.
    !text.is_empty() && text.chars().all(allowed) && text.chars().any(|c| c != '.')
}

fn check_namespace(given: &str) -> Result<(), DatapackError> {
    let why = match given {
        "minecraft" => "that is the game's own",
        _ if !is_word(given) => "expected a-z, 0-9, `_`, `-` and `.`",
        _ => return Ok(()),
    };
    Err(DatapackError::Namespace { given: given.to_owned(), allowed: why })
}

fn check_path(given: &str) -> Result<(), DatapackError> {
    match given.split('/').all(is_word) {
        true => Ok(()),
        false => Err(DatapackError::Path { given: given.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(version: Version) -> Vec<(String, String)> {
        let mut pack = Pack::new(version, "maze", "A maze").unwrap();
        pack.function("rooms/5", "say 5\n").unwrap();
        pack.structure("hall", [1, 2]).unwrap();
        pack.on_tick("rooms/5").unwrap();
        let files = pack.into_folder().files;
        files.into_iter().map(|(name, content)| (name, String::from_utf8(content).unwrap())).collect()
    }

    fn names(version: Version) -> Vec<String> {
        files(version).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn folders_have_the_names_of_the_version() {
        assert_eq!(
            names(Version::V1_20_4),
            [
                "data/maze/functions/rooms/5.mcfunction",
                "data/maze/structures/hall.nbt",
                "data/minecraft/tags/functions/tick.json",
                "pack.mcmeta"
            ]
        );
        assert_eq!(
            names(Version::V1_21),
            [
                "data/maze/function/rooms/5.mcfunction",
                "data/maze/structure/hall.nbt",
                "data/minecraft/tags/function/tick.json",
                "pack.mcmeta"
            ]
        );
    }

    #[test]
    fn the_format_is_told_in_the_way_of_the_version() {
        let meta = |version| serde_json::from_str::<Value>(&files(version).pop().unwrap().1).unwrap();
        let old = |format: u16| json!({ "pack": { "description": "A maze", "pack_format": format } });
        let new = |format: [u16; 2]| json!({ "pack": { "description": "A maze", "min_format": format, "max_format": format } });
        assert_eq!(meta(Version::V1_20_4), old(26));
        assert_eq!(meta(Version::V1_21), old(48));
        assert_eq!(meta(Version::V1_21_8), old(81));
        assert_eq!(meta(Version::V1_21_11), new([94, 1]));
        assert_eq!(meta(Version::V26_1), new([101, 1]));
        assert_eq!(meta(Version::V26_2), new([107, 1]));
        assert_eq!(meta(Version::V26_3), new([121, 0]));
    }

    #[test]
    fn bad_names_are_told() {
        let check = |namespace: &str, message: &str| {
            assert_eq!(Pack::new(Version::V1_21, namespace, "").unwrap_err().to_string(), message);
        };
        check("My Maze", "`My Maze` cannot be a namespace: expected a-z, 0-9, `_`, `-` and `.`");
        check("..", "`..` cannot be a namespace: expected a-z, 0-9, `_`, `-` and `.`");
        check("", "`` cannot be a namespace: expected a-z, 0-9, `_`, `-` and `.`");
        check("minecraft", "`minecraft` cannot be a namespace: that is the game's own");
        let mut pack = Pack::new(Version::V1_21, "maze", "").unwrap();
        for path in ["", "/a", "a/", "a//b", "../a", "a b", "A"] {
            let error = pack.function(path, "").unwrap_err().to_string();
            let why = "cannot be a path in a pack: expected parts of a-z, 0-9, `_`, `-` and `.` with `/` between them";
            assert_eq!(error, format!("`{path}` {why}"));
        }
    }
}
