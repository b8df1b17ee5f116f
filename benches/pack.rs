//! Packings: the boards of a game, hard and large ones, and the pentominoes; from the text of a problem to its answer.
//!
//! Data: `crates/packing/tests/data/packing.json`, by the ids of its boards.
#![allow(clippy::unwrap_used, reason = "what cannot be solved cannot be measured")]

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use mapwright::packing::{Board, PackOptions, PackProblem, Piece, SolveAnswer};
use serde_json::Value;

/// The lines of the boards with a word in their ids.
fn lines(word: &str) -> Vec<String> {
    let data: Value = serde_json::from_str(include_str!("../crates/packing/tests/data/packing.json")).unwrap();
    let fits = |instance: &&Value| instance["id"].as_str().unwrap().contains(word);
    let line = |instance: &Value| instance["line"].as_str().unwrap().to_owned();
    data["instances"].as_array().unwrap().iter().filter(fits).map(line).collect()
}

fn solve(lines: &[String]) -> usize {
    let filled = |line: &&String| {
        let problem: PackProblem = line.parse().unwrap();
        matches!(problem.solve(&PackOptions::default()).unwrap().answer, SolveAnswer::Filled(_))
    };
    lines.iter().filter(filled).count()
}

fn count(lines: &[String]) -> u128 {
    let count = |line: &String| line.parse::<PackProblem>().unwrap().count(&PackOptions::default()).unwrap().count();
    lines.iter().filter_map(count).sum()
}

fn packings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pack");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    for (name, word) in [
        ("35 game boards, first filling", "talos"),
        ("hard 10x12, no filling", "hard-inf-10x12-1"),
        ("hard 10x12, with a filling", "hard-feas-10x12-0"),
        ("9 boards up to 40x40", "big"),
        ("10 boards of 48x48", "48x48"),
        ("refuted by color, 10x10", "inf-Todd-10x10"),
    ] {
        let lines = lines(word);
        group.bench_function(name, |bencher| bencher.iter(|| solve(&lines)));
    }
    let game = lines("talos");
    group.bench_function("35 game boards, all counts", |bencher| bencher.iter(|| count(&game)));
    let board = Board::rect(10, 6).unwrap();
    let problem = PackProblem { mirror: true, ..PackProblem::new(board, Piece::pentominoes(1)) };
    group.bench_function("6x10 pentominoes, all fillings", |bencher| {
        bencher.iter(|| problem.fillings(usize::MAX, true, &PackOptions::default()).unwrap().packings.len());
    });
}

criterion_group!(benches, packings);
criterion_main!(benches);
