//! The database of a bank that a sandbox refuses (SBX-06).

use clientbank::application::areas;

use crate::demo::postgres_database;
use crate::program::{folder, run, said, text};

/// Makes a bank's database as a version before this one left it: its last migration is missing.
fn older_database(url: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let location = url.parse().expect("a database");
        let store = store::Store::open(&location, store::StoreLimits::default()).await.expect("a database");
        let mut trees = areas::migrations();
        let last = trees.pop().expect("a tree");
        let (_, earlier) = last.migrations.split_last().expect("a migration");
        let earlier = store::MigrationTree { area: last.area, migrations: earlier };
        store.migrate(&[trees, vec![&earlier]].concat()).await.expect("tables");
        sandbox::claim(&store, sandbox::DatabaseKind::Live).await.expect("a mark");
        store.close().await;
    });
}

#[test]
fn sbx_06_a_sandbox_changes_nothing_in_the_database_of_a_bank_that_it_refuses() {
    let folder = folder();
    let file = format!("sqlite:{}", folder.path().join("live.db").display());
    for (number, url) in [file, postgres_database("guard_older")].iter().enumerate() {
        older_database(url);
        let database = format!("database={url}");
        let plan = || said(&["migrate", "--plan", "--set", &database]);
        let before = plan();
        assert!(before.contains("1 pending"), "{before}");
        for command in ["sandbox", "demo"] {
            let data = folder.path().join(format!("{command}-{number}"));
            let path = data.to_str().expect("UTF-8");
            let refused = run(&[command, "--json", "--data", path, "--database", url]);
            assert!(!refused.status.success());
            assert!(text(&refused.stderr).contains("a bank's own"), "{}", text(&refused.stderr));
            assert_eq!(plan(), before, "it is as it was");
        }
    }
}
