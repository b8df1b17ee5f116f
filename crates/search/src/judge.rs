//! Judges maps by requirements while they are built.
//!
//! Each clause is one or more *checks*, each after a certain stage. A map is measured by them in a fixed order: by stage,
//! then by the effort of the metric, then as the requirements list them. The first check that fails ends the build, and decides
//! how close the map came. So a judgment is the same whether or not the build goes on.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mapwright_core::{BuildError, BuildErrorKind, BuilderChain, BuilderMap, Facts, Progress};
use mapwright_graph::{Metric, Metrics};

use crate::effects::{MetricEffect, effect};
use crate::error::SearchError;
use crate::requirements::{Clause, Requirements, StageRef, Test};

/// What a map is judged by.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    pub(crate) want: Requirements,
    /// Also measured on maps that fit.
    pub(crate) extra: Vec<Metric>,
    /// Whether a build ends at the first check that fails.
    pub(crate) early_out: bool,
    /// Whether all builds are to stop.
    pub(crate) stopped: Arc<AtomicBool>,
}

/// A clause to look at after a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Check {
    stage: usize,
    clause: usize,
    /// What must hold; for all but the last check of a clause, what no later stage could mend.
    test: Test,
    is_last: bool,
    /// Whether the stage that the clause names is there at all.
    is_there: bool,
}

/// When a build ends that cannot fit any more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stop<'a> {
    /// At its end.
    Never,
    /// At once.
    Unfit,
    /// As soon as it is at least this far from fitting, by these scales.
    Beyond(&'a [f64], f64),
}

/// How the levels of a search did by one clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The clause.
    pub clause: String,
    /// How many levels it was looked at for: those that passed all clauses before it. Clauses are looked at stage by stage,
    /// the cheap metrics first.
    pub judged: u64,
    /// How many of these passed it.
    pub passed: u64,
    /// How many of these lack its metric.
    pub lacking: u64,
    /// Its metric.
    pub metric: Metric,
}

impl Passed {
    /// No levels yet.
    pub(crate) fn of(want: &Requirements) -> Vec<Passed> {
        let of = |clause: &Clause| {
            let (metric, clause) = (clause.metric, clause.to_string());
            Passed { clause, judged: 0, passed: 0, lacking: 0, metric }
        };
        want.clauses.iter().map(of).collect()
    }

    /// Counts one more level.
    pub(crate) fn count(counts: &mut [Passed], verdict: &Judgment) {
        for (clause, count) in counts.iter_mut().enumerate() {
            let passed = verdict.passed >> clause & 1 == 1;
            count.passed += u64::from(passed);
            let failed = verdict.failed == Some(clause);
            count.judged += u64::from(passed || failed);
            count.lacking += u64::from(failed && verdict.short.is_infinite());
        }
    }

    /// In the order in which clauses were looked at.
    pub(crate) fn in_order(mut counts: Vec<Passed>) -> Vec<Passed> {
        counts.sort_by_key(|count| std::cmp::Reverse((count.judged, count.passed)));
        counts
    }
}

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Passed { clause, judged, passed, lacking, metric } = self;
        match judged {
            1.. if lacking == judged => write!(f, "`{clause}`: no level has `{metric}`: {}", metric.about()),
            0 => write!(f, "`{clause}`: not judged, as no level passed the clauses before it"),
            _ => write!(f, "`{clause}`: {passed} of {judged} passed"),
        }
    }
}

/// How a map did.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judgment {
    /// Whether every clause holds.
    pub(crate) fits: bool,
    /// The clauses that passed before one failed, a bit each.
    pub(crate) passed: u32,
    /// The clause that failed.
    pub(crate) failed: Option<usize>,
    /// How far that one was from passing.
    pub(crate) short: f64,
    /// How far each clause is from passing, as far as the build came: never more than at its end.
    pub(crate) shorts: Vec<f64>,
    /// The value of the clause that ranks levels; more is better.
    pub(crate) goal: f64,
    /// The extra metrics, if the map fits.
    pub(crate) extra: Vec<Option<f64>>,
}

