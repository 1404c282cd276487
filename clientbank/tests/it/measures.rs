//! LIF-07: statements under way and the last backup are counted for operators.

use serde_json::json;
use store::{Store, StoreLimits, StoreLocation};
use testkit::{Bench, TestCaller};

use crate::commands::Installation;
use crate::program::{Server, folder, get, said};
use crate::trail_log::Serving;
use crate::two_processes::PATIENCE;
use crate::wired::application;

/// The value of a metric with its labels, once the server has counted.
fn value(server: &Server, metric: &str) -> f64 {
    let began = std::time::Instant::now();
    loop {
        let (status, text) = get(&format!("{}/metrics", server.administration), &[]);
        assert_eq!(status, 200);
        let found = text.lines().find_map(|line| line.strip_prefix(metric)?.trim().parse().ok());
        if let Some(found) = found {
            return found;
        }
        assert!(began.elapsed().as_secs() < 60, "{metric} does not come: {text}");
    }
}

fn backup(server: &Server, step: &str) -> f64 {
    value(server, &format!("clientbank_backup_timestamp_seconds{{step=\"{step}\"}}"))
}

testkit::on_both_engines! {
    async fn lif_07_statements_under_way_are_counted_by_state_with_the_oldest(bench: Bench) {
        let application = application(&bench).await;
        let api = bench.client(application.api.clone());
        let statement = |name: &str| json!({"payload": {
            "externalId": name, "account": "40702810600000000001", "transfersCount": 1, "totalAmount": 1,
            "enrollmentCode": "01", "transfers": [{"lastName": "A", "firstName": "B", "orderNumber": 1, "amount": 1,
            "account": "40817810000000000101", "currency": "RUR"}],
        }});
        let under_way = || async { payroll::under_way(&bench.store).await.expect("the counts") };
        assert_eq!(under_way().await, []);
        let mut sent_at = Vec::new();
        for name in ["one", "two"] {
            sent_at.push(kernel::Clock::now(&*bench.clock));
            let tokens = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
            let sent = api.post("/v1/statements").tokens(&tokens).json(&statement(name)).send().await;
            assert_eq!(sent.status, 202, "{}", sent.text());
            bench.clock.advance_seconds(1);
        }
        let found = under_way().await;
        assert_eq!((found.len(), found[0].state.as_str(), found[0].statements), (1, "CHECKING", 2));
        assert_eq!(found[0].since, sent_at[0], "the older of the two");
        application.workers.work_off_jobs().await.expect("the jobs are done");
        let found = under_way().await;
        assert!(found.len() == 1 && found[0].state.starts_with("AWAITING_SIGN"), "{found:?}");
        assert!(found[0].statements == 2 && found[0].since > sent_at[1], "{found:?}");
        let is_named = |state: &&str| payroll::UNDER_WAY_STATES.contains(state);
        assert!(is_named(&found[0].state.as_str()) && is_named(&"CHECKING"));
    }
}

#[test]
fn lif_07_a_backup_that_is_good_is_told_by_its_metric_and_one_that_failed_by_what_it_lacks() {
    let folder = folder();
    let data = folder.path().join("demo");
    let server = Server::demo(&data, &[]);
    assert_eq!((backup(&server, "BEGUN"), backup(&server, "DONE")), (0.0, 0.0), "there was none");
    let green = |scope: &str| {
        value(&server, &format!("clientbank_check_green_timestamp_seconds{{scope=\"{scope}\"}}"))
    };
    assert_eq!((green("SINCE"), green("WHOLE")), (0.0, 0.0), "there was none, and an alarm tells of it");
    assert!(value(&server, "clientbank_payroll_statements{state=\"AWAITING_SIGN\"}") >= 1.0);
    assert!(server.stop().success());
    let database = format!("database=sqlite:{}", data.join("clientbank.db").display());
    let back_up = |to: &std::path::Path| {
        crate::program::run(&["--set", &database, "backup", "--to", to.to_str().expect("UTF-8")])
            .status
            .success()
    };
    assert!(!back_up(&folder.path().join("nowhere").join("backup.db")));
    let server = Server::demo(&data, &[]);
    assert!(backup(&server, "BEGUN") > 0.0 && backup(&server, "DONE") == 0.0, "it was begun");
    assert!(server.stop().success());
    assert!(back_up(&folder.path().join("backup.db")));
    let server = Server::demo(&data, &[]);
    assert!(backup(&server, "DONE") >= backup(&server, "BEGUN"));
    assert!(server.stop().success());
    let noted = crate::program::run(&["--set", &database, "backup", "--noted"]);
    assert!(!noted.status.success(), "a file is backed up here");
    assert!(said(&["backup", "--help"]).contains("--noted"));
}

#[test]
fn lif_07_no_revocation_list_ends_where_there_is_none() {
    let installation = Installation::sqlite();
    let serving = Serving::start(&installation);
    let began = std::time::Instant::now();
    while !serving.metrics().contains("\nclientbank_revocation_list_end_timestamp_seconds inf\n") {
        assert!(began.elapsed() < PATIENCE, "{}", serving.metrics());
        std::thread::yield_now();
    }
}

#[test]
fn lif_07_whoever_backs_up_postgresql_notes_it() {
    let installation = Installation::postgres("clientbank_backup_noted");
    installation.says(&["migrate"]);
    assert!(installation.says(&["backup", "--noted"]).starts_with("noted: "));
    let trail = installation.trail("database.backed_up");
    assert_eq!((trail.len(), &trail[0]["object"]["id"]), (1, &json!("postgres")), "{trail:?}");
}

#[test]
fn lif_07_a_check_of_less_than_a_day_is_no_proof_and_one_of_what_lies_ahead_is_refused() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    for since in ["2999-01-01", "2999-01-01T00:00:00Z"] {
        assert!(installation.refuses(&["check", "--since", since]).contains("lies ahead"), "{since}");
    }
    let location: StoreLocation =
        installation.settings[0].trim_start_matches("database=").parse().expect("a place");
    let proofs = || {
        tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
            let store = Store::open(&location, StoreLimits::default()).await.expect("the database");
            let proofs = accounts::proofs(&store).await.expect("a read");
            store.close().await;
            proofs.len()
        })
    };
    assert_eq!(proofs(), 0, "no alarm is silenced");
    let minute_ago = kernel::Clock::now(&kernel::SystemClock).plus_seconds(-60).to_timestamp().to_string();
    assert!(installation.says(&["check", "--since", &minute_ago]).contains("is zero"));
    assert_eq!(proofs(), 0, "nor by a look at a minute of the night");
    assert!(installation.says(&["check", "--since", "2020-01-01"]).contains("is zero"));
    assert_eq!(proofs(), 1);
}
