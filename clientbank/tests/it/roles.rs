//! LIF-08: the account by which a server works on PostgreSQL can do what the program's statements need, and neither
//! change nor empty the trail, what people have decided, or the borders of archives.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use audit::{Actor, Entry};
use clientbank::application::{areas, build};
use clientbank::demo::begin_life;
use kernel::{Clock as _, SystemClock, SystemRandomness};
use sandbox::DatabaseKind;
use store::{Store, StoreError, StoreLocation, Tx};
use testkit::{Bench, Engine, postgres};

use crate::commands::{Installation, on_database};
use crate::trail_log::Serving;
use crate::two_processes::PATIENCE;
use crate::wired::{addresses, configuration, ground, surroundings};

store::queries! {
    /// Tables that refuse to be emptied at once, by their triggers.
    GUARDED = "select distinct cast(c.relname as text) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = to_regnamespace(current_schema()) and t.tgname like '%refuse_truncate' order by name";
    /// A column of a table.
    COLUMN = "select cast(attname as text) as name from pg_attribute
        where attrelid = to_regclass($1) and attnum = 1";
    /// Statements of which money has moved.
    EXECUTED = "select count(1) as things from payroll_statements where state = 'EXECUTED'";
}

/// Tables that only grow, and what the server may do to them beyond reading. Triggers hold what it may change in them.
const APPEND_ONLY: &[(&str, &[&str])] = &[
    ("archived_closings", &[]),
    ("archived_postings", &[]),
    ("audit_archived", &[]),
    ("audit_entries", &["insert"]),
    ("audit_leaves", &["insert"]),
    ("audit_tallies", &["insert", "update"]),
    ("carried_forward", &[]),
    ("closing_balances", &["insert", "update"]),
    ("closing_days", &["insert", "update"]),
    ("database_kind", &[]),
    ("journal_entries", &["insert"]),
    ("operations", &["insert"]),
    ("operators", &[]),
    ("payroll_history", &["insert", "update"]),
    ("postings", &["insert"]),
    ("proposals", &["insert", "update"]),
    ("retention_archives", &[]),
    ("retention_units", &[]),
    ("revaluations", &["insert"]),
    ("schema_expansions", &[]),
    ("schema_migrations", &[]),
];

/// Statements that the owner's account alone runs.
const OF_OWNER: &[&str] = &[
    "ARCHIVED_CLOSINGS_MOVE",
    "ARCHIVED_MOVE",
    "AUDIT_RETENTION_ALLOW",
    "CARRIED_ADD",
    "KIND_MARK",
    "OPERATOR_CLOSE",
    "OPERATOR_INSERT",
    "RETENTION_ARCHIVE_INSERT",
    "RETENTION_UNIT_INSERT",
];

/// Tamperings with each of these tables, each with the right that it needs; none means that the owner alone does it.
const TAMPERINGS: &[(Option<&str>, &str)] = &[
    (Some("insert"), "insert into TABLE (COLUMN) select COLUMN from TABLE"),
    (Some("update"), "update TABLE set COLUMN = COLUMN"),
    (None, "delete from TABLE"),
    (None, "truncate TABLE"),
    (None, "alter table TABLE disable trigger all"),
    (None, "alter table TABLE add column own text"),
    (None, "alter table TABLE rename to own"),
    (None, "drop table TABLE"),
    (
        None,
        "create trigger own before insert on TABLE for each row execute function suppress_redundant_updates_trigger()",
    ),
    (None, "create rule own as on insert to TABLE do instead nothing"),
    (None, "create index own on TABLE (COLUMN)"),
];

/// Ways around them.
const DETOURS: &[&str] = &[
    "set session_replication_role = replica",
    "create table own (key text)",
    "create temporary table audit_archived as select 1 as alone, 9 as before_us",
    "create view own as select 1 as one",
    "create schema own",
    "create function own() returns trigger language plpgsql as 'begin return new; end'",
    "drop function audit_entries_refuse_change cascade",
    "create or replace function audit_entries_refuse_change() returns trigger language plpgsql as 'begin end'",
    "insert into audit_archived (alone, before_us) values (1, 9)",
    "update audit_archived set before_us = 9",
    "insert into retention_units values ('a', 1, 'trail', 1, '', '', 9, 9)",
    "insert into operators (operator_name, roles, public_key, added_at_us, added_by) \
        values ('own', 'security', '', 1, 'own')",
    "update operators set closed_at_us = 1, closed_by = 'own'",
    "insert into database_kind values ('SANDBOX', 1)",
    "set role postgres",
    "create role own superuser",
];

/// Longer than the trail has to stay.
const OLD_S: i64 = 2_557 * 86_400;

/// Makes the names of roles differ.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A role that serves on the database of a bench.
struct Service {
    role: String,
    owner: String,
    url: String,
}

