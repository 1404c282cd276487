//! Statuses of ISO 20022 that all payments of an order have, and what comes in bunches (BNK-03, BNK-04).

use bank::files;
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::messages::{as_xml, checked, names_in, report, system, verdicts, with_files};
use crate::orders::{System, orders};
use crate::triggers::{Line, OTHER_BIC, Stage};

/// The status of all payments of an order.
fn of_all(name: &str, status: &str) -> String {
    format!(
        "<OrgnlPmtInfAndSts><OrgnlPmtInfId>{name}</OrgnlPmtInfId><PmtInfSts>{status}</PmtInfSts></OrgnlPmtInfAndSts>"
    )
}

/// A message that says it after what it says of single payments.
fn with_all(name: &str, some: &[(&str, &str, &str)], status: &str) -> String {
    report(name, some).replace("</CstmrPmtStsRpt>", &format!("{}</CstmrPmtStsRpt>", of_all(name, status)))
}

/// A message that says nothing else.
fn all(name: &str, status: &str) -> String {
    let nothing = format!("<OrgnlPmtInfAndSts><OrgnlPmtInfId>{name}</OrgnlPmtInfId></OrgnlPmtInfAndSts>");
    let message = report(name, &[]);
    assert!(message.contains(&nothing), "{message}");
    message.replace(&nothing, &of_all(name, status))
}

/// With two statements, which the core is asked to execute: their orders.
async fn of_two(bench: &Bench) -> (Stage<'_>, String, [Value; 2]) {
    let stage = Stage::with_orders(bench, "payroll.execute=bank").await;
    let token = System::added(bench, "core", orders::Role::Core).await.token(&stage).await;
    let first = vec![Line::own("1.00", 101), Line::other("20.00", 201, OTHER_BIC), Line::own("3.00", 102)];
    let second = vec![Line::own("4.00", 103), Line::own("5.00", 104)];
    assert_eq!(stage.salary("salary-1", first).await, "PROCESSING");
    assert_eq!(stage.salary("salary-2", second).await, "PROCESSING");
    let page = orders(&stage, &token, "?wait=1").await;
    let mut both = [0, 1].map(|place| page["orders"][place].clone());
    both.sort_by_key(|order| order["payload"]["number"].as_i64());
    (stage, token, both)
}

async fn refused(stage: &Stage<'_>, token: &str, path: &str, body: &Value) -> (u16, String) {
    let answer = stage.bank.post(path).bearer(token).json(body).send().await;
    (answer.status.as_u16(), answer.json()["code"].as_str().expect("a code").to_owned())
}

