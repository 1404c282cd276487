//! The pages that a person meets: login, second factor, choice of the company, and notices when something is wrong.
//!
//! [`shell`] is the frame around every page, [`language`] the choice of the language, [`words`] every sentence in
//! both languages, [`assets`] the style sheet and its companions. A page is a template of its own in `templates/`
//! whose output the shell wraps; nothing on a page needs JavaScript.

pub mod assets;
pub mod company;
pub mod language;
pub mod login;
pub mod notice;
pub mod second_factor;
pub mod shell;
pub mod words;

pub use language::Language;
pub use shell::{Brand, Shell};

/// A page cannot be written: only a fault of the formatter can cause that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a page could not be written")]
pub struct PageError;

impl From<askama::Error> for PageError {
    fn from(_: askama::Error) -> Self {
        Self
    }
}

/// What every form of a login carries besides its own fields.
#[derive(Clone, Copy, Debug)]
pub struct FormKeys<'a> {
    /// Which login the form belongs to.
    pub interaction: &'a str,
    /// The proof that the form was made for this browser.
    pub csrf: &'a str,
}
