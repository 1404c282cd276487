//! One language per answer. What refuses a request is told in English, to whoever writes the program that sent it;
//! what the bank finds in a document is told in the language of `Accept-Language`, Russian without it.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Answer, Bench, TestCaller, TestClient, TestRequest};

use crate::operations::{merged, operations};
use crate::program::{agent, text};
use crate::terminal::Terminal;
use crate::wired::application;

const LANGUAGES: [&str; 3] = ["ru", "en", "ru-RU,ru;q=0.9,en;q=0.1"];

/// Latin words that a Russian sentence may have: members of a document, codes and names of standards.
const NAMES: &str = "CNY EUR Id ISO Othr RUR SHA USD digest payload totalAmount transfersCount";

fn is_cyrillic(letter: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&letter)
}

/// The words of Latin letters that are no [`NAMES`]; single letters stand for themselves in formulas.
fn latin_words(sentence: &str) -> Vec<&str> {
    let words = sentence.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
        .filter(|word| NAMES.split(' ').all(|name| name != *word))
        .collect()
}

/// Every sentence for people in a body: the body itself when it is text, else the members that hold sentences.
fn sentences(body: &str) -> Vec<String> {
    fn collect(value: &Value, name: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| collect(value, name, found)),
            Value::Array(items) => items.iter().for_each(|item| collect(item, name, found)),
            Value::String(text) if ["message", "detail", "error_description"].contains(&name) => {
                found.push(text.clone());
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = Vec::new();
    match serde_json::from_str(body) {
        Ok(value) => collect(&value, "", &mut found),
        Err(_) => found.push(body.to_owned()),
    }
    found
}

fn assert_english(place: &str, sentence: &str) {
    assert!(!sentence.contains(is_cyrillic), "{place} is not English alone: {sentence}");
}

fn assert_russian(place: &str, sentence: &str) {
    assert!(sentence.contains(is_cyrillic), "{place} is not Russian: {sentence}");
    let foreign = latin_words(sentence);
    assert!(foreign.is_empty(), "{place} has {foreign:?}: {sentence}");
}

/// Requests to an operation that go wrong in different ways.
fn wrong_requests(bench: &Bench, client: &TestClient, name: &str) -> Vec<TestRequest> {
    let (method, template) = name.split_once(' ').expect("METHOD /path");
    let method: Method = method.parse().expect("a method");
    let filled = |value: &str| {
        let mut parts = template.split('{');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |path, part| path + value + part.split_once('}').map_or("", |(_, rest)| rest))
    };
    let caller = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
    let without_role = bench.tokens.pair(&TestCaller::new("U00004", "C00001"));
    let mut requests = vec![
        client.request(method.clone(), &filled("0")),
        client.request(Method::PATCH, &filled("0")).tokens(&caller),
        client.request(method.clone(), &filled("0")).tokens(&without_role),
    ];
    for value in
        ["0", "1", "unknown", "C00003", "40702810100000000099", "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1"]
    {
        requests.push(client.request(method.clone(), &filled(value)).tokens(&caller));
        let query = "?fields=Wrong&offset=-1&limit=0&inn=1&cnums=&page=a&filter=state%3D%3D&sort=wrong,up";
        requests.push(client.request(method.clone(), &(filled(value) + query)).tokens(&caller));
    }
    if method == Method::POST {
        let path = filled("1");
        for body in ["", "{", "[]", "{\"cnum\": 1}", "{\"payload\": {\"account\": 1}}", "<a>", "a=b&a=c"] {
            for content_type in
                ["application/json", "application/xml", "application/x-www-form-urlencoded", "text/plain"]
            {
                let request = client.post(&path).tokens(&caller).header("content-type", content_type);
                requests.push(request.body(body));
            }
        }
    }
    requests
}

/// Tells whether an answer is a page, which is a matter of `ui_locales` and of the reader's choice besides.
fn is_page(answer: &Answer) -> bool {
    answer.header("content-type").is_some_and(|value| value.starts_with("text/html"))
}

testkit::on_both_engines! {
    async fn gen_02_a_refusal_is_told_in_english_and_nothing_else(bench: Bench) {
        let application = application(&bench).await;
        let document = merged();
        let mut refused = std::collections::BTreeSet::new();
        for operation in operations(&document) {
            let (_, path) = operation.name.split_once(' ').expect("METHOD /path");
            let of_identity = document["paths"][path]["servers"].is_array();
            let router = if of_identity { &application.identity } else { &application.api };
            let client = bench.client(router.clone());
            for language in LANGUAGES {
                for request in wrong_requests(&bench, &client, &operation.name) {
                    let answer = request.header("accept-language", language).send().await;
                    if answer.status < StatusCode::BAD_REQUEST || is_page(&answer) {
                        continue;
                    }
                    refused.insert(operation.name.clone());
                    for sentence in sentences(answer.text()) {
                        assert_english(&format!("{} for {language}", operation.name), &sentence);
                    }
                }
            }
        }
        // Operations without refusals, and pages, are left out.
        assert!(refused.len() > 30, "{refused:?}");
    }
}

