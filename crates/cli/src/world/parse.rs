//! Reads the arguments of `mapwright world`.

use mapwright::core::Size;
use mapwright::world::WorldRect;

/// A walk in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) dx: i64,
    pub(super) dy: i64,
    pub(super) steps: u32,
}

impl Walk {
    /// The pictures that an animation of it has.
    pub(super) const fn frames(self) -> usize {
        self.steps as usize + 1
    }
}

/// The most steps of a walk: minutes of animation.
const MOST_STEPS: u32 = 10_000;

/// Reads `X,Y,WxH`; or `WxH`, around the origin.
pub(super) fn window(text: &str) -> Result<WorldRect, String> {
    let read = || {
        if let Some(size) = sides(text) {
            let (w, h) = (i64::from(size.w), i64::from(size.h));
            return Some(WorldRect::new(-w / 2, -h / 2, size.w.into(), size.h.into()));
        }
        let [x, y, size] = parts(text)?;
        let size = sides(size)?;
        Some(WorldRect::new(x.parse().ok()?, y.parse().ok()?, size.w.into(), size.h.into()))
    };
    read().ok_or_else(|| "expected X,Y,WxH or WxH, such as -40,-30,80x60; W and H are 1 to 65535".to_owned())
}

/// Reads `DX,DY,STEPS`.
pub(super) fn walk(text: &str) -> Result<Walk, String> {
    let read = || {
        let [dx, dy, steps] = parts(text)?;
        let steps = steps.parse().ok().filter(|steps| (1..=MOST_STEPS).contains(steps))?;
        Some(Walk { dx: dx.parse().ok()?, dy: dy.parse().ok()?, steps })
    };
    read().ok_or_else(|| format!("expected DX,DY,STEPS, such as 1,-1,60; STEPS is 1 to {MOST_STEPS}"))
}

fn parts<const N: usize>(text: &str) -> Option<[&str; N]> {
    let parts: Vec<&str> = text.split(',').collect();
    parts.try_into().ok()
}

fn sides(text: &str) -> Option<Size> {
    let (w, h) = text.split_once(['x', 'X'])?;
    let side = |text: &str| text.parse().ok().filter(|&side: &u16| side > 0);
    Some(Size::new(side(w)?, side(h)?))
}
