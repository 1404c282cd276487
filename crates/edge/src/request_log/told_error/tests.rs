//! The parts of the bodies of errors that the log keeps.

use axum::body::Body;
use axum::response::Response;
use http_body_util::BodyExt as _;

use super::{ToldError, of_answer};

fn answer(status: u16, body: &'static str) -> Response {
    Response::builder().status(status).body(Body::from(body)).expect("an answer")
}

fn told(body: &'static str) -> Option<ToldError> {
    of_answer(answer(400, body)).1
}

fn error(code: &str, message: &str) -> ToldError {
    ToldError { code: code.to_owned(), message: message.to_owned() }
}

#[test]
fn sbx_05_code_and_message_of_every_form_of_body_are_told() {
    let wanted = Some(error("CNT-106", "No such thing"));
    assert_eq!(told(r#"{"code": "CNT-106", "message": "No such thing"}"#), wanted);
    assert_eq!(
        told(r#"{"traceId": "1", "errors": [{"code": "CNT-106", "message": "No such thing"}]}"#),
        wanted
    );
    assert_eq!(told(r#"{"error": {"code": "CNT-106", "message": "No such thing"}}"#), wanted);
    assert_eq!(
        told(r#"{"error": "invalid_grant", "error_description": "expired"}"#),
        Some(error("invalid_grant", "expired"))
    );
    assert_eq!(told(r#"{"code": 400, "error": "x", "message": "m"}"#), Some(error("400", "m")));
    let many = r#", {"code": "date", "message": "date must be a day such as 2026-11-20"}"#.repeat(400);
    let body =
        format!(r#"{{"traceId": "1", "errors": [{{"code": "CNT-106", "message": "No such thing"}}{many}]}}"#);
    assert_eq!(told(body.leak()), wanted, "all faults of a large request");
    for none in ["", "[]", "{}", "<html>", r#"{"a": 1}"#, r#"{"errors": []}"#] {
        assert_eq!(told(none), None, "{none}");
    }
}

#[test]
fn sbx_05_values_of_the_request_are_left_out_of_messages() {
    let body = r#"{"code": "c", "message": "Account 40702810600000000001 of 'Иванова А.' and «Ромашка» is 12 long"}"#;
    assert_eq!(told(body), Some(error("c", "Account … of '…' and «…» is 12 long")));
    assert_eq!(told(r#"{"code": "c", "message": "never 'closed"}"#), Some(error("c", "never '…")));
}

#[tokio::test]
async fn sbx_05_the_answer_goes_on_as_it_was() {
    let body = r#"{"code": "c", "message": "m"}"#;
    for status in [200, 400, 503] {
        let (response, _) = of_answer(answer(status, body));
        assert_eq!(response.status().as_u16(), status);
        let sent = response.into_body().collect().await.expect("the body").to_bytes();
        assert_eq!(sent.as_ref(), body.as_bytes());
    }
    assert_eq!(of_answer(answer(200, body)).1, None, "no error");
}
