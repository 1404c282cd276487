//! Switches by which operators stop something at once (BNK-09, LIF-07).

use std::time::{Duration, Instant};

use clientbank::application::Application;
use http::Method;
use serde_json::{Value, json};
use store::{Column, StoreError, Tx, params};
use testkit::{Bench, TestCaller, TestClient, on_both_engines, switch};

use crate::commands::Installation;
use crate::operations::{by_area, operations};
use crate::orders::{System, orders};
use crate::people::{BOTH, Bank, Person};
use crate::program::{Server, agent, folder, get, said};
use crate::triggers::{Line, Stage};
use crate::wired::application;

/// Operations that go on: they change nothing, whatever their method, or are those of the bank's people.
const GOING_ON: [&str; 13] = [
    "POST /authorize",
    "POST /introspect",
    "POST /logout",
    "POST /revoke",
    "POST /token",
    "POST /userinfo",
    "POST /v1/ctcm/request/generate",
    "POST /v1/statements:validate",
    "POST /bank/v1/token",
    "POST /bank/v1/actions/{action}",
    "POST /bank/v1/actions/{action}/rehearsal",
    "POST /bank/v1/proposals/{number}/decision",
    "POST /bank/v1/proposals/{number}/execution",
];

store::queries! {
    /// The payment that an order is about.
    ORDER_OBJECT = "select object_id from bank_orders where payload like $1";
    COMPANY_STOPPED = "insert into switches (name, subject, is_on, reason, person, set_at_us) \
        values ('company', $1, true, 'test', 'test', 0)";
}

/// Looks after which a gauge has the value of this program, whatever the others in this process tell.
const LOOKS_MAX: usize = 100;

async fn look(application: &mut Application) {
    application.workers.look_at_feed().await.expect("the switches are read");
}

/// Stops so many companies without a person.
async fn stop_companies(bench: &Bench, count: usize) {
    let stop = move |tx: &mut Tx| {
        let companies: Vec<String> = (0..count).map(|number| format!("A{number:05}")).collect();
        let companies: Vec<&str> = companies.iter().map(String::as_str).collect();
        tx.insert_bulk(&COMPANY_STOPPED, &[Column::Texts(&companies)])
    };
    bench.store.write::<_, StoreError>("test.stop", stop).await.expect("they are stopped");
}

/// Every operation that asks for a change, with the client of its listener, method and path.
fn changes(application: &Application) -> Vec<(String, TestClient, Method, String)> {
    let (api, identity) =
        (TestClient::new(application.api.clone()), TestClient::new(application.identity.clone()));
    let bank_client = TestClient::new(application.bank.clone());
    let mut all: Vec<(&str, Value)> = by_area();
    let bank = serde_json::to_value(bank::description("https://bank.test")).expect("a description");
    all.push(("bank", bank));
    let mut found = Vec::new();
    for (area, document) in all {
        for operation in operations(&document) {
            let (method, path) = operation.name.split_once(' ').expect("method and path");
            let method: Method = method.parse().expect("a method");
            if method.is_safe() {
                continue;
            }
            let client = match area {
                "identity" => identity.clone(),
                "bank" => bank_client.clone(),
                _ => api.clone(),
            };
            let path = path.replace(['{', '}'], "");
            found.push((operation.name.clone(), client, method, path));
        }
    }
    found
}

