//! The fields of a struct or of a variant, each with its `#[param(…)]`.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Ident, LitStr, Path, Result, Token, Type};

use crate::words::{first_paragraph, renamed, written};

const EXPECTED: &str = "expected `default = …`, `range = …`, `items = …`, `only_with(field = \"word\")`, `not_with = \"field\"`, \
                        `except = Enum::Variant | …`, `expected = \"…\"`, `skip` or `required`";

/// A field, and what its attribute says.
pub(crate) struct ParamField {
    pub ident: Ident,
    ty: Type,
    about: String,
    default: Option<TokenStream>,
    range: Option<TokenStream>,
    items: Option<TokenStream>,
    only_with: Option<(Ident, Vec<LitStr>)>,
    not_with: Option<LitStr>,
    except: Vec<Path>,
    expected: Option<LitStr>,
    /// The name in recipes.
    name: String,
    /// Whether recipes do not set it.
    is_skipped: bool,
    pub is_required: bool,
}

impl ParamField {
    /// Reads a field, takes its `#[param(…)]` away and adds default and range to its documentation.
    pub(crate) fn take(field: &mut syn::Field) -> Result<ParamField> {
        let Some(ident) = field.ident.clone() else { return Err(Error::new_spanned(field, "expected a named field")) };
        let name = ident.to_string().trim_start_matches("r#").to_owned();
        let name = renamed(&field.attrs)?.unwrap_or(name);
        let mut param = ParamField::new(ident, field.ty.clone(), first_paragraph(&field.attrs), name);
        param.take_from(&mut field.attrs)?;
        Ok(param)
    }

    /// The value that a variant holds, with the attributes of the variant.
    pub(crate) fn held(field: &syn::Field, attrs: &mut Vec<Attribute>, name: String) -> Result<ParamField> {
        let ident = Ident::new("held", proc_macro2::Span::call_site());
        let mut param = ParamField::new(ident, field.ty.clone(), String::new(), name);
        param.take_from(attrs)?;
        let ParamField { default, only_with, not_with, is_required, .. } = &param;
        if default.is_some() || only_with.is_some() || not_with.is_some() || *is_required {
            return Err(Error::new_spanned(
                field,
                "a value of a variant takes `range`, `items`, `except` and `expected`",
            ));
        }
        Ok(param)
    }

    fn new(ident: Ident, ty: Type, about: String, name: String) -> ParamField {
        let (default, range, items, only_with, not_with, except, expected) = Default::default();
        let (is_skipped, is_required) = (false, false);
        ParamField {
            ident,
            ty,
            about,
            default,
            range,
            items,
            only_with,
            not_with,
            except,
            expected,
            name,
            is_skipped,
            is_required,
        }
    }

