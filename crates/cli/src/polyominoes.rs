//! `mapwright polyominoes`: boards filled with polyominoes.
//!
//! A call may have many boards, so a bad line or a board without a filling is reported, and the next one follows.
//! The worst result decides the exit status.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mapwright::core::text::{LineWidth, TextForm, TextStyle, ansi_regions, text};
use mapwright::core::{BuilderMap, Size, Tile, Wrap};
use mapwright::packing::{
    Board, CountAnswer, ListAnswer, NoFilling, PackOptions, PackProblem, PackProgress, Packing, PieceSet, SolveAnswer,
};
use mapwright::render::{self, Style, Theme, svg};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::format::Format;
use crate::input::read_text;
use crate::message::{progress, tell};
use crate::output::{FileArgs, png};
use crate::place::{check_effect, check_file, print, write_text};
use crate::results::{Ready, write_all};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "polyominoes \"4 3 2 0 1 0 0 0 0\""
    "polyominoes --count \"6 6 1 2 0 1 1 2 2\""
    "polyominoes --unique --symmetry \"4 5 0 2 1 1 1 0 0\""
    "polyominoes -o filling.svg \"6 6 1 2 0 1 1 2 2\""
))]
pub(crate) struct PolyominoesArgs {
    /// `W H LL LR ZL ZR I O T`: columns, rows, and the number of each tetromino; without it and
    /// `--board`, reads such lines from standard input, one for each board
    #[arg(value_name = "LINE", allow_negative_numbers = true)]
    line: Vec<String>,
    /// Print the number of fillings
    #[arg(long, group = "counted", conflicts_with_all = ["unique", "all"])]
    count: bool,
    /// Print whether there is exactly one filling
    #[arg(long, group = "counted", conflicts_with = "all")]
    unique: bool,
    /// Print all fillings, up to N
    #[arg(long, value_name = "N", group = "counted")]
    all: Option<usize>,
    /// Count fillings as one if rotating or mirroring the board turns one into the other
    #[arg(long, requires = "counted")]
    symmetry: bool,
    #[command(flatten)]
    output: FileArgs,
    /// A board of any shape, drawn with `.` for a cell to fill and `#` for a hole; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "line")]
    board: Option<PathBuf>,
    /// The shapes for `--board`: `tetrominoes`, `pentominoes`, or shapes such as `XX X../XXX`
    #[arg(long, value_name = "SHAPES", default_value = "tetrominoes", requires = "board", conflicts_with = "line")]
    pieces: PieceSet,
    /// The number of each shape for `--board`, separated by commas [default: one]
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "board", conflicts_with = "line")]
    counts: Vec<u32>,
    /// Do not rotate pieces
    #[arg(long)]
    no_turn: bool,
    /// Also mirror pieces
    #[arg(long)]
    mirror: bool,
    /// Allow left over pieces
    #[arg(long)]
    spares: bool,
    /// Give up after this many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How many threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Color the drawing for a terminal
    #[arg(long, conflicts_with_all = ["count", "unique"])]
    color: bool,
}

/// The result of a board: what to print, and the failure, if there is one.
struct Outcome {
    text: String,
    failure: Option<Failure>,
}

/// The outputs of a call.
struct Outputs {
    /// Whether answers are JSON, and where they go; nowhere if only pictures are asked for.
    answers: Option<(bool, PathBuf)>,
    /// Pictures of one filling.
    pictures: Vec<(Format, PathBuf)>,
}

impl Outputs {
    fn new(args: &PolyominoesArgs) -> Result<Outputs, Failure> {
        let files = args.output.read(&[Format::Txt, Format::Json, Format::Png, Format::Svg])?;
        files.iter().try_for_each(|(_, path)| check_file(path))?;
        let files = files.into_iter().map(|(format, path)| (format, path.to_owned()));
        let (pictures, answers): (Vec<_>, Vec<_>) =
            files.partition(|(format, _)| matches!(format, Format::Png | Format::Svg));
        if !pictures.is_empty() && (args.count || args.unique || args.all.is_some()) {
            return Err(Failure::input("a picture shows one filling; `--count`, `--unique` and `--all` find others"));
        }
        let answers = match &answers[..] {
            [] => pictures.is_empty().then(|| (false, PathBuf::from("-"))),
            [(format, path)] => Some((*format == Format::Json, path.clone())),
            _ => return Err(Failure::input("the answers go to one file")),
        };
        let is_json = answers.as_ref().is_some_and(|(is_json, _)| *is_json);
        check_effect("--color", args.color, "a drawing as text", answers.is_some() && !is_json)?;
        Ok(Outputs { answers, pictures })
    }

