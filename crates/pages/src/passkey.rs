//! The button that asks the browser for a passkey. It is hidden until the script shows it: without JavaScript, or in a
//! browser that has no passkeys, the other ways of the page are left, if it has some.

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
    /// The same where nothing else confirms: the button takes the place of the form's own.
    ConfirmAlone,
    /// A new passkey, with these options as JSON.
    Create(&'a str),
}

#[derive(Template)]
#[template(path = "passkey.html")]
struct Button<'a> {
    label: &'static str,
    address: &'a str,
    options: Option<&'a str>,
    is_alone: bool,
    /// The sentence for when the browser has given no passkey.
    failed: &'static str,
    /// The sentence in the place of the button without JavaScript.
    needs_script: &'static str,
    script: &'static str,
}

/// Writes the button as HTML, to stand inside the form that it sends. The answer goes into the field `answer`, a new
/// passkey into `passkey`.
pub fn passkey_button(language: Language, usage: PasskeyUse<'_>) -> Result<String, Unwritable> {
    let words = Words::of(language);
    let (label, address, options) = match usage {
        PasskeyUse::LogIn(address) => (words.passkey_log_in, address, None),
        PasskeyUse::Confirm | PasskeyUse::ConfirmAlone => {
            (words.passkey_confirm, CONFIRMATION_PASSKEY_PATH, None)
        }
        PasskeyUse::Create(options) => (words.passkey_create, "", Some(options)),
    };
    let is_alone = matches!(usage, PasskeyUse::ConfirmAlone);
    let (failed, needs_script) = if is_alone {
        (words.passkey_failed_alone, words.passkey_script_alone)
    } else {
        (words.passkey_failed, words.passkey_script)
    };
    let script = assets::PASSKEY_SCRIPT.path();
    Ok(Button { label, address, options, is_alone, failed, needs_script, script }.render()?)
}