impl Judge {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Refuses requirements for stages that no chain of `length` stages has, which are `stages`.
    pub(crate) fn check(&self, stages: &[String], length: usize) -> Result<(), SearchError> {
        for clause in &self.want.clauses {
            let known = match &clause.at {
                None | Some(StageRef::Initial) => true,
                Some(StageRef::Meta(i)) => i + 1 < length,
                Some(StageRef::Named(name)) => stages.contains(name),
            };
            if !known {
                let at = clause.at.as_ref().map(ToString::to_string).unwrap_or_default();
                let stages = stages.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                return Err(SearchError::NoStage { clause: clause.to_string(), stage: at, known: stages });
            }
        }
        Ok(())
    }

    /// The checks for a chain, in order.
    fn checks(&self, chain: &BuilderChain) -> Vec<Check> {
        let stages: Vec<Facts> = chain.builders().map(|stage| stage.facts(chain.size())).collect();
        let mut checks: Vec<Check> = Vec::new();
        for (nth, clause) in self.want.clauses.iter().enumerate() {
            let place = match &clause.at {
                None => Some(stages.len() - 1),
                Some(StageRef::Initial) => Some(0),
                Some(StageRef::Meta(i)) => Some(i + 1).filter(|&place| place < stages.len()),
                Some(StageRef::Named(name)) => stages.iter().rposition(|stage| stage.name == name),
            };
            checks.extend(checks_of(nth, clause, place, &stages));
        }
        checks.sort_by_key(|check| (check.stage, self.want.clauses[check.clause].metric.effort(), check.clause));
        checks
    }

    /// Builds the map of a seed and judges it. The map is there if the build went to its end.
    pub(crate) fn judge(
        &self,
        chain: &BuilderChain,
        seed: u64,
        stop: Stop<'_>,
    ) -> Result<(Judgment, Option<BuilderMap>), BuildError> {
        let checks = self.checks(chain);
        let stop = if self.early_out { stop } else { Stop::Never };
        let verdict = Judgment::new(self.want.clauses.len());
        let mut judged = JudgedBuild { judge: self, checks: &checks, stop, next: 0, verdict, truth: true };
        let built = chain.build_with(seed, &mut |progress: Progress<'_>| match progress {
            _ if self.is_stopped() => ControlFlow::Break(()),
            Progress::Done(stage, map) if !judged.observe(stage.index, map) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let JudgedBuild { mut verdict, truth, .. } = judged;
        let map = match built {
            Err(BuildError { kind: BuildErrorKind::Stopped, .. }) => None,
            // With the early out nobody would have seen this.
            Err(_) if verdict.failed.is_some() => None,
            built => Some(built?),
        };
        if let Some(map) = &map {
            let metrics = mapwright_pipes::metrics(map);
            // Without the early out nothing is taken on trust.
            verdict.fits = truth && (self.early_out || self.holds_at_end(&metrics));
            if verdict.fits {
                verdict.extra = self.extra.iter().map(|&metric| metrics.get(metric)).collect();
            }
        }
        Ok((verdict, map))
    }
}

impl Judge {
    /// Whether all clauses about the finished map hold.
    fn holds_at_end(&self, metrics: &Metrics<'_>) -> bool {
        let mut clauses = self.want.clauses.iter().filter(|clause| clause.at.is_none());
        clauses.all(|clause| metrics.get(clause.metric).is_some_and(|value| clause.test.shortfall(value) == 0.0))
    }
}

/// The checks of a clause about the map after the stage at `place`. The last one is after the first stage from which on
/// the metric stays. Earlier ones are about a bound that the stages between cannot come back to.
fn checks_of(
    clause: usize,
    Clause { metric, test, .. }: &Clause,
    place: Option<usize>,
    stages: &[Facts],
) -> Vec<Check> {
    let Some(place) = place else {
        return vec![Check { stage: 0, clause, test: *test, is_last: true, is_there: false }];
    };
    let back = |from: usize, harmless: &dyn Fn(MetricEffect) -> bool| {
        let rest = (1..=from).rev().take_while(|&stage| harmless(effect(&stages[stage], *metric)));
        from - rest.count()
    };
    let last = back(place, &|effect| effect.is_none());
    let (low, high) = test.bounds();
    let lower = (back(last, &|effect| !effect.may_rise), low.is_finite(), Test::AtLeast(low));
    let upper = (back(last, &|effect| !effect.may_fall), high.is_finite(), Test::AtMost(high));
    let early = [lower, upper].into_iter().filter(|&(stage, is_bound, _)| is_bound && stage < last);
    let early = early.map(|(stage, _, test)| Check { stage, clause, test, is_last: false, is_there: true });
    early.chain([Check { stage: last, clause, test: *test, is_last: true, is_there: true }]).collect()
}

/// A build that is being judged.
struct JudgedBuild<'a> {
    judge: &'a Judge,
    checks: &'a [Check],
    stop: Stop<'a>,
    next: usize,
    verdict: Judgment,
    /// Whether the last check of every clause held so far, whatever the earlier ones said. Only complete builds know.
    truth: bool,
}

