//! Packings against data that others have worked out: 174 tetromino boards, the complete census of small rectangles,
//! and the pentominoes.

use std::collections::BTreeMap;

use crate::naive::verify;
use mapwright_packing::{Board, ColorRule, NoFilling, PackOptions, PackProblem, Piece, SolveAnswer};
use serde_json::Value;

fn read(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn instances() -> Vec<(String, PackProblem, Value)> {
    let instance = |i: &Value| {
        let id = i["id"].as_str().unwrap().to_owned();
        (id, i["line"].as_str().unwrap().parse(), i.clone())
    };
    let all: Vec<_> = read("packing")["instances"].as_array().unwrap().iter().map(instance).collect();
    assert_eq!(all.len(), 174);
    all.into_iter().map(|(id, problem, i)| (id, problem.unwrap(), i)).collect()
}

#[test]
fn every_instance_is_solved_or_refuted() {
    for (id, problem, instance) in instances() {
        let solved = problem.solve(&PackOptions::default()).unwrap();
        match (&solved.answer, instance["feasible"].as_bool().unwrap()) {
            (SolveAnswer::Filled(packing), true) => {
                verify(&problem, packing);
                assert_eq!(problem.read_filling(&packing.ids).as_ref(), Ok(packing), "{id}");
            }
            (SolveAnswer::None(why), false) => match id.as_str() {
                id if id.starts_with("inf-Todd") => assert_eq!(*why, NoFilling::Color(ColorRule::ChessParity), "{id}"),
                id if id.starts_with("inf-LJodd") => assert_eq!(*why, NoFilling::Color(ColorRule::LjParity), "{id}"),
                id if id.starts_with("inf-quad") => assert_eq!(*why, NoFilling::Color(ColorRule::IParity), "{id}"),
                // Some that were refuted by search are refuted by the color test.
                _ => assert!(
                    matches!(why, NoFilling::Exhausted | NoFilling::Color(ColorRule::LineBalance)),
                    "{id}: {why:?}"
                ),
            },
            (answer, feasible) => panic!("{id}: {answer:?}, but feasible is {feasible}"),
        }
    }
}

#[test]
fn every_instance_has_as_many_fillings_as_it_should() {
    let mut counted = 0;
    for (id, problem, instance) in instances() {
        let Some(expected) = instance["tilings"].as_u64() else { continue };
        let count = problem.count(&PackOptions::default()).unwrap();
        assert_eq!(count.count(), Some(expected.into()), "{id}");
        counted += 1;
    }
    assert!(counted > 100, "{counted}");
}

/// All ways to write `total` as a sum of seven numbers.
fn multisets(total: u32) -> Vec<[u32; 7]> {
    let mut all = vec![(total, [0; 7])];
    for place in 0..6 {
        let spread = |(left, counts): (u32, [u32; 7])| {
            (0..=left).map(move |n| {
                let mut counts = counts;
                counts[place] = n;
                (left - n, counts)
            })
        };
        all = all.into_iter().flat_map(spread).collect();
    }
    all.into_iter().map(|(left, [a, b, c, d, e, f, _])| [a, b, c, d, e, f, left]).collect()
}

#[test]
fn the_census_of_small_rectangles_is_complete() {
    let census = read("packing_census");
    let census: &serde_json::Map<String, Value> = census.as_object().unwrap();
    assert_eq!(census.len(), 5);
    for (size, entries) in census {
        let (w, h) = size.split_once('x').unwrap();
        let (w, h): (u16, u16) = (w.parse().unwrap(), h.parse().unwrap());
        let mut expected: BTreeMap<String, u64> =
            entries.as_object().unwrap().iter().map(|(key, n)| (key.clone(), n.as_u64().unwrap())).collect();
        for counts in multisets(u32::from(w * h) / 4) {
            let problem = PackProblem::new(Board::rect(w, h).unwrap(), Piece::tetrominoes(counts));
            let key = counts.map(|n| n.to_string()).join(" ");
            let tilings = expected.remove(&key).unwrap_or(0);
            let options = PackOptions::default();
            assert_eq!(problem.count(&options).unwrap().count(), Some(tilings.into()), "{size}: {key}");
            match problem.solve(&options).unwrap().answer {
                SolveAnswer::Filled(packing) if tilings > 0 => verify(&problem, &packing),
                SolveAnswer::None(_) if tilings == 0 => {}
                answer => panic!("{size}: {key}: {answer:?}"),
            }
        }
        assert!(expected.is_empty(), "{size}: {expected:?} cannot be posed");
    }
}

#[test]
fn the_pentominoes_fill_the_famous_boards_in_the_known_numbers_of_ways() {
    let center = "........\n........\n........\n...##...\n...##...\n........\n........\n........\n";
    let rect = |w, h| Board::rect(w, h).unwrap();
    let boards = [
        (rect(6, 10), 2339, 4),
        (rect(12, 5), 1010, 4),
        (rect(15, 4), 368, 4),
        (rect(3, 20), 2, 4),
        (center.parse().unwrap(), 65, 8),
    ];
    for (board, expected, symmetries) in boards {
        let problem = PackProblem { mirror: true, ..PackProblem::new(board, Piece::pentominoes(1)) };
        let options = PackOptions::default();
        // No pentomino filling is symmetric, so each is there as often as the board has symmetries.
        assert_eq!(problem.count(&options).unwrap().count(), Some(symmetries * expected));
        assert_eq!(problem.count_up_to_symmetry(&options).unwrap().count(), Some(expected));
        let fillings = problem.fillings(usize::MAX, true, &options).unwrap();
        assert_eq!(fillings.packings.len() as u128, expected);
        fillings.packings.iter().for_each(|packing| verify(&problem, packing));
    }
}
