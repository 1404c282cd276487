//! The first page of the online bank, and the choice of another company.

use ::pages::{ONLINE_BANK_PATH, OnlineBank, OnlineBankForm, PageError, PageResult, local_path, see_other};
use askama::Template;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::Response;
use edge::QueryList;
use http::{HeaderMap, StatusCode};
use kernel::Cnum;

use super::{OnlineBankPages, Pages, failed};
use crate::login::interaction::Destination;
use crate::pages::CompanyChoice;
use crate::pages::steps::begin::{Beginning, begin};
use crate::pages::steps::outcome::open_online_bank;
use crate::pages::steps::view::Notices;
use crate::pages::words::Words;
use crate::work::online_bank;

/// `GET /bank/login`: the first page. Its form goes through the pages of every login.
pub(super) async fn login(State(pages): Pages, query: QueryList<PageError>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let next = query.single("next").ok().flatten().and_then(local_path).unwrap_or(ONLINE_BANK_PATH);
    // A person who is logged in is not asked again: reloading the login begins nothing.
    if OnlineBank::from_request_parts(&mut parts, &pages).await.is_ok() {
        return see_other(next);
    }
    let language = pages.site.language(&parts.headers);
    let done = query.single("done").ok().flatten();
    let note = (done == Some("logged-out")).then_some(Words::of(language).logged_out_note);
    let beginning = Beginning {
        destination: Destination::OnlineBank { next: next.to_owned() },
        client_name: None,
        language,
        username: "",
        told: Notices { note, problem: None },
    };
    match begin(&pages.area, &parts.headers, beginning) {
        Ok(page) => page.into_response(),
        Err(error) => failed(&pages, &parts.headers, error),
    }
}

#[derive(Template)]
#[template(path = "other_company.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    current: String,
    companies: Vec<CompanyChoice>,
    problem: Option<&'static str>,
}

/// `GET /bank/company`: the companies that the person may act for.
pub(super) async fn company(State(pages): Pages, bank: OnlineBank) -> PageResult {
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

/// `POST /bank/company`: another company without another login.
pub(super) async fn change_company(
    State(pages): Pages,
    headers: HeaderMap,
    form: OnlineBankForm,
) -> PageResult {
    let bank = &form.bank;
    let problem = Words::of(bank.language).no_company_chosen;
    let Ok(company) = form.field("cnum").parse::<Cnum>() else {
        return show(&pages, bank, StatusCode::UNPROCESSABLE_ENTITY, Some(problem)).await;
    };
    let Some(changed) = online_bank::change_company(&pages.area, bank.session.clone(), company).await? else {
        return show(&pages, bank, StatusCode::UNPROCESSABLE_ENTITY, Some(problem)).await;
    };
    match open_online_bank(&pages.area, &changed, ONLINE_BANK_PATH) {
        Ok(response) => Ok(response),
        Err(error) => Ok(failed(&pages, &headers, error)),
    }
}
