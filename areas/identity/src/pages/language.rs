//! Which language a person reads: what the client asks for, else what the person chose the last time, else what the
//! browser prefers, else Russian.

use http::HeaderMap;
pub use kernel::Language;

/// The most languages of `ui_locales` that are looked at.
const LOCALES_MAX: usize = 32;

/// The language's name in itself, as the switch shows it.
#[must_use]
pub const fn own_name(language: Language) -> &'static str {
    match language {
        Language::Russian => "Русский",
        Language::English => "English",
    }
}

/// The language of a page. `ui_locales` is the client's parameter (OpenID Connect Core, 3.1.2.1: language tags
/// separated by spaces, the preferred one first), `chosen` the language kept from an earlier visit.
#[must_use]
pub fn choose(ui_locales: Option<&str>, chosen: Option<Language>, headers: &HeaderMap) -> Language {
    let asked = ui_locales.and_then(|locales| locales.split(' ').take(LOCALES_MAX).find_map(from_tag));
    asked.or(chosen).or_else(|| edge::accept_language(headers)).unwrap_or_default()
}

/// The language of a tag such as `en` or `en-GB`; `None` for a language that the bank does not speak.
fn from_tag(tag: &str) -> Option<Language> {
    let primary = tag.split(['-', '_']).next().unwrap_or_default();
    Language::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
}
