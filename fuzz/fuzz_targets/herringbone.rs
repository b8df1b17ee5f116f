//! Any text is a herringbone template, whose plane has a tile everywhere, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_wang::{Herringbone, HerringboneTemplate};

fuzz_target!(|text: &str| {
    let Ok(template) = text.parse::<HerringboneTemplate>() else { return };
    let again: HerringboneTemplate = template.to_string().parse().expect("what was written can be read");
    assert_eq!(again, template);
    let plane = Herringbone::new(7, &template);
    for (x, y) in [(0, 0), (-1, 5), (i64::MIN, i64::MAX)] {
        let laid = plane.piece_at(x, y);
        assert_eq!(template.pieces()[laid.piece].colors, laid.colors);
    }
});
