//! Chains that begin with kept cells, or keep what a stage draws.

use std::sync::Arc;

use super::BuilderChain;
use crate::{BuildCx, BuildError, BuilderMap, Effect, Facts, Keep, Plane, Planes, Point, Stage};

impl BuilderChain {
    /// Begins with the [kept](BuilderMap::kept) cells of a map: every stage, the initial builder too, leaves them as they are. A
    /// map that is smaller lies in the upper left corner.
    ///
    /// ```
    /// # use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, Grid, InitialMapBuilder, Keep, Point, Size, Tile, Wrap};
    /// # #[derive(Debug)]
    /// # struct Meadow;
    /// # impl Builder for Meadow {
    /// #     fn facts(&self, _: Size) -> Facts { Facts::new("meadow") }
    /// # }
    /// # impl InitialMapBuilder for Meadow {
    /// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    /// #         cx.new_map(size, Tile::GRASS)
    /// #     }
    /// # }
    /// let size = Size::new(9, 5);
    /// let mut drawn = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    /// drawn.tiles[Point::new(4, 2)] = Tile::PILLAR;
    /// drawn.kept = Some(Grid::from_fn(size, |at| if at.x == 4 { Keep::Tile } else { Keep::Free }));
    /// let map = BuilderChain::start_with(size, Meadow).keep(drawn).build(7)?;
    /// assert_eq!([3, 4].map(|x| map.tiles[Point::new(x, 2)]), [Tile::GRASS, Tile::PILLAR]);
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn keep(mut self, map: BuilderMap) -> Self {
        let fits = map.width() <= self.size.w && map.height() <= self.size.h;
        self.base = Some(Arc::new(if fits { map.extended(self.size, self.wrap) } else { map }));
        self
    }

    /// Whether it [begins](Self::keep) with kept cells.
    pub const fn begins_with_kept(&self) -> bool {
        self.base.is_some()
    }

    /// Keeps what the stages of this name draw by hand, so that later stages leave it as it is: prefabs, for example. A place
    /// before the name, as in `metas[1] prefab-vaults`, means that stage alone.
    #[must_use]
    pub fn keep_drawn(mut self, stage: impl Into<String>, level: Keep) -> Self {
        self.keeps_drawn.insert(stage.into(), level);
        self
    }

    /// The planes that are there before the initial builder: kept cells, with the start and the exit if they are kept.
    pub(super) fn base_planes(&self) -> Planes {
        let Some(base) = &self.base else { return Planes::NONE };
        let is_kept = |at: Option<Point>| at.is_some_and(|at| base.keep_at(at) == Keep::Tile);
        let marks = [(Plane::Start, base.start), (Plane::Exit, base.exit)];
        let kept = marks.into_iter().filter(|&(_, at)| is_kept(at)).map(|(plane, _)| plane);
        kept.fold(Plane::Kept.into(), |planes, plane| planes.union(plane.into()))
    }

    /// The planes of the map after a stage. Those that were kept at first stay.
    pub(super) fn planes_after(&self, facts: &Facts, planes: Planes) -> Planes {
        let after = facts.after(planes);
        if after.contains(Plane::Kept) { after.union(self.base_planes()) } else { after }
    }

    /// Refuses a map with kept cells that does not fit the chain.
    pub(super) fn check_base(&self) -> Result<(), BuildError> {
        let Some(base) = &self.base else { return Ok(()) };
        base.validate()?;
        match () {
            () if base.size() != self.size => Err(BuildError::parameter(
                "keep",
                base.size(),
                format_args!("at most {}, the size of the map", self.size),
            )),
            () if base.kept.is_none() => Err(BuildError::missing(Plane::Kept)),
            () => Ok(()),
        }
    }

    /// Warns of the last stage whose changes of kept cells are put back, if nothing joins the map after it.
    pub(super) fn parted(&self, facts: &[Facts]) -> Option<(Stage, String)> {
        let mut planes = self.base_planes();
        let mut last = None;
        for (index, facts) in facts.iter().enumerate() {
            let is_put_back = planes.contains(Plane::Kept) && !facts.spares_kept && facts.effect != Effect::Keeps;
            last = last.filter(|_| !facts.joins).or(is_put_back.then(|| facts.stage(index)));
            planes = self.planes_after(facts, planes);
        }
        let text = "kept cells that it changes are put back, which may part the map; add `join-components` after it";
        last.map(|stage| (stage, text.to_owned()))
    }
}

/// Refuses a stage on a map with these planes that cannot leave kept cells as they are, or draws nothing that can be kept.
pub(super) fn check_stage(facts: &Facts, planes: Planes) -> Result<(), BuildError> {
    if let Some(why) = facts.refuses_kept.filter(|_| planes.contains(Plane::Kept)) {
        return Err(BuildError::impossible(format!("it cannot leave kept cells as they are: {why}")));
    }
    if facts.keeps_drawn > Keep::Free && !facts.draws {
        let expected = "absent: it draws nothing by hand; the stage `keep` keeps cells by rules";
        return Err(BuildError::parameter("kept", facts.keeps_drawn, expected));
    }
    Ok(())
}

/// Keeps what a stage has drawn, as far as the chain wants.
pub(super) fn keep_drawn(map: &mut BuilderMap, facts: &Facts, cx: &mut BuildCx<'_>) {
    let (size, drawn) = (map.size(), cx.take_drawn());
    if facts.keeps_drawn > Keep::Free {
        map.keep_cells(drawn.into_iter().map(|cell| size.point(cell)), facts.keeps_drawn);
    }
}
