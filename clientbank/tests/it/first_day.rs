//! The mistakes of a first day are told in words: what is wrong, and what to do about it.

use crate::wired::ORDERS;
use std::path::PathBuf;

use crate::commands::{Installation, on_database};
use crate::demo::{named, on_postgres, postgres_database};
use crate::program::{folder, run, text, write_bank_files};

/// Pieces of the debug forms of Rust, which no sentence has.
const DEBUG_FORMS: [&str; 9] = [
    "Other {",
    "Unavailable(",
    "Busy(",
    "Migration {",
    "Unfit(",
    "Constraint {",
    "query:",
    "reason:",
    "\\\"",
];

/// The words with which `migrate` refuses a database.
fn refusal(database: &str) -> String {
    let output = run(&["migrate", "--set", &format!("database={database}")]);
    let said = text(&output.stderr);
    assert!(!output.status.success(), "{database}: {said}");
    for form in DEBUG_FORMS {
        assert!(!said.contains(form), "{database}: {said}");
    }
    said
}

fn in_words(database: &str, parts: &[&str]) {
    let said = refusal(database);
    for part in parts {
        assert!(said.contains(part), "{database}: {part}: {said}");
    }
}

fn as_role(url: &str, role: &str) -> String {
    let (_, rest) = url.split_once('@').expect("a role in the URL");
    format!("postgres://{role}@{rest}")
}

#[test]
fn operator_16_the_mistakes_of_a_first_day_on_postgres_are_told_in_words() {
    let url = testkit::postgres::shared_url();
    let own = std::process::id();
    in_words(&as_role(url, "nobody_at_all"), &["nobody_at_all", "(28000)", "pg_hba.conf"]);
    in_words(&named(url, "no_such_bank"), &["no_such_bank", "(3D000)", "createdb --owner"]);
    in_words("postgres://bank@127.0.0.1:1/bank?sslmode=disable", &["127.0.0.1:1", "refused"]);
    // A role that may connect and own nothing.
    let (guest, foreign) = (format!("guest_{own}"), postgres_database("guest"));
    on_postgres(&[&format!("drop role if exists {guest}"), &format!("create role {guest} login")]);
    in_words(&as_role(&foreign, &guest), &["permission denied for schema public", "(42501)", "has to own"]);
    // Neither more connections than it may have.
    on_postgres(&[&format!("alter role {guest} connection limit 0")]);
    in_words(&as_role(&foreign, &guest), &["(53300)", "max_connections"]);
    on_postgres(&[&format!("drop role {guest}")]);
    let latin = format!("latin_{own}");
    on_postgres(&[
        &format!("drop database if exists {latin}"),
        &format!("create database {latin} encoding 'LATIN1' locale 'C' template template0"),
    ]);
    in_words(&named(url, &latin), &["its encoding is LATIN1", "--encoding UTF8"]);
    on_postgres(&[&format!("drop database {latin}")]);
}

#[test]
fn operator_16_a_file_that_is_no_database_is_told_in_words() {
    let folder = folder();
    let path = folder.path().join("bank.db");
    std::fs::write(&path, "a letter, and not a database at all ".repeat(200)).expect("a file");
    in_words(&format!("sqlite:{}", path.display()), &["file is not a database", "clientbank restore"]);
    in_words("sqlite:/nowhere/at/all/bank.db", &["the folder /nowhere/at/all does not exist"]);
}

store::queries! {
    /// The table of another program.
    MAKE_ORDERS = "create table orders (id bigint not null primary key)";
    /// Takes it away.
    DROP_ORDERS = "drop table orders";
}

fn change(installation: &Installation, query: &'static store::Query) {
    on_database(installation, async |store| {
        let work = move |tx: &mut store::Tx| tx.execute(query, store::params![]);
        store.write("test.tables", work).await.expect("the table");
    });
}

