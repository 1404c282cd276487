//! Every fault is answered in the body of the area, with one of its three codes.

use serde_json::json;
use testkit::Bench;

use crate::bank::{BY_INN, BY_USER, Bank, ivanova};

testkit::on_both_engines! {
    async fn gen_01_both_tokens_are_required_by_treasury(bench: Bench) {
        let bank = Bank::open(bench).await;
        let tokens = bank.bench.tokens.pair(&ivanova());
        for path in [BY_USER.to_owned(), format!("{BY_INN}?inn=7707123458")] {
            let get = || bank.client.get(&path);
            for request in [get(), get().bearer(&tokens.access), get().id_token(&tokens.identity)] {
                let answer = request.send().await;
                assert_eq!(answer.status, 401);
                let body = answer.json();
                let message = body["message"].as_str().unwrap();
                assert!(message.starts_with("Required tokens are missing: send "), "{message}");
                assert_eq!(body, json!({"code": "UNAUTHORIZED_ERROR", "message": message}));
            }
            for (name, broken) in bank.bench.tokens.broken_pairs(&ivanova()) {
                let answer = get().tokens(&broken).send().await;
                let code = json!("UNAUTHORIZED_ERROR");
                assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (401, &code), "{name}");
            }
        }
    }

    async fn gen_02_unknown_paths_and_methods_are_answered_in_the_body_of_treasury(bench: Bench) {
        let bank = Bank::open(bench).await;
        let unknown = bank.get(&ivanova(), "/v1/connections/companies").send().await;
        assert_eq!(unknown.status, 404);
        let message = "Not found: no operation has this path; `/docs` of the API lists them";
        assert_eq!(unknown.json(), json!({"code": "BAD_REQUEST", "message": message}));
        let method = bank.client.post(BY_USER).send().await;
        assert_eq!((method.status.as_u16(), &method.json()["code"]), (405, &json!("BAD_REQUEST")));
    }

    async fn gen_02_a_failure_of_the_database_is_answered_in_the_body_of_treasury(bench: Bench) {
        // Without tables every query fails.
        let state = area::Basics { store: bench.store.clone(), edge: bench.edge.clone() };
        let client = bench.client(treasury::OPERATIONS.routes(state));
        let answer = client.get(BY_USER).tokens(&bench.tokens.pair(&ivanova())).send().await;
        assert_eq!(answer.status, 500);
        assert_eq!(answer.json(), json!({"code": "INTERNAL_SERVER_ERROR", "message": "Internal error"}));
    }
}
