//! `mapwright builders`: the catalogue, or one builder of it.

use mapwright::core::Planes;
use mapwright::recipe::{BuilderInfo, BuilderKind, Recipe, Registry, StageRecipe};
use mapwright::recipe::{builders, template, templates};
use serde_json::Value;

use crate::failure::Failure;
use crate::input::unknown;
use crate::output::{JsonArgs, print, write_text};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("builders" "builders corridors" "builders prim-maze --json"))]
pub(crate) struct BuildersArgs {
    /// The builder to show
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// The longest line.
const COLUMNS: usize = 100;

pub(crate) fn run(args: &BuildersArgs) -> Result<(), Failure> {
    let all = builders();
    let Some(name) = &args.name else {
        return match args.json.is_asked() {
            true => write_json(args, &all.iter().map(BuilderInfo::to_json).collect()),
            false => print(&list(all)),
        };
    };
    let info = all.iter().find(|info| info.name == name);
    let info = info.ok_or_else(|| unknown("builder", name, Registry::shipped().nearest(name), "mapwright builders"))?;
    match args.json.is_asked() {
        true => write_json(args, &info.to_json()),
        false => print(&page(info)),
    }
}

fn write_json(args: &BuildersArgs, value: &Value) -> Result<(), Failure> {
    write_text(args.json.place(), &(pretty(value) + "\n"))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A line or two for each builder, by group.
fn list(all: &[BuilderInfo]) -> String {
    let mut groups: Vec<&str> = all.iter().map(|info| info.group).collect();
    let mut seen = Vec::new();
    groups.retain(|group| {
        !seen.contains(group) && {
            seen.push(group);
            true
        }
    });
    let mut text =
        "Initial builders begin a chain, meta builders change a map. `mapwright builders NAME` tells more.\n"
            .to_owned();
    for group in groups {
        text += &format!("\n{}\n", capital(group));
        for info in all.iter().filter(|info| info.group == group) {
            text += &entry(&format!("{:24} {:8}", info.name, kind(info)), &info.about);
        }
    }
    text
}

/// All about one builder.
fn page(info: &BuilderInfo) -> String {
    let place = match info.kind() {
        BuilderKind::Initial => "begins a chain",
        BuilderKind::Meta => "changes a map",
        BuilderKind::Both => "begins a chain or changes a map",
    };
    let facts = info.facts();
    let mut text = format!("{}\n", info.name);
    text += &wrapped(&format!("{}; {}; {place}", info.group, info.about), 2);
    for (word, planes) in [("needs", facts.needs), ("gives", facts.gives), ("drops", info.drops())] {
        if planes != Planes::NONE {
            text += &wrapped(&format!("{word} {}", names(planes).join(", ")), 2);
        }
    }
    if !info.params.is_empty() {
        text += "\nParameters\n";
    }
    let width = info.params.iter().map(|param| param.name.len()).max().unwrap_or(0);
    for param in &info.params {
        let mut about = format!("{}; {}", param.about, param.expected());
        if !param.default.is_null() {
            // A long object breaks between its fields.
            about += &format!("; default {}", param.default.to_string().replace(",\"", ", \""));
        }
        if let Some((name, values)) = param.only_with {
            about += &format!("; only with {name} {}", values.join(" or "));
        }
        text += &entry(&format!("{:width$}", param.name), &about);
    }
    text += &format!("\nExample\n{}\n\n", pretty(&example(info)));
    text + &wrapped(&format!("`mapwright new {}` prints a recipe with it. {}", info.name, used_by(info.name)), 0)
}

/// The stage in the recipe that shows a builder.
fn example(info: &BuilderInfo) -> Value {
    let recipe = template(info.name).and_then(|json| json.parse::<Recipe>().ok());
    let stages = recipe.into_iter().flat_map(|recipe| recipe.metas.into_iter().rev().chain([recipe.initial]));
    let stage = stages.into_iter().find(|stage| stage.name == info.name);
    stage.unwrap_or_else(|| StageRecipe::new(info.name)).into()
}

/// The built-in recipes with a stage.
fn used_by(name: &str) -> String {
    let has_stage = |recipe: &Recipe| recipe.initial.name == name || recipe.metas.iter().any(|meta| meta.name == name);
    let uses = |template_name: &&str| {
        template(template_name).is_some_and(|json| json.parse().is_ok_and(|recipe| has_stage(&recipe)))
    };
    let users: Vec<&str> = templates().filter(uses).collect();
    if users.is_empty() { String::new() } else { format!("Built-in recipes with it: {}.", users.join(", ")) }
}

/// A word, and text in a column beside it.
fn entry(word: &str, text: &str) -> String {
    let indent = word.chars().count() + 4;
    format!("  {word}  {}", wrapped(text, indent).trim_start())
}

/// A text in lines that are indented and fit the columns.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if !line.is_empty() && indent + line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &format!("{:indent$}{line}\n", "");
            line.clear();
        }
        line += if line.is_empty() { "" } else { " " };
        line += word;
    }
    lines + &format!("{:indent$}{line}\n", "")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn kind(info: &BuilderInfo) -> &'static str {
    match info.kind() {
        BuilderKind::Initial => "initial",
        BuilderKind::Meta => "meta",
        BuilderKind::Both => "both",
    }
}

fn names(planes: Planes) -> Vec<&'static str> {
    planes.iter().map(|plane| plane.name()).collect()
}