impl Service {
    /// Makes the role and gives it its rights; the bench works as it from now on.
    async fn of(bench: &mut Bench) -> Self {
        let StoreLocation::Postgres { url: owner, .. } = bench.location.clone() else { panic!("no roles") };
        let role = format!("service_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        postgres::execute(&owner, &format!("create role {role} login")).await;
        bench.store.grant(&role, &areas::rights()).await.expect("the rights are given");
        let url = owner.replace("//postgres@", &format!("//{role}@"));
        bench.location = StoreLocation::Postgres { url: url.clone(), password_file: None };
        bench.store = bench.open_again(Bench::limits()).await;
        Self { role, owner, url }
    }

    /// Tries a statement, and returns the code of PostgreSQL's refusal.
    async fn refused(&self, sql: &str) -> String {
        let outcome = postgres::attempt(&self.url, sql).await;
        outcome.err().unwrap_or_else(|| panic!("it is done: {sql}"))
    }

    async fn end(self) {
        let Self { role, owner, .. } = self;
        postgres::execute(&owner, &format!("drop owned by {role}; drop role {role}")).await;
    }
}

/// The program's statements that this account may not run.
async fn not_allowed(store: &Store) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for query in areas::queries() {
        match store.plan_of(query).await {
            Ok(_) => continue,
            Err(StoreError::Other { reason, .. }) if reason.contains("42501") => found.insert(query.name()),
            Err(error) => panic!("{}: {error}", query.name()),
        };
    }
    found
}

#[test]
fn lif_08_the_account_that_serves_runs_every_statement_but_those_of_the_owner() {
    testkit::run(Engine::Postgres, |mut bench| async move {
        bench.migrate(&areas::migrations()).await;
        let service = Service::of(&mut bench).await;
        let (of_archive, others): (Vec<_>, Vec<_>) =
            not_allowed(&bench.store).await.into_iter().partition(|name| name.starts_with("archive_"));
        assert_eq!(others, OF_OWNER);
        // Of what an archive deletes it deletes the findings and the term of a draft alone.
        let kept = areas::kept();
        let deleted = kept.iter().flat_map(|kind| kind.tables).map(|table| table.delete.name());
        let may: BTreeSet<_> = deleted.filter(|name| !of_archive.contains(name)).collect();
        let drafts = ["archive_delete_of_payroll_findings", "archive_delete_of_payroll_signing_terms"];
        assert_eq!(may, BTreeSet::from(drafts));
        let powers = bench.store.powers(None, &areas::rights()).await.expect("its powers");
        assert_eq!(powers, Vec::<String>::new());
        // The check tells of a right that somebody adds, and `migrate` takes it back.
        postgres::execute(&service.owner, &format!("grant delete on audit_entries to {}", service.role))
            .await;
        let powers = bench.store.powers(None, &areas::rights()).await.expect("its powers");
        assert!(powers.len() == 1 && powers[0].contains("delete audit_entries"), "{powers:?}");
        service.end().await;
    });
}

#[test]
fn lif_08_the_account_that_serves_neither_changes_nor_empties_what_only_grows() {
    testkit::run(Engine::Postgres, |mut bench| async move {
        bench.migrate(&areas::migrations()).await;
        let rights = areas::rights();
        let guarded =
            bench.store.query(&GUARDED, store::params![]).await.expect("the tables with such triggers");
        for row in &guarded {
            let name = row.text("name").expect("a name");
            assert!(APPEND_ONLY.iter().any(|(table, _)| *table == name), "{name} only grows: list it");
        }
        let service = Service::of(&mut bench).await;
        for (table, may) in APPEND_ONLY {
            let given = rights.tables().find(|(name, _)| name == table).map(|(_, given)| given.clone());
            assert_eq!(given, Some(may.iter().copied().collect()), "{table}");
            let row = bench.store.query(&COLUMN, store::params![*table]).await.expect("a column");
            let column = row[0].text("name").expect("a name");
            for (right, text) in TAMPERINGS {
                let text = text.replace("TABLE", table).replace("COLUMN", column);
                if right.is_none_or(|right| !may.contains(&right)) {
                    assert_eq!(service.refused(&text).await, "42501", "{text}");
                }
            }
        }
        for text in DETOURS {
            assert_eq!(service.refused(text).await, "42501", "{text}");
        }
        service.end().await;
    });
}

#[test]
fn lif_08_a_bank_lives_by_the_account_that_serves() {
    testkit::run(Engine::Postgres, |mut bench| async move {
        let configuration = configuration();
        ground(&bench, &configuration, usize::MAX).await;
        sandbox::claim(&bench.store, DatabaseKind::Live).await.expect("`migrate` does that");
        let service = Service::of(&mut bench).await;
        let surroundings = surroundings(&bench);
        let present = bench.store.migrate(&areas::migrations()).await.expect("nothing is to be made");
        assert!(present.applied.is_empty() && present.present > 0);
        drop(build(&configuration, &surroundings, &addresses()).await.expect("the program is wired"));
        let files = tempfile::tempdir().expect("a temporary folder");
        begin_life(&configuration, &surroundings, files.path()).await.expect("a life");
        let executed = bench.store.query(&EXECUTED, store::params![]).await.expect("the statements");
        assert!(executed[0].integer("things").expect("a number") > 0);
        let now = surroundings.clock.now();
        audit::tally(&bench.store, now.plus_seconds(3_600)).await.expect("the trail is counted");
        bench.store.ping(bench.randomness.as_ref()).await.expect("it takes writes");
        service.end().await;
    });
}

