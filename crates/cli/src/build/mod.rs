//! `mapwright build`: builds maps and writes them, each to any number of files.

mod many;
mod timings;

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use mapwright::core::{BuildError, BuildOptions, BuilderChain, BuilderMap, History, Plane, Planes, Progress};
use mapwright::recipe::{Files, Recipe, map_digest, rust_program};
use mapwright::render::{Heading, RenderError, StagePicture, Style, stage_pictures, write_png};

use self::timings::Timings;
use crate::args::{seed, seeds};
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{Input, RecipeArgs};
use crate::message::warn;
use crate::output::{Built, FilmOf, How, Output, OutputArgs, PIXELS, SheetKind, as_text};
use crate::picture::{Brush, PICTURE, PictureArgs, Use, shows_nothing};
use crate::place::{check_effect, check_folder, check_input, check_places, print};
use crate::results::{Ready, write_all};
use crate::shows::Drawing;

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES.to_owned() + "\n" + &crate::options::help())]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    map: MapArgs,
    /// Build many seeds, B left out, with `{seed}` in the names of files; one that fails is reported and left out
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with_all = ["seed", "digest", "timings", "stages"])]
    seeds: Option<Range<u64>>,
    /// How many seeds to build at once [default: one for each core]
    #[arg(long, value_name = "N", requires = "seeds", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// With `--seeds`, write over maps of other calls
    #[arg(long, requires = "seeds")]
    force: bool,
    /// Print the digest of the map: the FNV-1a hash of its JSON
    #[arg(long)]
    digest: bool,
    /// Print the time of each stage, the size of the map after it, and what it changed
    #[arg(long)]
    timings: bool,
}

const EXAMPLES: &str = crate::args::examples!(
    "build cave"
    "build castle-keys --sheet poster -o castle.png -o castle.tmx"
    "build doors --set doors.chance=1 --size 60x40"
    "build cave --seeds 0..10 -o 'maps/{seed}.json'"
);

/// One map, and what to write of it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    pub(crate) recipe: RecipeArgs,
    /// The seed, instead of the recipe's
    #[arg(long, short, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    /// Frame the picture of the map
    #[arg(long, value_name = "NAME", help_heading = "Pictures")]
    sheet: Option<SheetKind>,
    /// Draw the map after every stage into a folder (keeps other files in it)
    #[arg(long, value_name = "DIR", help_heading = "Pictures")]
    stages: Option<PathBuf>,
    /// What an animation shows [default: build]
    #[arg(long, value_name = "WHAT", help_heading = "Pictures")]
    animation: Option<FilmOf>,
    /// Animation every N-th step inside a stage, 0 for stages only [default: about a hundred frames]
    #[arg(long, value_name = "N", help_heading = "Pictures")]
    every: Option<u32>,
}

pub(crate) fn run(args: &BuildArgs) -> Result<(), Failure> {
    if let Some(seeds) = &args.seeds {
        return many::run(args, seeds.clone());
    }
    let mut places: Vec<&Path> = args.map.output.files.out.iter().map(PathBuf::as_path).collect();
    places.extend(args.digest.then_some(Path::new("-")));
    check_places(&places)?;
    let mut timings = args.timings.then(Timings::default);
    let plan = args.map.plan()?;
    let job = args.map.job(&plan)?;
    let map = job.build(&plan, timings.as_mut())?;
    if args.digest {
        print(&format!("{:016x}\n", map_digest(&map.0)))?;
    } else if !plan.writes() {
        print(&as_text(&map.0)?)?;
    }
    job.write(&plan, &map)
}

/// What is to be written, found to be possible as far as that can be known without a recipe.
pub(crate) struct OutputPlan {
    pub(crate) outputs: Vec<Output>,
    stages: Option<PathBuf>,
    stages_brush: Brush,
    how: How,
    every: Option<u32>,
}

/// A chain to build, and all that is known of it.
pub(crate) struct Job {
    chain: BuilderChain,
    seed: u64,
    name: String,
    recipe: Option<Recipe>,
    files: Files,
}

