//! `mapwright schema`: the JSON Schema of recipes and maps.

use mapwright::recipe::{map_schema, recipe_schema};

use crate::failure::Failure;
use crate::output::print;

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SchemaOf {
    Recipe,
    Map,
}

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("schema > recipe.schema.json" "schema map > map.schema.json"))]
pub(crate) struct SchemaArgs {
    /// What the schema describes
    #[arg(default_value = "recipe")]
    pub(crate) of: SchemaOf,
}

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match args.of {
        SchemaOf::Recipe => recipe_schema(),
        SchemaOf::Map => map_schema(),
    };
    print(&(serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"))
}
