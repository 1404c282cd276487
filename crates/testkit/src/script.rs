//! One list of calls to a sandbox, and everything that it answers, byte by byte: a login through the pages, tokens,
//! accounts, payroll statements and tariff requests with what becomes of them, triggers, events, a clock that is moved,
//! and refusals.

#![expect(clippy::expect_used, clippy::panic, reason = "test code: what fails here is the test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use url::Url;

use crate::person::form_with;

/// The longest wait for one answer.
const ANSWER_MAX: Duration = Duration::from_mins(1);
/// The most pages of one login.
const PAGES_MAX: usize = 10;
/// The client of the demo data.
const REDIRECT_URI: &str = "http://127.0.0.1:9090/callback";
/// A verifier of RFC 7636, and its challenge (appendix B there).
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// A statement of two transfers that is not signed.
const STATEMENT: &str = r#"{"payload":{"externalId":"script-1","account":"40702810600000000001","transfersCount":2,"totalAmount":100000.01,"enrollmentCode":"01","incomeCode":1,"transfers":[{"orderNumber":1,"lastName":"Бондаренко","firstName":"Александр","middleName":"Андреевич","amount":50000.00,"currency":"RUR","account":"40817810000000000101"},{"orderNumber":2,"lastName":"Бондаренко","firstName":"Анна","middleName":"Андреевна","amount":50000.01,"currency":"RUR","account":"40817810300000000102"}]}}"#;

/// A statement of one transfer, which the other bank returns after an hour.
const RETURNED: &str = r#"{"payload":{"externalId":"script-3","account":"40702810600000000001","transfersCount":1,"totalAmount":7010.01,"enrollmentCode":"01","incomeCode":1,"transfers":[{"orderNumber":1,"lastName":"Живаго","firstName":"Анна","amount":7010.01,"currency":"RUR","account":"40817810000000000201","bic":"044525998"}]}}"#;
/// The requests that a sandbox refuses, loses or delays when it is asked to, with their status.
const REFUSALS: [(&str, u16); 3] =
    [("too-many-requests", 429), ("internal-error", 500), ("unavailable", 503)];

/// The addresses of a process with sandboxes.
#[derive(Clone, Debug)]
pub struct Process {
    /// Of the API.
    pub api: String,
    /// Of the identity provider.
    pub identity: String,
    /// Of the administration.
    pub administration: String,
}

/// An answer as it was sent, without the moment at which it was sent.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The status.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Raw {
    /// The body as JSON.
    ///
    /// # Panics
    /// When it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}{}", self.head, self.body))
    }

    /// The values of a header, whose name is in small letters.
    #[must_use]
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value).collect()
    }
}

/// Calls one Host of a process.
#[derive(Clone, Debug)]
pub struct HostCaller {
    socket: String,
    host: String,
}

impl HostCaller {
    /// Calls `address`, as the sandbox `key` when there is one.
    ///
    /// # Panics
    /// When the address is none.
    #[must_use]
    pub fn new(address: &str, key: Option<&str>) -> Self {
        let socket = address.strip_prefix("http://").expect("an address").to_owned();
        let port = socket.rsplit_once(':').expect("a port").1.to_owned();
        let host = key.map_or_else(|| socket.clone(), |key| format!("{key}.localhost:{port}"));
        Self { socket, host }
    }

    /// The address under which the caller knows the Host.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}", self.host)
    }

    /// Sends one request and reads the answer to its end.
    ///
    /// # Panics
    /// When there is no answer.
    #[must_use]
    pub fn call(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Raw {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.host);
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").expect("a text grows");
        }
        if method != "GET" {
            write!(request, "Content-Length: {}\r\n", body.len()).expect("a text grows");
        }
        request.push_str("\r\n");
        request.push_str(body);
        let mut stream = TcpStream::connect(&self.socket).expect("a connection");
        stream.set_read_timeout(Some(ANSWER_MAX)).expect("a time");
        stream.write_all(request.as_bytes()).expect("the request is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let kept: Vec<&str> = head.lines().filter(|line| !line.starts_with("date: ")).collect();
        Raw { status, head: kept.join("\n") + "\n", body: body.to_owned() }
    }

    /// Sends JSON.
    #[must_use]
    pub fn post(&self, path: &str, body: &str) -> Raw {
        self.call("POST", path, &[("Content-Type", "application/json")], body)
    }
}

