//! A build that is stopped returns at once, says so, and leaves nothing behind.

use std::ops::ControlFlow;

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, BuildOptions, Builder, BuilderChain, BuilderMap, Facts, History,
};
use mapwright_core::{InitialMapBuilder, MetaMapBuilder, Progress, Size, Tile};

/// Asks five times, and as often in a builder inside it, whose error it ignores if it is `stubborn`.
#[derive(Clone, Debug)]
struct Patient {
    name: &'static str,
    stubborn: bool,
}

const PATIENT: Patient = Patient { name: "patient", stubborn: false };

impl Builder for Patient {
    fn facts(&self, _: Size) -> Facts {
        Facts::new(self.name)
    }
}

impl InitialMapBuilder for Patient {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        self.apply(&mut map, cx)?;
        Ok(map)
    }
}

impl MetaMapBuilder for Patient {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let ask = |map: &mut BuilderMap, cx: &mut BuildCx<'_>| {
            for cell in 0..5 {
                cx.keep_going()?;
                map.tiles[cell] = Tile(cx.rng.below(128) as u8);
                cx.snapshot(map, "asked");
            }
            Ok::<(), BuildError>(())
        };
        let asked = ask(map, cx).and_then(|()| ask(map, &mut cx.child("inner", 0)));
        if self.stubborn { Ok(()) } else { asked }
    }
}

fn chain() -> BuilderChain {
    BuilderChain::start_with(Size::new(3, 2), PATIENT).with(Patient { name: "more", ..PATIENT })
}

/// Builds a chain until the observer was asked `until` times, and returns the answer and how often it was asked.
fn stop(chain: &BuilderChain, until: u32, history: Option<&mut History>) -> (Result<BuilderMap, BuildError>, u32) {
    let mut asked = 0;
    let built = chain.build_with(
        7,
        BuildOptions::new().record(history).observe(&mut |_| {
            asked += 1;
            if asked == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
    );
    (built, asked)
}

#[test]
fn a_build_can_be_stopped_wherever_it_asks() {
    let (untouched, asked) = stop(&chain(), 0, None);
    assert_eq!((&untouched, asked), (&chain().build(7), 2 * (10 + 1)));
    for until in 1..=asked {
        let chain = chain();
        let (built, asked) = stop(&chain, until, None);
        let error = built.unwrap_err();
        let stage = if until <= 11 { "initial patient" } else { "metas[0] more" };
        assert_eq!((error.to_string(), asked), (format!("{stage}: stopped"), until));
        assert!(error.kind == BuildErrorKind::Stopped && !error.is_retryable());
        assert_eq!(chain.build(7), untouched);
    }
}

#[test]
fn a_stage_that_ignores_it_is_stopped_all_the_same_and_not_asked_again() {
    let chain = BuilderChain::start_with(Size::new(3, 2), Patient { stubborn: true, ..PATIENT });
    for until in 1..=6 {
        let (built, asked) = stop(&chain, until, None);
        assert_eq!((built.unwrap_err().kind, asked), (BuildErrorKind::Stopped, until));
    }
}

#[test]
fn a_stopped_build_leaves_no_history() {
    let mut history = History::default();
    let map = chain().build_with(7, &mut history).unwrap();
    let frames = history.frames().len();
    assert!(frames > 10);
    for until in [1, 5, 11, 12, 22] {
        assert!(stop(&chain(), until, Some(&mut history)).0.is_err());
        assert_eq!((history.frames().len(), history.bytes()), (0, 0));
    }
    assert_eq!(chain().build_with(7, &mut history).unwrap(), map);
    assert_eq!(history.frames().len(), frames);
}

#[test]
fn stages_and_maps_are_shown_in_order() {
    let mut seen = Vec::new();
    let built = chain().build_with(7, &mut |progress: Progress<'_>| {
        match progress {
            Progress::Working(stage) => seen.push((stage.index, None)),
            Progress::Done(stage, map) => seen.push((stage.index, Some(map.clone()))),
            _ => panic!("a third kind"),
        }
        ControlFlow::Continue(())
    });
    let stage = |index, map: &BuilderMap| [vec![(index, None); 10], vec![(index, Some(map.clone()))]].concat();
    let first = BuilderChain::start_with(Size::new(3, 2), PATIENT).build(7).unwrap();
    assert_eq!(seen, [stage(0, &first), stage(1, &built.unwrap())].concat());
}

#[test]
fn work_asks_after_every_few_thousand_units() {
    #[derive(Debug)]
    struct Works(Vec<u32>);
    impl Builder for Works {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("works")
        }
    }
    impl InitialMapBuilder for Works {
        fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
            self.0.iter().try_for_each(|&units| cx.work(units))?;
            cx.new_map(size, Tile::FLOOR)
        }
    }
    for (units, expected) in [
        (vec![1; 4095], 0),
        (vec![1; 4096], 1),
        (vec![1; 2 * 4096 - 1], 1),
        (vec![1; 2 * 4096], 2),
        (vec![u32::MAX, u32::MAX], 2),
        (vec![4095, u32::MAX], 1),
        (vec![0; 9000], 0),
    ] {
        let chain = BuilderChain::start_with(Size::new(1, 1), Works(units));
        assert_eq!(stop(&chain, 0, None).1, expected + 1);
    }
}

#[test]
fn one_stage_is_drawn_anew_and_the_others_are_not() {
    let build = |chain: BuilderChain| {
        let mut maps = Vec::new();
        let map = chain.build_with(7, &mut |progress: Progress<'_>| {
            if let Progress::Done(_, map) = progress {
                maps.push(map.tiles.clone());
            }
            ControlFlow::Continue(())
        });
        (maps.remove(0), map.unwrap())
    };
    let (first, last) = build(chain());
    let (same, other) = build(chain().reseed("more", 1));
    assert!(first == same && last != other);
    assert_eq!(build(chain().reseed("more", 2).reseed("more", 1)).1, other, "the last seed counts");
    assert_ne!(build(chain().reseed("more", 2)).1, other);
    assert_ne!(build(chain().reseed("more", 0)).1, last, "0 is a seed like others");
    assert_ne!(build(chain().reseed("patient", 1)).0, first);
    assert_eq!(&chain().build(7).unwrap(), &last, "a clone is a chain of its own");
    assert_eq!(build(chain().reseed("more", 2).reseed("metas[0] more", 1)).1, other, "a place counts more than a name");
    let error = chain().reseed("less", 1).build(7).unwrap_err();
    assert_eq!(error.to_string(), "parameter `reseed` is less; expected one of patient, more");
}
