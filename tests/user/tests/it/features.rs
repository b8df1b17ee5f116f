//! The small things that make a library pleasant: conversions, boxed builders, errors that say what to do.

use std::error::Error;

use mapwright::builders::*;
use mapwright::core::Rect;
use mapwright::prelude::*;

#[test]
fn sizes_and_points_come_from_numbers_at_hand() -> Result<(), Box<dyn Error>> {
    assert_eq!(Size::from((31, 21)), Size::new(31, 21));
    assert_eq!(Point::from((3, 4)), Point::new(3, 4));
    let (mouse_x, mouse_y): (i32, i32) = (250, 90);
    let under_the_mouse = Point::try_from((mouse_x / 16, mouse_y / 16))?;
    assert_eq!(under_the_mouse, Point::new(15, 5));
    assert!(Point::try_from((-1, 5)).is_err() && Size::try_from((1_usize << 20, 5)).is_err());
    let (x, y) = under_the_mouse.into();
    assert_eq!((x, y), (15, 5));
    assert_eq!(Rect::from([1, 2, 3, 4]).center(), Point::new(2, 4));
    Ok(())
}

#[test]
fn points_step_and_measure() {
    let here = Point::new(3, 0);
    assert_eq!(here.step(Dir::E), Some(Point::new(4, 0)));
    assert_eq!(here.step(Dir::N), None);
    assert_eq!(here.offset(-3, 2), Some(Point::new(0, 2)));
    assert_eq!(here.neighbors().count(), 3, "at the upper border");
    let there = Point::new(0, 4);
    assert_eq!((here.manhattan(there), here.chebyshev(there), here.euclidean_squared(there)), (7, 4, 25));
}

/// What a menu of the game offers, by number.
fn terrain(choice: u8) -> Box<dyn InitialMapBuilder> {
    match choice {
        0 => Box::new(CellularAutomata::default()),
        1 => Box::new(DrunkardsWalk::default()),
        _ => Box::new(PrimMaze::default()),
    }
}

#[test]
fn builders_may_be_chosen_at_run_time() -> Result<(), Box<dyn Error>> {
    let names: Vec<&str> = (0..3).map(|choice| terrain(choice).name()).collect();
    assert_eq!(names, ["cellular-automata", "drunkards-walk", "prim-maze"]);
    let extras: Vec<Box<dyn MetaMapBuilder>> =
        vec![Box::new(Start::default()), Box::new(CullUnreachable::default()), Box::new(Exit::default())];
    let chain = BuilderChain::start_with(Size::new(40, 25), terrain(0));
    let chain = extras.into_iter().fold(chain, BuilderChain::with);
    let map = chain.build(7)?;
    assert!(map.exit.is_some());
    // A maze is initial and meta at once: its name needs no help.
    assert_eq!(PrimMaze::default().name(), "prim-maze");
    Ok(())
}

/// Errors are `std::error::Error`, and may cross threads.
fn build(chain: &BuilderChain) -> Result<BuilderMap, Box<dyn Error + Send + Sync>> {
    Ok(chain.build(7)?)
}

#[test]
fn errors_say_where_what_and_what_is_expected() -> Result<(), Box<dyn Error>> {
    let chain = BuilderChain::start_with(Size::new(9, 9), PrimMaze::default()).with(LoopInjector::braid(1.5));
    let error = build(&chain).map_err(|error| error.to_string());
    assert_eq!(error, Err("metas[0] loop-injector: parameter `chance` is 1.5; expected 0 to 1".to_owned()));

    let error = BuilderChain::start_with(Size::new(9, 9), CellularAutomata::default()).with(Doors::default()).check();
    let error = error.err().ok_or("a cave has no rooms")?;
    assert_eq!(error.stage.map(|stage| stage.name), Some("doors"));
    // Kinds will be added, so a match has an arm for those.
    let advice = match error.kind {
        BuildErrorKind::MissingPlane { plane, .. } => format!("add a stage that makes {}", plane.name()),
        BuildErrorKind::BadParameter { name, .. } => format!("set {name}"),
        _ => "report it".to_owned(),
    };
    assert_eq!(advice, "add a stage that makes rooms");
    Ok(())
}

#[test]
fn what_no_seed_can_mend_is_not_tried_again() -> Result<(), Box<dyn Error>> {
    // A treasure between four pillars: walking is in four directions, so nobody gets there.
    let legend = Legend::default().with('$', Meaning::spawn("Treasure"));
    let walled = Template::from_text("...o...\n..o$o..\n...o...", &legend)?;
    let open = Template::from_text(".....\n.o$..\n.....", &legend)?;
    let chain = |vault: &Template| {
        let vaults = vec![Vault::new("treasury", vault.clone())];
        BuilderChain::start_with(Size::new(40, 25), CellularAutomata::default())
            .with(Start::default())
            .with(PrefabVaults { vaults, min: 1, ..PrefabVaults::default() })
            .with(CullUnreachable::default())
    };
    let error = chain(&walled).check().err().ok_or("the treasure is walled in")?;
    assert!(!error.is_retryable());
    assert!(error.to_string().contains("`vaults[0].template` is one whose open cell in"), "{error}");
    assert_eq!(chain(&walled).build_first_ok(0, 1_000_000).err(), Some(error), "no seed is tried");
    let (_, map) = chain(&open).build_first_ok(0, 100)?;
    assert!(map.spawns.iter().any(|spawn| spawn.what == "Treasure"));
    Ok(())
}