on_both_engines! {
    async fn bnk_09_while_the_bank_is_read_only_every_change_is_refused_and_reading_goes_on(bench: Bench) {
        let mut application = application(&bench).await;
        switch(&bench.store, "read_only", "", true).await;
        look(&mut application).await;
        let changes = changes(&application);
        assert!(changes.len() >= 25, "{}", changes.len());
        for (name, client, method, path) in &changes {
            // Before anything else is looked at.
            let answer = client.request(method.clone(), path).send().await;
            let is_refused = answer.status == 503 && answer.header("retry-after") == Some("30");
            assert_eq!(is_refused, !GOING_ON.contains(&name.as_str()), "{name}: {} {}", answer.status, answer.text());
            assert!(!is_refused || answer.text().contains("takes no changes"), "{name}: {}", answer.text());
        }
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let api = TestClient::new(application.api.clone());
        assert_eq!(api.get("/v1/accounts?fields=Number").tokens(&pair).send().await.status, 200);
        assert_eq!(api.post("/v1/statements:validate").tokens(&pair).json(&json!({})).send().await.status, 200);
        switch(&bench.store, "read_only", "", false).await;
        look(&mut application).await;
        assert_eq!(api.post("/v1/statements").tokens(&pair).json(&json!({})).send().await.status, 400);
    }

    async fn bnk_09_the_bank_is_read_only_however_many_companies_are_stopped(bench: Bench) {
        let mut application = application(&bench).await;
        stop_companies(&bench, 10_000).await;
        switch(&bench.store, "read_only", "", true).await;
        look(&mut application).await;
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let api = TestClient::new(application.api.clone());
        assert_eq!(api.post("/v1/statements").tokens(&pair).json(&json!({})).send().await.status, 503);
        let bank = Bank::at(&bench, TestClient::new(application.bank.clone()));
        let petrova = Person::added(&bench, "operator:petrova", &BOTH).await;
        let listed = bank.get(&petrova, "registry/switches").await;
        let is_on = |row: &&Value| row["name"] == "read_only" && row["on"] == true;
        assert!(listed["rows"].as_array().expect("rows").iter().any(|row| is_on(&row)), "it is listed as on");
    }

    async fn bnk_09_no_company_is_said_to_be_stopped_that_no_process_would_read_of(bench: Bench) {
        let application = application(&bench).await;
        let bank = Bank::at(&bench, TestClient::new(application.bank.clone()));
        let petrova = Person::added(&bench, "operator:petrova", &BOTH).await;
        stop_companies(&bench, 9_899).await;
        let stop = async |company: &str| {
            bank.does(&petrova, "switch.on", json!({ "name": "company", "company": company })).await
        };
        assert_eq!(stop("C00001").await.status, 200);
        let refused = stop("C00002").await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().contains("9900 companies and statements are stopped"), "{}", refused.text());
        let of_all = bank.does(&petrova, "switch.on", json!({ "name": "payroll" })).await;
        assert_eq!(of_all.status, 200, "{}", of_all.text());
    }

    async fn bnk_09_a_person_reads_why_a_form_was_not_taken(bench: Bench) {
        let mut application = application(&bench).await;
        let caller = TestCaller::new("U00002", "C00001");
        switch(&bench.store, "read_only", "", true).await;
        look(&mut application).await;
        let pages = TestClient::new(application.identity.clone());
        let send = async |path: &str, language: &str| {
            let request = pages.request(Method::POST, path).online_bank(&bench.tokens, &caller);
            request.header("accept-language", language).form(&[("csrf", "x")]).send().await
        };
        for (language, words) in [("ru", "Пока только просмотр"), ("en", "Read-only at the moment")] {
            let answer = send("/bank/letters/new", language).await;
            assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, Some("30")));
            assert!(answer.text().contains(words), "{}", answer.text());
        }
        assert_eq!(pages.get("/bank/letters").online_bank(&bench.tokens, &caller).send().await.status, 200);
        for path in ["/bank/language", "/bank/logout", "/bank/company", "/login"] {
            assert_ne!(send(path, "en").await.status, 503, "{path}");
        }
        switch(&bench.store, "read_only", "", false).await;
        switch(&bench.store, "company", "C00001", true).await;
        look(&mut application).await;
        let answer = send("/bank/letters/new", "en").await;
        assert_eq!(answer.status, 423);
        assert!(answer.text().contains("Changes are stopped"), "{}", answer.text());
        assert!(answer.text().contains("class=\"menu\""), "the person may read on");
    }

    async fn bnk_09_a_stopped_company_changes_nothing_and_the_others_go_on(bench: Bench) {
        let mut application = application(&bench).await;
        switch(&bench.store, "company", "C00001", true).await;
        look(&mut application).await;
        let api = TestClient::new(application.api.clone());
        let sent = async |company: &str, path: &str, body: Value| {
            let pair = bench.tokens.pair(&TestCaller::new("U00001", company));
            api.post(path).tokens(&pair).json(&body).send().await
        };
        let refused = sent("C00001", "/v1/statements", json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (423, None));
        assert!(refused.text().contains("takes no changes of this company"), "{}", refused.text());
        let hook = json!({ "url": "https://erp.example/hook", "types": ["*"] });
        let refused = sent("C00001", "/v1/webhooks", hook).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (423, "COMPANY_STOPPED".into()));
        assert_eq!(sent("C00001", "/v1/statements:validate", json!({})).await.status, 200);
        assert_eq!(sent("C00002", "/v1/statements", json!({})).await.status, 400);
        // Who acts for both does not come by the tokens of the other.
        let wish = json!({ "cnum": "C00001", "tariffPlan": "PRO" });
        assert_eq!(sent("C00002", "/v1/ctcm/request/create", wish).await.status, 423);
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        assert_eq!(api.get("/v1/accounts?fields=Number").tokens(&pair).send().await.status, 200);
        // The gauges are those of all programs in this process: that of another test may have looked since.
        let administration = TestClient::new(application.administration.clone());
        let lines = ["clientbank_switch_on{name=\"company\"} 1", "clientbank_switch_on{name=\"payroll\"} 0"];
        let mut metrics = String::new();
        for _ in 0..LOOKS_MAX {
            look(&mut application).await;
            administration.get("/metrics").send().await.text().clone_into(&mut metrics);
            if lines.iter().all(|line| metrics.contains(line)) {
                return;
            }
        }
        panic!("{metrics}");
    }

    async fn bnk_09_no_payment_is_handed_out_while_the_rail_is_stopped_and_none_is_passed_by(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank,tariff_request.decide=bank").await;
        let token = System::added(&bench, "hub", ::orders::Role::Payments).await.token(&stage).await;
        let pay = async |name: &str| {
            let lines = vec![Line::other("20.00", 201, "044525998")];
            stage.salary(name, lines).await
        };
        let handed = async |after: i64| {
            let page = orders(&stage, &token, &format!("?after={after}")).await;
            let names = page["orders"].as_array().expect("orders").iter();
            let names: Vec<String> = names.map(|one| one["payload"]["externalId"].to_string()).collect();
            (names.join(","), page["nextAfter"].as_i64().expect("a number"))
        };
        pay("first").await;
        let (names, after) = handed(0).await;
        assert_eq!(names, "\"first\"");
        // It is numbered, and nobody has it.
        pay("second").await;
        let limited = orders(&stage, &token, "?after=0&limit=1").await;
        assert_eq!(limited["orders"].as_array().map(Vec::len), Some(1));
        switch(&bench.store, "rail", "", true).await;
        pay("third").await;
        for after in [0, after] {
            assert_eq!(handed(after).await.0, "", "neither again nor for the first time");
        }
        switch(&bench.store, "rail", "", false).await;
        let row = bench.store.query_optional(&ORDER_OBJECT, params!["%\"second\"%"]).await.expect("a row");
        let object = row.expect("the order").text("object_id").expect("its payment").to_owned();
        let (statement, _) = object.split_once(':').expect("statement and line");
        switch(&bench.store, "statement", statement, true).await;
        let (names, after) = handed(after).await;
        assert_eq!(names, "\"third\"", "one waits, and the others go on");
        switch(&bench.store, "statement", statement, false).await;
        let (names, _) = handed(after).await;
        assert!(names.contains("second"), "no cursor has passed it by: {names}");
    }

    async fn bnk_09_the_core_is_handed_no_statement_while_payroll_is_stopped(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payroll.execute=bank").await;
        let token = System::added(&bench, "core", ::orders::Role::Core).await.token(&stage).await;
        let lines = vec![Line::own("10.00", 101)];
        assert_eq!(
            stage.salary("s", lines).await,
            "PROCESSING"
        );
        for name in ["payroll", "read_only"] {
            switch(&bench.store, name, "", true).await;
            assert_eq!(orders(&stage, &token, "").await["orders"], json!([]), "{name}");
            switch(&bench.store, name, "", false).await;
        }
        assert_eq!(orders(&stage, &token, "").await["orders"][0]["kind"], "payroll.execute");
    }
}

