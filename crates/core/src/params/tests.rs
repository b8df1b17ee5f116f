use super::*;
use crate::{Point, Tile};

/// A stage.
#[crate::params]
struct Stage {
    /// How many.
    ///
    /// Not in the description.
    #[param(default = 30, range = 1..=Self::MOST)]
    tries: u32,
    /// The least side.
    #[param(default = 6, range = 1..)]
    min: u16,
    /// The most, if any.
    #[param(range = 1..)]
    most: Option<u32>,
    /// A share.
    #[param(range = 0.0..=1.0)]
    share: f64,
    /// One for each.
    #[param(range = 0..=9)]
    counts: Vec<u8>,
    /// How.
    #[param(default = Way::Far { steps: 2 })]
    way: Way,
    /// Parts.
    parts: Vec<Part>,
}

impl Stage {
    const MOST: u32 = 1000;
}

/// How.
#[crate::params]
enum Way {
    /// Nowhere.
    #[default]
    StandStill,
    /// To a cell.
    To(Point),
    /// So far.
    Far {
        /// How far.
        #[param(default = 5, range = 1..=9)]
        steps: u8,
    },
}

/// Words only.
#[crate::params]
enum Word {
    /// Before.
    #[default]
    Before,
}

/// A part.
#[crate::params]
struct Part {
    /// What.
    #[param(required)]
    tile: Tile,
    /// How often.
    #[param(default = 1, range = 1..=4)]
    weight: u32,
    /// Only if heavy.
    #[param(only_with(weight = "3" | "4"), not_with = "tile")]
    heavy: bool,
}

#[track_caller]
fn refused(stage: Stage, message: &str) {
    assert_eq!(stage.check_ranges().map_err(|error| error.to_string()), Err(message.to_owned()));
}

#[test]
fn ranges_are_checked_at_any_depth() {
    let good = Stage::default;
    assert_eq!(good().check_ranges(), Ok(()));
    refused(Stage { tries: 0, ..good() }, "parameter `tries` is 0; expected 1 to 1000");
    refused(Stage { tries: 1001, ..good() }, "parameter `tries` is 1001; expected 1 to 1000");
    refused(Stage { min: 0, ..good() }, "parameter `min` is 0; expected 1 or more");
    refused(Stage { most: Some(0), ..good() }, "parameter `most` is 0; expected 1 or more");
    assert_eq!(Stage { most: Some(1), ..good() }.check_ranges(), Ok(()));
    refused(Stage { share: f64::NAN, ..good() }, "parameter `share` is NaN; expected 0 to 1");
    refused(Stage { share: -0.5, ..good() }, "parameter `share` is -0.5; expected 0 to 1");
    refused(Stage { counts: vec![9, 10, 11], ..good() }, "parameter `counts[1]` is 10; expected 0 to 9");
    assert_eq!(Stage { way: Way::To(Point::new(1, 2)), ..good() }.check_ranges(), Ok(()));
    refused(Stage { way: Way::Far { steps: 10 }, ..good() }, "parameter `way.far.steps` is 10; expected 1 to 9");
    let parts = vec![Part { tile: Tile::WALL, weight: 5, heavy: false }];
    refused(Stage { parts, ..good() }, "parameter `parts[0].weight` is 5; expected 1 to 4");
}

#[test]
fn the_domain_is_that_of_the_fields() {
    let Schema::Object("Stage", "A stage.", fields) = Stage::schema() else { panic!("{:?}", Stage::schema()) };
    let named: Vec<(&str, &str)> = fields.iter().map(|field| (field.name, field.about)).collect();
    assert_eq!(named[..2], [("tries", "How many."), ("min", "The least side.")]);
    let domains = fields.iter().map(|field| format!("{:?}", (field.schema)()));
    let domains: Vec<String> = domains.take(5).collect();
    let most = u32::MAX;
    assert_eq!(
        domains,
        [
            "Int(1, 1000)".to_owned(),
            "Int(1, 65535)".to_owned(),
            format!("Maybe(Int(1, {most}))"),
            "Number(0.0, 1.0)".to_owned(),
            "List(Int(0, 9), (0, None))".to_owned(),
        ]
    );
    let Schema::OneOf("Way", ways) = Way::schema() else { panic!("{:?}", Way::schema()) };
    let [still, to, far] = ways[..] else { panic!("{ways:?}") };
    assert_eq!((still.rust, still.name, still.about), ("StandStill", "stand-still", "Nowhere."));
    assert!(matches!(still.holds, Holds::Nothing) && matches!(to.holds, Holds::Value(_)));
    let Holds::Fields([steps]) = far.holds else { panic!("{far:?}") };
    assert!(matches!((steps.schema)(), Schema::Int(1, 9)));
    let Schema::Object("Part", _, [tile, weight, heavy]) = Part::schema() else { panic!("{:?}", Part::schema()) };
    assert!(tile.is_required && !weight.is_required);
    assert_eq!((heavy.only_with, heavy.not_with), (Some(("weight", &["3", "4"][..])), Some("tile")));
}

