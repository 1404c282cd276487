//! Documents of an order: files about the thing that it is about, as its area keeps them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use futures_util::future::BoxFuture;

use crate::error::OrderError;
use crate::order::Order;

/// The media type of a signature that is apart from what it signs: CMS in DER (RFC 5751, section 3.5).
const DETACHED_SIGNATURE: &str = "application/pkcs7-signature";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDocument {
    /// The name of the file, which nobody has made safe for a disk.
    pub name: String,
    pub media_type: String,
    /// The bytes, of the document that is wanted at least.
    pub content: Option<Bytes>,
}

impl OrderDocument {
    /// Makes a document with its bytes.
    pub fn whole(name: &str, media_type: &str, content: impl Into<Bytes>) -> Self {
        let content = Some(content.into());
        Self { name: name.to_owned(), media_type: media_type.to_owned(), content }
    }

    /// Makes a document of a signature as people sent it: Base64, which was read as such before.
    pub fn signature(name: &str, base64: String) -> Self {
        let bytes = BASE64.decode(&base64).unwrap_or_else(|_| base64.into_bytes());
        Self::whole(name, DETACHED_SIGNATURE, bytes)
    }
}

/// An area's orders that have documents, such as the request that a person has signed.
pub trait OrderDocuments: Send + Sync {
    /// Lists the documents of an order, in an order that stays: a document is named by its place, from 0. The one
    /// that is `wanted` comes with its bytes. What has left for the archive has none.
    fn documents<'a>(
        &'a self,
        order: &'a Order,
        wanted: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>>;
}
