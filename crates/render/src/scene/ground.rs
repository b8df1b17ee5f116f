//! What lies in each cell: rock, or a ground of some rank.
//!
//! Grounds nest: where two of them meet, the border is that of the higher one, so each rank needs one mask only, that of
//! its own cells and all higher ones.

use mapwright_core::{BuilderMap, Tile};

use super::plane::Axes;

/// The ranks of grounds, from the lowest.
pub(crate) mod rank {
    pub(crate) const WATER: u8 = 0;
    pub(crate) const SAND: u8 = 1;
    pub(crate) const FLOOR: u8 = 2;
    pub(crate) const GRAVEL: u8 = 3;
    pub(crate) const GRASS: u8 = 4;
    pub(crate) const ROAD: u8 = 5;
    pub(crate) const CHASM: u8 = 6;

    /// How many there are.
    pub(crate) const COUNT: usize = 7;
}

/// How many cells deep a wood takes the ground beside it. Farther in, it stands on grass.
const RINGS: usize = 2;

/// The grounds of a map, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grounds {
    pub(crate) axes: Axes,
    /// The rank of each cell's ground; that of floor where there is rock.
    pub(crate) rank: Vec<u8>,
    /// Whether a cell is rock: a wall, a window, or a solid tile that is not known.
    pub(crate) rock: Vec<bool>,
}

/// What a tile says about its cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lies {
    SceneGround(u8),
    Rock,
    /// It stands on what lies beside it.
    Stands,
}

const fn lies(tile: Tile) -> Lies {
    match tile {
        Tile::WATER | Tile::DEEP_WATER => Lies::SceneGround(rank::WATER),
        Tile::SAND => Lies::SceneGround(rank::SAND),
        Tile::GRAVEL => Lies::SceneGround(rank::GRAVEL),
        Tile::GRASS => Lies::SceneGround(rank::GRASS),
        Tile::ROAD => Lies::SceneGround(rank::ROAD),
        Tile::CHASM => Lies::SceneGround(rank::CHASM),
        Tile::TREE | Tile::PILLAR | Tile::BRIDGE => Lies::Stands,
        _ if tile.is_solid() => Lies::Rock,
        _ => Lies::SceneGround(rank::FLOOR),
    }
}

/// Whether a tile is rock: a wall, a window, or a solid tile that is not known.
pub(crate) fn is_rock(tile: Tile) -> bool {
    lies(tile) == Lies::Rock
}

impl Grounds {
    /// The grounds of a map by its tiles.
    pub(crate) fn of(map: &BuilderMap) -> Grounds {
        let axes = Axes::new(map.size(), map.wrap);
        let tiles = map.tiles.as_slice();
        let rock = tiles.iter().map(|&tile| is_rock(tile)).collect();
        let known = tiles.iter().map(|&tile| if let Lies::SceneGround(rank) = lies(tile) { Some(rank) } else { None });
        let mut ranks: Vec<Option<u8>> = known.collect();
        let mut standing: Vec<usize> = (0..tiles.len()).filter(|&cell| lies(tiles[cell]) == Lies::Stands).collect();
        for _ in 0..RINGS {
            let found: Vec<Option<u8>> = standing.iter().map(|&cell| under(axes, &ranks, cell, tiles[cell])).collect();
            standing.iter().zip(&found).for_each(|(&cell, &found)| ranks[cell] = found);
            standing.retain(|&cell| ranks[cell].is_none());
        }
        for cell in standing {
            ranks[cell] = (tiles[cell] == Tile::TREE).then_some(rank::GRASS);
        }
        Grounds { axes, rank: ranks.into_iter().map(|found| found.unwrap_or(rank::FLOOR)).collect(), rock }
    }
}

/// The commonest ground beside what stands in a cell. Grass wins ties for trees, and what is bridged wins for bridges.
fn under(axes: Axes, ranks: &[Option<u8>], cell: usize, tile: Tile) -> Option<u8> {
    let (x, y) = ((cell % axes.w as usize) as i32, (cell / axes.w as usize) as i32);
    let mut votes = [0u8; rank::COUNT];
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        if let Some(rank) = ranks[axes.cell(x + dx, y + dy)] {
            votes[usize::from(rank)] += 2;
        }
    }
    let favorite = match tile {
        Tile::TREE if votes[usize::from(rank::GRASS)] > 0 => Some((rank::GRASS, 1)),
        Tile::BRIDGE if votes[usize::from(rank::CHASM)] > 0 => Some((rank::CHASM, 100)),
        Tile::BRIDGE if votes[usize::from(rank::WATER)] > 0 => Some((rank::WATER, 100)),
        _ => None,
    };
    if let Some((rank, more)) = favorite {
        votes[usize::from(rank)] += more;
    }
    // Of equals, the lowest.
    let most = votes.into_iter().max().filter(|&most| most > 0)?;
    (0..rank::CHASM + 1).find(|&rank| votes[usize::from(rank)] == most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Grid, Size, Wrap};

    fn ranks(w: u16, tiles: &[Tile]) -> String {
        let size = Size::new(w, tiles.len() as u16 / w);
        let map = BuilderMap::from_tiles(Grid::from_vec(size, tiles.to_vec()).unwrap(), Wrap::None);
        let Grounds { rank, rock, .. } = Grounds::of(&map);
        rank.iter().zip(rock).map(|(&rank, rock)| if rock { '#' } else { char::from(b'0' + rank) }).collect()
    }

    #[test]
    fn every_tile_is_rock_or_a_ground() {
        let tiles: Vec<Tile> = (0..10).chain(0x80..0x85).chain([0x7f, 0xff]).map(Tile).collect();
        let alone: String = tiles.iter().map(|&tile| ranks(1, &[tile])).collect();
        assert_eq!(alone, "222204512".to_owned() + "3" + "#402#" + "2#");
    }

    #[test]
    fn what_stands_takes_the_ground_beside_it() {
        let (f, w, g, s) = (Tile::FLOOR, Tile::WATER, Tile::GRASS, Tile::SAND);
        assert_eq!(ranks(3, &[f, Tile::BRIDGE, w]), "200");
        assert_eq!(ranks(3, &[f, Tile::TREE, g]), "244", "grass wins ties");
        assert_eq!(ranks(3, &[s, Tile::PILLAR, g]), "114", "of equals, the lowest");
        // Four trees deep: two rings of sand, and then grass.
        let row = [s, Tile::TREE, Tile::TREE, Tile::TREE, Tile::TREE];
        assert_eq!(ranks(5, &row), "11144");
        assert_eq!(ranks(1, &[Tile::BRIDGE]), "2", "a bridge over nothing lies on floor");
    }
}
