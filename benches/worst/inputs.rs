//! Inputs on which stages have most to do and take most memory.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]

use mapwright::prelude::*;
use mapwright::recipe::{BuilderKind, builders};

/// The maps on which stages and metrics that need one are tried: their stages.
pub(crate) const MAPS: &[(&str, &str)] = &[
    ("hall", r#"{"use":"arena"},{"use":"start","at":"top-left"},{"use":"exit"}"#),
    ("maze", r#"{"use":"backtracker"},{"use":"exit"}"#),
    ("carved", r#"{"use":"backtracker"},{"use":"sides-to-tiles"},{"use":"start"},{"use":"exit"}"#),
    ("noise", r#"{"use":"cellular-automata","wall_chance":0.42,"rounds":0},{"use":"start"},{"use":"exit"}"#),
    ("rooms", r#"{"use":"bsp-interior","min_side":3},{"use":"start"},{"use":"exit"},{"use":"doors"}"#),
    ("cells", r#"{"use":"voronoi-cells","sites":65535},{"use":"start"},{"use":"exit"}"#),
    (
        "caves",
        r#"{"use":"cellular-automata"},{"use":"rooms-from-regions","min_cells":1},{"use":"start"},{"use":"exit"}"#,
    ),
    (
        "areas",
        r#"{"use":"bsp-interior","min_side":3},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_cells":1}"#,
    ),
    (
        "locked",
        r#"{"use":"bsp-interior","min_side":5},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_cells":1},
           {"use":"lock-and-key","keys":200,"max_shortcuts":100}"#,
    ),
    (
        "spawned",
        r#"{"use":"bsp-interior","min_side":5},{"use":"start"},{"use":"exit"},
           {"use":"spawns","table":[{"name":"Bat","weight":1}],"count":[9,9]},{"use":"area-graph","min_cells":1},
           {"use":"lock-and-key","keys":26}"#,
    ),
    (
        "proved",
        r#"{"use":"bsp-interior","min_side":5},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_cells":1},
           {"use":"lock-and-key","keys":26,"odd_joins":"seal"},{"use":"solvability-validator"}"#,
    ),
    (
        "floors",
        r#"{"use":"floors","floors":[{"count":3,"initial":{"use":"arena"}}]},{"use":"start"},{"use":"stairs"},{"use":"exit"}"#,
    ),
    (
        "secrets",
        r#"{"use":"bsp-interior","min_side":5},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_cells":1},
           {"use":"lock-and-key","keys":2,"max_secrets":100}"#,
    ),
    (
        "locked floors",
        r#"{"use":"floors","floors":[{"count":3,"initial":{"use":"bsp-interior","min_side":5}}]},{"use":"start"},{"use":"stairs"},
           {"use":"exit"},{"use":"area-graph","min_cells":1},{"use":"lock-and-key","keys":26}"#,
    ),
    ("colors", r#"{"use":"wang-tiles","colors":4}"#),
    ("pipes", r#"{"use":"prim-maze"},{"use":"loop-injector","chance":1},{"use":"pipe-shuffler"}"#),
];

/// The parameters that make a stage slow: of each set, the slowest counts.
pub(crate) const STAGES: &[(&str, &[&str])] = &[
    ("prim-maze", &["{}"]),
    ("kruskal-maze", &["{}"]),
    ("backtracker", &["{}"]),
    ("wilson", &["{}"]),
    ("aldous-broder", &["{}"]),
    ("hunt-and-kill", &["{}"]),
    ("growing-tree", &[r#"{"choice":"random"}"#, r#"{"choice":"oldest"}"#]),
    ("binary-tree", &["{}"]),
    ("sidewinder", &["{}"]),
    ("eller", &["{}"]),
    ("recursive-division", &["{}"]),
    ("nested-maze", &["{}"]),
    (
        "loop-injector",
        &[
            r#"{"rule":"detour","max":4294967295,"min_detour":1000}"#,
            r#"{"rule":"detour","max":4294967295,"min_detour":1}"#,
            r#"{"rule":"braid","chance":1}"#,
            r#"{"rule":"defeat-wall-followers"}"#,
        ],
    ),
    ("sides-to-tiles", &["{}"]),
    ("tiles-to-sides", &["{}"]),
    ("wang-tiles", &[r#"{"colors":4,"on":"corners"}"#]),
    ("herringbone-wang", &[r#"{"unit":5}"#]),
    ("polyomino-fill", &["{}", r#"{"pieces":"pentominoes","mirror":false}"#]),
    ("region-doors", &[r#"{"loop_chance":1}"#]),
    (
        "rewrite",
        &[
            r###"{"program":[{"put":".","at":"center"},{"one":"# -> ~","fields":[{"for":"~","to":".","on":"#"}]}]}"###,
            r###"{"program":[{"repeat":[{"prl":["# -> .",". -> #"],"steps":1},{"one":"##./#../..# -> ***/*~*/***"}],"steps":100000}]}"###,
            r###"{"program":[{"all":["# -> ~","~ -> #"],"steps":100000}]}"###,
            r###"{"program":[{"put":".","at":"center"},{"search":"#. -> .~","present":"~~~/~~~/~~~"}]}"###,
            r###"{"program":[{"put":"~","at":"top"},{"put":".","at":"bottom"},
                {"one":".# -> ..","fields":[{"for":".","to":"~","on":"#","recompute":true}]}]}"###,
        ],
    ),
    ("cellular-automata", &[r#"{"rounds":200}"#]),
    ("accretion", &[r#"{"tries":65534,"max_loops":4294967295,"min_detour":1000}"#]),
    (
        "random-rooms",
        &[
            r#"{"tries":1000000,"min_side":1,"max_side":3,"corridors":{"rooms":"relative-neighbors","max_loops":4294967295}}"#,
        ],
    ),
    (
        "bsp-dungeon",
        &[
            r#"{"tries":1000000,"min_side":1,"max_side":3,"corridors":{"rooms":"relative-neighbors","max_loops":4294967295}}"#,
        ],
    ),
    ("bsp-interior", &[r#"{"min_side":1,"corridors":{"rooms":"spanning-tree","line":"dogleg"}}"#]),
    ("rooms-from-regions", &[r#"{"min_cells":1}"#, r#"{"from":"components","min_cells":1}"#]),
    ("room-sorter", &[r#"{"by":"largest"}"#]),
    ("room-drawer", &[r#"{"shape":"circle","chance":1}"#]),
    ("room-corner-rounder", &[r#"{"radius":100}"#]),
    ("room-exploder", &[r#"{"max_diggers":100,"lifetime":1000}"#]),
    ("drunkards-walk", &[r#"{"share":1.0,"lifetime":1}"#, r#"{"share":1.0}"#]),
    ("dla", &[r#"{"share":0.6}"#, r#"{"rule":"central-attractor","share":0.6}"#]),
    ("voronoi-cells", &[r#"{"sites":65535}"#]),
    ("arena", &["{}"]),
    ("snapshot-history", &["{}"]),
    ("floors", &[r#"{"floors":[{"count":8,"initial":{"use":"cellular-automata"}}]}"#]),
    ("stairs", &[r#"{"per_floor":16,"pits":16}"#]),
    ("prefab-level", &[r###"{"template":["#.#","#+#"]}"###]),
    ("prefab-section", &[r###"{"template":["#.#","#+#"]}"###]),
    (
        "prefab-vaults",
        &[
            r###"{"vaults":[{"template":["#.","##"]}],"max":10000,"repeat":true,"ground":"any"}"###,
            r###"{"vaults":[{"template":["...","...","..."]}],"max":10000,"repeat":true,"margin":8}"###,
        ],
    ),
    ("graph-layout", &[r#"{"rooms":60}"#]),
    ("cycle-graph", &[r#"{"patterns":8}"#]),
    ("area-graph", &[r#"{"max_width":8,"min_cells":1}"#, r#"{"max_width":8,"min_cells":1,"diagonal":true}"#]),
    ("lock-and-key", &[r#"{"keys":200,"max_shortcuts":100}"#]),
    ("machines", &[r#"{"count":[100,100]}"#, r#"{"count":[0,100],"depth":9}"#]),
    ("solvability-validator", &[r#"{"allow":["unneeded","dead-states"]}"#]),
    (
        "wave-function-collapse",
        &["{}", r#"{"model":"tiled"}"#, r#"{"model":{"overlapping":{"n":2}},"connect":"repair"}"#],
    ),
    (
        "corridors",
        &[
            r#"{"rooms":"relative-neighbors","max_loops":4294967295}"#,
            r#"{"rooms":"in-order","line":"slanting","width":3}"#,
            r#"{"rooms":"spanning-tree","line":"dogleg"}"#,
        ],
    ),
    ("doors", &["{}"]),
    (
        "shortcuts",
        &[
            r#"{"length":[1,64],"min_detour":1000,"ratio":1,"tile":"floor"}"#,
            r#"{"length":[1,64],"min_detour":0,"ratio":1,"tile":"floor"}"#,
            r#"{"length":[64,64],"min_detour":1000,"ratio":1000,"tile":"floor"}"#,
        ],
    ),
    ("unique-pipes", &["{}", r#"{"hardest":"lookahead"}"#]),
    ("pipe-shuffler", &["{}"]),
    ("ring-validator", &["{}"]),
    ("start", &[r#"{"at":"farthest"}"#, r#"{"at":"random"}"#]),
    ("cull-unreachable", &[r#"{"lost_spawns":"drop"}"#]),
    ("join-components", &[r#"{"min_cells":1}"#, r#"{"min_cells":1,"line":"straight","width":3}"#]),
    ("exit", &["{}"]),
    ("tight-walls", &["{}"]),
    ("portals", &[r#"{"max":100,"min_distance":2}"#, r#"{"max":100,"rule":"join"}"#]),
    (
        "paint",
        &[
            r#"{"tile":"deep-water","share":0.5,"octaves":6,"min_cells":100000}"#,
            r#"{"tile":"water","share":0.5,"scale":1,"ford":"bridge"}"#,
            r#"{"placement":{"distances":[{"to":"solid","steps":"sight","min":2}]}}"#,
            r#"{"placement":{"distances":[{"to":"start","steps":"sight","min":9}]}}"#,
        ],
    ),
    (
        "scatter",
        &[
            r#"{"spacing":1}"#,
            r#"{"spacing":1000,"what":{"mark":"x"}}"#,
            r#"{"spacing":1,"placement":{"distances":[{"to":"solid","steps":"sight","max":3}]}}"#,
            r#"{"spacing":1,"placement":{"distances":[{"to":"walk","steps":"sight","max":60}]}}"#,
            r#"{"spacing":1,"placement":{"distances":[{"to":"doors","steps":"walk","min":3}]}}"#,
        ],
    ),
    (
        "keep",
        &[
            "{}",
            r#"{"placement":{"distances":[{"to":"solid","steps":"sight","max":3}]}}"#,
            r#"{"level":"free","placement":{"distances":[{"to":"doors","steps":"walk","min":3}]}}"#,
        ],
    ),
    (
        "spawns",
        &[
            r#"{"table":[{"name":"Bat","weight":1}],"count":[65535,65535]}"#,
            r#"{"in":"region","table":[{"name":"Bat","weight":1}],"count":[99,99]}"#,
            r#"{"in":{"patch":1},"table":[{"name":"Bat","weight":1}],"count":[1,1],
                "placement":{"distances":[{"to":"start","steps":"sight","min":9}]}}"#,
        ],
    ),
];

/// The chain of some stages as JSON, the first of which begins it; `None` if one needs what those before do not give.
pub(crate) fn chain(stages: &str, side: u16) -> Option<BuilderChain> {
    let stages: Vec<serde_json::Value> = serde_json::from_str(&format!("[{stages}]")).unwrap();
    let recipe = serde_json::json!({
        "version": 1, "width": side, "height": side, "seed": 1, "initial": stages[0], "metas": stages[1..],
    });
    match recipe.to_string().parse::<Recipe>().unwrap().chain() {
        Ok(chain) => Some(chain),
        Err(error) if error.to_string().contains(": needs `") => None,
        Err(error) => unreachable!("a row of this table: {error} in {recipe}"),
    }
}

/// A stage with each set of its parameters on each map that it may accept: what to call it, and its chain as JSON.
pub(crate) fn inputs(name: &'static str, params: &'static [&'static str]) -> impl Iterator<Item = (String, String)> {
    let kind = builders().iter().find(|info| info.name == name).unwrap().kind();
    let maps = MAPS.iter().copied().filter(move |_| kind != BuilderKind::Initial);
    let maps = maps.chain((kind != BuilderKind::Meta).then_some(("", "")));
    maps.flat_map(move |(map, before)| {
        params.iter().enumerate().map(move |(nth, params)| {
            let mut stage: serde_json::Value = serde_json::from_str(params).unwrap();
            stage["use"] = name.into();
            let comma = if before.is_empty() { "" } else { "," };
            let label =
                if nth > 0 || *params != "{}" { format!("{name} {} {map}", nth + 1) } else { format!("{name} {map}") };
            (label, format!("{before}{comma}{stage}"))
        })
    })
}
