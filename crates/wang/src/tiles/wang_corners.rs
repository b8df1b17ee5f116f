//! Corner-matched Wang tiles as a map.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Corner, Dir, Facts, InitialMapBuilder, Plane, Reach, Size, Tile, params,
};

use super::CornerWang;
use super::seams::{join_seams, window};
use super::weights::Distribution;

/// Wang tiles whose touching corners have the same color.
///
/// Floor everywhere, with a random color on every point where tiles meet: corner-matched Wang tiles in
/// `corners`.
///
/// The tile at `(x, y)` is that of [`CornerWang`] with the build's seed. With two colors they are the
/// tiles of a random coast:
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_wang::WangCorners;
///
/// let map = BuilderChain::start_with(Size::new(24, 6), WangCorners::default()).build(7)?;
/// let glyphs: Vec<char> = " ▝▗▐▖▞▄▟▘▀▚▜▌▛▙█".chars().collect();
/// let draw = |row: &[mapwright_core::Sides]| row.iter().map(|tile| glyphs[usize::from(tile.code())]).collect();
/// let picture: Vec<String> = map.corners.iter().flat_map(|corners| corners.rows()).map(draw).collect();
/// assert_eq!(picture, [
///     "▛▘▗▟▙▖  ▐█▌▝▜▙▖▗▖▐▌ ▝▀▀▜",
///     "▚▄▟▛▜▌▗▄▟▛▘ ▐▛▚▟▙▞▘    ▝",
///     "▟█▛▚▞▘▐▛▀▚▖▗▟▙▞▀▜▙▄▖▗▖  ",
///     "▜█▌▐▌ ▝▘ ▐▙▟██▙▄▞▜█▙▞▘▗▄",
///     "▐▛▘▐▌▗▖▗▄▞▀▀▜█▛▀▘▝▀▜▌▗▟█",
///     "▞▘ ▝▘▝▚▞▜▙▄▖▝▜▌ ▗▖▗▞▘▐▛▀",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct WangCorners {
    /// How many colors.
    #[param(default = 2, range = 2..=4)]
    pub colors: u8,
}

impl Builder for WangCorners {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("wang-corners").title("Wang tiles by corners").gives(Plane::Corners).reach(Reach::Cells(0))
    }
}

impl InitialMapBuilder for WangCorners {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let tiles = CornerWang::new(cx.seed, self.colors)?;
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let mut corners = window(size, cx.place, |x, y, row| tiles.row(x, y, row));
        // A byte of corners has them where a byte of sides has the direction of the same number.
        let [ne, se, sw, nw] = Corner::ALL.map(|corner| Dir::from_index(corner as u32));
        join_seams(&mut corners, map.wrap, &[(ne, nw), (se, sw)], &[(sw, nw), (se, ne)]);
        map.corners = Some(corners);
        Ok(map)
    }

    fn check(&self, _: Size) -> Result<(), BuildError> {
        Distribution::equal(self.colors).map(|_| ())
    }
}
