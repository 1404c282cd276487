//! A database that was put back from a copy: it stands still until somebody says that it is the one that goes on.

use std::fs::{self, File};
use std::path::Path;

use kernel::Clock as _;
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller, on_both_engines};

use crate::commands::Installation;
use crate::program::{Server, agent, clientbank, folder, get, run, said, text};
use crate::wired::application;

store::queries! {
    /// The counter of another moment.
    SET_NUMBERS = "update event_counter set last_seq = $1 where counter_id = 1";
}

async fn set_numbers(bench: &Bench, last: i64) {
    let set = move |tx: &mut Tx| tx.execute_one(&SET_NUMBERS, params![last]);
    bench.store.write::<_, StoreError>("test.set", set).await.unwrap();
}

on_both_engines! {
    async fn operator_19_a_restored_database_is_read_and_takes_no_statement(bench: Bench) {
        let mut application = application(&bench).await;
        let (api, administration) =
            (bench.client(application.api.clone()), bench.client(application.administration.clone()));
        let now = bench.clock.now();
        let stand_still = move |tx: &mut Tx| jobs::stand_still(tx, now);
        assert!(bench.store.write::<_, StoreError>("test.still", stand_still).await.unwrap());
        application.workers.look_at_feed().await.unwrap();
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let sent = async || {
            let request = api.request(http::Method::POST, "/v1/statements");
            request.tokens(&pair).json(&json!({})).send().await
        };
        let refused = sent().await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after").is_some()), (503, true));
        assert_eq!(api.get("/v1/accounts?fields=Number").tokens(&pair).send().await.status, 200);
        let ready = administration.get("/health/ready").send().await;
        assert_eq!(ready.status, 200, "requests are answered");
        assert!(ready.text().contains("clientbank restored --go-on"), "{}", ready.text());
        assert!(administration.get("/metrics").send().await.text().contains("clientbank_database_stands_still 1"));
        bench.store.write::<_, StoreError>("test.on", jobs::go_on).await.unwrap();
        application.workers.look_at_feed().await.unwrap();
        assert_eq!(sent().await.status, 400, "it is looked at again");
        assert_eq!(administration.get("/health/ready").send().await.json(), json!({ "status": "ready" }));
    }

    async fn operator_19_a_process_that_has_seen_more_events_than_there_are_is_not_ready(bench: Bench) {
        let mut application = application(&bench).await;
        let client = bench.client(application.administration.clone());
        let mut ready_at = async |last| {
            set_numbers(&bench, last).await;
            application.workers.look_at_feed().await.unwrap();
            client.get("/health/ready").send().await.status.as_u16()
        };
        assert_eq!(ready_at(700).await, 200);
        assert_eq!(ready_at(699).await, 503, "one was told and is gone");
        assert_eq!(ready_at(700).await, 200);
        assert_eq!(ready_at(0).await, 503);
        let now = bench.clock.now();
        let begin = move |tx: &mut Tx| events::begin_epoch(tx, now);
        bench.store.write::<_, StoreError>("test.epoch", begin).await.unwrap();
        application.workers.look_at_feed().await.unwrap();
        assert_eq!(client.get("/health/live").send().await.status.as_u16(), 200);
        assert_eq!(client.get("/health/ready").send().await.status.as_u16(), 200, "its numbers go on above");
    }
}

