//! The worker: once, whole, after any crash, and in the order of corrections (CTC-05).

use audit::Filter;
use kernel::Clock;
use serde_json::json;
use store::{StoreError, Tx, params};
use testkit::{Bench, Engine, on_both_engines};

use crate::bank::{Bank, runner};
use crate::documents::{Certified, Message};

store::queries! {
    /// As a worker leaves a task that was killed between its two units of work.
    LEAVE_IN_CHECKING = "update certificate_tasks set state = 'CHECKING' where task_id = $1";
    /// As if the bytes had been lost.
    LOSE_DOCUMENT = "update certificate_documents set body = $2 where task_id = $1";
    /// As the last worker that died left a job before it is quarantined.
    ABOUT_TO_BE_QUARANTINED = "update jobs set fencing_token = 1, leased_until_us = 0, deaths = 9 where job_key = $1";
    /// A job that is given up is not done for a while.
    TAKE_JOB_AWAY = "delete from jobs where job_key = $1";
    /// The events of a task by name.
    EVENTS = "select event_type from event_outbox where object_id = $1 order by event_type";
}

/// The actions of the trail about a task by name: in one moment of the clock they have no order.
async fn actions(bank: &Bank, id: &str) -> Vec<String> {
    let filter = Filter { object_id: Some(id.to_owned()), ..Filter::default() };
    let entries = audit::list(&bank.bench.store, &filter, 100).await.unwrap();
    let mut actions: Vec<String> = entries.into_iter().map(|entry| entry.action).collect();
    actions.sort();
    actions
}

async fn change(bank: &Bank, query: &'static store::Query, id: &str, body: Option<&[u8]>) {
    let values = [params![id], body.map(|body| params![body]).unwrap_or_default()].concat();
    let work = move |tx: &mut Tx| tx.execute_one(query, values.clone());
    bank.bench.store.write::<_, StoreError>("change", work).await.unwrap();
}

