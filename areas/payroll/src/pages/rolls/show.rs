//! `GET /bank/payroll/rolls/{id}`: every row of a roll with what the checks find, and the form that makes it into a
//! statement.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::extract::{Path, State};
use edge::QueryList;
use http::StatusCode;
use kernel::{AccountNumber, Language};
use pages::{OnlineBank, PageError, PageResult, Section, money, page_asked, pagination, plain_date};

use super::WrongField;
use super::words::Words;
use crate::catalogue::{Reason, Severity};
use crate::pages::figures::{amount, full_name, told};
use crate::pages::inputs::{Choice, IncomeChoices, Typed};
use crate::pages::{Pages, PayrollPages, identifier, origin_of, words};
use crate::roll::{CellError, Column, FaultyCell, Keeping, KeptRoll, RollId, RollRow, RollTerms};
use crate::statement::TRANSFERS_MAX;
use crate::work::rolls::{Preview, Rolls, preview, rolls};

const PER_PAGE: usize = 50;
/// The last page of the longest roll.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "200")]
const PAGES_MAX: i32 = TRANSFERS_MAX.div_ceil(PER_PAGE) as i32;

#[derive(Template)]
#[template(path = "roll.html")]
struct Content<'a> {
    words: &'static Words,
    /// The fields of a statement, which every page names alike.
    labels: &'static words::Words,
    csrf: &'a str,
    id: String,
    name: String,
    is_template: bool,
    done: Option<&'static str>,
    faults: Vec<WrongField>,
    rows_count: i64,
    total: String,
    with_errors: usize,
    with_warnings: usize,
    faulty_cells: usize,
    ignored: String,
    /// The warning that another statement pays the same.
    doubts: Vec<String>,
    only_faulty: bool,
    rows: Vec<Line>,
    pagination: String,
    typed: Typed,
    /// The accounts to choose from; `None` where there are too many, so that the number is typed.
    accounts: Option<Vec<Choice>>,
    income: IncomeChoices,
}

impl Content<'_> {
    /// Tells why the field with this element keeps the form from being taken.
    fn fault(&self, element: &str) -> Option<&str> {
        self.faults.iter().find(|fault| fault.element == element).map(|fault| fault.text.as_str())
    }
}

struct Line {
    number: i64,
    name: String,
    account: String,
    bic: String,
    amount: String,
    errors: Vec<String>,
    warnings: Vec<String>,
}

fn saved(terms: &RollTerms) -> Typed {
    let period = terms.period.map(|period| format!("{:02}.{:04}", period.month, period.year));
    let others = [
        ("account", terms.account.as_ref().map(ToString::to_string)),
        ("date", terms.date.map(plain_date)),
        ("period", period),
        ("purpose", terms.purpose.clone()),
    ];
    Typed::saved(&terms.income, others.map(|(name, text)| (name, text.unwrap_or_default())))
}

pub(super) async fn get(
    State(pages): Pages,
    Path(id): Path<String>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let id = identifier(&id)?;
    let view = View {
        status: StatusCode::OK,
        done: query.single("done")?.and_then(|done| Words::of(bank.language).done(done)),
        only_faulty: query.single("rows")? == Some("faulty"),
        page: page_asked(&query, PAGES_MAX)?.unsigned_abs(),
        faults: Vec::new(),
        typed: None,
    };
    show(&pages, &bank, id, view).await
}

/// Part of a roll that is shown, and why.
struct View {
    status: StatusCode,
    done: Option<&'static str>,
    only_faulty: bool,
    page: u32,
    faults: Vec<WrongField>,
    typed: Option<Typed>,
}

/// Shows the page again after a form that could not be taken, with what was typed.
pub(super) async fn again(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: RollId,
    status: StatusCode,
    faults: Vec<WrongField>,
    typed: Option<Typed>,
) -> PageResult {
    let view = View { status, done: None, only_faulty: false, page: 1, faults, typed };
    show(pages, bank, id, view).await
}

