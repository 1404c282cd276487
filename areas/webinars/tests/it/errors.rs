//! Every fault is answered in the body of the area.

use serde_json::json;
use testkit::{Bench, TestCaller};

use crate::bank::{Bank, LIST, row};

testkit::on_both_engines! {
    async fn web_04_an_unknown_id_is_cnt_106(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        for id in ["b", "A", "%D0%B0", "a%20", &"x".repeat(1000)] {
            let answer = bank.by_id(id).await;
            assert_eq!(answer.status, 400, "{id}");
            let message = "The webinar is not found: GET /v2/contents/webinars lists those that are published";
            let body = json!({"code": 400, "error": "CNT-106", "message": message});
            assert_eq!(answer.json(), body, "{id}");
        }
    }

    async fn gen_01_both_tokens_are_required_by_webinars(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        let tokens = bank.tokens("U00001");
        for path in [format!("{LIST}?offset=0&limit=1"), format!("{LIST}/a")] {
            let get = || bank.client.get(&path);
            for request in [get(), get().bearer(&tokens.access), get().id_token(&tokens.identity)] {
                let answer = request.send().await;
                assert_eq!(answer.status, 401);
                let body = answer.json();
                let message = body["message"].as_str().unwrap();
                assert!(message.starts_with("Required tokens are missing: send "), "{message}");
                assert_eq!(body, json!({"code": 401, "error": "Unauthorized", "message": message}));
            }
            for (name, broken) in bank.bench.tokens.broken_pairs(&TestCaller::new("U00001", "C00001")) {
                let answer = get().tokens(&broken).send().await;
                assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (401, &json!(401)), "{name}");
            }
        }
        // A refused reading is no reading.
        assert_eq!(bank.list(0, 1).await["content"][0]["new"], true);
    }

    async fn gen_02_unknown_paths_and_methods_are_answered_in_the_body_of_webinars(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        let unknown = bank.get(&format!("{LIST}/a/b")).send().await;
        assert_eq!(unknown.status, 404);
        let message = "Not found: no operation has this path; `/docs` of the API lists them";
        assert_eq!(unknown.json(), json!({"code": 404, "error": "Not Found", "message": message}));
        let method = bank.client.post(LIST).tokens(&bank.tokens("U00001")).send().await;
        assert_eq!((method.status.as_u16(), method.header("allow")), (405, Some("GET,HEAD")));
        assert_eq!(method.json()["error"], "Method Not Allowed");
        let nul = bank.by_id("a%00").await;
        assert_eq!((nul.status.as_u16(), &nul.json()["error"]), (400, &json!("Bad Request")));
    }
}
