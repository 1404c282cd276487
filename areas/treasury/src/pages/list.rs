//! `GET /bank/treasury?inn=…&page=N`: the companies that the person may include in a unified treasury, or those of the
//! group with a tax number. Both are what the operations answer.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use http::StatusCode;
use pages::{OnlineBank, PageError, PageResult, Section, not_past_end, page_asked, pagination};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::TreasuryPages;
use super::words::Words;
use crate::eligibility::{Company, is_inn};
use crate::work::{eligible_for_inn, eligible_for_user};

const PER_PAGE: u32 = 20;
/// The last page that is offered: a person has `clients::COMPANIES_PER_USER_MAX` companies at most.
const PAGES_MAX: i32 = 50;
/// The most characters of a wrong tax number that are shown again.
const SHOWN_CHARACTERS_MAX: usize = 12;

#[derive(Template)]
#[template(path = "treasury.html")]
struct Content {
    words: &'static Words,
    inn: String,
    fault: Option<&'static str>,
    is_filtered: bool,
    companies: Vec<Line>,
    /// There are letters for the person: the page leads to a new one.
    may_write: bool,
    pagination: String,
}

struct Line {
    cnum: String,
    name: String,
    inn: String,
    kpp: String,
    can_sign: bool,
}

pub(super) async fn get(
    State(pages): State<TreasuryPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let number = page_asked(&query, PAGES_MAX)?.unsigned_abs();
    let inn = query.single("inn")?.unwrap_or_default().trim();
    let words = Words::of(bank.language);
    let fault = (!inn.is_empty() && !is_inn(inn)).then_some(words.inn_wrong);
    let found = match (inn, fault) {
        (_, Some(_)) => Vec::new(),
        ("", None) => eligible_for_user(&pages.area, &bank.user, None).await?,
        (inn, None) => eligible_for_inn(&pages.area, (&bank.user, None, &bank.company), inn).await?,
    };
    let all = u32::try_from(found.len()).unwrap_or(u32::MAX).div_ceil(PER_PAGE);
    let rows = |number: u32| usize::try_from(number).unwrap_or_default();
    let part = found.into_iter().skip(rows((number - 1) * PER_PAGE)).take(rows(PER_PAGE));
    not_past_end(number, number > all)?;
    let escaped = utf8_percent_encode(inn, NON_ALPHANUMERIC).to_string();
    let address = |page| format!("/bank/treasury?inn={escaped}&page={page}");
    let content = Content {
        words,
        inn: inn.chars().take(SHOWN_CHARACTERS_MAX).collect(),
        fault,
        is_filtered: !inn.is_empty(),
        companies: part.map(|company| line(company, &bank)).collect(),
        may_write: bank.opens(Section::Letters),
        pagination: pagination(bank.language, number, all, address),
    };
    let status = if fault.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    bank.page_with(status, Section::Treasury, words.title, &content)
}

fn line(company: Company, bank: &OnlineBank) -> Line {
    Line {
        name: company.name.in_language(bank.language).to_owned(),
        cnum: company.cnum,
        inn: company.inn,
        kpp: company.kpp.unwrap_or_default(),
        can_sign: company.can_sign,
    }
}
