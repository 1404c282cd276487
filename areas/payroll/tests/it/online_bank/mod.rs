//! PAY-15: statements in the online bank, on both engines.

mod asking;
mod business_days;
mod completing;
mod correcting;
mod flow;
mod foreign_files;
mod looking;
mod making;
mod refusing;
mod searching;
mod signing;
mod signing_many;
mod twice;

use http::StatusCode;
use payroll::{PayrollPages, StatementId};
use serde_json::{Value, json};
use testkit::{Answer, Bench, TEST_CSRF, TestCaller, TestClient};

use crate::statements::house::{House, changed, employee, ivanova, transfer};

/// A house with its pages.
pub(crate) struct OnlineBank {
    pub(crate) house: House,
    pub(crate) pages: TestClient,
}

impl OnlineBank {
    pub(crate) async fn new(bench: Bench) -> Self {
        let house = House::new(bench).await;
        let site = house.bench.site();
        let state = PayrollPages { site: site.clone(), payroll: house.state.clone() };
        let pages = house.bench.client(site.routes(payroll::pages(state)));
        Self { house, pages }
    }

    /// Sends an unsigned statement of C00001 and works off its check.
    pub(crate) async fn statement(&self, payload: &Value) -> StatementId {
        self.house.create_and_check(payload).await;
        self.house.id("C00001", payload["externalId"].as_str().unwrap()).await
    }

    pub(crate) async fn open(&self, caller: &TestCaller, path: &str) -> Answer {
        self.pages.get(path).online_bank(&self.house.bench.tokens, caller).sent_to(path).send().await
    }

    /// The statement's page as ivanova sees it.
    pub(crate) async fn page(&self, id: StatementId) -> String {
        let answer = self.open(&ivanova(), &address(id)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.text().to_owned()
    }

    /// Sends a form with the csrf field of the session. A person who is asked once more is sure, unless the fields say
    /// something else.
    pub(crate) async fn send(&self, caller: &TestCaller, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut all = vec![("csrf", TEST_CSRF)];
        all.extend(fields);
        if !all.iter().any(|(name, _)| *name == "sure") {
            all.push(("sure", "yes"));
        }
        self.pages.post(path).online_bank(&self.house.bench.tokens, caller).form(&all).send().await
    }

    /// The version that the statement has now.
    pub(crate) async fn version(&self, id: StatementId) -> String {
        self.house.detail(&ivanova(), id).await.header.version.to_string()
    }

    pub(crate) async fn status(&self, external_id: &str) -> String {
        self.house.status(external_id).await["status"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn address(id: StatementId) -> String {
    format!("/bank/payroll/{id}")
}

/// A statement in which the second transfer has an account that is none, and the third a warning.
pub(crate) fn faulty(external_id: &str) -> Value {
    changed(external_id, |payload| {
        let mut wrong = transfer(2, 102);
        wrong["account"] = json!("4081781000");
        wrong["lastName"] = json!("=<b>Формула</b>");
        let mut warned = transfer(3, 103);
        warned["account"] = json!(employee(107));
        payload["transfers"] = json!([transfer(1, 101), wrong, warned]);
        payload["transfersCount"] = json!(3);
        payload["totalAmount"] = json!(301.5);
    })
}
