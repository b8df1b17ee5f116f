//! Reads a data pack: its folders, its `pack.mcmeta`, its tags and its functions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use mapwright_files::Folder;
use serde_json::Value;

use super::World;
use super::machine::{Faulty, Function};
use super::parse::Parser;
use super::reader::Reader;
use super::world::State;

/// A version such as 1.20.4 or 26.1.
pub type Version = (u32, u32, u32);

pub fn version(text: &str) -> Faulty<Version> {
    let wrong = || format!("`{text}` is no version");
    let parts: Vec<u32> = text.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    match parts[..] {
        [major, minor] => Ok((major, minor, 0)),
        [major, minor, patch] => Ok((major, minor, patch)),
        _ => Err(wrong()),
    }
}

/// The first version of each pack format.
const FORMATS: [(Version, f64); 13] = [
    ((1, 20, 3), 26.0),
    ((1, 20, 5), 41.0),
    ((1, 21, 0), 48.0),
    ((1, 21, 2), 57.0),
    ((1, 21, 4), 61.0),
    ((1, 21, 5), 71.0),
    ((1, 21, 6), 80.0),
    ((1, 21, 7), 81.0),
    ((1, 21, 9), 88.0),
    ((1, 21, 11), 94.1),
    ((26, 1, 0), 101.1),
    ((26, 2, 0), 107.1),
    ((26, 3, 0), 121.0),
];

fn format_of(version: Version) -> Option<f64> {
    FORMATS.iter().take_while(|(first, _)| *first <= version).last().map(|(_, format)| *format)
}

impl World {
    /// A world with a data pack. All commands are read at once, so that this also checks what is never run.
    ///
    /// # Errors
    ///
    /// The first thing that the game would not take, with its file and line.
    pub fn load(folder: &Folder, game: &str) -> Faulty<World> {
        let game = version(game)?;
        check_meta(folder, game)?;
        let mut world = World::empty();
        let (functions, tags) =
            if game >= (1, 21, 0) { ("function", "tags/function") } else { ("functions", "tags/functions") };
        let block_tags = if game >= (1, 21, 0) { "tags/block" } else { "tags/blocks" };
        for (path, content) in &folder.files {
            let content = std::str::from_utf8(content).map_err(|_| format!("{path}: not text"));
            let Some((space, rest)) = path.strip_prefix("data/").and_then(|rest| rest.split_once('/')) else {
                continue;
            };
            super::reader::full_id(&format!("{space}:a"))?;
            let inside = |folder: &str, ending: &str| {
                let rest = rest.strip_prefix(folder)?.strip_prefix('/')?;
                rest.strip_suffix(ending).map(|name| format!("{space}:{name}"))
            };
            if let Some(name) = inside(functions, ".mcfunction") {
                world.read_function(&name, path, content?)?;
            } else if let Some(name) = inside(tags, ".json") {
                world.function_tags.insert(name, tag_values(path, content?)?);
            } else if let Some(name) = inside(block_tags, ".json") {
                world.block_tags.insert(name, tag_values(path, content?)?.into_iter().collect());
            } else if path.ends_with(".mcfunction")
                || rest.starts_with("tags/function")
                || rest.starts_with("tags/block")
            {
                return Err(format!("{path}: this version looks for {functions}, {tags} and {block_tags}"));
            }
        }
        world.check_calls()?;
        Ok(world)
    }

    fn empty() -> World {
        let air = ["minecraft:air", "minecraft:cave_air", "minecraft:void_air"].map(str::to_owned);
        World {
            state: State::new(),
            functions: BTreeMap::new(),
            function_tags: BTreeMap::new(),
            block_tags: BTreeMap::from([("minecraft:air".to_owned(), BTreeSet::from(air))]),
            calls: BTreeMap::new(),
            scheduled: Vec::new(),
            killed: Vec::new(),
            clock: 0,
            cost: 0,
            most: 0,
        }
    }