/// The command sets switches, and the trail tells who did it and why.
fn is_set_by_a_person(installation: &Installation) {
    installation.import();
    let list = |name: &str| -> Value {
        let lines = installation.says(&["switch", "list"]);
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.into_iter().find(|line| line["name"] == name).expect("the switch")
    };
    assert_eq!(list("payroll")["on"], false);
    installation.refuses(&["switch", "on", "payroll"]);
    for reason in ["", " "] {
        let told = installation.refuses(&["switch", "on", "payroll", "--reason", reason]);
        assert!(told.contains("the reason must not be empty"), "{told}");
    }
    let long = installation.refuses(&["switch", "on", "payroll", "--reason", &"я".repeat(251)]);
    assert!(long.contains("250"), "{long}");
    let odd = installation.refuses(&["switch", "on", "payroll", "--company", "C00001", "--reason", "a try"]);
    assert!(odd.contains("is for no single company"), "{odd}");
    let missing = installation.refuses(&["switch", "on", "company", "--reason", "a try"]);
    assert!(missing.contains("name the company"), "{missing}");
    let unknown = ["switch", "on", "company", "--company", "C99999", "--reason", "a try"];
    assert!(installation.refuses(&unknown).contains("there is no company C99999"));
    let unknown = ["switch", "on", "statement", "--statement", "salary", "--reason", "a try"];
    assert!(installation.refuses(&unknown).contains("there is no statement salary"));
    installation.says(&["switch", "on", "payroll", "--reason", "wrong rates"]);
    installation.says(&["switch", "on", "company", "--company", "C00001", "--reason", "a court"]);
    assert_eq!(
        (&list("payroll")["reason"], &list("payroll")["person"]),
        (&json!("wrong rates"), &json!("petrova"))
    );
    assert_eq!((&list("company")["company"], &list("company")["on"]), (&json!("C00001"), &json!(true)));
    // A second time changes nothing.
    installation.says(&["switch", "on", "payroll", "--reason", "again"]);
    installation.says(&["switch", "off", "payroll", "--reason", "right rates"]);
    let told = installation.trail("switch.on");
    assert_eq!(told.len(), 2, "{told:?}");
    let of_company = told.iter().find(|entry| entry["object"]["id"] == "company C00001");
    let company = of_company.and_then(|entry| entry["company"].as_str());
    assert_eq!(company, Some("C00001"), "its history is that of the company too: {told:?}");
    let off = &installation.trail("switch.off")[0];
    assert_eq!((&off["actor"]["id"], &off["detail"]["reason"]), (&json!("petrova"), &json!("right rates")));
    let (before, after) = (&off["detail"]["before"], &off["detail"]["after"]);
    assert_eq!(
        (&before["on"], &before["reason"], &after["on"]),
        (&json!(true), &json!("wrong rates"), &json!(false))
    );
}

crate::commands::on_both_databases! {
    fn bnk_09_a_switch_is_set_by_a_person_with_a_reason(bank: "clientbank_switch") {
        is_set_by_a_person(&bank);
    }
}

#[test]
fn bnk_09_a_process_obeys_within_a_second() {
    let place = folder();
    let server = Server::sandbox(place.path(), &[]);
    let database = format!("database=sqlite:{}", place.path().join("clientbank.db").display());
    let status = || {
        let sent = agent().post(format!("{}/v1/statements", server.api)).send("{}");
        sent.expect("an answer").status().as_u16()
    };
    assert_eq!(status(), 401);
    for (word, wanted) in [("on", 503), ("off", 401)] {
        said(&["switch", word, "read_only", "--reason", "a drill", "--set", &database]);
        let since = Instant::now();
        while status() != wanted {
            assert!(since.elapsed() < Duration::from_secs(5), "it does not obey");
        }
        // A busy machine is slower than a server.
        assert!(since.elapsed() < Duration::from_millis(1_500), "{:?}", since.elapsed());
    }
    assert_eq!(get(&format!("{}/health/ready", server.administration), &[]).0, 200);
    assert!(server.stop().success());
}
