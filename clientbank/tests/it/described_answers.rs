//! GEN-10: every answer of an operation is described: status, media type, body, and the headers that a caller acts
//! on.
//!
//! Each operation is asked rightly and in every wrong way that its description allows to think of.

use http::Method;
use serde_json::Value;
use testkit::{Answer, Bench, TestCaller, TestClient, TestRequest};

use crate::authorization_matrix::{Access, MATRIX, Row, method_of, request};
use crate::certificate_fixture::certificate_tasks;
use crate::described_schemas::Schemas;
use crate::operations::{Operation, merged, operations};
use crate::tariff_fixture::tariff_requests;
use crate::wired::application;

/// Headers of an answer that a caller acts on; others are the business of the connection.
const HEADERS: [&str; 11] = [
    "allow",
    "content-disposition",
    "deprecation",
    "etag",
    "link",
    "location",
    "retry-after",
    "sunset",
    "vary",
    "www-authenticate",
    "x-request-id",
];
/// demo-erp with its secret.
const CLIENT: &str = "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0";
/// More than any operation takes.
const TOO_MANY_BYTES: &str = "999999999";
/// Texts that stand for no value of any parameter.
const WRONG_VALUES: [&str; 5] = ["%00", "%FF", "%21", "-1", "9999999999999999999999"];
/// Seconds after which the revocations are too old for any token to be trusted.
const STALE_S: i64 = 10;

store::queries! {
    /// Takes a table away that every area but identity reads.
    LOSE_RIGHTS = "alter table user_company_rights rename to user_company_rights_of_before";
    /// Removes the table that identity reads first.
    LOSE_CLIENTS = "alter table oauth_clients rename to oauth_clients_of_before";
    /// Takes away the users.
    LOSE_USERS = "alter table users rename to users_of_before";
}

/// The findings, and the number of answers that were searched.
#[derive(Default)]
struct Findings {
    errors: Vec<String>,
    answers: usize,
    statuses: std::collections::BTreeSet<u16>,
}

testkit::on_both_engines! {
    async fn gen_10_every_answer_is_described(bench: Bench) {
        let application = application(&bench).await;
        certificate_tasks(&bench).await;
        tariff_requests(&bench).await;
        let (api, identity) = (bench.client(application.api.clone()), bench.client(application.identity.clone()));
        let document = merged();
        let schemas = Schemas::of(&document);
        let mut findings = Findings::default();
        let mut operations_in_order = operations(&document);
        // Deletes come last, because a deleted thing answers nobody any more.
        operations_in_order.sort_by_key(|operation| operation.name.starts_with("DELETE"));
        for operation in operations_in_order {
            let row = MATRIX.iter().find(|row| row.operation == operation.name).expect("a row of the matrix");
            let client = if is_of_identity(row) { &identity } else { &api };
            for (name, request) in probes(&bench, client, row, &operation) {
                findings.take(&schemas, &operation, &name, &request.send().await);
            }
        }
        for lose in [&LOSE_RIGHTS, &LOSE_CLIENTS, &LOSE_USERS] {
            let work = move |tx: &mut store::Tx| tx.execute(lose, store::params![]);
            bench.store.write("damage", work).await.expect("the table is gone");
        }
        for (stale_s, name) in [(0, "a damaged database"), (STALE_S, "revocations that are not known")] {
            bench.clock.advance_seconds(stale_s);
            for operation in operations(&document) {
                let row = MATRIX.iter().find(|row| row.operation == operation.name).expect("a row of the matrix");
                let client = if is_of_identity(row) { &identity } else { &api };
                let answer = good(&bench, client, row, name).send().await;
                findings.take(&schemas, &operation, name, &answer);
            }
        }
        let Findings { mut errors, answers, statuses } = findings;
        errors.sort();
        errors.dedup();
        assert!(errors.is_empty(), "{} faults in {answers} answers:\n{}", errors.len(), errors.join("\n"));
        for status in [200, 202, 304, 400, 401, 403, 404, 405, 413, 415, 500, 503] {
            assert!(statuses.contains(&status), "no probe was answered {status}: {statuses:?}");
        }
    }

    async fn gen_10_an_answer_that_depends_on_the_language_says_so(bench: Bench) {
        let application = application(&bench).await;
        certificate_tasks(&bench).await;
        tariff_requests(&bench).await;
        let (api, identity) = (bench.client(application.api.clone()), bench.client(application.identity.clone()));
        let mut depending = 0;
        for operation in operations(&merged()) {
            let row = MATRIX.iter().find(|row| row.operation == operation.name).expect("a row of the matrix");
            let client = if is_of_identity(row) { &identity } else { &api };
            let mut answers = Vec::new();
            for language in ["ru", "en"] {
                let request = good(&bench, client, row, language).header("accept-language", language);
                answers.push(request.send().await);
            }
            let is_text = |answer: &Answer, letters: std::ops::RangeInclusive<char>| {
                String::from_utf8_lossy(&answer.body).chars().filter(|letter| letters.contains(letter)).count()
            };
            // Identifiers differ between requests, so the language is told by the letters.
            let russian: Vec<usize> = answers.iter().map(|answer| is_text(answer, 'а'..='я')).collect();
            let depends = russian[0] != russian[1];
            depending += usize::from(depends);
            let parameters = operation.description["parameters"].as_array().cloned().unwrap_or_default();
            let is_described = parameters.iter().any(|parameter| parameter["name"] == "Accept-Language");
            assert!(!depends || is_described, "{} depends on Accept-Language", operation.name);
        }
        assert!(depending >= 4, "{depending} operations answer in the language of the request");
    }
}