    fn take_from(&mut self, attrs: &mut Vec<Attribute>) -> Result<()> {
        let (given, others): (Vec<Attribute>, Vec<_>) = attrs.drain(..).partition(|attr| attr.path().is_ident("param"));
        *attrs = others;
        for attr in given {
            let read = |input: ParseStream<'_>| self.read(input);
            read.parse2(attr.meta.require_list()?.tokens.clone())?;
        }
        if self.is_required && self.default.is_some() {
            return Err(Error::new(self.ident.span(), "a required parameter has no default"));
        }
        let named = [("default", &self.default), ("range", &self.range), ("items", &self.items)];
        let said = named.iter().filter_map(|(name, value)| Some(format!("{name}: `{}`", written(value.as_ref()?))));
        let said: Vec<String> = said.collect();
        if !said.is_empty() {
            let line = format!("\n\n{}.", said.join(", "))
                .replacen("\n\nd", "\n\nD", 1)
                .replacen("\n\nr", "\n\nR", 1)
                .replacen("\n\ni", "\n\nI", 1);
            attrs.push(syn::parse_quote!(#[doc = #line]));
        }
        Ok(())
    }

    fn read(&mut self, input: ParseStream<'_>) -> Result<()> {
        while !input.is_empty() {
            let key: Ident = input.parse().map_err(|error| Error::new(error.span(), EXPECTED))?;
            let is_new = match key.to_string().as_str() {
                "default" => self.default.replace(value(input)?).is_none(),
                "range" => self.range.replace(value(input)?).is_none(),
                "items" => self.items.replace(value(input)?).is_none(),
                "required" => !std::mem::replace(&mut self.is_required, true),
                "skip" => !std::mem::replace(&mut self.is_skipped, true),
                "except" => {
                    input.parse::<Token![=]>()?;
                    let all = Punctuated::<Path, Token![|]>::parse_separated_nonempty(input)?;
                    std::mem::replace(&mut self.except, all.into_iter().collect()).is_empty()
                }
                "expected" => {
                    input.parse::<Token![=]>()?;
                    self.expected.replace(input.parse()?).is_none()
                }
                "not_with" => {
                    input.parse::<Token![=]>()?;
                    self.not_with.replace(input.parse()?).is_none()
                }
                "only_with" => {
                    let content;
                    syn::parenthesized!(content in input);
                    let field = content.parse()?;
                    content.parse::<Token![=]>()?;
                    let words = content.parse_terminated(|word| word.parse::<LitStr>(), Token![|])?;
                    self.only_with.replace((field, words.into_iter().collect())).is_none()
                }
                _ => return Err(Error::new(key.span(), EXPECTED)),
            };
            if !is_new {
                return Err(Error::new(key.span(), format!("`{key}` is given twice")));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    /// The default: the one given, or that of the type.
    pub(crate) fn default(&self) -> TokenStream {
        self.default.clone().unwrap_or_else(|| quote!(::std::default::Default::default()))
    }

    /// The function that makes the default, if its type does not have it: `fn name() -> Type`.
    pub(crate) fn default_fn(&self, name: &Ident) -> TokenStream {
        let (ty, default) = (&self.ty, self.default());
        quote! {
            #[allow(dead_code, missing_docs, unreachable_pub)]
            #[doc(hidden)]
            pub fn #name() -> #ty {
                #default
            }
        }
    }

    /// The variants that it excludes, by name.
    fn excluded(&self) -> Vec<String> {
        self.except.iter().filter_map(|path| Some(path.segments.last()?.ident.to_string())).collect()
    }

    /// The `Field` that describes it; none for one that recipes do not set.
    pub(crate) fn row(&self, core: &TokenStream) -> Option<TokenStream> {
        let ParamField { name, about, is_required, .. } = self;
        if self.is_skipped {
            return None;
        }
        let schema = self.schema(core);
        let only_with = self.only_with.as_ref().map(|(field, words)| {
            let field = field.to_string();
            quote!(.only_with(#field, &[#(#words),*]))
        });
        let not_with = self.not_with.as_ref().map(|field| quote!(.not_with(#field)));
        let required = is_required.then(|| quote!(.required()));
        Some(quote!(#core::params::Field::new(#name, #about, #schema) #only_with #not_with #required))
    }

    /// The function that says what it accepts.
    pub(crate) fn schema(&self, core: &TokenStream) -> TokenStream {
        let ParamField { ty, range, items, expected, .. } = self;
        let excluded = self.excluded();
        let schema = match range {
            Some(range) => quote!(<#ty as #core::params::Ranged<_>>::domain(&(#range))),
            None => quote!(<#ty as #core::params::Described>::schema() #(.without(#excluded))*),
        };
        let items = items.as_ref().map(|items| quote!(.counted(&(#items))));
        let schema = quote!(#schema #items);
        match expected {
            Some(expected) => quote!(|| #core::params::Schema::Such(#expected, ::std::boxed::Box::new(#schema))),
            None => quote!(|| #schema),
        }
    }

    /// The check of the value at `place`, a reference to it. Errors name the field.
    pub(crate) fn check(&self, core: &TokenStream, place: &TokenStream) -> TokenStream {
        if self.is_skipped {
            return quote!(let _ = #place;);
        }
        let (ty, name) = (&self.ty, &self.name);
        let all = self.excluded();
        let excluded = self.except.iter().zip(&all).map(|(path, variant)| {
            quote! {
                if #place == &#path {
                    return ::std::result::Result::Err(#core::params::excluded::<#ty>(#variant, &[#(#all),*]));
                }
            }
        });
        let range = self.range.as_ref().map(|range| quote!(#core::params::Ranged::check_range(#place, &(#range))?;));
        let items = self.items.as_ref().map(|items| quote!(#core::params::check_count(#place, &(#items))?;));
        quote! {
            (|| -> ::std::result::Result<(), #core::BuildError> {
                #range
                #items
                #(#excluded)*
                <#ty as #core::params::Described>::check_parts(#place)
            })()
            .map_err(|error| error.within(#name))?;
        }
    }
}

/// `= expression`; the tokens up to the next comma, as they are.
fn value(input: ParseStream<'_>) -> Result<TokenStream> {
    input.parse::<Token![=]>()?;
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if tokens.is_empty() { Err(input.error("expected an expression")) } else { Ok(tokens) }
}
