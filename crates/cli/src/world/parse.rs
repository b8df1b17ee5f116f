//! Reads the arguments of `mapwright world`.

use mapwright::core::{Corner, Dir, Size};
use mapwright::wang::{ChunkPos, Place, WorldRect};

/// A walk in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) dx: i64,
    pub(super) dy: i64,
    pub(super) steps: u32,
}

impl Walk {
    /// The pictures that a film of it has.
    pub(super) const fn frames(self) -> usize {
        self.steps as usize + 1
    }
}

/// A place and its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pin {
    pub(super) place: Place,
    pub(super) color: u8,
}

/// The most steps of a walk: minutes of film.
const MOST_STEPS: u32 = 10_000;

/// Reads `X,Y,WxH`.
pub(super) fn window(text: &str) -> Result<WorldRect, String> {
    let read = || {
        let [x, y, size] = parts(text)?;
        let size = sides(size)?;
        Some(WorldRect::new(x.parse().ok()?, y.parse().ok()?, size.w.into(), size.h.into()))
    };
    read().ok_or_else(|| "expected X,Y,WxH, such as -40,-30,80x60; W and H are 1 to 65535".to_owned())
}

/// Reads `X,Y`.
pub(super) fn chunk(text: &str) -> Result<ChunkPos, String> {
    let read = || {
        let [x, y] = parts(text)?;
        Some(ChunkPos::new(x.parse().ok()?, y.parse().ok()?))
    };
    read().ok_or_else(|| "expected X,Y, such as -3,12; both fit 32 bits".to_owned())
}

/// Reads `WxH`.
pub(super) fn size(text: &str) -> Result<Size, String> {
    sides(text).ok_or_else(|| "expected WxH, both 1 to 65535, such as 8x8".to_owned())
}

/// Reads `X,Y,PART,COLOR`.
pub(super) fn pin(text: &str) -> Result<Pin, String> {
    let read = || {
        let [x, y, part, color] = parts(text)?;
        Some(Pin { place: place(x.parse().ok()?, y.parse().ok()?, part)?, color: color.parse().ok()? })
    };
    read().ok_or_else(|| "expected X,Y,PART,COLOR, such as -3,12,nw,1; PART is n, e, s, w, ne, se, sw or nw".to_owned())
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

fn place(x: i64, y: i64, part: &str) -> Option<Place> {
    Some(match part {
        "n" => Place::side(x, y, Dir::N),
        "e" => Place::side(x, y, Dir::E),
        "s" => Place::side(x, y, Dir::S),
        "w" => Place::side(x, y, Dir::W),
        "ne" => Place::corner(x, y, Corner::NE),
        "se" => Place::corner(x, y, Corner::SE),
        "sw" => Place::corner(x, y, Corner::SW),
        "nw" => Place::corner(x, y, Corner::NW),
        _ => return None,
    })
}
