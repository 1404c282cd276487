//! The databases and authorities of banks that a sandbox refuses, and the other way round (SBX-06).

use clientbank::application::areas;

use crate::demo::postgres_database;
use crate::program::{Server, folder, refused, run, said, text};

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
            let told = refused(&[command, "--json", "--data", path, "--database", url]);
            assert!(told.contains("a bank's own"), "{told}");
            assert_eq!(plan(), before, "it is as it was");
        }
    }
}

#[test]
fn security_08_a_live_server_delivers_nothing_to_its_own_machine() {
    let folder = folder();
    let file = format!("sqlite:{}", folder.path().join("live.db").display());
    for url in [file, postgres_database("live_reach")] {
        let database = format!("database={url}");
        let key = format!("master_key={}", said(&["keys", "master-key"]).trim());
        said(&["migrate", "--set", &database]);
        let ports =
            ["api_listen=127.0.0.1:0", "identity_listen=127.0.0.1:0", "administration_listen=127.0.0.1:0"];
        let mut words = vec!["serve", "--set", &database, "--set", &key, "--set", "webhook_reach=local"];
        words.extend(ports.iter().flat_map(|port| ["--set", port]));
        let told = refused(&words);
        assert!(told.contains("webhook_reach"), "{told}");
    }
}

#[test]
fn sbx_06_authorities_of_sandboxes_and_of_banks_stay_apart() {
    let folder = folder();
    let data = folder.path().join("sandbox");
    assert!(Server::sandbox(&data, &[]).stop().success());
    let authorities = "certificate_authorities.json";
    let files = folder.path().join("files");
    std::fs::create_dir(&files).expect("a folder");
    std::fs::copy(data.join("import").join(authorities), files.join(authorities)).expect("the file");
    let import = |database: &str, key: &str| {
        let path = files.to_str().expect("UTF-8");
        let output = run(&["import", path, "--set", database, "--set", key]);
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    let live = format!("database=sqlite:{}", folder.path().join("live.db").display());
    let bank_key = format!("master_key={}", said(&["keys", "master-key"]).trim());
    let (taken, told) = import(&live, &bank_key);
    assert!(!taken && told.contains("is the authority of a sandbox"), "{told}");
    let own = format!("database=sqlite:{}", data.join("clientbank.db").display());
    let own_key = format!("master_key_file={}", data.join("master.key").display());
    let (taken, told) = import(&own, &own_key);
    assert!(taken, "its own, once more: {told}");
    let subject = cms::Subject {
        common_name: "A bank".to_owned(),
        organisation: "Bank".to_owned(),
        not_before: kernel::Instant::from_unix_seconds(1_700_000_000),
        not_after: kernel::Instant::from_unix_seconds(2_000_000_000),
    };
    let authority = cms::Authority::new(&subject, &kernel::SeededRandomness::new(1)).expect("an authority");
    let row = serde_json::json!([{ "certificate": authority.certificate().to_pem(), "kind": "ROOT" }]);
    std::fs::write(files.join(authorities), row.to_string()).expect("the file");
    let (taken, told) = import(&own, &own_key);
    assert!(!taken && told.contains("is no authority of a sandbox"), "{told}");
    let (taken, told) = import(&live, &bank_key);
    assert!(taken, "{told}");
}
