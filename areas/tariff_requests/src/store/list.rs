//! Pages of a client's requests.

use kernel::Cnum;
use rsql::Piece;
use store::{DynamicQuery, Result, Row, Selected as _, Tx};

use crate::request::TariffRequest;
use crate::request_query::{RequestQuery, RequestQueryError};

#[derive(Clone, Debug)]
pub(crate) struct RequestPage {
    pub(crate) requests: Vec<TariffRequest>,
    pub(crate) has_next: bool,
}

/// Requests that are looked at in the order of the page before the database chooses a way of its own to what a filter
/// picks. A filter of several conditions has no index of its own: where it picks one in a hundred, a page is found by
/// the way, and the database, which does not know that, would collect and sort all that it picks.
const NEAR_MAX: i64 = 1_000;

/// Reads the page that `query` asks for of the client's requests. One row more than a page has tells whether another
/// follows.
pub(crate) fn page(tx: &mut Tx, cnum: &Cnum, query: &RequestQuery) -> Result<RequestPage> {
    let size = usize::try_from(query.size).unwrap_or(0);
    let rows = rows(tx, cnum, query, size)?;
    let has_next = rows.len() > size;
    let requests = rows.iter().take(size).map(Row::read).collect::<Result<_, _>>()?;
    Ok(RequestPage { requests, has_next })
}

fn rows(tx: &mut Tx, cnum: &Cnum, query: &RequestQuery, size: usize) -> Result<Vec<Row>> {
    if !query.filter.is_everything() && query.offset() + i64::from(query.size) < NEAR_MAX {
        let near = tx.query_dynamic(&statement(cnum, query, near_identifiers))?;
        if near.len() > size {
            return Ok(near);
        }
    }
    tx.query_dynamic(&statement(cnum, query, identifiers))
}

/// Writes the select of the identifiers of a page.
type Identifiers = fn(&mut DynamicQuery, &Cnum, &RequestQuery);

/// The inner select walks along an index to the page, the outer one reads the rows of the page alone.
fn statement(cnum: &Cnum, query: &RequestQuery, identifiers: Identifiers) -> DynamicQuery {
    let mut statement = DynamicQuery::new("TARIFF_REQUEST_PAGE");
    statement.sql(store::text!("select ", TariffRequest::ALIASED));
    statement.sql(" from (");
    identifiers(&mut statement, cnum, query);
    statement.sql(") page join tariff_requests r on r.request_id = page.page_id order by ");
    query.sort.write(&mut |piece| append(&mut statement, piece));
    statement
}

/// Writes the texts of the list for the ways in which a page is found, in the usual order and in another: for the test
/// that reads the plans of all texts. Every order by itself is looked at in this area's own tests.
pub(crate) fn dynamic_queries(cnum: &Cnum) -> Result<Vec<DynamicQuery>, RequestQueryError> {
    let shapes: [(Option<&str>, &[&str]); 5] = [
        (None, &[]),
        (None, &["state,asc", "updatedAt,desc"]),
        (Some("state==DONE"), &[]),
        (Some("targetTariffPlanName==*a*;createdAt=gt=2026-01-01T00:00:00Z"), &["id,asc"]),
        (Some("state==DONE,documentType==CLIENT_TARIFF_PLAN_CHANGE_REQUEST"), &["targetTariffPlanName,asc"]),
    ];
    let mut queries = Vec::new();
    for (filter, sort) in shapes {
        let query = RequestQuery::new(filter, sort, 3, 10)?;
        queries
            .extend([near_identifiers as Identifiers, identifiers].map(|walk| statement(cnum, &query, walk)));
    }
    Ok(queries)
}

/// Asks the database for its way to a page, in the words of its `explain`: only an index may walk to the page, whatever
/// lies before it.
pub fn plan_of_page(explain: &'static str, cnum: &Cnum, query: &RequestQuery) -> DynamicQuery {
    let mut statement = DynamicQuery::new("TARIFF_REQUEST_PAGE_PLAN");
    statement.sql(explain);
    identifiers(&mut statement, cnum, query);
    statement
}

/// The identifiers of the requests of a page and of the one after it, in their order.
fn identifiers(statement: &mut DynamicQuery, cnum: &Cnum, query: &RequestQuery) {
    statement.sql("select r.request_id as page_id from tariff_requests r where r.cnum = ");
    statement.bind(cnum);
    statement.sql(" and r.deleted_at_us is null and (");
    query.filter.write(&mut |piece| append(statement, piece));
    statement.sql(")");
    cut(statement, query);
}

/// The same of the first requests in the order of the page: the limit keeps the database on that way.
fn near_identifiers(statement: &mut DynamicQuery, cnum: &Cnum, query: &RequestQuery) {
    statement.sql(
        "select r.request_id as page_id from (select r.request_id, r.document_type, r.state, r.target_plan_name, \
         r.target_plan_public_name, r.created_at_us, r.updated_at_us from tariff_requests r where r.cnum = ",
    );
    statement.bind(cnum);
    statement.sql(" and r.deleted_at_us is null order by ");
    query.sort.write(&mut |piece| append(statement, piece));
    statement.sql(" limit ").bind(NEAR_MAX).sql(") r where ");
    query.filter.write(&mut |piece| append(statement, piece));
    cut(statement, query);
}

fn cut(statement: &mut DynamicQuery, query: &RequestQuery) {
    statement.sql(" order by ");
    query.sort.write(&mut |piece| append(statement, piece));
    statement.sql(" limit ").bind(i64::from(query.size) + 1).sql(" offset ").bind(query.offset());
}

fn append(statement: &mut DynamicQuery, piece: Piece<'_>) {
    match piece {
        Piece::Sql(text) => statement.sql(text),
        Piece::Number(number) => statement.number(number),
        Piece::Integer(value) => statement.bind(value),
        Piece::Text(value) => statement.bind(value),
    };
}
