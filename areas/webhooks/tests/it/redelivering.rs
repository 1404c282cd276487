//! OPS-05: what was delivered is delivered again when somebody asks for it.

use futures_util::future::join_all;
use serde_json::json;
use testkit::{Bench, on_both_engines};
use webhooks::{BATCHES_PER_HOUR_MAX, SINGLES_PER_HOUR_MAX};

use crate::house::{EVENTS_KEPT_S, House, id_of, ivanova, petrov};
use crate::receiver::Receiver;

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
        let period = json!({"from": "2026-11-20T00:00:00Z", "to": "2026-11-21T00:00:00Z"});
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

    async fn evt_02_the_log_of_a_deleted_webhook_and_of_forgotten_events_goes(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.work().await;
        assert_eq!(house.log(&id).await.len(), 1);
        house.bench.clock.advance_seconds(EVENTS_KEPT_S + 1);
        house.dispatcher.tidy_up().await.unwrap();
        assert!(house.log(&id).await.is_empty());
        house.statement("s2", "DRAFT").await;
        house.work().await;
        house.request(&petrov(), http::Method::DELETE, &format!("/v1/webhooks/{id}")).send().await;
        house.dispatcher.tidy_up().await.unwrap();
        assert_eq!(house.get(&petrov(), &format!("/v1/webhooks/{id}")).await.status, 404);
        house.work().await;
    }
}