impl JudgedBuild<'_> {
    /// Makes the checks of a stage, and returns whether to go on.
    fn observe(&mut self, stage: usize, map: &BuilderMap) -> bool {
        let metrics = mapwright_pipes::metrics(map);
        while let Some(check) = self.checks.get(self.next).filter(|check| check.stage == stage) {
            self.next += 1;
            let clause: &Clause = &self.judge.want.clauses[check.clause];
            let value = metrics.get(clause.metric).filter(|_| check.is_there);
            let short = match value {
                Some(value) => check.test.shortfall(value),
                // What is not there may still come.
                None if !check.is_last => 0.0,
                None => f64::INFINITY,
            };
            self.note(check, short, value);
            if self.is_over() {
                return false;
            }
        }
        true
    }

    fn is_over(&self) -> bool {
        self.verdict.failed.is_some()
            && match self.stop {
                Stop::Never => false,
                Stop::Unfit => true,
                Stop::Beyond(scales, far) => self.verdict.far(scales) >= far,
            }
    }

    fn note(&mut self, check: &Check, short: f64, value: Option<f64>) {
        let so_far = &mut self.verdict.shorts[check.clause];
        *so_far = so_far.max(short);
        self.truth &= !check.is_last || short == 0.0;
        if self.verdict.failed.is_some() {
            return;
        }
        if short > 0.0 {
            self.verdict.failed = Some(check.clause);
            self.verdict.short = short;
        } else if check.is_last {
            self.verdict.passed |= 1 << check.clause;
            match check.test {
                Test::Max => self.verdict.goal = value.unwrap_or(f64::NEG_INFINITY),
                Test::Min => self.verdict.goal = -value.unwrap_or(f64::INFINITY),
                _ => (),
            }
        }
    }
}

impl Judgment {
    fn new(clauses: usize) -> Self {
        let shorts = vec![0.0; clauses];
        Judgment { fits: false, passed: 0, failed: None, short: 0.0, shorts, goal: 0.0, extra: Vec::new() }
    }

    /// How far it is from fitting: the sum of how far each clause is from passing, in units of its scale. Along a build it
    /// never falls, also when rounded, as rounding keeps order.
    pub(crate) fn far(&self, scales: &[f64]) -> f64 {
        // A metric that is not there counts as far away.
        self.shorts.iter().zip(scales).map(|(short, scale)| (short / scale).min(Judgment::FAR)).sum()
    }

    /// The most that a clause counts.
    const FAR: f64 = 16.0;

    /// Whether it is better than another: it fits, then a better goal; or more clauses passed, then a smaller shortfall.
    pub(crate) fn is_better_than(&self, other: &Judgment) -> bool {
        let key =
            |one: &Judgment| (one.fits, if one.fits { one.goal } else { 0.0 }, one.passed.count_ones(), -one.short);
        key(self).partial_cmp(&key(other)) == Some(std::cmp::Ordering::Greater)
    }
}
