//! OPS-05: deliveries that arrive.

use std::sync::atomic::Ordering;

use events::{Data, EventType, NewEvent, WebinarData};
use kernel::{Clock as _, Instant};
use serde_json::json;
use testkit::{Bench, on_both_engines};

use crate::house::{House, id_of, petrov};
use crate::receiver::{Answer, Receiver};

store::queries! {
    JOBS = "select job_key from jobs where kind = 'webhooks.deliver'";
    /// When jobs that nobody works at go on.
    RESTING = "select run_at_us from jobs where kind = 'webhooks.deliver' and fencing_token = 0";
}

on_both_engines! {
    async fn evt_02_what_waits_for_software_that_is_switched_off_goes_when_it_is_on_again(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        house.webhook(&receiver.url()).await;
        house.statement("s1", "DRAFT").await;
        house.dispatch().await;
        let off = |text: String| text.replace("C00001 C00002,ACTIVE", "C00001 C00002,DISABLED");
        house.import(off).await;
        assert_eq!(house.runner().drain().await.unwrap(), 1, "it looks again later");
        let resting: Vec<Instant> = house.bench.store.select(&RESTING, store::params![]).await.unwrap();
        assert_eq!(resting, [house.bench.clock.now().plus_seconds(600)]);
        assert!(receiver.received().is_empty(), "nobody delivers for it");
        house.import(|text| text).await;
        // Nothing else happens that this webhook wants to know.
        house.work_after(600).await;
        assert_eq!(receiver.received().len(), 1);
        let left = house.bench.store.query(&JOBS, store::params![]).await.unwrap();
        assert!(left.is_empty(), "its job ends when nothing waits");
    }

    async fn evt_02_software_that_is_no_longer_registered_for_the_company_is_told_nothing(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.dispatch().await;
        house.import(|text| text.replace("C00001 C00002,ACTIVE", "C00002,ACTIVE")).await;
        house.statement("s2", "DRAFT").await;
        house.work().await;
        assert!(receiver.received().is_empty(), "what waits stays, and nothing more comes");
        for path in ["/v1/events", "/v1/webhooks", &format!("/v1/webhooks/{id}")] {
            let refused = house.get(&petrov(), path).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (403, "FORBIDDEN".into()), "{path}");
        }
        house.import(|text| text).await;
        house.work_after(600).await;
        assert_eq!(receiver.received().len(), 1, "what waited goes, and what happened meanwhile is in the list");
        assert_eq!(house.get(&petrov(), "/v1/events").await.json()["events"].as_array().unwrap().len(), 2);
    }

    async fn ops_05_a_change_of_state_arrives_signed_and_the_log_tells_of_it(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let created = house.webhook(&receiver.url()).await;
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        let received = receiver.received();
        assert_eq!(received.len(), 1);
        let event = received[0].json();
        assert_eq!(event["type"], "payroll.statement.executed");
        assert_eq!(event["company"], "C00001");
        assert_eq!(event["data"], json!({"statementId": "s1", "externalId": "ext-s1", "state": "EXECUTED"}));
        assert_eq!(event["id"].as_str().unwrap(), received[0].id());
        assert_eq!(received[0].path, "/hook?of=bank");
        let names: Vec<&str> = received[0].headers.keys().map(String::as_str).collect();
        assert_eq!(names, ["content-length", "content-type", "host", "user-agent", "webhook-id", "webhook-signature",
            "webhook-timestamp"], "nothing else is told");
        assert_eq!(received[0].headers["webhook-timestamp"], house.bench.clock.now().unix_seconds().to_string());
        let log = house.log(&id_of(&created)).await;
        assert_eq!((log.len(), &log[0]["state"], &log[0]["attempts"]), (1, &json!("DELIVERED"), &json!(1)));
        let attempts = house.attempts(&id_of(&created), &received[0].id()).await;
        assert_eq!((&attempts[0]["status"], &attempts[0]["number"]), (&json!(204), &json!(1)));
        assert_eq!(attempts[0]["url"], receiver.url());
        let listed = house.get(&petrov(), "/v1/events").await.json();
        assert_eq!(listed["events"][0], event, "the list has the very event");
    }

    async fn evt_02_a_webhook_is_told_of_its_types_its_company_and_of_everybodys(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        house.webhook_for(&receiver.url(), &json!(["payroll.statement.executed", "webinar.published"])).await;
        let now = house.bench.clock.now();
        house.statement("s1", "DRAFT").await;
        house.statement("s1", "EXECUTED").await;
        house.statement_at(now, "C00003", "s3", "EXECUTED").await;
        let webinar = Data::Webinar(WebinarData { webinar_id: "taxes".to_owned() });
        house.record(NewEvent::of_everybody(now, EventType::WebinarPublished, webinar)).await;
        house.work().await;
        let mut types: Vec<String> =
            receiver.received().iter().map(|one| one.json()["type"].as_str().unwrap().to_owned()).collect();
        types.sort();
        assert_eq!(types, ["payroll.statement.executed", "webinar.published"]);
        let webinar = receiver.received().into_iter().find(|one| one.json()["data"]["webinarId"] == "taxes").unwrap();
        assert!(webinar.json().get("company").is_none());
        // Nothing of the company's own calls the job that delivers.
        let webinar = Data::Webinar(WebinarData { webinar_id: "salaries".to_owned() });
        house.record(NewEvent::of_everybody(now, EventType::WebinarPublished, webinar)).await;
        house.work().await;
        assert_eq!(receiver.received().last().unwrap().json()["data"]["webinarId"], "salaries");
    }

    async fn evt_02_a_test_event_goes_to_its_webhook_alone(bench: Bench) {
        let house = House::open(bench).await;
        let (one, other) = (Receiver::willing().await, Receiver::willing().await);
        let id = id_of(&house.webhook_for(&one.url(), &json!(["letter.received"])).await);
        house.webhook(&other.url()).await;
        let sent = house.post(&petrov(), &format!("/v1/webhooks/{id}/test"), &json!({})).await;
        assert_eq!(sent.status, 202, "{}", sent.text());
        house.work().await;
        assert_eq!((one.received().len(), other.received().len()), (1, 0));
        assert_eq!(one.received()[0].id(), sent.json()["eventId"].as_str().unwrap());
        house.post(&petrov(), &format!("/v1/webhooks/{id}/off"), &json!({})).await;
        let refused = house.post(&petrov(), &format!("/v1/webhooks/{id}/test"), &json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (409, "SWITCHED_OFF".into()));
    }

    async fn evt_02_many_events_go_over_few_connections(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        house.webhook(&receiver.url()).await;
        for number in 0..150 {
            house.statement(&format!("s{number}"), "DRAFT").await;
        }
        house.work().await;
        assert_eq!(receiver.received().len(), 150);
        let at_once = receiver.at_once_max.load(Ordering::SeqCst);
        assert!((1..=8).contains(&at_once), "{at_once}");
    }

    async fn evt_02_deliveries_follow_one_another_over_connections_that_are_kept(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::start(|_| Answer::Kept(204)).await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        for number in 0..100 {
            house.statement(&format!("s{number}"), "DRAFT").await;
        }
        house.work().await;
        assert_eq!(receiver.received().len(), 100);
        // A machine that is slow may let some end by their age.
        let connections = receiver.connections.load(Ordering::SeqCst);
        assert!(connections < 100, "{connections} connections for 100 deliveries");
        // One that the receiver ends behind its back costs neither a delivery nor a failure in the log.
        for round in 0..5 {
            receiver.now(|_| Answer::Kept(204));
            house.statement(&format!("kept{round}"), "DRAFT").await;
            house.work().await;
            receiver.hang_up();
            house.statement(&format!("ended{round}"), "DRAFT").await;
            house.work().await;
        }
        assert_eq!(receiver.received().len(), 110);
        let log = house.log(&id).await;
        assert!(log.iter().all(|entry| entry["attempts"] == 1), "{log:?}");
    }

    async fn evt_02_a_webhook_that_is_off_is_told_of_nothing_and_later_of_what_waited(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("before", "DRAFT").await;
        house.dispatch().await;
        house.post(&petrov(), &format!("/v1/webhooks/{id}/off"), &json!({})).await;
        house.statement("meanwhile", "DRAFT").await;
        house.work().await;
        assert!(receiver.received().is_empty());
        house.post(&petrov(), &format!("/v1/webhooks/{id}/on"), &json!({})).await;
        house.work().await;
        assert_eq!(receiver.facts("statementId"), ["before"]);
        assert_eq!(house.get(&petrov(), "/v1/events").await.json()["events"].as_array().unwrap().len(), 2);
    }
}
