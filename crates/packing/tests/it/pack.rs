//! The packing solver against its naive twin, on random boards with holes, and its promises.
#![allow(clippy::panic)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::naive;
use crate::naive::{all_fillings, pieces_of, verify};
use mapwright_core::{Grid, MapRng, Point, Size};
use mapwright_packing::{
    Board, CountAnswer, ListAnswer, NoFilling, PackOptions, PackProblem, PackProgress, Piece, PieceError, Polyomino,
    SolveAnswer,
};
use proptest::prelude::*;

const SHAPES: [&str; 12] =
    ["X", "XX", "XXX", "XX/X.", "X../XXX", "..X/XXX", "XX./.XX", ".XX/XX.", "XXXX", "XX/XX", ".X./XXX", "X.X/XXX"];

/// A random board of up to 5×5 with holes, and random pieces that have as many cells, or more.
fn random_problem(seed: u64, first: usize) -> Option<PackProblem> {
    let mut rng = MapRng::new(seed);
    let size = Size::new(rng.range(1, 5) as u16, rng.range(1, 5) as u16);
    let holes = [0.0, 0.1, 0.3][rng.below(3) as usize];
    let board = Board::new(Grid::from_fn(size, |_| !rng.chance(holes))).ok()?;
    let mut pieces: Vec<Piece> = SHAPES[first..]
        .iter()
        .map(|text| Piece { name: (*text).into(), shape: text.parse().unwrap(), count: 0 })
        .collect();
    let spares = rng.chance(0.3);
    let mut left = i64::from(board.area()) + if spares { i64::from(rng.below(6)) } else { 0 };
    while left > 0 {
        let fitting: Vec<usize> = (0..pieces.len()).filter(|&n| pieces[n].shape.area() as i64 <= left).collect();
        let &nth = rng.pick(&fitting)?;
        pieces[nth].count += 1;
        left -= pieces[nth].shape.area() as i64;
    }
    let (turn, mirror) = (rng.chance(0.8), rng.chance(0.3));
    let problem = PackProblem { board, pieces, turn, mirror, spares };
    problem.check().is_ok().then_some(problem)
}

/// Everything that the solver says of a problem, compared with the naive twin.
fn check(problem: &PackProblem) -> usize {
    let expected = all_fillings(problem);
    let options = PackOptions::default();
    let number = expected.len();
    match problem.solve(&options).unwrap().answer {
        SolveAnswer::Filled(packing) => {
            verify(problem, &packing);
            assert!(expected.contains(&pieces_of(&packing)));
        }
        SolveAnswer::None(_) => assert_eq!(number, 0, "{problem}\n{}", problem.board),
        answer => panic!("{answer:?}"),
    }
    assert_eq!(problem.count(&options).unwrap().count(), Some(number as u128), "{problem}\n{}", problem.board);
    let all = problem.fillings(usize::MAX, false, &options).unwrap();
    let found: BTreeSet<_> = all.packings.iter().map(pieces_of).collect();
    assert_eq!(found, expected, "{problem}");
    assert_eq!(all.packings.len(), number);
    assert!(matches!(all.listed, ListAnswer::All(why) if why.is_some() == (number == 0)));
    all.packings.iter().for_each(|packing| verify(problem, packing));
    // One of each class of symmetric fillings, and as many as Burnside's lemma says.
    let first = problem.fillings(usize::MAX, true, &options).unwrap();
    let classes = problem.count_up_to_symmetry(&options).unwrap().count();
    assert_eq!(classes, Some(first.packings.len() as u128), "{problem}\n{}", problem.board);
    assert_eq!(classes, Some(naive_classes(problem, &expected) as u128), "{problem}\n{}", problem.board);
    number
}

