//! The expression that makes a value again.

use mapwright_core::{Grid, Palette, Point, Size, Spawn, Tile};
use mapwright_dungeon::{Legend, LifeRule, Meaning, Prefab};
use mapwright_packing::Polyomino;
use mapwright_wang::HerringboneTemplate;
use mapwright_wfc::{Image, Symmetries};

use super::code::Code;
use super::tree::Tree;
use super::{enums, program};

/// Why there is no expression.
pub(super) type Made = Result<Code, String>;

/// A builder; what it has by default is left to `default()`.
pub(super) fn builder(tree: &Tree, default: Option<&Tree>) -> Made {
    let Tree::Struct(name, fields) = tree else {
        return match tree {
            Tree::Leaf(name) => Ok(Code::text(format!("{name}::default()"))),
            other => value(other, "", ""),
        };
    };
    match name.as_str() {
        "RewriteRules" => return program::rules(tree),
        "FromMap" => return Err("a map is data; read it and use `FromMap::new(map)`".to_owned()),
        _ => {}
    }
    let changed =
        fields.iter().filter(|(field, value)| default.and_then(|default| default.field(field)) != Some(value));
    let changed: Vec<_> =
        changed.map(|(field, tree)| Ok((field.clone(), value(tree, name, field)?))).collect::<Result<_, String>>()?;
    let default = (changed.len() < fields.len()).then(|| format!("{name}::default()"));
    Ok(match default {
        Some(default) if changed.is_empty() => Code::text(default),
        default => Code::fields(name, changed, default.map(|default| format!("..{default}"))),
    })
}

/// Structs in fields of an enum, which are no variants of it.
const STRUCTS: [&str; 2] = ["TileRules", "RoomSpec"];
/// Fields that are arrays, and not vectors.
const ARRAYS: [(&str, &str); 2] = [("RoomSpec", "width"), ("RoomSpec", "height")];

/// A value in a field of a struct.
pub(super) fn value(tree: &Tree, of: &str, field: &str) -> Made {
    let variant = |name: &str| enums::of_field(of, field).map(|path| format!("{path}::{name}"));
    let values =
        |items: &[Tree]| items.iter().map(|item| value(item, of, field)).collect::<Result<Vec<Code>, String>>();
    match tree {
        // Of the enums, only a symmetry may be `None`; elsewhere that is an absent value.
        Tree::Leaf(word) if word == "None" && field != "symmetry" => Ok(Code::text("None")),
        Tree::Leaf(word) => Ok(Code::text(variant(word).filter(|_| is_name(word)).unwrap_or_else(|| literal(word)))),
        Tree::List(items) => {
            let open = if ARRAYS.contains(&(of, field)) { "[" } else { "vec![" };
            Ok(Code::Group { open: open.to_owned(), items: values(items)?, rest: None, close: "]" })
        }
        Tree::Tuple(name, items) => match name.as_str() {
            // A tile, unless it is a variant that holds one.
            "Tile" if matches!(items[..], [Tree::Leaf(_)]) => Ok(tile(items)),
            "Symmetries" => symmetries(tree),
            "Shapes" => shapes(items.first().map(Tree::items).unwrap_or_default()),
            "" | "Some" => Ok(Code::call(name, values(items)?)),
            "RoomTemplate" => Ok(Code::text(format!("{}.parse()?", items.first().map_or("\"\"", Tree::word)))),
            "Count" | "Share" if of != "GraphLayout" => Ok(Code::call(&format!("LoopAmount::{name}"), values(items)?)),
            name => Ok(Code::call(&variant(name).ok_or_else(|| unknown(of, field))?, values(items)?)),
        },
        Tree::Struct(name, fields) => match name.as_str() {
            "Point" => Ok(Code::call("Point::new", fields.iter().map(|(_, n)| Code::text(n.word())).collect())),
            "LifeRule" => life_rule(tree),
            "Prefab" => prefab(tree),
            "HerringboneTemplate" => herringbone(tree),
            "BuilderMap" => Err("a map is data; read it in your program".to_owned()),
            "SpawnEntry" => with_new(name, fields, &["name", "weight"]),
            "Vault" => with_new(name, fields, &["name", "template"]),
            // A variant with fields, or a struct in a field.
            _ => literal_struct(
                &variant(name).filter(|_| !STRUCTS.contains(&name.as_str())).unwrap_or_else(|| name.clone()),
                name,
                fields,
            ),
        },
        Tree::Map(_) => Err(unknown(of, field)),
    }
}

