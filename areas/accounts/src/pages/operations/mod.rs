//! `GET /bank/accounts/{number}/operations`: postings by period and search, with the balance after each.

mod csv;
mod document;
mod export;
mod format;
mod one;
mod order;
mod question;
pub(super) mod words;
mod xlsx;

use askama::Template;
use axum::extract::{Path, State};
use edge::{EdgeError, QueryList};
use http::StatusCode;
use kernel::{AccountNumber, BankZone, Language};
use pages::{OnlineBank, PageError, PageResult, Section, decimal, money, short_date, signed};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

pub(super) use self::export::get as export;
use self::format::Format;
pub(super) use self::one::get as one;
pub(super) use self::order::get as order;
use self::question::Question;
use self::words::Words;
use super::words::Words as AccountWords;
use super::{AccountLine, AccountsPages, reader};
use crate::operation::{Operation, Turnover};
use crate::store;
use crate::work::{self, Listed, OperationsQuery};

const PER_PAGE: u16 = 50;

#[derive(Template)]
#[template(path = "operations.html")]
struct Content {
    accounts: &'static AccountWords,
    words: &'static Words,
    shown: AccountLine,
    from: String,
    to: String,
    search: String,
    wrong: Option<&'static str>,
    totals: Vec<(&'static str, String)>,
    lines: Vec<Line>,
    /// Names and addresses of the files of the period.
    files: Vec<(&'static str, String)>,
    /// The formats that take no period as long, each with the most operations it takes.
    too_long: Vec<(&'static str, i64)>,
    /// The address of the newest page, when this is another one.
    newest: Option<String>,
    older: Option<String>,
}

struct Line {
    /// The day of booking.
    when: String,
    /// The other side, or the kind of the operation where nobody told it.
    title: String,
    purpose: String,
    amount: String,
    is_credit: bool,
    balance: String,
    address: String,
}

pub(super) async fn get(
    State(pages): State<AccountsPages>,
    Path(number): Path<String>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let number: AccountNumber = number.parse().map_err(|_| PageError::NotFound)?;
    let words = AccountWords::of(bank.language).operations;
    let today = bank.zone().date_of(bank.now());
    let question = Question::read(&query, today, words)?;
    let (period, search) = match &question.meaning {
        Ok(meaning) => meaning.clone(),
        Err(wrong) => return refused(&pages, &bank, &number, &question, wrong).await,
    };
    let before = cursor(&query)?;
    let asked = OperationsQuery { period, search, before, limit: PER_PAGE };
    let listed = work::list_operations(&pages.area, reader(&bank), &number, asked, bank.zone()).await?;
    let Listed { account, turnover, archived, operations, next } = listed.ok_or(PageError::NotFound)?;
    if archived.is_some() {
        return refused(&pages, &bank, &number, &question, words.archived).await;
    }
    let account = account.account()?;
    let currency = account.currency.alphabetic();
    let address = Address { number: &number, question: &question };
    let (fitting, too_long): (Vec<_>, Vec<_>) =
        Format::ALL.into_iter().partition(|format| turnover.count() <= format.operations_max());
    let content = Content {
        totals: totals(&turnover, currency, words, bank.language),
        lines: operations
            .into_iter()
            .map(|one| {
                let address = address.of_operation(one.number);
                line(one, address, currency, words, (bank.zone(), bank.language))
            })
            .collect(),
        files: fitting.into_iter().map(|format| (words.format(format), address.of_file(format))).collect(),
        too_long: too_long
            .into_iter()
            .map(|format| (words.format(format), format.operations_max()))
            .collect(),
        newest: before.map(|_| address.of(None)),
        older: next.map(|next| address.of(Some(next))),
        ..content(AccountLine::of(&account, bank.language), &question, bank.language)
    };
    bank.page(Section::Accounts, words.title, &content)
}

/// Answers a filter that makes no sense: the page keeps what was filled in and says what is wrong.
async fn refused(
    pages: &AccountsPages,
    bank: &OnlineBank,
    number: &AccountNumber,
    question: &Question,
    wrong: &'static str,
) -> PageResult {
    let account = store::account(&pages.area, &reader(bank), number).await?;
    let account = account.ok_or(PageError::NotFound)?;
    let shown = AccountLine::of(&account.account()?, bank.language);
    let content = Content { wrong: Some(wrong), ..content(shown, question, bank.language) };
    bank.page_with(StatusCode::BAD_REQUEST, Section::Accounts, content.words.title, &content)
}

fn content(shown: AccountLine, question: &Question, language: Language) -> Content {
    let accounts = AccountWords::of(language);
    Content {
        accounts,
        words: accounts.operations,
        shown,
        from: question.from.clone(),
        to: question.to.clone(),
        search: question.search.clone(),
        wrong: None,
        totals: Vec::new(),
        lines: Vec::new(),
        files: Vec::new(),
        too_long: Vec::new(),
        newest: None,
        older: None,
    }
}

fn cursor(query: &QueryList<PageError>) -> Result<Option<i64>, PageError> {
    let Some(text) = query.single("cursor")? else { return Ok(None) };
    let before = text.parse().ok().filter(|before| *before > 0_i64).map(Some);
    before.ok_or_else(|| EdgeError::malformed("The cursor is not one of a page".to_owned()).into())
}

struct Address<'a> {
    number: &'a AccountNumber,
    question: &'a Question,
}

impl Address<'_> {
    fn of(&self, cursor: Option<i64>) -> String {
        let Question { from, to, search, .. } = self.question;
        let search = utf8_percent_encode(search, NON_ALPHANUMERIC);
        let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        format!("/bank/accounts/{}/operations?from={from}&to={to}&search={search}{cursor}", self.number)
    }

    fn of_operation(&self, operation: i64) -> String {
        format!("/bank/accounts/{}/operations/{operation}", self.number)
    }

    fn of_file(&self, format: Format) -> String {
        let Question { from, to, .. } = self.question;
        let format = format.as_str();
        format!("/bank/accounts/{}/operations/export?format={format}&from={from}&to={to}", self.number)
    }
}

fn totals(
    turnover: &Turnover,
    currency: &str,
    words: &'static Words,
    language: Language,
) -> Vec<(&'static str, String)> {
    let sum = |plain: String| decimal(&plain, currency, language);
    vec![
        (words.opening, sum(turnover.opening().to_string())),
        (words.credits, sum(turnover.credits().to_string())),
        (words.debits, sum(turnover.debits().to_string())),
        (words.closing, sum(turnover.closing().to_string())),
        (words.count, turnover.count().to_string()),
    ]
}

fn line(
    operation: Operation,
    address: String,
    currency: &str,
    words: &'static Words,
    (zone, language): (&BankZone, Language),
) -> Line {
    Line {
        when: short_date(zone.date_of(operation.booked_at), language),
        title: operation.other.name.unwrap_or_else(|| words.kind(operation.kind).to_owned()),
        amount: signed(operation.amount, currency, language),
        is_credit: !operation.amount.is_negative(),
        balance: money(operation.balance, currency, language),
        purpose: operation.purpose,
        address,
    }
}
