//! Structures of the game itself (`.nbt`), as structure blocks load them and packs place them.
//!
//! A structure block holds 48 blocks a side. What is larger is cut into pieces of that size, which come as a data pack
//! whose function puts each in its place.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::nbt::nbt_file;
use super::script::at;
use super::{Block, Blocks, BlocksError, Pack};
use mapwright_files::Folder;

/// The most blocks a side of a structure block.
const MOST: u16 = 48;

#[derive(Serialize)]
struct Structure<'a> {
    #[serde(rename = "DataVersion")]
    data_version: i32,
    size: [i32; 3],
    palette: Vec<State<'a>>,
    blocks: Vec<Cell>,
    entities: [(); 0],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct State<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<&'a BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct Cell {
    pos: [i32; 3],
    state: i32,
}

impl Blocks {
    /// The box as one structure, the bytes of an `.nbt` file. Air is written too, so that loading it clears the place.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
    /// use mapwright_minecraft::{Blocks, Extrusion, Version};
    ///
    /// let map = BuilderMap::filled(Size::new(49, 1), Wrap::None, Tile::FLOOR);
    /// let blocks = Blocks::from_map(&map, &Extrusion::default(), Version::V1_21)?;
    /// let error = blocks.to_structure().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the map becomes 49x5x1 blocks; a structure block holds 48 a side: write it in pieces (`-O pieces=yes`)"
    /// );
    /// let folder = blocks.to_pieces("level")?;
    /// assert!(folder.files.contains_key("data/level/structure/piece.1.0.0.nbt"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The box has more than 48 blocks along a side.
    pub fn to_structure(&self) -> Result<Vec<u8>, BlocksError> {
        match self.size().iter().all(|&side| side <= MOST) {
            true => self.piece([0; 3], self.size()),
            false => Err(BlocksError::NotOnePiece { size: self.size() }),
        }
    }

    /// The box as a data pack: structures of at most 48 blocks a side, the function `place` that builds the whole with
    /// its lower north-west corner where it is run, and `index.json`, which tells programs where each piece goes.
    ///
    /// `namespace` is what the functions and structures begin with, such as `level` in `level:place`.
    ///
    /// # Errors
    ///
    /// The game would not read the namespace.
    pub fn to_pieces(&self, namespace: &str) -> Result<Folder, BlocksError> {
        let mut pack = Pack::new(self.version(), namespace, "A level in pieces; run the function `place`")?;
        let (mut place, mut index) = (String::new(), Vec::new());
        for from in corners(self.size()) {
            let size = [0, 1, 2].map(|axis| MOST.min(self.size()[axis] - from[axis]));
            let name = format!("piece.{}", from.map(|at| (at / MOST).to_string()).join("."));
            pack.structure(&name, self.piece(from, size)?)?;
            place += &format!("place template {namespace}:{name} {}\n", at(from.map(i32::from)));
            index.push(json!({"name": format!("{namespace}:{name}"), "at": from, "size": size}));
        }
        pack.function("place", place)?;
        let index = json!({"version": self.version(), "size": self.size(), "pieces": index});
        let mut folder = pack.into_folder();
        folder.add("index.json", format!("{index:#}\n"));
        Ok(folder)
    }

    /// A part of the box as a structure.
    fn piece(&self, from: [u16; 3], size: [u16; 3]) -> Result<Vec<u8>, BlocksError> {
        // Only the kinds of blocks that are in it, in the order in which they are met.
        let mut numbers: Vec<Option<i32>> = vec![None; self.palette().len()];
        let mut palette = Vec::new();
        let mut blocks = Vec::new();
        for at in boxed(size) {
            let cell = self.cells()[self.index([0, 1, 2].map(|axis| from[axis] + at[axis]))];
            let state = *numbers[usize::from(cell)].get_or_insert_with(|| {
                palette.push(state(&self.palette()[usize::from(cell)]));
                // There are no more than 65,536 kinds.
                i32::try_from(palette.len()).unwrap_or(i32::MAX) - 1
            });
            blocks.push(Cell { pos: at.map(i32::from), state });
        }
        let size = size.map(i32::from);
        nbt_file("", &Structure { data_version: self.data_version(), size, palette, blocks, entities: [] })
    }
}

fn state(block: &Block) -> State<'_> {
    State { name: block.name(), properties: Some(block.states()).filter(|states| !states.is_empty()) }
}

/// Every place in a box, layer by layer.
fn boxed([w, h, l]: [u16; 3]) -> impl Iterator<Item = [u16; 3]> {
    (0..h).flat_map(move |y| (0..l).flat_map(move |z| (0..w).map(move |x| [x, y, z])))
}

/// The lower north-west corner of each piece.
fn corners(size: [u16; 3]) -> impl Iterator<Item = [u16; 3]> {
    boxed(size.map(|side| side.div_ceil(MOST))).map(|corner| corner.map(|at| at * MOST))
}
