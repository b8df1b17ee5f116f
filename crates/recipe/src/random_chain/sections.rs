//! What is put over a part of a level as a whole. Around each is a ring of cells that stay as they are, so that the
//! border of the map is not opened.

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