/// One JSON object of a command's lines.
fn lines(told: &str) -> Vec<Value> {
    told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Events that were told and are gone are printed, and the way back is said once, with its reason in the trail.
fn goes_on_with_a_reason(installation: &Installation) {
    installation.says(&["migrate"]);
    let refused = installation.refuses(&["restored", "--go-on", "--reason", "a drill"]);
    assert!(refused.contains("does not stand still"), "{refused}");
    assert!(installation.says(&["restored"]).contains("its last event is 0"));
    installation.says(&["restored"]);
    assert_eq!(installation.trail("database.stands_still").len(), 1);
    let answer = ["orders", "answer", "tr-1", "--outcome", "refused", "--reason", "no"];
    assert!(installation.refuses(&answer).contains("stands still after a restore"));
    let log = installation.files.with_file_name("log");
    fs::write(&log, "no JSON\n").expect("the log");
    let (good, _, told) = installation.run(&["restored", "--told", log.to_str().expect("UTF-8")], "");
    assert!(good && told.contains("no line is one of an event"), "{told}");
    let event = |seq: i64, state: &str| {
        let data = json!({ "statementId": "s", "externalId": "salary", "state": state }).to_string();
        let kind = format!("payroll.statement.{}", state.to_lowercase());
        json!({ "timestamp": "2026-11-20T09:00:00Z", "event.seq": seq, "event.kind": kind,
            "event.company": "C00001", "event.data": data })
        .to_string()
    };
    let other = json!({ "message": "another line", "event.seq": 9 });
    let of_journal = format!("Nov 20 12:00:00 bank-1 clientbank[7]: {}", event(2, "EXECUTED"));
    let text = [event(1, "PROCESSING"), other.to_string(), "no JSON".to_owned(), of_journal];
    fs::write(&log, text.join("\n")).expect("the log");
    let log = log.to_str().expect("UTF-8");
    for is_after in [false, true] {
        let gone = lines(&installation.says(&["restored", "--told", log]));
        let seen: Vec<_> =
            gone.iter().map(|one| (one["seq"].clone(), one["data"]["state"].clone())).collect();
        assert_eq!(seen, [(json!(1), json!("PROCESSING")), (json!(2), json!("EXECUTED"))]);
        assert_eq!(gone[1]["now"], Value::Null, "there is no such statement");
        if !is_after {
            installation.refuses(&["restored", "--go-on"]);
            assert!(installation.refuses(&["restored", "--go-on", "--reason", ""]).contains("the reason"));
            installation.says(&["restored", "--go-on", "--reason", "a drill"]);
        }
    }
    let entries = installation.trail("database.goes_on");
    assert_eq!(entries[0]["detail"]["reason"], "a drill", "{entries:?}");
    assert_eq!(entries[0]["actor"]["id"], "petrova");
    installation.refuses(&["restored", "--go-on", "--reason", "again"]);
}

crate::commands::on_both_databases! {
    fn operator_19_a_restored_database_goes_on_with_a_reason(bank: "clientbank_restored") {
        goes_on_with_a_reason(&bank);
    }
}

#[test]
fn operator_low_a_backup_with_another_mail_address_in_it_is_refused() {
    let installation = Installation::sqlite();
    installation.import();
    let place = folder();
    let backup = place.path().join("backup.db");
    let name = backup.to_str().expect("UTF-8");
    let told = installation.says(&["backup", "--to", name]);
    let beside = fs::read_to_string(place.path().join("backup.db.sha256")).expect("a digest");
    let (digest, _) = beside.split_once("  backup.db\n").expect("as sha256sum writes it");
    assert!(told.contains(digest), "{told}");
    assert_eq!(installation.trail("database.backed_up")[0]["detail"]["sha256"], digest);
    installation.says(&["restore", "--check", "--from", name]);
    let mut bytes = fs::read(&backup).expect("a file");
    let address = b"ivanova@romashka.example";
    let at = bytes.windows(address.len()).position(|window| window == address).expect("an address");
    bytes[at] = b'x';
    fs::write(&backup, bytes).expect("a file");
    let target = format!("database=sqlite:{}", place.path().join("restored.db").display());
    for arguments in [&["restore", "--check", "--from", name][..], &["restore", "--from", name]] {
        let output = run(&[arguments, &["--set", &target]].concat());
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains("is not the backup that was made"), "{arguments:?}");
    }
    assert!(!place.path().join("restored.db").exists());
    fs::remove_file(place.path().join("backup.db.sha256")).expect("the digest");
    let asked = ["restore", "--check", "--from", name, "--sha256", digest];
    assert!(installation.refuses(&asked).contains("is not the backup that was made"));
    let unknown = run(&["restore", "--check", "--from", name, "--set", &target]);
    assert!(text(&unknown.stderr).contains("no SHA-256"), "it is said that nothing was compared");
}

