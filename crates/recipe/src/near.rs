//! "Did you mean": the known name most similar to a wrong one.

/// How many characters of a name are compared and quoted.
pub(crate) const LONGEST: usize = 64;

/// The most likely meaning of `name` among `known` names: the shortest one that begins with it, or has a word that
/// does, otherwise the one that has the fewest typing errors, or a word with fewer, if they are few. Spaces and underscores count as hyphens,
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
    let name = tidy(name);
    let known: Vec<(String, &str)> = known.into_iter().map(|other| (tidy(other), other)).collect();
    let is_long = name.chars().nth(2).is_some();
    let shortest = |begins: &dyn Fn(&str) -> bool| {
        let begun = known.iter().filter(|(other, _)| is_long && begins(other));
        begun.min_by_key(|(other, _)| other.len())
    };
    let begun = shortest(&|other| other.starts_with(&name));
    let begun = begun.or_else(|| shortest(&|other| other.split('-').any(|word| word.starts_with(&name))));
    let errors = |part: &str| strsim::damerau_levenshtein(&name, part);
    let few = |part: &str, most: usize| Some(errors(part)).filter(|&errors| errors <= most);
    let fewest = |other: &str| {
        let words = other.split('-').filter_map(|word| few(word, word.len() / 3));
        words.chain(few(other, 1 + other.len() / 3)).min()
    };
    let nearest = || known.iter().filter_map(|(other, shown)| Some((fewest(other)?, other.len(), *shown))).min();
    begun.map(|&(_, shown)| shown).or_else(|| nearest().map(|(_, _, shown)| shown))
}

/// A name as builders and recipes have them: small letters and hyphens.
pub(crate) fn tidy(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}
