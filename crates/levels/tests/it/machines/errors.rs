//! Messages about machines, read in full.

use super::*;

#[test]
fn errors_say_what_is_wrong() {
    let fails = |stage: Machines, expected: &str| assert_eq!(stage.check().unwrap_err().to_string(), expected);
    let stage = |blueprints: Vec<Blueprint>| Machines { blueprints: Some(blueprints), ..Machines::default() };
    fails(
        Machines { count: [3, 2], ..Machines::default() },
        "parameter `count` is [3, 2]; expected the smaller number first",
    );
    fails(stage(vec![vault("a"), vault("a")]), "parameter `blueprints` is two called `a`; expected one of each name");
    let deep = |name: &str, min_depth, max_depth| Blueprint { min_depth, max_depth, ..vault(name) };
    fails(
        stage(vec![deep("a", 2, 4), deep("b", 9, u32::MAX)]),
        "parameter `depth` is 1; expected a depth of a blueprint: 2 to 4, 9 and deeper",
    );
    fails(stage(vec![]), "parameter `depth` is 1; expected a depth of a blueprint: none of them has a weight");
    fails(
        stage(vec![Blueprint { holds: Some("Altar".into()), ..Blueprint::new("a", [spawns("Chest", [1, 1])]) }]),
        "parameter `blueprints[0].holds` is \"Altar\"; expected the name of a feature inside, not one of several, of \
         a spawn, a mark or an open tile, with a least count above 0",
    );
    fails(
        stage(vec![Blueprint { holds: Some("Gold".into()), ..vault("a") }]),
        "parameter `blueprints[0].holds` is \"Gold\" beside a `lock`; expected one of the two: what is locked up \
         holds no key",
    );
    fails(
        stage(vec![Blueprint {
            area: MachineArea { cells: [1, 4], ..MachineArea::default() },
            ..Blueprint::new("a", [spawns("Rat", [5, 6])])
        }]),
        "parameter `blueprints[0].features` is 5 cells at least; expected at most `area.cells`, which is 4",
    );
    fails(
        stage(vec![Blueprint { area: MachineArea { joins: Some(2), ..MachineArea::default() }, ..vault("a") }]),
        "parameter `blueprints[0].area.joins` is 2; expected 1, as only a dead end is closed",
    );
    fails(
        stage(vec![Blueprint {
            lock: Some(MachineLock { opener: "1".into(), ..MachineLock::default() }),
            ..vault("a")
        }]),
        "parameter `blueprints[0].lock.opener` is \"1\"; expected a name with a letter",
    );
    let holes = MachineFeature { over: vec![Tile::WALL], ..MachineFeature::new(Scattered::Tile(Tile::FLOOR), None) };
    fails(
        stage(vec![Blueprint::new("a", [holes])]),
        "parameter `blueprints[0].features[0].over` is a solid tile under an open one; expected open tiles, as ways stay what \
         they are",
    );
    let wall = MachineFeature { outside: true, ..MachineFeature::new(Scattered::Tile(Tile::TREE), None) };
    fails(
        stage(vec![Blueprint::new("a", [wall])]),
        "parameter `blueprints[0].features[0].what` is a solid tile `outside`; expected a spawn, a mark or an open tile, as what \
         is solid may close another area",
    );
    let drawing = |rows: &str| MachineFeature::drawn(rows.parse().unwrap(), Some([1, 1]));
    fails(
        stage(vec![Blueprint::new("a", [drawing(".>")])]),
        "parameter `blueprints[0].features[0].drawing` is a template with `>`; expected tiles, choices, slots, spawns and marks",
    );
    fails(
        stage(vec![Blueprint::new("a", [drawing("  \n  ")])]),
        "parameter `blueprints[0].features[0].drawing` is a template without a tile; expected at least one tile",
    );
    fails(
        stage(vec![Blueprint::new("a", [drawing("###\n#.#\n###")])]),
        "parameter `blueprints[0].features[0].drawing` is a template whose open cell in line 2, column 2 is walled in; expected \
         open cells that can all be reached from outside",
    );
    fails(
        stage(vec![Blueprint::new("a", [MachineFeature { outside: true, ..drawing("o") }])]),
        "parameter `blueprints[0].features[0].drawing` is a template `outside`; expected one in the area, as what is solid may \
         close another area",
    );
    fails(
        stage(vec![Blueprint::new("a", [MachineFeature { drawing: None, ..drawing("o") }])]),
        "parameter `blueprints[0].features[0]` is nothing; expected `what` or `drawing`",
    );
    fails(
        stage(vec![Blueprint::new(
            "a",
            [spawns("Rat", [1, 1]).at(DistanceRule { min: 5, ..DistanceRule::near(Landmark::Start, 3) })],
        )]),
        "parameter `blueprints[0].features[0].placement.distances[0].max` is 3; expected at least `min`, which is 5",
    );
    fails(
        stage(vec![Blueprint::new("vault", [])]),
        "parameter `blueprints[0].name` is \"vault\"; expected a name other than machine, vault, secret",
    );
    let error = apply(&mut level(&["@.X"]), &Machines::default()).unwrap_err();
    assert!(error.to_string().contains("graph"), "{error}");
    let mut map = drawn(&SIDE_ROOM);
    map.spawns.push(Spawn::key((1, 1), "Key", 255));
    let error = apply(&mut map, &one(vault("a"))).unwrap_err();
    assert!(error.to_string().contains("no number is left for another key"), "{error}");
}
