//! Things that are led into the state of which a type of events tells.

use events::EventType;
use http::Method;
use import::ImportOptions;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::triggers::{BOTH_KEYS, Line, OTHER_UNKNOWN_BIC, Sent, Stage, message};

/// A call that leads one thing into one state.
enum Call {
    Statement(Sent<'static>),
    /// A tariff request with this trigger.
    Tariff(&'static str),
    /// A message with two certificates of these amounts.
    Certificates([&'static str; 2]),
    /// A letter that the bank answers.
    Letter,
    /// The bank imports a webinar.
    Webinar,
    /// An administrator tries the webhook.
    Test,
    /// A system of the bank alone leads there: the tests of payroll's orders do.
    Return,
}

/// A statement without signatures, with a trigger.
fn unsigned(lines: Vec<Line>, trigger: Option<&'static str>) -> Call {
    Call::Statement(Sent { lines, trigger, ..Sent::default() })
}

/// The call for each type: a new type does not compile until somebody has said what leads there. Statements of
/// different names pay different amounts, so that none has the warning of another one.
fn call(event_type: EventType, id: &str) -> Call {
    use EventType as E;
    let kopecks = id.bytes().fold(0_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 8_999);
    let amount = format!("{}.{:02}", 1 + kopecks / 100, kopecks % 100);
    let plain = || vec![Line::own(&amount, 101)];
    match event_type {
        E::StatementDraft | E::StatementChecking | E::StatementAwaitingSign | E::SignatureMissing => {
            unsigned(plain(), None)
        }
        E::StatementAwaitingSignWithWarnings => {
            unsigned(vec![Line::other("1.00", 201, OTHER_UNKNOWN_BIC)], None)
        }
        E::StatementError => {
            unsigned(vec![Line { bic: Some("0".to_owned()), ..Line::own("1.00", 101) }], None)
        }
        E::StatementSigning
        | E::StatementPartlySigned
        | E::StatementAwaitingSend
        | E::StatementProcessing
        | E::StatementExecuted => unsigned(plain(), Some("people-sign")),
        E::StatementScheduled => Call::Statement(Sent {
            lines: plain(),
            signers: BOTH_KEYS,
            date: Some("2026-12-01"),
            ..Sent::default()
        }),
        E::StatementErrorSign => unsigned(plain(), Some("people-sign-wrongly")),
        E::StatementDeclined => unsigned(vec![Line::own("9999999999.99", 101)], Some("people-sign")),
        E::StatementPartlyExecuted => {
            let closed = Line { account: "40817810800000000107".to_owned(), ..Line::own("1.00", 101) };
            unsigned(vec![closed, Line::own("1.00", 102)], Some("people-sign"))
        }
        E::StatementDeleted => unsigned(plain(), Some("people-delete")),
        E::TariffRequestUnsigned
        | E::TariffRequestPartiallySigned
        | E::TariffRequestSigned
        | E::TariffRequestProcessing
        | E::TariffRequestDeclined => Call::Tariff("tariff-declined-bank-fault"),
        E::TariffRequestDone => Call::Tariff("tariff-done"),
        E::TariffRequestCancelled => Call::Tariff("tariff-withdrawn"),
        E::CertificateTaskRegistered | E::CertificateTaskChecking | E::CertificateTaskAccepted => {
            Call::Certificates(["6000.00", "6000.00"])
        }
        E::CertificateTaskPartlyAccepted => Call::Certificates(["6000.00", "6001.05"]),
        E::CertificateTaskRejected => Call::Certificates(["6001.05", "6001.05"]),
        E::LetterReceived => Call::Letter,
        E::WebinarPublished => Call::Webinar,
        E::WebhookTest => Call::Test,
        E::TransferReturned => Call::Return,
    }
}

/// Keys of which the first is revoked.
const REVOKED: &[&str] = &["ivanova-C00001-FIRST-revoked", "petrov-C00001-SECOND"];
const LATER: Option<&str> = Some("2026-12-01");

/// Statements that take further arrows than those of [`provoke`].
pub(super) fn others() -> Vec<Sent<'static>> {
    let plain = || vec![Line::own("1.00", 101)];
    let wrong = || vec![Line { bic: Some("0".to_owned()), ..Line::own("1.00", 101) }];
    let closed = Line { account: "40817810800000000107".to_owned(), ..Line::own("1.00", 101) };
    let signed = |lines, signers, trigger, date| Sent { lines, trigger, signers, date };
    vec![
        signed(wrong(), BOTH_KEYS, None, None),
        signed(plain(), REVOKED, None, None),
        signed(plain(), BOTH_KEYS, None, None),
        signed(vec![Line::own("9999999999.99", 101)], BOTH_KEYS, None, None),
        signed(vec![closed, Line::own("1.00", 102)], BOTH_KEYS, None, None),
        signed(plain(), BOTH_KEYS, Some("people-delete"), LATER),
        signed(plain(), &[], Some("people-sign"), LATER),
    ]
}

/// Leads a new thing of the name `id` into the state, and does what is due. Whether it got there is not looked at.
pub(super) async fn provoke(stage: &Stage<'_>, event_type: EventType, id: &str) {
    match call(event_type, id) {
        Call::Statement(sent) => {
            stage.post("/v1/statements", sent.trigger, stage.request(id, &sent)).await;
        }
        Call::Tariff(trigger) => {
            let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" }).to_string();
            stage.post("/v1/ctcm/request/create", Some(trigger), body).await;
        }
        Call::Certificates(amounts) => {
            let path = "/v1/iso20022/currency-transaction-certificate";
            stage.post(path, None, message(id, amounts)).await;
        }
        Call::Letter => {
            let path = "/v1/ctcm/correspond/client/C00002/correspond/future/1";
            stage.post(path, Some("letter-answered"), String::new()).await;
        }
        Call::Webinar => import_webinar(stage, id).await,
        Call::Test => try_webhook(stage).await,
        Call::Return => {}
    }
    stage.work().await;
}

/// Imports the first webinar of the demo under another name.
async fn import_webinar(stage: &Stage<'_>, id: &str) {
    let text = include_str!("../../../demo-data/webinars.json");
    let mut webinars: Vec<Value> = serde_json::from_str(text).expect("webinars");
    webinars.truncate(1);
    webinars[0]["webinar_id"] = json!(id);
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("webinars.json"), json!(webinars).to_string()).expect("a file");
    let options = ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
    let (store, clock, randomness) =
        (&stage.bench.store, stage.bench.clock.as_ref(), std::sync::Arc::clone(&stage.bench.randomness));
    let importers = (webinars::AREA.importers)();
    // It is refused where its event is.
    let _ = import::run(store, folder.path(), importers, options, clock, randomness).await;
}

/// Tries a webhook that nobody answers, made at the first time.
async fn try_webhook(stage: &Stage<'_>) {
    let petrov = ("U00002", "C00001");
    let listed = stage.call(petrov, (Method::GET, "/v1/webhooks"), None, None).await.json();
    let known = listed["webhooks"][0]["id"].as_str().map(str::to_owned);
    let id = if let Some(id) = known {
        id
    } else {
        let terms = json!({ "url": "https://no-such-host.invalid/", "types": ["webinar.published"] });
        let made = (Method::POST, "/v1/webhooks");
        let made = stage.call(petrov, made, None, Some(terms.to_string())).await.json();
        made["webhook"]["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    };
    let path = format!("/v1/webhooks/{id}/test");
    stage.call(petrov, (Method::POST, &path), None, Some(String::new())).await;
}
