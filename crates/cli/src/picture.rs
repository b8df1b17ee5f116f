//! How pictures of maps look: options that every command shares that draws.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mapwright::core::{BuilderChain, BuilderMap, Palette, Plane, Planes, Secrets, Size, Tile};
use mapwright::recipe::Registry;
use mapwright::render::image::RgbaImage;
use mapwright::render::{
    self, Kind, Sprites, Style, THEMES, Theme, Tileset, TilesetKind, fitting_scale, kind_of, map_tiles,
};

use crate::failure::{Failure, shown};
use crate::input::{read_bytes, read_text};
use crate::message::warn;
use crate::options::Options;
use crate::place::{check_effect, extension};
use crate::shows::{self, Capability, Drawing};
use crate::tileset_source::{TilesetSource, tiled_set};

/// What pictures show on top of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Overlay {
    /// Open ground by its distance from the start
    Distance,
    /// Open ground by the depth of its area
    Areas,
    /// The level graph: areas and what joins them
    Graph,
    /// The walk that wins the level
    Walk,
    /// What the last stage changed
    Changes,
}

impl Overlay {
    const fn capability(self) -> Capability {
        match self {
            Overlay::Distance => Capability::Distance,
            Overlay::Areas => Capability::Areas,
            Overlay::Graph => Capability::Graph,
            Overlay::Walk => Capability::Walk,
            Overlay::Changes => Capability::Changes,
        }
    }
}

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PictureArgs {
    /// The colors: atlas, parchment, dark, blueprint, print, or a JSON file
    #[arg(long, help_heading = "Pictures", value_name = "NAME|FILE", value_parser = theme)]
    pub(crate) theme: Option<Box<Theme>>,
    /// Pixels for each cell [default: what suits the size of the map, or the tileset]
    #[arg(long, help_heading = "Pictures", value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub(crate) cell: Option<u32>,
    /// Draw over the map: its `distance` from the start, `areas` by depth, the level `graph`, the `walk` that wins, or
    /// the `changes` of the last stage
    #[arg(long, help_heading = "Pictures", value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) overlay: Vec<Overlay>,
    /// Draw with a tileset: a PNG, a `.tsx` or `.tsj` of Tiled, or a built-in one (terrain, terrain3, paths, walls, pipes)
    #[arg(long, help_heading = "Pictures", value_name = "FILE|NAME")]
    pub(crate) tileset: Option<PathBuf>,
    /// The kind of a tileset from a file, if the number of its tiles leaves it open
    #[arg(long, help_heading = "Pictures", value_name = "KIND", value_parser = kind, requires = "tileset")]
    tileset_kind: Option<TilesetKind>,
    /// Draw with the pictures in a folder: `door.png`, `water.png`, `start.png`, and by the names of spawns `Goblin.png`
    #[arg(long, help_heading = "Pictures", value_name = "DIR")]
    pub(crate) sprites: Option<PathBuf>,
}

/// The words of what pictures show.
const KINDS: &[(&str, Kind)] =
    &[("auto", Kind::Auto), ("tiles", Kind::Tiles), ("maze", Kind::Maze), ("regions", Kind::Regions)];

/// How to ask for a picture.
pub(crate) const PICTURE: &str = "a picture (`-o FILE.png`)";

/// What a picture is for, which decides its size unless `--cell` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// One picture of a map.
    Map,
    /// One of several pictures, or an animation, with at most this many pixels.
    Small(u32),
}

