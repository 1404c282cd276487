//! GEN-01, ONL-01: every page and every form of the online bank against every kind of person. A route without a row
//! fails, and so does a row without a route.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use http::{Method, StatusCode};
use store::{DynamicQuery, StoreError, Tx, params};
use testkit::{Answer, Bench, Engine, TEST_CSRF, TestCaller, TestClient, on_both_engines};

use crate::authorization_matrix::{Access, MATRIX, Row as Operation, method_of, request};
use crate::markdown::root;
use crate::wired::application;

/// Those who act for Romashka: a signer who edits payroll, an administrator who signs and edits payroll, an auditor
/// who sees accounts and is no user of the online bank by role, somebody with no right but to act.
const PEOPLE: [(char, &str); 4] = [('S', "U00001"), ('A', "U00002"), ('V', "U00004"), ('N', "U00005")];

store::queries! {
    ADD_ACT = "insert into user_company_rights (user_id, cnum, right_code) values ('U00005', 'C00001', 'ACT')";
    TAKE_ACT = "delete from user_company_rights where user_id = 'U00001' and cnum = 'C00001' and right_code = 'ACT'";
    LOCK = "update users set status = 'LOCKED' where user_id = 'U00002'";
    CLOSE = "update companies set status = 'CLOSED' where cnum = 'C00004'";
}

