//! The accounts that each user sees (ACC-04, ACC-05, GEN-04).

use testkit::{Answer, Bench, TestCaller, on_both_engines};

use crate::bank::{ABSENT, ABSENT_ACCOUNT, Bank, CARD, KOLOS, SETTLEMENT, VASILEK, ivanova, petrov, sidorov};

type Comparable = (u16, Vec<(String, Vec<u8>)>, Vec<u8>);

/// Everything of the answer but what names the one request.
fn without_request(answer: &Answer) -> Comparable {
    let own = ["x-request-id", "traceresponse"];
    let headers = answer.headers.iter().filter(|(name, _)| !own.contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).collect();
    (answer.status.as_u16(), headers, answer.body.clone())
}

async fn get(bank: &Bank, caller: &TestCaller, number: &str) -> Answer {
    bank.get(caller, &format!("/v1/accounts/{number}?fields=Number,Balance")).await
}

on_both_engines! {
    async fn acc_05_an_account_of_somebody_else_is_absent(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (caller, number) in [(petrov(), KOLOS), (petrov(), VASILEK), (ivanova(), CARD), (sidorov(), SETTLEMENT)] {
            let answer = get(&bank, &caller, number).await;
            assert_eq!(answer.status, 404);
            assert_eq!(answer.text(), ABSENT_ACCOUNT);
        }
        assert_eq!(get(&bank, &ivanova(), VASILEK).await.status, 200);
        assert_eq!(get(&bank, &sidorov(), KOLOS).await.status, 200);
    }

    async fn gen_04_somebody_elses_account_equals_an_absent_one(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let absent = without_request(&get(&bank, &petrov(), ABSENT).await);
        assert_eq!(absent.0, 404);
        for number in [KOLOS, CARD, VASILEK, "123", "not-a-number", "4070281080000000002%D1%8F"] {
            assert_eq!(without_request(&get(&bank, &petrov(), number).await), absent, "{number}");
        }
    }

    async fn acc_04_a_client_sees_only_the_companies_it_is_registered_for(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let through_the_other = TestCaller::new("U00001", "C00001").with_client("kolos-erp");
        assert_eq!(get(&bank, &through_the_other, SETTLEMENT).await.status, 404);
        assert!(bank.numbers(&through_the_other, "").await.is_empty());
    }

    async fn acc_04_a_withdrawn_right_counts_at_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        assert_eq!(bank.numbers(&ivanova(), "").await.len(), 5);
        bank.add("user_rights", "login,cnum,rights\nivanova,C00002,ACT EDIT_PAYROLL\n").await.unwrap();
        assert_eq!(get(&bank, &ivanova(), VASILEK).await.status, 404);
        assert_eq!(bank.numbers(&ivanova(), "").await.len(), 4);
    }

    async fn acc_04_a_company_that_the_user_may_not_act_for_shows_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // The tokens of petrov name the related company, for which petrov has no right.
        let elsewhere = TestCaller::new("U00002", "C00002");
        assert!(bank.numbers(&elsewhere, "").await.is_empty());
        assert_eq!(get(&bank, &elsewhere, SETTLEMENT).await.status, 404);
    }
}
