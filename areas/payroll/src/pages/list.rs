//! `GET /bank/payroll`: the company's statements, the newest first, by status and date; and those that wait for the
//! person, on the first page and in the menu (ONL-02).

use askama::Template;
use axum::extract::State;
use edge::{EdgeError, QueryList};
use jiff::civil::Date;
use pages::{
    OnlineBank, PageError, PageResult, Person, Reply, Section, SectionGuide, Waiting, date, money,
    not_past_end, page_asked, pagination,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::figures::{Badge, awaited_names, badge, short_name};
use super::inputs::Choice;
use super::words::Words;
use super::{Pages, origin_of};
use crate::filter::{Filter, Order, Search};
use crate::lifecycle::StatementStatus;
use crate::rights::may_edit;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::waiting::Tally;
use crate::work::{self, Origin};

const PER_PAGE: u32 = 20;
/// The last page that is offered: more than a company makes statements for in a lifetime.
const PAGES_MAX: u32 = 10_000;

#[derive(Template)]
#[template(path = "statements.html")]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides one part of the page")]
struct Content {
    words: &'static Words,
    statuses: Vec<Choice>,
    from: String,
    through: String,
    search: String,
    orders: Vec<Choice>,
    is_filtered: bool,
    is_mine: bool,
    may_make: bool,
    any_to_sign: bool,
    rows: Vec<Line>,
    pagination: String,
}

struct Line {
    header: StatementHeader,
    may_sign: bool,
    signed: String,
    awaited: String,
    date: String,
    total: String,
    badge: Badge,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let filter = Filter {
        status: chosen(&query, "status")?,
        from: chosen(&query, "from")?,
        through: chosen(&query, "through")?,
        search: query.single("search")?.and_then(Search::parse),
        is_mine: query.single("mine")? == Some("yes"),
        order: chosen(&query, "order")?,
    };
    let search = query.single("search")?.unwrap_or_default().to_owned();
    let last = i32::try_from(PAGES_MAX).unwrap_or(i32::MAX);
    let number = page_asked(&query, last)?.unsigned_abs();
    let offset = (number - 1) * PER_PAGE;
    let page = work::list(&pages.payroll, &origin_of(&bank), &filter, offset, PER_PAGE).await?;
    not_past_end(number, page.statements.is_empty())?;
    let (words, language) = (Words::of(bank.language), bank.language);
    let rows = page.statements.into_iter().zip(&page.signing).map(|(header, signing)| Line {
        may_sign: signing.may_sign,
        signed: signing.signed.iter().map(|name| short_name(name)).collect::<Vec<_>>().join(", "),
        awaited: awaited_names(&signing.awaited, language),
        date: date(header.date, language),
        total: money(header.terms.total, "RUR", language),
        badge: badge(header.state.status(), words),
        header,
    });
    let rows: Vec<Line> = rows.collect();
    let chosen = filter.status.map_or("", StatementStatus::as_str);
    let status = |status: &StatementStatus| Choice::of(status.as_str(), badge(*status, words).1, chosen);
    let order = filter.order.unwrap_or(Order::Newest);
    let address = |page| address(&filter, &search, page);
    let total = u32::try_from(page.total_count).unwrap_or(u32::MAX);
    let content = Content {
        words,
        statuses: StatementStatus::ALL.iter().map(status).collect(),
        is_filtered: filter != Filter::default(),
        is_mine: filter.is_mine,
        search: search.clone(),
        orders: Order::ALL.map(|one| Choice::of(one.as_str(), order_name(one, words), order.as_str())).into(),
        may_make: may_edit(page.rights),
        any_to_sign: rows.iter().any(|row| row.may_sign),
        rows,
        pagination: pagination(language, number, total.div_ceil(PER_PAGE).min(PAGES_MAX), address),
        from: day(filter.from),
        through: day(filter.through),
    };
    bank.page(Section::Payroll, words.title, &content)
}

fn day(day: Option<Date>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

/// Returns the address of a page of the list that shows the same choice.
fn address(filter: &Filter, search: &str, page: u32) -> String {
    let status = filter.status.map(StatementStatus::as_str).unwrap_or_default();
    let mine = if filter.is_mine { "&mine=yes" } else { "" };
    let (from, through) = (day(filter.from), day(filter.through));
    let search = utf8_percent_encode(search, NON_ALPHANUMERIC);
    let order = filter.order.unwrap_or(Order::Newest);
    format!(
        "/bank/payroll?status={status}{mine}&from={from}&through={through}&search={search}&order={order}&page={page}"
    )
}

fn chosen<T: std::str::FromStr>(
    query: &QueryList<PageError>,
    name: &'static str,
) -> Result<Option<T>, PageError> {
    match query.single(name)? {
        None | Some("") => Ok(None),
        Some(text) => match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(EdgeError::malformed(format!("The filter `{name}` makes no sense")).into()),
        },
    }
}

const fn order_name(order: Order, words: &Words) -> &'static str {
    match order {
        Order::Newest => words.newest_first,
        Order::Date => words.by_date,
        Order::Total => words.by_total,
        Order::Number => words.by_number,
    }
}

#[derive(Clone, Debug)]
pub struct PayrollGuide(pub PayrollState);

impl SectionGuide for PayrollGuide {
    fn section(&self) -> Section {
        Section::Payroll
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let (words, language) = (Words::of(person.language), person.language);
            let origin = Origin::of_request(person.user.clone(), person.company.clone());
            let waits = work::waiting(&self.0, &origin).await?;
            let entry = |tally: Tally, name, is_fault| Waiting {
                name,
                count: tally.count,
                sum: tally.sum.map(|sum| money(sum, "RUR", language)),
                path: format!("/bank/payroll?status={}&mine=yes", tally.status.as_str()),
                is_fault,
            };
            Ok(waits.map(|waits| {
                let by_status = waits.tallies.into_iter().map(|tally| {
                    let (class, name) = badge(tally.status, words);
                    entry(tally, name, class == "bad")
                });
                let lost = waits.lost.map(|tally| entry(tally, words.signatures_lost, true));
                lost.into_iter().chain(by_status).collect()
            }))
        })
    }
}
