//! `clientbank certificate`, against a running demo: a document goes from a file to its status report.

use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::{IVANOVA, settings, tokens};
use crate::program::{Server, clientbank, folder, text};

/// A demo with the tokens of ivanova, as `login` keeps them.
struct Counter {
    folder: TempDir,
    _server: Server,
}

impl Counter {
    fn new() -> Self {
        let folder = folder();
        let server = Server::demo(&folder.path().join("demo"), &[]);
        let settings = settings(&server);
        let kept = json!({
            "identity": settings.identity.as_str(), "api": settings.api.as_str(), "client_id": settings.client_id,
            "client_secret": settings.client_secret, "redirect_uri": settings.redirect_uri.as_str(),
            "tokens": tokens(&settings, IVANOVA),
        });
        std::fs::write(folder.path().join("tokens.json"), kept.to_string()).expect("a file");
        Self { folder, _server: server }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = clientbank();
        command
            .arg("certificate")
            .arg("--tokens")
            .arg(self.folder.path().join("tokens.json"))
            .args(arguments);
        command.current_dir(self.folder.path()).output().expect("the program starts")
    }

    /// The output of a command that succeeds.
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Writes a sample into the folder.
    fn sample(&self, name: &str, extra: &[&str]) {
        let sample = self.said(&[&["sample"], extra].concat());
        std::fs::write(self.folder.path().join(name), sample).expect("a file");
    }
}

#[test]
fn ctc_05_a_document_goes_from_a_file_to_its_status_report() {
    let counter = Counter::new();
    counter.sample("right.xml", &["--message-id", "RIGHT-1"]);
    let said = counter.said(&["send", "right.xml", "--wait", "60"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[1..],
        ["RIGHT-1  ACCEPTED", "  RIGHT-1-0001  1/2026  ACCEPTED", "  RIGHT-1-0002  2/2026  ACCEPTED"]
    );
    let status: Value = serde_json::from_str(&counter.said(&["status", lines[0], "--json"])).expect("JSON");
    assert_eq!((status["taskId"].as_str(), status["status"].as_str()), (Some(lines[0]), Some("ACCEPTED")));
    let report = counter.said(&["status", lines[0], "--report"]);
    assert!(
        report.contains("auth.027.001.04") && report.contains("<OrgnlMsgId>RIGHT-1</OrgnlMsgId>"),
        "{report}"
    );

    // Sent again it is refused, and the refusal names the task.
    let again = counter.run(&["send", "right.xml"]);
    assert!(!again.status.success());
    let words =
        format!("the bank answered 409: The message id RIGHT-1 was already used, by task {}", lines[0]);
    assert!(text(&again.stderr).contains(&words), "{}", text(&again.stderr));
}

#[test]
fn ctc_05_what_was_not_accepted_is_a_failure_with_its_reasons() {
    let counter = Counter::new();
    counter.sample("wrong.xml", &["--partly-wrong"]);
    let output = counter.run(&["send", "wrong.xml", "--wait", "60"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!output.status.success(), "{out}");
    assert!(err.contains("ROMASHKA-2026-0002 is PARTLY_ACCEPTED"), "{err}");
    for code in ["ACCOUNT_KEY", "CURRENCY_CODE", "AMOUNT_NOT_POSITIVE", "ORIGINAL_NOT_FOUND"] {
        assert!(out.contains(&format!("    {code}: ")), "{code}: {out}");
    }
    std::fs::write(counter.folder.path().join("none.xml"), "<Document/>").expect("a file");
    let refused = counter.run(&["send", "none.xml"]);
    assert!(
        text(&refused.stderr).contains("the bank answered 400: line 1, column 1, /"),
        "{}",
        text(&refused.stderr)
    );
}
