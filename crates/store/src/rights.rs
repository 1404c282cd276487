//! The rights of the account that serves, on PostgreSQL: those that the program's statements need and no others
//! (docs/adr/0052). They follow from the statements, so that a new one brings its right along.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::migrate::words_of;
use crate::migration::EngineKind;
use crate::unit::UnitKind;
use crate::{DynamicQuery, MigrationTree, Result, Store, StoreError, Tx};

/// The line before a table that the owner's account alone writes, whatever statements there are.
const OWNER: &str = "--@ owner";
/// The rights that are compared; every table of the program may be read.
const VERBS: [&str; 5] = ["insert", "update", "delete", "truncate", "trigger"];
/// The most tables with too many rights that are named.
const NAMED_MAX: usize = 3;
/// Takes from everybody what PostgreSQL gives to everybody: a temporary table would stand before the one that a trigger
/// reads. Whoever does not own the schema or the database cannot, and is told by [`Store::powers`]. One at a time: the
/// server refuses two who change the rights to one database.
const FROM_EVERYBODY: &str = "select pg_advisory_xact_lock(hashtextextended('rights', 0));
do $rights$ begin
    if (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = current_schema()) then
        execute format('revoke create on schema %I from public', current_schema());
    end if;
    if (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) then
        execute format('revoke create, temporary on database %I from public', current_database());
    end if;
end $rights$; ";

/// Rights of an account beyond reading, by table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights(BTreeMap<String, BTreeSet<&'static str>>);

impl Rights {
    /// Finds the rights that the texts need on the tables and views of these migrations. The tables `emptied` are
    /// emptied at once too.
    pub fn of<'a>(
        trees: &[&MigrationTree],
        texts: impl IntoIterator<Item = &'a str>,
        emptied: &[&str],
    ) -> Self {
        let (mut tables, mut owned) = (BTreeMap::new(), Vec::new());
        for table in ["schema_migrations", "schema_expansions"] {
            tables.insert(table.to_owned(), BTreeSet::new());
        }
        tables.insert("room_probe".to_owned(), BTreeSet::from(["insert", "delete"]));
        let migrations = || trees.iter().flat_map(|tree| tree.migrations);
        for migration in migrations() {
            let mut is_owned = false;
            for line in migration.sql.lines() {
                if let ["create", "table" | "view", name, ..] = *line.split_whitespace().collect::<Vec<_>>() {
                    tables.insert(name.to_owned(), BTreeSet::new());
                    owned.extend(is_owned.then(|| name.to_owned()));
                }
                is_owned = line.trim() == OWNER;
            }
        }
        let mut rights = Self(tables);
        texts.into_iter().for_each(|text| rights.need(text));
        for migration in migrations() {
            bodies(&migration.sql_for(EngineKind::Postgres)).for_each(|body| rights.need(body));
        }
        for table in emptied {
            rights.0.entry((*table).to_owned()).or_default().insert("truncate");
        }
        rights.0.extend(owned.into_iter().map(|table| (table, BTreeSet::new())));
        rights
    }

    /// Adds what a text does to tables that are known.
    fn need(&mut self, text: &str) {
        let words = words_of(text);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_upsert = words.windows(2).any(|pair| pair == ["do", "update"]);
        for (place, word) in words.iter().enumerate() {
            let (verbs, table): (&[&str], _) = match (*word, words.get(place + 1), words.get(place + 2)) {
                ("insert", Some(&"into"), Some(table)) if is_upsert => (&["insert", "update"], table),
                ("insert", Some(&"into"), Some(table)) => (&["insert"], table),
                ("delete", Some(&"from"), Some(table)) => (&["delete"], table),
                ("update", Some(table), _) => (&["update"], table),
                _ => continue,
            };
            if let Some(rights) = self.0.get_mut(*table) {
                rights.extend(verbs);
            }
        }
    }

    /// Lists the tables and views, each with what may be done beyond reading.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &BTreeSet<&'static str>)> {
        self.0.iter().map(|(table, rights)| (table.as_str(), rights))
    }

    /// Writes the statements that give them to a role, and take from it whatever else it has there.
    fn statements(&self, schema: &str, role: &str) -> String {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        let (schema, role) = (quoted(schema), quoted(role));
        let mut text = FROM_EVERYBODY.to_owned();
        // Writing to a text does not fail.
        let _ = write!(
            text,
            "revoke all on schema {schema} from {role}; grant usage on schema {schema} to {role}; "
        );
        for (table, rights) in &self.0 {
            let rights = rights.iter().fold("select".to_owned(), |list, right| list + ", " + right);
            let _ = write!(text, "revoke all on {table} from {role}; grant {rights} on {table} to {role}; ");
        }
        text
    }
}

