//! `mapwright builders`: the catalogue.

use mapwright::core::Plane;
use mapwright::recipe::{BuilderInfo, BuilderKind, Param, ParamKind, builders};
use serde_json::{Value, json};

use crate::args::BuildersArgs;
use crate::failure::Failure;
use crate::input::print;

pub(crate) fn run(args: &BuildersArgs) -> Result<(), Failure> {
    if args.json {
        let list: Vec<Value> = builders().iter().map(as_json).collect();
        return print(&(serde_json::to_string_pretty(&list).unwrap_or_default() + "\n"));
    }
    let mut text = String::new();
    for (title, kinds) in [
        ("Initial builders begin a chain:", [BuilderKind::Initial, BuilderKind::Both]),
        ("Meta builders change what is there:", [BuilderKind::Meta, BuilderKind::Both]),
    ] {
        text += &format!("{title}\n\n");
        builders().iter().filter(|info| kinds.contains(&info.kind())).for_each(|info| text += &as_text(info));
        text += "\n";
    }
    print(text.trim_end())?;
    print("\n")
}

fn as_text(info: &BuilderInfo) -> String {
    let mut text = format!("  {:18} {}\n", info.name, info.about);
    for param in &info.params {
        let default = if param.default.is_null() { String::new() } else { format!(" = {}", param.default) };
        text += &format!("  {:20} {}{default}: {}; {}\n", "", param.name, param.about, param.kind);
    }
    let [needs, gives, _] = info.planes();
    for (word, planes) in [("needs", needs), ("gives", gives)] {
        if !planes.is_empty() {
            text += &format!("  {:20} {word} {}\n", "", names(&planes).join(", "));
        }
    }
    text
}

fn as_json(info: &BuilderInfo) -> Value {
    let kind = match info.kind() {
        BuilderKind::Initial => "initial",
        BuilderKind::Meta => "meta",
        BuilderKind::Both => "both",
    };
    let [needs, gives, clears] = info.planes();
    json!({
        "name": info.name,
        "kind": kind,
        "about": info.about,
        "params": info.params.iter().map(param).collect::<Vec<Value>>(),
        "needs": names(&needs),
        "provides": names(&gives),
        "clears": names(&clears),
    })
}

fn param(param: &Param) -> Value {
    let range = match param.kind {
        ParamKind::Int(min, max) => json!([min, max]),
        ParamKind::Number(min, max) => json!([min, max]),
        ParamKind::Choice(words) | ParamKind::Place(words) | ParamKind::Words(words) => json!(words),
        ParamKind::Counts(max) => json!([0, max]),
        ParamKind::Text
        | ParamKind::LifeRule
        | ParamKind::Bool
        | ParamKind::Pieces
        | ParamKind::Map
        | ParamKind::File
        | ParamKind::Prefab
        | ParamKind::Legend
        | ParamKind::Vaults
        | ParamKind::Tile
        | ParamKind::Pins
        | ParamKind::Program
        | ParamKind::Glyph
        | ParamKind::Object(_)
        | ParamKind::TileWeights
        | ParamKind::TilePairs
        | ParamKind::Tiles
        | ParamKind::Rules
        | ParamKind::Distances
        | ParamKind::Landmark
        | ParamKind::Scattered
        | ParamKind::SpawnTable
        | ParamKind::Corridors => Value::Null,
    };
    json!({
        "name": param.name,
        "type": param.kind.type_name(),
        "default": param.default,
        "range": range,
        "about": param.about,
        "only_with": param.only_with.map(|(name, values)| json!({ name: values })),
    })
}

fn names(planes: &[Plane]) -> Vec<&'static str> {
    planes.iter().map(|plane| plane.name()).collect()
}
