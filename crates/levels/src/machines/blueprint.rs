//! What a machine is: an area it fits in, and the things that go there.

use mapwright_core::params::{check_at_least, check_each, check_order};
use mapwright_core::{BuildError, DoorKind, Meaning, MetaMapBuilder, Template, TemplateError, Tile, params};
use mapwright_dungeon::{DistanceRule, Placement, Scatter, Scattered};

/// The tag of every area with a machine.
pub(super) const MACHINE: &str = "machine";
/// The tag of those behind a lock.
pub(super) const VAULT: &str = "vault";
/// The tag of those behind a secret.
pub(super) const SECRET: &str = "secret";

/// The tags that say what a machine is, and so are no names.
const TAGS: [&str; 3] = [MACHINE, VAULT, SECRET];

/// What a machine is made of, and where.
#[derive(Eq)]
#[params]
pub struct Blueprint {
    /// Its name; its area gets it as a tag.
    #[param(required, expected = "text such as \"library\"")]
    pub name: String,
    /// How often it is drawn compared with others.
    #[param(default = 1, range = 0..=1_000_000)]
    pub weight: u32,
    /// The least depth of a level with it.
    pub min_depth: u32,
    /// The greatest depth of a level with it.
    #[param(default = u32::MAX)]
    pub max_depth: u32,
    /// The areas it fits in.
    pub area: MachineArea,
    /// How its area is closed. Only dead ends without start, exit and keys are.
    pub lock: Option<MachineLock>,
    /// A feature, by the name of what it places, on which a key of its area goes. So it fits only areas with a key.
    ///
    /// Only keys named as `Key A` is are moved: a lever stays where one sees its door.
    pub holds: Option<String>,
    /// What is placed, in this order.
    pub features: Vec<MachineFeature>,
}

/// The areas that a machine fits in, never the area of the start.
#[derive(Eq)]
#[params]
pub struct MachineArea {
    /// How many cells it has, at least and at most.
    #[param(default = [9, 200], range = 1..=u32::MAX, expected = "two integers such as [9, 200]")]
    pub cells: [u32; 2],
    /// How many joins it has.
    #[param(range = 1..)]
    pub joins: Option<u16>,
    /// Its role: "exit", or a word of yours.
    pub role: Option<String>,
    /// A tag of it.
    pub tag: Option<String>,
    /// Its least depth: how many gates lie between it and the start.
    pub min_depth: u32,
    /// Its greatest depth.
    #[param(default = u32::MAX)]
    pub max_depth: u32,
    /// The floor it is on, counted from 0.
    pub floor: Option<u16>,
    /// How wide it is at least at its widest: a square of so many cells a side fits into it. With 3, hallways do not fit.
    #[param(default = 1, range = 1..=1000)]
    pub wide: u16,
}

/// How an area is closed.
#[derive(Eq)]
#[params]
pub struct MachineLock {
    /// What opens it: the name of a spawn, to which the letter of the lock is added.
    #[param(default = "Key".to_owned(), expected = "text such as \"Lever\"")]
    pub opener: String,
    /// What its door looks like. A secret has no opener.
    pub door: DoorKind,
}

/// Something in a machine: `what`, or a `drawing`.
#[derive(Eq)]
#[params]
pub struct MachineFeature {
    /// What is placed.
    pub what: Option<Scattered>,
    /// What is drawn, rotated and mirrored at random: tiles, choices, slots, spawns and marks. `over`, `placement` and
    /// `spacing` hold for all its tiles.
    pub drawing: Option<Template>,
    /// The tiles on which it may stand.
    #[param(default = vec![Tile::FLOOR])]
    pub over: Vec<Tile>,
    /// How many, at least and at most; absent for as many as fit. Where the least do not fit, the machine is built
    /// elsewhere.
    #[param(range = 0..=65535, expected = "two integers from 0 to 65535 such as [2, 3]")]
    pub count: Option<[u32; 2]>,
    /// The smallest distance between two, in cells.
    #[param(default = 1, range = 1..=1000)]
    pub spacing: u16,
    /// Where it may stand. The landmark `entrance` is the gates of the area.
    pub placement: Placement,
    /// A word: of features with the same, one is drawn.
    pub one_of: Option<String>,
    /// Whether it goes into any other area that the start reaches.
    pub outside: bool,
}

