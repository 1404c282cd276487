//! The demo, as a new user meets it.

use crate::wired::ORDERS;
use std::process::Stdio;

use sdk::{AccountField, Bank, Page};
use serde_json::Value;

use crate::browser::{IVANOVA, SIDOROV, settings, settings_for, tokens};
use crate::program::{Server, clientbank, folder, get, refused, run, said, text};

const ROMASHKA_SETTLEMENT: &str = "40702810600000000001";

/// An empty database in the server of the tests.
/// Runs statements on the server of the tests, outside of the databases of programs.
pub(crate) fn on_postgres(statements: &[&str]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        for statement in statements {
            testkit::postgres::execute(testkit::postgres::shared_url(), statement).await;
        }
    });
}

pub(crate) fn postgres_database(name: &str) -> String {
    let url = testkit::postgres::shared_url();
    let name = format!("demo_{name}_{}", std::process::id());
    on_postgres(&[&format!("drop database if exists {name}"), &format!("create database {name}")]);
    named(url, &name)
}

/// The URL of another database on the same server.
pub(crate) fn named(url: &str, database: &str) -> String {
    let (server, rest) = url.rsplit_once('/').expect("a database in the URL");
    let parameters = rest.split_once('?').map_or(String::new(), |(_, parameters)| format!("?{parameters}"));
    format!("{server}/{database}{parameters}")
}

fn reads_accounts(server: &Server) {
    let settings = settings(server);
    let mut bank = Bank::new(&settings, tokens(&settings, IVANOVA));
    let fields = [AccountField::Number, AccountField::Balance, AccountField::Currency];
    let number = ROMASHKA_SETTLEMENT.parse().expect("a number");
    let account = bank.account(&number, &fields).expect("the account");
    assert_eq!(account.number.as_deref(), Some(ROMASHKA_SETTLEMENT));
    assert_eq!(account.balance.map(|balance| balance.to_string()).as_deref(), Some("5000000000.00"));
    assert_eq!(account.currency.as_deref(), Some("RUR"));
    let all = bank.accounts(&fields, Page::default()).expect("the list");
    // Romashka's own and those of Vasilek, which is of the same group.
    let numbers: Vec<&str> = all.iter().filter_map(|account| account.number.as_deref()).collect();
    assert!(numbers.contains(&"40702810700000000011"), "{numbers:?}");
    assert!(!numbers.contains(&"40702810800000000021"), "{numbers:?}");
    assert!(numbers.is_sorted(), "{numbers:?}");
}

fn refreshes(server: &Server) {
    let settings = settings(server);
    let first = tokens(&settings, IVANOVA);
    let second = sdk::Identity::new(&settings).refresh(&first.refresh_token).expect("new tokens");
    assert_ne!(first.refresh_token, second.refresh_token);
    let mut bank = Bank::new(&settings, second);
    assert!(!bank.accounts(&[AccountField::Number], Page::default()).expect("the list").is_empty());
}

#[test]
fn the_demo_runs_on_sqlite() {
    let (_folder, server) = Server::own_demo(&[]);
    reads_accounts(&server);
    refreshes(&server);
    assert!(server.stop().success());
}

#[test]
fn the_demo_runs_on_postgres() {
    let folder = folder();
    let database = postgres_database("runs");
    let server = Server::demo(folder.path(), &["--database", &database]);
    reads_accounts(&server);
    refreshes(&server);
    assert!(server.stop().success());
}

#[test]
fn a_restart_keeps_sessions_keys_and_data() {
    let (folder, server) = Server::own_demo(&[]);
    let before = tokens(&settings(&server), IVANOVA);
    let (_, keys) = get(&format!("{}/jwks", server.identity), &[]);
    assert!(server.stop().success());

    let server = Server::demo(folder.path(), &[]);
    assert_eq!(get(&format!("{}/jwks", server.identity), &[]).1, keys);
    let after = sdk::Identity::new(&settings(&server)).refresh(&before.refresh_token).expect("new tokens");
    let mut bank = Bank::new(&settings(&server), after);
    assert!(!bank.accounts(&[AccountField::Number], Page::default()).expect("the list").is_empty());
}

#[test]
fn fresh_starts_anew() {
    let (folder, server) = Server::own_demo(&[]);
    let (_, keys) = get(&format!("{}/jwks", server.identity), &[]);
    assert!(server.stop().success());
    let server = Server::demo(folder.path(), &["--fresh"]);
    assert_ne!(get(&format!("{}/jwks", server.identity), &[]).1, keys);
}

