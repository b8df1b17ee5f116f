//! `mapwright generate`: files for editors, shells and packagers.

use std::io;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_mangen::Man;
use mapwright::recipe::{map_schema, recipe_schema};

use crate::Program;
use crate::args::examples;
use crate::failure::Failure;
use crate::place::{check_file, check_folder, make_dir, save, write_text, wrote};

#[derive(Debug, clap::Subcommand)]
pub(crate) enum GenerateCommand {
    /// The JSON Schema of recipes or maps, for editors and validators
    #[command(after_help = examples!("generate schema -o recipe.schema.json" "generate schema map"))]
    Schema {
        /// What the schema describes
        #[arg(default_value = "recipe")]
        of: SchemaOf,
        #[command(flatten)]
        out: OutputFile,
    },
    /// A completion script for a shell
    #[command(after_help = examples!("generate completions bash -o mapwright.bash" "generate completions fish"))]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
        #[command(flatten)]
        out: OutputFile,
    },
    /// Manual pages, one for each command: mapwright.1, mapwright-build.1 and so on
    #[command(after_help = examples!("generate man -o man1"))]
    Man {
        /// The folder to write them to
        #[arg(long = "output", short, value_name = "DIR")]
        out: PathBuf,
    },
}

/// Where one file goes.
#[derive(Debug, clap::Args)]
pub(crate) struct OutputFile {
    /// Write to a file instead of standard output
    #[arg(long = "output", short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    out: PathBuf,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SchemaOf {
    Recipe,
    Map,
}

pub(crate) fn run(command: &GenerateCommand) -> Result<(), Failure> {
    match command {
        GenerateCommand::Schema { of, out } => {
            let schema = if *of == SchemaOf::Recipe { recipe_schema() } else { map_schema() };
            write(&out.out, &(serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"))
        }
        GenerateCommand::Completions { shell, out } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Program::command(), "mapwright", &mut script);
            write(&out.out, &String::from_utf8_lossy(&script))
        }
        GenerateCommand::Man { out } => {
            check_folder(out)?;
            make_dir(out)?;
            let mut command = Program::command();
            command.build();
            pages(out, &command)?;
            wrote(out);
            Ok(())
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    check_file(path)?;
    write_text(path, text)
}

fn pages(dir: &Path, command: &clap::Command) -> Result<(), Failure> {
    let man = Man::new(command.clone());
    save(&dir.join(man.get_filename()), |file| -> io::Result<()> { man.render(&mut &mut *file) })?;
    let below = command.get_subcommands().filter(|command| command.get_name() != "help");
    below.into_iter().try_for_each(|command| pages(dir, command))
}
