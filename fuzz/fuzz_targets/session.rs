//! Any text is a session, which is saved and read again the same and whose board is right after all moves were taken
//! back and made again, or an error. So is any text a saved game of Net.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_pipes::{PipeBoard, Session};

fuzz_target!(|text: &str| {
    let Ok(mut session) = Session::from_net_save(text).or_else(|_| serde_json::from_str::<Session>(text)) else {
        return;
    };
    let json = serde_json::to_string(&session).expect("what was read has a game ID");
    let again: Session = serde_json::from_str(&json).expect("what was saved can be read");
    assert_eq!(serde_json::to_string(&again).ok(), Some(json));
    while session.undo().is_some() {}
    while session.redo().is_some() {}
    let searched = PipeBoard::new(session.board().puzzle().clone());
    assert_eq!(searched.counts(), session.board().counts());
});
