//! Rules that say which tiles may touch.

use mapwright_core::params::check_each;
use mapwright_core::{BuildError, Dir, Tile, params};

use super::rules::{AdjacencyError, AdjacencyRules};
use super::tiled::TiledModel;

/// Tiles to choose from, and which of them may touch, in all four directions.
///
/// ```
/// use mapwright_core::{BuilderMap, BuildCx, Builder, MetaMapBuilder, Size, Tile, Wrap};
/// use mapwright_wfc::{TileRules, WaveFunctionCollapse};
///
/// let rules = TileRules::new([(Tile::GRASS, 5), (Tile::SAND, 2), (Tile::WATER, 3)]).forbid(Tile::GRASS, Tile::WATER);
/// let stage = WaveFunctionCollapse { model: rules.into(), ..WaveFunctionCollapse::default() };
/// let mut map = BuilderMap::filled(Size::new(40, 20), Wrap::None, Tile::WALL);
/// stage.apply(&mut map, &mut BuildCx::new(7, stage.name(), 0))?;
/// let beside = |a: &Tile, b: &Tile| [*a, *b] != [Tile::GRASS, Tile::WATER] && [*a, *b] != [Tile::WATER, Tile::GRASS];
/// assert!(map.tiles.rows().all(|row| row.windows(2).all(|pair| beside(&pair[0], &pair[1]))));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct TileRules {
    /// The tiles to choose from, each with its weight.
    #[param(default = vec![(Tile::FLOOR, 3), (Tile::WALL, 2)])]
    #[param(range = (Tile(0).., 1..), items = 1..=256, expected = "a list such as [[\"grass\", 5], [\"water\", 2]]")]
    pub tiles: Vec<(Tile, u32)>,
    /// The only pairs of tiles that may touch; if empty, all may.
    #[param(expected = "a list such as [[\"grass\", \"water\"]]")]
    pub allow: Vec<(Tile, Tile)>,
    /// Pairs of tiles that may not touch, even if `allow` has them.
    #[param(expected = "a list such as [[\"grass\", \"water\"]]")]
    pub forbid: Vec<(Tile, Tile)>,
}

impl TileRules {
    /// These tiles with these weights; any two may touch.
    pub fn new(tiles: impl IntoIterator<Item = (Tile, u32)>) -> Self {
        TileRules { tiles: tiles.into_iter().collect(), ..TileRules::default() }
    }

    /// Allows two tiles to touch. Once one pair is allowed, all others are forbidden.
    #[must_use]
    pub fn allow(mut self, a: Tile, b: Tile) -> Self {
        self.allow.push((a, b));
        self
    }

    /// Forbids two tiles to touch.
    #[must_use]
    pub fn forbid(mut self, a: Tile, b: Tile) -> Self {
        self.forbid.push((a, b));
        self
    }

    /// The model of these rules.
    ///
    /// # Errors
    ///
    /// No tile, a tile given twice or with weight 0, or a pair with a tile that is not among them.
    pub fn model(&self) -> Result<TiledModel, BuildError> {
        self.check_ranges()?;
        let (tiles, weights): (Vec<Tile>, Vec<u32>) = self.tiles.iter().copied().unzip();
        if let Some(i) = (1..tiles.len()).find(|&i| tiles[..i].contains(&tiles[i])) {
            return Err(BuildError::parameter(format!("tiles[{i}]"), tiles[i], "each tile once"));
        }
        for (name, pairs) in [("allow", &self.allow), ("forbid", &self.forbid)] {
            let known = |&(a, b): &(Tile, Tile)| match [a, b].into_iter().find(|tile| !tiles.contains(tile)) {
                Some(other) => Err(BuildError::parameter("", other, "one of `tiles`")),
                None => Ok(()),
            };
            check_each(pairs, known).map_err(|error| error.within(name))?;
        }
        let has = |pairs: &[(Tile, Tile)], a, b| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
        let may_touch = |a, b| (self.allow.is_empty() || has(&self.allow, a, b)) && !has(&self.forbid, a, b);
        let all = (0..).zip(&tiles).flat_map(|(i, &a)| (0..).zip(&tiles).map(move |(j, &b)| (i, a, j, b)));
        let touching = all.filter(|&(_, a, _, b)| may_touch(a, b));
        let pairs = touching.flat_map(|(i, _, j, _)| [(i, Dir::E, j), (i, Dir::S, j)]);
        AdjacencyRules::from_pairs(&weights, pairs)
            .and_then(|rules| TiledModel::from_rules(rules, tiles.iter().copied()))
            .map_err(|error| match error {
                AdjacencyError::HeavyWeights { sum } => {
                    let expected = format_args!("up to {} together", u32::MAX);
                    BuildError::parameter("tiles", format_args!("a list that weighs {sum}"), expected)
                }
                error => BuildError::parameter("tiles", format_args!("a list of {}", tiles.len()), error),
            })
    }
}
