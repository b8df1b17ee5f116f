//! The sixteen rooms as commands, each drawn from the description of a room and a set of open sides.

use mapwright_core::{Dir, Dirs};

use super::room::{RoomStyle, turned};
use super::script::{RelativePos, Script};
use super::{Block, DatapackError};

/// Corners of a hall as (east, south), each with the side that stairs in it lead up to.
const CORNERS: [(i32, i32, &str); 4] = [(-1, -1, "north"), (1, -1, "east"), (1, 1, "south"), (-1, 1, "west")];

/// The blocks of a room as commands take them.
#[derive(Debug)]
pub(super) struct RoomParts<'a> {
    room: &'a RoomStyle,
    floor: String,
    wall: String,
    ceiling: Option<String>,
    light: Option<String>,
    window: Option<String>,
    /// For each corner the stair that stands there, and the one that hangs there.
    trim: Option<[[String; 2]; 4]>,
    pub(super) air: String,
    pub(super) start: String,
    pub(super) exit: String,
    pub(super) portal: String,
    pub(super) gate: String,
}

impl<'a> RoomParts<'a> {
    /// # Errors
    ///
    /// The measures do not fit.
    pub(super) fn new(room: &'a RoomStyle) -> Result<Self, DatapackError> {
        room.check()?;
        let some = |block: &Option<Block>| block.as_ref().map(Block::to_string);
        Ok(RoomParts {
            room,
            floor: room.floor.to_string(),
            wall: room.wall.to_string(),
            ceiling: some(&room.ceiling),
            light: some(&room.light),
            window: some(&room.window),
            trim: room.trim.as_ref().map(corners),
            air: room.air.to_string(),
            start: room.start.to_string(),
            exit: room.exit.to_string(),
            portal: room.portal.to_string(),
            gate: room.gate.to_string(),
        })
    }

    pub(super) const fn radius(&self) -> i32 {
        self.room.radius()
    }

    pub(super) const fn top(&self) -> i32 {
        self.room.top()
    }

    /// The room with some sides open, round the place where its feet are.
    pub(super) fn draw(&self, open: Dirs) -> Script {
        let mut script = Script::default();
        self.shell(&mut script);
        self.corners(&mut script);
        for dir in Dir::ALL {
            match open.contains(dir) {
                true => self.passage(&mut script, dir),
                false => self.window(&mut script, dir),
            }
        }
        script
    }

    fn shell(&self, script: &mut Script) {
        let (r, h) = (self.room.radius(), i32::from(self.room.wall_height));
        script.fill([-r, -1, -r], [r, -1, r], &self.floor);
        script.fill([-r, 0, -r], [r, h - 1, r], &self.wall);
        script.fill([1 - r, 0, 1 - r], [r - 1, h - 1, r - 1], &self.air);
        if let Some(ceiling) = &self.ceiling {
            script.fill([-r, h, -r], [r, h, r], ceiling);
        }
        if let Some(light) = &self.light {
            let level = if self.ceiling.is_some() { h } else { -1 };
            script.set([0, level, 0], light);
        }
    }

    fn corners(&self, script: &mut Script) {
        let (r, h) = (self.room.radius() - 1, i32::from(self.room.wall_height));
        let Some(trim) = self.trim.as_ref().filter(|_| r > 0) else { return };
        for ((east, south, _), [standing, hanging]) in CORNERS.into_iter().zip(trim) {
            script.set([east * r, 0, south * r], standing);
            if self.ceiling.is_some() {
                script.set([east * r, h - 1, south * r], hanging);
            }
        }
    }

    fn passage(&self, script: &mut Script, dir: Dir) {
        let [from, to] = self.passage_box(dir, self.room.radius());
        script.fill(from, to, &self.air);
    }

