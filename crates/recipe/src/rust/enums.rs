//! The enums of parameters, which `Debug` does not name.

/// The struct, if several have such a field; the field; the enum.
const ENUMS: &[(&str, &str, &str)] = &[
    ("DistanceRule", "steps", "Steps"),
    ("DistanceRule", "to", "Landmark"),
    ("Paint", "by", "PaintBy"),
    ("PlaceRules", "ground", "PlaceGround"),
    ("RoomsFromRegions", "from", "RegionSource"),
    ("Scatter", "unique", "Unique"),
    ("Scatter", "what", "Scattered"),
    ("", "allow", "Allow"),
    ("", "areas", "SpawnAreas"),
    ("", "begin", "WalkBegin"),
    ("", "border", "Border"),
    ("", "by", "RoomOrder"),
    ("", "choice", "Choice"),
    ("", "connect", "Connect"),
    ("", "corner", "mapwright::core::Corner"),
    ("", "easiest", "Grade"),
    ("", "ground", "VaultGround"),
    ("", "hardest", "Grade"),
    ("", "horizontal", "AreaX"),
    ("", "keep", "Keep"),
    ("", "line", "CorridorLine"),
    ("", "lost_spawns", "LostSpawns"),
    ("", "metric", "Metric"),
    ("", "model", "CollapseModel"),
    ("", "odd_joins", "OddJoins"),
    ("", "overflow", "Overflow"),
    ("", "part", "StartPart"),
    ("", "pieces", "PieceSet"),
    ("", "room", "RoomChoice"),
    ("", "root", "Root"),
    ("", "start_area", "StartArea"),
    ("", "symmetry", "Symmetry"),
    ("", "tile", "ExitTile"),
    ("", "vertical", "AreaY"),
    ("", "walls", "CellWalls"),
    ("", "x", "AreaX"),
    ("", "y", "AreaY"),
    ("Corridors", "rooms", "RoomPairs"),
    ("Dla", "rule", "DlaRule"),
    ("GraphLayout", "rooms", "Rooms"),
    ("JoinParts", "shape", "TunnelShape"),
    ("LoopInjector", "rule", "LoopRule"),
    ("Portals", "rule", "PortalRule"),
    ("RoomDrawer", "shape", "mapwright::core::RoomShape"),
    ("RoomSpec", "template", "Templates"),
];

/// The enum of a field.
pub(super) fn of_field(name: &str, field: &str) -> Option<&'static str> {
    let fits = |&&(of, other, _): &&(&str, &str, &str)| (of.is_empty() || of == name) && other == field;
    ENUMS.iter().find(fits).map(|&(.., path)| path)
}
