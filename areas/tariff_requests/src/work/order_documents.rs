//! Documents of orders: the request that people have signed, and the files of a letter (BNK-03).

use bytes::BytesMut;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, TryStreamExt as _};
use orders::{Order, OrderDocument, OrderDocuments, OrderError};
use store::Tx;
use uuid::Uuid;

use super::letter_orders::LetterAnswers;
use super::read_attachment::pieces;
use super::take_decision::Decisions;
use crate::request::RequestId;
use crate::store::{attachments, requests, signatures};

impl OrderDocuments for Decisions {
    fn documents<'a>(
        &'a self,
        order: &'a Order,
        _: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>> {
        async move {
            let id: RequestId = order.object()?;
            let unit = move |tx: &mut Tx| of_request(tx, id);
            self.0.store.read("tariff request, documents of its order", unit).await
        }
        .boxed()
    }
}

/// Lists the request as people have read it, and their signatures over its SHA-256.
fn of_request(tx: &mut Tx, id: RequestId) -> Result<Vec<OrderDocument>, OrderError> {
    let Some(pdf) = requests::paper(tx, id)? else { return Ok(Vec::new()) };
    let mut documents = vec![OrderDocument::whole("request.pdf", "application/pdf", pdf)];
    for (number, cms) in (1_usize..).zip(signatures::files(tx, id)?) {
        documents.push(OrderDocument::signature(&format!("request.{number}.p7s"), cms));
    }
    Ok(documents)
}

impl OrderDocuments for LetterAnswers {
    fn documents<'a>(
        &'a self,
        order: &'a Order,
        wanted: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>> {
        async move {
            let failed = || OrderError::Failed(format!("{} is no message", order.object_id));
            let (letter, number) = order.object_id.split_once(':').ok_or_else(failed)?;
            let letter: Uuid = letter.parse().map_err(|_| failed())?;
            let number: i64 = number.parse().map_err(|_| failed())?;
            let files = attachments::of_letter(&self.0.store, letter).await?;
            let of_message = files.into_iter().filter(|file| file.message == number);
            let mut documents = Vec::new();
            for (place, file) in of_message.enumerate() {
                let content = if wanted == Some(place) {
                    let whole = BytesMut::with_capacity(usize::try_from(file.size_bytes).unwrap_or_default());
                    let pieces = pieces(&self.0, &file).try_fold(whole, |mut whole, piece| async move {
                        whole.extend_from_slice(&piece);
                        Ok(whole)
                    });
                    Some(pieces.await?.freeze())
                } else {
                    None
                };
                let media_type = file.kind.media_type().to_owned();
                documents.push(OrderDocument { name: file.name, media_type, content });
            }
            Ok(documents)
        }
        .boxed()
    }
}
