//! `mapwright list`: what there is, for people and as JSON for programs.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use mapwright::builders::SpawnEntry;
use mapwright::core::Planes;
use mapwright::graph::Metric;
use mapwright::recipe::{BuilderInfo, BuilderKind, Files, Recipe, Registry, StageRecipe};
use mapwright::recipe::{builders, nearest, short, spawn_table, template, templates};
use mapwright::render::{THEMES, Tileset, TilesetKind};
use serde_json::{Value, json};

use crate::args::{hint, unknown};
use crate::failure::Failure;
use crate::format::{AnswerArgs, Format};
use crate::options::{KEYS, words};
use crate::shows::Drawing;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "list recipes maze"
    "list stage corridors"
    "list metrics --format json"
    "list table beasts.json --depth 6 --budget 12"
))]
pub(crate) struct ListArgs {
    /// What to list, or `stage` and a name for one with its parameters; any other word is looked for in all lists
    #[arg(value_name = "WHAT|WORD", value_parser = What)]
    what: Option<String>,
    /// Words, to list only what has all of them in its name or description; or the name of the stage, or the file
    #[arg(value_name = "WORD|NAME")]
    words: Vec<String>,
    /// The depth for which to list a spawn table [default: 1]
    #[arg(long)]
    depth: Option<u32>,
    /// The budget that a spawn table is listed for [default: 1]
    #[arg(long)]
    budget: Option<u32>,
    #[command(flatten)]
    answer: AnswerArgs,
}

/// Reads any word, and offers the lists to help and completions.
#[derive(Clone, Debug)]
struct What;

impl TypedValueParser for What {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let lists = LISTS.iter().map(|list| PossibleValue::new(list.name).help(list.about));
        let stage = PossibleValue::new("stage").help("One stage with its parameters");
        let table =
            PossibleValue::new("table").help("A file with a spawn table: what a budget buys at a depth, on average");
        Some(Box::new(lists.chain([stage, table])))
    }
}

struct List {
    name: &'static str,
    about: &'static str,
    rows: fn() -> Vec<Listed>,
}

const fn list(name: &'static str, about: &'static str, rows: fn() -> Vec<Listed>) -> List {
    List { name, about, rows }
}

const LISTS: &[List] = &[
    list("recipes", "Built-in recipes: `build NAME` builds one, `new NAME` prints it", || {
        templates().filter_map(recipe).collect()
    }),
    list("stages", "The stages of recipes", || builders().iter().map(stage).collect()),
    list("metrics", "What `measure` and `search` know of a level", || {
        Metric::ALL.iter().map(|&metric| self::metric(metric)).collect()
    }),
    list("tilesets", "Built-in tilesets, and kinds of tilesets", tilesets),
    list("themes", "The colors of pictures", || THEMES.into_iter().map(theme).collect()),
    list("formats", "The formats of outputs, with their options", || {
        Format::ALL.iter().map(|&format| self::format(format)).collect()
    }),
];

/// The longest line.
const COLUMNS: usize = 100;

/// Something with a name.
struct Listed {
    name: String,
    /// What stands beside the name.
    aside: String,
    about: String,
    /// Under which heading it stands.
    group: &'static str,
    json: Value,
}

