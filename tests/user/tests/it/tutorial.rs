//! The six programs of `docs/tutorial.md`, which `build.rs` takes from the page, print what the page shows.
#![allow(clippy::print_stdout, dead_code)]

use std::error::Error;

/// Each program in a module of its own, with a function that plays it and returns all it printed.
macro_rules! steps {
    ($($step:ident $file:literal),*) => { $(mod $step {
        include!(concat!(env!("OUT_DIR"), "/", $file));

        pub(super) fn screens(commands: &str) -> Result<String, Box<dyn Error>> {
            let mut out = Vec::new();
            play(7, commands.as_bytes(), &mut out)?;
            Ok(String::from_utf8(out)?)
        }
    })* };
}
steps!(step2 "step2.rs", step3 "step3.rs", step4 "step4.rs", step5 "step5.rs", step6 "step6.rs");

mod step1 {
    include!(concat!(env!("OUT_DIR"), "/step1.rs"));

    pub(super) fn screen() -> Result<String, BuildError> {
        Ok(level(7)?.to_string())
    }
}

#[test]
fn every_step_prints_what_the_page_shows() -> Result<(), Box<dyn Error>> {
    let page = include_str!("../../../../docs/tutorial.md");
    let shown: Vec<&str> = page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let commands =
        page.lines().find_map(|line| line.strip_prefix("After `")?.strip_suffix("`:")).ok_or("no commands")?;
    let screens = [step2::screens, step3::screens, step4::screens, step5::screens, step6::screens];
    let screens = screens.iter().map(|screens| screens(commands)).collect::<Result<Vec<_>, _>>()?;
    for (nth, screen) in [step1::screen()?].into_iter().chain(screens).enumerate() {
        // An editor of the page strips spaces at the ends of lines.
        let screen: String = screen.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        assert!(shown.get(nth).is_some_and(|shown| screen.contains(shown)), "step {} prints:\n{screen}", nth + 1);
    }
    Ok(())
}
