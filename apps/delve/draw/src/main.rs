//! Delve in a window.
//!
//! ```text
//! delve                   the game
//! delve --seed 7          a new game with a seed
//! delve --replay FILE     watch a saved game
//! delve --shots DIR       write a picture of every screen
//! ```

#![cfg_attr(windows, windows_subsystem = "windows")]

mod app;
mod hud;
mod input;
mod keeper;
mod pages;
mod pipes;
#[cfg(not(target_arch = "wasm32"))]
mod shots;
mod sprites;
mod store;
mod theme;
mod world;

use macroquad::prelude::*;

fn window() -> Conf {
    Conf {
        window_title: "Delve".to_owned(),
        window_width: 1120,
        window_height: 720,
        sample_count: 4,
        ..Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut app = match app::App::new() {
        Ok(app) => app,
        Err(error) => return error!("{error}"),
    };
    let begun = match words[..] {
        [] => Ok(()),
        ["--seed", seed] => {
            let seed = seed.parse().map_err(|_| format!("`{seed}` is not a seed"));
            seed.and_then(|seed| store::put_aside().and_then(|()| app.begin(seed)))
        }
        #[cfg(not(target_arch = "wasm32"))]
        ["--replay", file] => {
            std::fs::read_to_string(file).map_err(|error| error.to_string()).and_then(|text| app.replay(&text))
        }
        #[cfg(not(target_arch = "wasm32"))]
        ["--shots", folder] => {
            let taken = shots::take(&mut app, folder.as_ref()).await;
            return taken.unwrap_or_else(|error| error!("{error}"));
        }
        _ => Err("expected --seed N, --replay FILE or --shots DIR".to_owned()),
    };
    if let Err(error) = begun {
        return error!("{error}");
    }
    prevent_quit();
    while app.frame() {
        next_frame().await;
    }
}