/// A route, and the people who may read it and those who may send its form: `-` without such a method, `?` where the
/// scene lacks the thing.
type Row = (&'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    ("/bank", "SAVN", "-"),
    ("/bank/", "SAVN", "-"),
    ("/bank/accounts/{number}", "SAV", "-"),
    ("/bank/accounts/{number}/operations", "SAV", "-"),
    ("/bank/accounts/{number}/operations/export", "SAVN?", "-"),
    ("/bank/accounts/{number}/operations/{operation}", "SAV", "-"),
    ("/bank/accounts/{number}/operations/{operation}/order.pdf", "SAV?", "-"),
    ("/bank/agreements", "SAVN", "-"),
    ("/bank/agreements/{id}", "SAVN", "-"),
    ("/bank/certificates", "SAN", "SAN"),
    ("/bank/certificates/new", "SAN", "-"),
    ("/bank/certificates/{id}", "SAN", "-"),
    ("/bank/certificates/{id}/document", "SAN", "-"),
    ("/bank/certificates/{id}/status-report", "SAN", "-"),
    ("/bank/company", "SAVN", "SAVN"),
    ("/bank/confirmation/passkey", "-", "SAVN"),
    ("/bank/help", "SAVN", "-"),
    ("/bank/integrations", "A", "A"),
    ("/bank/integrations/{id}", "A", "-"),
    ("/bank/integrations/{id}/calls", "A", "-"),
    ("/bank/integrations/{id}/off", "-", "A"),
    ("/bank/integrations/{id}/on", "-", "A"),
    ("/bank/integrations/{id}/revoke", "-", "A"),
    ("/bank/integrations/{id}/secret", "-", "A"),
    ("/bank/integrations/{id}/secret/end", "-", "A"),
    ("/bank/integrations/{id}/settings", "-", "A"),
    ("/bank/invitation/{token}", "SAVN?", "SAVN"),
    ("/bank/invitations", "A", "A"),
    ("/bank/invitations/revoke", "-", "A"),
    ("/bank/language", "-", "SAVN"),
    ("/bank/letters", "SAN", "-"),
    ("/bank/letters/new", "SAN", "SAN"),
    ("/bank/letters/read", "-", "SAN"),
    ("/bank/letters/{id}", "SAN?", "-"),
    ("/bank/letters/{id}/answer", "-", "SAN"),
    ("/bank/letters/{id}/files/{file}", "SAN?", "-"),
    ("/bank/login", "SAVN", "-"),
    ("/bank/logout", "-", "SAVN"),
    ("/bank/payroll", "SA", "-"),
    ("/bank/payroll/new", "SA", "SA"),
    ("/bank/payroll/rolls/{id}", "SA?", "SA"),
    ("/bank/payroll/rolls/{id}/delete", "-", "SA"),
    ("/bank/payroll/rolls/{id}/keep", "-", "SA"),
    ("/bank/payroll/rolls/{id}/use", "-", "SA"),
    ("/bank/payroll/sample.csv", "SAVN", "-"),
    ("/bank/payroll/sample.xlsx", "SAVN", "-"),
    ("/bank/payroll/sign", "SAVN", "SAVN"),
    ("/bank/payroll/{id}", "SA", "-"),
    ("/bank/payroll/{id}/complete", "SA", "SA"),
    ("/bank/payroll/{id}/copy", "-", "SA"),
    ("/bank/payroll/{id}/corrections", "SA", "SA"),
    ("/bank/payroll/{id}/delete", "-", "SA"),
    ("/bank/payroll/{id}/digest.bin", "SA?", "-"),
    ("/bank/payroll/{id}/document.json", "SA?", "-"),
    ("/bank/payroll/{id}/faulty.csv", "SA", "-"),
    ("/bank/payroll/{id}/faulty.xlsx", "SA", "-"),
    ("/bank/payroll/{id}/sign", "SA", "SA"),
    ("/bank/payroll/{id}/statement.pdf", "SA?", "-"),
    ("/bank/payroll/{id}/terms", "SA", "SA"),
    ("/bank/payroll/{id}/transfers/{line}", "SA", "SA"),
    ("/bank/security", "SAVN", "-"),
    ("/bank/security/logins", "SAVN", "-"),
    ("/bank/security/passkeys", "SAVN", "SAVN"),
    ("/bank/security/passkeys/new", "SAVN", "SAVN"),
    ("/bank/security/passkeys/remove", "-", "SAVN"),
    ("/bank/security/passkeys/rename", "-", "SAVN"),
    ("/bank/security/password", "SAVN", "SAVN"),
    ("/bank/security/recovery-codes", "-", "SAVN"),
    ("/bank/security/second-factor", "SAVN", "SAVN"),
    ("/bank/security/second-factor/new", "SAVN", "SAVN"),
    ("/bank/security/sessions", "SAVN", "-"),
    ("/bank/security/sessions/end", "-", "SAVN"),
    ("/bank/security/sessions/end-others", "-", "SAVN"),
    ("/bank/session", "SAVN", "SAVN"),
    ("/bank/signature", "SAVN", "-"),
    ("/bank/signature-scheme", "SA", "A"),
    ("/bank/signature-scheme/confirm", "-", "A"),
    ("/bank/signature-scheme/refuse", "-", "A"),
    ("/bank/signature/certificates.pem", "SAVN", "-"),
    ("/bank/signature/register", "SA", "SA"),
    ("/bank/signature/register/certificate.pem", "SAVN?", "-"),
    ("/bank/signature/register/digest.bin", "SAVN?", "-"),
    ("/bank/signature/register/document.json", "SAVN?", "-"),
    ("/bank/signature/register/proof", "SAVN", "SAVN"),
    ("/bank/signature/request", "SA", "SA"),
    ("/bank/signature/request/withdraw", "-", "SAVN"),
    ("/bank/signature/{id}/certificate.pem", "SAVN?", "-"),
    ("/bank/signature/{id}/revoke", "SAVN?", "SAVN"),
    ("/bank/tariffs", "SAN", "-"),
    ("/bank/tariffs/cancel", "-", "SAN"),
    ("/bank/tariffs/new", "SAN", "SAN"),
    ("/bank/tariffs/{id}", "SAN", "-"),
    ("/bank/tariffs/{id}/delete", "-", "SAN"),
    ("/bank/tariffs/{id}/pdf", "SAN", "-"),
    ("/bank/tariffs/{id}/sign", "-", "SAN"),
    ("/bank/tariffs/{id}/signature", "-", "SAN"),
    ("/bank/tariffs/{id}/withdraw", "-", "SAN"),
    ("/bank/treasury", "SAVN", "-"),
    ("/bank/users", "A", "-"),
    ("/bank/users/{id}", "A", "-"),
    ("/bank/users/{id}/lock", "-", "A"),
    ("/bank/users/{id}/rights", "-", "A"),
    ("/bank/users/{id}/unlock", "-", "A"),
    ("/bank/webhooks", "A", "A"),
    ("/bank/webhooks/{id}", "A", "-"),
    ("/bank/webhooks/{id}/delete", "-", "A"),
    ("/bank/webhooks/{id}/deliveries/{event_id}", "A?", "-"),
    ("/bank/webhooks/{id}/off", "-", "A"),
    ("/bank/webhooks/{id}/on", "-", "A"),
    ("/bank/webhooks/{id}/redeliver", "-", "A"),
    ("/bank/webhooks/{id}/secret", "-", "A"),
    ("/bank/webhooks/{id}/terms", "-", "A"),
    ("/bank/webhooks/{id}/test", "-", "A"),
    ("/bank/webinars", "SAVN", "-"),
    ("/bank/webinars/{id}", "SAVN", "-"),
];

