//! Any text of at most 64 kB is a recipe that is built, on a small map, or an error. Who asks it to stop, or gives it less
//! memory, is obeyed: run it with `-max_len=65536 -timeout=10 -rss_limit_mb=1024`.
#![no_main]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use mapwright_core::Progress;
use mapwright_recipe::Recipe;

/// The most cells of a map.
const AREA: u64 = 10_000;
/// How long a build goes on before it is asked to stop.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most memory of a build.
const MEMORY: u64 = 256 << 20;

fuzz_target!(|text: &str| {
    let Ok(recipe) = text.parse::<Recipe>() else { return };
    if u64::from(recipe.width) * u64::from(recipe.height) > AREA {
        return;
    }
    let Ok(chain) = recipe.chain() else { return };
    let begin = Instant::now();
    let built = chain.memory_limit(MEMORY).build_with(recipe.seed(), &mut |_: Progress<'_>| {
        if begin.elapsed() > PATIENCE { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match built {
        Ok(map) => assert_eq!(map.validate(), Ok(())),
        Err(error) => assert!(!error.to_string().contains("broken"), "{error}"),
    }
});
