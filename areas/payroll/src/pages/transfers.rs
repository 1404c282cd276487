//! The transfers of one statement: a page of them, those with faults, what a search finds, or all for printing.

use edge::{EdgeError, QueryList};
use pages::{OnlineBank, PageError, page_asked, pagination};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::figures::{Badge, amount, full_name, told, transfer_badge, transfers as in_words};
use super::inputs::Choice;
use super::words::Words;
use super::{PayrollPages, origin_of};
use crate::catalogue::Severity;
use crate::transfer::Transfer;
use crate::transfer_search::{TransferOrder, TransferSearch};
use crate::work::{self, Detail, FoundTransfers, SentAndSeen, Sought};

const PER_PAGE: usize = 50;
/// The last page: a statement has 10,000 transfers at most.
const PAGES_MAX: u32 = 200;
/// The most transfers of a page for printing: all of a statement.
const PRINTED_MAX: usize = 10_000;

pub(super) struct TransferQuery {
    search: String,
    order: TransferOrder,
    only_faulty: bool,
    is_whole: bool,
    page: u32,
}

impl TransferQuery {
    pub(super) fn read(query: &QueryList<PageError>) -> Result<Self, PageError> {
        let last = i32::try_from(PAGES_MAX).unwrap_or(i32::MAX);
        let order = match query.single("order")? {
            None | Some("") => TransferOrder::Line,
            Some(text) => text
                .parse()
                .map_err(|_| EdgeError::malformed("The query parameter `order` makes no sense"))?,
        };
        Ok(Self {
            search: query.single("search")?.unwrap_or_default().trim().to_owned(),
            order,
            only_faulty: query.single("transfers")? == Some("faulty"),
            is_whole: query.single("rows")? == Some("all"),
            page: page_asked(query, last)?.unsigned_abs(),
        })
    }

    fn address(&self, id: &str, rest: &str) -> String {
        let mut parts = Vec::new();
        if !self.search.is_empty() {
            parts.push(format!("search={}", utf8_percent_encode(&self.search, NON_ALPHANUMERIC)));
        }
        if self.order != TransferOrder::Line {
            parts.push(format!("order={}", self.order));
        }
        if self.only_faulty {
            parts.push("transfers=faulty".to_owned());
        }
        parts.push(rest.to_owned());
        format!("/bank/payroll/{id}?{}#transfers", parts.join("&"))
    }
}

/// Transfers as the page of their statement shows them.
pub(super) struct TransferList {
    pub(super) lines: Vec<Line>,
    pub(super) search: String,
    pub(super) orders: Vec<Choice>,
    pub(super) only_faulty: bool,
    /// Set when a search leaves transfers out.
    pub(super) is_sought: bool,
    /// Set when every line is on the page.
    pub(super) is_whole: bool,
    pub(super) found: String,
    pub(super) pagination: String,
    /// The address of the page for printing, when there is more than one page.
    pub(super) whole: Option<String>,
}

pub(super) struct Line {
    pub(super) sent: Transfer,
    pub(super) name: String,
    pub(super) amount: String,
    pub(super) badge: Badge,
    pub(super) is_faulty: bool,
    pub(super) errors: Vec<String>,
    pub(super) warnings: Vec<String>,
}

pub(super) async fn list(
    pages: &PayrollPages,
    bank: &OnlineBank,
    detail: &Detail,
    asked: TransferQuery,
) -> Result<TransferList, PageError> {
    let words = Words::of(bank.language);
    let found = find(pages, bank, detail, &asked).await?;
    let id = detail.header.id.to_string();
    let pages_count = found.total_count.div_ceil(PER_PAGE);
    let pages_count = u32::try_from(pages_count).unwrap_or(PAGES_MAX).min(PAGES_MAX);
    let address = |page: u32| asked.address(&id, &format!("page={page}"));
    let (pagination, whole) = if asked.is_whole {
        (String::new(), None)
    } else {
        let whole = (pages_count > 1).then(|| asked.address(&id, "rows=all"));
        (pagination(bank.language, asked.page, pages_count, address), whole)
    };
    let choice =
        |order: TransferOrder| Choice::of(order.as_str(), order_name(order, words), asked.order.as_str());
    Ok(TransferList {
        lines: found.transfers.into_iter().map(|transfer| line(transfer, bank, words)).collect(),
        orders: TransferOrder::ALL.into_iter().map(choice).collect(),
        only_faulty: asked.only_faulty,
        is_sought: is_sought(&asked),
        is_whole: asked.is_whole,
        found: in_words(i64::try_from(found.total_count).unwrap_or(i64::MAX), bank.language),
        pagination,
        whole,
        search: asked.search,
    })
}

fn is_sought(asked: &TransferQuery) -> bool {
    !asked.search.is_empty() || asked.only_faulty || asked.order != TransferOrder::Line
}

async fn find(
    pages: &PayrollPages,
    bank: &OnlineBank,
    detail: &Detail,
    asked: &TransferQuery,
) -> Result<FoundTransfers, PageError> {
    let (payroll, header) = (&pages.payroll, &detail.header);
    let offset = usize::try_from(asked.page - 1).unwrap_or(usize::MAX).saturating_mul(PER_PAGE);
    if !is_sought(asked) && !asked.is_whole {
        // Lines have no gaps, so that a page of them is found without looking at others.
        let (after, limit) =
            (i64::try_from(offset).unwrap_or(i64::MAX), i64::try_from(PER_PAGE).unwrap_or(0));
        let transfers = work::transfers(payroll, &origin_of(bank), header.id, after, limit).await?;
        let total_count = usize::try_from(header.lines_count).unwrap_or_default();
        return Ok(FoundTransfers { total_count, transfers });
    }
    let (offset, limit) = if asked.is_whole { (0, PRINTED_MAX) } else { (offset, PER_PAGE) };
    let sought = Sought {
        search: TransferSearch::parse(&asked.search),
        order: asked.order,
        only_faulty: asked.only_faulty,
        offset,
        limit,
    };
    Ok(work::search_transfers(payroll, &origin_of(bank), header.id, sought).await?)
}

const fn order_name(order: TransferOrder, words: &Words) -> &'static str {
    match order {
        TransferOrder::Line => words.by_line,
        TransferOrder::Name => words.by_name,
        TransferOrder::Amount => words.by_amount,
    }
}

fn line(transfer: SentAndSeen, bank: &OnlineBank, words: &'static Words) -> Line {
    let SentAndSeen { transfer, seen, .. } = transfer;
    let with = |wanted: fn(Severity) -> bool| -> Vec<String> {
        let found = seen.findings.iter().chain(&seen.reason);
        found
            .filter(|reason| wanted(reason.code.severity()))
            .map(|reason| told(reason, bank.language))
            .collect()
    };
    let errors = with(|severity| severity != Severity::Warning);
    Line {
        name: full_name(&transfer),
        amount: amount(&transfer.amount, bank.language),
        sent: transfer,
        badge: transfer_badge(seen.status, words),
        is_faulty: !errors.is_empty(),
        errors,
        warnings: with(|severity| severity == Severity::Warning),
    }
}