impl PictureArgs {
    /// The files that drawing reads each time: the tileset with its picture, and the sprites.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let sprites = self.sprites.iter().flat_map(|dir| dir.read_dir().into_iter().flatten());
        let sprites = sprites.filter_map(|entry| Some(entry.ok()?.path())).chain(self.sprites.clone());
        let pictures = self.tileset.iter().filter_map(|path| Some(path.with_file_name(tiled_set(path)?.ok()?.image)));
        self.tileset.iter().cloned().chain(pictures).chain(sprites).collect()
    }

    /// Whether the tileset is a picture, which options describe.
    pub(crate) fn has_sheet(&self) -> bool {
        self.tileset.as_deref().is_some_and(|path| !["", "tsx", "tsj"].contains(&&*extension(path)))
    }

    /// What was chosen.
    pub(crate) fn capabilities(&self) -> Vec<Capability> {
        let given = [
            (Capability::Theme, self.theme.is_some()),
            (Capability::Cell, self.cell.is_some()),
            (Capability::Tileset, self.tileset.is_some()),
            (Capability::Sprites, self.sprites.is_some()),
        ];
        let overlays = self.overlay.iter().map(|overlay| overlay.capability());
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(capability, _)| capability).chain(overlays).collect()
    }

    /// Refuses options that none of the drawings shows, together with other `capabilities`. `instead` says how to ask for one.
    pub(crate) fn check(
        &self,
        capabilities: Vec<Capability>,
        targets: &[Drawing],
        instead: &str,
    ) -> Result<(), Failure> {
        shows::check(self.capabilities().into_iter().chain(capabilities), targets, instead)?;
        let own = "built-in colors; `--tileset` has its own";
        for (option, overlay) in [("--overlay distance", Overlay::Distance), ("--overlay areas", Overlay::Areas)] {
            check_effect(option, self.overlay.contains(&overlay), own, self.tileset.is_none())?;
        }
        Ok(())
    }

    /// Refuses changes where no picture shows them.
    pub(crate) fn check_changes(&self, picture: &str, is_there: bool) -> Result<(), Failure> {
        check_effect("--overlay changes", self.overlay.contains(&Overlay::Changes), picture, is_there)
    }

    /// Reads what drawing needs from files, before there is a map.
    pub(crate) fn brush(&self, options: Options<'_>) -> Result<Brush, Failure> {
        let has = |overlay| self.overlay.contains(&overlay);
        let style = Style {
            tint: has(Overlay::Distance),
            areas: has(Overlay::Areas),
            graph: has(Overlay::Graph),
            walk: has(Overlay::Walk).then_some(usize::MAX),
            changes: has(Overlay::Changes),
            margin: Some(0),
            theme: self.theme.as_deref().cloned().unwrap_or_default(),
            ..Style::default()
        };
        let read = |path: &PathBuf| TilesetSource::read(path, self.tileset_kind, self.cell, options);
        let tileset = self.tileset.as_ref().map(read).transpose()?;
        let sprites = self.sprites.as_deref().map(read_sprites).transpose()?;
        Ok(Brush { style, cell: self.cell, tileset, sprites, overlays: self.overlay.clone() })
    }
}

/// How maps are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brush {
    style: Style,
    pub(crate) cell: Option<u32>,
    pub(crate) tileset: Option<TilesetSource>,
    sprites: Option<Sprites>,
    overlays: Vec<Overlay>,
}

impl Brush {
    /// The brush with the options of formats: what `target` does not show is left out.
    pub(crate) fn on(&self, target: Drawing, options: Options<'_>) -> Result<Brush, Failure> {
        let (mut brush, shows) = (self.clone(), |capability| target.shows(capability));
        let style = &mut brush.style;
        if shows(Capability::Marks) {
            style.marks = options.flag("marks", true)?;
        }
        if shows(Capability::Secrets) {
            style.secrets = options.choice("secrets", &[("shown", Secrets::Shown), ("hidden", Secrets::Hidden)])?;
        }
        if shows(Capability::Floor) {
            style.floor = options.read("floor", str::parse)?;
        }
        // Texts and REXPaint images have forms of their own.
        if shows(Capability::Form) && !matches!(target, Drawing::Txt | Drawing::Xp) {
            style.kind = options.choice("form", KINDS)?;
            let is_own = style.kind == Kind::Auto || brush.tileset.is_none();
            check_effect("-O form", !is_own, "built-in colors; `--tileset` has its own form", is_own)?;
        }
        style.tint &= shows(Capability::Distance);
        style.areas &= shows(Capability::Areas);
        style.graph &= shows(Capability::Graph);
        style.walk = style.walk.filter(|_| shows(Capability::Walk));
        style.changes &= shows(Capability::Changes);
        brush.overlays.retain(|overlay| shows(overlay.capability()));
        brush.tileset = brush.tileset.filter(|_| shows(Capability::Tileset));
        brush.sprites = brush.sprites.filter(|_| shows(Capability::Sprites));
        Ok(brush)
    }

    /// Returns the brush with this number of pixels a cell, unless `--cell` or a tileset says another.
    pub(crate) fn of_cell(mut self, pixels: u32) -> Brush {
        self.cell = self.cell.or_else(|| self.tileset.is_none().then_some(pixels));
        self
    }

    /// The only floor to draw.
    pub(crate) const fn floor(&self) -> Option<u16> {
        self.style.floor
    }

    /// Whether pictures show what the last stage changed.
    pub(crate) const fn shows_changes(&self) -> bool {
        self.style.changes
    }

    /// The style without sprites and a tileset.
    pub(crate) fn plain(&self) -> Style {
        self.style.clone()
    }

