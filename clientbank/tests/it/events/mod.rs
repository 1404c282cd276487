//! EVT-01: every area tells of its changes of state, in the program as it is wired.

mod machines;
mod provoking;
mod units;

use clientbank::application::Application;
use http::Method;
use serde_json::{Value, json};
use store::{Row, params};
use testkit::{Answer, Bench, TestCaller, TestClient};

use crate::wired::application;

store::queries! {
    /// The states of all statements, as their history has them.
    STATEMENT_STATES = "select h.to_state from payroll_history h order by h.statement_id, h.version";

    /// The states of all tariff requests, as their history has them.
    REQUEST_STATES = "select h.state from tariff_request_history h order by h.request_id, h.step";
}

fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

async fn send(bench: &Bench, api: &TestClient, method: Method, path: &str, body: &Value) -> Answer {
    api.request(method, path).tokens(&bench.tokens.pair(&ivanova())).json(body).send().await
}

/// Every event that the caller may read, in its order.
async fn events(bench: &Bench, api: &TestClient, application: &Application) -> Vec<Value> {
    application.workers.work_off_jobs().await.expect("the jobs are done");
    let answer = api.get("/v1/events?limit=1000").tokens(&bench.tokens.pair(&ivanova())).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["events"].as_array().expect("events").clone()
}

fn of_type<'a>(events: &'a [Value], beginning: &str) -> Vec<&'a Value> {
    let is_of = |event: &&Value| event["type"].as_str().is_some_and(|name| name.starts_with(beginning));
    events.iter().filter(is_of).collect()
}

fn states(events: &[&Value]) -> Vec<String> {
    events.iter().map(|event| event["data"]["state"].as_str().expect("a state").to_owned()).collect()
}

fn texts(rows: &[Row], column: &str) -> Vec<String> {
    rows.iter().map(|row| row.text(column).expect("a text").to_owned()).collect()
}

testkit::on_both_engines! {
    async fn evt_01_each_step_of_a_statement_is_an_event_and_signatures_are_asked_for(bench: Bench) {
        let application = application(&bench).await;
        let api = bench.client(application.api.clone());
        let statement = json!({"payload": {
            "externalId": "salary", "account": "40702810600000000001", "transfersCount": 1, "totalAmount": 1,
            "enrollmentCode": "01", "transfers": [{"lastName": "A", "firstName": "B", "orderNumber": 1, "amount": 1,
            "account": "40817810000000000101", "currency": "RUR"}],
        }});
        let sent = send(&bench, &api, Method::POST, "/v1/statements", &statement).await;
        assert_eq!(sent.status, 202, "{}", sent.text());
        let found = events(&bench, &api, &application).await;
        let steps = of_type(&found, "payroll.statement.");
        let history = bench.store.query(&STATEMENT_STATES, params![]).await.expect("the history");
        assert!(steps.len() >= 3, "{found:?}");
        assert_eq!(states(&steps), texts(&history, "to_state"), "the history, step by step");
        for step in &steps {
            let state = step["data"]["state"].as_str().expect("a state").to_lowercase();
            assert_eq!(step["type"], format!("payroll.statement.{state}"));
            assert_eq!((&step["data"]["externalId"], &step["company"]), (&json!("salary"), &json!("C00001")));
        }
        let missing = of_type(&found, "payroll.signature.missing");
        if states(&steps).iter().any(|state| state.starts_with("AWAITING_SIGN")) {
            assert_eq!(missing.len(), 1);
            let both = json!([{"type": "FIRST", "count": 1}, {"type": "SECOND", "count": 1}]);
            assert_eq!(missing[0]["data"]["missing"], both);
        } else {
            panic!("the statement waits for signatures: {found:?}");
        }
    }

    async fn evt_01_tariff_requests_certificates_and_webinars_are_told_of(bench: Bench) {
        let application = application(&bench).await;
        let api = bench.client(application.api.clone());
        let plan = json!({"cnum": "C00001", "tariffPlan": "START"});
        let created = send(&bench, &api, Method::POST, "/v1/ctcm/request/create", &plan).await;
        let certificate = api
            .post("/v1/iso20022/currency-transaction-certificate")
            .header("content-type", "application/xml")
            .body(currency_certificates::examples::CERTIFICATES)
            .tokens(&bench.tokens.pair(&ivanova()))
            .send()
            .await;
        assert_eq!((created.status.as_u16(), certificate.status.as_u16()), (200, 200), "{}", created.text());
        let found = events(&bench, &api, &application).await;
        let requests = bench.store.query(&REQUEST_STATES, params![]).await.expect("the history");
        assert_eq!(states(&of_type(&found, "tariff.request.")), texts(&requests, "state"));
        let tasks = states(&of_type(&found, "certificate.task."));
        assert_eq!(tasks[..2], ["REGISTERED", "CHECKING"]);
        assert_eq!(tasks.len(), 3, "and an end");
        let published = of_type(&found, "webinar.published");
        let listed = api.get("/v2/contents/webinars?offset=0&limit=100").tokens(&bench.tokens.pair(&ivanova()));
        let listed = listed.send().await.json()["content"].as_array().expect("webinars").len();
        assert_eq!(published.len(), listed, "each that can be seen, and none that is to come");
        assert!(published.iter().all(|event| event.get("company").is_none()));
    }
}