/// Plays the list of calls to a sandbox with a key, and returns everything that was answered.
///
/// # Panics
/// When a call is not answered as it has to be.
#[must_use]
pub fn play(process: &Process, key: &str) -> String {
    let api = HostCaller::new(&process.api, Some(key));
    let identity = HostCaller::new(&process.identity, Some(key));
    let mut said = String::new();
    let mut hear = |raw: Raw| {
        writeln!(said, "{}\n{}", raw.head, raw.body).expect("a text grows");
        raw
    };
    hear(identity.call("GET", "/.well-known/openid-configuration", &[], ""));
    hear(identity.call("GET", "/jwks", &[], ""));
    let code = log_in(&identity, &mut hear);
    let tokens = exchange(
        &identity,
        &format!(
            "grant_type=authorization_code&code={code}&redirect_uri={}&code_verifier={VERIFIER}",
            escaped(REDIRECT_URI)
        ),
    );
    let tokens = hear(tokens);
    assert_eq!(tokens.status, 200, "{}", tokens.body);
    let refresh = tokens.json()["refresh_token"].as_str().expect("a refresh token").to_owned();
    let person = Person::new(&api, &tokens);
    for path in
        ["/v1/accounts?fields=Number&fields=Balance", "/v1/accounts/40702810600000000001?fields=Balance"]
    {
        assert_eq!(hear(person.call("GET", path, "")).status, 200, "{path}");
    }
    statements(&person, &mut hear);
    let request = r#"{"cnum":"C00001","tariffPlan":"PRO"}"#;
    hear(person.asking(Some("tariff-done"), "POST", "/v1/ctcm/request/create", request));
    hear(person.call("GET", "/v1/ctcm/request/client/C00001/list", ""));
    hear(person.call("GET", "/v1/accounts/40702810100000000099?fields=Number", ""));
    for (trigger, status) in REFUSALS {
        let refused = person.asking(Some(trigger), "GET", "/v1/accounts?fields=Number", "");
        assert_eq!(hear(refused).status, status, "{trigger}");
    }
    let administration = HostCaller::new(&process.administration, None);
    let moved = administration.post(&format!("/sandboxes/{key}/clock"), r#"{"seconds":3600}"#);
    assert_eq!(moved.status, 200, "{}", moved.body);
    writeln!(said, "{}", moved.body).expect("a text grows");
    let mut hear = |raw: Raw| {
        writeln!(said, "{}\n{}", raw.head, raw.body).expect("a text grows");
        raw
    };
    // An hour later the tokens are too old, and the login is not.
    assert_eq!(hear(person.call("GET", "/v1/accounts?fields=Number", "")).status, 401);
    let tokens = hear(exchange(&identity, &format!("grant_type=refresh_token&refresh_token={refresh}")));
    assert_eq!(tokens.status, 200, "{}", tokens.body);
    let person = Person::new(&api, &tokens);
    assert_eq!(hear(person.call("GET", "/v1/statements/script-1", "")).status, 200);
    let returned = hear(person.call("GET", "/v1/statements/script-3", ""));
    assert!(returned.body.contains("DECLINED"), "{}", returned.body);
    hear(person.call("GET", "/v2/contents/webinars", ""));
    hear(person.call("GET", "/v1/connections/eligible-companies?inn=7707123458", ""));
    let events = hear(person.call("GET", "/v1/events?limit=100", ""));
    assert!(events.body.contains("payroll.statement.executed"), "{}", events.body);
    said
}

/// Somebody who has logged in.
struct Person<'a> {
    api: &'a HostCaller,
    bearer: String,
    id_token: String,
}