    fn read_function(&mut self, name: &str, path: &str, text: &str) -> Faulty<()> {
        super::reader::full_id(name).map_err(|why| format!("{path}: {why}"))?;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut parser = Parser { names: &mut self.state.names, calls: BTreeSet::new() };
            let command = parser.command(&mut Reader::new(line)).map_err(|why| format!("{path}:{number}: {why}"))?;
            for call in parser.calls {
                self.calls.entry(call).or_insert_with(|| format!("{path}:{number}"));
            }
            lines.push((number, Rc::new(command)));
        }
        let number = self.state.names.number(name);
        self.functions.insert(number, Rc::new(Function { file: path.to_owned(), lines }));
        Ok(())
    }

    /// Whatever is called must be there.
    pub(super) fn check_calls(&self) -> Faulty<()> {
        for (call, place) in &self.calls {
            self.find(call).map_err(|why| format!("{place}: {why}"))?;
        }
        for tag in self.function_tags.keys() {
            self.find(&format!("#{tag}")).map_err(|why| format!("tag {tag}: {why}"))?;
        }
        Ok(())
    }

    /// The functions of a name, or of a `#tag`.
    pub(super) fn find(&self, name: &str) -> Faulty<Vec<Rc<Function>>> {
        if let Some(tag) = name.strip_prefix('#') {
            let list = self.function_tags.get(tag).ok_or_else(|| format!("there is no function tag `#{tag}`"))?;
            let found: Faulty<Vec<_>> = list.iter().map(|name| self.find(name)).collect();
            return Ok(found?.concat());
        }
        let number = self.state.names.find(name);
        let function = number.and_then(|number| self.functions.get(&number));
        function.map(|function| vec![Rc::clone(function)]).ok_or_else(|| format!("there is no function `{name}`"))
    }
}

fn tag_values(path: &str, text: &str) -> Faulty<Vec<String>> {
    let wrong = |why: &str| format!("{path}: {why}");
    let value: Value = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    let list = value.get("values").and_then(Value::as_array).ok_or_else(|| wrong("`values` is missing"))?;
    let name = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| wrong("a value is no text"));
    list.iter().map(name).collect()
}

/// `pack.mcmeta` must name the format of the version, in the way of that version.
fn check_meta(folder: &Folder, game: Version) -> Faulty<()> {
    let wrong = |why: String| Err(format!("pack.mcmeta: {why}"));
    let Some(text) = folder.files.get("pack.mcmeta") else { return wrong("it is missing".to_owned()) };
    let value: Value = serde_json::from_slice(text).map_err(|error| format!("pack.mcmeta: {error}"))?;
    let Some(pack) = value.get("pack") else { return wrong("`pack` is missing".to_owned()) };
    if pack.get("description").is_none() {
        return wrong("`description` is missing".to_owned());
    }
    let Some(wanted) = format_of(game) else { return wrong("this version is not known here".to_owned()) };
    let number = |value: &Value| match value {
        Value::Array(parts) => {
            let part = |at: usize| parts.get(at).and_then(Value::as_f64).unwrap_or(0.0);
            Some(part(0) + part(1) / 10.0)
        }
        other => other.as_f64(),
    };
    let field = |name: &str| pack.get(name).and_then(number);
    if wanted >= 82.0 {
        let (Some(min), Some(max)) = (field("min_format"), field("max_format")) else {
            return wrong("`min_format` and `max_format` are needed".to_owned());
        };
        if pack.get("supported_formats").is_some() && min >= 82.0 {
            return wrong("`supported_formats` is forbidden".to_owned());
        }
        let max_covers = max >= wanted || max.fract() == 0.0 && max == wanted.floor();
        return if min <= wanted && max_covers { Ok(()) } else { wrong(format!("{min} to {max} is not {wanted}")) };
    }
    match field("pack_format") {
        Some(format) if format == wanted => Ok(()),
        Some(format) => wrong(format!("`pack_format` is {format}; this version has {wanted}")),
        None => wrong("`pack_format` is missing".to_owned()),
    }
}
