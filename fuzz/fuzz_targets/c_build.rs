//! Any bytes are the name of a recipe or a recipe for the C library, or an error that says so in UTF-8. Nothing is built: the
//! flag to cancel is set.
#![no_main]

use std::ffi::{CStr, CString};
use std::ptr::null_mut;

use libfuzzer_sys::fuzz_target;
use mapwright::{
    mw_build_cancellable, mw_cancel_free, mw_cancel_new, mw_cancel_set, mw_error_free, mw_error_message,
    mw_error_stage, mw_map_free, mw_world_free, mw_world_new,
};

fuzz_target!(|input: &[u8]| {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let text = CString::new(&input[..end]).expect("no zero byte is left");
    // SAFETY: the text ends with a zero byte, handles are new, and each is freed once, last.
    unsafe {
        let cancel = mw_cancel_new();
        mw_cancel_set(cancel);
        let mut error = null_mut();
        let map = mw_build_cancellable(text.as_ptr(), 7, cancel, &raw mut error);
        assert_eq!(map.is_null(), !error.is_null());
        if !error.is_null() {
            let message = CStr::from_ptr(mw_error_message(error)).to_str().expect("UTF-8");
            assert!(!message.is_empty() && mw_error_stage(error) >= -1);
        }
        mw_map_free(map);
        mw_error_free(error);
        mw_world_free(mw_world_new(text.as_ptr(), 7, null_mut()));
        mw_cancel_free(cancel);
    }
});