/// Every type that can have a range.
#[crate::params]
struct Ranges {
    /// Below ground.
    #[param(default = -3, range = -9..=-1)]
    depth: i32,
    /// From far below.
    #[param(range = -5..)]
    low: i64,
    /// A share.
    #[param(default = 0.5, range = 0.0..=1.0)]
    share: f32,
    /// A count.
    #[param(default = 1, range = 1..=9)]
    count: usize,
    /// A large number.
    #[param(default = 1, range = 1..)]
    many: u64,
    /// A tile to walk on.
    #[param(default = Tile::FLOOR, range = Tile::OPEN)]
    open: Tile,
    /// Tiles that block.
    #[param(range = Tile::SOLID)]
    solid: Vec<Tile>,
    /// One or two.
    #[param(default = vec![7], items = 1..=2)]
    list: Vec<u8>,
    /// A probability and a number.
    #[param(default = (0.5, 1), range = (0.0..=1.0, 1..))]
    pair: (f64, u32),
    /// A size.
    group: Group,
}

/// A size.
#[crate::params]
enum Group {
    /// All.
    #[default]
    All,
    /// A number of them.
    #[param(range = 1..=5)]
    Some(u8),
}

#[test]
fn everything_that_has_an_order_can_have_a_range() {
    let good = Ranges::default;
    assert_eq!(good().check_ranges(), Ok(()));
    for (ranges, message) in [
        (Ranges { depth: 0, ..good() }, "`depth` is 0; expected -9 to -1"),
        (Ranges { low: -6, ..good() }, "`low` is -6; expected -5 or more"),
        (Ranges { share: 1.5, ..good() }, "`share` is 1.5; expected 0 to 1"),
        (Ranges { count: 0, ..good() }, "`count` is 0; expected 1 to 9"),
        (Ranges { many: 0, ..good() }, "`many` is 0; expected 1 or more"),
        (Ranges { open: Tile(130), ..good() }, "`open` is deep-water; expected an open tile, 0 to 127"),
        (Ranges { solid: vec![Tile::WALL, Tile(40)], ..good() }, "`solid[1]` is 40; expected a solid tile, 128 to 255"),
        (Ranges { list: vec![], ..good() }, "`list` is a list of 0; expected a list of 1 to 2"),
        (Ranges { list: vec![0; 3], ..good() }, "`list` is a list of 3; expected a list of 1 to 2"),
        (Ranges { pair: (2.0, 1), ..good() }, "`pair` is 2; expected 0 to 1"),
        (Ranges { pair: (0.5, 0), ..good() }, "`pair` is 0; expected 1 or more"),
        (Ranges { group: Group::Some(6), ..good() }, "`group.some` is 6; expected 1 to 5"),
    ] {
        let error = ranges.check_ranges().unwrap_err().to_string();
        assert_eq!(error, format!("parameter {message}"));
    }
    let Schema::Object(_, _, fields) = Ranges::schema() else { panic!("{:?}", Ranges::schema()) };
    let domains: Vec<String> = fields.iter().take(9).map(|field| format!("{:?}", (field.schema)())).collect();
    let most = i64::MAX;
    assert_eq!(
        domains,
        [
            "Int(-9, -1)".to_owned(),
            format!("Int(-5, {most})"),
            "Number(0.0, 1.0)".to_owned(),
            "Int(1, 9)".to_owned(),
            format!("Int(1, {})", u64::MAX),
            "Tile(0, 127)".to_owned(),
            "List(Tile(128, 255), (0, None))".to_owned(),
            "List(Int(0, 255), (1, Some(2)))".to_owned(),
            format!("Tuple([Number(0.0, 1.0), Int(1, {})])", u32::MAX),
        ]
    );
}

#[test]
fn words_are_small() {
    fn is_plain<T: Copy + Eq + std::hash::Hash + Default>(_: T) {}
    is_plain(Word::Before);
}

#[test]
fn parameters_are_held_against_their_range() {
    assert!([0.0, 0.5, 1.0].into_iter().all(|p| in_range("p", &p, &(0.0..=1.0)).is_ok()));
    for (p, shown) in [(-0.1, "-0.1"), (1.5, "1.5"), (f64::NAN, "NaN")] {
        let error = in_range("p", &p, &(0.0..=1.0)).unwrap_err();
        assert_eq!(error, BuildError::parameter("p", shown, "0 to 1"));
    }
    assert_eq!(in_range("width", &0_u8, &(1..=9)).unwrap_err(), BuildError::parameter("width", 0, "1 to 9"));
}