on_both_engines! {
    async fn bnk_04_what_a_message_says_twice_is_taken_once_or_refused_twice(bench: Bench) {
        let (stage, token, [first, second]) = of_two(&bench).await;
        let thrice = async |order: &Value, said: [(usize, &str); 3]| {
            let document = checked(&as_xml(&stage, &token, order).await);
            let (name, names) = names_in(&document);
            report(name, &said.map(|(place, status)| (["1", "2"][place], names[place], status)))
        };
        let twice = [(0, "ACSC"), (1, "ACSC"), (0, "ACSC")];
        let taken = thrice(&first, twice).await;
        // A contradiction has the first word answered before that word comes again.
        let contradicted = thrice(&second, [(0, "ACSC"), (0, "RJCT"), (0, "ACSC")]).await;
        let withdrawn = [thrice(&second, twice).await, contradicted];
        let id: ::orders::OrderId = second["id"].as_str().expect("a name").parse().expect("a name");
        let now = kernel::Clock::now(&*bench.clock);
        let withdraw = move |tx: &mut store::Tx| ::orders::withdraw(tx, &id, "test", "it is not wanted", now);
        let is_withdrawn = bench.store.write::<_, store::StoreError>("test.withdraw", withdraw).await;
        assert_eq!(is_withdrawn, Ok(true));
        assert_eq!(verdicts(&stage, &token, &taken).await, ["TAKEN", "TAKEN", "SAME"]);
        for message in &withdrawn {
            assert_eq!(verdicts(&stage, &token, message).await, ["WITHDRAWN"; 3], "{message}");
        }
    }

    async fn bnk_04_a_status_of_all_payments_is_that_of_those_without_one_of_their_own(bench: Bench) {
        let (stage, token, [first, second]) = of_two(&bench).await;
        let document = checked(&as_xml(&stage, &token, &first).await);
        let (name, names) = names_in(&document);
        let message = with_all(name, &[("2", names[1], "RJCT")], "ACSC");
        assert_eq!(verdicts(&stage, &token, &message).await, ["TAKEN", "TAKEN"]);
        assert_eq!(stage.status("salary-1").await, "PARTLY_EXECUTED");
        assert_eq!(verdicts(&stage, &token, &message).await, ["SAME", "SAME"]);
        assert_eq!(verdicts(&stage, &token, &all(name, "ACSP")).await, ["SAME"]);
        assert_eq!(verdicts(&stage, &token, &all(name, "RJCT")).await, ["CONTRADICTS"]);
        assert_eq!(stage.status("salary-1").await, "PARTLY_EXECUTED");
        // None of them is paid, and the reason is the word of the message where it has no other.
        let document = checked(&as_xml(&stage, &token, &second).await);
        let (name, names) = names_in(&document);
        assert_eq!(verdicts(&stage, &token, &all(name, "RJCT")).await, ["TAKEN"]);
        assert_eq!(stage.status("salary-2").await, "DECLINED");
        let told = stage.get("/v1/statements/salary-2/transfers").await;
        assert!(told.text().contains("RJCT"), "{}", told.text());
        assert_eq!(verdicts(&stage, &token, &all(name, "RJCT")).await, ["SAME"]);
        let settled = report(name, &[("1", names[0], "ACSC")]);
        assert_eq!(verdicts(&stage, &token, &settled).await, ["CONTRADICTS"]);
    }

    async fn bnk_04_an_order_that_is_answered_is_not_written_again(bench: Bench) {
        let (stage, state) = with_files(&bench, "payroll.execute=bank").await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        for (name, serial) in [("salary-1", 101), ("salary-2", 102)] {
            assert_eq!(stage.salary(name, vec![Line::own("4.00", serial)]).await, "PROCESSING");
        }
        let order = orders(&stage, &token, "?wait=1").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let path = format!("/bank/v1/orders/{order}/answer");
        let answer = stage.bank.post(&path).bearer(&token).json(&json!({ "outcome": "DONE" })).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let folder = tempfile::TempDir::new().expect("a folder");
        let form = files::Form { as_xml: true, with_documents: false };
        let left = |document: &str| panic!("{document} has left");
        let system = system(&bench, "core").await;
        assert_eq!(files::export(&state, &system, folder.path(), form, left).await.expect("it is written"), 1);
        let entries = std::fs::read_dir(folder.path()).expect("it is read");
        let mut names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
        assert!(!names.any(|name| name.contains(&order)), "{order}");
    }

    async fn bnk_03_bunches_beyond_the_most_and_returns_of_nothing_are_refused(bench: Bench) {
        let (stage, token, [first, _]) = of_two(&bench).await;
        let order = first["id"].as_str().expect("a name");
        let answers = vec![json!({ "order": order, "outcome": "DONE" }); 1_001];
        let told = refused(&stage, &token, "/bank/v1/answers", &json!({ "answers": answers })).await;
        assert_eq!(told, (400, "TOO_MANY".to_owned()));
        let parts = vec![json!({ "part": 1, "outcome": "DONE" }); 1_001];
        let path = format!("/bank/v1/orders/{order}/parts");
        let told = refused(&stage, &token, &path, &json!({ "parts": parts })).await;
        assert_eq!(told, (400, "TOO_MANY".to_owned()));
        let path = format!("/bank/v1/orders/{order}/returns");
        for amount in ["0.00", "-1.00", "1.001"] {
            let reason = json!({ "ru": "Счёт закрыт", "en": "Closed" });
            let back = json!({ "return": "R-1", "part": 1, "amount": amount, "reason": reason });
            assert_eq!(refused(&stage, &token, &path, &back).await, (400, "MALFORMED".to_owned()), "{amount}");
        }
        assert_eq!(stage.status("salary-1").await, "PROCESSING");
    }
}
