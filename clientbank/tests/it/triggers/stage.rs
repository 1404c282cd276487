//! A sandbox on a test's own database, and the calls that rows of the table need.

use clientbank::application::{Application, Clockwork, Workers};
use clientbank::configuration::Configuration;
use clientbank::demo::DemoKeys;
use clientbank::demo::employees::account_number;
use cms::Signer;
use http::Method;
use kernel::Money;
use sdk::StatementRequest;
use serde_json::Value;
use testkit::{Answer, Bench, TestCaller, TestClient};

use crate::wired;

/// The account that pays, of Romashka.
pub(crate) const PAYER: &str = "40702810600000000001";
/// The bank that the embedded rail reaches, and the bank itself.
pub(crate) const OTHER_BIC: &str = "044525998";
/// A bank that nobody knows.
pub(crate) const OTHER_UNKNOWN_BIC: &str = "044525997";
pub(crate) const OWN_BIC: &str = "044525999";
/// The keys of both signers.
pub(crate) const BOTH_KEYS: &[&str] = &["ivanova-C00001-FIRST", "petrov-C00001-SECOND"];

/// One transfer: amount, account and BIC.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) amount: String,
    pub(crate) account: String,
    pub(crate) bic: Option<String>,
    /// The percents that are converted to dollars.
    pub(crate) to_dollars: u8,
}

impl Line {
    /// To the employee of this serial number at this bank.
    pub(crate) fn own(amount: &str, serial: u32) -> Self {
        Self { amount: amount.to_owned(), account: account(serial, OWN_BIC), bic: None, to_dollars: 0 }
    }

    /// To the employee of this serial number at the bank `bic`.
    pub(crate) fn other(amount: &str, serial: u32, bic: &str) -> Self {
        Self { bic: Some(bic.to_owned()), account: account(serial, bic), ..Self::own(amount, serial) }
    }
}

fn account(serial: u32, bic: &str) -> String {
    account_number(serial, &bic.parse().expect("a BIC")).expect("an account").to_string()
}

/// A statement to send.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sent<'a> {
    pub(crate) lines: Vec<Line>,
    pub(crate) trigger: Option<&'a str>,
    pub(crate) signers: &'a [&'a str],
    pub(crate) date: Option<&'a str>,
}

/// A sandbox with a person of Romashka who signs first.
pub(crate) struct Stage<'b> {
    pub(crate) bench: &'b Bench,
    pub(crate) router: axum::Router,
    pub(crate) api: TestClient,
    /// The API of the bank's systems.
    pub(crate) bank: TestClient,
    pub(crate) administration: TestClient,
    pub(crate) identity: TestClient,
    pub(crate) workers: Workers,
    pub(crate) clockwork: Clockwork,
    keys: DemoKeys,
}

impl<'b> Stage<'b> {
    pub(crate) async fn new(bench: &'b Bench) -> Self {
        Self::with_orders(bench, "").await
    }

    /// With this setting `orders`.
    pub(crate) async fn with_orders(bench: &'b Bench, orders: &str) -> Self {
        let configuration = Configuration { orders: orders.to_owned(), ..wired::configuration() };
        Self::of(bench, wired::sandbox_with(bench, &configuration).await)
    }

    /// Sets the stage in this sandbox.
    pub(crate) fn of(bench: &'b Bench, (application, keys): (Application, DemoKeys)) -> Self {
        let Application { api, identity, bank, administration, workers, clockwork, .. } = application;
        let router = axum::Router::from(api);
        Self {
            bench,
            api: TestClient::new(router.clone()),
            router,
            bank: TestClient::new(bank),
            administration: TestClient::new(administration),
            identity: TestClient::new(identity),
            workers,
            clockwork: clockwork.expect("the hand of a sandbox"),
            keys,
        }
    }