impl MapArgs {
    /// Refuses options without effect, and files that cannot be written.
    pub(crate) fn plan(&self) -> Result<OutputPlan, Failure> {
        let how = How {
            brush: Brush::default(),
            sheet: self.sheet,
            animation: self.animation.unwrap_or_default(),
            world: false,
            stages: self.stages.is_some(),
        };
        let files = self.output.files_beside(Format::ALL, how.besides(), &self.pictures)?;
        let formats: Vec<Format> = files.iter().map(|&(format, _)| format).collect();
        let animations = formats.iter().any(|format| matches!(format, Format::Gif | Format::Apng));
        check_effect("--animation", self.animation.is_some(), "an animation (`-o FILE.gif`)", animations)?;
        let records = animations && how.animation == FilmOf::Build;
        check_effect("--every", self.every.is_some(), "an animation of the build (`-o FILE.gif`)", records)?;
        self.pictures.check(self.output.capabilities(), &how.targets(&formats), PICTURE)?;
        self.stages.as_deref().map_or(Ok(()), check_folder)?;
        let how = How { brush: self.pictures.brush(self.output.options())?, ..how };
        let mut outputs = self.output.plan(Format::ALL, &how)?;
        // What is quick and sure comes first: a picture may turn out too large.
        outputs.sort_by_key(|output| matches!(output.format, Format::Svg | Format::Png | Format::Gif | Format::Apng));
        let stages_brush = self.output.brush(&how, Drawing::Stages)?;
        Ok(OutputPlan { outputs, stages: self.stages.clone(), stages_brush, how, every: self.every })
    }

    /// Reads the recipe. Refuses what its maps cannot be or show.
    pub(crate) fn job(&self, plan: &OutputPlan) -> Result<Job, Failure> {
        let input = self.recipe.read()?;
        let recipe = match &input {
            Input::Recipe(recipe, _) => Some((**recipe).clone()),
            Input::Map(_) => None,
        };
        let (files, name) = (self.recipe.files(), self.recipe.name());
        if plan.has(&[Format::Rs]) {
            let Some(recipe) = &recipe else {
                let why = "a finished map cannot be written as Rust code; expected a recipe";
                return Err(Failure::input(why).about(&self.recipe.recipe));
            };
            rust_program(recipe, &files).map_err(|error| Failure::from(error).about(&self.recipe.recipe))?;
        }
        let (chain, seed) = input.into_chain(self.seed)?;
        plan.check(&chain)?;
        let places: Vec<PathBuf> = plan.outputs.iter().map(|output| named(&output.path, &name, seed)).collect();
        let places: Vec<&Path> = places.iter().map(PathBuf::as_path).collect();
        check_places(&places)?;
        check_input(&self.recipe.recipe, &places)?;
        Ok(Job { chain, seed, name, recipe, files })
    }
}

impl OutputPlan {
    fn has(&self, formats: &[Format]) -> bool {
        self.outputs.iter().any(|output| formats.contains(&output.format))
    }

    /// Whether anything is written but what the terminal shows.
    pub(crate) fn writes(&self) -> bool {
        self.stages.is_some() || !self.outputs.is_empty()
    }

    fn draws(&self) -> bool {
        self.stages.is_some() || self.has(&[Format::Png, Format::Gif, Format::Apng])
    }

    fn animations_walk(&self) -> bool {
        self.how.animation == FilmOf::Walk
    }

    fn check(&self, chain: &BuilderChain) -> Result<(), Failure> {
        if self.animations_walk() {
            let has = chain.builders().any(|builder| builder.facts(chain.size()).gives.contains(Plane::Proof));
            if !has {
                shows_nothing("`--animation walk`", Plane::Proof)?;
            }
        }
        let given = chain.builders().fold(Planes::NONE, |all, builder| all.union(builder.facts(chain.size()).gives));
        self.outputs.iter().try_for_each(|output| output.check(given))?;
        let several = self.stages.is_some() || self.outputs.iter().any(Output::is_animation);
        match self.draws() {
            true if several => self.how.brush.check_chain(chain, Use::Small(PIXELS)),
            true => self.how.brush.check_chain(chain, Use::Map),
            false => self.how.brush.check_shown_by(chain).map(drop),
        }
    }

