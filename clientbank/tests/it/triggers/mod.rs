//! The table of triggers, row by row: each does what it says (SBX-02).

mod coverage;
mod stage;

use std::time::{Duration, Instant};

use clientbank::application::areas;
use currency_certificates::examples;
use currency_certificates::triggers::{AMOUNT as CERTIFICATE_AMOUNT, CERTIFICATES};
use http::{Method, Request};
use http_body_util::BodyExt as _;
use payroll::triggers::{ACCOUNT, AMOUNT, BIC, SIGNATURE, STATEMENTS};
use sandbox::triggers::{Act, End, Machine, Place, Trigger};
use serde_json::json;
use store::params;
use tariff_requests::triggers::{LETTERS, TARIFFS};
use testkit::{Bench, TestCaller, on_both_engines};
use tower::ServiceExt as _;
use treasury::triggers::INN;
use webhooks::triggers::URL;
use webinars::triggers::WEBINAR_ID;

use stage::OWN_BIC;
pub(crate) use stage::{BOTH_KEYS, Line, OTHER_BIC, OTHER_UNKNOWN_BIC, Sent, Stage};

store::queries! {
    /// Reads the reason for which a request was declined.
    DECLINE_REASON = "select decline_reason, state from tariff_requests where request_id = $1";
    STORED_STATUS = "select state from payroll_statements where cnum = $1 and external_id = $2";
    /// The messages of the bank in a letter.
    BANK_MESSAGES = "select count(1) as messages from letter_messages where letter_id = $1 and sender = 'BANK'";
}

const BALANCE: &str = "/v1/accounts/40702810600000000001?fields=Balance";

/// Everything that was seen of a row.
#[derive(Default)]
struct Seen {
    /// The number of tries: a row without any is not covered.
    tries: usize,
    /// The ends that were reached.
    reached: Vec<End>,
    /// Differences from the row.
    wrong: Vec<String>,
}

impl Seen {
    /// Notes a try without an end.
    fn check(&mut self, is_so: bool, told: &str) {
        self.tries += 1;
        if !is_so {
            self.wrong.push(told.to_owned());
        }
    }

    /// Notes a try that was to lead to `end`.
    fn end(&mut self, end: &End, is_reached: bool, told: &str) {
        self.check(is_reached, &format!("{end:?}: {told}"));
        if is_reached {
            self.reached.push(*end);
        }
    }
}

/// The value that a row is tried with.
fn example(trigger: &Trigger) -> String {
    trigger.value.replace("HH", "00")
}

/// The lines of a statement that has the row's value.
fn lines(trigger: &Trigger) -> Vec<Line> {
    let value = example(trigger);
    let beside = Line::own("1.00", 102);
    match (trigger.place, trigger.act) {
        (AMOUNT, Act::Rail(_)) => vec![Line::other(&value, 201, OTHER_BIC)],
        (AMOUNT, _) => vec![Line::own(&value, 101)],
        (ACCOUNT, _) => vec![Line { account: value, ..Line::own("1.00", 101) }, beside],
        (BIC, _) if value.len() == OWN_BIC.len() => {
            vec![Line::other("1.00", 201, &value), beside]
        }
        (BIC, _) => vec![Line { bic: Some(value), ..Line::own("1.00", 101) }, beside],
        _ => vec![beside],
    }
}

/// Sends statements with the row's value until each of its ends was looked at.
async fn statements(stage: &Stage<'_>, trigger: &Trigger, seen: &mut Seen) {
    if trigger.ends.is_empty() {
        let sent = Sent { lines: lines(trigger), trigger: Some("people-sign"), ..Sent::default() };
        let status = stage.statement(trigger.name, &sent).await;
        seen.check(trigger.name == "rail-silent" && status == "PROCESSING", &status);
    }
    for (number, end) in trigger.ends.iter().enumerate() {
        let id = format!("{}-{number}", trigger.name);
        let asked = if matches!(trigger.place, Place::Header(_)) { trigger.name } else { "people-sign" };
        let is_signed = end.machine == Machine::SignedStatement
            || (end.machine == Machine::Transfer && trigger.name == "bic-wrong");
        let keys = if trigger.place == SIGNATURE { &[trigger.value, BOTH_KEYS[1]] } else { BOTH_KEYS };
        let sent = Sent {
            lines: lines(trigger),
            trigger: (!is_signed || matches!(trigger.place, Place::Header(_))).then_some(asked),
            signers: if is_signed { keys } else { &[] },
            date: (is_signed && trigger.name == "people-delete").then_some("2026-12-01"),
        };
        let told = stage.statement(&id, &sent).await;
        let seen_states = match end.machine {
            Machine::Transfer => stage.transfers(&id).await,
            _ => vec![told],
        };
        seen.end(end, seen_states.iter().any(|state| state == end.state), &format!("{seen_states:?}"));
    }
}

