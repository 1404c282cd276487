//! The frame of every page a person sees: design, languages, and the session and forms of the online bank.
//!
//! [`Shell`] is the frame around any page, [`assets`] the style sheet and its companions, [`Page`] the answer with the
//! headers that keep it safe. The login pages of identity need no more than these.
//!
//! A page of the online bank takes the extractor [`OnlineBank`] (or [`OnlineBankForm`] for a form) and answers with
//! [`OnlineBank::page`]; its own templates use the classes of `assets/shell.css`. An area joins its pages into a router
//! with full paths below `/bank`, and [`Site::routes`] wraps all of them once: unknown paths, wrong methods, slowness
//! and panics are answered with a page in the bank's frame. Nothing on a page needs JavaScript.
//!
//! To add an entry to the menu, add a variant to [`Section`], its words to `words` and its picture to
//! `templates/menu.html`.

mod answer;
mod answer_field;
pub mod assets;
mod brand;
mod browser;
mod compression;
mod confirmation;
mod contacts;
mod cookies;
mod csrf;
mod done;
mod error;
mod figures;
mod form_page;
mod help;
mod kept;
mod notice;
mod online_bank;
mod pagination;
mod passkey;
mod paths;
mod section;
mod shell;
mod signing;
mod site;
mod waiting;
mod words;

pub use answer::{Page, UNRESERVED, add_cookie, download, see_other};
pub use answer_field::{AnswerFault, AnswerField, Unconfirmed, confirm};
pub use brand::Brand;
pub use browser::{address_with_passkeys, comes_from_here, local_path, named_address};
pub use compression::compressed;
pub use confirmation::{
    Confirmation, ConfirmationKind, Proof, SignatureConfirmation, too_many_attempts, used_code, wrong_answer,
};
pub use contacts::{CONTACT_CHARACTERS_MAX, ContactError, Contacts};
pub use cookies::Cookies;
pub use done::see_done;
pub use error::{PageError, PagePath, PageResult, Reply, Unwritable};
pub use figures::{counted, date, decimal, moment, money, plain_date, short_date, signed};
pub use form_page::FormPage;
pub use kept::{FormOwner, KEPT_BYTES_MAX, KEPT_S, KeptForm, KeptForms, SECRET_FIELDS};
pub use kernel::Language;
pub use online_bank::{
    ANY_FORM_BYTES_MAX, FILE_BYTES_MAX, FORM_BYTES_MAX, FileFault, OnlineBank, OnlineBankForm, Question,
    UPLOAD_BYTES_MAX, Upload, UploadLimits, UploadedFile,
};
pub use pagination::{not_past_end, page_asked, pagination};
pub use passkey::{PasskeyUse, passkey_button};
pub use paths::{
    CONFIRMATION_PASSKEY_PATH, HELP_PATH, LANGUAGE_PATH, LOGIN_PATH, ONLINE_BANK_PATH, OWN_CERTIFICATES_PATH,
    SANDBOX_PATH, SESSION_PATH,
};
pub use section::Section;
pub use shell::{Menu, SessionEnd, Shell, Switch};
pub use signing::{SigningDocument, bare_base64, new_key_tool, signing_tool};
pub use site::{AreaPages, People, Site, SiteParts, Visit, Visitor, WATCHING_HEADER};
pub use waiting::{Person, SectionGuide, WAITING_COUNT_MAX, Waiting};

/// Chooses the language of a page: the client's wish, else the person's last choice, else the browser's preference,
/// else Russian. `ui_locales` is the client's parameter (OpenID Connect Core, 3.1.2.1: language tags separated by
/// spaces, the preferred one first); the last choice is in `cookies`.
pub fn choose_language(ui_locales: Option<&str>, cookies: Cookies, headers: &http::HeaderMap) -> Language {
    /// The most languages of `ui_locales` that are looked at.
    const LOCALES_MAX: usize = 32;
    let asked = ui_locales.and_then(|locales| locales.split(' ').take(LOCALES_MAX).find_map(from_tag));
    asked.or_else(|| cookies.language(headers)).or_else(|| edge::accept_language(headers)).unwrap_or_default()
}

/// The language of a tag such as `en` or `en-GB`; `None` for a language that the bank does not speak.
fn from_tag(tag: &str) -> Option<Language> {
    let primary = tag.split(['-', '_']).next().unwrap_or_default();
    Language::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
}
