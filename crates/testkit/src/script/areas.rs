//! Calls of areas that need more than JSON: a statement with signatures, currency certificates, and letters.

use std::fmt::Write as _;
use std::path::Path;

use cms::Signer;
use sdk::StatementRequest;

use super::caller::{HostCaller, Raw};
use super::login::Browser;
use super::person::Person;
use super::{CNUM, STATEMENT};

/// A message whose certificates are all right.
const CERTIFICATES: &str = include_str!("../../../../areas/currency_certificates/examples/certificates.xml");
/// The amount of its first certificate, and one that the bank rejects.
const RIGHT_AMOUNT: &str = "12500.00";
const WRONG_AMOUNT: &str = "6001.02";
/// The people whose signatures a statement of the company needs.
const SIGNERS: [&str; 2] = ["ivanova-C00001-FIRST", "petrov-C00001-SECOND"];
/// The company with a change of its tariff plan ahead, which letters are about.
const CNUM_OF_LETTERS: &str = "C00002";
/// Divides the fields of a form with files.
const BOUNDARY: &str = "end-of-a-field";

/// Sends a statement with all signatures, made with the keys of the folder.
pub(super) fn signed_statement(person: &Person<'_>, keys: &Path, hear: &mut impl FnMut(Raw) -> Raw) {
    // The request has nothing but the payload.
    let text = STATEMENT.replace("script-1", "script-4");
    let payload = text.strip_prefix(r#"{"payload":"#).and_then(|text| text.strip_suffix('}'));
    let mut request = StatementRequest::new(payload.expect("a payload")).expect("a statement");
    for name in SIGNERS {
        let read = |ending: &str| {
            let path = keys.join(format!("{name}.{ending}"));
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        request.sign(&Signer::from_pem(&read("key"), &read("crt")).expect("a signer")).expect("a signature");
    }
    let taken = hear(person.call("POST", "/v1/statements", &request.body()));
    assert_eq!(taken.status, 202, "{}", taken.body);
    let told = hear(person.call("GET", "/v1/statements/script-4", ""));
    assert!(told.body.contains("EXECUTED"), "{}", told.body);
    hear(person.call("GET", "/v1/statements/script-4/transfers", ""));
}

/// Sends two messages, of which the bank accepts one and the half of the other.
pub(super) fn certificates(person: &Person<'_>, hear: &mut impl FnMut(Raw) -> Raw) {
    let half = CERTIFICATES.replace("ROMASHKA-2026-0001", "SCRIPT-2").replace("ROMASHKA-TX", "SCRIPT-TX");
    let half = half.replace("<Cert><Id>", "<Cert><Id>S").replace(RIGHT_AMOUNT, WRONG_AMOUNT);
    for (message, state) in [(CERTIFICATES, "ACCEPTED"), (half.as_str(), "PARTLY_ACCEPTED")] {
        let path = "/v1/iso20022/currency-transaction-certificate";
        let taken = hear(person.sending("application/xml", path, message));
        let task = taken.body.split_once("<taskId>").and_then(|(_, rest)| rest.split_once('<'));
        let (task, _) = task.unwrap_or_else(|| panic!("no task: {}{}", taken.head, taken.body));
        let told = hear(person.call("GET", &format!("/v1/iso20022/tasks/{task}"), ""));
        assert!(told.body.contains(&format!("\"{state}\"")), "{}", told.body);
        let report = hear(person.call("GET", &format!("/v1/iso20022/tasks/{task}/status-report"), ""));
        assert_eq!(report.status, 200, "{}", report.body);
    }
}

/// Has a letter written by software and one in the online bank; the staff answers both, and a person reads them.
pub(super) fn letters(
    person: &Person<'_>,
    identity: &HostCaller,
    administration: &HostCaller,
    hear: &mut impl FnMut(Raw) -> Raw,
) {
    let path = format!("/v1/ctcm/correspond/client/{CNUM_OF_LETTERS}/correspond/future/1");
    let written = hear(person.asking(Some("letter-answered"), "POST", &path, ""));
    assert_eq!(written.status, 200, "{}", written.body);
    let first = written.json()["mailId"].as_str().expect("a letter").to_owned();
    let mut browser = Browser::new(identity);
    let list = browser.log_in(CNUM_OF_LETTERS, "/bank/letters", hear);
    assert!(list.body.contains(&first), "{}", list.body);
    let empty = browser.open("/bank/letters/new", hear);
    let form = crate::person::form_with(&empty.body, "subject").expect("a form");
    let typed = [("subject", "Карточка"), ("body", "Какие документы нужны?")];
    let hidden = form.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut body = String::new();
    for (name, value) in hidden.chain(typed) {
        let field = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"");
        write!(body, "{field}\r\n\r\n{value}\r\n").expect("a text grows");
    }
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let sent = browser.send("/bank/letters/new", &kind, &format!("{body}--{BOUNDARY}--\r\n"), hear);
    let place = sent.headers("location").first().map(|place| (*place).to_owned());
    let place = place.unwrap_or_else(|| panic!("not sent: {}{}", sent.head, sent.body));
    let second = place.trim_start_matches("/bank/letters/").split('?').next().expect("a letter").to_owned();
    for letter in [first, second] {
        let path = format!("/sandbox/v1/letters/{letter}/answer");
        let answered = administration.post(&path, r#"{"text":"Паспорт и приказ."}"#);
        assert!(answered.status < 300, "{}", answered.body);
        hear(answered.without_head());
        let page = browser.open(&format!("/bank/letters/{letter}"), hear);
        assert!(page.body.contains("Паспорт и приказ."), "{}", page.body);
    }
    hear(person.call("GET", &format!("/v1/ctcm/request/client/{CNUM}/list"), ""));
}