/// Makes a tariff request, or a letter, with the row's name in the header.
async fn tariffs(stage: &Stage<'_>, trigger: &Trigger, operation: &str, seen: &mut Seen) {
    if operation == LETTERS {
        let path = "/v1/ctcm/correspond/client/C00002/correspond/future/1";
        let answer = stage.post(path, Some(trigger.name), String::new()).await;
        let letter = answer.json()["mailId"].as_str().map(str::to_owned).unwrap_or_default();
        let letter: uuid::Uuid = letter.parse().unwrap_or_else(|_| panic!("{}", answer.text()));
        let count = stage.bench.store.query_optional(&BANK_MESSAGES, params![letter]).await.expect("a count");
        let count = count.map(|row| row.integer("messages").expect("a number"));
        for end in trigger.ends {
            seen.end(end, count == Some(1), &format!("{count:?}"));
        }
        return;
    }
    let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" }).to_string();
    let answer = stage.post("/v1/ctcm/request/create", Some(trigger.name), body).await;
    let id = answer.json()["id"].as_i64().unwrap_or_else(|| panic!("{}: {}", trigger.name, answer.text()));
    stage.work().await;
    let row = stage.bench.store.query_optional(&DECLINE_REASON, params![id]).await.expect("a row");
    let row = row.expect("the request");
    let reached = row.text("state").expect("a state").to_owned();
    let reason = row.optional_text("decline_reason").expect("a reason").unwrap_or("-").to_owned();
    for end in trigger.ends {
        seen.end(end, end.state == reached || end.state == reason, &format!("{reached} {reason}"));
    }
}

/// A message whose two certificates have these amounts.
pub(crate) fn message(id: &str, amounts: [&str; 2]) -> String {
    let named = examples::CERTIFICATES.replace("ROMASHKA-2026-0001", id).replace("ROMASHKA-TX", id);
    let named = named.replace("<Cert><Id>1/2026", &format!("<Cert><Id>{id}/1"));
    let named = named.replace("<Cert><Id>2/2026", &format!("<Cert><Id>{id}/2"));
    named.replace("12500.00", amounts[0]).replace("3999.99", amounts[1])
}

/// Sends a message whose check waits.
async fn waiting_certificates(stage: &Stage<'_>, trigger: &Trigger, seen: &mut Seen) {
    let path = "/v1/iso20022/currency-transaction-certificate";
    let sent = message("T-waits", ["12500.00", "3999.99"]);
    let answer = stage.post(path, Some(trigger.name), sent).await;
    let task = answer.text().replace("<taskId>", "").replace("</taskId>", "");
    stage.work().await;
    let told = stage.get(&format!("/v1/iso20022/tasks/{task}")).await;
    seen.check(told.text().contains("\"CHECKING\""), told.text());
}

/// Sends a message with the row's value, for the ends that one message has.
async fn certificates(stage: &Stage<'_>, trigger: &Trigger, seen: &mut Seen) {
    let value = example(trigger);
    for (number, end) in trigger.ends.iter().enumerate() {
        let other = if end.state == "PARTLY_ACCEPTED" { "6001.05" } else { value.as_str() };
        let id = format!("T-{}-{number}", trigger.value);
        let answer = stage
            .post("/v1/iso20022/currency-transaction-certificate", None, message(&id, [&value, other]))
            .await;
        let Some((_, task)) = answer.text().split_once("<taskId>") else {
            seen.check(false, answer.text());
            continue;
        };
        let task = task.split('<').next().unwrap_or_default().to_owned();
        stage.work().await;
        let told = stage.get(&format!("/v1/iso20022/tasks/{task}")).await;
        seen.end(end, told.text().contains(&format!("\"{}\"", end.state)), told.text());
    }
}

