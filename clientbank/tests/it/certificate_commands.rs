//! `clientbank certificate`, against a running demo: a document goes from a file to its status report.

use serde_json::Value;

use crate::desk::Desk;
use crate::program::text;

/// Writes a sample into the folder.
fn sample(desk: &Desk, name: &str, extra: &[&str]) {
    let sample = desk.said(&[&["sample"], extra].concat());
    std::fs::write(desk.path(name), sample).expect("a file");
}

#[test]
fn ctc_05_a_document_goes_from_a_file_to_its_status_report() {
    let desk = Desk::new("certificate");
    sample(&desk, "right.xml", &["--message-id", "RIGHT-1"]);
    let said = desk.said(&["send", "right.xml", "--wait", "60"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[1..],
        ["RIGHT-1  ACCEPTED", "  RIGHT-1-0001  RIGHT-1/1  ACCEPTED", "  RIGHT-1-0002  RIGHT-1/2  ACCEPTED"]
    );
    let status: Value = serde_json::from_str(&desk.said(&["status", lines[0], "--json"])).expect("JSON");
    assert_eq!((status["taskId"].as_str(), status["status"].as_str()), (Some(lines[0]), Some("ACCEPTED")));
    let report = desk.said(&["status", lines[0], "--report"]);
    assert!(
        report.contains("auth.027.001.04") && report.contains("<OrgnlMsgId>RIGHT-1</OrgnlMsgId>"),
        "{report}"
    );

    // Sent again it is refused, and the refusal names the task.
    let again = desk.run(&["send", "right.xml"]);
    assert!(!again.status.success());
    let words =
        format!("the bank answered 409: The message id RIGHT-1 was already used, by task {}", lines[0]);
    assert!(text(&again.stderr).contains(&words), "{}", text(&again.stderr));
}

#[test]
fn ctc_05_what_was_not_accepted_is_a_failure_with_its_reasons() {
    let desk = Desk::new("certificate");
    sample(&desk, "wrong.xml", &["--partly-wrong", "--message-id", "WRONG-1"]);
    let output = desk.run(&["send", "wrong.xml", "--wait", "60"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!output.status.success(), "{out}");
    assert!(err.contains("WRONG-1 is PARTLY_ACCEPTED"), "{err}");
    for code in ["ACCOUNT_KEY", "CURRENCY_CODE", "AMOUNT_NOT_POSITIVE", "ORIGINAL_NOT_FOUND"] {
        assert!(out.contains(&format!("    {code}: ")), "{code}: {out}");
    }
    std::fs::write(desk.path("none.xml"), "<Document/>").expect("a file");
    let refused = desk.run(&["send", "none.xml"]);
    assert!(
        text(&refused.stderr).contains("the bank answered 400: line 1, column 1, /"),
        "{}",
        text(&refused.stderr)
    );
}
