//! Frame times: what the game does in a frame, and what drawing it adds.
//!
//! The schedules of the game run from `First` to `Last`. The rest of a frame waits for the renderer.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_mapwright::{ChunkReady, LevelReady};

use crate::Wish;

#[derive(Resource, Default)]
struct Times {
    begun: Option<Instant>,
    /// Of each frame: the whole, the game's part, and whether something appeared in it.
    frames: Vec<(Duration, Duration, bool)>,
    game: Duration,
    appeared: bool,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Times>().add_systems(First, begin).add_systems(Last, end);
}

fn begin(mut times: ResMut<Times>, mut exit: MessageWriter<AppExit>, wish: Res<Wish>) {
    let now = Instant::now();
    if let Some(begun) = times.begun.replace(now) {
        let frame = (now - begun, times.game, std::mem::take(&mut times.appeared));
        times.frames.push(frame);
    }
    if wish.frames.is_some_and(|most| times.frames.len() >= most as usize) {
        times.print();
        exit.write(AppExit::Success);
    }
}

fn end(mut times: ResMut<Times>, mut levels: MessageReader<LevelReady>, mut chunks: MessageReader<ChunkReady>) {
    times.appeared |= levels.read().count() + chunks.read().count() > 0;
    times.game = times.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
}

impl Times {
    fn print(&self) {
        // The first second compiles shaders and loads assets.
        let frames = &self.frames[self.frames.len() / 5..];
        let row = |name: &str, times: Vec<Duration>| {
            let mut times = times;
            times.sort_unstable();
            let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100).copied().unwrap_or_default();
            let ms = |share| at(share).as_secs_f64() * 1e3;
            println!("{name:<28}{:>7.2}{:>9.2}{:>9.2}  {} frames", ms(50), ms(99), ms(100), times.len());
        };
        println!("{:<28}{:>7}{:>9}{:>9}", "ms", "median", "99 %", "most");
        row("whole frame", frames.iter().map(|frame| frame.0).collect());
        row("the game", frames.iter().map(|frame| frame.1).collect());
        row("the renderer", frames.iter().map(|frame| frame.0.saturating_sub(frame.1)).collect());
        row("the game, with new parts", self.frames.iter().filter(|frame| frame.2).map(|frame| frame.1).collect());
    }
}
