//! An existing map.

use mapwright_core::params::{Described, Schema};
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dropped, Effect, Facts, InitialMapBuilder, Reach, Size, Wrap,
};

/// Starts a chain with an existing map. The chain must have the size and the wrap of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromMap {
    /// The map.
    pub map: BuilderMap,
    /// What the map lost when it was read: the stage warns of it.
    pub dropped: Vec<Dropped>,
}

impl FromMap {
    /// Starts with `map`.
    pub fn new(map: BuilderMap) -> Self {
        FromMap { map, dropped: Vec::new() }
    }
}

/// Code gives it the map; a recipe says where it is.
impl Described for FromMap {
    fn schema() -> Schema {
        Schema::Object("FromMap", "An existing map.", &[])
    }
}

impl Builder for FromMap {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("from-map")
            .draws()
            .memory((self.map.bytes() as u64).div_ceil(u64::from(self.map.size().area()).max(1)) + 2)
            .title("A map as it is")
            .effect(Effect::Keeps)
            .gives(self.map.planes())
            .reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for FromMap {
    fn check(&self, size: Size) -> Result<(), BuildError> {
        self.map.validate()?;
        match size == self.map.size() {
            true => Ok(()),
            false => Err(BuildError::parameter("size", size, format_args!("the map's own, {}", self.map.size()))),
        }
    }

    fn warnings(&self, _: Size) -> Vec<String> {
        self.dropped.iter().map(Dropped::to_string).collect()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        if cx.wrap != Wrap::None && cx.wrap != self.map.wrap {
            return Err(BuildError::parameter(
                "wrap",
                cx.wrap,
                format_args!("none, or the map's own, {}", self.map.wrap),
            ));
        }
        cx.draws(0..size.area());
        Ok(self.map.clone())
    }
}