/// The paths of all routes of pages, from their sources.
fn routes() -> BTreeSet<String> {
    fn read(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                read(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                for before in [
                    ".route(\"",
                    "_PATH: &str = \"",
                    " PATH: &str = \"",
                    "OVERVIEW: &str = \"",
                    "NEW: &str = \"",
                    "PROOF: &str = \"",
                ] {
                    let paths = text.split(before).skip(1).filter_map(|rest| rest.split('"').next());
                    found.extend(paths.filter(|path| path.starts_with("/bank")).map(str::to_owned));
                }
            }
        }
    }
    let mut found = BTreeSet::from(["/bank/letters".to_owned()]);
    for area in std::fs::read_dir(root().join("areas")).expect("the areas") {
        let pages = area.expect("an area").path().join("src/pages");
        if pages.is_dir() {
            read(&pages, &mut found);
        }
    }
    read(&root().join("crates/pages/src"), &mut found);
    found
}

/// The path about a thing that the scene has.
fn about(route: &str, known: &BTreeMap<&str, String>) -> String {
    let mut path = route.to_owned();
    for (start, id) in known {
        if let Some(rest) = path.strip_prefix(start).filter(|rest| rest.starts_with('{')) {
            let (_, after) = rest.split_once('}').expect("the end of a name");
            path = format!("{start}{id}{after}");
        }
    }
    for (name, value) in [
        ("{line}", "1"),
        ("{file}", "1"),
        ("{operation}", "1"),
        ("{id}", "00000000-0000-7000-8000-00000000c009"),
        ("{token}", "none"),
        ("{event_id}", "evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f"),
    ] {
        path = path.replace(name, value);
    }
    path
}

async fn call(client: &TestClient, bench: &Bench, method: &str, path: &str, person: &TestCaller) -> Answer {
    let request = client.request(method.parse().expect("a method"), path).online_bank(&bench.tokens, person);
    match method {
        "POST" => request.form(&[("csrf", TEST_CSRF), ("version", "1"), ("change", "1")]).send().await,
        _ => request.send().await,
    }
}

/// The methods of a route: those that its answer to another names.
async fn methods(client: &TestClient, bench: &Bench, path: &str) -> Vec<&'static str> {
    let answer = call(client, bench, "PATCH", path, &TestCaller::new("U00002", "C00001")).await;
    let allowed = answer.header("allow").unwrap_or_default().to_owned();
    ["GET", "POST"].into_iter().filter(|method| allowed.split(',').any(|one| one == *method)).collect()
}

/// Tables of what a stranger typed, for after the login, and of what whoever may has read.
const OF_READERS: [&str; 2] = ["kept_forms", "webinar_reads"];

/// The row of a path, with the fewest names in its route.
fn row_of(path: &str) -> Option<&'static Row> {
    let parts: Vec<&str> = path.split(['?', '#']).next().unwrap_or_default().split('/').collect();
    let fits = |row: &&Row| {
        let route: Vec<&str> = row.0.split('/').collect();
        let pairs = route.iter().zip(&parts);
        route.len() == parts.len()
            && pairs.into_iter().all(|(name, part)| name == part || name.starts_with('{'))
    };
    ROWS.iter().filter(fits).min_by_key(|row| row.0.matches('{').count())
}

/// The forms of a page that are sent, by whether the person may send them. The links are followed by another test.
fn forms(page: &str, letter: char) -> Vec<(String, bool)> {
    let tags = page.split("<form ").skip(1).filter_map(|rest| rest.split('>').next());
    let sent = tags.filter(|tag| tag.contains("method=\"post\""));
    let actions = sent.filter_map(|tag| tag.split_once("action=\"")?.1.split('"').next());
    let may = |path: &str| row_of(path).is_some_and(|row| row.2.contains(letter));
    actions.map(|path| (path.to_owned(), may(path))).collect()
}

