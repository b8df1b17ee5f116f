//! Models of MarkovJunior: their XML, translated into a program. Names and meanings are those of the original.

use std::path::Path;

use mapwright_files::Pixels;
use mapwright_rewrite::ProgramError;
use serde_json::{Map, Value, json};

use crate::Files;
use crate::flaw::Flaw;
use crate::xml::each_element;

/// The maximum number of elements of a model.
const MOST_ELEMENTS: usize = 10_000;
/// The most turns of a node without `steps`, in a model with a node that may never end: the original ends a run after as many.
const MOST_STEPS: u32 = 50_000;
/// The most pixels of a picture of a rule: two patterns of 32x32 cells.
const MOST_PIXELS: u64 = 2 * 32 * 32;

/// A program that was a model.
pub(super) struct RewriteModel {
    /// What a file with a program would hold.
    pub(super) program: Map<String, Value>,
    /// Nodes by their path in the program, and the lines where they are written.
    lines: Vec<(String, usize)>,
}

impl RewriteModel {
    /// Reads a model; `file` is its name, beside which the pictures of its rules are.
    pub(super) fn read(text: &str, file: &str, files: &Files) -> Result<Self, Flaw> {
        let root = parse(text)?;
        let folder = Path::new(file).parent().unwrap_or(Path::new("")).to_string_lossy().into_owned();
        let folders = ["", "resources/rules"].map(|place| join(&[&folder, place, root.get("folder").unwrap_or("")]));
        let mut translator = Translator { files, folders, lines: Vec::new() };
        Ok(RewriteModel { program: translator.model(&root)?, lines: translator.lines })
    }

    /// What is wrong with the program, by the line of its node.
    pub(super) fn flaw(&self, error: ProgramError) -> Flaw {
        let is_around =
            |path: &str| error.path.strip_prefix(path).is_some_and(|rest| !rest.starts_with(char::is_numeric));
        let node = self.lines.iter().filter(|(path, _)| is_around(path)).max_by_key(|(path, _)| path.len());
        match node {
            Some(&(_, line)) => Flaw::on_line("a node that cannot run", line),
            None => Flaw::from(error),
        }
    }
}

/// Limits the turns of all nodes that take some and have no limit of their own.
pub(super) fn limit_steps(nodes: &mut Value) {
    for node in nodes.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        if ["one", "all", "prl", "count", "markov"].iter().any(|name| node.contains_key(*name)) {
            node.entry("steps").or_insert(MOST_STEPS.into());
        } else if node.contains_key("repeat") {
            node.insert("times".to_owned(), MOST_STEPS.into());
        }
        for name in ["sequence", "markov", "repeat"] {
            node.get_mut(name).into_iter().for_each(limit_steps);
        }
    }
}

/// The parts of a path that are not empty, with slashes between them.
fn join(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// An element of XML.
struct Element {
    name: String,
    line: usize,
    attributes: Map<String, Value>,
    children: Vec<Element>,
}

/// Reads the first element at the top, with all below it.
fn parse(text: &str) -> Result<Element, Flaw> {
    // By their depth, the elements that have ended and whose parents are open.
    let mut ended: Vec<Vec<Element>> = vec![Vec::new()];
    each_element(text, MOST_ELEMENTS, &mut |element, around| {
        let depth = around.len();
        ended.resize_with(ended.len().max(depth + 2), Vec::new);
        let children = std::mem::take(&mut ended[depth + 1]);
        let name = String::from_utf8_lossy(&element.name).into_owned();
        ended[depth].push(Element { name, line: element.line, attributes: element.fields, children });
        Ok(())
    })?;
    ended.swap_remove(0).into_iter().next().ok_or(Flaw::of("the XML has no element"))
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).and_then(Value::as_str)
    }

    /// An attribute that has to be there.
    fn need(&self, name: &str, missing: &'static str) -> Result<&str, Flaw> {
        self.get(name).ok_or_else(|| self.wrong(missing))
    }

    fn is(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    fn number<T: std::str::FromStr>(&self, name: &str, wrong: &'static str) -> Result<Option<T>, Flaw> {
        self.get(name).map(|value| value.trim().parse().map_err(|_| self.wrong(wrong))).transpose()
    }

    fn children<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    fn wrong(&self, what: &'static str) -> Flaw {
        Flaw::on_line(what, self.line)
    }

    /// The symmetry that it gives, by our name.
    fn symmetry(&self) -> Result<Option<&'static str>, Flaw> {
        self.get("symmetry")
            .map(|given| match given {
                "()" => Ok("none"),
                "(x)" => Ok("mirror-x"),
                "(y)" => Ok("mirror-y"),
                "(x)(y)" => Ok("mirrors"),
                "(xy+)" => Ok("turns"),
                "(xy)" => Ok("all"),
                _ => Err(self.wrong(
                    "an unknown `symmetry`; expected (), (x), (y), (x)(y), (xy+) or (xy), as 3D is not supported",
                )),
            })
            .transpose()
    }

    /// Whether it or an element below it has a limit on turns.
    fn has_steps(&self) -> bool {
        self.get("steps").is_some() || self.children.iter().any(Element::has_steps)
    }
}

