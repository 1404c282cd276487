//! `GET /bank/payroll/{id}/faulty.csv` and `/faulty.xlsx`: the transfers with something wrong, to be mended where they
//! come from, or in this file, which is then sent back. A table calculation keeps long numbers of XLSX.

use std::iter;

use axum::extract::{Path, State};
use edge::EdgeError;
use kernel::Language;
use pages::{OnlineBank, PageError, PageResult, download};
use sheets::{CSV, XLSX, csv_text, xlsx_bytes};
use tokio::task::spawn_blocking;

use super::figures::told;
use super::words::Words;
use super::{Pages, PayrollPages, detail_of, identifier, origin_of};
use crate::identifier::StatementId;
use crate::roll::{Column, LINE_NAMES, VERSION_NAMES};
use crate::statement::TRANSFERS_MAX;
use crate::transfer_search::TransferOrder;
use crate::work::{self, SentAndSeen, Sought};

pub(super) async fn csv(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    let (name, rows) = rows(&pages, &bank, identifier(&id)?).await?;
    Ok(download(&format!("{name}.csv"), CSV, csv_text(rows).into_bytes()))
}

pub(super) async fn xlsx(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    let (name, rows) = rows(&pages, &bank, identifier(&id)?).await?;
    let failed = |reason: String| PageError::from(EdgeError::internal(reason));
    // Ten thousand rows take a while.
    let bytes = spawn_blocking(move || xlsx_bytes(&rows)).await.map_err(|error| failed(error.to_string()))?;
    Ok(download(&format!("{name}.xlsx"), XLSX, bytes.map_err(|error| failed(error.to_string()))?))
}

/// Returns the name of the file without its ending, and the rows with their head.
async fn rows(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
) -> Result<(String, Vec<Vec<String>>), PageError> {
    let detail = detail_of(pages, bank, id).await?;
    let words = Words::of(bank.language);
    let sought = Sought {
        search: None,
        order: TransferOrder::Line,
        only_faulty: true,
        offset: 0,
        limit: TRANSFERS_MAX,
    };
    let found = work::search_transfers(&pages.payroll, &origin_of(bank), id, sought).await?;
    let rows = found.transfers.iter().map(|transfer| row(transfer, bank.language));
    let rows = iter::once(head(bank.language, words)).chain(rows).collect();
    Ok((format!("{}-{}", words.csv_name, detail.header.terms.external_id), rows))
}

/// Returns the head: the line, every field, the version that a correction of the row compares, and what is wrong.
fn head(language: Language, words: &Words) -> Vec<String> {
    let (line, version) = match language {
        Language::Russian => (LINE_NAMES[0], VERSION_NAMES[0]),
        Language::English => (LINE_NAMES[1], VERSION_NAMES[1]),
    };
    let fields = Column::ALL.iter().map(|column| column.name(language));
    let rest = [version, words.status, words.code_column, words.message];
    [line].into_iter().chain(fields).chain(rest).map(str::to_owned).collect()
}

fn row(transfer: &SentAndSeen, language: Language) -> Vec<String> {
    let SentAndSeen { transfer, seen, version } = transfer;
    let reasons = seen.findings.iter().chain(&seen.reason);
    let codes: Vec<&str> = reasons.clone().map(|reason| reason.code.as_str()).collect();
    let messages: Vec<String> = reasons.map(|reason| told(reason, language)).collect();
    let fields = Column::ALL.iter().map(|column| column.cell(transfer, language));
    let rest = [version.to_string(), seen.status.as_str().to_owned(), codes.join(" "), messages.join("; ")];
    [transfer.line.to_string()].into_iter().chain(fields).chain(rest).collect()
}
