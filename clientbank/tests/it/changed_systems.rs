//! Systems and people of the bank that are changed while they are at something (BNK-03, LIF-06).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kernel::Instant;
use orders::{Role, open_orders};
use serde_json::{Value, json};
use store::{Gate, Passage, Query, Store, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::core_feed::{day, taken, with_token};
use crate::orders::{System, orders, stage};
use crate::people::{BOTH, Bank, Person, is};
use crate::triggers::Line;

store::queries! {
    REPLACE_KEY = "update bank_systems set public_key = (select other.public_key from bank_systems other
        where other.system_name = 'core') where system_name = 'hub'";
    CLOSE_PERSON = "update operators set closed_at_us = 1, closed_by = 'test' where operator_name = 'petrova'";
    CLOSE = "update bank_systems set closed_at_us = 1, closed_by = 'test' where system_name = 'hub'";
}

/// Changes the hub, or a person, just before a unit of work.
#[derive(Debug)]
struct Changing {
    store: Store,
    before: &'static str,
    change: &'static Query,
}

impl Gate for Changing {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        let change = self.change;
        Box::pin(async move {
            if unit == self.before {
                let change = move |tx: &mut Tx| tx.execute_one(change, params![]);
                self.store.write::<_, StoreError>("test.change", change).await?;
            }
            Ok(())
        })
    }
}

/// Has the database stand still just before the second unit of work of a name.
#[derive(Debug)]
struct Standing {
    store: Store,
    unit: &'static str,
    passes: AtomicUsize,
}

impl Gate for Standing {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        Box::pin(async move {
            if unit == self.unit && self.passes.fetch_add(1, Ordering::SeqCst) == 1 {
                let begin = |tx: &mut Tx| jobs::stand_still(tx, Instant::from_unix_seconds(1));
                self.store.write::<_, StoreError>("test.stand_still", begin).await?;
            }
            Ok(())
        })
    }
}

async fn standing(mut bench: Bench, unit: &'static str) -> Bench {
    let gate = Arc::new(Standing { store: bench.store.clone(), unit, passes: AtomicUsize::new(0) });
    bench.store = Store::open_behind(gate, &bench.location, Bench::limits()).await.expect("the store");
    bench
}

/// Lets a unit of work meet an outage, as if the process had ended before it.
#[derive(Debug)]
struct Ending(&'static str);

impl Gate for Ending {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        let ends = unit == self.0;
        Box::pin(async move { if ends { Err(StoreError::Busy("planned".to_owned())) } else { Ok(()) } })
    }
}

/// A database in which a unit of work meets an outage.
async fn ending(mut bench: Bench, unit: &'static str) -> Bench {
    let gate = Arc::new(Ending(unit));
    bench.store = Store::open_behind(gate, &bench.location, Bench::limits()).await.expect("the store");
    bench
}

/// The only entry of the trail about an action.
async fn only_entry(bench: &Bench, action: &str) -> audit::StoredEntry {
    let filter = audit::Filter { action: Some(action.to_owned()), ..audit::Filter::default() };
    let mut entries = audit::list(&bench.store, &filter, 10).await.expect("the trail");
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0)
}

/// A database in which the hub, or a person, is changed just before a unit of work.
async fn changing(bench: Bench, before: &'static str, change: &'static Query) -> Bench {
    let gate = Arc::new(Changing { store: bench.store.clone(), before, change });
    let mut bench = bench;
    bench.store = Store::open_behind(gate, &bench.location, Bench::limits()).await.expect("the store");
    bench
}

/// Changes the hub just before the unit of work that hands out what it has waited for.
async fn handed_nothing(bench: Bench, change: &'static Query) {
    let bench = changing(bench, "orders.hand_out", change).await;
    let stage = stage(&bench).await;
    System::added(&bench, "core", Role::Core).await;
    let hub = System::added(&bench, "hub", Role::Payments).await;
    let token = hub.token(&stage).await;
    let lines = vec![Line::other("20.00", 201, "044525998")];
    assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
    assert_eq!(orders(&stage, &token, "?wait=30").await["orders"], json!([]));
    let open = open_orders(&bench.store, Instant::from_microseconds(i64::MAX)).await;
    let open = open.expect("the orders");
    assert_eq!(open.iter().map(|order| order.state.as_str()).collect::<Vec<_>>(), ["OPEN"]);
}

