//! What may happen to a level between its beginning and its ending.

use super::dice::{Dice, Odds};
use super::draft::{Begun, Ground, Parts, Settled, stage};
use super::sections::{SECTIONS, rows};

/// The least map that a section is put on: it leaves most of it as it is.
const ROOMY: (u16, u16) = (40, 30);

/// The level with a section, or as it was begun.
pub(super) fn change(begun: Begun, prefabs: bool, dice: &mut Dice) -> Settled {
    let is_roomy = dice.size.w >= ROOMY.0 && dice.size.h >= ROOMY.1;
    if dice.chance(Odds(6, 12)) && prefabs && is_roomy {
        return Settled::Ground(join(section(begun.into(), dice), dice));
    }
    match begun {
        Begun::Rooms(rooms) => Settled::Rooms(rooms),
        Begun::Parts(parts) => Settled::Ground(settle(parts, dice)),
        Begun::Ground(ground) => Settled::Ground(ground),
    }
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
