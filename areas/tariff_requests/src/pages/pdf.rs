//! `GET /bank/tariffs/{id}/pdf`: the document as a file, the same bytes that the API gives.

use axum::extract::State;
use edge::AreaPath;
use pages::{OnlineBank, PagePath, PageResult, download};

use super::{Pages, request_id, viewer};
use crate::document::file_name;
use crate::store::requests::{self, Named};

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, AreaPath(id, _): PagePath) -> PageResult {
    let (id, viewer, store) = (request_id(&id)?, viewer(&bank)?, &pages.tariffs.store);
    let request = requests::find(store, &viewer, &bank.company, Named::Id(id)).await??;
    let (pdf, _) = requests::pdf(store, id).await?;
    let name = file_name(request.document_type, request.client_document_number, request.language);
    Ok(download(&name, "application/pdf", pdf))
}
