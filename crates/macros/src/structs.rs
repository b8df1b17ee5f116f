//! Structs of parameters.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Result};

use crate::field::ParamField;
use crate::with_and_without_serde;
use crate::words::first_paragraph;

pub(crate) fn expand(mut item: DeriveInput, core: &TokenStream) -> Result<TokenStream> {
    let (ident, vis, about) = (item.ident.clone(), item.vis.clone(), first_paragraph(&item.attrs));
    let Data::Struct(data) = &mut item.data else { return Ok(TokenStream::new()) };
    let params = data.fields.iter_mut().map(ParamField::take).collect::<Result<Vec<ParamField>>>()?;
    let rows = params.iter().filter_map(|param| param.row(core));
    let checks = params.iter().map(|param| {
        let field = &param.ident;
        param.check(core, &quote!(&self.#field))
    });
    let name = ident.to_string();
    let (more, defaults) = if params.iter().any(|param| param.is_required) {
        // serde cannot take defaults from a whole that has none.
        let mut functions = Vec::new();
        for (field, param) in data.fields.iter_mut().zip(&params).filter(|(_, param)| !param.is_required) {
            let function = format_ident!("__default_{}", param.ident);
            let path = format!("{ident}::{function}");
            field.attrs.push(syn::parse_quote!(#[serde(default = #path)]));
            functions.push(param.default_fn(&function));
        }
        (quote!(deny_unknown_fields), quote!(impl #ident { #(#functions)* }))
    } else {
        let fields = params.iter().map(|param| &param.ident);
        let defaults = params.iter().map(ParamField::default);
        let default = quote! {
            impl ::std::default::Default for #ident {
                fn default() -> Self {
                    #ident { #(#fields: #defaults),* }
                }
            }
        };
        (quote!(default, deny_unknown_fields), default)
    };
    let item = with_and_without_serde(&item, &quote!(#[derive(Clone, Debug, PartialEq)]), core, &more);
    Ok(quote! {
        #item

        #defaults

        impl #core::params::Described for #ident {
            fn schema() -> #core::params::Schema {
                #core::params::Schema::Object(#name, #about, const { &[#(#rows),*] })
            }

            fn check_parts(&self) -> ::std::result::Result<(), #core::BuildError> {
                #(#checks)*
                ::std::result::Result::Ok(())
            }
        }

        impl #ident {
            /// Checks that every parameter is in its range.
            ///
            /// # Errors
            ///
            /// The first that is not.
            #[allow(dead_code)]
            #vis fn check_ranges(&self) -> ::std::result::Result<(), #core::BuildError> {
                #core::params::Described::check_parts(self)
            }
        }
    })
}