pub(crate) fn run(args: &ListArgs) -> Result<(), Failure> {
    let is_json = args.answer.is_json()?;
    if args.depth.or(args.budget).is_some() && !matches!((args.what.as_deref(), &args.words[..]), (Some("table"), [_]))
    {
        return Err(Failure::input("`--depth` and `--budget` are only allowed with `list table FILE`"));
    }
    let Some(what) = args.what.as_deref() else { return args.answer.write(&lists(is_json)) };
    if let ("stage", [name]) = (what, &args.words[..]) {
        let info = builders().iter().find(|info| info.name == name);
        let nearest = || Registry::shipped().nearest(name);
        let info = info.ok_or_else(|| Failure::input(unknown("stage", name, nearest(), "mapwright list stages")))?;
        return args.answer.write(&if is_json { pretty(&info.to_json()) + "\n" } else { page(info) });
    }
    if let ("table", [file]) = (what, &args.words[..]) {
        return table(file, args, is_json);
    }
    let one = LISTS.iter().find(|list| list.name == what || list.name.strip_suffix('s') == Some(what));
    let mut rows: Vec<Listed> = match one {
        Some(list) => (list.rows)(),
        None => LISTS.iter().flat_map(|list| (list.rows)().into_iter().map(|row| row.of(list))).collect(),
    };
    let words: Vec<String> = one
        .is_none()
        .then_some(what)
        .into_iter()
        .chain(args.words.iter().map(String::as_str))
        .map(str::to_lowercase)
        .collect();
    let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
    let has =
        |row: &Listed, word: &str| format!("{} {} {}", row.name, row.group, row.about).to_lowercase().contains(word);
    rows.retain(|row| words.iter().all(|word| has(row, word)));
    if rows.is_empty() {
        let given = words.join(" ");
        let near = nearest(&given, names.iter().map(String::as_str));
        let hint = hint(near, "`mapwright list` says what there is");
        return Err(Failure::input(format!("nothing in the list has `{}`; {hint}", short(&given))));
    }
    if is_json {
        return args.answer.write(&(pretty(&rows.into_iter().map(|row| row.json).collect()) + "\n"));
    }
    args.answer.write(&text(&rows))
}

/// What a budget buys from the table in a file.
fn table(file: &str, args: &ListArgs, is_json: bool) -> Result<(), Failure> {
    let table = spawn_table(file, &Files::in_dir("").trusting_paths()).map_err(Failure::input)?;
    let expected = table.expected(args.depth.unwrap_or(1), args.budget.unwrap_or(1)).map_err(Failure::input)?;
    if is_json {
        let row =
            |(entry, mean): &(&SpawnEntry, f64)| json!({ "name": entry.name, "cost": entry.cost, "expected": mean });
        return args.answer.write(&(pretty(&expected.iter().map(row).collect()) + "\n"));
    }
    let row = |(entry, mean): &(&SpawnEntry, f64)| Listed {
        name: entry.name.clone(),
        aside: format!("{mean:.3}"),
        about: format!("cost {}", entry.cost),
        group: "",
        json: Value::Null,
    };
    args.answer.write(&text(&expected.iter().map(row).collect::<Vec<Listed>>()))
}

impl Listed {
    /// The row under the name of its list.
    fn of(mut self, list: &List) -> Listed {
        self.group = list.name;
        if let Some(fields) = self.json.as_object_mut() {
            fields.insert("list".to_owned(), list.name.into());
        }
        self
    }
}

/// What can be listed.
fn lists(is_json: bool) -> String {
    if is_json {
        return pretty(&LISTS.iter().map(|list| list.name).collect()) + "\n";
    }
    LISTS.iter().map(|list| entry(&format!("{:10}", list.name), list.about)).collect()
}

/// A line or two for each row, under the headings of the groups.
fn text(rows: &[Listed]) -> String {
    let name = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let aside = rows.iter().map(|row| row.aside.chars().count()).max().unwrap_or(0);
    let mut groups: Vec<&str> = Vec::new();
    for row in rows {
        if !groups.contains(&row.group) {
            groups.push(row.group);
        }
    }
    let mut text = String::new();
    for group in groups {
        if !group.is_empty() {
            text += &format!("{}{}\n", if text.is_empty() { "" } else { "\n" }, capital(group));
        }
        for row in rows.iter().filter(|row| row.group == group) {
            text += &entry(&format!("{:name$}  {:aside$}", row.name, row.aside), &row.about);
        }
    }
    text
}

fn recipe(name: &'static str) -> Option<Listed> {
    let recipe: Recipe = template(name)?.parse().ok()?;
    let about = recipe.title.clone()?;
    let stages: Vec<&str> =
        std::iter::once(&recipe.initial).chain(&recipe.metas).map(|stage| stage.name.as_str()).collect();
    let json = json!({
        "name": name, "about": about, "width": recipe.width, "height": recipe.height, "stages": stages,
    });
    Some(Listed { name: name.to_owned(), aside: recipe.size().to_string(), about, group: "", json })
}

