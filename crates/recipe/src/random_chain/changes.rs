//! What may happen to a level between its beginning and its ending.

use super::dice::{Dice, Odds};
use super::draft::{Begun, Fragments, Playable, Settled, stage};
use super::sections::{SECTIONS, rows};

/// The smallest map that gets a section, so that most of the map stays as it is.
const ROOMY: (u16, u16) = (40, 30);
/// The largest map that is remade from its pieces, in cells: that takes a second or two.
const QUICK: u32 = 10_000;

/// The level as it was begun, or remade from its pieces, or with a section, or both.
pub(super) fn change(begun: Begun, prefabs: bool, dice: &mut Dice) -> Settled {
    let is_roomy = dice.size.w >= ROOMY.0 && dice.size.h >= ROOMY.1;
    let is_new = dice.chance(Odds(8, 20)) && dice.size.area() <= QUICK;
    let has_section = dice.chance(Odds(6, 12)) && prefabs && is_roomy;
    match begun {
        Begun::Rooms(rooms) if !is_new && !has_section => Settled::Rooms(rooms),
        Begun::Playable(playable) if !is_new && !has_section => Settled::Playable(playable),
        Begun::Fragments(fragments) if !is_new && !has_section => Settled::Playable(settle(fragments, dice)),
        begun => {
            let fragments = if is_new { remade(begun.into()) } else { begun.into() };
            let fragments = if has_section { section(fragments, dice) } else { fragments };
            Settled::Playable(join(fragments, dice))
        }
    }
}

/// Remakes the level from pieces of itself: locally similar, globally different. Only the terrain is left.
fn remade(before: Fragments) -> Fragments {
    Fragments(before.0.then(stage("wave-function-collapse").with("border", true)))
}

/// Puts a drawing over a part of the map, which may disconnect the map.
fn section(before: Fragments, dice: &mut Dice) -> Fragments {
    let x = dice.one_of(["left", "center", "right"]);
    let y = dice.one_of(["top", "center", "bottom"]);
    let section = stage("prefab-section").with("template", rows(dice.one_of(SECTIONS)));
    Fragments(before.0.then(section.with("horizontal", x).with("vertical", y)))
}

/// Usually connects the components; otherwise the ending keeps only the largest.
fn settle(fragments: Fragments, dice: &mut Dice) -> Playable {
    match dice.chance(Odds::even(75)) {
        true => join(fragments, dice),
        false => Playable(fragments.0),
    }
}

fn join(fragments: Fragments, dice: &mut Dice) -> Playable {
    let least = (dice.size.area() / 150).clamp(4, 60);
    let width = dice.weighted((Odds::even(3), 1), &[(Odds::even(1), 2)]);
    let join = stage("join-parts").with("min_size", least).with("width", width);
    Playable(fragments.0.then(join.with("shape", dice.one_of(["winding", "straight"]))))
}
