//! Pictures of every screen, for the book and for whoever changes how the game looks.

use std::path::Path;

use delve_game::{Command, Event, Game, Status, save};
use macroquad::prelude::*;

use crate::app::{App, Screen};

/// Whether a turn is worth a picture: the game after it, and what there was to see.
type Sight = fn(&Game, &[Event]) -> bool;

/// Which picture is taken of which replay: after the first turn that is worth it, else at its end.
const SCENES: [(&str, &str, Sight); 5] = [
    ("fight", VICTORY, |game, seen| is_blow(seen) && game.level.depth > 2 && hunters(game) > 1),
    ("hunt", VICTORY, |game, seen| !is_blow(seen) && game.level.depth > 4 && hunters(game) > 2),
    ("lock", VICTORY, |game, _| game.lock().is_some_and(|lock| lock.pipes.moves().len() > 3) && game.level.depth > 4),
    ("death", include_str!("../../replays/death.json"), |_, _| false),
    ("victory", VICTORY, |_, _| false),
];
const VICTORY: &str = include_str!("../../replays/victory.json");

fn is_blow(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Blow { .. }))
}

/// How many monsters hunt the hero in the light.
fn hunters(game: &Game) -> usize {
    game.level.monsters.iter().filter(|monster| monster.awake > 0 && game.level.lit[monster.at]).count()
}

/// How many commands come before the one whose turn is worth it.
fn turns_before(game: &Game, commands: &[Command], is_worth: Sight) -> usize {
    let mut game = game.clone();
    let found = commands.iter().position(|&command| {
        let seen = game.act(command);
        is_worth(&game, &seen)
    });
    found.unwrap_or(commands.len().saturating_sub(1))
}

pub(crate) async fn take(app: &mut App, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    settle(app, 40).await;
    shoot(folder, "title");
    for (name, text, is_worth) in SCENES {
        let (mut game, mut commands, _) = save::read(text)?;
        commands.truncate(turns_before(&game, &commands, is_worth) + 1);
        let last = commands.pop();
        commands.into_iter().for_each(|command| drop::<Vec<Event>>(game.act(command)));
        app.play(game);
        // Only watched: the player's own game stays as it is.
        app.replay = Some(Vec::new());
        settle(app, 30).await;
        app.act(last.unwrap_or(Command::Wait));
        settle(app, if app.game.status == Status::Playing { 5 } else { 80 }).await;
        shoot(folder, name);
    }
    app.screen = Screen::Help;
    settle(app, 2).await;
    shoot(folder, "help");
    Ok(())
}

async fn settle(app: &mut App, frames: u32) {
    for _ in 0..frames {
        app.frame();
        next_frame().await;
    }
    app.draw();
}

fn shoot(folder: &Path, name: &str) {
    let mut image = get_screen_data();
    // The window shows no transparency, so the picture must not have any.
    image.bytes.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
    image.export_png(&folder.join(format!("{name}.png")).to_string_lossy());
}