impl Findings {
    fn take(&mut self, schemas: &Schemas<'_>, operation: &Operation, probe: &str, answer: &Answer) {
        self.answers += 1;
        self.statuses.insert(answer.status.as_u16());
        let name = &operation.name;
        let status = answer.status.as_u16().to_string();
        let found = errors(schemas, &operation.description["responses"][&status], answer);
        self.errors.extend(found.into_iter().map(|error| format!("{name} {status}: {error} ({probe})")));
    }
}

/// Lists the differences of an answer from its description.
fn errors(schemas: &Schemas<'_>, described: &Value, answer: &Answer) -> Vec<String> {
    if described.is_null() {
        return vec!["the status is not described".to_owned()];
    }
    let mut errors = Vec::new();
    for header in HEADERS.iter().filter(|header| answer.header(header).is_some()) {
        let names = described["headers"].as_object().into_iter().flatten();
        if !names.map(|(name, _)| name).any(|name| name.eq_ignore_ascii_case(header)) {
            errors.push(format!("the header {header} is not described"));
        }
    }
    let contents = described["content"].as_object();
    let Some(media_type) = answer.header("content-type").and_then(|value| value.split(';').next()) else {
        if !answer.body.is_empty() || contents.is_some_and(|contents| !contents.is_empty()) {
            errors.push("a body without a media type".to_owned());
        }
        return errors;
    };
    let Some(content) = contents.and_then(|contents| contents.get(media_type)) else {
        errors.push(format!("{media_type} is not described"));
        return errors;
    };
    if media_type == "application/json" {
        errors.extend(schemas.errors(&content["schema"], &answer.json()));
    }
    errors
}

fn is_of_identity(row: &Row) -> bool {
    !matches!(row.access, Access::BothTokens { .. } | Access::IdentityToken { .. })
}

/// A request with everything that its operation asks for. Each probe has a session of its own, so that none is one too
/// many.
fn good(bench: &Bench, client: &TestClient, row: &Row, probe: &str) -> TestRequest {
    with_credentials(bench, row, request(client, row), &caller("U00001", probe))
}

fn caller(user: &str, probe: &str) -> TestCaller {
    let named = probe.chars().filter(char::is_ascii_alphanumeric).take(40);
    let session = format!("probe-{}", named.collect::<String>());
    TestCaller::new(user, "C00001").with_session(&session)
}

fn with_credentials(bench: &Bench, row: &Row, request: TestRequest, caller: &TestCaller) -> TestRequest {
    match row.access {
        Access::BothTokens { .. } | Access::IdentityToken { .. } => {
            request.tokens(&bench.tokens.pair(caller))
        }
        Access::BearerAlone => request.bearer(&bench.tokens.access(caller)),
        Access::ClientSecret => request.header("authorization", CLIENT),
        Access::Public | Access::Browser => request,
    }
}

/// Every way of asking an operation, each with a name.
fn probes(
    bench: &Bench,
    client: &TestClient,
    row: &Row,
    operation: &Operation,
) -> Vec<(String, TestRequest)> {
    let good = |probe: &str| good(bench, client, row, probe);
    let broken = bench.tokens.broken_pairs(&caller("U00001", "a broken token"));
    let mut probes: Vec<(String, TestRequest)> = vec![
        ("no credentials".to_owned(), request(client, row)),
        ("nothing wrong".to_owned(), good("nothing wrong")),
        ("an unknown language".to_owned(), good("an unknown language").header("accept-language", "tlh")),
        ("another form".to_owned(), good("another form").header("accept", "application/xml")),
        ("what is known already".to_owned(), good("what is known already").header("if-none-match", "*")),
        ("too long".to_owned(), good("too long").header("content-length", TOO_MANY_BYTES)),
        (
            "two sets of tokens".to_owned(),
            good("two sets").tokens(&bench.tokens.pair(&caller("U00002", "two sets"))),
        ),
    ];
    for user in ["U00003", "U00004"] {
        let request = with_credentials(bench, row, request(client, row), &caller(user, user));
        probes.push((format!("user {user}"), request));
    }
    for (name, pair) in broken.into_iter().take(3) {
        probes.push((name, request(client, row).tokens(&pair)));
    }
    probes.extend(of_methods(bench, client, row));
    probes.extend(of_bodies(bench, client, row, operation));
    for (name, path) in paths(row, operation) {
        let bare = client.request(method_of(row), &path);
        let bare = match row.body {
            Some((content_type, body)) => bare.header("content-type", content_type).body(body),
            None => bare,
        };
        probes.push((name.clone(), with_credentials(bench, row, bare, &caller("U00001", &name))));
    }
    probes
}