    /// The style for a map.
    pub(crate) fn style(&self, map: &BuilderMap, what: Use) -> Result<Style, Failure> {
        self.check_map(map)?;
        let tileset = self.tileset.as_ref().map(|tileset| tileset.read_for(map.planes())).transpose()?;
        if let Some(tileset) = &tileset {
            // Stages may lack what the tileset shows, but not the finished map.
            check_tileset(tileset.kind(), map.planes(), map.planes())?;
            render::tile_indexes(map, tileset.kind()).map_err(Failure::input)?;
        }
        let scale = self.scale(map.size(), what, tileset.as_ref().map(|tileset| tileset.tile_size().0));
        let style = Style { scale, ..self.style.clone() };
        if tileset.is_none() && self.sprites.is_none() {
            return Ok(style);
        }
        let mut sprites = self.sprites.clone().unwrap_or_default();
        if tileset.as_ref().is_some_and(|tileset| tileset.kind() == TilesetKind::Blob47) {
            // It tells rock from floor only: what else there is looks as without it.
            let plain = Style { sprites: None, ..style.clone() };
            for (tile, picture) in map_tiles(map, &plain, true).map_err(Failure::input)?.pictures {
                if tile != Tile::FLOOR && tile != Tile::WALL {
                    sprites.tiles.entry(tile).or_insert(picture);
                }
            }
        }
        sprites.tileset = tileset;
        Ok(Style { sprites: Some(Arc::new(sprites)), ..style })
    }

    fn scale(&self, size: Size, what: Use, tile: Option<u32>) -> u32 {
        self.cell.or(tile).unwrap_or_else(|| match what {
            Use::Map => fitting_scale(size),
            Use::Small(pixels) => self.style.clone().fit(size, pixels).scale,
        })
    }

    /// Refuses pictures of a size that are too large.
    pub(crate) fn check_size(&self, size: Size, what: Use) -> Result<(), Failure> {
        let tile = self.tileset.as_ref().map(|tileset| tileset.tile_px().unwrap_or(1));
        self.check_scale(size, self.scale(size, what, tile))
    }

    fn check_scale(&self, size: Size, scale: u32) -> Result<(), Failure> {
        Style { scale, ..self.style.clone() }.check_size(size).map_err(Failure::input)
    }

    /// Refuses what the maps of a chain cannot be or show, before one is built.
    pub(crate) fn check_chain(&self, chain: &BuilderChain, what: Use) -> Result<(), Failure> {
        let tileset = self.check_shown_by(chain)?;
        // Stages may enlarge a map; none makes it smaller.
        let scales = chain.builders().map(|builder| builder.facts(chain.size()).scale);
        let larger = |size: Size, scale: u16| Size::new(size.w.saturating_mul(scale), size.h.saturating_mul(scale));
        let size = scales.fold(chain.size(), larger);
        self.check_scale(size, self.scale(size, what, tileset.map(|tileset| tileset.tile_size().0)))
    }

    /// Refuses an overlay or a tileset that no map of a chain can show; gives the tileset.
    pub(crate) fn check_shown_by(&self, chain: &BuilderChain) -> Result<Option<Tileset>, Failure> {
        let facts = || chain.builders().map(|builder| builder.facts(chain.size()));
        let given = facts().fold(Planes::NONE, |planes, facts| planes.union(facts.gives));
        self.check_shown(given)?;
        let last = facts().fold(Planes::NONE, |planes, facts| facts.after(planes));
        let tileset = self.tileset.as_ref().map(|tileset| tileset.read_for(last)).transpose()?;
        tileset.as_ref().map_or(Ok(()), |tileset| check_tileset(tileset.kind(), last, given))?;
        Ok(tileset)
    }

    /// Refuses an overlay that would show nothing of a map.
    pub(crate) fn check_map(&self, map: &BuilderMap) -> Result<(), Failure> {
        self.check_shown(map.planes())?;
        let form = match kind_of(map, &self.style) {
            Kind::Pipes => "pipes",
            Kind::WangEdges | Kind::WangCorners => "Wang tiles",
            Kind::Regions => "regions",
            _ => return Ok(()),
        };
        let tint = self.overlays.iter().find(|overlay| matches!(overlay, Overlay::Distance | Overlay::Areas));
        tint.map_or(Ok(()), |tint| {
            let option = tint.capability().option();
            Err(Failure::input(format!("`{option}` has no effect on {form}; expected tiles or a maze")))
        })
    }

    /// Refuses an overlay that would show nothing.
    fn check_shown(&self, planes: Planes) -> Result<(), Failure> {
        for overlay in &self.overlays {
            match overlay {
                Overlay::Distance if !planes.contains(Plane::Start) => {
                    shows_nothing("the overlay `distance`", Plane::Start)?
                }
                Overlay::Areas if !planes.contains(Plane::Graph) => shows_nothing("the overlay `areas`", Plane::Graph)?,
                Overlay::Graph if !planes.contains(Plane::Graph) => shows_nothing("the overlay `graph`", Plane::Graph)?,
                Overlay::Walk if !planes.contains(Plane::Proof) => shows_nothing("the overlay `walk`", Plane::Proof)?,
                _ => (),
            }
        }
        Ok(())
    }
}

