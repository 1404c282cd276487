//! The page that asks for the one-time code.

use askama::Template;

use super::words::Words;
use super::{FormKeys, Shell, Unwritable};

/// Content of the page of the second factor.
#[derive(Clone, Copy, Debug)]
pub struct SecondFactorPage<'a> {
    pub keys: FormKeys<'a>,
    /// True when the login is for the online bank itself and not for a client's software.
    pub is_online_bank: bool,
    /// True when the last attempt was one with a recovery code.
    pub by_recovery_code: bool,
    /// The problem with the last attempt.
    pub problem: Option<&'a str>,
}

impl SecondFactorPage<'_> {
    /// Writes the whole document.
    pub fn html(&self, shell: &Shell<'_>) -> Result<String, Unwritable> {
        let words = Words::of(shell.language);
        Ok(shell.wrap(words.code_title, &Content { words, page: self })?)
    }
}

#[derive(Template)]
#[template(path = "second_factor.html")]
struct Content<'a> {
    words: &'static Words,
    page: &'a SecondFactorPage<'a>,
}
