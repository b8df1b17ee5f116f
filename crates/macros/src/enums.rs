//! Enums: words, and variants that hold a value or fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, Result, Variant};

use crate::field::ParamField;
use crate::with_and_without_serde;
use crate::words::{first_paragraph, kebab, renamed};

pub(crate) fn expand(mut item: DeriveInput, core: &TokenStream, is_exhaustive: bool) -> Result<TokenStream> {
    let ident = item.ident.clone();
    let Data::Enum(data) = &mut item.data else { return Ok(TokenStream::new()) };
    let is_plain = data.variants.iter().all(|variant| variant.fields.is_empty());
    let has_default = data.variants.iter().any(|variant| variant.attrs.iter().any(|at| at.path().is_ident("default")));
    let parts = data.variants.iter_mut().map(|variant| Part::take(variant, &ident, core));
    let parts = parts.collect::<Result<Vec<Part>>>()?;
    let (rows, checks) = (parts.iter().filter_map(|part| part.row.as_ref()), parts.iter().map(|part| &part.check));
    let functions = parts.iter().flat_map(|part| &part.functions);
    let mut derives = vec![quote!(Clone), quote!(Debug), quote!(PartialEq)];
    derives.extend(is_plain.then(|| quote!(Copy, Eq, Hash)));
    derives.extend(has_default.then(|| quote!(Default)));
    let exhaustive = (!is_exhaustive).then(|| quote!(#[non_exhaustive]));
    let name = ident.to_string();
    let item = with_and_without_serde(
        &item,
        &quote!(#[derive(#(#derives),*)] #exhaustive),
        core,
        &quote!(rename_all = "kebab-case", deny_unknown_fields),
    );
    Ok(quote! {
        #item

        impl #ident { #(#functions)* }

        impl #core::params::Described for #ident {
            fn schema() -> #core::params::Schema {
                #core::params::Schema::OneOf(#name, ::std::vec![#(#rows),*])
            }

            fn check_parts(&self) -> ::std::result::Result<(), #core::BuildError> {
                match self {
                    #(#checks)*
                }
                ::std::result::Result::Ok(())
            }
        }
    })
}

/// What follows from a variant.
struct Part {
    row: Option<TokenStream>,
    check: TokenStream,
    functions: Vec<TokenStream>,
}

impl Part {
    fn take(variant: &mut Variant, of: &Ident, core: &TokenStream) -> Result<Part> {
        let (ident, about) = (variant.ident.clone(), first_paragraph(&variant.attrs));
        let rust = ident.to_string();
        let name = renamed(&variant.attrs)?.unwrap_or_else(|| kebab(&rust));
        let new = quote!(#core::params::Variant::new(#rust, #name, #about));
        let is_skipped = |attr: &Attribute| {
            attr.path().is_ident("param") && attr.parse_args::<Ident>().is_ok_and(|word| word == "skip")
        };
        if variant.attrs.iter().any(is_skipped) {
            variant.attrs.retain(|attr| !is_skipped(attr));
            return Ok(Part { row: None, check: quote!(Self::#ident { .. } => (),), functions: Vec::new() });
        }
        match &mut variant.fields {
            Fields::Unit => Ok(Part { row: Some(new), check: quote!(Self::#ident => (),), functions: Vec::new() }),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let Some(field) = fields.unnamed.first() else {
                    return Err(Error::new_spanned(fields, "expected a value"));
                };
                let param = ParamField::held(field, &mut variant.attrs, name)?;
                let (schema, check) = (param.schema(core), param.check(core, &quote!(held)));
                Ok(Part {
                    row: Some(quote!(#new.holding(#schema))),
                    check: quote!(Self::#ident(held) => { #check }),
                    functions: Vec::new(),
                })
            }
            Fields::Named(fields) => {
                let params = fields.named.iter_mut().map(ParamField::take).collect::<Result<Vec<ParamField>>>()?;
                let rows = params.iter().filter_map(|param| param.row(core));
                let checks = params.iter().map(|param| {
                    let field = &param.ident;
                    param.check(core, &quote!(#field))
                });
                let names = params.iter().map(|param| &param.ident);
                let mut functions = Vec::new();
                for (field, param) in fields.named.iter_mut().zip(&params).filter(|(_, param)| !param.is_required) {
                    let function = format_ident!("__default_{}_{}", kebab(&rust).replace('-', "_"), param.ident);
                    let path = format!("{of}::{function}");
                    field.attrs.push(syn::parse_quote!(#[serde(default = #path)]));
                    functions.push(param.default_fn(&function));
                }
                Ok(Part {
                    row: Some(quote!(#new.with(const { &[#(#rows),*] }))),
                    check: quote! {
                        Self::#ident { #(#names),* } => {
                            (|| -> ::std::result::Result<(), #core::BuildError> {
                                #(#checks)*
                                ::std::result::Result::Ok(())
                            })()
                            .map_err(|error| error.within(#name))?;
                        }
                    },
                    functions,
                })
            }
            fields @ Fields::Unnamed(_) => Err(Error::new_spanned(
                fields,
                "`#[params]` expects variants with at most one value, or with named fields",
            )),
        }
    }
}
