//! Eight programs of a game developer, as short as they come, each with nothing but the facade.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod first_level;
mod pipe_levels;
mod river;
mod roguelike;
mod saved_game;
mod saved_walk;
mod widget;
mod world;
