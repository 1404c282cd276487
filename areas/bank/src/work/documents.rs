//! A system reads the documents of its orders.

use orders::{OrderDocument, OrderId};

use super::answer::{AnswerError, record};
use super::hand_out::check_goes_on;
use crate::state::Call;

/// Lists the documents of an order of the system's role; none when it has no such order.
pub(crate) async fn documents(call: &Call, id: &OrderId) -> Result<Option<Vec<OrderDocument>>, AnswerError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.documents(call.by.role, id, None).await?)
}

/// Reads a document of an order by its number, from 1. What a person has written is read by a system of the bank: the
/// trail keeps that.
pub(crate) async fn document(
    call: &Call,
    id: &OrderId,
    number: usize,
) -> Result<Option<OrderDocument>, AnswerError> {
    check_goes_on(call).await?;
    let Some(place) = number.checked_sub(1) else { return Ok(None) };
    let documents = call.state.desk.documents(call.by.role, id, Some(place)).await?;
    let found = documents.and_then(|documents| documents.into_iter().nth(place));
    let found = found.filter(|document| document.content.is_some());
    if found.is_some() {
        record(call, &[("bank_orders.document_read", vec![id.as_str()])]).await?;
    }
    Ok(found)
}
