//! `mapwright pack`: boards filled with polyominoes.
//!
//! A call may have many boards, so a bad line or a board without a filling is reported, and the next one follows.
//! The worst result decides the exit status.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use mapwright::core::text::{LineWidth, TextForm, TextStyle, ansi_regions, text};
use mapwright::core::{BuilderMap, Size, Tile, Wrap};
use mapwright::packing::{
    Board, CountAnswer, ListAnswer, NoFilling, PackOptions, PackProblem, PackProgress, Packing, SolveAnswer,
};
use mapwright::render::{Style, Theme, svg};
use serde_json::{Value, json};

use crate::args::PackArgs;
use crate::build::save_map;
use crate::failure::Failure;
use crate::input::read_text;
use crate::message::{progress, tell};
use crate::output::{check_files, check_places, print, write_text};

/// The result of a board: what to print, and the failure, if there is one.
struct Outcome {
    text: String,
    failure: Option<Failure>,
}

pub(crate) fn run(args: &PackArgs) -> ExitCode {
    match checked(args).and_then(|()| boards(args)) {
        Ok(boards) => all(args, boards),
        Err(failure) => {
            tell(&failure);
            failure.exit_code()
        }
    }
}

/// Refuses outputs that would be mixed.
fn checked(args: &PackArgs) -> Result<(), Failure> {
    let filling = if args.json.is_asked() { "`--json`" } else { "the filling" };
    let (png, svg) = (args.png.as_deref(), args.svg.as_deref());
    check_places(&[(filling, Some(args.json.place())), ("`--png`", png), ("`--svg`", svg)])?;
    check_files([Some(args.json.place()), png, svg])
}

/// A board with its name in messages.
type Posed = (String, Result<PackProblem, Failure>);

fn boards(args: &PackArgs) -> Result<Vec<Posed>, Failure> {
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
        false if posed.len() > 1 && (args.png.is_some() || args.svg.is_some()) => {
            Err(Failure::input(format!("`--png` and `--svg` draw one board; standard input has {}", posed.len())))
        }
        false => Ok(posed),
    }
}

fn of_line(args: &PackArgs, line: &str) -> Result<PackProblem, Failure> {
    let problem = if args.spares { PackProblem::with_spares(line) } else { line.parse() };
    let problem = problem.map_err(Failure::input)?;
    Ok(PackProblem { turn: !args.no_turn, mirror: args.mirror, ..problem })
}

fn of_board(args: &PackArgs, board: Board) -> Result<PackProblem, Failure> {
    let mut pieces = args.pieces.pieces(1);
    let (given, needed) = (args.counts.len(), pieces.len());
    if given != 0 && given != needed {
        return Err(Failure::input(format!("--counts has {given} numbers; expected {needed}, one for each shape")));
    }
    pieces.iter_mut().zip(&args.counts).for_each(|(piece, &count)| piece.count = count);
    let problem = PackProblem { board, pieces, turn: !args.no_turn, mirror: args.mirror, spares: args.spares };
    problem.check().map_err(Failure::input).map(|()| problem)
}

