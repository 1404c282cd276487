//! `clientbank login` and `clientbank accounts`, against a running demo.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use url::Url;

use crate::browser::{IVANOVA, log_in};
use crate::program::{Server, clientbank, folder, get, text};

/// The demo's client may be redirected to one port of this machine alone, so these tests take turns.
static PORT: Mutex<()> = Mutex::new(());

/// The variables that `login --export` sets.
pub(crate) const EXPORTED: [&str; 5] = ["API", "IDENTITY", "ACCESS_TOKEN", "ID_TOKEN", "REFRESH_TOKEN"];

const REDIRECT_URI: &str = "http://127.0.0.1:9090/callback";

fn begin(server: &Server, tokens: &Path, extra: &[&str]) -> (Child, Url) {
    let mut command = clientbank();
    command.args(["login", "--no-browser", "--identity", &server.identity, "--api", &server.api]);
    command.arg("--tokens").arg(tokens).args(extra);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let remarks = BufReader::new(child.stderr.take().expect("a stream")).lines().map_while(Result::ok);
    let address = remarks
        .into_iter()
        .find_map(|line| line.parse::<Url>().ok().filter(|url| url.path() == "/authorize"));
    (child, address.expect("the address to open"))
}

fn finish(child: Child, address: &Url) -> String {
    let answer = log_in(address, &REDIRECT_URI.parse().expect("an address"), IVANOVA);
    let (status, page) = get(answer.as_str(), &[]);
    assert_eq!(status, 200);
    assert!(page.contains("login is done"), "{page}");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    text(&output.stdout)
}

fn accounts(tokens: &Path, arguments: &[&str]) -> (bool, String, String) {
    let output = clientbank().arg("accounts").args(arguments).arg("--tokens").arg(tokens).output();
    let output = output.expect("the program starts");
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_login_prints_tokens_and_keeps_them_for_the_next_command() {
    let _turn = PORT.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, server) = Server::own_demo(&[]);
    let tokens = folder.path().join("state/tokens.json");
    let (child, address) = begin(&server, &tokens, &["--json"]);
    let printed: Value = serde_json::from_str(&finish(child, &address)).expect("JSON");
    assert_eq!(printed["token_type"], "Bearer");
    let mode = std::fs::metadata(&tokens).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let (good, table, err) = accounts(&tokens, &["list"]);
    assert!(good, "{err}");
    assert!(table.contains("40702810600000000001") && table.contains("5000000000.00"), "{table}");
    let (good, json, err) =
        accounts(&tokens, &["get", "40702840200000000002", "--fields", "number,currency,balance", "--json"]);
    assert!(good, "{err}");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["Balance"], "12500.00");
    assert_eq!(json["Currency"], "USD");
    let (good, _, err) = accounts(&tokens, &["get", "40702810800000000021"]);
    assert!(!good && err.contains("404"), "{err}");
    for (limit, has_older) in [("1", true), ("1000", false)] {
        let mut command = clientbank();
        command.args(["operations", "40702810600000000001", "--limit", limit]).arg("--tokens").arg(&tokens);
        let output = command.output().expect("the program starts");
        let (good, err) = (output.status.success(), text(&output.stderr));
        let told = err.contains("there are older operations than these 1: --limit reaches them");
        assert!(good && told == has_older, "{limit}: {err}");
    }
}

#[test]
fn accounts_refreshes_what_is_refused_and_keeps_the_new_tokens() {
    let _turn = PORT.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, server) = Server::own_demo(&[]);
    let tokens = folder.path().join("tokens.json");
    let (child, address) = begin(&server, &tokens, &["--export"]);
    let exported = finish(child, &address);
    let names: Vec<&str> = exported
        .lines()
        .map(|line| line.trim_start_matches("export ").split('=').next().expect("a name"))
        .collect();
    assert_eq!(names, EXPORTED);
    // An access token without a right signature is refused like an expired one.
    let mut kept: Value =
        serde_json::from_str(&std::fs::read_to_string(&tokens).expect("the file")).expect("JSON");
    let first = kept["tokens"]["refresh_token"].clone();
    kept["tokens"]["access_token"] = "expired".into();
    std::fs::write(&tokens, kept.to_string()).expect("the file");
    let (good, table, err) = accounts(&tokens, &["list"]);
    assert!(good, "{err}");
    assert!(table.contains("40702810600000000001"), "{table}");
    assert!(err.contains("refreshed"), "{err}");
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(&tokens).expect("the file")).expect("JSON");
    assert_ne!(kept["tokens"]["refresh_token"], first);
    let (good, _, err) = accounts(&tokens, &["list"]);
    assert!(good && !err.contains("refreshed"), "{err}");
}

