//! Documents of orders about statements: the statement as people have signed it, and their signatures (BNK-03).

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use orders::{Order, OrderDocument, OrderDocuments, OrderError};
use store::Tx;

use super::document;
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::store::{signatures, statements};

impl OrderDocuments for PayrollState {
    fn documents<'a>(
        &'a self,
        order: &'a Order,
        wanted: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>> {
        async move {
            // A payment is named by its statement and its line.
            let statement = order.object_id.split(':').next().unwrap_or_default();
            let failed = |_| OrderError::Failed(format!("{} is of no statement", order.object_id));
            let id: StatementId = statement.parse().map_err(failed)?;
            let unit = move |tx: &mut Tx| documents(tx, id, wanted == Some(0));
            self.store.read("payroll.order_documents", unit).await
        }
        .boxed()
    }
}

/// Lists the statement as the bank holds it, which signatures of the online bank are over; the 32 bytes that those of
/// a request are over; and the signatures. The statement, of up to 10,000 transfers, has its bytes when they are
/// wanted.
fn documents(tx: &mut Tx, id: StatementId, with_statement: bool) -> Result<Vec<OrderDocument>, OrderError> {
    let Some(header) = statements::header(tx, id)? else { return Ok(Vec::new()) };
    let text = if with_statement { document::load(tx, &header)?.text } else { String::new() };
    let mut documents = vec![OrderDocument::whole("statement.json", "application/json", text)];
    if let Some(digests) = &header.digests {
        let digest = digests.computed.to_vec();
        documents.push(OrderDocument::whole("request.sha256", "application/octet-stream", digest));
    }
    for (position, is_of_request, signature) in signatures::files(tx, id)? {
        let over = if is_of_request { "request" } else { "statement" };
        documents.push(OrderDocument::signature(&format!("{over}.{position}.p7s"), signature));
    }
    Ok(documents)
}
