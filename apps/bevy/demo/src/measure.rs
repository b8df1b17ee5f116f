//! Frame times: what the game does in a frame, how much of that is Mapwright, and what drawing adds.
//!
//! The schedules of the game run from `First` to `Last`, here all on one thread, whose processor time is counted: a
//! renderer in software fills all cores, and would make anything slow that is measured by the clock. What is left of the
//! frame is waiting for that renderer.

use std::time::{Duration, Instant};

use bevy::app::{PostUpdate, PreUpdate, RunFixedMainLoop, SpawnScene};
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_mapwright::{ChunkReady, Level, LevelReady, MapwrightSystems, TileLayers, Tileset};
use cpu_time::ThreadTime;

use crate::Options;

/// A level is replaced by another every so many frames, and every second time it goes before the other comes.
const ANEW: usize = 20;
/// A frame of 60 in a second, in milliseconds.
const FRAME: f64 = 1e3 / 60.0;

#[derive(Clone, Copy, Default)]
struct Frame {
    /// By the clock.
    whole: Duration,
    /// Processor time of all systems of the game.
    game: Duration,
    /// Processor time of those of Mapwright.
    ours: Duration,
    /// Whether a level or a chunk appeared.
    appeared: bool,
}

#[derive(Resource, Default)]
struct Times {
    /// By the clock, and as processor time.
    begun: Option<(Instant, Duration)>,
    /// Processor time when the systems of Mapwright began.
    ours: Duration,
    now: Frame,
    frames: Vec<Frame>,
}

pub fn plugin(app: &mut App) {
    if app.world().resource::<Options>().frames.is_none() {
        return;
    }
    app.init_resource::<Times>().add_systems(First, begin).add_systems(Last, end);
    app.add_systems(Update, (begin_ours.before(MapwrightSystems), end_ours.after(MapwrightSystems)));
    on_one_thread(app, First);
    on_one_thread(app, PreUpdate);
    on_one_thread(app, RunFixedMainLoop);
    on_one_thread(app, Update);
    on_one_thread(app, SpawnScene);
    on_one_thread(app, PostUpdate);
    on_one_thread(app, Last);
}

/// That of this thread.
fn processor_time() -> Duration {
    ThreadTime::now().as_duration()
}

fn on_one_thread(app: &mut App, schedule: impl ScheduleLabel) {
    app.edit_schedule(schedule, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
}

fn begin(
    mut commands: Commands,
    mut times: ResMut<Times>,
    mut exit: MessageWriter<AppExit>,
    options: Res<Options>,
    mut levels: Query<(Entity, &mut Level, &Tileset, &TileLayers)>,
) {
    let now = (Instant::now(), processor_time());
    if let Some((begun, _)) = times.begun.replace(now) {
        let frame = Frame { whole: now.0 - begun, ..std::mem::take(&mut times.now) };
        times.frames.push(frame);
    }
    let nth = times.frames.len();
    if nth % ANEW == ANEW - 1 {
        for (entity, mut level, tileset, layers) in &mut levels {
            level.seed = Some(nth as u64);
            if nth % (2 * ANEW) > ANEW {
                commands.spawn((Level::clone(&level), Tileset::clone(tileset), TileLayers::clone(layers)));
                commands.entity(entity).despawn();
            }
        }
    }
    if options.frames.is_some_and(|most| times.frames.len() >= most as usize) {
        times.print();
        exit.write(AppExit::Success);
    }
}

fn begin_ours(mut times: ResMut<Times>) {
    times.ours = processor_time();
}

fn end_ours(mut times: ResMut<Times>) {
    times.now.ours = processor_time().saturating_sub(times.ours);
}

fn end(mut times: ResMut<Times>, mut levels: MessageReader<LevelReady>, mut chunks: MessageReader<ChunkReady>) {
    times.now.appeared = levels.read().count() + chunks.read().count() > 0;
    times.now.game = times.begun.map_or(Duration::ZERO, |(_, begun)| processor_time().saturating_sub(begun));
}

impl Times {
    fn print(&self) {
        // The first frames compile shaders and load assets.
        let frames = &self.frames[self.frames.len() / 5..];
        let new: Vec<Frame> = frames.iter().filter(|frame| frame.appeared).copied().collect();
        println!("{:<36}{:>9}{:>9}{:>9}  share of 1/60 s", "milliseconds", "median", "99 %", "most");
        row("whole frame, by the clock", frames, |frame| frame.whole);
        row("  waiting for the renderer", frames, |frame| frame.whole.saturating_sub(frame.game));
        row("  the game, processor time", frames, |frame| frame.game);
        row("    Mapwright", frames, |frame| frame.ours);
        println!("{} of {} frames, in which a level or chunk appeared:", new.len(), frames.len());
        row("  the game, processor time", &new, |frame| frame.game);
        row("    Mapwright", &new, |frame| frame.ours);
    }
}

fn row(name: &str, frames: &[Frame], part: fn(&Frame) -> Duration) {
    let mut times: Vec<f64> = frames.iter().map(|frame| part(frame).as_secs_f64() * 1e3).collect();
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100).copied().unwrap_or_default();
    let (median, most) = (at(50), at(100));
    println!("{name:<36}{median:>9.2}{:>9.2}{most:>9.2}{:>7.0} %", at(99), median / FRAME * 100.0);
}
