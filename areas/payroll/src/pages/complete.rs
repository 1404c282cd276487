//! `/bank/payroll/{id}/complete`: sends a statement on whose signatures became enough when the company asked for fewer.

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use pages::{
    AnswerFault, AnswerField, OnlineBank, OnlineBankForm, PageResult, Section, confirm, money, see_done,
    see_other,
};

use super::words::Words;
use super::{Pages, PayrollPages, check_act, detail_of, identifier, origin_of, version};
use crate::identifier::StatementId;
use crate::statement::StatementHeader;
use crate::work;

#[derive(Template)]
#[template(path = "complete.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    header: &'a StatementHeader,
    total: String,
    answer: AnswerField,
    answer_fault: Option<AnswerFault>,
}

pub(super) async fn get(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, identifier(&id)?, StatusCode::OK, None).await
}

async fn show(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
    status: StatusCode,
    answer_fault: Option<AnswerFault>,
) -> PageResult {
    let detail = detail_of(pages, bank, id).await?;
    if !detail.may_complete() {
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let words = Words::of(bank.language);
    let content = Content {
        words,
        csrf: &bank.csrf,
        header: &detail.header,
        total: money(detail.header.terms.total, "RUR", bank.language),
        answer: AnswerField::load(bank).await?,
        answer_fault,
    };
    bank.page_with(status, Section::Payroll, words.complete_title, &content)
}

pub(super) async fn post(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let (id, version) = (identifier(&id)?, version(&form)?);
    let detail = detail_of(&pages, &form.bank, id).await?;
    check_act(&detail, version, detail.signs(), detail.may_complete())?;
    if let Some(unconfirmed) = confirm(&form.bank, form.field("answer")).await? {
        return show(&pages, &form.bank, id, unconfirmed.status, Some(unconfirmed.text)).await;
    }
    work::complete(&pages.payroll, &origin_of(&form.bank), id, version).await?;
    Ok(see_done(&format!("/bank/payroll/{id}?done=completed")))
}
