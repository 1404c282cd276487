//! Tokens, and faults in the bodies of the area.

use serde_json::json;
use testkit::{Bench, BrokenToken, TokenSide};

use crate::bank::{Bank, LISTS, ivanova, petrov};

testkit::on_both_engines! {
    async fn agr_03_the_body_of_401_has_message_and_http_status_code(bench: Bench) {
        let bank = Bank::open(bench).await;
        for list in LISTS {
            for path in [format!("{list}?cnums=C00001"), format!("{list}/1001?cnums=C00001")] {
                let answer = bank.client.get(&path).send().await;
                assert_eq!(answer.status, 401);
                let body = answer.json();
                let message = body["message"].as_str().unwrap();
                assert!(message.starts_with("Required tokens are missing: send "), "{message}");
                assert_eq!(body, json!({"message": message, "http_status_code": 401}));
            }
        }
    }

    async fn agr_03_the_identity_token_is_required_and_the_bearer_verified_when_sent(bench: Bench) {
        let bank = Bank::open(bench).await;
        let tokens = bank.bench.tokens.pair(&ivanova());
        for list in LISTS {
            let get = || bank.client.get(&format!("{list}?cnums=C00001"));
            assert_eq!(get().id_token(&tokens.identity).send().await.status, 200);
            assert_eq!(get().tokens(&tokens).send().await.status, 200);
            // The access token alone is not enough.
            assert_eq!(get().bearer(&tokens.access).send().await.status, 401);
            // Two good tokens of different users do not belong together.
            let foreign = bank.bench.tokens.access(&petrov());
            let mixed = get().id_token(&tokens.identity).bearer(&foreign).send().await;
            assert_eq!((mixed.status.as_u16(), &mixed.json()["http_status_code"]), (401, &json!(401)));
            // Another scheme of authorization is no bearer.
            let basic = get().id_token(&tokens.identity).header("authorization", "Basic eDp5").send().await;
            assert_eq!(basic.status, 401);
            for (name, broken) in bank.bench.tokens.broken_pairs(&ivanova()) {
                let answer = get().tokens(&broken).send().await;
                assert_eq!((answer.status.as_u16(), &answer.json()["http_status_code"]), (401, &json!(401)), "{name}");
            }
            let expired = bank.bench.tokens.broken(&ivanova(), BrokenToken::Expired, TokenSide::Identity);
            let answer = get().id_token(&expired.identity).send().await;
            let message = "The token has expired: refresh it with POST /token";
            assert_eq!(answer.json(), json!({"message": message, "http_status_code": 401}));
        }
    }

    async fn gen_02_unknown_paths_and_methods_are_answered_in_the_body_of_agreements(bench: Bench) {
        let bank = Bank::open(bench).await;
        for list in LISTS {
            let unknown = bank.send(&ivanova(), &format!("{list}/1001/x")).await;
            assert_eq!(unknown.status, 404);
            let message = "Not found: no operation has this path; `/docs` of the API lists them";
            assert_eq!(unknown.json(), json!({"message": message, "http_status_code": 404}));
            let method = bank.client.post(list).send().await;
            assert_eq!((method.status.as_u16(), &method.json()["http_status_code"]), (405, &json!(405)));
        }
    }
}
