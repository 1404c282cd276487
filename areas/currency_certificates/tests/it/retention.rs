//! Messages that are over their time leave for an archive (LIF-03); what a later one corrects stays.

use std::sync::{Arc, Mutex};

use kernel::Instant;
use retention::{Step, Watch};
use store::{StoreError, Tx, params};
use testkit::archivist::{Archivist, DAY_S, unwatched};
use testkit::{Bench, on_both_engines};
use tokio::runtime::Handle;

use crate::bank::{Bank, ivanova};
use crate::documents::{Certified, Message};

store::queries! {
    LEFT_MESSAGES = "select message_id from certificate_tasks order by message_id";
    /// The end of a check, put where a test wants it.
    ENDED = "update certificate_tasks set state_changed_at_us = $2 where task_id = $1";
    /// A message that came a moment later.
    LATER_TASK = "insert into certificate_tasks (task_id, cnum, message_id, message_name, message_created_at, user_id, \
        certificate_count, state, registered_at_us, state_changed_at_us)
        select 'later', cnum, 'M-9', message_name, message_created_at, user_id, 1, 'REGISTERED', \
        registered_at_us + 1, registered_at_us + 1 from certificate_tasks where task_id = $1";
    /// It corrects the certificate of another.
    LATER_CERTIFICATE = "insert into certificates (task_id, position, cnum, transaction_id, owner_cnum, \
        notification_id, document_id, issued_on, is_correction, original_id)
        select 'later', 1, cnum, 'T-9', owner_cnum, notification_id, 'C-9', issued_on, true, document_id \
        from certificates where task_id = $1";
}

async fn archivist(bank: &Bank) -> Archivist {
    Archivist::new(&bank.bench, currency_certificates::AREA.kept, 10).await
}

async fn messages(bank: &Bank) -> Vec<String> {
    let rows = bank.bench.store.query(&LEFT_MESSAGES, params![]).await.unwrap();
    rows.iter().map(|row| row.text("message_id").unwrap().to_owned()).collect()
}

/// A message of one certificate that was checked.
async fn checked(bank: &Bank, number: u32) -> String {
    let certificates = vec![Certified::new(&format!("T-{number}"))];
    let task = bank.taken(Message::with(&format!("M-{number}"), certificates).xml()).await;
    bank.work().await;
    task
}

fn advance(bank: &Bank, days: i64) {
    bank.bench.clock.advance_seconds(days * DAY_S);
}

on_both_engines! {
    async fn lif_03_messages_leave_when_their_check_has_ended(bench: Bench) {
        let bank = Bank::new(bench).await;
        let archivist = archivist(&bank).await;
        let accepted = checked(&bank, 1).await;
        let wrong = Certified { amount: "0".to_owned(), ..Certified::new("T-2") };
        let rejected = bank.taken(Message::with("M-2", vec![wrong]).xml()).await;
        bank.work().await;
        assert_eq!(bank.task(&rejected).await["status"], "REJECTED");
        // Nobody checks the third, however old it is.
        bank.taken(Message::with("M-3", vec![Certified::new("T-3")]).xml()).await;
        advance(&bank, 20);
        assert_eq!(archivist.planned(&bank.bench, "certificate_tasks").await, 2);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(messages(&bank).await, ["M-3"]);
        let gone = bank.get(&ivanova(), &format!("/v1/iso20022/tasks/{accepted}")).await;
        assert_eq!(gone.status, 404);
        let inspection = archivist.inspection();
        assert_eq!(inspection.findings, Vec::<String>::new());
        for (table, count) in
            [("certificate_tasks", 2), ("certificate_documents", 2), ("certificates", 2), ("certificate_reasons", 1)]
        {
            assert_eq!(inspection.rows.get(table), Some(&count), "{table}");
        }
    }

    async fn lif_03_what_a_kept_message_corrects_stays(bench: Bench) {
        let bank = Bank::new(bench).await;
        let archivist = archivist(&bank).await;
        checked(&bank, 1).await;
        advance(&bank, 5);
        bank.taken(Message::with("M-2", vec![Certified::correcting("T-2", "C-T-1")]).xml()).await;
        bank.work().await;
        advance(&bank, 8);
        assert_eq!(archivist.planned(&bank.bench, "certificate_tasks").await, 0);
        assert!(archivist.archive(&bank.bench, unwatched()).await.unwrap().is_empty());
        assert_eq!(messages(&bank).await, ["M-1", "M-2"]);
        // The correction is over its time too: both leave, what is corrected behind it, and the plan knows.
        advance(&bank, 20);
        assert_eq!(archivist.planned(&bank.bench, "certificate_tasks").await, 2);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(messages(&bank).await, Vec::<String>::new());
        assert_eq!(archivist.inspection().findings, Vec::<String>::new());
    }

    async fn lif_03_messages_of_the_first_kept_day_stay(bench: Bench) {
        let bank = Bank::new(bench).await;
        let archivist = archivist(&bank).await;
        let tasks = [checked(&bank, 1).await, checked(&bank, 2).await, checked(&bank, 3).await];
        advance(&bank, 30);
        let kept_from = archivist.kept_from(&bank.bench).microseconds();
        for (task, shift) in tasks.into_iter().zip([-1, 0, 1]) {
            let at = Instant::from_microseconds(kept_from + shift);
            let work = move |tx: &mut Tx| tx.execute_one(&ENDED, params![task.as_str(), at]);
            bank.bench.store.write::<_, StoreError>("test.ended", work).await.unwrap();
        }
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(messages(&bank).await, ["M-2", "M-3"]);
    }

    async fn lif_03_messages_survive_a_kill_at_any_step(bench: Bench) {
        let bank = Bank::new(bench).await;
        let archivist = archivist(&bank).await;
        for number in 1..=3 {
            checked(&bank, number).await;
        }
        bank.taken(Message::with("M-4", vec![Certified::correcting("T-4", "C-T-1")]).xml()).await;
        bank.work().await;
        bank.taken(Message::with("M-5", vec![Certified::new("T-5")]).xml()).await;
        advance(&bank, 20);
        let kills = archivist.survive(&bank.bench).await;
        assert!(kills >= 9, "every step of a unit with five tables: {kills}");
        assert_eq!(archivist.archived("certificate_tasks"), 4);
        assert_eq!(messages(&bank).await, ["M-5"]);
    }

    async fn lif_03_a_correction_that_comes_meanwhile_keeps_what_it_corrects(bench: Bench) {
        let bank = Bank::new(bench).await;
        let archivist = archivist(&bank).await;
        let task = checked(&bank, 1).await;
        advance(&bank, 20);
        let (store, handle) = (bank.bench.store.clone(), Handle::current());
        let is_done = Mutex::new(false);
        let watch: Watch = Arc::new(move |step| {
            if step == Step::Noted && !std::mem::replace(&mut *is_done.lock().unwrap(), true) {
                let task = task.clone();
                let write = store.write::<_, StoreError>("test.correct", move |tx: &mut Tx| {
                    tx.execute_one(&LATER_TASK, params![task.as_str()])?;
                    tx.execute_one(&LATER_CERTIFICATE, params![task.as_str()])
                });
                tokio::task::block_in_place(|| handle.block_on(write)).unwrap();
            }
            Ok(())
        });
        assert!(archivist.archive(&bank.bench, watch).await.unwrap().is_empty());
        assert_eq!(messages(&bank).await, ["M-1", "M-9"]);
        assert_eq!((archivist.archived("certificates"), archivist.inspection().findings), (0, Vec::new()));
    }
}
