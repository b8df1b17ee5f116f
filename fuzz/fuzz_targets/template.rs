//! Any text is a template, which is written and read again the same, turned and drawn, or an error that points into the text.
//! The same text is also read as JSON, with a legend and slots of its own.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_core::{Legend, MapRng, Meaning, Template, TemplateError};

fuzz_target!(|text: &str| {
    let mut legend = Legend::default()
        .with('g', Meaning::spawn("Goblin"))
        .with('k', Meaning::key(0))
        .with('A', Meaning::lock(0))
        .with('%', Meaning::any([('#', 1), ('.', 2), ('g', 1)]))
        .with('S', Meaning::Slot { name: "nook".to_owned(), rotate: true, mirror: true });
    for rows in [&["%.", "#."][..], &["g"], &["..#", "%%%"]] {
        legend.add_to_slot("nook", rows).expect("rows with cells");
    }
    match Template::from_text(text, &legend) {
        Ok(template) => check(&template),
        Err(TemplateError::Glyph { at, glyph, .. }) => {
            let line = text.lines().nth(at.y.into()).expect("a line of the text");
            assert_eq!(line.chars().nth(at.x.into()).unwrap_or(' '), glyph);
        }
        Err(_) => (),
    }
    if let Ok(template) = serde_json::from_str::<Template>(text) {
        let json = serde_json::to_string(&template).expect("templates are data");
        assert_eq!(serde_json::from_str::<Template>(&json).ok().as_ref(), Some(&template));
        check(&template);
    }
});

fn check(template: &Template) {
    assert_eq!(Template::from_text(&template.to_text(), template.legend()).as_ref(), Ok(template));
    assert_eq!(&template.turned(1).turned(3), template);
    assert_eq!(&template.mirrored().mirrored(), template);
    let drawn = template.draw(&mut MapRng::new(7));
    assert!(!drawn.has_choices() && drawn.size() == template.size());
    assert_eq!((drawn.start(), drawn.exit(), drawn.doors()), (template.start(), template.exit(), template.doors()));
    assert_eq!(Template::from_text(&drawn.to_text(), drawn.legend()), Ok(drawn));
}
