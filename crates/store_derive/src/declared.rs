//! A struct as its author wrote it.

use syn::visit_mut::VisitMut;
use syn::{Data, DeriveInput, Error, Fields, Ident, Lifetime, LitStr, Type};

pub(crate) struct Declared<'a> {
    pub(crate) type_name: &'a Ident,
    pub(crate) has_lifetime: bool,
    pub(crate) table: String,
    /// The short name of the table in joins; empty when it has none.
    pub(crate) alias: String,
    pub(crate) key: Vec<String>,
    pub(crate) columns: Vec<DeclaredColumn<'a>>,
}

/// A field with the column that holds it.
pub(crate) struct DeclaredColumn<'a> {
    pub(crate) field: &'a Ident,
    pub(crate) name: String,
    pub(crate) kind: &'a Type,
}

impl<'a> Declared<'a> {
    pub(crate) fn read(input: &'a DeriveInput) -> Result<Self, Error> {
        let refused = |text: &str| Error::new_spanned(&input.ident, text);
        let Data::Struct(data) = &input.data else { return Err(refused("a row is a struct")) };
        let Fields::Named(fields) = &data.fields else {
            return Err(refused("the fields of a row have names"));
        };
        let mut declared = Self {
            type_name: &input.ident,
            has_lifetime: input.generics.lifetimes().next().is_some(),
            table: String::new(),
            alias: String::new(),
            key: Vec::new(),
            columns: Vec::with_capacity(fields.named.len()),
        };
        for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("table")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("name") {
                    declared.table = meta.value()?.parse::<LitStr>()?.value();
                } else if meta.path.is_ident("alias") {
                    declared.alias = meta.value()?.parse::<LitStr>()?.value();
                } else if meta.path.is_ident("key") {
                    meta.parse_nested_meta(|column| {
                        declared.key.push(column.path.require_ident()?.to_string());
                        Ok(())
                    })?;
                } else {
                    return Err(meta.error("name, key or alias"));
                }
                Ok(())
            })?;
        }
        for field in &fields.named {
            let Some(ident) = &field.ident else { continue };
            let mut name = ident.to_string();
            for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("column")) {
                attribute.parse_nested_meta(|meta| {
                    if !meta.path.is_ident("name") {
                        return Err(meta.error("name"));
                    }
                    name = meta.value()?.parse::<LitStr>()?.value();
                    Ok(())
                })?;
            }
            declared.columns.push(DeclaredColumn { field: ident, name, kind: &field.ty });
        }
        declared.checked(&refused)
    }

    fn checked(self, refused: &dyn Fn(&str) -> Error) -> Result<Self, Error> {
        if self.table.is_empty() || self.key.is_empty() {
            return Err(refused("a row needs #[table(name = \"…\", key(…))]"));
        }
        let first = self.columns.iter().map(|column| &column.name).take(self.key.len());
        if !first.eq(self.key.iter()) {
            return Err(refused("the fields of the key come first, in its order"));
        }
        Ok(self)
    }
}

/// Returns a type of a field with the lifetime of the implementation in place of the struct's own.
pub(crate) fn with_row_lifetime(kind: &Type) -> Type {
    struct Row;
    impl VisitMut for Row {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "static" {
                *lifetime = Lifetime::new("'row", lifetime.span());
            }
        }
    }
    let mut kind = kind.clone();
    Row.visit_type_mut(&mut kind);
    kind
}