fn literal_struct(path: &str, name: &str, fields: &[(String, Tree)]) -> Made {
    let fields: Result<_, String> =
        fields.iter().map(|(field, tree)| Ok((field.clone(), value(tree, name, field)?))).collect();
    Ok(Code::fields(path, fields?, None))
}

/// `Name::new(…)`, and the fields that are not as it makes them.
fn with_new(name: &str, fields: &[(String, Tree)], given: &[&str]) -> Made {
    let usual = [("weight", "1"), ("min_depth", "0"), ("max_depth", "4294967295"), ("role", "None"), ("tag", "None")];
    let (given, other): (Vec<_>, Vec<_>) = fields.iter().partition(|(field, _)| given.contains(&field.as_str()));
    let given = given.into_iter().map(|(field, tree)| match tree {
        Tree::Leaf(text) => Ok(Code::text(text)),
        tree => value(tree, name, field),
    });
    let new = Code::call(&format!("{name}::new"), given.collect::<Result<_, String>>()?);
    let other = other.into_iter().filter(|(field, tree)| !usual.contains(&(field.as_str(), tree.word())));
    let mut other: Vec<_> =
        other.map(|(field, tree)| Ok((field.clone(), value(tree, name, field)?))).collect::<Result<_, String>>()?;
    if other.is_empty() {
        return Ok(new);
    }
    let new = new.after("..");
    let fields = other.drain(..).map(|(field, value)| value.after(&format!("{field}: ")));
    Ok(Code::Group { open: format!("{name} {{"), items: fields.collect(), rest: Some(new.print(8, 0)), close: "}" })
}

