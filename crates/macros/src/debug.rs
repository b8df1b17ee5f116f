//! `ErrorDebug`: the `Debug` of an error is its message, since `main` prints an error that it returns by `Debug`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

/// `Variant: message` of an enum, and of a struct with a field `kind`, whose type has the derive too; else the message.
pub(crate) fn expand(item: &DeriveInput) -> TokenStream {
    let name = &item.ident;
    let (variant, shown) = match &item.data {
        Data::Enum(data) => {
            let (cfgs, variants): (Vec<_>, Vec<_>) = data
                .variants
                .iter()
                .map(|variant| {
                    let cfgs = variant.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
                    (quote!(#(#cfgs)*), &variant.ident)
                })
                .unzip();
            let words = variants.iter().map(ToString::to_string);
            let variant = quote! {
                impl #name {
                    /// The name of the variant.
                    fn variant(&self) -> &'static str {
                        match self { #(#cfgs Self::#variants { .. } => #words),* }
                    }
                }
            };
            (variant, quote!(write!(f, "{}: {self}", self.variant())))
        }
        Data::Struct(data)
            if data.fields.iter().any(|field| field.ident.as_ref().is_some_and(|name| name == "kind")) =>
        {
            (TokenStream::new(), quote!(write!(f, "{}: {self}", self.kind.variant())))
        }
        _ => (TokenStream::new(), quote!(::std::fmt::Display::fmt(self, f))),
    };
    quote! {
        #variant

        impl ::std::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                #shown
            }
        }
    }
}