/// Asks for what the frame plays.
async fn faults(stage: &mut Stage<'_>, trigger: &Trigger, seen: &mut Seen) {
    let auditor = ("U00004", "C00001");
    let ask = (Method::GET, BALANCE);
    let name = Some(trigger.name);
    let (status, told) = match trigger.name {
        "slow-answer" => {
            let begun = Instant::now();
            let answer = stage.call(auditor, ask, name, None).await;
            assert!(begun.elapsed() >= Duration::from_secs(3), "it came after {:?}", begun.elapsed());
            (answer.status, answer.header("retry-after").map(str::to_owned))
        }
        "lost-answer" => {
            let sent = Sent { lines: vec![Line::own("1.00", 101)], ..Sent::default() };
            let pair = stage.bench.tokens.pair(&TestCaller::new("U00001", "C00001").of_sandbox());
            let request = Request::post("/v1/statements")
                .header("authorization", format!("Bearer {}", pair.access))
                .header("id-token", pair.identity)
                .header("content-type", "application/json")
                .header("sandbox-trigger", trigger.name)
                .body(axum::body::Body::from(stage.request("lost-answer", &sent)));
            let answer = stage.router.clone().oneshot(request.expect("a request")).await.expect("an answer");
            assert!(answer.into_body().collect().await.is_err(), "the answer is lost");
            let found = stage.get("/v1/statements/lost-answer").await;
            return seen.check(found.status == 200, &format!("not committed: {}", found.text()));
        }
        "token-revoked" => {
            let answer = stage.call(auditor, ask.clone(), name, None).await;
            stage.workers.look_at_feed().await.expect("the feed is read");
            let again = stage.call(auditor, ask, None, None).await;
            assert_eq!(again.status, 401, "the session has ended for good: {}", again.text());
            (answer.status, answer.header("retry-after").map(str::to_owned))
        }
        _ => {
            let answer = stage.call(auditor, ask, name, None).await;
            (answer.status, answer.header("retry-after").map(str::to_owned))
        }
    };
    let wanted = match trigger.name {
        "too-many-requests" => (429, Some("2")),
        "internal-error" => (500, None),
        "unavailable" => (503, Some("1")),
        "slow-answer" => (200, None),
        "token-revoked" => (401, None),
        other => panic!("{other} is a new failure: say what it answers"),
    };
    seen.check((status.as_u16(), told.as_deref()) == wanted, &format!("{status} {told:?}"));
}

/// Reads the status of a statement from its row: the tests' keys are retired for longer than a day by then.
pub(crate) async fn stored(bench: &Bench, id: &str) -> String {
    let row = bench.store.query_optional(&STORED_STATUS, params!["C00001", id]).await.expect("a row");
    row.expect("the statement").text("state").expect("a state").to_owned()
}

/// Tries a row. A place or an operation that no test knows fails.
async fn done(stage: &mut Stage<'_>, trigger: &Trigger, seen: &mut Seen) {
    match trigger.place {
        Place::Header("") => faults(stage, trigger, seen).await,
        Place::Header(STATEMENTS) | AMOUNT | ACCOUNT | BIC | SIGNATURE => {
            statements(stage, trigger, seen).await;
        }
        Place::Header(operation @ (TARIFFS | LETTERS)) => tariffs(stage, trigger, operation, seen).await,
        Place::Header(CERTIFICATES) => waiting_certificates(stage, trigger, seen).await,
        Place::Header(operation) => panic!("{operation}: no test knows it"),
        CERTIFICATE_AMOUNT => certificates(stage, trigger, seen).await,
        // The deliveries themselves take a receiver: `rehearsing` of the webhooks' own tests has one.
        URL => {
            let is_rehearsed = matches!(trigger.name, "webhook-lost" | "webhook-late");
            seen.check(is_rehearsed, "no test of webhooks knows it");
        }
        INN => {
            let answer =
                stage.get(&format!("/v1/connections/eligible-companies?inn={}", trigger.value)).await;
            seen.check(answer.json()["totalCount"] == 0, answer.text());
        }
        WEBINAR_ID => {
            let answer = stage.get(&format!("/v2/contents/webinars/{}", trigger.value)).await;
            for end in trigger.ends {
                seen.end(end, answer.json()["eventStatus"] == end.state, answer.text());
            }
        }
        Place::Value(place) => panic!("{place}: no test knows it"),
    }
}

