//! Templates of rooms that cannot be read.
#![allow(clippy::unwrap_used)]

use mapwright_levels::RoomTemplate;

#[test]
fn what_is_no_room_says_why() {
    let check = |rows: &[&str], message: &str| {
        assert_eq!(RoomTemplate::new(rows).unwrap_err().to_string(), message);
    };
    check(&["#.#", "#\u{7}#"], "`\\u{7}` in row 1 is no glyph of a tile");
    check(&[], "its floor is in 0 parts; expected 1");
    check(&["###", "# #"], "its floor is in 0 parts; expected 1");
    check(&[".#.", "..#", "#.."], "its floor is in 2 parts; expected 1");
}