/// What a node is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    Nothing,
    Sequence,
    Markov,
}

struct Translator<'f> {
    files: &'f Files,
    /// Where pictures of rules may be.
    folders: [String; 2],
    lines: Vec<(String, usize)>,
}

impl Translator<'_> {
    fn model(&mut self, root: &Element) -> Result<Map<String, Value>, Flaw> {
        let values = root.need("values", "the first element has no `values`, so this is no model of MarkovJunior")?;
        let values: Vec<char> = values.chars().filter(|glyph| *glyph != ' ').collect();
        let [fill, ref others @ ..] = values[..] else { return Err(root.wrong("`values` is empty")) };
        let mut program = Vec::new();
        let at = match &*root.get("origin").unwrap_or("false").to_lowercase() {
            "true" | "center" => Some("center"),
            "random" => Some("random"),
            "false" => None,
            _ => return Err(root.wrong("an unknown `origin`; expected True, Center, Random or False")),
        };
        if let Some(at) = at {
            let second = others.first().ok_or_else(|| root.wrong("`origin` needs a second symbol in `values`"))?;
            program.push(json!({ "put": second, "at": at }));
        }
        let path = format!("program[{}]", program.len());
        program.push(self.node(root, &path, root.symmetry()?.unwrap_or("all"), Parent::Nothing)?);
        let mut sets = Map::new();
        unions(root, &mut sets)?;
        // The first is what a map begins with. Other symbols have tiles of their own, from the first that is free.
        let numbered = (32u8..=127).zip(others).map(|(tile, &glyph)| (glyph, if glyph == 'W' { 0 } else { tile }));
        let tiles = [(fill, 128)].into_iter().chain(numbered);
        let symbols: Map<String, Value> = tiles.map(|(glyph, tile)| (glyph.to_string(), tile.into())).collect();
        let fields =
            [("program", program.into()), ("symbols", symbols.into()), ("sets", sets.into()), ("fill", json!(fill))];
        Ok(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// A node at a path of the program.
    fn node(&mut self, element: &Element, path: &str, symmetry: &'static str, parent: Parent) -> Result<Value, Flaw> {
        self.lines.push((path.to_owned(), element.line));
        let symmetry = element.symmetry()?.unwrap_or(symmetry);
        match element.name.as_str() {
            "one" | "all" | "prl" | "convolution" => self.rules(element, path, symmetry),
            // Within a sequence, a branch runs until it has nothing to do when it begins.
            "sequence" => {
                let name = if parent == Parent::Sequence { "repeat" } else { "sequence" };
                self.branch(element, name, path, symmetry, Parent::Sequence)
            }
            "markov" if parent == Parent::Sequence && element.has_steps() => {
                let inner = self.branch(element, "markov", &format!("{path}.repeat[0]"), symmetry, Parent::Markov)?;
                Ok(json!({ "repeat": [inner] }))
            }
            "markov" => self.branch(element, "markov", path, symmetry, Parent::Markov),
            // Paths are painted until none is left.
            "path" if parent == Parent::Markov => trail(element),
            "path" => Ok(json!({ "markov": [trail(element)?] })),
            "map" => Err(element.wrong("<map> is not supported, as maps keep their size")),
            "convchain" => Err(element.wrong("<convchain> is not supported")),
            "wfc" => Err(element.wrong("<wfc> is not supported; `wave-function-collapse` is a stage of its own")),
            _ => Err(element.wrong("an unknown node; expected one, all, prl, convolution, path, markov or sequence")),
        }
    }

    fn branch(
        &mut self,
        element: &Element,
        name: &str,
        path: &str,
        symmetry: &'static str,
        parent: Parent,
    ) -> Result<Value, Flaw> {
        let nodes = element.children.iter().filter(|child| child.name != "union").zip(0..);
        let node = |(child, i)| self.node(child, &format!("{path}.{name}[{i}]"), symmetry, parent);
        Ok(json!({ name: nodes.map(node).collect::<Result<Vec<_>, _>>()? }))
    }

    /// A node that applies rules: those below it, or the one that it is itself.
    fn rules(&mut self, element: &Element, path: &str, symmetry: &'static str) -> Result<Value, Flaw> {
        let observed = element.children("observe").map(observation).collect::<Result<Vec<_>, _>>()?;
        let searches = !observed.is_empty() && element.is("search");
        let name = match &*element.name {
            "convolution" => "count",
            _ if searches => "search",
            name => name,
        };
        let mut rules: Vec<&Element> = element.children("rule").collect();
        if rules.is_empty() {
            rules.push(element);
        }
        let mut written = Vec::new();
        for (rule, i) in rules.into_iter().zip(0..) {
            self.lines.push((format!("{path}.{name}[{i}]"), rule.line));
            let mut fields = self.rule(rule)?;
            if name == "count" {
                let [from, to] = ["from", "to"].map(|side| fields[side].as_str().unwrap_or_default());
                let (values, sum) = (rule.get("values").unwrap_or(from), rule.get("sum").unwrap_or("0..8"));
                fields = Map::from_iter([("rule".to_owned(), format!("{from} -> {to} if {values} {sum}").into())]);
            }
            fields.extend(rule.symmetry()?.map(|symmetry| ("symmetry".to_owned(), symmetry.into())));
            // Elsewhere, the original has no eyes for `p`.
            if ["prl", "count"].contains(&name) {
                let p: Option<f64> = rule.number("p", "`p` is not a number")?;
                fields.extend(p.filter(|p| *p < 1.0).map(|p| ("chance".to_owned(), p.into())));
            }
            written.push(Value::Object(fields));
        }
        let distances: Vec<&Element> = element.children("field").collect();
        let is_one = element.name == "one";
        let is_guided = !distances.is_empty() || !observed.is_empty();
        if is_guided && !is_one {
            return Err(element.wrong("`field` and `observe` are supported in <one> only"));
        }
        let mut node = match (name, element.get("neighborhood")) {
            ("count", Some("Moore")) => json!({ name: written, "around": 8 }),
            ("count", Some("VonNeumann")) => json!({ name: written, "around": 4 }),
            ("count", _) => return Err(element.wrong("an unknown `neighborhood`; expected Moore or VonNeumann")),
            _ => json!({ name: written, "symmetry": symmetry }),
        };
        if let Some(steps) = element.number("steps", "`steps` is not a number")?.filter(|&steps: &u32| steps > 0)
            && !searches
        {
            node["steps"] = steps.into();
        }
        let temperature: Option<f64> = element.number("temperature", "`temperature` is not a number")?;
        if let Some(temperature) = temperature.filter(|_| is_guided && !searches) {
            node["temperature"] = temperature.into();
        }
        if let Some(limit) =
            element.number("limit", "`limit` is not a number")?.filter(|&limit: &i64| limit > 0 && searches)
        {
            node["states"] = limit.min(10_000_000).into();
        }
        let is_only = distances.len() == 1;
        node["fields"] = distances.into_iter().map(|one| distance(one, is_only)).collect::<Result<Value, _>>()?;
        node["observe"] = observed.into();
        Ok(node)
    }

    /// The two sides of a rule: written out, or from pictures.
    fn rule(&self, rule: &Element) -> Result<Map<String, Value>, Flaw> {
        let (from, to) = if let Some(file) = rule.get("file") {
            let rows = self.picture(rule, file)?;
            let half = rows[0].len() / 2;
            if rows[0].len() % 2 != 0 {
                return Err(
                    rule.wrong("a picture of a rule has an odd width; expected its two sides beside each other")
                );
            }
            let side = |from: usize| -> Vec<String> {
                rows.iter().map(|row| row[from..from + half].iter().collect()).collect()
            };
            (side(0).join("/"), side(half).join("/"))
        } else {
            let side = |text: &str, file: &str, missing| match (rule.get(text), rule.get(file)) {
                (Some(text), _) if text.contains(' ') => {
                    Err(rule.wrong("a rule of several layers; 3D is not supported"))
                }
                (Some(text), _) => Ok(text.to_owned()),
                (None, Some(file)) => {
                    let rows = self.picture(rule, file)?;
                    Ok(rows.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/"))
                }
                (None, None) => Err(rule.wrong(missing)),
            };
            let from = side("in", "fin", "a rule without `in`, `fin` or `file`")?;
            (from, side("out", "fout", "a rule without `out` or `fout`")?)
        };
        Ok(Map::from_iter([("from".to_owned(), from.into()), ("to".to_owned(), to.into())]))
    }

    /// The symbols of a picture, row by row: its colors in the order in which they come are those of the legend.
    fn picture(&self, rule: &Element, name: &str) -> Result<Vec<Vec<char>>, Flaw> {
        let legend: Vec<char> = rule.need("legend", "a picture of a rule without `legend`")?.chars().collect();
        let read = |folder: &String| {
            let place = join(&[folder, &format!("{name}.png")]);
            self.files.load("picture", &place, |png| Ok(Pixels::from_png(&png, MOST_PIXELS)?)).ok()
        };
        let missing = "a picture of a rule cannot be read; expected a PNG in the model's folder or its resources/rules";
        let pixels = self.folders.iter().find_map(read).ok_or_else(|| rule.wrong(missing))?;
        let mut colors = Vec::new();
        let mut cells = Vec::new();
        for color in pixels.rgba {
            let number = colors.iter().position(|&known| known == color).unwrap_or_else(|| {
                colors.push(color);
                colors.len() - 1
            });
            let few = || rule.wrong("a picture of a rule has more colors than its `legend` has symbols");
            cells.push(*legend.get(number).ok_or_else(few)?);
        }
        Ok(cells.chunks(pixels.width.max(1) as usize).map(<[char]>::to_vec).collect())
    }
}

/// The unions below an element.
fn unions(element: &Element, sets: &mut Map<String, Value>) -> Result<(), Flaw> {
    for union in element.children("union") {
        let symbol = union.need("symbol", "a union without `symbol`")?.to_owned();
        let values = union.need("values", "a union without `values`")?.into();
        if symbol.chars().count() != 1 || sets.insert(symbol, values).is_some() {
            return Err(union.wrong("a second union of this symbol, or no single symbol"));
        }
    }
    element.children.iter().try_for_each(|child| unions(child, sets))
}

/// One symbol.
fn symbol(element: &Element, name: &str) -> Result<char, Flaw> {
    let value = element.need(name, "a symbol is missing")?;
    let mut glyphs = value.chars();
    glyphs.next().filter(|_| glyphs.next().is_none()).ok_or_else(|| element.wrong("expected one symbol"))
}

fn distance(field: &Element, is_only: bool) -> Result<Value, Flaw> {
    let on = field.need("on", "a field without `on`")?;
    let (name, cells) = match field.get("from") {
        Some(from) => ("from", from),
        None => ("to", field.need("to", "a field without `from` or `to`")?),
    };
    // In the original, a node does nothing if all of its fields have nothing to measure from.
    let is_essential = is_only || field.is("essential");
    let is_new = field.is("recompute");
    Ok(json!({ "for": symbol(field, "for")?, name: cells, "on": on, "recompute": is_new, "essential": is_essential }))
}

fn observation(observe: &Element) -> Result<Value, Flaw> {
    let from = observe.get("from").map(|_| symbol(observe, "from")).transpose()?;
    Ok(json!({ "for": symbol(observe, "value")?, "from": from, "to": observe.need("to", "`observe` without `to`")? }))
}

fn trail(path: &Element) -> Result<Value, Flaw> {
    let [from, to, on] = ["from", "to", "on"].map(|name| path.need(name, "a path without `from`, `to` or `on`"));
    let (from, to, on) = (from?, to?, on?);
    let first = from.chars().next().ok_or_else(|| path.wrong("`from` is empty"))?;
    let color = if path.get("color").is_some() { symbol(path, "color")? } else { first };
    let around = if path.is("edges") { 8 } else { 4 };
    let (inertia, longest) = (path.is("inertia"), path.is("longest"));
    Ok(
        json!({ "path": color, "from": from, "to": to, "on": on, "inertia": inertia, "longest": longest, "around": around }),
    )
}