/// The number of rows of each table.
async fn rows(bench: &Bench) -> Vec<(String, i64)> {
    let mut names = DynamicQuery::new("TABLES");
    names.sql(match bench.engine {
        Engine::Sqlite => "select name from sqlite_master where type = 'table'",
        Engine::Postgres => {
            "select cast(tablename as text) as name from pg_tables where schemaname = current_schema()"
        }
    });
    let tables = bench.store.query_dynamic(names).await.expect("the tables");
    let mut count = DynamicQuery::new("ROWS");
    let names =
        tables.iter().map(|row| row.text("name").expect("a name")).filter(|name| !OF_READERS.contains(name));
    for (place, table) in names.enumerate() {
        let union = if place == 0 { "" } else { " union all " };
        let piece =
            format!("{union}select '{table}' as name, cast(count(*) as bigint) as number from \"{table}\"");
        count.sql(piece.leak());
    }
    let counted = bench.store.query_dynamic(count).await.expect("the rows");
    counted
        .iter()
        .map(|row| (row.text("name").expect("a name").to_owned(), row.integer("number").expect("a number")))
        .collect()
}

async fn nothing_new(bench: &Bench, before: &[(String, i64)]) {
    let after = rows(bench).await;
    let new: Vec<_> = after.iter().filter(|table| !before.contains(table)).collect();
    assert!(new.is_empty(), "whoever may not writes nothing: {new:?}");
}

/// Makes something of each kind for Romashka, and names the things by the starts of their paths.
async fn scene(bench: &Bench, api: &TestClient, client: &TestClient) -> BTreeMap<&'static str, String> {
    let pair = bench.tokens.pair(&TestCaller::new("U00002", "C00001"));
    for operation in [
        "POST /v1/statements",
        "POST /v1/webhooks",
        "POST /v1/ctcm/request/create",
        "POST /v1/iso20022/currency-transaction-certificate",
    ] {
        let row = MATRIX.iter().find(|row| row.operation == operation).expect("an operation");
        // The plan of the other matrix is for another client.
        let body = row.body.expect("a body").1.replace("C00002", "C00001");
        let answer = request(api, row).body(body).tokens(&pair).send().await;
        assert!(answer.status.is_success(), "{operation}: {}", answer.text());
    }
    let mut known = BTreeMap::from([
        ("/bank/accounts/", "40702810600000000001".to_owned()),
        ("/bank/agreements/", "1001".to_owned()),
        ("/bank/users/", "U00001".to_owned()),
        ("/bank/integrations/", "demo-erp".to_owned()),
        ("/bank/webinars/", "2026-11-cash-flow".to_owned()),
    ]);
    for start in ["/bank/payroll/", "/bank/webhooks/", "/bank/certificates/", "/bank/tariffs/"] {
        let page =
            call(client, bench, "GET", start.trim_end_matches('/'), &TestCaller::new("U00002", "C00001"))
                .await;
        let before = format!("href=\"{start}");
        let links = page.text().split(&before).skip(1).filter_map(|rest| rest.split('"').next());
        let id = links.map(str::to_owned).find(|id| id.starts_with(|first: char| first.is_ascii_digit()));
        known.insert(start, id.unwrap_or_else(|| panic!("{start} is listed")));
    }
    known
}

/// Pages for anybody, and those of the session itself.
const OF_NOBODY: [&str; 7] = [
    "/bank/",
    "/bank/help",
    "/bank/login",
    "/bank/language",
    "/bank/session",
    "/bank/logout",
    "/bank/company",
];

/// Paths of the online bank that are routes of a sandbox alone.
const OF_A_SANDBOX: &str = "/bank/sandbox";

const LOCKED: &str = "who is locked";
const CLOSED: &str = "of a closed company";

/// Those who had the company once, or never.
async fn strangers(bench: &Bench) -> Vec<(&'static str, TestCaller)> {
    let write = async |query| {
        let change = move |tx: &mut Tx| tx.execute_one(query, params![]);
        bench.store.write::<_, StoreError>("a change", change).await.expect("it is made");
    };
    for change in [&TAKE_ACT, &LOCK, &CLOSE] {
        write(change).await;
    }
    vec![
        ("of another company", TestCaller::new("U00003", "C00001")),
        ("whose right was withdrawn", TestCaller::new("U00001", "C00001")),
        (LOCKED, TestCaller::new("U00002", "C00001")),
        (CLOSED, TestCaller::new("U00005", "C00004")),
    ]
}

