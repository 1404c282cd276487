//! OPS-05: what was delivered is delivered again when somebody asks for it.

use std::future::ready;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use http::Method;
use jobs::{Handler, JobError, Lease, Next, Runner, RunnerSettings};
use serde_json::{Value, json};
use store::{Gate, Passage, Store, StoreError, Tx, params};
use testkit::{Bench, TEST_CSRF, on_both_engines};
use tokio::sync::watch;
use tokio::time::timeout;
use webhooks::{BATCHES_PER_HOUR_MAX, SINGLES_PER_HOUR_MAX, WebhooksState};

use crate::house::{ATTEMPT_TIME_MAX, EVENTS_KEPT_S, House, id_of, ivanova, petrov};
use crate::receiver::Receiver;

store::queries! {
    /// $1 more events like the first, each of an object of its own.
    FILL_EVENTS = "insert into events (seq, event_id, audience, event_type, version, at_us, numbered_at_us, object_kind,
            object_id, data)
        with recursive numbers (i) as (
            select cast(1 as bigint) union all select i + 1 from numbers where i < cast($1 as bigint))
        select e.seq + i, e.event_id || cast(i as text), e.audience, e.event_type, e.version, e.at_us,
            e.numbered_at_us, e.object_kind, e.object_id || cast(i as text), e.data
        from numbers cross join events e";
    /// The rows of a webhook, its own among them.
    LEFT = "select (select count(1) from webhooks where webhook_id = $1)
        + (select count(1) from webhook_deliveries where webhook_id = $1)
        + (select count(1) from webhook_attempts where webhook_id = $1) as found";
    /// Their deliveries. The type of those with $1 to $2 others before them is one that the program has no more.
    FILL_DELIVERIES = "insert into webhook_deliveries (webhook_id, seq, event_id, audience, event_type, object_key,
            state, next_at_us)
        select d.webhook_id, e.seq, e.event_id, e.audience,
            case when e.seq - d.seq between cast($1 as bigint) and cast($2 as bigint) then 'gone' else e.event_type end,
            e.object_kind || ':' || e.object_id, 'WAITING', d.next_at_us
        from webhook_deliveries d join events e on e.seq > d.seq";
}

/// Counts what there is of a webhook.
async fn left(house: &House, id: &str) -> i64 {
    house.bench.store.select_optional(&LEFT, params![id]).await.unwrap().unwrap()
}

/// Makes the webhook's deliveries of `count` events, of which those in the range `gone`, counted from zero, have a type
/// that the program has no more; never the first.
async fn fill(house: &House, count: i64, gone: Range<i64>) {
    house.statement("s", "DRAFT").await;
    house.dispatch().await;
    let fill = move |tx: &mut Tx| {
        tx.execute(&FILL_EVENTS, params![count - 1])?;
        tx.execute(&FILL_DELIVERIES, params![gone.start, gone.end - 1])
    };
    house.bench.store.write::<_, StoreError>("fill", fill).await.unwrap();
}

fn whole_day() -> Value {
    json!({"from": "2026-11-20T00:00:00Z", "to": "2026-11-21T00:00:00Z"})
}

/// Lets the first unit of work of this name pass, and is an outage to the others.
#[derive(Debug)]
struct OutageAfter {
    unit: &'static str,
    has_passed: AtomicBool,
}

impl Gate for OutageAfter {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        let is_outage = unit == self.unit && self.has_passed.swap(true, Ordering::SeqCst);
        let outage = || Err(StoreError::Unavailable("an outage".to_owned()));
        Box::pin(ready(if is_outage { outage() } else { Ok(()) }))
    }
}

/// Counts the jobs that it is given.
struct Counting {
    store: Store,
    count: watch::Sender<u32>,
}

impl Handler for Counting {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        self.store.write::<_, JobError>("test.count", move |tx| lease.complete(tx)).await?;
        self.count.send_modify(|count| *count += 1);
        Ok(Next::Completed)
    }
}

