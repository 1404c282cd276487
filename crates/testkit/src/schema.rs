//! The schema of one test in the server of the tests. To make its tables takes PostgreSQL a hundred times as long as to
//! empty them, so a test that only changed rows hands its tables on to the next one that migrates alike.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_lc_rs::digest::{SHA256, digest};
use store::MigrationTree;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, Error, NoTls};

/// The bytes of the migrations' digest that are in the names of schemas.
const DIGEST_BYTES: usize = 10;
/// Makes names of one process differ.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A schema with a name that no other test has.
#[derive(Debug)]
pub(crate) struct Schema {
    url: &'static str,
    name: String,
    tables: Mutex<Tables>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Tables {
    /// None was made by [`Schema::migrated`].
    Unknown,
    /// Those of the migrations with this digest, and the mark of their definitions as migrations left them.
    Migrated { digest: String, mark: String },
    /// Others besides, or those of a server that does not let them be emptied.
    Spent,
}

impl Schema {
    pub(crate) async fn make(url: &'static str) -> Self {
        let name = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        // A former process may have had this number and failed.
        run(url, &format!("drop schema if exists {name} cascade; create schema {name}"))
            .await
            .expect("the statements run");
        Self { url, name, tables: Mutex::new(Tables::Unknown) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Puts tables of these migrations, which another test has left, in the place of this schema. One that is not empty
    /// stays, and is handed on to nobody.
    pub(crate) async fn adopt(&self, trees: &[&MigrationTree]) {
        let adopt = ADOPT.replace("SCHEMA", &self.name).replace("DIGEST", &digest_of(trees));
        if run(self.url, &adopt).await.is_err() {
            self.set(Tables::Spent);
        }
    }

    /// Notes that the migrations have been applied, so that the tables can be handed on.
    pub(crate) async fn migrated(&self, trees: &[&MigrationTree]) {
        if self.tables() == Tables::Unknown {
            let digest = digest_of(trees);
            let mark = self.keep(&digest).await;
            self.set(mark.map_or(Tables::Spent, |mark| Tables::Migrated { digest, mark }));
        }
    }

    /// Ends the test's use of the schema, when none of its connections is left: empties its tables and hands them on,
    /// or removes them.
    pub(crate) async fn end(&self) {
        if let Tables::Migrated { digest, mark } = self.tables() {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let ready = format!("ready_{digest}_{}_{number}", std::process::id());
            let script = HAND_ON
                .replace("MARK_OF_NOW", &mark_of(&ready))
                .replace("SCHEMA", &self.name)
                .replace("DIGEST", &digest)
                .replace("READY", &ready)
                .replace("MARK", &mark);
            if run(self.url, &script).await.is_ok() {
                return;
            }
        }
        let drop = format!("drop schema if exists {} cascade", self.name);
        run(self.url, &drop).await.expect("the schema is removed");
    }

    fn set(&self, tables: Tables) {
        *self.tables.lock().unwrap_or_else(PoisonError::into_inner) = tables;
    }

    fn tables(&self) -> Tables {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Copies the rows that migrations have made, once for all tests, and returns the mark of the definitions.
    async fn keep(&self, digest: &str) -> Result<String, Error> {
        let client = shared(self.url).await?;
        client.batch_execute(&KEEP.replace("SCHEMA", &self.name).replace("DIGEST", digest)).await?;
        let mark = client.query_one(&format!("select {}", mark_of(&self.name)), &[]).await?;
        mark.try_get(0)
    }
}

/// Tells sets of migrations apart.
fn digest_of(trees: &[&MigrationTree]) -> String {
    let mut all = String::new();
    for tree in trees {
        for migration in tree.migrations {
            // Writing to a text cannot fail.
            let _ = write!(all, "{}\0{}\0{}\0", tree.area, migration.version, migration.sql);
        }
    }
    kernel::hexadecimal(&digest(&SHA256, all.as_bytes()).as_ref()[..DIGEST_BYTES])
}

async fn connect(url: &str) -> Result<Client, Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// Returns the connection on which all tests of the process make schemas and hand them on.
///
/// Beginning one costs the server more than nearly all that it is asked. A runtime of its own drives it, because it
/// outlives those of tests.
async fn shared(url: &'static str) -> Result<Arc<Client>, Error> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    static CLIENT: tokio::sync::Mutex<Option<Arc<Client>>> = tokio::sync::Mutex::const_new(None);
    let mut current = CLIENT.lock().await;
    if let Some(client) = current.as_ref().filter(|client| !client.is_closed()) {
        return Ok(Arc::clone(client));
    }
    let runtime = RUNTIME.get_or_init(|| Runtime::new().expect("a runtime"));
    let client = Arc::new(runtime.spawn(connect(url)).await.expect("no panic")?);
    *current = Some(Arc::clone(&client));
    Ok(client)
}

async fn run(url: &'static str, sql: &str) -> Result<(), Error> {
    shared(url).await?.batch_execute(sql).await
}

/// Takes the place of an empty schema, if tables are ready; one that is not empty is an error.
const ADOPT: &str = "
do $adopt$
declare
    one text;
begin
    if exists (select 1 from pg_class where relnamespace = 'SCHEMA'::regnamespace) then
        raise exception 'the schema is not empty';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('ready_DIGEST', 0));
    select nspname into one from pg_namespace where nspname like 'ready\\_DIGEST\\_%' limit 1;
    if one is not null then
        drop schema SCHEMA;
        execute format('alter schema %I rename to SCHEMA', one);
    end if;
end
$adopt$";

/// Copies the rows of a schema that was migrated just now. The first test does it for all.
const KEEP: &str = "
do $keep$
declare
    one regclass;
    name text;
    has_rows boolean;
begin
    perform pg_advisory_xact_lock(hashtextextended('ready_DIGEST', 0));
    if to_regnamespace('kept_DIGEST') is not null then
        return;
    end if;
    create schema kept_DIGEST;
    for one, name in select oid, relname from pg_class
        where relnamespace = 'SCHEMA'::regnamespace and relkind = 'r'
    loop
        execute format('select exists (select 1 from %s)', one) into has_rows;
        if has_rows then
            execute format('create table kept_DIGEST.%I as table %s', name, one);
        end if;
    end loop;
    if exists (select 1 from pg_sequences where schemaname = 'SCHEMA' and last_value is not null) then
        raise exception 'migrations have counted';
    end if;
end
$keep$";

/// Gives a schema the rows of migrations alone, and a name by which others find it. A connection that is left finds the
/// tables no more, because the name comes first, and has ended with them, because the locks follow. Definitions that
/// are not those of the migrations, tables that have grown and statistics about rows are an error, and so is an
/// account that cannot tell triggers to look away.
const HAND_ON: &str = "
do $hand_on$
declare
    pages_max constant bigint := 64;
    tables regclass[];
    one regclass;
    name text;
begin
    set local lock_timeout = '5s';
    alter schema SCHEMA rename to READY;
    select array_agg(oid::regclass) into tables from pg_class
        where relnamespace = 'READY'::regnamespace and relkind = 'r';
    execute (select 'lock table ' || string_agg(listed::text, ', ') || ' in access exclusive mode'
        from unnest(tables) listed);
    if (MARK_OF_NOW) <> 'MARK' then
        raise exception 'the definitions have changed';
    end if;
    if (select max(pg_relation_size(listed)) from unnest(tables) listed) > pages_max * 8192 then
        raise exception 'a table has grown';
    end if;
    set local session_replication_role = replica;
    foreach one in array tables loop
        if pg_relation_size(one) > 0 then
            execute format('delete from %s', one);
        end if;
    end loop;
    for name in select relname from pg_class where relnamespace = 'kept_DIGEST'::regnamespace and relkind = 'r' loop
        execute format('insert into READY.%I select * from kept_DIGEST.%I', name, name);
    end loop;
    perform setval(seqrelid, seqstart, false) from pg_sequence join pg_class on oid = seqrelid
        where relnamespace = 'READY'::regnamespace;
end
$hand_on$";

/// An expression that changes with every definition in a schema, and with the statistics about its tables.
fn mark_of(schema: &str) -> String {
    MARK.replace("SCHEMA", schema)
}

/// The rows of the server's own tables that tell of a schema, each with the transaction that wrote it.
const MARK: &str = "(
    with own as (select oid, xmin, relkind, reltuples from pg_class where relnamespace = 'SCHEMA'::regnamespace)
    select md5(string_agg(line, ',' order by line)) from (
        select concat_ws(' ', 'class', oid, xmin, case relkind when 'r' then reltuples end) as line from own
        union all select concat_ws(' ', 'attribute', attrelid, attnum, a.xmin) from pg_attribute a
            join own on own.oid = attrelid and relkind = 'r'
        union all select concat_ws(' ', 'default', d.oid, d.xmin) from pg_attrdef d join own on own.oid = adrelid
        union all select concat_ws(' ', 'index', indexrelid, i.xmin) from pg_index i join own on own.oid = indrelid
        union all select concat_ws(' ', 'trigger', t.oid, t.xmin) from pg_trigger t join own on own.oid = tgrelid
        union all select concat_ws(' ', 'constraint', oid, xmin) from pg_constraint
            where connamespace = 'SCHEMA'::regnamespace
        union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where pronamespace = 'SCHEMA'::regnamespace
        union all select concat_ws(' ', 'type', oid, xmin) from pg_type where typnamespace = 'SCHEMA'::regnamespace
    ) lines)";