/// How many classes fillings fall into, when those that a symmetry of the square board makes of one another are one.
fn naive_classes(problem: &PackProblem, fillings: &BTreeSet<BTreeSet<naive::Cells>>) -> usize {
    type Map = fn((i32, i32), (i32, i32)) -> (i32, i32);
    const MAPS: [Map; 7] = [
        |(x, y), (w, h)| (w - 1 - x, h - 1 - y),
        |(x, y), (w, _)| (w - 1 - x, y),
        |(x, y), (_, h)| (x, h - 1 - y),
        |(x, y), _| (y, x),
        |(x, y), (w, _)| (y, w - 1 - x),
        |(x, y), (w, _)| (w - 1 - y, x),
        |(x, y), (w, _)| (w - 1 - y, w - 1 - x),
    ];
    let size = problem.board.size();
    let wh = (i32::from(size.w), i32::from(size.h));
    let plain = naive::plain(problem);
    let image = |map: Map, cells: &naive::Cells| {
        let mut image: naive::Cells = cells.iter().map(|&c| map(c, wh)).collect();
        image.sort_by_key(|&(x, y)| (y, x));
        image
    };
    // A symmetry keeps the free cells and makes a kind of every kind, as numerous.
    let keeps = |&(nth, map): &(usize, Map)| {
        let lies_of = |kind: &(BTreeSet<naive::Cells>, u32)| {
            let lies: BTreeSet<naive::Cells> = kind.0.iter().map(|lie| naive::normal(&image(map, lie))).collect();
            lies
        };
        (nth < 3 || wh.0 == wh.1)
            && plain.free.iter().all(|&c| plain.free.contains(&map(c, wh)))
            && plain.kinds.iter().filter(|kind| kind.1 > 0).all(|kind| {
                let lies = lies_of(kind);
                let capped = |kind: &(BTreeSet<naive::Cells>, u32)| {
                    kind.1.min(problem.board.area() / kind.0.iter().next().unwrap().len() as u32)
                };
                plain.kinds.iter().any(|other| other.0 == lies && capped(other) == capped(kind)) || capped(kind) == 0
            })
    };
    let maps: Vec<Map> = MAPS.into_iter().enumerate().filter(keeps).map(|(_, map)| map).collect();
    let mut left = fillings.clone();
    let mut classes = 0;
    while let Some(filling) = left.pop_first() {
        classes += 1;
        for map in &maps {
            left.remove(&filling.iter().map(|cells| image(*map, cells)).collect::<BTreeSet<_>>());
        }
    }
    classes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn random_boards_are_as_the_naive_twin_says(seed: u64) {
        // Without the smallest pieces there are fewer fillings, or none.
        for first in [2, 4] {
            if let Some(problem) = random_problem(seed, first) {
                check(&problem);
            }
        }
        if let Some(problem) = random_problem(seed, 0).filter(|problem| problem.board.area() < 9) {
            check(&problem);
        }
    }

    #[test]
    fn lines_and_pieces_never_panic(line in ".{0,60}", numbers in prop::collection::vec(-9i64..99_999_999_999, 0..12)) {
        let _ = line.parse::<PackProblem>();
        let _ = line.parse::<Polyomino>();
        let _ = line.parse::<Board>();
        let line: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let _ = line.join(" ").parse::<PackProblem>();
    }

    #[test]
    fn piece_texts_round_trip(text in "[X./]{0,40}") {
        if let Ok(piece) = text.parse::<Polyomino>() {
            prop_assert_eq!(piece.to_string().parse::<Polyomino>(), Ok(piece));
        }
    }

    #[test]
    fn short_lines_are_posed_or_refused(w in 0u32..6, h in 0u32..6, counts in prop::array::uniform7(0u32..4)) {
        let line = format!("{w} {h} {}", counts.map(|n| n.to_string()).join(" "));
        let fits = w * h > 0 && counts.iter().sum::<u32>() * 4 == w * h;
        prop_assert_eq!(line.parse::<PackProblem>().is_ok(), fits, "{}", line);
    }
}

#[test]
fn random_problems_are_of_all_kinds() {
    let (mut none, mut one, mut many) = (0, 0, 0);
    for seed in 0..400 {
        match random_problem(seed, 2).map(|problem| check(&problem)) {
            Some(0) => none += 1,
            Some(1) => one += 1,
            Some(_) => many += 1,
            None => {}
        }
    }
    assert!(none > 100 && one > 15 && many > 15, "{none} {one} {many}");
}

fn line(text: &str) -> PackProblem {
    text.parse().unwrap()
}

