//! Pictures of every screen, for the book and for whoever changes how the game looks.

use std::path::Path;

use delve_game::{Command, Event, Status, save};
use macroquad::prelude::*;

use crate::app::{App, Screen};

/// Which picture is taken of which replay, and after how many commands.
const SCENES: [(&str, &str, usize); 5] = [
    ("fight", include_str!("../../replays/victory.json"), 1887),
    ("hunt", include_str!("../../replays/victory.json"), 1121),
    ("lock", include_str!("../../replays/victory.json"), 960),
    ("death", include_str!("../../replays/death.json"), usize::MAX),
    ("victory", include_str!("../../replays/victory.json"), usize::MAX),
];

pub(crate) async fn take(app: &mut App, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    settle(app, 40).await;
    shoot(folder, "title");
    for (name, text, number) in SCENES {
        let (mut game, mut commands, _) = save::read(text)?;
        commands.truncate(number);
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
