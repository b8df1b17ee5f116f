//! Whatever text is given to the readers of game IDs and sessions, they take it or refuse it, and what they take they
//! print again. The fuzz targets in `fuzz/` check the same with more time and a guide.

use mapwright_pipes::GameId;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// A valid ID or nearly so: every part may be wrong.
fn id_like() -> impl Strategy<Value = String> {
    let side = prop_oneof![20 => (1u32..6).prop_map(|n| n.to_string()), 1 => "[0-9]{0,6}"];
    let letters = prop_oneof![
        6 => Just(String::new()),
        3 => Just("w".to_owned()),
        1 => "w?(b[01]?\\.?[0-9]{0,3})?a?",
        1 => "[wba.0-9#]{0,6}"
    ];
    let tile = prop_oneof![15 => "[0-9a-f]", 1 => "[0-9a-f]v?h?"];
    let tail = prop_oneof![8 => Just(String::new()), 1 => "[0-9a-fvh :\u{e9}]{1,3}"];
    let parts = (side.clone(), side, letters, prop::collection::vec(tile, 0..40), 0..8u8, tail);
    parts.prop_map(|(w, h, letters, mut tiles, wrong, tail)| {
        if let (1.., Ok(w), Ok(h)) = (wrong, w.parse::<usize>(), h.parse::<usize>()) {
            let wanted = w.saturating_mul(h);
            tiles.resize(wanted.min(64), "5".to_owned());
        }
        format!("{w}x{h}{letters}:{}{tail}", tiles.concat())
    })
}

fn check_id(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<GameId>() {
        Ok(id) => {
            let printed = id.to_string();
            let again: GameId = printed.parse().unwrap();
            prop_assert_eq!(&again, &id);
            prop_assert_eq!(again.to_string(), printed);
        }
        Err(error) => {
            prop_assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{} in {:?}", error, text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_text_is_an_id_or_an_error(text in any::<String>()) {
        check_id(&text)?;
    }

    #[test]
    fn nearly_ids_are_ids_or_errors(text in id_like()) {
        check_id(&text)?;
    }
}

/// The readers would pass the tests above if they refused everything.
#[test]
fn many_of_the_nearly_ids_are_ids() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let texts = (0..500).map(|_| id_like().new_tree(&mut runner).unwrap().current());
    let taken = texts.filter(|text| text.parse::<GameId>().is_ok()).count();
    assert!((100..400).contains(&taken), "{taken} of 500");
}

#[cfg(feature = "serde")]
mod session {
    use mapwright_pipes::{PipeBoard, Session};

    use super::*;

    fn json_like() -> impl Strategy<Value = String> {
        let number = || prop_oneof![40 => 0u32..3, 1 => any::<u32>()];
        let moves = prop::collection::vec((number(), number(), 1u32..4), 0..6);
        let locked = prop::collection::vec((number(), number()), 0..2);
        (id_like(), moves, number(), locked, "[ ,x}]{0,1}").prop_map(|(id, moves, cursor, locked, tail)| {
            let moves: Vec<String> = moves.iter().map(|(x, y, q)| format!("[{x},{y},{q}]")).collect();
            let locked: Vec<String> = locked.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
            let (moves, locked) = (moves.join(","), locked.join(","));
            format!(r#"{{"id":"{id}","moves":[{moves}],"cursor":{cursor},"locked":[{locked}]}}{tail}"#)
        })
    }

    fn check_session(text: &str) -> Result<bool, TestCaseError> {
        let Ok(mut session) = serde_json::from_str::<Session>(text) else { return Ok(false) };
        let json = serde_json::to_string(&session).unwrap();
        let again: Session = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(again.board().puzzle(), session.board().puzzle());
        prop_assert_eq!(serde_json::to_string(&again).unwrap(), json);
        // Its whole life, there and back: the live board keeps up with it.
        while session.undo().is_some() {}
        prop_assert_eq!(session.board().puzzle(), session.id().unwrap().puzzle());
        while session.redo().is_some() {}
        let searched = PipeBoard::new(session.board().puzzle().clone());
        prop_assert_eq!(searched.counts(), session.board().counts());
        Ok(true)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn any_text_is_a_session_or_an_error(text in any::<String>()) {
            check_session(&text)?;
        }

        #[test]
        fn nearly_sessions_are_sessions_or_errors(text in json_like()) {
            check_session(&text)?;
        }
    }

    #[test]
    fn some_of_the_nearly_sessions_are_sessions() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let texts = (0..2_000).map(|_| json_like().new_tree(&mut runner).unwrap().current());
        let taken = texts.filter(|text| check_session(text).unwrap()).count();
        assert!((20..1_500).contains(&taken), "{taken} of 2000");
    }
}