/// Sends strangers to the login from every page and form, and refuses their calls that change something.
async fn strangers_reach_nothing(
    bench: &Bench,
    client: &TestClient,
    api: &TestClient,
    known: &BTreeMap<&'static str, String>,
) {
    let strangers = strangers(bench).await;
    let before = rows(bench).await;
    for (route, reading, sending) in ROWS.iter().filter(|(route, ..)| !OF_NOBODY.contains(route)) {
        let path = about(route, known);
        for (method, _) in ["GET", "POST"].into_iter().zip([reading, sending]).filter(|(_, who)| **who != "-")
        {
            for (why, person) in &strangers {
                let answer = call(client, bench, method, &path, person).await;
                let told = format!("{method} {path} by somebody {why}: {}", answer.status);
                assert_eq!(answer.status, StatusCode::SEE_OTHER, "{told}");
                let location = answer.location().unwrap_or_default();
                assert!(location.starts_with("/bank/login"), "{told} {location}");
            }
        }
    }
    let changes =
        |row: &&Operation| matches!(row.access, Access::BothTokens { .. }) && method_of(row) != Method::GET;
    for row in MATRIX.iter().filter(changes) {
        // The tokens of somebody who is locked are revoked, and no row asks for the closed company.
        for (why, person) in strangers.iter().filter(|(why, _)| ![LOCKED, CLOSED].contains(why)) {
            let answer = request(api, row).tokens(&bench.tokens.pair(person)).send().await;
            let told = format!("{} by somebody {why}: {}", row.operation, answer.status);
            assert!(answer.status.is_client_error(), "{told}");
        }
    }
    nothing_new(bench, &before).await;
}

on_both_engines! {
    async fn gen_01_pages_and_forms_refuse_whoever_may_not(bench: Bench) {
        let application = application(&bench).await;
        let (client, api) = (TestClient::new(application.identity), bench.client(application.api));
        let add = |tx: &mut Tx| tx.execute_one(&ADD_ACT, params![]);
        bench.store.write::<_, StoreError>("a person without rights", add).await.expect("there is one");
        let known = scene(&bench, &api, &client).await;
        let listed: BTreeSet<String> = ROWS.iter().map(|(route, ..)| (*route).to_owned()).collect();
        let mut routes = routes();
        routes.remove(OF_A_SANDBOX);
        assert_eq!(routes, listed, "the routes (left) and the matrix (right)");
        let before = rows(&bench).await;
        let mut offered = 0;
        for (route, reading, sending) in ROWS {
            let path = about(route, &known);
            let has = ["GET", "POST"].into_iter().zip([reading, sending]).filter(|(_, who)| **who != "-");
            let has: Vec<(&str, &&str)> = has.collect();
            let names: Vec<&str> = has.iter().map(|(method, _)| *method).collect();
            assert_eq!(methods(&client, &bench, &path).await, names, "{route}");
            for (method, who) in has {
                for (letter, user) in PEOPLE {
                    let may = who.contains(letter);
                    if may && method == "POST" {
                        continue;
                    }
                    let answer = call(&client, &bench, method, &path, &TestCaller::new(user, "C00001")).await;
                    let status = answer.status;
                    let told = format!("{method} {path} by {letter}: {status}");
                    assert!(!status.is_server_error(), "{told}");
                    if may {
                        assert_ne!(status, StatusCode::FORBIDDEN, "{told}");
                        let is_there = status == StatusCode::OK || status.is_redirection();
                        assert!(is_there || who.contains('?'), "{told}");
                        // The text of a file has no form.
                        let page = String::from_utf8_lossy(&answer.body);
                        for (action, may) in forms(&page, letter) {
                            assert!(may, "{told}, and shows the form {action}");
                            offered += 1;
                        }
                    } else {
                        assert!(matches!(status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND), "{told}");
                    }
                }
            }
        }
        assert!(offered > 200, "{offered} forms");
        nothing_new(&bench, &before).await;
        strangers_reach_nothing(&bench, &client, &api, &known).await;
    }
}