fn all(args: &PackArgs, boards: Vec<Posed>) -> ExitCode {
    let mut worst: Option<Failure> = None;
    let mut is_first = true;
    // Answers go to a file only once all are known.
    let mut kept = String::new();
    let to_file = args.json.place() != Path::new("-");
    for (name, problem) in boards {
        let outcome = match problem {
            Ok(problem) => one(args, &problem),
            Err(failure) if args.json.is_asked() && !name.is_empty() => {
                Outcome { text: line(&json!({ "error": failure.to_string() })), failure: Some(failure) }
            }
            Err(failure) => Outcome { text: String::new(), failure: Some(failure) },
        };
        // Drawings are separated by an empty line.
        let parts = !is_first && !args.json.is_asked() && outcome.text.lines().count() > 1;
        is_first &= outcome.text.is_empty();
        let text = if parts { format!("\n{}", outcome.text) } else { outcome.text };
        let printed = if to_file {
            kept += &text;
            Ok(())
        } else {
            print(&text)
        };
        for failure in outcome.failure.into_iter().chain(printed.err()) {
            if failure.is_unread() {
                return failure.exit_code();
            }
            tell(format_args!("{name}{failure}"));
            worst = worst.filter(|worst| worst.is_worse_than(&failure)).or(Some(failure));
        }
    }
    if let Err(failure) = if to_file { write_text(args.json.place(), &kept) } else { Ok(()) } {
        tell(&failure);
        worst = worst.filter(|worst| worst.is_worse_than(&failure)).or(Some(failure));
    }
    worst.map_or(ExitCode::SUCCESS, |failure| failure.exit_code())
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

fn one(args: &PackArgs, problem: &PackProblem) -> Outcome {
    let bar = progress(0, "branches");
    let show = |progress: &PackProgress| {
        bar.set_length(progress.branches.into());
        bar.set_position(progress.branches_done.into());
        ControlFlow::Continue(())
    };
    let mut options = PackOptions { parallel: args.parallel, progress: Some(&show), ..PackOptions::default() };
    options.nodes = args.nodes.unwrap_or(options.nodes);
    let outcome = match (args.count, args.unique, args.all) {
        (true, ..) => count(args, problem, &options),
        (_, true, _) => unique(args, problem, &options),
        (.., Some(limit)) => list(args, problem, limit, &options),
        _ => first(args, problem, &options),
    };
    bar.finish_and_clear();
    outcome.unwrap_or_else(|failure| Outcome { text: String::new(), failure: Some(failure) })
}

fn first(args: &PackArgs, problem: &PackProblem, options: &PackOptions<'_>) -> Result<Outcome, Failure> {
    if args.png.is_some() {
        let size = problem.board.size();
        style(size).check_size(size).map_err(Failure::input)?;
    }
    let solved = problem.solve(options).map_err(Failure::input)?;
    let failed = |feasible: Value, failure: Failure| {
        let why = failure.to_string();
        let answer = json!({ "feasible": feasible, "grid": [], "pieces": [], "nodes": solved.nodes, "why": why });
        Outcome { text: if args.json.is_asked() { line(&answer) } else { String::new() }, failure: Some(failure) }
    };
    let packing = match &solved.answer {
        SolveAnswer::Filled(packing) => packing,
        SolveAnswer::None(why) => return Ok(failed(json!(false), Failure::build(why))),
        SolveAnswer::GaveUp | SolveAnswer::Cancelled => return Ok(failed(Value::Null, gave_up(solved.nodes, options))),
    };
    // A picture that cannot be written does not take the filling with it.
    let failure = draw(args, packing).err();
    if !args.json.is_asked() {
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

fn count(args: &PackArgs, problem: &PackProblem, options: &PackOptions<'_>) -> Result<Outcome, Failure> {
    let counted = if args.symmetry { problem.count_up_to_symmetry(options) } else { problem.count(options) };
    let counted = counted.map_err(Failure::build)?;
    let CountAnswer::Exact(number, why) = counted.count else { return Err(gave_up(counted.nodes, options)) };
    let number = number.to_string();
    let text = if args.json.is_asked() { line(&json!({ "count": number })) } else { number + "\n" };
    Ok(Outcome { text, failure: none(why) })
}

fn unique(args: &PackArgs, problem: &PackProblem, options: &PackOptions<'_>) -> Result<Outcome, Failure> {
    let found = problem.fillings(1, args.symmetry, options).map_err(Failure::input)?;
    let (is_unique, why) = match found.listed {
        ListAnswer::All(why) => (!found.packings.is_empty(), why),
        ListAnswer::Limit => (false, None),
        ListAnswer::GaveUp | ListAnswer::Cancelled => return Err(gave_up(found.nodes, options)),
    };
    let text = match (args.json.is_asked(), is_unique) {
        (true, _) => line(&json!({ "feasible": why.is_none(), "unique": is_unique })),
        (false, true) => "unique\n".to_owned(),
        (false, false) if why.is_none() => "not unique\n".to_owned(),
        (false, false) => String::new(),
    };
    Ok(Outcome { text, failure: none(why) })
}

fn list(args: &PackArgs, problem: &PackProblem, limit: usize, options: &PackOptions<'_>) -> Result<Outcome, Failure> {
    let found = problem.fillings(limit, args.symmetry, options).map_err(Failure::input)?;
    let failure = match found.listed {
        ListAnswer::All(why) => none(why),
        ListAnswer::Limit => None,
        ListAnswer::GaveUp | ListAnswer::Cancelled => Some(gave_up(found.nodes, options)),
    };
    let text = if args.json.is_asked() {
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

fn drawing(args: &PackArgs, packing: &Packing) -> Result<String, Failure> {
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
    Style { kind: mapwright::render::Kind::Regions, ..Style::default() }.fit(size, 800)
}

fn draw(args: &PackArgs, packing: &Packing) -> Result<(), Failure> {
    if args.png.is_none() && args.svg.is_none() {
        return Ok(());
    }
    let map = map_of(packing)?;
    let style = style(map.size());
    if let Some(path) = &args.png {
        save_map(path, &map, &style)?;
    }
    match &args.svg {
        Some(path) => write_text(path, &svg(&map, &style).map_err(Failure::input)?),
        None => Ok(()),
    }
}