/// The methods that the path does not have are answered for all that it has.
fn of_methods(bench: &Bench, client: &TestClient, row: &Row) -> Vec<(String, TestRequest)> {
    let (_, pattern) = row.operation.split_once(' ').expect("METHOD /path");
    let exists = |method: &Method| MATRIX.iter().any(|row| row.operation == format!("{method} {pattern}"));
    let others = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    let others = others.into_iter().filter(|method| !exists(method));
    others
        .map(|method| {
            let name = format!("{method} instead");
            let request = client.request(method, row.path);
            (name.clone(), with_credentials(bench, row, request, &caller("U00001", &name)))
        })
        .collect()
}

fn of_bodies(
    bench: &Bench,
    client: &TestClient,
    row: &Row,
    operation: &Operation,
) -> Vec<(String, TestRequest)> {
    let contents = operation.description["requestBody"]["content"].as_object();
    let Some(media_type) = contents.and_then(|contents| contents.keys().next()) else { return Vec::new() };
    let with = |name: &str, media_type: &str, body: String| {
        let request = client.request(method_of(row), row.path).header("content-type", media_type).body(body);
        (name.to_owned(), with_credentials(bench, row, request, &caller("U00001", name)))
    };
    let without_type = client.request(method_of(row), row.path).body("x");
    let without_type = with_credentials(bench, row, without_type, &caller("U00001", "no content type"));
    vec![
        ("no content type".to_owned(), without_type),
        with("another content type", "application/x-none", "x".to_owned()),
        with("an empty body", media_type, String::new()),
        with("a broken body", media_type, "{<%&".to_owned()),
        with("an empty object", media_type, "{}".to_owned()),
        with("a body that is longer than it seems", media_type, "x".repeat(100_000)),
    ]
}

/// The path with each of its parameters wrong, and the query with each of its own left out, doubled, wrong or at the
/// edges of its range; for the pages of a login also a query that is right.
fn paths(row: &Row, operation: &Operation) -> Vec<(String, String)> {
    let (_, pattern) = row.operation.split_once(' ').expect("METHOD /path");
    let (path, query) = row.path.split_once('?').unwrap_or((row.path, ""));
    let mut paths = Vec::new();
    for (index, part) in pattern.split('/').enumerate().filter(|(_, part)| part.starts_with('{')) {
        for value in WRONG_VALUES {
            let mut parts: Vec<&str> = path.split('/').collect();
            parts[index] = value;
            let query = if query.is_empty() { String::new() } else { format!("?{query}") };
            paths.push((format!("{part}={value}"), format!("{}{query}", parts.join("/"))));
        }
    }
    let parameters = operation.description["parameters"].as_array().into_iter().flatten();
    let of_query: Vec<&Value> = parameters.filter(|parameter| parameter["in"] == "query").collect();
    let example = |parameter: &Value| {
        let (name, example) = (parameter["name"].as_str().unwrap_or_default(), &parameter["example"]);
        let first = example.as_array().and_then(|items| items.first()).unwrap_or(example);
        let text = first.as_str().map_or_else(|| first.to_string(), str::to_owned);
        format!("{name}={}", text.replace(' ', "%20").replace('=', "%3D").replace(';', "%3B"))
    };
    let all: Vec<String> = of_query.iter().map(|parameter| example(parameter)).collect();
    paths.push(("every parameter".to_owned(), format!("{path}?{}", all.join("&"))));
    for (index, parameter) in of_query.iter().enumerate() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let others =
            || all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, text)| text.clone());
        let mut variants = vec![("left out".to_owned(), others().collect::<Vec<_>>())];
        variants.push(("twice".to_owned(), all.iter().cloned().chain([all[index].clone()]).collect()));
        let edges = ["minimum", "maximum"].into_iter().filter_map(|edge| parameter["schema"][edge].as_i64());
        for value in WRONG_VALUES.into_iter().map(str::to_owned).chain(edges.map(|edge| edge.to_string())) {
            variants.push((value.clone(), others().chain([format!("{name}={value}")]).collect()));
        }
        for (what, query) in variants {
            paths.push((format!("{name} {what}"), format!("{path}?{}", query.join("&"))));
        }
    }
    paths
}
