//! EVT-01: an event of each type is written in the unit of work of its change. Where it cannot be written, nothing
//! changes; where it can, each change has one.

use events::EventType;
use store::{Query, StoreError, Tx, params};
use testkit::{Bench, Engine, on_both_engines};

use super::provoking::provoke;
use crate::triggers::Stage;

store::queries! {
    /// Types of events that the database refuses.
    REFUSED_TYPES = "create table refused_types (event_type text not null primary key)";
    /// SQLite refuses them.
    SQLITE_REFUSES = "create trigger refuse_events before insert on event_outbox
        when exists (select 1 from refused_types r where r.event_type = new.event_type)
        begin select raise(abort, 'this event is refused'); end";
    /// The function that PostgreSQL calls before an event is written.
    POSTGRES_FUNCTION = "create function refuse_event() returns trigger language plpgsql as 'begin
        if exists (select 1 from refused_types r where r.event_type = new.event_type) then
            raise exception ''this event is refused''; end if; return new; end'";
    /// PostgreSQL refuses them.
    POSTGRES_REFUSES = "create trigger refuse_events before insert on event_outbox
        for each row execute function refuse_event()";
    /// From now on events of the type are refused.
    REFUSE = "insert into refused_types (event_type) values ($1)";
    /// And from now on they are not.
    ALLOW = "delete from refused_types where event_type = $1";
    EVENTS = "select count(1) as things from events where event_type = $1";
    /// The steps of statements into a state.
    STATEMENT_STEPS = "select count(1) as things from payroll_history where to_state = $1";
    /// The steps of tariff requests into a state.
    REQUEST_STEPS = "select count(1) as things from tariff_request_history where state = $1";
    /// The messages with certificates in a state.
    TASKS = "select count(1) as things from certificate_tasks where state = $1";
    /// Letters of the bank, and other things whose number alone counts.
    BANK_MESSAGES = "select count(1) as things from letter_messages where sender = 'BANK' and $1 <> ''";
    WEBINARS = "select count(1) as things from webinars where $1 <> ''";
    TESTS = "select count(1) as things from audit_entries where action = 'webhook.tried' and $1 <> ''";
}

/// Seconds after which a job that failed is due again.
const RETRIED_AFTER_S: i64 = 400;

async fn change(bench: &Bench, query: &'static Query, values: Vec<store::Value>) {
    let work = move |tx: &mut Tx| tx.execute(query, values.clone());
    bench.store.write::<_, StoreError>("test.refusals", work).await.expect("the database takes it");
}

async fn count(bench: &Bench, query: &'static Query, value: &str) -> i64 {
    let row = bench.store.query_optional(query, params![value]).await.expect("a count").expect("a row");
    row.integer("things").expect("a number")
}

/// Counts the changes of which the type tells, without a look at events.
async fn changes(bench: &Bench, event_type: EventType) -> i64 {
    let name = event_type.as_str();
    let state = name.rsplit_once('.').map_or(name, |(_, state)| state).to_uppercase();
    match name {
        // Signatures are missing wherever a statement begins to wait for them.
        "payroll.signature.missing" => count(bench, &STATEMENT_STEPS, "AWAITING_SIGN").await,
        "letter.received" => count(bench, &BANK_MESSAGES, name).await,
        "webinar.published" => count(bench, &WEBINARS, name).await,
        "webhook.test" => count(bench, &TESTS, name).await,
        _ if name.starts_with("payroll.") => count(bench, &STATEMENT_STEPS, &state).await,
        _ if name.starts_with("tariff.") => count(bench, &REQUEST_STEPS, &state).await,
        _ => count(bench, &TASKS, &state).await,
    }
}

on_both_engines! {
    async fn evt_01_no_change_is_made_without_its_event_and_each_has_one(bench: Bench) {
        let stage = Stage::new(&bench).await;
        stage.work().await;
        change(&bench, &REFUSED_TYPES, params![]).await;
        match bench.engine {
            Engine::Sqlite => change(&bench, &SQLITE_REFUSES, params![]).await,
            Engine::Postgres => {
                change(&bench, &POSTGRES_FUNCTION, params![]).await;
                change(&bench, &POSTGRES_REFUSES, params![]).await;
            }
        }
        let mut wrong = Vec::new();
        // A return needs a system of the bank; the test of that shows it (bnk_01).
        let provoked = EventType::ALL.iter().filter(|event_type| **event_type != EventType::TransferReturned);
        for (number, event_type) in provoked.enumerate() {
            let name = event_type.as_str();
            change(&bench, &REFUSE, params![name]).await;
            let before = (changes(&bench, *event_type).await, count(&bench, &EVENTS, name).await);
            provoke(&stage, *event_type, &format!("refused-{number}")).await;
            let refused = (changes(&bench, *event_type).await, count(&bench, &EVENTS, name).await);
            if refused != before {
                wrong.push(format!("{name}: changes and events were {before:?}, and are {refused:?} without an event"));
            }
            change(&bench, &ALLOW, params![name]).await;
            // Refused changes are tried again: the next thing of some companies waits for their end.
            bench.clock.advance_seconds(RETRIED_AFTER_S);
            stage.work().await;
            provoke(&stage, *event_type, &format!("taken-{number}")).await;
            let events = count(&bench, &EVENTS, name).await;
            if events <= before.1 {
                wrong.push(format!("{name}: nothing led to an event"));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
