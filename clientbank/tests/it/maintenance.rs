//! The work of a bank's operators over the years: migrations beside older versions (LIF-04), backups and another master
//! key (LIF-09).

use std::path::Path;

use clientbank::application::areas;
use http::StatusCode;
use store::{Migration, MigrationTree, Query, StoreError};
use testkit::{Bench, TestCaller};

use crate::commands::{Installation, on_database};
use crate::program::{Server, folder, refused, said};
use crate::wired::application;

/// A step of a version that comes after this one and only adds.
const ADDED: Migration = Migration {
    version: 9_999,
    note: "what a later version adds",
    sql: "--@ expands
alter table accounts add column later_note text;
create table account_later_notes (number text not null primary key)",
};
/// A step of that version that does more.
const REMOVED: Migration = Migration {
    version: 10_000,
    note: "what a later version takes away",
    sql: "drop table account_later_notes",
};

/// The tables of accounts as a later version has them.
fn later(steps: &[Migration]) -> MigrationTree {
    let migrations = areas::migrations();
    let accounts = migrations.into_iter().find(|tree| tree.area == "accounts").expect("the area");
    let migrations = [accounts.migrations, steps].concat();
    MigrationTree { area: "accounts", migrations: migrations.leak() }
}

testkit::on_both_engines! {
    async fn lif_04_this_version_serves_beside_a_later_one_that_only_adds(bench: Bench) {
        bench.migrate(&areas::migrations()).await;
        bench.migrate(&[&later(&[ADDED])]).await;
        // It starts (`application` migrates), imports into the changed table and serves from it.
        let application = application(&bench).await;
        let client = bench.client(application.api);
        let tokens = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let answer = client.get("/v1/accounts?fields=Number").tokens(&tokens).send().await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert!(answer.text().contains("\"number\""), "{}", answer.text());

        bench.migrate(&[&later(&[ADDED, REMOVED])]).await;
        let refused = bench.store.migrate(&areas::migrations()).await;
        let is_told = matches!(&refused, Err(StoreError::Migration { version: 10_000, reason, .. })
            if reason.contains("run the newer version"));
        assert!(is_told, "{refused:?}");
    }
}

fn plan_of_everything(installation: &Installation) {
    let plan = installation.says(&["migrate", "--plan"]);
    let accounts = plan.lines().find(|line| line.starts_with("accounts 1: ")).expect("the first of accounts");
    assert!(accounts.contains("end all processes of older versions first"), "{accounts}");
    let count = plan.lines().filter(|line| !line.starts_with(' ')).count() - 1;
    let migrated = installation.says(&["migrate"]);
    assert!(migrated.ends_with(&format!("{count} applied, 0 were there\n")), "{migrated}");
    assert_eq!(installation.says(&["migrate", "--plan"]), "nothing is pending\n");
}

#[test]
fn lif_04_the_plan_names_what_a_migration_would_do_sqlite() {
    let installation = Installation::sqlite();
    // A plan makes no file.
    assert!(installation.refuses(&["migrate", "--plan"]).contains("there is no database"));
    assert!(installation.refuses(&["check"]).contains("there is no database"));
    installation.says(&["migrate"]);
    assert_eq!(installation.says(&["migrate", "--plan"]), "nothing is pending\n");
}

#[test]
fn lif_04_the_plan_names_what_a_migration_would_do_postgres() {
    plan_of_everything(&Installation::postgres("clientbank_plan"));
}

/// Takes the newest migration of tariff requests out of the list, as in the database of the version before.
static FORGET: Query = Query::new(
    "FORGET",
    "delete from schema_migrations where area = 'tariff_requests' and version = (
        select max(version) from schema_migrations where area = 'tariff_requests')",
);

/// Takes an installation back to the tables of the version before.
pub(crate) fn forget_a_migration(installation: &Installation) {
    installation.says(&["migrate"]);
    on_database(installation, async |store| {
        let forgotten: Result<_, StoreError> =
            store.write("tests.forget", |tx| tx.execute(&FORGET, Vec::new())).await;
        assert_eq!(forgotten.expect("a row"), 1);
    });
}

/// Every command that works on the tables leaves those of an older version as they are.
fn commands_leave_older_tables_alone(installation: &Installation) {
    forget_a_migration(installation);
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    let commands: [&[&str]; 7] = [
        &["check"],
        &["users", "lock", "ivanov"],
        &["clients", "disable", "demo"],
        &["jobs", "list"],
        &["keys", "rotate"],
        &["import", &files],
        &["signing-requests"],
    ];
    for command in commands {
        let words = installation.refuses(command);
        assert!(
            words.contains("1 migration is pending: `clientbank migrate --plan`"),
            "{command:?}: {words}"
        );
    }
    assert!(installation.says(&["migrate", "--plan"]).contains("1 pending"));
}

crate::commands::on_both_databases! {
    fn lif_04_a_command_leaves_older_tables_alone(bank: "clientbank_older") {
        commands_leave_older_tables_alone(&bank);
    }
}

fn sqlite(path: &Path) -> String {
    format!("database=sqlite:{}", path.display())
}

