//! A builder with a nested parameter, an enum and a grammar of its own, by a crate outside of the workspace.
use mapwright_core::*;

/// A garden with beds of flowers.
#[params]
pub struct Garden {
    /// How many beds.
    #[param(default = 4, range = 1..=9)]
    pub beds: u8,
    /// What lies around the beds.
    pub path: Path,
    /// The beds.
    pub bed: Bed,
}
#[params]
pub enum Path {
    #[default]
    Sand,
    LooseGravel,
}
#[params]
pub struct Bed {
    /// Its sides.
    #[param(default = Sides(3, 2))]
    pub sides: Sides,
}

/// Columns and rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides(pub u16, pub u16);
impl std::str::FromStr for Sides {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = |(w, h): (&str, &str)| Some(Sides(w.parse().ok()?, h.parse().ok()?));
        text.split_once('x').and_then(sides).ok_or("expected sides such as 3x2")
    }
}
impl std::fmt::Display for Sides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.0, self.1)
    }
}
serialize_as_text!(Sides);
text_param!(Sides, "sides such as \"3x2\"", "^[0-9]+x[0-9]+$");

impl Builder for Garden {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("garden").title("A garden")
    }
}
impl InitialMapBuilder for Garden {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check_ranges()?;
        let mut map = cx.new_map(size, if self.path == Path::Sand { Tile::SAND } else { Tile::GRAVEL })?;
        let cells = u32::from(self.beds) * u32::from(self.bed.sides.0) * u32::from(self.bed.sides.1);
        (0..cells).for_each(|_| map.tiles[cx.rng.below(size.area())] = Tile::GRASS);
        Ok(map)
    }
}
