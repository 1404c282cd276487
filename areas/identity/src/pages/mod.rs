//! The pages of a login: password, second factor, choice of the company, and notices when something is wrong.
//!
//! The frame around them is that of the crate `pages`; [`words`] holds every sentence in both languages. A page is a
//! template of its own in `templates/` whose output the frame wraps; nothing on a page needs JavaScript.

pub mod company;
pub mod login;
pub mod notice;
pub mod second_factor;
pub mod words;

pub use ::pages::{Brand, Language, Shell, Unwritable};

/// What every form of a login carries besides its own fields.
#[derive(Clone, Copy, Debug)]
pub struct FormKeys<'a> {
    /// Which login the form belongs to.
    pub interaction: &'a str,
    /// The proof that the form was made for this browser.
    pub csrf: &'a str,
}
