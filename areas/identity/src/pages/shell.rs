//! The frame around every page of the bank: document head, bank's name and logo, language switch, footer.
//!
//! A page is any template; [`Shell::wrap`] puts its output into the frame. Another area that shows pages builds a
//! [`Shell`], brings templates of its own and uses the classes of `assets/shell.css`: `card`, `field`, `button`,
//! `alert`, `choice`, `quiet`.

use askama::Template;

use super::language::own_name;
use super::words::Words;
use super::{FormKeys, Language, PageError, assets};

/// The bank, as its pages call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    /// The bank's name in Russian.
    pub name_ru: String,
    /// The bank's name in English.
    pub name_en: String,
}

impl Default for Brand {
    fn default() -> Self {
        Self { name_ru: "Клиент-Банк".to_owned(), name_en: "Clientbank".to_owned() }
    }
}

impl Brand {
    /// The bank's name in `language`.
    #[must_use]
    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::Russian => &self.name_ru,
            Language::English => &self.name_en,
        }
    }
}

/// How the language of a page is switched.
#[derive(Clone, Copy, Debug)]
pub enum Switch<'a> {
    /// The page cannot be shown again in another language.
    None,
    /// A form is sent to this path with a field `language` and the keys of the login.
    Form {
        /// Where the form goes.
        path: &'a str,
        /// The keys of the login.
        keys: FormKeys<'a>,
    },
}

/// The frame of a page.
#[derive(Clone, Copy, Debug)]
pub struct Shell<'a> {
    /// Whose page it is.
    pub brand: &'a Brand,
    /// The language of the page.
    pub language: Language,
    /// How to switch it.
    pub switch: Switch<'a>,
}

impl Shell<'_> {
    /// A whole document: `content` inside the frame, with `title` in the browser's tab.
    pub fn wrap(&self, title: &str, content: &impl Template) -> Result<String, PageError> {
        let content = content.render()?;
        let frame = Frame {
            words: Words::of(self.language),
            bank: self.brand.name(self.language),
            language: self.language,
            switch: self.switch,
            choices: Language::ALL.map(|language| LanguageChoice {
                tag: language.tag(),
                name: own_name(language),
                current: language == self.language,
            }),
            title,
            content: &content,
            stylesheet: assets::STYLESHEET.path(),
            script: assets::SCRIPT.path(),
            icon: assets::ICON.path(),
        };
        Ok(frame.render()?)
    }
}

#[derive(Template)]
#[template(path = "shell.html")]
struct Frame<'a> {
    words: &'static Words,
    bank: &'a str,
    language: Language,
    switch: Switch<'a>,
    choices: [LanguageChoice; Language::ALL.len()],
    title: &'a str,
    /// Already escaped: the output of another template.
    content: &'a str,
    stylesheet: &'a str,
    script: &'a str,
    icon: &'a str,
}

/// A language of the switch.
#[derive(Debug)]
struct LanguageChoice {
    tag: &'static str,
    name: &'static str,
    current: bool,
}
