//! The built-in prefabs.

use mapwright_core::{Grid, Size, Tile};

use super::legend::{Legend, Meaning};
use super::template::Prefab;
use super::vault::Vault;

const OUTPOST: &str = "\
###############
#..+.......#..#
#.@#.o...o.+.>#
#..#.......#..#
#####..~..#####
#...+.~~~.+...#
#..r#..~..#g..#
#...#.....#..$#
###############";

const FORT: &str = "\
.................
.######+########.
.#....#..#..g..#.
.#.b..+..+.....#.
.#.b..#..#..g..#.
.######..####+##.
.#..o....o.....#.
.+...............
.#..o....o.....#.
.######..####+##.
.#$.t.#..#.r...#.
.#$...+..+...r.#.
.#....#..#.....#.
.########+######.
.................";

/// Name, drawing, weight, and least and greatest depth.
type Drawn = (&'static str, &'static str, u32, u32, u32);

const VAULTS: [Drawn; 8] = [
    (
        "guard post",
        "\
#####
#g.g#
#...+
#####",
        4,
        0,
        9,
    ),
    (
        "grove",
        " \"&\"
&\"\"\"&
\"\"~\"\"
&\"\"\"&
 \"&\"",
        4,
        0,
        u32::MAX,
    ),
    (
        "pond",
        "\
:~~~~:
~≈≈≈≈~
~≈≈≈≈~
:~~~~:",
        3,
        0,
        u32::MAX,
    ),
    (
        "barracks",
        "\
########
#b.b.b.#
#......+
#b.b.b.#
########",
        2,
        3,
        12,
    ),
    (
        "stone ring",
        " o.o
o;;;o
.;$;.
o;;;o
 o.o",
        3,
        0,
        u32::MAX,
    ),
    (
        "crypt",
        "\
#########
#s.o.o.s#
#...$...#
#s.o.o.s#
####+####",
        2,
        4,
        u32::MAX,
    ),
    (
        "moat",
        "\
≈≈≈-≈≈≈
≈##+##≈
≈#.t.#≈
≈#$.$#≈
≈#####≈
≈≈≈≈≈≈≈",
        1,
        6,
        u32::MAX,
    ),
    (
        "pit",
        " :::
::;:r
:;r;:
r:;::
 :::",
        3,
        0,
        6,
    ),
];

/// The spawns that the letters of the drawings mean, all on floor.
const SPAWNS: [(char, &str); 6] =
    [('b', "Bandit"), ('g', "Goblin"), ('r', "Rat"), ('s', "Skeleton"), ('t', "Troll"), ('$', "Gold")];

impl Prefab {
    /// A small level of five rooms with start, exit and some spawns, 15 by 9 cells.
    pub fn outpost() -> Self {
        drawn(OUTPOST)
    }

    /// A walled section with a hall, four chambers and gates on all sides, 17 by 15 cells.
    pub fn fort() -> Self {
        drawn(FORT)
    }
}

impl Vault {
    /// The built-in vaults: a guard post, a grove, a pond, barracks, a stone ring, a crypt, a moat and a pit,
    /// each for its own depths.
    pub fn shipped() -> Vec<Vault> {
        let vault = |(name, drawing, weight, min_depth, max_depth): Drawn| Vault {
            weight,
            min_depth,
            max_depth,
            ..Vault::new(name, drawn(drawing))
        };
        VAULTS.into_iter().map(vault).collect()
    }
}

/// A drawing in this file. A test ensures that all can be read.
fn drawn(drawing: &str) -> Prefab {
    let legend =
        SPAWNS.into_iter().fold(Legend::default(), |legend, (glyph, who)| legend.with(glyph, Meaning::spawn(who)));
    Prefab::from_text(drawing, &legend)
        .unwrap_or_else(|_| Prefab::of_tiles(Grid::new(Size::new(1, 1), Some(Tile::FLOOR))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_read_as_it_is_drawn() {
        let all = VAULTS.iter().map(|vault| vault.1).zip(Vault::shipped().into_iter().map(|vault| vault.template));
        for (drawing, prefab) in all.chain([(OUTPOST, Prefab::outpost()), (FORT, Prefab::fort())]) {
            let size = (drawing.lines().map(|line| line.chars().count()).max(), Some(drawing.lines().count()));
            assert_eq!((Some(prefab.size().w.into()), Some(prefab.size().h.into())), size, "{drawing}");
            let letters = drawing.chars().filter(|glyph| SPAWNS.iter().any(|(letter, _)| letter == glyph)).count();
            assert_eq!(prefab.spawns().len(), letters, "{drawing}");
        }
    }
}
