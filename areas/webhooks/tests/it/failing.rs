//! EVT-02: receivers that do not take what they are sent.

use std::sync::Arc;

use kernel::Clock as _;
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};
use tokio::sync::Semaphore;

use crate::house::{House, id_of, petrov};
use crate::receiver::{Answer, Receiver};

/// Seconds after which the longest pause is over.
const LONGEST_PAUSE_S: i64 = 28_800 * 12 / 10;

async fn outcome(house: &House, id: &str) -> Value {
    let log = house.log(id).await;
    let event = log.last().unwrap()["eventId"].as_str().unwrap().to_owned();
    house.attempts(id, &event).await[0]["outcome"].clone()
}

on_both_engines! {
    async fn ops_05_every_failure_is_told_and_tried_again_under_the_same_identifier(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let elsewhere = Receiver::willing().await;
        let id = id_of(&house.webhook(&receiver.url()).await);
        let to = elsewhere.url();
        let cases = [
            (Answer::Status(500), "REFUSED"),
            (Answer::Status(404), "REFUSED"),
            (Answer::Redirect(to), "REDIRECTED"),
            (Answer::Close, "CONNECTION_BROKEN"),
            (Answer::Hang, "TIMED_OUT"),
        ];
        house.statement("s1", "EXECUTED").await;
        for (answer, told) in cases {
            receiver.now(move |_| answer.clone());
            match told {
                "TIMED_OUT" => house.work_in_vain_after(LONGEST_PAUSE_S).await,
                _ => house.work_after(LONGEST_PAUSE_S).await,
            }
            assert_eq!(outcome(&house, &id).await, told);
            assert_eq!(house.log(&id).await[0]["state"], "WAITING");
        }
        receiver.now(|_| Answer::Status(200));
        house.work_after(LONGEST_PAUSE_S).await;
        assert_eq!(house.log(&id).await[0]["state"], "DELIVERED");
        let received = receiver.received();
        assert_eq!(received.len(), 6);
        assert!(received.iter().all(|one| one.id() == received[0].id() && one.text == received[0].text));
        assert!(elsewhere.received().is_empty(), "a redirect is not followed");
    }

    async fn evt_02_a_receiver_that_says_yes_may_say_too_much_or_hang_up(bench: Bench) {
        let house = House::open(bench).await;
        for (number, answer) in [Answer::Endless, Answer::CloseEarly].into_iter().enumerate() {
            let receiver = Receiver::start(move |_| answer.clone()).await;
            let id = id_of(&house.webhook(&receiver.url()).await);
            house.statement(&format!("s{number}"), "EXECUTED").await;
            house.work().await;
            assert_eq!(outcome(&house, &id).await, "DELIVERED");
            let log = house.log(&id).await;
            let event = log[0]["eventId"].as_str().unwrap().to_owned();
            let answer = house.attempts(&id, &event).await[0]["answer"].as_str().map_or(0, str::len);
            assert!(answer <= outgoing::transport::ANSWER_KEPT_MAX);
            house.request(&petrov(), http::Method::DELETE, &format!("/v1/webhooks/{id}")).send().await;
        }
    }

    async fn evt_02_nobody_there_and_wrong_tls_are_told_apart(bench: Bench) {
        let house = House::open(bench).await;
        let plain = Receiver::willing().await;
        let tls = id_of(&house.webhook(&format!("https://127.0.0.1:{}/", plain.port)).await);
        // Nobody listens on a port that is bound, and nobody else gets it.
        let bound = tokio::net::TcpSocket::new_v4().unwrap();
        bound.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let nobody = id_of(&house.webhook(&format!("http://{}/", bound.local_addr().unwrap())).await);
        let unknown = id_of(&house.webhook("https://no-such-host.invalid/").await);
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        assert_eq!(outcome(&house, &tls).await, "TLS_FAILED");
        assert_eq!(outcome(&house, &nobody).await, "UNREACHABLE");
        assert!(["NAME_UNKNOWN", "TIMED_OUT"].contains(&outcome(&house, &unknown).await.as_str().unwrap()));
        assert!(plain.received().is_empty());
    }

    async fn evt_02_a_receiver_that_hangs_costs_nobody_else_and_little_of_its_own(bench: Bench) {
        let house = House::open(bench).await;
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let hanging = Receiver::start(move |_| Answer::HangBehind(Arc::clone(&held))).await;
        let willing = Receiver::willing().await;
        let id = id_of(&house.webhook(&hanging.url()).await);
        house.webhook(&willing.url()).await;
        for number in 0..40 {
            house.statement(&format!("s{number}"), "DRAFT").await;
        }
        // It hangs until everybody else has everything.
        let others = async {
            while willing.received().len() < 40 || hanging.received().len() < 8 {
                tokio::task::yield_now().await;
            }
            gate.close();
        };
        tokio::join!(house.work(), others);
        assert_eq!(willing.received().len(), 40);
        assert_eq!(hanging.received().len(), 8, "the first round holds eight connections, and no others follow");
        // From then on one connection at a time asks whether it answers again.
        hanging.now(|_| Answer::Close);
        hanging.forget();
        house.work_after(LONGEST_PAUSE_S).await;
        assert_eq!(hanging.received().len(), 1);
        // New events do not wake it before its time.
        house.statement("new", "DRAFT").await;
        hanging.forget();
        house.work().await;
        assert!(hanging.received().is_empty());
        hanging.now(|_| Answer::Status(200));
        house.work_after(LONGEST_PAUSE_S).await;
        house.work_after(LONGEST_PAUSE_S).await;
        assert_eq!(hanging.received().len(), 41, "everything arrives when it answers");
        assert!(house.log(&id).await.iter().all(|entry| entry["state"] == "DELIVERED"));
    }

    async fn ops_05_after_72_hours_the_webhook_is_switched_off_and_the_administrator_told(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::start(|_| Answer::Status(500)).await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        let began = house.bench.clock.now();
        while house.state_of(&id).await == "ON" {
            house.work_after(3_600).await;
            assert!(receiver.received().len() < 60, "pauses grow");
        }
        let hours = house.bench.clock.now().microseconds_since(began) / 3_600_000_000;
        assert!((72..=82).contains(&hours), "{hours}");
        assert_eq!(house.state_of(&id).await, "UNREACHABLE");
        assert!(house.trail().await.contains(&"webhook.unreachable".to_owned()));
        let guide = webhooks::WebhooksGuide(house.state.clone());
        let caller = petrov();
        let person = pages::Person {
            user: &caller.user, company: &caller.company, roles: &[], language: pages::Language::English,
        };
        let waiting = pages::SectionGuide::waiting(&guide, person).await.unwrap().unwrap();
        assert_eq!((waiting.len(), waiting[0].count, waiting[0].is_fault), (1, 1, true));
        let count = receiver.received().len();
        house.work_after(LONGEST_PAUSE_S).await;
        assert_eq!(receiver.received().len(), count, "nothing is sent any more");
        receiver.now(|_| Answer::Status(200));
        house.post(&petrov(), &format!("/v1/webhooks/{id}/on"), &json!({})).await;
        house.work().await;
        assert!(pages::SectionGuide::waiting(&guide, person).await.unwrap().unwrap().is_empty());
        assert_eq!(house.state_of(&id).await, "ON");
    }

    async fn evt_02_another_address_gets_what_waits_at_once_and_72_hours_of_its_own(bench: Bench) {
        let (house, silent) = (House::open(bench).await, Receiver::start(|_| Answer::Close).await);
        let id = id_of(&house.webhook(&silent.url()).await);
        house.statement("s1", "EXECUTED").await;
        // Nearly three days, so that the next attempt is hours away.
        for _ in 0..71 {
            house.work_after(3_600).await;
        }
        let other = Receiver::start(|_| Answer::Status(500)).await;
        let terms = json!({"url": other.url(), "types": ["*"]});
        let path = format!("/v1/webhooks/{id}");
        let changed = house.request(&petrov(), http::Method::PUT, &path).json(&terms).send().await.json();
        assert!(changed["state"] == "ON" && changed["failingSince"].is_null(), "{changed}");
        house.work().await;
        assert_eq!(other.received().len(), 1);
        house.work_after(3 * 3_600).await;
        assert!(other.received().len() > 1);
        assert_eq!(house.state_of(&id).await, "ON", "it fails for three hours");
        other.now(|_| Answer::Status(200));
        house.work_after(LONGEST_PAUSE_S).await;
        assert_eq!(house.log(&id).await[0]["state"], "DELIVERED");
    }

    async fn evt_02_what_somebody_asks_for_is_tried_at_once_where_the_receiver_was_silent(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::start(|_| Answer::Close).await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        let path = format!("/v1/webhooks/{id}");
        house.statement("s1", "DRAFT").await;
        house.work().await;
        let first = receiver.received()[0].id();
        for (ask, body) in [("test", json!({})), ("redeliveries", json!({"eventId": first}))] {
            receiver.now(|_| Answer::Close);
            house.statement(ask, "DRAFT").await;
            house.work().await;
            receiver.forget();
            receiver.now(|_| Answer::Status(200));
            house.work().await;
            assert!(receiver.received().is_empty(), "{ask}: the pause lasts");
            assert_ne!(house.log(&id).await[0]["nextAttemptAt"], "2026-11-20T09:00:00Z", "{ask}: and the log says so");
            let asked = house.post(&petrov(), &format!("{path}/{ask}"), &body).await;
            assert_eq!(asked.status, 202, "{ask}: {}", asked.text());
            house.work().await;
            let event = asked.json()["eventId"].as_str().unwrap_or(&first).to_owned();
            assert!(receiver.received().iter().any(|one| one.id() == event), "{ask}");
        }
    }

    async fn evt_02_the_time_without_its_software_is_none_of_the_72_hours_of_a_webhook(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::start(|_| Answer::Status(500)).await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "EXECUTED").await;
        for _ in 0..60 {
            house.work_after(3_600).await;
        }
        for change in ["C00001 C00002,DISABLED", "C00002,ACTIVE"] {
            house.import(|text| text.replace("C00001 C00002,ACTIVE", change)).await;
            let count = receiver.received().len();
            for _ in 0..4 {
                house.work_after(6 * 3_600).await;
            }
            assert_eq!(receiver.received().len(), count, "{change}: nobody delivers for it");
            house.import(|text| text).await;
            house.work_after(600).await;
            assert!(receiver.received().len() > count, "{change}: it is told soon");
            assert_eq!((house.state_of(&id).await, &house.log(&id).await[0]["state"]),
                ("ON".into(), &"WAITING".into()), "{change}");
        }
        receiver.now(|_| Answer::Status(200));
        house.work_after(LONGEST_PAUSE_S).await;
        assert_eq!(house.log(&id).await[0]["state"], "DELIVERED");
    }

    async fn evt_02_days_on_which_nothing_waits_are_none_of_the_72_hours_of_a_webhook(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        receiver.now(|one| if one.fact("statementId") == "poison" { Answer::Status(422) } else { Answer::Status(200) });
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("poison", "DRAFT").await;
        house.work().await;
        house.work_after(30 * 3_600).await;
        house.statement("good", "DRAFT").await;
        house.work().await;
        for _ in 0..54 {
            house.work_after(3_600).await;
        }
        let log = house.log(&id).await;
        assert_eq!((&log[0]["state"], &log[1]["state"]), (&"DELIVERED".into(), &"FAILED".into()));
        receiver.now(|_| Answer::Status(500));
        house.statement("late", "DRAFT").await;
        house.work_after(4 * 86_400).await;
        assert_eq!(house.state_of(&id).await, "ON", "one failure after quiet days");
    }

    async fn evt_02_one_event_that_is_refused_for_72_hours_fails_and_the_webhook_goes_on(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        receiver.now(|one| if one.fact("statementId") == "poison" { Answer::Status(422) } else { Answer::Status(200) });
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("poison", "DRAFT").await;
        for hour in 0..90 {
            house.statement(&format!("s{hour}"), "DRAFT").await;
            house.work_after(3_600).await;
        }
        assert_eq!(house.state_of(&id).await, "ON");
        let log = house.log(&id).await;
        let poison = log.last().unwrap();
        assert_eq!(poison["state"], "FAILED");
        assert!(log[..90].iter().all(|entry| entry["state"] == "DELIVERED"));
    }

    async fn evt_02_an_event_that_fails_takes_no_other_with_it_and_begins_anew_where_it_is_asked_for(bench: Bench) {
        let house = House::open(bench).await;
        let (mut receivers, mut ids) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            let receiver = Receiver::start(|one| {
                let refuses = one.fact("statementId").as_str().is_some_and(|id| id.starts_with("poison"));
                Answer::Status(if refuses { 422 } else { 200 })
            }).await;
            ids.push(id_of(&house.webhook(&receiver.url()).await));
            receivers.push(receiver);
        }
        house.statement("poison", "DRAFT").await;
        house.work().await;
        let event = receivers[1].received()[0].id();
        let tries = || receivers[1].received().iter().filter(|one| one.id() == event).count();
        for step in 1..=15 {
            house.statement(&format!("s{step}"), "DRAFT").await;
            if step == 10 {
                house.statement("poison-later", "DRAFT").await;
            }
            house.work_after(6 * 3_600).await;
            if step == 10 {
                // The pauses of the first one are hours by now. One of the two webhooks is asked to begin anew.
                let before = tries();
                let path = format!("/v1/webhooks/{}/redeliveries", ids[1]);
                let asked = house.post(&petrov(), &path, &json!({ "eventId": event })).await;
                assert_eq!(asked.status, 202, "{}", asked.text());
                house.work().await;
                assert_eq!(tries(), before + 1, "at once");
                house.work_after(6).await;
                assert_eq!(tries(), before + 2, "and soon again");
            }
        }
        for (id, expected) in ids.iter().zip(["FAILED", "WAITING"]) {
            let log = house.log(id).await;
            let states: Vec<&Value> =
                log.iter().filter(|one| one["state"] != "DELIVERED").map(|one| &one["state"]).collect();
            assert_eq!(states, [&json!("WAITING"), &json!(expected)], "the later one is refused for 30 hours");
            assert_eq!(log.len(), 17);
        }
    }
}
