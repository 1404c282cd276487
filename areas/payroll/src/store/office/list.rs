//! The list of a company's statements.

use clients::Rights;
use jiff::civil::Date;
use kernel::{Cnum, UserId};
use store::{DynamicQuery, StoreError, Tx};

use super::change::{OfficeError, rights_to_see};
use crate::lifecycle::StatementStatus;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::statements::{self, header_columns};

/// The most statements of one page.
pub const LIST_LIMIT_MAX: u32 = 100;

/// Which statements a list shows; everything when nothing is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those with this status.
    pub status: Option<StatementStatus>,
    /// Only those dated on this day or later.
    pub from: Option<Date>,
    /// Only those dated on this day or earlier.
    pub through: Option<Date>,
}

/// A page of statements, the newest first.
#[derive(Clone, Debug)]
pub struct StatementPage {
    /// The statements.
    pub statements: Vec<StatementHeader>,
    /// How many fit the filter in all.
    pub total_count: i64,
    /// What the user may do for the company.
    pub rights: Rights,
}

/// The statements of the company that fit the filter, the newest first: `offset` are passed over, at most `limit` (and never
/// more than [`LIST_LIMIT_MAX`]) are returned.
///
/// # Errors
/// [`OfficeError::NoRight`] when the user has no payroll right; the database's.
pub async fn list(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    filter: &Filter,
    offset: u32,
    limit: u32,
) -> Result<StatementPage, OfficeError> {
    let (user, cnum, filter) = (user.clone(), cnum.clone(), filter.clone());
    let work = move |tx: &mut Tx| {
        let rights = rights_to_see(tx, &user, &cnum)?;
        let page = listed(&cnum, &filter, offset, limit);
        let total_count = tx
            .query_dynamic(&counted(&cnum, &filter))?
            .first()
            .map_or(Ok(0), |row| row.integer("total_count"))?;
        let rows = tx.query_dynamic(&page)?;
        let statements = rows.iter().map(statements::from_row).collect::<Result<_, StoreError>>()?;
        Ok(StatementPage { statements, total_count, rights })
    };
    state.store.read("payroll.list", work).await
}

/// The texts of the list in each of their shapes, for the test that reads the plans of all texts.
pub(crate) fn dynamic_queries(cnum: &Cnum, day: Date) -> Vec<DynamicQuery> {
    let shapes = [
        Filter::default(),
        Filter { status: Some(StatementStatus::Checking), ..Filter::default() },
        Filter { from: Some(day), through: Some(day), ..Filter::default() },
        Filter { status: Some(StatementStatus::Checking), from: Some(day), through: Some(day) },
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
    page.sql(" order by s.created_at_us desc, s.statement_id limit ").number(limit.min(LIST_LIMIT_MAX));
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
}
