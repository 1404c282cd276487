//! The step before what cannot be undone: the person is asked once more, and the same form is sent again.

use askama::Template;
use axum::response::Response;
use edge::QueryList;
use http::StatusCode;

use super::OnlineBankForm;
use crate::answer_field::{AnswerFault, AnswerField, confirm};
use crate::words::Words;
use crate::{PageError, PageResult, Section};

/// The field that says so.
const FIELD: &str = "sure";

/// Question before something is done.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The part of the online bank.
    pub section: Section,
    pub title: &'a str,
    pub text: &'a str,
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
    /// The field in which the person confirms it as a signature, and what is wrong with the last answer.
    answer: Option<(AnswerField, Option<AnswerFault>)>,
}

impl OnlineBankForm {
    /// Returns the page that asks once more; `None` when the person has answered it.
    pub fn ask_first(&self, question: Question<'_>) -> Result<Option<Response>, PageError> {
        if self.field(FIELD) == "yes" {
            return Ok(None);
        }
        self.question(question, StatusCode::OK, None).map(Some)
    }

    /// Asks once more, carries `deed` out when the person has answered, and leads on with `done`.
    pub async fn once_sure<T, E>(
        &self,
        question: Question<'_>,
        deed: impl Future<Output = Result<T, E>>,
        done: Response,
    ) -> PageResult
    where
        PageError: From<E>,
    {
        if let Some(page) = self.ask_first(question)? {
            return Ok(page);
        }
        deed.await?;
        Ok(done)
    }

    /// Returns the page that asks once more, and takes the answer only with the proof that a signature needs; `None`
    /// when the person has given it.
    pub async fn confirm_first(&self, question: Question<'_>) -> Result<Option<Response>, PageError> {
        self.bank.require_factor().await?;
        let (status, fault) = if self.field(FIELD) == "yes" {
            let Some(refused) = confirm(&self.bank, self.field("answer")).await? else { return Ok(None) };
            (refused.status, Some(refused.text))
        } else {
            (StatusCode::OK, None)
        };
        let answer = (AnswerField::load(&self.bank).await?, fault);
        self.question(question, status, Some(answer)).map(Some)
    }

    fn question(
        &self,
        question: Question<'_>,
        status: StatusCode,
        answer: Option<(AnswerField, Option<AnswerFault>)>,
    ) -> PageResult {
        let mut fields = QueryList::<PageError>::parse(&self.text)?.into_pairs();
        fields.retain(|(name, _)| name != FIELD && name != "csrf" && (answer.is_none() || name != "answer"));
        let bank = &self.bank;
        let content = Content {
            words: Words::of(bank.language),
            action: &self.action,
            fields,
            csrf: &bank.csrf,
            back: &bank.path,
            question,
            answer,
        };
        bank.page_with(status, question.section, question.title, &content)
    }
}