#[test]
fn a_folder_that_is_no_demo_is_never_touched() {
    let folder = folder();
    let precious = folder.path().join("precious.txt");
    std::fs::write(&precious, "mine").expect("a file");
    let path = folder.path().to_str().expect("UTF-8");
    for arguments in [vec!["demo", "--data", path], vec!["demo", "--data", path, "--fresh"]] {
        let told = refused(&arguments);
        assert!(told.contains("holds something else"), "{told}");
    }
    assert_eq!(std::fs::read_to_string(&precious).expect("the file"), "mine");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn a_database_that_holds_a_bank_is_never_touched() {
    let (folder, files) = (folder(), crate::program::folder());
    let database = postgres_database("foreign");
    let key = said(&["keys", "master-key"]);
    std::fs::write(files.path().join("company_groups.csv"), "group_id,name\nG1,Group\n").expect("a file");
    std::fs::write(
        files.path().join("companies.csv"),
        "cnum,name_ru,name_en,inn,kpp,group_id,signature_scheme,status\n\
         C1,Банк,Bank,7707123458,770701001,G1,FIRST=1,OPEN\n",
    )
    .expect("a file");
    let database_setting = format!("database={database}");
    let key_setting = format!("master_key={}", key.trim());
    let path = files.path().to_str().expect("UTF-8");
    said(&["import", path, "--set", &database_setting, "--set", &key_setting]);

    let data = folder.path().join("demo");
    let told = refused(&["demo", "--data", data.to_str().expect("UTF-8"), "--database", &database]);
    assert!(told.contains("a bank's own"), "{told}");
    let output = run(&["demo", "--data", data.to_str().expect("UTF-8"), "--database", &database, "--fresh"]);
    assert!(text(&output.stderr).contains("never a PostgreSQL database"), "{}", text(&output.stderr));
}

#[test]
fn one_folder_serves_one_demo() {
    let (folder, _first) = Server::own_demo(&[]);
    let told = refused(&["demo", "--data", folder.path().to_str().expect("UTF-8"), "--json"]);
    assert!(told.contains("another process"), "{told}");
}

#[test]
fn one_file_serves_one_server() {
    let (folder, _first) = Server::own_demo(&[]);
    let database = format!("database=sqlite:{}", folder.path().join("clientbank.db").display());
    let key = format!("master_key_file={}", folder.path().join("master.key").display());
    let mut arguments = vec!["serve", "--set", ORDERS, "--set", &database, "--set", &key];
    for listen in
        ["api_listen=127.0.0.1:0", "identity_listen=127.0.0.1:0", "administration_listen=127.0.0.1:0"]
    {
        arguments.extend(["--set", listen]);
    }
    let told = refused(&arguments);
    assert!(told.contains("several need PostgreSQL"), "{told}");
}

#[test]
fn every_address_is_this_machine_alone() {
    let (folder, server) = Server::own_demo(&[]);
    for address in [&server.api, &server.identity, &server.administration] {
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    }
    let files = std::fs::read_dir(folder.path().join("import")).expect("the files").count();
    assert!(files > 10, "the files that were imported can be looked at: {files}");
}

#[test]
fn the_words_name_addresses_logins_and_three_commands() {
    use std::io::{BufRead, BufReader};
    let folder = folder();
    let mut command = clientbank();
    command.arg("demo").arg("--data").arg(folder.path());
    command.args(["--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("an output")).lines().map_while(Result::ok);
    let words: Vec<String> = lines.take_while(|line| !line.contains("Ctrl-C")).collect();
    drop(child.kill());
    drop(child.wait());
    let words = words.join("\n");
    for expected in [
        "ivanova",
        "demo-ivanova",
        "petrov",
        "sidorov",
        "auditor",
        "kuznetsova",
        "/docs",
        "login --identity http://127.0.0.1:",
    ] {
        assert!(words.contains(expected), "{expected}:\n{words}");
    }
    assert_eq!(words.matches("curl -H").count(), 2, "{words}");
    assert!(!words.contains('\u{1b}'), "no colours where no terminal is");
}

#[test]
fn acc_05_an_account_of_somebody_else_is_as_absent_as_one_that_does_not_exist() {
    let (_folder, server) = Server::own_demo(&[]);
    let settings = settings_for(&server, "kolos-erp", "http://127.0.0.1:9091/callback");
    let tokens = tokens(&settings, SIDOROV);
    let bearer = format!("Bearer {}", tokens.access_token);
    let headers = [("authorization", bearer.as_str()), ("id-token", tokens.id_token.as_str())];
    let read = |number: &str| get(&format!("{}/v1/accounts/{number}?fields=Number", server.api), &headers);
    let (foreign, absent) = (read(ROMASHKA_SETTLEMENT), read("40702810900000099999"));
    assert_eq!(foreign.0, 404);
    assert_eq!(foreign, absent);
    let own: Value = serde_json::from_str(&read("40702810800000000021").1).expect("JSON");
    assert_eq!(own["number"], "40702810800000000021");
}
