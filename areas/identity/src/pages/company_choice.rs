//! The page on which a person who may act for several companies picks one.

use askama::Template;

use super::words::Words;
use super::{FormKeys, Shell, Unwritable};

/// A company that may be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyChoice {
    /// The client number, the value of the field `cnum`.
    pub cnum: String,
    /// The name in the language of the page.
    pub name: String,
    pub inn: String,
}

/// Content of the page of the choice.
#[derive(Clone, Copy, Debug)]
pub struct CompanyPage<'a> {
    pub keys: FormKeys<'a>,
    /// True when the choice is for the online bank itself and not for a client's software.
    pub is_online_bank: bool,
    /// Two or more.
    pub companies: &'a [CompanyChoice],
    /// The problem with the last attempt.
    pub problem: Option<&'a str>,
}

impl CompanyPage<'_> {
    /// Writes the whole document.
    pub fn html(&self, shell: &Shell<'_>) -> Result<String, Unwritable> {
        let words = Words::of(shell.language);
        Ok(shell.wrap(words.company_title, &Content { words, page: self })?)
    }
}

#[derive(Template)]
#[template(path = "company.html")]
struct Content<'a> {
    words: &'static Words,
    page: &'a CompanyPage<'a>,
}