impl MachineFeature {
    /// As many of something as are said, or as fit.
    pub fn new(what: Scattered, count: Option<[u32; 2]>) -> Self {
        let (over, placement) = (vec![Tile::FLOOR], Placement::default());
        let (what, drawing) = (Some(what), None);
        MachineFeature { what, drawing, over, count, spacing: 1, placement, one_of: None, outside: false }
    }

    /// A drawing, as often as is said, or as it fits.
    pub fn drawn(drawing: Template, count: Option<[u32; 2]>) -> Self {
        let nothing = Scattered::Mark(String::new());
        MachineFeature { what: None, drawing: Some(drawing), ..MachineFeature::new(nothing, count) }
    }

    /// So many spawns.
    pub fn spawns(name: impl Into<String>, count: [u32; 2]) -> Self {
        MachineFeature::new(Scattered::Spawn(name.into()), Some(count))
    }

    /// The same feature at a distance from something.
    #[must_use]
    pub fn at(mut self, rule: DistanceRule) -> Self {
        self.placement.distances.push(rule);
        self
    }

    /// The same feature with so many cells between two.
    #[must_use]
    pub fn apart(self, spacing: u16) -> Self {
        MachineFeature { spacing, ..self }
    }

    /// The stage that places so many.
    pub(super) fn scatter(&self, count: Option<u32>) -> Scatter {
        let MachineFeature { what, over, spacing, placement, .. } = self.clone();
        let scatter = Scatter { over, placement, spacing, max: count, ..Scatter::default() };
        Scatter { what: what.unwrap_or_else(|| scatter.what.clone()), ..scatter }
    }

    /// The names of the layers in which it marks cells.
    pub(super) fn marks(&self) -> impl Iterator<Item = &String> {
        let own = self.what.iter().filter_map(|what| match what {
            Scattered::Mark(name) => Some(name),
            _ => None,
        });
        let glyphs = self.drawing.iter().flat_map(|drawing| drawing.legend().glyphs());
        own.chain(glyphs.filter_map(|(_, meaning)| match meaning {
            Meaning::Mark(_, name) => Some(name),
            _ => None,
        }))
    }

    pub(super) fn least(&self) -> u32 {
        self.count.map_or(0, |[least, _]| least)
    }

    /// Whether it changes tiles, not only what stands on them.
    pub(super) fn changes_tiles(&self) -> bool {
        self.drawing.is_some() || matches!(self.what, Some(Scattered::Tile(_)))
    }

    pub(super) fn is_solid(&self) -> bool {
        matches!(self.what, Some(Scattered::Tile(tile)) if tile.is_solid())
    }

    fn is_named(&self, name: &str) -> bool {
        match &self.what {
            Some(Scattered::Tile(tile)) => tile.name() == name,
            Some(Scattered::Spawn(word) | Scattered::Mark(word)) => word == name,
            _ => false,
        }
    }

    /// The cells that it fills at least. Marks and open tiles lie under other things, and of alternatives only one is
    /// built.
    fn fills(&self) -> u64 {
        let each = match &self.what {
            _ if self.outside || self.one_of.is_some() => 0,
            Some(Scattered::Tile(_)) if !self.is_solid() => 0,
            Some(Scattered::Mark(_)) => 0,
            Some(_) => 1,
            None => self.drawing.iter().flat_map(|drawing| drawing.tiles().as_slice()).flatten().count() as u64,
        };
        each.saturating_mul(self.least().into())
    }

    fn check(&self) -> Result<(), BuildError> {
        self.count.as_ref().map_or(Ok(()), check_order).map_err(|error| error.within("count"))?;
        if self.outside && self.is_solid() {
            let expected = "a spawn, a mark or an open tile, as what is solid may close another area";
            return Err(BuildError::parameter("what", "a solid tile `outside`", expected));
        }
        let stands = matches!(self.what, Some(Scattered::Spawn(_) | Scattered::Mark(_)));
        if self.over.iter().any(|tile| tile.is_solid()) && !self.is_solid() && !stands {
            return Err(BuildError::parameter(
                "over",
                "a solid tile under an open one",
                "open tiles, as ways stay what they are",
            ));
        }
        match (&self.what, &self.drawing) {
            (Some(_), None) => (),
            (None, Some(drawing)) => self.check_drawing(drawing)?,
            (what, _) => {
                let value = if what.is_some() { "`what` and `drawing`" } else { "nothing" };
                return Err(BuildError::parameter("", value, "`what` or `drawing`"));
            }
        }
        MetaMapBuilder::check(&self.scatter(None))
    }

