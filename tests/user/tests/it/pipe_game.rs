//! A game of pipes: make a board with one solution, play it, ask for hints, and save it in the middle.

use std::error::Error;

use mapwright::builders::*;
use mapwright::pipes::{PipePuzzle, Session, SolveLimits, Verdict};
use mapwright::prelude::*;
use rand::RngExt;

/// A new game on a board that wraps from left to right. A small board that is hard is rare, so some seeds are tried.
fn new_game(seed: u64) -> Result<Session, Box<dyn Error>> {
    let (_, map) = BuilderChain::start_with(Size::new(9, 7), PrimMaze::default())
        .wrap(Wrap::X)
        .with(UniquePipes { easiest: Grade::Rings, ..UniquePipes::default() })
        .with(PipeShuffler::default())
        .build_first_ok(seed, 100)?;
    Ok(Session::from_map(&map)?)
}

#[test]
fn the_board_has_one_solution_and_the_game_knows_it() -> Result<(), Box<dyn Error>> {
    let game = new_game(7)?;
    assert!(!game.is_solved());
    match game.first_board().solve(&SolveLimits::default()).verdict {
        Verdict::Unique(solution) => assert_eq!(Some(&solution), game.solution()),
        other => return Err(format!("the board has one solution, not {}", other.name()).into()),
    }
    Ok(())
}

#[test]
fn a_game_from_the_first_turn_to_the_last() -> Result<(), Box<dyn Error>> {
    let mut game = new_game(7)?;
    let corner = Point::new(0, 0);
    let before = game.board().tile(corner);
    let change = game.turn(corner, 1)?;
    assert!(!change.solved);
    assert_eq!(game.board().tile(corner), before.map(|tile| tile.turned(1)));
    assert!(game.undo().is_some() && game.redo().is_some());

    game.lock(corner)?;
    assert_eq!(
        game.turn(corner, 1).map(|_| ()).map_err(|error| error.to_string()),
        Err("the tile at (0, 0) is locked".into())
    );
    game.unlock(corner)?;
    assert!(game.turn((9, 0), 1).is_err(), "outside of the board");

    // Each hint makes one more tile right, and wet.
    let mut hints = 0;
    while let Some(hint) = game.hint() {
        let change = game.turn(hint.at, hint.quarters.into())?;
        assert!(change.wet.contains(&hint.at) || change.solved || game.board().is_wet(hint.at));
        hints += 1;
        assert!(hints <= 9 * 7, "no more hints than tiles");
    }
    assert!(game.is_solved());
    assert_eq!(game.board().counts().wet, 9 * 7);
    Ok(())
}

#[test]
fn a_saved_game_goes_on() -> Result<(), Box<dyn Error>> {
    let mut game = new_game(7)?;
    assert!(game.id().is_err(), "game IDs have no board that wraps along one axis alone");
    game.turn(Point::new(3, 2), 1)?;
    game.turn(Point::new(4, 2), 3)?;
    game.undo();
    game.lock(Point::new(3, 2))?;

    let saved = serde_json::to_string(&game)?;
    let mut loaded: Session = serde_json::from_str(&saved)?;
    assert_eq!(loaded.board().puzzle(), game.board().puzzle());
    assert_eq!((loaded.moves(), loaded.undone()), (game.moves(), game.undone()));
    assert!(loaded.is_locked(Point::new(3, 2)));
    assert!(loaded.redo().is_some(), "what was taken back can be made again");
    // The solution was saved too, so there are hints.
    assert_eq!(loaded.solution(), game.solution());
    assert!(loaded.hint().is_some());
    assert!(serde_json::from_str::<Session>(&saved.replace("\"cursor\":1", "\"cursor\":9")).is_err());
    Ok(())
}

#[test]
fn the_source_may_be_anywhere() -> Result<(), Box<dyn Error>> {
    // The same by hand, without a chain: a maze, its source moved, made unique and shuffled with `rand`.
    let mut rng = MapRng::new(5);
    let mut maze = BuilderChain::start_with(Size::new(8, 6), Backtracker::default()).build(5)?;
    maze.start = Some(Point::new(rng.random_range(0..8), rng.random_range(0..6)));
    let solved = PipePuzzle::try_from(&maze)?.make_unique(&UniquePipes::default(), &mut rng)?;
    let shuffled = solved.tiles().map(|tile| tile.turned(rng.random_range(0..4)));
    let mut game = Session::new(solved.with_tiles(&shuffled));
    game.set_solution(solved.tiles())?;

    let loaded: Session = serde_json::from_str(&serde_json::to_string(&game)?)?;
    assert_eq!(loaded.first_board().source(), solved.source());
    assert_eq!(loaded.solution(), Some(solved.tiles()));
    Ok(())
}
