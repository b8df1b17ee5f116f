//! Texts that take readers longest, by their number of items.

use mapwright::core::{Door, Legend, Rect, Room, Spawn, Template};
use mapwright::export::TiledSet;
use mapwright::files::Pixels;
use mapwright::pipes::{GameId, Session};
use mapwright::prelude::*;
use mapwright::recipe::{map_from_json, map_to_json};
use mapwright::render::Theme;
use mapwright::search::Requirements;
use mapwright::wang::HerringboneTemplate;
use serde_json::{Value, json};

/// A reader with its name; the text of n items; and the reading of it, which returns whether the text is accepted.
pub(crate) type Reader = (&'static str, fn(usize) -> Vec<u8>, fn(&str) -> bool);

/// All readers, some with several texts.
pub(crate) const READERS: &[Reader] = &[
    ("read recipe: stages", |n| recipe(&many(n / 8, |_| json!({"use": "tight-walls"}))), read_recipe),
    ("read recipe: unknown stages", |n| recipe(&many(n / 8, |i| json!({"use": format!("doos{i}")}))), read_recipe),
    (
        "read recipe: unknown parameters",
        |n| {
            let names = (0..n).map(|i| (format!("p{i}"), json!(1)));
            let stage: serde_json::Map<String, Value> =
                [("use".to_owned(), json!("doors"))].into_iter().chain(names).collect();
            recipe(&[stage.into()])
        },
        read_recipe,
    ),
    ("read recipe: nesting", |n| [vec![b'['; n], vec![b']'; n]].concat(), read_recipe),
    (
        "read recipe: table of spawns",
        |n| {
            recipe(&[
                json!({"use": "spawns", "table": many(n / 8, |i| json!({"name": format!("Bat {i}"), "weight": 1}))}),
            ])
        },
        read_recipe,
    ),
    (
        "read recipe: places",
        |n| {
            let near = many(n / 8, |i| json!({"to": {"spawn": format!("Bat {i}")}, "max": 3}));
            recipe(&[json!({"use": "scatter", "placement": {"distances": near}})])
        },
        read_recipe,
    ),
    (
        "read recipe: template",
        |n| recipe(&[json!({"use": "prefab-level", "template": many(side(n), |_| json!(".%#".repeat(side(n) / 3)))})]),
        read_recipe,
    ),
    (
        "read recipe: vaults",
        |n| recipe(&[json!({"use": "prefab-vaults", "vaults": many(n / 8, |_| json!({"template": ["#+#"]}))})]),
        read_recipe,
    ),
    (
        "read recipe: rules",
        |n| initial(&json!({"use": "rewrite", "program": [{"one": many(n / 8, |_| json!("#./.# -> ../##"))}]})),
        read_recipe,
    ),
    (
        "read recipe: program",
        |n| initial(&json!({"use": "rewrite", "program": many(n / 8, |_| json!({"one": "# -> .", "steps": 1}))})),
        read_recipe,
    ),
    (
        "read recipe: pairs of tiles",
        |n| {
            let allow = many(n / 8, |i| json!([tile(i), tile(i / 9)]));
            initial(
                &json!({"use": "wave-function-collapse", "model": "tiled", "rules": {"tiles": [["floor", 1]], "allow": allow}}),
            )
        },
        read_recipe,
    ),
    (
        "read recipe: drawing to learn from",
        |n| {
            let rows = many(side(n), |y| {
                json!((0..side(n)).map(|x| if (x * x + y * 7) % 5 < 2 { '#' } else { '.' }).collect::<String>())
            });
            initial(&json!({"use": "wave-function-collapse", "sample": rows}))
        },
        read_recipe,
    ),
    ("read map: spawns", |n| map(n, |map, i| map.spawns.push(Spawn::new(at(map, i), "Bat"))), read_map),
    (
        "read map: spawns of one cell",
        |n| map(n, |map, _| map.spawns.push(Spawn::new(Point::new(0, 0), "Bat"))),
        read_map,
    ),
    (
        "read map: rooms",
        |n| {
            map(n, |map, i| {
                let at = at(map, i);
                map.rooms.get_or_insert_default().push(Room::new(i as u32, Rect::new(at.x, at.y, 1, 1)));
            })
        },
        read_map,
    ),
    (
        "read map: doors",
        |n| {
            map(n, |map, i| {
                let at = at(map, i);
                map.tiles[at] = Tile::DOOR;
                map.doors.get_or_insert_default().push(Door::new([at]));
            })
        },
        read_map,
    ),
    (
        "read map: one door",
        |n| {
            let mut map = BuilderMap::filled(Size::new(side(n) as u16, side(n) as u16), Wrap::None, Tile::DOOR);
            map.doors = Some(vec![Door::new(map.size().points().collect::<Vec<_>>())]);
            map_to_json(&map).into_bytes()
        },
        read_map,
    ),
    (
        "read game id",
        |n| format!("{0}x{0}:{1}", side(n), "5".repeat(side(n) * side(n))).into_bytes(),
        |text| text.parse::<GameId>().is_ok(),
    ),
    (
        "read saved game: moves",
        |n| {
            let moves = many(n / 8, |i| json!([i % 5, i / 5 % 5, 1]));
            json!({"id": "5x5:4b2d8c1e7a3f5690b8d4c2e17", "moves": moves, "cursor": n / 8, "locked": []})
                .to_string()
                .into_bytes()
        },
        |text| serde_json::from_str::<Session>(text).is_ok(),
    ),
    (
        "read saved game: locked tiles",
        |n| {
            let locked = many(n / 8, |i| json!([i % 5, i / 5 % 5]));
            json!({"id": "5x5:4b2d8c1e7a3f5690b8d4c2e17", "moves": [], "cursor": 0, "locked": locked})
                .to_string()
                .into_bytes()
        },
        |text| serde_json::from_str::<Session>(text).is_ok(),
    ),
    (
        "read herringbone template",
        |n| {
            let piece = |i: usize| {
                let edges: Vec<String> = (0..6).map(|edge| (i >> (2 * edge) & 3).to_string()).collect();
                format!("horizontal {0}\n..\nvertical {0}\n.\n.\n", edges.join(" "))
            };
            let pieces: String = (0..n / 32).map(piece).collect();
            format!("herringbone 1\n{pieces}").into_bytes()
        },
        |text| text.parse::<HerringboneTemplate>().is_ok(),
    ),
    (
        "read template",
        |n| vec![".#+<".repeat(side(n) / 4); side(n)].join("\n").into_bytes(),
        |text| Template::from_text(text, &Legend::default()).is_ok(),
    ),
    (
        "read template: words of one line",
        |n| ".".repeat(n).into_bytes(),
        |text| Template::from_text(text, &Legend::default()).is_ok(),
    ),
    (
        "read requirements",
        |n| vec!["rooms >= 1"; n / 8].join(", ").into_bytes(),
        |text| text.parse::<Requirements>().is_ok(),
    ),
    (
        "read theme",
        |n| {
            let names = (0..n / 8).map(|i| (format!("c{i}"), json!("#ffffff")));
            Value::Object(names.collect()).to_string().into_bytes()
        },
        |text| Theme::from_json(text).is_ok(),
    ),
    (
        "read tileset of Tiled: elements",
        |n| {
            let tile = |i: usize| {
                format!("<tile id=\"{i}\"><properties><property name=\"a\" value=\"&amp;{i}\"/></properties></tile>")
            };
            let tiles: String = (0..n / 32).map(tile).collect();
            tsx(n, &tiles)
        },
        |text| TiledSet::from_tsx(text).is_ok(),
    ),
    (
        "read tileset of Tiled: Wang tiles",
        |n| {
            let tile = |i: usize| format!("<wangtile tileid=\"{i}\" wangid=\"0,1,0,1,0,1,0,1\"/>");
            let tiles: String = (0..n / 32).map(tile).collect();
            tsx(
                n,
                &format!(
                    "<wangsets><wangset name=\"w\" type=\"corner\" tile=\"-1\"><wangcolor name=\"g\" color=\"#00ff00\" tile=\"-1\" probability=\"1\"/>{tiles}</wangset></wangsets>"
                ),
            )
        },
        |text| TiledSet::from_tsx(text).is_ok_and(|set| set.layout().is_ok()),
    ),
    (
        "read tileset of Tiled: nesting",
        |n| tsx(n, &["<a>".repeat(n / 8), "</a>".repeat(n / 8)].concat()),
        |text| TiledSet::from_tsx(text).is_ok(),
    ),
    ("read pixels: no PNG", |n| vec![b'P'; n], |text| Pixels::from_png(text.as_bytes(), 1 << 20).is_ok()),
];

fn read_recipe(text: &str) -> bool {
    text.parse::<Recipe>().is_ok_and(|recipe| recipe.chain().is_ok_and(|chain| chain.check().is_ok()))
}

fn read_map(text: &str) -> bool {
    map_from_json(text).is_ok()
}

fn side(n: usize) -> usize {
    n.isqrt().max(3)
}

fn many(n: usize, item: impl FnMut(usize) -> Value) -> Vec<Value> {
    (0..n).map(item).collect()
}

fn tile(i: usize) -> &'static str {
    ["floor", "wall", "water", "grass", "tree", "road", "sand", "door", "lava"][i % 9]
}

fn recipe(metas: &[Value]) -> Vec<u8> {
    whole(&json!({"use": "arena"}), metas)
}

fn initial(initial: &Value) -> Vec<u8> {
    whole(initial, &[])
}

fn whole(initial: &Value, metas: &[Value]) -> Vec<u8> {
    json!({"version": 1, "width": 9, "height": 9, "seed": 1, "initial": initial, "metas": metas})
        .to_string()
        .into_bytes()
}

/// A map of some n cells, to which n / 8 things are added.
fn map(n: usize, mut add: impl FnMut(&mut BuilderMap, usize)) -> Vec<u8> {
    let mut map = BuilderMap::filled(Size::new(side(n) as u16, side(n) as u16), Wrap::None, Tile::FLOOR);
    (0..n / 8).for_each(|i| add(&mut map, i));
    map_to_json(&map).into_bytes()
}

fn at(map: &BuilderMap, i: usize) -> Point {
    map.size().point(i as u32 * 4 % map.size().area())
}

fn tsx(n: usize, inside: &str) -> Vec<u8> {
    format!("<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"{n}\" columns=\"{0}\"><image source=\"a.png\" width=\"{1}\" height=\"{1}\"/>{inside}</tileset>", side(n), side(n) * 16).into_bytes()
}
