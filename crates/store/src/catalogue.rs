//! The tables that a database has, as its engine lists them.

use crate::migration::EngineKind;
use crate::{DynamicQuery, Result, StoreError, Tx};

/// The most tables of others that are named.
const OTHERS_NAMED_MAX: usize = 3;

/// Tells whether there is a table of this name.
pub(crate) fn has_table(tx: &mut Tx, name: &str) -> Result<bool> {
    let mut query = DynamicQuery::new("TABLE_EXISTS");
    match tx.engine() {
        EngineKind::Sqlite => {
            query.sql("select 1 as found from sqlite_schema where type = 'table' and name = ")
        }
        EngineKind::Postgres => {
            query.sql("select 1 as found from pg_tables where schemaname = current_schema() and tablename = ")
        }
    };
    Ok(!tx.query_dynamic(query.bind(name))?.is_empty())
}

/// Tells whether a table that is there has a column of this name.
pub(crate) fn has_column(tx: &mut Tx, table: &str, column: &str) -> Result<bool> {
    let mut query = DynamicQuery::new("COLUMN_EXISTS");
    let (of_table, of_name) = match tx.engine() {
        EngineKind::Sqlite => ("select 1 as found from pragma_table_info(", ") where name = "),
        EngineKind::Postgres => (
            "select 1 as found from pg_attribute where attrelid = to_regclass(",
            ") and not attisdropped and attname = ",
        ),
    };
    Ok(!tx.query_dynamic(query.sql(of_table).bind(table).sql(of_name).bind(column))?.is_empty())
}

/// Refuses a database that has tables, and not this program's list of its migrations: it is another program's.
pub(crate) fn refuse_others(tx: &mut Tx) -> Result<()> {
    if has_table(tx, "schema_migrations")? {
        return Ok(());
    }
    let mut query = DynamicQuery::new("TABLES");
    match tx.engine() {
        EngineKind::Sqlite => query.sql(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name",
        ),
        // Those of extensions, which a managed server may bring along, are nobody's data.
        EngineKind::Postgres => query.sql(
            "select cast(c.relname as text) as name from pg_class c where c.relnamespace = \
             to_regnamespace(quote_ident(current_schema())) and (c.relkind = 'r' or c.relkind = 'p') \
             and not exists (select 1 from pg_depend d where d.classid = cast('pg_class' as regclass) \
             and d.objid = c.oid and d.deptype = 'e') order by c.relname",
        ),
    };
    let found = tx.query_dynamic(query.sql(" limit 1000"))?;
    if found.is_empty() {
        return Ok(());
    }
    let shown = found.iter().take(OTHERS_NAMED_MAX);
    let mut names: Vec<String> = shown.map(|row| row.parse("name")).collect::<Result<_>>()?;
    if let Some(more) = found.len().checked_sub(OTHERS_NAMED_MAX).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    Err(StoreError::Unfit(format!(
        "it has tables of another program ({}): name an empty one, or on PostgreSQL give the role a schema of its own",
        names.join(", ")
    )))
}

/// Refuses a database of PostgreSQL whose encoding does not have all letters.
pub(crate) fn refuse_encoding(tx: &mut Tx) -> Result<()> {
    if tx.engine() == EngineKind::Sqlite {
        return Ok(());
    }
    let mut query = DynamicQuery::new("ENCODING");
    query.sql("select current_setting('server_encoding') as encoding");
    let found = tx.query_dynamic(&query)?;
    let encoding = found.first().map_or(Ok("unknown"), |row| row.text("encoding"))?;
    if encoding == "UTF8" {
        return Ok(());
    }
    let reason =
        format!("its encoding is {encoding}: make one with `createdb --encoding UTF8 --template template0`");
    Err(StoreError::Unfit(reason))
}
