//! What may happen to a level between its beginning and its ending.

use super::dice::{Dice, Odds};
use super::draft::{Begun, Ground, Parts, Settled, stage};
use super::sections::{SECTIONS, rows};

/// The least map that a section is put on: it leaves most of it as it is.
const ROOMY: (u16, u16) = (40, 30);
/// The largest map that is made anew from its pieces, in cells: that takes a second or two.
const QUICK: u32 = 10_000;

/// The level as it was begun, or made anew from its pieces, or with a section, or both.
pub(super) fn change(begun: Begun, prefabs: bool, dice: &mut Dice) -> Settled {
    let is_roomy = dice.size.w >= ROOMY.0 && dice.size.h >= ROOMY.1;
    let is_new = dice.chance(Odds(8, 20)) && dice.size.area() <= QUICK;
    let has_section = dice.chance(Odds(6, 12)) && prefabs && is_roomy;
    match begun {
        Begun::Rooms(rooms) if !is_new && !has_section => Settled::Rooms(rooms),
        Begun::Ground(ground) if !is_new && !has_section => Settled::Ground(ground),
        Begun::Parts(parts) if !is_new && !has_section => Settled::Ground(settle(parts, dice)),
        begun => {
            let parts = if is_new { anew(begun.into()) } else { begun.into() };
            let parts = if has_section { section(parts, dice) } else { parts };
            Settled::Ground(join(parts, dice))
        }
    }
}

/// The level made anew from pieces of itself: alike from near, and another from afar. Nothing else of it is left.
fn anew(before: Parts) -> Parts {
    Parts(before.0.then(stage("wave-function-collapse").with("border", true)))
}

/// Something drawn by hand over a part of the map: it may cut the map in two.
fn section(before: Parts, dice: &mut Dice) -> Parts {
    let x = dice.one_of(["left", "center", "right"]);
    let y = dice.one_of(["top", "center", "bottom"]);
    let section = stage("prefab-section").with("template", rows(dice.one_of(SECTIONS)));
    Parts(before.0.then(section.with("horizontal", x).with("vertical", y)))
}

/// One whole: most often the parts are joined, else the ending leaves the largest alone.
fn settle(parts: Parts, dice: &mut Dice) -> Ground {
    match dice.chance(Odds::even(75)) {
        true => join(parts, dice),
        false => Ground(parts.0),
    }
}

fn join(parts: Parts, dice: &mut Dice) -> Ground {
    let least = (dice.size.area() / 150).clamp(4, 60);
    let width = dice.weighted((Odds::even(3), 1), &[(Odds::even(1), 2)]);
    let join = stage("join-parts").with("min_size", least).with("width", width);
    Ground(parts.0.then(join.with("shape", dice.one_of(["winding", "straight"]))))
}
