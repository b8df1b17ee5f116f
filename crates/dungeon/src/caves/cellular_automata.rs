//! Caves from a life-like cellular automaton (Johnson, Yannakakis and Togelius 2010).
//!
//! Random walls, then rounds in which every cell checks its 8 neighbors. The noise is drawn and the
//! rounds are run 64 cells at a time, see `bitmap.rs` and `life.rs`.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Reach, Size, Tile, Touch,
    params,
};

use super::{LifeRule, bitmap::Bitmap, life::Life};

#[cfg(test)]
mod tests;

/// Caves grown by a cellular automaton.
///
/// Caves: random walls, smoothed by the rounds of a cellular automaton.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::CellularAutomata;
///
/// let map = BuilderChain::start_with(Size::new(48, 14), CellularAutomata::default()).build(5)?;
/// let glyph = |tile: &mapwright_core::Tile| if tile.is_solid() { '#' } else { '.' };
/// let picture: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
/// assert_eq!(picture, [
///     "################################################",
///     "##########################.##.....##############",
///     "########################......####..####.#######",
///     "######################.....##.####.####..#######",
///     "#############...####.....#..............#..#####",
///     "############.........###........#..........#####",
///     "###########..........###.#.#.......#.....#..####",
///     "##########........###......#.......#.......#####",
///     "########.....####...#..#...........##......#####",
///     "########....#...#.#.#.#######...#.###....#######",
///     "#######................######.....###...########",
///     "#########...#....##...#.#.#.#..........#########",
///     "#########.#.#.#######.#.#.#.#.#.#.#.#.##########",
///     "################################################",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// As a meta builder it runs its rounds on the solid tiles of the existing map and leaves plain wall and floor;
/// `wall_percent` then has no effect. The terrain is new, so everything else on the map is cleared.
///
/// Neighbors are the 8 cells around a cell. On a wrapped axis their coordinates are taken modulo the
/// size: on a map one cell wide, a cell is its own west and east neighbor; on a map two cells wide,
/// both neighbors are the same cell, counted twice.
#[derive(Eq)]
#[params]
pub struct CellularAutomata {
    /// The probability that a cell starts as wall.
    #[param(default = 55, range = 0..=100)]
    pub wall_percent: u8,
    /// How many times the rule is applied.
    #[param(default = 15, range = 0..=Self::MAX_ROUNDS)]
    pub rounds: u32,
    /// How many walls around a cell turn it into wall (B) or keep it wall (S).
    #[param(default = LifeRule::CAVES)]
    pub rule: LifeRule,
    /// `solid`: a ring of wall; `wall`, `open`: what cells see beyond the border.
    #[param(default = Border::Solid)]
    pub border: Border,
}

/// What cells at a border that does not wrap see beyond it.
#[params]
pub enum Border {
    /// The outermost ring of cells is always wall, so nothing leads off the map.
    #[default]
    Solid,
    /// Walls: caves close before the border, but may touch it.
    Wall,
    /// Floor: caves continue across the border.
    Open,
}

impl CellularAutomata {
    /// Far more than needed: caves stop changing after a few dozen rounds.
    const MAX_ROUNDS: u32 = 10_000;

    fn check_parameters(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    /// The probability of a wall in units of 2⁻³², rounded to the nearest.
    fn threshold(&self) -> u64 {
        ((u64::from(self.wall_percent) << 32) + 50) / 100
    }

    /// Runs the rounds on `cells` and writes the result to the map.
    fn run(&self, mut cells: Bitmap, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut life = Life::new(self.rule, cells.stride());
        // A window of an endless world has no border. Errors from its edges spread by one cell a round.
        let border = if cx.place.is_some() { Border::Wall } else { self.border };
        cells.frame(border, map.wrap);
        for round in 1..=self.rounds {
            cx.check()?;
            life.round(&mut cells);
            cells.frame(border, map.wrap);
            if cx.step_is_due(map.size().area()) {
                cells.write_tiles(map.tiles.as_mut_slice());
                cx.step_frame(map, &format!("round {round}"));
            }
        }
        cells.write_tiles(map.tiles.as_mut_slice());
        Ok(())
    }
}

impl Builder for CellularAutomata {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("cellular-automata").title("Caves that grow").touch(Touch::Remakes).reach(
            match u16::try_from(self.rounds) {
                Ok(rounds) => Reach::Cells(rounds),
                Err(_) => Reach::Global("so many rounds look farther than any window"),
            },
        )
    }
}

impl InitialMapBuilder for CellularAutomata {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check_parameters()?;
        let mut map = cx.new_map(size, Tile::WALL)?;
        let noise = match cx.place {
            Some(place) => Bitmap::noise_at(size, self.threshold(), place, cx.place_bits(0)),
            None => Bitmap::noise(size, self.threshold(), &mut cx.rng),
        };
        self.run(noise, &mut map, cx)?;
        Ok(map)
    }

    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_parameters()
    }
}

impl MetaMapBuilder for CellularAutomata {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check_parameters()?;
        let walls = Bitmap::of_tiles(map.size(), map.tiles.as_slice());
        // All tiles are rewritten; everything else belonged to the old ones.
        map.clear(self.facts(map.size()).drops());
        (map.portals, map.spawns) = (Vec::new(), Vec::new());
        self.run(walls, map, cx)
    }

    fn check(&self) -> Result<(), BuildError> {
        self.check_parameters()
    }
}