fn is_foreign(installation: &Installation) {
    change(installation, &MAKE_ORDERS);
    for command in [&["migrate"][..], &["migrate", "--plan"], &["check"], &["keys", "list"]] {
        let said = installation.refuses(command);
        assert!(said.contains("it has tables of another program (orders)"), "{command:?}: {said}");
        assert!(!said.contains("Unfit("), "{said}");
    }
    let files = installation.files.to_str().expect("UTF-8");
    assert!(installation.refuses(&["import", files]).contains("orders"));
    change(installation, &DROP_ORDERS);
    assert!(installation.says(&["migrate"]).ends_with(", 0 were there\n"), "nothing was made there before");
    let again = installation.says(&["migrate"]);
    assert!(again.starts_with("0 applied"), "its own tables are none of another program: {again}");
}

crate::commands::on_both_databases! {
    fn operator_11_a_database_of_another_program_is_left_alone_on(bank: "foreign") { is_foreign(&bank); }
}

/// `serve` with these settings, on a file that is not there.
fn refused_start(settings: &[&str]) -> (String, Vec<PathBuf>) {
    let folder = folder();
    let key = crate::program::said(&["keys", "master-key"]);
    let key = format!("master_key={}", key.trim());
    let database = format!("database=sqlite:{}", folder.path().join("bank.db").display());
    let mut arguments = vec!["serve", "--set", ORDERS, "--set", &database, "--set", &key];
    arguments.extend(settings.iter().flat_map(|setting| ["--set", setting]));
    let output = run(&arguments);
    assert!(!output.status.success());
    let left = std::fs::read_dir(folder.path()).expect("the folder");
    (text(&output.stderr), left.map(|entry| entry.expect("an entry").path()).collect())
}

#[test]
fn integrator_01_a_server_whose_port_is_taken_leaves_no_database_behind() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let api = format!("api_listen={}", taken.local_addr().expect("an address"));
    let (said, left) =
        refused_start(&[&api, "identity_listen=127.0.0.1:0", "administration_listen=127.0.0.1:0"]);
    assert!(said.contains("api_listen") && said.contains("in use"), "{said}");
    assert_eq!(left, Vec::<PathBuf>::new());
}

#[test]
fn operator_18_a_bank_refuses_an_identity_provider_without_tls() {
    let ports =
        ["api_listen=127.0.0.1:0", "identity_listen=127.0.0.1:0", "administration_listen=127.0.0.1:0"];
    for address in ["http://identity.bank.example", "http://10.0.0.5:8081", "http://localhost.bank.example"] {
        let address = format!("identity_address={address}");
        let (said, left) = refused_start(&[&ports[..], &[&address]].concat());
        assert!(said.contains("without TLS") && said.contains("identity_without_tls"), "{said}");
        assert_eq!(left, Vec::<PathBuf>::new());
    }
}

fn refuses_demo_passwords(installation: &Installation) {
    let path = installation.files.join("credentials.csv");
    let own = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(&path, own.replace(",bank-", ",demo-")).expect("the file");
    let files = installation.files.to_str().expect("UTF-8");
    for arguments in [&["import", files, "--dry-run"][..], &["import", files]] {
        let said = installation.refuses(arguments);
        assert!(said.contains("credentials.csv:2:password: is one of the demo's"), "{said}");
        assert!(said.contains("credentials.csv:5:password:"), "all of them: {said}");
        assert!(!said.contains("demo-ivanova"), "{said}");
    }
    write_bank_files(&installation.files);
    installation.says(&["import", files]);
}

crate::commands::on_both_databases! {
    fn operator_18_the_demos_passwords_do_not_get_into_a_bank_on(bank: "demo_passwords") {
        refuses_demo_passwords(&bank);
    }
}

fn keys_have_dates(installation: &Installation) {
    installation.says(&["migrate"]);
    let listed = installation.says(&["keys", "rotate", "--compromised"]);
    let year = listed.lines().next().and_then(|line| line.split_once("made ")).map(|(_, date)| &date[..3]);
    assert_eq!(year, Some("202"), "{listed}");
    assert!(listed.lines().all(|line| line.contains(" made 20")), "{listed}");
}

#[test]
fn operator_low_listed_keys_have_dates() {
    keys_have_dates(&Installation::sqlite());
}