    /// A drawing may hold what leaves the proof of the level true.
    fn check_drawing(&self, drawing: &Template) -> Result<(), BuildError> {
        let bad = |value: String, expected: &str| Err(BuildError::parameter("drawing", value, expected));
        if let Some(glyph) = drawing.unique_mark() {
            return bad(format!("a template with `{glyph}`"), "tiles, choices, slots, spawns and marks");
        }
        if drawing.tiles().as_slice().iter().all(Option::is_none) {
            return bad("a template without a tile".to_owned(), "at least one tile");
        }
        if let Some(at) = drawing.sealed_cell(|_, _| true) {
            let value = format!("a template whose open cell in {} is walled in", TemplateError::place(at));
            return bad(value, "open cells that can all be reached from outside");
        }
        match self.outside {
            true => bad("a template `outside`".to_owned(), "one in the area, as what is solid may close another area"),
            false => Ok(()),
        }
    }
}

impl Blueprint {
    /// A machine for areas of 9 to 200 cells at all depths, as often as others.
    pub fn new(name: impl Into<String>, features: impl Into<Vec<MachineFeature>>) -> Self {
        let (weight, min_depth, max_depth, lock, holds) = (1, 0, u32::MAX, None, None);
        let (name, features) = (name.into(), features.into());
        Blueprint { name, weight, min_depth, max_depth, area: MachineArea::default(), lock, holds, features }
    }

    pub(super) fn applies_at(&self, depth: u32) -> bool {
        (self.min_depth..=self.max_depth).contains(&depth)
    }

    /// The feature on which the key goes.
    pub(super) fn holder(&self) -> Option<usize> {
        let name = self.holds.as_ref()?;
        self.features.iter().position(|feature| feature.is_named(name))
    }

    pub(super) fn check(&self) -> Result<(), BuildError> {
        let name = &self.name;
        if name.trim().is_empty() || TAGS.contains(&name.as_str()) {
            let expected = format!("a name other than {}", TAGS.join(", "));
            return Err(BuildError::parameter("name", format!("{name:?}"), expected));
        }
        check_order(&self.area.cells).map_err(|error| error.within("area.cells"))?;
        check_at_least(("max_depth", self.max_depth), ("min_depth", self.min_depth))?;
        check_at_least(("max_depth", self.area.max_depth), ("min_depth", self.area.min_depth))
            .map_err(|error| error.within("area"))?;
        check_each(&self.features, MachineFeature::check).map_err(|error| error.within("features"))?;
        let needed: u64 = self.features.iter().map(MachineFeature::fills).fold(0, u64::saturating_add);
        let most = self.area.cells[1];
        if needed > u64::from(most) {
            let expected = format!("at most `area.cells`, which is {most}");
            return Err(BuildError::parameter("features", format!("{needed} cells at least"), expected));
        }
        if let Some(holds) = &self.holds {
            let holder = self.holder().map(|at| &self.features[at]);
            let can_hold = |feature: &&MachineFeature| {
                !feature.outside && !feature.is_solid() && feature.one_of.is_none() && feature.least() > 0
            };
            if holder.filter(can_hold).is_none() {
                let expected = "the name of a feature inside, not one of several, of a spawn, a mark or an open tile, with a least count above 0";
                return Err(BuildError::parameter("holds", format!("{holds:?}"), expected));
            }
            if self.lock.is_some() {
                return Err(BuildError::parameter(
                    "holds",
                    format!("{holds:?} beside a `lock`"),
                    "one of the two: what is locked up holds no key",
                ));
            }
        }
        if let Some(MachineLock { opener, door }) = &self.lock {
            if *door != DoorKind::Secret && !opener.contains(char::is_alphabetic) {
                return Err(BuildError::parameter("lock.opener", format!("{opener:?}"), "a name with a letter"));
            }
            if let Some(joins) = self.area.joins.filter(|&joins| joins != 1) {
                return Err(BuildError::parameter("area.joins", joins, "1, as only a dead end is closed"));
            }
        }
        Ok(())
    }
}
