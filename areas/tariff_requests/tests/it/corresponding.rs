//! Letters about future changes (TAR-08).

use serde_json::{Value, json};
use std::sync::Arc;
use testkit::Bench;

use crate::bank::{Bank, code, ivanova, ivanova_of_vasilek, sidorov};

fn items(list: &Value) -> Vec<(&str, &str)> {
    let items = list["content"].as_array().unwrap();
    items
        .iter()
        .map(|item| (item["documentType"].as_str().unwrap(), item["state"].as_str().unwrap()))
        .collect()
}

const CANCEL: &str = "FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST";

/// Rounds in which two requests of one client are made at once.
const ROUNDS: u64 = 16;

testkit::on_both_engines! {
    async fn tar_08_a_letter_is_written_and_a_request_listed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let answer = bank.correspond(&ivanova(), "C00002", "1").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let body = answer.json();
        assert_eq!(body.as_object().unwrap().len(), 1);
        let mail = body["mailId"].as_str().unwrap();
        let list = bank.list(&ivanova(), "C00002", "").await;
        assert_eq!(items(&list), [(CANCEL, "UNSIGNED")]);
        assert_eq!(list["content"][0]["targetTariffPlanName"], "PRO 2026");
        let id = list["content"][0]["id"].as_i64().unwrap();
        let pre_sign = bank.part(&ivanova(), "C00002", id, "pre-sign").await;
        assert_eq!(pre_sign["bankDocumentType"], "CANCEL_CHANGE_TARIFF_REQUEST");
        let page = bank.page(&ivanova_of_vasilek(), &format!("/bank/letters/{mail}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("Отмена будущей смены тарифного плана № 1"), "{}", page.text());
        let letters = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert!(letters.text().contains(mail));
        // Somebody else does not see it.
        assert_eq!(bank.page(&ivanova(), &format!("/bank/letters/{mail}")).await.status, 404);
    }

    async fn tar_08_a_second_letter_is_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.correspond(&ivanova(), "C00002", "1").await;
        let second = bank.correspond(&ivanova(), "C00002", "1").await;
        assert_eq!((second.status.as_u16(), code(&second).as_str()), (400, "CANCEL_ALREADY_REQUESTED"));
        let letters = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert_eq!(letters.text().matches("class=\"row-link\"").count(), 1);
        // A request that was deleted does not stand in the way.
        let id = bank.list(&ivanova(), "C00002", "").await["content"][0]["id"].as_i64().unwrap();
        bank.delete(&ivanova(), "C00002", id).await;
        assert_eq!(bank.correspond(&ivanova(), "C00002", "1").await.status, 200);
    }

    async fn tar_08_of_equal_letters_at_once_one_is_written(bench: Bench) {
        let bank = Arc::new(Bank::demo(bench).await);
        let tasks: Vec<_> = (0..16).map(|_| {
            let bank = Arc::clone(&bank);
            tokio::spawn(async move { bank.correspond(&ivanova(), "C00002", "1").await })
        }).collect();
        let mut written = 0;
        for task in tasks {
            let answer = task.await.unwrap();
            if answer.status == 200 {
                written += 1;
            } else {
                assert_eq!(code(&answer), "CANCEL_ALREADY_REQUESTED");
            }
        }
        assert_eq!(written, 1);
        let letters = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert_eq!(letters.text().matches("class=\"row-link\"").count(), 1);
    }

    async fn tar_08_a_letter_whose_number_is_taken_is_written_with_the_next(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for round in 0..ROUNDS {
            let caller = ivanova();
            let (request, letter) = tokio::join!(
                bank.try_create(&caller, "C00002", "GROWTH"),
                bank.correspond(&caller, "C00002", "1")
            );
            assert_eq!(request.status, 200, "round {round}");
            assert_eq!(letter.status, 200, "round {round}: {}", letter.text());
            let list = bank.list(&caller, "C00002", "").await;
            let mut numbers = Vec::new();
            for item in list["content"].as_array().unwrap() {
                let id = item["id"].as_i64().unwrap();
                let pre_sign = bank.part(&caller, "C00002", id, "pre-sign").await;
                numbers.push(pre_sign["clientDocumentNumber"].as_u64().unwrap());
                assert_eq!(bank.delete(&caller, "C00002", id).await.status, 200);
            }
            numbers.sort_unstable();
            assert_eq!(numbers, [2 * round + 1, 2 * round + 2]);
        }
        // Each round has left one letter: the one whose number was taken is gone.
        let letters = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert_eq!(letters.text().matches("class=\"row-link\"").count(), 16);
    }

    async fn tar_08_changes_that_do_not_lie_ahead_are_not_found(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (caller, cnum, id) in [(ivanova(), "C00001", "1"), (ivanova(), "C00002", "2"), (ivanova(), "C00002", "0"),
            (ivanova(), "C00002", "-1"), (sidorov(), "C00003", "1")] {
            let answer = bank.correspond(&caller, cnum, id).await;
            let found = (answer.status.as_u16(), code(&answer));
            assert_eq!(found, (400, "FUTURE_CHANGE_NOT_FOUND".to_owned()), "{cnum} {id}");
        }
        bank.wait_until("2035-01-01T00:00:00+03:00");
        bank.work().await;
        assert_eq!(code(&bank.correspond(&ivanova(), "C00002", "1").await), "FUTURE_CHANGE_NOT_FOUND");
    }

    async fn tar_08_the_signed_request_cancels_the_change(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail = bank.correspond(&ivanova(), "C00002", "1").await.json()["mailId"].as_str().unwrap().to_owned();
        let id = bank.list(&ivanova(), "C00002", "").await["content"][0]["id"].as_i64().unwrap();
        assert_eq!(bank.sign(&ivanova_of_vasilek(), id).await.status, 303);
        bank.work().await;
        assert_eq!(items(&bank.list(&ivanova(), "C00002", "").await), [(CANCEL, "DONE")]);
        // The bank answers in the same letter.
        let letters = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert!(letters.text().contains("Новое"), "{}", letters.text());
        let letter = bank.page(&ivanova_of_vasilek(), &format!("/bank/letters/{mail}")).await;
        assert!(letter.text().contains("Будущая смена тарифного плана отменена."), "{}", letter.text());
        bank.wait_until("2035-01-01T00:00:00+03:00");
        bank.work().await;
        let plans = bank.page(&ivanova_of_vasilek(), "/bank/tariffs").await;
        assert!(plans.text().contains("Рост"), "the client keeps its plan");
        let again = bank.correspond(&ivanova(), "C00002", "1").await;
        assert_eq!(again.json()["code"], json!("FUTURE_CHANGE_NOT_FOUND"));
    }
}
