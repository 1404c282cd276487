//! Pages for people: those of a login (password, second factor, choice of the company, notices when something is wrong)
//! and those of the online bank.
//!
//! The frame around them is that of the crate `pages`; [`words`] holds every sentence in both languages. A page is a
//! template of its own in `templates/` whose output the frame wraps; nothing on a page needs JavaScript. [`steps`] and
//! [`online_bank`] take the requests.

mod company;
pub mod company_choice;
pub(crate) mod guide;
pub mod login;
pub(crate) mod new_password;
pub mod notice;
pub mod online_bank;
pub(crate) mod online_bank_state;
mod passkey_request;
pub mod second_factor;
mod security;
pub(crate) mod steps;
pub mod words;

pub use ::pages::{Brand, Language, Shell, Unwritable};

/// Keys that every form of a login carries besides its own fields.
#[derive(Clone, Copy, Debug)]
pub struct FormKeys<'a> {
    /// The login that the form belongs to.
    pub interaction: &'a str,
    /// The proof that the form was made for this browser.
    pub csrf: &'a str,
}
