//! `/bank/payroll/{id}/corrections`: the file of the faulty rows, corrected, corrects all of them at once.

use askama::Template;
use axum::extract::{Path, Request, State};
use http::StatusCode;
use pages::{OnlineBank, PageError, PageResult, Section, see_done, see_other};

use super::rolls::cell_fault;
use super::rolls::file::{self, NoFile, Refused};
use super::words::Words;
use super::{Pages, detail_of, identifier, origin_of};
use crate::roll::CorrectionFile;
use crate::statement::StatementHeader;
use crate::work::{self, Detail, StatementError, UNKNOWN_LINE};

/// The most faults of one file that a page tells.
const FAULTS_TOLD_MAX: usize = 100;

#[derive(Template)]
#[template(path = "corrections.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    header: &'a StatementHeader,
    with_errors: i64,
    problem: Option<String>,
    faults: Vec<String>,
}

/// The reason to show the form again, and what is wrong with single rows.
type Problem = (Refused, Vec<String>);

pub(super) async fn get(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    let detail = detail_of(&pages, &bank, identifier(&id)?).await?;
    show(&bank, &detail, None)
}

fn show(bank: &OnlineBank, detail: &Detail, problem: Option<Problem>) -> PageResult {
    let id = detail.header.id;
    if !detail.may_correct() && problem.is_none() {
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let words = Words::of(bank.language);
    let status = problem.as_ref().map_or(StatusCode::OK, |(refused, _)| refused.status);
    let (problem, faults) = problem.map(|(refused, faults)| (refused.text, faults)).unzip();
    let content = Content {
        words,
        csrf: &bank.csrf,
        header: &detail.header,
        with_errors: detail.counts.with_errors,
        problem,
        faults: faults.unwrap_or_default(),
    };
    bank.page_with(status, Section::Payroll, words.correct_by_file, &content)
}

pub(super) async fn post(
    State(pages): Pages,
    Path(id): Path<String>,
    bank: OnlineBank,
    request: Request,
) -> PageResult {
    let (id, payroll) = (identifier(&id)?, &pages.payroll);
    let detail = detail_of(&pages, &bank, id).await?;
    if !detail.may_edit() {
        return Err(PageError::Forbidden);
    }
    let file = match file::read(payroll, &bank, request, CorrectionFile::read).await {
        Ok(file) => file,
        Err(NoFile::Refused(refused)) => return show(&bank, &detail, Some((refused, Vec::new()))),
        Err(NoFile::Failed(error)) => return Err(error),
    };
    match work::correct_by_file(payroll, &origin_of(&bank), id, file.content).await {
        Ok(0) => {
            let text = Words::of(bank.language).nothing_corrected.to_owned();
            let refused = Refused { status: StatusCode::UNPROCESSABLE_ENTITY, text };
            show(&bank, &detail, Some((refused, Vec::new())))
        }
        Ok(_) => Ok(see_done(&format!("/bank/payroll/{id}?done=corrected"))),
        Err(error) => match problem_of(error, &bank) {
            Ok(problem) => show(&bank, &detail, Some(problem)),
            Err(error) => Err(error.into()),
        },
    }
}

/// Returns what the page tells of an error, or the error that it cannot tell of.
fn problem_of(error: StatementError, bank: &OnlineBank) -> Result<Problem, StatementError> {
    let words = Words::of(bank.language);
    let (status, text, mut faults): (_, _, Vec<String>) = match error {
        StatementError::RowsChanged(lines) => {
            let lines = lines.iter().map(|line| format!("{} {line}", words.first_line)).collect();
            (StatusCode::CONFLICT, words.rows_changed, lines)
        }
        StatementError::FaultyCells(cells) => {
            let told = cells.iter().map(|cell| {
                let what = cell_fault(cell.column, cell.fault, bank.language);
                format!("{} {}: {what}", words.first_line, cell.line)
            });
            (StatusCode::UNPROCESSABLE_ENTITY, words.cells_refused, told.collect())
        }
        // A text that the file does not change may be longer than a correction takes.
        StatementError::Fields(errors) if errors.iter().any(|error| error.field != UNKNOWN_LINE) => {
            let mut labels = words.fields;
            let told = errors.iter().filter_map(|error| {
                let label = labels.of_wire_name(error.field)?;
                Some(format!("{} {}: {label}", words.first_line, error.message))
            });
            (StatusCode::UNPROCESSABLE_ENTITY, words.too_long, told.collect())
        }
        StatementError::Fields(errors) => {
            let told = errors.into_iter().map(|error| format!("{} {}", words.first_line, error.message));
            (StatusCode::UNPROCESSABLE_ENTITY, words.rows_refused, told.collect())
        }
        other => return Err(other),
    };
    let more = faults.len().saturating_sub(FAULTS_TOLD_MAX);
    faults.truncate(FAULTS_TOLD_MAX);
    faults.extend((more > 0).then(|| format!("{}: {more}", words.more_faults)));
    Ok((Refused { status, text: text.to_owned() }, faults))
}
