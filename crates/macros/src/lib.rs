//! The attribute macro `#[params]` of `mapwright-core`, which documents it, and the derive of `Debug` for errors.
//!
//! The macro leaves the item as it is and adds what follows from it. Code that serde needs is emitted in two forms, with
//! and without, inside `__serde!` of `mapwright-core`: so the feature of that crate decides, not one of this crate, which
//! is compiled for the host.

mod debug;
mod enums;
mod field;
mod structs;
mod words;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::{Attribute, Data, DataStruct, DeriveInput, Error, Fields, Result, Token};

/// See `mapwright_core::params`.
#[proc_macro_attribute]
pub fn params(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(arguments.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Gives an error a `Debug` that is its message, after the name of its variant.
#[proc_macro_derive(ErrorDebug)]
pub fn error_debug(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    debug::expand(&syn::parse_macro_input!(item as DeriveInput)).into()
}

fn expand(arguments: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let (core, is_exhaustive) = arguments_of.parse2(arguments)?;
    let item: DeriveInput = syn::parse2(item)?;
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(&item.generics, "`#[params]` expects a type without generics"));
    }
    match &item.data {
        Data::Struct(DataStruct { fields: Fields::Named(_), .. }) => structs::expand(item, &core),
        Data::Enum(_) => enums::expand(item, &core, is_exhaustive),
        _ => Err(Error::new_spanned(&item.ident, "`#[params]` expects a struct with named fields, or an enum")),
    }
}

/// Reads `crate = path`, where `mapwright_core` is to be found, or `exhaustive`, for an enum that never gets another
/// variant.
fn arguments_of(input: syn::parse::ParseStream<'_>) -> Result<(TokenStream, bool)> {
    if input.is_empty() {
        return Ok((quote!(::mapwright_core), false));
    }
    if input.peek(Token![crate]) {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        return Ok((input.parse()?, false));
    }
    match input.parse::<syn::Ident>()? {
        word if word == "exhaustive" => Ok((quote!(::mapwright_core), true)),
        word => Err(Error::new_spanned(word, "expected `crate = path::to::mapwright_core` or `exhaustive`")),
    }
}

/// The item with and without serde, of which `mapwright-core` picks one. Attributes `serde(…)` of the author belong to
/// the first.
fn with_and_without_serde(
    item: &DeriveInput,
    derives: &TokenStream,
    core: &TokenStream,
    more: &TokenStream,
) -> TokenStream {
    let mut plain = item.clone();
    let drop_serde = |attrs: &mut Vec<Attribute>| attrs.retain(|attr| !attr.path().is_ident("serde"));
    drop_serde(&mut plain.attrs);
    match &mut plain.data {
        Data::Struct(data) => data.fields.iter_mut().for_each(|field| drop_serde(&mut field.attrs)),
        Data::Enum(data) => data.variants.iter_mut().for_each(|variant| {
            drop_serde(&mut variant.attrs);
            variant.fields.iter_mut().for_each(|field| drop_serde(&mut field.attrs));
        }),
        Data::Union(_) => (),
    }
    let serde = quote!(#core::params::serde).to_string().replace(' ', "");
    quote! {
        #core::__serde! {
            {
                #derives
                #[derive(#core::params::serde::Serialize, #core::params::serde::Deserialize)]
                #[serde(crate = #serde, #more)]
                #item
            }
            {
                #derives
                #plain
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Checks what the compiler says of an item.
    #[track_caller]
    fn refused(arguments: &str, item: &str, message: &str) {
        let error = expand(arguments.parse().unwrap(), item.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn mistakes_are_named() {
        let options = "`default = …`, `range = …`, `items = …`, `only_with(field = \"word\")`, \
                       `not_with = \"field\"`, `except = Enum::Variant | …`, `expected = \"…\"`, `skip` or `required`";
        let options = format!("expected {options}");
        refused("", "struct A { #[param(preset = 3)] a: u8 }", &options);
        refused("", "struct A { #[param(\"default\")] a: u8 }", &options);
        refused("", "struct A { #[param(default)] a: u8 }", "expected `=`");
        refused("", "struct A { #[param(default = , range = 1..)] a: u8 }", "expected an expression");
        refused("", "struct A { #[param(range = 1.., range = 2..)] a: u8 }", "`range` is given twice");
        refused("", "struct A { #[param(required, default = 1)] a: u8 }", "a required parameter has no default");
        let structs = "`#[params]` expects a struct with named fields, or an enum";
        refused("", "struct A(u8);", structs);
        refused("", "struct A;", structs);
        refused("", "struct A<T> { a: T }", "`#[params]` expects a type without generics");
        let variants = "`#[params]` expects variants with at most one value, or with named fields";
        refused("", "enum A { B(u8, u8) }", variants);
        let held = "a value of a variant takes `range`, `items`, `except` and `expected`";
        refused("", "enum A { #[param(default = 1)] B(u8) }", held);
        refused("", "enum A { #[param(required)] B(u8) }", held);
        refused("serde", "struct A {}", "expected `crate = path::to::mapwright_core` or `exhaustive`");
    }

    #[test]
    fn ranges_and_defaults_are_documented() {
        let item = quote! {
            /// A.
            struct A {
                /// How many.
                ///
                /// More than enough.
                #[param(default = Self::FEW, range = 1..=9)]
                many: u8,
            }
        };
        let text = expand(quote!(crate = a::core), item).unwrap_or_default().to_string();
        assert!(text.contains(r#"# [doc = "\n\nDefault: `Self::FEW`, range: `1..=9`."]"#), "{text}");
        assert!(text.contains(r#"("many" , "How many." ,"#), "{text}");
        assert!(text.contains("a :: core :: params"), "{text}");
        assert!(!text.contains(":: mapwright_core"), "{text}");
    }
}