/// The statements of docs/OPERATIONS.md, for roles of other names.
fn roles_of_the_documentation(name: &str) -> Vec<String> {
    let documentation = include_str!("../../../docs/OPERATIONS.md");
    let (_, rest) = documentation.split_once("<!-- roles -->\n```sql\n").expect("the statements");
    let (text, _) = rest.split_once("```").expect("their end");
    text.replace("clientbank", name).lines().map(str::to_owned).filter(|line| !line.is_empty()).collect()
}

/// Powers that a role was given besides are told as long as it has them.
fn powers_beyond_need_are_told(
    bank: &Installation,
    (database, role): (&str, &str),
    runtime: &tokio::runtime::Runtime,
) {
    for (give, take, words) in [
        ("alter role ROLE createrole", "alter role ROLE nocreaterole", "may make roles"),
        (
            "grant create on schema public to ROLE",
            "revoke create on schema public from ROLE",
            "may make tables in the schema",
        ),
        (
            "grant create on database ROLE to ROLE",
            "revoke create on database ROLE from ROLE",
            "may make schemas in the database",
        ),
        (
            "grant temporary on database ROLE to ROLE",
            "revoke temporary on database ROLE from ROLE",
            "may make temporary tables",
        ),
    ] {
        let run = |statement: &str| {
            runtime.block_on(postgres::execute(database, &statement.replace("ROLE", role)));
        };
        run(give);
        let (good, _, told) = bank.run(&["check"], "");
        assert!(good && told.contains(&format!("this account {words}: ")), "{give}: {told}");
        run(take);
    }
    let (good, _, told) = bank.run(&["check"], "");
    assert!(good && !told.contains("this account"), "{told}");
}

#[test]
fn ops_02_a_bank_with_three_roles_migrates_imports_serves_and_archives() {
    let mut bank = Installation::sqlite();
    let superuser = postgres::shared_url();
    let name = format!("bank_{}", std::process::id());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    for statement in roles_of_the_documentation(&name) {
        runtime.block_on(postgres::execute(superuser, &statement));
    }
    let (server, _) = superuser.rsplit_once('/').expect("a database");
    let database =
        |role: &str| format!("database={}/{name}", server.replace("//postgres@", &format!("//{role}@")));
    let (migration, service) = (database(&format!("{name}_migration")), database(&name));
    bank.settings.extend([format!("database_service_role={name}"), "retention_trail_days=1827".to_owned()]);

    bank.settings[0].clone_from(&service);
    assert!(bank.refuses(&["migrate"]).contains("42501"));
    bank.settings[0].clone_from(&migration);
    let (good, out, told) = bank.run(&["migrate"], "");
    assert!(good && out.contains(&format!("{name} has the rights that it needs")), "{out}{told}");
    assert!(!told.contains("which it does not need"), "{told}");
    let (good, _, told) = bank.run(&["check"], "");
    assert!(good && told.contains("this account owns the tables"), "{told}");

    bank.settings[0].clone_from(&service);
    let files = bank.files.to_str().expect("UTF-8").to_owned();
    bank.says(&["import", &files]);
    let (good, _, told) = bank.run(&["check"], "");
    assert!(good && !told.contains("this account"), "{told}");
    powers_beyond_need_are_told(&bank, (&format!("{server}/{name}"), &name), &runtime);
    let serving = Serving::start(&bank);
    let start = Instant::now();
    while !serving.is_ready() {
        assert!(start.elapsed() < PATIENCE, "it is never ready");
        std::thread::yield_now();
    }
    assert!(!bank.trail("import.applied").is_empty());

    // An entry that is over its time leaves by the account that migrates alone.
    on_database(&bank, async |store| {
        let put = |tx: &mut Tx| {
            let (at, actor) = (SystemClock.now().plus_seconds(-OLD_S), Actor::System);
            audit::record(tx, Entry::new(at, &SystemRandomness, actor, "test.happened", ("test", "1")))
        };
        store.write::<_, StoreError>("test.put", put).await.expect("an old entry");
    });
    let folder = tempfile::tempdir().expect("a folder");
    let archive = ["retention", "archive", "--to", folder.path().to_str().expect("UTF-8")];
    assert!(bank.refuses(&archive).contains("42501"));
    assert_eq!(bank.trail("test.happened").len(), 1);
    bank.settings[0].clone_from(&migration);
    let said = bank.says(&archive);
    assert!(said.contains("trail: 1 rows in 1 files"), "{said}");
    assert!(bank.trail("test.happened").is_empty());
    drop(serving);
    for statement in [
        format!("drop database {name} with (force)"),
        format!("drop role {name}, {name}_migration, {name}_owner"),
    ] {
        runtime.block_on(postgres::execute(superuser, &statement));
    }
}