    fn is_json(&self) -> bool {
        self.answers.as_ref().is_some_and(|(is_json, _)| *is_json)
    }
}

pub(crate) fn run(args: &PolyominoesArgs) -> ExitCode {
    let search = || {
        let outputs = Outputs::new(args)?;
        let boards = boards(args, &outputs)?;
        let threads = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.into());
        Ok((threads.build().map_err(Failure::input)?, outputs, boards))
    };
    match search() {
        Ok((threads, outputs, boards)) => threads.install(|| all(args, &outputs, boards)),
        Err(failure) => {
            let failure: Failure = failure;
            tell(&failure);
            failure.exit_code()
        }
    }
}

/// A board with its name in messages.
type Posed = (String, Result<PackProblem, Failure>);

fn boards(args: &PolyominoesArgs, outputs: &Outputs) -> Result<Vec<Posed>, Failure> {
    if let Some(path) = &args.board {
        let board = read_text(path)?.parse::<Board>().map_err(|error| Failure::input(error).about(path))?;
        return Ok(vec![(String::new(), of_board(args, board))]);
    }
    if !args.line.is_empty() {
        return Ok(vec![(String::new(), of_line(args, &args.line.join(" ")))]);
    }
    let input = read_text(Path::new("-"))?;
    let lines = input.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    let posed: Vec<Posed> = lines.map(|(line, nth)| (format!("line {nth}: "), of_line(args, line))).collect();
    match posed.is_empty() {
        true => Err(Failure::input("standard input has no board; expected lines W H LL LR ZL ZR I O T")),
        false if posed.len() > 1 && !outputs.pictures.is_empty() => {
            Err(Failure::input(format!("a picture shows one board; standard input has {}", posed.len())))
        }
        false => Ok(posed),
    }
}

fn of_line(args: &PolyominoesArgs, line: &str) -> Result<PackProblem, Failure> {
    let problem = if args.spares { PackProblem::with_spares(line) } else { line.parse() };
    let problem = problem.map_err(Failure::input)?;
    Ok(PackProblem { turn: !args.no_turn, mirror: args.mirror, ..problem })
}

fn of_board(args: &PolyominoesArgs, board: Board) -> Result<PackProblem, Failure> {
    let mut pieces = args.pieces.pieces(1);
    let (given, needed) = (args.counts.len(), pieces.len());
    if given != 0 && given != needed {
        return Err(Failure::input(format!("--counts has {given} numbers; expected {needed}, one for each shape")));
    }
    pieces.iter_mut().zip(&args.counts).for_each(|(piece, &count)| piece.count = count);
    let problem = PackProblem { board, pieces, turn: !args.no_turn, mirror: args.mirror, spares: args.spares };
    problem.check().map_err(Failure::input).map(|()| problem)
}