impl<'a> Person<'a> {
    fn new(api: &'a HostCaller, tokens: &Raw) -> Self {
        let tokens = tokens.json();
        let token = |name: &str| tokens[name].as_str().expect("a token").to_owned();
        Self { api, bearer: format!("Bearer {}", token("access_token")), id_token: token("id_token") }
    }

    fn call(&self, method: &str, path: &str, body: &str) -> Raw {
        self.asking(None, method, path, body)
    }

    /// Calls with the name of a trigger.
    fn asking(&self, trigger: Option<&str>, method: &str, path: &str, body: &str) -> Raw {
        let mut headers = vec![
            ("Authorization", self.bearer.as_str()),
            ("Id-Token", self.id_token.as_str()),
            ("Content-Type", "application/json"),
        ];
        headers.extend(trigger.map(|trigger| ("Sandbox-Trigger", trigger)));
        self.api.call(method, path, &headers, body)
    }
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

fn exchange(identity: &HostCaller, form: &str) -> Raw {
    let basic = format!("Basic {}", STANDARD.encode("demo-erp:demo-erp-secret"));
    let headers = [("Authorization", basic.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
    identity.call("POST", "/token", &headers, form)
}

/// Walks through the pages of a login, and returns the code.
fn log_in(identity: &HostCaller, hear: &mut impl FnMut(Raw) -> Raw) -> String {
    let base: Url = identity.address().parse().expect("an address");
    let mut cookies: BTreeMap<String, String> = BTreeMap::new();
    let mut path = format!(
        "/authorize?scope=openid%20profile%20email%20phone&client_id=demo-erp&response_type=code&redirect_uri={}&state=state&nonce=nonce&prompt=login&code_challenge={CHALLENGE}&code_challenge_method=S256",
        escaped(REDIRECT_URI)
    );
    let (mut method, mut body) = ("GET", String::new());
    for _ in 0..PAGES_MAX {
        let cookie: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (cookie, origin) = (cookie.join("; "), identity.address());
        let mut headers = vec![("Cookie", cookie.as_str())];
        if method == "POST" {
            headers
                .extend([("Origin", origin.as_str()), ("Content-Type", "application/x-www-form-urlencoded")]);
        }
        let answer = hear(identity.call(method, &path, &headers, &body));
        for cookie in answer.headers("set-cookie") {
            let pair = cookie.split(';').next().and_then(|pair| pair.split_once('='));
            let (name, value) = pair.expect("a cookie");
            cookies.insert(name.to_owned(), value.to_owned());
        }
        if let [location] = answer.headers("location")[..] {
            let address = base.join(location).expect("an address");
            if location.starts_with(REDIRECT_URI) {
                let code = address.query_pairs().find(|(name, _)| name == "code");
                return code.expect("a code").1.into_owned();
            }
            (method, path, body) = ("GET", path_of(&address), String::new());
            continue;
        }
        let (form, typed) = if let Some(form) = form_with(&answer.body, "username") {
            (form, vec![("username", "ivanova"), ("password", "demo-ivanova")])
        } else if let Some(form) = form_with(&answer.body, "cnum") {
            (form, vec![("cnum", "C00001")])
        } else {
            panic!("no form to fill in: {}{}", answer.head, answer.body);
        };
        let hidden = form.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let fields = hidden.chain(typed).map(|(name, value)| format!("{name}={}", escaped(value)));
        (method, body) = ("POST", fields.collect::<Vec<_>>().join("&"));
        path = path_of(&base.join(&form.action).expect("an address"));
    }
    panic!("no end of the login after {PAGES_MAX} pages");
}

fn path_of(address: &Url) -> String {
    let query = address.query().map_or_else(String::new, |query| format!("?{query}"));
    format!("{}{query}", address.path())
}

fn escaped(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
