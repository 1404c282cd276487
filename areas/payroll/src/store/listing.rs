//! Lists of a company's statements.

use jiff::civil::Date;
use kernel::Cnum;
use store::{DynamicQuery, StoreError, Tx};

use super::statements::{self, header_columns};
use crate::filter::{Filter, LIST_LIMIT_MAX, Order, Search};
use crate::lifecycle::StatementStatus;
use crate::statement::StatementHeader;

/// Counts the statements of the company that fit the filter.
pub(crate) fn count(tx: &mut Tx, cnum: &Cnum, filter: &Filter) -> Result<i64, StoreError> {
    let rows = tx.query_dynamic(&counted(cnum, filter))?;
    rows.first().map_or(Ok(0), |row| row.integer("total_count"))
}

/// Returns the statements of the company that fit the filter, the newest first: `offset` are passed over, at most
/// `limit` are returned.
pub(crate) fn page(
    tx: &mut Tx,
    cnum: &Cnum,
    filter: &Filter,
    offset: u32,
    limit: u32,
) -> Result<Vec<StatementHeader>, StoreError> {
    tx.query_dynamic(&listed(cnum, filter, offset, limit))?.iter().map(statements::from_row).collect()
}

/// Returns the texts of the list in each of their shapes, for the test that reads the plans of all texts.
pub(crate) fn dynamic_queries(cnum: &Cnum, day: Date) -> Vec<DynamicQuery> {
    let shapes = [
        Filter::default(),
        Filter { status: Some(StatementStatus::Checking), ..Filter::default() },
        Filter { from: Some(day), through: Some(day), ..Filter::default() },
        Filter {
            status: Some(StatementStatus::Checking),
            from: Some(day),
            through: Some(day),
            search: Search::of("a"),
            order: Some(Order::Date),
        },
        Filter { search: Search::of("1,50"), order: Some(Order::Total), ..Filter::default() },
        Filter { search: Search::of("17"), order: Some(Order::Number), ..Filter::default() },
        Filter {
            search: Search::of("40702810600000000001"),
            order: Some(Order::Newest),
            ..Filter::default()
        },
    ];
    shapes
        .iter()
        .flat_map(|filter| [counted(cnum, filter), listed(cnum, filter, 10, LIST_LIMIT_MAX)])
        .collect()
}

fn counted(cnum: &Cnum, filter: &Filter) -> DynamicQuery {
    let mut count = DynamicQuery::new("PAYROLL_STATEMENTS_COUNTED");
    count.sql("select count(*) as total_count from payroll_statements s where s.cnum = ").bind(cnum);
    restrict(&mut count, filter);
    count
}

fn listed(cnum: &Cnum, filter: &Filter, offset: u32, limit: u32) -> DynamicQuery {
    let mut page = DynamicQuery::new("PAYROLL_STATEMENTS_LISTED");
    page.sql(concat!("select ", header_columns!(), " from payroll_statements s where s.cnum = ")).bind(cnum);
    restrict(&mut page, filter);
    page.sql(match filter.order {
        None | Some(Order::Newest) => " order by ",
        Some(Order::Date) => " order by s.statement_date desc, ",
        Some(Order::Total) => " order by s.total_minor desc, ",
        Some(Order::Number) => " order by s.year desc, s.number desc, ",
    });
    page.sql("s.created_at_us desc, s.statement_id limit ").number(limit.min(LIST_LIMIT_MAX));
    page.sql(" offset ").number(offset);
    page
}

fn restrict(query: &mut DynamicQuery, filter: &Filter) {
    if let Some(status) = filter.status {
        query.sql(" and s.state = ").bind(status.as_str());
    }
    if let Some(from) = filter.from {
        query.sql(" and s.statement_date >= ").bind(from);
    }
    if let Some(through) = filter.through {
        query.sql(" and s.statement_date <= ").bind(through);
    }
    match &filter.search {
        None => {}
        Some(Search::Account(account)) => {
            query.sql(" and s.account = ").bind(account);
        }
        Some(Search::Number { total, number: None }) => {
            query.sql(" and s.total_minor = ").bind(*total);
        }
        Some(Search::Number { total, number: Some(number) }) => {
            query.sql(" and (s.total_minor = ").bind(*total).sql(" or s.number = ").bind(*number).sql(")");
        }
        // A text is found where taking it away changes something; both engines know no other way in common.
        Some(Search::Text(text)) => {
            query.sql(" and (replace(s.external_id, ").bind(text.as_str()).sql(", '') <> s.external_id");
            query.sql(" or replace(s.purpose, ").bind(text.as_str()).sql(", '') <> s.purpose)");
        }
    }
}
