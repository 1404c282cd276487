//! `clientbank tariff`, against a running demo: requests are listed, shown and kept as files.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::program::agent;

/// Makes a request of the client as its software would; the request's id.
fn create(desk: &Desk, cnum: &str, plan: &str) -> i64 {
    let wish = json!({"cnum": cnum, "tariffPlan": plan}).to_string();
    let request = agent()
        .post(format!("{}/v1/ctcm/request/create", desk.server.api))
        .header("authorization", format!("Bearer {}", desk.tokens.access_token))
        .header("id-token", &desk.tokens.id_token)
        .content_type("application/json");
    let mut answer = request.send(wish.as_str()).expect("an answer");
    let body = answer.body_mut().read_to_string().expect("a body");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    body["id"].as_i64().unwrap_or_else(|| panic!("{body}"))
}

#[test]
fn tar_06_requests_are_listed_as_text_and_as_json() {
    let desk = Desk::new("tariff");
    assert_eq!(desk.said(&["list"]), "", "the demo begins without requests");
    let romashka = create(&desk, "C00001", "GROWTH");
    let vasilek = create(&desk, "C00002", "PRO");
    let said = desk.said(&["list"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 1, "{said}");
    for part in [&romashka.to_string(), "UNSIGNED", "CLIENT_TARIFF_PLAN_CHANGE_REQUEST"] {
        assert!(lines[0].contains(part), "{part}: {said}");
    }
    let said = desk.said(&["--client", "C00002", "list", "--json"]);
    let item: Value = serde_json::from_str(said.trim()).expect("one line of JSON");
    assert_eq!((item["id"].as_i64(), item["state"].as_str()), (Some(vasilek), Some("UNSIGNED")));
    assert!(item["createdAt"].as_str().is_some_and(|at| at.ends_with("+03:00")), "{item}");
    assert_eq!(desk.said(&["list", "--filter", "state==DONE"]), "");
    assert_eq!(
        desk.said(&["list", "--filter", "state==UNSIGNED;targetTariffPlanName==*"]).lines().count(),
        1
    );
    assert_eq!(desk.said(&["list", "--page", "1", "--size", "1"]), "");
    let refused = desk.refused(&["list", "--filter", "stat==DONE"]);
    assert!(refused.contains("the bank answered 400") && refused.contains("documentType"), "{refused}");
    let refused = desk.refused(&["--client", "C00003", "list"]);
    assert!(refused.contains("the bank answered 400") && refused.contains("CLIENT_NOT_FOUND"), "{refused}");
}

#[test]
fn tar_05_a_request_is_shown_and_its_document_kept_as_a_file() {
    let desk = Desk::new("tariff");
    let id = create(&desk, "C00001", "GROWTH").to_string();
    let said = desk.said(&["show", &id]);
    let (first, html) = said.split_once('\n').expect("two parts");
    assert_eq!(first, format!("{id}  UNSIGNED  CLIENT_TARIFF_PLAN_CHANGE_REQUEST"));
    assert!(html.starts_with("<article lang=\"ru\">") && html.contains("ООО «Ромашка»"), "{html}");
    assert_eq!(desk.said(&["pdf", &id]), format!("tariff-request-{id}.pdf\n"));
    assert_eq!(desk.said(&["pdf", &id, "--output", "request.pdf"]), "request.pdf\n");
    let read = |name: &str| std::fs::read(desk.path(name)).expect("the file");
    let pdf = read("request.pdf");
    assert!(pdf.starts_with(b"%PDF-") && pdf == read(&format!("tariff-request-{id}.pdf")), "the same bytes");
    testkit::documents::check(&pdf);
    // What is refused leaves no file behind.
    let refused = desk.refused(&["pdf", "1", "--output", "none.pdf"]);
    assert!(refused.contains("the bank answered 400") && refused.contains("REQUEST_NOT_FOUND"), "{refused}");
    assert!(!desk.path("none.pdf").exists());
    assert!(desk.refused(&["show", "1"]).contains("REQUEST_NOT_FOUND"));
}
