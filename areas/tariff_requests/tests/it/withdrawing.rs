//! Withdrawal of a request before the bank begins (TAR-03).

use store::{StoreError, Tx, params};
use testkit::Bench;

use crate::answering::cancellation;
use crate::bank::{Bank, code, ivanova, ivanova_of_vasilek, petrov, sidorov};
use crate::working::changes;

store::queries! {
    /// The bank has begun.
    BEGIN = "update tariff_requests set state = 'PROCESSING' where request_id = $1";
    /// Audit entries of one kind.
    AUDIT = "select count(*) as entries from audit_entries where action = $1";
    /// The workers come to the jobs of a kind at another time.
    PUT_OFF = "update jobs set run_at_us = $2 where kind = $1";
}

async fn states(bank: &Bank, caller: &testkit::TestCaller, cnum: &str, id: i64) -> Vec<String> {
    bank.history(caller, cnum, id).await.into_iter().map(|(state, _)| state).collect()
}

testkit::on_both_engines! {
    async fn tar_03_an_absent_second_signer_blocks_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(code(&bank.try_create(&ivanova(), "C00001", "PRO").await), "REQUEST_ALREADY_EXISTS");
        assert_eq!(
            code(&bank.delete(&ivanova(), "C00001", id).await),
            "REQUEST_NOT_UNSIGNED",
            "only what is unsigned is deleted"
        );
        bank.bench.clock.advance_seconds(60);
        let answer = bank.withdraw(&ivanova(), id).await;
        assert_eq!(
            (answer.status.as_u16(), answer.location()),
            (303, Some(format!("/bank/tariffs/{id}?done=withdrawn").as_str()))
        );
        let history = bank.history(&ivanova(), "C00001", id).await;
        let author = history[0].1.clone();
        assert_eq!(history.last(), Some(&("CANCELLED".to_owned(), author)));
        let raw = bank.part(&ivanova(), "C00001", id, "state/history").await;
        assert_eq!(raw["states"][2]["date"], "2026-11-20T12:01:00+03:00", "{raw}");
        let row = bank.bench.store.query_optional(&AUDIT, params!["tariff_request.withdrawn"]).await.unwrap().unwrap();
        assert_eq!(row.integer("entries").unwrap(), 1);
        // It stays in the list, nobody signs it any more, and a new one can be made.
        let list = bank.list(&ivanova(), "C00001", "").await;
        assert_eq!((&list["content"][0]["id"], &list["content"][0]["state"]), (&id.into(), &"CANCELLED".into()));
        assert_eq!(bank.sign(&petrov(), id).await.status, 409);
        assert_eq!(bank.withdraw(&ivanova(), id).await.status, 409);
        bank.create(&ivanova(), "C00001", "PRO").await;
    }

    async fn tar_03_a_signed_request_is_withdrawn_until_the_bank_begins(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        assert_eq!(bank.sign(&sidorov(), id).await.status, 303);
        assert_eq!(bank.withdraw(&sidorov(), id).await.status, 303);
        bank.work().await;
        assert_eq!(states(&bank, &sidorov(), "C00003", id).await, ["UNSIGNED", "SIGNED", "CANCELLED"]);
        // A job that comes again finds nothing to do.
        let now = kernel::Clock::now(&*bank.bench.clock);
        let again =
            move |tx: &mut Tx| jobs::enqueue(tx, tariff_requests::worker::CARRY_OUT, &id.to_string(), now);
        bank.bench.store.write::<_, StoreError>("again", again).await.unwrap();
        bank.work().await;
        assert_eq!(states(&bank, &sidorov(), "C00003", id).await, ["UNSIGNED", "SIGNED", "CANCELLED"]);
        // Once the bank has begun, or is done, it is too late.
        let begun = bank.create(&sidorov(), "C00003", "PRO").await;
        assert_eq!(bank.sign(&sidorov(), begun).await.status, 303);
        let begin = move |tx: &mut Tx| tx.execute_one(&BEGIN, params![begun]);
        bank.bench.store.write::<_, StoreError>("begin", begin).await.unwrap();
        assert_eq!(bank.withdraw(&sidorov(), begun).await.status, 409);
        assert!(!bank.page(&sidorov(), &format!("/bank/tariffs/{begun}")).await.text().contains("/withdraw"));
        bank.work().await;
        assert_eq!(bank.state(&sidorov(), "C00003", begun).await, "DONE");
        assert_eq!(bank.withdraw(&sidorov(), begun).await.status, 409);
    }

    async fn tar_03_a_change_whose_cancellation_is_withdrawn_on_its_day_begins_then(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = cancellation(&bank).await;
        // No worker comes to the request before it is withdrawn.
        let later = kernel::Clock::now(&*bank.bench.clock).plus_seconds(30 * 86_400);
        let put_off =
            move |tx: &mut Tx| tx.execute_one(&PUT_OFF, params![tariff_requests::worker::CARRY_OUT.name(), later]);
        bank.bench.store.write::<_, StoreError>("put off", put_off).await.unwrap();
        bank.wait_until("2026-11-21T00:00:00+03:00");
        bank.work().await;
        assert_eq!(changes(&bank, "C00002").await, ["PRO 2026-11-21 PLANNED"]);
        assert_eq!(bank.withdraw(&ivanova_of_vasilek(), id).await.status, 303);
        bank.work().await;
        assert_eq!(changes(&bank, "C00002").await, ["PRO 2026-11-21 EFFECTIVE"]);
    }

    async fn tar_03_the_page_asks_whether_it_is_meant(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let (path, form) = (format!("/bank/tariffs/{id}"), format!("/bank/tariffs/{id}/withdraw"));
        let unsigned = bank.page(&ivanova(), &path).await;
        assert!(unsigned.text().contains("/delete") && !unsigned.text().contains("/withdraw"), "{}", unsigned.text());
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        let page = bank.page(&ivanova(), &path).await;
        assert!(
            page.text().contains(&form)
                && page.text().contains("Отозвать вместе")
                && !page.text().contains("/delete")
        );
        for fields in [&[][..], &[("sure", "no")][..]] {
            let asked = bank.send(&ivanova(), &form, fields).await;
            assert_eq!(asked.status, 422);
            assert!(asked.text().contains("sure-fault") && asked.text().contains("Отметьте"), "{}", asked.text());
        }
        let fields = [("csrf", testkit::TEST_CSRF)];
        let english = bank
            .pages
            .post(&form)
            .online_bank(&bank.bench.tokens, &ivanova())
            .header("accept-language", "en");
        assert!(english.form(&fields).send().await.text().contains("Tick that the request is to be withdrawn."));
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        // Without the session's token, and by a company that it does not belong to.
        let foreign = bank.pages.post(&form).online_bank(&bank.bench.tokens, &ivanova());
        assert_eq!(foreign.form(&[("sure", "yes")]).send().await.status, 403);
        assert_eq!(bank.withdraw(&sidorov(), id).await.status, 404);
        // Every user who may act for the company withdraws it, with a signature or without.
        assert_eq!(bank.withdraw(&petrov(), id).await.status, 303);
        let done = bank.page(&petrov(), &format!("{path}?done=withdrawn")).await;
        assert!(done.text().contains("Заявление отозвано.") && !done.text().contains("/withdraw"), "{}", done.text());
    }

    async fn tar_03_withdrawal_and_the_beginning_of_work_exclude_each_other(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for round in 0..24 {
            let id = bank.create(&sidorov(), "C00003", if round % 2 == 0 { "PRO" } else { "GROWTH" }).await;
            assert_eq!(bank.sign(&sidorov(), id).await.status, 303);
            let caller = sidorov();
            // Each of them first by turns, so that both ways to end can be met.
            let (answer, ()) = if round % 3 == 0 {
                let (worked, answer) = tokio::join!(bank.work(), bank.withdraw(&caller, id));
                (answer, worked)
            } else {
                tokio::join!(bank.withdraw(&caller, id), bank.work())
            };
            bank.work().await;
            let states = states(&bank, &caller, "C00003", id).await;
            match answer.status.as_u16() {
                303 => assert_eq!(states, ["UNSIGNED", "SIGNED", "CANCELLED"], "round {round}"),
                409 => assert_eq!(states, ["UNSIGNED", "SIGNED", "PROCESSING", "DONE"], "round {round}"),
                other => panic!("{other}: {}", answer.text()),
            }
            assert_eq!(jobs_of_carrying_out(&bank).await, 0, "round {round}");
        }
    }
}

async fn jobs_of_carrying_out(bank: &Bank) -> i64 {
    let waiting = jobs::waiting(&bank.bench.store).await.unwrap();
    waiting.iter().filter(|kind| kind.kind == "tariff_request.carry_out").map(|kind| kind.jobs).sum()
}
