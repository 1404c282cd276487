//! The button that asks the browser for a passkey. It is hidden until the script shows it: without JavaScript, or in a
//! browser that has no passkeys, the other ways of the page are left.

use askama::Template;
use kernel::Language;

use crate::assets;
use crate::error::Unwritable;
use crate::paths::CONFIRMATION_PASSKEY_PATH;
use crate::words::Words;

/// Use of a passkey at a form.
#[derive(Clone, Copy, Debug)]
pub enum PasskeyUse<'a> {
    /// A login; the challenge comes from this path.
    LogIn(&'a str),
    /// A confirmation in a session.
    Confirm,
    /// A new passkey, with these options as JSON.
    Create(&'a str),
}

#[derive(Template)]
#[template(path = "passkey.html")]
struct Button<'a> {
    words: &'static Words,
    label: &'static str,
    address: &'a str,
    options: Option<&'a str>,
    script: &'static str,
}

/// Writes the button as HTML, to stand inside the form that it sends. The answer goes into the field `answer`, a new
/// passkey into `passkey`.
pub fn passkey_button(language: Language, usage: PasskeyUse<'_>) -> Result<String, Unwritable> {
    let words = Words::of(language);
    let (label, address, options) = match usage {
        PasskeyUse::LogIn(address) => (words.passkey_log_in, address, None),
        PasskeyUse::Confirm => (words.passkey_confirm, CONFIRMATION_PASSKEY_PATH, None),
        PasskeyUse::Create(options) => (words.passkey_create, "", Some(options)),
    };
    Ok(Button { words, label, address, options, script: assets::PASSKEY_SCRIPT.path() }.render()?)
}
