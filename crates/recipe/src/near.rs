//! "Did you mean": the known name most similar to a wrong one.

/// How many characters of a name are compared and quoted.
pub(crate) const LONGEST: usize = 64;

/// The most likely meaning of `name` among `known` names: the shortest one that begins with it, or has a word that
/// does, otherwise the one with the fewest typing errors, if they are few. Spaces and underscores count as hyphens,
/// capitals as small letters.
///
/// ```
/// use mapwright_recipe::nearest;
///
/// assert_eq!(nearest("Prim mase", ["arena", "prim-maze"]), Some("prim-maze"));
/// assert_eq!(nearest("cellular", ["prim-maze", "cellular-automata"]), Some("cellular-automata"));
/// assert_eq!(nearest("automata", ["prim-maze", "cellular-automata"]), Some("cellular-automata"));
/// assert_eq!(nearest("glacier", ["arena", "prim-maze"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.chars().nth(LONGEST).is_some() {
        return None;
    }
    let (name, known): (String, Vec<&str>) = (tidy(name), known.into_iter().collect());
    let is_long = name.chars().nth(2).is_some();
    let shortest = |begins: &dyn Fn(&str) -> bool| {
        known.iter().filter(|other| is_long && begins(other)).min_by_key(|other| other.len())
    };
    let begun = shortest(&|other| other.starts_with(&name));
    let begun = begun.or_else(|| shortest(&|other| other.split('-').any(|word| word.starts_with(&name))));
    let errors = |other: &&&str| strsim::damerau_levenshtein(&name, other);
    let few = |other: &&&str| errors(other) <= 1 + other.len() / 3;
    begun.or_else(|| known.iter().min_by_key(errors).filter(few)).copied()
}

/// A name as builders and recipes have them: small letters and hyphens.
pub(crate) fn tidy(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}
