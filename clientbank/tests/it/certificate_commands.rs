//! `clientbank certificate`, against a running demo: a document goes from a file to its status report.

use serde_json::Value;

use crate::program::text;
use crate::terminal::Terminal;

/// Writes a sample into the folder.
fn sample(terminal: &Terminal, name: &str, extra: &[&str]) {
    let sample = terminal.said(&[&["sample"], extra].concat());
    std::fs::write(terminal.path(name), sample).expect("a file");
}

#[test]
fn ctc_05_a_document_goes_from_a_file_to_its_status_report() {
    let terminal = Terminal::new("certificate");
    sample(&terminal, "right.xml", &["--message-id", "RIGHT-1"]);
    let said = terminal.said(&["send", "right.xml", "--wait", "60"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[1..],
        ["RIGHT-1  ACCEPTED", "  RIGHT-1-0001  RIGHT-1/1  ACCEPTED", "  RIGHT-1-0002  RIGHT-1/2  ACCEPTED"]
    );
    let status: Value = serde_json::from_str(&terminal.said(&["status", lines[0], "--json"])).expect("JSON");
    assert_eq!((status["taskId"].as_str(), status["status"].as_str()), (Some(lines[0]), Some("ACCEPTED")));
    let report = terminal.said(&["status", lines[0], "--report"]);
    assert!(
        report.contains("auth.027.001.04") && report.contains("<OrgnlMsgId>RIGHT-1</OrgnlMsgId>"),
        "{report}"
    );

    // Sent again it is refused, and the refusal names the task.
    let again = terminal.run(&["send", "right.xml"]);
    assert!(!again.status.success());
    let words =
        format!("the bank answered 409: The message id RIGHT-1 was already used, by task {}", lines[0]);
    assert!(text(&again.stderr).contains(&words), "{}", text(&again.stderr));
}

#[test]
fn ctc_05_what_was_not_accepted_is_a_failure_with_its_reasons() {
    let terminal = Terminal::new("certificate");
    sample(&terminal, "wrong.xml", &["--partly-wrong", "--message-id", "WRONG-1"]);
    let output = terminal.run(&["send", "wrong.xml", "--wait", "60"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!output.status.success(), "{out}");
    assert!(err.contains("WRONG-1 is PARTLY_ACCEPTED"), "{err}");
    for code in ["ACCOUNT_KEY", "CURRENCY_CODE", "AMOUNT_NOT_POSITIVE", "ORIGINAL_NOT_FOUND"] {
        assert!(out.contains(&format!("    {code}: ")), "{code}: {out}");
    }
    std::fs::write(terminal.path("none.xml"), "<Document/>").expect("a file");
    let refused = terminal.run(&["send", "none.xml"]);
    assert!(
        text(&refused.stderr).contains("the bank answered 400: line 1, column 1, /"),
        "{}",
        text(&refused.stderr)
    );
}
