//! The step before what cannot be undone: the person is asked once more, and the same form is sent again.

use askama::Template;
use axum::response::Response;
use edge::QueryList;

use super::OnlineBankForm;
use crate::words::Words;
use crate::{PageError, Section};

/// The field that says so.
const FIELD: &str = "sure";

/// Question before something is done.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The part of the online bank.
    pub section: Section,
    /// The question.
    pub title: &'a str,
    /// The consequence.
    pub text: &'a str,
    /// The button that does it.
    pub button: &'a str,
}

#[derive(Template)]
#[template(path = "sure.html")]
struct Content<'a> {
    question: Question<'a>,
    words: &'static Words,
    action: &'a str,
    fields: Vec<(String, String)>,
    csrf: &'a str,
    back: &'a str,
}

impl OnlineBankForm {
    /// Returns the page that asks once more; `None` when the person has answered it.
    ///
    /// # Errors
    /// The formatter's.
    pub fn ask_first(&self, question: Question<'_>) -> Result<Option<Response>, PageError> {
        if self.field(FIELD) == "yes" {
            return Ok(None);
        }
        let mut fields = QueryList::<PageError>::parse(&self.text)?.into_pairs();
        fields.retain(|(name, _)| name != FIELD && name != "csrf");
        let bank = &self.bank;
        let content = Content {
            words: Words::of(bank.language),
            action: &self.action,
            fields,
            csrf: &bank.csrf,
            back: &bank.path,
            question,
        };
        bank.page(question.section, question.title, &content).map(Some)
    }
}
