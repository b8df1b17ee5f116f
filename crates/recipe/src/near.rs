//! "Did you mean": the known name most similar to a wrong one.

/// How many characters of a name are compared and quoted.
pub(crate) const LONGEST: usize = 64;

/// The most likely meaning of `name` among `known` names: the shortest one that begins with it, otherwise the one with
/// the fewest typing errors, if they are few.
///
/// ```
/// use mapwright_recipe::nearest;
///
/// assert_eq!(nearest("prim-mase", ["arena", "prim-maze"]), Some("prim-maze"));
/// assert_eq!(nearest("cellular", ["prim-maze", "cellular-automata"]), Some("cellular-automata"));
/// assert_eq!(nearest("glacier", ["arena", "prim-maze"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.chars().nth(LONGEST).is_some() {
        return None;
    }
    let known: Vec<&str> = known.into_iter().collect();
    let begins = |other: &&&str| name.chars().nth(2).is_some() && other.starts_with(name);
    let errors = |other: &&&str| strsim::damerau_levenshtein(name, other);
    let few = |other: &&&str| errors(other) <= 1 + other.len() / 3;
    let begun = known.iter().filter(begins).min_by_key(|other| other.len());
    begun.or_else(|| known.iter().min_by_key(errors).filter(few)).copied()
}
