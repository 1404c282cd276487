//! `/bank/payroll/new`: everything from which a statement can be made; a file is sent here. Beside it `sample.csv` and
//! `sample.xlsx`: a file with the columns of a roll and one employee, to be filled in.

use askama::Template;
use axum::extract::{Request, State};
use edge::{EdgeError, QueryList};
use http::StatusCode;
use kernel::Language;
use pages::{OnlineBank, PageError, PageResult, Section, download, moment, money, see_other};
use sheets::{CSV, XLSX, csv_text, xlsx_bytes};

use super::file::{self, NoFile, Refused};
use super::words::Words;
use crate::pages::{Pages, PayrollPages, origin_of};
use crate::roll::{Column, ROLL_NAME_CHARACTERS_MAX, Roll, RollHead};
use crate::work::StatementError;
use crate::work::rolls::{Rolls, Source, prepare, rolls};

#[derive(Template)]
#[template(path = "roll_new.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    done: Option<&'static str>,
    problem: Option<String>,
    required: String,
    optional: String,
    prepared: Vec<Line>,
    templates: Vec<Line>,
}

struct Line {
    id: String,
    name: String,
    rows: i64,
    total: String,
    when: String,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let known = rolls(&pages.payroll, &origin_of(&bank)).await?;
    let done = query.single("done")?.and_then(|done| Words::of(bank.language).done(done));
    show(&bank, &known, done, None)
}

fn show(
    bank: &OnlineBank,
    known: &Rolls,
    done: Option<&'static str>,
    refused: Option<Refused>,
) -> PageResult {
    let words = Words::of(bank.language);
    let columns = |is_required: bool| -> String {
        let some = Column::ALL.into_iter().filter(|column| Column::REQUIRED.contains(column) == is_required);
        some.map(|column| column.name(bank.language)).collect::<Vec<_>>().join(", ")
    };
    let status = refused.as_ref().map_or(StatusCode::OK, |refused| refused.status);
    let content = Content {
        words,
        csrf: &bank.csrf,
        done,
        problem: refused.map(|refused| refused.text),
        required: columns(true),
        optional: columns(false),
        prepared: known.prepared.iter().map(|head| line(head, bank)).collect(),
        templates: known.templates.iter().map(|head| line(head, bank)).collect(),
    };
    bank.page_with(status, Section::Payroll, words.title, &content)
}

fn line(head: &RollHead, bank: &OnlineBank) -> Line {
    let when = head.keeping.until().unwrap_or(head.created_at);
    Line {
        id: head.id.to_string(),
        name: head.name.clone(),
        rows: head.rows_count,
        total: head.total.map(|total| money(total, "RUR", bank.language)).unwrap_or_default(),
        when: moment(when, bank.zone(), bank.language),
    }
}

pub(super) async fn post(State(pages): Pages, bank: OnlineBank, request: Request) -> PageResult {
    let payroll = &pages.payroll;
    // Nothing is read for those who have not the right.
    let known = rolls(payroll, &origin_of(&bank)).await?;
    let file = match file::read(payroll, &bank, request, Roll::read).await {
        Ok(file) => file,
        Err(NoFile::Refused(refused)) => return show(&bank, &known, None, Some(refused)),
        Err(NoFile::Failed(error)) => return Err(error),
    };
    let (name, (roll, terms)) = (name_of(&file.name), file.content);
    prepare_and_show(&pages, &bank, Source::File { name, roll, terms }).await
}

/// Prepares a roll and leads to its page. Where the company has as many as it may, the page says so that lists them.
pub(super) async fn prepare_and_show(pages: &PayrollPages, bank: &OnlineBank, source: Source) -> PageResult {
    match prepare(&pages.payroll, &origin_of(bank), source).await {
        Ok(id) => Ok(see_other(&format!("/bank/payroll/rolls/{id}"))),
        Err(StatementError::TooManyRolls) => {
            let known = rolls(&pages.payroll, &origin_of(bank)).await?;
            let text = Words::of(bank.language).too_many_rolls.to_owned();
            show(bank, &known, None, Some(Refused { status: StatusCode::CONFLICT, text }))
        }
        Err(error) => Err(error.into()),
    }
}

const UNNAMED: &str = "—";

fn name_of(name: &str) -> String {
    match kernel::checked_text(name, ROLL_NAME_CHARACTERS_MAX) {
        Ok(name) => name.to_owned(),
        Err(_) => UNNAMED.to_owned(),
    }
}

pub(super) async fn sample_csv(State(_): Pages, bank: OnlineBank) -> PageResult {
    let text = csv_text(sample_rows(bank.language));
    Ok(download(&format!("{}.csv", Words::of(bank.language).sample_name), CSV, text.into_bytes()))
}

pub(super) async fn sample_xlsx(State(_): Pages, bank: OnlineBank) -> PageResult {
    let bytes =
        xlsx_bytes(&sample_rows(bank.language)).map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(download(&format!("{}.xlsx", Words::of(bank.language).sample_name), XLSX, bytes))
}

/// Returns the head and an employee whose account is at another bank.
fn sample_rows(language: Language) -> [Vec<&'static str>; 2] {
    let head = Column::ALL.map(|column| column.name(language)).to_vec();
    let cell = |column: &Column| match (column, language) {
        (Column::OrderNumber, _) => "1",
        (Column::LastName, Language::Russian) => "Смирнова",
        (Column::LastName, Language::English) => "Smirnova",
        (Column::FirstName, Language::Russian) => "Анна",
        (Column::FirstName, Language::English) => "Anna",
        (Column::MiddleName, Language::Russian) => "Петровна",
        (Column::Amount, Language::Russian) => "50000,00",
        (Column::Amount, Language::English) => "50000.00",
        (Column::Account, _) => "40817810000000000101",
        (Column::Currency, _) => "RUR",
        (Column::PersonnelNumber, _) => "0042",
        (Column::BirthDate, Language::Russian) => "17.05.1990",
        (Column::BirthDate, Language::English) => "1990-05-17",
        _ => "",
    };
    [head, Column::ALL.iter().map(cell).collect()]
}
