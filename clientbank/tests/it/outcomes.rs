//! The tables of docs/DEMO.md are done row by row, and the demo does what they say.

use std::sync::LazyLock;

use sdk::Tokens;
use serde_json::Value;
use testkit::person::Person;

use crate::browser::{settings_for, tokens};
use crate::markdown::{code, root, table};
use crate::program::{Server, agent, folder, text};
use crate::terminal::Terminal;

static PAGE: LazyLock<String> =
    LazyLock::new(|| std::fs::read_to_string(root().join("docs/DEMO.md")).expect("the page"));

/// The tokens of a login of the page, for the first of its companies or for `cnum`, through the software that it names.
fn log_in(server: &Server, login: &str, cnum: Option<&str>) -> Tokens {
    let logins = table(&PAGE, "## Logins");
    let company = |row: &[&'static str]| row[2].split(' ').next().expect("a client number");
    let fits = |row: &&Vec<&'static str>| {
        code(row[0]) == [login] && cnum.is_none_or(|cnum| company(row.as_slice()) == cnum)
    };
    let row = logins.iter().find(fits).expect("a login of the page");
    let person = Person { username: code(row[0])[0], password: code(row[1])[0], cnum: company(row) };
    let clients = table(&PAGE, "The online bank asks for no software");
    let client = clients.iter().find(|client| client[0] == row[3]).expect("a client of the page");
    let mut settings = settings_for(server, code(client[0])[0], code(client[2])[0]);
    code(client[1])[0].clone_into(&mut settings.client_secret);
    tokens(&settings, person)
}

#[test]
fn the_demo_answers_requests_as_its_page_says() {
    let folder = folder();
    let server = Server::demo(&folder.path().join("demo"), &[]);
    let mut logins: Vec<(&str, Tokens)> = Vec::new();
    for row in table(&PAGE, "## Answers to one request") {
        let [login, request, answer, _] = row[..] else { panic!("{row:?} has four cells") };
        let login = code(login)[0];
        if !logins.iter().any(|(known, _)| *known == login) {
            logins.push((login, log_in(&server, login, None)));
        }
        let (_, tokens) = logins.iter().find(|(known, _)| *known == login).expect("logged in");
        let (status, body) = send(&server, tokens, code(request)[0]);
        let wanted = answer.split(' ').next().expect("a status");
        assert_eq!(status.to_string(), wanted, "{login} {request}: {body}");
        let compact = body.replace("\": ", "\":");
        for word in code(answer) {
            assert!(compact.contains(word), "{login} {request}: {word} in {body}");
        }
    }
    assert_eq!(logins.len(), 4, "several people ask");
}

/// Status and body of the answer to a request like `POST /path {"a": 1}`.
fn send(server: &Server, tokens: &Tokens, request: &str) -> (u16, String) {
    let mut words = request.splitn(3, ' ');
    let method = words.next().expect("a method");
    let address = format!("{}{}", server.api, words.next().expect("a path"));
    let bearer = format!("Bearer {}", tokens.access_token);
    let mut answer = match method {
        "GET" => {
            let request = agent().get(address).header("authorization", bearer);
            request.header("id-token", &tokens.id_token).call().expect("an answer")
        }
        "POST" => {
            let request = agent().post(address).header("authorization", bearer);
            let request = request.header("id-token", &tokens.id_token);
            match words.next() {
                Some(body) => request.header("content-type", "application/json").send(body),
                None => request.send_empty(),
            }
            .expect("an answer")
        }
        other => panic!("a row has GET or POST, not {other}"),
    };
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a body"))
}

/// Lays `change` over `value`: members over members, items over items of the same place.
fn lay_over(value: &mut Value, change: Value) {
    match (value, change) {
        (Value::Object(members), Value::Object(changes)) => {
            for (name, change) in changes {
                lay_over(members.entry(name).or_insert(Value::Null), change);
            }
        }
        (Value::Array(items), Value::Array(changes)) => {
            items.iter_mut().zip(changes).for_each(|(item, change)| lay_over(item, change));
        }
        (value, change) => *value = change,
    }
}

#[test]
fn the_demo_ends_statements_as_its_page_says() {
    let terminal = Terminal::new("payroll");
    for row in table(&PAGE, "## What becomes of payroll statements") {
        let [options, changed, signed, outcome, _] = row[..] else { panic!("{row:?} has five cells") };
        let options: Vec<&str> = code(options)[0].split(' ').collect();
        let cnum = if options.contains(&"40702810700000000011") { "C00002" } else { "C00001" };
        terminal.keep(&log_in(&terminal.server, "ivanova", Some(cnum)));
        let sample = terminal.said(&[&["sample"], &options[..]].concat());
        let mut request: Value = serde_json::from_str(&sample).expect("JSON");
        let id = request["payload"]["externalId"].as_str().expect("an identifier").to_owned();
        for change in code(changed) {
            lay_over(&mut request["payload"], serde_json::from_str(change).expect("JSON"));
        }
        std::fs::write(terminal.path("statement.json"), request.to_string()).expect("a file");
        let keys: Vec<String> = code(signed)
            .iter()
            .map(|name| format!("--sign=demo/demo-keys/{name}.key,demo/demo-keys/{name}.crt"))
            .collect();
        let mut arguments = vec!["submit", "statement.json", "--wait", "--json"];
        arguments.extend(keys.iter().map(String::as_str));
        let output = terminal.run(&arguments);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let outcome = code(outcome);
        let told = if let Ok(status) = outcome[0].parse::<u16>() {
            assert!(err.contains(&format!("the bank answered {status} ")), "{row:?}: {out}{err}");
            err
        } else {
            let status: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{row:?}: {out}{err}"));
            assert_eq!(status["status"], outcome[0], "{row:?}: {out}{err}");
            out + &terminal.said(&["transfers", &id, "--all", "--json"])
        };
        for word in &outcome[1..] {
            assert!(told.contains(word), "{row:?}: {word} in {told}");
        }
    }
}

#[test]
fn the_demo_checks_certificates_as_its_page_says() {
    let terminal = Terminal::new("certificate");
    for row in table(&PAGE, "## What becomes of currency certificates") {
        let [options, outcome, _] = row[..] else { panic!("{row:?} has three cells") };
        let options: Vec<&str> = code(options).iter().flat_map(|options| options.split(' ')).collect();
        let sample = terminal.said(&[&["sample"], &options[..]].concat());
        std::fs::write(terminal.path("certificates.xml"), sample).expect("a file");
        let output = terminal.run(&["send", "certificates.xml", "--wait", "60"]);
        let told = text(&output.stdout) + &text(&output.stderr);
        let outcome = code(outcome);
        let first = match outcome[0].parse::<u16>() {
            Ok(status) => format!("the bank answered {status}"),
            Err(_) => format!("  {}\n", outcome[0]),
        };
        assert!(told.contains(&first), "{row:?}: {told}");
        for word in &outcome[1..] {
            assert!(told.contains(&format!("{word}: ")), "{row:?}: {word} in {told}");
        }
    }
}
