//! A build through C at 256×256 against one in Rust. On a quiet machine it takes at most 1.05 times as long; a busy one may
//! say more, so only what no noise explains fails. `ci` runs it, with the program of `time.c` in `MAPWRIGHT_TIME`.
#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::time::Instant;

use facade::recipe::{Recipe, template};

const SEEDS: u64 = 5;

#[test]
#[ignore = "needs the program that ci compiles"]
fn c_is_as_fast_as_rust() {
    let program = std::env::var("MAPWRIGHT_TIME").unwrap();
    for name in ["braided-maze", "cave", "castle-keys"] {
        let mut recipe: Recipe = template(name).unwrap().parse().unwrap();
        (recipe.width, recipe.height) = (256, 256);
        let json = recipe.to_json();
        // Other processes cost time at random: the fastest of many builds counts, and both take turns.
        let (mut c, mut rust) = ([u128::MAX; SEEDS as usize], [u128::MAX; SEEDS as usize]);
        let mut ratio = f64::INFINITY;
        for turn in 0..30 {
            let told = Command::new(&program).args([&json, &SEEDS.to_string()]).output().unwrap();
            assert!(told.status.success(), "{name}: {}", told.status);
            let told = String::from_utf8(told.stdout).unwrap();
            for (fastest, time) in c.iter_mut().zip(told.lines()) {
                *fastest = time.parse::<u128>().unwrap().min(*fastest);
            }
            for (fastest, seed) in rust.iter_mut().zip(0..SEEDS) {
                for _ in 0..10 {
                    let from = Instant::now();
                    drop(json.parse::<Recipe>().unwrap().build(seed).unwrap());
                    *fastest = from.elapsed().as_nanos().min(*fastest);
                }
            }
            ratio = c.iter().sum::<u128>() as f64 / rust.iter().sum::<u128>() as f64;
            if turn >= 4 && ratio <= 1.05 {
                break;
            }
        }
        println!("{name}: {:.1} ms in C, {ratio:.3} times as long as in Rust", c.iter().sum::<u128>() as f64 / 5e6);
        assert!(ratio <= 1.5, "{name}");
    }
}