on_both_engines! {
    async fn ctc_05_a_task_left_in_checking_is_finished(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        change(&bank, &LEAVE_IN_CHECKING, &id, None).await;
        assert_eq!(bank.task(&id).await["status"], "CHECKING");
        let path = format!("/v1/iso20022/tasks/{id}/status-report");
        assert!(bank.get(&crate::bank::ivanova(), &path).await.text().contains("<Sts>PDNG</Sts>"));
        bank.work().await;
        assert_eq!(bank.task(&id).await["status"], "ACCEPTED");
        assert_eq!(actions(&bank, &id).await, ["certificate_task.checked", "certificate_task.registered"]);
    }

    async fn ctc_05_many_workers_check_each_task_once(bench: Bench) {
        let bank = Bank::new(bench).await;
        let mut ids = Vec::new();
        for number in 0..12 {
            ids.push(bank.taken(Message::new(&format!("M-{number}")).xml()).await);
        }
        let mut runners = vec![runner(&bank.bench, &bank.state), runner(&bank.bench, &bank.state)];
        if bank.bench.engine == Engine::Postgres {
            let (state, _) = bank.second().await;
            runners.push(runner(&bank.bench, &state));
        }
        let work: Vec<_> =
            runners.into_iter().map(|runner| tokio::spawn(async move { runner.drain().await })).collect();
        for work in work {
            work.await.unwrap().unwrap();
        }
        bank.work().await;
        for id in ids {
            assert_eq!(bank.task(&id).await["status"], "ACCEPTED");
            let expected =
                ["certificate_task.checked", "certificate_task.checking", "certificate_task.registered"];
            assert_eq!(actions(&bank, &id).await, expected);
        }
    }

    async fn ctc_05_a_task_that_was_registered_is_checked_as_of_its_day(bench: Bench) {
        let bank = Bank::new(bench).await;
        let tomorrow = Certified { issued_on: "2026-11-21".to_owned(), ..Certified::new("T-1") };
        let id = bank.taken(Message::with("M-1", vec![tomorrow]).xml()).await;
        // The worker comes two days late.
        bank.bench.clock.advance_seconds(2 * 24 * 60 * 60);
        bank.work().await;
        assert_eq!(bank.task(&id).await["certificates"][0]["reasons"][0]["code"], "FUTURE_DATE");
    }

    async fn ctc_05_a_correction_waits_for_what_it_corrects(bench: Bench) {
        let bank = Bank::new(bench).await;
        let document =
            Message::with("M-1", vec![Certified { amount: "0".to_owned(), ..Certified::new("T-1") }]).xml();
        let original = bank.taken(document.clone()).await;
        change(&bank, &LOSE_DOCUMENT, &original, Some(b"<lost/>")).await;
        let correction =
            bank.taken(Message::with("M-2", vec![Certified::correcting("T-2", "C-T-1")]).xml()).await;
        bank.work().await;
        let state = async |id: &String| bank.task(id).await["status"].clone();
        assert_eq!((state(&original).await, state(&correction).await), (json!("CHECKING"), json!("CHECKING")));
        // The bytes are found again; later both are checked, each as it has to be.
        change(&bank, &LOSE_DOCUMENT, &original, Some(document.as_bytes())).await;
        for _ in 0..10 {
            bank.bench.clock.advance_seconds(2);
            bank.work().await;
        }
        assert_eq!((state(&original).await, state(&correction).await), (json!("REJECTED"), json!("REJECTED")));
        assert_eq!(bank.task(&correction).await["certificates"][0]["reasons"][0]["code"], "ORIGINAL_REJECTED");
    }

    async fn ctc_05_a_correction_does_not_wait_for_ever(bench: Bench) {
        let bank = Bank::new(bench).await;
        let original = bank.taken(Message::new("M-1").xml()).await;
        change(&bank, &TAKE_JOB_AWAY, &original, None).await;
        let correction =
            bank.taken(Message::with("M-2", vec![Certified::correcting("T-2", "C-M-1-T")]).xml()).await;
        bank.work().await;
        assert_eq!(bank.task(&correction).await["status"], "CHECKING");
        bank.bench.clock.advance_seconds(601);
        bank.work().await;
        assert_eq!(bank.task(&correction).await["status"], "ACCEPTED");
        assert_eq!(bank.task(&original).await["status"], "REGISTERED");
    }

    async fn ctc_05_a_task_at_which_workers_die_is_rejected(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        change(&bank, &ABOUT_TO_BE_QUARANTINED, &id, None).await;
        let other = bank.taken(Message::new("M-2").xml()).await;
        bank.work().await;
        assert_eq!(
            (&bank.task(&id).await["status"], &bank.task(&other).await["status"]),
            (&json!("REJECTED"), &json!("ACCEPTED"))
        );
        assert_eq!(bank.task(&id).await["certificates"][0]["reasons"][0]["code"], "NOT_CHECKED");
        let given_up = jobs::given_up(&bank.bench.store).await.unwrap();
        assert!(given_up.len() == 1 && given_up[0].reason.starts_with("quarantined"));
    }

    async fn ctc_05_a_task_that_cannot_be_checked_is_rejected_with_a_reason(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id =
            bank.taken(Message::with("M-1", vec![Certified::new("T-1"), Certified::new("T-2")]).xml()).await;
        change(&bank, &LOSE_DOCUMENT, &id, Some(b"<lost/>")).await;
        for attempt in 0..jobs::ATTEMPTS_MAX {
            if attempt > 0 {
                assert_eq!(bank.task(&id).await["status"], "CHECKING", "after {attempt} attempts");
            }
            bank.bench.clock.advance_seconds(600);
            assert_eq!(bank.work().await, 1);
        }
        let task = bank.task(&id).await;
        assert_eq!(task["status"], "REJECTED");
        let reason = json!({
            "code": "NOT_CHECKED", "line": 1, "column": 1, "path": "/Document",
            "message": "Банк не смог проверить справку: подайте её заново в новом сообщении",
        });
        for certificate in task["certificates"].as_array().unwrap() {
            assert_eq!((&certificate["status"], &certificate["reasons"]), (&json!("REJECTED"), &json!([reason])));
        }
        let expected =
            ["certificate_task.checking", "certificate_task.given_up", "certificate_task.registered"];
        assert_eq!(actions(&bank, &id).await, expected);
        assert_eq!(bank.work().await, 0);
        let report =
            bank.get(&crate::bank::ivanova(), &format!("/v1/iso20022/tasks/{id}/status-report")).await;
        assert!(report.text().contains("<Sts>RJCT</Sts>") && report.text().contains("<Prtry>NOT_CHECKED</Prtry>"));
        let page =
            crate::pages::page(&bank, &crate::bank::ivanova(), &format!("/bank/certificates/{id}")).await;
        for text in [
            "Отклонено", "Банк не смог проверить справку", "Справка C-T-2", "Банк не может прочитать документ",
        ] {
            assert!(page.contains(text), "{text} in {page}");
        }
        // An operator who has the job done again finds it ended.
        let (key, now) = (id.clone(), bank.bench.clock.now());
        let again = move |tx: &mut Tx| jobs::enqueue(tx, currency_certificates::CHECK, &key, now);
        bank.bench.store.write::<_, StoreError>("again", again).await.unwrap();
        assert_eq!((bank.work().await, bank.work().await), (1, 0));
        bank.bench.clock.advance_seconds(600);
        assert_eq!(bank.work().await, 0, "its job has ended");
        assert_eq!(bank.task(&id).await, task);
        let events = bank.bench.store.query(&EVENTS, params![id.as_str()]).await.unwrap();
        let events: Vec<&str> = events.iter().map(|row| row.text("event_type").unwrap()).collect();
        let expected = ["certificate.task.checking", "certificate.task.registered", "certificate.task.rejected"];
        assert_eq!(events, expected);
    }
}
