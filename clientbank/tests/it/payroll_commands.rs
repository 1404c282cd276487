//! `clientbank payroll`, against a running demo: statements of a person or a script.

use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::program::{Server, folder, text};
use crate::terminal::Terminal;

/// Writes a sample and answers its external identifier.
fn sample(terminal: &Terminal, name: &str, extra: &[&str]) -> String {
    let made = terminal.said(&[&["sample"], extra].concat());
    std::fs::write(terminal.path(name), &made).expect("a file");
    let made: Value = serde_json::from_str(&made).expect("JSON");
    made["payload"]["externalId"].as_str().expect("an identifier").to_owned()
}

fn keys(name: &str) -> String {
    format!("demo/demo-keys/{name}.key,demo/demo-keys/{name}.crt")
}

#[test]
fn pay_11_a_signed_statement_goes_from_a_file_to_executed() {
    let terminal = Terminal::new("payroll");
    let (ivanova, petrov) = (keys("ivanova-C00001-FIRST"), keys("petrov-C00001-SECOND"));
    let id = sample(&terminal, "good.json", &["--transfers", "120", "--other-bank", "2"]);
    let output = terminal.run(&["submit", "good.json", "--sign", &ivanova, "--sign", &petrov, "--wait"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(out, "EXECUTED\n");
    assert!(err.contains("signed as CN=Иванова Анна Сергеевна") && err.contains("the bank has it"), "{err}");
    let status: Value = serde_json::from_str(&terminal.said(&["status", &id, "--json"])).expect("JSON");
    assert_eq!(
        (status["externalId"].as_str(), status["status"].as_str()),
        (Some(id.as_str()), Some("EXECUTED"))
    );
    let transfers = terminal.said(&["transfers", &id, "--all", "--json"]);
    assert_eq!(transfers.lines().count(), 120);
    assert!(transfers.lines().all(|line| line.contains(r#""status":"EXECUTED""#)), "{transfers}");
    assert_eq!(terminal.said(&["transfers", &id, "--offset", "118"]).lines().count(), 2);
    let told = |offset: &str| text(&terminal.run(&["transfers", &id, "--offset", offset]).stderr);
    assert!(
        told("109").contains("1 more come after these") && !told("110").contains("more"),
        "{}",
        told("109")
    );

    // The identifier is used up, and the bank says so in a line of its own.
    let err = terminal.refused(&["submit", "good.json", "--sign", &ivanova]);
    assert!(err.contains("the bank answered 400 (request ") && err.contains("\n  externalId: "), "{err}");
    let err = terminal.refused(&["status", "no-such-statement"]);
    assert!(err.contains("the bank answered 404"), "{err}");
}

#[test]
fn pay_11_signatures_that_do_not_count_end_in_error_sign_and_are_named() {
    let terminal = Terminal::new("payroll");
    let petrov = keys("petrov-C00001-SECOND");
    for (name, words) in [
        ("ivanova-C00001-FIRST-expired", "срок действия сертификата истёк"),
        ("ivanova-C00001-FIRST-revoked", "сертификат отозван"),
        ("ivanova-C00001-FIRST-unregistered", "сертификат не зарегистрирован для компании"),
        ("sidorov-C00003-FIRST", "сертификат не зарегистрирован для компании"),
    ] {
        sample(&terminal, "bad.json", &[]);
        let output =
            terminal.run(&["submit", "bad.json", "--sign", &petrov, "--sign", &keys(name), "--wait"]);
        assert!(!output.status.success());
        let out = text(&output.stdout);
        assert!(out.starts_with("ERROR_SIGN\n"), "{name}: {out}");
        assert!(out.contains(&format!("Подпись 2: {words}")), "{name}: {out}");
    }
    // One signature is right, and one is missing.
    sample(&terminal, "half.json", &[]);
    let output = terminal.run(&["submit", "half.json", "--sign", &petrov, "--wait", "--json"]);
    assert!(!output.status.success() && text(&output.stdout).contains("ERROR_SIGN"), "{output:?}");
}

/// The commands of docs/SIGNING.md. Skipped where there is no OpenSSL.
#[test]
fn pay_11_a_signature_of_openssl_is_sent_along() {
    if Command::new("openssl").arg("version").output().is_err() {
        return;
    }
    let terminal = Terminal::new("payroll");
    sample(&terminal, "statement.json", &["--transfers", "3"]);
    let digest = terminal.said(&["digest", "statement.json"]);
    let digest = STANDARD.decode(digest.trim_end()).expect("Base64");
    std::fs::write(terminal.path("digest.bin"), digest).expect("a file");
    let mut openssl = Command::new("openssl");
    openssl.args(["cms", "-sign", "-binary", "-cades", "-md", "sha256", "-in", "digest.bin", "-signer"]);
    openssl.args([
        "demo/demo-keys/ivanova-C00001-FIRST.crt",
        "-inkey",
        "demo/demo-keys/ivanova-C00001-FIRST.key",
    ]);
    openssl.args(["-outform", "DER", "-out", "first.der"]).current_dir(terminal.folder());
    assert!(openssl.status().expect("openssl starts").success());
    let petrov = keys("petrov-C00001-SECOND");
    let out =
        terminal.said(&["submit", "statement.json", "--signature", "first.der", "--sign", &petrov, "--wait"]);
    assert_eq!(out, "EXECUTED\n");
}

#[test]
fn a_statement_without_signatures_waits_for_people() {
    let terminal = Terminal::new("payroll");
    let id = sample(&terminal, "unsigned.json", &["--external-id", "unsigned-1"]);
    assert_eq!(id, "unsigned-1");
    assert_eq!(terminal.said(&["submit", "unsigned.json"]), "unsigned-1\n");
    assert_eq!(terminal.said(&["status", "unsigned-1", "--wait", "--unsigned"]), "AWAITING_SIGN\n");
}

#[test]
fn mistakes_are_told_before_anything_is_sent() {
    let terminal = Terminal::new("payroll");
    let petrov = keys("petrov-C00001-SECOND");
    sample(&terminal, "statement.json", &[]);
    let write = |name: &str, content: &str| std::fs::write(terminal.path(name), content).expect("a file");
    write("array.json", "[1]");
    write("nameless.json", r#"{"account":"1"}"#);
    write("twice.json", r#"{"externalId":"a","externalId":"b"}"#);
    write("no.der", "nothing");
    let crossed = "demo/demo-keys/petrov-C00001-SECOND.key,demo/demo-keys/ivanova-C00001-FIRST.crt";
    for (arguments, words) in [
        (vec!["submit", "absent.json"], "absent.json: No such file"),
        (vec!["submit", "array.json"], "array.json: the statement must be a JSON object"),
        (vec!["submit", "nameless.json"], "nameless.json: the statement has no externalId"),
        (vec!["submit", "twice.json"], "twice.json: the statement cannot be read: a name occurs twice"),
        (vec!["submit", "statement.json", "--sign", "one"], "name a key and a certificate"),
        (vec!["submit", "statement.json", "--sign", crossed], "the certificate belongs to another key"),
        (vec!["submit", "statement.json", "--signature", "no.der"], "no.der: this is neither DER nor BER"),
        (vec!["sample", "--transfers", "10001"], "10001 is not in 1..=10000"),
    ] {
        let err = terminal.refused(&arguments);
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
    let request = terminal.said(&["submit", "statement.json", "--sign", &petrov, "--dry-run"]);
    let request: Value = serde_json::from_str(&request).expect("JSON");
    let digest = terminal.said(&["digest", "statement.json"]);
    assert_eq!(request["digest"].as_str(), Some(digest.trim_end()));
    assert_eq!(request["signatures"].as_array().map(Vec::len), Some(1));
    let canonical = terminal.said(&["digest", "statement.json", "--canonical"]);
    assert!(
        canonical.starts_with(r#"{"account":"40702810600000000001","enrollmentCode":"01","externalId":"#),
        "{canonical}"
    );
    // The digits of amounts stay as they are written.
    let written = std::fs::read_to_string(terminal.path("statement.json")).expect("a file");
    let amount =
        written.split("\"amount\": ").nth(1).and_then(|rest| rest.split(',').next()).expect("an amount");
    assert!(amount.contains('.') && canonical.contains(&format!("\"amount\":{amount},")), "{canonical}");
}

#[test]
fn the_keys_of_the_demo_stay_over_a_restart() {
    let folder = folder();
    let key = folder.path().join("demo-keys/petrov-C00001-SECOND.key");
    let read = |path: &Path| std::fs::read_to_string(path).expect("the key");
    assert!(Server::demo(folder.path(), &[]).stop().success());
    let before = read(&key);
    assert!(Server::demo(folder.path(), &[]).stop().success());
    assert_eq!(read(&key), before);
    assert!(Server::demo(folder.path(), &["--fresh"]).stop().success());
    assert_ne!(read(&key), before);
}
