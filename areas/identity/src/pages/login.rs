//! The page that asks for login and password.

use askama::Template;

use super::words::Words;
use super::{FormKeys, Shell, Unwritable};

/// Content of the login page.
#[derive(Clone, Copy, Debug)]
pub struct LoginPage<'a> {
    pub keys: FormKeys<'a>,
    /// The name of the software that will get access; none for the online bank itself.
    pub client: Option<&'a str>,
    /// The content of the field for the login.
    pub username: &'a str,
    /// The button for a passkey; none where the bank has no passkeys.
    pub passkey: Option<&'a str>,
    /// A note about what has just been done, before there was an attempt.
    pub note: Option<&'a str>,
    /// The problem with the last attempt.
    pub problem: Option<&'a str>,
}

impl LoginPage<'_> {
    /// Writes the whole document.
    pub fn html(&self, shell: &Shell<'_>) -> Result<String, Unwritable> {
        let words = Words::of(shell.language);
        Ok(shell.wrap(words.login_title, &Content { words, page: self })?)
    }
}

#[derive(Template)]
#[template(path = "login.html")]
struct Content<'a> {
    words: &'static Words,
    page: &'a LoginPage<'a>,
}