on_both_engines! {
    async fn bnk_03_a_key_that_is_replaced_while_it_proves_gets_no_token(bench: Bench) {
        let bench = changing(bench, "bank.log_in", &REPLACE_KEY).await;
        let stage = stage(&bench).await;
        System::added(&bench, "core", Role::Core).await;
        let hub = System::added(&bench, "hub", Role::Payments).await;
        let answer = hub.token_for(&stage, &hub.assertion(&bench, &json!({}))).await;
        assert_eq!(answer.status.as_u16(), 401, "{}", answer.text());
    }

    async fn lif_06_a_person_who_is_closed_while_a_call_begins_changes_nothing(bench: Bench) {
        let bench = changing(bench, "bank.perform", &CLOSE_PERSON).await;
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        is(&bank.does(&petrova, "users.lock", json!({ "login": "ivanova" })).await, 422, "REFUSED");
        assert_eq!(bank.get(&sidorov, "registry/users/U00001").await["row"]["status"], "ACTIVE");
    }

    async fn ops_02_an_answer_is_in_the_trail_with_what_it_changes(bench: Bench) {
        let bench = ending(bench, "bank.answered").await;
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", Role::Payments).await;
        let token = hub.token(&stage).await;
        let lines = vec![Line::other("20.00", 201, "044525998"), Line::other("30.00", 202, "044525998")];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let page = orders(&stage, &token, "?wait=1").await;
        let names: Vec<&str> =
            page["orders"].as_array().expect("orders").iter().filter_map(|order| order["id"].as_str()).collect();
        let answers: Vec<_> = names.iter().map(|name| json!({ "order": name, "outcome": "DONE" })).collect();
        let body = json!({ "answers": answers });
        for verdict in ["TAKEN", "SAME"] {
            let answer = stage.bank.post("/bank/v1/answers").bearer(&token).json(&body).send().await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            assert_eq!(answer.json()["verdicts"][1]["verdict"], verdict, "{}", answer.text());
        }
        let entry = only_entry(&bench, "bank_orders.answered").await;
        assert_eq!((entry.object_kind.as_str(), entry.actor_id.as_deref()), ("bank_system", Some("hub")));
        assert!(entry.trace_id.is_some() && names.iter().all(|name| entry.detail.contains(name)), "{entry:?}");
    }

    async fn ops_02_what_the_core_tells_is_in_the_trail_with_what_it_changes(bench: Bench) {
        let bench = ending(bench, "bank.books_read").await;
        let (stage, token) = with_token(&bench).await;
        let facts = [json!({ "closedDay": { "date": day(&bench, -2 * 86_400) } })];
        assert_eq!(taken(&stage, &token, 1, &facts).await, (2, 1, 0, vec![]));
        assert_eq!(taken(&stage, &token, 1, &facts).await, (2, 0, 1, vec![]));
        let entry = only_entry(&bench, "bank_feed.taken").await;
        assert_eq!((entry.actor_id.as_deref(), entry.trace_id.is_some()), (Some("core"), true));
        let detail: serde_json::Value = serde_json::from_str(&entry.detail).expect("JSON");
        assert_eq!(detail, json!({ "from": 1, "through": 1, "taken": 1, "repeated": 0, "differences": 0 }));
    }

    async fn bnk_03_a_system_that_is_closed_while_it_waits_is_handed_nothing(bench: Bench) {
        handed_nothing(bench, &CLOSE).await;
    }

    async fn bnk_03_a_system_whose_key_is_replaced_while_it_waits_is_handed_nothing(bench: Bench) {
        handed_nothing(bench, &REPLACE_KEY).await;
    }

    async fn bnk_10_a_bunch_of_answers_ends_where_the_database_begins_to_stand_still(bench: Bench) {
        let bench = standing(bench, "payroll.order_answers").await;
        let stage = stage(&bench).await;
        let token = System::added(&bench, "hub", Role::Payments).await.token(&stage).await;
        for (name, amount) in [("salary-1", "20.00"), ("salary-2", "30.00")] {
            assert_eq!(stage.salary(name, vec![Line::other(amount, 201, "044525998")]).await, "PROCESSING");
        }
        let page = orders(&stage, &token, "?wait=1").await;
        let done = |order: &Value| json!({ "order": order["id"], "outcome": "DONE" });
        let answers: Vec<_> = page["orders"].as_array().expect("orders").iter().map(done).collect();
        assert_eq!(answers.len(), 2, "{page}");
        let body = json!({ "answers": answers });
        let answer = stage.bank.post("/bank/v1/answers").bearer(&token).json(&body).send().await;
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert_eq!(answer.json()["code"], "STANDS_STILL");
        bench.store.write::<_, StoreError>("test.go_on", |tx: &mut Tx| jobs::go_on(tx)).await.expect("it goes on");
        let answer = stage.bank.post("/bank/v1/answers").bearer(&token).json(&body).send().await;
        let told = answer.json();
        let mut verdicts = [0, 1].map(|at| told["verdicts"][at]["verdict"].as_str().unwrap_or_default());
        verdicts.sort_unstable();
        assert_eq!(verdicts, ["SAME", "TAKEN"], "{told}");
    }
}
