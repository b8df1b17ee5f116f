//! `mapwright search varied`: the levels that differ most.

use super::common::{CommonArgs, DrawArgs};
use super::find;
use crate::failure::Failure;
use crate::message::note;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "search varied braided-maze --vary initial.use=wilson,eller --vary metas.0.chance=0..1 --sheet -o twelve"
    "search varied cave --want \"open_share >= 40%\" --vary all --count 6 -o six"
))]
pub(crate) struct VariedArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// How many levels to choose, of the first 500 that fit
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=500))]
    count: u16,
}

pub(crate) fn run(args: &VariedArgs) -> Result<(), Failure> {
    let (search, brush) = args.common.search(Some(&args.draw))?;
    let (found, spread) = args.common.run(|watch| search.varied_watched(args.count.into(), watch))?;
    let title = format!("{} that differ", found.levels.len());
    find::save(&args.common, (&search, &brush), &found, &found.varied_manifest(&search, &spread), &title)?;
    note(format_args!("{} of {} levels in {}", found.levels.len(), found.tried, args.common.out.display()));
    Ok(())
}
