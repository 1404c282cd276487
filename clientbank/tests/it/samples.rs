//! Whatever `sample` prints can be posted as it is, and each time anew.

use serde_json::Value;

use crate::desk::Desk;
use crate::program::agent;

/// Status and body of the answer to a POST with both tokens.
fn post(desk: &Desk, path: &str, content_type: &str, body: &str) -> (u16, String) {
    let request = agent().post(format!("{}{path}", desk.server.api));
    let request = request.header("authorization", format!("Bearer {}", desk.tokens.access_token));
    let request = request.header("id-token", &desk.tokens.id_token).header("content-type", content_type);
    let mut answer = request.send(body).expect("an answer");
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a body"))
}

#[test]
fn pay_11_a_statement_is_accepted_as_it_is_printed_twice_in_a_row() {
    let desk = Desk::new("payroll");
    for _ in 0..2 {
        let (status, answer) = post(&desk, "/v1/statements", "application/json", &desk.said(&["sample"]));
        assert_eq!(status, 202, "{answer}");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let id = answer["externalId"].as_str().expect("an identifier");
        // Neither a wrong account nor a date that is past: nothing keeps people from signing it.
        let waiting = desk.said(&["status", id, "--wait", "--unsigned"]);
        assert_eq!(waiting, "AWAITING_SIGN\n");
    }
}

#[test]
fn ctc_05_certificates_are_accepted_as_they_are_printed_twice_in_a_row() {
    let desk = Desk::new("certificate");
    for _ in 0..2 {
        let document = desk.said(&["sample"]);
        let path = "/v1/iso20022/currency-transaction-certificate";
        let (status, answer) = post(&desk, path, "application/xml", &document);
        assert_eq!(status, 200, "{answer}");
    }
}
