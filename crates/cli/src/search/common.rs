//! What searches have in common.

use std::path::PathBuf;

use mapwright::files::Folder;
use mapwright::recipe::Registry;
use mapwright::render::{RgbaImage, draw, write_png};
use mapwright::search::{FoundLevel, Requirements, Search, SearchError, SearchProgress, Vary};
use serde_json::Value;

use crate::args::seed;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{RecipeArgs, whole_path};
use crate::message::{progress, warn};
use crate::options::Options;
use crate::picture::{Brush, PictureArgs, Use};
use crate::place::{check_new_folder, make_way, save};
use crate::shows::Drawing;

/// What all searches have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct CommonArgs {
    #[command(flatten)]
    recipe: RecipeArgs,
    /// What may change besides the seed: `all`, or a parameter such as `wall_chance`, `doors.chance=0..0.5` or
    /// `initial.use=wilson,eller`; may be given again
    #[arg(long, value_name = "WHAT")]
    vary: Vec<String>,
    /// What a level must be like, such as "solution_steps 60..80, loops >= 3" [default: the recipe's `want`, or anything]
    #[arg(long, value_name = "REQUIREMENTS")]
    want: Option<Requirements>,
    /// Where to write the recipes of the levels and `manifest.json`: a new or an empty directory
    #[arg(long = "output", short, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// How many levels to build at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Also draw them on `sheet.png`; with more than 400 levels also on `sheet-2.png` and so on
    #[arg(long)]
    sheet: bool,
}

/// What searches among random levels have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct DrawArgs {
    /// The seed of the search [default: the recipe's]
    #[arg(long, short, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Build every level to its end: the same result, later
    #[arg(long)]
    no_abort: bool,
    /// The most levels to try
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    #[command(flatten)]
    pictures: PictureArgs,
}

impl CommonArgs {
    /// The search for what is wanted, or for what the recipe wants.
    pub(super) fn search(&self, draw: Option<&DrawArgs>) -> Result<(Search, Brush), Failure> {
        let default = PictureArgs::default();
        let pictures = draw.map_or(&default, |draw| &draw.pictures);
        let targets: &[Drawing] = if self.sheet { &[Drawing::Picture] } else { &[] };
        pictures.check(Vec::new(), targets, "`--sheet`")?;
        pictures.check_changes("`mapwright build`", false)?;
        let brush = pictures.brush(Options::NONE)?;
        let (recipe, chain) = self.recipe.read_recipe("a finished map cannot vary")?;
        let path = self.recipe.recipe.as_path();
        let own = || recipe.want.as_deref().unwrap_or_default();
        let want = match &self.want {
            Some(want) => want.clone(),
            None if own().is_empty() => Requirements::default(),
            None => own().parse().map_err(|error| Failure::input(format!("`want`: {error}")).about(path))?,
        };
        let mut search = Search::new(recipe);
        search.seed = draw.and_then(|draw| draw.seed).unwrap_or(search.seed);
        if let Some(draw) = draw {
            (search.early_out, search.budget) = (!draw.no_abort, draw.budget);
        }
        search.want = want;
        search.vary = self.vary.iter().map(|text| vary(&search.recipe, text)).collect::<Result<_, _>>()?;
        search.registry = Registry::shipped();
        search.files = self.recipe.files();
        search.memory = self.recipe.memory();
        brush.check_shown_by(&chain)?;
        if Format::of(&self.out, Format::ALL).is_ok() {
            let why = "`-o` names a folder for the recipes that are found, not a file; `--sheet` draws them";
            return Err(Failure::input(why).about(&self.out));
        }
        check_new_folder(&self.out)?;
        Ok((search, brush))
    }

    /// Runs a search on `--jobs` threads, with a progress bar.
    pub(super) fn run<T: Send>(
        &self,
        search: impl FnOnce(&mut (dyn FnMut(SearchProgress) -> bool + Send)) -> Result<T, SearchError> + Send,
    ) -> Result<T, Failure> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from));
        let threads = threads.build().map_err(Failure::input)?;
        let bar = progress(0, "levels");
        let done = threads.install(|| {
            search(&mut |progress: SearchProgress| {
                bar.set_length(progress.budget);
                bar.set_position(progress.tried);
                true
            })
        });
        bar.finish_and_clear();
        done.map_err(Failure::from)
    }

    /// Writes the manifest and the recipes, everything or nothing. Then, with `--sheet`, the pictures: one that cannot be
    /// drawn is a warning, since what took the time is written.
    pub(super) fn write(
        &self,
        manifest: &Value,
        recipes: Vec<(String, String)>,
        pictures: impl FnOnce(&str, &mut dyn FnMut(&str, Result<RgbaImage, Failure>)),
    ) -> Result<(), Failure> {
        let mut folder = Folder::default();
        folder.add("manifest.json", format!("{manifest:#}\n"));
        recipes.into_iter().for_each(|(file, recipe)| folder.add(file, recipe));
        make_way(&self.out)?;
        folder.save(&self.out).map_err(Failure::input)?;
        if self.sheet {
            pictures(&self.recipe.name(), &mut |file, picture| {
                let path = self.out.join(file);
                let saved = picture.and_then(|picture| save(&path, |file| write_png(&picture, file)));
                saved.unwrap_or_else(|why| warn(format_args!("no {}: {why}", path.display())));
            });
        }
        Ok(())
    }
}

/// Draws a level on about `pixels` pixels, unless `--cell` says otherwise.
pub(super) fn picture(search: &Search, level: &FoundLevel, brush: &Brush, pixels: u32) -> Result<RgbaImage, Failure> {
    let map = search.registry.chain_within(&level.recipe, &search.files, search.memory)?.build(level.seed)?;
    draw(&map, &brush.style(&map, Use::Small(pixels))?).map_err(Failure::input)
}

/// Reads what may change. A stage may stand there by its name.
fn vary(recipe: &mapwright::recipe::Recipe, text: &str) -> Result<Vary, Failure> {
    let (path, values) = text.split_at(text.find('=').unwrap_or(text.len()));
    let refused = |why: String| Failure::input(format!("--vary {}: {why}", mapwright::recipe::short(text)));
    let path = if path == "all" { path.to_owned() } else { whole_path(recipe, path.trim()).map_err(refused)? };
    format!("{path}{values}").parse().map_err(Failure::input)
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Recipe(error) => error.into(),
            SearchError::NothingBuilds { .. } => Failure::build(error),
            error => Failure::input(error),
        }
    }
}
