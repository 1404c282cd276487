//! The work of a bank's operators over the years: migrations beside older versions (LIF-04).

use clientbank::application::areas;
use http::StatusCode;
use store::{Migration, MigrationTree, StoreError};
use testkit::{Bench, TestCaller};

use crate::commands::Installation;
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
