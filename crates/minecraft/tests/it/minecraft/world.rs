//! What commands act on: blocks, entities, scores, data and a clock.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::command::{Block, describe};
use super::nbt::{Key, Nbt};
use super::reader::Names;

/// Where and as whom a command runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Context {
    pub at: [f64; 3],
    pub me: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Entity {
    pub kind: u32,
    pub at: [f64; 3],
    pub tags: Vec<u32>,
    pub name: Option<String>,
    /// All data but place and tags.
    pub data: Nbt,
}

/// Who can have a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scored {
    Name(u32),
    Entity(u32),
}

#[derive(Debug, Default)]
pub struct State {
    pub names: Names,
    blocks: HashMap<[i32; 3], u32>,
    kinds_of_blocks: HashMap<u32, Block>,
    block_data: HashMap<[i32; 3], Nbt>,
    air: u32,
    player: u32,
    pub entities: BTreeMap<u32, Entity>,
    next_entity: u32,
    /// Players never leave.
    players: Vec<u32>,
    tagged: HashMap<u32, BTreeSet<u32>>,
    near: HashMap<[i32; 3], Vec<u32>>,
    pub objectives: BTreeSet<u32>,
    pub scores: HashMap<(Scored, u32), i32>,
    pub storage: BTreeMap<String, Nbt>,
    /// Chunks, by their column and row.
    pub forced: BTreeSet<(i32, i32)>,
    /// How many ticks a forced chunk takes to be loaded. `None`: all chunks are loaded.
    pub loading: Option<u64>,
    /// Since when chunks are forced.
    pub forced_since: BTreeMap<(i32, i32), u64>,
    pub now: u64,
    /// What was said to whom; `None` is everybody.
    pub messages: Vec<(Option<u32>, String)>,
    random: u64,
}

pub fn block_of(at: [f64; 3]) -> [i32; 3] {
    at.map(|value| value.floor() as i32)
}

impl State {
    pub fn new() -> State {
        let mut state = State { next_entity: 1, random: 1, ..State::default() };
        let air = Block::new("minecraft:air".to_owned(), vec![], None, &mut state.names);
        state.air = air.name;
        state.player = state.names.number("minecraft:player");
        state.kinds_of_blocks.insert(air.name, air);
        state
    }

    /// Whether a block can be there at all.
    pub fn is_in_world(&self, at: [i32; 3]) -> bool {
        (-64..320).contains(&at[1])
    }

    /// Whether a chunk is there: forced for long enough, or within six chunks of a player.
    pub fn is_loaded(&self, at: [i32; 3]) -> bool {
        let Some(delay) = self.loading else { return true };
        let chunk = |at: [i32; 3]| (at[0] >> 4, at[2] >> 4);
        let (x, z) = chunk(at);
        let near = |other: [i32; 3]| chunk(other).0.abs_diff(x) <= 6 && chunk(other).1.abs_diff(z) <= 6;
        self.forced_since.get(&(x, z)).is_some_and(|since| since + delay <= self.now)
            || self.players.iter().any(|id| near(block_of(self.entities[id].at)))
    }

    pub fn block(&self, at: [i32; 3]) -> &Block {
        &self.kinds_of_blocks[&self.block_name(at)]
    }

    pub fn block_name(&self, at: [i32; 3]) -> u32 {
        self.blocks.get(&at).copied().unwrap_or(self.air)
    }

    /// The block as text: `minecraft:stone`, `minecraft:oak_stairs[facing=east]`.
    pub fn block_text(&self, at: [i32; 3]) -> String {
        let block = self.block(at);
        describe(&block.id, &block.states)
    }

    pub fn is_air(&self, at: [i32; 3]) -> bool {
        ["minecraft:air", "minecraft:cave_air", "minecraft:void_air"].contains(&self.block(at).id.as_str())
    }

    /// Puts a block in a place. `false` when it stands there already, which is a failure in the game.
    pub fn set_block(&mut self, at: [i32; 3], block: &Block) -> bool {
        if self.block_name(at) == block.name && block.data.is_none() && !self.block_data.contains_key(&at) {
            return false;
        }
        self.kinds_of_blocks.entry(block.name).or_insert_with(|| Block { data: None, ..block.clone() });
        match block.name == self.air {
            true => drop(self.blocks.remove(&at)),
            false => drop(self.blocks.insert(at, block.name)),
        }
        match &block.data {
            Some(data) => drop(self.block_data.insert(at, data.clone())),
            None => drop(self.block_data.remove(&at)),
        }
        true
    }

    /// All blocks that are not air.
    pub fn solid(&self) -> impl Iterator<Item = [i32; 3]> {
        self.blocks.keys().copied()
    }

    pub fn add_entity(&mut self, kind: u32, at: [f64; 3], mut data: Nbt) -> u32 {
        let id = self.next_entity;
        self.next_entity += 1;
        let list = data.get(&[Key::Name("Tags".to_owned())]).map(Nbt::texts).unwrap_or_default();
        data.remove(&[Key::Name("Tags".to_owned())]);
        let name = match data.get(&[Key::Name("CustomName".to_owned())]) {
            Some(Nbt::Text(name)) => Some(plain_name(name)),
            _ => None,
        };
        let frame = ["minecraft:item_frame", "minecraft:glow_item_frame"].contains(&self.names.name(kind));
        if frame && let Nbt::Compound(entries) = &mut data {
            entries.entry("ItemRotation".to_owned()).or_insert(Nbt::Number('b', 0.0));
        }
        let tags = list.iter().map(|tag| self.names.number(tag)).collect();
        self.entities.insert(id, Entity { kind, at, tags, name, data });
        for tag in self.entities[&id].tags.clone() {
            self.tagged.entry(tag).or_default().insert(id);
        }
        self.near.entry(block_of(at)).or_default().push(id);
        if kind == self.player {
            self.players.push(id);
        }
        id
    }

