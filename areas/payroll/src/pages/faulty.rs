//! `GET /bank/payroll/{id}/faulty.csv`: the transfers with something wrong, to be mended where they come from.

use axum::extract::{Path, State};
use axum::response::Response;
use pages::{BYTE_ORDER_MARK, OnlineBank, PageError, csv_cell, download};

use super::words::Words;
use super::{PayrollPages, identifier, page_error};
use crate::statement::TRANSFERS_MAX;
use crate::work::{self, SentAndSeen, TRANSFERS_LIMIT_MAX, Transfers};

const CSV: &str = "text/csv; charset=utf-8; header=present";

pub(super) async fn get(
    State(pages): State<PayrollPages>,
    Path(id): Path<String>,
    bank: OnlineBank,
) -> Result<Response, PageError> {
    let id = identifier(&id)?;
    let (payroll, user, company) = (&pages.payroll, &bank.user, &bank.company);
    let detail = work::detail(payroll, user, company, id).await.map_err(page_error)?;
    let detail = detail.ok_or(PageError::NotFound)?;
    let words = Words::of(bank.language);
    let mut text = format!("{BYTE_ORDER_MARK}{}\r\n", words.csv_head);
    let mut after = 0;
    for _ in 0..=TRANSFERS_MAX.div_ceil(usize::try_from(TRANSFERS_LIMIT_MAX).unwrap_or(1)) {
        let wanted = Transfers::Faulty;
        let some = work::transfers(payroll, user, company, id, wanted, after, TRANSFERS_LIMIT_MAX).await;
        let some = some.map_err(page_error)?;
        let Some(last) = some.last() else { break };
        after = last.transfer.line;
        for transfer in &some {
            text.push_str(&line(transfer, &bank));
        }
    }
    let name = format!("{}-{}.csv", words.csv_name, detail.header.terms.external_id);
    Ok(download(&name, CSV, text.into_bytes()))
}

fn line(transfer: &SentAndSeen, bank: &OnlineBank) -> String {
    let SentAndSeen { transfer, seen } = transfer;
    let reasons = seen.findings.iter().chain(&seen.reason);
    let codes: Vec<&str> = reasons.clone().map(|reason| reason.code.as_str()).collect();
    let messages: Vec<String> = reasons.map(|reason| reason.message(bank.language)).collect();
    let cells = [
        transfer.line.to_string(),
        transfer.order_number.to_string(),
        transfer.last_name.clone(),
        transfer.first_name.clone(),
        transfer.middle_name.clone().unwrap_or_default(),
        transfer.amount.text(),
        transfer.account.clone(),
        transfer.bic.clone().unwrap_or_default(),
        seen.status.as_str().to_owned(),
        codes.join(" "),
        messages.join("; "),
    ];
    let mut line = cells.map(|cell| csv_cell(&cell)).join(";");
    line.push_str("\r\n");
    line
}
