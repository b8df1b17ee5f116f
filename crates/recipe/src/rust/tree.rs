//! What `{:?}` prints of a builder, as a tree. Derived `Debug` is nearly Rust: what is missing are the names of enums,
//! and the constructors of types whose fields are private.

/// A value as `Debug` prints it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// A number, a word, a character or a text, as Rust writes them.
    Leaf(String),
    /// `Name { field: value }`.
    Struct(String, Vec<(String, Tree)>),
    /// `Name(value)`; a plain tuple has no name.
    Tuple(String, Vec<Tree>),
    List(Vec<Tree>),
    Map(Vec<(Tree, Tree)>),
}

impl Tree {
    /// Reads what `Debug` printed.
    pub(super) fn read(debug: &str) -> Option<Tree> {
        let mut reader = Reader { rest: debug };
        reader.value().filter(|_| reader.rest.is_empty())
    }

    /// A field of a struct.
    pub(super) fn field(&self, name: &str) -> Option<&Tree> {
        let Tree::Struct(_, fields) = self else { return None };
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// A number.
    pub(super) fn number<N: std::str::FromStr>(&self) -> Option<N> {
        let Tree::Leaf(text) = self else { return None };
        text.parse().ok()
    }

    pub(super) fn items(&self) -> &[Tree] {
        match self {
            Tree::List(items) | Tree::Tuple(_, items) => items,
            _ => &[],
        }
    }

    /// What is in `Some`.
    pub(super) fn some(&self) -> Option<&Tree> {
        match self {
            Tree::Tuple(name, items) if name == "Some" => items.first(),
            _ => None,
        }
    }

    /// A word or a literal.
    pub(super) fn word(&self) -> &str {
        match self {
            Tree::Leaf(word) => word,
            _ => "",
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<Tree> {
        match self.rest.chars().next()? {
            '[' => self.list("[", "]", Self::value).map(Tree::List),
            '{' => self.list("{", "}", |reader| reader.pair(Self::value)).map(Tree::Map),
            '(' => self.list("(", ")", Self::value).map(|items| Tree::Tuple(String::new(), items)),
            quote @ ('"' | '\'') => self.quoted(quote),
            _ => self.named(),
        }
    }

    fn named(&mut self) -> Option<Tree> {
        let word = self.word()?;
        if self.rest.starts_with(" {") {
            self.skip(" ")?;
            return self.list("{", "}", |reader| reader.pair(Self::word)).map(|fields| Tree::Struct(word, fields));
        }
        if self.rest.starts_with('(') {
            return self.list("(", ")", Self::value).map(|items| Tree::Tuple(word, items));
        }
        Some(Tree::Leaf(word))
    }

    fn word(&mut self) -> Option<String> {
        let is_of_word = |c: char| c.is_alphanumeric() || "_.-+".contains(c);
        let end = self.rest.find(|c| !is_of_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word.to_owned()).filter(|word| !word.is_empty())
    }

    fn quoted(&mut self, quote: char) -> Option<Tree> {
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        })?;
        let (text, rest) = self.rest.split_at(end.0 + 1);
        self.rest = rest;
        Some(Tree::Leaf(text.to_owned()))
    }

    fn pair<K>(&mut self, key: impl Fn(&mut Self) -> Option<K>) -> Option<(K, Tree)> {
        let key = key(self)?;
        self.skip(": ")?;
        Some((key, self.value()?))
    }

    fn list<T>(&mut self, open: &str, close: &str, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.skip(open)?;
        let mut items = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches([' ', ',']);
            if self.rest.starts_with(close) {
                self.skip(close)?;
                return Some(items);
            }
            items.push(item(self)?);
        }
    }

    fn skip(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_debug_prints_is_read() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "it is only printed")]
        struct All {
            texts: Vec<(String, char)>,
            map: std::collections::BTreeMap<char, Option<f64>>,
        }
        let texts = vec![("a \"b\", {c}".to_owned(), '\''), ("\\".to_owned(), '"')];
        let all = All { texts, map: [('#', Some(-0.5)), ('≈', None)].into() };
        let tree = Tree::read(&format!("{all:?}")).unwrap();
        assert_eq!(tree.field("texts").unwrap().items()[0].items()[0].word(), r#""a \"b\", {c}""#);
        assert_eq!(tree.field("texts").unwrap().items()[1].items()[1].word(), "'\"'");
        let Some(Tree::Map(pairs)) = tree.field("map") else { panic!("{tree:?}") };
        assert_eq!(pairs[0].1.some().unwrap().number(), Some(-0.5));
        assert_eq!(Tree::read("All { a: 1"), None);
        assert_eq!(Tree::read("All { .. }"), None);
    }
}
