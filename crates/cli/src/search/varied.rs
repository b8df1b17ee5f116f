//! `mapwright varied`: the levels that differ most.

use mapwright::files::Folder;
use mapwright::search::Wish;

use super::{CommonArgs, DrawArgs, find, png, title};
use crate::failure::Failure;
use crate::message::note;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "varied braided-maze --vary initial.use=wilson,eller --vary metas.0.p=0..1 --png -o twelve"
    "varied cave --want \"open_share >= 40%\" --vary all --count 6 -o six"
))]
pub(crate) struct VariedArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// What a level must be like, such as "loops >= 3" [default: the recipe's `want`, or anything]
    #[arg(long, value_name = "WISH")]
    want: Option<Wish>,
    /// How many levels to choose, of the first 500 that fit
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=500))]
    count: u16,
    /// The most levels to try
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
}

pub(crate) fn run(args: &VariedArgs) -> Result<(), Failure> {
    let mut search = args.common.search(Some(&args.draw), args.want.as_ref())?;
    search.budget = args.budget;
    let count = args.count.into();
    let (found, spread) = args.common.run(args.budget, "levels", |watch| search.varied_watched(count, watch))?;
    let mut folder = Folder::default();
    folder.add("manifest.json", format!("{:#}\n", found.varied_manifest(&search, &spread)));
    found.recipes().into_iter().for_each(|(file, recipe)| folder.add(file, recipe));
    if args.common.png && !found.levels.is_empty() {
        let title = format!("{}: {} that differ", title(&args.common.recipe), found.levels.len());
        folder.add("sheet.png", png(&find::sheet(&search, &found.levels, title)?)?);
    }
    args.common.write(&folder)?;
    if found.levels.is_empty() {
        return Err(find::nothing(&found, &args.common));
    }
    note(format_args!("{} of {} levels in {}", found.levels.len(), found.tried, args.common.out.display()));
    Ok(())
}
