//! The page on which a person replaces a one-time password.

use askama::Template;

use super::words::Words;
use super::{FormKeys, Shell, Unwritable};
use crate::person::password_rule::PASSWORD_CHARACTERS;

/// Content of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPasswordPage<'a> {
    pub(crate) keys: FormKeys<'a>,
    /// True when the login is for the online bank itself and not for a client's software.
    pub(crate) is_online_bank: bool,
    /// The problem with the last attempt.
    pub(crate) problem: Option<&'a str>,
}

impl NewPasswordPage<'_> {
    /// Writes the whole document.
    pub(crate) fn html(&self, shell: &Shell<'_>) -> Result<String, Unwritable> {
        let words = Words::of(shell.language);
        let characters_max = *PASSWORD_CHARACTERS.end();
        Ok(shell.wrap(words.new_password_title, &Content { words, page: self, characters_max })?)
    }
}

#[derive(Template)]
#[template(path = "new_password.html")]
struct Content<'a> {
    words: &'static Words,
    page: &'a NewPasswordPage<'a>,
    characters_max: usize,
}
