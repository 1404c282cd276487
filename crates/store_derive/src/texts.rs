//! SQL that follows from the columns of a table.

use crate::declared::Declared;

/// `number, name`.
pub(crate) fn list(declared: &Declared<'_>) -> String {
    joined(declared, ", ", |name, _| name.to_owned())
}

/// `a.number, a.name`; without a short name the same as the list.
pub(crate) fn aliased(declared: &Declared<'_>) -> String {
    let alias = &declared.alias;
    if alias.is_empty() {
        list(declared)
    } else {
        joined(declared, ", ", |name, _| format!("{alias}.{name}"))
    }
}

/// `insert into accounts (number, name) values ($1, $2)`.
pub(crate) fn insert(declared: &Declared<'_>) -> String {
    let values = joined(declared, ", ", |_, place| format!("${place}"));
    format!("insert into {} ({}) values ({values})", declared.table, list(declared))
}

/// `update accounts set name = $2 where number = $1`.
pub(crate) fn set(declared: &Declared<'_>) -> String {
    let changed = after_key(declared, ", ", |name, place| format!("{name} = ${place}"));
    let places = declared.key.iter().enumerate().map(|(place, name)| format!("{name} = ${}", place + 1));
    let found = places.collect::<Vec<_>>().join(" and ");
    format!("update {} set {changed} where {found}", declared.table)
}

/// `(name is distinct from $2)`.
pub(crate) fn differs(declared: &Declared<'_>) -> String {
    format!("({})", after_key(declared, " or ", |name, place| format!("{name} is distinct from ${place}")))
}

fn joined(declared: &Declared<'_>, between: &str, one: impl Fn(&str, usize) -> String) -> String {
    let columns = declared.columns.iter().enumerate();
    columns.map(|(place, column)| one(&column.name, place + 1)).collect::<Vec<_>>().join(between)
}

fn after_key(declared: &Declared<'_>, between: &str, one: impl Fn(&str, usize) -> String) -> String {
    let columns = declared.columns.iter().enumerate().skip(declared.key.len());
    columns.map(|(place, column)| one(&column.name, place + 1)).collect::<Vec<_>>().join(between)
}
