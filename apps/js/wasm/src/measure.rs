//! Metrics of many maps.

use mapwright::charts::{HeatMap, heat_map};
use mapwright::render::Style;
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::level::chain;
use crate::picture::Picture;

/// The metrics of some seeds of a recipe: `[{ seed, metrics }]`. A seed that fails where another may succeed has no
/// metrics.
#[wasm_bindgen]
pub fn measure(recipe: &str, first: u64, count: u32) -> Result<String, Fault> {
    let (_, chain) = chain(recipe)?;
    let mut rows = Vec::new();
    for seed in (0..u64::from(count)).map(|nth| first.wrapping_add(nth)) {
        let metrics = match chain.build(seed) {
            Ok(map) => {
                let metrics = mapwright::pipes::metrics(&map);
                Value::Object(Map::from_iter(metrics.rows().map(|(name, value)| (name.to_owned(), json!(value)))))
            }
            Err(error) if error.is_retryable() => Value::Null,
            Err(error) => return Err(error.into()),
        };
        rows.push(json!({ "seed": seed.to_string(), "metrics": metrics }));
    }
    Ok(Value::Array(rows).to_string())
}

/// How maps spread over two metrics: `values` has both of each map, one after the other.
#[wasm_bindgen]
pub fn heat(title: &str, x: &str, y: &str, values: &[f64]) -> Result<Picture, Fault> {
    let heat = HeatMap {
        title: title.to_owned(),
        names: [x.to_owned(), y.to_owned()],
        values: values.as_chunks::<2>().0.to_vec(),
        style: Style::default(),
    };
    Ok(Picture::of_cells(heat_map(&heat).map_err(Fault::of)?, 0, 0))
}
