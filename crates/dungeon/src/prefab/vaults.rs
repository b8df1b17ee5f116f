//! Small prefabs at random places of a map.

use mapwright_core::params::{check_at_least, check_each};
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, Grid, Keep, MetaMapBuilder, Plane, Planes,
    Point, Reach, Size, Template, TemplateError, Tile, params,
};

use super::drawings::drawn;
use super::placer::VaultPlacer;
use crate::is_on_border;
use crate::places::drop_lost_places;

/// Puts vaults on the map: small prefabs, each at a place drawn from all places where it fits.
///
/// A vault fits where
///
/// * all its tiles lie on suitable ground, by default bare floor (cells that it keeps may lie on anything, or
///   beyond the border);
/// * none of them covers the start, the exit, a portal, a door, a cell before a door, another vault or what is kept;
/// * nothing is cut off: what is connected stays connected, no component of the map vanishes, and every open cell of
///   the vault can be reached from outside.
///
/// First a vault is drawn by weight from those for the depth, then its orientation and place, uniformly. A vault that
/// fits nowhere leaves its turn to the others. Fewer vaults than `min` are an error.
///
/// Spawns under a vault's tiles are replaced by those of the vault. If the map has sides, the vault's open cells are
/// joined to each other and to the open cells around. On an axis that wraps, a vault may lie across the border.
///
/// The search for places has a budget, for each vault and for all together. If passages are just as wide as the vaults,
/// it may end before all places are tried.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Arena, PrefabVaults, Vault};
///
/// let den = Vault::new("den", "####\n#..+\n####".parse()?);
/// let vaults = PrefabVaults { vaults: vec![den], min: 2, max: 2, repeat: true, ..PrefabVaults::default() };
/// let map = BuilderChain::start_with(Size::new(30, 20), Arena::default()).with(vaults).build(7)?;
/// assert_eq!(map.tiles.as_slice().iter().filter(|&&tile| tile == mapwright_core::Tile::DOOR).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Eq)]
#[params]
pub struct PrefabVaults {
    /// The vaults to choose from.
    #[param(default = Vault::shipped())]
    pub vaults: Vec<Vault>,
    /// The depth of the level, for choosing vaults.
    #[param(default = 1)]
    pub depth: u32,
    /// The fewest vaults; fewer are an error.
    #[param(range = 0..=10_000)]
    pub min: u32,
    /// The most vaults, as far as they fit; `min` or more.
    #[param(default = 3, range = 0..=10_000)]
    pub max: u32,
    /// Whether a vault may appear more than once.
    pub repeat: bool,
    /// Whether vaults may be rotated by quarter turns.
    #[param(default = true)]
    pub rotate: bool,
    /// Whether vaults may be mirrored.
    #[param(default = true)]
    pub mirror: bool,
    /// Where vaults may lie.
    pub ground: VaultGround,
    /// Whether plain doors in the outline of a vault become wall where they lead nowhere: a vault may have several ways in, of
    /// which at least one is used.
    pub close_unused: bool,
    /// How many cells of such ground each tile of a vault needs all around.
    #[param(range = 0..=16)]
    pub margin: u8,
}

/// Where vaults may lie; never on doors or stairs.
#[params]
pub enum VaultGround {
    /// Bare floor.
    #[default]
    Floor,
    /// Any open cell.
    Open,
    /// Anywhere, also in rock. A vault in rock has an open cell at its rim next to one of the map.
    Any,
}

impl VaultGround {
    pub(super) fn has(self, tile: Tile) -> bool {
        match self {
            VaultGround::Floor => tile == Tile::FLOOR,
            _ if [Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(&tile) => false,
            VaultGround::Open => !tile.is_solid(),
            VaultGround::Any => true,
        }
    }
}

impl PrefabVaults {
    /// The vaults for the depth.
    pub(super) fn applying(&self) -> impl Iterator<Item = &Vault> {
        self.vaults.iter().filter(|vault| vault.applies_at(self.depth))
    }

    /// In an endless world a vault keeps off the border of its block, because ways may lead over it into the next one. So
    /// the cells there stay open, and what the block joins stays joined.
    fn placer(&self, map: &BuilderMap, is_block: bool) -> VaultPlacer {
        let passages = map.passages();
        let has_portal = |p: Point| !passages.portals(passages.index(p)).is_empty();
        let has_mark = |p: Point| map.start == Some(p) || map.exit == Some(p) || has_portal(p);
        let is_kept = |p: Point| has_mark(p) || is_block && is_on_border(map.size(), p);
        let mut free = Grid::from_fn(map.size(), |p| self.ground.has(map.tiles[p]) && !is_kept(p));
        map.doorways().for_each(|p| free[p] = false);
        let kept = map.kept.iter().flat_map(Grid::iter).filter(|(_, keep)| **keep == Keep::Tile);
        for p in kept.map(|(p, _)| p) {
            free[p] = false;
            if map.sides.is_some() {
                // A vault joins or closes the sides around it.
                let cell = passages.index(p);
                Dir::ALL.into_iter().filter_map(|dir| passages.beside(cell, dir)).for_each(|near| free[near] = false);
            }
        }
        let turns = (self.rotate, self.mirror);
        let mut placer = VaultPlacer::new(map, passages, |p| free[p], turns, self.margin, Planes::DERIVED);
        placer.closes_unused = self.close_unused;
        placer
    }

    /// Checks that there are enough vaults, however much room the map has.
    fn check_enough(&self) -> Result<(), BuildError> {
        let kinds = self.applying().count();
        let is_enough = if self.repeat { kinds > 0 || self.min == 0 } else { kinds >= self.min as usize };
        if is_enough {
            return Ok(());
        }
        let once = if self.repeat { "" } else { ", each once without `repeat`" };
        let (min, depth) = (self.min, self.depth);
        Err(BuildError::impossible(format_args!("{kinds} vaults are for depth {depth}{once}; `min` asks for {min}")))
    }