    /// The history that the outputs need, if any.
    fn history(&self, chain: &BuilderChain) -> Option<History> {
        let animations = !self.animations_walk() && self.outputs.iter().any(Output::is_animation);
        let is_needed = animations
            || self.stages.is_some()
            || self.how.sheet == Some(SheetKind::Stages)
            || self.how.brush.shows_changes();
        let every = self.every.unwrap_or_else(|| (chain.size().area() / 100).max(1));
        is_needed.then(|| History::every(if animations { every } else { 0 }))
    }
}

impl Job {
    /// Builds the map, and tells what the chain warns of and how long each stage takes.
    pub(crate) fn build(
        &self,
        plan: &OutputPlan,
        timings: Option<&mut Timings>,
    ) -> Result<(BuilderMap, History), Failure> {
        self.chain.warnings().iter().for_each(|(stage, what)| warn(format_args!("{stage}: {what}")));
        let mut timings = timings;
        let built = self.build_seed(plan, self.seed, &mut |progress| match (&mut timings, progress) {
            (Some(timings), Progress::PutBack(_, count)) => timings.put_back(count),
            (Some(timings), Progress::Done(stage, map)) => timings.add(stage, map),
            _ => {}
        });
        if let Some(timings) = timings {
            timings.say();
        }
        let built = built?;
        let changed = self.recipe.as_ref().and_then(|recipe| recipe.changed(self.seed, &built.0));
        changed.iter().for_each(warn);
        Ok(built)
    }

    fn build_seed(
        &self,
        plan: &OutputPlan,
        seed: u64,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(BuilderMap, History), BuildError> {
        let mut history = plan.history(&self.chain);
        let map = self.chain.build_with(
            seed,
            BuildOptions::new().record(history.as_mut()).observe(&mut |progress| {
                watch(progress);
                ControlFlow::Continue(())
            }),
        )?;
        Ok((map, history.unwrap_or_default()))
    }

    /// Writes everything that was asked for, or nothing if something is refused.
    pub(crate) fn write(&self, plan: &OutputPlan, (map, history): &(BuilderMap, History)) -> Result<(), Failure> {
        let mut results = self.results(plan, map, history, self.seed)?;
        if let Some(dir) = &plan.stages {
            results.push(stages(dir, history, &plan.stages_brush.style(map, Use::Small(PIXELS))?)?);
        }
        write_all(results)
    }

    /// What is to be written of the map of a seed.
    fn results(
        &self,
        plan: &OutputPlan,
        map: &BuilderMap,
        history: &History,
        seed: u64,
    ) -> Result<Vec<Ready>, Failure> {
        let built = self.built(map, history, seed);
        let mut results = Vec::new();
        for output in &plan.outputs {
            results.extend(output.make(&built, &named(&output.path, &self.name, seed))?);
        }
        Ok(results)
    }

    fn built<'a>(&'a self, map: &'a BuilderMap, history: &'a History, seed: u64) -> Built<'a> {
        let heading = match &self.recipe {
            Some(recipe) => Heading::of_recipe(&self.name, recipe.title.as_deref(), seed, map.size()),
            None => Heading::of_map(&self.name, map.size()),
        };
        let seed = self.recipe.is_some().then_some(seed);
        Built { map, history, seed, recipe: self.recipe.as_ref(), files: &self.files, heading, origin: None }
    }
}

/// A path with the seed and the name of the recipe in their places.
fn named(path: &Path, name: &str, seed: u64) -> PathBuf {
    let text = path.to_string_lossy();
    if !text.contains('{') {
        return path.to_owned();
    }
    text.replace("{seed}", &seed.to_string()).replace("{name}", name).into()
}

/// The pictures of all stages.
fn stages(dir: &Path, history: &History, style: &Style) -> Result<Ready, Failure> {
    let stages = stage_pictures(history, &Style { changes: true, ..style.clone() }).map_err(Failure::input)?;
    let file = |stage: Result<StagePicture, RenderError>| {
        let (mut png, stage) = (Vec::new(), stage?);
        write_png(&stage.image, &mut png)?;
        Ok((stage.file_stem() + ".png", png))
    };
    let files: Vec<(String, Vec<u8>)> = stages.map(file).collect::<Result<_, RenderError>>().map_err(Failure::input)?;
    Ok(Ready::files(dir, dir, files))
}
