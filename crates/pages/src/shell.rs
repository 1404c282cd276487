//! The frame around every page of the bank: document head, bank's name and logo, language switch, menu, footer.

use askama::Template;
use kernel::Language;

use crate::waiting::OpenSection;
use crate::words::Words;
use crate::{Brand, Section, assets};

/// The control that switches the language of a page.
#[derive(Clone, Copy, Debug)]
pub enum Switch<'a> {
    /// The page cannot be shown again in another language.
    None,
    /// A form is sent to this path with a field `language` and these hidden ones.
    Form {
        /// The target of the form.
        path: &'a str,
        /// Names and values of its hidden fields.
        hidden: &'a [(&'a str, &'a str)],
    },
}

/// The menu of the online bank around a page.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'a> {
    /// The sections that the person may open, with what waits there.
    pub(crate) sections: &'a [OpenSection],
    pub current: Option<Section>,
    pub user_name: &'a str,
    pub company_name: &'a str,
    pub csrf: &'a str,
    pub session: SessionEnd<'a>,
}

/// Seconds before the end of the session at which the page asks whether to go on.
const NOTICE_S: i64 = 120;

/// The end of the session, as a page tells of it.
#[derive(Clone, Copy, Debug)]
pub struct SessionEnd<'a> {
    /// The moment at which it ends when nobody uses it, in words.
    pub ends: &'a str,
    /// Seconds until then.
    pub left_s: i64,
    /// The person and the company of the session: a login of the same person for the same company goes on with what was
    /// typed.
    pub owner: &'a str,
}

#[derive(Clone, Copy, Debug)]
pub struct Shell<'a> {
    pub brand: &'a Brand,
    pub language: Language,
    pub switch: Switch<'a>,
    /// The menu, on pages behind the login.
    pub menu: Option<Menu<'a>>,
}

impl Shell<'_> {
    /// A whole document: `content` inside the frame, with `title` in the browser's tab.
    pub fn wrap(&self, title: &str, content: &impl Template) -> Result<String, askama::Error> {
        let content = content.render()?;
        let words = Words::of(self.language);
        let entries = self.menu.map(|menu| {
            let entry = |open: &OpenSection| Entry {
                section: open.section,
                name: words.section(open.section),
                current: menu.current == Some(open.section),
                waiting: open.number(),
            };
            menu.sections.iter().map(entry).collect()
        });
        let frame = Frame {
            words,
            bank: self.brand.name(self.language),
            is_sandbox: self.brand.is_sandbox,
            language: self.language,
            switch: self.switch,
            choices: Language::ALL.map(|language| LanguageChoice {
                tag: language.tag(),
                name: language.pick("Русский", "English"),
                current: language == self.language,
            }),
            menu: self.menu,
            entries: entries.unwrap_or_default(),
            title,
            content: &content,
            stylesheet: assets::STYLESHEET.path(),
            script: assets::SCRIPT.path(),
            icon: assets::ICON.path(),
        };
        frame.render()
    }
}

#[derive(Template)]
#[template(path = "shell.html")]
struct Frame<'a> {
    words: &'static Words,
    bank: &'a str,
    is_sandbox: bool,
    language: Language,
    switch: Switch<'a>,
    choices: [LanguageChoice; Language::ALL.len()],
    menu: Option<Menu<'a>>,
    entries: Vec<Entry>,
    title: &'a str,
    /// Already escaped: the output of another template.
    content: &'a str,
    stylesheet: &'a str,
    script: &'a str,
    icon: &'a str,
}

#[derive(Clone, Debug)]
struct Entry {
    section: Section,
    name: &'static str,
    current: bool,
    /// The number of things that wait there.
    waiting: Option<String>,
}

#[derive(Debug)]
struct LanguageChoice {
    tag: &'static str,
    name: &'static str,
    current: bool,
}
