//! `mapwright schema`: the JSON Schema of recipes and maps.

use mapwright::recipe::{map_schema, recipe_schema};

use crate::args::{SchemaArgs, SchemaOf};
use crate::failure::Failure;
use crate::output::print;

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match args.of {
        SchemaOf::Recipe => recipe_schema(),
        SchemaOf::Map => map_schema(),
    };
    print(&(serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"))
}
