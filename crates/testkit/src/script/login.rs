//! Logins through the pages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use super::CNUM;
use super::caller::{HostCaller, Raw};
use crate::person::{Cookies, IVANOVA, Person, form_of_login};

/// The most pages of one login.
const PAGES_MAX: usize = 10;
const FORM: &str = "application/x-www-form-urlencoded";
/// The client of the demo data.
const REDIRECT_URI: &str = "http://127.0.0.1:9090/callback";
/// A verifier of RFC 7636, and its challenge (appendix B there).
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn exchange(identity: &HostCaller, form: &str) -> Raw {
    let basic = format!("Basic {}", STANDARD.encode("demo-erp:demo-erp-secret"));
    let headers = [("Authorization", basic.as_str()), ("Content-Type", FORM)];
    identity.call("POST", "/token", &headers, form)
}

/// Walks through the pages of a login of software, and returns the tokens.
pub(super) fn tokens(identity: &HostCaller, hear: &mut impl FnMut(Raw) -> Raw) -> Raw {
    let path = format!(
        "/authorize?scope=openid%20profile%20email%20phone&client_id=demo-erp&response_type=code&redirect_uri={}&state=state&nonce=nonce&prompt=login&code_challenge={CHALLENGE}&code_challenge_method=S256",
        escaped(REDIRECT_URI)
    );
    let mut browser = Browser::new(identity);
    let Walked::Away(address) = browser.walk(CNUM, &path, hear) else {
        panic!("the login ends with a page of the bank");
    };
    let code = address.query_pairs().find(|(name, _)| name == "code").expect("a code").1.into_owned();
    let redirect = escaped(REDIRECT_URI);
    let form =
        format!("grant_type=authorization_code&code={code}&redirect_uri={redirect}&code_verifier={VERIFIER}");
    let tokens = hear(exchange(identity, &form));
    assert_eq!(tokens.status, 200, "{}", tokens.body);
    tokens
}

pub(super) fn renewed(identity: &HostCaller, tokens: &Raw, hear: &mut impl FnMut(Raw) -> Raw) -> Raw {
    let tokens = tokens.json();
    let refresh = tokens["refresh_token"].as_str().expect("a refresh token");
    let tokens = hear(exchange(identity, &format!("grant_type=refresh_token&refresh_token={refresh}")));
    assert_eq!(tokens.status, 200, "{}", tokens.body);
    tokens
}

enum Walked {
    /// The address of the software.
    Away(Url),
    /// A page that asks for nothing more.
    Page(Raw),
}

/// A browser of ivanova, which keeps cookies.
pub(super) struct Browser<'a> {
    identity: &'a HostCaller,
    base: Url,
    cookies: Cookies,
}

impl<'a> Browser<'a> {
    pub(super) fn new(identity: &'a HostCaller) -> Self {
        let base = identity.address().parse().expect("an address");
        Self { identity, base, cookies: Cookies::default() }
    }

    /// Opens a page of the online bank, logs in where it asks for that, and returns the page.
    pub(super) fn log_in(
        &mut self,
        cnum: &'static str,
        path: &str,
        hear: &mut impl FnMut(Raw) -> Raw,
    ) -> Raw {
        match self.walk(cnum, path, hear) {
            Walked::Page(page) => page,
            Walked::Away(address) => panic!("{path} leads to {address}"),
        }
    }

    pub(super) fn open(&mut self, path: &str, hear: &mut impl FnMut(Raw) -> Raw) -> Raw {
        let page = self.ask("GET", path, (None, ""), hear);
        assert_eq!(page.status, 200, "{path}: {}{}", page.head, page.body);
        page
    }

    /// Sends a form of this type.
    pub(super) fn send(
        &mut self,
        path: &str,
        kind: &str,
        form: &str,
        hear: &mut impl FnMut(Raw) -> Raw,
    ) -> Raw {
        self.ask("POST", path, (Some(kind), form), hear)
    }

    fn ask(
        &mut self,
        method: &str,
        path: &str,
        (kind, body): (Option<&str>, &str),
        hear: &mut impl FnMut(Raw) -> Raw,
    ) -> Raw {
        let (cookie, origin) = (self.cookies.header(), self.identity.address());
        let mut headers = vec![("Cookie", cookie.as_str())];
        if let Some(kind) = kind {
            headers.extend([("Origin", origin.as_str()), ("Content-Type", kind)]);
        }
        let answer = hear(self.identity.call(method, path, &headers, body));
        for cookie in answer.headers("set-cookie") {
            self.cookies.take(cookie);
        }
        answer
    }

    /// Follows redirects and fills in the forms of a login.
    fn walk(&mut self, cnum: &'static str, path: &str, hear: &mut impl FnMut(Raw) -> Raw) -> Walked {
        let (mut path, mut form): (String, Option<String>) = (path.to_owned(), None);
        for _ in 0..PAGES_MAX {
            let answer = match &form {
                None => self.ask("GET", &path, (None, ""), hear),
                Some(form) => self.ask("POST", &path, (Some(FORM), form), hear),
            };
            if let [location] = answer.headers("location")[..] {
                let address = self.base.join(location).expect("an address");
                if location.starts_with(REDIRECT_URI) {
                    return Walked::Away(address);
                }
                (path, form) = (path_of(&address), None);
                continue;
            }
            let Some((found, typed)) = form_of_login(&answer.body, Person { cnum, ..IVANOVA }) else {
                return Walked::Page(answer);
            };
            let hidden = found.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let fields = hidden.chain(typed).map(|(name, value)| format!("{name}={}", escaped(value)));
            form = Some(fields.collect::<Vec<_>>().join("&"));
            path = path_of(&self.base.join(&found.action).expect("an address"));
        }
        panic!("no end of the login after {PAGES_MAX} pages");
    }
}

fn path_of(address: &Url) -> String {
    let query = address.query().map_or_else(String::new, |query| format!("?{query}"));
    format!("{}{query}", address.path())
}

fn escaped(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
