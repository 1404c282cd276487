//! The state that every part of the area works with.

use std::sync::Arc;

use area::Given;
use edge::Edge;
use iso20022::Reader;
use kernel::{BankZone, Bic, Randomness};
use orders::Desk;
use sandbox::Sandbox;
use store::Store;
use tokio::sync::Semaphore;

/// The messages that are taken, all versions of them; the reader of documents is narrowed to them.
pub const MESSAGES: &str = "auth.024";
/// The most bytes of a document (requirement CTC-06).
pub const DOCUMENT_BYTES_MAX: usize = 5 * 1024 * 1024;
/// The most violations that an answer lists (requirement CTC-02).
pub const VIOLATIONS_MAX: usize = 50;
/// Larger documents that one process reads at once; the others wait, so that memory has a bound.
pub const LARGE_AT_ONCE_MAX: usize = 4;

/// Everything that the API, the pages and the worker share.
#[derive(Clone)]
pub struct CertificatesState {
    pub store: Store,
    /// Verification of tokens and the clock.
    pub edge: Edge,
    pub randomness: Arc<dyn Randomness>,
    pub reader: Arc<Reader>,
    pub bank: Bic,
    pub zone: BankZone,
    pub wake: jobs::Wake,
    /// The turns in which large documents are read.
    pub large_documents: Arc<Semaphore>,
    pub sandbox: Option<Sandbox>,
    /// Hands orders to the bank's systems and takes their answers.
    pub desk: Desk,
}

impl CertificatesState {
    /// Makes the state out of what every area is given, of the bank with this identifier; `reader` knows the schemas of
    /// [`MESSAGES`].
    pub fn new(given: &Given, reader: Reader, bank: Bic) -> Self {
        let Given { store, edge, randomness, zone, wake, sandbox, desk, .. } = given.clone();
        let (reader, large_documents) = (Arc::new(reader), Arc::new(Semaphore::new(LARGE_AT_ONCE_MAX)));
        Self { store, edge, randomness, reader, bank, zone, wake, large_documents, sandbox, desk }
    }
}

kernel::debug_shows!(CertificatesState { bank, .. });