/// Answers one request of a caller.
fn answer(listener: &TcpListener, status: &str, body: &str) {
    let (mut connection, _) = listener.accept().expect("a connection");
    let mut reader = BufReader::new(connection.try_clone().expect("the same"));
    let (mut line, mut length) = (String::new(), 0);
    while line != "\r\n" {
        line.clear();
        assert!(reader.read_line(&mut line).expect("a line") > 0, "it broke off");
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
    }
    std::io::copy(&mut reader.take(length), &mut std::io::sink()).expect("a body");
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n");
    let length = body.len();
    write!(connection, "{head}Content-Length: {length}\r\n\r\n{body}").expect("it is sent");
}

/// Identity tokens: of one login from an earlier and a later second, and of another login.
const EARLIER: &str = "h.eyJzaWQiOiJzIiwiaWF0IjoxfQ.s";
const LATER: &str = "h.eyJzaWQiOiJzIiwiaWF0IjoyfQ.s";
const OF_ANOTHER: &str = "h.eyJzaWQiOiJ0IiwiaWF0IjoxfQ.s";

/// Runs a command that refreshes its tokens while the file gets others: a refresh token and an identity token of each.
/// Returns the refresh token that is kept, and what the command said.
fn refresh_beside(refreshed: (&str, &str), meanwhile: (&str, &str)) -> (String, String) {
    let folder = folder();
    let tokens = folder.path().join("tokens.json");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let login = |(refresh_token, id_token): (&str, &str)| {
        json!({
            "identity": address, "api": address, "client_id": "demo-erp", "client_secret": "secret",
            "redirect_uri": REDIRECT_URI,
            "tokens": {
                "access_token": "a", "token_type": "Bearer", "refresh_token": refresh_token, "id_token": id_token,
            },
        })
    };
    std::fs::write(&tokens, login(("first", EARLIER)).to_string()).expect("the file");
    let (meanwhile, refreshed) = (login(meanwhile).to_string(), login(refreshed)["tokens"].to_string());
    let file = tokens.clone();
    let bank = std::thread::spawn(move || {
        answer(&listener, "401 Unauthorized", "{}");
        std::fs::write(file, meanwhile).expect("the file");
        answer(&listener, "200 OK", &refreshed);
        answer(&listener, "200 OK", "[]");
    });
    let (good, _, err) = accounts(&tokens, &["list"]);
    bank.join().expect("every answer was asked for");
    assert!(good, "{err}");
    let kept = std::fs::read_to_string(&tokens).expect("the file");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    (kept["tokens"]["refresh_token"].as_str().expect("a token").to_owned(), err)
}

#[test]
fn a_login_that_was_made_meanwhile_is_not_replaced_by_refreshed_tokens() {
    for (refreshed, other) in [("i", "i"), (LATER, OF_ANOTHER)] {
        let (kept, err) = refresh_beside(("next", refreshed), ("of somebody else", other));
        assert!(kept == "of somebody else" && !err.contains("refreshed"), "{kept}: {err}");
    }
}

#[test]
fn what_another_command_has_kept_meanwhile_is_replaced_by_newer_tokens_of_the_login() {
    let (kept, err) = refresh_beside(("third", LATER), ("second", EARLIER));
    assert!(kept == "third" && err.contains("refreshed"), "{kept}: {err}");
    let (kept, err) = refresh_beside(("second", EARLIER), ("third", LATER));
    assert!(kept == "third" && !err.contains("refreshed"), "{kept}: {err}");
}

#[test]
fn an_answer_that_belongs_to_another_login_is_left_alone() {
    let _turn = PORT.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, server) = Server::own_demo(&[]);
    let tokens = folder.path().join("tokens.json");
    let (child, address) = begin(&server, &tokens, &["--json"]);
    for planted in ["/callback?code=planted&state=planted", "/callback", "/favicon.ico"] {
        assert_eq!(get(&format!("http://127.0.0.1:9090{planted}"), &[]).0, 404, "{planted}");
    }
    assert!(finish(child, &address).contains("access_token"));
}

#[test]
fn without_a_login_accounts_says_what_to_do() {
    let folder = folder();
    let (good, _, err) = accounts(&folder.path().join("none.json"), &["list"]);
    assert!(!good && err.contains("clientbank login"), "{err}");
}

#[test]
fn a_redirect_address_elsewhere_is_refused() {
    let output = clientbank().args(["login", "--redirect-uri", "https://erp.example/callback"]).output();
    let output = output.expect("the program starts");
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("this machine"), "{}", text(&output.stderr));
}
