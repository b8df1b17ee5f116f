//! The description of a room: its measures, and what it is built of.

use serde::{Deserialize, Serialize};

use super::version::WORLD_HEIGHT;
use super::{Block, DatapackError};

/// The size and the blocks of a maze's rooms, one for each cell.
///
/// A room is a square hall with a wall one block thick, a passage in the middle of each open side and a window in the
/// middle of each closed side. Rooms stand wall to wall. The default is stone bricks with stairs in the corners, a lamp
/// and barred windows.
///
/// ```
/// use mapwright_minecraft::RoomStyle;
///
/// let room: RoomStyle = serde_json::from_str(r#"{ "diameter": 9, "wall": "deepslate_bricks", "window": null }"#)?;
/// assert_eq!(room.diameter, 9);
/// assert_eq!(room.floor, "stone_bricks".parse()?);
///
/// let typo = serde_json::from_str::<RoomStyle>(r#"{ "wall": "Stone" }"#).unwrap_err();
/// assert!(typo.to_string().starts_with("`Stone`: `S` is not allowed in a block's name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RoomStyle {
    /// From outer wall to outer wall, in blocks: odd, 3 to 127. The hall inside is two less.
    pub diameter: u16,
    /// From floor to ceiling, in blocks: 2 or more.
    pub wall_height: u16,
    /// Width of a passage, in blocks: odd, at most that of the hall.
    pub passage_width: u16,
    /// Height of a passage, in blocks: 2 to the height of the wall.
    pub passage_height: u16,
    /// Under the feet.
    pub floor: Block,
    /// The four walls.
    pub wall: Block,
    /// Above the walls; `None` keeps the existing blocks.
    pub ceiling: Option<Block>,
    /// In the corners of a hall at least 3 wide. Stairs face the corner; under a ceiling they hang there too.
    pub trim: Option<Block>,
    /// In the middle of the ceiling, or of the floor without a ceiling.
    pub light: Option<Block>,
    /// In the middle of closed walls, one wide and one or two high.
    pub window: Option<Block>,
    /// The space inside, and what is left when the maze is cleared.
    pub air: Block,
    /// In the floor where the player begins.
    pub start: Block,
    /// In the floor where the player wants to get.
    pub exit: Block,
    /// In the floor where a portal is.
    pub portal: Block,
    /// Behind a passage through a border that wraps: what the player sees before being on the other side.
    pub gate: Block,
}

impl Default for RoomStyle {
    fn default() -> Self {
        let block = |name| Block::own(name, &[]);
        RoomStyle {
            diameter: 7,
            wall_height: 4,
            passage_width: 3,
            passage_height: 3,
            floor: block("stone_bricks"),
            wall: block("stone_bricks"),
            ceiling: Some(block("stone_bricks")),
            trim: Some(block("stone_brick_stairs")),
            light: Some(block("glowstone")),
            window: Some(block("iron_bars")),
            air: Block::air(),
            start: block("emerald_block"),
            exit: block("gold_block"),
            portal: block("lapis_block"),
            gate: block("obsidian"),
        }
    }
}

impl RoomStyle {
    /// Whether the measures fit each other and the world.
    ///
    /// # Errors
    ///
    /// A measure is out of range, or floor, walls and ceiling are higher than the world.
    pub fn check(&self) -> Result<(), DatapackError> {
        let RoomStyle { diameter, wall_height, passage_width, passage_height, .. } = *self;
        let hall = diameter.saturating_sub(2);
        let odd = |value: u16, range: std::ops::RangeInclusive<u16>| value % 2 == 1 && range.contains(&value);
        let wrong =
            |name, value: u16, allowed| Err(DatapackError::Parameter { name, value: value.to_string(), allowed });
        if !odd(diameter, 3..=127) {
            return wrong("diameter", diameter, "an odd number from 3 to 127".to_owned());
        }
        if wall_height < 2 {
            return wrong("wall-height", wall_height, "2 or more".to_owned());
        }
        let rooms = u32::from(wall_height) + 2;
        if rooms > WORLD_HEIGHT {
            return Err(DatapackError::Height { rooms, world: WORLD_HEIGHT });
        }
        if !odd(passage_width, 1..=hall) {
            let allowed = format!("an odd number from 1 to {hall}, the hall of a room {diameter} across");
            return wrong("passage-width", passage_width, allowed);
        }
        if !(2..=wall_height).contains(&passage_height) {
            return wrong("passage-height", passage_height, format!("2 to {wall_height}, the height of the wall"));
        }
        Ok(())
    }

    /// How far the wall is from the middle.
    pub(super) const fn radius(&self) -> i32 {
        (self.diameter as i32 - 1) / 2
    }

    /// How far the edge of a passage is from its middle.
    pub(super) const fn passage_radius(&self) -> i32 {
        (self.passage_width as i32 - 1) / 2
    }

    /// The highest level with anything of the room in it, where the feet are at level 0.
    pub(super) const fn top(&self) -> i32 {
        self.wall_height as i32 - if self.ceiling.is_some() { 0 } else { 1 }
    }
}

/// Stairs that lead up against a direction and hang upside down or not; any other block, or one whose states are given,
/// as it is.
pub(super) fn turned(block: &Block, facing: &str, half: &str) -> Block {
    let is_plain_stair = block.name().ends_with("_stairs") && block.states().is_empty();
    let text = format!("{block}[facing={facing},half={half}]");
    if is_plain_stair { text.parse().unwrap_or_else(|_| block.clone()) } else { block.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_read_again() {
        let room = RoomStyle::default();
        assert_eq!(room.check(), Ok(()));
        let blocks = [&room.floor, &room.wall, &room.air, &room.start, &room.exit, &room.portal, &room.gate];
        let options = [&room.ceiling, &room.trim, &room.light, &room.window];
        for block in blocks.into_iter().chain(options.into_iter().flatten()) {
            assert_eq!(block.to_string().parse::<Block>().unwrap(), *block);
        }
        let json = serde_json::to_string(&room).unwrap();
        assert_eq!(serde_json::from_str::<RoomStyle>(&json).unwrap(), room);
    }

    #[test]
    fn measures_that_cannot_be_are_told() {
        let check = |json: &str, message: &str| {
            let room: RoomStyle = serde_json::from_str(json).unwrap();
            assert_eq!(room.check().unwrap_err().to_string(), message, "{json}");
        };
        check(r#"{"diameter": 8}"#, "`diameter` is 8; expected an odd number from 3 to 127");
        check(r#"{"diameter": 1}"#, "`diameter` is 1; expected an odd number from 3 to 127");
        check(r#"{"diameter": 129}"#, "`diameter` is 129; expected an odd number from 3 to 127");
        check(r#"{"wall-height": 1}"#, "`wall-height` is 1; expected 2 or more");
        check(
            r#"{"diameter": 3}"#,
            "`passage-width` is 3; expected an odd number from 1 to 1, the hall of a room 3 across",
        );
        check(
            r#"{"passage-width": 2}"#,
            "`passage-width` is 2; expected an odd number from 1 to 5, the hall of a room 7 across",
        );
        check(r#"{"passage-height": 1}"#, "`passage-height` is 1; expected 2 to 4, the height of the wall");
        check(r#"{"passage-height": 5}"#, "`passage-height` is 5; expected 2 to 4, the height of the wall");
        check(
            r#"{"wall-height": 383}"#,
            "rooms 385 blocks high with floor and ceiling do not fit between the 384 heights of a world",
        );
        let tall: RoomStyle = serde_json::from_str(r#"{"wall-height": 382}"#).unwrap();
        assert_eq!(tall.check(), Ok(()));
    }
}