    /// The blocks of a passage at some distance from the middle of the room.
    pub(super) fn passage_box(&self, dir: Dir, distance: i32) -> [RelativePos; 2] {
        let (half, top) = (self.room.passage_radius(), i32::from(self.room.passage_height) - 1);
        let (dx, dz) = dir.delta();
        let (x, z) = (dx * distance, dz * distance);
        // Along the wall, which is across the direction.
        let (wide, deep) = (dz.abs() * half, dx.abs() * half);
        [[x - wide, 0, z - deep], [x + wide, top, z + deep]]
    }

    fn window(&self, script: &mut Script, dir: Dir) {
        let Some(window) = &self.window else { return };
        let (r, h) = (self.room.radius(), i32::from(self.room.wall_height));
        let (dx, dz) = dir.delta();
        // At the height of the eyes, with wall above where there is room for it.
        script.fill([dx * r, 1, dz * r], [dx * r, (h - 2).clamp(1, 2), dz * r], window);
    }
}

/// The stairs of each corner, standing and hanging.
fn corners(block: &Block) -> [[String; 2]; 4] {
    CORNERS.map(|(_, _, facing)| ["bottom", "top"].map(|half| turned(block, facing, half).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_room() {
        let room = RoomStyle::default();
        let parts = RoomParts::new(&room).unwrap();
        let text = parts.draw(Dirs::from_bits(0b0011)).into_text();
        let expected = "\
fill ~-3 ~-1 ~-3 ~3 ~-1 ~3 minecraft:stone_bricks
fill ~-3 ~ ~-3 ~3 ~3 ~3 minecraft:stone_bricks
fill ~-2 ~ ~-2 ~2 ~3 ~2 minecraft:air
fill ~-3 ~4 ~-3 ~3 ~4 ~3 minecraft:stone_bricks
setblock ~ ~4 ~ minecraft:glowstone
setblock ~-2 ~ ~-2 minecraft:stone_brick_stairs[facing=north,half=bottom]
setblock ~-2 ~3 ~-2 minecraft:stone_brick_stairs[facing=north,half=top]
setblock ~2 ~ ~-2 minecraft:stone_brick_stairs[facing=east,half=bottom]
setblock ~2 ~3 ~-2 minecraft:stone_brick_stairs[facing=east,half=top]
setblock ~2 ~ ~2 minecraft:stone_brick_stairs[facing=south,half=bottom]
setblock ~2 ~3 ~2 minecraft:stone_brick_stairs[facing=south,half=top]
setblock ~-2 ~ ~2 minecraft:stone_brick_stairs[facing=west,half=bottom]
setblock ~-2 ~3 ~2 minecraft:stone_brick_stairs[facing=west,half=top]
fill ~-1 ~ ~-3 ~1 ~2 ~-3 minecraft:air
fill ~3 ~ ~-1 ~3 ~2 ~1 minecraft:air
fill ~ ~1 ~3 ~ ~2 ~3 minecraft:iron_bars
fill ~-3 ~1 ~ ~-3 ~2 ~ minecraft:iron_bars
";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_smallest_room() {
        let room = RoomStyle {
            diameter: 3,
            passage_width: 1,
            wall_height: 2,
            passage_height: 2,
            ceiling: None,
            ..RoomStyle::default()
        };
        let parts = RoomParts::new(&room).unwrap();
        let text = parts.draw(Dirs::from_bits(0b0100)).into_text();
        let expected = "\
fill ~-1 ~-1 ~-1 ~1 ~-1 ~1 minecraft:stone_bricks
fill ~-1 ~ ~-1 ~1 ~1 ~1 minecraft:stone_bricks
fill ~ ~ ~ ~ ~1 ~ minecraft:air
setblock ~ ~-1 ~ minecraft:glowstone
setblock ~ ~1 ~-1 minecraft:iron_bars
setblock ~1 ~1 ~ minecraft:iron_bars
fill ~ ~ ~1 ~ ~1 ~1 minecraft:air
setblock ~-1 ~1 ~ minecraft:iron_bars
";
        assert_eq!(text, expected);
    }
}
