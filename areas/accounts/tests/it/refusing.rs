//! The refusals of the operations with their bodies (ACC-02, GEN-01, GEN-02, GEN-07).

use accounts::Field;
use serde_json::json;
use testkit::{Answer, Bench, on_both_engines};

use crate::bank::{Bank, SETTLEMENT, ivanova, petrov};

fn message(answer: &Answer, status: u16, error: &str) -> String {
    let body = answer.json();
    assert_eq!(answer.status, status, "{body}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let message = body["message"].as_str().unwrap().to_owned();
    assert_eq!(body, json!({"status": status, "error": error, "message": message}));
    message
}

on_both_engines! {
    async fn acc_02_a_wrong_fields_parameter_is_named_with_what_is_allowed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let allowed = Field::ALL.iter().map(|field| field.name()).collect::<Vec<_>>().join(", ");
        let cases = [
            ("", "fields is missing"), ("?field=Number", "fields is missing"),
            ("?fields=", "fields is missing"), ("?fields", "fields is missing"),
            ("?fields[]=", "fields is missing"), ("?fields=Number,,Type", "empty value ''"),
            ("?fields=Number,", "empty value ''"), ("?fields=number", "unknown value 'number'"),
            ("?fields=Id", "unknown value 'Id'"), ("?fields=Number,Saldo", "unknown value 'Saldo'"),
            ("?fields=%D0%A1%D1%87%D1%91%D1%82", "unknown value 'Счёт'"), ("?fields=Number%20", "unknown value \
                'Number '"),
        ];
        for (query, part) in cases {
            for path in [format!("/v1/accounts{query}"), format!("/v1/accounts/{SETTLEMENT}{query}")] {
                let message = message(&bank.get(&petrov(), &path).await, 400, "Bad Request");
                assert!(message.contains(part) && message.contains(&allowed), "{path}: {message}");
            }
        }
    }

    async fn acc_02_repeated_and_comma_separated_fields_are_the_same(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let with_commas = bank.account_text(&petrov(), SETTLEMENT, "Number,Type").await;
        assert_eq!(bank.account_text(&petrov(), SETTLEMENT, "Number&fields=Type").await, with_commas);
        assert_eq!(bank.account_text(&petrov(), SETTLEMENT, "Number%2CType").await, with_commas);
        assert_eq!(with_commas, r#"{"id":"ACC-00000001","number":"40702810600000000001","type":1}"#);
    }

    async fn gen_07_limit_and_offset_outside_their_range_are_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let wrong = ["0", "-1", "1001", "2147483648", "99999999999999999999", "x", "1.0", "+1", "%D9%A1"];
        for value in wrong {
            let path = format!("/v1/accounts?fields=Number&limit={value}");
            assert!(message(&bank.get(&ivanova(), &path).await, 400, "Bad Request").contains("limit"));
        }
        for value in ["-1", "2147483648", "-2147483649", "x"] {
            let path = format!("/v1/accounts?fields=Number&offset={value}");
            assert!(message(&bank.get(&ivanova(), &path).await, 400, "Bad Request").contains("offset"));
        }
        let twice = bank.get(&ivanova(), "/v1/accounts?fields=Number&limit=1&limit=2").await;
        assert!(message(&twice, 400, "Bad Request").contains("limit"));
    }

    async fn gen_01_both_tokens_are_needed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let pair = bank.bench.tokens.pair(&petrov());
        for path in ["/v1/accounts?fields=Number", "/v1/accounts/40702810600000000001?fields=Number"] {
            let none = bank.client.get(path).send().await;
            assert_eq!(none.header("www-authenticate"), Some("Bearer"));
            message(&none, 401, "Unauthorized");
            message(&bank.client.get(path).bearer(&pair.access).send().await, 401, "Unauthorized");
            message(&bank.client.get(path).id_token(&pair.identity).send().await, 401, "Unauthorized");
            for (kind, broken) in bank.bench.tokens.broken_pairs(&petrov()) {
                let answer = bank.client.get(path).tokens(&broken).send().await;
                assert!(!message(&answer, 401, "Unauthorized").is_empty(), "{kind}");
            }
        }
    }

    async fn gen_02_every_error_has_the_body_of_the_area(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let pair = bank.bench.tokens.pair(&petrov());
        let unknown = bank.get(&petrov(), "/v1/accounts/1/unknown").await;
        message(&unknown, 404, "Not Found");
        let posted = bank.client.post("/v1/accounts").tokens(&pair).send().await;
        assert!(posted.header("allow").is_some_and(|allow| allow.contains("GET")));
        message(&posted, 405, "Method Not Allowed");
        let large = bank.client.post("/v1/accounts").tokens(&pair).header("content-length", "1025").send().await;
        message(&large, 413, "Payload Too Large");
        message(&bank.get(&petrov(), "/v1/accounts/%00?fields=Number").await, 400, "Bad Request");
        message(&bank.get(&petrov(), "/v1/accounts/%FF?fields=Number").await, 400, "Bad Request");
        message(&bank.get(&petrov(), "/v1/accounts?fields=%FF").await, 400, "Bad Request");
    }

    async fn gen_02_a_broken_database_tells_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.forge(&DROP, store::params![]).await.unwrap();
        let answer = bank.get(&petrov(), "/v1/accounts?fields=Number").await;
        assert_eq!(message(&answer, 500, "Internal Server Error"), "Internal error");
    }
}

store::queries! {
    /// Breaks the area on purpose.
    DROP = "drop table accounts";
}
