//! The log of calls: on its page, on the port of the operators, and off in a live program unless a setting says so
//! (SBX-05).

use clientbank::application::Application;
use http::Method;
use serde_json::{Value, json};
use testkit::{Bench, TestCaller, TestClient, on_both_engines};

use crate::triggers::Stage;
use crate::wired::{application_with, configuration};

const ACCOUNTS: &str = "/v1/accounts?fields=Number";
const WRONG: &str = "/v1/accounts?fields=Wrong";

async fn logged(administration: &TestClient, query: &str) -> Vec<Value> {
    let answer = administration.get(&format!("/request-log{query}")).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["calls"].as_array().cloned().expect("a list")
}

on_both_engines! {
    async fn sbx_05_each_call_is_logged_with_its_error_in_words(bench: Bench) {
        let stage = Stage::new(&bench).await;
        assert_eq!(stage.get(ACCOUNTS).await.status, 200);
        let wrong = stage.get(WRONG).await;
        let played = stage.call(("U00001", "C00001"), (Method::GET, ACCOUNTS), Some("unavailable"), None).await;
        assert_eq!((wrong.status.as_u16(), played.status.as_u16()), (400, 503));
        stage.api.get("/v1/accounts/40702810600000000001").send().await;
        let calls = logged(&stage.administration, "").await;
        let told = |call: &Value| {
            let text = |name: &str| call[name].as_str().unwrap_or("-").to_owned();
            (text("client"), text("company"), text("method"), text("path"), call["status"].as_u64())
        };
        let own = |status| ("demo-erp".into(), "C00001".into(), "GET".into(), "/v1/accounts".into(), Some(status));
        assert_eq!(calls.len(), 4, "{calls:?}");
        assert_eq!([told(&calls[0]), told(&calls[1]), told(&calls[2])], [own(200), own(400), {
            // The frame plays the failure before it knows the caller.
            ("-".into(), "-".into(), "GET".into(), "/v1/accounts".into(), Some(503))
        }]);
        assert_eq!(told(&calls[3]).3, "/v1/accounts/{number}", "the template, and no account");
        assert_eq!(calls[1]["error"]["message"].as_str().map(str::is_empty), Some(false), "{:?}", calls[1]);
        assert_eq!(calls[2]["triggers"], json!(["unavailable"]));
        assert_eq!(calls[1]["requestId"].as_str(), wrong.header("x-request-id"));
        assert_eq!(logged(&stage.administration, "?after=2&client=demo-erp").await.len(), 0);
        assert_eq!(logged(&stage.administration, "?client=demo-erp").await.len(), 2);
        for wrong in ["?after=x", "?client=%27", "?after=-1"] {
            assert_eq!(stage.administration.get(&format!("/request-log{wrong}")).send().await.status, 400, "{wrong}");
        }
    }

    async fn sbx_05_whoever_follows_finds_the_calls_after_a_reset(bench: Bench) {
        let stage = Stage::new(&bench).await;
        // Before the reset it has read up to the seventh call.
        assert_eq!(logged(&stage.administration, "?after=7").await.len(), 0);
        assert_eq!(stage.get(ACCOUNTS).await.status, 200);
        let calls = logged(&stage.administration, "?after=7").await;
        assert_eq!((calls.len(), &calls[0]["number"]), (1, &json!(1)));
        assert_eq!(logged(&stage.administration, "?after=1").await.len(), 0);
    }

    async fn sbx_05_nothing_of_tokens_bodies_or_parameters_is_kept(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let secret = "Тайный-Сотрудник-40817810099910004312";
        let body = json!({ "payload": { "externalId": secret, "transfers": [{ "lastName": secret }] } });
        stage.post("/v1/statements", None, body.to_string()).await;
        stage.post("/v1/statements", None, format!("{{\"{secret}\": ")).await;
        stage.post("/v1/iso20022/currency-transaction-certificate", None, "<a>40817810099910004312</a>".into()).await;
        stage.get("/v1/accounts?fields=40817810099910004312").await;
        let basic = "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0";
        let form = [("grant_type", "refresh_token"), ("refresh_token", "QWxhZGRpbjpvcGVuIHNlc2FtZQ")];
        stage.identity.post("/token").header("authorization", basic).form(&form).send().await;
        let calls = logged(&stage.administration, "").await;
        assert_eq!(calls.len(), 5, "{calls:?}");
        assert_eq!(calls[4]["error"]["code"], "invalid_grant", "{calls:?}");
        let kept = serde_json::to_string(&calls).expect("JSON");
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001").of_sandbox());
        // The beginning of a token is its header: that of every other of its key too.
        let (access, identity) = (&pair.access[..40], &pair.identity[..40]);
        let form = ["QWxhZGRpb", "ZGVtby1lcnA6", "demo-erp-secret"];
        for hidden in ["Тайный", "40817810099910004312", "Bearer", "Basic", access, identity].into_iter().chain(form) {
            assert!(!kept.contains(hidden), "{hidden} in {kept}");
        }
    }

    async fn sbx_05_the_administrator_sees_the_calls_of_the_own_company_alone(bench: Bench) {
        let stage = Stage::new(&bench).await;
        stage.get(WRONG).await;
        stage.call(("U00001", "C00002"), (Method::GET, "/v2/contents/webinars"), None, None).await;
        let page = |user: &'static str, company: &'static str| {
            let request = stage.identity.get("/bank/integrations/demo-erp/calls");
            let request = request.online_bank(&bench.tokens, &TestCaller::new(user, company).of_sandbox());
            async move { request.header("accept-language", "en").send().await }
        };
        let seen = page("U00002", "C00001").await;
        assert_eq!(seen.status, 200, "{}", seen.text());
        assert!(seen.text().contains("/v1/accounts") && seen.text().contains("400"), "{}", seen.text());
        assert!(!seen.text().contains("webinars/") && !seen.text().contains("GET /v2/contents"), "{}", seen.text());
        assert_eq!(page("U00001", "C00001").await.status, 403, "she administers nothing");
        assert_eq!(page("U00003", "C00003").await.status, 404, "another company's software");
        let shown = stage.identity.get("/bank/integrations/demo-erp");
        let shown = shown.online_bank(&bench.tokens, &TestCaller::new("U00002", "C00001").of_sandbox()).send().await;
        assert!(shown.text().contains("/bank/integrations/demo-erp/calls"), "{}", shown.text());
    }

    async fn sbx_05_a_live_program_keeps_calls_when_a_setting_says_so(bench: Bench) {
        let mut configuration = configuration();
        configuration.request_log = Some(true);
        let Application { api, administration, .. } = application_with(&bench, &configuration).await;
        let (api, administration) = (TestClient::new(api), TestClient::new(administration));
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        assert_eq!(api.get(ACCOUNTS).tokens(&pair).send().await.status, 200);
        assert_eq!(logged(&administration, "").await.len(), 1);
        assert_eq!(administration.post("/sandbox/v1/tokens").json(&json!({})).send().await.status, 404);
    }
}