on_both_engines! {
    async fn sbx_02_each_row_of_the_table_does_what_it_says(bench: Bench) {
        let mut stage = Stage::new(&bench).await;
        let (mut wrong, mut reached) = (Vec::new(), Vec::new());
        for trigger in areas::triggers() {
            // Rates and standing tokens belong to the minute.
            bench.clock.advance_seconds(10);
            stage.workers.look_at_feed().await.expect("the feed is read");
            let mut seen = Seen::default();
            done(&mut stage, trigger, &mut seen).await;
            assert!(seen.tries >= trigger.ends.len().max(1), "{} was not tried", trigger.name);
            wrong.extend(seen.wrong.into_iter().map(|told| format!("{}: {told}", trigger.name)));
            reached.extend(seen.reached);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // All ends that the enumerations have, each by one call.
        let is_missed = |(machine, state): &(Machine, &str)| {
            !reached.iter().any(|end| (end.machine, end.state) == (*machine, *state))
        };
        let missed: Vec<_> = coverage::end_states().into_iter().filter(is_missed).collect();
        assert!(missed.is_empty(), "no call led to {missed:?}");
    }

    async fn sbx_02_payments_come_back_after_their_hours_and_silence_lasts(bench: Bench) {
        let mut stage = Stage::new(&bench).await;
        let payment = |amount: &str| Sent {
            lines: vec![Line::other(amount, 201, OTHER_BIC)],
            trigger: Some("people-sign"),
            ..Sent::default()
        };
        assert_eq!(stage.statement("after-a-day", &payment("7010.24")).await, "PROCESSING");
        assert_eq!(stage.statement("never", &payment("7010.99")).await, "PROCESSING");
        for (seconds, wanted) in [(23 * 3_600, "PROCESSING"), (3_600, "DECLINED")] {
            bench.clock.advance_seconds(seconds);
            stage.workers.look_at_feed().await.expect("the feed is read");
            stage.work().await;
            assert_eq!(stored(&bench, "after-a-day").await, wanted);
        }
        bench.clock.advance_seconds(90 * 86_400);
        stage.workers.look_at_feed().await.expect("the feed is read");
        stage.work().await;
        assert_eq!(stored(&bench, "never").await, "PROCESSING");
    }

    async fn sbx_02_validate_tells_what_a_value_will_do(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let sent = Sent {
            lines: vec![Line::own("1.00", 101), Line::other("7010.24", 201, OTHER_BIC)],
            ..Sent::default()
        };
        let answer = stage.post("/v1/statements:validate", None, stage.request("v", &sent)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let found = answer.json();
        assert_eq!(found["transfersWithFindings"], 1, "{found}");
        assert_eq!((&found["valid"], &found["transfers"][0]["line"]), (&json!(true), &json!(2)), "{found}");
        let warning = &found["transfers"][0]["warnings"][0];
        assert_eq!(warning["code"], "SANDBOX:rail-returns", "{found}");
        assert!(warning["message"].as_str().is_some_and(|text| !text.is_empty()), "{found}");
        // Every value of the table that is in a transfer is named.
        let is_in_transfer =
            |place| matches!(place, AMOUNT | ACCOUNT | BIC);
        for trigger in areas::triggers().filter(|trigger| is_in_transfer(trigger.place)) {
            let sent = Sent { lines: lines(trigger), ..Sent::default() };
            let answer = stage.post("/v1/statements:validate", None, stage.request("v", &sent)).await;
            let found = answer.json();
            let warnings = found["transfers"][0]["warnings"].as_array().cloned().unwrap_or_default();
            let code = format!("SANDBOX:{}", trigger.name);
            assert!(warnings.iter().any(|warning| warning["code"] == code.as_str()), "{code}: {found}");
        }
    }

    async fn sbx_02_validate_says_after_how_many_hours_a_payment_comes_back(bench: Bench) {
        let stage = Stage::new(&bench).await;
        for (amount, russian, english) in [
            ("7010.00", "вернёт перевод сразу", "returns the payment at once"),
            ("7010.01", "вернёт перевод через 1\u{a0}ч", "returns the payment after 1 hour"),
            ("7010.24", "вернёт перевод через 24\u{a0}ч", "returns the payment after 24 hours"),
            ("7010.98", "вернёт перевод через 98\u{a0}ч", "returns the payment after 98 hours"),
        ] {
            let sent = Sent { lines: vec![Line::other(amount, 201, OTHER_BIC)], ..Sent::default() };
            for (language, wanted) in [("ru", russian), ("en", english)] {
                let caller = TestCaller::new("U00001", "C00001").of_sandbox();
                let request = stage.api.post("/v1/statements:validate").tokens(&bench.tokens.pair(&caller));
                let request = request.header("content-type", "application/json");
                let answer =
                    request.header("accept-language", language).body(stage.request("v", &sent)).send().await;
                let message = answer.json()["transfers"][0]["warnings"][0]["message"].clone();
                assert!(message.as_str().is_some_and(|text| text.ends_with(wanted)), "{amount}: {message}");
            }
        }
    }

    async fn sbx_02_a_header_with_anything_else_is_refused(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let many = ["unavailable"; 5].join(",");
        for wrong in ["", "nothing", "UNAVAILABLE", "paid", "rail-returns", "people-sign;", many.as_str()] {
            let answer = stage.call(("U00001", "C00001"), (Method::GET, BALANCE), Some(wrong), None).await;
            assert_eq!(answer.status, 400, "{wrong:?}: {}", answer.text());
        }
        // A trigger of another operation does nothing here.
        let answer = stage.call(("U00001", "C00001"), (Method::GET, BALANCE), Some("people-sign"), None).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(areas::triggers().any(|trigger| trigger.name == "people-sign"));
    }
}