/// A number, a text or a word that needs no path.
pub(super) fn literal(word: &str) -> String {
    match word {
        "4294967295" => "u32::MAX".to_owned(),
        text if text.starts_with('"') => format!("{text}.into()"),
        word => word.to_owned(),
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn unknown(of: &str, field: &str) -> String {
    format!("`{field}` of `{of}` has no form in Rust here")
}

/// A tile by the name of its constant.
pub(super) fn tile(items: &[Tree]) -> Code {
    let number = items.first().and_then(Tree::number).unwrap_or(0);
    let palette = Palette::default();
    let look = palette.looks().iter().find(|look| look.tile == Tile(number));
    Code::text(match look {
        Some(look) => format!("Tile::{}", look.name.to_uppercase().replace(' ', "_")),
        None => format!("Tile({number})"),
    })
}

fn life_rule(tree: &Tree) -> Made {
    let bits = |name| tree.field(name).and_then(Tree::number).unwrap_or(0);
    Ok(Code::text(format!("\"{}\".parse()?", LifeRule::from_bits(bits("birth"), bits("survival")))))
}

fn symmetries(tree: &Tree) -> Made {
    let is = |set: Symmetries| Tree::read(&format!("{set:?}")).as_ref() == Some(tree);
    let of = |images: &[Image]| {
        let images: Vec<String> = images.iter().map(|image| format!("wfc::Image::{image:?}")).collect();
        format!("wfc::Symmetries::of(&[{}])", images.join(", "))
    };
    if is(Symmetries::ALL) {
        return Ok(Code::text("wfc::Symmetries::ALL"));
    }
    let bits: u8 = tree.items().first().and_then(Tree::number).unwrap_or(1);
    let all = (0..=u8::MAX).map(|choice| Symmetries::of(&chosen(choice)));
    let found = (0..=u8::MAX).zip(all).find(|(_, set)| is(*set));
    match found {
        _ if bits == 1 => Ok(Code::text("wfc::Symmetries::NONE")),
        Some((choice, _)) => Ok(Code::text(of(&chosen(choice)))),
        None => Err("its symmetries have no form in Rust".to_owned()),
    }
}

/// Some images, one for each bit; groups come first, so that they are found first.
fn chosen(bits: u8) -> Vec<Image> {
    const IMAGES: [Image; 8] = [
        Image::Turns,
        Image::Mirrors,
        Image::Turn90,
        Image::Turn180,
        Image::Turn270,
        Image::MirrorX,
        Image::MirrorY,
        Image::Transpose,
    ];
    (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| IMAGES[bit]).collect()
}

fn shapes(pieces: &[Tree]) -> Made {
    let cells =
        |piece: &Tree| piece.field("cells").into_iter().flat_map(Tree::items).filter_map(point).collect::<Vec<_>>();
    let shape = |piece| Polyomino::new(cells(piece)).map(|shape: Polyomino| shape.to_string());
    let shapes: Vec<String> = pieces.iter().map(shape).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    Ok(Code::text(format!("\"{}\".parse()?", shapes.join(" "))))
}

fn point(tree: &Tree) -> Option<Point> {
    Some(Point::new(tree.field("x")?.number()?, tree.field("y")?.number()?))
}

fn herringbone(tree: &Tree) -> Made {
    let unit: u16 = tree.field("unit").and_then(Tree::number).unwrap_or(0);
    let built_in = HerringboneTemplate::dungeon(unit).ok();
    match built_in.and_then(|template| Tree::read(&format!("{template:?}"))) {
        Some(built_in) if built_in == *tree => Ok(Code::text(format!("wang::HerringboneTemplate::dungeon({unit})?"))),
        _ => Err("its template is a file; read it in your program".to_owned()),
    }
}

/// A prefab as rows and a legend.
fn prefab(tree: &Tree) -> Made {
    let (text, legend) = read_prefab(tree).and_then(|prefab| prefab.to_text()).ok_or("a prefab has no text")?;
    let default = Legend::default();
    let more = legend.glyphs().filter(|&(glyph, meaning)| default.meaning(glyph) != Some(meaning));
    let with = |(glyph, meaning): (char, &Meaning)| {
        Code::call(".with", vec![Code::text(format!("{glyph:?}")), Code::text(meaning_code(meaning))])
    };
    let legend = Code::Chain(Box::new(Code::text("Legend::default()")), more.map(with).collect()).after("&");
    let rows: Vec<Code> = text.lines().map(|row| Code::text(format!("{row:?}"))).collect();
    let rows = Code::Chain(
        Box::new(Code::Group { open: "[".to_owned(), items: rows, rest: None, close: "]" }),
        vec![Code::text(".into_iter()")],
    );
    Ok(Code::Chain(Box::new(Code::call("Prefab::from_rows", vec![rows, legend])), vec![Code::text("?")]))
}

fn meaning_code(meaning: &Meaning) -> String {
    let tile = |tile: &Tile| tile_code(*tile);
    match meaning {
        Meaning::Keep => "Meaning::Keep".to_owned(),
        Meaning::Tile(of) => format!("Meaning::Tile({})", tile(of)),
        Meaning::Start(of) => format!("Meaning::Start({})", tile(of)),
        Meaning::Exit(of) => format!("Meaning::Exit({})", tile(of)),
        Meaning::Spawn(Tile::FLOOR, what) => format!("Meaning::spawn({what:?})"),
        Meaning::Spawn(of, what) => format!("Meaning::Spawn({}, {what:?}.into())", tile(of)),
    }
}

fn tile_code(of: Tile) -> String {
    tile(&[Tree::Leaf(of.0.to_string())]).print(0, 0)
}

fn read_prefab(tree: &Tree) -> Option<Prefab> {
    let grid = tree.field("tiles")?;
    let size = grid.field("size")?;
    let size = Size::new(size.field("w")?.number()?, size.field("h")?.number()?);
    let tile = |cell: &Tree| Some(Tile(cell.some()?.items().first()?.number()?));
    let cells = grid.field("cells")?.items().iter().map(tile).collect();
    let place = |name| tree.field(name).and_then(Tree::some).and_then(point);
    let spawn = |spawn: &Tree| {
        let what = serde_json::from_str::<String>(spawn.field("what")?.word()).ok()?;
        Some(Spawn::new(point(spawn.field("at")?)?, what))
    };
    let spawns = tree.field("spawns")?.items().iter().map(spawn).collect::<Option<_>>()?;
    Prefab::new(Grid::from_vec(size, cells)?, place("start"), place("exit"), spawns).ok()
}
