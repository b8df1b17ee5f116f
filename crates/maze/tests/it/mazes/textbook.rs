//! Each algorithm against its textbook form, or against the shape that it alone gives.

use super::*;

/// Small boards on which the naive twins are compared.
fn boards() -> impl Iterator<Item = (Size, Wrap)> {
    let sizes = [(1, 1), (1, 7), (2, 2), (5, 8), (13, 4)];
    sizes.into_iter().flat_map(|(w, h)| Wrap::ALL.map(|wrap| (Size::new(w, h), wrap)))
}

/// Checks that a maze has these joints, and no more.
fn assert_joints(maze: Box<dyn InitialMapBuilder>, size: Size, wrap: Wrap, seed: u64, joints: &[(u32, Dir)]) {
    let map = build(maze, size, wrap, seed);
    let passages = map.passages();
    assert!(joints.iter().all(|&(here, dir)| passages.dirs(here).contains(dir)), "{size} {wrap}");
    assert_eq!(joints.len() as u32 + 1, size.area());
}

/// A twin's cells: where one can go, and which are seen.
struct Twin {
    lattice: Passages,
    seen: Vec<u32>,
    joints: Vec<(u32, Dir)>,
}

impl Twin {
    fn new(size: Size, wrap: Wrap) -> Self {
        Twin { lattice: Passages::lattice(size, wrap), seen: vec![size.index(size.center())], joints: Vec::new() }
    }

    fn dirs(&self, here: u32, to_seen: bool) -> Dirs {
        let leads = |dir: &Dir| self.seen.contains(&self.lattice.step(here, *dir)) == to_seen;
        self.lattice.dirs(here).iter().filter(leads).collect()
    }

    fn join(&mut self, here: u32, dir: Dir) -> u32 {
        self.joints.push((here, dir));
        self.seen.push(self.lattice.step(here, dir));
        self.lattice.step(here, dir)
    }
}

#[test]
fn hunt_and_kill_is_the_textbook_one() {
    for ((size, wrap), seed) in boards().flat_map(|board| (0..8).map(move |seed| (board, seed))) {
        let mut rng = BuildCx::new(seed, "hunt-and-kill", 0).rng;
        let mut twin = Twin::new(size, wrap);
        let mut here = size.index(size.center());
        loop {
            if let Some(dir) = rng.pick_dir(twin.dirs(here, false)) {
                here = twin.join(here, dir);
                continue;
            }
            let is_prey = |cell: &u32| !twin.seen.contains(cell) && !twin.dirs(*cell, true).is_empty();
            let Some(prey) = (0..size.area()).find(is_prey) else { break };
            let dir = rng.pick_dir(twin.dirs(prey, true)).unwrap();
            twin.joints.push((prey, dir));
            twin.seen.push(prey);
            here = prey;
        }
        assert_joints(Box::new(HuntAndKill::default()), size, wrap, seed, &twin.joints);
    }
}

#[test]
fn growing_trees_are_the_textbook_ones() {
    for ((size, wrap), seed) in boards().flat_map(|board| (0..8).map(move |seed| (board, seed))) {
        for choice in [NextCell::Newest, NextCell::Oldest, NextCell::Random] {
            let mut rng = BuildCx::new(seed, "growing-tree", 0).rng;
            let mut twin = Twin::new(size, wrap);
            let mut active = twin.seen.clone();
            while !active.is_empty() {
                let at = match choice {
                    NextCell::Newest => active.len() - 1,
                    NextCell::Oldest => 0,
                    _ => rng.below(active.len() as u32) as usize,
                };
                match rng.pick_dir(twin.dirs(active[at], false)) {
                    Some(dir) => active.push(twin.join(active[at], dir)),
                    None if choice == NextCell::Random => drop(active.swap_remove(at)),
                    None => drop(active.remove(at)),
                }
            }
            assert_joints(Box::new(growing(choice)), size, wrap, seed, &twin.joints);
        }
    }
}

