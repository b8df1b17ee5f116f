//! What a search draws from: a recipe, and the values that some of its parameters may take.
//!
//! A point of the space is a list of *genes*, one number for each varied parameter.

use mapwright_core::MapRng;
use mapwright_core::params::Schema;
use mapwright_recipe::{BuilderInfo, Param, Recipe, Registry, StageRecipe, nearest};
use serde_json::{Value, json};

use crate::choices::{Choices, example, known, ranged};
use crate::error::VaryError;
use crate::vary::{Target, Values, Vary};

/// The space of recipes around one.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    base: Recipe,
    registry: Registry,
    dims: Vec<Dim>,
}

/// A varied parameter.
#[derive(Clone, Debug)]
pub(crate) struct Dim {
    pub(crate) target: Target,
    /// The only builder that has it; any if `None`.
    builder: Option<String>,
    pub(crate) values: Choices,
}

impl Space {
    /// The space of a recipe that can be built.
    pub(crate) fn new(base: &Recipe, registry: &Registry, vary: &[Vary]) -> Result<Self, VaryError> {
        let mut space = Space { base: base.clone(), registry: registry.clone(), dims: Vec::new() };
        // Builders first: they decide which parameters there are.
        let is_use = |vary: &&Vary| matches!(vary, Vary::One(target, _) if target.param() == "use");
        let (uses, others): (Vec<_>, Vec<_>) = vary.iter().partition(is_use);
        for one in uses.into_iter().chain(others) {
            let error = |problem: String| VaryError { vary: one.to_string(), problem };
            if let Vary::One(target, values) = one {
                if space.dims.iter().any(|dim| dim.target == *target) {
                    return Err(error("it is varied twice".into()));
                }
                let values = space.choices(target, values).map_err(error)?;
                space.check(target, &values).map_err(error)?;
                space.dims.push(Dim { target: target.clone(), builder: None, values });
            }
        }
        if vary.contains(&Vary::All) {
            space.add_all();
        }
        Ok(space)
    }

    pub(crate) fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// The names of all stages that a recipe of the space may have.
    pub(crate) fn stages(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for stage in std::iter::once(&self.base.initial).chain(&self.base.metas) {
            names.push(stage.name.clone());
        }
        for dim in self.dims.iter().filter(|dim| dim.target.param() == "use") {
            if let Choices::List { values, .. } = &dim.values {
                names.extend(values.iter().filter_map(|value| value.as_str().map(str::to_owned)));
            }
        }
        names
    }

    /// The recipe at a point.
    pub(crate) fn recipe(&self, genes: &[u32], seed: u64) -> Recipe {
        let mut recipe = self.base.clone();
        // The digest is that of the base's map.
        (recipe.seed, recipe.digest) = (Some(seed), None);
        for (dim, &gene) in self.dims.iter().zip(genes) {
            let value = dim.values.value(gene);
            match &dim.target {
                Target::Top(name) => set_top(&mut recipe, name, &value),
                Target::Initial(name) => self.set(&mut recipe.initial, dim, name, value),
                Target::Meta(i, name) => {
                    if let Some(stage) = recipe.metas.get_mut(*i) {
                        self.set(stage, dim, name, value);
                    }
                }
            }
        }
        self.tidy(&mut recipe);
        recipe
    }

    fn set(&self, stage: &mut StageRecipe, dim: &Dim, name: &str, value: Value) {
        if name == "use" {
            value.as_str().unwrap_or_default().clone_into(&mut stage.name);
        } else if name == "seed" {
            stage.seed = value.as_u64();
        } else if dim.builder.as_ref().is_none_or(|builder| *builder == stage.name) {
            stage.params.insert(name.to_owned(), value);
        }
    }

    /// Removes parameters that a drawn builder does not have, or that do not go with a drawn value.
    fn tidy(&self, recipe: &mut Recipe) {
        for (place, stage) in std::iter::once(&mut recipe.initial).chain(&mut recipe.metas).enumerate() {
            let varied = |name: &str| {
                self.dims.iter().any(|dim| dim.target.stage() == Some(place) && dim.target.param() == name)
            };
            let Some(info) = self.info(&stage.name).filter(|info| !info.params.is_empty()) else { continue };
            let find = |name: &str| info.params.iter().find(|param| param.name == name);
            if varied("use") {
                stage.params.retain(|name, value| find(name).is_some_and(|param| param.check(value).is_ok()));
            }
            let given = stage.params.clone();
            stage.params.retain(|name, _| {
                let Some((other, fitting)) = find(name).and_then(|param| param.only_with) else { return true };
                let value = given.get(other).or(find(other).map(|param| &param.default)).and_then(Value::as_str);
                value.is_some_and(|value| fitting.contains(&value)) || !(varied(other) || varied("use"))
            });
        }
    }

    fn info(&self, name: &str) -> Option<&BuilderInfo> {
        self.registry.builders().iter().find(|info| info.name == name)
    }

