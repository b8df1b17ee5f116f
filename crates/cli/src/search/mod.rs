//! `mapwright search`, `varied`, `archive` and `sweep`: many levels of one recipe, and a choice of them.

mod archive;
mod find;
mod sweep;
mod varied;

pub(crate) use archive::{ArchiveArgs, run as archive};
pub(crate) use find::{FindArgs, run as find};
pub(crate) use sweep::{SweepArgs, run as sweep};
pub(crate) use varied::{VariedArgs, run as varied};

use std::path::PathBuf;

use mapwright::files::Folder;
use mapwright::recipe::Registry;
use mapwright::render::{RgbaImage, write_png};
use mapwright::search::{Progress, Search, SearchError, Vary, Wish};
use serde_json::Value;

use crate::failure::Failure;
use crate::input::{Input, files_beside};
use crate::message::{progress, warn};
use crate::output::{check_new_folder, make_way, save};

/// What all searches have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct CommonArgs {
    /// A built-in recipe by name or a recipe file; `-` for standard input
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,
    /// What may change besides the seed: `all`, or a parameter such as `metas.0.p`, `metas.0.p=0..0.5` or
    /// `initial.use=wilson,eller`; may be given again
    #[arg(long, value_name = "WHAT")]
    vary: Vec<Vary>,
    /// What a level must be like, such as "solution_steps 60..80, loops >= 3" [default: the recipe's `want`, or anything]
    #[arg(long, value_name = "WISH")]
    want: Option<Wish>,
    /// Where to write the recipes of the levels and `manifest.json`: a new or an empty directory
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// How many levels to build at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Also draw them on `sheet.png`; with more than 400 levels also on `sheet-2.png` and so on
    #[arg(long)]
    png: bool,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    trust_paths: bool,
}

/// What searches among random levels have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct DrawArgs {
    /// The seed of the search [default: the recipe's]
    #[arg(long, short, value_name = "N")]
    seed: Option<u64>,
    /// Build every level to its end: the same result, later
    #[arg(long)]
    no_abort: bool,
    /// The most levels to try
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
}

impl CommonArgs {
    /// The search for what is wanted, or for what the recipe wants.
    fn search(&self, draw: Option<&DrawArgs>) -> Result<Search, Failure> {
        let Input::Recipe(recipe, _) = Input::read(&self.recipe, self.trust_paths)? else {
            return Err(Failure::input("a finished map cannot vary; expected a recipe").about(&self.recipe));
        };
        let own = || recipe.want.as_deref().unwrap_or_default();
        let want = match &self.want {
            Some(want) => want.clone(),
            None if own().is_empty() => Wish::default(),
            None => own().parse().map_err(|error| Failure::input(format!("`want`: {error}")).about(&self.recipe))?,
        };
        let mut search = Search::new(*recipe);
        search.seed = draw.and_then(|draw| draw.seed).unwrap_or(search.recipe.seed());
        if let Some(draw) = draw {
            (search.early_out, search.budget) = (!draw.no_abort, draw.budget);
        }
        search.want = want;
        search.vary.clone_from(&self.vary);
        search.registry = Registry::shipped();
        search.files = files_beside(&self.recipe, self.trust_paths);
        check_new_folder(&self.out)?;
        Ok(search)
    }

    /// Runs a search with a progress bar on so many threads.
    fn run<T: Send>(
        &self,
        search: impl FnOnce(&mut (dyn FnMut(Progress) -> bool + Send)) -> Result<T, SearchError> + Send,
    ) -> Result<T, Failure> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from));
        let threads = threads.build().map_err(Failure::input)?;
        let bar = progress(0, "levels");
        let done = threads.install(|| {
            search(&mut |progress: Progress| {
                bar.set_length(progress.budget);
                bar.set_position(progress.tried);
                true
            })
        });
        bar.finish_and_clear();
        done.map_err(Failure::from)
    }

    /// Writes the manifest and the recipes, everything or nothing. Then, with `--png`, the pictures: one that cannot be
    /// drawn is a warning, since what took the time is written.
    fn write(
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
        if self.png {
            let name = self.recipe.file_stem().unwrap_or_default().to_string_lossy();
            pictures(&name, &mut |file, picture| {
                let path = self.out.join(file);
                let saved = picture.and_then(|picture| save(&path, |file| write_png(&picture, file)));
                saved.unwrap_or_else(|why| warn(format_args!("no {}: {why}", path.display())));
            });
        }
        Ok(())
    }
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