fn all(args: &PolyominoesArgs, outputs: &Outputs, boards: Vec<Posed>) -> ExitCode {
    let mut worst: Option<Failure> = None;
    let mut is_first = true;
    // Answers go to a file only once all are known.
    let mut kept = String::new();
    let file = outputs.answers.as_ref().map(|(_, place)| place.as_path()).filter(|place| *place != Path::new("-"));
    for (name, problem) in boards {
        let outcome = match problem {
            Ok(problem) => one(args, outputs, &problem),
            Err(failure) if outputs.is_json() && !name.is_empty() => {
                Outcome { text: line(&json!({ "error": failure.to_string() })), failure: Some(failure) }
            }
            Err(failure) => Outcome { text: String::new(), failure: Some(failure) },
        };
        // Drawings are separated by an empty line.
        let parts = !is_first && !outputs.is_json() && outcome.text.lines().count() > 1;
        is_first &= outcome.text.is_empty();
        let text = if parts { format!("\n{}", outcome.text) } else { outcome.text };
        let printed = match (&outputs.answers, file) {
            (Some(_), None) => print(&text),
            _ => {
                kept += &text;
                Ok(())
            }
        };
        for failure in outcome.failure.into_iter().chain(printed.err()) {
            if failure.is_unread() {
                return failure.exit_code();
            }
            tell(format_args!("{name}{failure}"));
            worst = worst.filter(|worst| worst.is_worse_than(&failure)).or(Some(failure));
        }
    }
    if let Err(failure) = file.map_or(Ok(()), |file| write_text(file, &kept)) {
        tell(&failure);
        worst = worst.filter(|worst| worst.is_worse_than(&failure)).or(Some(failure));
    }
    worst.map_or(ExitCode::SUCCESS, |failure| failure.exit_code())
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

fn one(args: &PolyominoesArgs, outputs: &Outputs, problem: &PackProblem) -> Outcome {
    let bar = progress(0, "branches");
    let show = |progress: &PackProgress| {
        bar.set_length(progress.branches.into());
        bar.set_position(progress.branches_done.into());
        ControlFlow::Continue(())
    };
    let mut options = PackOptions { parallel: args.jobs > 1, progress: Some(&show), ..PackOptions::default() };
    options.nodes = args.nodes.unwrap_or(options.nodes);
    let outcome = match (args.count, args.unique, args.all) {
        (true, ..) => count(args, outputs, problem, &options),
        (_, true, _) => unique(args, outputs, problem, &options),
        (.., Some(limit)) => list(args, outputs, problem, (limit, &options)),
        _ => first(args, outputs, problem, &options),
    };
    bar.finish_and_clear();
    outcome.unwrap_or_else(|failure| Outcome { text: String::new(), failure: Some(failure) })
}

fn first(
    args: &PolyominoesArgs,
    outputs: &Outputs,
    problem: &PackProblem,
    options: &PackOptions<'_>,
) -> Result<Outcome, Failure> {
    if !outputs.pictures.is_empty() {
        let size = problem.board.size();
        style(size).check_size(size).map_err(Failure::input)?;
    }
    let solved = problem.solve(options).map_err(Failure::input)?;
    let failed = |feasible: Value, failure: Failure| {
        let why = failure.to_string();
        let answer = json!({ "feasible": feasible, "grid": [], "pieces": [], "nodes": solved.nodes, "why": why });
        Outcome { text: if outputs.is_json() { line(&answer) } else { String::new() }, failure: Some(failure) }
    };
    let packing = match &solved.answer {
        SolveAnswer::Filled(packing) => packing,
        SolveAnswer::None(why) => return Ok(failed(json!(false), Failure::build(why))),
        SolveAnswer::GaveUp | SolveAnswer::Cancelled => return Ok(failed(Value::Null, gave_up(solved.nodes, options))),
    };
    // A picture that cannot be written does not take the filling with it.
    let failure = draw(outputs, packing).err();
    if !outputs.is_json() {
        return Ok(Outcome { text: drawing(args, packing)?, failure });
    }
    let mut answer = filling(problem, packing);
    answer["nodes"] = solved.nodes.into();
    answer["why"] = "".into();
    let mut whole = json!({ "feasible": true });
    if let (Value::Object(whole), Value::Object(answer)) = (&mut whole, answer) {
        whole.extend(answer);
    }
    Ok(Outcome { text: line(&whole), failure })
}

fn gave_up(nodes: u64, options: &PackOptions<'_>) -> Failure {
    let budget = options.nodes;
    Failure::build(format!("gave up after {nodes} nodes (budget {budget} nodes and {} MiB)", options.memory >> 20))
}

fn none(why: Option<NoFilling>) -> Option<Failure> {
    why.map(Failure::build)
}

fn count(
    args: &PolyominoesArgs,
    outputs: &Outputs,
    problem: &PackProblem,
    options: &PackOptions<'_>,
) -> Result<Outcome, Failure> {
    let counted = if args.symmetry { problem.count_up_to_symmetry(options) } else { problem.count(options) };
    let counted = counted.map_err(Failure::build)?;
    let CountAnswer::Exact(number, why) = counted.count else { return Err(gave_up(counted.nodes, options)) };
    let number = number.to_string();
    let text = if outputs.is_json() { line(&json!({ "count": number })) } else { number + "\n" };
    Ok(Outcome { text, failure: none(why) })
}

fn unique(
    args: &PolyominoesArgs,
    outputs: &Outputs,
    problem: &PackProblem,
    options: &PackOptions<'_>,
) -> Result<Outcome, Failure> {
    let found = problem.fillings(1, args.symmetry, options).map_err(Failure::input)?;
    let (is_unique, why) = match found.listed {
        ListAnswer::All(why) => (!found.packings.is_empty(), why),
        ListAnswer::Limit => (false, None),
        ListAnswer::GaveUp | ListAnswer::Cancelled => return Err(gave_up(found.nodes, options)),
    };
    let text = match (outputs.is_json(), is_unique) {
        (true, _) => line(&json!({ "feasible": why.is_none(), "unique": is_unique })),
        (false, true) => "unique\n".to_owned(),
        (false, false) if why.is_none() => "not unique\n".to_owned(),
        (false, false) => String::new(),
    };
    Ok(Outcome { text, failure: none(why) })
}

fn list(
    args: &PolyominoesArgs,
    outputs: &Outputs,
    problem: &PackProblem,
    (limit, options): (usize, &PackOptions<'_>),
) -> Result<Outcome, Failure> {
    let found = problem.fillings(limit, args.symmetry, options).map_err(Failure::input)?;
    let failure = match found.listed {
        ListAnswer::All(why) => none(why),
        ListAnswer::Limit => None,
        ListAnswer::GaveUp | ListAnswer::Cancelled => Some(gave_up(found.nodes, options)),
    };
    let text = if outputs.is_json() {
        let fillings: Vec<Value> = found.packings.iter().map(|packing| filling(problem, packing)).collect();
        let complete = matches!(found.listed, ListAnswer::All(_));
        let feasible = !matches!(found.listed, ListAnswer::All(Some(_)));
        line(&json!({ "feasible": feasible, "complete": complete, "nodes": found.nodes, "fillings": fillings }))
    } else {
        let drawings = found.packings.iter().map(|packing| drawing(args, packing));
        drawings.collect::<Result<Vec<String>, Failure>>()?.join("\n")
    };
    Ok(Outcome { text, failure })
}

/// `grid` and `pieces`: the piece with the number n is the nth of `pieces`, counted from 1.
fn filling(problem: &PackProblem, packing: &Packing) -> Value {
    let names: Vec<&str> = packing.pieces.iter().map(|&piece| problem.pieces[piece].name.as_str()).collect();
    json!({ "grid": packing.ids.as_slice(), "pieces": names })
}

/// A map of a filling.
fn map_of(packing: &Packing) -> Result<BuilderMap, Failure> {
    let mut map = BuilderMap::filled(packing.ids.size(), Wrap::None, Tile::FLOOR);
    map.regions = Some(packing.regions().map_err(Failure::input)?);
    Ok(map)
}

fn drawing(args: &PolyominoesArgs, packing: &Packing) -> Result<String, Failure> {
    let map = map_of(packing)?;
    let width = LineWidth::Compact;
    let drawn = if args.color {
        let theme = Theme::default();
        ansi_regions(&map, LineWidth::Wide, |region| theme.region(region.into()))
    } else {
        text(&map, &TextStyle { form: TextForm::Regions, width, marks: false, ..TextStyle::default() })
    };
    drawn.map_err(Failure::input)
}

/// How a filling is drawn.
fn style(size: Size) -> Style {
    Style { kind: render::Kind::Regions, ..Style::default() }.fit(size, 800)
}

fn draw(outputs: &Outputs, packing: &Packing) -> Result<(), Failure> {
    let map = map_of(packing)?;
    let style = style(map.size());
    let file = |(format, path): &(Format, PathBuf)| match format {
        Format::Svg => Ok(Ready::text(path, svg(&map, &style).map_err(Failure::input)?)),
        _ => png(path, &render::draw(&map, &style).map_err(Failure::input)?),
    };
    write_all(outputs.pictures.iter().map(file).collect::<Result<Vec<Ready>, Failure>>()?)
}
