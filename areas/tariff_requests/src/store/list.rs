//! Pages of a client's requests.

use kernel::Cnum;
use rsql::Piece;
use store::{DynamicQuery, Store, Tx};

use super::access::Viewer;
use super::failure::Failure;
use super::requests::{request, request_columns};
use crate::request::TariffRequest;
use crate::request_query::RequestQuery;

/// A page of requests.
#[derive(Clone, Debug)]
pub(crate) struct RequestPage {
    pub(crate) requests: Vec<TariffRequest>,
    pub(crate) has_next: bool,
}

/// The page that `query` asks for of the client's requests. One row more than a page has tells whether another follows.
pub(crate) async fn page(
    store: &Store,
    viewer: &Viewer,
    cnum: &Cnum,
    query: &RequestQuery,
) -> Result<RequestPage, Failure> {
    let statement = statement(cnum, query);
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        viewer.check(tx, &cnum)?;
        Ok::<_, Failure>(tx.query_dynamic(&statement)?)
    };
    let rows = store.read("tariff requests, page", work).await?;
    let size = usize::try_from(query.size).unwrap_or(0);
    let has_next = rows.len() > size;
    let requests = rows.iter().take(size).map(request).collect::<Result<_, _>>()?;
    Ok(RequestPage { requests, has_next })
}

/// The inner select walks along an index to the page, the outer one reads the rows of the page alone.
fn statement(cnum: &Cnum, query: &RequestQuery) -> DynamicQuery {
    let mut statement = DynamicQuery::new("TARIFF_REQUEST_PAGE");
    statement.sql(concat!("select ", request_columns!()));
    statement.sql(" from (select r.request_id as page_id from tariff_requests r where r.cnum = ");
    statement.bind(cnum);
    statement.sql(" and r.deleted_at_us is null and (");
    query.filter.write(&mut |piece| append(&mut statement, piece));
    statement.sql(") order by ");
    query.sort.write(&mut |piece| append(&mut statement, piece));
    statement.sql(" limit ").bind(i64::from(query.size) + 1).sql(" offset ").bind(query.offset());
    statement.sql(") page join tariff_requests r on r.request_id = page.page_id order by ");
    query.sort.write(&mut |piece| append(&mut statement, piece));
    statement
}

fn append(statement: &mut DynamicQuery, piece: Piece<'_>) {
    match piece {
        Piece::Sql(text) => statement.sql(text),
        Piece::Number(number) => statement.number(number),
        Piece::Integer(value) => statement.bind(value),
        Piece::Text(value) => statement.bind(value),
    };
}