    pub fn remove_entity(&mut self, id: u32) {
        let Some(entity) = self.entities.remove(&id) else { return };
        for tag in entity.tags {
            self.tagged.entry(tag).or_default().remove(&id);
        }
        self.near.entry(block_of(entity.at)).or_default().retain(|&other| other != id);
        self.scores.retain(|(who, _), _| *who != Scored::Entity(id));
    }

    pub fn move_entity(&mut self, id: u32, to: [f64; 3]) {
        let Some(entity) = self.entities.get_mut(&id) else { return };
        let (old, new) = (block_of(entity.at), block_of(to));
        entity.at = to;
        if old != new {
            self.near.entry(old).or_default().retain(|&other| other != id);
            self.near.entry(new).or_default().push(id);
        }
    }

    /// `false` when nothing changed.
    pub fn tag(&mut self, id: u32, tag: u32, add: bool) -> bool {
        let Some(entity) = self.entities.get_mut(&id) else { return false };
        let has = entity.tags.contains(&tag);
        match add {
            true if !has => entity.tags.push(tag),
            false if has => entity.tags.retain(|&other| other != tag),
            _ => return false,
        }
        let list = self.tagged.entry(tag).or_default();
        if add { list.insert(id) } else { list.remove(&id) }
    }

    pub fn tagged(&self, tag: u32) -> Option<&BTreeSet<u32>> {
        self.tagged.get(&tag)
    }

    pub fn in_block(&self, at: [i32; 3]) -> &[u32] {
        self.near.get(&at).map_or(&[], Vec::as_slice)
    }

    pub fn is_player(&self, entity: &Entity) -> bool {
        entity.kind == self.player
    }

    /// The next random number below a bound (`SplitMix64`).
    pub fn random(&mut self, below: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ bits >> 31) % below.max(1)
    }

    /// A copy of an entity's data, with its place and tags.
    pub fn entity_data(&self, id: u32) -> Nbt {
        let entity = &self.entities[&id];
        let mut data = entity.data.clone();
        if let Nbt::Compound(entries) = &mut data {
            let place = entity.at.iter().map(|&value| Nbt::Number('d', value)).collect();
            entries.insert("Pos".to_owned(), Nbt::List(place));
            let tags = entity.tags.iter().map(|&tag| Nbt::Text(self.names.name(tag).to_owned())).collect();
            entries.insert("Tags".to_owned(), Nbt::List(tags));
        }
        data
    }

    pub fn entity_value(&self, id: u32, path: &[Key]) -> Option<Nbt> {
        match path.first() {
            Some(Key::Name(name)) if name != "Pos" && name != "Tags" => self.entities[&id].data.get(path).cloned(),
            _ => self.entity_data(id).get(path).cloned(),
        }
    }

    pub fn set_entity_value(&mut self, id: u32, path: &[Key], value: Nbt) -> bool {
        let mut data = self.entity_data(id);
        let Some(slot) = data.slot(path) else { return false };
        *slot = value;
        self.set_entity_data(id, data);
        true
    }

    /// Takes an entity's data over, and its place and tags with them.
    pub fn set_entity_data(&mut self, id: u32, mut data: Nbt) {
        let (place, tags) = (Key::Name("Pos".to_owned()), Key::Name("Tags".to_owned()));
        if let Some(Nbt::List(axes)) = data.get(std::slice::from_ref(&place)) {
            let axes: Vec<f64> = axes.iter().map(Nbt::as_number).collect();
            if let [x, y, z] = axes[..] {
                self.move_entity(id, [x, y, z]);
            }
        }
        let wanted: Vec<u32> = data
            .get(std::slice::from_ref(&tags))
            .map(Nbt::texts)
            .unwrap_or_default()
            .iter()
            .map(|tag| self.names.number(tag))
            .collect();
        for tag in self.entities[&id].tags.clone() {
            if !wanted.contains(&tag) {
                self.tag(id, tag, false);
            }
        }
        for tag in wanted {
            self.tag(id, tag, true);
        }
        data.remove(&[place]);
        data.remove(&[tags]);
        if let Some(entity) = self.entities.get_mut(&id) {
            entity.data = data;
        }
    }

    pub fn block_value(&self, at: [i32; 3]) -> Option<&Nbt> {
        self.block_data.get(&at)
    }

    pub fn block_value_mut(&mut self, at: [i32; 3]) -> Option<&mut Nbt> {
        self.block_data.get_mut(&at)
    }
}

/// A name is JSON text in quotes, or just text.
fn plain_name(name: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(name) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(serde_json::Value::Object(parts)) => {
            parts.get("text").and_then(|text| text.as_str()).unwrap_or_default().to_owned()
        }
        _ => name.to_owned(),
    }
}