#[test]
fn a_large_board_needs_no_deep_stack() {
    // In the smallest stack there is, 100×100.
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(|| {
        for text in ["100 100 0 0 0 0 2500 0 0", "100 100 357 357 357 357 357 357 358"] {
            let problem = line(text);
            let SolveAnswer::Filled(packing) = problem.solve(&PackOptions::default()).unwrap().answer else {
                panic!("{text}")
            };
            verify(&problem, &packing);
        }
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn budgets_end_a_search_and_callbacks_cancel_it() {
    let hard = line("10 12 0 0 5 12 12 1 0");
    let small = PackOptions { nodes: 20_000, ..PackOptions::default() };
    let solved = hard.solve(&small).unwrap();
    assert_eq!(solved.answer, SolveAnswer::GaveUp);
    assert!((20_000..20_100).contains(&solved.nodes), "{}", solved.nodes);
    assert_eq!(hard.count(&small).unwrap().count, CountAnswer::GaveUp);
    assert_eq!(hard.fillings(1, false, &small).unwrap().listed, ListAnswer::GaveUp);

    let seen = AtomicU64::new(0);
    let stop = |progress: &PackProgress| {
        assert!((0.0..=1.0).contains(&progress.share()) && progress.nodes > 0);
        let calls = seen.fetch_add(1, Ordering::Relaxed);
        if calls < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = PackOptions { progress: Some(&stop), ..PackOptions::default() };
    assert_eq!(hard.solve(&options).unwrap().answer, SolveAnswer::Cancelled);
    assert_eq!(seen.load(Ordering::Relaxed), 6);
    assert_eq!(hard.count(&options).unwrap().count, CountAnswer::Cancelled);
    assert_eq!(hard.fillings(1, false, &options).unwrap().listed, ListAnswer::Cancelled);
}

#[test]
fn a_full_memory_costs_time_and_no_answers() {
    let problem = line("8 8 0 2 1 4 0 7 2");
    let small = PackOptions { memory: 0, ..PackOptions::default() };
    assert_eq!(problem.solve(&small).unwrap().answer, SolveAnswer::None(NoFilling::Exhausted));
    // The dynamic program has no room, so fillings are counted one by one.
    assert_eq!(line("6 6 1 2 0 1 1 2 2").count(&small).unwrap().count(), Some(456));
}

#[test]
fn limits_and_uniqueness() {
    let problem = line("4 5 0 2 1 1 1 0 0");
    let options = PackOptions::default();
    let some = |limit, symmetry| problem.fillings(limit, symmetry, &options).unwrap();
    // Two fillings, of which one is the other turned around.
    assert_eq!((some(1, false).packings.len(), some(1, false).listed), (1, ListAnswer::Limit));
    assert_eq!((some(2, false).packings.len(), some(2, false).listed), (2, ListAnswer::All(None)));
    assert_eq!((some(1, true).packings.len(), some(1, true).listed), (1, ListAnswer::All(None)));
    assert_eq!(some(0, false).listed, ListAnswer::Limit);
    assert_eq!(problem.is_unique(false, &options).unwrap(), Some(false));
    assert_eq!(problem.is_unique(true, &options).unwrap(), Some(true));
    assert_eq!(line("4 5 0 0 0 1 1 0 3").is_unique(true, &options).unwrap(), Some(false));
}

#[test]
fn counts_past_64_and_128_bits() {
    let dominoes = |w, h: u16| PackProblem {
        turn: false,
        ..PackProblem::new(
            Board::rect(w, h).unwrap(),
            vec![
                Piece { name: "flat".into(), shape: "XX".parse().unwrap(), count: u32::from(w) * u32::from(h) / 2 },
                Piece { name: "upright".into(), shape: "X/X".parse().unwrap(), count: u32::from(w) * u32::from(h) / 2 },
            ],
        )
    };
    // Dominoes on a strip two wide: Fibonacci's numbers, whatever their mix.
    let count = |h| PackProblem { spares: true, ..dominoes(2, h) }.count(&PackOptions::default());
    let fibonacci = |n: u32| (0..n).fold((1u128, 1u128), |(a, b), _| (b, a + b)).0;
    for h in [1, 2, 3, 10, 100, 150] {
        assert_eq!(count(h).unwrap().count(), Some(fibonacci(h.into())), "{h}");
    }
    assert!(fibonacci(100) > u128::from(u64::MAX));
    let error = count(200).unwrap_err();
    assert_eq!(error.to_string(), "there are more than 2^128 fillings: too many to count");
}

#[test]
fn boards_too_wide_for_any_window_are_searched_all_the_same() {
    // A window of 128 bits ends at 42 cells across for an I piece.
    for text in ["60 60 0 0 0 0 900 0 0", "61 44 90 90 90 90 90 90 131"] {
        let problem = line(text);
        match problem.solve(&PackOptions::default()).unwrap().answer {
            SolveAnswer::Filled(packing) => verify(&problem, &packing),
            SolveAnswer::None(why) => assert!(matches!(why, NoFilling::Color(_)), "{text}: {why}"),
            answer => panic!("{text}: {answer:?}"),
        }
    }
    // A frame one cell wide. Bars fill it like a pinwheel if its side is 4n + 1, four corners and bars if it is
    // 4n + 1 too: each side loses three cells at one end and two at the other.
    let solve = |side: u16, bars: u32, corners: u32| {
        let frame =
            Grid::from_fn(Size::new(side, side), |p| p.x == 0 || p.y == 0 || p.x == side - 1 || p.y == side - 1);
        let pieces = Piece::tetrominoes([corners, 0, 0, 0, bars, 0, 0]);
        let problem = PackProblem::new(Board::new(frame).unwrap(), pieces);
        let answer = problem.solve(&PackOptions::default()).unwrap().answer;
        if let SolveAnswer::Filled(packing) = &answer {
            verify(&problem, packing);
        }
        matches!(answer, SolveAnswer::Filled(_))
    };
    assert!(solve(93, 92, 0) && solve(93, 88, 4));
    assert!(!solve(90, 89, 0) && !solve(90, 85, 4));
}

#[test]
fn pieces_of_one_shape_are_one_kind() {
    let mirrored = PackProblem { mirror: true, ..line("4 4 2 2 0 0 0 0 0") };
    assert_eq!(
        all_fillings(&mirrored).len() as u128,
        mirrored.count(&PackOptions::default()).unwrap().count().unwrap()
    );
    let SolveAnswer::Filled(packing) = mirrored.solve(&PackOptions::default()).unwrap().answer else { panic!() };
    verify(&mirrored, &packing);
    assert_eq!(packing.pieces.iter().filter(|&&piece| piece == 1).count(), 2);
}

#[test]
fn what_is_no_filling_is_named() {
    let problem = line("4 3 2 0 1 0 0 0 0");
    let SolveAnswer::Filled(packing) = problem.solve(&PackOptions::default()).unwrap().answer else { panic!() };
    let wrong = |change: &dyn Fn(&mut Grid<u32>)| {
        let mut ids = packing.ids.clone();
        change(&mut ids);
        problem.read_filling(&ids).unwrap_err().to_string()
    };
    assert_eq!(wrong(&|ids| ids[0] = 0), "(0, 0) is free and not filled");
    assert_eq!(wrong(&|ids| *ids = Grid::new(Size::new(3, 4), 1)), "the filling has another size than the board");
    let whole = "the region at (0, 0), XXXX/XXXX/XXXX, is not one of the pieces";
    assert_eq!(wrong(&|ids| ids.fill(7)), whole);
    let bars = |ids: &mut Grid<u32>| *ids = Grid::from_fn(ids.size(), |p| u32::from(p.y) + 1);
    assert_eq!(wrong(&bars), "the region at (0, 0), XXXX, is not one of the pieces");
    let other = line("4 3 1 0 1 1 0 0 0");
    assert_eq!(other.read_filling(&packing.ids).unwrap_err().to_string(), "the filling has 2 of LL; there are 1");
    let holes: Board = "####\n....\n".parse().unwrap();
    let row = PackProblem::new(holes, Piece::tetrominoes([0, 0, 0, 0, 1, 0, 0]));
    let ids = Grid::new(Size::new(4, 2), 1);
    assert_eq!(row.read_filling(&ids).unwrap_err().to_string(), "(0, 0) is a hole and filled");
}

#[test]
fn reasons_are_said() {
    let why = |problem: &PackProblem| match problem.solve(&PackOptions::default()).unwrap().answer {
        SolveAnswer::None(why) => why.to_string(),
        answer => panic!("{answer:?}"),
    };
    assert_eq!(
        why(&line("4 5 0 0 0 1 1 0 3")),
        "no filling: colored like a chessboard, the board needs an odd number of T pieces more or fewer than there are"
    );
    assert_eq!(why(&line("4 5 0 1 0 1 0 1 2")), "no filling: the search tried everything");
    let odd = PackProblem { spares: true, ..PackProblem::new(Board::rect(3, 3).unwrap(), Piece::tetrominoes([2; 7])) };
    assert_eq!(why(&odd), "no filling: no choice of pieces covers as many cells as the board has");
    let none = Polyomino::new([]);
    assert_eq!(none, Err(PieceError::NoCells));
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_finds_the_same() {
    for text in ["8 8 2 2 7 2 0 1 2", "8 8 4 0 2 3 2 3 2", "8 10 2 0 0 1 14 1 2", "8 8 1 0 9 1 3 0 2"] {
        let problem = line(text);
        let options = PackOptions { parallel: true, ..PackOptions::default() };
        let one = problem.solve(&PackOptions::default()).unwrap().answer;
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| problem.solve(&options)).unwrap();
            assert_eq!(found.answer, one, "{text} on {threads}");
        }
    }
}

/// What is said within a small budget is true, and does not depend on threads.
#[cfg(feature = "parallel")]
#[test]
fn small_budgets_end_alike_on_any_number_of_threads() {
    let pools = [1, 2, 5].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    let (mut filled, mut none, mut gave_up) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = MapRng::new(seed);
        let size = Size::new(rng.range(6, 9) as u16, rng.range(7, 10) as u16);
        let mut free = Grid::new(size, true);
        (0..size.area() % 4).for_each(|cell| free[cell] = false);
        let board = Board::new(free).unwrap();
        let mut counts = [0; 7];
        (0..board.area() / 4).for_each(|_| counts[[0, 2, 2, 3, 3, 6][rng.below(6) as usize]] += 1);
        let problem = PackProblem::new(board, Piece::tetrominoes(counts));
        let one = problem.solve(&PackOptions::default()).unwrap();
        // Easier ones are solved before there are any branches.
        for nodes in [1, 2, 8, 64].map(|times| one.nodes * times).into_iter().filter(|_| one.nodes > 1000) {
            let options = PackOptions { nodes, parallel: true, ..PackOptions::default() };
            let [first, others @ ..] = pools.each_ref().map(|pool| pool.install(|| problem.solve(&options).unwrap()));
            others.iter().for_each(|other| assert_eq!(*other, first, "{problem}, {nodes} nodes"));
            assert!(first.nodes <= nodes, "{problem}: {} of {nodes} nodes", first.nodes);
            match &first.answer {
                SolveAnswer::Filled(packing) => {
                    verify(&problem, packing);
                    filled += 1;
                }
                SolveAnswer::None(_) => {
                    assert!(matches!(one.answer, SolveAnswer::None(_)), "{problem}");
                    none += 1;
                }
                SolveAnswer::GaveUp => {
                    assert!(nodes < 64 * one.nodes, "{problem}: one core needs {}", one.nodes);
                    // What is left is not enough for any branch to go further.
                    assert!(2 * first.nodes > nodes, "{problem}: {} of {nodes} nodes", first.nodes);
                    gave_up += 1;
                }
                SolveAnswer::Cancelled => panic!("{problem}: nobody cancelled"),
            }
        }
    }
    assert!(filled > 50 && none > 20 && gave_up > 50, "{filled} {none} {gave_up}");
}

/// The first branches run out of nodes here, and a later one ends in a filling.
#[cfg(feature = "parallel")]
#[test]
fn a_branch_that_gives_up_hides_no_filling() {
    let problem = line("8 9 4 0 5 5 0 0 4");
    let nodes = problem.solve(&PackOptions::default()).unwrap().nodes;
    let options = PackOptions { nodes: 2 * nodes, parallel: true, ..PackOptions::default() };
    let solved = problem.solve(&options).unwrap();
    let SolveAnswer::Filled(packing) = solved.answer else { panic!("{:?}", solved.answer) };
    verify(&problem, &packing);
    assert!(solved.nodes < nodes, "before one core finds one: {}", solved.nodes);
}

/// Large boards are also scanned in strips, many at once.
#[cfg(feature = "parallel")]
#[test]
fn large_boards_end_alike_on_any_number_of_threads() {
    for (text, nodes) in [("12 20 0 0 30 22 0 0 8", 3_000_000), ("14 22 0 0 36 27 0 0 14", 1_500_000)] {
        let problem = line(text);
        let options = PackOptions { nodes, parallel: true, ..PackOptions::default() };
        let ends = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| problem.solve(&options)).unwrap()
        });
        assert_eq!(ends[0], ends[1], "{text}");
        assert!(ends[0].nodes > 1 << 20 && ends[0].nodes <= nodes, "{text}: {} nodes", ends[0].nodes);
        if let SolveAnswer::Filled(packing) = &ends[0].answer {
            verify(&problem, packing);
        }
    }
}

#[cfg(feature = "parallel")]
#[test]
fn a_cancelled_search_stops_all_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    // The callback says so only once.
    let calls = AtomicU64::new(0);
    let once = |_: &PackProgress| match calls.fetch_add(1, Ordering::Relaxed) {
        40 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let options = PackOptions { parallel: true, progress: Some(&once), ..PackOptions::default() };
    let solved = pool.install(|| line("10 12 0 0 5 12 12 1 0").solve(&options)).unwrap();
    assert_eq!(solved.answer, SolveAnswer::Cancelled);
    // Each thread may look once more before it sees that the others stopped.
    assert!(calls.into_inner() <= 41 + 4);
}

#[test]
fn a_piece_from_border_to_border_is_too_large() {
    let ends = [0, u16::MAX].map(|x| Point::new(x, 7));
    let error = Polyomino::new(ends).unwrap_err().to_string();
    assert_eq!(error, "a piece of 65536x1 is too large: expected at most 64 cells a side");
}
