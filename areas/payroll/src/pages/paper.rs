//! `GET /bank/payroll/{id}/statement.pdf?part=N`: a statement that was executed, as a document for archives: PDF/A.
//!
//! A part is what one entry of the ledger paid, so that each part names its entry.

use axum::extract::{Path, State};
use edge::{EdgeError, QueryList};
use kernel::hexadecimal;
use pages::{OnlineBank, PageError, PageResult, date, download, moment, money};
use pdf::{Alignment, Banner, Block, Column, Document, Level, Table, plain};
use sha2::{Digest as _, Sha256};
use tokio::task::spawn_blocking;

use super::figures::{amount, badge, full_name, signature_type, told, transfer_badge};
use super::words::Words;
use super::{Pages, detail_of, identifier, origin_of};
use crate::execution::{CHUNK_LINES, parts};
use crate::lifecycle::StatementStatus;
use crate::work::{self, Detail, SentAndSeen, TRANSFERS_LIMIT_MAX};

/// The last part: a statement has 10,000 transfers at most.
const PARTS_MAX: i32 = 4;

const fn has_paper(status: StatementStatus) -> bool {
    matches!(status, StatementStatus::Executed | StatementStatus::PartlyExecuted)
}

pub(super) fn addresses(detail: &Detail) -> Vec<String> {
    let header = &detail.header;
    let parts = if has_paper(header.state.status()) { parts(header.lines_count) } else { 0 };
    (1..=parts).map(|part| format!("/bank/payroll/{}/statement.pdf?part={part}", header.id)).collect()
}

pub(super) async fn get(
    State(pages): Pages,
    Path(id): Path<String>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let id = identifier(&id)?;
    let part = i64::from(query.int32("part", 1..=PARTS_MAX)?.unwrap_or(1));
    let (payroll, origin) = (&pages.payroll, origin_of(&bank));
    let detail = detail_of(&pages, &bank, id).await?;
    let header = &detail.header;
    if !has_paper(header.state.status()) || part > parts(header.lines_count) {
        return Err(PageError::NotFound);
    }
    let before = (part - 1) * CHUNK_LINES;
    let through = (before + CHUNK_LINES).min(header.lines_count);
    let (mut rows, mut after) = (Vec::new(), before);
    while after < through {
        let limit = (through - after).min(TRANSFERS_LIMIT_MAX);
        rows.extend(work::transfers(payroll, &origin, id, after, limit).await?);
        after += limit;
    }
    let document =
        document(&detail, &rows, (part, before), &bank, pages.site.parts().brand.name(bank.language));
    let failed = |reason: String| PageError::from(EdgeError::internal(reason));
    let made = spawn_blocking(move || pdf::render(&document)).await;
    let made = made.map_err(|error| failed(error.to_string()))?.map_err(|fault| failed(fault.to_string()))?;
    Ok(download(&format!("{}-{part}.pdf", header.id), "application/pdf", made))
}

fn document(
    detail: &Detail,
    rows: &[SentAndSeen],
    (part, before): (i64, i64),
    bank: &OnlineBank,
    brand: &str,
) -> Document {
    let words = Words::of(bank.language);
    let header = &detail.header;
    let title = format!("{} № {}", words.statement, header.number);
    let facts = vec![
        (words.paper_company, bank.company_name.clone()),
        (words.account, header.terms.account.to_string()),
        (words.date, date(header.date, bank.language)),
        (words.paper_state, badge(header.state.status(), words).1.to_owned()),
        (words.total, money(header.terms.total, "RUR", bank.language)),
        (words.paid, money(header.executed, "RUR", bank.language)),
        (words.transfers, header.lines_count.to_string()),
        (words.not_paid, header.declined_count.to_string()),
        (words.purpose, header.purpose.clone()),
        (words.paper_part, format!("{part} / {}", parts(header.lines_count))),
        (words.paper_entry, format!("payroll:{}:{before}", header.id)),
    ];
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), plain(&value).into_owned()));
    let transfers = transfers(rows, bank, words);
    // Money that comes back after execution changes rows, not the version of their statement.
    let mut digest = Sha256::new();
    for cell in transfers.rows.iter().flatten() {
        digest.update(cell.len().to_be_bytes());
        digest.update(cell);
    }
    let content = hexadecimal(&digest.finalize());
    let blocks = vec![
        Block::heading(Level::One, title.clone()),
        Block::Table(Table::facts(facts.collect())),
        Block::heading(Level::Two, words.transfers),
        Block::Table(transfers),
        Block::heading(Level::Two, words.signatures),
        Block::Table(Table::facts(signatures(detail, bank, words))),
    ];
    Document {
        subject: format!("{title}, {}", date(header.date, bank.language)),
        author: if brand.is_empty() { title.clone() } else { plain(brand).into_owned() },
        identifier: format!("{}-{part}-{}-{content}", header.id, header.version),
        language: bank.language,
        created_at: bank.now(),
        header: Banner {
            left: plain(brand).chars().take(pdf::BANNER_CHARACTERS_MAX).collect(),
            right: format!("№ {}", header.number),
        },
        footer: Banner { left: String::new(), right: header.id.to_string() },
        title,
        blocks,
    }
}

fn transfers(rows: &[SentAndSeen], bank: &OnlineBank, words: &'static Words) -> Table {
    let column = |title: &str, width, alignment| Column { title: title.to_owned(), width, alignment };
    let columns = vec![
        column("№", 6, Alignment::End),
        column(words.employee, 30, Alignment::Start),
        column(words.fields.account, 30, Alignment::Start),
        column(words.total, 16, Alignment::End),
        column(words.paper_state, 22, Alignment::Start),
    ];
    let row = |one: &SentAndSeen| {
        let SentAndSeen { transfer, seen, .. } = one;
        // A payment that came back later has no reason of its own: a warning tells of it.
        let came_back = seen.findings.iter().filter(|found| found.code.is_of_execution());
        let reasons = seen.reason.iter().chain(came_back).map(|reason| told(reason, bank.language));
        let state = std::iter::once(transfer_badge(seen.status, words).1.to_owned()).chain(reasons);
        let account = std::iter::once(transfer.account.clone()).chain(transfer.bic.clone());
        let cells = [
            transfer.order_number.to_string(),
            full_name(transfer),
            account.collect::<Vec<_>>().join("\n"),
            amount(&transfer.amount, bank.language),
            state.collect::<Vec<_>>().join("\n"),
        ];
        cells.iter().map(|cell| plain(cell).into_owned()).collect()
    };
    Table { caption: None, columns, rows: rows.iter().map(row).collect() }
}

fn signatures(detail: &Detail, bank: &OnlineBank, words: &'static Words) -> Vec<(String, String)> {
    let line = |signer: &work::Signer| {
        let given = &signer.given;
        let how = match &given.certificate_id {
            Some(id) => format!("{} {id}", words.by_certificate),
            None => words.by_confirmation.to_owned(),
        };
        let when = moment(given.at, bank.zone(), bank.language);
        let value = format!("{}\n{when}\n{how}", signer.full_name);
        (signature_type(given.signature_type, words).to_owned(), plain(&value).into_owned())
    };
    detail.signers.iter().map(line).collect()
}