    fn check_vaults(&self) -> Result<(), BuildError> {
        check_each(&self.vaults, |Vault { template, min_depth, max_depth, .. }| {
            let bad = |value: String, expected| Err(BuildError::parameter("template", value, expected));
            check_at_least(("max_depth", *max_depth), ("min_depth", *min_depth))?;
            if template.gives().contains(Plane::Start) || template.gives().contains(Plane::Exit) {
                return bad("one with a start or exit".to_owned(), "one with neither");
            }
            if let Some(at) = template.sealed_cell(|_, _| true) {
                let value = format!("one whose open cell in {} is walled in", TemplateError::place(at));
                return bad(value, "open cells that can all be reached from outside");
            }
            Ok(())
        })
        .map_err(|error| error.within("vaults"))?;
        let weight: u64 = self.applying().map(|vault| u64::from(vault.weight)).sum();
        match u32::try_from(weight) {
            Ok(_) => Ok(()),
            Err(_) => {
                let value = format!("a list that weighs {weight} at depth {}", self.depth);
                Err(BuildError::parameter("vaults", value, "up to 4294967295 together"))
            }
        }
    }
}

impl Builder for PrefabVaults {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("prefab-vaults").draws().spares_kept().memory(24).title("Drawn vaults").reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for PrefabVaults {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        check_at_least(("max", self.max), ("min", self.min))?;
        self.check_vaults()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        self.check_enough()?;
        map.validate()?;
        let mut left: Vec<&Vault> = self.applying().collect();
        let mut placer = self.placer(map, cx.origin.is_some());
        let mut reached = 0;
        while reached < self.max
            && let Some(i) = cx.rng.pick_weighted(left.iter().map(|vault| vault.weight))
        {
            let cells = placer.put(&left[i].template, map, cx)?;
            cx.draws(cells.iter().flatten().map(|&at| map.size().index(at)));
            reached += u32::from(cells.is_some());
            if cells.is_none() || !self.repeat {
                left.remove(i);
            }
        }
        if reached > 0 {
            drop_lost_places(map);
        }
        if reached >= self.min {
            return Ok(());
        }
        // A vault that finds no place is not tried again.
        let (reached, wanted) = (reached.into(), self.min.into());
        Err(BuildErrorKind::FellShort { what: "vaults fit", reached, wanted, tries: 1, budget: 1 }.into())
    }
}

/// A template with the weight and the depths at which it is chosen.
#[derive(Eq)]
#[params]
pub struct Vault {
    /// Its name in messages.
    pub name: String,
    /// The template.
    #[param(required)]
    pub template: Template,
    /// How often it is chosen, compared with the others; 0 means never.
    #[param(default = 1)]
    pub weight: u32,
    /// The least depth where it may appear.
    pub min_depth: u32,
    /// The greatest depth where it may appear.
    #[param(default = u32::MAX)]
    pub max_depth: u32,
}

impl Vault {
    /// A vault for all depths, of weight 1.
    pub fn new(name: impl Into<String>, template: Template) -> Self {
        Vault { name: name.into(), template, weight: 1, min_depth: 0, max_depth: u32::MAX }
    }

    pub(super) const fn applies_at(&self, depth: u32) -> bool {
        self.weight > 0 && self.min_depth <= depth && depth <= self.max_depth
    }
}

/// Each vault with a line before it: its name, its weight, and the least and the greatest depth.
const VAULTS: &str = include_str!("shipped/vaults.txt");

impl Vault {
    /// The built-in vaults: a guard post, a grove, a pond, barracks, a stone ring, a crypt, a moat and a pit,
    /// each for its own depths.
    pub fn shipped() -> Vec<Vault> {
        VAULTS.split("\n\n").filter_map(vault).collect()
    }
}

fn vault(text: &str) -> Option<Vault> {
    let (about, drawing) = text.split_once('\n')?;
    let [name, weight, depths] = about.split(" | ").collect::<Vec<_>>().try_into().ok()?;
    let (least, greatest) = depths.split_once("..")?;
    Some(Vault {
        weight: weight.parse().ok()?,
        min_depth: least.parse().ok()?,
        max_depth: greatest.parse().unwrap_or(u32::MAX),
        ..Vault::new(name, drawn(drawing))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prefab::drawings::{FORT, OUTPOST, SPAWNS, fort, outpost};

    #[test]
    fn every_drawing_is_read_as_it_is_drawn() {
        let drawings: Vec<&str> = VAULTS.split("\n\n").filter_map(|text| Some(text.split_once('\n')?.1)).collect();
        let vaults = Vault::shipped();
        assert_eq!((drawings.len(), vaults.len()), (8, 8));
        assert_eq!(vaults.iter().map(|vault| vault.max_depth).filter(|&depth| depth < u32::MAX).sum::<u32>(), 27);
        let all = drawings.into_iter().zip(vaults.into_iter().map(|vault| vault.template));
        for (drawing, prefab) in all.chain([(OUTPOST, outpost()), (FORT, fort())]) {
            let size = (drawing.lines().map(|line| line.chars().count()).max(), Some(drawing.lines().count()));
            assert_eq!((Some(prefab.size().w.into()), Some(prefab.size().h.into())), size, "{drawing}");
            let letters = drawing.chars().filter(|glyph| SPAWNS.iter().any(|(letter, _)| letter == glyph)).count();
            assert_eq!(prefab.spawns().len(), letters, "{drawing}");
        }
    }
}
