//! Pages for people: those of a login (password, second factor, choice of the company, notices when something is wrong)
//! and those of the online bank.
//!
//! The frame around them is that of the crate `pages`; [`words`] holds every sentence in both languages. A page is a
//! template of its own in `templates/` whose output the frame wraps; nothing on a page needs JavaScript. [`steps`] and
//! [`online_bank`] take the requests.

pub mod notice;
pub mod online_bank;
mod passkey_request;
pub mod security;
pub mod steps;
pub mod words;

use axum::extract::State;
use clients::Company;

pub use ::pages::{Brand, Language, Shell, Unwritable};

use crate::state::IdentityState;

pub type OnlineBankPages = ::pages::AreaPages<IdentityState>;

pub(crate) type Pages = State<OnlineBankPages>;

/// Keys that every form of a login carries besides its own fields.
#[derive(Clone, Copy, Debug)]
pub struct FormKeys<'a> {
    /// The login that the form belongs to.
    pub interaction: &'a str,
    /// The proof that the form was made for this browser.
    pub csrf: &'a str,
}

pub(crate) struct CompanyChoice {
    /// The client number, the value of the field `cnum`.
    pub(crate) cnum: String,
    pub(crate) name: String,
    pub(crate) inn: String,
}

impl CompanyChoice {
    pub(crate) fn of(company: &Company, language: Language) -> Self {
        let name = company.name(language).to_owned();
        Self { cnum: company.cnum.to_string(), name, inn: company.inn.to_string() }
    }
}
