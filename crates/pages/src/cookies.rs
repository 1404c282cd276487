//! The cookies of the pages: the browser that began a login, the chosen language, and the session of the online bank.

use http::{HeaderMap, header};
use kernel::Language;

/// The time for which a browser keeps the chosen language, in seconds: a year.
const LANGUAGE_AGE_S: u32 = 365 * 24 * 60 * 60;
/// With this prefix a browser takes the cookie from this host over https only, never from a neighbouring subdomain.
const HOST_PREFIX: &str = "__Host-";
const BROWSER: &str = "clientbank-login";
const LANGUAGE: &str = "clientbank-language";
const SESSION: &str = "clientbank-session";
const KEPT_FORM: &str = "clientbank-form";
const NOTICE: &str = "clientbank-notice";
/// Sent with a link of another site, and not with its forms.
const LAX: &str = "Lax";
/// Sent with nothing that another site began.
const STRICT: &str = "Strict";
/// Characters of the key of a kept form: 32 bytes in base64url.
const KEY_CHARACTERS: usize = 43;

#[derive(Clone, Copy, Debug)]
pub struct Cookies {
    secure: bool,
}

impl Cookies {
    /// The cookies of the server whose address begins with `address`. On plain http, which only a machine talking to
    /// itself uses, they go without the prefix and without `Secure`: a browser would not take them.
    pub fn at(address: &str) -> Self {
        Self { secure: address.starts_with("https://") }
    }

    fn name(self, stem: &str) -> String {
        format!("{}{stem}", if self.secure { HOST_PREFIX } else { "" })
    }

    /// Returns the secret that binds logins to the browser that sent `headers`, unchecked.
    pub fn browser(self, headers: &HeaderMap) -> Option<&str> {
        value(headers, &self.name(BROWSER))
    }

    pub(crate) fn language(self, headers: &HeaderMap) -> Option<Language> {
        value(headers, &self.name(LANGUAGE))?.parse().ok()
    }

    /// The session token of the online bank, unchecked.
    pub fn session(self, headers: &HeaderMap) -> Option<&str> {
        value(headers, &self.name(SESSION)).filter(|token| !token.is_empty())
    }

    /// Until the browser is closed; not sent with forms of other sites.
    pub fn set_browser(self, secret: &str) -> String {
        self.set(BROWSER, secret, None, LAX)
    }

    /// For a year.
    pub fn set_language(self, language: Language) -> String {
        self.set(LANGUAGE, language.tag(), Some(LANGUAGE_AGE_S), LAX)
    }

    /// Until the browser is closed or the token has expired, whichever comes first; sent with nothing that another site
    /// began, not even with a link.
    pub fn set_session(self, token: &str) -> String {
        self.set(SESSION, token, None, STRICT)
    }

    pub fn clear_session(self) -> String {
        self.set(SESSION, "", Some(0), STRICT)
    }

    /// Returns the key of a form that outlived its session, unchecked but for its length.
    pub fn kept_form(self, headers: &HeaderMap) -> Option<&str> {
        value(headers, &self.name(KEPT_FORM)).filter(|key| key.len() == KEY_CHARACTERS)
    }

    /// Gives the browser the key of a kept form for `age_s` seconds; sent with nothing that another site began.
    pub fn set_kept_form(self, key: &str, age_s: u32) -> String {
        self.set(KEPT_FORM, key, Some(age_s), STRICT)
    }

    /// Takes the key of a kept form away.
    pub fn clear_kept_form(self) -> String {
        self.set(KEPT_FORM, "", Some(0), STRICT)
    }

    /// Returns the address of the notice that the browser was sent to.
    pub fn notice(self, headers: &HeaderMap) -> Option<&str> {
        value(headers, &self.name(NOTICE)).filter(|address| !address.is_empty())
    }

    /// Gives the browser the address of a notice for `age_s` seconds; sent with nothing that another site began.
    pub fn set_notice(self, address: &str, age_s: u32) -> String {
        self.set(NOTICE, address, Some(age_s), STRICT)
    }

    pub fn clear_notice(self) -> String {
        self.set(NOTICE, "", Some(0), STRICT)
    }

    /// Until the browser is closed, or for `age_s` seconds.
    fn set(self, stem: &str, value: &str, age_s: Option<u32>, same_site: &str) -> String {
        let (name, suffix) = (self.name(stem), if self.secure { "; Secure" } else { "" });
        let age = age_s.map_or_else(String::new, |age_s| format!("; Max-Age={age_s}"));
        format!("{name}={value}; Path=/{age}; HttpOnly; SameSite={same_site}{suffix}")
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
