//! `/bank/company`: another company without another login.

use ::pages::{ONLINE_BANK_PATH, OnlineBank, OnlineBankForm, PageResult};
use askama::Template;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use kernel::Cnum;

use super::{OnlineBankPages, Pages, failed};
use crate::pages::company_choice::CompanyChoice;
use crate::pages::steps::redirect::open_online_bank;
use crate::pages::words::Words;
use crate::work::change_company::change_company;

#[derive(Template)]
#[template(path = "other_company.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    current: String,
    companies: Vec<CompanyChoice>,
    problem: Option<&'static str>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, StatusCode::OK, None).await
}

async fn show(
    pages: &OnlineBankPages,
    bank: &OnlineBank,
    status: StatusCode,
    problem: Option<&'static str>,
) -> PageResult {
    let directory = clients::Directory::new(pages.area.store.clone());
    let companies = directory.companies_user_may_act_for(&bank.user).await?;
    let words = Words::of(bank.language);
    let content = Content {
        words,
        csrf: &bank.csrf,
        current: bank.company.to_string(),
        companies: companies.iter().map(|company| CompanyChoice::of(company, bank.language)).collect(),
        problem,
    };
    bank.page_beside(status, words.company_title, &content)
}

pub(super) async fn post(State(pages): Pages, headers: HeaderMap, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let problem = Words::of(bank.language).no_company_chosen;
    let Ok(company) = form.field("cnum").parse::<Cnum>() else {
        return show(&pages, bank, StatusCode::UNPROCESSABLE_ENTITY, Some(problem)).await;
    };
    let Some(changed) = change_company(&pages.area, bank.session.clone(), company).await? else {
        return show(&pages, bank, StatusCode::UNPROCESSABLE_ENTITY, Some(problem)).await;
    };
    match open_online_bank(&pages.area, &changed, ONLINE_BANK_PATH) {
        Ok(response) => Ok(response),
        Err(error) => Ok(failed(&pages, &headers, error)),
    }
}
