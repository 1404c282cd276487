//! The ways of an area with the orders of one kind: it takes answers to them, and may have parts, documents and returns
//! of theirs.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use kernel::{Money, Translated};
use serde_json::Value;

use crate::answer::{Answer, By, Outcome, Verdict};
use crate::error::OrderError;
use crate::kind::OrderKind;
use crate::order::{Order, OrderId};

impl Order {
    /// Reads the name of the thing that it is about, as its area has written it; [`OrderError::Failed`] when it names
    /// nothing so.
    pub fn object<T: FromStr>(&self) -> Result<T, OrderError> {
        let Self { id, object_id, .. } = self;
        let failed =
            |_| OrderError::Failed(format!("{object_id} is no name of what the order {id} is about"));
        object_id.parse().map_err(failed)
    }
}

#[derive(Clone, Debug)]
pub struct Answered {
    pub id: OrderId,
    pub answer: Answer,
    pub by: By,
}

/// An area's way to take answers to the orders of one kind.
pub trait AnswerTaker: Send + Sync {
    fn kind(&self) -> &'static OrderKind;

    /// Does what the answers ask for and ends their orders, in the units of work of the area; each answer gets its
    /// verdict, in their order. What was taken before is taken once ([`begin`](crate::begin)).
    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>>;

    /// Returns the way by which money of its orders comes back, where it may.
    fn returns(&self) -> Option<&dyn OrderReturns> {
        None
    }

    /// Returns the documents of its orders, where they have any.
    fn documents(&self) -> Option<&dyn OrderDocuments> {
        None
    }

    /// Returns the parts of its orders, where they have any.
    fn parts(&self) -> Option<&dyn OrderParts> {
        None
    }
}

/// The most parts that are handed out or answered at once.
pub const PARTS_AT_ONCE_MAX: usize = 1_000;

/// The bank's answer to one part of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartAnswer {
    /// The number of the part, from 1.
    pub part: i64,
    pub outcome: Outcome,
    /// The reason of a refusal, for the company.
    pub reason: Option<Translated>,
}

/// Answers to parts of one order, which are taken together or not at all.
#[derive(Clone, Debug)]
pub struct PartsAnswered {
    pub id: OrderId,
    /// At most [`PARTS_AT_ONCE_MAX`].
    pub parts: Vec<PartAnswer>,
    pub by: By,
}

/// An area's orders that have parts, such as the transfers of a statement.
pub trait OrderParts: Send + Sync {
    /// Returns the parts after the number `after`, in their order, at most `limit`.
    fn parts<'a>(
        &'a self,
        order: &'a Order,
        after: i64,
        limit: i64,
    ) -> BoxFuture<'a, Result<Vec<Value>, OrderError>>;

    /// Takes answers to parts. The order ends with the answer to its last part. A part has one answer: the same again
    /// changes nothing, and another one refuses the whole bunch.
    fn take_parts(&self, answered: PartsAnswered) -> BoxFuture<'_, Result<Verdict, OrderError>>;
}

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

/// The most characters of the bank's name of a return, as ISO 20022 has it (`Max35Text`).
pub const RETURN_NAME_CHARACTERS_MAX: usize = 35;

/// A return: a thing of its own that names the order of the payment.
#[derive(Clone, Debug)]
pub struct Return {
    pub id: OrderId,
    /// The part of the order, where it has parts.
    pub part: Option<i64>,
    /// The bank's name of the return, at most [`RETURN_NAME_CHARACTERS_MAX`] characters.
    pub name: String,
    /// The amount that came back, above zero; all of the payment where it is not told. In its currency.
    pub amount: Option<Money>,
    /// The reason, for the company.
    pub reason: Translated,
    pub by: By,
}

/// An area's orders whose money may come back.
pub trait OrderReturns: Send + Sync {
    /// Books a return, once for each name; a payment comes back once.
    fn take_return(&self, returned: Return) -> BoxFuture<'_, Result<Verdict, OrderError>>;
}
