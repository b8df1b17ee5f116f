//! Words: names in kebab case, and the first paragraphs of documentation.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, MetaNameValue, Result, Token};

/// `SpanningTree` as `spanning-tree`, as serde does it.
pub(crate) fn kebab(name: &str) -> String {
    let mut word = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}

/// The name that `#[serde(rename = "…")]` gives.
pub(crate) fn renamed(attrs: &[Attribute]) -> Result<Option<String>> {
    let mut name = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        attr.parse_nested_meta(|meta| {
            match meta.path.is_ident("rename") {
                true => name = Some(meta.value()?.parse::<LitStr>()?.value()),
                // Any other attribute is for serde to read.
                false if meta.input.peek(Token![=]) => drop(meta.value()?.parse::<Expr>()?),
                false => (),
            }
            Ok(())
        })?;
    }
    Ok(name)
}

/// The first paragraph of the documentation, in one line.
pub(crate) fn first_paragraph(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(MetaNameValue { path, value: Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), .. })
            if path.is_ident("doc") =>
        {
            Some(text.value().trim().to_owned())
        }
        _ => None,
    });
    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// An expression as one would write it: `1..=9`, not `1 ..= 9`.
pub(crate) fn written(tokens: &TokenStream) -> String {
    let mut text = String::new();
    let mut is_joined = true;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text += &format!("{open}{}{close}", written(&group.stream()));
                is_joined = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                text += ", ";
                is_joined = true;
            }
            TokenTree::Punct(punct) => {
                let is_infix = "*+/".contains(punct.as_char()) && punct.spacing() == Spacing::Alone;
                text += &if is_infix { format!(" {punct} ") } else { punct.to_string() };
                is_joined = true;
            }
            word => {
                text += &format!("{}{word}", if is_joined { "" } else { " " });
                is_joined = false;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn words_are_those_of_serde() {
        assert_eq!(
            ["Open", "OneWay", "DefeatWallFollowers", "Turn90"].map(kebab),
            ["open", "one-way", "defeat-wall-followers", "turn90"]
        );
    }

    #[test]
    fn expressions_are_written_as_by_hand() {
        for (tokens, text) in [
            (quote!(1..=9), "1..=9"),
            (quote!(Some(Corridors::default())), "Some(Corridors::default())"),
            (quote!(vec![Tile::FLOOR, Tile(3)]), "vec![Tile::FLOOR, Tile(3)]"),
            (quote!(2 * MOST), "2 * MOST"),
            (quote!(-1..), "-1.."),
        ] {
            assert_eq!(written(&tokens), text);
        }
    }
}
