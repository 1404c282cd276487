//! `clientbank tariff`, against a running demo: requests are listed, shown and kept as files.

use serde_json::{Value, json};

use crate::program::agent;
use crate::terminal::Terminal;

/// Makes a request of the client as its software would; the request's id.
fn create(terminal: &Terminal, cnum: &str, plan: &str) -> i64 {
    let wish = json!({"cnum": cnum, "tariffPlan": plan}).to_string();
    let request = agent()
        .post(format!("{}/v1/ctcm/request/create", terminal.server.api))
        .header("authorization", format!("Bearer {}", terminal.tokens.access_token))
        .header("id-token", &terminal.tokens.id_token)
        .content_type("application/json");
    let mut answer = request.send(wish.as_str()).expect("an answer");
    let body = answer.body_mut().read_to_string().expect("a body");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    body["id"].as_i64().unwrap_or_else(|| panic!("{body}"))
}

#[test]
fn tar_06_requests_are_listed_as_text_and_as_json() {
    let terminal = Terminal::new("tariff");
    let before = terminal.said(&["list"]);
    assert_eq!(before.lines().count(), 2, "the requests with which the demo begins: {before}");
    let romashka = create(&terminal, "C00001", "GROWTH");
    let vasilek = create(&terminal, "C00002", "PRO");
    let said = terminal.said(&["list"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for part in [&romashka.to_string(), "UNSIGNED", "CLIENT_TARIFF_PLAN_CHANGE_REQUEST"] {
        assert!(lines[0].contains(part), "{part}: {said}");
    }
    let said = terminal.said(&["--client", "C00002", "list", "--json"]);
    let item: Value = serde_json::from_str(said.trim()).expect("one line of JSON");
    assert_eq!((item["id"].as_i64(), item["state"].as_str()), (Some(vasilek), Some("UNSIGNED")));
    assert!(item["createdAt"].as_str().is_some_and(|at| at.ends_with("+03:00")), "{item}");
    assert_eq!(terminal.said(&["list", "--filter", "state==DECLINED"]), "");
    assert_eq!(
        terminal.said(&["list", "--filter", "state==UNSIGNED;targetTariffPlanName==*"]).lines().count(),
        1
    );
    assert_eq!(terminal.said(&["list", "--page", "3", "--size", "1"]), "");
    let refused = terminal.refused(&["list", "--filter", "stat==DONE"]);
    assert!(refused.contains("the bank answered 400") && refused.contains("documentType"), "{refused}");
    let refused = terminal.refused(&["--client", "C00003", "list"]);
    assert!(refused.contains("the bank answered 400") && refused.contains("CLIENT_NOT_FOUND"), "{refused}");
}

#[test]
fn tar_05_a_request_is_shown_and_its_document_kept_as_a_file() {
    let terminal = Terminal::new("tariff");
    let id = create(&terminal, "C00001", "GROWTH").to_string();
    let said = terminal.said(&["show", &id]);
    let (first, html) = said.split_once('\n').expect("two parts");
    assert_eq!(first, format!("{id}  UNSIGNED  CLIENT_TARIFF_PLAN_CHANGE_REQUEST"));
    assert!(html.starts_with("<article lang=\"ru\">") && html.contains("ООО «Ромашка»"), "{html}");
    assert_eq!(terminal.said(&["pdf", &id]), format!("tariff-request-{id}.pdf\n"));
    assert_eq!(terminal.said(&["pdf", &id, "--output", "request.pdf"]), "request.pdf\n");
    let read = |name: &str| std::fs::read(terminal.path(name)).expect("the file");
    let pdf = read("request.pdf");
    assert!(pdf.starts_with(b"%PDF-") && pdf == read(&format!("tariff-request-{id}.pdf")), "the same bytes");
    testkit::documents::check(&pdf);
    // A refused command leaves no file behind.
    let refused = terminal.refused(&["pdf", "1", "--output", "none.pdf"]);
    assert!(refused.contains("the bank answered 400") && refused.contains("REQUEST_NOT_FOUND"), "{refused}");
    assert!(!terminal.path("none.pdf").exists());
    assert!(terminal.refused(&["show", "1"]).contains("REQUEST_NOT_FOUND"));
}
