//! Statements printed by `sample` can be posted as they are, and each time anew.

use serde_json::Value;

use crate::program::agent;
use crate::terminal::Terminal;

/// Status and body of the answer to a POST with both tokens.
fn post(terminal: &Terminal, path: &str, content_type: &str, body: &str) -> (u16, String) {
    let request = agent().post(format!("{}{path}", terminal.server.api));
    let request = request.header("authorization", format!("Bearer {}", terminal.tokens.access_token));
    let request = request.header("id-token", &terminal.tokens.id_token).header("content-type", content_type);
    let mut answer = request.send(body).expect("an answer");
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a body"))
}

#[test]
fn pay_11_a_statement_is_accepted_as_it_is_printed_twice_in_a_row() {
    let terminal = Terminal::new("payroll");
    for _ in 0..2 {
        let (status, answer) =
            post(&terminal, "/v1/statements", "application/json", &terminal.said(&["sample"]));
        assert_eq!(status, 202, "{answer}");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let id = answer["externalId"].as_str().expect("an identifier");
        // Neither a wrong account nor a date that is past, nor does the second pay the same as the first.
        let waiting = terminal.said(&["status", id, "--wait", "--unsigned"]);
        assert_eq!(waiting, "AWAITING_SIGN\n");
    }
}

#[test]
fn ctc_05_certificates_are_accepted_as_they_are_printed_twice_in_a_row() {
    let terminal = Terminal::new("certificate");
    for _ in 0..2 {
        let document = terminal.said(&["sample"]);
        let path = "/v1/iso20022/currency-transaction-certificate";
        let (status, answer) = post(&terminal, path, "application/xml", &document);
        assert_eq!(status, 200, "{answer}");
    }
}
