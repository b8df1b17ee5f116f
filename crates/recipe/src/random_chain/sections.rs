//! Drawings for large parts of a level. Each has a ring of transparent cells around it, so that it never opens the
//! border of the map.

use serde_json::Value;

/// Rows of glyphs, as `prefab-section` reads them.
pub(super) type Section = &'static [&'static str];

pub(super) const SECTIONS: [Section; 3] = [TEMPLE, CELLS, GARDEN];

const TEMPLE: Section = &[
    "                 ",
    " ####+#####+#### ",
    " #.............# ",
    " #.o..o...o..o.# ",
    " #.....\"\"\".....# ",
    " +.o...~~~...o.+ ",
    " #.....\"\"\".....# ",
    " #.o..o...o..o.# ",
    " #.............# ",
    " ####+#####+#### ",
    "                 ",
];

const CELLS: Section = &[
    "                   ",
    " ################# ",
    " #...#...#...#...# ",
    " #...#...#...#...# ",
    " ##+###+###+###+## ",
    " +...............+ ",
    " ##+###+###+###+## ",
    " #...#...#...#...# ",
    " #...#...#...#...# ",
    " ################# ",
    "                   ",
];

const GARDEN: Section = &[
    "                   ",
    " ######+###+###### ",
    " #\"&\"\"\"\"\"\"\"\"\"\"\"&\"# ",
    " #\"\"\"\"\"\"~~~\"\"\"\"\"\"# ",
    " +\"\"&\"\"~~~~~\"\"&\"\"+ ",
    " #\"\"\"\"\"\"~~~\"\"\"\"\"\"# ",
    " #\"&\"\"\"\"\"\"\"\"\"\"\"&\"# ",
    " ######+###+###### ",
    "                   ",
];

/// The rows as a parameter.
pub(super) fn rows(section: Section) -> Value {
    section.iter().copied().collect()
}
