//! One list of calls to a sandbox, and everything that it answers, byte by byte: logins through the pages, tokens,
//! accounts, payroll statements with and without signatures, tariff requests, currency certificates and letters with
//! what becomes of them, webhooks with their deliveries and the log of those, triggers, events, a clock that is moved,
//! and refusals.

mod areas;
mod caller;
mod login;
mod person;
mod receiver;
mod webhooks;

use std::fmt::Write as _;
use std::path::PathBuf;

pub use self::caller::{HostCaller, Raw};
use self::person::Person;
pub use self::receiver::Receiver;

/// The company of most calls.
const CNUM: &str = "C00001";
/// A statement by its name, the number of its transfers, their sum and they themselves.
macro_rules! statement {
    ($id:literal, $count:literal, $total:literal, $($transfer:literal),+) => {
        concat!(
            r#"{"payload":{"externalId":""#,
            $id,
            r#"","account":"40702810600000000001","transfersCount":"#,
            $count,
            r#","totalAmount":"#,
            $total,
            r#","enrollmentCode":"01","incomeCode":1,"transfers":["#,
            $($transfer,)+
            "]}}"
        )
    };
}

/// A statement of two transfers that is not signed.
const STATEMENT: &str = statement!(
    "script-1",
    "2",
    "100000.01",
    r#"{"orderNumber":1,"lastName":"Бондаренко","firstName":"Александр","middleName":"Андреевич","#,
    r#""amount":50000.00,"currency":"RUR","account":"40817810000000000101"},"#,
    r#"{"orderNumber":2,"lastName":"Бондаренко","firstName":"Анна","middleName":"Андреевна","#,
    r#""amount":50000.01,"currency":"RUR","account":"40817810300000000102"}"#
);
/// A statement of one transfer, which the other bank returns after an hour.
const RETURNED: &str = statement!(
    "script-3",
    "1",
    "7010.01",
    r#"{"orderNumber":1,"lastName":"Живаго","firstName":"Анна","#,
    r#""amount":7010.01,"currency":"RUR","account":"40817810000000000201","bic":"044525998"}"#
);
/// The requests that a sandbox refuses, loses or delays when it is asked to, with their status.
const REFUSALS: [(&str, u16); 3] =
    [("too-many-requests", 429), ("internal-error", 500), ("unavailable", 503)];

#[derive(Clone, Debug)]
pub struct Process {
    pub api: String,
    pub identity: String,
    pub administration: String,
    /// The folder of the keys that people sign with.
    pub keys: PathBuf,
}

/// Plays the list of calls to a sandbox with a key, and returns everything that was answered, and what the receiver of
/// webhooks was sent.
pub fn play(process: &Process, key: &str, receiver: &Receiver) -> String {
    let api = HostCaller::new(&process.api, Some(key));
    let identity = HostCaller::new(&process.identity, Some(key));
    let administration = HostCaller::new(&process.administration, Some(key));
    drop(receiver.told());
    let mut said = String::new();
    let mut hear = |raw: Raw| {
        writeln!(said, "{}\n{}", raw.head, raw.body).expect("a text grows");
        raw
    };
    hear(identity.call("GET", "/.well-known/openid-configuration", &[], ""));
    hear(identity.call("GET", "/jwks", &[], ""));
    let tokens = login::tokens(&identity, &mut hear);
    let person = Person::new(&api, &tokens);
    let administrator = administrator(&api, &administration, &mut hear);
    let webhooks = webhooks::subscribe(&administrator, receiver, &mut hear);
    for path in
        ["/v1/accounts?fields=Number&fields=Balance", "/v1/accounts/40702810600000000001?fields=Balance"]
    {
        assert_eq!(hear(person.call("GET", path, "")).status, 200, "{path}");
    }
    statements(&person, &mut hear);
    areas::signed_statement(&person, &process.keys, &mut hear);
    let request = r#"{"cnum":"C00001","tariffPlan":"PRO"}"#;
    hear(person.asking(Some("tariff-done"), "POST", "/v1/ctcm/request/create", request));
    hear(person.call("GET", "/v1/ctcm/request/client/C00001/list", ""));
    areas::certificates(&person, &mut hear);
    areas::letters(&person, &identity, &administration, &mut hear);
    hear(person.call("GET", "/v1/accounts/40702810100000000099?fields=Number", ""));
    for (trigger, status) in REFUSALS {
        let refused = person.asking(Some(trigger), "GET", "/v1/accounts?fields=Number", "");
        assert_eq!(hear(refused).status, status, "{trigger}");
    }
    let go = |wish: &str| {
        let process_wide = HostCaller::new(&process.administration, None);
        let moved = process_wide.post(&format!("/sandboxes/{key}/clock"), wish);
        assert_eq!(moved.status, 200, "{}", moved.body);
        moved.without_head()
    };
    hear(go(r#"{"seconds":3600}"#));
    // An hour later the tokens are too old, and the login is not.
    assert_eq!(hear(person.call("GET", "/v1/accounts?fields=Number", "")).status, 401);
    let tokens = login::renewed(&identity, &tokens, &mut hear);
    let person = Person::new(&api, &tokens);
    assert_eq!(hear(person.call("GET", "/v1/statements/script-1", "")).status, 200);
    let returned = hear(person.call("GET", "/v1/statements/script-3", ""));
    assert!(returned.body.contains("DECLINED"), "{}", returned.body);
    hear(person.call("GET", "/v2/contents/webinars", ""));
    hear(person.call("GET", "/v1/connections/eligible-companies?inn=7707123458", ""));
    let events = hear(person.call("GET", "/v1/events?limit=100", ""));
    assert!(events.body.contains("payroll.statement.executed"), "{}", events.body);
    // What was refused a moment ago comes again.
    hear(go(r#"{"seconds":60}"#));
    let administrator = self::administrator(&api, &administration, &mut hear);
    webhooks::look(&administrator, &webhooks, &mut hear);
    said.push_str(&receiver.told());
    said
}

/// Logs in the administrator of the company, without pages.
fn administrator<'a>(
    api: &'a HostCaller,
    administration: &HostCaller,
    hear: &mut impl FnMut(Raw) -> Raw,
) -> Person<'a> {
    let tokens = administration.post("/sandbox/v1/tokens", r#"{"login":"petrov","company":"C00001"}"#);
    assert_eq!(tokens.status, 200, "{}", tokens.body);
    // The head of the administration's answers is the process's.
    Person::new(api, &hear(tokens.without_head()))
}

/// Sends three statements: one that waits for signatures, one that people sign, and one that the other bank returns.
fn statements(person: &Person<'_>, hear: &mut impl FnMut(Raw) -> Raw) {
    let validated = hear(person.call("POST", "/v1/statements:validate", RETURNED));
    assert!(validated.body.contains("SANDBOX:rail-returns"), "{}", validated.body);
    let signed = STATEMENT.replace("script-1", "script-2");
    for (id, body, trigger, status) in [
        ("script-1", STATEMENT, None, "AWAITING_SIGN"),
        ("script-2", signed.as_str(), Some("people-sign"), "EXECUTED"),
        ("script-3", RETURNED, Some("people-sign"), "PROCESSING"),
    ] {
        assert_eq!(hear(person.asking(trigger, "POST", "/v1/statements", body)).status, 202, "{id}");
        let told = hear(person.call("GET", &format!("/v1/statements/{id}"), ""));
        assert!(told.body.contains(status), "{}", told.body);
        hear(person.call("GET", &format!("/v1/statements/{id}/transfers"), ""));
    }
}