fn stage(info: &BuilderInfo) -> Listed {
    let about = info.about.to_string();
    Listed { name: info.name.to_owned(), aside: kind(info).to_owned(), about, group: info.group, json: info.to_json() }
}

fn metric(metric: Metric) -> Listed {
    let kind = if metric.is_count() { "count" } else { "share" };
    let json = json!({ "name": metric.name(), "kind": kind, "about": metric.about() });
    Listed { name: metric.name().to_owned(), aside: kind.to_owned(), about: metric.about().to_owned(), group: "", json }
}

fn tilesets() -> Vec<Listed> {
    let shipped = Tileset::shipped_names().map(|name| {
        let about = match name {
            "terrain" => "water and grass",
            "terrain3" => "water, sand and grass",
            "paths" => "open sides as paths through grass",
            "walls" => "solid tiles as rock, open ones as floor",
            _ => "open sides as pipes",
        };
        let kind = Tileset::shipped(name, 16).map(|tileset| tileset.kind().name()).unwrap_or_default();
        (name, kind, about, "built in: `--tileset NAME` draws with one")
    });
    let kinds = TilesetKind::ALL.into_iter().map(|kind| {
        let about = match kind.plane() {
            Some(plane) if plane.name() == "corners" => "corners in colors",
            Some(_) => "sides in colors, or closed and open",
            None => "solid tiles by their neighbors",
        };
        (kind.name(), "", about, "kinds: `mapwright tileset KIND -o FILE` writes a template to paint over")
    });
    let row = |(name, aside, about, group): (&'static str, &'static str, &str, &'static str)| Listed {
        name: name.to_owned(),
        aside: aside.to_owned(),
        about: about.to_owned(),
        group,
        json: json!({ "name": name, "kind": if aside.is_empty() { name } else { aside }, "about": about, "built_in": !aside.is_empty() }),
    };
    shipped.chain(kinds).map(row).collect()
}

fn theme(name: &'static str) -> Listed {
    let about = match name {
        "atlas" => "a printed atlas; the default",
        "parchment" => "ink on old paper",
        "dark" => "light on a dark ground, for screens",
        "blueprint" => "white lines on blue",
        _ => "black on white, for printers",
    };
    let json = json!({ "name": name, "about": about });
    Listed { name: name.to_owned(), aside: String::new(), about: about.to_owned(), group: "", json }
}

fn format(format: Format) -> Listed {
    let options: Vec<_> = KEYS.iter().filter(|key| key.formats().contains(&format)).collect();
    let names: Vec<String> = options.iter().map(|key| format!("{}={}", key.name, key.default)).collect();
    let mut about = format.about().to_owned();
    if !names.is_empty() {
        about += &format!("; -O {}", names.join(", "));
    }
    let targets = || Drawing::ALL.into_iter().filter(|target| target.formats().contains(&format));
    let mut shown: Vec<&str> = targets().flat_map(Drawing::options).filter(|option| option.starts_with("--")).collect();
    shown.sort_unstable();
    shown.dedup();
    if !shown.is_empty() {
        about += &format!("; {}", shown.join(", "));
    }
    let shows = targets().map(|target| (target.name().to_owned(), json!(target.options().collect::<Vec<_>>())));
    let json = json!({
        "name": format.word(), "extensions": format.extensions(), "about": format.about(),
        "options": options.iter().map(|key| json!({
            "name": key.name, "default": key.default, "about": key.about, "formats": words(&key.formats()),
        })).collect::<Vec<Value>>(),
        "shows": shows.collect::<serde_json::Map<_, _>>(),
    });
    let endings: Vec<String> = format.extensions().iter().map(|ending| format!(".{ending}")).collect();
    let aside = if endings.is_empty() { "a folder".to_owned() } else { endings.join(" ") };
    Listed { name: format.word().to_owned(), aside, about, group: "", json }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
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
    let page = info.group.replace(' ', "-");
    text += &wrapped(&format!("`mapwright new {}` prints a recipe with it. {}", info.name, used_by(info.name)), 0);
    text + &wrapped(&format!("Pictures and costs: the page `{page}` in docs/catalogue of the source."), 0)
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