    /// The stage of a target.
    fn stage(&self, target: &Target) -> Result<&StageRecipe, String> {
        match target {
            Target::Meta(i, _) => self.base.metas.get(*i).ok_or_else(|| match self.base.metas.len() {
                0 => "the recipe has no metas".to_owned(),
                1 => "the recipe has only `metas.0`".to_owned(),
                n => format!("the recipe has only `metas.0` to `metas.{}`", n - 1),
            }),
            _ => Ok(&self.base.initial),
        }
    }

    /// The builders that may be in a stage.
    fn builders(&self, stage: usize, base: &str) -> Vec<&BuilderInfo> {
        let varied = self.dims.iter().find(|dim| dim.target.stage() == Some(stage) && dim.target.param() == "use");
        let names: Vec<String> = match varied.map(|dim| &dim.values) {
            Some(Choices::List { values, .. }) => {
                values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
            }
            _ => vec![base.to_owned()],
        };
        names.iter().filter_map(|name| self.info(name)).collect()
    }

    fn choices(&self, target: &Target, values: &Values) -> Result<Choices, String> {
        let stage = self.stage(target)?;
        let param = match target {
            Target::Top(name) => head(name),
            _ if target.param() == "seed" => head("seed"),
            _ if target.param() == "use" => return self.uses(values),
            Target::Initial(name) | Target::Meta(_, name) => self.param(target, stage, name)?,
        };
        let whole = |low: u64, high: u64| match param.as_ref().map(|param| &param.schema) {
            Some(Schema::Int(..)) => true,
            Some(_) => false,
            None => low.is_multiple_of(1000) && high.is_multiple_of(1000),
        };
        match values {
            Values::Known => {
                let param = param.ok_or("the catalogue does not know its range; give one such as `=0..1`")?;
                let size = [("width", self.base.width), ("height", self.base.height)];
                let size = size.into_iter().find(|(name, _)| target.stage().is_none() && *name == target.param());
                let given = size.map(|(_, side)| json!(side)).or_else(|| stage.params.get(param.name).cloned());
                let present = given.filter(|given| !given.is_null()).unwrap_or_else(|| param.default.clone());
                known(&param.schema, &present).ok_or_else(|| match example(&param.schema) {
                    Some(range) => format!("it is absent by default; give a range, such as `{target}={range}`"),
                    None => "it has no range to take values from; give some after `=`".into(),
                })
            }
            Values::Range(low, high) => Choices::range(*low, *high, whole(*low, *high)),
            Values::Steps(low, high, steps) => Ok(Choices::steps(*low, *high, *steps, whole(*low, *high))),
            Values::List(words) => {
                let values = words.iter().map(|word| serde_json::from_str(word).unwrap_or_else(|_| json!(word)));
                Ok(Choices::List { values: values.collect(), ordered: false })
            }
        }
    }