impl Store {
    /// Gives a role of PostgreSQL these rights, and takes all others on the same tables from it.
    ///
    /// # Errors
    /// There is no such role, or this account does not own the tables; the engine is SQLite, which has no roles.
    pub async fn grant(&self, role: &str, rights: &Rights) -> Result<()> {
        if self.engine() == EngineKind::Sqlite {
            return Err(StoreError::Unavailable(
                "SQLite has no roles: who may read its file may do all".to_owned(),
            ));
        }
        let (role, rights) = (role.to_owned(), rights.clone());
        let work = move |tx: &mut Tx| {
            let mut query = DynamicQuery::new("SCHEMA");
            query.sql("select cast(current_schema() as text) as name");
            let rows = tx.query_dynamic(&query)?;
            let schema = rows.first().map_or(Ok("public"), |row| row.text("name"))?;
            tx.batch(&rights.statements(schema, &role))
        };
        self.unit(UnitKind::Migrate, "store.grant", work).await
    }

    /// Tells in words what a role, or else the account of this store, may do beyond these rights. Nothing on SQLite.
    pub async fn powers(&self, role: Option<&str>, rights: &Rights) -> Result<Vec<String>> {
        if self.engine() == EngineKind::Sqlite {
            return Ok(Vec::new());
        }
        let (role, rights) = (role.map(str::to_owned), rights.clone());
        self.read("store.powers", move |tx| powers(tx, role.as_deref(), &rights)).await
    }
}

/// The bodies of the functions that triggers call, which run with the rights of whoever changes a row.
fn bodies(sql: &str) -> impl Iterator<Item = &str> {
    ["$body$", "$$"].into_iter().flat_map(|quote| sql.split(quote).skip(1).step_by(2))
}

fn powers(tx: &mut Tx, role: Option<&str>, rights: &Rights) -> Result<Vec<String>> {
    let of_role = |query: &mut DynamicQuery| match role {
        Some(role) => drop(query.sql(" where r.rolname = ").bind(role)),
        None => drop(query.sql(" where r.rolname = current_user")),
    };
    let mut query = DynamicQuery::new("ACCOUNT_POWERS");
    query.sql(
        "select r.rolsuper as is_superuser, r.rolcreaterole as makes_roles,
            exists (select 1 from pg_class c where c.relnamespace = to_regnamespace(quote_ident(current_schema()))
                and c.relkind = 'r' and pg_has_role(r.oid, c.relowner, 'member')) as owns,
            has_schema_privilege(r.oid, current_schema(), 'create') as makes_tables,
            has_database_privilege(r.oid, current_database(), 'create') as makes_schemas,
            has_database_privilege(r.oid, current_database(), 'temporary') as makes_temporary
        from pg_roles r",
    );
    of_role(&mut query);
    let rows = tx.query_dynamic(&query)?;
    let Some(row) = rows.first() else { return Ok(Vec::new()) };
    // Whoever owns the tables may do all that follows.
    for (power, words) in [("is_superuser", "is a superuser"), ("owns", "owns the tables")] {
        if row.boolean(power)? {
            return Ok(vec![words.to_owned()]);
        }
    }
    let mut found = Vec::new();
    for (power, words) in [
        ("makes_roles", "may make roles"),
        ("makes_tables", "may make tables in the schema"),
        ("makes_schemas", "may make schemas in the database"),
        ("makes_temporary", "may make temporary tables"),
    ] {
        if row.boolean(power)? {
            found.push(words.to_owned());
        }
    }
    let mut query = DynamicQuery::new("ACCOUNT_RIGHTS");
    query.sql(
        "select cast(c.relname as text) as name, has_any_column_privilege(r.oid, c.oid, 'insert') as insert,
            has_any_column_privilege(r.oid, c.oid, 'update') as update,
            has_table_privilege(r.oid, c.oid, 'delete') as delete,
            has_table_privilege(r.oid, c.oid, 'truncate') as truncate,
            has_table_privilege(r.oid, c.oid, 'trigger') as trigger
        from pg_roles r join pg_class c on c.relnamespace = to_regnamespace(quote_ident(current_schema()))
            and c.relkind in ('r', 'v')",
    );
    of_role(&mut query);
    let mut too_many = Vec::new();
    for row in tx.query_dynamic(&query)? {
        let table = row.text("name")?;
        for verb in VERBS {
            let may = rights.0.get(table).is_none_or(|rights| rights.contains(verb));
            if row.boolean(verb)? && !may {
                too_many.push(format!("{verb} {table}"));
            }
        }
    }
    if !too_many.is_empty() {
        let (count, named) = (too_many.len(), &too_many[..too_many.len().min(NAMED_MAX)]);
        found.push(format!("may do on tables what it need not, {count} times, as {}", named.join(", ")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
