//! Lets callers repeat a request safely, with a key of their own in the header `Idempotency-Key`
//! (draft-ietf-httpapi-idempotency-key-header-07).
//!
//! Software that got no answer does not know whether its request was carried out. With the same key it sends the
//! request again: carried out once, the request is answered as before. [`Keyed`] and [`KeyedJson`] read the key of a
//! request; [`Idempotency::answer`] claims it in a unit of work of its own; [`Keep::keep`] keeps the answer in the unit
//! of work that makes the change. So there is no change without its answer, at whatever moment a process dies: it
//! leaves a claim that ends after [`CLAIM_S`] seconds, and who takes the key over then bars the other from committing.
//!
//! A refusal changes nothing and keeps nothing, so a request may be sent again when its cause is gone.
//!
//! To let an operation take keys, put [`Keyed`] or [`KeyedJson`] into its handler, answer with
//! [`Idempotency::answer`], and hand the [`Keep`] to the use case, which calls it at the end of its unit of work.

mod answered;
mod extract;
mod idempotency;
mod key;
mod store;

pub use answered::Answered;
pub use extract::{Keyed, KeyedJson};
pub use idempotency::{Idempotency, Keep};
pub use key::{IdempotencyKey, KEY_CHARACTERS_MAX, Scope};
pub use store::{CLAIM_S, KEPT_S, KEYS_PER_CALLER_MAX, MIGRATIONS, QUERIES, SEALED_BEHIND, SEALED_REPLACE};
