//! What was found, as JSON.

use serde_json::{Map, Value, json};

use crate::archive::Archive;
use crate::bins::Bins;
use crate::find::Found;
use crate::judge::Passed;
use crate::search::{FoundLevel, Search};
use crate::sweep::{Band, Step, Sweep};

impl Found {
    /// The manifest: what was asked, and what was found. The recipes are in the files that
    /// [`recipes`](Self::recipes) names.
    pub fn manifest(&self, search: &Search) -> Value {
        self.entries(search, "search", &[])
    }

    /// The manifest of the most varied levels, with how far each is from those before it.
    pub fn varied_manifest(&self, search: &Search, spread: &[f64]) -> Value {
        self.entries(search, "varied", spread)
    }

    fn entries(&self, search: &Search, method: &str, spread: &[f64]) -> Value {
        let mut manifest = search.manifest(method);
        counts(&mut manifest, self.tried, self.unbuilt, &self.passed);
        let level = |(i, level): (usize, &FoundLevel)| {
            let mut entry = level.entry(&file(i));
            if let Some(distance) = spread.get(i) {
                entry["distance"] = json!(distance);
            }
            entry
        };
        manifest.insert("results".into(), self.levels.iter().enumerate().map(level).collect());
        if !self.nearest.is_empty() {
            let misses = self.nearest.iter().enumerate().map(|(i, miss)| {
                let mut entry = miss.level.entry(&near_file(i));
                entry["failed"] = json!(miss.failed);
                entry
            });
            manifest.insert("nearest".into(), misses.collect());
        }
        manifest.into()
    }

    /// Every recipe with the name of its file: first the levels that fit, then the nearest ones.
    pub fn recipes(&self) -> Vec<(String, String)> {
        let levels = self.levels.iter().enumerate().map(|(i, level)| (file(i), level.json()));
        let misses = self.nearest.iter().enumerate().map(|(i, miss)| (near_file(i), miss.level.json()));
        levels.chain(misses).collect()
    }
}

impl Archive {
    /// The manifest: what was asked, the bins, and the elites by bin.
    pub fn manifest(&self, search: &Search) -> Value {
        let mut manifest = search.manifest("archive");
        counts(&mut manifest, self.tried, self.unbuilt, &self.passed);
        let axis = |bins: &Bins| {
            let edges: Vec<f64> = (0..=bins.count).map(|bin| bins.edge(bin)).collect();
            json!({ "metric": bins.metric.name(), "edges": edges })
        };
        manifest.insert("axes".into(), self.bins.iter().map(axis).collect());
        let elites = self.elites.iter().enumerate().map(|(i, (bin, elite))| {
            let mut entry = elite.level.entry(&file(i));
            entry["bin"] = json!(bin);
            entry
        });
        manifest.insert("results".into(), elites.collect());
        manifest.into()
    }

    /// Every recipe with the name of its file.
    pub fn recipes(&self) -> Vec<(String, String)> {
        self.elites.values().enumerate().map(|(i, elite)| (file(i), elite.level.json())).collect()
    }
}

impl Sweep {
    /// The manifest: what was asked, and the bands of each step.
    pub fn manifest(&self, search: &Search) -> Value {
        let mut manifest = search.manifest("sweep");
        manifest.shift_remove("budget");
        manifest.insert("parameter".into(), json!(self.target));
        if let Some(second) = &self.second {
            manifest.insert("second".into(), json!(second));
        }
        manifest.insert("seeds".into(), json!([self.seeds.start, self.seeds.end]));
        let band = |band: &Band| {
            let [low, median, high] = band.deciles;
            (band.metric.name().to_owned(), json!({ "levels": band.levels, "p10": low, "p50": median, "p90": high }))
        };
        let step = |(i, step): (usize, &Step)| {
            let bands: Map<String, Value> = step.bands.iter().map(band).collect();
            let mut entry = json!({ "value": step.value });
            if let Some(second) = &step.second {
                entry["second"] = second.clone();
            }
            entry["recipe"] = json!(file(i));
            entry["built"] = json!(step.built);
            entry["fitting"] = json!(step.fitting);
            entry["metrics"] = bands.into();
            entry
        };
        manifest.insert("results".into(), self.steps.iter().enumerate().map(step).collect());
        manifest.into()
    }

    /// Every recipe with the name of its file.
    pub fn recipes(&self) -> Vec<(String, String)> {
        self.steps.iter().enumerate().map(|(i, step)| (file(i), format!("{}\n", step.recipe.to_json()))).collect()
    }
}

fn counts(manifest: &mut Map<String, Value>, tried: u64, unbuilt: u64, counts: &[Passed]) {
    let by_clause = |count: fn(&Passed) -> u64| -> Map<String, Value> {
        counts.iter().map(|one| (one.clause.clone(), json!(count(one)))).collect()
    };
    manifest.insert("tried".into(), json!(tried));
    manifest.insert("unbuilt".into(), json!(unbuilt));
    manifest.insert("judged".into(), by_clause(|count| count.judged).into());
    manifest.insert("passed".into(), by_clause(|count| count.passed).into());
}

fn file(i: usize) -> String {
    format!("{i:03}.json")
}

fn near_file(i: usize) -> String {
    format!("nearest-{i}.json")
}

impl Search {
    /// What every manifest begins with.
    pub(crate) fn manifest(&self, method: &str) -> Map<String, Value> {
        let want = self.want.to_string();
        let vary: Vec<String> = self.vary.iter().map(ToString::to_string).collect();
        let Value::Object(manifest) = json!({
            "version": 1, "want": want, "vary": vary, "method": method, "seed": self.seed, "budget": self.budget,
            "recipe": self.recipe,
        }) else {
            return Map::new();
        };
        manifest
    }
}

impl FoundLevel {
    fn json(&self) -> String {
        format!("{}\n", self.recipe.to_json())
    }

    /// Its entry in a manifest, with the file of its recipe.
    pub(crate) fn entry(&self, file: &str) -> Value {
        let number = |value: f64| if value.fract() == 0.0 { json!(value as u64) } else { json!(value) };
        let metrics: Map<String, Value> =
            self.metrics.iter().map(|&(name, value)| (name.into(), number(value))).collect();
        json!({ "index": self.index, "seed": self.seed, "recipe": file, "metrics": metrics, "digest": format!("{:016x}", self.digest) })
    }
}
