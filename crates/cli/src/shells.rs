//! `mapwright completions` and `mapwright man`, both generated from the command line.

use std::io;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::generate;
use clap_mangen::Man;

use crate::args::Args;
use crate::failure::Failure;
use crate::output::{make_dir, print, save, wrote};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("completions bash > mapwright.bash" "completions fish > mapwright.fish"))]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("man man1"))]
pub(crate) struct ManArgs {
    /// Where to write the pages: mapwright.1, mapwright-build.1 and so on
    pub(crate) dir: PathBuf,
}

/// Prints the completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut Args::command(), "mapwright", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Writes the pages of all commands.
pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut command = Args::command();
    command.build();
    make_dir(&args.dir)?;
    write(args, &command)?;
    wrote(&args.dir);
    Ok(())
}

fn write(args: &ManArgs, command: &clap::Command) -> Result<(), Failure> {
    let man = Man::new(command.clone());
    save(&args.dir.join(man.get_filename()), |file| -> io::Result<()> { man.render(&mut &mut *file) })?;
    command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .try_for_each(|command| write(args, command))
}
