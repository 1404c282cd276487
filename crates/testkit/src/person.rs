//! A person with a browser: opens addresses, keeps cookies, fills in the forms of the login.

use std::collections::BTreeMap;
use std::time::Duration;

use kernel::SystemRandomness;
use sdk::{Identity, Login, Settings, Tokens};
use ureq::http::Response;
use ureq::{Agent, Body};
use url::Url;

/// The most pages of one login.
const PAGES_MAX: usize = 10;
/// The longest wait for one page.
const ANSWER_MAX: Duration = Duration::from_mins(1);

/// A person who logs in for a company.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    pub username: &'static str,
    pub password: &'static str,
    /// The company to choose when there are several.
    pub cnum: &'static str,
}

/// Of the demo: may act for C00001 and C00002, signs first.
pub const IVANOVA: Person = Person { username: "ivanova", password: "demo-ivanova", cnum: "C00001" };
/// Of the demo: administers C00001, signs second.
pub const PETROV: Person = Person { username: "petrov", password: "demo-petrov", cnum: "C00001" };
/// Of the demo: stands for C00003 alone.
pub const SIDOROV: Person = Person { username: "sidorov", password: "demo-sidorov", cnum: "C00003" };

/// Logs in and exchanges the code, as an integration does.
pub fn tokens(settings: &Settings, person: Person) -> Tokens {
    let login = Login::begin(settings, &SystemRandomness).expect("a login");
    let answer = log_in(login.authorization_url(), &settings.redirect_uri, person);
    let code = login.accept(&answer).expect("a code");
    Identity::new(settings).exchange(&login, &code).expect("tokens")
}

/// Walks through the pages, and returns the address to which the last one sends the browser.
pub fn log_in(authorization_url: &Url, redirect_uri: &Url, person: Person) -> Url {
    let mut browser = Browser { agent: agent(), cookies: Cookies::default() };
    let is_end = |address: &Url| address.as_str().starts_with(redirect_uri.as_str());
    browser.walk(authorization_url, is_end, person)
}

/// Logs in to the online bank at `identity`; the cookies of the session, as a header has them.
pub fn session(identity: &Url, person: Person) -> String {
    let mut browser = Browser { agent: agent(), cookies: Cookies::default() };
    let login = identity.join("/bank/login").expect("an address");
    browser.walk(&login, |address| address.path() == "/bank", person);
    browser.cookies.header()
}

struct Browser {
    agent: Agent,
    cookies: Cookies,
}

#[derive(Default)]
pub(crate) struct Cookies(BTreeMap<String, String>);

impl Cookies {
    /// Takes one as an answer sets it.
    pub(crate) fn take(&mut self, cookie: &str) {
        let pair = cookie.split(';').next().and_then(|pair| pair.split_once('='));
        let (name, value) = pair.expect("a cookie");
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// All of them, as a request sends them.
    pub(crate) fn header(&self) -> String {
        self.0.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }
}

impl Browser {
    /// Fills in the forms until a page sends the browser to its end.
    fn walk(&mut self, begin: &Url, is_end: impl Fn(&Url) -> bool, person: Person) -> Url {
        let mut address = begin.clone();
        let mut answer = self.open(&address);
        for _ in 0..PAGES_MAX {
            let status = answer.status().as_u16();
            if matches!(status, 302 | 303) {
                let location = answer.headers().get("location").and_then(|value| value.to_str().ok());
                address = address.join(location.expect("a location")).expect("an address");
                if is_end(&address) {
                    return address;
                }
                answer = self.open(&address);
                continue;
            }
            let html = answer.body_mut().read_to_string().expect("a page");
            let Some((form, typed)) = form_of_login(&html, person) else {
                panic!("status {status}, and no form to fill in:\n{html}");
            };
            let origin = address.clone();
            address = address.join(&form.action).expect("an address");
            answer = self.send(&address, &origin, &form.hidden, &typed);
        }
        panic!("no end of the login after {PAGES_MAX} pages");
    }

    fn open(&mut self, address: &Url) -> Response<Body> {
        let answer =
            self.agent.get(address.as_str()).header("cookie", self.cookies.header()).call().expect("a page");
        self.keep(answer)
    }

    fn send(
        &mut self,
        address: &Url,
        origin: &Url,
        hidden: &[(String, String)],
        typed: &[(&str, &str)],
    ) -> Response<Body> {
        let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let fields: Vec<(&str, &str)> = hidden.chain(typed.iter().copied()).collect();
        let answer = self
            .agent
            .post(address.as_str())
            .header("cookie", self.cookies.header())
            .header("origin", origin.origin().ascii_serialization())
            .send_form(fields)
            .expect("an answer");
        self.keep(answer)
    }

    fn keep(&mut self, answer: Response<Body>) -> Response<Body> {
        for cookie in answer.headers().get_all("set-cookie") {
            self.cookies.take(cookie.to_str().expect("a cookie is text"));
        }
        answer
    }
}

/// A caller of HTTP that takes every answer as it is.
pub fn agent() -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(ANSWER_MAX))
        .http_status_as_error(false)
        .max_redirects(0)
        .build();
    Agent::new_with_config(config)
}

pub(crate) struct Form {
    pub(crate) action: String,
    pub(crate) hidden: Vec<(String, String)>,
}

/// The form of a page of a login, with what the person types into it.
pub(crate) fn form_of_login(html: &str, person: Person) -> Option<(Form, Vec<(&'static str, &'static str)>)> {
    let Person { username, password, cnum } = person;
    let names =
        form_with(html, "username").map(|form| (form, vec![("username", username), ("password", password)]));
    names.or_else(|| Some((form_with(html, "cnum")?, vec![("cnum", cnum)])))
}

/// The form of a page that has a field of this name.
pub(crate) fn form_with(html: &str, field: &str) -> Option<Form> {
    let forms = html.split("<form").skip(1).filter_map(|rest| rest.split("</form>").next());
    for form in forms {
        let tags: Vec<&str> =
            form.split('<').filter(|tag| tag.starts_with("input") || tag.starts_with("button")).collect();
        if !tags.iter().any(|tag| attribute(tag, "name").as_deref() == Some(field)) {
            continue;
        }
        let hidden = tags.iter().filter(|tag| attribute(tag, "type").as_deref() == Some("hidden"));
        return Some(Form {
            action: attribute(form, "action").unwrap_or_default(),
            hidden: hidden
                .filter_map(|tag| {
                    Some((attribute(tag, "name")?, attribute(tag, "value").unwrap_or_default()))
                })
                .collect(),
        });
    }
    None
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    let plain = [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    Some(plain.iter().fold(value.to_owned(), |text, (escaped, letter)| text.replace(escaped, letter)))
}
