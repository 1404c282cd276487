//! Each entry of the journal tells who caused it (BNK-06).

use kernel::Clock as _;
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::core_balances::brought;
use crate::journal::{journal, today};
use crate::orders::{System, orders};
use crate::triggers::{BOTH_KEYS, Line, Sent, Stage};

const VASILEK: &str = "40702810700000000011";

/// A statement with a transfer to this bank and one to another.
fn sent() -> Sent<'static> {
    let lines = vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998")];
    Sent { lines, signers: BOTH_KEYS, ..Sent::default() }
}

/// The authors of the last entry of a kind.
fn authors(entries: &[Value], kind: &str) -> Value {
    let found = entries.iter().rfind(|entry| entry["kind"] == kind);
    found.unwrap_or_else(|| panic!("no {kind}"))["authors"].clone()
}

on_both_engines! {
    async fn bnk_06_an_entry_names_who_signed_brought_or_executed_it(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        assert_eq!(stage.statement("salary-1", &sent()).await, "EXECUTED");
        let (at, day) = (bench.clock.now().to_timestamp(), today(&bench));
        let text = format!("payment_id,account,amount,posted_at,value_date,purpose\nIN-1,{VASILEK},7.00,{at},{day},In\n");
        brought(&bench, "payments", &text).await.expect("it is taken");
        let entries = journal(&stage, &token, 0, 1_000).await;
        let signers = json!([{ "kind": "USER", "id": "U00001" }, { "kind": "USER", "id": "U00002" }]);
        assert_eq!(authors(&entries, "PAYROLL"), signers);
        // The embedded rail has answered: a job of the program.
        assert_eq!(authors(&entries, "OUTGOING_PAYMENT"), json!([{ "kind": "SYSTEM" }]));
        for kind in ["OPENING", "TRANSFER"] {
            let author = authors(&entries, kind);
            assert_eq!((&author[0]["kind"], author.as_array().map(Vec::len)), (&json!("OPERATOR"), Some(1)), "{kind}");
        }
        // It is a fact of the entry, which a second reading tells the same.
        assert_eq!(journal(&stage, &token, 0, 7).await, entries);
        assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
    }

    async fn bnk_06_an_entry_names_the_system_that_answered_or_sent_money_back(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let core = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        assert_eq!(stage.statement("salary-1", &sent()).await, "PROCESSING");
        let order = orders(&stage, &hub, "").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let path = format!("/bank/v1/orders/{order}");
        let tell = async |path: String, body: Value| {
            let answer = stage.bank.post(&path).bearer(&hub).json(&body).send().await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        };
        tell(format!("{path}/answer"), json!({ "outcome": "DONE" })).await;
        stage.work().await;
        let by_hub = json!([{ "kind": "BANK_SYSTEM", "id": "hub" }]);
        let entries = journal(&stage, &core, 0, 1_000).await;
        assert_eq!(authors(&entries, "OUTGOING_PAYMENT"), by_hub);
        assert_eq!(authors(&entries, "PAYROLL")[1]["id"], "U00002");
        let reason = json!({ "ru": "Счёт закрыт", "en": "The account is closed" });
        tell(format!("{path}/returns"), json!({ "return": "R-1", "reason": reason })).await;
        assert_eq!(authors(&journal(&stage, &core, 0, 1_000).await, "PAYMENT_RETURN"), by_hub);
        assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
    }
}