#[test]
fn the_newest_growing_tree_is_the_backtracker() {
    for ((size, wrap), seed) in boards().flat_map(|board| (0..8).map(move |seed| (board, seed))) {
        let of = |maze: &dyn InitialMapBuilder| {
            let mut map = maze.build(size, &mut BuildCx::new(seed, "one stream", 0)).unwrap();
            map.wrap = wrap;
            map
        };
        assert_eq!(of(&growing(NextCell::Newest)), of(&Backtracker::default()));
    }
}

/// Wilson's algorithm with walks kept as lists, and loops cut out of them.
#[test]
fn last_exits_are_walks_without_their_loops() {
    for ((size, wrap), seed) in boards().flat_map(|board| (0..8).map(move |seed| (board, seed))) {
        if size.w == 1 {
            continue; // All bridges, and nothing to walk.
        }
        let mut rng = BuildCx::new(seed, "wilson", 0).rng;
        let (mut bits, mut left) = (0, 0);
        let mut draw = move || {
            if left == 0 {
                (bits, left) = (rng.bits(), 32);
            }
            left -= 1;
            bits = if left == 31 { bits } else { bits >> 2 };
            Dir::from_index(bits as u32)
        };
        let mut twin = Twin::new(size, wrap);
        for first in 0..size.area() {
            let (mut here, mut walk) = (first, Vec::new());
            while !twin.seen.contains(&here) {
                let dir = draw();
                if twin.lattice.dirs(here).contains(dir) {
                    walk.push((here, dir));
                    here = twin.lattice.step(here, dir);
                    if let Some(loop_start) = walk.iter().position(|&(cell, _)| cell == here) {
                        walk.truncate(loop_start);
                    }
                }
            }
            twin.seen.extend(walk.iter().map(|&(cell, _)| cell));
            twin.joints.extend(walk);
        }
        assert_joints(Box::new(Wilson::default()), size, wrap, seed, &twin.joints);
    }
}

#[test]
fn binary_trees_lead_to_their_corner() {
    let size = Size::new(30, 20);
    let share = |corner, horizontal| {
        let maze = BinaryTree { corner, horizontal_chance: horizontal, root: Root::Center };
        let map = build(Box::new(maze), size, Wrap::Both, 5);
        let (along, across, goal) = match corner {
            Corner::NW => (Dir::W, Dir::N, (0, 0)),
            Corner::NE => (Dir::E, Dir::N, (29, 0)),
            Corner::SE => (Dir::E, Dir::S, (29, 19)),
            Corner::SW => (Dir::W, Dir::S, (0, 19)),
        };
        let mut n_along = 0;
        for (p, cell) in map.sides.as_ref().unwrap().iter() {
            let (is_along, is_across) = (cell.is_open(along), cell.is_open(across));
            assert_eq!(usize::from(is_along) + usize::from(is_across), usize::from(p != Point::from(goal)), "{p}");
            n_along += u32::from(is_along && p.x != goal.0 && p.y != goal.1);
        }
        f64::from(n_along) / (29.0 * 19.0)
    };
    for corner in Corner::ALL {
        assert_eq!((share(corner, 0.0), share(corner, 1.0)), (0.0, 1.0));
        // Five standard deviations of 551 coins.
        assert!((share(corner, 0.5) - 0.5).abs() < 0.11 && (share(corner, 0.8) - 0.8).abs() < 0.09);
    }
}

#[test]
fn sidewinders_have_one_riser_a_run() {
    for (horizontal, runs_from, runs_to) in [(0.0, 600, 600), (1.0, 20, 20), (0.5, 260, 380), (0.8, 100, 190)] {
        let map = build(
            Box::new(Sidewinder { horizontal_chance: horizontal, root: Root::Center }),
            Size::new(30, 20),
            Wrap::None,
            5,
        );
        let mut n_runs = 0;
        for (y, row) in map.sides.unwrap().rows().enumerate() {
            for run in row.split_inclusive(|cell| !cell.is_open(Dir::E)) {
                n_runs += if y == 0 { 30 / run.len() } else { 1 };
                let risers = run.iter().filter(|cell| cell.is_open(Dir::N)).count();
                assert_eq!((risers, y > 0 || run.len() == 30), (usize::from(y > 0), true));
            }
        }
        // The top row is one run whatever the share; a share of 0 leaves a run to each other cell.
        let runs_from = if horizontal == 0.0 { 19 * 30 + 1 } else { runs_from };
        assert!((runs_from..=runs_to).contains(&n_runs), "{horizontal}: {n_runs}");
    }
}