/// The body of an answer in a language.
fn read(terminal: &Terminal, path: &str, language: &str, body: Option<&str>) -> String {
    let address = format!("{}{path}", terminal.server.api);
    let bearer = format!("Bearer {}", terminal.tokens.access_token);
    let headers = [
        ("authorization", bearer.as_str()),
        ("id-token", &terminal.tokens.id_token),
        ("accept-language", language),
    ];
    let mut answer = if let Some(body) = body {
        let request = agent().post(address).header("content-type", "application/json");
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send(body)
    } else {
        let request = agent().get(address);
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).call()
    }
    .expect("an answer");
    answer.body_mut().read_to_string().expect("a body")
}

/// Compares the texts at `path` in both languages: as many sentences, each in its own language.
fn assert_both(terminal: &Terminal, path: &str, body: Option<&str>, least: usize) {
    let (russian, english) =
        (sentences(&read(terminal, path, "ru", body)), sentences(&read(terminal, path, "en", body)));
    assert!(russian.len() >= least && russian.len() == english.len(), "{path}: {russian:?} {english:?}");
    for (russian, english) in russian.iter().zip(&english) {
        assert_russian(path, russian);
        assert_english(path, english);
    }
}

/// A sample with other members.
fn changed(terminal: &Terminal, options: &[&str], change: impl FnOnce(&mut Value)) -> Value {
    let mut request: Value =
        serde_json::from_str(&terminal.said(&[&["sample"], options].concat())).expect("JSON");
    change(&mut request["payload"]);
    request
}

#[test]
fn pay_03_findings_are_in_the_language_that_was_asked_for() {
    let terminal = Terminal::new("payroll");
    let faulty = changed(&terminal, &["--transfers", "12"], |payload| {
        payload["date"] = "2099-01-01".into();
        payload["totalAmount"] = json!(1);
        payload["transfersCount"] = json!(7);
        payload["conversionRates"] = json!([{"currency": "USD", "rate": 1}]);
        payload["enrollmentCode"] = "02".into();
        let transfers = payload["transfers"].as_array_mut().expect("transfers");
        for (transfer, (name, value)) in transfers.iter_mut().zip([
            ("lastName", json!("")),
            ("firstName", json!("x".repeat(51))),
            ("middleName", json!("x".repeat(51))),
            ("orderNumber", json!(0)),
            ("account", json!("1")),
            ("amount", json!(0)),
            ("personnelNumber", json!("x".repeat(61))),
            ("birthDate", json!("2099-01-01")),
            ("cardNumber", json!("1")),
            ("deductionAmount", json!(0)),
            ("bic", json!("1")),
            ("bic", json!("044525997")),
        ]) {
            transfer[name] = value;
        }
    });
    assert_both(&terminal, "/v1/statements:validate", Some(&faulty.to_string()), 15);

    // Payments that another bank returns, and signatures that do not count.
    let returned = changed(&terminal, &["--transfers", "3"], |payload| {
        payload["transfers"][0]["bic"] = "044525997".into();
        payload["transfers"][1]["account"] = "40817810800000000107".into();
    });
    let sign = |names: &[&str], request: &Value| {
        std::fs::write(terminal.path("statement.json"), request.to_string()).expect("a file");
        let keys =
            names.iter().map(|name| format!("--sign=demo/demo-keys/{name}.key,demo/demo-keys/{name}.crt"));
        let keys: Vec<String> = keys.collect();
        let mut arguments = vec!["submit", "statement.json", "--wait"];
        arguments.extend(keys.iter().map(String::as_str));
        let output = terminal.run(&arguments);
        let id = request["payload"]["externalId"].as_str().expect("an identifier");
        (text(&output.stdout), format!("/v1/statements/{id}"))
    };
    let (state, path) = sign(&["ivanova-C00001-FIRST", "petrov-C00001-SECOND"], &returned);
    assert!(state.starts_with("PARTLY_EXECUTED"), "{state}");
    assert_both(&terminal, &path, None, 1);
    assert_both(&terminal, &format!("{path}/transfers"), None, 2);
    for wrong in ["expired", "revoked", "unregistered"] {
        let name = format!("ivanova-C00001-FIRST-{wrong}");
        let request = changed(&terminal, &["--transfers", "1"], |_| {});
        let (state, path) = sign(&[&name], &request);
        assert!(state.starts_with("ERROR_SIGN"), "{state}");
        assert_both(&terminal, &path, None, 1);
    }
}

#[test]
fn ctc_03_reasons_are_in_the_language_that_was_asked_for() {
    let terminal = Terminal::new("certificate");
    std::fs::write(terminal.path("wrong.xml"), terminal.said(&["sample", "--partly-wrong"])).expect("a file");
    let output = terminal.run(&["send", "wrong.xml", "--wait", "60"]);
    let sent = text(&output.stdout);
    let task = sent.lines().next().expect("the identifier of a task");
    assert_both(&terminal, &format!("/v1/iso20022/tasks/{task}"), None, 4);
}

#[test]
fn mixtures_are_told_from_names() {
    assert_eq!(latin_words("Поле digest не равно"), Vec::<&str>::new());
    assert_eq!(latin_words("Банк вернул перевод: no account"), ["no", "account"]);
    assert_eq!(sentences(r#"{"code": "P01", "errors": [{"message": "a"}]}"#), ["a"]);
    assert_eq!(sentences("The token has expired"), ["The token has expired"]);
}
