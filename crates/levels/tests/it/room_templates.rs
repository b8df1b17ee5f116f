//! Templates that are no rooms of a layout.

use mapwright_core::{BuilderChain, Legend, Meaning, Size, Template};
use mapwright_levels::{GraphLayout, RoomSpec, Rooms, Templates};

fn legend() -> Legend {
    Legend::default().with('%', Meaning::any([('#', 1), ('.', 1)])).with('A', Meaning::lock(0))
}

fn layout(rows: &str) -> GraphLayout {
    let template = Some(Templates::One(Template::from_text(rows, &legend()).unwrap()));
    let room = RoomSpec { template, ..RoomSpec::default() };
    GraphLayout { rooms: Rooms::List(vec![room]), joins: Some(vec![]), ..GraphLayout::default() }
}

#[test]
fn a_template_that_is_no_room_says_why() {
    let check = |rows: &str, message: &str| {
        let error = BuilderChain::start_with(Size::new(30, 20), layout(rows)).build(0).unwrap_err().to_string();
        assert_eq!(error, format!("initial graph-layout: parameter `rooms[0].template` is {message}"));
    };
    check("###\n# #", "a wrong template; expected connected floor; the floor has 0 components; expected 1");
    check(".#.\n..#\n#..", "a wrong template; expected connected floor; the floor has 2 components; expected 1");
    check(
        "#..%..#",
        "a wrong template; expected connected floor; with `%` solid, the floor has 2 components; expected 1",
    );
    check(&".".repeat(51), "a template of 51x1; expected at most 50 cells a side");
    let marked = "expected tiles, choices, slots, spawns and marks: rooms have roles, and other stages lock doors";
    check("#.>#", &format!("a template with `>`; {marked}"));
    check("#.A#", &format!("a template with `A`; {marked}"));
}

#[test]
fn choices_and_slots_of_a_room_are_drawn_for_each_level() {
    let mut legend = legend()
        .with('g', Meaning::spawn("Goblin"))
        .with('S', Meaning::Slot { name: "nook".into(), rotate: true, mirror: true });
    legend.add_to_slot("nook", &["g.", "o."]).unwrap();
    let room = Template::from_text("+.....+\n#.%SS.#\n#..SS.#\n#######", &legend).unwrap();
    let room = RoomSpec { template: Some(Templates::One(room)), ..RoomSpec::default() };
    let rooms = Rooms::List(vec![room.clone(), room]);
    let chain = BuilderChain::start_with(
        Size::new(30, 20),
        GraphLayout { rooms, joins: Some(vec![(0, 1)]), ..GraphLayout::default() },
    );
    let mut pictures = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let map = chain.build(seed).unwrap();
        assert_eq!(map.validate(), Ok(()));
        assert_eq!(map.spawns.len(), 2);
        assert!(map.spawns.iter().all(|spawn| map.is_open(spawn.at) && spawn.what == "Goblin"));
        pictures.insert(map.to_string());
    }
    assert!(pictures.len() > 10, "{}", pictures.len());
}