async fn show(pages: &PayrollPages, bank: &OnlineBank, id: RollId, view: View) -> PageResult {
    let (payroll, words, language) = (&pages.payroll, Words::of(bank.language), bank.language);
    let Preview { kept, findings, faulty_cells } = preview(payroll, &origin_of(bank), id).await?;
    let (own, findings): (Vec<_>, Vec<_>) = findings.into_iter().partition(|finding| finding.line == 0);
    let known = rolls(payroll, &origin_of(bank)).await?;
    let mut found: BTreeMap<i64, Vec<&Reason>> = BTreeMap::new();
    for finding in &findings {
        found.entry(finding.line).or_default().push(&finding.what);
    }
    let is_error = |reason: &&&Reason| reason.code.severity() != Severity::Warning;
    let cells: BTreeSet<i64> = faulty_cells.iter().map(|cell| cell.line).collect();
    let has_error =
        |line: &i64| found.get(line).is_some_and(|own| own.iter().any(|reason| is_error(&reason)));
    let faulty: BTreeSet<i64> = found.keys().copied().chain(cells.iter().copied()).collect();
    let with_errors = faulty.iter().filter(|line| has_error(line) || cells.contains(line)).count();
    let mut lines: Vec<(i64, &RollRow)> = (1..).zip(&kept.roll.rows).collect();
    lines.retain(|(line, _)| !view.only_faulty || faulty.contains(line));
    let pages_count = u32::try_from(lines.len().div_ceil(PER_PAGE)).unwrap_or(u32::MAX);
    let rows_filter = if view.only_faulty { "rows=faulty&" } else { "" };
    let skipped = PER_PAGE * usize::try_from(view.page - 1).unwrap_or_default();
    let rows = lines.into_iter().skip(skipped).take(PER_PAGE).map(|(line, row)| {
        let own = found.get(&line).map(Vec::as_slice).unwrap_or_default();
        row_line(&kept, (line, row), own, &faulty_cells, language)
    });
    let typed = view.typed.unwrap_or_else(|| saved(&kept.head.terms));
    let content = Content {
        words,
        labels: words::Words::of(language),
        csrf: &bank.csrf,
        id: id.to_string(),
        name: kept.head.name.clone(),
        is_template: kept.head.keeping == Keeping::Template,
        done: view.done,
        faults: view.faults,
        rows_count: kept.head.rows_count,
        total: kept.head.total.map(|total| money(total, "RUR", language)).unwrap_or_default(),
        with_errors,
        with_warnings: faulty.len() - with_errors,
        faulty_cells: faulty_cells.len(),
        ignored: kept.roll.ignored.join(", "),
        doubts: own.iter().map(|finding| told(&finding.what, language)).collect(),
        only_faulty: view.only_faulty,
        rows: rows.collect(),
        pagination: pagination(language, view.page, pages_count, |page| {
            format!("/bank/payroll/rolls/{id}?{rows_filter}page={page}")
        }),
        accounts: accounts(&known, &typed),
        income: IncomeChoices::new(&known.enrollment_kinds, &typed, language),
        typed,
    };
    bank.page_with(view.status, Section::Payroll, words.preview_title, &content)
}

fn row_line(
    kept: &KeptRoll,
    (line, row): (i64, &RollRow),
    found: &[&Reason],
    faulty_cells: &[FaultyCell],
    language: Language,
) -> Line {
    let (transfer, _) = kept.roll.transfer(line, row);
    let told = |is_warning: bool| {
        found
            .iter()
            .filter(move |reason| (reason.code.severity() == Severity::Warning) == is_warning)
            .map(|reason| told(reason, language))
    };
    let first = faulty_cells.partition_point(|cell| cell.line < line);
    let cells = faulty_cells.iter().skip(first).take_while(|cell| cell.line == line);
    Line {
        number: row.number,
        name: full_name(&transfer),
        account: transfer.account.clone(),
        bic: transfer.bic.clone().unwrap_or_default(),
        amount: amount(&transfer.amount, language),
        errors: cells.map(|cell| cell_fault(cell.column, cell.fault, language)).chain(told(false)).collect(),
        warnings: told(true).collect(),
    }
}

pub(in crate::pages) fn cell_fault(column: Column, fault: CellError, language: Language) -> String {
    let words = Words::of(language);
    let why = match fault {
        CellError::NotWhole => words.not_whole,
        CellError::NotConversion => words.not_conversion,
        CellError::UnclearMark => words.unclear_mark,
        CellError::Shortened => words.shortened,
        CellError::Characters => words.characters,
    };
    format!("{}: {why}", column.name(language))
}

fn accounts(known: &Rolls, typed: &Typed) -> Option<Vec<Choice>> {
    let chosen = typed.text("account");
    let choice = |number: &AccountNumber| Choice::of(number.as_str(), number.to_string(), chosen);
    Some(known.accounts.as_ref()?.iter().map(choice).collect())
}