    /// A parameter of a stage; `None` for a builder that your program added.
    fn param(&self, target: &Target, stage: &StageRecipe, name: &str) -> Result<Option<Param>, String> {
        let builders = self.builders(target.stage().unwrap_or(0), &stage.name);
        let params = || builders.iter().flat_map(|info| &info.params);
        match params().find(|param| param.name == name) {
            Some(param) => Ok(Some(param.clone())),
            // A custom stage: building says whether the parameter exists.
            None if builders.is_empty() || builders.iter().any(|info| info.group == "own") => Ok(None),
            None => {
                let hint = match nearest(name, params().map(|param| param.name)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        let names: Vec<&str> = params().map(|param| param.name).collect();
                        if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) }
                    }
                };
                let names: Vec<&str> = builders.iter().map(|info| info.name).collect();
                Err(format!("{} has no parameter `{name}`; {hint}", names.join(", ")))
            }
        }
    }

    /// Checks that some builder accepts the values: all of a list, the ends of a range.
    fn check(&self, target: &Target, values: &Choices) -> Result<(), String> {
        let genes = match values {
            Choices::List { .. } => (0..values.len()).collect(),
            _ => vec![0, values.len() - 1],
        };
        let params: Vec<Param> = match target.stage() {
            None => Recipe::params(),
            Some(place) => {
                let name = &self.stage(target)?.name;
                let params = self.builders(place, name).into_iter().flat_map(|info| info.params.clone());
                params.chain(head("seed")).collect()
            }
        };
        let fitting: Vec<&Param> = params.iter().filter(|param| param.name == target.param()).collect();
        for gene in genes {
            let errors: Vec<_> = fitting.iter().filter_map(|param| param.check(&values.value(gene)).err()).collect();
            if let Some(error) = errors.first().filter(|_| errors.len() == fitting.len()) {
                return Err(error.to_string());
            }
        }
        Ok(())
    }

    fn uses(&self, values: &Values) -> Result<Choices, String> {
        let Values::List(words) = values else {
            return Err("expected names of builders such as `wilson,eller`".into());
        };
        for word in words {
            if self.info(word).is_none() {
                let hint =
                    self.registry.nearest(word).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return Err(format!("no builder is called `{}`{hint}", mapwright_recipe::short(word)));
            }
        }
        Ok(Choices::List { values: words.iter().map(|word| json!(word)).collect(), ordered: false })
    }

    /// Every parameter with a range or a choice that is not varied yet.
    fn add_all(&mut self) {
        let stages: Vec<StageRecipe> = std::iter::once(&self.base.initial).chain(&self.base.metas).cloned().collect();
        for (place, stage) in stages.iter().enumerate() {
            let builders: Vec<BuilderInfo> = self.builders(place, &stage.name).into_iter().cloned().collect();
            for info in builders {
                for param in &info.params {
                    let target = match place.checked_sub(1) {
                        None => Target::Initial(param.name.to_owned()),
                        Some(i) => Target::Meta(i, param.name.to_owned()),
                    };
                    let explicit = self.dims.iter().any(|dim| dim.target == target && dim.builder.is_none());
                    let values = ranged(param, &stage.params).filter(|values| !explicit && values.len() > 1);
                    let builder = Some(info.name.to_owned());
                    self.dims.extend(values.map(|values| Dim { target, builder, values }));
                }
            }
        }
    }

    /// A point anywhere.
    pub(crate) fn draw(&self, rng: &mut MapRng) -> Vec<u32> {
        self.dims.iter().map(|dim| rng.below(dim.values.len())).collect()
    }

    /// A point near another: each gene is drawn again with a chance that makes one on average, and at least one is. An
    /// ordered gene moves by up to an eighth of its range, more often by little; any other may come out as it was. One
    /// point of `leaving` may leave the niche.
    pub(crate) fn near(&self, genes: &[u32], leaving: u32, rng: &mut MapRng) -> Vec<u32> {
        let fixed: Vec<usize> = self.niche_dims().collect();
        let leaves = fixed.len() == self.dims.len() || rng.below(leaving) == 0;
        let mut free: Vec<usize> = (0..self.dims.len()).collect();
        free.retain(|i| leaves || !fixed.contains(i));
        let n = free.len() as u32;
        let sure = rng.below(n) as usize;
        let mut near = genes.to_vec();
        for (nth, &i) in free.iter().enumerate() {
            if nth == sure || rng.below(n) == 0 {
                near[i] = moved(&self.dims[i].values, near[i], rng);
            }
        }
        near
    }

    /// The niche of a point: its values of the niche's parameters. Without niches the first builder that comes close would
    /// take all places.
    pub(crate) fn niche(&self, genes: &[u32]) -> u32 {
        self.niche_dims().fold(0, |niche, i| niche * self.dims[i].values.len() + genes[i])
    }

    /// The first parameters that have no order, as long as they have at most [`NICHES`](Self::NICHES) values together.
    fn niche_dims(&self) -> impl Iterator<Item = usize> + '_ {
        let mut niches = 1u32;
        let loose = self.dims.iter().enumerate().filter(|(_, dim)| !dim.values.is_ordered());
        loose.map_while(move |(i, dim)| {
            niches = niches.checked_mul(dim.values.len()).filter(|&n| n <= Space::NICHES)?;
            Some(i)
        })
    }

    /// The most niches.
    const NICHES: u32 = 16;
}

/// A value near another one.
fn moved(values: &Choices, gene: u32, rng: &mut MapRng) -> u32 {
    let most = values.len() - 1;
    if !values.is_ordered() {
        return rng.below(most + 1);
    }
    let reach = (most / 8).max(1);
    let step = rng.range(1, reach).min(rng.range(1, reach));
    // At an end there is only one way to go.
    let up = gene < most && (gene == 0 || rng.chance(0.5));
    if up { gene.saturating_add(step).min(most) } else { gene.saturating_sub(step) }
}

impl Target {
    /// The name of the parameter.
    pub(crate) fn param(&self) -> &str {
        match self {
            Target::Top(name) | Target::Initial(name) | Target::Meta(_, name) => name,
        }
    }

    /// The place of the stage in the chain.
    pub(crate) const fn stage(&self) -> Option<usize> {
        match self {
            Target::Top(_) => None,
            Target::Initial(_) => Some(0),
            Target::Meta(i, _) => Some(*i + 1),
        }
    }
}

fn set_top(recipe: &mut Recipe, name: &str, value: &Value) {
    let side = || value.as_u64().and_then(|side| u16::try_from(side).ok()).unwrap_or(1);
    match name {
        "width" => recipe.width = side(),
        "height" => recipe.height = side(),
        _ => recipe.wrap = serde_json::from_value(value.clone()).ok(),
    }
}

/// A parameter of recipes as a whole. Stages may have a seed of their own as well.
fn head(name: &str) -> Option<Param> {
    Recipe::params().into_iter().find(|param| param.name == name)
}
