//! Who is meant: selectors such as `@e[type=minecraft:marker,tag=cell,limit=1]`.

use super::nbt::Nbt;
use super::reader::{Names, Parsed, Range, full_id, split_list};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// `@e`
    All,
    /// `@s`
    Me,
    /// `@a`, `@p`, `@r`
    Players,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Arbitrary,
    Nearest,
    Furthest,
    Random,
}

#[derive(Clone, Debug)]
pub struct Selector {
    pub who: Who,
    pub kind: Option<(bool, u32)>,
    /// A tag, and whether one must have it. `None` stands for any tag at all.
    pub tags: Vec<(bool, Option<u32>)>,
    pub names: Vec<(bool, String)>,
    /// By objective.
    pub scores: Vec<(u32, Range)>,
    pub nbt: Vec<(bool, Nbt)>,
    pub distance: Option<Range>,
    pub at: [Option<f64>; 3],
    pub size: [Option<f64>; 3],
    pub limit: usize,
    pub sort: Sort,
}

impl Selector {
    /// Whether it can never be more than one.
    pub fn is_single(&self) -> bool {
        self.who == Who::Me || self.limit == 1
    }

    pub fn parse(text: &str, names: &mut Names) -> Parsed<Selector> {
        let (head, body) = match text.split_once('[') {
            Some((head, body)) => (head, body.strip_suffix(']').ok_or_else(|| format!("a `]` is missing in {text}"))?),
            None => (text, ""),
        };
        let (who, sort, limit) = match head {
            "@e" => (Who::All, Sort::Arbitrary, usize::MAX),
            "@s" => (Who::Me, Sort::Arbitrary, 1),
            "@a" => (Who::Players, Sort::Arbitrary, usize::MAX),
            "@p" => (Who::Players, Sort::Nearest, 1),
            "@r" => (Who::Players, Sort::Random, 1),
            "@n" => (Who::All, Sort::Nearest, 1),
            _ => return Err(format!("`{head}` is no selector")),
        };
        let mut found = Selector {
            who,
            sort,
            limit,
            kind: None,
            tags: vec![],
            names: vec![],
            scores: vec![],
            nbt: vec![],
            distance: None,
            at: [None; 3],
            size: [None; 3],
        };
        for part in split_list(body)? {
            let (name, value) = part.split_once('=').ok_or_else(|| format!("a `=` is missing in `{part}`"))?;
            let (name, value) = (name.trim(), value.trim());
            found.argument(name, value, names)?;
        }
        Ok(found)
    }

    fn argument(&mut self, name: &str, value: &str, names: &mut Names) -> Parsed<()> {
        let (yes, plain) = value.strip_prefix('!').map_or((true, value), |value| (false, value));
        let axis = |letter: &str| ["x", "y", "z"].iter().position(|&axis| axis == letter);
        let coordinate = || value.parse().map_err(|_| format!("`{name}={value}` is no number"));
        match name {
            "type" if self.kind.is_some() => return Err("`type` stands twice".to_owned()),
            "type" => self.kind = Some((yes, names.number(&full_id(plain)?))),
            "tag" => self.tags.push((
                yes != plain.is_empty(),
                Some(plain).filter(|tag| !tag.is_empty()).map(|tag| names.number(tag)),
            )),
            "name" => self.names.push((yes, plain.trim_matches('"').to_owned())),
            "x" | "y" | "z" => self.at[axis(name).unwrap_or(0)] = Some(coordinate()?),
            "dx" | "dy" | "dz" => self.size[axis(&name[1..]).unwrap_or(0)] = Some(coordinate()?),
            "limit" if self.who == Who::Me => return Err("`limit` cannot be used with @s".to_owned()),
            "limit" => {
                let limit = value.parse().ok().filter(|&limit| limit > 0);
                self.limit = limit.ok_or_else(|| format!("`limit={value}` is not 1 or more"))?;
            }
            "sort" if self.who == Who::Me => return Err("`sort` cannot be used with @s".to_owned()),
            "sort" => {
                self.sort = match value {
                    "nearest" => Sort::Nearest,
                    "furthest" => Sort::Furthest,
                    "random" => Sort::Random,
                    "arbitrary" => Sort::Arbitrary,
                    _ => return Err(format!("`{value}` is no way to sort")),
                }
            }
            "distance" => {
                let range = Range::parse(value)?;
                if range.low < 0.0 && range.low.is_finite() {
                    return Err("a distance is never negative".to_owned());
                }
                self.distance = Some(range);
            }
            "scores" => {
                let body = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
                for part in split_list(body.ok_or("`scores` needs {…}")?)? {
                    let (objective, range) =
                        part.split_once('=').ok_or_else(|| format!("a `=` is missing in `{part}`"))?;
                    self.scores.push((names.number(objective), Range::whole(range)?));
                }
            }
            "nbt" => self.nbt.push((yes, Nbt::parse(plain)?)),
            // There is one kind of player here, and no teams.
            "gamemode" => {}
            _ => return Err(format!("`{name}` is no argument of a selector")),
        }
        Ok(())
    }
}
