//! `mapwright builders`: the catalogue.

use mapwright::core::Plane;
use mapwright::recipe::{BuilderInfo, BuilderKind, builders};
use serde_json::Value;

use crate::args::BuildersArgs;
use crate::failure::Failure;
use crate::input::print;

pub(crate) fn run(args: &BuildersArgs) -> Result<(), Failure> {
    if args.json {
        let list: Vec<Value> = builders().iter().map(BuilderInfo::to_json).collect();
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

fn names(planes: &[Plane]) -> Vec<&'static str> {
    planes.iter().map(|plane| plane.name()).collect()
}