    /// Sends a request of `user` for `company`.
    pub(crate) async fn call(
        &self,
        (user, company): (&str, &str),
        (method, path): (Method, &str),
        trigger: Option<&str>,
        body: Option<String>,
    ) -> Answer {
        let request = self.api.request(method, path);
        let request = request.tokens(&self.bench.tokens.pair(&TestCaller::new(user, company).of_sandbox()));
        let request = match trigger {
            Some(trigger) => request.header("sandbox-trigger", trigger),
            None => request,
        };
        match body {
            Some(text) if text.starts_with('<') => {
                request.header("content-type", "application/xml").body(text).send().await
            }
            Some(text) => request.header("content-type", "application/json").body(text).send().await,
            None => request.send().await,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(("U00001", "C00001"), (Method::GET, path), None, None).await
    }

    pub(crate) async fn post(&self, path: &str, trigger: Option<&str>, body: String) -> Answer {
        self.call(("U00001", "C00001"), (Method::POST, path), trigger, Some(body)).await
    }

    /// Does what is due.
    pub(crate) async fn work(&self) {
        self.workers.work_off_jobs().await.expect("the jobs are done");
    }

    /// Signs a request of the statement with keys of the demo.
    pub(crate) fn request(&self, id: &str, sent: &Sent<'_>) -> String {
        let mut request = StatementRequest::new(&payload(id, sent)).expect("a payload");
        for name in sent.signers {
            let text = |ending: &str| {
                let file = format!("{name}.{ending}");
                let found = self.keys.files.iter().find(|(known, _)| *known == file);
                found.map(|(_, text)| text.clone()).expect("a key of the demo")
            };
            let signer = Signer::from_pem(&text("key"), &text("crt")).expect("a signer");
            request.sign(&signer).expect("a signature");
        }
        request.body()
    }

    /// Sends a statement, does what is due and returns its status.
    pub(crate) async fn statement(&self, id: &str, sent: &Sent<'_>) -> String {
        let answer = self.post("/v1/statements", sent.trigger, self.request(id, sent)).await;
        assert_eq!(answer.status, 202, "{id}: {}", answer.text());
        self.work().await;
        self.status(id).await
    }

    /// Does so with these lines and both signatures.
    pub(crate) async fn salary(&self, id: &str, lines: Vec<Line>) -> String {
        self.statement(id, &Sent { lines, signers: BOTH_KEYS, ..Sent::default() }).await
    }

    pub(crate) async fn status(&self, id: &str) -> String {
        let answer = self.get(&format!("/v1/statements/{id}")).await;
        let Value::String(status) = answer.json()["status"].take() else { panic!("{}", answer.text()) };
        status
    }

    pub(crate) async fn transfers(&self, id: &str) -> Vec<String> {
        let answer = self.get(&format!("/v1/statements/{id}/transfers?offset=0&limit=100")).await;
        let list = answer.json();
        let transfers = list["transfers"].as_array().unwrap_or_else(|| panic!("{}", answer.text()));
        transfers.iter().map(|transfer| transfer["status"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Posts to the port of the operators.
    pub(crate) async fn order(&self, path: &str, body: &Value) -> Answer {
        self.administration.post(path).json(body).send().await
    }
}

fn payload(id: &str, sent: &Sent<'_>) -> String {
    let amounts = sent.lines.iter().map(|line| line.amount.parse::<Money>().expect("an amount"));
    let total = Money::checked_sum(amounts).expect("a sum");
    let transfer = |(index, line): (usize, &Line)| {
        let bic = line.bic.as_ref().map(|bic| format!(r#","bic":"{bic}""#)).unwrap_or_default();
        let conversion = match line.to_dollars {
            0 => String::new(),
            percent => format!(r#","conversion":[{{"percent":{percent},"currency":"USD"}}]"#),
        };
        format!(
            r#"{{"orderNumber":{},"lastName":"Живаго","firstName":"Анна","amount":{},"currency":"RUR","account":"{}"{bic}{conversion}}}"#,
            index + 1,
            line.amount,
            line.account,
        )
    };
    let transfers: Vec<String> = sent.lines.iter().enumerate().map(transfer).collect();
    let converts = sent.lines.iter().any(|line| line.to_dollars > 0);
    let rates = if converts { r#""conversionRates":[{"currency":"USD","rate":80.85}],"# } else { "" };
    let date = sent.date.map(|date| format!(r#""date":"{date}","#)).unwrap_or_default();
    format!(
        r#"{{"externalId":"{id}","account":"{PAYER}","transfersCount":{},"totalAmount":{total},"enrollmentCode":"01","incomeCode":1,{rates}{date}"transfers":[{}]}}"#,
        transfers.len(),
        transfers.join(",")
    )
}
