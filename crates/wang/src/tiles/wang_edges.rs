//! Edge-matched Wang tiles as a map.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, InitialMapBuilder, Plane, Reach, Size, Tile, params,
};

use super::EdgeWang;
use super::seams::{join_seams, window};
use super::weights::Distribution;

/// Wang tiles whose touching sides have the same color.
///
/// Floor everywhere, with a random color on every edge: edge-matched Wang tiles in `sides`.
///
/// Color 0 is closed, so two colors make the random paths below. The tile at `(x, y)` is that of
/// [`EdgeWang`] with the build's seed.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_wang::WangEdges;
///
/// let map = BuilderChain::start_with(Size::new(24, 6), WangEdges::default()).build(7)?;
/// let glyphs: Vec<char> = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋".chars().collect();
/// let draw = |row: &[mapwright_core::Sides]| row.iter().map(|tile| glyphs[usize::from(tile.code())]).collect();
/// let picture: Vec<String> = map.sides.iter().flat_map(|sides| sides.rows()).map(draw).collect();
/// assert_eq!(picture, [
///     "╸ ╺╋╸┏┛╻╺┻┛╺╸┗┳┫┃┏┫┏╋┻┛┃",
///     "╻╻┏┛┏╋━┫┏━┳┳┳━╋┻┫┃┃┣┫╻╺┫",
///     "╋┛┣┓╹┣╸┣┫╻┃╹┣┳┻┓┣╋┛┃┣┛ ┃",
///     "┗┓┗┛ ┣┳┛┗╋┛╺┛┃╻┗┻┛ ┃┃ ╻╹",
///     "┳╋╸╺┓┃╹╺┳┛┏━━┛┣┓┏┓┏┫╹ ┃┏",
///     "┻┛ ╻┣╋┳╸┗┳┻━┓╻┃╹╹╹╹╹╻ ┣┛",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct WangEdges {
    /// How many colors.
    #[param(default = 2, range = 2..=4)]
    pub colors: u8,
}

impl Builder for WangEdges {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("wang-edges").title("Wang tiles by edges").gives(Plane::Sides).reach(Reach::Cells(0))
    }
}

impl InitialMapBuilder for WangEdges {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let tiles = EdgeWang::new(cx.seed, self.colors)?;
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let mut sides = window(size, cx.place, |x, y, row| tiles.row(x, y, row));
        join_seams(&mut sides, map.wrap, &[(Dir::E, Dir::W)], &[(Dir::S, Dir::N)]);
        map.sides = Some(sides);
        Ok(map)
    }

    fn check(&self, _: Size) -> Result<(), BuildError> {
        Distribution::equal(self.colors).map(|_| ())
    }
}
