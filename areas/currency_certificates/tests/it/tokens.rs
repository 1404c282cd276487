//! The callers of the operations, and the bodies in which others are refused (GEN-01, GEN-02).

use http::Method;
use testkit::{Answer, Bench, TestCaller, TestRequest, on_both_engines};

use crate::bank::{Bank, POST, ivanova};
use crate::documents::Message;

fn refused(answer: &Answer, status: u16, text: &str) {
    assert_eq!(answer.status.as_u16(), status);
    assert!(answer.text().starts_with(text), "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
}

on_both_engines! {
    async fn gen_01_both_tokens_are_required_by_certificates(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        let task = format!("/v1/iso20022/tasks/{id}");
        let report = format!("{task}/status-report");
        let tokens = bank.bench.tokens.pair(&ivanova());
        for (method, path) in [(Method::POST, POST), (Method::GET, &task), (Method::GET, &report)] {
            let request = || -> TestRequest {
                let request = bank.client.request(method.clone(), path).header("content-type", "application/xml");
                request.body(Message::new("M-2").xml())
            };
            for request in [request(), request().bearer(&tokens.access), request().id_token(&tokens.identity)] {
                refused(&request.send().await, 401, "Required tokens are missing: send ");
            }
            for (name, broken) in bank.bench.tokens.broken_pairs(&ivanova()) {
                let answer = request().tokens(&broken).send().await;
                assert_eq!(answer.status, 401, "{name}");
                assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{name}");
            }
        }
        // Without tokens nobody learns that the type or the size is wrong either.
        refused(&bank.client.post(POST).body("x").send().await, 401, "Required tokens are missing: send ");
        bank.taken(Message::new("M-2").xml()).await;
    }

    async fn ctc_01_an_auditor_and_a_former_user_are_refused(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        let auditor = TestCaller::new("U00004", "C00001");
        refused(&bank.send(&auditor, Message::new("M-2").xml()).await, 403, "Access denied: this takes the role");
        refused(&bank.get(&auditor, &format!("/v1/iso20022/tasks/{id}")).await, 403, "Access denied");
        refused(&bank.get(&auditor, "/v1/iso20022/tasks/absent").await, 403, "Access denied");
        // The token still names the company, the rights do not any more.
        let former = TestCaller::new("U00003", "C00001");
        refused(&bank.send(&former, Message::new("M-3").xml()).await, 403, "Access denied");
        // The software is not registered for the company, or not any more.
        let stranger = ivanova().with_client("kolos-erp");
        refused(&bank.send(&stranger, Message::new("M-4").xml()).await, 403, "Access denied");
    }

    async fn gen_02_unknown_paths_and_methods_of_certificates_are_answered_as_text(bench: Bench) {
        let bank = Bank::new(bench).await;
        refused(&bank.get(&ivanova(), "/v1/iso20022/other").await, 404, "Not found: ");
        refused(&bank.get(&ivanova(), "/v1/iso20022").await, 404, "Not found: ");
        let answer = bank.get(&ivanova(), POST).await;
        refused(&answer, 405, "Method not allowed: ");
        assert_eq!(answer.header("allow"), Some("POST"));
    }

    async fn gen_02_a_database_that_fails_is_500_or_503_without_its_words(bench: Bench) {
        let bank = Bank::new(bench).await;
        bank.bench.store.clone().close().await;
        let answer = bank.send(&ivanova(), Message::new("M-1").xml()).await;
        assert!(answer.status.is_server_error(), "{}", answer.status);
        let texts = ["Internal error", "Temporarily unavailable: send the same request again after Retry-After"];
        assert!(texts.contains(&answer.text()), "{}", answer.text());
    }
}
