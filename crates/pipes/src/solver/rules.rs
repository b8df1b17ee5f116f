//! Which orientations of a tile the rules allow.
//!
//! On a board with no side to spare, opening a side of a tile joins whatever lies beyond. So of the sides that an
//! orientation opens,
//!
//! * none may lead to the tile's own part, and no two to one part: that would close a ring;
//! * not all may lead to parts with one free side while the tile's own part has no other free sides, unless
//!   that brings all tiles together. Joining parts with `f₁ … f_k` free sides to one with `f` leaves
//!   `f − k + Σ(fᵢ − 1)`, and none left means sealed off.

use mapwright_core::Dirs;

use super::cell::Side;
use super::deduction::{Deduction, Rules};

const NO_PART: u32 = u32::MAX;

impl Deduction<'_> {
    /// The allowed orientations, one bit each, on a board without spare sides; announced sides are not checked again.
    pub(super) fn allowed_in_tree(&mut self, at: u32) -> u8 {
        if self.rules == Rules::Local {
            return 15;
        }
        let (cell, own) = (self.cell(at), self.root(at));
        let sides = cell.unannounced();
        let mut beyond = [NO_PART; 4];
        let (mut shut, mut ends, mut allowed) = (0, 0, 15);
        for dir in sides.iter() {
            let part = self.ground.step(at, dir);
            let part = self.root(part);
            let bit = 1 << dir as u8;
            if part == own {
                shut |= bit;
            } else if self.parts[part].free == 1 {
                ends |= bit;
            }
            // West comes last, so it is no twin of a side that comes after it.
            let is_twin = |other: usize| u8::from(beyond[other] == part) << other;
            let twins = is_twin(0) | is_twin(1) | is_twin(2);
            if twins != 0 {
                // An orientation with both sides open would close a ring.
                let with_both = |twin: u8| if twins & twin == 0 { 0 } else { cell.fitting(bit | twin) };
                allowed &= !(with_both(1) | with_both(2) | with_both(4));
            }
            beyond[dir as usize] = part;
        }
        allowed &= cell.fitting(shut << 4);
        let free = self.parts[own].free;
        if ends == 0 || free > 4 || self.rules < Rules::Isolation {
            return allowed;
        }
        let left = cell.possible() & allowed;
        for i in (0..4).filter(|i| left >> i & 1 == 1) {
            let opened = Dirs::from_bits(cell.orientation(i) & sides.bits());
            if opened.len() == free && opened.bits() & !ends == 0 {
                let sizes = opened.iter().map(|dir| self.parts[beyond[dir as usize]].size);
                if sizes.sum::<u32>() + self.parts[own].size < self.n_tiles {
                    allowed &= !(1 << i);
                }
            }
        }
        allowed
    }

    /// The allowed orientations on any board: those that waste no more than there is to spare, and seal nothing
    /// off.
    pub(super) fn allowed(&mut self, at: u32) -> u8 {
        let possible = self.cell(at).possible();
        (0..4).filter(|&i| possible >> i & 1 == 1 && self.may_lie(at, i)).fold(0, |allowed, i| allowed | 1 << i)
    }

    /// Whether a tile may have its `i`-th orientation, given the announced sides around it.
    fn may_lie(&mut self, at: u32, i: u32) -> bool {
        let open = Dirs::from_bits(self.cell(at).orientation(i));
        let own = self.root(at);
        let mut effect = Effect { parts: [own; 5], n_parts: 1, joints: 0, rings: 0, loose: 0, loose_beyond: 0 };
        let mut unknown = Dirs::NONE;
        // A side that both have announced was counted then.
        for dir in self.cell(at).unannounced().iter() {
            let beyond = self.ground.next(at, dir);
            let side = beyond.map_or(Side::Closed, |next| self.cell(next).side(dir.opposite()));
            match (open.contains(dir), side, beyond) {
                (true, Side::Open, Some(next)) => effect.join(self.root(next)),
                (true, Side::Unknown, _) => unknown = unknown.with(dir),
                (true, ..) => effect.loose += 1,
                (false, Side::Open, Some(next)) => {
                    effect.loose_beyond += 1;
                    if self.is_sealed_without(next, own) {
                        return false;
                    }
                }
                (false, ..) => (),
            }
        }
        if effect.wasted(self.rules) > self.spare {
            return false;
        }
        if effect.wasted(Rules::Isolation) == self.spare {
            // Nothing is left to spare after this: what lies beyond the other sides must join too.
            for dir in unknown.iter() {
                if let Some(next) = self.ground.next(at, dir) {
                    effect.join(self.root(next));
                }
            }
            if effect.wasted(self.rules) > self.spare {
                return false;
            }
        }
        self.rules < Rules::Isolation || !self.seals_off(&effect)
    }

    /// Whether a part with one free side would be sealed off if that were loose.
    fn is_sealed_without(&mut self, next: u32, own: u32) -> bool {
        let root = self.root(next);
        let part = self.parts[root];
        self.rules == Rules::Isolation && root != own && part.free == 1
    }

    fn seals_off(&self, effect: &Effect) -> bool {
        let parts = || effect.parts.iter().take(effect.n_parts).map(|&root| self.parts[root]);
        let free: u32 = parts().map(|part| part.free).sum();
        let size: u32 = parts().map(|part| part.size).sum();
        // Sides left loose beyond may belong to other parts: then this is a bound, and a weaker rule.
        free == 2 * (effect.joints + effect.rings) + effect.loose && size < self.n_tiles
    }
}

/// What an orientation would bring about.
struct Effect {
    /// The parts that would be one; the first is the tile's own.
    parts: [u32; 5],
    n_parts: usize,
    joints: u32,
    rings: u32,
    loose: u32,
    loose_beyond: u32,
}

impl Effect {
    fn join(&mut self, root: u32) {
        if self.parts.iter().take(self.n_parts).any(|&part| part == root) {
            self.rings += 1;
        } else {
            self.parts[self.n_parts] = root;
            self.n_parts += 1;
            self.joints += 1;
        }
    }

    fn wasted(&self, rules: Rules) -> u32 {
        let rings = if rules == Rules::Local { 0 } else { self.rings };
        self.loose + self.loose_beyond + 2 * rings
    }
}