/// A sandbox whose log is kept in `log`.
fn sandbox(data: &Path, log: &Path) -> Server {
    let mut command = clientbank();
    command.arg("sandbox").arg("--data").arg(data);
    command.args(["--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    command.args(["--set", "log_filter=info", "--set", "log_format=json"]);
    Server::start(command.stderr(File::create(log).expect("a file")))
}

/// Calls the API as petrov; status and body.
pub(crate) fn call(server: &Server, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
    let asked = ["sandbox", "token", "--user", "petrov", "--company", "C00001", "--json"];
    let tokens = said(&[&asked[..], &["--administration", &server.administration]].concat());
    let tokens: Value = serde_json::from_str(&tokens).expect("JSON");
    let (bearer, id_token) = (
        format!("Bearer {}", tokens["access_token"].as_str().expect("a token")),
        tokens["id_token"].as_str().expect("a token"),
    );
    let address = format!("{}{path}", server.api);
    if method == "GET" {
        let (status, body) = get(&address, &[("authorization", &bearer), ("id-token", id_token)]);
        return (status, serde_json::from_str(&body).expect("JSON"));
    }
    let request = agent().post(address).header("authorization", bearer).header("id-token", id_token);
    let request = request.header("content-type", "application/json");
    let mut answer = request.send(body.map(Value::to_string).unwrap_or_default()).expect("an answer");
    let text = answer.body_mut().read_to_string().expect("a body");
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default())
}

#[test]
fn money_h04_what_a_server_told_after_its_backup_is_listed_and_its_cursors_are_gone() {
    let place = folder();
    let path = |name: &str| place.path().join(name);
    let name = |name: &str| path(name).to_str().expect("UTF-8").to_owned();
    let database = format!("database=sqlite:{}", path("data").join("clientbank.db").display());
    let server = sandbox(&path("data"), &path("first.log"));
    let hook = json!({ "url": "http://127.0.0.1:1024/hook", "types": ["*"] });
    let (status, made) = call(&server, "POST", "/v1/webhooks", Some(&hook));
    assert_eq!(status, 201, "{made}");
    let test = format!("/v1/webhooks/{}/test", made["webhook"]["id"].as_str().expect("an identifier"));
    assert_eq!(call(&server, "POST", &test, None).0, 202);
    said(&["backup", "--to", &name("backup.db"), "--set", &database]);
    assert_eq!(call(&server, "POST", &test, None).0, 202);
    let cursor =
        call(&server, "GET", "/v1/events", None).1["nextCursor"].as_str().expect("a cursor").to_owned();
    assert!(server.stop().success());
    for ending in ["", "-wal", "-shm"] {
        drop(fs::remove_file(path("data").join(format!("clientbank.db{ending}"))));
    }
    said(&["restore", "--from", &name("backup.db"), "--set", &database]);

    let server = sandbox(&path("data"), &path("second.log"));
    assert_eq!(call(&server, "POST", &test, None).0, 503, "it stands still whoever starts it");
    let gone = lines(&said(&["restored", "--told", &name("first.log"), "--set", &database]));
    assert_eq!(gone.len(), 1, "the second test: {gone:?}");
    assert_eq!((&gone[0]["type"], &gone[0]["company"]), (&json!("webhook.test"), &json!("C00001")));
    said(&["restored", "--go-on", "--reason", "a drill", "--set", &database]);
    let after = format!("/v1/events?after={cursor}");
    let (status, body) = call(&server, "GET", &after, None);
    assert_eq!((status, &body["code"]), (410, &json!("RESTORED")), "{body}");
    assert_eq!(call(&server, "POST", &test, None).0, 202);
    let on = format!("/v1/events?after={}", body["after"].as_str().expect("a cursor"));
    assert_eq!(call(&server, "GET", &on, None).1["events"].as_array().expect("events").len(), 1);
    assert!(server.stop().success());
}
