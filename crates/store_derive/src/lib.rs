//! The derive macro of [`store::TableRow`](../store/trait.TableRow.html).
//!
//! All SQL text is put together here, while the program is compiled: the struct of a table's rows is the one place that
//! names its columns.

mod declared;
mod texts;

use proc_macro::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_macro_input};

use declared::{Declared, with_row_lifetime};

/// Derives `store::TableRow` for the struct of a table's rows, or of a part of its columns.
///
/// `#[table(name = "…", key(…), alias = "…")]` names the table, the columns of its primary key, and the short name
/// that joins give to the table. The fields of the key come first. A column whose name is no name of a field in Rust
/// has `#[column(name = "…")]`.
#[proc_macro_derive(TableRow, attributes(table, column))]
pub fn table_row(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match Declared::read(&input) {
        Ok(declared) => implementation(&declared).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

fn implementation(declared: &Declared<'_>) -> proc_macro2::TokenStream {
    let Declared { type_name, table, key, columns, has_lifetime, .. } = declared;
    let own = if *has_lifetime { quote!(#type_name<'row>) } else { quote!(#type_name) };
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let fields: Vec<_> = columns.iter().map(|column| column.field).collect();
    let types: Vec<_> = columns.iter().map(|column| with_row_lifetime(column.kind)).collect();
    let (places, count) = (0..columns.len(), columns.len());
    let list = texts::list(declared);
    let aliased = texts::aliased(declared);
    let insert = texts::insert(declared);
    let set = texts::set(declared);
    let differs = texts::differs(declared);
    quote! {
        impl<'row> ::store::FromRow<'row> for #own {
            const COLUMNS: usize = #count;

            fn read_at(row: &'row ::store::Row, first: usize) -> ::core::result::Result<Self, ::store::StoreError> {
                ::core::result::Result::Ok(Self {
                    #(#fields: ::store::ColumnValue::read(row, first + #places)?,)*
                })
            }
        }

        impl<'row> ::store::TableRow<'row> for #own {
            const TABLE: ::store::Table = ::store::Table {
                name: #table,
                key: &[#(#key),*],
                columns: &[#((
                    #names,
                    <#types as ::store::ColumnValue<'row>>::TYPE,
                    <#types as ::store::ColumnValue<'row>>::IS_OPTIONAL,
                )),*],
            };
            const LIST: &'static str = #list;
            const ALIASED: &'static str = #aliased;
            const INSERT: &'static str = #insert;
            const SET: &'static str = #set;
            const DIFFERS: &'static str = #differs;

            fn parts(&self) -> ::std::vec::Vec<::store::ColumnPart<'_>> {
                ::std::vec![#(::store::ColumnValue::part(&self.#fields)),*]
            }
        }
    }
}

#[cfg(test)]
mod tests;