#[test]
fn lif_09_a_backup_beside_a_live_server_is_proved_and_restored() {
    let folder = folder();
    let data = folder.path().join("demo");
    let server = Server::demo(&data, &[]);
    let path = |name: &str| folder.path().join(name);
    let backup = path("backup.db");
    let backup_name = backup.to_str().expect("UTF-8");
    let live = sqlite(&data.join("clientbank.db"));
    let told = said(&["backup", "--to", backup_name, "--set", &live]);
    assert!(told.contains("every sum is zero") && told.contains("backed up to"), "{told}");
    let again = refused(&["backup", "--to", backup_name, "--set", &live]);
    assert!(again.contains("is there already"), "{again}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&backup.metadata().expect("a file").permissions());
    assert_eq!(mode & 0o777, 0o600);

    // A server works there, and then a database is there.
    let occupied = refused(&["restore", "--from", backup_name, "--set", &live]);
    assert!(occupied.contains("another server works on") && occupied.contains("end it first"), "{occupied}");
    assert!(server.stop().success());
    let present = refused(&["restore", "--from", backup_name, "--set", &live]);
    assert!(present.contains("move it away first"), "{present}");
    std::os::unix::fs::symlink(path("nowhere.db"), path("link.db")).expect("a link");
    let taken = refused(&["restore", "--from", backup_name, "--set", &sqlite(&path("link.db"))]);
    assert!(taken.contains("move it away first"), "{taken}");

    let restored = sqlite(&path("restored.db"));
    let checked = said(&["restore", "--from", backup_name, "--check", "--set", &restored]);
    assert!(checked.contains("every sum is zero"), "{checked}");
    assert!(!path("restored.db").exists(), "a check changes nothing");
    said(&["restore", "--from", backup_name, "--set", &restored]);
    assert!(said(&["check", "--set", &restored]).contains("every sum is zero"));
    let actions = |database: &str| said(&["audit", "--object-kind", "database", "--set", database]);
    let trail = actions(&restored);
    assert!(trail.contains("database.restored") && trail.contains("database.backup_begun"), "{trail}");
    assert!(!actions(&live).contains("database.restored"));
}

#[test]
fn lif_09_a_damaged_backup_is_refused() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    let folder = folder();
    let backup = folder.path().join("backup.db");
    let name = backup.to_str().expect("UTF-8");
    installation.says(&["backup", "--to", name]);
    // What is damaged is found without its digest.
    std::fs::remove_file(folder.path().join("backup.db.sha256")).expect("the digest");
    let whole = std::fs::read(&backup).expect("a file");
    let target = sqlite(&folder.path().join("restored.db"));
    let refuse = |bytes: &[u8]| {
        std::fs::write(&backup, bytes).expect("a file");
        let checked = refused(&["restore", "--from", name, "--check", "--set", &target]);
        let restored = refused(&["restore", "--from", name, "--set", &target]);
        assert!(!folder.path().join("restored.db").exists());
        for words in [&checked, &restored] {
            let is_told =
                ["damaged", "cannot be read", "no tables of a bank"].iter().any(|told| words.contains(told));
            assert!(is_told, "{words}");
        }
    };
    refuse(&whole[..whole.len() / 2]);
    refuse(&whole[4_096..]);
    refuse(&[]);
    // One byte: the kind of the fourth page.
    let mut damaged = whole.clone();
    damaged[3 * 4_096] ^= 0x55;
    refuse(&damaged);
}

#[test]
fn lif_09_postgresql_is_backed_up_by_its_own_programs_and_proved_here() {
    let installation = Installation::postgres("clientbank_backup");
    let folder = folder();
    let file = folder.path().join("backup");
    let name = file.to_str().expect("UTF-8");
    let words = installation.refuses(&["backup", "--to", name]);
    assert!(words.contains("pg_basebackup") && words.contains("Nothing was backed up"), "{words}");
    assert!(!file.exists());
    assert!(installation.refuses(&["restore", "--from", name]).contains("pg_restore"));
    assert!(installation.refuses(&["restore", "--check"]).contains("no tables of a bank"));
    installation.says(&["migrate"]);
    assert!(installation.says(&["restore", "--check"]).contains("every sum is zero"));
}

/// One master key takes the place of another by commands.
fn another_master_key(mut installation: Installation) {
    let files = installation.files.clone();
    installation.says(&["import", files.to_str().expect("UTF-8")]);
    installation.says(&["keys", "rotate", "--compromised"]);
    installation.says(&["users", "totp", "ivanova"]);
    let old = installation.settings[1].clone();
    let new = format!("master_key={}", said(&["keys", "master-key"]).trim());
    assert!(old.starts_with("master_key="));
    installation.settings[1].clone_from(&new);
    installation.settings.push(old.replacen("master_key", "master_key_other", 1));
    let told = installation.says(&["keys", "reseal"]);
    assert!(told.ends_with("nothing is sealed by another master key\n"), "{told}");
    let sealed: usize = told.split(' ').next().and_then(|count| count.parse().ok()).expect("a number");
    assert_eq!(sealed, 5, "four signing keys and a second factor: {told}");
    let entries = installation.trail("master_key.resealed");
    assert_eq!(entries[0]["actor"]["id"], "petrova", "{entries:?}");
    // The old key is not needed any more, and of no use.
    installation.settings.pop();
    let again = installation.says(&["keys", "reseal"]);
    let nothing = format!("0 secrets were sealed anew; the present master key opens {sealed}\n");
    assert!(again.starts_with(&nothing), "{again}");
    installation.settings[1] = old;
    let useless = installation.refuses(&["keys", "reseal"]);
    assert!(useless.contains("a master key that is not set"), "{useless}");
}

crate::commands::on_both_databases! {
    fn lif_09_another_master_key_by_command(bank: "clientbank_master_key") { another_master_key(bank); }
}
