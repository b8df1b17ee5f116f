//! Puts the scores into an aligned text table and judges the targets.

use std::fmt::Write;

use mapwright::prelude::Size;

use crate::contest::Score;
use crate::measure::Sample;
use crate::row::{Goal, Layout, Measure, OURS, Row, Target};
use crate::size;

const HEAD: [&str; 8] = ["work", "size", "contestant", "time", "best", "cells/s", "ratio to ours", "peak memory"];

/// Columns aligned to the left; the others hold figures.
const LEFT: [bool; 8] = [true, false, true, false, false, false, false, false];

/// The scores of one row at one size.
pub struct Section<'a> {
    pub row: &'a Row,
    pub size: Size,
    pub scores: Vec<Score>,
}

/// The whole table, with a line between sections and a legend.
pub fn table(sections: &[Section<'_>]) -> String {
    let blocks: Vec<Vec<[String; 8]>> = sections.iter().map(block).collect();
    let mut widths = HEAD.map(str::len);
    for line in blocks.iter().flatten() {
        for (width, text) in widths.iter_mut().zip(line) {
            *width = text.len().max(*width);
        }
    }
    let mut text = aligned(&HEAD.map(String::from), &widths);
    for block in blocks {
        text += &aligned(&widths.map(|width| "-".repeat(width)), &widths);
        for line in block {
            text += &aligned(&line, &widths);
        }
    }
    text + LEGEND
}

/// The rows with peers as a table of Markdown: how many times our time the fastest peer takes, each by its best run.
pub fn markdown(sections: &[Section<'_>]) -> String {
    let mut text = String::from("| Work | Times as fast, by the cells a side | Fastest peer |\n|---|---|---|\n");
    for row in sections.chunk_by(|a, b| a.row.name == b.row.name) {
        let (mut ratios, mut peers) = (Vec::new(), Vec::new());
        for section in row {
            let Some((ours, (peer, theirs))) = section.sample(OURS).zip(section.fastest_peer()) else { continue };
            let ratio = theirs.best_ns.max(1) as f64 / ours.best_ns.max(1) as f64;
            let figure = if ratio < 9.95 { format!("{ratio:.1}") } else { format!("{ratio:.0}") };
            let figure = if ratio < 1.0 { format!("**{ratio:.2}**") } else { figure };
            ratios.push(format!("{figure} at {}", size::name(section.size)));
            peers.push(format!("`{peer}`"));
        }
        peers.sort();
        peers.dedup();
        if !ratios.is_empty() {
            let _ = writeln!(text, "| {} | {} | {} |", row[0].row.name, ratios.join(", "), peers.join(", "));
        }
    }
    text.trim_end().to_owned()
}

const LEGEND: &str = "\
\nsize: cells a side; a maze's cell is a room. [px]: stores walls as pixels, so w x h
rooms are (2w+1) x (2h+1) pixels; cells/s still counts rooms. time: median of a
child's runs, median over the rounds; best: the fastest run of all. ratio to ours:
how many times our time the peer takes. peak memory: resident, above the process's
own before the work, to about +-0.2 MiB. (n of 20): the runs that came to a result; only
they are timed.
";

/// The summary: each target at each size measured, met, missed or not judged.
pub fn summary(sections: &[Section<'_>]) -> String {
    let mut text = String::from("targets\n");
    let width = sections.iter().map(|section| section.row.name.len()).max().unwrap_or(0);
    for section in sections {
        let at_size = |target: &&Target| target.sizes.contains(&section.size);
        for target in section.row.targets.iter().filter(at_size) {
            let verdict = verdict(section, target);
            let (name, size) = (section.row.name, size::name(section.size));
            let _ = writeln!(text, "  {name:<width$} {size:>5}  {verdict}");
        }
    }
    text
}

fn verdict(section: &Section<'_>, target: &Target) -> String {
    if let Goal::Always = target.goal {
        return match section.sample(OURS) {
            Some(ours) if ours.done == ours.tries => format!("met      always: {} of {}", ours.done, ours.tries),
            Some(ours) => format!("MISSED   always: {} of {}", ours.done, ours.tries),
            None => "FAILED   always".into(),
        };
    }
    let (what, figure): (_, fn(&Sample) -> u64) = match target.measure {
        Measure::Time => ("time", |sample| sample.median_ns),
        Measure::Memory => ("peak memory", |sample| sample.peak_kib.max(1)),
    };
    let ours = section.sample(OURS).map(figure);
    let (aim, outcome) = match target.goal {
        Goal::Below(factor, against) => {
            let theirs = against.iter().filter_map(|name| section.sample(name)).map(figure).min();
            let ratio = ours.zip(theirs).map(|(ours, theirs)| theirs as f64 / ours as f64);
            let aim = format!("{what} {factor:.1}x below {}", against.join(", "));
            (aim, ratio.map(|ratio| (ratio >= factor, format!("{ratio:.2}x"))))
        }
        Goal::Always => (String::new(), None),
        Goal::Within(limit) => {
            let say = |value| match target.measure {
                Measure::Time => duration(value),
                Measure::Memory => mebibytes(value),
            };
            let aim = format!("{what} within {}", say(limit));
            (aim, ours.map(|ours| (ours <= limit, say(ours))))
        }
    };
    match outcome {
        Some((true, outcome)) => format!("met      {aim}: {outcome}"),
        Some((false, outcome)) => format!("MISSED   {aim}: {outcome}"),
        None if section.row.ours.is_none() => format!("not yet  {aim}"),
        None if ours.is_none() => format!("FAILED   {aim}"),
        None => format!("no peer  {aim}"),
    }
}

impl Section<'_> {
    /// The peer with the fastest run.
    fn fastest_peer(&self) -> Option<(&str, &Sample)> {
        let peers = self.scores.iter().filter(|score| score.name != OURS);
        let measured = peers.filter_map(|score| Some((score.name, score.result.as_ref().ok()?)));
        measured.min_by_key(|(_, sample)| sample.best_ns)
    }

    fn sample(&self, name: &str) -> Option<&Sample> {
        let score = self.scores.iter().find(|score| score.name == name)?;
        score.result.as_ref().ok()
    }
}

/// The lines of one section; ours stands first, even when there is none yet.
fn block(section: &Section<'_>) -> Vec<[String; 8]> {
    let ours = section.sample(OURS);
    let line = |name: String, figures: [String; 5]| {
        let [time, best, rate, ratio, memory] = figures;
        let size = size::name(section.size);
        [section.row.name.into(), size, name, time, best, rate, ratio, memory]
    };
    let absent = section.row.ours.is_none().then(|| line(OURS.into(), words("not yet")));
    let present = section.scores.iter().map(|score| {
        let figures = match &score.result {
            Ok(sample) => figures(sample, ours, section.size),
            Err(failure) => words(failure),
        };
        let mark = if score.layout == Layout::Pixels { " [px]" } else { "" };
        let done = match &score.result {
            Ok(sample) if section.row.tries.is_some() => format!(" ({} of {})", sample.done, sample.tries),
            _ => String::new(),
        };
        line(format!("{}{mark}{done}", score.name), figures)
    });
    absent.into_iter().chain(present).collect()
}

fn figures(sample: &Sample, ours: Option<&Sample>, size: Size) -> [String; 5] {
    let cells = f64::from(size.area());
    let time = sample.median_ns.max(1) as f64;
    let ratio = ours.map_or("-".into(), |ours| format!("{:.2}", time / ours.median_ns.max(1) as f64));
    let rate = format!("{:.2} M", cells * 1e3 / time);
    [duration(sample.median_ns), duration(sample.best_ns), rate, ratio, mebibytes(sample.peak_kib)]
}

fn mebibytes(kibibytes: u64) -> String {
    format!("{:.2} MiB", kibibytes as f64 / 1024.0)
}

/// A word in the place of the time, and no figures.
fn words(word: &str) -> [String; 5] {
    [word, "-", "-", "-", "-"].map(String::from)
}

fn duration(nanoseconds: u64) -> String {
    let value = nanoseconds as f64;
    match nanoseconds {
        0..10_000_000 => format!("{:.1} us", value / 1e3),
        10_000_000..10_000_000_000 => format!("{:.1} ms", value / 1e6),
        _ => format!("{:.1} s", value / 1e9),
    }
}

fn aligned(line: &[String; 8], widths: &[usize; 8]) -> String {
    let mut text = String::new();
    for ((field, width), left) in line.iter().zip(widths).zip(LEFT) {
        let _ = match left {
            true => write!(text, "{field:<width$}  "),
            false => write!(text, "{field:>width$}  "),
        };
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}