/// The refusal of what would show nothing, with the stage that helps.
pub(crate) fn shows_nothing(what: &str, plane: Plane) -> Result<(), Failure> {
    let (missing, giver) = match plane {
        Plane::Proof => ("proof", "`solvability-validator` gives one"),
        Plane::Start => ("start", "`start` gives one"),
        _ => ("level graph", "`area-graph` gives one"),
    };
    Err(Failure::input(format!("{what} shows nothing: there is no {missing}; {giver}")))
}

/// Refuses a tileset that cannot show a map that has some planes, and at most `given`.
fn check_tileset(kind: TilesetKind, has: Planes, given: Planes) -> Result<(), Failure> {
    let why = match kind.plane() {
        None if has.contains(Plane::Sides) => {
            "the map has walls between its cells, and the tileset shows solid tiles: add the stage `sides-to-tiles`, or draw \
             with `--tileset paths`"
                .to_owned()
        }
        Some(plane) if !given.contains(plane) => {
            let givers = Registry::shipped().providers(plane);
            let some = givers.iter().take(3).map(|giver| format!("`{giver}`")).collect::<Vec<_>>().join(", ");
            format!("the map has no `{plane}`, which the tileset shows: begin with {some}, or draw with `--tileset walls`")
        }
        _ => return Ok(()),
    };
    Err(Failure::input(why))
}

/// The pictures in a folder: of tiles and marks by their names, all others of spawns.
fn read_sprites(dir: &Path) -> Result<Sprites, Failure> {
    let unreadable = |error: std::io::Error| Failure::input(error).about(dir);
    let mut sprites = Sprites::default();
    let palette = Palette::default();
    let mut paths: Vec<PathBuf> =
        dir.read_dir().map_err(unreadable)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| extension(path) == "png");
    if paths.is_empty() {
        return Err(Failure::input("no .png is in this folder").about(dir));
    }
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let picture = picture(&path)?;
        let tile = palette.named(&name.replace('_', " "));
        match name.as_str() {
            "start" => sprites.start = Some(picture),
            "exit" => sprites.exit = Some(picture),
            "key" => sprites.key = Some(picture),
            "door" => sprites.door = Some(picture),
            _ => match tile {
                Some(tile) => drop(sprites.tiles.insert(tile, picture)),
                None => {
                    warn_of_a_slip(&path, &name, &palette);
                    sprites.spawns.insert(name, picture);
                }
            },
        }
    }
    Ok(sprites)
}

/// A picture of spawns whose name is that of a mark or a tile but for capitals or a plural: perhaps that was meant.
fn warn_of_a_slip(path: &Path, name: &str, palette: &Palette) {
    let small = name.to_lowercase().replace('_', " ");
    let is_meant = |known: &&str| small == **known || small.strip_suffix('s') == Some(known);
    let tiles = palette.looks().iter().map(|look| look.name.as_str());
    if let Some(meant) = ["start", "exit", "key", "door"].into_iter().chain(tiles).find(is_meant) {
        warn(format_args!(
            "{}: drawn for spawns that are called `{name}`; for `{meant}` call it {}.png",
            shown(path),
            meant.replace(' ', "-")
        ));
    }
}

fn picture(path: &Path) -> Result<RgbaImage, Failure> {
    let refused = |why: String| Failure::input(why).about(path);
    let pixels = mapwright::files::Pixels::from_png(&read_bytes(path)?, 1 << 24);
    let pixels = pixels.map_err(|error| refused(error.to_string()))?;
    let picture = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba.into_flattened());
    picture.ok_or_else(|| refused("no picture".to_owned()))
}

/// Finds a theme by its name, or reads it from a JSON file.
fn theme(name: &str) -> Result<Box<Theme>, String> {
    if let Some(theme) = render::theme(name) {
        return Ok(Box::new(theme));
    }
    let path = Path::new(name);
    if extension(path) != "json" {
        return Err(format!("expected {}, or a .json file", THEMES.join(", ")));
    }
    let text = read_text(path).map_err(|failure| failure.to_string())?;
    Theme::from_json(&text).map(Box::new).map_err(|error| format!("{}: {error}", shown(path)))
}

/// Reads the name of a kind of tilesets.
pub(crate) fn kind(text: &str) -> Result<TilesetKind, String> {
    let names: Vec<&str> = TilesetKind::ALL.into_iter().map(TilesetKind::name).collect();
    let found = TilesetKind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| format!("expected {}", names.join(", ")))
}
