//! The two cookies of the pages: the secret that binds logins to a browser, and the language somebody chose.

use http::{HeaderMap, header};

use crate::interaction::Secret;
use crate::pages::Language;

/// How long a browser keeps the chosen language, in seconds: a year.
const LANGUAGE_AGE_S: u32 = 365 * 24 * 60 * 60;
/// With this prefix a browser takes the cookie from this host over https only, never from a neighbouring subdomain.
const HOST_PREFIX: &str = "__Host-";
const BROWSER: &str = "clientbank-login";
const LANGUAGE: &str = "clientbank-language";

/// The cookies of a provider whose address begins with `issuer`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cookies {
    secure: bool,
}

impl Cookies {
    pub(super) fn of(issuer: &str) -> Self {
        Self { secure: issuer.starts_with("https://") }
    }

    fn name(self, stem: &str) -> String {
        format!("{}{stem}", if self.secure { HOST_PREFIX } else { "" })
    }

    /// The secret of the browser that sent `headers`.
    pub(super) fn browser(self, headers: &HeaderMap) -> Option<Secret> {
        value(headers, &self.name(BROWSER)).and_then(Secret::read)
    }

    /// The language that was chosen in this browser.
    pub(super) fn language(self, headers: &HeaderMap) -> Option<Language> {
        value(headers, &self.name(LANGUAGE))?.parse().ok()
    }

    /// Until the browser is closed; not sent with forms of other sites.
    pub(super) fn set_browser(self, browser: &Secret) -> String {
        format!(
            "{}={}; Path=/; HttpOnly; SameSite=Lax{}",
            self.name(BROWSER),
            browser.as_str(),
            self.suffix()
        )
    }

    pub(super) fn set_language(self, language: Language) -> String {
        let (name, tag, suffix) = (self.name(LANGUAGE), language.tag(), self.suffix());
        format!("{name}={tag}; Path=/; Max-Age={LANGUAGE_AGE_S}; HttpOnly; SameSite=Lax{suffix}")
    }

    const fn suffix(self) -> &'static str {
        if self.secure { "; Secure" } else { "" }
    }
}

/// The value of the first cookie called `name` (RFC 6265, 4.2).
fn value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(sent, value)| (sent == name).then_some(value))
}
