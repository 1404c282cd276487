//! `GET /bank/agreements?company=…&status=…&search=…&page=N`: the agreements of one company that the person may act
//! for.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::extract::State;
use clients::{Company, Directory};
use edge::QueryList;
use kernel::Language;
use pages::{OnlineBank, PageError, PageResult, Section, not_past_end, page_asked, pagination};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::document::{Kind, Object};
use super::words::Words;
use super::{AgreementsPages, badge};
use crate::store::StoredAgreement;
use crate::work::{ReadScope, list};

const PER_PAGE: u32 = 20;
/// The last page that is offered: a company has `AGREEMENTS_PER_COMPANY_MAX` agreements at most.
const PAGES_MAX: i32 = 50;
/// The most characters of a search that are looked at.
const SEARCH_CHARACTERS_MAX: usize = 100;

#[derive(Template)]
#[template(path = "agreements.html")]
struct Content {
    words: &'static Words,
    companies: Vec<Choice>,
    statuses: Vec<Choice>,
    search: String,
    is_filtered: bool,
    rows: Vec<Line>,
    /// There are letters for the person: the page leads to a new one.
    may_write: bool,
    pagination: String,
}

struct Choice {
    value: String,
    name: String,
    is_chosen: bool,
}

struct Line {
    id: i64,
    cnum: String,
    number: String,
    key: String,
    facility: String,
    amount: String,
    until: String,
    badge: &'static str,
    status: String,
    status_code: String,
}

pub(super) async fn get(
    State(pages): State<AgreementsPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let number = page_asked(&query, PAGES_MAX)?.unsigned_abs();
    let company = query.single("company")?.filter(|text| !text.is_empty()).unwrap_or(bank.company.as_str());
    let status = query.single("status")?.unwrap_or_default();
    let search: String =
        query.single("search")?.unwrap_or_default().trim().chars().take(SEARCH_CHARACTERS_MAX).collect();
    let companies = Directory::new(pages.area.clone()).companies_user_may_act_for(&bank.user).await?;
    let asked = BTreeSet::from([company.to_owned()]);
    let found = list(&pages.area, ReadScope { user: &bank.user, client: None, companies: &asked }).await?;
    let (words, language) = (Words::of(bank.language), bank.language);
    let rows: Vec<Line> =
        found.iter().map(|agreement| line(agreement, company, language)).collect::<Result<_, _>>()?;
    let statuses = statuses(&rows, status);
    let sought = search.to_lowercase();
    let rows: Vec<Line> = rows
        .into_iter()
        .filter(|row| status.is_empty() || row.status_code == status)
        .filter(|row| [&row.number, &row.key].iter().any(|text| text.to_lowercase().contains(&sought)))
        .collect();
    let all = u32::try_from(rows.len()).unwrap_or(u32::MAX).div_ceil(PER_PAGE);
    not_past_end(number, number > all)?;
    let count = |number: u32| usize::try_from(number).unwrap_or_default();
    let escaped =
        [company, status, &search].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string());
    let address = |page| {
        let [company, status, search] = &escaped;
        format!("/bank/agreements?company={company}&status={status}&search={search}&page={page}")
    };
    let content = Content {
        words,
        companies: companies.iter().map(|one| choice(one, company, language)).collect(),
        statuses,
        is_filtered: !status.is_empty() || !search.is_empty() || company != bank.company.as_str(),
        search: search.clone(),
        rows: rows.into_iter().skip(count((number - 1) * PER_PAGE)).take(count(PER_PAGE)).collect(),
        may_write: bank.opens(Section::Letters),
        pagination: pagination(language, number, all, address),
    };
    bank.page(Section::Agreements, words.title, &content)
}

fn choice(company: &Company, chosen: &str, language: Language) -> Choice {
    let value = company.cnum.to_string();
    Choice { is_chosen: value == chosen, value, name: company.name(language).to_owned() }
}

/// Lists the statuses that the company's agreements have, each once, by their names.
fn statuses(rows: &[Line], chosen: &str) -> Vec<Choice> {
    let known: BTreeMap<&str, &str> =
        rows.iter().map(|row| (row.status_code.as_str(), row.status.as_str())).collect();
    let known = known.into_iter().filter(|(code, _)| !code.is_empty());
    known
        .map(|(code, name)| Choice {
            value: code.to_owned(),
            name: name.to_owned(),
            is_chosen: code == chosen,
        })
        .collect()
}

fn line(agreement: &StoredAgreement, cnum: &str, language: Language) -> Result<Line, PageError> {
    let words = Words::of(language);
    let document = Object::read(&agreement.document)?;
    let shown = |name, kind| document.shown(name, kind, language);
    let code = document.text("status");
    Ok(Line {
        id: agreement.id,
        cnum: cnum.to_owned(),
        number: document.text("number").unwrap_or_else(|| words.without_number.to_owned()),
        key: agreement.business_key.clone(),
        facility: shown("facilityType", Kind::Named("facilityTypeName")).unwrap_or_default(),
        amount: shown("amount", Kind::Amount("currency")).unwrap_or_default(),
        until: shown("endDate", Kind::Day).unwrap_or_default(),
        badge: badge(code.as_deref()),
        status: shown("status", Kind::Named("statusName")).unwrap_or_default(),
        status_code: code.unwrap_or_default(),
    })
}
