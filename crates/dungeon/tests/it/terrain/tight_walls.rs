//! Walls that hold diagonal steps.

use super::*;

#[test]
fn tight_walls_hold_diagonal_steps() {
    let mut rng = MapRng::new(9);
    let (mut leaky, mut dug) = (0, 0);
    for seed in 0..1500 {
        let mut before = odd::odd_map(&mut rng);
        before.sides = None;
        let (size, wrap) = (before.size(), before.wrap);
        let lattice = mapwright_core::Passages::lattice(size, wrap);
        // A corner is cut if both cells beside it are solid.
        let leaks = |map: &BuilderMap| {
            let cells = (0..size.area()).filter(|&cell| !map.tiles[cell].is_solid());
            let corners = cells.flat_map(|cell| Dir::ALL.map(|dir| (cell, dir)));
            let is_leak = |&(cell, dir): &(u32, Dir)| {
                let (Some(a), Some(b)) = (lattice.next(cell, dir), lattice.next(cell, dir.turned(1))) else {
                    return false;
                };
                let Some(across) = lattice.next(a, dir.turned(1)) else { return false };
                map.tiles[a].is_solid() && map.tiles[b].is_solid() && !map.tiles[across].is_solid()
            };
            corners.filter(is_leak).count()
        };
        let mut map = before.clone();
        apply(&mapwright_dungeon::TightWalls::default(), &mut map, seed).unwrap();
        assert_eq!(leaks(&map), 0, "{:?}\n{:?}", text(&before), text(&map));
        odd::assert_nothing_cut(&before, &map, &seed);
        if leaks(&before) == 0 {
            map.clear(Planes::NONE);
            assert_eq!(map.tiles, before.tiles);
        }
        leaky += u32::from(leaks(&before) > 0);
        dug += u32::from(size.points().any(|p| map.is_open(p) && !before.is_open(p)));
    }
    assert!(leaky > 200 && dug > 50, "{leaky} {dug}");
}

#[test]
fn leaks_are_filled_or_dug() {
    let check = |rows: &[&str], expected: &[&str]| {
        let mut map = drawn(rows);
        apply(&mapwright_dungeon::TightWalls::default(), &mut map, 1).unwrap();
        assert_eq!(text(&map), expected);
    };
    check(&["#####", "#..##", "##..#", "#####"], &["#####", "#..##", "##..#", "#####"]);
    check(&["######", "#...##", "#...##", "####.#", "######"], &["######", "#...##", "#..###", "####.#", "######"]);
}

/// A filled cell is in no region any more.
#[test]
fn filled_leaks_leave_their_region() {
    let mut map = drawn(&["######", "#...##", "#...##", "####.#", "######"]);
    map.regions = Some(map.tiles.map(|tile| u16::from(!tile.is_solid())));
    apply(&mapwright_dungeon::TightWalls::default(), &mut map, 1).unwrap();
    let regions = map.regions.as_ref().unwrap();
    assert!(regions.iter().all(|(p, &region)| (region > 0) == map.is_open(p)), "{:?}", text(&map));
}

/// Each block of a plane would close leaks at its border in its own way.
#[test]
fn tight_walls_are_for_whole_maps() {
    use mapwright_core::{Builder, Reach};
    assert!(matches!(mapwright_dungeon::TightWalls::default().facts(Size::new(20, 20)).reach, Reach::Global(_)));
}