on_both_engines! {
    async fn ops_05_one_event_is_delivered_again_under_its_identifier(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.statement("s2", "DRAFT").await;
        house.work().await;
        let first = receiver.received().remove(0);
        receiver.forget();
        let path = format!("/v1/webhooks/{id}/redeliveries");
        let asked = house.post(&petrov(), &path, &json!({"eventId": first.id()})).await;
        assert_eq!((asked.status.as_u16(), asked.json()), (202, json!({"events": 1})));
        house.work_after(60).await;
        let again = receiver.received();
        assert_eq!((again.len(), again[0].id(), &again[0].text), (1, first.id(), &first.text));
        assert_ne!(again[0].headers["webhook-timestamp"], first.headers["webhook-timestamp"]);
        assert_eq!(house.attempts(&id, &first.id()).await.len(), 2);
        for event in ["evt_00000000000000000000000000000000", "", "x"] {
            assert_eq!(house.post(&petrov(), &path, &json!({"eventId": event})).await.status, 404, "{event}");
        }
    }

    async fn ops_05_a_period_is_delivered_again(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        for number in 0..4 {
            house.statement(&format!("s{number}"), "DRAFT").await;
            house.work_after(3_600).await;
        }
        receiver.forget();
        let path = format!("/v1/webhooks/{id}/redeliveries");
        // The events are of 09:00, 10:00, 11:00 and 12:00; the end is not included.
        let period = json!({"from": "2026-11-20T10:00:00Z", "to": "2026-11-20T12:00:00Z"});
        assert_eq!(house.post(&petrov(), &path, &period).await.json(), json!({"events": 2}));
        house.work().await;
        // Different objects have no order among them.
        let mut again: Vec<String> = receiver.facts("statementId").iter().map(ToString::to_string).collect();
        again.sort();
        assert_eq!(again, ["\"s1\"", "\"s2\""]);
        for wrong in [
            json!({}), json!({"from": "2026-11-20T10:00:00Z"}),
                json!({"eventId": "evt_1", "from": "2026-11-20T10:00:00Z"}),
            json!({"from": "2026-11-20T10:00:00Z", "to": "2026-11-20T10:00:00Z"}), json!({"from": "x", "to": "y"}),
        ] {
            assert_eq!(house.post(&petrov(), &path, &wrong).await.status, 400, "{wrong}");
        }
    }

    async fn ops_05_what_was_asked_for_before_an_outage_is_delivered_at_once(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/hook").await);
        fill(&house, 1_001, 0..0).await;
        let (counted, mut count) = watch::channel(0);
        let (stop, stopped) = watch::channel(false);
        let (clock, randomness) = (Arc::clone(&house.state.clock), Arc::clone(&house.state.randomness));
        let (store, wake) = (house.bench.store.clone(), house.state.wake.clone());
        let settings = RunnerSettings { poll: Duration::from_hours(1), ..RunnerSettings::default() };
        let runner = Runner::new(store.clone(), clock, Arc::clone(&randomness), wake, settings);
        let kind = webhooks::workers(&house.state)[0].kind();
        let runner = runner.with(kind, 1, Counting { store, count: counted });
        let running = tokio::spawn(runner.run(stopped));
        count.wait_for(|count| *count == 1).await.unwrap();
        // The second batch of a thousand fails.
        let gate = OutageAfter { unit: "webhooks.redeliver", has_passed: AtomicBool::new(false) };
        let store = Store::open_behind(Arc::new(gate), &house.bench.location, Bench::limits()).await.unwrap();
        let state = WebhooksState { store, ..house.state.clone() };
        let api = house.bench.client(edge::frame(webhooks::OPERATIONS.routes(state), randomness));
        let request = api.request(Method::POST, &format!("/v1/webhooks/{id}/redeliveries"));
        let request = request.tokens(&house.bench.tokens.pair(&petrov()));
        assert_eq!(request.json(&whole_day()).send().await.status, 503);
        timeout(ATTEMPT_TIME_MAX, count.wait_for(|count| *count == 2)).await.unwrap().unwrap();
        drop(stop);
        running.await.unwrap();
    }

    async fn ops_05_no_more_than_the_most_are_delivered_again_at_once(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/hook").await);
        // After ten batches one is missing. Batches of one event each would come to their hourly limit before it.
        fill(&house, 11_000, 9_999..10_500).await;
        let path = format!("/v1/webhooks/{id}/redeliveries");
        assert_eq!(house.post(&petrov(), &path, &whole_day()).await.json(), json!({"events": 10_000}));
    }

    async fn ops_05_a_person_is_told_that_only_the_first_of_a_period_are_delivered_again(bench: Bench) {
        let house = House::open(bench).await;
        let path = format!("/bank/webhooks/{}", id_of(&house.webhook("https://erp.example/hook").await));
        fill(&house, 10_001, 0..0).await;
        let days = [("csrf", TEST_CSRF), ("from", "2026-11-20"), ("to", "2026-11-20")];
        let sent = house.pages.post(&format!("{path}/redeliver")).form(&days);
        let sent = sent.online_bank(&house.bench.tokens, &petrov()).send().await;
        let told = format!("{path}?done=redelivered_first");
        assert_eq!((sent.status.as_u16(), sent.header("location")), (303, Some(told.as_str())), "{}", sent.text());
        let page = house.pages.get(&told).sent_to(&told).online_bank(&house.bench.tokens, &petrov()).send().await;
        assert!(page.text().contains("первые события периода"), "{}", page.text());
        // Whoever sends the same days again has the same events sent again, and never the rest.
        assert!(page.text().contains("период, который начинается позже"), "{}", page.text());
        // Periods of the page are whole days.
        assert!(page.text().contains("Остаток одного дня доставляется только через API"), "{}", page.text());
    }

    async fn ops_05_a_period_with_as_many_events_as_may_be_is_not_said_to_be_cut(bench: Bench) {
        let house = House::open(bench).await;
        let path = format!("/bank/webhooks/{}", id_of(&house.webhook("https://erp.example/hook").await));
        fill(&house, 10_000, 0..0).await;
        let days = [("csrf", TEST_CSRF), ("from", "2026-11-20"), ("to", "2026-11-20")];
        let sent = house.pages.post(&format!("{path}/redeliver")).form(&days);
        let sent = sent.online_bank(&house.bench.tokens, &petrov()).send().await;
        let told = format!("{path}?done=redelivered");
        assert_eq!((sent.status.as_u16(), sent.header("location")), (303, Some(told.as_str())), "{}", sent.text());
    }

    async fn security_09_a_test_that_another_one_disturbs_is_counted_once(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let test = format!("/v1/webhooks/{}/test", id_of(&house.webhook(&receiver.url()).await));
        // A unit of work that others disturb is repeated on PostgreSQL.
        let (petrov, body) = (petrov(), json!({}));
        let asked = (0..SINGLES_PER_HOUR_MAX.get()).map(|_| house.post(&petrov, &test, &body));
        for answer in join_all(asked).await {
            // It was disturbed too often.
            assert!([202, 503].contains(&answer.status.as_u16()), "{}", answer.text());
        }
    }

    async fn security_09_what_is_asked_for_beside_events_is_counted(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.work().await;
        let first = receiver.received()[0].id();
        let (test, again) = (format!("/v1/webhooks/{id}/test"), format!("/v1/webhooks/{id}/redeliveries"));
        // Whoever may not administer uses nothing up.
        for _ in 0..SINGLES_PER_HOUR_MAX.get() {
            assert_eq!(house.post(&ivanova(), &test, &json!({})).await.status, 403);
        }
        for number in 0..SINGLES_PER_HOUR_MAX.get() {
            let (path, body) = if number % 2 == 0 { (&test, json!({})) } else { (&again, json!({"eventId": first})) };
            assert_eq!(house.post(&petrov(), path, &body).await.status, 202, "{number}");
        }
        for (path, body) in [(&test, json!({})), (&again, json!({"eventId": first}))] {
            let refused = house.post(&petrov(), path, &body).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (429, &"TOO_MANY_REQUESTS".into()));
            assert_eq!(refused.header("retry-after"), Some("36"), "an hour for a hundred");
        }
        let period = whole_day();
        for _ in 0..BATCHES_PER_HOUR_MAX.get() {
            assert_eq!(house.post(&petrov(), &again, &period).await.status, 202);
        }
        assert_eq!(house.post(&petrov(), &again, &period).await.status, 429);
        // No other webhook of the same software helps.
        let other = id_of(&house.webhook(&receiver.url()).await);
        let other = format!("/v1/webhooks/{other}/test");
        assert_eq!(house.post(&petrov(), &other, &json!({})).await.status, 429);
        let count = house.log(&id).await.len();
        house.bench.clock.advance_seconds(36);
        assert_eq!(house.post(&petrov(), &test, &json!({})).await.status, 202);
        assert_eq!(house.post(&petrov(), &test, &json!({})).await.status, 429);
        assert_eq!(house.log(&id).await.len(), count + 1, "what was refused left no row");
    }

    async fn evt_02_processes_that_remove_the_same_at_once_do_not_fail(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        for _ in 0..5 {
            let id = id_of(&house.webhook(&receiver.url()).await);
            house.statement("s", "DRAFT").await;
            house.work().await;
            house.bench.clock.advance_seconds(EVENTS_KEPT_S + 1);
            let path = format!("/v1/webhooks/{id}");
            assert_eq!(house.request(&petrov(), Method::DELETE, &path).send().await.status, 204);
            for done in join_all((0..6).map(|_| house.dispatcher.tidy_up())).await {
                done.unwrap();
            }
            assert_eq!(left(&house, &id).await, 0);
        }
    }

    async fn evt_02_the_log_of_a_deleted_webhook_and_of_forgotten_events_goes(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        let other = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.work().await;
        assert_eq!(house.log(&id).await.len(), 1);
        house.bench.clock.advance_seconds(EVENTS_KEPT_S);
        house.statement("s2", "EXECUTED").await;
        house.work_after(1).await;
        house.dispatcher.tidy_up().await.unwrap();
        let types: Vec<Value> = house.log(&id).await.iter().map(|one| one["type"].clone()).collect();
        assert_eq!(types, [json!("payroll.statement.executed")], "the other event is forgotten");
        assert_eq!(left(&house, &id).await, 3);
        let empty = id_of(&house.webhook(&receiver.url()).await);
        for deleted in [&id, &empty] {
            let path = format!("/v1/webhooks/{deleted}");
            assert_eq!(house.request(&petrov(), Method::DELETE, &path).send().await.status, 204);
            assert_eq!(house.get(&petrov(), &path).await.status, 404);
        }
        house.dispatcher.tidy_up().await.unwrap();
        assert_eq!((left(&house, &id).await, left(&house, &empty).await), (0, 0));
        assert_eq!(left(&house, &other).await, 3, "another webhook stays with its log");
        house.work().await;
    }
}
