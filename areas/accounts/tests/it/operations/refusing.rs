//! Refuses people without the right, and questions that make no sense.

use serde_json::json;
use testkit::{Bench, TestCaller, on_both_engines};

use crate::bank::{ABSENT, ABSENT_ACCOUNT, Bank, CARD, KOLOS, SETTLEMENT, VASILEK, ivanova, petrov, sidorov};

on_both_engines! {
    async fn onl_01_operations_of_somebody_else_are_those_of_an_absent_account(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let through_the_other = TestCaller::new("U00001", "C00001").with_client("kolos-erp");
        let cases = [
            (petrov(), ABSENT), (petrov(), KOLOS), (petrov(), VASILEK), (ivanova(), CARD), (sidorov(), SETTLEMENT),
            (through_the_other, SETTLEMENT), (petrov(), "123"), (petrov(), "x"),
            (TestCaller::new("U00002", "C00002"), SETTLEMENT),
        ];
        for (caller, number) in cases {
            let answer = bank.get(&caller, &format!("/v1/accounts/{number}/operations")).await;
            let absent = ABSENT_ACCOUNT;
            assert_eq!(answer.text(), absent, "{number}");
        }
        bank.add("user_rights", "login,cnum,rights\nivanova,C00002,ACT EDIT_PAYROLL\n").await.unwrap();
        let withdrawn = bank.get(&ivanova(), &format!("/v1/accounts/{VASILEK}/operations")).await;
        assert_eq!(withdrawn.status, 404);
        let none = bank.client.get(&format!("/v1/accounts/{SETTLEMENT}/operations")).send().await;
        assert_eq!(none.status, 401);
    }

    async fn onl_01_a_wrong_question_is_refused_by_name(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let long = format!("search={}", "x".repeat(101));
        let cases = [
            ("from=2026-13-01", "from"), ("from=20261120", "from"), ("to=yesterday", "to"),
            ("to=2026-02-29", "to"), ("from=2026-11-21&to=2026-11-20", "to"),
                ("from=2026-01-01&from=2026-01-02", "from"),
            ("cursor=-1", "cursor"), ("cursor=1x", "cursor"),
                ("cursor=9999999999999999999", "cursor"),
            ("limit=0", "limit"), ("limit=1001", "limit"), (long.as_str(), "search"), ("search=%00", "search"),
        ];
        for (query, name) in cases {
            let answer = bank.get(&petrov(), &format!("/v1/accounts/{SETTLEMENT}/operations?{query}")).await;
            let body = answer.json();
            let message = body["message"].as_str().unwrap().to_owned();
            assert_eq!(body, json!({"status": 400, "error": "Bad Request", "message": message}), "{query}");
            assert!(message.contains(&format!("`{name}`")), "{query}: {message}");
        }
        // GEN-07: an empty value is an absent one.
        for query in [
            "cursor=0", "cursor=1", "cursor=999999999999999999", "search=", "search=+", "limit=1000", "from=", "to=",
            "cursor=", "limit=",
        ] {
            let answer = bank.get(&petrov(), &format!("/v1/accounts/{SETTLEMENT}/operations?{query}")).await;
            assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        }
    }
}