#[test]
fn the_share_of_horizontal_joins_shows_in_eller() {
    let level = |horizontal| {
        let map = build(
            Box::new(Eller { horizontal_chance: horizontal, root: Root::Center }),
            Size::new(40, 40),
            Wrap::None,
            2,
        );
        let cells = map.sides.unwrap().into_vec();
        cells[..39 * 40].iter().filter(|cell| cell.is_open(Dir::E)).count()
    };
    assert_eq!(level(0.0), 0, "all columns, and one row at the bottom");
    let levels = [0.0, 0.2, 0.5, 0.8].map(level);
    assert!(levels.windows(2).all(|two| two[0] + 50 < two[1]), "{levels:?}");
}

/// Whether a field can be cut in two by a straight wall with one gap, and so can both parts, down to fields
/// one cell wide.
fn is_divided(map: &BuilderMap, field: Rect) -> bool {
    let Rect { x, y, w, h } = field;
    let sides = map.sides.as_ref().unwrap();
    if w == 1 || h == 1 {
        let inner = field.points().filter(|p| if w > 1 { p.x + 1 < x + w } else { p.y + 1 < y + h });
        return { inner }.all(|p| sides[p].is_open(if w > 1 { Dir::E } else { Dir::S }));
    }
    let level = (1..h).any(|cut| {
        let gaps = (x..x + w).filter(|&x| sides[Point::new(x, y + cut - 1)].is_open(Dir::S)).count();
        gaps == 1 && is_divided(map, Rect::new(x, y, w, cut)) && is_divided(map, Rect::new(x, y + cut, w, h - cut))
    });
    level
        || (1..w).any(|cut| {
            let gaps = (y..y + h).filter(|&y| sides[Point::new(x + cut - 1, y)].is_open(Dir::E)).count();
            gaps == 1 && is_divided(map, Rect::new(x, y, cut, h)) && is_divided(map, Rect::new(x + cut, y, w - cut, h))
        })
}

#[test]
fn divided_fields_have_one_gap_a_wall() {
    let mut others = 0;
    for seed in 0..60 {
        let size = Size::new(5 + (seed % 4) as u16, 8);
        let field = Rect::new(0, 0, size.w, size.h);
        assert!(is_divided(&build(Box::new(RecursiveDivision::default()), size, Wrap::None, seed), field));
        others += u32::from(is_divided(&build(Box::new(Wilson::default()), size, Wrap::None, seed), field));
    }
    assert!(others < 6, "few other mazes are like that: {others}");
}

/// The textbook backtracker, on a list of seen cells: the fast one must draw the same numbers.
#[test]
fn the_backtracker_is_the_textbook_one() {
    for (w, h) in [(1, 1), (2, 2), (5, 8), (13, 4)] {
        for wrap in Wrap::ALL {
            let size = Size::new(w, h);
            let lattice = Passages::lattice(size, wrap);
            let mut rng = BuildCx::new(5, "backtracker", 0).rng;
            let mut path = vec![size.index(size.center())];
            let mut seen = path.clone();
            let mut joints = Vec::new();
            while let Some(&here) = path.last() {
                let unseen = lattice.dirs(here).iter().filter(|&dir| !seen.contains(&lattice.step(here, dir)));
                match rng.pick_dir(unseen.collect()) {
                    Some(dir) => {
                        joints.push((here, dir));
                        path.push(lattice.step(here, dir));
                        seen.push(lattice.step(here, dir));
                    }
                    None => {
                        path.pop();
                    }
                }
            }
            let map = build(Box::new(Backtracker::default()), size, wrap, 5);
            let passages = map.passages();
            assert!(joints.iter().all(|&(here, dir)| passages.dirs(here).contains(dir)));
            assert_eq!(joints.len() as u32 + 1, size.area());
        }
    }
}
