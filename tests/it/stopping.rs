//! Every stage can be stopped wherever it asks, and leaves nothing behind.

use std::ops::ControlFlow;

use mapwright::core::{BuildOptions, Progress, Stage};
use mapwright::prelude::*;
use mapwright::recipe::{builders, map_digest, template};

/// Stages that take long, on maps large enough that they ask inside, and the fewest times that they ask. A maze asks after
/// every 4,096 cells, of which these have 40,000; other stages ask as often, and between what they do one after the other.
const SLOW: &[(usize, &str)] = &[
    (9, r#""width": 200, "height": 200, "initial": { "use": "prim-maze" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "kruskal-maze" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "backtracker" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "growing-tree" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "hunt-and-kill" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "binary-tree" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "sidewinder" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "eller" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "recursive-division" }"#),
    (9, r#""width": 200, "height": 200, "initial": { "use": "nested-maze" }"#),
    (2, r#""width": 300, "height": 300, "initial": { "use": "wilson" }"#),
    (2, r#""width": 300, "height": 300, "initial": { "use": "aldous-broder" }"#),
    (2, r#""width": 3, "height": 400, "initial": { "use": "aldous-broder" }"#),
    (3, r#""width": 250, "height": 250, "initial": { "use": "prim-maze" }, "metas": [{ "use": "loop-injector" }]"#),
    (
        2,
        r#""width": 200, "height": 200, "initial": { "use": "prim-maze" },
       "metas": [{ "use": "loop-injector", "rule": "random", "share": 1 }]"#,
    ),
    (
        2,
        r#""width": 90, "height": 90, "initial": { "use": "backtracker" },
       "metas": [{ "use": "loop-injector", "rule": "detour", "min_detour": 200 }]"#,
    ),
    (
        2,
        r#""width": 90, "height": 90, "initial": { "use": "backtracker" },
       "metas": [{ "use": "exit" }, { "use": "loop-injector", "rule": "defeat-wall-followers" }]"#,
    ),
    // Two sweeps over 150 rows of 200 tiles alone, and the checks of the tree.
    (16, r#""width": 200, "height": 150, "initial": { "use": "prim-maze" }, "metas": [{ "use": "unique-pipes" }]"#),
    (
        2,
        r#""width": 40, "height": 40, "initial": { "use": "prim-maze" },
       "metas": [{ "use": "unique-pipes", "hardest": "rings", "easiest": "local" }]"#,
    ),
    (2, r#""width": 90, "height": 60, "initial": { "use": "cellular-automata", "rounds": 9 }"#),
    (2, r#""width": 200, "height": 200, "initial": { "use": "dla" }"#),
    (2, r#""width": 200, "height": 200, "initial": { "use": "drunkards-walk" }"#),
    (
        2,
        r#""width": 90, "height": 60, "initial": { "use": "random-rooms" },
       "metas": [{ "use": "room-exploder", "max_diggers": 9, "lifetime": 900 }]"#,
    ),
    (2, r#""width": 90, "height": 70, "initial": { "use": "graph-layout", "rooms": 60 }"#),
    (2, r#""width": 40, "height": 30, "initial": { "use": "cycle-graph" }"#),
    (2, r#""width": 250, "height": 250, "initial": { "use": "polyomino-fill" }"#),
    (
        2,
        r#""width": 10, "height": 6, "initial": { "use": "polyomino-fill", "pieces": "pentominoes",
       "counts": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] }"#,
    ),
    (6, r#""width": 250, "height": 250, "initial": { "use": "polyomino-fill" }, "metas": [{ "use": "region-doors" }]"#),
    (2, r##""width": 200, "height": 120, "initial": { "use": "rewrite", "program": [{ "one": "# -> ." }] }"##),
    (
        9,
        r#""width": 60, "height": 40, "initial": { "use": "random-rooms" },
       "metas": [{ "use": "wave-function-collapse" }]"#,
    ),
    (
        50,
        r#""width": 60, "height": 60, "initial": { "use": "random-rooms" },
       "metas": [{ "use": "wave-function-collapse", "model": "tiled" }]"#,
    ),
    (
        5,
        r#""width": 200, "height": 150, "initial": { "use": "cellular-automata", "rounds": 2 },
       "metas": [{ "use": "join-components", "min_cells": 9 }]"#,
    ),
    (
        4,
        r#""width": 200, "height": 150, "initial": { "use": "cellular-automata" },
       "metas": [{ "use": "start" }, { "use": "portals" }]"#,
    ),
    (
        6,
        r#""width": 200, "height": 150, "initial": { "use": "cellular-automata" },
       "metas": [{ "use": "spawns", "in": { "patch": 100 } }]"#,
    ),
    (
        8,
        r#""width": 200, "height": 150, "initial": { "use": "cellular-automata" },
       "metas": [{ "use": "paint", "tile": "deep-water", "min_cells": 9 }]"#,
    ),
    (2, r#""width": 200, "height": 150, "initial": { "use": "cellular-automata" }, "metas": [{ "use": "scatter" }]"#),
    (
        8,
        r#""width": 200, "height": 150, "initial": { "use": "cellular-automata" },
       "metas": [{ "use": "area-graph", "max_width": 3 }]"#,
    ),
    (
        3,
        r#""width": 120, "height": 90, "initial": { "use": "bsp-dungeon" }, "metas": [{ "use": "start", "at": "first-room" },
       { "use": "exit" }, { "use": "area-graph" }, { "use": "lock-and-key" }]"#,
    ),
    (
        5,
        r#""width": 120, "height": 90, "initial": { "use": "bsp-dungeon" }, "metas": [{ "use": "start", "at": "first-room" },
       { "use": "exit" }, { "use": "area-graph" }, { "use": "machines" }]"#,
    ),
    (
        2,
        r#""width": 200, "height": 150, "initial": { "use": "prim-maze" },
       "metas": [{ "use": "exit" }, { "use": "solvability-validator" }]"#,
    ),
];

fn chain(stages: &str) -> (BuilderChain, u64) {
    let recipe: Recipe = format!(r#"{{ "version": 1, "seed": 3, {stages} }}"#).parse().unwrap();
    (recipe.chain().unwrap(), recipe.seed())
}

/// Builds a chain until it has asked `until` times; with the stages that asked.
fn stop(
    (chain, seed): &(BuilderChain, u64),
    until: usize,
    history: Option<&mut History>,
) -> (Result<BuilderMap, BuildError>, Vec<Stage>) {
    let mut asked = Vec::new();
    let built = chain.build_with(
        *seed,
        BuildOptions::new().record(history).observe(&mut |progress| {
            let Progress::Working(stage) = progress else { return ControlFlow::Continue(()) };
            asked.push(stage);
            if asked.len() == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
    );
    (built, asked)
}

/// Stops a build at its first questions, its last ones and some between. Returns how often the last stage asked.
#[track_caller]
fn stops_anywhere(chain: &(BuilderChain, u64)) -> usize {
    let (untouched, asked) = stop(chain, usize::MAX, None);
    let places = [1, 2, 3, asked.len() / 3, asked.len() / 2, asked.len().saturating_sub(1), asked.len()];
    for until in places.into_iter().filter(|until| (1..=asked.len()).contains(until)) {
        let mut history = History::default();
        let (built, asked_now) = stop(chain, until, Some(&mut history));
        let error = built.unwrap_err();
        assert_eq!((error.kind, error.stage), (BuildErrorKind::Stopped, Some(asked[until - 1])));
        // What is built is the same up to there.
        assert_eq!(asked_now, asked[..until]);
        assert!(history.frames().is_empty());
    }
    let digest = |built: &Result<BuilderMap, BuildError>| built.as_ref().map(map_digest).map_err(ToString::to_string);
    assert_eq!(digest(&chain.0.build(chain.1)), digest(&untouched));
    let last = chain.0.stages().count() - 1;
    asked.iter().filter(|stage| stage.index == last).count()
}

#[test]
fn slow_stages_ask_and_stop() {
    let asked = SLOW.iter().map(|&(least, stages)| (stops_anywhere(&chain(stages)), least, stages));
    let silent: Vec<_> = asked.filter(|&(asked, least, _)| asked < least).collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn every_stage_stops_where_it_asks() {
    // A map must be given to be a stage.
    for info in builders().iter().filter(|info| info.name != "from-map") {
        let mut recipe: Recipe = template(info.name).unwrap().parse().unwrap();
        for (width, height) in [(31, 21), (80, 60)] {
            (recipe.width, recipe.height) = (width, height);
            if let Ok(chain) = recipe.chain() {
                stops_anywhere(&(chain, recipe.seed()));
            }
        }
    }
}
